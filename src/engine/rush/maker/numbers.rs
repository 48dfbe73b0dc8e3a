//! Expressions that give scalars.

use crate::program::Table;
use crate::program::node::{Id, Node};

use super::super::code::{Code, N};
use super::super::registers::Held;
use super::{Made, Maker, numbered};

impl Maker<'_> {
    /// The register with the scalar that a node gives. It must not be written to.
    pub(super) fn number(&mut self, id: Id) -> Made<N> {
        let id = self.resolved(id);
        let key = (id, self.roles.me, self.roles.mover);
        if let Some(&known) = self.known.numbers.get(&key) {
            return Ok(known);
        }
        let number = self.make_number(id)?;
        self.known.numbers.insert(key, number);
        Ok(number)
    }

    /// A register with a fixed scalar.
    pub(super) fn fixed_scalar(&mut self, value: i64) -> Made<N> {
        let number = self.new_number()?;
        match i32::try_from(value) {
            Ok(small) => self.put(Code::Number(number, small)),
            Err(_) => {
                let place = numbered(&mut self.script.wide, value);
                self.put(Code::Wide(number, place as u16));
            }
        }
        Ok(number)
    }

    fn make_number(&mut self, id: Id) -> Made<N> {
        if let Some(value) = self.fixed_number(id) {
            return self.fixed_scalar(value);
        }
        match self.node(id) {
            Node::Kept(name) => self.regs.number_names[*name as usize].ok_or("a name without register"),
            Node::Temporary(name) => self.bound_numbers.get(name).copied().ok_or("a name that is not bound"),
            Node::Next => {
                let mover = self.roles.mover;
                self.simple(|n| Code::NextPlayer(n, mover))
            }
            Node::Turns => self.simple(Code::Turns),
            Node::Rounds => self.simple(Code::Rounds),
            Node::Count(set) => {
                let set = self.set(*set)?;
                self.simple(|n| Code::Count(n, set))
            }
            Node::FirstOf(set) => {
                let set = self.set(*set)?;
                self.simple(|n| Code::First(n, set))
            }
            Node::Arithmetic(how, a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.simple(|n| Code::Calculate(n, *how, a, b))
            }
            Node::Variable(variable, Some(holder))
                if matches!(self.regs.variables[*variable as usize], Held::Bits(..)) =>
            {
                self.recall(*variable, *holder)
            }
            Node::Variable(variable, holder) => self.variable(*variable, *holder, id),
            Node::Shows(ty, side, pose) => self.shows((*ty, *side), *pose, id),
            Node::Tipped(ty, pose, way) => self.tipped(*ty, (*pose, *way), id),
            Node::Turned(ty, pose, quarters) => self.turned_cube(*ty, (*pose, *quarters), id),
            Node::Total(name, set, each) => self.total((*name, *set, *each), id),
            Node::Hand(player, kinds) => self.hand(*player, *kinds, id),
            Node::Table(table, key) if let Table::Scalars(values, missing) = &self.program.tables[*table as usize] => {
                let list = values.iter().chain([missing]).copied().collect();
                let place = numbered(&mut self.script.lists, list) as u16;
                let key = self.number(*key)?;
                self.simple(|n| Code::Look(n, key, place))
            }
            Node::KindAt(cell) => {
                let cell = self.number(*cell)?;
                self.simple(|n| Code::KindAt(n, cell))
            }
            Node::OwnerAt(cell) => {
                let cell = self.number(*cell)?;
                self.simple(|n| Code::OwnerAt(n, cell))
            }
            Node::Height(cell) if self.regs.buried.is_some() => {
                let cell = self.number(*cell)?;
                self.simple(|n| Code::Height(n, cell))
            }
            Node::RankOf(cell, player) => {
                let Some(player) = self.fixed_number(*player).and_then(|player| usize::try_from(player).ok()) else {
                    return self.slow_number(id);
                };
                let ranks = self.program.geometry.ranks.get(player).cloned().unwrap_or_default();
                let ranks = ranks.into_iter().map(i64::from).chain([0]).collect();
                self.look(*cell, ranks)
            }
            Node::Coordinate(column, cell) => {
                let coordinates = self.program.geometry.coordinates.iter();
                let places = coordinates.map(|&(row, along)| i64::from(if *column { along } else { row }));
                let places = places.chain([0]).collect();
                self.look(*cell, places)
            }
            Node::Distance(from, to) => self.distance((*from, *to), id),
            Node::If(condition, then, otherwise) => self.either_number(*condition, *then, *otherwise),
            Node::LetScalar(name, value, body) => self.naming_number(*name, *value, |maker| maker.number(*body)),
            Node::LetSet(name, value, body) => self.naming_set(*name, *value, |maker| maker.number(*body)),
            node if is_truth(node) => self.truth_as_number(id),
            _ => self.slow_number(id),
        }
    }

    /// A new register that one instruction fills.
    pub(super) fn simple(&mut self, code: impl FnOnce(N) -> Code) -> Made<N> {
        let number = self.new_number()?;
        self.put(code(number));
        Ok(number)
    }

    /// The steps between two cells, one of which is known.
    fn distance(&mut self, (from, to): (Id, Id), id: Id) -> Made<N> {
        let fixed = |id: Id| self.fixed_number(id).and_then(|cell| u16::try_from(cell).ok());
        let (n_cells, geometry) = (self.n_cells(), &self.program.geometry);
        let between = |from: u16, to: u16| i64::from(geometry.distance(from, to));
        match (fixed(from), fixed(to)) {
            (_, Some(goal)) if goal < n_cells => {
                let list = (0..n_cells).map(|start| between(start, goal)).chain([0]).collect();
                self.look(from, list)
            }
            (Some(start), _) if start < n_cells => {
                let list = (0..n_cells).map(|goal| between(start, goal)).chain([0]).collect();
                self.look(to, list)
            }
            _ => self.slow_number(id),
        }
    }

    /// The number of a cell in a list; the last is for no cell.
    pub(super) fn look(&mut self, cell: Id, list: Vec<i64>) -> Made<N> {
        let cell = self.number(cell)?;
        let place = numbered(&mut self.script.lists, list);
        self.simple(|n| Code::Look(n, cell, place as u16))
    }

    fn variable(&mut self, variable: u16, holder: Option<Id>, id: Id) -> Made<N> {
        let about = &self.program.variables[variable as usize];
        let index = match holder {
            None => Some(0),
            Some(holder) => self.fixed_number(holder),
        };
        let index = index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < about.count);
        match (self.regs.variables[variable as usize], index) {
            // A number is never none: none is read as zero wherever a number is asked for.
            (Held::Numbers(first), Some(index)) => Ok(first + index as u8),
            (Held::Yes(set), Some(index)) if about.attribute.is_none() => {
                let (holds, end) = (self.new_number()?, self.label());
                let member = self.fixed_scalar(index as i64)?;
                self.put(Code::Number(holds, 0));
                self.put(Code::IfHasNot(set, member, end));
                self.put(Code::Number(holds, 1));
                self.here(end);
                Ok(holds)
            }
            (_, None) if let Some(holder) = holder => {
                self.attempt(|maker| maker.value_of(variable, holder)).or_else(|_| self.slow_number(id))
            }
            _ => self.slow_number(id),
        }
    }

    fn hand(&mut self, player: Id, kinds: Option<Id>, id: Id) -> Made<N> {
        let player = self.fixed_number(player).and_then(|player| u8::try_from(player).ok());
        let n_kinds = self.program.layout.kinds.len() as u8;
        let kinds = match kinds {
            None => Some((0..n_kinds).collect::<Vec<u8>>()),
            Some(kinds) => self
                .fixed_set(kinds)
                .map(|kinds| kinds.iter().map(|kind| kind as u8).filter(|&kind| kind < n_kinds).collect()),
        };
        let (Some(player), Some(kinds)) = (player.filter(|&player| player < self.n_players()), kinds) else {
            return self.slow_number(id);
        };
        let Some(first) = self.regs.hands else { return self.fixed_scalar(0) };
        match kinds.as_slice() {
            [] => self.fixed_scalar(0),
            [only] => Ok(first + player * n_kinds + only),
            [kind, rest @ ..] => {
                let mut sum = first + player * n_kinds + kind;
                for kind in rest {
                    let plus = crate::rules::model::Arithmetic::Plus;
                    let before = sum;
                    sum = self.simple(|n| Code::Calculate(n, plus, before, first + player * n_kinds + kind))?;
                }
                Ok(sum)
            }
        }
    }

    fn either_number(&mut self, condition: Id, then: Id, otherwise: Id) -> Made<N> {
        let number = self.new_number()?;
        let (no, end) = (self.label(), self.label());
        self.branch(condition, false, no)?;
        self.aside(|maker| {
            let then = maker.number(then)?;
            maker.put(Code::CopyNumber(number, then));
            Ok(())
        })?;
        self.put(Code::Jump(end));
        self.here(no);
        self.aside(|maker| {
            let otherwise = maker.number(otherwise)?;
            maker.put(Code::CopyNumber(number, otherwise));
            Ok(())
        })?;
        self.here(end);
        Ok(number)
    }

    fn truth_as_number(&mut self, id: Id) -> Made<N> {
        let number = self.new_number()?;
        let end = self.label();
        self.put(Code::Number(number, 0));
        self.aside(|maker| maker.branch(id, false, end))?;
        self.put(Code::Number(number, 1));
        self.here(end);
        Ok(number)
    }

    /// What the plain machine makes of a node.
    pub(super) fn slow_number(&mut self, id: Id) -> Made<N> {
        self.tell_names();
        let roles = self.roles;
        self.simple(|n| Code::SlowNumber(n, id, roles))
    }
}

/// Whether a node gives yes or no.
pub(super) fn is_truth(node: &Node) -> bool {
    matches!(
        node,
        Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::Same(..)
            | Node::SameSets(..)
            | Node::Compare(..)
            | Node::Odd(_)
            | Node::Contains(..)
            | Node::SomeSet(_)
            | Node::SomeScalar(_)
            | Node::Joins(..)
            | Node::Without(..)
            | Node::Played(_)
            | Node::Can(..)
            | Node::Stuck(_)
            | Node::OnRow(..)
    )
}
