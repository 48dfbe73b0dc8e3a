//! Moves: a move's options are the runs of its text that succeed, found one after the other and taken back.

use std::collections::HashSet;

use smallvec::SmallVec;

use crate::program::node::{NOBODY, NONE, NOTHING};
use crate::program::{Sentence, Travel};
use crate::rules::model::journey;
use crate::syntax::ast::Repeats;

use super::bits::Bits;
use super::course::{After, Course, Note, cell_choice, choice_of};
use super::machine::Machine;
use super::path::Journey;
use super::scratch::{DEEP, RUN, Scratch};
use super::state::State;

/// The bytes of what is written of an option.
const OPTION: usize = 128;

impl<const W: usize> Machine<W> {
    /// Finds the runs of a move: all of them are listed, or the first one ends the search. Of runs that lead to one
    /// position only the first need be found where they are one option.
    pub fn runs(&self, sc: &mut Scratch<W>, st: &State, mover: u8, number: u16, distinct: bool) {
        let mut start = sc.copy(st);
        self.begin(&mut start, mover);
        let repeats = self.program.rules.moves[number as usize].repeats != Repeats::No;
        let mut course = Course {
            number,
            base: (sc.choices.len(), sc.notes.len()),
            seen: Vec::new(),
            ends: 0,
            before: Vec::new(),
            rounds: (distinct && !repeats).then(HashSet::default),
        };
        if repeats {
            course.seen.push(self.chain_key(&start));
        }
        self.departures(sc, &mut course, &mut start, None);
        sc.give(start);
    }

    /// Whether a move has a run.
    pub fn has_run(&self, sc: &mut Scratch<W>, st: &State, mover: u8, number: u16) -> bool {
        let outside = (sc.only_whether, sc.found);
        (sc.only_whether, sc.found) = (true, false);
        self.runs(sc, st, mover, number, false);
        let found = sc.found;
        (sc.only_whether, sc.found) = outside;
        found
    }

    /// The beginning of a run: names of travels and variables of the move have their first values.
    pub fn begin(&self, st: &mut State, mover: u8) {
        st.turn.who = mover;
        st.done.clear();
        let layout = &self.program.layout;
        st.words[layout.travel_start..layout.key_end].fill(0);
        self.forget_taken(st);
        self.set_pending(st, Bits::EMPTY);
        self.expire(st, &self.program.lasting.a_move);
    }

    /// Tries every way to begin a sentence of a move, with the piece on one cell only if that is given. Whether the
    /// search is over.
    fn departures(&self, sc: &mut Scratch<W>, course: &mut Course, run: &mut State, only: Option<u16>) -> bool {
        let text = &self.program.moves[course.number as usize];
        for (sentence, written) in
            text.sentences.iter().zip(&self.program.rules.moves[course.number as usize].sentences)
        {
            sc.place = written.span;
            if only.is_some() && sentence.travel.as_ref().is_none_or(|travel| travel.drops) {
                continue;
            }
            if self.first_picks(sc, course, run, sentence, (0, only)) {
                return true;
            }
        }
        false
    }

    fn first_picks(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        run: &mut State,
        sentence: &Sentence,
        (number, only): (usize, Option<u16>),
    ) -> bool {
        let Some(&(name, from, domain)) = sentence.picks.get(number) else {
            if sentence.early && !self.allows_run(sc, run, sentence.when) {
                return false;
            }
            return self.places(sc, course, run, sentence, only);
        };
        let layout = &self.program.layout;
        let members = self.set(sc, run, from);
        if !sc.spend(RUN * members.count() as u64) {
            return true;
        }
        let before = run.name(layout, name as usize);
        for member in members.iter() {
            run.keep(layout, name as usize, i64::from(member));
            sc.choices.push(choice_of(domain, member));
            sc.notes.push(Note::First(domain, member));
            let over = self.first_picks(sc, course, run, sentence, (number + 1, only));
            sc.choices.pop();
            sc.notes.pop();
            if over {
                return true;
            }
        }
        run.keep(layout, name as usize, before);
        false
    }

