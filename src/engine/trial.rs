//! Options that are tried: their text is run, and what must hold in the end is asked.

use crate::game::rng::Rng;
use crate::program::Class;
use crate::program::node::NONE;
use crate::rules::model::journey;

use super::bits::Bits;
use super::exec::Performed;
use super::machine::Machine;
use super::path::Journey;
use super::quick::{Found, Quick, Row};
use super::scratch::Scratch;
use super::state::State;
use super::turn::Taken;

/// What becomes of an option when it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// It is one.
    Succeeds,
    /// It is none.
    Fails,
    /// Its text asks for more choices.
    Asks,
}

impl<const W: usize> Machine<W> {
    /// Whether options of a move that were found without trying them may turn out to be none.
    pub(super) fn is_untried(&self, number: u16) -> bool {
        self.is_tried(number)
    }

    /// Drops untried options that fail until one succeeds, so that it is known whether there are any.
    pub(super) fn keep_from_first_success(&self, sc: &mut Scratch<W>, st: &State, quick: &mut Quick<W>) {
        while quick.total > 0 && !self.succeeds(sc, st, quick, 0) {
            self.drop_option(quick, 0);
        }
    }

    /// Whether an option that may not have been tried succeeds.
    pub(super) fn succeeds(&self, sc: &mut Scratch<W>, st: &State, quick: &Quick<W>, option: usize) -> bool {
        let Found::At(index, landing) = quick.find(option) else { return true };
        let row = &quick.rows[index];
        if !self.is_untried(row.number) {
            return true;
        }
        let mut next = sc.copy(st);
        self.begin(&mut next, quick.chooser);
        let trial = self.try_out(sc, &mut next, row, (landing, None));
        sc.give(next);
        trial == Trial::Succeeds
    }

    pub(super) fn drop_option(&self, quick: &mut Quick<W>, option: usize) {
        if let Found::At(index, landing) = quick.find(option) {
            quick.rows[index].landings.remove(landing);
            quick.total -= 1;
        }
    }

    /// Tries every option that has not been tried yet.
    pub fn resolve(&self, sc: &mut Scratch<W>, st: &State, quick: &mut Quick<W>) {
        let mut option = 0;
        while quick.is_lazy && option < quick.total {
            match self.succeeds(sc, st, quick, option) {
                true => option += 1,
                false => self.drop_option(quick, option),
            }
        }
        quick.is_lazy = false;
    }

    /// Takes an option drawn at random, each with the same probability: options that turn out to be none are drawn
    /// again.
    pub fn draw_quick(&self, sc: &mut Scratch<W>, st: &mut State, quick: &mut Quick<W>, rng: &mut Rng) -> Taken {
        loop {
            let option = rng.below(quick.total.max(1) as u64) as usize;
            if !quick.is_lazy {
                return self.take_quick(sc, st, quick, option);
            }
            let Found::At(index, landing) = quick.find(option) else {
                return self.take_quick(sc, st, quick, option);
            };
            let row = quick.rows[index];
            let mut next = sc.copy(st);
            self.begin(&mut next, quick.chooser);
            let trial = match self.is_untried(row.number) {
                true => self.try_out(sc, &mut next, &row, (landing, None)),
                false => {
                    self.complete(sc, &mut next, &row, (landing, None));
                    Trial::Succeeds
                }
            };
            if trial == Trial::Succeeds {
                std::mem::swap(st, &mut next);
                sc.give(next);
                return Taken { number: row.number, took: !self.taken(st).is_empty() };
            }
            sc.give(next);
            self.drop_option(quick, option);
        }
    }

    pub(super) fn is_tried(&self, number: u16) -> bool {
        self.program.moves[number as usize].class == Class::Tried
    }

