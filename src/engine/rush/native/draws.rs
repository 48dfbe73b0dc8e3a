//! Native code for drawing: options are counted by row, a number is drawn, and the option with that number is found.
//!
//! ```text
//!   rows:    5 options   2 options   4 options        drawn: 6
//!   ends:        5           7          11            the second row ends beyond 6, so its option number 6 - 5 = 1
//! ```

use std::iter;
use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, BlockCall, JumpTableData, Value, types};

use crate::engine::rush::code::{Choice, Code, L, Row};
use crate::engine::rush::draw::Failures;
use crate::engine::rush::run::{HAS_COUNTED, HAS_OPTIONS, Runner};
use crate::engine::rush::warmth::Purpose;
use crate::rules::model::journey;

use super::alike::{Part, stretches};
use super::calls::select_function;
use super::counts::{Counts, end_at, loops_first};
use super::emitter::{Base, Emitter, Words};
use super::facts::Choices;
use super::registers::Known;

/// A number that no choice and no row has.
const NO_ROW: i64 = 1 << 30;

/// Of so many choices it is asked one after the other which was drawn from.
const FEW: usize = 4;

/// An option that was drawn: its row, the cell left if the row has several, the landing.
pub struct Drawn {
    pub row: Value,
    pub origin: Option<Value>,
    pub landing: Value,
}

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that draws or has to do with what was drawn; no if it is none.
    pub(super) fn emit_draw(&mut self, code: &Code) -> bool {
        match *code {
            Code::IfNone(choice, to) => {
                let rows = &self.rush.script.choices[usize::from(choice)].rows;
                let any = match self.counts_next(choice) {
                    true => self.count_rows(rows).1,
                    false => loops_first(rows).fold(self.word(0), |any, (_, row)| {
                        let some = self.has_some(row);
                        self.builder.bor(any, some)
                    }),
                };
                self.branch_if_zero(any, to);
            }
            Code::Draw(choice) => self.draw(choice),
            Code::Redraw(choice) => self.redraw(choice),
            Code::DrawOne(row, none, _) | Code::Drop(row, _, _, _, none) if self.purpose == Purpose::Count => {
                let words = self.set(row);
                let n = self.count(words);
                self.branch_if_zero(n, none);
                self.leave_counted(n, true);
            }
            Code::DrawOne(row, none, _) => _ = self.draw_one(row, none),
            Code::Drop(row, owner, kind, number, none) => {
                let landing = self.draw_one(row, none);
                let cell = self.member(landing);
                self.place((owner, kind), cell);
                self.commit(number);
            }
            Code::Drops(number) => {
                let free = &self.rush.script.drops[usize::from(number)].free;
                let (cells, occupied) = (self.constant(free.cells), self.set(self.rush.registers.occupied));
                let cells = self.minus(cells, occupied);
                self.put_set(free.set, cells);
            }
            Code::Exchange => self.exchange(),
            Code::After => self.after(),
            _ => return false,
        }
        true
    }

    /// Whether the options of a choice are counted a few instructions further, and play comes there from here alone.
    fn counts_next(&self, choice: u16) -> bool {
        let drawn = &self.rush.script.choices[usize::from(choice)];
        if self.purpose == Purpose::Count || drawn.may_fail || drawn.rows.iter().any(|row| row.origins.is_some()) {
            return false;
        }
        let goes_on = |mut code: Code| matches!(code, Code::Due(_)) || code.is_plain() && code.target().is_none();
        let code = self.rush.script.code.iter().copied().enumerate().skip(self.place + 1);
        let mut stretch = code.take_while(|(place, _)| !self.routes.lead_to(*place)).map(|(_, code)| code);
        stretch.find(|&code| !goes_on(code)) == Some(Code::Draw(choice))
    }

    /// The member of a set with so many smaller ones; there is one.
    pub(super) fn nth(&mut self, words: Words<W>, n: Value) -> Value {
        let (mut word, mut rest, mut first) = (words[0], n, self.word(0));
        let mut sum = first;
        for index in 1..W {
            let count = self.builder.popcnt(words[index - 1]);
            sum = self.builder.iadd(sum, count);
            let is_past = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, n, sum);
            let (left, here) = (self.builder.isub(n, sum), self.word(64 * index as i64));
            word = self.builder.select(is_past, words[index], word);
            rest = self.builder.select(is_past, left, rest);
            first = self.builder.select(is_past, here, first);
        }
        let (select, how) = select_function(self.call_conv);
        let select = self.word(select as i64);
        let bit = self.call(select, how, &[word, rest]);
        let place = self.builder.ctz(bit);
        let member = self.bit_in_word(bit, first);
        let place = if W == 1 { place } else { self.builder.iadd(first, place) };
        self.tells_member(place);
        self.tells(place, member);
        place
    }

    /// The set of the member that a bit of one word is, if that word begins with a number.
    fn bit_in_word(&mut self, bit: Value, first: Value) -> Words<W> {
        if W == 1 {
            return [bit; W];
        }
        let zero = self.word(0);
        std::array::from_fn(|word| {
            let is_here = self.builder.icmp_imm_u(IntCC::Equal, first, 64 * word as i64);
            self.builder.select(is_here, bit, zero)
        })
    }

    /// The register for the cell left or the landing, as the runner binds it.
    pub(super) fn name(&self, name: usize) -> u8 {
        self.rush.registers.number_names[name].unwrap_or(0)
    }

    /// Draws a member of a set, or goes on elsewhere if there is none.
    fn draw_one(&mut self, row: u8, none: L) -> Value {
        let words = self.set(row);
        let n = self.count(words);
        self.branch_if_zero(n, none);
        let drawn = self.below(n);
        let landing = self.nth(words, drawn);
        let register = self.name(journey::LANDING);
        self.put_number(register, landing);
        landing
    }

    /// In a count the runner is told how many options there are, if that is to be counted and certain, or that there are some.
    fn leave_counted(&mut self, n: Value, is_certain: bool) {
        let is_counted = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, is_counted), types::I8);
        let (counts, only_finds) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(is_counted, counts, &[], only_finds, &[]);
        self.builder.switch_to_block(counts);
        if is_certain {
            let n = self.builder.ireduce(types::I32, n);
            self.store_field(Base::Runner, offset_of!(Runner<'static, W>, total), n);
        }
        self.leave_with(self.place, if is_certain { HAS_COUNTED } else { 0 });
        self.builder.switch_to_block(only_finds);
        self.leave_with(self.place, HAS_OPTIONS);
        let beyond = self.builder.create_block();
        self.builder.switch_to_block(beyond);
    }

    /// In a count: how many options a choice has.
    fn count_options(&mut self, choice: &Choice) {
        let total = choice.rows.iter().fold(self.word(0), |total, row| {
            let count = self.count_of_row(row);
            self.builder.iadd(total, count)
        });
        self.branch_if_zero(total, choice.none);
        self.leave_counted(total, !choice.may_fail);
    }

    /// Draws an option of a choice, and goes where it is carried out.
    fn draw(&mut self, number: u16) {
        let rush = self.rush;
        let choice = &rush.script.choices[usize::from(number)];
        if self.purpose == Purpose::Count {
            return self.count_options(choice);
        }
        let (counts, total) = match choice.may_fail {
            true => (Vec::new(), self.count_and_keep(number, true)),
            false => self.count_rows(&choice.rows),
        };
        if choice.may_fail {
            self.note_choice(number, total);
        }
        if self.facts().with_options != Choices::One(number) {
            self.branch_if_zero(total, choice.none);
        }
        if choice.may_fail {
            self.save();
            self.draw_counted(number, total);
        } else {
            self.choose((number.into(), choice), Counts::Told(&counts), total);
        }
    }

    /// Draws an option of a choice whose rows were narrowed down after some have failed.
    fn redraw(&mut self, number: u16) {
        let total = self.count_and_keep(number, false);
        self.note_total(total);
        let none = self.rush.script.choices[usize::from(number)].none;
        self.branch_if_zero(total, none);
        self.save();
        self.draw_counted(number, total);
    }

    /// Draws one of the options of a choice and goes where it is carried out. How many its rows have is asked of one after the other,
    /// as far as that is needed.
    pub(super) fn choose(&mut self, (number, choice): (usize, &Choice), counts: Counts<'_>, total: Value) {
        let is_plain = choice.rows.iter().all(|row| row.origins.is_none());
        if let Some(guess) = choice.guess.filter(|_| is_plain && !matches!(counts, Counts::Asked)) {
            let counts = self.counts_of((&choice.rows, 0), counts);
            return self.choose_by_guess((number, choice), guess, (&counts, total));
        }
        let drawn = match choice.guess {
            Some(guess) => {
                let (drawn, guessed) = self.guess(guess, total);
                self.put_number(guess.number, guessed);
                drawn
            }
            None => self.below(total),
        };
        let (known, parts) = (self.known(), self.parts[number].clone());
        let stretches = match counts {
            Counts::Told(_) => iter::once(0..parts.len()).collect(),
            Counts::Kept | Counts::Asked => stretches(&parts),
        };
        let mut rest = drawn;
        for (index, stretch) in stretches.iter().enumerate() {
            let beyond = (index + 1 < stretches.len()).then(|| self.pass_stretch(index, drawn));
            self.choose_of((choice, &parts[stretch.clone()]), counts, (rest, beyond), &known);
            if let Some(beyond) = beyond {
                self.builder.switch_to_block(beyond);
                self.take_up(&known);
                rest = self.builder.block_params(beyond)[0];
            }
        }
        if choice.rows.is_empty() {
            self.leave_here();
        }
    }

    /// Passes over a stretch of rows if the option with a number lies behind it: goes to a block, which is given, with what the number is
    /// from there on.
    fn pass_stretch(&mut self, index: usize, drawn: Value) -> Block {
        let (here, beyond) = (self.builder.create_block(), self.builder.create_block());
        self.builder.append_block_param(beyond, types::I64);
        let end = self.load_field(Base::Lane, end_at::<W>(index), types::I64);
        let is_beyond = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, drawn, end);
        let left = self.builder.isub(drawn, end);
        self.builder.brif(is_beyond, beyond, &[BlockArg::from(left)], here, &[]);
        self.builder.switch_to_block(here);
        beyond
    }

    /// Goes where the option with a number of some parts of a choice is carried out; if they have not so many, to a block with what is
    /// left of the number. Without such a block they have. What was at hand before is known to each.
    fn choose_of(
        &mut self,
        (choice, parts): (&Choice, &[Part]),
        counts: Counts<'_>,
        (mut rest, beyond): (Value, Option<Block>),
        known: &Known<W>,
    ) {
        for (index, Part { rows: part, .. }) in parts.iter().enumerate() {
            let own = self.counts_of((&choice.rows[part.clone()], part.start), counts);
            let may_be_beyond = index + 1 < parts.len() || beyond.is_some();
            let next = may_be_beyond.then(|| {
                let sum = self.sum(&own);
                (self.unless_below(rest, sum), sum)
            });
            let rows = &choice.rows[part.clone()];
            match rows {
                [row] => self.take_row((part.start, row), rest, choice.may_fail),
                _ => self.take_alike((rows, part.start), &own, (rest, choice.may_fail)),
            }
            if let Some((next, sum)) = next {
                self.builder.switch_to_block(next);
                self.take_up(known);
                rest = self.builder.isub(rest, sum);
            }
        }
        if let Some(beyond) = beyond {
            self.builder.jump(beyond, &[BlockArg::from(rest)]);
        }
    }

    /// Goes on if a number is below another, and else to a block, which is given.
    fn unless_below(&mut self, number: Value, end: Value) -> Block {
        let is_here = self.builder.icmp(IntCC::UnsignedLessThan, number, end);
        let (here, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(is_here, here, &[], next, &[]);
        self.builder.switch_to_block(here);
        next
    }

    pub(super) fn sum(&mut self, numbers: &[Value]) -> Value {
        let sum = numbers.iter().copied().reduce(|a, b| self.builder.iadd(a, b));
        sum.unwrap_or_else(|| self.word(0))
    }

    /// Goes where the option with a number of a row is carried out.
    fn take_row(&mut self, (index, row): (usize, &Row), number: Value, may_fail: bool) {
        let (origin, landing) = self.option_of_row(row, number);
        let index = self.word(index as i64);
        self.note_taken(Drawn { row: index, origin, landing }, may_fail);
        self.go_to(row.take);
    }

    /// Notes which option was drawn where the runner looks for it, if it may fail, and binds its names.
    pub(super) fn note_taken(&mut self, drawn: Drawn, may_fail: bool) {
        let Drawn { row, origin, landing } = drawn;
        if may_fail {
            self.store_field(Base::Runner, offset_of!(Runner<'static, W>, row), row);
            let none = self.word(0);
            let cells = [
                (offset_of!(Runner<'static, W>, origin), origin.unwrap_or(none)),
                (offset_of!(Runner<'static, W>, landing), landing),
            ];
            for (field, cell) in cells {
                let cell = self.builder.ireduce(types::I16, cell);
                self.store_field(Base::Runner, field, cell);
            }
        }
        if let Some(origin) = origin {
            let register = self.name(journey::ORIGIN);
            self.put_number(register, origin);
        }
        let register = self.name(journey::LANDING);
        self.put_number(register, landing);
    }

    /// The option with a number of a row: the cell left, if the row has several, and the landing.
    fn option_of_row(&mut self, row: &Row, number: Value) -> (Option<Value>, Value) {
        let landings = self.set(row.landings);
        match (row.origins, row.table) {
            (None, _) => (None, self.nth(landings, number)),
            (Some(origins), None) => {
                let (origins, n) = (self.set(origins), self.count(landings));
                let (from, to) = (self.builder.udiv(number, n), self.builder.urem(number, n));
                (Some(self.nth(origins, from)), self.nth(landings, to))
            }
            (Some(origins), Some(table)) => {
                let (origin, landing) = self.option_of_table((origins, table), number);
                (Some(origin), landing)
            }
        }
    }

    /// Notes what the runner must know of a choice whose options may fail.
    fn note_choice(&mut self, number: u16, total: Value) {
        let choice = self.builder.iconst(types::I16, i64::from(number));
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, choice), choice);
        let place = self.builder.iconst(types::I32, self.place as i64);
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, draw), place);
        self.note_total(total);
        let none = Failures::none(&self.rush.script.choices[usize::from(number)]);
        let failures = offset_of!(Runner<'static, W>, failures);
        for (at, told) in [(offset_of!(Failures, n), none.n), (offset_of!(Failures, most), none.most)] {
            let told = self.builder.iconst(types::I32, told.into());
            self.store_field(Base::Runner, failures + at, told);
        }
    }

    /// Notes how many options there are to draw from.
    fn note_total(&mut self, total: Value) {
        let total = self.builder.ireduce(types::I32, total);
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, total), total);
    }

    /// Goes on after the option that was drawn.
    fn after(&mut self) {
        let choice = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, choice), types::I16);
        let row = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, row), types::I64);
        let mut sought = self.latest.at(self.rush, self.place);
        sought.retain(|(_, choice)| choice.sought);
        let sought: Vec<(usize, Vec<(usize, L)>)> =
            sought.into_iter().map(|(number, choice)| (number, afters(choice))).collect();
        if sought.iter().map(|(_, afters)| afters.len()).sum::<usize>() <= FEW {
            self.branch_after((choice, row), &sought);
        } else {
            self.jump_after((choice, row), &sought);
        }
        self.leave_here();
    }

    /// Goes on after an option of a choice and row, by number, if it is one of some that are told by the first of rows.
    fn branch_after(&mut self, (choice, row): (Value, Value), sought: &[(usize, Vec<(usize, L)>)]) {
        for (number, afters) in sought {
            let is_of_choice = self.builder.icmp_imm_u(IntCC::Equal, choice, *number as i64);
            for &(first, after) in afters.iter().rev() {
                let is_this = match first {
                    0 => is_of_choice,
                    _ => {
                        let is_past = self.builder.icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, row, first as i64);
                        self.builder.band(is_of_choice, is_past)
                    }
                };
                self.branch(is_this, after);
            }
        }
    }

    /// The same by a list of all rows of some choices. All rows that go to one place go there by one way, so that a processor foresees
    /// better where it goes.
    fn jump_after(&mut self, (choice, row): (Value, Value), sought: &[(usize, Vec<(usize, L)>)]) {
        let rush = self.rush;
        let mut first = self.word(if sought.len() == 1 { 0 } else { NO_ROW });
        let (mut calls, mut ways): (Vec<BlockCall>, Vec<(L, Block)>) = (Vec::new(), Vec::new());
        for &(number, _) in sought {
            if sought.len() > 1 {
                let is_this = self.builder.icmp_imm_u(IntCC::Equal, choice, number as i64);
                let here = self.word(calls.len() as i64);
                first = self.builder.select(is_this, here, first);
            }
            for row in &rush.script.choices[number].rows {
                let known = ways.iter().find(|(after, _)| *after == row.after);
                let block = known.map_or_else(|| self.builder.create_block(), |(_, block)| *block);
                if known.is_none() {
                    ways.push((row.after, block));
                }
                calls.push(self.builder.func.dfg.block_call(block, &[]));
            }
        }
        let nowhere = self.builder.create_block();
        let default = self.builder.func.dfg.block_call(nowhere, &[]);
        let table = self.builder.create_jump_table(JumpTableData::new(default, &calls));
        let index = self.builder.iadd(first, row);
        let index = self.builder.ireduce(types::I32, index);
        self.builder.br_table(index, table);
        for (after, way) in ways {
            self.builder.switch_to_block(way);
            let after = self.way_to(after);
            self.builder.jump(after, &[]);
        }
        self.builder.switch_to_block(nowhere);
    }
}

/// Where play goes on after the options of a choice: by the first of rows one after the other that have that in common.
fn afters(choice: &Choice) -> Vec<(usize, L)> {
    let mut afters: Vec<(usize, L)> = choice.rows.iter().map(|row| row.after).enumerate().collect();
    afters.dedup_by_key(|(_, after)| *after);
    afters
}
