//! Rows that are counted as soon as they are written: where no piece goes, nothing is to be counted; elsewhere the set is at hand still,
//! and what is added up does not wait for what comes long after it.
//!
//! ```text
//!   IfEmpty(rooks, 4) ──────────────┐
//!   FillTo(row 0, rooks, ‥)         │        a batch: rows 0 and 1 are always written together
//!   FillTo(row 1, rooks, ‥)         ▼
//!   Jump(6)     5 + 2 options       4: Empty(row 0)
//!      │                            5: Empty(row 1)     0 options
//!      └──────────► 6: ‥ ◄──────────┘
//!                   Draw(0)     of the batch 7 or 0, whichever way play came
//! ```

use std::collections::HashMap;
use std::rc::Rc;

use cranelift_codegen::ir::Value;
use cranelift_frontend::Variable;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Choice, Code, REGISTERS, Row};

use super::alike::{Part, stretches};
use super::counts::keeps_counts;
use super::emitter::{Emitter, Words};
use super::known::Way;
use super::liveness::Flow;
use super::reads::Registers;
use super::routes::Routes;

/// Rows of a choice that are always written together.
#[derive(Debug)]
struct Batch {
    choice: usize,
    /// The stretch of the rows of the choice to which they belong.
    stretch: usize,
    rows: Vec<usize>,
    /// How many options they have.
    sum: Variable,
}

/// Which rows are counted where they are written.
#[derive(Debug, Default)]
pub struct Early<const W: usize> {
    batches: Vec<Batch>,
    /// By place where rows are written, their batches and their numbers.
    written: HashMap<usize, Vec<(usize, usize)>>,
    /// By choice and place, the rows that are asked for before they are written, by their registers.
    live: Vec<Vec<Registers>>,
    /// By place, the stretch of instructions that are carried out one after the other.
    stretch_of: Vec<usize>,
    /// What was counted in the stretch that is written.
    counted: Counted<W>,
}

/// What was counted in a stretch of instructions.
#[derive(Debug, Default)]
struct Counted<const W: usize> {
    stretch: usize,
    /// How many members sets have.
    sets: Vec<(Words<W>, Value)>,
    /// By batch, how many options its rows have that were written; without a number, none.
    sums: HashMap<usize, Option<Value>>,
}

impl<const W: usize> Early<W> {
    /// Those of a script with the parts of its choices; each batch has a variable of its own.
    pub fn of(
        rush: &Rush<W>,
        parts: &[Rc<[Part]>],
        ways: &[Way],
        (routes, flow): (&Routes, &Flow<'_>),
        declare: &mut dyn FnMut() -> Variable,
    ) -> Self {
        let script = &rush.script;
        let mut early = Self { stretch_of: stretches_of(&script.code, routes), ..Self::default() };
        for (number, choice) in script.choices.iter().enumerate() {
            if !choice.may_fail {
                early.live.push(Vec::new());
                continue;
            }
            let live = live(flow, &script.code, (number, choice));
            let written = early.last_writes(&script.code, ways, &live);
            for (stretch, range) in stretches(&parts[number]).into_iter().enumerate() {
                let rows = parts[number][range].iter().flat_map(|part| part.rows.clone());
                let rows = rows.filter(|&row| is_plain(&choice.rows[row]));
                let rows = rows.map(|row| (row, &written[usize::from(choice.rows[row].landings)]));
                early.gather((number, stretch), rows, declare);
            }
            early.live.push(live);
        }
        early.drop_mixed(rush);
        early
    }

    /// The rows that are counted where an instruction has written them.
    pub fn rows_written(&self, place: usize) -> impl Iterator<Item = usize> {
        self.written.get(&place).into_iter().flatten().map(|(_, row)| *row)
    }

    /// Leaves out the choices whose counts are kept if those of another may be kept in the same place before an option is drawn from them.
    fn drop_mixed(&mut self, rush: &Rush<W>) {
        let script = &rush.script;
        let is_mixed = |(number, choice): (usize, &Choice)| {
            let own = self.batches.iter().filter(|batch| batch.choice == number).flat_map(|batch| &batch.rows);
            let own: Registers = own.map(|row| choice.rows[*row].landings.into()).collect();
            let keeps_other = |(place, code): (usize, &Code)| {
                let mut written = self.written.get(&place).into_iter().flatten();
                let draws = matches!(code, Code::Draw(other) | Code::Redraw(other) if usize::from(*other) != number);
                draws || written.any(|(batch, _)| self.batches[*batch].choice != number)
            };
            let waits = |place: usize| !(self.live[number][place] & own).is_empty();
            let mut code = script.code.iter().enumerate();
            choice.may_fail
                && keeps_counts::<W>(choice)
                && code.any(|(place, code)| keeps_other((place, code)) && waits(place))
        };
        let mixed: Vec<bool> = script.choices.iter().enumerate().map(is_mixed).collect();
        let Self { batches, written, .. } = self;
        for of_place in written.values_mut() {
            of_place.retain(|(batch, _)| !mixed[batches[*batch].choice]);
        }
        batches.iter_mut().filter(|batch| mixed[batch.choice]).for_each(|batch| batch.rows.clear());
    }

    /// Finds the batches of some rows, which belong to a stretch of a choice, by where each is written.
    fn gather<'w>(
        &mut self,
        (choice, stretch): (usize, usize),
        rows: impl Iterator<Item = (usize, &'w Option<Vec<usize>>)>,
        declare: &mut dyn FnMut() -> Variable,
    ) {
        let mut found: Vec<(Vec<usize>, usize)> = Vec::new();
        for (row, places) in rows {
            let Some(places) = places else { continue };
            let written: Vec<usize> = places.iter().map(|&place| self.stretch_of[place]).collect();
            let known = found.iter().find(|(other, _)| *other == written).map(|(_, batch)| *batch);
            let batch = known.unwrap_or(self.batches.len());
            if known.is_none() {
                self.batches.push(Batch { choice, stretch, rows: Vec::new(), sum: declare() });
                found.push((written, batch));
            }
            self.batches[batch].rows.push(row);
            for &place in places {
                self.written.entry(place).or_default().push((batch, row));
            }
        }
    }

    /// By register, the places where it is written last in a stretch and asked for behind that; none if not all are native code.
    fn last_writes(&self, code: &[Code], ways: &[Way], live: &[Registers]) -> Vec<Option<Vec<usize>>> {
        let mut last: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); REGISTERS];
        for (place, code) in code.iter().enumerate() {
            let Some(register) = code.written_set() else { continue };
            let places = &mut last[usize::from(register)];
            if !live.get(place + 1).is_some_and(|live| live.contains(register.into())) {
                continue;
            }
            if ways[place] != Way::Written || !is_straight(*code) {
                *places = None;
            }
            let Some(places) = places else { continue };
            if places.last().is_some_and(|&before| self.stretch_of[before] == self.stretch_of[place]) {
                places.pop();
            }
            places.push(place);
        }
        last
    }
}

