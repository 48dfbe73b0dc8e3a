//! Options that are found one after the other: what can be chosen is tried, noted, and put back.
//!
//! ```text
//!   position ─┬─ first hop ─┬─ (noted) ── second hop ─── (noted)
//!             │             └─ other second hop ──────── (noted)
//!             └─ other first hop ─────────────────────── (noted)
//! ```
//!
//! The registers of a position are few, so they are copied wherever there is more than one way on, and taken up again
//! when a way has come to its end. Each option that is found is noted as the registers that it leaves.

use crate::engine::bits::Bits;
use crate::engine::key::{SEED, folded};
use crate::engine::key_set::KeySet;
use crate::engine::scratch::RUN;

use super::code::{Choice, Code, L, N, S};
use super::lane::{Lane, number, set};
use super::run::Runner;

/// The bytes that an option counts beside its registers.
const OPTION: usize = 128;

/// What is known of a search when its code is written.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// How many registers for sets and for numbers, from the first on, differ from way to way.
    pub kept: (usize, usize),
    /// The registers by which two options are the same.
    pub result: (Vec<S>, Vec<N>),
    /// The registers by which a piece that goes on has come back to where it was.
    pub link: (Vec<S>, Vec<N>),
    /// Where play goes on if there is an option, and if there is none.
    pub ends: (L, L),
    /// Where play goes on if two options come to the same position and might not be the same; if that may be.
    pub clash: Option<L>,
    /// By move, where an option that was drawn is taken.
    pub takes: Vec<(u16, L)>,
}

impl Exploration {
    /// The places in the code where play may go on.
    pub fn places(&mut self) -> impl Iterator<Item = &mut L> {
        let takes = self.takes.iter_mut().map(|(_, place)| place);
        takes.chain(&mut self.clash).chain([&mut self.ends.0, &mut self.ends.1])
    }
}

/// Where a copy of the registers begins among the sets and the numbers that were copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copied {
    sets: usize,
    numbers: usize,
}

/// The copy that is made when a search begins.
const FIRST: Copied = Copied { sets: 0, numbers: 0 };

/// A way that is still to be gone.
#[derive(Clone, Copy, Debug)]
struct Point<const W: usize> {
    /// Where it goes on.
    place: u32,
    /// What may be chosen there, if anything is, and the register that it is bound to.
    members: Option<(N, Bits<W>)>,
    /// The copy of the registers.
    copy: Copied,
    /// How many links there were.
    links: usize,
}

/// Options that were found: by option, its move and the registers that it leaves.
#[derive(Clone, Debug, Default)]
pub struct Found<const W: usize> {
    moves: Vec<u16>,
    sets: Vec<Bits<W>>,
    numbers: Vec<i64>,
}

impl<const W: usize> Found<W> {
    fn add(&mut self, number: u16, (sets, numbers): (&[Bits<W>], &[i64])) {
        self.moves.push(number);
        self.sets.extend_from_slice(sets);
        self.numbers.extend_from_slice(numbers);
    }

    /// The move of an option, and the registers that it leaves.
    fn option(&self, option: usize) -> (u16, (&[Bits<W>], &[i64])) {
        let (sets, numbers) = (self.sets.len() / self.moves.len(), self.numbers.len() / self.moves.len());
        let registers = (&self.sets[option * sets..][..sets], &self.numbers[option * numbers..][..numbers]);
        (self.moves[option], registers)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Forgets all options.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.sets.clear();
        self.numbers.clear();
    }

    /// Becomes the same as others, in the memory that it has.
    pub fn copy(&mut self, others: &Self) {
        self.moves.clone_from(&others.moves);
        self.sets.clone_from(&others.sets);
        self.numbers.clone_from(&others.numbers);
    }

    /// Becomes one of others.
    pub fn copy_one(&mut self, others: &Self, option: usize) {
        let (number, registers) = others.option(option);
        self.clear();
        self.add(number, registers);
    }
}

