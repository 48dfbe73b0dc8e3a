//! Options that are taken so that they can be taken back.

use super::machine::Machine;
use super::position::{Due, Options, Position};
use super::state::State;
use super::turn::Taken;

/// What takes an option back. It lies in a box, as it goes from hand to hand between the engine and who looks ahead.
#[derive(Debug, Default)]
pub struct Undo<const W: usize>(Box<Before<W>>);

/// What was there before an option was taken.
#[derive(Debug)]
struct Before<const W: usize> {
    state: State,
    due: Due<W>,
    history: usize,
}

impl<const W: usize> Default for Before<W> {
    fn default() -> Self {
        Self { state: State::empty(), due: Due::Nothing, history: 0 }
    }
}

impl<const W: usize> Position<W> {
    /// Leaves what is due, with the state as it is; what takes back whatever comes then.
    pub(super) fn leave(&mut self) -> Undo<W> {
        let Self { state, due, scratch, .. } = self;
        scratch.glance_at_piles(state);
        let Undo(mut before) = scratch.undone.pop().unwrap_or_default();
        before.state.clone_from(state);
        std::mem::swap(&mut before.due, due);
        before.history = scratch.history.len;
        Undo(before)
    }

    /// The same for another state, come to when the history was so long.
    fn leave_for(&mut self, next: State, history: usize) -> Undo<W> {
        let Self { state, due, scratch, .. } = self;
        let Undo(mut before) = scratch.undone.pop().unwrap_or_default();
        scratch.give(std::mem::replace(&mut before.state, std::mem::replace(state, next)));
        std::mem::swap(&mut before.due, due);
        before.history = history;
        Undo(before)
    }
}

impl<const W: usize> Machine<W> {
    /// Takes an option.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn apply(&self, position: &mut Position<W>, option: usize) -> Undo<W> {
        let Position { state, due, scratch, .. } = position;
        // Whatever was asked about the decision: what is taken has the effort of one.
        scratch.refill_unasked();
        let (next, taken) = match due {
            Due::Decision { options: Options::Listed(listed), .. } => {
                let entry = &listed.entries[option];
                let taken = Taken { number: entry.number, took: entry.took };
                (scratch.copy(&entry.state), Some(taken))
            }
            Due::Decision { options: Options::Drawn { draw, draws }, .. } => {
                let mut next = scratch.copy(state);
                let name = self.program.draws[*draw as usize].0 as usize;
                next.keep(&self.program.layout, name, i64::from(draws[option].member));
                (next, None)
            }
            Due::Decision { options: Options::Reached(_) | Options::Unlisted, .. } => {
                panic!("who looks ahead takes options as he tries them")
            }
            Due::Nothing | Due::Over(_) => panic!("the game is over"),
        };
        self.enter(position, next, taken)
    }

    /// Goes on from the state that an option led to.
    pub(super) fn enter(&self, position: &mut Position<W>, next: State, taken: Option<Taken>) -> Undo<W> {
        let history = position.scratch.history.len;
        self.tally_position(&mut position.scratch, &position.state);
        self.tally_option(&mut position.scratch, taken);
        let undo = position.leave_for(next, history);
        let Position { state, due, scratch, .. } = position;
        self.take(state, taken);
        self.advance_taken(scratch, state, due);
        undo
    }

    /// Goes on from a state in which a turn has just begun, reached when the history was so long.
    pub(super) fn enter_begun(&self, position: &mut Position<W>, next: State, history: usize) -> Undo<W> {
        let undo = position.leave_for(next, history);
        let Position { state, due, scratch, .. } = position;
        self.advance(scratch, state, due);
        undo
    }

    /// Takes the latest option back.
    pub fn undo(&self, position: &mut Position<W>, Undo(mut before): Undo<W>) {
        let Position { state, due, scratch, .. } = position;
        scratch.retire(due);
        std::mem::swap(state, &mut before.state);
        std::mem::swap(due, &mut before.due);
        scratch.history.truncate(before.history);
        scratch.undone.push(Undo(before));
    }

    /// Gives back the memory of what nobody takes back any more.
    pub fn forget(&self, position: &mut Position<W>, Undo(mut before): Undo<W>) {
        position.scratch.retire(&mut before.due);
        position.scratch.undone.push(Undo(before));
    }
}
