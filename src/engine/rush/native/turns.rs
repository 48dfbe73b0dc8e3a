//! Native code for the turns: their beginning, their end, and the taking of an option. Where something rare is due the
//! instruction is left to the runner before anything of it was done.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Type, Value, types};

use crate::engine::rush::code::{Code, L};
use crate::engine::rush::run::Runner;
use crate::engine::rush::turns::SILENT;
use crate::engine::rush::warmth::Purpose;
use crate::engine::state::Turn;
use crate::program::node::NONE;

use super::emitter::{Base, Emitter};

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction about turns; no if it is none.
    pub(super) fn emit_turn(&mut self, code: &Code) -> bool {
        match *code {
            Code::Commit(number) => self.commit(number),
            Code::Enter(player) => {
                let rare = self.rare_entry();
                self.leave_if_any(&rare);
                self.enter(player);
            }
            Code::Close => self.close_or_leave(&[]),
            Code::Pass(mover, next) => {
                self.close_or_leave(&[]);
                self.pass(mover, next);
            }
            Code::Turn(mover, next, at) => {
                let rare = self.rare_entry();
                self.close_or_leave(&rare);
                self.pass(mover, next);
                self.enter(next);
                self.stand_at(at);
            }
            Code::Due(at) => {
                if let Some(is_last) = self.is_last() {
                    self.leave_if(is_last);
                }
                self.stand_at(at);
            }
            // That is for games that are played.
            Code::Mark(_) | Code::Tell(_) | Code::Told if self.purpose == Purpose::Count => {}
            Code::Round => {
                let one = self.builder.iconst(types::I32, 1);
                self.add_rounds(one);
            }
            Code::At(at) => self.set_turn(offset_of!(Turn, pc), types::I32, i64::from(at)),
            Code::Again => self.set_turn(offset_of!(Turn, again), types::I8, 1),
            Code::Phase(phase) => self.set_turn(offset_of!(Turn, phase), types::I16, i64::from(phase)),
            Code::Turns(to) => self.put_counter(to, offset_of!(Turn, turns)),
            Code::Rounds(to) => self.put_counter(to, offset_of!(Turn, rounds)),
            Code::Played(to, number) => {
                let played = self.load_field(Base::Turn, offset_of!(Turn, played), types::I16);
                let is_this = self.builder.icmp_imm_u(IntCC::Equal, played, i64::from(number));
                let is_this = self.builder.uextend(types::I64, is_this);
                self.put_number(to, is_this);
            }
            Code::IfSameRound(mover, next, to) => {
                let ends = self.ends_round(mover, next);
                self.branch_if_zero(ends, to);
            }
            Code::IfOnce(to) => {
                let again = self.load_field(Base::Turn, offset_of!(Turn, again), types::I8);
                self.branch_if_zero(again, to);
            }
            Code::IfCounted(to) if self.purpose == Purpose::Count => {
                let yes = self.builder.iconst(types::I8, 1);
                self.branch(yes, to);
            }
            Code::IfCounted(_) => {}
            Code::IfKept(..) if self.purpose == Purpose::Count => {}
            Code::IfKept(is_quiet, to) => self.go_on_if_kept(is_quiet, to),
            Code::IfStale(to) => self.go_on_if_fresh(to),
            _ => return false,
        }
        true
    }

    /// Writes a number to a field of the turn.
    pub(super) fn set_turn(&mut self, offset: usize, size: Type, number: i64) {
        let number = self.builder.iconst(size, number);
        self.store_field(Base::Turn, offset, number);
    }

    fn put_counter(&mut self, to: u8, offset: usize) {
        let count = self.load_field(Base::Turn, offset, types::I32);
        let count = self.builder.uextend(types::I64, count);
        self.put_number(to, count);
    }

    /// In a count it is noted where play stands.
    fn stand_at(&mut self, at: u32) {
        if self.purpose == Purpose::Count {
            self.set_turn(offset_of!(Turn, pc), types::I32, i64::from(at));
            let yes = self.builder.iconst(types::I8, 1);
            self.store_field(Base::Runner, offset_of!(Runner<'static, W>, is_due), yes);
        }
    }

    fn go_on_if_kept(&mut self, is_quiet: u8, to: L) {
        let is_quiet = self.number(is_quiet);
        let mut goes_on = self.builder.icmp_imm_s(IntCC::Equal, is_quiet, 1);
        if let Some(is_last) = self.is_last() {
            let no = self.builder.iconst(types::I8, 0);
            goes_on = self.builder.select(is_last, no, goes_on);
        }
        self.branch(goes_on, to);
    }

    fn go_on_if_fresh(&mut self, to: L) {
        let fresh = self.load_field(Base::Turn, offset_of!(Turn, fresh), types::I8);
        self.set_turn(offset_of!(Turn, fresh), types::I8, 0);
        self.branch_if_zero(fresh, to);
    }

    /// Whether there may be no other decision, as [`Runner::may_go_on`] says; nothing if it is known that there may.
    fn is_last(&mut self) -> Option<Value> {
        if self.facts().may_go_on {
            return None;
        }
        let decisions = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, decisions), types::I64);
        let stop_at = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, stop_at), types::I64);
        Some(self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, decisions, stop_at))
    }

    /// An option of a move was taken, as [`Runner::commit`] says. Where something is due with the decision, a function sees to it.
    pub(super) fn commit(&mut self, number: u16) {
        if self.purpose == Purpose::Count {
            let is_tried = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, is_tried), types::I8);
            self.leave_if(is_tried);
        }
        self.set_turn(offset_of!(Turn, silent), types::I32, in_turn(offset_of!(Turn, played), number.into()));
        // Fresh, and not noted.
        self.set_turn(offset_of!(Turn, fresh), types::I16, 1);
        let decisions = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, decisions), types::I64);
        let more = self.builder.iadd_imm_s(decisions, 1);
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, decisions), more);
        let until = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, quiet_until), types::I64);
        let is_loud = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, more, until);
        let [loud, quiet, next] = [(); 3].map(|()| self.builder.create_block());
        self.builder.brif(is_loud, loud, &[], quiet, &[]);
        self.builder.switch_to_block(quiet);
        self.count_anew();
        self.builder.jump(next, &[]);
        self.builder.set_cold_block(loud);
        self.builder.switch_to_block(loud);
        let known = self.known();
        // Who sees to it counts the decision too.
        self.store_field(Base::Runner, offset_of!(Runner<'static, W>, decisions), decisions);
        let is_last = self.decide();
        self.leave_to_if(self.place + 1, is_last);
        self.take_up(&known);
        self.builder.jump(next, &[]);
        self.builder.switch_to_block(next);
    }

    /// What is counted since the last decision begins anew, where anything is: draws of chance, and how often the turn went back.
    fn count_anew(&mut self) {
        let code = &self.rush.script.code;
        let draws = code.iter().any(|code| matches!(code, Code::Drawn(_)));
        let goes_back = code.iter().any(|code| matches!(code, Code::Back(_)));
        let zero = self.builder.iconst(types::I32, 0);
        if draws {
            self.store_field(Base::Runner, offset_of!(Runner<'static, W>, draws.1), zero);
        }
        if goes_back {
            self.store_field(Base::Runner, offset_of!(Runner<'static, W>, backward), zero);
        }
    }

    /// Why native code may not begin a turn by itself, each not zero if it is so: play stops, too many turns began without a decision,
    /// every name is to be cleared.
    fn rare_entry(&mut self) -> Vec<Value> {
        let facts = self.facts();
        let mut rare: Vec<Value> = self.is_last().into_iter().collect();
        if !facts.is_lively {
            let silent = self.load_field(Base::Turn, offset_of!(Turn, silent), types::I16);
            let most = self.builder.iconst(types::I16, i64::from(SILENT));
            rare.push(self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, silent, most));
        }
        if !facts.is_clean {
            rare.push(self.load_field(Base::Runner, offset_of!(Runner<'static, W>, clears_all), types::I8));
        }
        rare
    }

    /// The runner carries out the instruction if any of some values is not zero.
    fn leave_if_any(&mut self, rare: &[Value]) {
        if let Some(any) = rare.iter().copied().reduce(|a, b| self.builder.bor(a, b)) {
            self.leave_if(any);
        }
    }

    /// As [`Runner::enter`], where names are bound by few instructions.
    fn enter(&mut self, player: u8) {
        let begun = in_turn(offset_of!(Turn, played), NONE.into())
            | in_turn(offset_of!(Turn, mover), player.into())
            | in_turn(offset_of!(Turn, who), player.into());
        let mut turn = self.word(begun + 1);
        if !self.facts().is_decided {
            let silent = self.load_field(Base::Turn, offset_of!(Turn, silent), types::I16);
            let silent = self.builder.uextend(types::I64, silent);
            turn = self.builder.iadd(turn, silent);
        }
        self.store_field(Base::Turn, offset_of!(Turn, silent), turn);
        let rush = self.rush;
        for &name in &rush.script.touched.0 {
            let empty = self.empty();
            self.put_set(name, empty);
        }
        self.put_nothings(&rush.script.touched.1);
    }

    /// The end of a turn, as [`Runner::close`] says; the runner carries out the instruction if a variable expires or
    /// something else is so.
    fn close_or_leave(&mut self, also: &[Value]) {
        let (rush, program) = (self.rush, self.program);
        let turns = self.load_field(Base::Turn, offset_of!(Turn, turns), types::I32);
        let mut rare = also.to_vec();
        for &variable in &program.lasting.two_turns {
            let Some(register) = rush.registers.written[usize::from(variable)] else { continue };
            let (written, now) = (self.number(register), self.builder.uextend(types::I64, turns));
            let is_due = self.builder.icmp(IntCC::Equal, written, now);
            let is_written = self.builder.icmp_imm_s(IntCC::NotEqual, written, 0);
            rare.push(self.builder.band(is_due, is_written));
        }
        self.leave_if_any(&rare);
        let turns = self.builder.iadd_imm_s(turns, 1);
        self.store_field(Base::Turn, offset_of!(Turn, turns), turns);
        for (index, counter) in program.rules.counters.iter().enumerate() {
            if counter.turns {
                let register = rush.registers.counters + index as u8;
                let count = self.number(register);
                let count = self.builder.iadd_imm_s(count, 1);
                self.put_number(register, count);
            }
        }
    }

    /// As [`Runner::ends_round`].
    fn ends_round(&mut self, mover: u8, next: u8) -> Value {
        let (n, mover) = (i64::from(self.n_players()), i64::from(mover));
        let after = |player: i64| if player > mover { player - mover } else { player + n - mover };
        let starter = self.load_field(Base::Turn, offset_of!(Turn, starter), types::I8);
        if n == 2 && i64::from(next) != mover {
            // The starter is a player, 0 or 1.
            return if next == 1 { starter } else { self.builder.bxor_imm_u(starter, 1) };
        }
        if after(i64::from(next)) == 1 {
            // Nobody sits between the two, so the round ends if the next one has its first turn.
            return self.builder.icmp_imm_u(IntCC::Equal, starter, i64::from(next));
        }
        let starter = self.builder.uextend(types::I64, starter);
        let beyond = self.builder.icmp_imm_u(IntCC::UnsignedGreaterThan, starter, mover);
        let ahead = self.builder.iadd_imm_s(starter, -mover);
        let around = self.builder.iadd_imm_s(starter, n - mover);
        let starter = self.builder.select(beyond, ahead, around);
        self.builder.icmp_imm_u(IntCC::UnsignedLessThanOrEqual, starter, after(i64::from(next)))
    }

    /// The round ends if the turn passes from one player to the other so.
    fn pass(&mut self, mover: u8, next: u8) {
        let ends = self.ends_round(mover, next);
        let ends = self.builder.uextend(types::I32, ends);
        self.add_rounds(ends);
    }

    fn add_rounds(&mut self, more: Value) {
        let rounds = self.load_field(Base::Turn, offset_of!(Turn, rounds), types::I32);
        let rounds = self.builder.iadd(rounds, more);
        self.store_field(Base::Turn, offset_of!(Turn, rounds), rounds);
    }
}

/// What a field of the first word of a turn makes of that word.
fn in_turn(offset: usize, value: u64) -> i64 {
    (value << (8 * offset)) as i64
}

const _: () = {
    assert!(offset_of!(Turn, silent) == 0 && offset_of!(Turn, played) == 2, "both are written at once");
    assert!(offset_of!(Turn, fresh) == 7 && offset_of!(Turn, noted) == 8, "both are written at once");
    assert!(offset_of!(Turn, who) < 8 && offset_of!(Turn, mover) < 8 && offset_of!(Turn, again) < 8);
};
