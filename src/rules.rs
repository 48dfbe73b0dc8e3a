//! What a rule file says: names resolved, types checked, board built.

pub mod board;
pub mod look;

/// The rules of one game, with its options and its number of players chosen.
#[derive(Debug)]
pub struct Rules {
    /// The board.
    pub board: board::Board,
    /// What people see.
    pub look: look::Look,
    /// A fingerprint of the rules and the options chosen, as hexadecimal digits.
    pub fingerprint: String,
    /// The chosen value of every option, in the order of the file.
    pub options: Vec<(String, String)>,
}
