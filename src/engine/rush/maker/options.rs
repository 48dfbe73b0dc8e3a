//! The options of a move as rows: sets of landings whose options are carried out alike.

use crate::program::classes::{Class, Reason};
use crate::program::node::{Heading, Id, Leg, NONE, NOTHING, Verb};
use crate::program::{Glance, Sentence, Travel};
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::super::code::{Code, L, S};
use super::lift::Asked;
use super::picked::Picked;
use super::{Made, Maker};

/// How the options of a row come about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum How {
    /// A piece of a kind is dropped.
    Drop(u8),
    /// Nothing travels; the name of what is picked, if anything.
    Stand(Option<u32>),
    /// A piece goes so many steps in a direction, or leaps; whether it jumps over what lies between.
    Step { way: u16, steps: u16, jumps: bool, back: Back },
    /// A piece of these cells slides in a direction.
    Slide { from: S, way: u16 },
    /// A piece of these cells hops from afar in a direction.
    Far { from: S, way: u16 },
    /// A piece of these cells goes anywhere.
    Go { from: S },
    /// A piece of these cells goes where a table says; whether it goes straight, so that the landing tells the way.
    Each { from: S, table: u8, straight: bool },
    /// Several things are picked, and nothing travels; the landing stands for the first cell.
    Picked(Picked),
    /// A piece of these cells stays; what is picked, and its name, is one of what a table says, all of which are in a set.
    Stay { from: S, table: u8, name: u32, picked: S },
}

impl How {
    /// Whether the landing does not tell where the piece comes from.
    pub fn has_origins(&self) -> bool {
        matches!(self, How::Go { .. } | How::Each { .. } | How::Stay { .. })
    }
}

/// Where a piece came from that went to a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Back {
    /// So many cell numbers further.
    Offset(i16),
    /// By landing.
    List(Vec<i64>),
}

/// One row.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The move.
    pub number: u16,
    /// The sentence.
    pub sentence: u16,
    /// Others by which pieces of other kinds go alike, whose options are in the row too.
    pub others: Vec<u16>,
    /// The landings.
    pub landings: S,
    /// How its options come about.
    pub how: How,
    /// The kinds of the pieces that go or are dropped, as bits.
    pub kinds: u64,
}

impl Plan {
    /// The sentences by which its options come about.
    pub fn sentences(&self) -> impl Iterator<Item = u16> {
        [self.sentence].into_iter().chain(self.others.iter().copied())
    }
}

