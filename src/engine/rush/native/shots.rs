//! Native code for shots from where a piece has landed.

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::bits::Bits;
use crate::engine::rush::Rush;
use crate::engine::rush::shots::Shots;
use crate::program::node::NOTHING;

use super::emitter::{Emitter, Words};

/// So many constants tell the cells of shots, each of which takes up a quarter of a word.
fn n_sets_of_cells<const W: usize>(shots: &Shots<W>) -> usize {
    shots.cells().len().div_ceil(4 * W)
}

/// The ways of all shots, and then their cells.
pub fn constants<const W: usize>(rush: &Rush<W>) -> impl Iterator<Item = Bits<W>> {
    rush.shots.iter().flat_map(|shots| {
        let word = |cells: &[u16]| cells.iter().rev().fold(0, |word, &cell| word << 16 | u64::from(cell));
        let words = shots.cells().chunks(4).map(word).collect::<Vec<u64>>();
        let set = |words: &[u64]| Bits(std::array::from_fn(|index| words.get(index).copied().unwrap_or_default()));
        let cells = words.chunks(W).map(set).collect::<Vec<Bits<W>>>();
        shots.ways().iter().copied().chain(cells)
    })
}

impl<const W: usize> Emitter<'_, W> {
    /// The shot with a number from a landing.
    pub(super) fn shot(&mut self, shots: usize, landing: Value, number: Value) -> Value {
        let most = self.rush.shots[shots].most();
        let (landing, _) = self.cell(landing);
        let first = self.builder.imul_imm_u(landing, most as i64);
        let shot = self.builder.iadd(first, number);
        self.bound_sum(shot, (landing, most), number);
        shot
    }

    /// The cells on the way of a shot, with the one it is aimed at; all places if there is none.
    pub(super) fn way_of_shot(&mut self, shots: usize, shot: Value) -> Words<W> {
        let at = self.constant_at(self.first_of_shots(shots), shot);
        self.load(at)
    }

    /// As [`Shots::hit`]; nothing if it hits nothing.
    pub(super) fn hit(&mut self, shots: usize, shot: Value, open: Words<W>) -> Value {
        let n_shots = self.rush.shots[shots].cells().len();
        let is_shot = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, shot, n_shots as i64);
        let (zero, nothing) = (self.word(0), self.word(NOTHING));
        let shot = self.builder.select(is_shot, shot, zero);
        self.bound(shot, n_shots);
        let way = self.way_of_shot(shots, shot);
        let cell = self.quarter_at(self.first_of_shots(shots) + n_shots, shot);
        let is_cell = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, cell, self.program.geometry.n_cells as i64);
        let shut = self.minus(way, open);
        let is_shut = self.any(shut);
        let cell = self.builder.select(is_shut, nothing, cell);
        let is_hit = self.builder.band(is_shot, is_cell);
        self.builder.select(is_hit, cell, nothing)
    }

    /// How many constants lie before numbered shots: those before all of them, and the shots before.
    fn first_of_shots(&self, shots: usize) -> usize {
        let n_sets = |shots: &Shots<W>| shots.ways().len() + n_sets_of_cells(shots);
        self.first_of_all_shots() + self.rush.shots[..shots].iter().map(n_sets).sum::<usize>()
    }
}
