//! Who wins a playout is foreseen some decisions after it has begun, from what both players may hold: where who cannot move has
//! lost, that is room to go to. What random play makes of such a position is mostly chance, so it teaches nothing here.
//!
//! # Source
//! Playouts that are cut short and judged: Lorentz, "Amazons discover Monte-Carlo", Computers and Games (2008).

use std::sync::Arc;

use super::gains::Gains;
use crate::{
    game::{Actor, Contents},
    play::mind::{
        arrivals::{Arrivals, Held},
        reach::Reach,
    },
};

/// After so many decisions of a playout it is looked who may win.
pub const AHEAD: u64 = 4;
/// What it is worth, in logits, to come first to more cells (over the root of how many there are), to have *e* times as many
/// landings, and to have the turn.
const WORTH: [f64; 3] = [3.0, 3.0, 1.5];

/// Looks who may win.
#[derive(Debug)]
pub struct Foresight {
    reach: Arc<Reach>,
    arrivals: Arrivals,
    contents: Contents,
}

impl Foresight {
    /// Who foresees games from where pieces can go.
    pub fn new(reach: Arc<Reach>) -> Self {
        Self { reach, arrivals: Arrivals::default(), contents: Contents::default() }
    }

    /// What both may expect of a position whose contents are told; none if nobody is to decide there, or if they are not.
    pub fn look(&mut self, actor: Option<Actor>, contents: impl FnOnce(&mut Contents) -> bool) -> Option<Gains> {
        let Some(Actor::Player(mover)) = actor else { return None };
        if !contents(&mut self.contents) {
            return None;
        }
        let held = self.arrivals.held(&self.reach, &self.contents);
        Some(Gains::of_two(first_wins(held, mover.index() == 0)))
    }
}

/// How probable it is that the first player wins.
fn first_wins(held: Held, is_mover: bool) -> f64 {
    let [one, other] = held.first.map(f64::from);
    let [landings, others] = held.landings.map(|landings| f64::from(1 + landings));
    let seen =
        [(one - other) / (one + other).max(1.0).sqrt(), (landings / others).ln(), if is_mover { 1.0 } else { -1.0 }];
    let logit: f64 = WORTH.iter().zip(seen).map(|(worth, seen)| worth * seen).sum();
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_more_room_is_foreseen_to_win() {
        let held = |first, landings| Held { first, landings };
        assert!(first_wins(held([30, 10], [20, 8]), false) > 0.9);
        assert!(first_wins(held([10, 30], [8, 20]), true) < 0.1);
        let even = held([20, 20], [9, 9]);
        assert!((first_wins(even, true) + first_wins(even, false) - 1.0).abs() < 1e-9);
        assert!(first_wins(even, true) > 0.5);
    }
}
