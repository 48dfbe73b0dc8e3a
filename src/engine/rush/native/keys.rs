//! Native code for the keys by which positions are known again.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Value, types};

use crate::engine::key::salts;
use crate::engine::rush::keyed::{Part, Words, Written};
use crate::program::node::NOTHING;

use super::emitter::Emitter;

impl<const W: usize> Emitter<'_, W> {
    /// The part of a key that registers and names tell: the sum of what each word makes of it.
    ///
    /// ```text
    ///   sets of the position:  3f00… 00ff… 8100…  ──► each spread by two numbers of its own ──┐
    ///   numbers, packed:       [hand 3][hand 0]   ──► the same                               ─┴─► sum
    /// ```
    pub(super) fn told_key(&mut self, words: &Words) -> Value {
        let salts = salts(self.program.layout.key_end);
        let mut sum = self.word(words.names_key as i64);
        for &(register, at) in &words.sets {
            for (word, salt) in self.set(register).into_iter().zip(&salts[at..]) {
                sum = self.with_spread(sum, word, *salt);
            }
        }
        for (at, parts) in &words.packed {
            let word = parts.iter().fold(None, |word, part| {
                let bits = self.written_bits(part);
                Some(word.map_or(bits, |word| self.builder.bor(word, bits)))
            });
            let word = word.unwrap_or_else(|| self.word(0));
            sum = self.with_spread(sum, word, salts[*at]);
        }
        sum
    }

    /// A sum with what a word makes of a key, as [`crate::engine::key::folded`] spreads it.
    fn with_spread(&mut self, sum: Value, word: Value, [salt, factor]: [u64; 2]) -> Value {
        let (salt, factor) = (self.word(salt as i64), self.word(factor as i64));
        let salted = self.builder.bxor(word, salt);
        let (low, high) = self.product(salted, factor);
        let spread = self.builder.bxor(high, low);
        self.builder.iadd(sum, spread)
    }

    /// The lower and the upper half of a product, by one multiplication.
    pub(super) fn product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (a, b) = (self.builder.uextend(types::I128, a), self.builder.uextend(types::I128, b));
        let product = self.builder.imul(a, b);
        self.builder.isplit(product)
    }

    /// As [`Written::bits`], at their place.
    fn written_bits(&mut self, part: &Part) -> Value {
        let number = self.number(part.number);
        let bits = match part.written {
            Written::Yes => {
                let is_yes = self.builder.icmp_imm_s(IntCC::Equal, number, 1);
                self.builder.uextend(types::I64, is_yes)
            }
            Written::Above(bias, mask) => {
                let above = self.above(number, bias);
                self.builder.band_imm_u(above, mask as i64)
            }
            Written::Plain => {
                let nothing = self.word(NOTHING);
                self.builder.bxor(number, nothing)
            }
            Written::Count(mask) => {
                let mask = self.word(mask as i64);
                self.builder.band(number, mask)
            }
        };
        match part.shift {
            0 => bits,
            shift => self.builder.ishl_imm_u(bits, i64::from(shift)),
        }
    }
}
