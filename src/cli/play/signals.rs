//! Ctrl-C while a match is played: the first stops the machine that thinks, or asks; the second ends the program. When
//! the terminal goes away or somebody ends the program, it ends at once: whatever was done is written down already.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::budget::{Budget, Halt};

use super::super::screen;

/// What Ctrl-C does now.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Whether a machine thinks.
    thinks: Arc<AtomicBool>,
    /// Whether Ctrl-C was pressed since.
    pressed: Arc<AtomicBool>,
    /// What is to be done to the terminal before the program ends.
    raw: Arc<AtomicBool>,
}

/// Calls to halt when the budget is spent, or Ctrl-C was pressed.
#[derive(Debug)]
pub struct Interrupt<'a> {
    budget: Budget,
    signals: &'a Signals,
}

impl Halt for Interrupt<'_> {
    fn is_called(&self) -> bool {
        self.signals.pressed.load(Ordering::Relaxed) || self.budget.is_called()
    }
}

impl Drop for Interrupt<'_> {
    fn drop(&mut self) {
        self.signals.thinks.store(false, Ordering::Relaxed);
    }
}

impl Signals {
    /// Listens from now on. `warning` is told when Ctrl-C is pressed while somebody is waited for.
    pub fn listen(warning: String) -> Self {
        let signals = Self::default();
        signals.clone().start(warning);
        signals
    }

    #[cfg(unix)]
    fn start(self, warning: String) {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        // Where they cannot be listened to, they end the program as usual.
        let Ok(mut all) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        let listener = std::thread::Builder::new().name("signals".to_owned());
        let _ = listener.spawn(move || {
            for signal in all.forever() {
                match signal {
                    SIGINT => self.press(&warning),
                    signal => self.end(128 + signal),
                }
            }
        });
    }

    #[cfg(not(unix))]
    fn start(self, warning: String) {
        let _ = ctrlc::set_handler(move || self.press(&warning));
    }

    fn press(&self, warning: &str) {
        let again = self.pressed.swap(true, Ordering::Relaxed);
        if self.thinks.load(Ordering::Relaxed) || self.raw.load(Ordering::Relaxed) {
            return;
        }
        if again {
            self.end(130);
        }
        screen::to_stderr(warning);
    }

    fn end(&self, code: i32) -> ! {
        if self.raw.load(Ordering::Relaxed) {
            screen::leave_raw();
        }
        process::exit(code)
    }

    /// Tells that the terminal has to be set right before the program ends, or not any more.
    pub fn set_raw(&self, raw: bool) {
        self.raw.store(raw, Ordering::Relaxed);
    }

    /// From now on, until this is dropped, Ctrl-C calls work to halt.
    pub fn thinking(&self, budget: Budget) -> Interrupt<'_> {
        self.pressed.store(false, Ordering::Relaxed);
        self.thinks.store(true, Ordering::Relaxed);
        Interrupt { budget, signals: self }
    }

    /// As if Ctrl-C had been pressed.
    pub fn call(&self) {
        self.pressed.store(true, Ordering::Relaxed);
    }

    /// Whether Ctrl-C was pressed since, and from now on it was not.
    pub fn take(&self) -> bool {
        self.pressed.swap(false, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_comes_before_the_work_is_heard_by_it() {
        let signals = Signals::default();
        signals.call();
        let halt = signals.thinking(Budget::default());
        assert!(!halt.is_called(), "it was for what went before");
        signals.call();
        assert!(halt.is_called());
        drop(halt);
        assert!(!signals.thinks.load(Ordering::Relaxed));
    }
}
