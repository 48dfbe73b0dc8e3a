//! Drawing: options are counted by row, and one of them is found by its number.

use crate::engine::bits::Bits;
use crate::rules::model::journey;

use super::chains::Search;
use super::code::{Aim, Choice, Guess, Row};
use super::lane::{Lane, number, set};
use super::run::Runner;

/// How many of the options that were drawn from a choice have failed, and how many may until that is seen to.
///
/// ```text
///   a choice that may be narrowed down:   draw ─► ✗ draw ─► ✗ narrow, draw ─► ✗ draw ‥ ✗ draw ─► ✗ strike, draw ─► ‥
///   any other:                            draw ─► ✗ draw ─► ✗ draw ‥ ✗ draw ─► ✗ strike, draw ─► ‥
/// ```
///
/// Native code draws again by itself as long as nothing is to be seen to.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Failures {
    /// So many have failed.
    pub n: u32,
    /// So many may.
    pub most: u32,
}

impl Failures {
    /// So many options fail before it is looked whether others may end an attack on a royal piece.
    const UNNARROWED: u32 = 1;
    /// So many fail of a choice that was narrowed down before they are struck.
    const NARROWED: u32 = 12;
    /// So many fail of other choices.
    const UNSTRUCK: u32 = 4;

    /// None has failed of a choice.
    pub fn none(choice: &Choice) -> Self {
        Self { n: 0, most: if choice.evasion.is_some() { Self::UNNARROWED } else { Self::UNSTRUCK } }
    }
}

