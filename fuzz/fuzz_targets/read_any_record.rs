//! Any text read as a saved match gives a match or an error; the moves of a built-in game are replayed alike by both evaluators.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::game::Game;
use merel::record::{replay, saved};

/// So many moves are replayed.
const MOVES: usize = 40;

fuzz_target!(|text: &str| {
    let Ok(read) = saved::parse(text) else { return };
    assert_eq!(saved::parse(&saved::to_text(&read)).as_ref(), Ok(&read));
    let Some(made) = merel_fuzz::evaluated(&read.game) else { return };
    let (reference, engine) = (&made.reference, &made.engine);
    let moves = &read.moves[..read.moves.len().min(MOVES)];
    let first = replay::moves(reference, reference.initial(), moves);
    let second = replay::moves(engine, engine.initial(), moves);
    if merel_fuzz::is_cut(reference) {
        return;
    }
    match (first, second) {
        (Ok(first), Ok(second)) => {
            assert_eq!((first.options, first.outcome), (second.options, second.outcome), "{text}");
        }
        (first, second) => assert_eq!(first.err(), second.err(), "{text}"),
    }
});
