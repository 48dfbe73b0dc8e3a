//! Positions as plain data, and back.

use std::sync::Arc;

use crate::game::{Arrangement, PlayerId, Standing};
use crate::rules::model::Holder;

use super::Reference;
use super::position::Position;
use super::state::{Piece, State, decode, encode};

impl Reference {
    /// The rules, to be shared.
    pub fn shared_rules(&self) -> Arc<crate::rules::Rules> {
        self.rules.clone()
    }

    /// A position as plain data.
    pub fn arrangement(&self, position: &Position) -> Arrangement {
        self.arrangement_of(&position.state)
    }

    pub(super) fn arrangement_of(&self, state: &State) -> Arrangement {
        let standing = |piece: &Piece| self.standing(piece);
        let n_players = self.rules.players.len() as u8;
        let values = |variable: &crate::rules::model::Variable| match variable.holder {
            Holder::Piece => Vec::new(),
            Holder::Game | Holder::Each(_) => {
                state.variables[variable.offset..variable.offset + variable.count].to_vec()
            }
        };
        Arrangement {
            cells: state.stacks.iter().map(|stack| stack.iter().map(standing).collect()).collect(),
            terrain: state.terrain.as_ref().clone(),
            hands: (0..n_players).map(|player| state.hand(PlayerId(player)).to_vec()).collect(),
            variables: self.rules.variables.iter().map(values).collect(),
            written: state.written.to_vec(),
            counters: state.counters.to_vec(),
            out: state.out.to_vec(),
            phase: state.phase,
            mover: state.mover,
            starter: state.starter,
            turns: state.turns,
            rounds: state.rounds,
        }
    }

    fn standing(&self, piece: &Piece) -> Standing {
        let own = self
            .rules
            .variables
            .iter()
            .enumerate()
            .filter(|(_, variable)| variable.holder == Holder::Piece && variable.kinds.contains(piece.kind));
        let value = |(number, variable): (usize, &crate::rules::model::Variable)| {
            Some((number, decode(*piece.attributes.get(variable.offset)?, variable.ty)))
        };
        let variables = own.filter_map(value).collect();
        Standing { kind: piece.kind as usize, owner: piece.owner, moved: piece.moved, variables }
    }

    pub(super) fn state_of(&self, arrangement: &Arrangement) -> State {
        let mut state = State::new(&self.rules, &self.facts);
        let piece = |standing: &Standing| {
            let mut attributes = self.facts.attributes[standing.kind].clone();
            for (number, value) in &standing.variables {
                attributes[self.rules.variables[*number].offset] = encode(value);
            }
            Piece { kind: standing.kind as u16, owner: standing.owner, moved: standing.moved, attributes }
        };
        state.stacks = arrangement.cells.iter().map(|stack| stack.iter().map(piece).collect()).collect();
        state.terrain = Arc::new(arrangement.terrain.clone());
        state.hands = Arc::new(arrangement.hands.concat());
        let values = Arc::make_mut(&mut state.variables);
        for (variable, own) in self.rules.variables.iter().zip(&arrangement.variables) {
            if variable.holder != Holder::Piece {
                values[variable.offset..variable.offset + variable.count].clone_from_slice(own);
            }
        }
        state.written = arrangement.written.iter().copied().collect();
        state.counters = arrangement.counters.iter().copied().collect();
        state.out = arrangement.out.iter().copied().collect();
        state.phase = arrangement.phase;
        state.mover = arrangement.mover;
        state.starter = arrangement.starter;
        state.turns = arrangement.turns;
        state.rounds = arrangement.rounds;
        state
    }
}
