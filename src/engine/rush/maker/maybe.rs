//! What may hold of a travel, as far as can be told before it is known what stands where.

use crate::program::node::{Id, NONE, Node};
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::Maker;
use super::options::{Back, How};

/// A travel of which the landing is known, and perhaps the cell left.
#[derive(Clone, Copy, Debug)]
struct Seen {
    origin: Option<u16>,
    landing: u16,
}

impl Maker<'_> {
    /// The landings of a row for which conditions may hold.
    pub(super) fn landings_where_all_may_hold(&self, how: &How, conditions: &[Id]) -> Set {
        let may = |landing: &u16| {
            let seen = Seen { origin: left(how, *landing), landing: *landing };
            conditions.iter().all(|&condition| self.truth(condition, seen) != Some(false))
        };
        (0..self.n_cells()).filter(may).collect()
    }

    /// Whether a condition holds; nothing if that cannot be told.
    fn truth(&self, id: Id, seen: Seen) -> Option<bool> {
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
            _ => self.fixed_number(id).map(|value| value == 1),
        }
    }

    fn cell_of(&self, id: Id, seen: Seen) -> Option<u16> {
        match self.node(id) {
            Node::Kept(name) if *name as usize == journey::LANDING => Some(seen.landing),
            Node::Kept(name) if *name as usize == journey::ORIGIN => seen.origin,
            _ => self.fixed_number(id).and_then(|cell| u16::try_from(cell).ok()),
        }
    }

    fn cells_seen(&self, id: Id, seen: Seen) -> Option<Set> {
        match self.node(id) {
            Node::Union(a, b) => {
                let (a, b) = (self.cells_seen(*a, seen)?, self.cells_seen(*b, seen)?);
                Some(a.iter().chain(b.iter()).collect())
            }
            Node::Intersection(a, b) => {
                let (a, b) = (self.cells_seen(*a, seen)?, self.cells_seen(*b, seen)?);
                Some(a.iter().filter(|&cell| b.contains(cell)).collect())
            }
            Node::ToSet(one) => self.cell_of(*one, seen).map(|cell| [cell].into_iter().collect()),
            _ => self.fixed_set(id),
        }
    }
}

/// The cell that a row leaves for a landing, if it is always the same.
fn left(how: &How, landing: u16) -> Option<u16> {
    match how {
        How::Step { back: Back::Offset(by), .. } => u16::try_from(i32::from(landing) + i32::from(*by)).ok(),
        How::Step { back: Back::List(list), .. } => {
            list.get(usize::from(landing)).and_then(|&cell| u16::try_from(cell).ok()).filter(|&cell| cell != NONE)
        }
        _ => None,
    }
}
