//! Ends that one option brings about.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Game, PlayerId};

/// The first option that wins at once and alone for this player.
pub fn win<G: Game>(game: &G, position: &G::Position, player: PlayerId, stop: &AtomicBool) -> Option<usize> {
    let n_options = game.n_options(position);
    let mut position = position.clone();
    let wins = |option: &usize| {
        let undo = game.apply(&mut position, *option);
        let won = game.outcome(&position).is_some_and(|outcome| outcome.value(player) >= 1.0);
        game.undo(&mut position, undo);
        won
    };
    (0..n_options).take_while(|_| !stop.load(Ordering::Relaxed)).find(wins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Squares, position_after};

    #[test]
    fn finds_the_winning_option() {
        let go_on = AtomicBool::new(false);
        let position = position_after(&Squares, &["a1", "a2", "b1", "b2"]);
        assert_eq!(win(&Squares, &position, PlayerId(0), &go_on), Some(0));
        assert_eq!(win(&Squares, &position, PlayerId(1), &go_on), None);
        assert_eq!(win(&Squares, &position, PlayerId(0), &AtomicBool::new(true)), None);
    }
}
