//! What a position is worth, foreseen from the one before it: by how much an option gains, and by how far that was wrong
//! behind others. Where what is foreseen lies far outside of what matters nobody weighs the position.
//!
//! ```text
//!    before   gain   foreseen      window     weighed?
//!     +100    +320     +420       -50 … -49   no: good enough by far
//!     +100     +10     +110       +90 … +91   yes
//!     +100       0     +100     +700 … +701   no: too bad by far
//! ```
//!
//! # Source
//! Lazy evaluation, as told in <https://www.chessprogramming.org/Lazy_Evaluation>; that the margin is what was seen in this
//! search is our own.

use super::node::Window;

/// So often a sort of option must have been weighed before anything is foreseen of it.
const LEAST: u32 = 32;
/// What was seen last counts as one of so many.
const MEMORY: i32 = 64;
/// What is learnt is kept in such parts of a score.
const PARTS: i32 = 16;
/// So many halves of the mean distance from what was foreseen are far. That is exceeded once in twenty times, if distances are spread
/// as usual, and on the side that matters half as often.
const FAR: i32 = 5;

/// How far positions of a search were from what was foreseen of them, by whether the option before gained much.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drift([Sort; 2]);

/// The same for one sort of options, in parts of a score.
#[derive(Clone, Copy, Debug, Default)]
struct Sort {
    times: u32,
    mean: i32,
    distance: i32,
}

/// What is foreseen of a position.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen {
    /// What it may be worth to who made the option that leads there.
    pub worth: i32,
    /// How far that may be wrong; none if too little was seen.
    margin: Option<i32>,
    /// What was foreseen before anything was learnt.
    bare: i32,
    gains: bool,
}

impl Foreseen {
    /// Whether it does not matter how much exactly the position is worth to who made the option.
    pub fn is_enough(&self, window: Window) -> bool {
        self.margin.is_some_and(|margin| {
            self.worth.saturating_add(margin) <= window.least || self.worth.saturating_sub(margin) >= window.most
        })
    }
}

impl Drift {
    /// What is foreseen of a position to which an option leads that gains so much, from one that was worth so much.
    pub fn foresee(&self, worth: i32, gain: i32, gains: bool) -> Foreseen {
        let Sort { times, mean, distance } = self.0[usize::from(gains)];
        let bare = worth.saturating_add(gain);
        let margin = (times >= LEAST).then(|| (distance / PARTS).saturating_mul(FAR) / 2);
        Foreseen { worth: bare.saturating_add(mean / PARTS), margin, bare, gains }
    }

    /// Learns what a position is worth.
    pub fn learn(&mut self, foreseen: Foreseen, worth: i32) {
        let Sort { times, mean, distance } = &mut self.0[usize::from(foreseen.gains)];
        let off = worth.saturating_sub(foreseen.bare).clamp(i32::MIN / (4 * PARTS), i32::MAX / (4 * PARTS)) * PARTS;
        let share = MEMORY.min(*times as i32 + 1);
        *mean += (off - *mean) / share;
        *distance += ((off - *mean).abs() - *distance) / share;
        *times = times.saturating_add(1).min(MEMORY as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_outside_is_enough() {
        let mut drift = Drift::default();
        let narrow = |least| Window { least, most: least + 1 };
        assert!(!drift.foresee(0, 0, false).is_enough(narrow(1_000_000)), "nothing is learnt yet");
        // Ten better than foreseen each time, but for five more or less.
        for n in 0..200 {
            drift.learn(drift.foresee(100, 20, false), 130 + if n % 2 == 0 { 5 } else { -5 });
        }
        let foreseen = drift.foresee(50, 0, false);
        assert!((58..=62).contains(&foreseen.worth), "{foreseen:?}");
        let enough = [0, 30, 55, 65, 90, 150].map(|least| foreseen.is_enough(narrow(least)));
        assert_eq!(enough, [true, true, false, false, true, true]);
        assert!(!foreseen.is_enough(Window { least: 0, most: 150 }), "where it may lie in between it matters");
        assert!(!drift.foresee(50, 0, true).is_enough(narrow(0)), "of options that gain nothing was learnt");
    }

    #[test]
    fn great_scores_do_not_overflow() {
        let mut drift = Drift::default();
        for _ in 0..100 {
            drift.learn(drift.foresee(i32::MIN, i32::MIN, true), i32::MAX);
            drift.learn(drift.foresee(i32::MAX, i32::MAX, true), i32::MIN);
        }
        assert!(!drift.foresee(0, 0, true).is_enough(narrow_at(0)));
    }

    fn narrow_at(least: i32) -> Window {
        Window { least, most: least + 1 }
    }
}
