//! The options of moves whose class lets them be found as sets of landings, without running their text.
//!
//! What the class does not prove is looked at here: if two options might read alike, the moves are run after all.

use smallvec::SmallVec;

use crate::program::node::{NONE, Verb};
use crate::program::{Class, Glance, Sentence, Travel};
use crate::rules::model::journey;

use super::bits::Bits;
use super::machine::Machine;
use super::path::{Journey, Planned};
use super::run::{Note, STOP, cell_choice};
use super::scratch::Scratch;
use super::state::State;
use super::turn::Taken;

/// The landings of one piece, one drop, or one sentence without travel.
#[derive(Clone, Copy, Debug)]
pub struct Row<const W: usize> {
    /// The move.
    pub number: u16,
    /// The sentence.
    pub sentence: u16,
    /// The cell left; [`NONE`] if the sentence drops or has no travel.
    pub origin: u16,
    /// The landings; for a sentence without travel a set of one.
    pub landings: Bits<W>,
}

/// Options as sets, in canonical order.
#[derive(Clone, Debug, Default)]
pub struct Quick<const W: usize> {
    /// The landings: by move, then by the cell left.
    pub rows: Vec<Row<W>>,
    /// How many options there are, stopping included.
    pub total: usize,
    /// Whether the player may stop.
    pub may_stop: bool,
    /// Who chooses.
    pub chooser: u8,
}

/// An option as it is found among the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The row and the landing.
    At(usize, u16),
    /// The player stops.
    Stop,
}

impl<const W: usize> Quick<W> {
    /// The option with a number.
    pub fn find(&self, option: usize) -> Found {
        let mut rest = option;
        let mut first = 0;
        while first < self.rows.len() {
            let row = &self.rows[first];
            let alike = self.rows[first..].iter().take_while(|other| other.is_beside(row)).count();
            let all = match alike {
                1 => row.landings,
                _ => self.rows[first..first + alike].iter().fold(Bits::EMPTY, |all, row| all | row.landings),
            };
            let count = all.count();
            if rest < count {
                let landing = all.nth(rest).unwrap_or_default();
                let rows = self.rows[first..first + alike].iter();
                let offset = rows.take_while(|row| !row.landings.contains(landing)).count();
                return Found::At(first + offset, landing);
            }
            rest -= count;
            first += alike;
        }
        Found::Stop
    }
}

impl<const W: usize> Row<W> {
    /// Whether the options of two rows lie among each other.
    fn is_beside(&self, other: &Self) -> bool {
        (self.number, self.origin) == (other.number, other.origin)
    }
}

impl<const W: usize> Machine<W> {
    /// The options of a group of moves as sets; no if they have to be listed.
    pub fn quick(&self, sc: &mut Scratch<W>, st: &mut State, chooser: u8, group: &[u16], quick: &mut Quick<W>) -> bool {
        quick.rows.clear();
        quick.chooser = chooser;
        if !group.iter().all(|&number| !matches!(self.program.moves[number as usize].class, Class::Listed(_))) {
            return false;
        }
        let is_sound = if self.is_at_beginning(st, chooser) {
            // Nothing is bound and nothing begins anew, so nothing has to be put back but names of travels.
            let is_sound = self.quick_moves(sc, st, chooser, group, quick);
            self.forget_travel(st);
            is_sound
        } else {
            let mut start = sc.copy(st);
            let is_sound = self.quick_moves(sc, &mut start, chooser, group, quick);
            sc.give(start);
            is_sound
        };
        quick.total = quick.rows.iter().map(|row| row.landings.count()).sum();
        is_sound
    }

    /// Whether the beginning of a move of a player would change nothing.
    fn is_at_beginning(&self, st: &State, mover: u8) -> bool {
        let layout = &self.program.layout;
        st.turn.who == mover
            && self.program.lasting.a_move.is_empty()
            && self.taken(st).is_empty()
            && self.pending(st).is_empty()
            && st.words[layout.travel_start..layout.key_end].iter().all(|&word| word == 0)
    }

    fn forget_travel(&self, st: &mut State) {
        let layout = &self.program.layout;
        st.words[layout.travel_start..layout.key_end].fill(0);
    }

    fn quick_moves(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        chooser: u8,
        group: &[u16],
        quick: &mut Quick<W>,
    ) -> bool {
        for &number in group {
            self.begin(start, chooser);
            let first = quick.rows.len();
            let is_sound = match self.are_glances(number) {
                true => self.quick_glances(sc, start, number, &mut quick.rows),
                false => self.quick_move(sc, start, number, &mut quick.rows),
            };
            if !is_sound || !self.is_apart(&quick.rows, first) {
                quick.rows.clear();
                return false;
            }
        }
        true
    }

