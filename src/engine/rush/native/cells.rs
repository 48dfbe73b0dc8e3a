//! Constants that are read by the number of a cell, which may tell none.
//!
//! ```text
//!   constants   ‥ │ of cell 0 │ of cell 1 │ ‥ │ of cell 63 │ ‥ │ empty │ empty │ ‥ │ empty
//!                      ▲                                                              ▲
//!                 a member of a set, or a number below 64                     any other number
//! ```

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use super::emitter::{Emitter, Words};

/// What the number of a member is below, as is known without knowing the board: it is that of a bit, or one more where the bit was looked for
/// in an empty word. So many constants lie behind those of the code that one may be read with any such number.
pub const fn beyond_members<const W: usize>() -> usize {
    64 * W + 1
}

impl<const W: usize> Emitter<'_, W> {
    /// A number is that of a member of a set.
    pub(super) fn tells_member(&mut self, number: Value) {
        self.bound(number, beyond_members::<W>());
        self.members.insert(number);
    }

    /// Whether it is known that a number is that of a member of a set, so that it tells a cell.
    pub(super) fn is_member(&self, number: Value) -> bool {
        self.members.contains(&number)
    }

    /// The constant of a cell, from a number on; the empty set, which is the last constant, if a number tells no cell.
    pub(super) fn constant_of_cell(&mut self, first: u16, number: Value) -> Words<W> {
        self.constant_in_one(number, &[first.into()], |emitter, firsts| emitter.word(firsts[0]))
    }

    /// The same from one of several numbers on; which of them, the function writes.
    pub(super) fn constant_in_one(
        &mut self,
        number: Value,
        firsts: &[usize],
        choose: impl FnOnce(&mut Self, &[i64]) -> Value,
    ) -> Words<W> {
        let (n_cells, empty) = (self.program.geometry.n_cells, self.lengths[0] - 1);
        let last = firsts.iter().copied().max().unwrap_or(0);
        let firsts: Vec<i64> = firsts.iter().map(|&first| first as i64).collect();
        let first = choose(self, &firsts);
        let mut place = self.builder.iadd(number, first);
        if self.is_member(number) {
            self.bound(place, last + beyond_members::<W>());
        } else {
            let is_cell = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, number, n_cells as i64);
            let none = self.word(empty as i64);
            place = self.builder.select(is_cell, place, none);
            self.bound(place, (last + n_cells).max(empty + 1));
        }
        let at = self.constant_at(0, place);
        self.load(at)
    }

    /// The cell that a number tells, or the first cell if it tells none; and whether it tells one.
    pub(super) fn cell(&mut self, number: Value) -> (Value, Value) {
        let n_cells = self.program.geometry.n_cells as i64;
        let is_cell = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, number, n_cells);
        let zero = self.word(0);
        let cell = self.builder.select(is_cell, number, zero);
        self.bound(cell, n_cells as usize);
        (cell, is_cell)
    }
}
