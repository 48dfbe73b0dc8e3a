//! Native code for options in whose text a member is picked by a number that was guessed before.
//!
//! ```text
//!     ┌──────────────── no ◄──────────┐
//!     ▼                               │
//!   guess ──► row and landing ──► may it be hit? ── yes ──► the option is carried out up to the pick
//! ```
//!
//! Most guesses are wrong, and that is mostly seen here, before anything is carried out. So the row is found without a branch.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{JumpTableData, Value, types};

use crate::engine::rush::code::{Choice, Guess, Row};

use super::draws::Drawn;
use super::emitter::{Emitter, Words};

impl<const W: usize> Emitter<'_, W> {
    /// Guesses, draws one of the options of a choice, whose rows have so many, until the guess may be right, and goes where it is
    /// carried out.
    pub(super) fn choose_by_guess(&mut self, choice: &Choice, guess: Guess, (counts, total): (&[Value], Value)) {
        let [again, right] = [(); 2].map(|()| self.builder.create_block());
        let ends = self.ends(counts);
        let aim = guess.aim.map(|aim| {
            let (occupied, leaving) = (self.set(self.rush.registers.occupied), self.set(aim.leaving));
            (aim, self.minus(occupied, leaving))
        });
        self.builder.jump(again, &[]);
        self.start(again);
        let (drawn, guessed) = self.guess(guess, total);
        let (row, landings, rest) = self.row_of(&choice.rows, &ends, drawn);
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

    /// The number of an option of so many, and a guess which member will be picked.
    pub(super) fn guess(&mut self, guess: Guess, total: Value) -> (Value, Value) {
        let bound = self.word(guess.bound.into());
        let [drawn, guessed] = self.below_each([total, bound]);
        (drawn, guessed)
    }

    /// By row but for the last, how many options it has together with all before it.
    fn ends(&mut self, counts: &[Value]) -> Vec<Value> {
        let mut end = self.word(0);
        let before_last = &counts[..counts.len().saturating_sub(1)];
        before_last
            .iter()
            .map(|&count| {
                end = self.builder.iadd(end, count);
                end
            })
            .collect()
    }

    /// The row with the option of a number, its landings, and the number that the option has there.
    fn row_of(&mut self, rows: &[Row], ends: &[Value], drawn: Value) -> (Value, Words<W>, Value) {
        let zero = self.word(0);
        let (mut row, mut before) = (zero, zero);
        let is_past: Vec<Value> =
            ends.iter().map(|&end| self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, drawn, end)).collect();
        for (index, (&is_past, &end)) in is_past.iter().zip(ends).enumerate() {
            let next = self.word(index as i64 + 1);
            row = self.builder.select(is_past, next, row);
            before = self.builder.select(is_past, end, before);
        }
        let rest = self.builder.isub(drawn, before);
        if let Some(landings) = self.set_of_row(rows, row) {
            return (row, landings, rest);
        }
        let mut landings = self.empty();
        if let Some(first) = rows.first() {
            landings = self.set(first.landings);
        }
        for (own, is_past) in rows.iter().skip(1).zip(is_past) {
            let own = self.set(own.landings);
            landings = std::array::from_fn(|word| self.builder.select(is_past, own[word], landings[word]));
        }
        (row, landings, rest)
    }

    /// The landings of a row with a number, if they lie in memory one after the other.
    fn set_of_row(&mut self, rows: &[Row], row: Value) -> Option<Words<W>> {
        let first = rows.first()?.landings;
        let follow = (usize::from(first)..).zip(rows).all(|(register, row)| usize::from(row.landings) == register);
        let is_kept = rows.iter().all(|row| self.is_in_memory(row.landings));
        (follow && is_kept).then(|| self.set_at(first, row))
    }
}
