//! Native code for options in whose text a member is picked by a number that was guessed before.
//!
//! ```text
//!     ┌──────────────── no ◄──────────┐
//!     ▼                               │
//!   guess ──► row and landing ──► may there be so many? ── yes ──► the option is carried out up to the pick
//! ```
//!
//! Most guesses are wrong, and that is mostly seen here, before anything is carried out. So the row is found without a branch.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{JumpTableData, Value, types};

use crate::engine::rush::code::{Choice, Guess};

use super::draws::Drawn;
use super::emitter::{Emitter, Words};

impl<const W: usize> Emitter<'_, W> {
    /// Guesses, draws one of the options of a choice, whose rows have so many, until the guess may be right, and goes where it is
    /// carried out.
    pub(super) fn choose_by_guess(&mut self, choice: &Choice, guess: Guess, (counts, total): (&[Value], Value)) {
        let [again, right] = [(); 2].map(|()| self.builder.create_block());
        self.builder.jump(again, &[]);
        self.start(again);
        let guessed = self.guess(guess);
        let drawn = self.below(total);
        let (row, landings, rest) = self.row_of(choice, counts, drawn);
        let landing = self.nth(landings, rest);
        match guess.among {
            Some(first) => {
                let (cell, _) = self.cell(landing);
                let at = self.constant_at(first.into(), cell);
                let (among, occupied) = (self.load(at), self.set(self.rush.registers.occupied));
                let free = self.minus(among, occupied);
                let n = self.count(free);
                let is_wrong = self.builder.icmp(IntCC::UnsignedGreaterThan, guessed, n);
                _ = self.builder.brif(is_wrong, again, &[], right, &[]);
            }
            None => _ = self.builder.jump(right, &[]),
        }
        self.builder.switch_to_block(right);
        self.note_taken(Drawn { row, origin: None, landing }, choice.may_fail);
        let nowhere = self.builder.create_block();
        let default = self.builder.func.dfg.block_call(nowhere, &[]);
        let takes = choice.rows.iter().map(|row| {
            let block = self.block(row.take);
            self.builder.func.dfg.block_call(block, &[])
        });
        let takes: Vec<_> = takes.collect();
        let table = self.builder.create_jump_table(JumpTableData::new(default, &takes));
        let row = self.builder.ireduce(types::I32, row);
        self.builder.br_table(row, table);
        self.builder.switch_to_block(nowhere);
        self.leave_here();
    }

    /// Guesses which member will be picked.
    pub(super) fn guess(&mut self, guess: Guess) -> Value {
        let bound = self.word(guess.bound.into());
        let guessed = self.below(bound);
        self.put_number(guess.number, guessed);
        guessed
    }

    /// The row with the option of a number, its landings, and the number that the option has there.
    fn row_of(&mut self, choice: &Choice, counts: &[Value], drawn: Value) -> (Value, Words<W>, Value) {
        let (mut row, mut landings, mut rest) = (self.word(0), self.empty(), drawn);
        let mut before = self.word(0);
        for (index, (own, &count)) in choice.rows.iter().zip(counts).enumerate() {
            let is_past = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, drawn, before);
            let (here, own, left) = (self.word(index as i64), self.set(own.landings), self.builder.isub(drawn, before));
            landings = std::array::from_fn(|word| self.builder.select(is_past, own[word], landings[word]));
            rest = self.builder.select(is_past, left, rest);
            row = self.builder.select(is_past, here, row);
            before = self.builder.iadd(before, count);
        }
        (row, landings, rest)
    }
}
