//! What native code leaves to functions, without leaving: what is seldom asked or takes long in any case.

use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, Value, types};

use crate::engine::rush::code::Code;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::run::Runner;

use super::emitter::{Base, Emitter};

/// The position enters the history.
extern "C" fn note<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, _: u64) -> u64 {
    runner.slow.note(lane, runner.rush.words.as_ref());
    runner.quiet_until = runner.quiet_until();
    0
}

/// Whether the position stands so many times: what is asked, how many times and whose turn it is, a byte each.
extern "C" fn is_repeated<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, asked: u64) -> u64 {
    let [board, times, mover, ..] = asked.to_le_bytes();
    let is_repeated = runner.slow.is_repeated(lane, (board != 0, times), mover);
    runner.quiet_until = runner.quiet_until();
    u64::from(is_repeated)
}

/// When a variable was set, if it was.
extern "C" fn written<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, variable: u64) -> u64 {
    let when = runner.written(lane, variable as u16) as u64;
    runner.quiet_until = runner.quiet_until();
    when
}

/// A function that native code may call with the runner, the registers and a word.
type Helper<const W: usize> = extern "C" fn(&mut Runner<'_, W>, &mut Lane<W>, u64) -> u64;

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that a function carries out; no if there is none for it.
    pub(super) fn emit_call(&mut self, code: &Code) -> bool {
        match *code {
            Code::Note => _ = self.ask(note::<W>, 0),
            Code::IfRepeated(board, times, mover, to) => {
                let asked = [u8::from(board), times, mover, 0, 0, 0, 0, 0];
                let is_repeated = self.ask(is_repeated::<W>, u64::from_le_bytes(asked));
                self.branch(is_repeated, to);
            }
            Code::Written(variable) => {
                let when = self.ask(written::<W>, variable.into());
                if let Some(register) = self.rush.registers.written[usize::from(variable)] {
                    self.put_number(register, when);
                }
            }
            _ => return false,
        }
        true
    }

    /// What a function answers, which changes no register.
    fn ask(&mut self, function: Helper<W>, word: u64) -> Value {
        let (function, word) = (self.word(function as usize as i64), self.word(word as i64));
        let (runner, lane) = (self.base(Base::Runner), self.base(Base::Lane));
        self.call(function, &[runner, lane, word])
    }

    /// Calls a function that takes words and gives one. What was at hand is read again when it is needed next: else it would be
    /// kept on the stack in the meantime.
    pub(super) fn call(&mut self, function: Value, words: &[Value]) -> Value {
        let mut signature = Signature::new(self.call_conv);
        signature.params = vec![AbiParam::new(types::I64); words.len()];
        signature.returns.push(AbiParam::new(types::I64));
        let signature = self.builder.import_signature(signature);
        let call = self.builder.ins().call_indirect(signature, function, words);
        self.forget();
        self.builder.inst_results(call)[0]
    }
}
