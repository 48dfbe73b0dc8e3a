//! What of the registers is at hand while native code is written.
//!
//! A register lies in memory; what was read or written last in a stretch without a way in is still at hand there. The sets of
//! a position that has few flow on from stretch to stretch: they are in memory only where code is entered and left, and where
//! functions are called.
//!
//! ```text
//!   runner ──► entry: loads the sets ──┐            ┌──► turn of the other player
//!                                      ├──► option ─┤
//!   turn of a player (sets at hand) ───┘            └──► left to the runner
//! ```
//!
//! What lies in memory too and was not asked for in a while is read from there again: else it would be kept on the stack in the meantime,
//! which writes it a second time.
//!
//! A processor guesses which of the latest writes a read will see. Options write differently often, so it guesses wrong, and a
//! wrong guess costs as much as half an option.

use std::collections::HashMap;
use std::mem::offset_of;

use cranelift_codegen::ir::{Value, types};
use cranelift_frontend::Variable;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{N, REGISTERS, S};
use crate::engine::rush::lane::Lane;
use crate::program::node::NOTHING;

use super::emitter::{Base, Emitter, Words};
use super::worked_out::Fills;
use super::writer::Writer;

/// So many words of sets flow from stretch to stretch at most: of more most would lie in memory all the same.
const FLOWING: usize = 10;

/// How many sets of a rush flow from stretch to stretch: all of a position or none.
pub fn n_flowing<const W: usize>(rush: &Rush<W>) -> usize {
    let n_sets = rush.registers.used.0;
    if n_sets * W <= FLOWING { n_sets } else { 0 }
}

/// Of sets of several words that lie in memory too so many words stay at hand: a processor has hardly more registers.
const STAY: usize = 10;

/// So many of these sets stay at hand in any case.
const FEWEST: usize = 3;

/// A set that is at hand.
#[derive(Clone, Copy, Debug)]
struct Held<const W: usize> {
    words: Words<W>,
    /// Whether it lies in its register too.
    is_in_memory: bool,
}

/// What is known to be at hand.
#[derive(Debug)]
pub struct Known<const W: usize> {
    /// By register its set.
    sets: [Option<Held<W>>; REGISTERS],
    /// The registers that were asked for latest, the last one first.
    latest: Vec<S>,
    /// By register its number.
    numbers: [Option<Value>; REGISTERS],
    fills: Fills<W>,
}

impl<const W: usize> Known<W> {
    /// What is known here and there.
    pub fn meet(&mut self, other: &Self) {
        for (here, there) in self.sets.iter_mut().zip(&other.sets) {
            let words = there.map(|there| there.words);
            *here = here.filter(|here| Some(here.words) == words);
        }
        for (here, there) in self.numbers.iter_mut().zip(&other.numbers) {
            *here = here.filter(|number| there.as_ref() == Some(number));
        }
        self.fills.meet(&other.fills);
    }
}

/// The registers as native code sees them.
pub struct AtHand<const W: usize> {
    sets: [Option<Held<W>>; REGISTERS],
    /// The registers for sets that were asked for latest, the last one first.
    latest: Vec<S>,
    numbers: [Option<Value>; REGISTERS],
    /// What slides were worked out.
    pub(super) fills: Fills<W>,
    /// The words of the sets of the position that flow, from the first register on.
    flowing: Vec<[Variable; W]>,
    /// Whether it is known that the position never stood before, if it was noted in the stretch and nothing has happened since.
    pub(super) is_new: Option<Value>,
    /// The set of one member that a number tells, where it is known without the number.
    members: HashMap<Value, Words<W>>,
}

impl<const W: usize> AtHand<W> {
    /// Nothing is at hand yet of the registers of a rush.
    pub fn new(builder: &mut Writer<'_>, rush: &Rush<W>) -> Self {
        let mut words = || std::array::from_fn(|_| builder.declare_var(types::I64));
        let flowing = (0..n_flowing(rush)).map(|_| words()).collect();
        let (sets, numbers) = ([None; REGISTERS], [None; REGISTERS]);
        Self {
            sets,
            latest: Vec::new(),
            numbers,
            fills: Fills::default(),
            flowing,
            is_new: None,
            members: HashMap::new(),
        }
    }
}

