//! Exact counts of the ways that a game can go.

use rayon::prelude::*;

use crate::game::{Game, Halt, worth_of_sequences};

/// So many decisions are left to the evaluator at once: it counts them within itself, so not more than the stack has room for.
const AHEAD: u32 = 64;

/// Counts the sequences of exactly 0, 1, … `depth` decisions from a position; what Chance may decide
/// counts like options of a player. When it is called to halt, the list ends with the last depth
/// that was counted to the end.
///
/// # Complexity
/// As many options are applied as there are sequences of `depth - 1` decisions: the last ones are only
/// counted.
pub fn run<G: Game>(game: &G, position: &G::Position, depth: u32, halt: &dyn Halt) -> Vec<u128> {
    let mut counts = vec![1];
    for depth in 1..=depth {
        let Some(parts) = divide(game, position, depth, halt) else { break };
        counts.push(parts.iter().sum());
    }
    counts
}

/// For each option of a position, the sequences of exactly `depth` decisions that start with it; none if
/// it was called to halt. There are no sequences of zero decisions that start with an option.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32, halt: &dyn Halt) -> Option<Vec<u128>> {
    let options = 0..game.n_options(position);
    let Some(rest) = depth.checked_sub(1) else { return Some(vec![0; options.len()]) };
    if rest == 0 {
        return Some(vec![1; options.len()]);
    }
    options
        .into_par_iter()
        .map(|option| {
            if halt.is_called() {
                return None;
            }
            let mut position = position.clone();
            game.apply(&mut position, option);
            count(game, &mut position, rest, halt).filter(|_| !halt.is_called())
        })
        .collect()
}

/// The sequences of exactly `depth` decisions, at least one.
fn count<G: Game>(game: &G, position: &mut G::Position, depth: u32, halt: &dyn Halt) -> Option<u128> {
    let n_options = game.n_options(position);
    if depth == 1 {
        return Some(n_options as u128);
    }
    if (2..=AHEAD).contains(&depth)
        && let Some(n) = game.ahead(position, depth, halt)
    {
        return Some(u128::from(n));
    }
    let mut sum = 0;
    for option in 0..n_options {
        if halt.is_called() {
            return None;
        }
        let undo = game.apply(position, option);
        sum += count(game, position, depth - 1, halt)?;
        game.undo(position, undo);
    }
    if depth == 2 {
        halt.is_done(worth_of_sequences(sum));
    }
    // Who was called to halt in the middle of a decision may have left it unfinished.
    (!halt.is_called()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::testing::{Heap, Squares, position_after};

    fn counts<G: Game>(game: &G, depth: u32) -> Vec<u128> {
        run(game, &game.initial(), depth, &AtomicBool::new(false))
    }

    #[test]
    fn nine_squares() {
        // Worked out by a second program as well.
        let expected = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
        assert_eq!(counts(&Squares, 9), expected);
        assert_eq!(counts(&Squares, 11)[10..], [0, 0], "nothing goes on after the end");
    }

    #[test]
    fn chance_branches_like_a_player() {
        let game = Heap { die: Some(2), ..Heap::of(3) };
        // Rolls 1 or 2; takes 1, or 1 or 2; everything rolls again.
        assert_eq!(counts(&game, 3), [1, 2, 3, 6]);
    }

    #[test]
    fn parts_belong_to_options() {
        let go_on = AtomicBool::new(false);
        let game = Heap::of(3);
        // Of three counters: 1 1 1, 1 2, 2 1, 3.
        let divided = |depth| divide(&game, &game.initial(), depth, &go_on).unwrap();
        assert_eq!(divided(0), [0, 0, 0]);
        assert_eq!(divided(1), [1, 1, 1]);
        assert_eq!(divided(2), [2, 1, 0]);
        assert_eq!(divided(3), [1, 0, 0]);
        let over = position_after(&game, &["take 3"]);
        assert_eq!(run(&game, &over, 2, &go_on), [1, 0, 0]);
    }

    #[test]
    fn the_stop_flag_keeps_what_is_complete() {
        let counts = run(&Squares, &Squares.initial(), 9, &AtomicBool::new(true));
        assert_eq!(counts, [1, 9], "the first depth applies nothing");
    }
}
