//! The clocks of the players: so much time for all decisions, and so much more for each.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::player::Clock;
use crate::game::PlayerId;

/// The longest time on a clock.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the players have: `5m`, `90s`, `1h30m`, and `+3s` for each decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The time at the start.
    pub base: Duration,
    /// What is added after each decision.
    pub increment: Duration,
}

/// A text that says no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAControl(String);

impl fmt::Display for NotAControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no time; write `5m`, `90s`, `1h30m`, or `5m+3s` for three more seconds a decision", self.0)
    }
}

impl std::error::Error for NotAControl {}

impl FromStr for Control {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Self, NotAControl> {
        let (base, increment) = text.split_once('+').map_or((text, None), |(base, more)| (base, Some(more)));
        let read = |text: &str| span(text.trim()).filter(|time| *time <= LONGEST);
        let known = || Some(Self { base: read(base)?, increment: increment.map_or(Some(Duration::ZERO), read)? });
        known().filter(|control| !control.base.is_zero()).ok_or_else(|| NotAControl(text.to_owned()))
    }
}

/// A time such as `1h30m` or `90s`; a bare number is minutes.
fn span(text: &str) -> Option<Duration> {
    let (mut total, mut number) = (0u64, String::new());
    for sign in text.chars() {
        match sign {
            '0'..='9' => number.push(sign),
            'h' | 'm' | 's' => {
                let unit = match sign {
                    'h' => 3600,
                    'm' => 60,
                    _ => 1,
                };
                total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(unit)?)?;
                number.clear();
            }
            _ => return None,
        }
    }
    if !number.is_empty() {
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(60)?)?;
    }
    (!text.is_empty()).then(|| Duration::from_secs(total))
}

/// The clocks of all players, of which one may run.
#[derive(Clone)]
pub struct Clocks {
    now: Clock,
    increment: Duration,
    left: Vec<Duration>,
    running: Option<(PlayerId, Duration)>,
}

impl fmt::Debug for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clocks").field("left", &self.left).field("running", &self.running).finish_non_exhaustive()
    }
}

impl Clocks {
    /// Clocks for so many players.
    pub fn new(control: Control, players: usize, now: Clock) -> Self {
        Self { now, increment: control.increment, left: vec![control.base; players], running: None }
    }

    /// Lets the clock of a player run, and no other.
    pub fn run(&mut self, player: PlayerId) {
        if self.running.is_none_or(|(running, _)| running != player) {
            self.stop();
            self.running = Some((player, (self.now)()));
        }
    }

    /// Stops all clocks.
    pub fn stop(&mut self) {
        if let Some((player, since)) = self.running.take() {
            let spent = (self.now)().saturating_sub(since);
            if let Some(left) = self.left.get_mut(player.index()) {
                *left = left.saturating_sub(spent);
            }
        }
    }

    /// A player has decided: his clock stops and gets what is added for it.
    pub fn decided(&mut self, player: PlayerId) {
        self.stop();
        if let Some(left) = self.left.get_mut(player.index()) {
            *left = left.saturating_add(self.increment);
        }
    }

    /// What a player has left.
    pub fn left(&self, player: PlayerId) -> Duration {
        let left = self.left.get(player.index()).copied().unwrap_or_default();
        match self.running {
            Some((running, since)) if running == player => left.saturating_sub((self.now)().saturating_sub(since)),
            _ => left,
        }
    }

    /// What all have left, in milliseconds.
    pub fn all(&self) -> Vec<u64> {
        let left = (0..self.left.len()).map(|player| self.left(PlayerId(player as u8)));
        left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)).collect()
    }

    /// Sets what all have left, in milliseconds.
    pub fn set(&mut self, left: &[u64]) {
        self.running = None;
        for (clock, &left) in self.left.iter_mut().zip(left) {
            *clock = Duration::from_millis(left).min(LONGEST);
        }
    }
}

/// A time as a clock shows it: `4:59`, `1:02:03`, and tenths in the last twenty seconds.
pub fn shown(left: Duration) -> String {
    let seconds = left.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, last) if last < 20 => format!("0:{last:02}.{}", left.subsec_millis() / 100),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::testing;

    fn read(text: &str) -> Option<(u64, u64)> {
        let control = text.parse::<Control>().ok()?;
        Some((control.base.as_secs(), control.increment.as_secs()))
    }

    #[test]
    fn times_are_read() {
        assert_eq!(read("5m+3s"), Some((300, 3)));
        assert_eq!(read("1h30m"), Some((5400, 0)));
        assert_eq!(read("3"), Some((180, 0)));
        for wrong in ["", "0s", "+3s", "5x", "m", "25h", "99999999999999999999h", "5m+", "5m+-1s"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_clock_runs_for_one_and_gets_its_increment() {
        let (time, clock) = testing::clock();
        let control = Control { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut clocks = Clocks::new(control, 2, clock);
        let (white, black) = (PlayerId(0), PlayerId(1));
        clocks.run(white);
        time.store(10, Ordering::Relaxed);
        clocks.run(white);
        assert_eq!(clocks.left(white), Duration::from_secs(50));
        clocks.decided(white);
        clocks.run(black);
        time.store(100, Ordering::Relaxed);
        assert_eq!(clocks.all(), [52_000, 0]);
        assert_eq!([shown(clocks.left(white)), shown(clocks.left(black))], ["0:52", "0:00.0"]);
        assert_eq!(shown(Duration::from_millis(3_723_400)), "1:02:03");
    }
}
