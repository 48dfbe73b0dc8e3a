//! What an option of a choice that was reached changes: told by its row where that is enough, else seen by carrying out its
//! text.

use std::ops::Range;

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Options, Position};
use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, Row, Whence};
use crate::engine::rush::lane::Lane;
use crate::engine::rush::registers::{Held, Registers};
use crate::engine::rush::walk::reached::Reached;
use crate::game::contents::counted;
use crate::game::{Changes, Contents, Occupant, PlayerId};
use crate::program::node::NONE;

/// Of more options than this it is looked up what stands where.
const MANY: usize = 3;

impl<const W: usize> Machine<W> {
    /// Fills a buffer with what an option of a choice that was reached changes of the pieces; no if more changes than that.
    /// Nothing changes where it turns out to be none. None if it is no such choice.
    pub fn changes_reached(&self, position: &mut Position<W>, option: usize, into: &mut Changes) -> Option<bool> {
        let rush = self.rush.as_ref().ok()?;
        if !matches!(position.due, Due::Decision { options: Options::Reached(_), .. }) {
            return None;
        }
        let state = &position.state;
        let by_row = rows_of(rush, position)
            .is_some_and(|rows| self.changes_of_row(rows, option, |cell| self.occupant(state, cell), into));
        if by_row {
            return Some(true);
        }
        self.changes_of_text(rush, position, option, into)
    }

    /// Shows what some options of a position change, as [`changes_after`](Self::changes_after) tells it; none where it says no.
    ///
    /// # Panics
    /// If not all of them are options.
    pub fn visit_changes(
        &self,
        position: &mut Position<W>,
        options: Range<usize>,
        into: &mut Changes,
        see: &mut dyn FnMut(usize, Option<&Changes>),
    ) {
        let mut standing = std::mem::take(&mut position.scratch.standing);
        let is_reached = matches!(position.due, Due::Decision { options: Options::Reached(_), .. });
        let rush = self.rush.as_ref().ok().filter(|_| is_reached && options.len() > MANY);
        if rush.is_some() {
            self.tops(&position.state, &mut standing);
        }
        let (mut option, end) = (options.start, options.end);
        while option < end {
            if let Some(rows) = rush.and_then(|rush| rows_of(rush, position)) {
                while option < end && self.changes_of_row(rows, option, |cell| standing[usize::from(cell)], into) {
                    see(option, Some(into));
                    option += 1;
                }
            }
            if option < end {
                let are_told = match rush {
                    Some(rush) => self.changes_of_text(rush, position, option, into) == Some(true),
                    None => self.changes_after(position, option, into),
                };
                see(option, are_told.then_some(into));
                option += 1;
            }
        }
        position.scratch.standing = standing;
    }

    /// The same as [`changes_reached`](Self::changes_reached), seen by carrying out the text of the option.
    fn changes_of_text(
        &self,
        rush: &Rush<W>,
        position: &mut Position<W>,
        option: usize,
        into: &mut Changes,
    ) -> Option<bool> {
        into.clear();
        let layout = &self.program.layout;
        let told = self.try_reached(rush, position, option, |lane, position| {
            if let Due::Decision { options: Options::Reached(reached), .. } = &position.due
                && self.is_told_by_registers(rush)
            {
                let before = (reached.sets.as_slice(), reached.numbers.as_slice());
                changes_of_registers(&rush.registers, before, lane, into);
                return self.are_numbers_same(rush, before, lane);
            }
            let mut next = position.scratch.copy(&position.state);
            lane.store(&rush.registers, layout, &mut next);
            let is_all = self.changes(&position.state, &next, into);
            position.scratch.give(next);
            is_all
        });
        Some(told.unwrap_or(true))
    }

    /// Whether the planes of the board and the hands tell all that an option changes.
    fn is_told_by_registers(&self, rush: &Rush<W>) -> bool {
        !self.program.geometry.may_pile && rush.registers.are_complete()
    }

    /// Whether the variables that are counted are the same behind an option as at its choice.
    fn are_numbers_same(&self, rush: &Rush<W>, (sets, numbers): (&[Bits<W>], &[i64]), after: &Lane<W>) -> bool {
        counted(&self.program.rules).all(|(number, _)| {
            let count = self.program.variables[number].count;
            let (first, n, are_sets) = match rush.registers.variables[number] {
                Held::Numbers(first) => (first, count, false),
                Held::Sets(first) => (first, count, true),
                Held::Yes(one) => (one, 1, true),
                Held::Bits(first, n) => (first, usize::from(n), true),
                Held::Away => return false,
            };
            let range = usize::from(first)..usize::from(first) + n;
            match are_sets {
                true => sets[range.clone()] == after.sets[range],
                false => numbers[range.clone()] == after.numbers[range],
            }
        })
    }

