//! Positions in one line of text: what the fields tell, and what was read from them.

use super::model::{Expr, Statement};

/// How positions are written: fields with blanks between, each of parts without.
pub type Format = Vec<Vec<Part>>;

/// What a part of a field tells.
#[derive(Clone, Debug)]
pub enum Part {
    /// This very text.
    Text(String),
    /// What stands on the cells, row by row from the top.
    Board(BoardPart),
    /// The hands, each kind with its number in front.
    Hands,
    /// Whose turn it is: the sign of each player, by seat.
    Mover(Vec<String>),
    /// The number of the turn, or (yes) of the round, counted from so many.
    Ordinal(bool, i64),
    /// The count of a counter of the rules.
    Counter(usize),
    /// A variable.
    Variable(VariablePart),
}

/// The board as a part of a field.
#[derive(Clone, Debug, Default)]
pub struct BoardPart {
    /// Whether the hands stand behind it in brackets.
    pub with_hands: bool,
    /// How holes are written; they have no sign without it.
    pub hole: Option<String>,
    /// Signs of the first player for kinds, by number; they are read besides the letters, and never written.
    pub signs: Vec<(String, usize)>,
}

/// A variable as a part of a field.
#[derive(Clone, Debug)]
pub struct VariablePart {
    /// Its number.
    pub variable: usize,
    /// The member that it belongs to; a set of one.
    pub of: Option<Expr>,
    /// What is written is this number less the variable.
    pub from: Option<i64>,
    /// Values with their signs: members, sets of them, or a truth.
    pub signs: Vec<(Expr, String)>,
}

/// What a text says of a position.
#[derive(Debug, Default)]
pub struct Written {
    /// Pieces, hands and variables.
    pub statements: Vec<Statement>,
    /// Whose turn it is, by seat.
    pub mover: Option<usize>,
    /// Counts, by counter of the rules.
    pub counters: Vec<(usize, i32)>,
    /// Completed turns.
    pub turns: Option<u32>,
    /// Completed rounds.
    pub rounds: Option<u32>,
}

/// What must hold at the beginning of every turn, for each player.
#[derive(Clone, Debug)]
pub struct Law {
    /// Its name.
    pub name: String,
    /// The condition, `my` being each player in turn.
    pub holds: Expr,
}
