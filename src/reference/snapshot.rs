//! A position as plain data.

use crate::game::{PieceView, PlayerId, Snapshot, Source};
use crate::rules::board::{CellId, DirectionId};
use crate::rules::model::{Holder, Instruction, Variable};
use crate::rules::types::{Domain, Type, Value};

use super::position::{Pending, Position};
use super::state::{Piece, State, decode, first_value};
use super::world::World;

impl World<'_> {
    /// Everything that can be seen of a position.
    pub fn snapshot(&self, position: &Position) -> Snapshot {
        let state = position.state.as_ref();
        let goes_on = matches!(position.pending, Pending::Decision { .. });
        let view = |piece: &Piece| self.piece_view(piece);
        let as_index = |value: &Option<u16>| value.map(usize::from);
        let players = (0..self.rules.players.len() as u8).map(PlayerId);
        let (variables, sources) = self.variables_seen(state).into_iter().unzip();
        Snapshot {
            cells: state.stacks.iter().map(|stack| stack.iter().map(view).collect()).collect(),
            terrain: state.terrain.iter().map(|values| values.iter().map(as_index).collect()).collect(),
            hands: players.map(|player| state.hand(player).to_vec()).collect(),
            variables,
            sources,
            by_cell: self.values_by_cell(state),
            due: if goes_on { self.moves_due(state) } else { Vec::new() },
            rounds: state.rounds,
            mover: state.mover.filter(|_| goes_on),
            turns: state.turns,
        }
    }

    fn piece_view(&self, piece: &Piece) -> PieceView {
        let variables = self.rules.variables.iter().filter(|variable| variable.holder == Holder::Piece);
        let own = variables.filter(|variable| variable.kinds.contains(piece.kind));
        let own: Vec<&Variable> = own.collect();
        PieceView {
            kind: piece.kind as usize,
            owner: piece.owner,
            attributes: own.iter().filter_map(|variable| self.attribute(piece, variable)).collect(),
            sides: own.iter().find_map(|variable| self.sides(piece, variable)).unwrap_or_default(),
            headings: own.iter().filter_map(|variable| heading(piece, variable)).collect(),
        }
    }

    /// What a cube shows below and on its sides.
    fn sides(&self, piece: &Piece, variable: &Variable) -> Option<Vec<String>> {
        let Value::One(Some(member)) = decode(*piece.attributes.get(variable.offset)?, variable.ty) else {
            return None;
        };
        let Type::One(Domain::Type(number)) = variable.ty else { return None };
        let cube = self.rules.types.get(number)?.cube.as_ref()?;
        let shown = cube.shows.get(member as usize)?;
        Some(shown[1..].iter().map(|&face| self.name_of(Domain::Type(cube.faces), face)).collect())
    }

    /// The moves of the decision that is due.
    fn moves_due(&self, state: &State) -> Vec<usize> {
        match self.rules.code.get(state.pc) {
            Some(Instruction::Choose(choose)) => choose.groups.iter().flatten().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The values of the variables of cells.
    fn values_by_cell(&self, state: &State) -> Vec<(usize, Vec<String>)> {
        let numbered = self.rules.variables.iter().enumerate();
        let of_cells = numbered.filter(|(_, variable)| variable.holder == Holder::Each(Domain::Cell));
        let words = |variable: &Variable| -> Vec<String> {
            let values = &state.variables[variable.offset..variable.offset + variable.count];
            values.iter().map(|value| self.value_in_words(variable.ty, value)).collect()
        };
        of_cells.map(|(number, variable)| (number, words(variable))).collect()
    }

    /// The name and the value of an attribute that is a word, or yes; of a cube what is on top.
    fn attribute(&self, piece: &Piece, variable: &Variable) -> Option<(String, String)> {
        let value = decode(*piece.attributes.get(variable.offset)?, variable.ty);
        match (variable.ty, value) {
            (Type::Truth, Value::Truth(true)) => Some((variable.name.clone(), "yes".to_owned())),
            (Type::One(Domain::Type(number)), Value::One(Some(member))) => {
                let Some(cube) = self.rules.types.get(number).and_then(|ty| ty.cube.as_ref()) else {
                    return Some((variable.name.clone(), self.name_of(Domain::Type(number), member)));
                };
                let top = cube.shows.get(member as usize)?[0];
                Some((self.rules.types.get(cube.faces)?.name.clone(), self.name_of(Domain::Type(cube.faces), top)))
            }
            (Type::Number(..), Value::Number(number)) => Some((variable.name.clone(), number.to_string())),
            (_, Value::One(Some(member))) => {
                Some((variable.name.clone(), self.name_of(variable.ty.domain().unwrap_or(Domain::Number), member)))
            }
            _ => None,
        }
    }

    /// The variables in words; those of cells and of types only where they have changed.
    fn variables_seen(&self, state: &State) -> Vec<((String, String), Source)> {
        let mut seen = Vec::new();
        let numbered = self.rules.variables.iter().enumerate();
        for (variable_number, variable) in numbered.filter(|(_, variable)| variable.holder != Holder::Piece) {
            let values = &state.variables[variable.offset..variable.offset + variable.count];
            for (number, value) in values.iter().enumerate() {
                let holder = match variable.holder {
                    Holder::Each(Domain::Player) => Some(Domain::Player),
                    Holder::Each(_) if *value == first_value(variable, number) => continue,
                    Holder::Each(domain) => Some(domain),
                    Holder::Game | Holder::Piece => None,
                };
                let of = holder.map(|domain| format!(" of {}", self.name_of(domain, number as u16)));
                let name = format!("{}{}", variable.name, of.unwrap_or_default());
                let member = holder.map(|_| number as u16);
                let source = Source { variable: variable_number, member, cells: cells_in(variable.ty, value) };
                seen.push(((name, self.value_in_words(variable.ty, value)), source));
            }
        }
        seen
    }

    fn value_in_words(&self, ty: Type, value: &Value) -> String {
        let name = |member| self.name_of(ty.domain().unwrap_or(Domain::Number), member);
        match value {
            Value::Truth(truth) => (if *truth { "yes" } else { "no" }).to_owned(),
            Value::Number(number) => number.to_string(),
            Value::One(one) => one.map_or_else(|| "none".to_owned(), name),
            Value::Set(set) if set.is_empty() => "none".to_owned(),
            Value::Set(set) => set.iter().map(name).collect::<Vec<_>>().join(" "),
        }
    }
}

/// The cells that a value is.
fn cells_in(ty: Type, value: &Value) -> Vec<CellId> {
    match value {
        _ if ty.domain() != Some(Domain::Cell) => Vec::new(),
        Value::One(cell) => cell.iter().map(|&cell| CellId(cell)).collect(),
        Value::Set(set) => set.iter().map(CellId).collect(),
        _ => Vec::new(),
    }
}

/// The name and the value of an attribute that is a direction.
fn heading(piece: &Piece, variable: &Variable) -> Option<(String, DirectionId)> {
    match (variable.ty, decode(*piece.attributes.get(variable.offset)?, variable.ty)) {
        (Type::One(Domain::Direction), Value::One(Some(direction))) => {
            Some((variable.name.clone(), DirectionId(direction as u8)))
        }
        _ => None,
    }
}
