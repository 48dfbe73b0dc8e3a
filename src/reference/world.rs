//! The rules as every part of the evaluator sees them.

use std::cell::Cell;

use crate::game::PlayerId;
use crate::rules::Rules;
use crate::rules::types::Value;

use super::expression::Scope;
use super::facts::Facts;
use super::inquiry::Inquiry;
use super::state::State;
use super::watch::Watch;

/// The rules, what follows from them, and which questions are being answered.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What follows from them.
    pub facts: &'a Facts,
    /// What may not be asked again.
    pub asking: Asking,
    /// The effort that is left for the present decision.
    pub effort: &'a Cell<u64>,
    /// Who is told what happens.
    pub watch: Option<&'a Watch>,
    /// Who asks why.
    pub inquiry: Option<&'a Inquiry>,
}

/// The effort that one decision may take: expressions worked out, with each run of a move counted as [`RUN`].
pub const EFFORT: u64 = 200_000_000;
/// The effort of one run of a move, which is a whole position to keep.
pub const RUN: u64 = 1000;

/// The questions that are being answered. Inside its own answer each of them is answered by no (or nothing), so that
/// every answer is found in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// Whether a player is stuck.
    pub stuck: bool,
    /// Whether a cell is attacked.
    pub attacked: bool,
    /// Whether a position is repeated.
    pub repeated: bool,
    /// Whether turns can end, this many within each other.
    pub ahead: u16,
    /// Whether moves can be made, one bit for each.
    pub can: u128,
    /// Whether a turn can end behind a move that can be made.
    pub beyond: bool,
}

impl<'a> World<'a> {
    /// Spends effort; no if there is none left. What is not worked out then is empty, and the game ends unfinished.
    pub fn spend(&self, effort: u64) -> bool {
        let left = self.effort.get();
        self.effort.set(left.saturating_sub(effort));
        left > effort
    }

    /// Whether the effort for this decision is spent.
    pub fn is_exhausted(&self) -> bool {
        self.effort.get() == 0
    }

    /// The names and numbers of a position, with a meaning for `my`.
    pub fn scope<'s>(&self, state: &'s State, me: Option<PlayerId>) -> Scope<'s>
    where
        'a: 's,
    {
        Scope::new(*self, state, me)
    }

    /// A player as a value.
    pub fn player_value(player: Option<PlayerId>) -> Value {
        Value::One(player.map(|player| u16::from(player.0)))
    }
}