    /// The same where the row of the option tells it, whether or not it turns out to be none.
    #[inline]
    fn changes_of_row(
        &self,
        Rows { reached, rows, lists, mover }: Rows<'_, W>,
        option: usize,
        standing: impl Fn(u16) -> Option<Occupant>,
        into: &mut Changes,
    ) -> bool {
        let taken = reached.options[option];
        let Some(whence) = rows[taken.row].whence.filter(|_| taken.pick.is_none()) else { return false };
        let (landing, geometry) = (taken.landing, &self.program.geometry);
        let (from, dropped) = match whence {
            Whence::Hand(kind) => (None, Some(kind)),
            Whence::Offset(by) => (landing.checked_add_signed(by), None),
            Whence::Listed(list) => {
                let from = lists[usize::from(list)].get(usize::from(landing)).copied();
                (from.and_then(|from| u16::try_from(from).ok()), None)
            }
            Whence::Told => (taken.origin, None),
            Whence::Against(starts, way) => {
                let starts = reached.sets[usize::from(starts)];
                let back = |&cell: &u16| Some(geometry.step(cell, geometry.opposite[usize::from(way)]));
                let behind = std::iter::successors(back(&landing), |cell| back(cell).filter(|_| *cell != NONE));
                let mut near = behind.take_while(|cell| *cell != NONE).take(geometry.n_cells);
                (near.find(|&cell| starts.contains(cell)), None)
            }
        };
        from != Some(landing) && self.changes_of_travel(mover, (from, landing, dropped), standing, into)
    }

    /// The cell on which an option of a choice that was reached drops a piece, if nothing else is chosen.
    pub fn dropped_reached(&self, position: &Position<W>, option: usize) -> Option<u16> {
        let rush = self.rush.as_ref().ok()?;
        let Due::Decision { options: Options::Reached(reached), .. } = &position.due else { return None };
        let taken = reached.options.get(option)?;
        let drops = match rush.choice_at(reached.at) {
            Some(choice) => choice.rows[taken.row].drops && taken.pick.is_none(),
            None => matches!(rush.script.code[reached.at as usize], Code::Drop(..)),
        };
        drops.then_some(taken.landing)
    }

    /// Fills a buffer with what would stand after an option of a choice that was reached, before play goes on; with what
    /// stands now where it turns out to be none.
    pub fn contents_reached(&self, position: &mut Position<W>, option: usize, into: &mut Contents) {
        let Ok(rush) = &self.rush else { return };
        let layout = &self.program.layout;
        let told = self.try_reached(rush, position, option, |lane, position| {
            let mut next = position.scratch.copy(&position.state);
            lane.store(&rush.registers, layout, &mut next);
            // What an option counts is counted when play goes on.
            let counters = layout.counters..layout.counters + self.program.rules.counters.len();
            next.words[counters.clone()].copy_from_slice(&position.state.words[counters]);
            self.contents(&next, into);
            position.scratch.give(next);
        });
        if told.is_none() {
            self.contents(&position.state, into);
        }
    }
}

/// A choice that was reached whose options come of rows.
#[derive(Clone, Copy)]
struct Rows<'a, const W: usize> {
    reached: &'a Reached<W>,
    rows: &'a [Row],
    /// Those that tell by landing where pieces come from.
    lists: &'a [Vec<i64>],
    /// Whose turn it is.
    mover: u8,
}

/// The rows of the choice that was reached; none if it has none.
fn rows_of<'a, const W: usize>(rush: &'a Rush<W>, position: &'a Position<W>) -> Option<Rows<'a, W>> {
    let Due::Decision { options: Options::Reached(reached), .. } = &position.due else { return None };
    let choice = rush.choice_at(reached.at)?;
    Some(Rows { reached, rows: &choice.rows, lists: &rush.script.lists, mover: position.state.turn.mover })
}

/// Fills an empty buffer with the pieces that differ between the registers of a choice and those behind an option.
fn changes_of_registers<const W: usize>(
    registers: &Registers,
    (sets, numbers): (&[Bits<W>], &[i64]),
    after: &Lane<W>,
    into: &mut Changes,
) {
    for (place, hand) in (0..).zip(registers.hands()) {
        let more = after.numbers[hand] - numbers[hand];
        if more != 0 {
            into.hands.push((place, more as i32));
        }
    }
    let owners = registers.players().map(|player| registers.owners + player);
    let planes = owners.chain(registers.kinds.iter().copied()).chain([registers.occupied]).map(usize::from);
    let cells = planes.fold(Bits::EMPTY, |cells, plane| {
        let (before, after) = (sets[plane], after.sets[plane]);
        cells | ((before | after) - (before & after))
    });
    into.gone.extend(cells.iter().filter_map(|cell| occupant(registers, sets, cell)));
    into.come.extend(cells.iter().filter_map(|cell| occupant(registers, &after.sets, cell)));
}

/// The piece on a cell.
fn occupant<const W: usize>(registers: &Registers, sets: &[Bits<W>], cell: u16) -> Option<Occupant> {
    let is_on = |plane: u8| sets[usize::from(plane)].contains(cell);
    let kind = registers.kinds.iter().position(|&plane| is_on(plane)).filter(|_| is_on(registers.occupied))?;
    let owner = registers.players().find(|player| is_on(registers.owners + player)).map(PlayerId);
    Some(Occupant { cell, kind: kind as u16, owner })
}