    /// Tries the pieces that may travel.
    fn places(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        run: &mut State,
        sentence: &Sentence,
        only: Option<u16>,
    ) -> bool {
        let Some(travel) = &sentence.travel else {
            return self.stand(sc, course, run, sentence);
        };
        let layout = &self.program.layout;
        let names: SmallVec<[u64; 16]> = SmallVec::from_slice(&run.words[layout.travel_start..layout.key_end]);
        let over = if travel.drops {
            travel.kinds.iter().any(|&kind| self.drops(sc, course, run, (sentence, travel), kind))
        } else {
            let mut from = self.set(sc, run, travel.from);
            if let Some(only) = only {
                from &= Bits::of(only);
            }
            if travel.hops && !from.is_empty() {
                from = self.hop_origins(sc, run, travel, from);
            }
            from.iter().any(|origin| self.travels(sc, course, run, (sentence, travel), origin))
        };
        run.words[layout.travel_start..layout.key_end].copy_from_slice(&names);
        over
    }

    /// A sentence without a travel.
    fn stand(&self, sc: &mut Scratch<W>, course: &mut Course, run: &State, sentence: &Sentence) -> bool {
        if !sentence.early && !self.allows_run(sc, run, sentence.when) {
            return false;
        }
        let mut next = sc.copy(run);
        self.begin_change(sc, course, &mut next, sentence);
        let after = After::Link(self.taken(&next).count(), usize::MAX);
        let over = self.exec(sc, course, next, sentence.block, after);
        self.end_change(sc, course);
        over
    }

    /// Begins to change the position: from here on it is no longer the one that was tested.
    fn begin_change(&self, sc: &mut Scratch<W>, course: &mut Course, run: &mut State, sentence: &Sentence) {
        if self.program.moves[course.number as usize].notation.is_some() && !sc.only_whether && !sc.is_bare {
            course.before.push(sc.copy(run));
        }
        run.turn.noted = false;
        run.done.extend(sentence.site);
    }

    fn end_change(&self, sc: &mut Scratch<W>, course: &mut Course) {
        if let Some(before) = course.before.pop() {
            sc.give(before);
        }
    }

    /// The journeys of the piece on a cell that land where the sentence wants it, on the stack. While it travels its
    /// cell does not hold it.
    pub fn journeys_from(&self, sc: &mut Scratch<W>, run: &mut State, travel: &Travel, origin: u16) -> usize {
        self.lift(sc, run, origin, |sc, run| {
            let mark = sc.mark();
            let plan = self.plan(sc, run, travel.path, true);
            let to = self.set(sc, run, travel.to);
            let first = self.journeys(sc, run, plan, origin, |journey| to.contains(journey.landing));
            sc.release(mark);
            first
        })
    }

    /// Finds something out while the piece on a cell travels: its cell does not hold it, and it is told of there.
    pub fn lift<T>(
        &self,
        sc: &mut Scratch<W>,
        run: &mut State,
        origin: u16,
        ask: impl FnOnce(&mut Scratch<W>, &State) -> T,
    ) -> T {
        let piece = self.pop(run, origin).map(|piece| (origin, piece));
        run.keep(&self.program.layout, journey::ORIGIN, i64::from(origin));
        let outside = std::mem::replace(&mut sc.lifted, piece);
        let answer = ask(sc, run);
        if let Some((_, piece)) = std::mem::replace(&mut sc.lifted, outside) {
            self.push(run, origin, &piece);
        }
        answer
    }

    /// Binds the names of a travel.
    pub fn bind(&self, run: &mut State, origin: Option<u16>, travelled: &Journey<W>) {
        let layout = &self.program.layout;
        let way = if travelled.way == NONE { NOTHING } else { i64::from(travelled.way) };
        let reads = &self.program.reads;
        run.keep(layout, journey::ORIGIN, origin.map_or(NOTHING, i64::from));
        run.keep(layout, journey::LANDING, i64::from(travelled.landing));
        if reads[journey::WAY] {
            run.keep(layout, journey::WAY, way);
        }
        if reads[journey::PASSED] {
            run.keep_set(layout, journey::PASSED, travelled.passed);
        }
        if reads[journey::JUMPED] {
            run.keep_set(layout, journey::JUMPED, travelled.jumped);
        }
    }

