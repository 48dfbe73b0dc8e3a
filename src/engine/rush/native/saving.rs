//! Native code that saves a position before an option is carried out that may fail, and puts it back.
//!
//! ```text
//!   registers     │occupied│White│Black│kings│‥│counters│names│
//!                  └── two words at once ──┘
//!   saved         │occupied│White│Black│kings│‥│counters│names│
//! ```

use std::mem::offset_of;

use cranelift_codegen::ir::{MemFlagsData, types};

use crate::engine::rush::code::Code;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::run::Runner;
use crate::engine::state::Turn;

use super::emitter::{Base, Emitter, Words};
use super::registers::n_flowing;

impl<const W: usize> Emitter<'_, W> {
    /// As [`Lane::save`]; what is the latest in the history is noted too.
    pub(super) fn save(&mut self) {
        let (n_sets, n_numbers) = self.rush.registers.used;
        match n_flowing(self.rush) {
            0 => self.copy(offset_of!(Lane<W>, sets), offset_of!(Lane<W>, saved_sets), n_sets * W),
            _ => (0..n_sets).for_each(|index| {
                let words = self.set(index as u8);
                self.store_saved_set(index, words);
            }),
        }
        self.copy(offset_of!(Lane<W>, numbers), offset_of!(Lane<W>, saved_numbers), n_numbers);
        let noted = self.load_field(Base::Turn, offset_of!(Turn, noted), types::I8);
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, noted), noted);
        let no = self.builder.iconst(types::I8, 0);
        self.store_field(Base::Turn, offset_of!(Turn, noted), no);
    }

    /// As [`Runner::put_back`]; nothing is at hand behind it.
    pub(super) fn put_back(&mut self) {
        let (n_sets, n_numbers) = self.rush.registers.used;
        match n_flowing(self.rush) {
            0 => self.copy(offset_of!(Lane<W>, saved_sets), offset_of!(Lane<W>, sets), n_sets * W),
            _ => (0..n_sets).for_each(|index| {
                let saved = self.saved_set(index);
                self.put_set(index as u8, saved);
            }),
        }
        self.copy(offset_of!(Lane<W>, saved_numbers), offset_of!(Lane<W>, numbers), n_numbers);
        if self.rush.script.code.iter().any(|code| matches!(code, Code::Mark(_) | Code::Chains(..))) {
            self.forget_counted();
        }
        self.forget();
    }

    /// As [`Lane::exchange`], with what is the latest in the history.
    pub(super) fn exchange(&mut self) {
        let (n_sets, n_numbers) = self.rush.registers.used;
        for index in 0..n_sets {
            let now = self.set(index as u8);
            let saved = self.saved_set(index);
            self.store_saved_set(index, now);
            self.put_set(index as u8, saved);
        }
        for index in 0..n_numbers {
            let (now, offset) = (self.number(index as u8), offset_of!(Lane<W>, saved_numbers) + 8 * index);
            let saved = self.load_field(Base::Lane, offset, types::I64);
            self.store_field(Base::Lane, offset, now);
            self.put_number(index as u8, saved);
        }
        let now = self.load_field(Base::Turn, offset_of!(Turn, noted), types::I8);
        let saved = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, noted), types::I8);
        self.store_field(Base::Turn, offset_of!(Turn, noted), saved);
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, noted), now);
    }

    /// Copies so many words from one place of the lane to another, two at once; they lie at places of single words.
    fn copy(&mut self, from: usize, to: usize, n: usize) {
        let flags = MemFlagsData::new().with_notrap();
        for first in (0..n).step_by(2) {
            let size = if first + 1 < n { types::I64X2 } else { types::I64 };
            let (place, offset) = self.near(Base::Lane, from + 8 * first);
            let words = self.builder.load(size, flags, place, offset);
            let (place, offset) = self.near(Base::Lane, to + 8 * first);
            self.builder.store(flags, words, place, offset);
        }
    }

    fn store_saved_set(&mut self, index: usize, words: Words<W>) {
        for (word, value) in words.into_iter().enumerate() {
            let offset = offset_of!(Lane<W>, saved_sets) + (index * W + word) * 8;
            self.store_field(Base::Lane, offset, value);
        }
    }

    /// The set that a register held when the position was saved.
    fn saved_set(&mut self, index: usize) -> Words<W> {
        std::array::from_fn(|word| {
            let offset = offset_of!(Lane<W>, saved_sets) + (index * W + word) * 8;
            self.load_field(Base::Lane, offset, types::I64)
        })
    }
}
