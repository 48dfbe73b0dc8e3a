//! What a program is told before it is asked.

use crate::game::{Actor, PlayerId};

/// A game as a program reads it.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// The text of the position from which play starts, in one line, unless it is the usual one.
    pub start: Option<&'a str>,
    /// The moves, in its dialect.
    pub moves: Vec<&'a str>,
    /// Who made them.
    pub by: Vec<Actor>,
    /// For whom it plays.
    pub place: PlayerId,
    /// The columns and rows of the board, if it has any.
    pub size: (usize, usize),
}

/// What a program says.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Its move, in its dialect.
    pub text: String,
    /// What it is worth to it, from 0 (lost) to 1 (won), if it says so.
    pub value: Option<f64>,
}