    /// Tries the travels of the piece on a cell.
    fn travels(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        run: &mut State,
        (sentence, travel): (&Sentence, &Travel),
        origin: u16,
    ) -> bool {
        let first = self.journeys_from(sc, run, travel, origin);
        let end = sc.journeys.len();
        let mut over = !sc.spend(RUN * (end - first) as u64);
        for index in first..end {
            let journey = sc.journeys[index];
            if over || journey.landing == origin && journey.moved {
                continue;
            }
            self.bind(run, Some(origin), &journey);
            if sentence.early || self.allows_run(sc, run, sentence.when) {
                over = self.travel(sc, course, run, (sentence, travel), (origin, journey.landing));
            }
        }
        sc.journeys.truncate(first);
        over
    }

    /// Moves the piece, takes what stands in its way, and goes on with the block.
    fn travel(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        run: &State,
        (sentence, travel): (&Sentence, &Travel),
        (origin, landing): (u16, u16),
    ) -> bool {
        let mut next = sc.copy(run);
        self.begin_change(sc, course, &mut next, sentence);
        let taken_before = self.taken(&next).count();
        self.carry(sc, &mut next, travel, (origin, landing));
        sc.choices.extend([cell_choice(origin), cell_choice(landing)]);
        let note = sc.notes.len();
        sc.notes.push(match origin == landing {
            true => Note::Stay(origin),
            false => Note::Travel { origin, landing, took: false },
        });
        let over = self.exec(sc, course, next, sentence.block, After::Link(taken_before, note));
        sc.choices.truncate(sc.choices.len() - 2);
        sc.notes.truncate(note);
        self.end_change(sc, course);
        over
    }

    /// Moves a piece from one cell to another with all that it takes; the names of the travel are bound.
    pub fn carry(&self, sc: &mut Scratch<W>, run: &mut State, travel: &Travel, (origin, landing): (u16, u16)) {
        if travel.taking.is_none() && self.is_plain() {
            self.carry_plain(run, (origin, landing));
            return;
        }
        let taking = travel.taking.map(|taking| self.set(sc, run, taking));
        if let Some(mut piece) = self.pop(run, origin) {
            piece.moved |= origin != landing && self.program.layout.moved.is_some();
            self.take_way(run, landing, piece.owner);
            if let Some(taking) = taking {
                self.take_all(sc, run, taking, travel.at_end);
            }
            self.push(run, landing, &piece);
        }
    }

    /// Whether a player has a piece of a kind to drop.
    pub fn is_at_hand(&self, st: &State, kind: u8) -> bool {
        let who = st.turn.who;
        !self.program.rules.kinds[kind as usize].from_hand
            || who != NOBODY && st.hand(&self.program.layout, who, kind as usize) > 0
    }

    fn drops(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        run: &mut State,
        (sentence, travel): (&Sentence, &Travel),
        kind: u8,
    ) -> bool {
        if !self.is_at_hand(run, kind) {
            return false;
        }
        for landing in self.set(sc, run, travel.to).iter() {
            self.bind(run, None, &Journey::start(landing));
            if !sentence.early && !self.allows_run(sc, run, sentence.when) {
                continue;
            }
            if !sc.spend(RUN) {
                return true;
            }
            let mut next = sc.copy(run);
            self.begin_change(sc, course, &mut next, sentence);
            let taken_before = self.taken(&next).count();
            self.drop_piece(sc, &mut next, travel, (kind, landing));
            sc.choices.push(cell_choice(landing));
            sc.notes.push(Note::Drop(kind, landing));
            let after = After::Link(taken_before, usize::MAX);
            let over = self.exec(sc, course, next, sentence.block, after);
            sc.choices.pop();
            sc.notes.pop();
            self.end_change(sc, course);
            if over {
                return true;
            }
        }
        false
    }

    /// Puts a piece from the hand or the supply on the landing.
    pub fn drop_piece(&self, sc: &mut Scratch<W>, run: &mut State, travel: &Travel, (kind, landing): (u8, u16)) {
        let taking = travel.taking.map(|taking| self.set(sc, run, taking));
        let who = run.turn.who;
        let layout = &self.program.layout;
        if self.program.rules.kinds[kind as usize].from_hand && who != NOBODY {
            let count = run.hand(layout, who, kind as usize).saturating_sub(1);
            run.set_hand(layout, who, kind as usize, count);
        }
        let piece = self.new_piece(kind, who);
        self.take_way(run, landing, piece.owner);
        if let Some(taking) = taking {
            self.take_all(sc, run, taking, travel.at_end);
        }
        self.push(run, landing, &piece);
    }

