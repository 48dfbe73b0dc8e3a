//! The registers of a running rush.

use crate::engine::bits::Bits;
use crate::engine::planes;
use crate::engine::state::State;
use crate::program::Layout;
use crate::program::node::{NOBODY, NONE, NOTHING};

use super::chains::Ending;
use super::code::{REGISTERS, Script};
use super::explore::Search;
use super::joins::Reached;
use super::liberties::Alive;
use super::lines::Grown;
use super::regions::{Enclosure, Parts};
use super::registers::{DEEP, Registers, Run, Slot};

/// Rows are drawn from in so many stretches at most.
pub const STRETCHES: usize = 32;

/// What tests find in registers for scalars that nobody has written: no cell, no player, and more than anything counts.
const UNWRITTEN: i64 = 0x5555_5555_5555_5555;

/// So many words lie before the sets that nobody uses.
const APART: usize = 0x880 / 8;

/// The registers, and the position that an option may be put back to.
///
/// ```text
///   saved scalars │ saved sets │ scalars │ (nothing) │ sets │ ‥
/// ```
///
/// A processor takes what was written a moment ago for what is read if both lie at the same place of a page of 4 KiB, whichever page it
/// is. So what is used most (of each sort the first ones) lies at different places of a page.
#[derive(Debug)]
#[repr(C)]
pub struct Lane<const W: usize> {
    /// The scalars of the position that was saved; a position has at most half of the registers.
    pub saved_numbers: [i64; REGISTERS / 2],
    /// The sets of the position that was saved.
    pub saved_sets: [Bits<W>; REGISTERS / 2],
    /// Scalars.
    pub numbers: [i64; REGISTERS],
    apart: [u64; APART],
    /// Sets.
    pub sets: [Bits<W>; REGISTERS],
    /// How many sets and scalars a position has.
    n_saved: (usize, usize),
    /// By place where joins are asked about, what is known of the set that was found not to join.
    pub joins: Vec<Reached<W>>,
    /// By place where groups are asked for, those of the set.
    pub parts: Vec<Parts<W>>,
    /// By place where it is asked what a set encloses, what it enclosed.
    pub enclosures: Vec<Enclosure<W>>,
    /// The latest position in which no group was surrounded.
    pub alive: Alive<W>,
    /// The options that are looked for, and what was found.
    pub search: Search<W>,
    /// The chains of hops of the present decision.
    pub endings: Vec<Ending<W>>,
    /// By row of the choice that was drawn from, how many options it has.
    pub counts: [u32; REGISTERS],
    /// By stretch of its rows, how many options it and those before it have; or more than any choice has, so that no stretch is
    /// passed over.
    pub ends: [u64; STRETCHES],
    /// The cells of players on the lines of the board.
    pub lines: Grown,
    /// Landings by table and cell left.
    pub tables: Vec<Bits<W>>,
}

impl<const W: usize> Lane<W> {
    /// Registers for a script on a board of so many cells.
    pub fn new(registers: &Registers, script: &Script, n_cells: usize) -> Self {
        Self {
            saved_numbers: [0; REGISTERS / 2],
            saved_sets: [Bits::EMPTY; REGISTERS / 2],
            numbers: [0; REGISTERS],
            apart: [0; APART],
            sets: [Bits::EMPTY; REGISTERS],
            n_saved: registers.used,
            joins: vec![Reached::NONE; script.n_joins],
            parts: vec![Parts::new(n_cells); script.n_regions.0],
            enclosures: vec![Enclosure::NONE; script.n_regions.1],
            alive: Alive::new(),
            search: Search::new(),
            endings: Vec::new(),
            counts: [0; REGISTERS],
            ends: [u64::MAX; STRETCHES],
            lines: Grown::default(),
            tables: vec![Bits::EMPTY; usize::from(script.n_tables) * n_cells],
        }
    }

    /// Takes a position into the registers from which play begins: what lies in the others means nothing.
    pub fn begin(&mut self, registers: &Registers, layout: &Layout, st: &State) {
        self.load(registers, layout, st);
        self.spoil();
    }

    /// Makes it known in tests if somebody reads registers beside those of the position that nobody has written.
    fn spoil(&mut self) {
        if cfg!(debug_assertions) {
            let (n_sets, n_numbers) = self.n_saved;
            self.sets[n_sets..].fill(!Bits::EMPTY);
            self.numbers[n_numbers..].fill(UNWRITTEN);
        }
    }

    /// Takes a position into the registers.
    pub fn load(&mut self, registers: &Registers, layout: &Layout, st: &State) {
        for run in &registers.runs {
            match *run {
                Run::Sets(first, at, n) => {
                    let words = &st.words[at as usize..at as usize + usize::from(n) * W];
                    for (set, words) in self.sets[first as usize..].iter_mut().zip(words.chunks_exact(W)) {
                        *set = Bits::load(words);
                    }
                }
                Run::Names(first, at, n) => {
                    let words = &st.words[at as usize..at as usize + usize::from(n)];
                    for (number, &word) in self.numbers[first as usize..].iter_mut().zip(words) {
                        *number = word as i64 ^ NOTHING;
                    }
                }
                Run::One(slot) => self.load_one(slot, layout, st),
            }
        }
    }

