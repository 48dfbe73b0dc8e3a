//! Blocks of statements.

use std::collections::HashMap;

use crate::program::node::{Id, Leg, NOBODY, NONE, Node, Op};
use crate::rules::types::{Domain, Set};

use super::super::code::{Code, L, N, S};
use super::super::registers::Held;
use super::lift::Asked;
use super::{Made, Maker};

/// A block with more rounds than this is left to the machine, which counts the effort of each of them.
const ROUNDS: u64 = 1 << 17;
/// The most members of a set that is worked out, unless there are more cells.
const MEMBERS: u64 = 256;

/// What becomes of a choice in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Picks {
    /// There is none.
    None,
    /// It is never come to.
    Never,
    /// It has been made.
    Made,
    /// The member with so many smaller ones is picked, if it comes to the choice; only the first stands for options
    /// that do not come to it.
    Nth(u8),
    /// A member is drawn, with the same probability for each of so many, and again if there is none.
    Drawn(u32),
    /// The same, where the number of the member lies in a register.
    Guessed(N),
    /// A cell is shot at: where the shot lies, and of which directions it is one.
    Shot(N, u8),
    /// Each member is picked, on a way of its own, but where it is known already what is.
    Explored,
}

/// A choice in a block.
#[derive(Clone, Debug)]
pub(super) struct Pick {
    /// The name that it binds.
    pub name: u32,
    /// The set that is picked from.
    pub from: Id,
    /// What its members are.
    pub domain: Domain,
    /// Whether there is a condition on what is picked.
    pub is_free: bool,
    /// The conditions under which it is come to.
    pub conditions: Vec<Id>,
}

