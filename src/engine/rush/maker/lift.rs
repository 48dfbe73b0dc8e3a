//! Conditions about one cell, asked of all cells at once.

use std::collections::BTreeMap;

use crate::program::node::{Heading, Id, NONE, Node, Verb};
use crate::program::passes::Pass;
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::super::code::{Code, L, N, S};
use super::{Made, Maker};

/// What stands for the cell that is asked about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Asked {
    /// A temporary name.
    Temporary(u32),
    /// The landing of a travel.
    Landing,
    /// The cell that a travel leaves.
    Origin,
}

impl Asked {
    pub(super) fn is(self, node: &Node) -> bool {
        match (self, node) {
            (Self::Temporary(name), Node::Temporary(other)) => name == *other,
            (Self::Landing, Node::Kept(name)) => *name as usize == journey::LANDING,
            (Self::Origin, Node::Kept(name)) => *name as usize == journey::ORIGIN,
            _ => false,
        }
    }
}

impl Maker<'_> {
    /// The members of a set for which a condition holds.
    pub(super) fn those(&mut self, (name, of, condition): (u32, Id, Id), id: Id) -> Made<S> {
        if self.bound_numbers.contains_key(&name) {
            return self.slow_set(id);
        }
        let members = of;
        let of = self.set(members)?;
        if self.program.passes.has(Pass::Members)
            && let Some(those) = self.those_at_once((name, members, condition), of)?
        {
            return Ok(those);
        }
        let cell = self.new_number()?;
        self.filter(of, cell, |maker, no| maker.binding_number(name, cell, |maker| maker.branch(condition, false, no)))
    }

    /// The same, asked of all members at once, which are in a register; none if that cannot be said.
    fn those_at_once(&mut self, (name, members, condition): (u32, Id, Id), of: S) -> Made<Option<S>> {
        let before = self.matters.replace(of);
        let holds = self.attempt(|maker| maker.lift(condition, Asked::Temporary(name)));
        self.matters = before;
        if let Ok(holds) = holds {
            return self.join(Code::And, of, holds).map(Some);
        }
        let by_pick = self.attempt(|maker| maker.those_by_pick(of, (name, condition)));
        Ok(by_pick.or_else(|_| self.attempt(|maker| maker.those_of_few((name, members, condition)))).ok())
    }

    /// Those members of a set, bound to a register one after the other, for which the written code does not go to
    /// the label that it is given.
    pub(super) fn filter(&mut self, of: S, member: N, write: impl FnOnce(&mut Self, L) -> Made<()>) -> Made<S> {
        let those = self.new_set()?;
        self.put(Code::Empty(those));
        self.for_each(of, member, |maker, no| {
            write(maker, no)?;
            maker.put(Code::Insert(those, member));
            Ok(())
        })?;
        Ok(those)
    }

    /// Whether a node asks for the cell, or for anything else of a travel.
    pub(super) fn asks(&self, id: Id, asked: Asked) -> bool {
        self.program.any_node(id, &mut |node| match asked {
            Asked::Landing | Asked::Origin => match node {
                Node::Kept(name) if *name as usize == journey::WAY => self.fixed_way.is_none(),
                Node::Kept(name) | Node::KeptSet(name) => (*name as usize) < journey::COUNT,
                _ => false,
            },
            Asked::Temporary(_) => asked.is(node),
        })
    }

    /// All cells, or other members that are asked about, for which a condition holds; for those that do not matter it may be told
    /// wrongly.
    ///
    /// # Errors
    /// If that cannot be asked of all cells at once.
    pub(super) fn lift(&mut self, id: Id, asked: Asked) -> Made<S> {
        if !self.asks(id, asked) {
            return self.all_or_none(id);
        }
        if matches!(self.node(id), Node::Same(..) | Node::Compare(..)) {
            if let Some(told) = self.told_of_each(id, asked) {
                return self.fixed(&told);
            }
            if let Ok(holds) = self.lift_recalled(id, asked) {
                return Ok(holds);
            }
        }
        let height = match self.node(id) {
            Node::Same(a, b) => self.attempt(|maker| maker.lift_height(None, (*a, *b), asked)),
            Node::Compare(how, a, b) => self.attempt(|maker| maker.lift_height(Some(*how), (*a, *b), asked)),
            _ => Err("no comparison"),
        };
        if height.is_ok() {
            return height;
        }
        match self.node(id) {
            Node::And(a, b) => {
                let (a, b) = (self.lift(*a, asked)?, self.lift(*b, asked)?);
                self.join(Code::And, a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (self.lift(*a, asked)?, self.lift(*b, asked)?);
                self.join(Code::Or, a, b)
            }
            Node::Not(a) => {
                let a = self.lift(*a, asked)?;
                let cells = self.everything();
                let all = self.fixed(&cells)?;
                self.join(Code::Minus, all, a)
            }
            Node::Contains(one, set) if asked.is(self.node(*one)) && !self.asks(*set, asked) => self.set(*set),
            Node::SomeSet(set) => self.lift_some(*set, asked),
            Node::Compare(how, a, b) => match self.attempt(|maker| maker.lift_count(Some(*how), (*a, *b), asked)) {
                Ok(holds) => Ok(holds),
                Err(_) => self.lift_values(Some(*how), (*a, *b), asked),
            },
            Node::Same(a, b) => match self.attempt(|maker| maker.lift_count(None, (*a, *b), asked)) {
                Ok(holds) => Ok(holds),
                Err(_) => self.lift_values(None, (*a, *b), asked),
            },
            _ => Err("a condition that is asked cell by cell"),
        }
    }

    fn all_or_none(&mut self, id: Id) -> Made<S> {
        let cells = self.everything();
        let (set, end) = (self.new_set()?, self.label());
        let all = self.constant(&cells)?;
        self.put(Code::Empty(set));
        self.aside(|maker| maker.branch(id, false, end))?;
        self.put(Code::Constant(set, all));
        self.here(end);
        Ok(set)
    }

    /// All cells for which a set has a member.
    fn lift_some(&mut self, set: Id, asked: Asked) -> Made<S> {
        let set = self.resolved(set);
        if !self.asks(set, asked) {
            return self.all_if_some(set);
        }
        match self.node(set) {
            Node::If(condition, then, otherwise) => self.lift_either((*condition, *then, *otherwise), asked),
            Node::Union(a, b) => {
                let (a, b) = (self.lift_some(*a, asked)?, self.lift_some(*b, asked)?);
                self.join(Code::Or, a, b)
            }
            Node::Intersection(a, b) => {
                let (fixed, other) = match (self.asks(*a, asked), self.asks(*b, asked)) {
                    (false, true) => (*a, *b),
                    (true, false) => (*b, *a),
                    _ => return Err("two sets that ask for the cell"),
                };
                let fixed = self.set(fixed)?;
                self.lift_meets(other, fixed, asked)
            }
            Node::Difference(a, b) if !self.asks(*b, asked) => {
                let less = self.set(*b)?;
                let all = self.members_of(*a);
                let all = self.fixed(&all)?;
                let rest = self.join(Code::Minus, all, less)?;
                self.lift_meets(*a, rest, asked)
            }
            Node::Reach { span, from, path, to } => self.lift_reach((*span, *from, *path, *to), asked),
            _ => {
                let all = self.members_of(set);
                let all = self.fixed(&all)?;
                self.lift_meets(set, all, asked)
            }
        }
    }

    /// All that a set may have for members.
    fn members_of(&self, set: Id) -> Set {
        match self.node(set) {
            Node::Shift(..) | Node::Rows(..) => self.cells(),
            _ => self.everything(),
        }
    }

    /// All cells if a set that does not ask for the cell has a member.
    fn all_if_some(&mut self, set: Id) -> Made<S> {
        let cells = self.everything();
        if let Some(fixed) = self.fixed_set(set) {
            return self.fixed(&if fixed.is_empty() { Set::default() } else { cells });
        }
        let of = self.set(set)?;
        let (all, some) = (self.fixed(&cells)?, self.label());
        self.put(Code::IfSome(of, some));
        self.put(Code::Empty(all));
        self.here(some);
        Ok(all)
    }

    /// All cells for which the one or the other set has a member, as a condition says.
    fn lift_either(&mut self, (condition, then, otherwise): (Id, Id, Id), asked: Asked) -> Made<S> {
        let told = self.told_of_each(condition, asked);
        let holds = self.lift(condition, asked)?;
        let is_empty = |maker: &Self, set: Id| maker.fixed_set(set).is_some_and(|set| set.is_empty());
        let (is_then_empty, is_other_empty) = (is_empty(self, then), is_empty(self, otherwise));
        let then = self.lift_some(then, asked)?;
        if is_other_empty {
            return self.join(Code::And, then, holds);
        }
        let settled = self.settled.clone();
        self.settled = told.iter().fold(settled.clone(), Set::union);
        let other = self.lift_some(otherwise, asked);
        self.settled = settled;
        let other = self.join(Code::Minus, other?, holds)?;
        if is_then_empty {
            return Ok(other);
        }
        let then = self.join(Code::And, then, holds)?;
        self.join(Code::Or, then, other)
    }

    /// All cells for which a set has a member in another.
    fn lift_meets(&mut self, set: Id, other: S, asked: Asked) -> Made<S> {
        let met = self.attempt(|maker| maker.lift_meets_by_shape(set, other, asked));
        met.or_else(|_| self.meets_by_cell(set, other, asked))
    }

    fn lift_meets_by_shape(&mut self, set: Id, other: S, asked: Asked) -> Made<S> {
        match self.node(set) {
            Node::ToSet(one) if asked.is(self.node(*one)) => Ok(other),
            Node::Shift(ways, cells) => {
                let ways = self.fixed_set(*ways).ok_or("directions that are worked out")?;
                let Node::ToSet(one) = self.node(*cells) else { return Err("a shift of several cells") };
                if !asked.is(self.node(*one)) {
                    return Err("a shift of another cell");
                }
                let back = self.back(&ways)?;
                self.shift_ways(&back, other)
            }
            Node::Rows(column, from, to) => {
                if ![from, to].into_iter().all(|&bound| self.is_coordinate(bound, *column, asked)) {
                    return Err("rows from one to another");
                }
                self.parts_with(*column, other)
            }
            _ => Err("a set that asks for the cell"),
        }
    }

    /// Whether a number is that of the row, or of the column, of the cell.
    fn is_coordinate(&self, id: Id, column: bool, asked: Asked) -> bool {
        match self.node(self.resolved(id)) {
            Node::Coordinate(of_column, one) => *of_column == column && asked.is(self.node(*one)),
            _ => false,
        }
    }

    /// The rows, or the columns, of the cells of a set.
    fn parts_with(&mut self, column: bool, of: S) -> Made<S> {
        let mut parts: BTreeMap<u16, Set> = BTreeMap::new();
        for (cell, place) in (0..).zip(self.places(column)).filter(|(_, place)| *place > 0) {
            parts.entry(place).or_default().insert(cell);
        }
        let n = u8::try_from(parts.len()).map_err(|_| "too many rows")?;
        let first = self.constants(parts.into_values().collect())?;
        let set = self.new_set()?;
        self.put(Code::Parts(set, of, first, n));
        Ok(set)
    }

    /// The directions back.
    pub(super) fn back(&self, ways: &Set) -> Made<Set> {
        let opposite = &self.program.geometry.opposite;
        let back: Vec<u16> = ways.iter().map(|way| opposite.get(way as usize).copied().unwrap_or(NONE)).collect();
        if back.contains(&NONE) { Err("a direction without way back") } else { Ok(back.into_iter().collect()) }
    }

    /// All cells from which a slide leads to its target, after two steps or more if the cells passed are asked for.
    fn lift_reach(&mut self, (span, from, path, to): (bool, Id, u32, Option<Id>), asked: Asked) -> Made<S> {
        let slide = self.slide_from(path, span).ok_or("a path that is followed")?;
        let [leg] = self.legs(path) else { return Err("a path of several legs") };
        let Verb::Slides { .. } = leg.verb else { return Err("a path that is followed") };
        let is_asked = matches!(self.node(from), Node::ToSet(one) if asked.is(self.node(*one)));
        let asks = |id: Id| self.asks(id, asked);
        let ways_ask = matches!(&leg.heading, Heading::Ways(ways) if asks(*ways));
        if !is_asked || asks(leg.through) || ways_ask || to.is_some_and(asks) {
            return Err("a path that asks for the cell");
        }
        let least = slide.range.0;
        if least > 2 || slide.range.1 < i64::from(self.n_cells()) || !span && least > 1 {
            return Err("a slide of a certain length");
        }
        let through = self.set(leg.through)?;
        let target = match to {
            Some(to) => self.set(to)?,
            None => through,
        };
        let mut all = None;
        for &way in &slide.ways {
            let back = self.back(&[way].into_iter().collect())?.first().unwrap_or(NONE);
            let inside = match to {
                // Whatever passes through others to one of them begins beside one of them.
                None if !span => target,
                _ => {
                    let inside = self.new_set()?;
                    self.put(Code::Inside(inside, target, through, back as u8));
                    if !span {
                        self.put(Code::Or(inside, inside, target));
                    }
                    inside
                }
            };
            let cells = match all {
                None => self.new_set()?,
                Some(all) => all,
            };
            self.shift(back, inside, cells, all.is_some())?;
            all = Some(cells);
        }
        all.ok_or("no directions")
    }
}
