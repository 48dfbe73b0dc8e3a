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

use std::collections::HashMap;
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types;

use super::emitter::{Emitter, Words};
use super::sets::arguments;

/// What may be asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill<const W: usize> {
    /// In a direction and round, what is open of some cells.
    Open(u8, u32, Words<W>),
    /// In a direction, the cells that are entered from some cells through others.
    Inside(u8, Words<W>, Words<W>),
    /// In a direction, the landings of steps from some cells to others.
    Stepped(u8, Words<W>, Words<W>),
}

/// What was worked out and is at hand.
#[derive(Clone, Debug, Default)]
pub struct Fills<const W: usize>(Rc<HashMap<Fill<W>, Words<W>>>);

impl<const W: usize> Fills<W> {
    fn get(&self, fill: &Fill<W>) -> Option<Words<W>> {
        self.0.get(fill).copied()
    }

    fn put(&mut self, fill: Fill<W>, words: Words<W>) {
        Rc::make_mut(&mut self.0).insert(fill, words);
    }

    /// Leaves what is at hand there too.
    pub fn meet(&mut self, there: &Self) {
        if !self.0.is_empty() {
            Rc::make_mut(&mut self.0).retain(|fill, words| there.get(fill) == Some(*words));
        }
    }
}

impl<const W: usize> Emitter<'_, W> {
    /// The landings of steps from some cells to others.
    pub(super) fn stepped(&mut self, way: u8, from: Words<W>, to: Words<W>) -> Words<W> {
        let asked = Fill::Stepped(way, from, to);
        if let Some(stepped) = self.at_hand.fills.get(&asked) {
            return stepped;
        }
        // Registers of the processor are few: a set of several words that is kept for others costs more than it saves.
        let is_kept = W == 1 || self.at_hand.fills.get(&Fill::Open(way, 0, to)).is_some();
        let (next, to) = match *self.rush.shifts[usize::from(way)].as_slice() {
            [(_, by)] if is_kept => (self.moved(from, by), self.open((way, 0, by), to)),
            _ => (self.shift(way, from), to),
        };
        let stepped = self.and(next, to);
        self.at_hand.fills.put(asked, stepped);
        stepped
    }

    /// The landings of slides: the neighbours of cells and of all that lies inside.
    pub(super) fn filled(&mut self, way: u8, from: Words<W>, through: Words<W>) -> Words<W> {
        let rush = self.rush;
        let inside = self.at_hand.fills.get(&Fill::Inside(way, from, through));
        let all = match (rush.shifts[usize::from(way)].as_slice(), inside) {
            (&[(_, by)], None) if by != 1 => self.doubled(from, through, (way, by)),
            (_, inside) => {
                let inside = inside.unwrap_or_else(|| self.inside(way, from, through));
                self.or(from, inside)
            }
        };
        self.shift(way, all)
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
    fn doubled(&mut self, from: Words<W>, through: Words<W>, (way, mut by): (u8, i32)) -> Words<W> {
        let (mut all, rounds) = (from, self.rush.lengths[usize::from(way)].1);
        for round in 0..rounds {
            let open = self.open((way, round, by), through);
            let next = self.moved(all, by);
            let next = self.and(next, open);
            all = self.or(all, next);
            by *= 2;
        }
        all
    }

    /// Those of some cells that are open in a round, in which a direction leads so many cell numbers further: to them and to all that are
    /// passed on the way it leads through such cells.
    fn open(&mut self, (way, round, by): (u8, u32, i32), through: Words<W>) -> Words<W> {
        let asked = Fill::Open(way, round, through);
        if let Some(open) = self.at_hand.fills.get(&asked) {
            return open;
        }
        let open = match round {
            0 => self.entered(way, through),
            _ => {
                let nearer = self.open((way, round - 1, by / 2), through);
                let further = self.moved(nearer, by / 2);
                self.and(nearer, further)
            }
        };
        self.at_hand.fills.put(asked, open);
        open
    }

    /// Those of some cells to which a direction leads.
    fn entered(&mut self, way: u8, cells: Words<W>) -> Words<W> {
        let (into, _) = self.rush.lengths[usize::from(way)];
        let into = into.0.map(|word| self.word(word as i64));
        self.and(cells, into)
    }

    /// As [`crate::engine::rush::Rush::inside`].
    pub(super) fn inside(&mut self, way: u8, from: Words<W>, through: Words<W>) -> Words<W> {
        let rush = self.rush;
        let &[(_, by)] = rush.shifts[usize::from(way)].as_slice() else {
            return self.inside_by_steps(way, from, through);
        };
        let asked = Fill::Inside(way, from, through);
        if let Some(inside) = self.at_hand.fills.get(&asked) {
            return inside;
        }
        let open = self.open((way, 0, by), through);
        let next = self.moved(from, by);
        let inside = match by {
            1 => self.carried(next, open),
            _ => {
                let reached = self.and(next, open);
                self.doubled(reached, through, (way, by))
            }
        };
        self.at_hand.fills.put(asked, inside);
        inside
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
