//! Native code for what pieces remember: a plane for each bit of a small number.
//!
//! ```text
//!   first bit:    1 0 1 0      second bit:   1 0 0 1        remembered:   3 0 1 2
//! ```

use cranelift_codegen::ir::Value;

use crate::engine::rush::Rush;
use crate::engine::rush::registers::Held;
use crate::program::node::NOTHING;
use crate::program::{Place, Program, Variable, Width};
use crate::rules::types::Type;

use super::emitter::{Emitter, Words};

/// The first plane of a variable, how many there are, and what is taken off a value before it is remembered; none if it is not
/// remembered so.
pub fn planes_of<const W: usize>(rush: &Rush<W>, program: &Program, variable: u16) -> Option<(u8, u8, i64)> {
    let place = program.variables.get(usize::from(variable))?.place;
    match (rush.registers.variables.get(usize::from(variable))?, place) {
        (Held::Bits(first, n), Place::Scalars(_, Width::Byte(bias))) => Some((*first, *n, bias)),
        _ => None,
    }
}

impl<const W: usize> Emitter<'_, W> {
    /// What the piece on a cell remembers.
    pub(super) fn recalled(&mut self, cell: Value, variable: u16, (first, n, bias): (u8, u8, i64)) -> Value {
        let member = self.member(cell);
        let mut raw = self.word(0);
        for bit in 0..n {
            let plane = self.set(first + bit);
            let both = self.and(plane, member);
            let (any, here, zero) = (self.any(both), self.word(1 << bit), self.word(0));
            let here = self.builder.select(any, here, zero);
            raw = self.builder.bor(raw, here);
        }
        let none = match self.variable(variable).ty {
            Type::Number(..) => self.word(0),
            _ => self.word(NOTHING),
        };
        let bias = self.word(bias);
        let value = self.builder.iadd(raw, bias);
        self.builder.select(raw, value, none)
    }

    /// Lets the pieces on cells remember a value, if they are of kinds that can.
    pub(super) fn remember(&mut self, cells: Words<W>, value: Value, variable: u16, (first, n, bias): (u8, u8, i64)) {
        let cells = self.with_variable(cells, variable);
        let value = self.fitted(value, self.variable(variable).ty);
        let raw = self.above(value, bias);
        for bit in 0..n {
            let is_one = self.builder.band_imm_u(raw, 1 << bit);
            let (before, empty) = (self.set(first + bit), self.empty());
            let (rest, here) = (self.minus(before, cells), self.either(is_one, cells, empty));
            let after = self.or(rest, here);
            self.put_set(first + bit, after);
        }
    }

    /// Those of some cells whose piece has a variable.
    fn with_variable(&mut self, cells: Words<W>, variable: u16) -> Words<W> {
        let (rush, kinds) = (self.rush, self.variable(variable).kinds);
        let mut owning = self.empty();
        for (_, &kind) in (0..).zip(&rush.registers.kinds).filter(|(kind, _)| kinds >> kind & 1 == 1) {
            let standing = self.set(kind);
            owning = self.or(owning, standing);
        }
        let occupied = self.set(rush.registers.occupied);
        let cells = self.and(cells, owning);
        self.and(cells, occupied)
    }

    fn variable(&self, variable: u16) -> &Variable {
        &self.program.variables[usize::from(variable)]
    }
}
