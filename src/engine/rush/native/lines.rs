//! Native code for the declared lines of a board, such as those on which a mill stands.
//!
//! ```text
//!   a ─── b ─── c        lines: abc, adg
//!   │     │     │        through a: abc, adg       through b: abc, abc       (each cell has as many)
//!   d     e     f        of a set with a, d, g: adg is complete, so a lies on a line and b does not
//!   │     │     │
//!   g ─── h ─── i
//! ```

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::bits::Bits;
use crate::program::Program;

use super::emitter::{Emitter, Words};
use super::pooled;

/// The most words of lines that are looked at one after the other.
const MOST: usize = 96;

/// Whether the lines of a board are few enough to be looked at one after the other.
pub fn are_few<const W: usize>(program: &Program) -> bool {
    program.geometry.lines.len() * W <= MOST
}

/// How many lines through each cell are looked at: as many as any cell has. None if a cell has no line, or they are many.
pub fn through_each<const W: usize>(program: &Program) -> Option<usize> {
    let through = &program.geometry.lines_through;
    let most = through.iter().map(Vec::len).max()?;
    (most * W <= MOST && through.iter().all(|lines| !lines.is_empty())).then_some(most)
}

/// By cell, so many lines through it as [`through_each`] says: some stand there twice where there are fewer. None if it says
/// none.
pub fn by_cell<const W: usize>(program: &Program) -> impl Iterator<Item = Bits<W>> {
    let most = through_each::<W>(program);
    let through = most
        .into_iter()
        .flat_map(|most| program.geometry.lines_through.iter().flat_map(move |lines| lines.iter().cycle().take(most)));
    through.map(|&line| pooled(program, line as usize))
}

impl<const W: usize> Emitter<'_, W> {
    /// The cells of all lines that are complete in a set.
    pub(super) fn complete_lines(&mut self, of: Words<W>) -> Words<W> {
        let program = self.program;
        let mut all = self.empty();
        let empty = all;
        for &line in &program.geometry.lines {
            let line = pooled::<W>(program, line as usize).0.map(|word| self.word(word as i64));
            let missing = self.minus(line, of);
            let any = self.any(missing);
            let complete = self.either(any, empty, line);
            all = self.or(all, complete);
        }
        all
    }

    /// Whether a cell lies on a line that is complete in a set; no if the number tells no cell.
    pub(super) fn is_on_line(&mut self, cell: Value, of: Words<W>, most: usize) -> Value {
        let (cell, is_cell) = self.cell(cell);
        let first = self.first_of_lines();
        let scaled = self.builder.imul_imm_u(cell, most as i64);
        let n_cells = self.program.geometry.n_cells;
        let mut on_any = None;
        for number in 0..most {
            let place = self.builder.iadd_imm_u(scaled, number as i64);
            self.bound(place, (n_cells - 1) * most + number + 1);
            let at = self.constant_at(first, place);
            let line = self.load(at);
            let missing = self.minus(line, of);
            let any = self.any(missing);
            let is_complete = self.builder.icmp_imm_s(IntCC::Equal, any, 0);
            on_any = Some(on_any.map_or(is_complete, |on_any| self.builder.bor(on_any, is_complete)));
        }
        match on_any {
            Some(on_any) => self.builder.band(on_any, is_cell),
            None => self.word(0),
        }
    }
}
