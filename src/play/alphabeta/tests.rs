use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::game::Never;
use crate::testing::{Heap, Squares, SquaresPosition, position_after};

fn bounds(positions: u64) -> Bounds<'static> {
    Bounds { positions, is_over: &|| false, depth: 40, lines: 1, replies: true, threads: 1 }
}

fn look<G: Game>(game: &G, position: &G::Position, bounds: Bounds<'_>) -> Found {
    search(game, position, None, &mut Memory::of(1 << 16), bounds, &Never)
}

/// What a position is worth to its mover, by trying everything.
fn exact(position: SquaresPosition, known: &mut HashMap<SquaresPosition, i32>) -> i32 {
    if let Some(&score) = known.get(&position) {
        return score;
    }
    let score = match Squares.outcome(&position) {
        // The mover of a position that is over would be who has not just played.
        Some(outcome) => {
            let last = if position.taken[0].count_ones() > position.taken[1].count_ones() { 0 } else { 1 };
            if outcome.value(PlayerId(last)) == 1.0 { -1 } else { 0 }
        }
        None => {
            let after = |option| {
                let mut next = position;
                Squares.apply(&mut next, option);
                next
            };
            (0..Squares.n_options(&position)).map(|option| -exact(after(option), known)).max().unwrap_or(0)
        }
    };
    known.insert(position, score);
    score
}

#[test]
fn every_position_of_a_small_game_is_worth_what_it_is_worth() {
    let mut known = HashMap::new();
    assert_eq!(exact(Squares.initial(), &mut known), 0);
    let open = known.iter().filter(|(position, _)| Squares.outcome(position).is_none());
    let mut all: Vec<(SquaresPosition, i32)> = open.map(|(position, score)| (*position, *score)).collect();
    all.sort_unstable_by_key(|(position, _)| position.taken);
    let (mut won, mut lost) = (0, 0);
    for (position, expected) in all.into_iter().step_by(11) {
        let found = look(&Squares, &position, bounds(u64::MAX));
        let score = found.lines[0].score;
        assert_eq!(score.signum() * i32::from(score.abs() >= CERTAIN), expected, "{position:?} {found:?}");
        won += i32::from(expected > 0);
        lost += i32::from(expected < 0);
    }
    assert!(won > 100 && lost > 50, "{won} {lost}");
}

#[test]
fn a_win_comes_with_its_length() {
    // Whoever leaves a multiple of four wins: of seven, three are taken; then whatever is taken of four, the rest.
    let found = look(&Heap::of(7), &Heap::of(7).initial(), bounds(u64::MAX));
    assert_eq!((found.lines[0].options[0], WON - found.lines[0].score), (2, 3), "{found:?}");
    // Of eight nothing wins; one is taken so that it takes longest: 8 7 4 3 0.
    let found = look(&Heap::of(8), &Heap::of(8).initial(), bounds(u64::MAX));
    assert_eq!(WON + found.lines[0].score, 4, "{found:?}");
}

#[test]
fn the_best_line_is_told() {
    let position = position_after(&Squares, &["a1", "b2", "a2", "c3", "b1"]);
    // The other wins by c1 in the row or by a3 in the column, whatever is stopped: the first option is as good as any.
    let found = look(&Squares, &position, bounds(u64::MAX));
    let texts = |options: &[usize]| {
        let mut position = position;
        let text = |&option: &usize| {
            let text = Squares.notation(&position, option);
            Squares.apply(&mut position, option);
            text
        };
        options.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(texts(&found.lines[0].options), ["c1", "a3"]);
    assert_eq!(WON + found.lines[0].score, 2, "lost with the second decision: {found:?}");
}

#[test]
fn several_lines_come_in_order() {
    let found = look(&Heap::of(7), &Heap::of(7).initial(), Bounds { lines: 3, ..bounds(u64::MAX) });
    let scores: Vec<i32> = found.lines.iter().map(|line| line.score).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores.len() == 3, "{scores:?}");
    assert_eq!(found.lines[0].options[0], 2);
    assert!(scores[1] <= -CERTAIN, "whoever takes one or two of seven loses: {scores:?}");
}

/// Whoever has not even seen all options once still knows a second best one.
#[test]
fn what_was_not_looked_at_is_guessed() {
    let found = look(&Squares, &Squares.initial(), Bounds { lines: 2, ..bounds(3) });
    assert_eq!((found.depth, found.lines.len()), (0, 2), "{found:?}");
    assert_eq!(found.lines[1].positions, 0);
    assert_ne!(found.lines[0].options[0], found.lines[1].options[0]);
    assert_eq!(look(&Squares, &Squares.initial(), Bounds { lines: 30, ..bounds(3) }).lines.len(), 9);
}

#[test]
fn a_game_that_is_played_out_needs_no_deeper_look() {
    let found = look(&Squares, &Squares.initial(), bounds(u64::MAX));
    // Nine decisions fill the board; some options are looked at less deep at first.
    assert!((9..20).contains(&found.depth), "{found:?}");
    assert_eq!(found.lines[0].score, 0);
}

#[test]
fn the_same_count_gives_the_same_result() {
    let start = Squares.initial();
    let one = look(&Squares, &start, bounds(500));
    assert_eq!(one, look(&Squares, &start, bounds(500)));
    assert!(one.positions <= 500, "{}", one.positions);
}

/// What several threads find out together is what one finds out where all is played out.
#[test]
fn threads_come_to_the_same_scores() {
    for threads in [2, 3] {
        let bounds = Bounds { threads, ..bounds(u64::MAX) };
        assert_eq!(look(&Squares, &Squares.initial(), bounds).lines[0].score, 0);
        let found = look(&Heap::of(11), &Heap::of(11).initial(), bounds);
        // Three are taken of eleven; then of eight, whatever is taken, the rest of four, twice: 11 8 7 4 3 0.
        assert_eq!((found.lines[0].options[0], WON - found.lines[0].score), (2, 5), "{found:?}");
        let found = look(&Squares, &Squares.initial(), Bounds { positions: 600, ..bounds });
        assert!(found.positions <= 600 && found.lines.len() == 1, "{found:?}");
        let stopped = AtomicBool::new(true);
        let found = search(&Squares, &Squares.initial(), None, &mut Memory::of(0), bounds, &stopped);
        assert_eq!(found, Found::default());
    }
}

/// Whoever says that the time is over is heeded before the next few positions are looked at.
#[test]
fn it_stops_at_once() {
    for asked in [1, 5, 40] {
        let calls = std::sync::atomic::AtomicU64::new(0);
        let is_over = || calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= asked;
        let found = look(&Squares, &Squares.initial(), Bounds { is_over: &is_over, ..bounds(u64::MAX) });
        assert!(found.positions <= LOOKS * (asked + 1), "{asked}: {found:?}");
    }
}

#[test]
fn it_stops_when_it_must() {
    let start = Squares.initial();
    let stopped = AtomicBool::new(true);
    let found = search(&Squares, &start, None, &mut Memory::of(0), bounds(100), &stopped);
    assert_eq!(found, Found::default());
    let over = Bounds { is_over: &|| true, ..bounds(u64::MAX) };
    let found = look(&Squares, &start, over);
    assert_eq!(found.lines.len(), 1, "something is chosen though there is no time");
    let ended = position_after(&Squares, &["a1", "b1", "a2", "b2", "a3"]);
    assert_eq!(look(&Squares, &ended, bounds(10)), Found::default());
}
