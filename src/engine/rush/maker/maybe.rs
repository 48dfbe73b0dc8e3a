//! What may hold of a travel, as far as can be told before it is known what stands where.

use crate::program::Table;
use crate::program::node::{Id, NONE, NOTHING, Node};
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::Maker;
use super::options::{Back, How};

/// A travel of which the landing is known, and perhaps the cell left and the kind that stands on the landing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The cell left.
    pub origin: Option<u16>,
    /// The landing.
    pub landing: u16,
    /// The kind of the piece there.
    pub kind: Option<u8>,
    /// A temporary name and what is bound to it.
    pub named: Option<(u32, i64)>,
}

impl Maker<'_> {
    /// The landings of a row for which conditions may hold.
    pub(super) fn landings_where_all_may_hold(&self, how: &How, conditions: &[Id]) -> Set {
        let may = |landing: &u16| {
            let seen = Seen { origin: left(how, *landing), landing: *landing, kind: None, named: None };
            conditions.iter().all(|&condition| self.truth(condition, seen) != Some(false))
        };
        (0..self.n_cells()).filter(may).collect()
    }

    /// Whether a condition holds; nothing if that cannot be told.
    pub(super) fn truth(&self, id: Id, seen: Seen) -> Option<bool> {
        match self.node(id) {
            Node::Not(a) => self.truth(*a, seen).map(|holds| !holds),
            Node::And(a, b) => match (self.truth(*a, seen), self.truth(*b, seen)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Node::Or(a, b) => match (self.truth(*a, seen), self.truth(*b, seen)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Node::Contains(one, set) => {
                let (one, set) = (self.cell_of(*one, seen)?, self.cells_seen(*set, seen)?);
                Some(set.contains(one))
            }
            Node::SomeSet(set) => self.cells_seen(*set, seen).map(|set| !set.is_empty()),
            Node::LetScalar(name, value, body) => self.truth(*body, self.naming(*name, *value, seen)?),
            Node::SomeScalar(one) => self.number_seen(*one, seen).map(|one| one != NOTHING),
            Node::Same(one, other) => Some(self.number_seen(*one, seen)? == self.number_seen(*other, seen)?),
            _ => self.fixed_number(id).map(|value| value == 1),
        }
    }

    /// A travel with a temporary name bound to a scalar.
    fn naming(&self, name: u32, value: Id, seen: Seen) -> Option<Seen> {
        Some(Seen { named: Some((name, self.number_seen(value, seen)?)), ..seen })
    }

    fn number_seen(&self, id: Id, seen: Seen) -> Option<i64> {
        let is_landing = |id: Id| matches!(self.node(id), Node::Kept(name) if *name as usize == journey::LANDING);
        match self.node(id) {
            Node::Kept(name) if *name as usize == journey::LANDING => Some(seen.landing.into()),
            Node::Kept(name) if *name as usize == journey::ORIGIN => seen.origin.map(i64::from),
            Node::KindAt(cell) if is_landing(*cell) => seen.kind.map(i64::from),
            Node::Temporary(name) if let Some((_, value)) = seen.named.filter(|(named, _)| named == name) => {
                Some(value)
            }
            Node::LetScalar(name, value, body) => self.number_seen(*body, self.naming(*name, *value, seen)?),
            Node::Table(table, key) if let Table::Scalars(values, missing) = &self.program.tables[*table as usize] => {
                let key = usize::try_from(self.number_seen(*key, seen)?).ok();
                Some(*key.and_then(|key| values.get(key)).unwrap_or(missing))
            }
            _ => self.fixed_number(id),
        }
    }

    fn cell_of(&self, id: Id, seen: Seen) -> Option<u16> {
        self.number_seen(id, seen).and_then(|cell| u16::try_from(cell).ok())
    }

    /// The members of a set, if that can be told.
    pub(super) fn cells_seen(&self, id: Id, seen: Seen) -> Option<Set> {
        match self.node(id) {
            Node::Union(a, b) => Some(self.cells_seen(*a, seen)?.union(&self.cells_seen(*b, seen)?)),
            Node::Intersection(a, b) => Some(self.cells_seen(*a, seen)?.intersection(&self.cells_seen(*b, seen)?)),
            Node::ToSet(one) => {
                let one = self.number_seen(*one, seen)?;
                Some(u16::try_from(one).into_iter().collect())
            }
            Node::LetScalar(name, value, body) => self.cells_seen(*body, self.naming(*name, *value, seen)?),
            Node::If(condition, then, otherwise) => {
                let holds = self.truth(*condition, seen)?;
                self.cells_seen(if holds { *then } else { *otherwise }, seen)
            }
            _ => self.fixed_set(id),
        }
    }
}

/// The cell that a row leaves for a landing, if it is always the same.
pub(super) fn left(how: &How, landing: u16) -> Option<u16> {
    match how {
        How::Step { back: Back::Offset(by), .. } => u16::try_from(i32::from(landing) + i32::from(*by)).ok(),
        How::Step { back: Back::List(list), .. } => {
            list.get(usize::from(landing)).and_then(|&cell| u16::try_from(cell).ok()).filter(|&cell| cell != NONE)
        }
        _ => None,
    }
}
