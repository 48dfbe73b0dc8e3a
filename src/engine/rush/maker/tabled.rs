//! What depends on one cell, and on nothing of the position, is worked out for each cell when the code is written.
//!
//! ```text
//!   those c in men where some [two rows ahead of c] in free
//!
//!   row of the cell:   1 2 3 4        free:                  . x . x
//!   two rows ahead:    3 4 - -        moved back by two:     . x . .
//! ```

use std::collections::BTreeMap;

use crate::program::node::{Id, Node, Op};
use crate::rules::types::Set;

use super::super::code::{Code, N, S};
use super::lift::Asked;
use super::{Made, Maker};

/// The most members of a set, or values of a name, for each of which code of its own is written.
const FEW: usize = 8;

/// A shift stands for so many cells of a table at least.
const MANY: usize = 6;

/// By how many numbers most cells are apart from members of their sets, and which members those are; none if few are, or if sets have
/// many members.
fn most_common(sets: &[Set]) -> Option<(i32, Set)> {
    if sets.iter().any(|set| set.len() > 2) {
        return None;
    }
    let mut by: BTreeMap<i32, Set> = BTreeMap::new();
    for (cell, set) in (0_i32..).zip(sets) {
        set.iter().for_each(|member| by.entry(cell - i32::from(member)).or_default().insert(member));
    }
    by.into_iter().max_by_key(|(_, members)| members.len()).filter(|(_, members)| members.len() >= MANY)
}

