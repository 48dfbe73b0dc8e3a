//! What a position is worth to each player.

use smallvec::SmallVec;

use crate::game::{Outcome, PlayerId};

/// The value of equal shares, whatever the number of players.
const EQUAL: f64 = 0.5;

/// How much more than an equal share each player gets. Players who are not listed get an equal share, so
/// that nobody needs to know how many play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gains(SmallVec<[f64; 4]>);

impl Gains {
    /// The gains of an end; a game without an end is worth equal shares.
    pub fn of(outcome: Option<&Outcome>) -> Self {
        let Some(outcome) = outcome else { return Self::default() };
        let value = |player| outcome.value(PlayerId(player as u8)) - EQUAL;
        Self((0..outcome.places.len()).map(value).collect())
    }

    /// The gains of two players of whom the first wins with a probability.
    pub fn of_two(first: f64) -> Self {
        Self(SmallVec::from_slice(&[first - EQUAL, EQUAL - first]))
    }

    /// Adds `weight` times other gains.
    pub fn add(&mut self, other: &Gains, weight: f64) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0.0);
        }
        for (sum, gain) in self.0.iter_mut().zip(&other.0) {
            *sum += weight * gain;
        }
    }

    /// The value for a player when these gains are the sum of `n`.
    pub fn mean_value(&self, player: PlayerId, n: u32) -> f64 {
        EQUAL + self.0.get(player.index()).copied().unwrap_or(0.0) / f64::from(n.max(1))
    }

    /// The value for a player, from 0 to 1.
    pub fn value(&self, player: PlayerId) -> f64 {
        self.mean_value(player, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_ends_give_means() {
        let outcome =
            |places: &[u8]| Outcome { places: places.into(), nobody: false, by: "test".into(), clause: Some(0) };
        let mut sum = Gains::default();
        sum.add(&Gains::of(Some(&outcome(&[1, 2, 3]))), 1.0);
        sum.add(&Gains::of(Some(&outcome(&[3, 2, 1]))), 1.0);
        sum.add(&Gains::of(Some(&outcome(&[1, 2, 2]))), 1.0);
        sum.add(&Gains::of(None), 1.0);
        let means: Vec<_> = (0..3).map(|player| sum.mean_value(PlayerId(player), 4)).collect();
        assert_eq!(means, [0.625, 0.4375, 0.4375]);
        assert_eq!(Gains::default().value(PlayerId(200)), 0.5);
    }
}
