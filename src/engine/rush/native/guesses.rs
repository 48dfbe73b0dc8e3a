//! Native code for options in whose text a member is picked by a number that was guessed before.
//!
//! ```text
//!     ┌──────────────── no ◄──────────┐
//!     ▼                               │
//!   guess ──► row and landing ──► may it be hit? ── yes ──► the option is carried out up to the pick
//! ```
//!
//! Most guesses are wrong, and that is mostly seen here, before anything is carried out. So the row is found without a branch, and where
//! rows are few, without a question for each:
//!
//! ```text
//!   rows with 5, 2 and 4 options:  ends       0     5     7   2¹⁵-1     in four parts of a word
//!   the option with number 6:      6 + 2¹⁵    1     1     0     0       the highest bits of 6 + 2¹⁵ less each end, which tell what is
//!                                                                       no more than 6: two ends, so it is in the second row
//! ```

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{JumpTableData, Value, types};

use crate::engine::rush::code::{Choice, Guess};

use super::alike::{Which, are_one};
use super::draws::Drawn;
use super::emitter::Emitter;

/// The highest bit of each of four parts of a word.
const HIGHEST: i64 = 0x8000_8000_8000_8000_u64 as i64;
/// The greatest number of such a part without that bit: no row has so many options before it.
const LAST: i64 = 0x7fff;

impl<const W: usize> Emitter<'_, W> {
    /// Guesses, draws one of the options of a choice, whose rows have so many, until the guess may be right, and goes where it is
    /// carried out.
    pub(super) fn choose_by_guess(
        &mut self,
        (number, choice): (usize, &Choice),
        guess: Guess,
        (counts, total): (&[Value], Value),
    ) {
        let [again, right] = [(); 2].map(|()| self.builder.create_block());
        let ends = self.ends(counts);
        let packed = self.packed(&ends);
        let aim = guess.aim.map(|aim| {
            let (occupied, leaving) = (self.set(self.rush.registers.occupied), self.set(aim.leaving));
            (aim, self.minus(occupied, leaving))
        });
        self.builder.jump(again, &[]);
        self.start(again);
        let (drawn, guessed) = self.guess(guess, total);
        let (row, rest) = match packed {
            Some(packed) => self.row_of_packed(packed, drawn),
            None => self.row_of(&ends, drawn),
        };
        let landings = self.landings_of(&choice.rows, Which::Behind(row));
        let landing = self.nth(landings, rest);
        let told = match aim {
            Some((aim, staying)) => {
                self.bound(guessed, guess.bound as usize);
                let shot = self.shot(usize::from(aim.shots), landing, guessed);
                let way = self.way_of_shot(usize::from(aim.shots), shot);
                let shut = self.and(way, staying);
                let is_shut = self.any(shut);
                _ = self.builder.brif(is_shut, again, &[], right, &[]);
                self.builder.switch_to_block(right);
                shot
            }
            None => {
                self.builder.jump(right, &[]);
                self.builder.switch_to_block(right);
                guessed
            }
        };
        self.put_number(guess.number, told);
        if are_one(&self.parts[number]) {
            return self.carry_alike((&choice.rows, 0), Which::Behind(row), (landing, choice.may_fail));
        }
        self.note_taken(Drawn { row, origin: None, landing }, choice.may_fail);
        let nowhere = self.builder.create_block();
        let default = self.builder.func.dfg.block_call(nowhere, &[]);
        let takes = choice.rows.iter().map(|row| {
            let block = self.way_to(row.take);
            self.builder.func.dfg.block_call(block, &[])
        });
        let takes: Vec<_> = takes.collect();
        let table = self.builder.create_jump_table(JumpTableData::new(default, &takes));
        let row = self.builder.ireduce(types::I32, row);
        self.builder.br_table(row, table);
        self.builder.switch_to_block(nowhere);
        self.leave_here();
    }

    /// The number of an option of so many, and a guess which member will be picked.
    pub(super) fn guess(&mut self, guess: Guess, total: Value) -> (Value, Value) {
        let bound = self.word(guess.bound.into());
        let [drawn, guessed] = self.below_each([total, bound]);
        (drawn, guessed)
    }

    /// By row, how many options lie before it.
    fn ends(&mut self, counts: &[Value]) -> Vec<Value> {
        let mut end = self.word(0);
        let mut ends = Vec::new();
        for &count in counts {
            ends.push(end);
            end = self.builder.iadd(end, count);
        }
        ends
    }

    /// The ends of few rows, four in a word each; none if they are more, or there may be too many options.
    fn packed(&mut self, ends: &[Value]) -> Option<[Value; 2]> {
        let is_few = ends.len() > 2 && ends.len() <= 8 && ends.len() * 64 * W < LAST as usize;
        is_few.then(|| {
            [0, 4].map(|first| {
                (first..first + 4).fold(self.word(0), |word, place| {
                    let end = ends.get(place).copied().unwrap_or_else(|| self.word(LAST));
                    let end = self.builder.ishl_imm_u(end, 16 * (place as i64 % 4));
                    self.builder.bor(word, end)
                })
            })
        })
    }

    /// The row with the option of a number, and the number that the option has there.
    fn row_of_packed(&mut self, packed: [Value; 2], drawn: Value) -> (Value, Value) {
        let everywhere = self.word(0x0001_0001_0001_0001);
        let each = self.builder.imul(drawn, everywhere);
        let each = self.builder.bor_imm_u(each, HIGHEST);
        let [first, last] = packed.map(|ends| {
            let left = self.builder.isub(each, ends);
            self.builder.band_imm_u(left, HIGHEST)
        });
        let aside = self.builder.ushr_imm_u(first, 1);
        let both = self.builder.bor(aside, last);
        let passed = self.builder.popcnt(both);
        let row = self.plus(passed, -1);
        let is_last = self.builder.icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, row, 4);
        let ends = self.builder.select(is_last, packed[1], packed[0]);
        // Of the shift only what remains of it in one word counts.
        let place = self.builder.ishl_imm_u(row, 4);
        let end = self.builder.ushr(ends, place);
        let end = self.builder.band_imm_u(end, LAST);
        (row, self.builder.isub(drawn, end))
    }

    /// The same by asking each row.
    fn row_of(&mut self, ends: &[Value], drawn: Value) -> (Value, Value) {
        let zero = self.word(0);
        let (mut row, mut before) = (zero, zero);
        for (index, &end) in ends.iter().enumerate().skip(1) {
            let is_past = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, drawn, end);
            let next = self.word(index as i64);
            row = self.builder.select(is_past, next, row);
            before = self.builder.select(is_past, end, before);
        }
        (row, self.builder.isub(drawn, before))
    }
}
