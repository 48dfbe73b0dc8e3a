//! Tournaments: who meets whom, one game of them, and what the results say about strength.
//!
//! The room touches no files, clocks or other programs: whoever runs a tournament passes them in.

pub mod game;
pub mod rating;
pub mod schedule;
pub mod sprt;
pub mod standings;
