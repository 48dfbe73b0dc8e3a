//! What can be learnt from games: where they were lost, and positions with one winning move.

mod annotate;
mod forced;
mod html;
mod puzzles;
mod seen;

pub use annotate::{Kind, Remark, Study, Worth, remarks};
pub use puzzles::{Difficulty, Found, Puzzle, puzzles};
pub use seen::is_seen;