    fn load_one(&mut self, slot: Slot, layout: &Layout, st: &State) {
        match slot {
            Slot::Set(set, at) => self.sets[set as usize] = st.bits(at as usize),
            Slot::Name(n, at) => self.numbers[n as usize] = st.words[at as usize] as i64 ^ NOTHING,
            Slot::Scalar(n, at, width, index) => self.numbers[n as usize] = st.load(at, width, index as usize),
            Slot::Hand(n, player, kind) => {
                self.numbers[n as usize] = i64::from(st.hand(layout, player, kind as usize));
            }
            Slot::Counter(n, at) => self.numbers[n as usize] = st.words[at as usize] as i64,
            Slot::Bits(first, bits, at, n_words) => {
                let words = &st.words[at as usize..(at + n_words) as usize];
                planes::load(&mut self.sets[first as usize..][..usize::from(bits)], words);
            }
            Slot::Piles(first) => super::piles::load(&mut self.sets[first as usize..][..usize::from(DEEP)], &st.buried),
        }
    }

    /// Writes the position back.
    pub fn store(&self, registers: &Registers, layout: &Layout, st: &mut State) {
        for run in &registers.runs {
            match *run {
                Run::Sets(first, at, n) => {
                    let words = &mut st.words[at as usize..at as usize + usize::from(n) * W];
                    for (set, words) in self.sets[first as usize..].iter().zip(words.chunks_exact_mut(W)) {
                        set.store(words);
                    }
                }
                Run::Names(first, at, n) => {
                    let words = &mut st.words[at as usize..at as usize + usize::from(n)];
                    for (&number, word) in self.numbers[first as usize..].iter().zip(words) {
                        *word = (number ^ NOTHING) as u64;
                    }
                }
                Run::One(slot) => self.store_one(registers, slot, layout, st),
            }
        }
    }

    /// Writes one part of the position back.
    fn store_one(&self, registers: &Registers, slot: Slot, layout: &Layout, st: &mut State) {
        match slot {
            Slot::Set(set, at) => st.put_bits(at as usize, self.sets[set as usize]),
            Slot::Name(n, at) => st.words[at as usize] = (self.numbers[n as usize] ^ NOTHING) as u64,
            Slot::Scalar(n, at, width, index) => st.store(at, width, index as usize, self.numbers[n as usize]),
            Slot::Hand(n, player, kind) => {
                st.set_hand(layout, player, kind as usize, self.numbers[n as usize] as u32);
            }
            Slot::Counter(n, at) => st.words[at as usize] = self.numbers[n as usize] as u64,
            Slot::Bits(first, bits, at, n_words) => {
                let words = &mut st.words[at as usize..(at + n_words) as usize];
                planes::store(&self.sets[first as usize..][..usize::from(bits)], words);
            }
            Slot::Piles(_) => super::piles::store(self, registers, &mut st.buried),
        }
    }

    /// Saves the position in the registers.
    #[inline]
    pub fn save(&mut self) {
        let (n_sets, n_numbers) = self.n_saved;
        self.saved_sets[..n_sets].copy_from_slice(&self.sets[..n_sets]);
        self.saved_numbers[..n_numbers].copy_from_slice(&self.numbers[..n_numbers]);
    }

    /// Puts the saved position back.
    #[inline]
    pub fn restore(&mut self) {
        let (n_sets, n_numbers) = self.n_saved;
        self.sets[..n_sets].copy_from_slice(&self.saved_sets[..n_sets]);
        self.numbers[..n_numbers].copy_from_slice(&self.saved_numbers[..n_numbers]);
    }

    /// The position in the registers, to return to.
    pub fn position(&self) -> (Vec<Bits<W>>, Vec<i64>) {
        let (n_sets, n_numbers) = self.n_saved;
        (self.sets[..n_sets].to_vec(), self.numbers[..n_numbers].to_vec())
    }

    /// Returns to a position from which play begins.
    #[inline]
    pub fn return_to(&mut self, (sets, numbers): &(Vec<Bits<W>>, Vec<i64>)) {
        self.sets[..sets.len()].copy_from_slice(sets);
        self.numbers[..numbers.len()].copy_from_slice(numbers);
        self.spoil();
    }

    /// Exchanges the position with the saved one.
    #[inline]
    pub fn exchange(&mut self) {
        let (n_sets, n_numbers) = self.n_saved;
        self.sets[..n_sets].swap_with_slice(&mut self.saved_sets[..n_sets]);
        self.numbers[..n_numbers].swap_with_slice(&mut self.saved_numbers[..n_numbers]);
    }
}

/// A scalar as a number: none is zero.
#[inline]
pub fn value(scalar: i64) -> i64 {
    if scalar == NOTHING { 0 } else { scalar }
}

/// A player as a scalar.
pub fn someone(player: u8) -> i64 {
    if player == NOBODY { NOTHING } else { i64::from(player) }
}

/// A scalar as a member.
#[inline]
pub fn member(scalar: i64) -> Option<u16> {
    u16::try_from(scalar).ok()
}

/// A scalar as a place of a set: one that is none is [`NONE`], for which no set has a place.
#[inline]
pub fn place(scalar: i64) -> u16 {
    member(scalar).unwrap_or(NONE)
}

pub fn cell_of(scalar: i64, n_cells: usize) -> Option<u16> {
    member(scalar).filter(|&cell| (cell as usize) < n_cells)
}

/// Registers are numbered with a byte and there are as many, so no place is beyond them.
macro_rules! set {
    ($lane:ident, $register:expr) => {
        $lane.sets[$register as usize]
    };
}

macro_rules! number {
    ($lane:ident, $register:expr) => {
        $lane.numbers[$register as usize]
    };
}

pub(super) use {number, set};
