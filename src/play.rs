//! Players and matches: who sits where, how machines choose, how chance is drawn.
//!
//! The room touches no clock: whoever starts a match passes one in.

pub mod alphabeta;
mod beside;
pub mod chance;
pub mod clock;
pub mod course;
pub mod expect;
pub mod level;
pub mod matches;
pub mod mind;
pub mod player;
pub mod playout;
pub mod random;
pub mod search;
pub mod seat;
pub mod train;