impl Maker<'_> {
    /// What is told of each member that may be asked about, if it is told of all.
    fn of_each<T>(&mut self, asked: Asked, tell: impl Fn(&Self) -> Option<T>) -> Option<Vec<T>> {
        let Asked::Temporary(name) = asked else { return None };
        let before = self.fixed_numbers.remove(&name);
        let members = self.everything();
        let told = members.iter().map(|member| {
            self.fixed_numbers.insert(name, member.into());
            tell(self)
        });
        let told = told.collect();
        self.fixed_numbers.remove(&name);
        self.fixed_numbers.extend(before.map(|before| (name, before)));
        told
    }

    /// All members for which a condition holds that depends on nothing else.
    pub(super) fn told_of_each(&mut self, condition: Id, asked: Asked) -> Option<Set> {
        let told = self.of_each(asked, |maker| maker.fixed_number(condition))?;
        Some((0..).zip(told).filter(|(_, holds)| *holds == 1).map(|(member, _)| member).collect())
    }

    /// All cells for which a set that depends on nothing else has a member in another.
    pub(super) fn meets_by_cell(&mut self, set: Id, other: S, asked: Asked) -> Made<S> {
        let mut sets = self.of_each(asked, |maker| maker.fixed_set(set)).ok_or("a set that asks for the cell")?;
        for settled in self.settled.iter() {
            sets[usize::from(settled)] = Set::default();
        }
        let mut met = None;
        while let Some((by, from)) = most_common(&sets) {
            let from_constant = self.constant(&from)?;
            let shift = i16::try_from(by).map_err(|_| "a shift that is too far")?;
            met = Some(match met {
                None => {
                    let met = self.new_set()?;
                    self.put(Code::Shift(met, other, from_constant, shift));
                    met
                }
                Some(met) => {
                    self.put(Code::ShiftInto(met, other, from_constant, shift));
                    met
                }
            });
            from.iter().for_each(|member| sets[(i32::from(member) + by) as usize].remove(member));
        }
        let mut cells: BTreeMap<Vec<u16>, Set> = BTreeMap::new();
        for (cell, set) in (0..).zip(&sets).filter(|(_, set)| !set.is_empty()) {
            cells.entry(set.iter().collect()).or_default().insert(cell);
        }
        if let Some(met) = met.filter(|_| cells.is_empty()) {
            return Ok(met);
        }
        let n = u8::try_from(cells.len()).map_err(|_| "too many sets by cell")?;
        let pairs = cells.into_iter().flat_map(|(set, cells)| [set.into_iter().collect(), cells]);
        let first = self.constants(pairs.collect())?;
        let others = self.new_set()?;
        self.put(Code::Meeting(others, other, first, n));
        met.map_or(Ok(others), |met| self.join(Code::Or, met, others))
    }

    /// Those of a few known members for which a condition holds, one after the other.
    pub(super) fn those_of_few(&mut self, (name, of, condition): (u32, Id, Id)) -> Made<S> {
        let members = self.fixed_set(of).filter(|members| members.len() <= FEW).ok_or("many members")?;
        self.work_out_choices(condition, name);
        let (those, member) = (self.new_set()?, self.new_number()?);
        self.put(Code::Empty(those));
        for each in members.iter() {
            let no = self.label();
            self.put(Code::Number(member, each.into()));
            self.fixed_numbers.insert(name, each.into());
            let mark = self.next;
            let asked = self.aside(|maker| {
                maker.bound_numbers.insert(name, member);
                maker.branch(condition, false, no)
            });
            self.bound_numbers.remove(&name);
            self.fixed_numbers.remove(&name);
            asked?;
            self.next = mark;
            self.put(Code::Insert(those, member));
            self.here(no);
        }
        Ok(those)
    }

    /// Works out what is chosen from in a condition, where that does not depend on a name: it is the same for all members.
    fn work_out_choices(&mut self, condition: Id, name: u32) {
        let mut open = vec![condition];
        while let Some(id) = open.pop() {
            let node = self.node(id);
            if let Node::Those(_, of, _) = node
                && !self.asks(*of, Asked::Temporary(name))
            {
                // Where it depends on another name that is not bound yet, it is worked out where it is asked for.
                _ = self.attempt(|maker| maker.set(*of));
            }
            node.children(&mut |child| open.push(child), &mut |_| {});
        }
    }

    /// The cells of a set for which a condition holds that depends on what was picked, of which there are few: it is written for
    /// each of them.
    pub(super) fn those_by_pick(&mut self, of: S, (name, condition): (u32, Id)) -> Made<S> {
        let (picked, register, members) = self.picked_of_few(condition).ok_or("nothing that was picked among few")?;
        let (those, end) = (self.new_set()?, self.label());
        for member in members.iter() {
            let other = self.label();
            self.put(Code::IfIsNot(register, member.into(), other));
            self.fixed_picks.insert(picked, member);
            let mark = self.next;
            let holds = self.aside(|maker| maker.lift(condition, Asked::Temporary(name)));
            self.fixed_picks.remove(&picked);
            self.put(Code::And(those, of, holds?));
            self.next = mark;
            self.put(Code::Jump(end));
            self.here(other);
        }
        self.put(Code::Empty(those));
        self.here(end);
        Ok(those)
    }

    /// A name in a condition that was picked among a few known members, its register, and those.
    fn picked_of_few(&self, condition: Id) -> Option<(u32, N, Set)> {
        let mut found = None;
        self.program.any_node(condition, &mut |node| {
            let Node::Kept(name) = node else { return false };
            if self.fixed_picks.contains_key(name) {
                return false;
            }
            let members = self.members_picked_from(*name).filter(|members| members.len() <= FEW);
            let register = self.regs.number_names[*name as usize];
            found = register.zip(members).map(|(register, members)| (*name, register, members));
            found.is_some()
        });
        found
    }

    /// A known set that holds whatever is bound to a name, if only picks bind it.
    fn members_picked_from(&self, name: u32) -> Option<Set> {
        let mut all = Set::default();
        for op in &self.program.ops {
            match op {
                Op::Pick { name: picked, from, .. } if *picked == name => {
                    all = all.union(&self.known_around(*from)?);
                }
                Op::LetScalar(other, _) | Op::EachNext { name: other, .. } if *other == name => return None,
                _ => {}
            }
        }
        (!all.is_empty()).then_some(all)
    }

    /// A known set that holds all members of another.
    fn known_around(&self, set: Id) -> Option<Set> {
        match self.node(set) {
            Node::LetSet(_, _, body) | Node::LetScalar(_, _, body) => self.known_around(*body),
            Node::Those(_, of, _) => self.known_around(*of),
            _ => self.fixed_set(set),
        }
    }
}
