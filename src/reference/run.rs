//! One run of the text of a move: the position so far, what was chosen, and how it is written.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::PlayerId;
use crate::rules::Rules;
use crate::rules::model::Travel;
use crate::rules::types::{Domain, Set};
use crate::source::Span;

use super::inquiry::Trail;
use super::state::{Piece, State};

/// What a player chooses in a run. Options are put in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// To go on no further.
    Stop,
    /// A member of a domain other than cells, by its number.
    Value(u16),
    /// A cell.
    Cell(u16),
}

impl Choice {
    /// The choice of a member of a domain.
    pub fn of(domain: Domain, member: u16) -> Self {
        match domain {
            Domain::Cell => Choice::Cell(member),
            _ => Choice::Value(member),
        }
    }
}

/// What is written of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A member picked before the travel.
    First(Domain, u16),
    /// A travel, and whether something was taken in it.
    Travel {
        /// From where.
        origin: u16,
        /// To where.
        landing: u16,
        /// Whether something was taken.
        took: bool,
    },
    /// A drop of a kind on a cell.
    Drop(u16, u16),
    /// A piece that stays on its cell.
    Stay(u16),
    /// A member picked afterwards, and the kept name that it was picked for.
    Later(Domain, u16, usize),
    /// The choice to go on no further.
    Stop,
}

/// One run of the text of a move.
#[derive(Clone, Debug)]
pub struct Run {
    /// The position so far.
    pub state: State,
    /// The player that `my` means.
    pub me: Option<PlayerId>,
    /// What was chosen.
    pub choices: SmallVec<[Choice; 4]>,
    /// What is written.
    pub notes: SmallVec<[Note; 2]>,
    /// The cells whose pieces leave at the end of the move.
    pub pending: Set,
    /// The position before the latest travel, where a template may ask for it.
    pub before: Option<Arc<State>>,
    /// Whether the travels and their blocks took something.
    pub took: bool,
    /// The set that let a travel land on a piece of the mover's own.
    pub took_own: Option<Span>,
    /// What is told of it, if somebody asks.
    pub trail: Option<Box<Trail>>,
}

impl Run {
    /// A run that has not begun.
    pub fn new(state: State, me: Option<PlayerId>) -> Self {
        Self {
            state,
            me,
            choices: SmallVec::new(),
            notes: SmallVec::new(),
            pending: Set::default(),
            before: None,
            took: false,
            took_own: None,
            trail: None,
        }
    }

    /// Notes that a travel is about to take a piece of the mover's own.
    pub fn note_own(&mut self, landing: u16, travel: &Travel, stacks: bool) {
        let is_own = |piece: &Piece| piece.owner.is_some() && piece.owner == self.me;
        if !stacks && self.state.top(landing).is_some_and(is_own) {
            self.took_own = Some(travel.to.span);
        }
    }

    /// Begins to change the position: from here on it is no longer the one that was tested.
    pub fn begin_change(&mut self, rules: &Rules, number: usize) {
        if rules.moves[number].notation.is_some() {
            self.before = Some(Arc::new(self.state.clone()));
        }
        self.state.noted = false;
    }
}
