use std::sync::atomic::AtomicBool;

use super::*;
use crate::testing::{Heap, Squares};

fn counted<G: Game>(game: &G, n: u64, seed: u64, max_decisions: u64) -> Tally {
    tally(game, &game.initial(), 0..n, seed, max_decisions, &|_| {}, &AtomicBool::new(false))
}

#[test]
fn outcomes_come_close_to_the_known_ones() {
    // The exact probabilities under random play, worked out by a second program that went through all
    // positions: 737/1260 for the first player, 121/420 for the second, 8/63 drawn.
    let n = 20_000;
    let found = counted(&Squares, n, 1, 100);
    for (count, expected) in [(found.won[0], 737.0 / 1260.0), (found.won[1], 121.0 / 420.0), (found.drawn, 8.0 / 63.0)]
    {
        assert!((count as f64 / n as f64 - expected).abs() < 0.01, "{found:?}");
    }
    assert_eq!(found.ends[&(0, "line".into())], found.won[0] + found.won[1]);
    assert_eq!(found.ends[&(1, "board full".into())], found.drawn);
    assert_eq!((found.games, found.longest, found.nobody, found.unfinished), (n, 9, 0, 0));
}

#[test]
fn three_players_and_a_die() {
    let game = Heap { players: 3, die: Some(6), ..Heap::of(12) };
    let found = counted(&game, 1_000, 1, 100);
    assert_eq!(found.won.len(), 3);
    assert_eq!(found.won.iter().sum::<u64>(), 1_000);
    assert!(found.longest <= 12, "casts of the die are no decisions of players");
}

#[test]
fn games_without_end_are_given_up() {
    let game = Heap { most: 0, pass: true, ..Heap::of(3) };
    let found = counted(&game, 10, 1, 50);
    assert_eq!((found.games, found.unfinished, found.longest, found.decisions), (10, 10, 50, 500));
    assert!(found.ends.is_empty());
}

#[test]
fn threads_do_not_matter() {
    let with_threads = |n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        pool.install(|| counted(&Squares, 5_000, 3, 100))
    };
    assert_eq!(with_threads(1), with_threads(3));
    assert_ne!(with_threads(1), counted(&Squares, 5_000, 4, 100));
}

#[test]
fn progress_is_told() {
    let most = AtomicU64::new(0);
    let note = |done| {
        most.fetch_max(done, Ordering::Relaxed);
    };
    tally(&Squares, &Squares.initial(), 0..5_000, 1, 100, &note, &AtomicBool::new(false));
    assert_eq!(most.into_inner(), 5_000);
}

#[test]
fn a_stopped_run_is_a_shorter_run() {
    let stop = AtomicBool::new(false);
    let raise = |done| stop.store(done >= 6_000, Ordering::Relaxed);
    let stopped = tally(&Squares, &Squares.initial(), 0..1_000_000, 1, 100, &raise, &stop);
    assert!((4_096..8_192).contains(&stopped.games), "{}", stopped.games);
    assert_eq!(stopped, counted(&Squares, stopped.games, 1, 100));
}

#[test]
fn parts_of_games_sum_up_to_all() {
    let part = |games: std::ops::Range<u64>| {
        tally(&Squares, &Squares.initial(), games, 7, 100, &|_| {}, &AtomicBool::new(false))
    };
    let whole = part(0..9_000);
    let mut sum = part(5_000..9_000);
    sum.add(part(0..5_000));
    assert_eq!(sum, whole);
    let text = serde_json::to_string(&whole).unwrap();
    assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), whole, "what is written can be read");
}