    /// Goes on after a block. Whether the search is over.
    pub fn after(&self, sc: &mut Scratch<W>, course: &mut Course, run: State, after: After) -> bool {
        match after {
            After::Link(taken_before, note) => {
                let took_some = self.taken(&run).count() > taken_before;
                if let Some(Note::Travel { took, .. }) = sc.notes.get_mut(note) {
                    *took = took_some;
                }
                match self.program.rules.moves[course.number as usize].repeats {
                    Repeats::No => self.finish(sc, course, run),
                    Repeats::May | Repeats::Must => self.chains(sc, course, run),
                }
            }
            After::Own(took) => self.exec(sc, course, run, self.program.afterwards, After::End(took)),
            After::End(took) => {
                if !self.is_lawful(sc, &run, course.number) {
                    sc.give(run);
                    return sc.is_exhausted();
                }
                self.found(sc, course, run, took)
            }
            After::Nothing => {
                sc.give(run);
                false
            }
        }
    }

    /// All ways to go on after a travel with the same piece, but never back to a position of this chain.
    fn chains(&self, sc: &mut Scratch<W>, course: &mut Course, mut link: State) -> bool {
        let key = self.chain_key(&link);
        if course.seen.contains(&key) || course.seen.len() > DEEP {
            sc.give(link);
            return false;
        }
        course.seen.push(key);
        let ends = course.ends;
        let landing = link.name(&self.program.layout, journey::LANDING);
        let over = match super::scalars::member(landing) {
            Some(landing) => self.departures(sc, course, &mut link, Some(landing)),
            None => false,
        };
        course.seen.pop();
        if over {
            sc.give(link);
            return true;
        }
        if self.program.rules.moves[course.number as usize].repeats == Repeats::May || course.ends == ends {
            course.ends += 1;
            return self.finish(sc, course, link);
        }
        sc.give(link);
        false
    }

    /// The end of a move: what was to leave leaves, what comes after every move happens, and what must hold is asked.
    fn finish(&self, sc: &mut Scratch<W>, course: &mut Course, mut run: State) -> bool {
        let took = !self.taken(&run).is_empty();
        let pending = self.pending(&run);
        if !pending.is_empty() {
            self.set_pending(&mut run, Bits::EMPTY);
            self.take_all(sc, &mut run, pending, false);
        }
        let own = self.program.moves[course.number as usize].afterwards;
        self.exec(sc, course, run, own, After::Own(took))
    }

    pub fn is_lawful(&self, sc: &mut Scratch<W>, run: &State, number: u16) -> bool {
        let text = &self.program.moves[number as usize];
        let mut ensures = text.ensures.iter().chain(&self.program.ensures);
        ensures.all(|&ensure| self.truth(sc, run, ensure))
            && self.royals_are_safe(sc, run)
            && self.may_go_on(sc, run, number)
    }

    pub fn royals_are_safe(&self, sc: &mut Scratch<W>, run: &State) -> bool {
        let who = run.turn.who;
        if self.program.royal == 0 || who == NOBODY {
            return true;
        }
        let kinds = self.program.layout.kinds.iter().enumerate();
        let royal = kinds.filter(|(kind, _)| self.program.royal >> kind & 1 == 1);
        let royals = royal.fold(Bits::EMPTY, |cells, (_, &plane)| cells | run.bits(plane as usize));
        let own = royals & self.of_player(run, who);
        own.is_empty() || self.attacked(sc, run, who, own).is_empty()
    }

    /// A run that succeeds.
    fn found(&self, sc: &mut Scratch<W>, course: &mut Course, run: State, took: bool) -> bool {
        if sc.only_whether {
            sc.found = true;
            sc.give(run);
            return true;
        }
        let bytes = run.bytes() + OPTION;
        self.list(sc, course, run, took);
        !sc.keep(bytes)
    }
}
