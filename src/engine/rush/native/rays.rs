//! Native code for slides from one cell, along rays up to the first cell that is not open.

use cranelift_codegen::ir::Value;

use crate::program::node::NONE;

use super::emitter::{Emitter, Words};

impl<const W: usize> Emitter<'_, W> {
    /// The landings of a numbered slide from a cell through others on a target, or the cells that it passes on the way to
    /// them; empty if the number tells no cell.
    pub(super) fn slides(&mut self, slide: usize, cell: Value, (target, through): (Words<W>, Words<W>)) -> Words<W> {
        let (rush, program) = (self.rush, self.program);
        let (cell, is_cell) = self.cell(cell);
        let mut all = self.empty();
        let about = &rush.script.slides[slide];
        for &way in &about.ways {
            let Some((_, ascending)) = program.geometry.rays[usize::from(way)] else { continue };
            let at = self.constant_at(self.first_of_rays(way), cell);
            let ray = self.load(at);
            let stops = self.minus(ray, through);
            let up_to_stop = if ascending { self.up_to_first(stops) } else { self.since_last(stops) };
            let reached = self.and(ray, up_to_stop);
            let mut wanted = self.and(reached, target);
            if about.span {
                // All places are from the last landing on if there is none, so that nothing is passed then.
                let from_landing = if ascending { self.since_last(wanted) } else { self.up_to_first(wanted) };
                wanted = self.minus(ray, from_landing);
            }
            all = self.or(all, wanted);
        }
        let empty = self.empty();
        self.either(is_cell, all, empty)
    }

    /// The landing of a slide of so many steps from a cell through others in a direction that is one shift.
    ///
    /// # Proof
    /// The cells of its ray are so many cell numbers further each time, all of them different: the cell that is so many
    /// times further lies on the ray only if it is as many steps away. More steps than the board has cells are none, before
    /// their product could be that of few.
    pub(super) fn slide_exactly(&mut self, way: u8, (cell, steps): (Value, Value), through: Words<W>) -> Words<W> {
        let (cell, is_cell) = self.cell(cell);
        let first = self.first_of_rays(way.into());
        let at = self.constant_at(first, cell);
        let ray = self.load(at);
        let by = self.word(self.rush.shifts[usize::from(way)].first().map_or(0, |&(_, by)| i64::from(by)));
        let (steps, _) = self.cell(steps);
        let further = self.builder.imul(steps, by);
        let landing = self.builder.iadd(cell, further);
        let (landing, is_landing) = self.cell(landing);
        let at = self.constant_at(first, landing);
        let (beyond, landing) = (self.load(at), self.member(landing));
        let (there, nearer) = (self.and(ray, landing), self.minus(ray, beyond));
        let between = self.minus(nearer, landing);
        let shut = self.minus(between, through);
        let (is_shut, empty) = (self.any(shut), self.empty());
        let open = self.either(is_shut, empty, there);
        let open = self.either(is_landing, open, empty);
        self.either(is_cell, open, empty)
    }

    /// The first cell of a set on the ray from a cell; [`NONE`] if there is none. In which of several directions, the function writes, of
    /// numbers for each.
    pub(super) fn nearest(
        &mut self,
        ways: &[u16],
        (cell, of): (Value, Words<W>),
        choose: impl Fn(&mut Self, &[i64]) -> Value,
    ) -> Value {
        let (nearest, any) = self.nearest_of_some(ways, (cell, of), choose);
        let none = self.word(i64::from(NONE));
        self.builder.select(any, nearest, none)
    }

    /// The same where there surely is one (else it is any cell or 64), and whether there is one: zero or not.
    pub(super) fn nearest_of_some(
        &mut self,
        ways: &[u16],
        (cell, of): (Value, Words<W>),
        choose: impl Fn(&mut Self, &[i64]) -> Value,
    ) -> (Value, Value) {
        let firsts: Vec<usize> = ways.iter().map(|&way| self.first_of_rays(way)).collect();
        let ray = self.constant_in_one(cell, &firsts, &choose);
        let there = self.and(ray, of);
        let rays = &self.program.geometry.rays;
        let ascend = ways.iter().map(|&way| rays[usize::from(way)].is_some_and(|(_, ascending)| ascending).into());
        let ascend: Vec<i64> = ascend.collect();
        let nearest = match (ascend.contains(&1), ascend.contains(&0)) {
            (true, false) => self.first_of_some(there),
            (false, _) => self.last_of_some(there),
            (true, true) => {
                let ascends = choose(self, &ascend);
                let (first, last) = (self.first_of_some(there), self.last_of_some(there));
                self.builder.select(ascends, first, last)
            }
        };
        self.tells_member(nearest);
        (nearest, self.any(there))
    }

    /// How many constants lie before the rays of a direction, which are those of the cells one after the other.
    fn first_of_rays(&self, way: u16) -> usize {
        self.rush.constants.len() + usize::from(way) * self.program.geometry.n_cells
    }

    /// The greatest member, or the first cell if there is none.
    fn last_of_some(&mut self, words: Words<W>) -> Value {
        let last = (0..).zip(words).fold(None, |last, (index, word)| {
            // The lowest bit of all makes no difference: whether it is there or not, it is told where there is no other.
            let some = if index == 0 { self.builder.bor_imm_u(word, 1) } else { word };
            let leading = self.builder.clz(some);
            let place = self.builder.bxor_imm_u(leading, 63);
            let place = self.plus(place, 64 * index);
            Some(last.map_or(place, |last| self.builder.select(word, place, last)))
        });
        last.expect("a set has a word")
    }

    /// All places up to that of the smallest member; all if there is none.
    fn up_to_first(&mut self, words: Words<W>) -> Words<W> {
        let mut before: Option<Value> = None;
        words.map(|word| {
            let less = self.builder.iadd_imm_s(word, -1);
            let up_to = self.builder.bxor(word, less);
            let zero = self.word(0);
            let here = before.map_or(up_to, |before| self.builder.select(before, zero, up_to));
            before = Some(before.map_or(word, |before| self.builder.bor(before, word)));
            here
        })
    }

    /// All places from that of the greatest member on; all if there is none.
    fn since_last(&mut self, words: Words<W>) -> Words<W> {
        let mut beyond: Option<Value> = None;
        let mut places = words;
        for (word, place) in words.into_iter().zip(&mut places).rev() {
            // The lowest bit makes no difference: from it on all places are meant in any case.
            let some = self.builder.bor_imm_u(word, 1);
            let leading = self.builder.clz(some);
            let last = self.builder.bxor_imm_u(leading, 63);
            let (all, zero) = (self.word(-1), self.word(0));
            let from = self.builder.ishl(all, last);
            *place = beyond.map_or(from, |beyond| self.builder.select(beyond, zero, from));
            beyond = Some(beyond.map_or(word, |beyond| self.builder.bor(beyond, word)));
        }
        places
    }
}
