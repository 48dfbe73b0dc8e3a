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

/// How a game ended, if it did, and who tells its pieces.
pub struct EndOf<'a, const W: usize, P> {
    pub machine: &'a Machine<W>,
    pub ended: Option<&'a Ended>,
    pub pieces: P,
}

impl<const W: usize, P: Fn(&mut Contents)> Ending for EndOf<'_, W, P> {
    fn is(&self, outcome: &Outcome) -> bool {
        self.ended.is_some_and(|ended| self.machine.is_outcome(ended, outcome))
    }

    fn mark(&self) -> Option<u128> {
        self.ended.and_then(|ended| self.machine.mark_of(ended))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|ended| self.machine.outcome_of(ended))
    }

    fn pieces(&self, into: &mut Contents) -> bool {
        (self.pieces)(into);
        true
    }
}

impl<const W: usize> Machine<W> {
    /// Fills a buffer with what lies in the registers, and in a state what does not.
    pub(super) fn contents_in_lane(&self, rush: &Rush<W>, lane: &Lane<W>, state: &State, into: &mut Contents) {
        let mut state = state.clone();
        lane.store(&rush.registers, &self.program.layout, &mut state);
        self.contents(&state, into);
    }

    /// Fills a buffer with the pieces that stood at a start, which are kept once somebody has asked, and those that came to the board.
    pub(super) fn pieces_of_drops(
        &self,
        (start, standing): (&Position<W>, &OnceCell<Contents>),
        dropped: &Dropped<'_>,
        into: &mut Contents,
    ) {
        let standing = standing.get_or_init(|| {
            let mut standing = Contents::default();
            self.contents(&start.state, &mut standing);
            standing
        });
        into.clear();
        into.pieces.extend_from_slice(&standing.pieces);
        into.pieces.extend(dropped.pieces());
    }
}
