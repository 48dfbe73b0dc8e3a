//! Positions: a state with the decision that is due in it, or the outcome.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::{Actor, Outcome, Probability};
use crate::rules::Rules;

use super::inquiry::Trail;
use super::run::{Choice, Note};
use super::state::State;

/// A position. Cloning one is cheap: its parts are shared.
///
/// # Equality
/// Two positions are equal when the same pieces, hands, variables and terrain stand at the same place of the same
/// player's turn. History and counters of moves are not compared.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) state: Arc<State>,
    pub(super) pending: Pending,
    key: u128,
}

/// What is due in a position.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    /// Somebody decides.
    Decision {
        /// Who.
        actor: Actor,
        /// Between what.
        offers: Arc<[Offer]>,
    },
    /// The game is over.
    Over(Arc<Outcome>),
}

/// One option of a decision.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    /// How it is written.
    pub text: String,
    /// What is chosen.
    pub choices: SmallVec<[Choice; 4]>,
    /// What is written of it, choice by choice.
    pub notes: SmallVec<[Note; 2]>,
    /// The state that it leads to, before play goes on.
    pub state: State,
    /// For a player's option what it is.
    pub played: Option<Played>,
    /// For an option of Chance how probable it is.
    pub probability: Option<Probability>,
    /// What is told of it, if somebody asks.
    pub trail: Option<Box<Trail>>,
}

/// A player's option: its move, if it does not stop instead, and whether something was taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// The move.
    pub number: Option<usize>,
    /// Whether something was taken.
    pub took: bool,
}

impl Pending {
    /// The end of the game.
    pub fn over(outcome: Outcome) -> Self {
        Self::Over(Arc::new(outcome))
    }
}

impl Position {
    pub(super) fn new(state: State, pending: Pending, rules: &Rules) -> Self {
        let key = state.key(rules);
        Self { state: Arc::new(state), pending, key }
    }

    /// The options of the decision; none when the game is over.
    pub(super) fn offers(&self) -> &[Offer] {
        match &self.pending {
            Pending::Decision { offers, .. } => offers,
            Pending::Over(_) => &[],
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.key);
    }
}
