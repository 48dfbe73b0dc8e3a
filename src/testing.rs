//! Small games written by hand, for the tests of rooms that only need some [`Game`](crate::game::Game).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::game::{Game, NotAnOption};
use crate::play::player::Clock;

mod heap;
mod squares;

pub use heap::Heap;
pub use squares::{Squares, SquaresPosition};

/// What [`Game::parse`] does, without a suggestion.
fn parse<G: Game>(game: &G, position: &G::Position, text: &str) -> Result<usize, NotAnOption> {
    let options = game.notations(position);
    let found = options.iter().position(|option| option.eq_ignore_ascii_case(text));
    found.ok_or(NotAnOption { text: text.to_owned(), meant: Vec::new(), nearest: None, options })
}

/// A clock that is set by hand, in seconds.
pub fn clock() -> (Arc<AtomicU64>, Clock) {
    let time = Arc::new(AtomicU64::new(0));
    let now = time.clone();
    (time, Arc::new(move || Duration::from_secs(now.load(Ordering::Relaxed))))
}

/// Plays the options that the texts mean, from the start.
///
/// # Panics
/// If one of them is no option.
pub fn position_after<G: Game>(game: &G, moves: &[&str]) -> G::Position {
    let mut position = game.initial();
    for text in moves {
        let option = game.parse(&position, text).expect("the test plays options");
        game.apply(&mut position, option);
    }
    position
}
