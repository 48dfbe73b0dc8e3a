//! A position as plain data.

use crate::game::{PieceView, PlayerId, Snapshot, Source};
use crate::program::Place;
use crate::program::node::{NOBODY, NOTHING};
use crate::rules::board::{CellId, DirectionId};
use crate::rules::model::{Holder, Instruction, Variable};
use crate::rules::types::{Domain, Type};

use super::bits::Bits;
use super::machine::Machine;
use super::pieces::Piece;
use super::position::{Due, Position};
use super::scalars::member;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// Everything that can be seen of a position.
    pub fn snapshot(&self, position: &Position<W>) -> Snapshot {
        let state = &position.state;
        let goes_on = matches!(position.due, Due::Decision { .. });
        let n_cells = self.program.geometry.n_cells as u16;
        let rules = &self.program.rules;
        let layout = &self.program.layout;
        let stack = |cell| self.stack(state, cell).iter().map(|piece| self.piece_view(piece)).collect();
        let terrain = |terrain: usize| {
            (0..n_cells).map(|cell| self.terrain_at(state, terrain as u16, cell).map(usize::from)).collect()
        };
        let hand = |player| (0..rules.kinds.len()).map(|kind| state.hand(layout, player, kind)).collect();
        let (variables, sources) = self.variables_seen(state).into_iter().unzip();
        Snapshot {
            cells: (0..n_cells).map(stack).collect(),
            terrain: (0..rules.terrains.len()).map(terrain).collect(),
            hands: (0..self.n_players()).map(hand).collect(),
            variables,
            sources,
            by_cell: self.values_by_cell(state),
            due: if goes_on { self.moves_due(state) } else { Vec::new() },
            rounds: state.turn.rounds,
            mover: Some(state.turn.mover).filter(|&mover| goes_on && mover != NOBODY).map(PlayerId),
            turns: state.turn.turns,
        }
    }

    fn piece_view(&self, piece: &Piece) -> PieceView {
        let numbered = self.program.rules.variables.iter().enumerate();
        let own = numbered
            .filter(|(_, variable)| variable.holder == Holder::Piece && variable.kinds.contains(u16::from(piece.kind)));
        let value_of = |number: usize| Some(piece.attributes[self.program.variables[number].attribute? as usize]);
        let own: Vec<(&Variable, i64)> =
            own.filter_map(|(number, variable)| Some((variable, value_of(number)?))).collect();
        PieceView {
            kind: piece.kind as usize,
            owner: Some(piece.owner).filter(|&owner| owner != NOBODY).map(PlayerId),
            attributes: own.iter().filter_map(|&(variable, value)| self.attribute(variable, value)).collect(),
            sides: own.iter().find_map(|&(variable, value)| self.sides(variable, value)).unwrap_or_default(),
            headings: own.iter().filter_map(|&(variable, value)| heading(variable, value)).collect(),
        }
    }

    /// What a cube shows below and on its sides.
    fn sides(&self, variable: &Variable, value: i64) -> Option<Vec<String>> {
        let Type::One(Domain::Type(number)) = variable.ty else { return None };
        let cube = self.program.rules.types.get(number)?.cube.as_ref()?;
        let shown = cube.shows.get(member(value)? as usize)?;
        Some(shown[1..].iter().map(|&face| self.name_of(Domain::Type(cube.faces), face)).collect())
    }

    /// The moves of the decision that is due.
    fn moves_due(&self, state: &State) -> Vec<usize> {
        match self.program.rules.code.get(state.turn.pc as usize) {
            Some(Instruction::Choose(choose)) => choose.groups.iter().flatten().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The values of the variables of cells.
    fn values_by_cell(&self, state: &State) -> Vec<(usize, Vec<String>)> {
        let numbered = self.program.rules.variables.iter().enumerate();
        let of_cells = numbered.filter(|(_, variable)| variable.holder == Holder::Each(Domain::Cell));
        let words = |number: usize, count: usize| -> Vec<String> {
            (0..count).map(|index| self.value_in_words(state, number, index)).collect()
        };
        of_cells.map(|(number, variable)| (number, words(number, variable.count))).collect()
    }

    /// The name and the value of an attribute that is a word, or yes; of a cube what is on top.
    fn attribute(&self, variable: &Variable, value: i64) -> Option<(String, String)> {
        let types = &self.program.rules.types;
        match variable.ty {
            Type::Truth if value == 1 => Some((variable.name.clone(), "yes".to_owned())),
            Type::One(Domain::Type(number)) => {
                let member = member(value)?;
                let Some(cube) = types.get(number).and_then(|ty| ty.cube.as_ref()) else {
                    return Some((variable.name.clone(), self.name_of(Domain::Type(number), member)));
                };
                let top = cube.shows.get(member as usize)?[0];
                Some((types.get(cube.faces)?.name.clone(), self.name_of(Domain::Type(cube.faces), top)))
            }
            Type::Number(..) => Some((variable.name.clone(), value.to_string())),
            Type::One(domain) => Some((variable.name.clone(), self.name_of(domain, member(value)?))),
            _ => None,
        }
    }

    /// The variables in words; those of cells and of types only where they have changed.
    fn variables_seen(&self, state: &State) -> Vec<((String, String), Source)> {
        let mut seen = Vec::new();
        for (number, variable) in self.program.rules.variables.iter().enumerate() {
            if variable.holder == Holder::Piece {
                continue;
            }
            for index in 0..variable.count {
                let holder = match variable.holder {
                    Holder::Each(Domain::Player) => Some(Domain::Player),
                    Holder::Each(_) if self.is_first(state, number, index) => continue,
                    Holder::Each(domain) => Some(domain),
                    Holder::Game | Holder::Piece => None,
                };
                let of = holder.map(|domain| format!(" of {}", self.name_of(domain, index as u16)));
                let name = format!("{}{}", variable.name, of.unwrap_or_default());
                let member = holder.map(|_| index as u16);
                let source = Source { variable: number, member, cells: self.cells_in(state, number, index) };
                seen.push(((name, self.value_in_words(state, number, index)), source));
            }
        }
        seen
    }

    /// The cells that a value is.
    fn cells_in(&self, state: &State, number: usize, index: usize) -> Vec<CellId> {
        let variable = &self.program.variables[number];
        if variable.ty.domain() != Some(Domain::Cell) {
            return Vec::new();
        }
        if let Place::Sets(at) = variable.place {
            let set: Bits<W> = state.bits(at as usize + index * W);
            return set.iter().map(CellId).collect();
        }
        member(variable.seen(state.value(variable.place, index))).map(CellId).into_iter().collect()
    }

    fn is_first(&self, state: &State, number: usize, index: usize) -> bool {
        match self.program.variables[number].place {
            Place::Sets(at) => {
                let range = at as usize + index * W..at as usize + (index + 1) * W;
                state.words[range.clone()] == self.program.blank[range]
            }
            place => state.value(place, index) == super::state::load(&self.program.blank, place, index),
        }
    }

    fn value_in_words(&self, state: &State, number: usize, index: usize) -> String {
        let variable = &self.program.variables[number];
        let name = |member| self.name_of(variable.ty.domain().unwrap_or(Domain::Number), member);
        if let Place::Sets(at) = variable.place {
            let set: Bits<W> = state.bits(at as usize + index * W);
            return match set.is_empty() {
                true => "none".to_owned(),
                false => set.iter().map(name).collect::<Vec<_>>().join(" "),
            };
        }
        match (variable.ty, variable.seen(state.value(variable.place, index))) {
            (Type::Truth, value) => (if value == 1 { "yes" } else { "no" }).to_owned(),
            (Type::Number(..), value) => value.to_string(),
            (_, NOTHING) => "none".to_owned(),
            (_, value) => member(value).map_or_else(|| "none".to_owned(), name),
        }
    }
}

/// The name and the value of an attribute that is a direction.
fn heading(variable: &Variable, value: i64) -> Option<(String, DirectionId)> {
    match variable.ty {
        Type::One(Domain::Direction) => Some((variable.name.clone(), DirectionId(member(value)? as u8))),
        _ => None,
    }
}
