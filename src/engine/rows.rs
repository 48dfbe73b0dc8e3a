//! The landings of the sentences of a move, without running its text.

use smallvec::SmallVec;

use crate::program::node::{NONE, Verb};
use crate::program::{Class, Glance, Sentence, Travel};

use super::bits::Bits;
use super::machine::Machine;
use super::path::{Journey, Planned};
use super::quick::Row;
use super::scratch::Scratch;
use super::state::State;
use super::trial::Trial;

/// A sentence whose landings are seen at a glance, its sets worked out.
struct Part<const W: usize> {
    sentence: u16,
    from: Bits<W>,
    to: Bits<W>,
    leg: Planned<W>,
    glance: Glance,
}

impl<const W: usize> Machine<W> {
    /// Whether all landings of a move are seen at a glance.
    pub(super) fn are_glances(&self, st: &State, number: u16) -> bool {
        let text = &self.program.moves[number as usize];
        st.buried.is_empty()
            && text.class == Class::Sets
            && text.sentences.iter().all(|sentence| {
                (sentence.early || sentence.when.is_none())
                    && sentence.travel.as_ref().is_some_and(|travel| travel.glance.is_some())
            })
    }

    /// The rows of a move all of whose landings are seen at a glance, cell by cell.
    pub(super) fn quick_glances(
        &self,
        sc: &mut Scratch<W>,
        start: &State,
        number: u16,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let text = &self.program.moves[number as usize];
        let mut parts: SmallVec<[Part<W>; 4]> = SmallVec::new();
        let mut all = Bits::EMPTY;
        for (index, sentence) in text.sentences.iter().enumerate() {
            let Some((travel, glance)) = sentence.travel.as_ref().and_then(|travel| Some((travel, travel.glance?)))
            else {
                continue;
            };
            if !self.holds(sc, start, sentence.when) {
                continue;
            }
            let from = self.set(sc, start, travel.from);
            let to = self.set(sc, start, travel.to);
            if !from.is_empty() && !to.is_empty() {
                all |= from;
                let leg = self.only_leg(sc, start, travel);
                parts.push(Part { sentence: index as u16, from, to, leg, glance });
            }
        }
        let merges = self.program.merges[number as usize];
        for origin in all.iter() {
            let mut seen = Bits::EMPTY;
            let first = rows.len();
            for Part { sentence, from, to, leg, glance } in &parts {
                if !from.contains(origin) {
                    continue;
                }
                let landings = self.landings_at(*glance, leg, *to, origin, start.turn.who);
                match rows[first..].last_mut().filter(|_| merges) {
                    Some(row) => row.landings |= landings,
                    None if landings.is_empty() => {}
                    None => {
                        if !(seen & landings).is_empty() {
                            return false;
                        }
                        rows.push(Row { number, sentence: *sentence, origin, landings });
                    }
                }
                seen |= landings;
            }
        }
        true
    }

    pub(super) fn quick_move(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        number: u16,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let text = &self.program.moves[number as usize];
        let first = rows.len();
        for (index, sentence) in text.sentences.iter().enumerate() {
            let row = Row { number, sentence: index as u16, origin: NONE, landings: Bits::EMPTY };
            if index > 0 {
                // The names of the travels of the sentence before are forgotten.
                let mover = start.turn.who;
                self.begin(start, mover);
            }
            if sentence.picks.is_empty() && sentence.early && !self.holds(sc, start, sentence.when) {
                continue;
            }
            let is_sound = match &sentence.travel {
                None => self.quick_stand(sc, start, sentence, row, rows),
                Some(travel) if travel.drops => self.quick_drops(sc, start, sentence, row, rows),
                Some(_) => self.quick_travels(sc, start, sentence, row, rows),
            };
            if !is_sound {
                return false;
            }
        }
        if text.sentences.len() > 1 {
            rows[first..].sort_by_key(|row| row.origin);
        }
        true
    }

    pub(super) fn quick_stand(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        sentence: &Sentence,
        mut row: Row<W>,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let pick = sentence.picks.first();
        let members = pick.map_or(Bits::of(0), |&(_, from, _)| self.set(sc, start, from));
        let layout = &self.program.layout;
        let before = pick.map(|&(name, ..)| start.name(layout, name as usize));
        let mut is_sound = true;
        for member in members.iter() {
            if let Some(&(name, ..)) = pick {
                start.keep(layout, name as usize, i64::from(member));
            }
            if self.holds(sc, start, sentence.when) {
                match self.trial(sc, start, &row, (member, None)) {
                    Trial::Succeeds => row.landings.insert(member),
                    Trial::Fails => {}
                    Trial::Asks => is_sound = false,
                }
            }
        }
        if let (Some(&(name, ..)), Some(before)) = (pick, before) {
            start.keep(layout, name as usize, before);
        }
        if !row.landings.is_empty() {
            rows.push(row);
        }
        is_sound
    }

    pub(super) fn quick_drops(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        sentence: &Sentence,
        mut row: Row<W>,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let Some(travel) = &sentence.travel else { return false };
        let Some(&kind) = travel.kinds.first() else { return true };
        if !self.is_at_hand(start, kind) {
            return true;
        }
        row.landings = self.set(sc, start, travel.to);
        let asks = !sentence.early && sentence.when.is_some();
        let tries = self.is_tried(row.number) && (!sc.is_lazy || self.program.asks[row.number as usize]);
        if asks || tries {
            for landing in row.landings.iter() {
                self.bind(start, None, &Journey::start(landing));
                let holds = !asks || self.holds(sc, start, sentence.when);
                let trial = if holds { self.trial(sc, start, &row, (landing, None)) } else { Trial::Fails };
                match trial {
                    Trial::Succeeds => {}
                    Trial::Fails => row.landings.remove(landing),
                    Trial::Asks => return false,
                }
            }
        }
        if !row.landings.is_empty() {
            rows.push(row);
        }
        true
    }