/// By place, the rows of a choice from which may be drawn from there on before they are written anew, by their registers.
fn live(flow: &Flow<'_>, code: &[Code], (number, choice): (usize, &Choice)) -> Vec<Registers> {
    let rows: Registers = choice.rows.iter().map(|row| row.landings.into()).collect();
    let read = |place: usize| match code[place] {
        Code::Draw(other) if usize::from(other) == number => rows,
        _ => Registers::EMPTY,
    };
    flow.live(Code::written_set, read, Registers::EMPTY)
}

/// By place, the number of the stretch to which it belongs: whoever comes to one of its places came from the one before.
fn stretches_of(code: &[Code], routes: &Routes) -> Vec<usize> {
    let mut stretch = 0;
    let mut goes_on = true;
    let number = |(place, code): (usize, Code)| {
        stretch += usize::from(!goes_on || routes.lead_to(place));
        goes_on = is_straight(code);
        stretch
    };
    code.iter().copied().enumerate().map(number).collect()
}

/// Whether play goes on behind an instruction, and does nothing there but to write one register.
fn is_straight(mut code: Code) -> bool {
    code.is_plain() && code.target().is_none()
}

/// Whether the options of a row are the members of one set.
fn is_plain(row: &Row) -> bool {
    row.origins.is_none() && row.table.is_none()
}

