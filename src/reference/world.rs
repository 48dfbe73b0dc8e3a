//! The rules as every part of the evaluator sees them.

use std::cell::Cell;

use crate::budget::{Budget, Halt};
use crate::game::PlayerId;
use crate::rules::Rules;
use crate::rules::board::MAX_PIECES;
use crate::rules::types::Value;
use crate::source::Span;

use super::expression::Scope;
use super::facts::Facts;
use super::inquiry::Inquiry;
use super::run::Run;
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
    /// What is left for the present decision.
    pub purse: &'a Purse<'a>,
    /// Who is told what happens.
    pub watch: Option<&'a Watch>,
    /// Who asks why.
    pub inquiry: Option<&'a Inquiry>,
}

/// The effort that one decision may take: expressions worked out, with each run of a move counted as [`RUN`].
pub const EFFORT: u64 = 200_000_000;
/// The effort of one run of a move, which is a whole position to keep.
pub const RUN: u64 = 1000;
/// The bytes that the positions of one decision may take together.
const ROOM: u64 = 64 << 20;
/// The bytes that each piece counts that is put on the board.
const PUT: u64 = 128;
/// The effort between two looks at the budget is two to the power of this.
const LOOKS: u32 = 14;

/// What is left for one decision, and the budget that all of them share.
#[derive(Debug)]
pub struct Purse<'a> {
    effort: Cell<u64>,
    /// The bytes that positions may still take.
    room: Cell<u64>,
    /// What is being worked out.
    place: Cell<Span>,
    budget: &'a Budget,
}

impl<'a> Purse<'a> {
    /// What one decision may take; nothing once the budget is spent.
    pub fn new(budget: &'a Budget) -> Self {
        let effort = if budget.is_called() { 0 } else { EFFORT };
        Self { effort: Cell::new(effort), room: Cell::new(ROOM), place: Cell::default(), budget }
    }

    /// The effort that was spent.
    pub fn spent(&self) -> u64 {
        EFFORT - self.effort.get()
    }

    /// Notes what is being worked out.
    pub fn note(&self, place: Span) {
        self.place.set(place);
    }

    /// Spends effort; no if there is none left.
    fn spend(&self, effort: u64) -> bool {
        let left = self.effort.get();
        let rest = left.saturating_sub(effort);
        let looks = left >> LOOKS != rest >> LOOKS && self.budget.look_at(self.place.get());
        self.effort.set(if looks { 0 } else { rest });
        self.effort.get() > 0
    }

    /// Spends bytes; without enough of them the effort is spent too.
    fn keep(&self, bytes: u64) -> bool {
        match self.room.get().checked_sub(bytes) {
            Some(rest) => self.room.set(rest),
            None => self.effort.set(0),
        }
        self.effort.get() > 0
    }
}

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
        self.purse.spend(effort)
    }

    /// Spends what so many runs like this one take, each with a position of its own; no if there is not enough left.
    pub fn spend_runs(&self, state: &State, n: usize) -> bool {
        self.spend(RUN.saturating_mul(n as u64)) && self.keep_runs(state, n)
    }

    /// The same of runs that go on in the place of this one, which lies nowhere any more.
    pub fn spend_runs_instead(&self, state: &State, n: usize) -> bool {
        self.spend(RUN.saturating_mul(n as u64)) && self.keep_runs(state, n.saturating_sub(1))
    }

    fn keep_runs(&self, state: &State, n: usize) -> bool {
        // The list of the runs has room for as many again while it grows.
        let bytes = state.own_bytes() + size_of::<Run>() as u64;
        self.purse.keep(bytes.saturating_mul(n as u64))
    }

    /// Spends what so many pieces take that are put on the board of a state; no if there is not enough left, or no room for
    /// them.
    pub fn spend_pieces(&self, state: &State, n: u64) -> bool {
        let standing: usize = state.stacks.iter().map(|stack| stack.len()).sum();
        if standing as u64 + n > MAX_PIECES as u64 {
            self.purse.effort.set(0);
        }
        self.spend(n) && self.purse.keep(PUT.saturating_mul(n))
    }

    /// Whether there is room for a list of so many, with as many again while it grows; without it the effort is spent.
    /// Nothing is taken from the room, as the list is gone before the decision is there.
    pub fn has_room<T>(&self, n: usize) -> bool {
        let bytes = (2 * n as u64).saturating_mul(size_of::<T>() as u64);
        if bytes > self.purse.room.get() {
            self.purse.effort.set(0);
        }
        !self.is_exhausted()
    }

    /// Whether the effort for this decision is spent.
    pub fn is_exhausted(&self) -> bool {
        self.purse.effort.get() == 0
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
