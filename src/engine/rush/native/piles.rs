//! Native code for piles of alike pieces.
//!
//! ```text
//!   buried, first bit:   . x . .      a piece leaves the third cell, where two lie under it: the first bit is turned over,
//!           second bit:  . . x .      and so is the second, since the first was not set
//! ```

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::rush::code::L;
use crate::engine::rush::registers::DEEP;

use super::emitter::{Emitter, Words};

impl<const W: usize> Emitter<'_, W> {
    /// The top piece of a cell goes onto another; elsewhere if that is a pile that is not alike.
    pub(super) fn stack(&mut self, (from, onto): (u8, u8), unalike: L) {
        let rush = self.rush;
        let (from, onto, empty) = (self.number_as_member(from), self.number_as_member(onto), self.empty());
        let occupied = self.set(rush.registers.occupied);
        let (here, is_cell) = (self.and(from, occupied), self.any(onto));
        let leaves = self.either(is_cell, here, empty);
        let leaves_any = self.any(leaves);
        let comes = self.either(leaves_any, onto, empty);
        let planes = self.planes_of_pieces();
        let owns: Vec<Value> = planes.iter().map(|&plane| self.meets(plane, leaves)).collect();
        // What lies under it is seen then; else its cell is empty.
        let buried = self.some_buried(leaves);
        self.count_down(buried);
        let emptied = self.minus(leaves, buried);
        self.remove(rush.registers.occupied, emptied);
        planes.iter().for_each(|&plane| self.remove(plane, emptied));
        let occupied = self.set(rush.registers.occupied);
        let piled = self.and(comes, occupied);
        let is_other = self.is_other(&planes, &owns, piled);
        let is_full = self.count_up(piled);
        let seen = self.minus(comes, piled);
        self.insert(rush.registers.occupied, seen);
        for (&plane, &owns) in planes.iter().zip(&owns) {
            let own = self.either(owns, seen, empty);
            self.insert(plane, own);
        }
        let is_untold = self.builder.bor(is_other, is_full);
        self.branch(is_untold, unalike);
    }

    /// The planes that tell whose pieces are, and their kinds.
    fn planes_of_pieces(&self) -> Vec<u8> {
        let registers = &self.rush.registers;
        let kinds = if registers.kinds.len() > 1 { registers.kinds.as_slice() } else { &[] };
        registers.players().map(|player| registers.owners + player).chain(kinds.iter().copied()).collect()
    }

    /// Not zero if a plane has one of some cells.
    fn meets(&mut self, plane: u8, cells: Words<W>) -> Value {
        let plane = self.set(plane);
        let both = self.and(plane, cells);
        self.any(both)
    }

    /// The planes of the bits of how many pieces are buried.
    fn planes_of_buried(&self) -> std::ops::Range<u8> {
        self.rush.registers.buried.map_or(0..0, |first| first..first + DEEP)
    }

    /// Those of some cells on which pieces are buried.
    fn some_buried(&mut self, cells: Words<W>) -> Words<W> {
        let mut any = self.empty();
        for plane in self.planes_of_buried() {
            let plane = self.set(plane);
            any = self.or(any, plane);
        }
        self.and(any, cells)
    }

    /// Counts one buried piece less on cells that have some.
    fn count_down(&mut self, mut cells: Words<W>) {
        for plane in self.planes_of_buried() {
            let before = self.set(plane);
            self.change(plane, cells);
            cells = self.minus(cells, before);
        }
    }

    /// Counts one buried piece more on cells; not zero if there is no room on one of them.
    fn count_up(&mut self, mut cells: Words<W>) -> Value {
        for plane in self.planes_of_buried() {
            let before = self.set(plane);
            self.change(plane, cells);
            cells = self.and(cells, before);
        }
        self.any(cells)
    }

    /// Not zero if what is seen on a cell is not as a piece that is in some of these planes.
    fn is_other(&mut self, planes: &[u8], owns: &[Value], cell: Words<W>) -> Value {
        let any = self.any(cell);
        let is_there = self.is_some(any);
        let mut is_other = self.word(0);
        for (&plane, &owns) in planes.iter().zip(owns) {
            let meets = self.meets(plane, cell);
            let (meets, owns) = (self.is_some(meets), self.is_some(owns));
            let differs = self.builder.bxor(meets, owns);
            is_other = self.builder.bor(is_other, differs);
        }
        self.builder.band(is_other, is_there)
    }

    /// One if a value is not zero, and zero else.
    fn is_some(&mut self, value: Value) -> Value {
        let is_some = self.builder.icmp_imm_u(IntCC::NotEqual, value, 0);
        self.builder.uextend(cranelift_codegen::ir::types::I64, is_some)
    }
}
