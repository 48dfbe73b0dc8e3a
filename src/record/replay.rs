//! Plays a match again from the texts of its moves.

use std::fmt;

use super::result;
use super::saved::Variation;
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
    /// A move of a variation that is no option where it stands.
    Variation {
        /// The number of the variation, counted from one.
        variation: usize,
        /// The number of the move, counted from one at the start of the match.
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
            ReplayError::Variation { variation, number, cause } => {
                write!(f, "variation {variation}, move {number}: {cause}")
            }
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

/// Plays the variations of a match whose moves were played with these options; gives the moves of each as the game writes
/// them.
///
/// # Errors
/// At a move that is no option.
pub fn variations<G: Game>(
    game: &G,
    start: G::Position,
    options: &[usize],
    variations: &[Variation],
) -> Result<Vec<Vec<String>>, ReplayError> {
    let mut order: Vec<(usize, &Variation)> = variations.iter().enumerate().collect();
    order.sort_by_key(|(_, variation)| variation.after);
    let mut written = vec![Vec::new(); variations.len()];
    // The match is gone along once.
    let (mut position, mut made) = (start, 0);
    for (index, variation) in order {
        for &option in options.iter().take(variation.after).skip(made) {
            game.play(&mut position, option);
        }
        made = variation.after;
        let mut position = position.clone();
        for (text, number) in variation.moves.iter().zip(made + 1..) {
            let wrong = |cause| ReplayError::Variation { variation: index + 1, number, cause };
            let option = game.parse(&position, text).map_err(wrong)?;
            written[index].push(game.notation(&position, option));
            game.play(&mut position, option);
        }
    }
    Ok(written)
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
    fn variations_are_played_from_where_they_part() {
        let options = played(&Heap::of(7), &["take 3", "take 2", "take 2"]).unwrap().options;
        let variation = |after: usize, moves: &[&str]| Variation {
            after,
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            ..Variation::default()
        };
        let all = |told: &[Variation]| {
            variations(&Heap::of(7), Heap::of(7).initial(), &options, told).map_err(|error| error.to_string())
        };
        let told = [variation(2, &["take 1", "TAKE 1"]), variation(0, &["take 1"]), variation(2, &["take 1"])];
        assert_eq!(all(&told).unwrap(), [vec!["take 1", "take 1"], vec!["take 1"], vec!["take 1"]]);
        // After 3 and 2 of 7, two are left.
        let wrong = "variation 2, move 3: `take 3` is not an option here (options: take 1 take 2)";
        assert_eq!(all(&[variation(0, &["take 3"]), variation(2, &["take 3"])]).unwrap_err(), wrong);
        let over = "variation 1, move 4: `take 1` is not an option here (the game is over)";
        assert_eq!(all(&[variation(3, &["take 1"])]).unwrap_err(), over);
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
