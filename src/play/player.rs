//! Whoever chooses options without being asked by a person.

use std::{fmt::Debug, sync::Arc, time::Duration};

use crate::game::{Game, Halt};

use super::course::Course;

/// Tells the time that passed since some moment in the past.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// A machine that plays.
pub trait Player<G: Game>: Debug + Send {
    /// Chooses an option of a player's decision. None when no player decides, and when it was
    /// called to halt before there was anything to go by.
    fn choose(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<usize>;

    /// The same, with all that was played: some players are told moves, not positions.
    fn choose_in(&mut self, game: &G, course: &Course<'_, G>, halt: &dyn Halt) -> Option<usize> {
        self.choose(game, course.position, halt)
    }

    /// What the player thought of the option that it chose last: what it is worth to it, from 0 (lost) to 1 (won). None
    /// if it did not look.
    fn opinion(&self) -> Option<f64> {
        None
    }

    /// Why the player cannot go on, in a sentence without a full stop; none as long as it can.
    fn fault(&self) -> Option<String> {
        None
    }
}