/// A search that is going on, and the options that it has found.
#[derive(Debug)]
pub struct Search<const W: usize> {
    number: usize,
    /// How many registers for sets and for numbers differ from way to way.
    kept: (usize, usize),
    points: Vec<Point<W>>,
    copied: (Vec<Bits<W>>, Vec<i64>),
    /// The keys of the positions of the present chain.
    links: Vec<u64>,
    /// The options.
    pub found: Found<W>,
    /// The keys of what the options leave.
    seen: KeySet,
    /// The keys of what stood where ways came to an end that was gone before.
    visited: KeySet,
    /// How much the options found so far count.
    most: i64,
    /// Whether the position before is the latest in the history.
    noted: bool,
}

impl<const W: usize> Search<W> {
    /// No search yet.
    pub fn new() -> Self {
        Self {
            number: 0,
            kept: (0, 0),
            points: Vec::new(),
            copied: (Vec::new(), Vec::new()),
            links: Vec::new(),
            found: Found::default(),
            seen: KeySet::default(),
            visited: KeySet::default(),
            most: i64::MIN,
            noted: false,
        }
    }

    /// How many options were found.
    pub fn n_found(&self) -> usize {
        self.found.moves.len()
    }

    fn forget_found(&mut self) {
        self.found.clear();
        self.seen.clear();
        self.most = i64::MIN;
    }

    /// Whether the piece that goes on has not come back to a position of its chain, which is one longer then.
    pub(super) fn links_to(&mut self, key: u64) -> bool {
        let is_new = !self.links.contains(&key);
        if is_new {
            self.links.push(key);
        }
        is_new
    }

    /// Whether no way was here with the same key.
    pub(super) fn visits(&mut self, key: u64) -> bool {
        self.visited.insert(key)
    }

    /// Whether an option counts as much as those found before; if it counts more those are forgotten.
    pub(super) fn counts_most(&mut self, number: i64) -> bool {
        if number > self.most {
            self.forget_found();
            self.most = number;
        }
        number == self.most
    }

    /// Where the next copy of registers will begin.
    fn next_copy(&self) -> Copied {
        Copied { sets: self.copied.0.len(), numbers: self.copied.1.len() }
    }

    /// Copies the registers.
    fn copy(&mut self, lane_sets: &[Bits<W>], lane_numbers: &[i64]) -> Copied {
        let copy = self.next_copy();
        self.copied.0.extend_from_slice(&lane_sets[..self.kept.0]);
        self.copied.1.extend_from_slice(&lane_numbers[..self.kept.1]);
        copy
    }

    /// Takes the registers out of a copy.
    fn take_up(&self, copy: Copied, lane_sets: &mut [Bits<W>], lane_numbers: &mut [i64]) {
        let (sets, numbers) = self.kept;
        lane_sets[..sets].copy_from_slice(&self.copied.0[copy.sets..][..sets]);
        lane_numbers[..numbers].copy_from_slice(&self.copied.1[copy.numbers..][..numbers]);
    }

    /// The latest way has been gone.
    fn finish_latest(&mut self) {
        let Some(Point { copy, .. }) = self.points.pop() else { return };
        if self.points.last().is_none_or(|point| point.copy != copy) {
            self.copied.0.truncate(copy.sets);
            self.copied.1.truncate(copy.numbers);
        }
    }
}

/// The number for each word of a key that is laid on it, so that it looks like chance; one more after the last of an odd number of words.
pub fn salts() -> impl Iterator<Item = u64> {
    (2..).map(|n: u64| SEED.wrapping_mul(n))
}

/// A key of some registers: the sum of what each two words make of it, none of which waits for another.
#[inline]
fn key_of<const W: usize>(lane: &Lane<W>, (sets, numbers): &(Vec<S>, Vec<N>)) -> u64 {
    let (mut key, mut first, mut salts) = (0_u64, None, salts());
    let mut add = |word: u64| {
        let salted = word ^ salts.next().unwrap_or_default();
        match first.take() {
            None => first = Some(salted),
            Some(first) => key = key.wrapping_add(folded(first, salted)),
        }
    };
    sets.iter().flat_map(|&register| set!(lane, register).0).for_each(&mut add);
    numbers.iter().for_each(|&register| add(number!(lane, register) as u64));
    if (sets.len() * W + numbers.len()) % 2 == 1 {
        add(0);
    }
    key
}

