//! What chance draws in a turn.

use crate::engine::bits::Bits;
use crate::engine::chance::{DICE, SIDES};

use super::run::Runner;

/// How often chance may draw before an option is taken.
const DRAWS: u32 = 1000;

/// How many dice are thrown: as many as can be counted.
fn dice(count: i64, sides: i64) -> i64 {
    let sides = sides.clamp(1, SIDES) as u64;
    let ways = std::iter::successors(Some(1_u64), |all| all.checked_mul(sides));
    ways.take(count.clamp(0, DICE) as usize + 1).count() as i64 - 1
}

/// Whether so many dice with so many sides can show but one total.
pub(super) fn is_sure(count: i64, sides: i64) -> bool {
    sides <= 1 || dice(count, sides) == 0
}

/// A total of so many dice with so many sides, each as probable as there are throws that show it.
pub(super) fn throw(count: i64, sides: i64, mut below: impl FnMut(u64) -> u64) -> i64 {
    let n = dice(count, sides);
    if sides <= 1 { n } else { n + (0..n).map(|_| below(sides.min(SIDES) as u64) as i64).sum::<i64>() }
}

impl<const W: usize> Runner<'_, W> {
    /// Chance has drawn: that is a decision, though nobody's. No if it has drawn too often since the last option.
    pub(super) fn drawn(&mut self) -> bool {
        let turn = &mut self.slow.state.turn;
        turn.noted = false;
        turn.silent = 0;
        turn.fresh = true;
        self.draws.0 += 1;
        self.draws.1 += 1;
        self.rest = self.rest.saturating_sub(1);
        self.stop_at = self.stop_at.min(self.rest);
        self.draws.1 < DRAWS
    }

    /// Whether a walk over different cells leads from cells through others, with so many steps; whether in all directions or
    /// in those by which groups hang together.
    pub(super) fn can_walk(&mut self, from: Bits<W>, through: Bits<W>, (steps, is_any): (i64, bool)) -> bool {
        let rush = self.rush;
        let near = if is_any { &rush.around } else { &rush.beside };
        steps >= 0 && from.iter().any(|cell| self.walks_on(near, (cell, through - Bits::of(cell)), steps))
    }

    fn walks_on(&mut self, near: &[Bits<W>], (cell, free): (u16, Bits<W>), steps: i64) -> bool {
        if steps == 0 {
            return true;
        }
        let Some(next) = near.get(usize::from(cell)).map(|near| *near & free) else { return false };
        if steps == 1 || next.is_empty() {
            return !next.is_empty();
        }
        let mut next = next.iter();
        self.slow.scratch.spend(1) && next.any(|cell| self.walks_on(near, (cell, free - Bits::of(cell)), steps - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_show_each_total_as_often_as_there_are_throws() {
        // Each throw of two dice with three sides, once.
        let mut throws = (0..9).flat_map(|throw| [throw / 3, throw % 3]);
        let mut totals: Vec<i64> = (0..9).map(|_| throw(2, 3, |_| throws.next().unwrap_or(0))).collect();
        totals.sort_unstable();
        assert_eq!(totals, [2, 3, 3, 4, 4, 4, 5, 5, 6]);
    }

    #[test]
    fn what_can_show_but_one_total_is_sure() {
        assert!(is_sure(0, 6) && is_sure(3, 1) && is_sure(-2, 6) && is_sure(3, 0));
        assert!(!is_sure(1, 2) && !is_sure(20, 1000));
        assert_eq!(throw(3, 1, |_| 7), 3);
        assert_eq!(throw(0, 6, |_| 7), 0);
        assert_eq!(throw(-1, 6, |_| 7), 0);
        assert_eq!(throw(25, 1, |_| 7), DICE);
    }

    #[test]
    fn no_more_dice_are_thrown_than_can_be_counted() {
        // 1000 to the sixth is less than 2 to the sixty-fourth, 1000 to the seventh is more.
        assert_eq!(throw(20, 1000, |_| 0), 6);
        assert_eq!(throw(20, 5000, |_| 0), 6);
    }
}
