//! Native code for random numbers: the generator of [`Rng`], worked out [`Ahead`].

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, Value, types};

use crate::engine::rush::ahead::Ahead;
use crate::engine::rush::run::Runner;
use crate::game::rng::Rng;

use super::emitter::{Base, Emitter};

impl<const W: usize> Emitter<'_, W> {
    /// A random number below another, which is not zero; as [`Rng::below`], so the same seed gives the same numbers.
    ///
    /// ```text
    ///              high, low = bits * n           n is small, so low is nearly never below it
    ///              low < n? ──► rare ──► uneven: low < 2^64 mod n? ──► again: high, low = bits * n
    ///   done  ◄──────┘              ▲      └──► done                    low < n? ──► done
    ///                               └────────────────────────────────────┘
    /// ```
    ///
    /// What is drawn first stands before that loop, so that nothing of the rare is worked out there.
    pub(super) fn below(&mut self, n: Value) -> Value {
        let [drawn] = self.below_each([n]);
        drawn
    }

    /// The parts of a random number below the product of some others, each below one of them: its quotient by all behind the first,
    /// then the quotient of what is left by all behind the second, and so on. No more than one number is drawn for all of them.
    ///
    /// # Proof
    /// Of `bits * n`, the high word is the number and the low one goes on as bits: `bits * n * m` has `high * m` and the high word of
    /// `low * m` above its last word, and that high word is below `m`.
    pub(super) fn below_each<const N: usize>(&mut self, numbers: [Value; N]) -> [Value; N] {
        let [rare, uneven, again, done] = [(); 4].map(|()| self.builder.create_block());
        for block in [rare, uneven, again] {
            self.builder.set_cold_block(block);
        }
        let drawn = numbers.map(|_| self.builder.append_block_param(done, types::I64));
        let product = numbers.into_iter().reduce(|a, b| self.builder.imul(a, b));
        let n = product.expect("something is drawn");

        let (high, low) = self.parts_of_bits(numbers);
        let may_be_uneven = self.builder.icmp(IntCC::UnsignedLessThan, low, n);
        self.builder.brif(may_be_uneven, rare, &[], done, &high.map(BlockArg::from));

        self.builder.switch_to_block(rare);
        let all = |high: [Value; N], low: Value| high.into_iter().chain([low]).map(BlockArg::from).collect::<Vec<_>>();
        self.builder.jump(uneven, &all(high, low));

        let high = numbers.map(|_| self.builder.append_block_param(uneven, types::I64));
        let low = self.builder.append_block_param(uneven, types::I64);
        self.builder.switch_to_block(uneven);
        let rest = self.builder.ineg(n);
        let rest = self.builder.urem(rest, n);
        let is_uneven = self.builder.icmp(IntCC::UnsignedLessThan, low, rest);
        self.builder.brif(is_uneven, again, &[], done, &high.map(BlockArg::from));

        self.builder.switch_to_block(again);
        let (high, low) = self.parts_of_bits(numbers);
        let may_be_uneven = self.builder.icmp(IntCC::UnsignedLessThan, low, n);
        self.builder.brif(may_be_uneven, uneven, &all(high, low), done, &high.map(BlockArg::from));

        self.builder.switch_to_block(done);
        drawn
    }

    /// The parts of random bits for some numbers, and the bits that are left.
    fn parts_of_bits<const N: usize>(&mut self, numbers: [Value; N]) -> ([Value; N], Value) {
        let mut low = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, rng) + Ahead::BITS, types::I64);
        let high = numbers.map(|n| {
            let (rest, high) = self.product(low, n);
            low = rest;
            high
        });
        self.work_out_bits();
        (high, low)
    }

    /// Works out the next random bits, as [`Rng::bits`]: those that were are drawn.
    fn work_out_bits(&mut self) {
        let rng = offset_of!(Runner<'static, W>, rng);
        let counter = self.load_field(Base::Runner, rng + Ahead::RNG, types::I64);
        let (step, key) = (self.word(Rng::STEP as i64), self.word(Rng::KEY as i64));
        let counter = self.builder.iadd(counter, step);
        self.store_field(Base::Runner, rng + Ahead::RNG, counter);
        let next = self.builder.iadd(counter, step);
        let crossed = self.builder.bxor(next, key);
        let (low, high) = self.product(next, crossed);
        let bits = self.builder.bxor(low, high);
        self.store_field(Base::Runner, rng + Ahead::BITS, bits);
    }
}