impl<const W: usize> Runner<'_, W> {
    /// Carries out an instruction by which options are looked for, at a place; where play goes on if that is not the next
    /// instruction.
    ///
    /// # Panics
    /// If it is another one.
    pub(super) fn search(&mut self, lane: &mut Lane<W>, now: Code, place: usize) -> Option<u32> {
        let key = self.asked_key(lane, now).unwrap_or_default();
        let goes_on = match now {
            Code::Explore(number) => {
                self.explore(lane, number);
                true
            }
            Code::Fork(to) => {
                self.part(lane, to.into(), None);
                true
            }
            Code::GiveUp => {
                self.give_up(lane);
                true
            }
            Code::Fail => false,
            Code::Link => lane.search.links_to(key),
            Code::Revisit(_) => lane.search.visits(key),
            Code::Most(n) => lane.search.counts_most(number!(lane, n)),
            Code::Each(n, from) => return Some(self.each(lane, (n, set!(lane, from)), place as u32 + 1)),
            Code::EachOfRows(choice) => {
                return Some(self.each_of_rows(lane, &self.rush.script.choices[usize::from(choice)]));
            }
            Code::Found(number) => return self.find(lane, number, key),
            Code::DrawFound(number) => return Some(self.draw_found(lane, number)),
            other => unreachable!("{other:?} looks for no options"),
        };
        if goes_on { None } else { Some(self.back(lane)) }
    }

    /// The key of the registers that an instruction asks; none if it asks none.
    pub(super) fn asked_key(&self, lane: &Lane<W>, now: Code) -> Option<u64> {
        self.rush.script.keyed_by(lane.search.number, now).map(|registers| key_of(lane, registers))
    }

    /// Begins to look for options.
    fn explore(&mut self, lane: &mut Lane<W>, number: u8) {
        let search = &mut lane.search;
        search.number = usize::from(number);
        search.kept = self.rush.script.explorations[usize::from(number)].kept;
        search.points.clear();
        search.links.clear();
        search.copied.0.clear();
        search.copied.1.clear();
        search.visited.clear();
        search.forget_found();
        search.copy(&lane.sets, &lane.numbers);
        search.noted = self.slow.state.turn.noted;
    }

    /// Notes a way that goes on at a place, once for each member that may be bound to a register there.
    fn part(&mut self, lane: &mut Lane<W>, place: u32, members: Option<(N, Bits<W>)>) {
        let search = &mut lane.search;
        let copy = search.copy(&lane.sets, &lane.numbers);
        let links = search.links.len();
        search.points.push(Point { place, members, copy, links });
    }

    /// Each member of a set is bound to a register, on a way of its own; where play goes on is given.
    fn each(&mut self, lane: &mut Lane<W>, (name, members): (N, Bits<W>), place: u32) -> u32 {
        let Some(first) = members.first() else { return self.back(lane) };
        if !self.leaves_others(lane, (name, members), place) {
            return self.back(lane);
        }
        lane.numbers[usize::from(name)] = i64::from(first);
        place
    }

    /// The first member of a set is to be bound to a register: notes the ways of the others. No if there is no effort left.
    pub(super) fn leaves_others(&mut self, lane: &mut Lane<W>, (name, mut others): (N, Bits<W>), place: u32) -> bool {
        others.pop();
        if others.is_empty() {
            return true;
        }
        self.part(lane, place, Some((name, others)));
        self.slow.scratch.spend(RUN)
    }

    /// Each option of some rows is taken, on a way of its own; where play goes on is given.
    pub(super) fn each_of_rows(&mut self, lane: &mut Lane<W>, choice: &Choice) -> u32 {
        let name = self.landing_register as N;
        let search = &mut lane.search;
        let (copy, links, n_before) = (search.next_copy(), search.links.len(), search.points.len());
        for row in &choice.rows {
            let landings = lane.sets[usize::from(row.landings)];
            if !landings.is_empty() {
                search.points.push(Point { place: row.take.into(), members: Some((name, landings)), copy, links });
            }
        }
        match search.points[n_before..] {
            [Point { place, members: Some((_, landings)), .. }] => {
                search.points.truncate(n_before);
                return self.each(lane, (name, landings), place);
            }
            [] => {}
            _ => _ = search.copy(&lane.sets, &lane.numbers),
        }
        self.back(lane)
    }

    /// Goes on with the latest way that is still to be gone; where is given.
    pub(super) fn back(&mut self, lane: &mut Lane<W>) -> u32 {
        if !self.slow.scratch.spend(RUN) {
            lane.search.points.clear();
        }
        let search = &mut lane.search;
        let Some(point) = search.points.last_mut() else { return self.end(lane) };
        let Point { place, copy, links, .. } = *point;
        let bound = point.members.as_mut().map(|(name, members)| {
            let member = members.pop().unwrap_or_default();
            (*name, member, members.is_empty())
        });
        search.links.truncate(links);
        search.take_up(copy, &mut lane.sets, &mut lane.numbers);
        if let Some((name, member, _)) = bound {
            lane.numbers[usize::from(name)] = i64::from(member);
        }
        if bound.is_none_or(|(.., is_last)| is_last) {
            search.finish_latest();
        }
        place
    }

    /// Ends the search; where play goes on is given.
    fn end(&mut self, lane: &mut Lane<W>) -> u32 {
        let search = &mut lane.search;
        search.points.clear();
        search.take_up(FIRST, &mut lane.sets, &mut lane.numbers);
        self.slow.state.turn.noted = search.noted;
        let (some, none) = self.rush.script.explorations[search.number].ends;
        u32::from(if search.n_found() == 0 { none } else { some })
    }

    /// Ends the search as if nothing had been found.
    fn give_up(&mut self, lane: &mut Lane<W>) {
        lane.search.forget_found();
        self.end(lane);
    }

    /// Notes an option of a move with the key of what it leaves; where play goes on is given if it does not go on here.
    pub(super) fn find(&mut self, lane: &mut Lane<W>, number: u16, key: u64) -> Option<u32> {
        let (sets, numbers) = self.rush.registers.used;
        let bytes = OPTION + (sets * W + numbers) * 8;
        if !self.slow.scratch.spend(RUN) || !self.slow.scratch.keep(bytes) {
            return Some(self.end(lane));
        }
        let search = &mut lane.search;
        if search.seen.insert(key) {
            search.found.add(number, (&lane.sets[..sets], &lane.numbers[..numbers]));
            return None;
        }
        let clash = self.rush.script.explorations[search.number].clash?;
        search.forget_found();
        self.end(lane);
        Some(u32::from(clash))
    }

    /// Draws one of the options that were found; where it is taken is given.
    fn draw_found(&mut self, lane: &mut Lane<W>, number: u8) -> u32 {
        let drawn = self.rng.below(lane.search.n_found() as u64) as usize;
        self.take_found(lane, number, drawn)
    }

    /// Where an option that was found is taken, whose registers are put there.
    pub(super) fn take_found(&self, lane: &mut Lane<W>, number: u8, option: usize) -> u32 {
        let exploration = &self.rush.script.explorations[usize::from(number)];
        let (taken, (sets, numbers)) = lane.search.found.option(option);
        lane.sets[..sets.len()].copy_from_slice(sets);
        lane.numbers[..numbers.len()].copy_from_slice(numbers);
        let take = exploration.takes.iter().find(|(number, _)| *number == taken);
        u32::from(take.map_or(exploration.ends.1, |(_, place)| *place))
    }
}
