//! Matches as text: the match file, and playing one again.

pub mod pgn;
pub mod replay;
pub mod result;
pub mod saved;
pub mod settled;