impl Maker<'_> {
    /// The rows of a move.
    pub(super) fn rows_of_move(&mut self, number: u16) -> Made<Vec<Plan>> {
        let each = &self.program.moves[number as usize];
        match each.class {
            Class::Listed(Reason::Notation) if self.tells_all(each) => {}
            Class::Listed(_) if self.is_picked(each) => {}
            Class::Listed(Reason::Notation) if each.drawn => {}
            Class::Listed(Reason::Repeats | Reason::Notation | Reason::Picks | Reason::Names | Reason::SwitchedOff) => {
                return Err("a move that is run as text");
            }
            _ => {}
        }
        if self.asks_of_the_move(each) {
            return Err("variables that last a move");
        }
        let mut plans: Vec<Plan> = Vec::new();
        for sentences in self.sentences_together(number) {
            let mut rows = match *sentences {
                [alone] => self.rows_alone(number, alone)?,
                _ => self.rows_together(number, &sentences)?,
            };
            if self.program.merges[number as usize] {
                self.merge(&mut plans, &mut rows)?;
            }
            plans.append(&mut rows);
        }
        Ok(plans)
    }

    /// The rows of a sentence, whatever is dropped by it.
    fn rows_alone(&mut self, number: u16, index: u16) -> Made<Vec<Plan>> {
        let sentence = &self.program.moves[usize::from(number)].sentences[usize::from(index)];
        let Some(travel) = sentence.travel.as_ref().filter(|travel| travel.drops) else {
            return self.rows_of_sentence(number, index, None);
        };
        let mut rows = Vec::new();
        for &kind in &travel.kinds {
            rows.append(&mut self.rows_of_sentence(number, index, Some(kind))?);
        }
        Ok(rows)
    }

    /// Adds landings to a row that is carried out alike.
    fn merge(&mut self, plans: &mut [Plan], rows: &mut Vec<Plan>) -> Made<()> {
        let mut rest = Vec::new();
        for row in rows.drain(..) {
            match plans.iter_mut().find(|plan| plan.how == row.how && matches!(row.how, How::Step { .. })) {
                Some(plan) => {
                    let landings = self.join(Code::Or, plan.landings, row.landings)?;
                    plan.landings = landings;
                    plan.sentence = u16::MAX;
                    plan.kinds |= row.kinds;
                }
                None => rest.push(row),
            }
        }
        *rows = rest;
        Ok(())
    }

    /// The rows of a sentence, by which a piece of a kind is dropped if that is given.
    fn rows_of_sentence(&mut self, number: u16, index: u16, dropped: Option<u8>) -> Made<Vec<Plan>> {
        let program = self.program;
        let sentence = &program.moves[number as usize].sentences[index as usize];
        let early = sentence.when.filter(|_| sentence.early && sentence.picks.is_empty());
        if let Some(when) = early
            && let Some(value) = self.fixed_number(when)
            && value != 1
        {
            return Ok(Vec::new());
        }
        let hand = match dropped.filter(|&kind| program.rules.kinds[kind as usize].from_hand) {
            Some(kind) => {
                let first = self.regs.hands.ok_or("a hand without register")?;
                Some(first + self.roles.me * program.layout.kinds.len() as u8 + kind)
            }
            None => None,
        };
        let all_kinds = sentence.travel.as_ref().map_or(0, Travel::kinds_as_bits);
        let kinds = dropped.map_or(all_kinds, |only| 1 << only);
        let plan = |landings: S, how: How| Plan { number, sentence: index, others: Vec::new(), landings, how, kinds };
        let of_sentence = |maker: &mut Self| maker.landings((number, index), sentence, dropped);
        let rows = match (early, hand, &sentence.travel) {
            (None, None, Some(travel)) => {
                let needed = self.needed(sentence);
                match needed.is_empty() {
                    true => self.unless_seldom(travel, of_sentence)?,
                    false => self.rows_unless_empty(needed, of_sentence)?,
                }
            }
            (None, None, None) => of_sentence(self)?,
            _ => {
                let ask = |maker: &mut Self, none: L| {
                    early.map_or(Ok(()), |when| maker.branch(when, false, none))?;
                    hand.into_iter().for_each(|hand| maker.put(Code::IfIs(hand, 0, none)));
                    Ok(())
                };
                self.rows_if(ask, of_sentence)?
            }
        };
        Ok(rows.into_iter().map(|(landings, how)| plan(landings, how)).collect())
    }

    /// The landings of a sentence, those that its guard allows.
    fn landings(
        &mut self,
        (number, index): (u16, u16),
        sentence: &Sentence,
        dropped: Option<u8>,
    ) -> Made<Vec<(S, How)>> {
        if let Some(rows) = self.staying(sentence)? {
            return Ok(rows);
        }
        if sentence.travel.is_none() && sentence.picks.len() > 1 {
            return self.picked(sentence);
        }
        let mut rows = match (&sentence.travel, dropped) {
            (None, _) => vec![self.stand(sentence)?],
            (Some(travel), Some(kind)) => vec![(self.set(travel.to)?, How::Drop(kind))],
            (Some(travel), None) => match self.attempt(|maker| maker.travels(travel)) {
                Ok(rows) => rows,
                Err(_) => self.each(number, index, travel)?,
            },
        };
        let is_late = !sentence.early || !sentence.picks.is_empty();
        if let Some(when) = sentence.when.filter(|_| is_late) {
            for (landings, how) in &mut rows {
                *landings = self.allowed(*landings, how, when)?;
            }
        }
        Ok(rows)
    }

    fn stand(&mut self, sentence: &Sentence) -> Made<(S, How)> {
        match sentence.picks.as_slice() {
            [] => Ok((self.fixed(&[0].into_iter().collect())?, How::Stand(None))),
            [(name, from, _)] => Ok((self.set(*from)?, How::Stand(Some(*name)))),
            _ => Err("several picks"),
        }
    }

    /// The landings that a guard allows which asks for the travel.
    fn allowed(&mut self, landings: S, how: &How, when: Id) -> Made<S> {
        match how {
            How::Stand(None) => {
                let (set, end) = (self.new_set()?, self.label());
                self.put(Code::Empty(set));
                self.aside(|maker| maker.branch(when, false, end))?;
                self.put(Code::Copy(set, landings));
                self.here(end);
                return Ok(set);
            }
            How::Stand(Some(name)) => {
                let member = self.regs.number_names[*name as usize].ok_or("a picked set")?;
                let before = self.simple(|n| Code::CopyNumber(n, member))?;
                let allowed = self.filter(landings, member, |maker, no| maker.branch(when, false, no))?;
                self.put(Code::CopyNumber(member, before));
                return Ok(allowed);
            }
            How::Go { .. } | How::Each { .. } | How::Stay { .. } | How::Picked(_) => {
                return Err("a guard for pairs of cells");
            }
            How::Drop(_) => {
                if let Ok(holds) = self.attempt(|maker| maker.lift(when, Asked::Landing)) {
                    return self.join(Code::And, landings, holds);
                }
            }
            How::Step { .. } | How::Slide { .. } | How::Far { .. } => {}
        }
        let landing = self.name(journey::LANDING)?;
        let way = match how {
            How::Step { way, .. } | How::Slide { way, .. } | How::Far { way, .. } => {
                Some(*way).filter(|&way| way != NONE)
            }
            _ => None,
        };
        let outside = self.travel_before()?;
        let before = std::mem::replace(&mut self.fixed_way, way);
        let allowed = self.filter(landings, landing, |maker, no| {
            maker.bind(how)?;
            maker.branch(when, false, no)
        });
        self.fixed_way = before;
        let allowed = allowed?;
        self.give_travel_back(outside)?;
        self.forget();
        Ok(allowed)
    }

    /// The rows of a piece that travels.
    pub(super) fn travels(&mut self, travel: &Travel) -> Made<Vec<(S, How)>> {
        let is_pointwise = |id: Id| crate::engine::pointwise::is_pointwise(self.program, id);
        if self.stays(travel) {
            let may_be_anywhere = self.fixed_set(travel.to).is_some_and(|set| set.len() == usize::from(self.n_cells()));
            if !may_be_anywhere || self.regs.moved.is_some() {
                return Err("a piece that stays where it may not be");
            }
            let how = How::Step { way: NONE, steps: 1, jumps: false, back: Back::Offset(0) };
            return Ok(vec![(self.departing(travel)?, how)]);
        }
        let [leg] = self.legs(travel.path) else {
            let steps = self.steps_of(travel.path).ok_or("a path of several legs")?;
            return match is_pointwise(travel.to) && steps.through.iter().copied().all(is_pointwise) {
                true => self.several_steps(travel, &steps),
                false => Err("a path through cells that are worked out"),
            };
        };
        if let Some((leg, over)) = self.far_hop(travel).filter(|_| is_pointwise(travel.to)) {
            return self.far_hops(travel, leg, over);
        }
        let from = self.departing(travel)?;
        match (travel.glance, &leg.verb) {
            (Some(Glance::Anywhere), _) if self.is_within_empty(travel.to) => {
                Ok(vec![(self.set(travel.to)?, How::Go { from })])
            }
            (Some(Glance::Table(_)), Verb::Steps) => self.steps(travel, leg, 1, None),
            (Some(Glance::Table(_)), Verb::Leaps(table)) => self.leaps(travel, leg, *table),
            (Some(Glance::Rays), Verb::Slides { stopping, .. }) => {
                if !self.is_within_empty(leg.through) {
                    return Err("a slide through pieces");
                }
                let ways: Vec<u16> = self.ways(leg)?.iter().collect();
                self.slides_from(from, (travel.to, leg.through, *stopping), &ways)
            }
            (None, Verb::Slides { range: Some((least, Some(most))), stopping: None, bends: None })
                if self.is_plain(travel, leg) && self.is_within_empty(leg.through) =>
            {
                let (least, most) = (self.fixed_number(*least), self.fixed_number(*most));
                match (least, most) {
                    (Some(least), Some(most)) if least == most && (1..=8).contains(&least) => {
                        self.steps(travel, leg, least as u16, None)
                    }
                    _ => Err("a slide of a certain length"),
                }
            }
            (None, Verb::Steps) if self.is_plain(travel, leg) => self.steps(travel, leg, 1, None),
            (None, Verb::Hops { over, any_distance: false })
                if (travel.hops || self.is_plain(travel, leg) && is_pointwise(*over))
                    && !leg.repeating
                    && !self.program.geometry.may_pile =>
            {
                self.steps(travel, leg, 2, Some(*over))
            }
            _ => Err("a path that is followed"),
        }
    }

    /// A row for each of some directions: slides from some cells to others, through others, and no further than to a third sort of them.
    pub(super) fn slides_from(
        &mut self,
        from: S,
        (to, through, stopping): (Id, Id, Option<Id>),
        ways: &[u16],
    ) -> Made<Vec<(S, How)>> {
        let mut through = self.set(through)?;
        if let Some(stopping) = stopping {
            let stopping = self.set(stopping)?;
            through = self.join(Code::Minus, through, stopping)?;
        }
        let to = self.set(to)?;
        let mut rows = Vec::new();
        for &way in ways {
            let landings = self.new_set()?;
            self.put(Code::FillTo(landings, from, through, to, way as u8));
            rows.push((landings, How::Slide { from, way }));
        }
        Ok(rows)
    }

    fn is_plain(&self, travel: &Travel, leg: &Leg) -> bool {
        let geometry = &self.program.geometry;
        !leg.repeating
            && !geometry.may_pile
            && !geometry.circles
            && crate::engine::pointwise::is_pointwise(self.program, travel.to)
            && crate::engine::pointwise::is_pointwise(self.program, leg.through)
    }

    /// The directions of a leg.
    pub(super) fn ways(&self, leg: &Leg) -> Made<Set> {
        match &leg.heading {
            Heading::All => Ok((0..self.program.geometry.n_directions as u16).collect()),
            Heading::Ways(ways) => self.fixed_set(*ways).ok_or("directions that are worked out"),
            Heading::Onward(_) => Err("directions from the way before"),
        }
    }

    /// A row for each direction: so many steps, through free cells or over others.
    pub(super) fn steps(&mut self, travel: &Travel, leg: &Leg, steps: u16, over: Option<Id>) -> Made<Vec<(S, How)>> {
        let from = self.departing(travel)?;
        let ways = self.ways_by_cell(leg)?;
        self.steps_from(from, (travel, leg), ways, (steps, over))
    }

    /// The same from some cells, whoever stands there, in some directions, each with the cells from which it goes there, if these are
    /// not all.
    pub(super) fn steps_from(
        &mut self,
        from: S,
        (travel, leg): (&Travel, &Leg),
        ways: Vec<(u16, Option<Set>)>,
        (steps, over): (u16, Option<Id>),
    ) -> Made<Vec<(S, How)>> {
        let to = self.set(travel.to)?;
        let between = match over {
            Some(over) => self.set(over)?,
            None if steps > 1 => self.set(leg.through)?,
            None => to,
        };
        let pairs: Vec<Vec<(u16, u16)>> =
            ways.iter().map(|&(way, _)| self.ends_of_steps(&vec![way; steps.into()])).collect();
        // Where one direction needs a list all have one, so that their options are carried out alike.
        let by_list = pairs.iter().any(|pairs| offset_of(pairs).is_none());
        let mut rows = Vec::new();
        for ((way, origins), pairs) in ways.into_iter().zip(&pairs).filter(|(_, pairs)| !pairs.is_empty()) {
            let back = if by_list { self.list_of(pairs)? } else { self.back_of(pairs)? };
            let mut cells = from;
            if let Some(origins) = origins {
                let origins = self.constant(&origins)?;
                cells = self.new_set()?;
                self.put(Code::AndConstant(cells, from, origins));
            }
            for step in 1..=steps {
                let next = self.new_set()?;
                self.put(Code::StepTo(next, cells, if step == steps { to } else { between }, way as u8));
                cells = next;
            }
            rows.push((cells, How::Step { way, steps, jumps: over.is_some(), back }));
        }
        Ok(rows)
    }

    /// From which cells steps in some directions, one after the other, lead, and where to.
    pub(super) fn ends_of_steps(&self, ways: &[u16]) -> Vec<(u16, u16)> {
        let geometry = &self.program.geometry;
        let step = |here: u16, way: &u16| Some(geometry.step(here, *way)).filter(|&next| next != NONE);
        (0..self.n_cells()).filter_map(|cell| Some((cell, ways.iter().try_fold(cell, step)?))).collect()
    }

    /// How a piece comes back by pairs of the cell left and the landing.
    pub(super) fn back_of(&self, pairs: &[(u16, u16)]) -> Made<Back> {
        offset_of(pairs).map_or_else(|| self.list_of(pairs), |by| Ok(Back::Offset(by)))
    }

    fn list_of(&self, pairs: &[(u16, u16)]) -> Made<Back> {
        let mut list = vec![NOTHING; self.program.geometry.n_cells + 1];
        for &(from, to) in pairs {
            if std::mem::replace(&mut list[to as usize], i64::from(from)) != NOTHING {
                return Err("a direction that brings cells together");
            }
        }
        Ok(Back::List(list))
    }

    /// A row for each difference of cell numbers by which a piece may leap.
    fn leaps(&mut self, travel: &Travel, leg: &Leg, table: u16) -> Made<Vec<(S, How)>> {
        if self.program.reads[journey::WAY] && leg.heading != Heading::All {
            return Err("the way of a leap");
        }
        let table = &self.program.geometry.leaps[table as usize];
        let cells = 0..self.n_cells();
        let mut pairs: Vec<(u16, u16)> = match &leg.heading {
            Heading::All => {
                cells.flat_map(|cell| table.all[cell as usize].iter().map(move |&landing| (cell, landing))).collect()
            }
            _ => {
                let ways = self.ways(leg)?;
                let toward = ways.iter().filter_map(|way| table.toward.get(way as usize));
                toward
                    .flat_map(|toward| {
                        (0_u16..).zip(toward).flat_map(|(cell, to)| to.iter().map(move |&to| (cell, to)))
                    })
                    .collect()
            }
        };
        pairs.sort_unstable();
        pairs.dedup();
        let difference = |&(from, to): &(u16, u16)| i32::from(to) - i32::from(from);
        let mut differences: Vec<i32> = pairs.iter().map(difference).collect();
        differences.sort_unstable();
        differences.dedup();
        if differences.len() > 16 {
            return Err("leaps of many sorts");
        }
        let (from, to) = (self.departing(travel)?, self.set(travel.to)?);
        let mut rows = Vec::new();
        for by in differences {
            let cells: Set = pairs.iter().filter(|pair| difference(pair) == by).map(|&(from, _)| from).collect();
            let cells = self.constant(&cells)?;
            let moved = self.new_set()?;
            self.put(Code::Shift(moved, from, cells, by as i16));
            let landings = self.join(Code::And, moved, to)?;
            let back = Back::Offset(-by as i16);
            rows.push((landings, How::Step { way: NONE, steps: 1, jumps: false, back }));
        }
        Ok(rows)
    }
}

/// By how much cell numbers get further from the landing back to the cell left, if by as much in all pairs of both.
fn offset_of(pairs: &[(u16, u16)]) -> Option<i16> {
    let mut offsets = pairs.iter().map(|&(from, to)| i32::from(from) - i32::from(to));
    let first = offsets.next().unwrap_or(0);
    offsets.all(|offset| offset == first).then_some(first as i16)
}
