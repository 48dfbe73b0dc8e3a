//! Native code for options that fail, and for what is picked by a number below a bound that no position exceeds: if there is nothing with
//! that number, or the option fails, the position is put back, and the whole option is drawn again.
//!
//! ```text
//!   draw ──► again ──► option ──► fails? pick: is there one? ──► goes on
//!              ▲                     │ yes         │ no
//!              └──────── put back ◄──┴─────────────┘
//! ```
//!
//! It is told while playing which choice was drawn from last, so all that is put back leads over one block. What fails after a
//! few others have failed, and where there is nothing to pick from at all, is left to the runner.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, JumpTableData, Value, types};

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, N, S};
use crate::engine::rush::draw::Failures;
use crate::engine::rush::run::Runner;
use crate::engine::rush::warmth::Purpose;
use crate::engine::state::Turn;
use crate::program::Program;
use crate::program::node::NOTHING;

use super::counts::{Counts, keeps_counts};
use super::emitter::{Base, Emitter};
use super::known::is_native;

/// Where another option is drawn.
#[derive(Debug)]
pub struct Again {
    /// By choice, where one is drawn of those that are counted, which is given how many they are, and the place of the instruction that
    /// counted them.
    draws: Vec<Option<(Block, usize)>>,
    /// Where the position is put back: it is given the place of an instruction that the runner carries out if the choice is
    /// not drawn from in native code.
    back: Option<Block>,
}

impl Again {
    /// Nothing is drawn again in a script with so many choices.
    pub fn new(n_choices: usize) -> Self {
        Self { draws: vec![None; n_choices], back: None }
    }
}

/// Whether all choices are drawn from in native code, so that it may draw again from whichever it was.
pub fn draws_natively<const W: usize>(rush: &Rush<W>, program: &Program) -> bool {
    let mut draws = rush.script.code.iter().filter(|code| matches!(code, Code::Draw(_)));
    draws.all(|draw| is_native(rush, program, draw))
}

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that picks below a bound, or says that an option fails; no if it is none.
    pub(super) fn emit_pick(&mut self, code: &Code) -> bool {
        match *code {
            Code::Reject => self.reject(),
            Code::DrawWithin(n, from, guessed) if draws_natively(self.rush, self.program) => {
                self.pick(n, from, guessed);
            }
            Code::Hit(..) if self.purpose == Purpose::Count => {}
            Code::Hit(n, shot, open, shots, to) => {
                let (shot, open) = (self.number(shot), self.set(open));
                let cell = self.hit(usize::from(shots), shot, open);
                self.put_number(n, cell);
                let is_hit = self.builder.icmp_imm_u(IntCC::NotEqual, cell, NOTHING);
                self.branch(is_hit, to);
            }
            _ => return false,
        }
        true
    }

    /// As [`Runner::reject`] as long as nothing is to be seen to.
    fn reject(&mut self) {
        let failures = offset_of!(Runner<'static, W>, failures);
        let before = self.load_field(Base::Runner, failures + offset_of!(Failures, n), types::I32);
        let most = self.load_field(Base::Runner, failures + offset_of!(Failures, most), types::I32);
        let is_most = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, before, most);
        self.leave_if(is_most);
        let more = self.builder.iadd_imm_s(before, 1);
        self.store_field(Base::Runner, failures + offset_of!(Failures, n), more);
        self.go_back();
    }

    /// Puts the position back, and draws again.
    fn go_back(&mut self) {
        let back = *self.again.back.get_or_insert_with(|| {
            let block = self.builder.create_block();
            self.builder.append_block_param(block, types::I32);
            block
        });
        let place = self.builder.iconst(types::I32, self.place as i64);
        self.builder.jump(back, &[BlockArg::from(place)]);
    }

    /// Picks the member of a set with the number that was guessed, or goes back if there are not so many.
    fn pick(&mut self, n: N, from: S, guessed: N) {
        let members = self.set(from);
        let count = self.count(members);
        let is_none = self.builder.icmp_imm_u(IntCC::Equal, count, 0);
        self.leave_if(is_none);
        let drawn = self.number(guessed);
        let is_there = self.builder.icmp(IntCC::UnsignedLessThan, drawn, count);
        let (here, beyond) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(is_there, here, &[], beyond, &[]);
        self.builder.switch_to_block(beyond);
        self.go_back();
        self.builder.switch_to_block(here);
        let member = self.nth(members, drawn);
        self.put_number(n, member);
    }

    /// Draws one of the options of a choice that were counted and noted, so many.
    pub(super) fn draw_counted(&mut self, number: u16, total: Value) {
        let place = self.place;
        let builder = &mut self.builder;
        let (block, _) = *self.again.draws[usize::from(number)].get_or_insert_with(|| {
            let block = builder.create_block();
            builder.append_block_param(block, types::I64);
            (block, place)
        });
        self.builder.jump(block, &[BlockArg::from(total)]);
    }

    /// Writes all that was found to be needed to draw again.
    pub(super) fn emit_again(&mut self) {
        let draws: Vec<(usize, Block, usize)> = self
            .again
            .draws
            .iter()
            .enumerate()
            .filter_map(|(number, draw)| draw.map(|(block, place)| (number, block, place)))
            .collect();
        if let Some(back) = self.again.back {
            self.emit_back(back, &draws);
        }
        for (number, block, place) in draws {
            self.place = place;
            self.start(block);
            let choice = &self.rush.script.choices[number];
            let total = self.builder.block_params(block)[0];
            let counts = if keeps_counts::<W>(choice) { Counts::Kept } else { Counts::Asked };
            self.choose((number, choice), counts, total);
        }
    }

    /// Puts the position back as it was when the option was drawn, forgets what was counted of it, and draws again. All
    /// choices are drawn from in native code, so that the runner is never left to.
    fn emit_back(&mut self, back: Block, draws: &[(usize, Block, usize)]) {
        self.start(back);
        let place = self.builder.block_params(back)[0];
        let ways: Vec<Block> = draws.iter().map(|_| self.builder.create_block()).collect();
        let nowhere = self.builder.create_block();
        let default = self.builder.func.dfg.block_call(nowhere, &[]);
        let mut calls = vec![default; draws.last().map_or(0, |(number, ..)| number + 1)];
        for ((number, ..), &way) in draws.iter().zip(&ways) {
            calls[*number] = self.builder.func.dfg.block_call(way, &[]);
        }
        let table = self.builder.create_jump_table(JumpTableData::new(default, &calls));
        let choice = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, choice), types::I16);
        let choice = self.builder.uextend(types::I32, choice);
        self.builder.br_table(choice, table);
        self.start(nowhere);
        self.store_flowing();
        self.end(place);
        for (&(_, again, place), way) in draws.iter().zip(ways) {
            self.place = place;
            self.start(way);
            self.put_back();
            // What is carried out next is not in the history.
            let no = self.builder.iconst(types::I8, 0);
            self.store_field(Base::Turn, offset_of!(Turn, noted), no);
            let total = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, total), types::I32);
            let total = self.builder.uextend(types::I64, total);
            self.builder.jump(again, &[BlockArg::from(total)]);
        }
    }
}
