//! Plays a match again from the texts of its moves.

use std::fmt;

use super::result;
use crate::game::{Game, NotAnOption, Outcome};

/// A match played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed<P> {
    /// The position after the last move.
    pub position: P,
    /// The option of each move.
    pub options: Vec<usize>,
    /// How the game ended; none while it goes on.
    pub outcome: Option<Outcome>,
}

/// Why a match cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// A move that is no option where it stands.
    Move {
        /// The number of the move, counted from one.
        number: usize,
        /// What is wrong, and which options there are.
        cause: NotAnOption,
    },
    /// The moves lead to another result than the one recorded.
    Result {
        /// As recorded.
        recorded: String,
        /// As it is; none while the game goes on.
        found: Option<String>,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Move { number, cause } => write!(f, "move {number}: {cause}"),
            ReplayError::Result { recorded, found: Some(found) } => {
                write!(f, "the recorded result is `{recorded}`, but the moves lead to `{found}`")
            }
            ReplayError::Result { recorded, found: None } => {
                write!(f, "the recorded result is `{recorded}`, but after the moves the game goes on")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays the moves from `start`.
///
/// # Errors
/// At the first move that is no option.
pub fn moves<G: Game, S: AsRef<str>>(
    game: &G,
    start: G::Position,
    moves: &[S],
) -> Result<Replayed<G::Position>, ReplayError> {
    let mut position = start;
    let mut options = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let option =
            game.parse(&position, text.as_ref()).map_err(|cause| ReplayError::Move { number: index + 1, cause })?;
        game.apply(&mut position, option);
        options.push(option);
    }
    let outcome = game.outcome(&position);
    Ok(Replayed { position, options, outcome })
}

/// Checks that a recorded result is the one that the moves led to. Names are by player.
///
/// # Errors
/// If it is another one, or the game goes on.
pub fn check_result<P, S: AsRef<str>>(replayed: &Replayed<P>, recorded: &str, names: &[S]) -> Result<(), ReplayError> {
    let found = replayed.outcome.as_ref().map(|outcome| result::text(outcome, names));
    match found.as_deref() == Some(recorded) {
        true => Ok(()),
        false => Err(ReplayError::Result { recorded: recorded.to_owned(), found }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Heap, Squares, position_after};

    fn played<G: Game>(game: &G, texts: &[&str]) -> Result<Replayed<G::Position>, String> {
        moves(game, game.initial(), texts).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_played_again() {
        let texts = ["a1", "a2", "b1", "b2"];
        let replayed = played(&Squares, &texts).unwrap();
        assert_eq!(replayed.position, position_after(&Squares, &texts));
        assert_eq!(replayed.options, [0, 2, 0, 1]);
        assert_eq!(replayed.outcome, None);
    }

    #[test]
    fn chance_is_part_of_the_moves() {
        let game = Heap { die: Some(3), ..Heap::of(4) };
        let replayed = played(&game, &["roll 2", "take 2", "roll 3", "take 2"]).unwrap();
        assert!(replayed.outcome.is_some());
    }

    #[test]
    fn an_illegal_move_is_named_with_what_is_legal() {
        assert_eq!(
            played(&Heap::of(5), &["take 3", "take 3"]).unwrap_err(),
            "move 2: `take 3` is not an option here (options: take 1 take 2)"
        );
        assert_eq!(
            played(&Heap::of(3), &["take 3", "take 1"]).unwrap_err(),
            "move 2: `take 1` is not an option here (the game is over)"
        );
    }

    #[test]
    fn results_are_compared() {
        let names = ["White", "Black"];
        let check = |texts: &[&str], recorded: &str| {
            let replayed = played(&Squares, texts).unwrap();
            check_result(&replayed, recorded, &names).map_err(|error| error.to_string())
        };
        let won = ["a1", "a2", "b1", "b2", "c1"];
        assert_eq!(check(&won, "White wins: line"), Ok(()));
        assert_eq!(
            check(&won, "draw: board full").unwrap_err(),
            "the recorded result is `draw: board full`, but the moves lead to `White wins: line`"
        );
        assert_eq!(
            check(&won[..4], "White wins: line").unwrap_err(),
            "the recorded result is `White wins: line`, but after the moves the game goes on"
        );
    }
}
