//! Native code for variables with a value for each of several members.
//!
//! ```text
//!   left of pips, registers 11 to 16:  0 0 1 0 1 0      set for [3 5] to 4:  0 0 4 0 4 0
//! ```

use cranelift_codegen::ir::{BlockArg, types};

use crate::engine::rush::code::{Code, N, S};

use super::emitter::Emitter;

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that gives members a value; no if it does something else.
    pub(super) fn emit_values(&mut self, code: &Code) -> bool {
        match *code {
            Code::SetValues(first, holders, value, variable) => self.set_values(first, (holders, value), variable),
            _ => return false,
        }
        true
    }

    /// Gives members, which a word holds, a value: one after the other, as most often there is one.
    fn set_values(&mut self, first: N, (holders, value): (S, N), variable: u16) {
        let program = self.program;
        let about = &program.variables[usize::from(variable)];
        let value = self.number(value);
        let value = self.fitted(value, about.ty);
        let holders = self.set(holders)[0];
        let all = self.word((u64::MAX >> (64 - about.count)) as i64);
        let holders = self.builder.band(holders, all);
        let [head, body, done] = [(); 3].map(|()| self.builder.create_block());
        let rest = self.builder.append_block_param(head, types::I64);
        self.builder.jump(head, &[BlockArg::from(holders)]);
        self.builder.switch_to_block(head);
        self.builder.brif(rest, body, &[], done, &[]);
        self.builder.switch_to_block(body);
        let holder = self.builder.ctz(rest);
        self.put_number_at(first, holder, value);
        let less = self.builder.iadd_imm_s(rest, -1);
        let rest = self.builder.band(rest, less);
        self.builder.jump(head, &[BlockArg::from(rest)]);
        self.builder.switch_to_block(done);
        self.forget_numbers(first, about.count);
    }
}
