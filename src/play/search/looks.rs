//! How options look before they are tried often: those that look good are tried sooner, and what was tried often is worth what it was
//! worth then.
//!
//! # Source
//! G. Chaslot, M. Winands, J. van den Herik, J. Uiterwijk, B. Bouzy, "Progressive Strategies for Monte-Carlo Tree Search", New
//! Mathematics and Natural Computation 4, 2008 (progressive bias).

use super::drops::NOWHERE;
use super::tree::{Tree, find};
use crate::game::Game;
use crate::play::mind::traits::EARLIER;

/// From so many visits on it is asked how the options of a position look.
const ASKED: u32 = 32;
/// What it is worth to look *e* times as probable, as a share of a win, as long as nothing was tried.
const FAVOUR: f64 = 0.05;
/// What looks worse than this looks no worse.
const WORST: f32 = -8.0;

/// What an option is favoured by for its look, that was tried so often.
pub fn favour(looks: Option<&[f32]>, option: usize, visits: u32) -> f64 {
    let look = looks.and_then(|looks| looks.get(option)).copied().unwrap_or(0.0);
    FAVOUR * f64::from(look.max(WORST)) / f64::from(visits + 1).sqrt()
}

impl<G: Game> Tree<'_, G> {
    /// Asks how the options of a node look that is passed often enough for that.
    pub fn look_at_options(&mut self, node: usize, position: &mut G::Position) {
        let Some(policy) = self.config.policy.as_ref() else { return };
        if self.nodes[node].visits < ASKED || self.nodes[node].looks.is_some() || self.nodes[node].n_options.is_none() {
            return;
        }
        self.come_to(node, position);
        let looks = policy.judge(self.game, position, self.last_drops());
        find(self.game, position);
        self.bytes += size_of_val(&*looks);
        self.nodes[node].looks = Some(looks);
    }

    /// The cells of the last drops on the way down, the last one first, as far as they are known.
    pub(super) fn last_drops(&self) -> [Option<u16>; EARLIER] {
        let mut drops = [None; EARLIER];
        let above = self.path.windows(2).rev();
        for (drop, pair) in drops.iter_mut().zip(above) {
            let edge = &self.nodes[pair[0]].edges[self.nodes[pair[1]].place];
            *drop = Some(edge.cell).filter(|&cell| cell != NOWHERE);
        }
        drops
    }
}
