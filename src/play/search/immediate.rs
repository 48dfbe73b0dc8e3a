//! Wins within the turn of a player.

use super::tree::find;
use crate::game::{Actor, Game, Halt, PlayerId};

/// How many decisions of one turn are looked through for a win.
const DECISIONS: u32 = 3;

/// The option with which this player wins alone in the fewest decisions of the running turn, by its number among those that
/// [`find`] finds.
pub fn win<G: Game>(game: &G, position: &G::Position, player: PlayerId, halt: &dyn Halt) -> Option<usize> {
    let mut position = position.clone();
    let mut goes_on = true;
    (1..=DECISIONS).find_map(|decisions| {
        // Where nobody decides twice in a turn one look is enough.
        if !std::mem::replace(&mut goes_on, false) {
            return None;
        }
        win_within(game, &mut position, player, decisions, (&mut goes_on, halt))
    })
}

fn win_within<G: Game>(
    game: &G,
    position: &mut G::Position,
    player: PlayerId,
    decisions: u32,
    (goes_on, halt): (&mut bool, &dyn Halt),
) -> Option<usize> {
    let decides = |position: &G::Position| game.actor(position) == Some(Actor::Player(player));
    let is_own = decides(position);
    for option in 0..find(game, position) {
        if halt.is_called() {
            return None;
        }
        let Some(undo) = game.try_glance(position, option) else { continue };
        let won = match game.outcome(position) {
            Some(outcome) => outcome.value(player) >= 1.0,
            None if is_own && decides(position) => {
                *goes_on = true;
                decisions > 1 && win_within(game, position, player, decisions - 1, (goes_on, halt)).is_some()
            }
            None => false,
        };
        game.undo(position, undo);
        if won {
            return Some(option);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

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
