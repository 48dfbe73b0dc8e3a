//! What can be learnt from games: where they were lost, and positions with one winning move.

mod annotate;
mod forced;
mod html;
mod puzzles;

pub use annotate::{Mark, Note, Thinker, annotate, with_notes};
pub use puzzles::{Difficulty, Found, Puzzle, puzzles};
