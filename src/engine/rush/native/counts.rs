//! Native code for how many options the rows of a choice have, and where it is kept for whoever draws from it again.
//!
//! ```text
//!   rows:    5 options   2 options   4 options        11 in all
//!   ends:        5           7                        those up to the end of each stretch, but for the last
//! ```

use std::mem::offset_of;

use cranelift_codegen::ir::{Value, types};

use crate::engine::rush::code::{Choice, Row};
use crate::engine::rush::lane::Lane;

use super::alike::stretches;
use super::emitter::{Base, Emitter, Words};

/// Whence it is known how many options the rows of a choice have.
#[derive(Clone, Copy, Debug)]
pub enum Counts<'a> {
    /// It was just counted, by row.
    Told(&'a [Value]),
    /// It lies in the lane.
    Kept,
    /// It is counted once more.
    Asked,
}

/// Where it lies in a lane how many options a row has.
fn count_at<const W: usize>(index: usize) -> usize {
    offset_of!(Lane<W>, counts) + 4 * index
}

/// Where it lies in a lane how many options a stretch of rows has together with those before it.
pub fn end_at<const W: usize>(stretch: usize) -> usize {
    offset_of!(Lane<W>, ends) + 8 * stretch
}

/// Whether it is kept how many options the rows of a choice have, to draw from it again: where they are drawn from many times, or
/// take time to count, as those of several words do.
pub fn keeps_counts<const W: usize>(choice: &Choice) -> bool {
    W > 1 || choice.guess.is_some() || choice.rows.iter().any(|row| row.table.is_some())
}

/// Rows with their numbers, those first whose options are counted by a loop: of the others less has to be at hand in the meantime.
pub fn loops_first(rows: &[Row]) -> impl Iterator<Item = (usize, &Row)> {
    let of = |is_looped| rows.iter().enumerate().filter(move |(_, row)| row.table.is_some() == is_looped);
    of(true).chain(of(false))
}

impl<const W: usize> Emitter<'_, W> {
    /// A word that is zero if a row has no option.
    pub(super) fn has_some(&mut self, row: &Row) -> Value {
        let landings = self.set(row.landings);
        let some = self.any(landings);
        let Some(origins) = row.origins else { return some };
        if let Some(table) = row.table {
            return self.count_of_table(origins, table);
        }
        let origins = self.set(origins);
        let from = self.any(origins);
        let zero = self.word(0);
        self.builder.select(from, some, zero)
    }

    /// How many options a row has.
    pub(super) fn count_of_row(&mut self, row: &Row) -> Value {
        self.count_once(row, &mut Vec::new())
    }

    /// The same, where some sets of landings were counted before: those of rows that differ in what is picked are the same.
    pub(super) fn count_once(&mut self, row: &Row, counted: &mut Vec<(Words<W>, Value)>) -> Value {
        let landings = self.set(row.landings);
        let known = counted.iter().find(|(words, _)| *words == landings).map(|(_, count)| *count);
        let count = known.unwrap_or_else(|| self.count_of_set(row.landings));
        if known.is_none() {
            counted.push((landings, count));
        }
        let Some(origins) = row.origins else { return count };
        if let Some(table) = row.table {
            return self.count_of_table(origins, table);
        }
        let origins = self.set(origins);
        let from = self.count(origins);
        self.builder.imul(count, from)
    }

    /// How many options each of some rows has, and all of them together.
    pub(super) fn count_rows(&mut self, rows: &[Row]) -> (Vec<Value>, Value) {
        let (mut counts, mut counted) = (vec![None; rows.len()], Vec::new());
        for (index, row) in loops_first(rows) {
            counts[index] = Some(self.count_once(row, &mut counted));
        }
        let counts: Vec<Value> = counts.into_iter().flatten().collect();
        let total = self.sum(&counts);
        (counts, total)
    }

    /// How many options the rows of a choice have from which another one may be drawn; how many each has, and each stretch, is kept for
    /// that. What was counted where it was written is added up here, if that was done.
    pub(super) fn count_and_keep(&mut self, number: u16, is_early: bool) -> Value {
        let (rush, number) = (self.rush, usize::from(number));
        let (choice, parts) = (&rush.script.choices[number], self.parts[number].clone());
        let stretches = stretches(&parts);
        let (mut total, mut counted) = (None, Vec::new());
        for (stretch, of_stretch) in stretches.iter().enumerate() {
            let (sums, early) = if is_early { self.counted_early(number, stretch) } else { Default::default() };
            total = total.into_iter().chain(sums).reduce(|a, b| self.builder.iadd(a, b));
            // Each is added up as soon as it is known: there are more of them than a processor holds at once.
            for index in parts[of_stretch.clone()].iter().flat_map(|part| part.rows.clone()) {
                if early.contains(&index) {
                    continue;
                }
                let count = self.count_once(&choice.rows[index], &mut counted);
                if keeps_counts::<W>(choice) {
                    self.keep_count(index, count);
                }
                total = Some(total.map_or(count, |total| self.builder.iadd(total, count)));
            }
            if let Some(end) = total.filter(|_| stretch + 1 < stretches.len()) {
                self.store_field(Base::Lane, end_at::<W>(stretch), end);
            }
        }
        total.unwrap_or_else(|| self.word(0))
    }

    /// Keeps how many options a row has.
    pub(super) fn keep_count(&mut self, index: usize, count: Value) {
        let count = self.builder.ireduce(types::I32, count);
        self.store_field(Base::Lane, count_at::<W>(index), count);
    }

    /// How many options some rows have, the first of which has a number.
    pub(super) fn counts_of(&mut self, (rows, first): (&[Row], usize), counts: Counts<'_>) -> Vec<Value> {
        let count = |(index, row): (usize, &Row)| match counts {
            Counts::Told(counts) => counts[index],
            Counts::Kept => {
                let count = self.load_field(Base::Lane, count_at::<W>(index), types::I32);
                self.builder.uextend(types::I64, count)
            }
            Counts::Asked => self.count_of_row(row),
        };
        (first..).zip(rows).map(count).collect()
    }
}
