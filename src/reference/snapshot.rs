//! A position as plain data.

use crate::game::{PieceView, PlayerId, Snapshot};
use crate::rules::model::{Holder, Variable};
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
        Snapshot {
            cells: state.stacks.iter().map(|stack| stack.iter().map(view).collect()).collect(),
            terrain: state.terrain.iter().map(|values| values.iter().map(as_index).collect()).collect(),
            hands: players.map(|player| state.hand(player).to_vec()).collect(),
            variables: self.variables_seen(state),
            mover: state.mover.filter(|_| goes_on),
            turns: state.turns,
        }
    }

    fn piece_view(&self, piece: &Piece) -> PieceView {
        let variables = self.rules.variables.iter().filter(|variable| variable.holder == Holder::Piece);
        let own = variables.filter(|variable| variable.kinds.contains(piece.kind));
        let attributes = own.filter_map(|variable| self.attribute(piece, variable)).collect();
        PieceView { kind: piece.kind as usize, owner: piece.owner, attributes }
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
            _ => None,
        }
    }

    /// The variables in words; those of cells and of types only where they have changed.
    fn variables_seen(&self, state: &State) -> Vec<(String, String)> {
        let mut seen = Vec::new();
        for variable in self.rules.variables.iter().filter(|variable| variable.holder != Holder::Piece) {
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
                seen.push((name, self.value_in_words(variable.ty, value)));
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
