//! Whoever chooses options without being asked by a person.

use std::{fmt::Debug, sync::Arc, time::Duration};

use crate::game::{Game, Halt};

/// Tells the time that passed since some moment in the past.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// A machine that plays.
pub trait Player<G: Game>: Debug + Send {
    /// Chooses an option of a player's decision. None when no player decides, and when it was
    /// called to halt before there was anything to go by.
    fn choose(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<usize>;
}