impl<const W: usize> Runner<'_, W> {
    /// How many options a row has.
    #[inline]
    pub(super) fn count(&self, lane: &Lane<W>, row: &Row) -> u32 {
        match (row.origins, row.table) {
            (None, _) => set!(lane, row.landings).count() as u32,
            (Some(origins), None) => (set!(lane, origins).count() * set!(lane, row.landings).count()) as u32,
            (Some(origins), Some(table)) => {
                let first = table as usize * self.rush.beside.len();
                let cells = set!(lane, origins) & self.rush.all;
                cells.iter().map(|cell| lane.tables[first + cell as usize].count() as u32).sum()
            }
        }
    }

    /// Whether a row has no option.
    #[inline]
    pub(super) fn has_none(&self, lane: &Lane<W>, row: &Row) -> bool {
        match row.origins {
            None => set!(lane, row.landings).is_empty(),
            Some(_) => self.count(lane, row) == 0,
        }
    }

    /// The option of a row with a number: the cell left and the landing.
    #[inline]
    pub(super) fn option(&self, lane: &Lane<W>, row: &Row, mut number: u32) -> (Option<u16>, u16) {
        let landings = set!(lane, row.landings);
        let Some(origins) = row.origins else {
            return (None, landings.nth(number as usize).unwrap_or_default());
        };
        let origins = set!(lane, origins);
        let Some(table) = row.table else {
            let n = landings.count() as u32;
            let origin = origins.nth((number / n) as usize);
            return (origin, landings.nth((number % n) as usize).unwrap_or_default());
        };
        let first = table as usize * self.rush.beside.len();
        for origin in (origins & self.rush.all).iter() {
            let landings = lane.tables[first + origin as usize];
            let n = landings.count() as u32;
            if number < n {
                return (Some(origin), landings.nth(number as usize).unwrap_or_default());
            }
            number -= n;
        }
        (None, 0)
    }

    /// Draws an option; where it is carried out is given.
    #[inline]
    pub(super) fn draw_from(&mut self, lane: &mut Lane<W>, choice: &Choice) -> u32 {
        self.failures = Failures::none(choice);
        self.draw_counting(lane, choice)
    }

    /// The same, whatever was drawn from the choice before.
    pub(super) fn draw_counting(&mut self, lane: &mut Lane<W>, choice: &Choice) -> u32 {
        self.total = self.count_rows(lane, &choice.rows);
        match self.total {
            0 => u32::from(choice.none),
            _ => self.draw_again(lane, choice),
        }
    }

    /// Draws an option from rows that are counted; where it is carried out is given.
    #[inline]
    pub(super) fn draw_again(&mut self, lane: &mut Lane<W>, choice: &Choice) -> u32 {
        let (index, origin, landing) = loop {
            let Some(guess) = choice.guess else {
                let drawn = self.rng.below(u64::from(self.total));
                break self.option_of_rows(lane, choice, drawn as u32);
            };
            let both = self.rng.below(u64::from(self.total) * u64::from(guess.bound));
            let (drawn, guessed) = (both / u64::from(guess.bound), both % u64::from(guess.bound));
            let (index, origin, landing) = self.option_of_rows(lane, choice, drawn as u32);
            if let Some(told) = self.told_by(lane, (guess, guessed), landing) {
                number!(lane, guess.number) = told;
                break (index, origin, landing);
            }
        };
        if choice.may_fail {
            lane.save();
            self.noted = std::mem::take(&mut self.slow.state.turn.noted);
        }
        let row = &choice.rows[index];
        self.bind_drawn(lane, origin, landing);
        (self.row, self.landing) = (index, landing);
        self.origin = origin.unwrap_or_default();
        u32::from(row.take)
    }

    /// The option with a number of rows that are counted: the row, the cell left, the landing.
    #[inline]
    fn option_of_rows(&self, lane: &Lane<W>, choice: &Choice, mut drawn: u32) -> (usize, Option<u16>, u16) {
        let mut index = 0;
        while drawn >= lane.counts[index] {
            drawn -= lane.counts[index];
            index += 1;
        }
        let (origin, landing) = self.option(lane, &choice.rows[index], drawn);
        (index, origin, landing)
    }

    /// What the text of an option is told of a number that was guessed, once a piece has come to a cell; nothing if there surely is
    /// nothing with that number to pick.
    fn told_by(&self, lane: &Lane<W>, (guess, guessed): (Guess, u64), landing: u16) -> Option<i64> {
        let Some(Aim { shots, leaving }) = guess.aim else { return Some(guessed as i64) };
        let shots = &self.rush.shots[usize::from(shots)];
        let shot = usize::from(landing) * shots.most() + guessed as usize;
        let staying = set!(lane, self.rush.registers.occupied) - set!(lane, leaving);
        (shots.ways()[shot] & staying).is_empty().then_some(shot as i64)
    }

    /// Finds all chains of hops of a sort and draws one, which will be taken; no if there is none.
    pub(super) fn take_chain(&mut self, lane: &mut Lane<W>, number: u8) -> bool {
        let is_drawn = self.draw_chain(lane, number);
        if is_drawn {
            self.note_position(lane);
        }
        is_drawn
    }

    /// Finds all chains of hops of a sort and draws one; no if there is none.
    pub(super) fn draw_chain(&mut self, lane: &mut Lane<W>, number: u8) -> bool {
        self.find_chains(lane, number);
        if lane.endings.is_empty() {
            return false;
        }
        let drawn = self.rng.below(lane.endings.len() as u64) as usize;
        let ending = lane.endings[drawn];
        let mut parts = self.rush.script.chains[usize::from(number)].parts.iter();
        let part = parts.find(|part| set!(lane, part.from).contains(ending.first));
        if let Some(site) = part.and_then(|part| part.site) {
            // Each hop takes one piece.
            self.slow.state.done.extend(std::iter::repeat_n(site, ending.taken.count()));
        }
        self.bind_chain(lane, number, drawn);
        true
    }

    /// Finds all chains of hops of a sort.
    pub(super) fn find_chains(&mut self, lane: &mut Lane<W>, number: u8) {
        let (machine, rush) = (self.slow.machine, self.rush);
        let chain = &rush.script.chains[usize::from(number)];
        let geometry = &machine.program.geometry;
        let mut endings = std::mem::take(&mut lane.endings);
        endings.clear();
        let free = machine.cells() - set!(lane, rush.registers.occupied);
        for (part, leaps) in chain.parts.iter().zip(&rush.leaps[usize::from(number)]) {
            let (from, over) = (set!(lane, part.from), set!(lane, part.over));
            if from.is_empty() {
                continue;
            }
            let mut search = Search { geometry, chain, endings: &mut endings, empty: free, over };
            for cell in leaps.starts(from, over, free).iter() {
                search.empty = free | Bits::of(cell);
                match part.far {
                    true => search.far(part, (cell, cell), Bits::EMPTY),
                    false => search.near(leaps, (cell, cell), Bits::EMPTY),
                };
                if search.is_too_long() {
                    self.slow.scratch.effort = 0;
                }
            }
        }
        Search { geometry, chain, endings: &mut endings, empty: Bits::EMPTY, over: Bits::EMPTY }.choose();
        lane.endings = endings;
    }

    /// Binds what there is of a chain that was found.
    pub(super) fn bind_chain(&mut self, lane: &mut Lane<W>, number: u8, index: usize) {
        let (chain, ending) = (&self.rush.script.chains[usize::from(number)], lane.endings[index]);
        number!(lane, chain.first) = i64::from(ending.first);
        set!(lane, chain.taken) = ending.taken;
        self.bind_drawn(lane, Some(ending.origin), ending.landing);
        let (names, reads) = (&self.rush.registers, &self.slow.machine.program.reads);
        if let Some(way) = names.number_names[journey::WAY].filter(|_| reads[journey::WAY]) {
            number!(lane, way) = i64::from(ending.way);
        }
        if let Some(jumped) = names.set_names[journey::JUMPED].filter(|_| reads[journey::JUMPED]) {
            set!(lane, jumped) = Bits::of(ending.hurdle);
        }
    }

    /// Binds what was drawn.
    #[inline]
    pub(super) fn bind_drawn(&mut self, lane: &mut Lane<W>, origin: Option<u16>, landing: u16) {
        if let Some(origin) = origin {
            lane.numbers[self.origin_register & 255] = i64::from(origin);
        }
        lane.numbers[self.landing_register & 255] = i64::from(landing);
    }

    pub(super) fn put_back(&mut self, lane: &mut Lane<W>) {
        lane.restore();
        self.slow.state.done.clear();
        self.slow.state.turn.noted = self.noted;
    }

    /// Puts back the option that was drawn, and draws again; where play goes on is given. What is done of those that fail, [`Failures`]
    /// says.
    pub(super) fn reject(&mut self, lane: &mut Lane<W>) -> u32 {
        self.put_back(lane);
        let choice = &self.rush.script.choices[self.choice as usize];
        self.failures.n += 1;
        let Failures { n, most } = self.failures;
        if n <= most {
            return self.draw_counting(lane, choice);
        }
        if let Some(evasion) = choice.evasion.filter(|_| most == Failures::UNNARROWED) {
            self.failures.most = Failures::NARROWED;
            return evasion.into();
        }
        self.strike(lane, &choice.rows[self.row]);
        if n == most + 1 {
            // Native code keeps no counts.
            return self.draw_counting(lane, choice);
        }
        lane.counts[self.row] -= 1;
        self.total -= 1;
        match self.total {
            0 => u32::from(choice.none),
            _ => self.draw_again(lane, choice),
        }
    }

    /// Strikes the option that was drawn from a row.
    fn strike(&self, lane: &mut Lane<W>, row: &Row) {
        match row.table {
            Some(table) => {
                let place = table as usize * self.rush.beside.len() + self.origin as usize;
                lane.tables[place].remove(self.landing);
            }
            None => set!(lane, row.landings).remove(self.landing),
        }
    }
}
