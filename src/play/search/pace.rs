//! How many playouts a new position is worth: several where going down the tree to it takes longer than playing out.
//!
//! ```text
//!   root ── … ── new position ─┬─ playout      the way down takes as long as it takes; the more playouts share it,
//!                              ├─ playout      the more is known of the position for the same time
//!                              └─ playout
//! ```
//!
//! # Source
//! Leaf parallelization, here for one thread: T. Cazenave, N. Jouandeau, "On the Parallelization of UCT", Computer Games
//! Workshop 2007.

/// So many times as long as the way down all playouts of a position together may take.
const SHARE: f64 = 4.0;
/// The most playouts of one position.
const MOST: u32 = 64;
/// After so many positions it is worked out again how many playouts the next ones are worth.
const POSITIONS: u32 = 64;

/// Counts the time of ways down and of playouts. Without a clock each position has one playout, so that the same count of
/// playouts leads to the same tree.
pub struct Pace<'a> {
    clock: Option<&'a (dyn Fn() -> f64 + Sync)>,
    /// When the way down began, and when the playouts.
    begun: f64,
    left: f64,
    /// What ways down took, and what a playout of each took, since it was worked out last.
    down: f64,
    out: f64,
    positions: u32,
    /// Games are played so many at once.
    abreast: u32,
    many: u32,
}

impl<'a> Pace<'a> {
    /// By a clock, if there is one, in whatever unit, where so many games are played at once.
    pub fn by(clock: Option<&'a (dyn Fn() -> f64 + Sync)>, abreast: u32) -> Self {
        let many = if clock.is_some() { abreast } else { 1 };
        Self { clock, begun: 0.0, left: 0.0, down: 0.0, out: 0.0, positions: 0, abreast, many }
    }

    /// How many playouts the next position is worth; one at least.
    pub fn playouts(&self) -> u32 {
        self.many
    }

    /// A way down begins.
    pub fn begin(&mut self) {
        if let Some(clock) = self.clock {
            self.begun = clock();
        }
    }

    /// It has come to where it is played out.
    pub fn arrive(&mut self) {
        if let Some(clock) = self.clock {
            self.left = clock();
        }
    }

    /// So many playouts were made there.
    pub fn end(&mut self, playouts: u32) {
        let Some(clock) = self.clock else { return };
        self.down += self.left - self.begun;
        self.out += (clock() - self.left) / f64::from(playouts.max(1));
        self.positions += 1;
        if self.positions == POSITIONS {
            let many = (SHARE * self.down / self.out.max(f64::MIN_POSITIVE)).clamp(1.0, f64::from(MOST));
            self.many = (many as u32).next_multiple_of(self.abreast);
            (self.positions, self.down, self.out) = (0, 0.0, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The playouts of positions in the end, where a way down and so many playouts at once take so long.
    fn worth(down: u32, out: u32, abreast: u32) -> u32 {
        let time = AtomicU32::new(0);
        let clock = || f64::from(time.load(Ordering::Relaxed));
        let mut pace = Pace::by(Some(&clock), abreast);
        for _ in 0..1000 {
            pace.begin();
            time.fetch_add(down, Ordering::Relaxed);
            pace.arrive();
            time.fetch_add(out * pace.playouts().div_ceil(abreast), Ordering::Relaxed);
            pace.end(pace.playouts());
        }
        pace.playouts()
    }

    #[test]
    fn the_longer_the_way_the_more_playouts() {
        assert_eq!(worth(1, 8, 1), 1);
        assert_eq!(worth(3, 1, 1), 12);
        assert_eq!(worth(100, 1, 1), MOST);
        assert_eq!([worth(0, 0, 1), worth(0, 1, 1), worth(1, 0, 1)], [1, 1, MOST]);
    }

    #[test]
    fn games_that_are_played_at_once_are_played_together() {
        // Four take as long as one.
        assert_eq!([worth(1, 8, 4), worth(3, 8, 4), worth(4, 8, 4)], [4, 8, 8]);
        assert_eq!([worth(0, 0, 4), worth(100, 1, 4)], [4, MOST]);
    }

    #[test]
    fn without_a_clock_each_position_has_one() {
        let mut pace = Pace::by(None, 4);
        for _ in 0..1000 {
            pace.begin();
            pace.arrive();
            pace.end(1);
        }
        assert_eq!(pace.playouts(), 1);
    }
}
