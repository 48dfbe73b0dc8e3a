//! Rows whose options are carried out alike are taken from as one: which of them an option belongs to depends on chance, so no
//! processor foresees it, and it is chosen without a branch.
//!
//! ```text
//!   rows:     forward 5   aslant 2   aslant 4         drawn: 6
//!   from:     landing-8   landing-9  landing-7        the set of the second row, 6 - 5 = 1, landing-9
//! ```

use std::ops::Range;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Value, types};

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L, N, Row, Whence};
use crate::engine::rush::lane::STRETCHES;
use crate::program::Program;
use crate::rules::model::journey;

use super::draws::Drawn;
use super::emitter::{Emitter, Words};
use super::known::is_native;

/// How an option of a row is carried out: the piece comes from a cell whose number differs by so much from that of the
/// landing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Carried {
    by: i32,
    /// A number that is told on the way: the register and its value.
    told: Option<(N, i32)>,
    /// Owner, kind, and the registers of the cell left and the landing.
    carry: (u8, u8, N, N),
    /// Whether something may stand where it lands.
    meets: bool,
    /// Where play goes on.
    then: L,
}

impl Carried {
    /// Whether options differ in numbers alone.
    fn is_alike(&self, other: &Self) -> bool {
        let told = |carried: &Self| carried.told.map(|(register, _)| register);
        (self.carry, self.then, told(self)) == (other.carry, other.then, told(other))
    }
}

/// Rows one after the other whose options are carried out alike, together; or any other row alone.
#[derive(Clone, Debug)]
pub struct Part {
    /// The rows.
    pub rows: Range<usize>,
    /// Where play goes on when an option of theirs was taken from the choice.
    pub then: L,
}

/// A stretch has so many rows at least, unless it is the last.
const STRETCH: usize = 8;

/// The parts of some rows in stretches: whoever looks for an option passes over a stretch at once.
pub fn stretches(parts: &[Part]) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let mut first = 0;
    for (index, part) in parts.iter().enumerate() {
        let n_rows = part.rows.end - parts[first].rows.start;
        let is_last = index + 1 == parts.len();
        if is_last || n_rows >= STRETCH && stretches.len() + 1 < STRETCHES {
            stretches.push(first..index + 1);
            first = index + 1;
        }
    }
    stretches
}

/// The parts of some rows.
pub fn parts<const W: usize>(rush: &Rush<W>, program: &Program, rows: &[Row]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let carried: Vec<Option<Carried>> = rows.iter().map(|row| carried(rush, program, row)).collect();
    for (index, now) in carried.iter().enumerate() {
        let is_alike = |part: &Part| match (&carried[part.rows.start], now) {
            (Some(first), Some(now)) => first.is_alike(now),
            _ => false,
        };
        match (parts.last_mut().filter(|part| is_alike(part)), now) {
            (Some(part), Some(now)) => {
                part.rows.end = index + 1;
                part.then = now.then;
            }
            _ => parts.push(Part { rows: index..index + 1, then: rows[index].take }),
        }
    }
    parts
}

/// How the options of a row are carried out, if by one step that a number tells.
fn carried<const W: usize>(rush: &Rush<W>, program: &Program, row: &Row) -> Option<Carried> {
    let mut place = usize::from(row.take);
    let mut next = || {
        let code = rush.script.code.get(place).copied().filter(|code| is_native(rush, program, code));
        place += 1;
        code
    };
    let Code::CopyNumber(from, landing) = next()? else { return None };
    let Code::Add(added, by) = next()? else { return None };
    let (told, now) = match next()? {
        Code::Number(register, value) => (Some((register, value)), next()?),
        now => (None, now),
    };
    let Code::Carry(owner, kind, origin, to, meets) = now else { return None };
    let then = match next() {
        Some(Code::Jump(then)) => then,
        _ => L::try_from(place - 1).ok().filter(|then| usize::from(*then) < rush.script.code.len())?,
    };
    let is_apart = told.is_none_or(|(register, _)| register != from && register != landing);
    let is_sound = from != landing && (added, origin, to) == (from, from, landing) && is_apart;
    let is_drawn = row.origins.is_none() && Some(landing) == rush.registers.number_names[journey::LANDING];
    let can_meet = is_native(rush, program, &Code::Carry(owner, kind, origin, to, true));
    let is_one = is_sound && is_drawn && can_meet;
    is_one.then_some(Carried { by, told, carry: (owner, kind, origin, to), meets, then })
}