impl Maker<'_> {
    fn ops_of(&self, block: u32) -> impl Iterator<Item = (u32, &Op)> {
        let ops = self.program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
        (block..).zip(ops)
    }

    /// A block without the conditions that it begins with.
    pub(super) fn past_conditions(&self, block: u32) -> u32 {
        let conditions = self.ops_of(block).take_while(|(_, op)| matches!(op, Op::Unless(..)));
        block + conditions.count() as u32
    }

    /// The choices in a block.
    ///
    /// # Errors
    /// If a player may end rounds when it likes, or picks in rounds.
    pub(super) fn picks(&self, block: u32) -> Made<Vec<Pick>> {
        let mut picks = Vec::new();
        for (place, op) in self.ops_of(block) {
            match op {
                Op::RepeatRound { may_stop: true, .. } => return Err("rounds that a player may end"),
                Op::Pick { name, from, domain, condition } => {
                    let mut conditions = Vec::new();
                    for (at, before) in self.ops_of(block).take_while(|(at, _)| *at < place) {
                        match before {
                            Op::Unless(condition, exit) if *exit > place => conditions.push(*condition),
                            Op::Jump(target) if *target > place => return Err("a choice under otherwise"),
                            Op::RepeatRound { exit, .. } | Op::EachNext { exit, .. } if *exit > place => {
                                return Err("a choice in rounds");
                            }
                            Op::Unless(..) | Op::Count(_) => {}
                            _ if at > block && !conditions.is_empty() => {
                                return Err("a choice after other statements");
                            }
                            _ => {}
                        }
                    }
                    let is_free = condition.is_none();
                    picks.push(Pick { name: *name, from: *from, domain: *domain, is_free, conditions });
                }
                _ => {}
            }
        }
        Ok(picks)
    }

    /// Whether a block may fail; what becomes of choices in it.
    pub(super) fn may_fail(&self, block: u32, picks: Picks) -> bool {
        self.ops_of(block).any(|(_, op)| match op {
            Op::Ensure(_) => true,
            Op::Pick { .. } => {
                matches!(picks, Picks::None | Picks::Nth(_) | Picks::Drawn(_) | Picks::Guessed(_) | Picks::Shot(..))
            }
            _ => false,
        })
    }

    /// All cells to which a piece may come so that a condition holds, if only that cell is asked about and nothing of
    /// the position.
    pub(super) fn lift_fixed(&mut self, condition: Id) -> Made<S> {
        let is_fixed = !self.program.any_node(condition, &mut |node| {
            !matches!(
                node,
                Node::Contains(..)
                    | Node::Kept(_)
                    | Node::ConstantSet(_)
                    | Node::ConstantSetByMe(_)
                    | Node::And(..)
                    | Node::Or(..)
                    | Node::Not(_)
                    | Node::SomeSet(_)
                    | Node::Intersection(..)
                    | Node::ToSet(_)
                    | Node::Constant(_)
            )
        });
        if is_fixed { self.lift(condition, Asked::Landing) } else { Err("a condition about the position") }
    }

    /// Writes a block; if a condition fails play goes on at the label.
    pub(super) fn block(&mut self, block: Option<u32>, picks: Picks, fail: L) -> Made<()> {
        let Some(block) = block else { return Ok(()) };
        let written = self.attempt(|maker| maker.statements(block, picks, fail));
        if written.is_ok() {
            return Ok(());
        }
        if picks != Picks::None && self.ops_of(block).any(|(_, op)| matches!(op, Op::Pick { .. })) {
            return written;
        }
        self.put(Code::Perform(block, fail));
        self.forget();
        Ok(())
    }

    /// The most rounds that a block can go through, those within each other included.
    fn rounds(&self, ops: &[(u32, Op)]) -> u64 {
        let members = |set: Id| match self.fixed_set(set) {
            Some(set) => set.len() as u64,
            None => MEMBERS.max(self.program.geometry.n_cells as u64),
        };
        let mut from = HashMap::new();
        let mut all: Vec<(u32, u64)> = Vec::new();
        let mut sum = 0_u64;
        for (place, op) in ops {
            all.retain(|(exit, _)| exit > place);
            match op {
                Op::EachStart(register, set) => drop(from.insert(*register, members(*set))),
                Op::EachNext { register, exit, .. } => {
                    let around = all.last().map_or(1, |(_, rounds)| *rounds);
                    let rounds = around.saturating_mul(from.get(register).copied().unwrap_or(MEMBERS));
                    sum = sum.saturating_add(rounds);
                    all.push((*exit, rounds));
                }
                _ => {}
            }
        }
        sum
    }

    fn statements(&mut self, block: u32, picks: Picks, fail: L) -> Made<()> {
        let ops: Vec<(u32, Op)> = self.ops_of(block).map(|(place, op)| (place, op.clone())).collect();
        if self.rounds(&ops) > ROUNDS {
            return Err("more rounds than may go uncounted");
        }
        let end = block + ops.len() as u32;
        let labels: HashMap<u32, L> = (block..=end).map(|place| (place, self.label())).collect();
        let is_target = |place: u32| {
            ops.iter().any(|(_, op)| match op {
                Op::Jump(target)
                | Op::Unless(_, target)
                | Op::RepeatRound { exit: target, .. }
                | Op::EachNext { exit: target, .. } => *target == place,
                _ => false,
            })
        };
        let mut members: HashMap<u32, S> = HashMap::new();
        for (place, op) in &ops {
            if is_target(*place) {
                self.forget();
            }
            self.here(labels[place]);
            match op {
                Op::Jump(target) => self.put(Code::Jump(labels[target])),
                Op::Unless(condition, target) => self.branch(*condition, false, labels[target])?,
                Op::EachStart(register, set) => {
                    let (set, rest) = (self.set(*set)?, self.new_set()?);
                    self.put(Code::Copy(rest, set));
                    members.insert(*register, rest);
                }
                Op::EachNext { register, name, exit } => {
                    let rest = *members.get(register).ok_or("members of nothing")?;
                    let name = self.regs.number_names[*name as usize].ok_or("a member as a set")?;
                    self.forget();
                    self.put(Code::Next(name, rest, labels[exit]));
                }
                Op::RepeatStart(register, times) if let Some(&round) = self.rounds.get(register) => {
                    self.begin_rounds(round, *times)?;
                }
                Op::RepeatRound { register, condition, may_stop: false, exit }
                    if let Some(&round) = self.rounds.get(register) =>
                {
                    self.begin_round(*place..*exit, round, *condition, labels[exit])?;
                }
                Op::Ensure(condition) => self.branch(*condition, false, fail)?,
                Op::Pick { name, .. } if picks == Picks::Explored && self.fixed_picks.contains_key(name) => {}
                Op::Pick { name, from, condition, .. } if picks == Picks::Explored && members.is_empty() => {
                    self.each_member(*name, *from)?;
                    if let Some(condition) = condition {
                        self.branch(*condition, false, fail)?;
                    }
                }
                Op::Pick { name, from, condition: None, .. } => self.pick(*name, *from, picks)?,
                Op::Count(site) => self.put(Code::Mark(*site)),
                op => {
                    self.effect(op)?;
                    self.forget();
                }
            }
        }
        self.here(labels[&end]);
        self.forget();
        Ok(())
    }

    fn pick(&mut self, name: u32, from: Id, picks: Picks) -> Made<()> {
        match picks {
            Picks::None | Picks::Explored | Picks::Drawn(_) => return Err("a choice"),
            Picks::Never => self.put(Code::Reject),
            Picks::Made => {}
            Picks::Nth(index) => {
                let from = self.set(from)?;
                let name = self.regs.number_names[name as usize].ok_or("a picked set")?;
                self.put(Code::Nth(name, from, index));
                if let Some(reached) = self.reached {
                    self.put(Code::Number(reached, 1));
                }
                self.forget();
            }
            Picks::Guessed(number) => {
                let from = self.set(from)?;
                let name = self.regs.number_names[name as usize].ok_or("a picked set")?;
                self.put(Code::DrawWithin(name, from, number));
                self.forget();
            }
            Picks::Shot(shot, shots) => self.pick_by_shot(name, from, (shot, shots))?,
        }
        Ok(())
    }

    /// Picks the cell that was shot at, if it is hit. Only if it is not, it is worked out whether there is anything to pick.
    fn pick_by_shot(&mut self, name: u32, from: Id, (shot, shots): (N, u8)) -> Made<()> {
        let path = self.path_from_landing(from).ok_or("a shot that is none")?;
        let [Leg { through, .. }] = self.legs(path) else { return Err("a path of several legs") };
        let (open, hit) = (self.set(*through)?, self.label());
        let name = self.regs.number_names[name as usize].ok_or("a picked set")?;
        self.put(Code::Hit(name, shot, open, shots, hit));
        let from = self.set(from)?;
        self.put(Code::DrawWithin(name, from, name));
        self.here(hit);
        self.forget();
        Ok(())
    }

    /// An operation that changes the position.
    fn effect(&mut self, op: &Op) -> Made<()> {
        let kinds = &self.program.rules.kinds;
        match op {
            Op::Take(cells, false) => {
                if self.program.geometry.may_pile {
                    return self.take_tops(*cells);
                }
                if matches!(self.program.rules.captured, crate::rules::model::Captured::Sites(_)) {
                    return Err("pieces that are taken to sites");
                }
                let cells = self.set(*cells)?;
                self.put(Code::Take(cells));
            }
            Op::Move(from, onto) if self.program.geometry.may_pile => self.stack(*from, *onto)?,
            Op::Remove(cells) => {
                let cells = self.set(*cells)?;
                self.put(Code::Lift(cells));
            }
            Op::Push(cells, way) => self.push(*cells, *way)?,
            Op::Put { number, kind, owner, on: Some(on), with } => {
                let kind = self.fixed_number(*kind).and_then(|kind| u8::try_from(kind).ok());
                let kind = kind.ok_or("a kind that is worked out")?;
                if self.fixed_number(*number) != Some(1) || !with.is_empty() {
                    return Err("several pieces, or pieces with variables");
                }
                let owner = match owner {
                    None => Some(i64::from(self.roles.me)),
                    Some(owner) => self.fixed_number(*owner),
                };
                let owner = owner.and_then(|owner| u8::try_from(owner).ok()).filter(|&owner| owner < self.n_players());
                let owner = owner.ok_or("an owner who is worked out")?;
                let owner = if kinds[kind as usize].neutral { NOBODY } else { owner };
                let on = self.set(*on)?;
                self.put(Code::Put(owner, kind, on));
            }
            Op::Change(cells, into) if self.regs.marks.is_empty() && kinds.iter().all(|kind| !kind.neutral) => {
                let (cells, into) = (self.set(*cells)?, self.number(*into)?);
                self.put(Code::Change(cells, into));
            }
            Op::Give(cells, to) if kinds.iter().all(|kind| !kind.neutral) => {
                let to = self.fixed_number(*to).and_then(|to| u8::try_from(to).ok());
                let to = to.filter(|&to| to < self.n_players()).ok_or("a player who is worked out")?;
                let cells = self.set(*cells)?;
                self.put(Code::Give(cells, to));
            }
            Op::Set { variable, holder, value } => self.set_variable(*variable, *holder, *value)?,
            Op::Sow { variable, from, way, except } => self.sow(*variable, (*from, *way), *except)?,
            Op::LetScalar(name, value) => {
                let value = self.number(*value)?;
                let name = self.regs.number_names[*name as usize].ok_or("a scalar in a set")?;
                self.put(Code::CopyNumber(name, value));
            }
            Op::LetSet(name, value) => {
                let value = self.set(*value)?;
                let name = self.regs.set_names[*name as usize].ok_or("a set in a scalar")?;
                self.put(Code::Copy(name, value));
            }
            _ => return Err("an operation for the plain machine"),
        }
        Ok(())
    }

    /// Pieces that are pushed, each to a cell of its own.
    fn push(&mut self, cells: Id, way: Id) -> Made<()> {
        if matches!(self.program.rules.captured, crate::rules::model::Captured::Sites(_)) {
            return Err("pieces that are taken to sites");
        }
        let geometry = &self.program.geometry;
        let way = self.fixed_number(way).and_then(|way| u16::try_from(way).ok());
        let way =
            way.filter(|&way| usize::from(way) < geometry.n_directions).ok_or("a direction that is worked out")?;
        let mut next: Vec<u16> = (0..self.n_cells()).map(|cell| geometry.step(cell, way)).collect();
        next.retain(|&next| next != NONE);
        next.sort_unstable();
        if next.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a direction in which two cells lead to one");
        }
        let cells = self.set(cells)?;
        self.put(Code::Push(cells, way as u8));
        Ok(())
    }

    /// Sets a variable of yes and no for members, or for the pieces on cells.
    fn set_yes(&mut self, (variable, set): (u16, S), holder: Option<Id>, value: Id) -> Made<()> {
        let about = &self.program.variables[variable as usize];
        let (no, end) = (self.label(), self.label());
        let holders = match holder {
            Some(holder) => self.set(holder)?,
            None => self.fixed(&[0].into_iter().collect())?,
        };
        let holders = match about.attribute {
            Some(_) => {
                let mut owning = self.fixed(&Set::default())?;
                for kind in (0..self.regs.kinds.len()).filter(|kind| about.kinds >> kind & 1 == 1) {
                    owning = self.join(Code::Or, owning, self.regs.kinds[kind])?;
                }
                self.join(Code::And, holders, owning)?
            }
            None => {
                let members = self.constant(&(0..about.count as u16).collect())?;
                let own = self.new_set()?;
                self.put(Code::AndConstant(own, holders, members));
                own
            }
        };
        self.branch(value, false, no)?;
        self.put(Code::Or(set, set, holders));
        self.put(Code::Jump(end));
        self.here(no);
        self.put(Code::Minus(set, set, holders));
        self.here(end);
        self.forget();
        self.note_written(variable);
        Ok(())
    }

    fn set_variable(&mut self, variable: u16, holder: Option<Id>, value: Id) -> Made<()> {
        if let Held::Yes(set) = self.regs.variables[variable as usize] {
            return self.set_yes((variable, set), holder, value);
        }
        if let (Held::Bits(..), Some(holder)) = (self.regs.variables[variable as usize], holder) {
            let cells = self.set(holder)?;
            self.remember(variable, cells, value)?;
            self.note_written(variable);
            return Ok(());
        }
        let about = &self.program.variables[variable as usize];
        let fixed = match holder {
            None => Some(0),
            Some(holder) => match self.fixed_set(holder) {
                Some(set) if set.len() == 1 => set.first().map(i64::from),
                _ => None,
            },
        };
        if let (None, Some(holders)) = (fixed, holder) {
            return self.set_values(variable, holders, value);
        }
        let index = fixed.and_then(|holder| u8::try_from(holder).ok());
        let index =
            index.filter(|&index| usize::from(index) < about.count.max(1)).ok_or("a holder who is worked out")?;
        match self.regs.variables[variable as usize] {
            Held::Sets(first) => {
                let value = self.set(value)?;
                self.put(Code::Copy(first + index, value));
            }
            Held::Numbers(first) => {
                let known = self.fixed_number(value).map(|value| about.fit(value));
                if let Some(known) = known.and_then(|known| i32::try_from(known).ok()) {
                    self.put(Code::Number(first + index, known));
                } else {
                    let value = self.number(value)?;
                    self.put(Code::CopyNumber(first + index, value));
                    self.put(Code::Fit(first + index, variable));
                }
            }
            Held::Yes(_) | Held::Bits(..) | Held::Away => return Err("a variable without register"),
        }
        self.note_written(variable);
        Ok(())
    }
}
