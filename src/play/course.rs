//! What was played, move by move.

use crate::game::{Actor, Game};

/// An option that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who took it.
    pub actor: Actor,
    /// The option, a number among those of its decision.
    pub option: usize,
    /// Its text.
    pub notation: String,
}

/// How a game came to where it stands.
#[derive(Debug)]
pub struct Course<'a, G: Game> {
    /// The position from which play started.
    pub start: &'a G::Position,
    /// What was decided since.
    pub moves: &'a [Move],
    /// The position now.
    pub position: &'a G::Position,
}
