//! How large numbers may be, as far as that is known while native code is written.
//!
//! ```text
//!   a hand:  40 bits ──┐
//!                      ├──► their sum: 41 bits. It is compared as it is: it surely is a number, and no word is too short for it
//!   a count: 11 bits ──┘
//! ```
//!
//! Of any other number it is asked whether it is none, and whether a sum has room in a word.

use cranelift_codegen::ir::Value;

use crate::engine::rush::code::N;
use crate::engine::rush::registers::Registers;
use crate::program::Program;

use super::emitter::Emitter;

/// So many bits has a number of pieces in a hand, or of decisions or turns: a position tells no more than 32, and no game is so long
/// that there would be more than these.
const COUNTED: u32 = 40;
/// Of a number of so many bits neither the sum with another nor the difference is too large for a word.
const SMALL: u32 = 61;

impl<const W: usize> Emitter<'_, W> {
    /// The absolute value of a number, which is not none, has so many bits at most.
    pub(super) fn has_bits(&mut self, number: Value, bits: u32) {
        self.bits.insert(number, bits);
    }

    /// The same for what a register holds, if that is known.
    pub(super) fn is_held(&mut self, number: Value, register: N) {
        if counts(&self.rush.registers, self.program, register) {
            self.has_bits(number, COUNTED);
        }
    }

    /// The same for a sum or a difference of some numbers and one that fits into 32 bits.
    pub(super) fn is_sum(&mut self, sum: Value, numbers: &[Value]) {
        let bits = numbers.iter().map(|&number| self.bits_of(number)).try_fold(32, |most, bits| Some(bits?.max(most)));
        if let Some(bits) = bits {
            self.has_bits(sum, bits + numbers.len() as u32);
        }
    }

    fn bits_of(&self, number: Value) -> Option<u32> {
        match self.builder.constant(number) {
            Some(number) => Some(u64::BITS - number.unsigned_abs().leading_zeros()),
            None => self.bits.get(&number).copied(),
        }
    }

    /// Whether a number surely is one, and so small that sums of two such have room in a word.
    pub(super) fn is_small(&self, number: Value) -> bool {
        self.bits_of(number).is_some_and(|bits| bits <= SMALL)
    }
}

/// Whether a register holds a number of pieces in a hand, or counts decisions or turns.
fn counts(registers: &Registers, program: &Program, register: N) -> bool {
    let is_of = |first: N, n: usize| usize::from(register).checked_sub(first.into()).is_some_and(|index| index < n);
    let n_hands = program.rules.players.len() * program.layout.kinds.len();
    registers.hands.is_some_and(|first| is_of(first, n_hands))
        || is_of(registers.counters, program.rules.counters.len())
}