    /// What becomes of an option whose class leaves that open; in a playout that is seen when it is drawn.
    pub(super) fn trial(
        &self,
        sc: &mut Scratch<W>,
        start: &State,
        row: &Row<W>,
        (landing, journey): (u16, Option<Journey<W>>),
    ) -> Trial {
        if !self.is_tried(row.number) || sc.is_lazy && !self.program.asks[row.number as usize] {
            return Trial::Succeeds;
        }
        let mut next = sc.copy(start);
        let trial = if sc.is_lazy {
            // Whether it asks for more choices must be known; whether it is lawful is seen when it is taken.
            match self.complete(sc, &mut next, row, (landing, journey)).1 {
                Performed::Asks => Trial::Asks,
                Performed::Failed => Trial::Fails,
                Performed::Done => Trial::Succeeds,
            }
        } else {
            self.try_out(sc, &mut next, row, (landing, journey))
        };
        sc.give(next);
        trial
    }

    /// Runs the text of an option and asks what must hold in the end.
    pub(super) fn try_out(
        &self,
        sc: &mut Scratch<W>,
        next: &mut State,
        row: &Row<W>,
        (landing, journey): (u16, Option<Journey<W>>),
    ) -> Trial {
        match self.complete(sc, next, row, (landing, journey)).1 {
            Performed::Asks => Trial::Asks,
            Performed::Failed => Trial::Fails,
            Performed::Done if self.is_lawful(sc, next, row.number) => Trial::Succeeds,
            Performed::Done => Trial::Fails,
        }
    }

    /// Runs the text of an option on a state in which its move has begun. Whether the travel and its block took
    /// something, and how the blocks came to their end.
    pub fn complete(
        &self,
        sc: &mut Scratch<W>,
        run: &mut State,
        row: &Row<W>,
        (landing, journey): (u16, Option<Journey<W>>),
    ) -> (bool, Performed) {
        let text = &self.program.moves[row.number as usize];
        let sentence = &text.sentences[row.sentence as usize];
        run.turn.noted = false;
        run.done.extend(sentence.site);
        sc.place = self.program.rules.moves[row.number as usize].sentences[row.sentence as usize].span;
        match &sentence.travel {
            None => {
                if let Some(&(name, ..)) = sentence.picks.first() {
                    run.keep(&self.program.layout, name as usize, i64::from(landing));
                }
            }
            Some(travel) if travel.drops => {
                self.bind(run, None, &Journey::start(landing));
                if let Some(&kind) = travel.kinds.first() {
                    self.drop_piece(sc, run, travel, (kind, landing));
                }
            }
            Some(travel) => {
                let journey = journey.unwrap_or_else(|| self.journey_to(sc, run, row, landing));
                self.bind(run, Some(row.origin), &journey);
                self.carry(sc, run, travel, (row.origin, landing));
            }
        }
        let mut performed = sentence.block.map_or(Performed::Done, |block| self.perform(sc, run, block));
        let took = !self.taken(run).is_empty();
        let pending = self.pending(run);
        if !pending.is_empty() {
            self.set_pending(run, Bits::EMPTY);
            self.take_all(sc, run, pending, false);
        }
        for block in [text.afterwards, self.program.afterwards].into_iter().flatten() {
            if performed == Performed::Done {
                performed = self.perform(sc, run, block);
            }
        }
        (took, performed)
    }

    /// The journey of a piece to a landing; only as much of it as any rule reads.
    pub(super) fn journey_to(&self, sc: &mut Scratch<W>, run: &mut State, row: &Row<W>, landing: u16) -> Journey<W> {
        let reads = &self.program.reads;
        let bare = Journey::start(row.origin).to(landing, NONE);
        if !reads[journey::WAY] && !reads[journey::PASSED] && !reads[journey::JUMPED] {
            return bare;
        }
        let Some(travel) = &self.sentence_of(row).travel else { return bare };
        let first = self.journeys_from(sc, run, travel, row.origin);
        let found = sc.journeys[first..].iter().find(|journey| journey.landing == landing).copied();
        sc.journeys.truncate(first);
        found.unwrap_or(bare)
    }
}
