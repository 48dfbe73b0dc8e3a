//! Wins within the turn of a player.

use crate::game::{Actor, Game, Halt, PlayerId};

/// How many decisions of one turn are looked through for a win.
const DECISIONS: u32 = 3;

/// The option with which this player wins alone in the fewest decisions of the running turn.
pub fn win<G: Game>(game: &G, position: &G::Position, player: PlayerId, halt: &dyn Halt) -> Option<usize> {
    let mut position = position.clone();
    (1..=DECISIONS).find_map(|decisions| win_within(game, &mut position, player, decisions, halt))
}

fn win_within<G: Game>(
    game: &G,
    position: &mut G::Position,
    player: PlayerId,
    decisions: u32,
    halt: &dyn Halt,
) -> Option<usize> {
    let n_options = game.n_options(position);
    let decides = |position: &G::Position| game.actor(position) == Some(Actor::Player(player));
    let goes_on = decisions > 1 && decides(position);
    let wins = |option: &usize| {
        let undo = game.apply(position, *option);
        let won = match game.outcome(position) {
            Some(outcome) => outcome.value(player) >= 1.0,
            None if goes_on && decides(position) => win_within(game, position, player, decisions - 1, halt).is_some(),
            None => false,
        };
        game.undo(position, undo);
        won
    };
    (0..n_options).take_while(|_| !halt.is_called()).find(wins)
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
