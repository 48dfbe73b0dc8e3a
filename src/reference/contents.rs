//! What a position holds, as numbers.

use crate::game::{Contents, Occupant};

use super::state::State;
use super::world::World;

impl World<'_> {
    /// Fills a buffer with what a state holds.
    pub fn contents(&self, state: &State, into: &mut Contents) {
        into.clear();
        for (cell, stack) in (0..).zip(state.stacks.iter()) {
            into.pieces.extend(stack.iter().map(|piece| Occupant { cell, kind: piece.kind, owner: piece.owner }));
        }
        into.hands.extend_from_slice(&state.hands);
        for variable in self.rules.variables.iter().filter(|variable| variable.is_counted()) {
            let values = &state.variables[variable.offset..variable.offset + variable.count];
            into.numbers.extend(values.iter().map(|value| value.number()));
        }
        into.counters.extend(state.counters.iter().map(|&count| i64::from(count)));
        (into.turns, into.rounds, into.mover) = (state.turns, state.rounds, state.mover);
    }
}
