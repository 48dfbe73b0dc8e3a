//! Pieces of several kinds that go alike, each in directions of its own: one row for each direction, whichever of them goes.
//!
//! ```text
//!   Queen  slides            to open                queens and rooks      ┼
//!   Rook   slides orthogonal to open      ──►
//!   Bishop slides diagonal   to open                queens and bishops    ╳
//! ```
//!
//! On a cell stands one piece of one kind, so no two of them go from the same cell.

use crate::program::node::{Leg, Verb};
use crate::program::{Glance, Sentence, Travel};
use crate::rules::types::Set;

use super::super::code::{Code, S};
use super::options::{How, Plan};
use super::seldom::MANY;
use super::{Made, Maker};

/// Pieces that go by a sentence in some directions.
struct Goer<'a> {
    sentence: u16,
    travel: &'a Travel,
    leg: &'a Leg,
    ways: Set,
}

impl<'a> Maker<'a> {
    /// The sentences of a move, those together by which pieces go alike.
    pub(super) fn sentences_together(&self, number: u16) -> Vec<Vec<u16>> {
        let each = &self.program.moves[usize::from(number)];
        let mut together: Vec<Vec<u16>> = Vec::new();
        let may_join = !self.program.geometry.may_pile && each.notation.is_none() && self.departing.is_none();
        for (index, sentence) in (0..).zip(&each.sentences) {
            let are_alike = |others: &&mut Vec<u16>| {
                others.iter().all(|&other| self.go_alike(&each.sentences[usize::from(other)], sentence))
            };
            match together.iter_mut().find(are_alike).filter(|_| may_join) {
                Some(others) => others.push(index),
                None => together.push(vec![index]),
            }
        }
        together
    }

    /// Whether pieces of other kinds go by one sentence as they go by another, but for where to, and nothing else comes of it.
    fn go_alike(&self, one: &Sentence, other: &Sentence) -> bool {
        let (Some((a, leg)), Some((b, along))) = (self.bare_travel(one), self.bare_travel(other)) else { return false };
        let is_same_verb = match (&leg.verb, &along.verb) {
            (Verb::Steps, Verb::Steps) => a.glance.is_some() && b.glance.is_some(),
            (Verb::Slides { stopping, .. }, Verb::Slides { stopping: other, .. }) => {
                let is_same = match (stopping, other) {
                    (Some(stopping), Some(other)) => self.is_same(*stopping, *other),
                    (one, other) => one == other,
                };
                is_same && [a, b].iter().all(|travel| travel.glance == Some(Glance::Rays))
            }
            _ => false,
        };
        is_same_verb
            && a.kinds_as_bits() & b.kinds_as_bits() == 0
            && one.by_cells == other.by_cells
            && self.is_same(a.to, b.to)
            && self.is_same(leg.through, along.through)
    }

    /// The travel of a sentence in some directions, and its only leg, if the sentence says nothing else, and every piece of these kinds
    /// has an owner and none is royal.
    fn bare_travel(&self, sentence: &'a Sentence) -> Option<(&'a Travel, &'a Leg)> {
        let is_bare = sentence.picks.is_empty() && sentence.when.is_none() && sentence.block.is_none();
        let travel = sentence.travel.as_ref().filter(|travel| is_bare && !travel.drops && travel.taking.is_none())?;
        let [leg] = self.legs(travel.path) else { return None };
        let is_owned = |&kind: &u8| u32::from(kind) < u64::BITS && !self.program.rules.kinds[usize::from(kind)].neutral;
        let is_royal = travel.kinds_as_bits() & self.program.royal != 0;
        let is_through_empty = !matches!(leg.verb, Verb::Slides { .. }) || self.is_within_empty(leg.through);
        let is_plain = !is_royal && sentence.site.is_none() && is_through_empty && !leg.repeating;
        (is_plain && travel.kinds.iter().all(is_owned) && self.ways(leg).is_ok()).then_some((travel, leg))
    }

    /// The rows of sentences by which pieces go alike.
    pub(super) fn rows_together(&mut self, number: u16, sentences: &[u16]) -> Made<Vec<Plan>> {
        let all = &self.program.moves[usize::from(number)].sentences;
        let mut goers: Vec<Goer<'a>> = Vec::new();
        for &sentence in sentences {
            let (travel, leg) = self.bare_travel(&all[usize::from(sentence)]).ok_or("a sentence that says more")?;
            goers.push(Goer { sentence, travel, leg, ways: self.ways(leg)? });
        }
        let n_ways = self.program.geometry.n_directions as u16;
        let who_goes = |way: u16| (0..goers.len()).filter(|&index| goers[index].ways.contains(way)).collect::<Vec<_>>();
        let mut parts: Vec<(Vec<usize>, Vec<u16>)> = Vec::new();
        for (way, who) in (0..n_ways).map(|way| (way, who_goes(way))).filter(|(_, who)| !who.is_empty()) {
            match parts.iter_mut().find(|(others, _)| *others == who) {
                Some((_, ways)) => ways.push(way),
                None => parts.push((who, vec![way])),
            }
        }
        let mut plans = Vec::new();
        for (who, ways) in parts {
            let who: Vec<&Goer<'a>> = who.into_iter().map(|index| &goers[index]).collect();
            plans.append(&mut self.rows_of_goers(number, &who, &ways)?);
        }
        Ok(plans)
    }

    /// The rows of whoever goes in some directions.
    fn rows_of_goers(&mut self, number: u16, who: &[&Goer<'a>], ways: &[u16]) -> Made<Vec<Plan>> {
        let Goer { sentence, travel, leg, .. } = *who[0];
        let mut from = self.set(travel.from)?;
        for other in &who[1..] {
            let others = self.set(other.travel.from)?;
            from = self.join(Code::Or, from, others)?;
        }
        self.set(travel.to)?;
        self.set(leg.through)?;
        let rows = match ways.len() < MANY {
            true => self.along(from, (travel, leg), ways)?,
            false => self.rows_unless_empty(vec![from], |maker| maker.along(from, (travel, leg), ways))?,
        };
        let others: Vec<u16> = who[1..].iter().map(|other| other.sentence).collect();
        let kinds = who.iter().fold(0, |kinds, goer| kinds | goer.travel.kinds_as_bits());
        let plan = |(landings, how)| Plan { number, sentence, others: others.clone(), landings, how, kinds };
        Ok(rows.into_iter().map(plan).collect())
    }

    /// The rows of pieces on some cells that go in some directions.
    fn along(&mut self, from: S, (travel, leg): (&Travel, &Leg), ways: &[u16]) -> Made<Vec<(S, How)>> {
        match leg.verb {
            Verb::Slides { stopping, .. } => self.slides_from(from, (travel.to, leg.through, stopping), ways),
            _ => {
                let ways = ways.iter().map(|&way| (way, None)).collect();
                self.steps_from(from, (travel, leg), ways, (1, None))
            }
        }
    }
}
