//! How an option of a row is carried out: the names of its travel, and the piece that goes.

use crate::program::node::{Id, Kinds, NOBODY, NONE, Node, Owners};
use crate::rules::model::{Captured, journey};
use crate::rules::types::Set;

use super::super::code::{Code, N, S};
use super::super::pieces::of_bits;
use super::options::{Back, How, Plan};
use super::{Made, Maker, numbered};

/// Copies of the names of a travel: each name's register and that of its copy.
#[derive(Debug, Default)]
pub(super) struct Before {
    numbers: Vec<(N, N)>,
    sets: Vec<(S, S)>,
}

impl Maker<'_> {
    /// The register of a name of the travel that holds a scalar.
    pub(super) fn name(&self, name: usize) -> Made<N> {
        self.regs.number_names[name].ok_or("a name without register")
    }

    /// Whether a name of the travel has to be bound.
    fn is_read(&self, name: usize) -> bool {
        self.program.reads[name]
    }

    /// Lets the names of the travel be as before any.
    pub(super) fn clear_travel(&mut self) -> Made<()> {
        for name in [journey::ORIGIN, journey::LANDING, journey::WAY] {
            let register = self.name(name)?;
            self.put(Code::Nothing(register));
        }
        for name in [journey::PASSED, journey::JUMPED] {
            if let Some(set) = self.regs.set_names[name].filter(|_| self.program.reads[name]) {
                self.put(Code::Empty(set));
            }
        }
        Ok(())
    }

    /// Copies of the names of the travel before, if there may be one.
    pub(super) fn travel_before(&mut self) -> Made<Option<Before>> {
        if self.is_clear {
            return Ok(None);
        }
        let mut before = Before::default();
        for name in [journey::ORIGIN, journey::LANDING, journey::WAY] {
            let register = self.name(name)?;
            before.numbers.push((register, self.simple(|n| Code::CopyNumber(n, register))?));
        }
        for name in [journey::PASSED, journey::JUMPED] {
            if let Some(register) = self.regs.set_names[name].filter(|_| self.program.reads[name]) {
                let copy = self.new_set()?;
                self.put(Code::Copy(copy, register));
                before.sets.push((register, copy));
            }
        }
        Ok(Some(before))
    }

    /// Lets the names of the travel be as before.
    pub(super) fn give_travel_back(&mut self, before: Option<Before>) -> Made<()> {
        let Some(before) = before else { return self.clear_travel() };
        before.numbers.into_iter().for_each(|(register, copy)| self.put(Code::CopyNumber(register, copy)));
        before.sets.into_iter().for_each(|(register, copy)| self.put(Code::Copy(register, copy)));
        Ok(())
    }

    /// Binds the names of a travel; where it lands is bound.
    pub(super) fn bind(&mut self, how: &How) -> Made<()> {
        let (origin, landing, way) =
            (self.name(journey::ORIGIN)?, self.name(journey::LANDING)?, self.name(journey::WAY)?);
        match how {
            How::Each { straight: true, .. } if self.is_read(journey::WAY) => {
                self.put(Code::Heading(way, origin, landing));
            }
            How::Drop(_) | How::Go { .. } | How::Each { .. } => {}
            How::Picked(picked) => self.bind_picked(picked)?,
            How::Stay { name, .. } => {
                let picked = self.regs.number_names[*name as usize].ok_or("a picked set")?;
                self.put(Code::CopyNumber(picked, landing));
                self.put(Code::CopyNumber(landing, origin));
            }
            How::Stand(pick) => {
                if let Some(name) = pick {
                    let picked = self.regs.number_names[*name as usize].ok_or("a picked set")?;
                    self.put(Code::CopyNumber(picked, landing));
                }
                self.put(Code::Nothing(landing));
            }
            How::Step { way: heading, steps, jumps, back } => {
                match back {
                    Back::Offset(by) => {
                        self.put(Code::CopyNumber(origin, landing));
                        self.put(Code::Add(origin, i32::from(*by)));
                    }
                    Back::List(list) => {
                        let place = numbered(&mut self.script.lists, list.clone()) as u16;
                        self.put(Code::Look(origin, landing, place));
                    }
                }
                if self.is_read(journey::WAY) && *heading != NONE {
                    self.put(Code::Number(way, i32::from(*heading)));
                }
                let name = if *jumps { journey::JUMPED } else { journey::PASSED };
                if self.is_read(name) && *steps > 1 {
                    self.between(name, *heading, Some(*steps))?;
                }
            }
            How::Far { way: heading, .. } => {
                let hurdle = self.new_number()?;
                let occupied = self.regs.occupied;
                self.put(Code::Behind(hurdle, landing, occupied, *heading as u8));
                self.put(Code::Behind(origin, hurdle, occupied, *heading as u8));
                if self.is_read(journey::WAY) {
                    self.put(Code::Number(way, i32::from(*heading)));
                }
                if let Some(jumped) = self.regs.set_names[journey::JUMPED].filter(|_| self.is_read(journey::JUMPED)) {
                    self.put(Code::Member(jumped, hurdle));
                }
            }
            How::Slide { from, way: heading } => {
                self.put(Code::Behind(origin, landing, *from, *heading as u8));
                if self.is_read(journey::WAY) {
                    self.put(Code::Number(way, i32::from(*heading)));
                }
                if self.is_read(journey::PASSED) {
                    self.between(journey::PASSED, *heading, None)?;
                }
            }
        }
        Ok(())
    }

    /// Binds a name to the cells that lie between the cell left and the landing, which are so many steps apart if that is known.
    fn between(&mut self, name: usize, way: u16, steps: Option<u16>) -> Made<()> {
        let (origin, landing) = (self.name(journey::ORIGIN)?, self.name(journey::LANDING)?);
        let set = self.regs.set_names[name].ok_or("a name without register")?;
        if let Some(back) = self.way_undoing(way).filter(|_| steps == Some(2)) {
            let behind = self.neighbours(&[back].into_iter().collect())?;
            self.put(Code::Table(set, landing, behind));
            return Ok(());
        }
        match self.undone_by(way) {
            // What lies ahead of one and behind the other.
            Some(back) => {
                let behind = self.new_set()?;
                let (forth, back) =
                    (self.rays(&[way].into_iter().collect())?, self.rays(&[back].into_iter().collect())?);
                self.put(Code::Table(set, origin, forth));
                self.put(Code::Table(behind, landing, back));
                self.put(Code::And(set, set, behind));
            }
            None => self.put(Code::Between(set, origin, landing, way as u8)),
        }
        Ok(())
    }

    /// The direction that always leads back from where another leads, if that one never comes back by itself.
    pub(super) fn undone_by(&self, way: u16) -> Option<u16> {
        self.way_undoing(way).filter(|_| !self.program.geometry.circles)
    }

    /// The direction that always leads back from where another leads.
    pub(super) fn way_undoing(&self, way: u16) -> Option<u16> {
        let geometry = &self.program.geometry;
        let back = Some(geometry.opposite[way as usize]).filter(|&back| back != NONE)?;
        let is_undone = |cell: u16| match geometry.step(cell, way) {
            NONE => true,
            next => geometry.step(next, back) == cell,
        };
        (0..self.n_cells()).all(is_undone).then_some(back)
    }

    /// Carries an option out: the piece goes or comes, and takes what stands in its way. What it takes besides is given.
    pub(super) fn carry_out(&mut self, plan: &Plan) -> Made<Option<S>> {
        let program = self.program;
        self.bind(&plan.how)?;
        self.forget();
        let each = &program.moves[plan.number as usize];
        // Sentences that were merged do nothing but go.
        let sentence = each.sentences.get(plan.sentence as usize);
        let travel = sentence.map_or(each.sentences[0].travel.as_ref(), |sentence| sentence.travel.as_ref());
        let Some(travel) = travel else { return Ok(None) };
        if matches!(program.rules.captured, Captured::Sites(_)) {
            return Err("pieces that are taken to sites");
        }
        if matches!(plan.how, How::Stay { .. }) || self.stays(travel) {
            return Ok(None);
        }
        let (origin, landing) = (self.name(journey::ORIGIN)?, self.name(journey::LANDING)?);
        let taken = match travel.taking.filter(|_| sentence.is_some()) {
            None => None,
            // It does not land on what it jumps over.
            Some(taking)
                if matches!(plan.how, How::Step { jumps: true, .. }) && self.is_set_named(taking, journey::JUMPED) =>
            {
                Some(self.set(taking)?)
            }
            Some(taking) => {
                let (taking, own) = (self.set(taking)?, self.new_set()?);
                self.put(Code::Copy(own, taking));
                self.put(Code::Remove(own, landing));
                Some(own)
            }
        };
        let me = self.roles.me;
        if let How::Drop(kind) = plan.how {
            let is_from_hand = program.rules.kinds[kind as usize].from_hand;
            if let Some(hands) = self.regs.hands.filter(|_| is_from_hand) {
                self.put(Code::Add(hands + me * program.layout.kinds.len() as u8 + kind, -1));
            }
            let owner = if program.rules.kinds[kind as usize].neutral { NOBODY } else { me };
            self.put(Code::Place(owner, kind, landing, !self.is_within_empty(travel.to)));
        } else {
            let is_free = sentence.is_some() && self.is_within_empty(travel.to);
            let is_one = sentence.is_some() && plan.kinds.is_power_of_two();
            let goes_off = matches!(plan.how, How::Step { .. } | How::Slide { .. } | How::Far { .. });
            let carry = match is_one || goes_off {
                true => self.carry((plan.kinds, !is_free), (origin, landing))?,
                // It may come back to where it was.
                false => Code::CarryAny(me, origin, landing),
            };
            self.put(carry);
        }
        self.forget();
        Ok(taken)
    }

    /// How a piece of one of some kinds, told as bits, is carried from a cell to another one where something may stand or nothing does.
    fn carry(&mut self, (kinds, meets): (u64, bool), (origin, landing): (N, N)) -> Made<Code> {
        let (me, program) = (self.roles.me, self.program);
        let is_owned = |kind: usize| program.rules.kinds.get(kind).is_some_and(|kind| !kind.neutral);
        if kinds == 0 || !of_bits(kinds).all(is_owned) {
            return Ok(Code::CarryAny(me, origin, landing));
        }
        if kinds.is_power_of_two() {
            return Ok(Code::Carry(me, kinds.trailing_zeros() as u8, origin, landing, meets));
        }
        let number = u8::try_from(numbered(&mut self.script.kinds, kinds)).map_err(|_| "too many sorts of pieces")?;
        Ok(Code::CarryOneOf(me, number, origin, landing, meets))
    }

    /// Takes what an option that was carried out takes besides.
    pub(super) fn take_besides(&mut self, taken: Option<S>) {
        if let Some(taken) = taken {
            self.put(Code::Take(taken));
            self.forget();
        }
    }

    /// Whether a set surely holds nothing but empty cells.
    pub(super) fn is_within_empty(&self, id: Id) -> bool {
        match self.node(id) {
            Node::Empty => true,
            Node::Intersection(a, b) => self.is_within_empty(*a) || self.is_within_empty(*b),
            Node::Union(a, b) => self.is_within_empty(*a) && self.is_within_empty(*b),
            Node::Difference(a, _) => self.is_within_empty(*a),
            _ => self.fixed_set(id).is_some_and(|set| set.is_empty()),
        }
    }

    /// Whether two sets surely have no member in common.
    pub(super) fn are_apart(&self, a: Id, b: Id) -> bool {
        if let (Some(a), Some(b)) = (self.fixed_set(a), self.fixed_set(b)) {
            return a.iter().all(|member| !b.contains(member));
        }
        match (self.node(a), self.node(b)) {
            (Node::Union(one, other), _) => self.are_apart(*one, b) && self.are_apart(*other, b),
            (_, Node::Union(one, other)) => self.are_apart(a, *one) && self.are_apart(a, *other),
            (Node::Intersection(one, other), _) => self.are_apart(*one, b) || self.are_apart(*other, b),
            (_, Node::Intersection(one, other)) => self.are_apart(a, *one) || self.are_apart(a, *other),
            (Node::Difference(_, less), _) if self.is_same(*less, b) => true,
            (_, Node::Difference(_, less)) if self.is_same(a, *less) => true,
            (Node::Difference(one, _), _) => self.are_apart(*one, b),
            (_, Node::Difference(one, _)) => self.are_apart(a, *one),
            (Node::Those(one, of, a), Node::Those(other, among, b)) => {
                self.exclude_each_other((*one, *a), (*other, *b)) || self.are_apart(*of, *among)
            }
            (Node::Empty, Node::Pieces(..)) | (Node::Pieces(..), Node::Empty) => true,
            (Node::Plane(one), Node::Plane(other)) => one != other && self.terrain_of(*one) == self.terrain_of(*other),
            (Node::Pieces(kinds, owners), Node::Pieces(other_kinds, other_owners)) => {
                are_other_kinds(kinds, other_kinds) || are_other_owners(owners, other_owners)
            }
            _ => false,
        }
    }

    /// The terrain of which a plane holds the cells of one value: a cell has but one.
    fn terrain_of(&self, plane: u32) -> Option<usize> {
        self.program.layout.terrains.iter().rposition(|&first| first <= plane)
    }

    /// Cells beside which a set surely holds no others, as far as that is known.
    pub(super) fn within(&self, id: Id) -> Option<Set> {
        match self.node(id) {
            Node::Intersection(a, b) => match (self.within(*a), self.within(*b)) {
                (Some(a), Some(b)) => Some(a.intersection(&b)),
                (one, other) => one.or(other),
            },
            Node::Difference(a, _) => self.within(*a),
            Node::Union(a, b) => Some(self.within(*a)?.union(&self.within(*b)?)),
            _ => self.fixed_set(id),
        }
    }

    pub(super) fn is_same(&self, a: Id, b: Id) -> bool {
        self.same[a as usize] == self.same[b as usize]
    }
}

fn are_other_kinds(a: &Kinds, b: &Kinds) -> bool {
    let words = |kinds: &Kinds| match kinds {
        Kinds::All => None,
        Kinds::One(word) => Some(vec![*word]),
        Kinds::Some(words) => Some(words.to_vec()),
    };
    match (words(a), words(b)) {
        (Some(a), Some(b)) => a.iter().all(|word| !b.contains(word)),
        _ => false,
    }
}

fn are_other_owners(a: &Owners, b: &Owners) -> bool {
    match (a, b) {
        (Owners::Mine, Owners::Others) | (Owners::Others, Owners::Mine) => true,
        (Owners::Fixed(a), Owners::Fixed(b)) => a & b == 0,
        _ => false,
    }
}
