//! What ends a long run before it is done.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time that counting so many sequences of decisions may well take.
pub fn worth_of_sequences(n: u128) -> Duration {
    const SEQUENCE: Duration = Duration::from_micros(1);
    SEQUENCE.saturating_mul(n.try_into().unwrap_or(u32::MAX))
}

/// Somebody who may call a long run to halt. It is asked often, so it must answer quickly, and what it said once it goes
/// on saying.
pub trait Halt: Sync {
    /// Whether the run shall end.
    fn is_called(&self) -> bool;

    /// Is told that a part of what was asked for is done, and how much time such a part may well take.
    fn is_done(&self, _worth: Duration) {}
}

/// A flag that is raised from elsewhere, for instance by Ctrl-C.
impl Halt for AtomicBool {
    fn is_called(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Nobody calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Halt for Never {
    fn is_called(&self) -> bool {
        false
    }
}

/// Either of two calls: of somebody, or of a clock that has run out.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    /// Who else may call.
    pub or: &'a dyn Halt,
    /// Whether the time is over.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

impl Halt for Deadline<'_> {
    fn is_called(&self) -> bool {
        self.or.is_called() || (self.is_over)()
    }

    fn is_done(&self, worth: Duration) {
        self.or.is_done(worth);
    }
}

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").finish_non_exhaustive()
    }
}