impl<const W: usize> Emitter<'_, W> {
    /// Takes out of memory what flows.
    pub(super) fn load_flowing(&mut self) {
        for (register, variables) in self.at_hand.flowing.clone().into_iter().enumerate() {
            let words = self.load_set(register as S);
            self.flow(variables, words);
        }
    }

    fn flow(&mut self, variables: [Variable; W], words: Words<W>) {
        for (variable, word) in variables.into_iter().zip(words) {
            self.builder.def_var(variable, word);
        }
    }

    /// Writes the sets that flow to memory, where the runner and the functions that are called look for them.
    pub(super) fn store_flowing(&mut self) {
        for (register, variables) in self.at_hand.flowing.clone().into_iter().enumerate() {
            let words = variables.map(|variable| self.builder.use_var(variable));
            self.store_set(register as S, words);
        }
    }

    /// What is at hand, to be taken up on another way from here.
    pub(super) fn known(&self) -> Box<Known<W>> {
        let AtHand { sets, numbers, ref latest, ref fills, .. } = self.at_hand;
        Box::new(Known { latest: latest.clone(), sets, numbers, fills: fills.clone() })
    }

    /// Takes up what was at hand.
    pub(super) fn take_up(&mut self, known: &Known<W>) {
        (self.at_hand.sets, self.at_hand.numbers) = (known.sets, known.numbers);
        self.at_hand.latest.clone_from(&known.latest);
        self.at_hand.fills = known.fills.clone();
        self.at_hand.is_new = None;
    }

    /// Nothing is at hand.
    pub(super) fn forget(&mut self) {
        self.at_hand.sets = [None; REGISTERS];
        self.at_hand.numbers = [None; REGISTERS];
        self.at_hand.fills = Fills::default();
        self.at_hand.is_new = None;
    }

    pub(super) fn set(&mut self, register: S) -> Words<W> {
        let index = usize::from(register);
        if let Some(held) = self.held(register) {
            self.hold(register, held.words, held.is_in_memory);
            return held.words;
        }
        let words = match self.at_hand.flowing.get(index).copied() {
            Some(variables) => variables.map(|variable| self.builder.use_var(variable)),
            None => self.load_set(register),
        };
        self.hold(register, words, self.is_in_memory(register));
        words
    }

    /// The set in a register if it is at hand, and need not be read from memory again since others were asked for.
    fn held(&self, register: S) -> Option<Held<W>> {
        let held = self.at_hand.sets[usize::from(register)]?;
        Some(held).filter(|held| W == 1 || !held.is_in_memory || self.at_hand.latest.contains(&register))
    }

    fn hold(&mut self, register: S, words: Words<W>, is_in_memory: bool) {
        self.at_hand.sets[usize::from(register)] = Some(Held { words, is_in_memory });
        if W > 1 {
            let latest = &mut self.at_hand.latest;
            latest.retain(|&other| other != register);
            latest.insert(0, register);
            latest.truncate((STAY / W).max(FEWEST));
        }
    }

    pub(super) fn put_set(&mut self, register: S, words: Words<W>) {
        let index = usize::from(register);
        match self.at_hand.flowing.get(index).copied() {
            Some(variables) => self.flow(variables, words),
            None => self.store_set(register, words),
        }
        self.hold(register, words, self.is_in_memory(register));
    }

    /// The same for a set that nobody reads from memory. Who builds this for tests would see who does.
    pub(super) fn put_unread(&mut self, register: S, words: Words<W>) {
        if cfg!(debug_assertions) {
            let wrong = words.map(|word| self.builder.bxor_imm_u(word, 0x5a5a_5a5a));
            self.store_set(register, wrong);
        }
        self.hold(register, words, false);
    }

    /// Whether what is in a register for sets need not be read from memory.
    pub(super) fn is_at_hand(&self, register: S) -> bool {
        self.held(register).is_some()
    }

    /// A number is at hand that lies in its register too.
    pub(super) fn has_number(&mut self, register: N, number: Value) {
        self.at_hand.numbers[usize::from(register)] = Some(number);
    }

    pub(super) fn number(&mut self, register: N) -> Value {
        let index = usize::from(register);
        if let Some(number) = self.at_hand.numbers[index] {
            return number;
        }
        let number = self.load_number(register);
        self.at_hand.numbers[index] = Some(number);
        number
    }

    pub(super) fn put_number(&mut self, register: N, number: Value) {
        self.store_field(Base::Lane, place_of_number::<W>(register), number);
        self.at_hand.numbers[usize::from(register)] = Some(number);
    }

    /// The same for a number that nobody reads from memory, as [`Self::put_unread`] says.
    pub(super) fn put_unread_number(&mut self, register: N, number: Value) {
        if cfg!(debug_assertions) {
            let wrong = self.builder.bxor_imm_u(number, 0x5a5a_5a5a);
            self.store_field(Base::Lane, place_of_number::<W>(register), wrong);
        }
        self.at_hand.numbers[usize::from(register)] = Some(number);
    }

    /// Some registers hold no numbers; two that follow each other are written at once.
    pub(super) fn put_nothings(&mut self, registers: &[N]) {
        let (nothing, empty) = (self.word(NOTHING), self.empty());
        self.tells(nothing, empty);
        for follow in registers.chunk_by(|&register, &next| register.checked_add(1) == Some(next)) {
            for at_once in follow.chunks(2) {
                let written = if at_once.len() == 2 { self.builder.pair([NOTHING; 2]) } else { nothing };
                self.store_field(Base::Lane, place_of_number::<W>(at_once[0]), written);
            }
        }
        registers.iter().for_each(|&register| self.at_hand.numbers[usize::from(register)] = Some(nothing));
    }

    /// The set of the one member that the number in a register tells; the empty set if it tells none.
    pub(super) fn number_as_member(&mut self, register: N) -> Words<W> {
        let number = self.number(register);
        self.member(number)
    }

    /// A number tells the one member of a set.
    pub(super) fn tells(&mut self, number: Value, member: Words<W>) {
        self.at_hand.members.insert(number, member);
    }

    /// The set of the one member that a number tells, if it is known without the number.
    pub(super) fn told(&self, number: Value) -> Option<Words<W>> {
        self.at_hand.members.get(&number).copied()
    }

    fn load_set(&mut self, register: S) -> Words<W> {
        std::array::from_fn(|word| self.load_word(register, word))
    }

    /// A word of a register for sets.
    pub(super) fn load_word(&mut self, register: S, word: usize) -> Value {
        self.load_field(Base::Lane, place_of::<W>(register, word), types::I64)
    }

    /// Whether the set that is at hand of a register was written there too.
    pub(super) fn lies_in_memory(&self, register: S) -> bool {
        self.at_hand.sets[usize::from(register)].is_some_and(|held| held.is_in_memory)
    }

    fn store_set(&mut self, register: S, words: Words<W>) {
        if let Some(pair) = self.pair_at_hand(words) {
            return self.store_field(Base::Lane, place_of::<W>(register, 0), pair);
        }
        for (word, value) in words.into_iter().enumerate() {
            self.store_field(Base::Lane, place_of::<W>(register, word), value);
        }
    }

    fn load_number(&mut self, register: N) -> Value {
        let number = self.load_field(Base::Lane, place_of_number::<W>(register), types::I64);
        self.is_held(number, register);
        number
    }

    /// Whether a set always lies in its register.
    pub(super) fn is_in_memory(&self, register: S) -> bool {
        self.at_hand.flowing.get(usize::from(register)).is_none()
    }

    /// The set in a register so many after another, all of which lie in memory; whoever asks sees to it that there are so many.
    pub(super) fn set_at(&mut self, first: S, place: Value) -> Words<W> {
        let offset = self.times(place, 8 * W);
        std::array::from_fn(|word| self.load_further(Base::Lane, place_of::<W>(first, word), offset))
    }

    /// The word of a set in memory that lies so many bytes behind its first one; whoever asks sees to it that there are so many.
    pub(super) fn word_of_set(&mut self, set: S, offset: Value) -> Value {
        self.load_further(Base::Lane, place_of::<W>(set, 0), offset)
    }

    /// The number in a register so many after another; the proof of the instruction sees to it that there are so many.
    pub(super) fn number_at(&mut self, first: N, place: Value) -> Value {
        let offset = self.times(place, 8);
        self.load_further(Base::Lane, place_of_number::<W>(first), offset)
    }

    /// Writes a number into the register so many after another, as above. What is at hand of such registers is to be forgotten
    /// afterwards.
    pub(super) fn put_number_at(&mut self, first: N, place: Value, number: Value) {
        let offset = self.times(place, 8);
        self.store_further(Base::Lane, place_of_number::<W>(first), offset, number);
    }

    /// Nothing is at hand of so many registers for numbers from one on.
    pub(super) fn forget_numbers(&mut self, first: N, n: usize) {
        self.at_hand.numbers[usize::from(first)..][..n].fill(None);
    }
}

/// Where a word of a register for sets lies in a lane.
fn place_of<const W: usize>(register: S, word: usize) -> usize {
    offset_of!(Lane<W>, sets) + (usize::from(register) * W + word) * 8
}

/// Where a register for numbers lies in a lane.
fn place_of_number<const W: usize>(register: N) -> usize {
    offset_of!(Lane<W>, numbers) + usize::from(register) * 8
}
