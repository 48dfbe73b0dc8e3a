//! How options look before they are tried: what looks probable is tried first, and everything in the end.
//!
//! # Source
//! C. Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61, 2011; as in D. Silver et
//! al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016 (PUCT).

use super::drops::NOWHERE;
use super::node::Node;
use super::tree::{ROOT, Tree};
use crate::game::Game;
use crate::play::mind::traits::EARLIER;

/// From so many visits on it is asked how the options of a position look.
const ASKED: u32 = 32;
/// The same of the root, whose options are what is chosen from.
const ROOT_ASKED: u32 = 4;
/// The weight of trying out what looks probable.
const FAVOUR: f64 = 0.5;

/// What an option is favoured by for its look, that was tried so often where its position was passed so often. What looks improbable
/// is tried as well, once the position was passed often enough: what was learnt of looks may be wrong here.
pub fn favour(probability: f32, visits: u32, passed: u32) -> f64 {
    FAVOUR * f64::from(probability) * f64::from(passed).sqrt() / f64::from(visits + 1)
}

impl<G: Game> Tree<'_, G> {
    /// Asks how the options of a node look that is passed often enough for that.
    pub fn look_at_options(&mut self, node: usize, position: &mut G::Position) {
        let Some(policy) = self.config.policy.as_ref() else { return };
        let Node { visits, looks, n_options, .. } = &self.nodes[node];
        let asked = if node == ROOT { ROOT_ASKED } else { ASKED };
        if *visits < asked || looks.is_some() || n_options.is_none() || self.is_full() {
            return;
        }
        self.come_to(node, position);
        let looks = policy.judge(self.game, position, self.last_drops());
        self.bytes += size_of_val(&*looks);
        self.nodes[node].looks = Some(looks);
    }

    /// The cells of the last drops on the way down, the last one first, as far as they are known.
    pub(super) fn last_drops(&self) -> [Option<u16>; EARLIER] {
        let mut drops = [None; EARLIER];
        let above = self.path.windows(2).rev();
        for (drop, pair) in drops.iter_mut().zip(above) {
            let edge = &self.nodes[pair[0]].edges[self.nodes[pair[1]].place as usize];
            *drop = Some(edge.cell).filter(|&cell| cell != NOWHERE);
        }
        drops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_improbable_is_tried_later() {
        // Two options of the same worth, and what is tried is what is favoured more: as often as they look probable.
        let (looks, mut tried) = ([0.9, 0.1], [0, 0]);
        for passed in 1..=1_000 {
            let favours = [0, 1].map(|option| favour(looks[option], tried[option], passed));
            tried[usize::from(favours[1] > favours[0])] += 1;
        }
        assert_eq!(tried, [900, 100]);
        // One that is better by a tenth of a win, and looks a thousand times as probable, does not keep the other from being tried.
        let is_tried = |passed: u32| favour(0.001, 0, passed) > 0.1 + favour(1.0, passed, passed);
        assert_eq!([1_000, 10_000, 100_000].map(is_tried), [false, false, true]);
    }
}