impl<const W: usize> Emitter<'_, W> {
    /// Takes the option with a number of rows that are alike, and goes where play goes on.
    pub(super) fn take_alike(
        &mut self,
        (rows, first): (&[Row], usize),
        counts: &[Value],
        (number, may_fail): (Value, bool),
    ) {
        let all: Vec<Carried> = rows.iter().filter_map(|row| carried(self.rush, self.program, row)).collect();
        let mut landings: Words<W> = self.set(rows[0].landings);
        let (mut sum, mut before) = (counts[0], self.word(0));
        let (mut by, mut index) = (self.word(all[0].by.into()), self.word(first as i64));
        let mut told = all[0].told.map(|(register, value)| (register, self.word(value.into())));
        for (place, (row, carried)) in rows.iter().zip(&all).enumerate().skip(1) {
            let is_past = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, number, sum);
            let others = self.set(row.landings);
            landings = self.either(is_past, others, landings);
            before = self.builder.select(is_past, sum, before);
            by = self.chosen(is_past, carried.by.into(), by);
            index = self.chosen(is_past, (first + place) as i64, index);
            if let (Some((_, value)), Some((_, other))) = (&mut told, carried.told) {
                *value = self.chosen(is_past, other.into(), *value);
            }
            sum = self.builder.iadd(sum, counts[place]);
        }
        let number = self.builder.isub(number, before);
        let landing = self.nth(landings, number);
        self.note_taken(Drawn { row: index, origin: None, landing }, may_fail);
        let (owner, kind, origin, to) = all[0].carry;
        let from = self.builder.iadd(landing, by);
        let is_told = |(row, carried): (&Row, &Carried)| matches!(row.whence, Some(Whence::Offset(by)) if i32::from(by) == carried.by);
        if W == 1 && rows.iter().zip(&all).all(is_told) {
            // Where a piece is told to come from there is a cell.
            let one = self.word(1);
            let cell = self.builder.ishl(one, from);
            self.tells(from, [cell; W]);
        }
        self.put_number(origin, from);
        if let Some((register, value)) = told {
            self.put_number(register, value);
        }
        let meets = all.iter().any(|carried| carried.meets);
        self.emit_pieces(&Code::Carry(owner, kind, origin, to, meets));
        self.go_to(all[0].then);
    }

    /// One number or another.
    fn chosen(&mut self, condition: Value, number: i64, other: Value) -> Value {
        let number = self.builder.iconst(types::I64, number);
        self.builder.select(condition, number, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_whole_parts_one_after_the_other() {
        let parts = |lengths: &[usize]| {
            let mut end = 0;
            let part = |&length: &usize| {
                end += length;
                Part { rows: end - length..end, then: 0 }
            };
            lengths.iter().map(part).collect::<Vec<_>>()
        };
        assert!(stretches(&parts(&[])).is_empty());
        assert_eq!(stretches(&parts(&[1, 3])), std::slice::from_ref(&(0..2)));
        assert_eq!(stretches(&parts(&[1; 20])), [0..8, 8..16, 16..20]);
        assert_eq!(stretches(&parts(&[5, 9, 8, 1])), [0..2, 2..3, 3..4]);
        let many = stretches(&parts(&[4; 256]));
        assert_eq!((many.len(), many.last()), (STRETCHES, Some(&(62..256))));
    }
}