    /// Whether no option of the rows from a number on might read like another. Rows of one move go by the cell left.
    fn is_apart(&self, rows: &[Row<W>], first: usize) -> bool {
        (first..rows.len()).all(|index| {
            let row = &rows[index];
            let clashes = |other: &Row<W>| {
                other.origin == row.origin
                    && !(other.landings & row.landings).is_empty()
                    && self.is_written_by_cells(other)
                    && self.is_written_by_cells(row)
            };
            let own = rows[first..index].iter().rev().take_while(|other| other.origin == row.origin);
            !own.into_iter().any(clashes) && !rows[..first].iter().any(clashes)
        })
    }

    /// Whether all landings of a move are seen at a glance.
    fn are_glances(&self, number: u16) -> bool {
        let text = &self.program.moves[number as usize];
        text.class == Class::Sets
            && text.sentences.iter().all(|sentence| {
                (sentence.early || sentence.when.is_none())
                    && sentence.travel.as_ref().is_some_and(|travel| travel.glance.is_some())
            })
    }

    /// The rows of a move all of whose landings are seen at a glance, cell by cell.
    fn quick_glances(&self, sc: &mut Scratch<W>, start: &State, number: u16, rows: &mut Vec<Row<W>>) -> bool {
        let text = &self.program.moves[number as usize];
        let mut parts: SmallVec<[(u16, Bits<W>, Bits<W>, Planned<W>, Glance); 4]> = SmallVec::new();
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
                parts.push((index as u16, from, to, self.only_leg(sc, start, travel), glance));
            }
        }
        let merges = self.program.merges[number as usize];
        for origin in all.iter() {
            let mut seen = Bits::EMPTY;
            let first = rows.len();
            for (sentence, from, to, leg, glance) in &parts {
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

    fn sentence_of(&self, row: &Row<W>) -> &Sentence {
        &self.program.moves[row.number as usize].sentences[row.sentence as usize]
    }

    /// Whether the text tells cells; a sentence without travel is written by the name of its move.
    fn is_written_by_cells(&self, row: &Row<W>) -> bool {
        self.sentence_of(row).travel.is_some()
    }

    fn quick_move(&self, sc: &mut Scratch<W>, start: &mut State, number: u16, rows: &mut Vec<Row<W>>) -> bool {
        let text = &self.program.moves[number as usize];
        let first = rows.len();
        for (index, sentence) in text.sentences.iter().enumerate() {
            let row = Row { number, sentence: index as u16, origin: NONE, landings: Bits::EMPTY };
            if index > 0 {
                // The names of the travels of the sentence before are forgotten.
                let mover = start.turn.who;
                self.begin(start, mover);
            }
            if sentence.early && !self.holds(sc, start, sentence.when) {
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

    fn quick_stand(
        &self,
        sc: &mut Scratch<W>,
        start: &State,
        sentence: &Sentence,
        mut row: Row<W>,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let holds = sentence.early || self.holds(sc, start, sentence.when);
        if holds && self.is_allowed(sc, start, &row, (0, None)) {
            row.landings = Bits::of(0);
            rows.push(row);
        }
        true
    }

    fn quick_drops(
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
        if asks || self.is_tried(row.number) {
            for landing in row.landings.iter() {
                self.bind(start, None, &Journey::start(landing));
                let holds = !asks || self.holds(sc, start, sentence.when);
                if !holds || !self.is_allowed(sc, start, &row, (landing, None)) {
                    row.landings.remove(landing);
                }
            }
        }
        if !row.landings.is_empty() {
            rows.push(row);
        }
        true
    }

    fn quick_travels(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        sentence: &Sentence,
        row: Row<W>,
        rows: &mut Vec<Row<W>>,
    ) -> bool {
        let Some(travel) = &sentence.travel else { return false };
        let asks = !sentence.early && sentence.when.is_some();
        let tries = self.is_tried(row.number);
        if let Some(glance) = travel.glance.filter(|_| !asks && !tries) {
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
                if !tries || self.is_allowed(sc, start, &row, (journey.landing, Some(journey))) {
                    row.landings.insert(journey.landing);
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
        if self.are_glances(number) && self.is_at_beginning(st, mover) {
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

    fn has_quick_run(&self, sc: &mut Scratch<W>, start: &mut State, sentence: &Sentence) -> bool {
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
            Some(travel) if travel.glance.is_some() && !asks => self.has_glance(sc, start, travel),
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
    fn lifted_target(&self, sc: &mut Scratch<W>, start: &mut State, travel: &Travel, origin: u16) -> Bits<W> {
        let piece = self.pop(start, origin);
        start.keep(&self.program.layout, journey::ORIGIN, i64::from(origin));
        let mut to = self.set(sc, start, travel.to);
        if let Some(piece) = piece {
            self.push(start, origin, &piece);
        }
        to.remove(origin);
        to
    }

    fn has_glance(&self, sc: &mut Scratch<W>, start: &State, travel: &Travel) -> bool {
        let Some(glance) = travel.glance else { return false };
        let leg = self.only_leg(sc, start, travel);
        let to = self.set(sc, start, travel.to);
        let mut from = self.set(sc, start, travel.from).iter();
        from.any(|origin| !self.landings_at(glance, &leg, to, origin, start.turn.who).is_empty())
    }

    fn is_tried(&self, number: u16) -> bool {
        self.program.moves[number as usize].class == Class::Tried
    }

    /// Whether what must hold in the end holds after an option.
    fn is_allowed(
        &self,
        sc: &mut Scratch<W>,
        start: &State,
        row: &Row<W>,
        (landing, journey): (u16, Option<Journey<W>>),
    ) -> bool {
        if !self.is_tried(row.number) {
            return true;
        }
        let mut next = sc.copy(start);
        self.complete(sc, &mut next, row, (landing, journey));
        let allowed = self.is_lawful(sc, &next, &self.program.moves[row.number as usize]);
        sc.give(next);
        allowed
    }

    /// Runs the text of an option on a state in which its move has begun. Whether the travel and its block took
    /// something.
    pub fn complete(
        &self,
        sc: &mut Scratch<W>,
        run: &mut State,
        row: &Row<W>,
        (landing, journey): (u16, Option<Journey<W>>),
    ) -> bool {
        let text = &self.program.moves[row.number as usize];
        let sentence = &text.sentences[row.sentence as usize];
        run.turn.noted = false;
        match &sentence.travel {
            None => {}
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
        if let Some(block) = sentence.block {
            self.perform(sc, run, block);
        }
        let took = !self.taken(run).is_empty();
        let pending = self.pending(run);
        if !pending.is_empty() {
            self.set_pending(run, Bits::EMPTY);
            self.take_all(run, pending, false);
        }
        for block in [text.afterwards, self.program.afterwards].into_iter().flatten() {
            self.perform(sc, run, block);
        }
        took
    }

    /// The journey of a piece to a landing; only as much of it as any rule reads.
    fn journey_to(&self, sc: &mut Scratch<W>, run: &mut State, row: &Row<W>, landing: u16) -> Journey<W> {
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

    /// Takes the option with a number on the state in which it was found.
    pub fn take_quick(&self, sc: &mut Scratch<W>, st: &mut State, quick: &Quick<W>, option: usize) -> Taken {
        match quick.find(option) {
            Found::Stop => Taken { number: NONE, took: false },
            Found::At(row, landing) => {
                let row = &quick.rows[row];
                self.begin(st, quick.chooser);
                self.complete(sc, st, row, (landing, None));
                Taken { number: row.number, took: !self.taken(st).is_empty() }
            }
        }
    }

    /// The text of an option and what is chosen in it.
    pub fn quick_text(&self, sc: &mut Scratch<W>, st: &State, quick: &Quick<W>, option: usize) -> (String, Vec<u32>) {
        let Found::At(row, landing) = quick.find(option) else {
            return ("stop".to_owned(), vec![STOP]);
        };
        let row = &quick.rows[row];
        let mut run = sc.copy(st);
        self.begin(&mut run, quick.chooser);
        let took = self.complete(sc, &mut run, row, (landing, None));
        let (notes, choices) = match &self.sentence_of(row).travel {
            None => (Vec::new(), Vec::new()),
            Some(travel) if travel.drops => {
                (vec![Note::Drop(travel.kinds[0], landing)], vec![cell_choice(landing)])
            }
            Some(_) if row.origin == landing => {
                (vec![Note::Stay(landing)], vec![cell_choice(landing), cell_choice(landing)])
            }
            Some(_) => (
                vec![Note::Travel { origin: row.origin, landing, took }],
                vec![cell_choice(row.origin), cell_choice(landing)],
            ),
        };
        let mut text = String::new();
        self.plain_text(row.number, &notes, &run, &mut text);
        sc.give(run);
        (super::text::in_one_word(text), choices)
    }
}
