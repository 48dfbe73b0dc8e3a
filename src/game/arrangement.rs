//! A position at the beginning of a turn as plain data, by which one evaluator hands it to another.

use crate::rules::types::Value;

use super::PlayerId;

/// A piece with all that it remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its kind, a number in [`crate::rules::Rules::kinds`].
    pub kind: usize,
    /// Whose it is; none if it is neutral.
    pub owner: Option<PlayerId>,
    /// Whether it has moved.
    pub moved: bool,
    /// Its variables, by number in [`crate::rules::Rules::variables`].
    pub variables: Vec<(usize, Value)>,
}

/// A position as a text tells it: where it begins, and the options that are taken from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The beginning of a turn; none for the first decision of all.
    pub arrangement: Option<Arrangement>,
    /// The options, by number.
    pub taken: Vec<usize>,
}

/// A position at the beginning of a turn, without its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The pieces on each cell, bottom first.
    pub cells: Vec<Vec<Standing>>,
    /// By terrain, the value of each cell.
    pub terrain: Vec<Vec<Option<u16>>>,
    /// Pieces in hand: by player, then by kind.
    pub hands: Vec<Vec<u32>>,
    /// By variable, its values; none for those of pieces.
    pub variables: Vec<Vec<Value>>,
    /// By variable, the turn in which it was last set, counted from one.
    pub written: Vec<u32>,
    /// By counter of the rules.
    pub counters: Vec<i32>,
    /// By player: zero while in the game, else when it went out.
    pub out: Vec<u8>,
    /// The present phase.
    pub phase: usize,
    /// Whose turn it is.
    pub mover: Option<PlayerId>,
    /// Who has the first turn of each round.
    pub starter: PlayerId,
    /// Completed turns.
    pub turns: u32,
    /// Completed rounds.
    pub rounds: u32,
}
