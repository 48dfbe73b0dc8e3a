//! Positions as plain data, and back.

use crate::game::{Arrangement, PlayerId, Standing};
use crate::program::Place;
use crate::program::node::{NOBODY, NOTHING};
use crate::rules::model::Holder;
use crate::rules::types::{Domain, Set, Type, Value};

use super::bits::Bits;
use super::machine::Machine;
use super::pieces::Piece;
use super::position::{Due, Position};
use super::scalars::member;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// A position as plain data.
    pub fn arrangement(&self, position: &Position<W>) -> Arrangement {
        let (rules, layout, state) = (&self.program.rules, &self.program.layout, &position.state);
        let n_cells = self.program.geometry.n_cells as u16;
        let stack = |cell| self.stack(state, cell).iter().map(|piece| self.standing(piece)).collect();
        let terrain = |terrain: usize| (0..n_cells).map(|cell| self.terrain_at(state, terrain as u16, cell)).collect();
        let hand = |player| (0..rules.kinds.len()).map(|kind| state.hand(layout, player, kind)).collect();
        let written = |at: &Option<u32>| at.map_or(0, |at| state.words[at as usize] as u32);
        let values = |number: usize| self.values(state, number);
        Arrangement {
            cells: (0..n_cells).map(stack).collect(),
            terrain: (0..rules.terrains.len()).map(terrain).collect(),
            hands: (0..self.n_players()).map(hand).collect(),
            variables: (0..rules.variables.len()).map(values).collect(),
            written: layout.written.iter().map(written).collect(),
            counters: (0..rules.counters.len()).map(|n| state.words[layout.counters + n] as i32).collect(),
            out: (0..self.n_players()).map(|player| state.out(layout, player)).collect(),
            phase: state.turn.phase as usize,
            mover: player_of(state.turn.mover),
            starter: PlayerId(state.turn.starter),
            turns: state.turn.turns,
            rounds: state.turn.rounds,
        }
    }

    fn standing(&self, piece: &Piece) -> Standing {
        let numbered = self.program.variables.iter().enumerate();
        let own = numbered.filter(|(_, variable)| variable.kinds >> piece.kind & 1 == 1);
        let values = own.filter_map(|(number, variable)| {
            let value = piece.attributes[variable.attribute? as usize];
            Some((number, value_of(variable.seen(value), variable.ty)))
        });
        Standing {
            kind: piece.kind as usize,
            owner: player_of(piece.owner),
            moved: piece.moved,
            variables: values.collect(),
        }
    }

    fn values(&self, state: &State, number: usize) -> Vec<Value> {
        let variable = &self.program.variables[number];
        if self.program.rules.variables[number].holder == Holder::Piece {
            return Vec::new();
        }
        let value = |index: usize| match variable.place {
            Place::Sets(at) => {
                let set: Bits<W> = state.bits(at as usize + index * W);
                Value::Set(set.iter().collect::<Set>())
            }
            place => value_of(variable.seen(state.value(place, index)), variable.ty),
        };
        (0..variable.count).map(value).collect()
    }

    /// The position that plain data tells of, at the beginning of a turn.
    pub fn arranged(&self, arrangement: &Arrangement) -> Position<W> {
        let mut state = State::new(&self.program);
        let layout = &self.program.layout;
        for (cell, stack) in (0..).zip(&arrangement.cells) {
            stack.iter().for_each(|standing| self.push(&mut state, cell, &self.piece_of(standing)));
        }
        for (terrain, values) in arrangement.terrain.iter().enumerate() {
            for (cell, value) in (0..).zip(values) {
                if let Some(value) = value {
                    state.flip(layout.terrains[terrain] as usize + *value as usize * W, cell);
                }
            }
        }
        for (player, hand) in (0..).zip(&arrangement.hands) {
            hand.iter().enumerate().for_each(|(kind, &count)| state.set_hand(layout, player, kind, count));
        }
        for (variable, values) in self.program.variables.iter().zip(&arrangement.variables) {
            for (index, value) in values.iter().enumerate() {
                match variable.place {
                    Place::Scalars(at, width) => {
                        state.store(at, width, index, variable.fit(scalar_of(value)));
                    }
                    Place::Sets(at) => {
                        let set: Bits<W> = value.clone().set().iter().collect();
                        state.put_bits(at as usize + index * W, set);
                    }
                }
            }
        }
        self.arrange_counts(&mut state, arrangement);
        let mut scratch = Box::new(self.scratch());
        let mover = arrangement.mover.map_or(NOBODY, |mover| mover.0);
        let mut due = Due::Nothing;
        match self.begin_turn(&mut scratch, &mut state, mover) {
            Some(outcome) => due = Due::Over(outcome),
            None => self.advance(&mut scratch, &mut state, &mut due),
        }
        self.with_due(scratch, state, due)
    }

    fn arrange_counts(&self, state: &mut State, arrangement: &Arrangement) {
        let layout = &self.program.layout;
        for (at, written) in layout.written.iter().zip(&arrangement.written) {
            if let Some(at) = at {
                state.words[*at as usize] = u64::from(*written);
            }
        }
        for (number, &count) in arrangement.counters.iter().enumerate() {
            state.words[layout.counters + number] = i64::from(count) as u64;
        }
        for (player, &order) in (0..).zip(&arrangement.out) {
            state.put_out(layout, player, order);
        }
        state.turn.phase = arrangement.phase as u16;
        state.turn.starter = arrangement.starter.0;
        state.turn.turns = arrangement.turns;
        state.turn.rounds = arrangement.rounds;
    }

    fn piece_of(&self, standing: &Standing) -> Piece {
        let mut piece = self.new_piece(standing.kind as u8, standing.owner.map_or(NOBODY, |owner| owner.0));
        piece.owner = standing.owner.map_or(NOBODY, |owner| owner.0);
        piece.moved = standing.moved && self.program.layout.moved.is_some();
        for (number, value) in &standing.variables {
            let variable = &self.program.variables[*number];
            if let Some(attribute) = variable.attribute {
                piece.attributes[attribute as usize] = variable.fit(scalar_of(value));
            }
        }
        piece
    }
}

fn player_of(player: u8) -> Option<PlayerId> {
    Some(player).filter(|&player| player != NOBODY).map(PlayerId)
}

/// A scalar as a value of a type.
fn value_of(value: i64, ty: Type) -> Value {
    match ty {
        Type::Truth => Value::Truth(value == 1),
        Type::Number(..) | Type::One(Domain::Number) if value != NOTHING => Value::Number(value),
        _ => Value::One(member(value)),
    }
}

/// A value as a scalar.
fn scalar_of(value: &Value) -> i64 {
    match value {
        Value::Truth(truth) => i64::from(*truth),
        Value::Number(number) => *number,
        Value::One(one) => one.map_or(NOTHING, i64::from),
        Value::Set(set) => set.first().map_or(NOTHING, i64::from),
    }
}