    pub(super) fn quick_travels(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        sentence: &Sentence,
        row: Row<W>,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let Some(travel) = &sentence.travel else { return false };
        let asks = !sentence.early && sentence.when.is_some();
        let tries = self.is_tried(row.number) && (!sc.is_lazy || self.program.asks[row.number as usize]);
        if let Some(glance) = travel.glance.filter(|_| !asks && !tries && start.buried.is_empty()) {
            let leg = self.only_leg(sc, start, travel);
            let to = self.set(sc, start, travel.to);
            for origin in self.set(sc, start, travel.from).iter() {
                let landings = self.landings_at(glance, &leg, to, origin, start.turn.who);
                if !landings.is_empty() {
                    rows.push(Row { origin, landings, ..row });
                }
            }
            return true;
        }
        let goes = matches!(self.program.paths[travel.path as usize].as_slice(), [leg] if leg.verb == Verb::Goes);
        for origin in self.set(sc, start, travel.from).iter() {
            let mut row = Row { origin, ..row };
            if goes && !asks && !tries {
                row.landings = self.lifted_target(sc, start, travel, origin);
                if !row.landings.is_empty() {
                    rows.push(row);
                }
                continue;
            }
            let first = self.journeys_from(sc, start, travel, origin);
            let mut is_sound = true;
            for index in first..sc.journeys.len() {
                let journey = sc.journeys[index];
                if journey.landing == origin && journey.moved {
                    continue;
                }
                // Two ways to the same landing that jump others are two runs that read alike.
                is_sound &= !row.landings.contains(journey.landing);
                if asks {
                    self.bind(start, Some(origin), &journey);
                    if !self.holds(sc, start, sentence.when) {
                        continue;
                    }
                }
                match self.trial(sc, start, &row, (journey.landing, Some(journey))) {
                    Trial::Succeeds => row.landings.insert(journey.landing),
                    Trial::Fails => {}
                    Trial::Asks => is_sound = false,
                }
            }
            sc.journeys.truncate(first);
            if !is_sound {
                return false;
            }
            if !row.landings.is_empty() {
                rows.push(row);
            }
        }
        true
    }

    /// Whether a move of the class of sets has an option.
    pub fn has_quick(&self, sc: &mut Scratch<W>, st: &State, mover: u8, number: u16) -> bool {
        if self.are_glances(st, number) && self.is_at_beginning(st, mover) {
            let mut sentences = self.program.moves[number as usize].sentences.iter();
            return sentences.any(|sentence| {
                self.holds(sc, st, sentence.when)
                    && sentence.travel.as_ref().is_some_and(|travel| self.has_glance(sc, st, travel))
            });
        }
        let mut start = sc.copy(st);
        self.begin(&mut start, mover);
        let text = &self.program.moves[number as usize];
        let has = text.sentences.iter().any(|sentence| {
            let has = self.has_quick_run(sc, &mut start, sentence);
            self.begin(&mut start, mover);
            has
        });
        sc.give(start);
        has
    }

    pub(super) fn has_quick_run(&self, sc: &mut Scratch<W>, start: &mut State, sentence: &Sentence) -> bool {
        if let Some(&(name, from, _)) = sentence.picks.first() {
            return self.set(sc, start, from).iter().any(|member| {
                start.keep(&self.program.layout, name as usize, i64::from(member));
                self.holds(sc, start, sentence.when)
            });
        }
        if sentence.early && !self.holds(sc, start, sentence.when) {
            return false;
        }
        let asks = !sentence.early && sentence.when.is_some();
        match &sentence.travel {
            None => !asks || self.holds(sc, start, sentence.when),
            Some(travel) if travel.drops => {
                let at_hand = travel.kinds.first().is_some_and(|&kind| self.is_at_hand(start, kind));
                let landings = if at_hand { self.set(sc, start, travel.to) } else { Bits::EMPTY };
                landings.iter().any(|landing| {
                    if asks {
                        self.bind(start, None, &Journey::start(landing));
                    }
                    !asks || self.holds(sc, start, sentence.when)
                })
            }
            Some(travel) if travel.glance.is_some() && !asks && start.buried.is_empty() => {
                self.has_glance(sc, start, travel)
            }
            Some(travel) => self.set(sc, start, travel.from).iter().any(|origin| {
                let first = self.journeys_from(sc, start, travel, origin);
                let found = (first..sc.journeys.len()).any(|index| {
                    let journey = sc.journeys[index];
                    if journey.landing == origin && journey.moved {
                        return false;
                    }
                    if asks {
                        self.bind(start, Some(origin), &journey);
                    }
                    !asks || self.holds(sc, start, sentence.when)
                });
                sc.journeys.truncate(first);
                found
            }),
        }
    }

    /// Where a piece that goes to any cell may land.
    pub(super) fn lifted_target(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        travel: &Travel,
        origin: u16,
    ) -> Bits<W> {
        let mut to = self.lift(sc, start, origin, |sc, start| self.set(sc, start, travel.to));
        to.remove(origin);
        to
    }

    pub(super) fn has_glance(&self, sc: &mut Scratch<W>, start: &State, travel: &Travel) -> bool {
        let Some(glance) = travel.glance else { return false };
        let leg = self.only_leg(sc, start, travel);
        let to = self.set(sc, start, travel.to);
        let mut from = self.set(sc, start, travel.from).iter();
        from.any(|origin| !self.landings_at(glance, &leg, to, origin, start.turn.who).is_empty())
    }
}
