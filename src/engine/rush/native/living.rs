//! Native code for games that go on when players are out.
//!
//! ```text
//!   living, of four players:     0 1 1 0    (1 and 2)
//!   the same twice over:         0 1 1 0 0 1 1 0       after player 2:  the first one from 3 on is 5, that is 1 again
//! ```

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Value, types};

use crate::engine::rush::code::Code;
use crate::engine::rush::run::Runner;
use crate::program::node::NOTHING;

use super::emitter::{Base, Emitter};

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that asks who is out; no if it asks something else.
    pub(super) fn emit_living(&mut self, code: &Code) -> bool {
        match *code {
            Code::IfOut(player, to) => {
                let living = self.living();
                let plays = self.builder.band_imm_u(living, 1 << player);
                self.branch_if_zero(plays, to);
            }
            Code::Living(to) => {
                let (living, mut words) = (self.living(), self.empty());
                words[0] = living;
                self.put_set(to, words);
            }
            Code::NextPlayer(to, player) => {
                let player = self.word(player.into());
                let next = self.next_living(player);
                self.put_number(to, next);
            }
            Code::NextLiving(n) => {
                let (player, living) = (self.number(n), self.living());
                let is_player = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, player, self.n_players().into());
                let zero = self.word(0);
                let somebody = self.builder.select(is_player, player, zero);
                let (next, one) = (self.next_living(somebody), self.word(1));
                let bit = self.builder.ishl(one, somebody);
                let plays = self.builder.band(living, bit);
                let found = self.builder.select(plays, player, next);
                let found = self.builder.select(is_player, found, player);
                self.put_number(n, found);
            }
            _ => return false,
        }
        true
    }

    /// The players that are not out.
    fn living(&mut self) -> Value {
        self.load_field(Base::Runner, offset_of!(Runner<'static, W>, living), types::I64)
    }

    /// The first player after another that is not out, the player itself being the last; nothing if all are out.
    fn next_living(&mut self, player: Value) -> Value {
        let n = i64::from(self.n_players());
        let living = self.living();
        let again = self.builder.ishl_imm_u(living, n);
        let twice = self.builder.bor(living, again);
        let (first, every) = (self.builder.iadd_imm_s(player, 1), self.word(-1));
        let behind = self.builder.ishl(every, first);
        let after = self.builder.band(twice, behind);
        let next = self.builder.ctz(after);
        let around = self.builder.iadd_imm_s(next, -n);
        let is_around = self.builder.icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, next, n);
        let next = self.builder.select(is_around, around, next);
        let nothing = self.word(NOTHING);
        self.builder.select(living, next, nothing)
    }
}
