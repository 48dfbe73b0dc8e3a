//! Choices in the text of an option: a row for each thing to pick where that is known, or one draw within a bound.

use crate::program::node::{Id, Node, Op};
use crate::rules::model::journey;
use crate::rules::types::Domain;

use super::super::code::{Aim, Code, Guess, S, SlideFrom};
use super::super::shots;
use super::blocks::{Pick, Picks};
use super::options::{How, Plan};
use super::variants::{Outcome, Variant};
use super::{Made, Maker, numbered};

/// The most numbers that a row is written for each of.
const MOST_NUMBERS: u8 = 4;

impl Maker<'_> {
    /// A row by the choices in its text: those without, and one for each thing to pick where that is known.
    pub(super) fn with_picks(&mut self, plan: Plan) -> Made<Vec<Variant>> {
        let program = self.program;
        let each = &program.moves[plan.number as usize];
        let own = each.sentences.get(plan.sentence as usize).and_then(|sentence| sentence.block);
        let mut picks = Vec::new();
        for block in [own, each.afterwards, program.afterwards].into_iter().flatten() {
            picks.append(&mut self.picks(block)?);
        }
        let pick = match picks.as_slice() {
            [] => return Ok(vec![Variant { plan, picks: Picks::None, made: None, outcome: Outcome::Open }]),
            [pick] if pick.is_free => pick.clone(),
            _ => return Err("several choices, or one with a condition"),
        };
        if pick.conditions.is_empty() {
            let bound = self.bound(pick.from, pick.domain);
            return Ok(vec![Variant { plan, picks: Picks::Drawn(bound), made: None, outcome: Outcome::Open }]);
        }
        let Some(members) = self.fixed_set(pick.from) else { return self.by_number(plan, &pick) };
        if plan.how.has_origins() || matches!(plan.how, How::Stand(_)) {
            return Err("a choice after going anywhere");
        }
        if pick.conditions.iter().any(|&condition| self.never_lands_so(&plan, condition)) {
            return Ok(vec![Variant { plan, picks: Picks::Never, made: None, outcome: Outcome::Open }]);
        }
        let mut picking = plan.landings;
        for &condition in &pick.conditions {
            let holds = self.lift_fixed(condition)?;
            picking = self.join(Code::And, picking, holds)?;
        }
        let quiet = self.join(Code::Minus, plan.landings, picking)?;
        let row = |landings: S, picks: Picks, made: Option<(u32, u16)>| Variant {
            plan: Plan { landings, ..plan.clone() },
            picks,
            made,
            outcome: Outcome::Open,
        };
        let mut rows = vec![row(quiet, Picks::Never, None)];
        for member in members.iter() {
            rows.push(row(picking, Picks::Made, Some((pick.name, member))));
        }
        // Failing options are struck from their row, so each has a register of its own.
        for row in rows.iter_mut().skip(2) {
            let own = self.new_set()?;
            self.put(Code::Copy(own, picking));
            row.plan.landings = own;
        }
        Ok(rows)
    }

    /// Whether a condition asks for a landing in fixed cells, on none of which an option of a row ever lands.
    ///
    /// ```text
    ///   Pawn on my row 2 slides forward exactly 2        lands in row 4, never in the last row
    /// ```
    fn never_lands_so(&self, plan: &Plan, condition: Id) -> bool {
        let Node::Contains(landing, cells) = *self.node(self.resolved(condition)) else { return false };
        let is_landing = *self.node(self.resolved(landing)) == Node::Kept(journey::LANDING as u32);
        let Some(cells) = self.fixed_set(cells).filter(|_| is_landing) else { return false };
        let sentences = &self.program.moves[usize::from(plan.number)].sentences;
        plan.sentences().all(|index| {
            let travel = sentences.get(usize::from(index)).and_then(|sentence| sentence.travel.as_ref());
            let Some(from) = travel.and_then(|travel| self.within(travel.from)) else { return false };
            from.iter().all(|cell| !self.landings_from(&plan.how, cell).meets(&cells))
        })
    }

    /// A row for each number that a member may have in what is picked from, which is worked out when an option is tried.
    fn by_number(&mut self, plan: Plan, pick: &Pick) -> Made<Vec<Variant>> {
        let bound = u8::try_from(self.bound(pick.from, pick.domain)).ok().filter(|&bound| bound <= MOST_NUMBERS);
        let bound = bound.ok_or("a choice of what is worked out")?;
        if plan.how.has_origins() || matches!(plan.how, How::Stand(_) | How::Drop(_)) {
            return Err("a choice after going anywhere");
        }
        let of = |landings: S, index: u8| Variant {
            plan: Plan { landings, ..plan.clone() },
            picks: Picks::Nth(index),
            made: None,
            outcome: Outcome::Open,
        };
        let mut rows = vec![of(plan.landings, 0)];
        let may = self.landings_where_all_may_hold(&plan.how, &pick.conditions);
        for index in 1..bound {
            let constant = self.constant(&may)?;
            let landings = self.new_set()?;
            self.put(Code::AndConstant(landings, plan.landings, constant));
            rows.push(of(landings, index));
        }
        Ok(rows)
    }

    /// What is guessed before an option is drawn, if a member is drawn in its text.
    pub(super) fn guess(&mut self, options: &mut [Variant]) -> Made<Option<Guess>> {
        let Some(Variant { picks: Picks::Drawn(bound), .. }) = options.first() else { return Ok(None) };
        let (bound, number) = (*bound, self.new_number()?);
        let aim = self.aim(options, bound)?;
        let picks = match aim {
            Some(Aim { shots, .. }) => Picks::Shot(number, shots),
            None => Picks::Guessed(number),
        };
        options.iter_mut().for_each(|option| option.picks = picks);
        Ok(Some(Guess { number, bound, aim }))
    }

    /// How cells are shot at, if what is picked in the text of all options are cells to which the same slides lead from the landing.
    fn aim(&mut self, options: &[Variant], bound: u32) -> Made<Option<Aim>> {
        let mut shots = options.iter().map(|option| self.shot(&option.plan));
        let first = shots.next().flatten();
        let Some((path, leaving)) = first.filter(|_| shots.all(|other| other == first)) else { return Ok(None) };
        let is_shot = |slide: &SlideFrom| {
            self.is_unbounded(slide) && shots::most(&self.program.geometry, &slide.ways) == bound as usize
        };
        let Some(slide) = self.slide_from(path, false).filter(is_shot) else { return Ok(None) };
        let leaving = self.set(leaving)?;
        let shots = u8::try_from(numbered(&mut self.script.shots, slide.ways)).map_err(|_| "too many shots")?;
        Ok(Some(Aim { shots, leaving }))
    }

    /// The path from the landing to what is picked first in the text of an option, and who may travel, if nothing but that one piece
    /// has gone by then, to a cell that was empty, and the path leads to empty cells through them.
    fn shot(&self, plan: &Plan) -> Option<(u32, Id)> {
        let sentence = self.program.moves[usize::from(plan.number)].sentences.get(usize::from(plan.sentence))?;
        let travel = sentence.travel.as_ref().filter(|travel| !travel.drops && travel.taking.is_none())?;
        let is_one = matches!(plan.how, How::Slide { .. } | How::Step { .. }) && self.is_within_empty(travel.to);
        let Op::Pick { from, .. } = self.program.ops[usize::try_from(sentence.block?).ok()?] else { return None };
        let path = self.path_from_landing(from)?;
        let [leg] = self.legs(path) else { return None };
        (is_one && self.is_within_empty(leg.through)).then_some((path, travel.from))
    }

    /// The path of a set that is all that is reached by it from the landing, and lies through what it leads to.
    pub(super) fn path_from_landing(&self, set: Id) -> Option<u32> {
        let Node::Reach { span: false, from, path, to } = *self.node(set) else { return None };
        let [leg] = self.legs(path) else { return None };
        let Node::ToSet(origin) = *self.node(from) else { return None };
        let is_landing = matches!(self.node(origin), Node::Kept(name) if *name as usize == journey::LANDING);
        (is_landing && to.is_none_or(|to| to == leg.through)).then_some(path)
    }

    /// No more members than that can ever be picked.
    pub(super) fn bound(&self, from: Id, domain: Domain) -> u32 {
        let all = crate::program::size(&self.program.rules, domain).max(1) as u32;
        if let Some(fixed) = self.fixed_set(from) {
            return (fixed.len() as u32).max(1);
        }
        match self.node(from) {
            Node::Intersection(a, b) => self.bound(*a, domain).min(self.bound(*b, domain)),
            Node::Difference(a, _) => self.bound(*a, domain),
            Node::Union(a, b) => (self.bound(*a, domain) + self.bound(*b, domain)).min(all),
            Node::ToSet(_) => 1,
            Node::Reach { span: false, from, path, .. } if matches!(self.node(*from), Node::ToSet(_)) => {
                let most = |slide: SlideFrom| shots::most(&self.program.geometry, &slide.ways) as u32;
                self.slide_from(*path, false).map_or(all, |slide| most(slide).max(1))
            }
            _ => all,
        }
    }
}
