//! How games ended of which nobody keeps the position.
//!
//! ```text
//!   one after the other      the pieces lie in the registers until the next game begins
//!   several at once          only their cells are known, in the order in which they came
//!   left over, played alone  there is a position as ever
//! ```

use std::cell::OnceCell;

use crate::engine::ends::Ended;
use crate::engine::machine::Machine;
use crate::engine::position::Position;
use crate::engine::state::State;
use crate::game::{Contents, Ending, Outcome};

use super::Rush;
use super::abreast::Dropped;
use super::lane::Lane;

/// The end of a game that lies in the registers.
pub struct InLane<'a, const W: usize> {
    pub machine: &'a Machine<W>,
    pub rush: &'a Rush<W>,
    pub ended: &'a Ended,
    pub lane: &'a Lane<W>,
    /// What is not in the registers.
    pub state: &'a State,
}

impl<const W: usize> Ending for InLane<'_, W> {
    fn is(&self, outcome: &Outcome) -> bool {
        self.machine.is_outcome(self.ended, outcome)
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.machine.outcome_of(self.ended))
    }

    fn pieces(&self, into: &mut Contents) -> bool {
        let mut state = self.state.clone();
        self.lane.store(&self.rush.registers, &self.machine.program.layout, &mut state);
        self.machine.contents(&state, into);
        true
    }
}

/// The end of a game in which nothing was done but to drop pieces.
pub struct OfDrops<'a, const W: usize> {
    pub machine: &'a Machine<W>,
    pub ended: &'a Ended,
    pub start: &'a Position<W>,
    /// What stands at the start, once somebody has asked.
    pub standing: &'a OnceCell<Contents>,
    pub dropped: &'a Dropped<'a>,
}

impl<const W: usize> Ending for OfDrops<'_, W> {
    fn is(&self, outcome: &Outcome) -> bool {
        self.machine.is_outcome(self.ended, outcome)
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.machine.outcome_of(self.ended))
    }

    fn pieces(&self, into: &mut Contents) -> bool {
        let standing = self.standing.get_or_init(|| {
            let mut standing = Contents::default();
            self.machine.contents(&self.start.state, &mut standing);
            standing
        });
        into.clear();
        into.pieces.extend_from_slice(&standing.pieces);
        into.pieces.extend(self.dropped.pieces());
        true
    }
}

/// The end of a game that stands at a position, if it has come to one.
pub struct At<'a, const W: usize> {
    pub machine: &'a Machine<W>,
    pub position: &'a Position<W>,
}

impl<const W: usize> Ending for At<'_, W> {
    fn is(&self, outcome: &Outcome) -> bool {
        self.machine.ended_with(self.position, outcome)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.machine.outcome(self.position)
    }

    fn pieces(&self, into: &mut Contents) -> bool {
        self.machine.contents(&self.position.state, into);
        true
    }
}
