//! The rules as every part of the evaluator sees them.

use crate::game::PlayerId;
use crate::rules::Rules;
use crate::rules::types::Value;

use super::expression::Scope;
use super::facts::Facts;
use super::state::State;

/// The rules, what follows from them, and which questions are being answered.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What follows from them.
    pub facts: &'a Facts,
    /// What may not be asked again.
    pub asking: Asking,
}

/// The questions that are being answered. Inside its own answer each of them is answered by no (or nothing), so that
/// every answer is found in the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asking {
    /// Whether a player is stuck.
    pub stuck: bool,
    /// Whether a cell is attacked.
    pub attacked: bool,
    /// Whether moves can be made, one bit for each.
    pub can: u128,
}

impl<'a> World<'a> {
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
