//! What can be learnt from games: where they were lost, and positions with one winning move.

mod forced;
mod html;
mod puzzles;

pub use puzzles::{Difficulty, Found, Puzzle, puzzles};