impl<const W: usize> Emitter<'_, W> {
    /// Counts the rows that the instruction has written.
    pub(super) fn count_written(&mut self) {
        let Some(written) = self.early.written.get(&self.place).cloned() else { return };
        let stretch = self.early.stretch_of[self.place];
        if self.early.counted.stretch != stretch {
            self.early.counted = Counted { stretch, ..Counted::default() };
        }
        let is_empty = matches!(self.rush.script.code[self.place], Code::Empty(_));
        for (index, row) in written {
            let count = if is_empty { None } else { Some(self.count_of_written(index, row)) };
            self.keep_early(index, row, count);
            let before = self.early.counted.sums.get(&index).copied().flatten();
            let sum = match (before, count) {
                (Some(before), Some(count)) => Some(self.builder.iadd(before, count)),
                (before, count) => before.or(count),
            };
            self.early.counted.sums.insert(index, sum);
            let told = sum.unwrap_or_else(|| self.word(0));
            self.builder.def_var(self.early.batches[index].sum, told);
        }
    }

    /// How many options a row of a batch has, which is at hand; a set that was counted before in the stretch is not counted again.
    fn count_of_written(&mut self, index: usize, row: usize) -> Value {
        let row = &self.rush.script.choices[self.early.batches[index].choice].rows[row];
        let mut sets = std::mem::take(&mut self.early.counted.sets);
        let count = self.count_once(row, &mut sets);
        self.early.counted.sets = sets;
        count
    }

    /// Keeps how many options a row of a batch has, if that is done for its choice; without a number, none.
    fn keep_early(&mut self, index: usize, row: usize, count: Option<Value>) {
        let choice: &Choice = &self.rush.script.choices[self.early.batches[index].choice];
        if keeps_counts::<W>(choice) {
            let count = count.unwrap_or_else(|| self.word(0));
            self.keep_count(row, count);
        }
    }

    /// Counts what is asked for beyond a place, where play comes from elsewhere.
    pub(super) fn count_entering(&mut self, place: usize) {
        let rush = self.rush;
        for index in 0..self.early.batches.len() {
            let Batch { choice, rows, sum, .. } = &self.early.batches[index];
            let (of, rows, sum) = (&rush.script.choices[*choice].rows, rows.clone(), *sum);
            let is_asked = |row: &usize| self.early.live[*choice][place].contains(of[*row].landings.into());
            if !rows.iter().any(is_asked) {
                continue;
            }
            let mut counts = Vec::new();
            for row in rows {
                let count = self.count_of_row(&of[row]);
                self.keep_early(index, row, Some(count));
                counts.push(count);
            }
            let counted = self.sum(&counts);
            self.builder.def_var(sum, counted);
        }
    }

    /// How many options the rows of each batch have that belong to a stretch of a choice, and which rows these are.
    pub(super) fn counted_early(&mut self, choice: usize, stretch: usize) -> (Vec<Value>, Vec<usize>) {
        let is_of = |batch: &Batch| batch.choice == choice && batch.stretch == stretch;
        let own = |batch: &&Batch| is_of(batch) && !batch.rows.is_empty();
        let batches: Vec<_> = self.early.batches.iter().filter(own).map(|batch| (batch.sum, &batch.rows)).collect();
        let rows = batches.iter().flat_map(|(_, rows)| rows.iter().copied()).collect();
        let sums: Vec<Variable> = batches.into_iter().map(|(sum, _)| sum).collect();
        (sums.into_iter().map(|sum| self.builder.use_var(sum)).collect(), rows)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::machine::Machine;

    use super::super::plan::Plan;
    use super::super::tests::{FREE, program};
    use super::super::tests_of_play::rush_of;
    use super::*;

    /// Rows that are written together, and by place where any is written, which.
    type Found = (Vec<Vec<usize>>, Vec<(usize, Vec<usize>)>);

    /// What is found of some code behind which an option is drawn of three rows.
    fn found(code: &[Code]) -> Found {
        let machine = Machine::<1>::of(program(8));
        let place = code.len();
        let all = [code, &[Code::Draw(0), Code::Reject, Code::Over(0, 1)]].concat();
        let none = place as u16 + 2;
        let rows: Vec<Row> = (1..4).map(|row| Row::plain(FREE + row, none - 1, none)).collect();
        let choice = Choice { rows, none, may_fail: true, ..Choice::default() };
        let rush = rush_of(&machine, (all, vec![choice]));
        let early = Plan::to_look_at(&rush, &machine.program).early;
        let rows_at = |written: &[(usize, usize)]| written.iter().map(|(_, row)| *row).collect();
        let mut written: Vec<_> = early.written.iter().map(|(place, written)| (*place, rows_at(written))).collect();
        written.sort_unstable();
        (early.batches.into_iter().map(|batch| batch.rows).collect(), written)
    }

    #[test]
    fn rows_that_are_written_in_the_same_stretches_are_one_batch() {
        let code = [
            Code::IfEmpty(FREE, 4),
            Code::Copy(FREE + 1, FREE),
            Code::Copy(FREE + 2, FREE),
            Code::Jump(6),
            Code::Empty(FREE + 1),
            Code::Empty(FREE + 2),
            Code::Copy(FREE + 3, FREE),
        ];
        let written = [(1, 0), (2, 1), (4, 0), (5, 1), (6, 2)].map(|(place, row)| (place, vec![row])).to_vec();
        assert_eq!(found(&code), (vec![vec![0, 1], vec![2]], written));
    }

    #[test]
    fn what_is_written_again_before_it_is_asked_for_is_not_counted() {
        let code = [
            Code::Copy(FREE + 1, FREE),
            Code::Empty(FREE + 2),
            Code::Empty(FREE + 3),
            Code::And(FREE + 1, FREE + 1, FREE),
            Code::IfEmpty(FREE, 7),
            Code::Copy(FREE + 2, FREE),
            Code::Copy(FREE + 3, FREE),
            Code::Copy(FREE + 3, FREE),
        ];
        let written = [(1, 1), (3, 0), (5, 1), (7, 2)].map(|(place, row)| (place, vec![row])).to_vec();
        assert_eq!(found(&code), (vec![vec![0], vec![1], vec![2]], written));
    }

    #[test]
    fn a_row_that_the_machine_writes_is_counted_when_it_is_drawn_from() {
        let roles = crate::engine::rush::code::Roles { me: 0, mover: 0 };
        let code = [Code::Empty(FREE + 1), Code::SlowSet(FREE + 2, 0, roles), Code::Empty(FREE + 3)];
        assert_eq!(found(&code).0, [vec![0], vec![2]]);
    }
}
