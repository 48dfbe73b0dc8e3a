//! Native code for steps and slides of all pieces at once: cells are filled from them, twice as far in each round.
//!
//! ```text
//!   from          ♖ · · · · · · ·
//!   1 further     ♖ ♖ · · · · · ·       Kogge and Stone
//!   2 further     ♖ ♖ ♖ ♖ · · · ·
//!   4 further     ♖ ♖ ♖ ♖ ♖ ♖ ♖ ♖
//! ```
//!
//! A cell that is open in a round is reached from the board by so many steps, so nothing comes to it from beyond. What is open in each round
//! does not depend on who slides, and who slides to a cell may hop there too: what was worked out for one is kept for others.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types;

use crate::engine::bits::Bits;

use super::emitter::{Emitter, Words};
use super::sets::arguments;
use super::worked_out::{Fill, Wide};

impl<const W: usize> Emitter<'_, W> {
    /// The landings of steps from some cells to others.
    pub(super) fn stepped(&mut self, way: u8, from: Words<W>, to: Words<W>) -> Words<W> {
        let asked = Fill::Stepped(way, from, to);
        let stepped = self.once(asked, |emitter| match (emitter.one_shift(way), emitter.pair_at_hand(from)) {
            (Some((_, 1)), Some(pair)) => {
                let to = emitter.as_pair(to);
                emitter.moved_to(way, Wide::Pair(pair), to)
            }
            (Some((_, by)), pair) if pair.is_some() || emitter.is_kept(way, to) => {
                let (from, open) = (emitter.wide(from, by), emitter.open((way, 0, by), to));
                let next = emitter.wide_moved(from, by);
                emitter.wide_and(next, open)
            }
            _ => emitter.moved_to(way, Wide::Words(from), Wide::Words(to)),
        });
        self.words_of(stepped)
    }

    /// Whether for steps to some cells what is open of them is worked out, for others too. Registers of the processor are few: a set of several
    /// words that is kept for others costs more than it saves.
    fn is_kept(&self, way: u8, to: Words<W>) -> bool {
        W == 1 || self.at_hand.fills.get(&Fill::Open(way, 0, to)).is_some()
    }

    /// The landings on some cells of slides from others.
    pub(super) fn landings(&mut self, way: u8, (from, through, to): (Words<W>, Words<W>, Words<W>)) -> Words<W> {
        // Who lands on what slides lead through lands inside.
        let landings = match to == through {
            true => self.inside(way, from, through),
            false => {
                let passed = self.passed(way, from, through);
                let to = self.alike(to, passed);
                self.moved_to(way, passed, to)
            }
        };
        self.words_of(landings)
    }

    /// The landings of slides: the neighbours of cells and of all that lies inside.
    pub(super) fn filled(&mut self, way: u8, from: Words<W>, through: Words<W>) -> Words<W> {
        let passed = self.passed(way, from, through);
        let passed = self.words_of(passed);
        self.shift(way, passed)
    }

    /// Some cells with those that are entered from them through others.
    fn passed(&mut self, way: u8, from: Words<W>, through: Words<W>) -> Wide<W> {
        let inside = self.at_hand.fills.get(&Fill::Inside(way, from, through));
        match (self.one_shift(way), inside) {
            (Some((_, by)), None) if by != 1 => {
                let from = self.wide(from, by);
                self.doubled(from, through, (way, by))
            }
            (_, inside) => {
                let inside = inside.unwrap_or_else(|| self.inside(way, from, through));
                let from = self.alike(from, inside);
                self.wide_or(from, inside)
            }
        }
    }

    /// From which cells a direction leads on, and by how many cell numbers, if that is everywhere the same.
    fn one_shift(&self, way: u8) -> Option<(Bits<W>, i32)> {
        match *self.rush.shifts[usize::from(way)].as_slice() {
            [shift] => Some(shift),
            _ => None,
        }
    }

    /// Whether somebody who goes as many cell numbers further as a direction leads may come to a cell without being led there.
    ///
    /// ```text
    ///   6 7 8      by 3: who is on 6, 7 or 8 comes to no cell
    ///   3 4 5      by 1: who is on 2 comes to 3
    ///   0 1 2
    /// ```
    fn strays(&self, (leading, by): (Bits<W>, i32)) -> bool {
        let all = self.rush.all;
        !((all - leading).shifted(by) & all).is_empty()
    }

    /// The landings on some cells of steps from others.
    fn moved_to(&mut self, way: u8, from: Wide<W>, to: Wide<W>) -> Wide<W> {
        let Some(shift) = self.one_shift(way) else {
            let from = self.words_of(from);
            let moved = self.shift(way, from);
            return self.wide_and(Wide::Words(moved), to);
        };
        let from = match self.strays(shift) {
            true => {
                let leading = self.wide_constant(shift.0, from);
                self.wide_and(from, leading)
            }
            false => from,
        };
        let moved = self.wide_moved(from, shift.1);
        self.wide_and(moved, to)
    }

    /// Those of open cells to which the way to the next cell number leads from some cells on: adding carries through all of them at once.
    ///
    /// ```text
    ///   open       · ■ ■ ■ · ■ ■        on
    ///   from       · ■ · · · · ·        from here
    ///   added      · · · · ■ ■ ■        what was open and is no longer was passed
    /// ```
    ///
    /// Where it is gone on from a cell that was passed, that stays open.
    fn carried(&mut self, from: Words<W>, open: Words<W>) -> Words<W> {
        let first = self.and(from, open);
        let added = self.added(open, first);
        let passed = self.minus(open, added);
        self.or(passed, first)
    }

    /// The sum of two sets, as if each were one number.
    fn added(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        let mut carry = None;
        std::array::from_fn(|word| {
            let sum = self.builder.iadd(a[word], b[word]);
            let whole = carry.map_or(sum, |carry| self.builder.iadd(sum, carry));
            if word + 1 < W {
                let is_over = self.builder.icmp(IntCC::UnsignedLessThan, sum, a[word]);
                let is_over = match carry {
                    None => is_over,
                    Some(_) => {
                        let is_over_by_carry = self.builder.icmp(IntCC::UnsignedLessThan, whole, sum);
                        self.builder.bor(is_over, is_over_by_carry)
                    }
                };
                carry = Some(self.builder.uextend(types::I64, is_over));
            }
            whole
        })
    }

    /// Cells with those to which a direction, by so many cell numbers, leads from them through others: twice as far in each round.
    fn doubled(&mut self, from: Wide<W>, through: Words<W>, (way, mut by): (u8, i32)) -> Wide<W> {
        let (mut all, rounds) = (from, self.rush.lengths[usize::from(way)].1);
        for round in 0..rounds {
            let open = self.open((way, round, by), through);
            let next = self.wide_moved(all, by);
            let next = self.wide_and(next, open);
            all = self.wide_or(all, next);
            by *= 2;
        }
        all
    }

    /// Those of some cells that are open in a round, in which a direction leads so many cell numbers further: to them and to all that are
    /// passed on the way it leads through such cells.
    fn open(&mut self, (way, round, by): (u8, u32, i32), through: Words<W>) -> Wide<W> {
        self.once(Fill::Open(way, round, through), |emitter| match round {
            0 => emitter.entered(way, through, by),
            _ => {
                let nearer = emitter.open((way, round - 1, by / 2), through);
                let further = emitter.wide_moved(nearer, by / 2);
                emitter.wide_and(nearer, further)
            }
        })
    }

    /// Those of some cells to which a direction leads, by so many cell numbers. To the others nobody comes if nobody strays.
    fn entered(&mut self, way: u8, cells: Words<W>, by: i32) -> Wide<W> {
        let cells = self.wide(cells, by);
        match self.one_shift(way) {
            Some(shift) if !self.strays(shift) => cells,
            _ => {
                let into = self.wide_constant(self.rush.lengths[usize::from(way)].0, cells);
                self.wide_and(cells, into)
            }
        }
    }

    /// As [`crate::engine::rush::Rush::inside`].
    pub(super) fn inside(&mut self, way: u8, from: Words<W>, through: Words<W>) -> Wide<W> {
        let Some((_, by)) = self.one_shift(way) else {
            return Wide::Words(self.inside_by_steps(way, from, through));
        };
        self.once(Fill::Inside(way, from, through), |emitter| {
            let (from, open) = (emitter.wide(from, by), emitter.open((way, 0, by), through));
            let next = emitter.wide_moved(from, by);
            match (by, next, open) {
                (1, Wide::Words(next), Wide::Words(open)) => Wide::Words(emitter.carried(next, open)),
                _ => {
                    let reached = emitter.wide_and(next, open);
                    emitter.doubled(reached, through, (way, by))
                }
            }
        })
    }

    /// The same for a direction of several shifts, around a circle perhaps: step by step, until a step reaches nothing new.
    fn inside_by_steps(&mut self, way: u8, from: Words<W>, through: Words<W>) -> Words<W> {
        let (head, [latest, reached]) = self.block_of_sets::<2>();
        let (done, [all]) = self.block_of_sets::<1>();
        let next = self.shift(way, from);
        let first = self.and(next, through);
        self.builder.jump(head, &arguments(&[first, first]));

        self.builder.switch_to_block(head);
        let next = self.shift(way, latest);
        let open = self.and(next, through);
        let (new, more) = (self.minus(open, reached), self.or(reached, open));
        let is_new = self.any(new);
        self.builder.brif(is_new, head, &arguments(&[new, more]), done, &arguments(&[more]));

        self.builder.switch_to_block(done);
        all
    }
}
