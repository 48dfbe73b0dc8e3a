//! How many neighbours of a cell are in a set, asked of all cells at once.
//!
//! ```text
//!   of . x x     one step north, east, south, west of some x, added up:    1 2 2 1   at least 2:  . o o .
//! ```

use crate::program::node::{Id, Node};
use crate::rules::model::Comparison;
use crate::rules::types::Set;

use super::super::code::{Code, S};
use super::lift::Asked;
use super::{Made, Maker};

impl Maker<'_> {
    /// All cells of which the number of neighbours in a set compares so with a fixed number; equal to it if it is not said
    /// how.
    pub(super) fn lift_count(&mut self, how: Option<Comparison>, (a, b): (Id, Id), asked: Asked) -> Made<S> {
        let (counted, how, number) = match (self.node(a), self.node(b)) {
            (Node::Count(set), _) => (*set, how, b),
            (_, Node::Count(set)) => (*set, how.map(super::values::turned), a),
            _ => return Err("no count"),
        };
        let number = self.fixed_number(number).and_then(|number| usize::try_from(number).ok());
        let number = number.ok_or("a count that is compared with what is worked out")?;
        let Node::Intersection(one, other) = self.node(counted) else { return Err("a count of other cells") };
        let (near, of) = if self.asks(*one, asked) { (*one, *other) } else { (*other, *one) };
        if self.asks(of, asked) {
            return Err("a count in a set that asks for the cell");
        }
        let Node::Shift(ways, cells) = self.node(near) else { return Err("a count of other cells") };
        if !matches!(self.node(*cells), Node::ToSet(one) if asked.is(self.node(*one))) {
            return Err("neighbours of another cell");
        }
        let ways = self.fixed_set(*ways).ok_or("directions that are worked out")?;
        if self.meet_at_once(&ways) {
            return Err("one cell in two directions");
        }
        let of = self.set(of)?;
        let least = |maker: &mut Self, n: usize| maker.crowded(&ways, of, n);
        match how {
            Some(Comparison::AtLeast) => least(self, number),
            Some(Comparison::More) => least(self, number + 1),
            Some(Comparison::Less) => {
                let enough = least(self, number)?;
                self.all_but(enough)
            }
            Some(Comparison::AtMost) => {
                let more = least(self, number + 1)?;
                self.all_but(more)
            }
            None if number >= ways.len() => least(self, number),
            None => {
                let (enough, more) = (least(self, number)?, least(self, number + 1)?);
                self.join(Code::Minus, enough, more)
            }
        }
    }

    /// Whether two of some directions lead from any cell to the same one.
    fn meet_at_once(&self, ways: &Set) -> bool {
        let geometry = &self.program.geometry;
        (0..self.n_cells()).any(|cell| {
            let mut next: Vec<u16> = ways.iter().map(|way| geometry.step(cell, way)).collect();
            next.retain(|&next| next != crate::program::node::NONE);
            next.sort_unstable();
            next.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    /// All cells but some.
    pub(super) fn all_but(&mut self, less: S) -> Made<S> {
        let cells = self.cells();
        self.fixed_without(&cells, less)
    }

    /// All cells from which every one of some directions leads into a set; of those that matter only.
    fn walled(&mut self, ways: &Set, of: S) -> Made<S> {
        let back = ways.iter().map(|way| self.undone_by(way)).collect::<Option<Vec<u16>>>();
        let mut back = back.ok_or("a direction without way back")?;
        // What costs little comes first: mostly no cell is left soon.
        back.sort_by_key(|&way| self.program.geometry.shifts.get(usize::from(way)).map_or(0, Vec::len));
        let (all, end) = (self.new_set()?, self.label());
        for (index, &way) in back.iter().enumerate() {
            let hit = if index == 0 { all } else { self.new_set()? };
            self.shift(way, of, hit, false)?;
            let other = if index == 0 { self.matters } else { Some(hit) };
            if let Some(other) = other {
                self.put(Code::And(all, all, other));
            }
            if index > 0 && index + 1 < back.len() {
                self.put(Code::IfEmpty(all, end));
            }
        }
        self.here(end);
        Ok(all)
    }

    /// All cells from which so many of some directions, at least, lead into a set.
    fn crowded(&mut self, ways: &Set, of: S, least: usize) -> Made<S> {
        if least > ways.len() {
            return self.fixed(&Set::default());
        }
        if least == ways.len() && least > 1 {
            return self.walled(ways, of);
        }
        let cells = self.cells();
        // By number, the cells from which at least so many of the directions so far do.
        let mut so_many: Vec<Option<S>> = vec![None; least + 1];
        so_many[0] = Some(self.fixed(&cells)?);
        for (done, way) in ways.iter().enumerate() {
            let back = self.undone_by(way).ok_or("a direction without way back")?;
            let hit = self.new_set()?;
            self.shift(back, of, hit, false)?;
            let left = ways.len() - done - 1;
            for n in (1..=least.min(done + 1)).rev().filter(|n| n + left >= least) {
                let Some(fewer) = so_many[n - 1] else { continue };
                let more = self.join(Code::And, fewer, hit)?;
                so_many[n] = Some(match so_many[n] {
                    Some(before) => self.join(Code::Or, before, more)?,
                    None => more,
                });
            }
        }
        match so_many[least] {
            Some(cells) => Ok(cells),
            None => self.fixed(&Set::default()),
        }
    }
}
