//! Rows whose options are carried out alike are taken from as one: which of them an option belongs to depends on chance, so no
//! processor foresees it, and it is chosen without a branch.
//!
//! ```text
//!   rows:     forward 5   aslant 2   aslant 4         drawn: 6
//!   from:     landing-8   landing-9  landing-7        the set of the second row, 6 - 5 = 1, landing-9
//! ```
//!
//! Where cells do not lie in ranks, as the points of rings do not, a list for each row tells by landing where its pieces come from.

use std::ops::Range;

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L, N, Row, S, Whence};
use crate::engine::rush::lane::STRETCHES;
use crate::program::Program;
use crate::program::passes::Pass;
use crate::rules::model::journey;

use super::draws::Drawn;
use super::emitter::{Emitter, Words};
use super::known::is_native;

/// How the landing tells the cell that a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// Its number differs by so much.
    By(i32),
    /// A list has it.
    Listed(u16),
    /// It is the nearest of these cells against a direction.
    Behind(S, u8),
}

impl Origin {
    /// Whether one differs from another in numbers, lists or directions alone.
    fn is_alike(self, other: Self) -> bool {
        match (self, other) {
            (Self::By(_), Self::By(_)) | (Self::Listed(_), Self::Listed(_)) => true,
            (Self::Behind(from, _), Self::Behind(other, _)) => from == other,
            _ => false,
        }
    }

    /// Whether the options of a row are known to have pieces that come from there.
    fn is_told_by(self, row: &Row) -> bool {
        match (row.whence, self) {
            (Some(Whence::Offset(by)), Self::By(other)) => i32::from(by) == other,
            (Some(Whence::Listed(list)), Self::Listed(other)) => list == other,
            (Some(Whence::Against(from, way)), Self::Behind(among, along)) => (from, way) == (among, along.into()),
            _ => false,
        }
    }
}

/// Cells between the cell left and the landing, told by both.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Passed {
    /// Where they are told, and where those are that the landing tells.
    registers: [S; 2],
    /// By cell left, and by landing, the first of as many constants as there are cells.
    firsts: [u16; 2],
}

/// How an option of a row is carried out, if a piece goes from a cell to the landing, and no more.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Carried {
    from: Origin,
    /// Numbers that are told on the way, before and after the cell left is: the registers and their values.
    told: [Option<(N, i32)>; 2],
    /// Cells beside the landing that are told: the register and the first of as many constants as there are cells.
    beside: Option<(S, u16)>,
    /// Cells that are told by the cell left and the landing, those on which both agree.
    passed: Option<Passed>,
    /// How the piece is carried, as if something might stand where it lands.
    carry: Code,
    /// The registers of the cell left and of the landing.
    between: (N, N),
    /// Whether something may stand where it lands.
    meets: bool,
    /// Where play goes on.
    then: L,
}

impl Carried {
    /// How the piece is carried, if something may stand where it lands or not.
    fn carried_out(&self, meets: bool) -> Code {
        match self.carry {
            Code::Carry(owner, kind, origin, to, _) => Code::Carry(owner, kind, origin, to, meets),
            Code::CarryOneOf(owner, kinds, origin, to, _) => Code::CarryOneOf(owner, kinds, origin, to, meets),
            other => other,
        }
    }

    /// Whether options differ in numbers, lists, constants or directions alone.
    fn is_alike(&self, other: &Self) -> bool {
        let told = |carried: &Self| {
            let numbers = carried.told.map(|told| told.map(|(register, _)| register));
            let beside = carried.beside.map(|(register, _)| register);
            (numbers, beside, carried.passed.map(|passed| passed.registers))
        };
        self.from.is_alike(other.from) && (self.carry, self.then, told(self)) == (other.carry, other.then, told(other))
    }
}

/// Which of some rows an option was drawn from.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// By row but for the first, whether all rows before it are passed over.
    Past(&'a [Value]),
    /// How many rows lie before it. All of them are written to their registers.
    Behind(Value),
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

/// Whether parts are one of several rows that are alike.
pub fn are_one(parts: &[Part]) -> bool {
    matches!(parts, [only] if only.rows.len() > 1)
}

/// The parts of some rows.
pub fn parts<const W: usize>(rush: &Rush<W>, program: &Program, rows: &[Row]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let carried: Vec<Option<Carried>> = rows.iter().map(|row| carried(rush, program, row)).collect();
    for (index, now) in carried.iter().enumerate() {
        let is_alike = |part: &Part| match (&carried[part.rows.start], now) {
            (Some(first), Some(now)) => program.passes.has(Pass::Alike) && first.is_alike(now),
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

/// How the options of a row are carried out, if by one step that a number or a list tells.
fn carried<const W: usize>(rush: &Rush<W>, program: &Program, row: &Row) -> Option<Carried> {
    let is_by_cell = |list: u16| rush.script.lists[usize::from(list)].len() == program.geometry.n_cells + 1;
    let mut place = usize::from(row.take);
    let mut next = || {
        let code = rush.script.code.get(place).copied().filter(|code| is_native(rush, program, code));
        place += 1;
        code
    };
    let number = |code: Code| if let Code::Number(register, value) = code { Some((register, value)) } else { None };
    let first = next()?;
    let before = number(first);
    let (left, landing, from) = match if before.is_some() { next()? } else { first } {
        Code::Look(left, landing, list) if is_by_cell(list) => (left, landing, Origin::Listed(list)),
        Code::Behind(left, landing, from, way) => (left, landing, Origin::Behind(from, way)),
        Code::CopyNumber(left, landing) => match next()? {
            Code::Add(added, by) if added == left => (left, landing, Origin::By(by)),
            _ => return None,
        },
        _ => return None,
    };
    let now = next()?;
    let told = [before, number(now)];
    let now = if told[1].is_some() { next()? } else { now };
    let (beside, now) = match now {
        Code::Table(set, cell, first) if cell == landing => (Some((set, first)), next()?),
        now => (None, now),
    };
    let (passed, now) = match now {
        Code::Table(set, cell, first) if cell == left => match (next()?, next()?) {
            (Code::Table(other, cell, second), Code::And(to, a, b))
                if (cell, to, a, b) == (landing, set, set, other) && set != other =>
            {
                (Some(Passed { registers: [set, other], firsts: [first, second] }), next()?)
            }
            _ => return None,
        },
        now => (None, now),
    };
    let (carry, between, meets) = match now {
        Code::Carry(owner, kind, origin, to, meets) => {
            (Code::Carry(owner, kind, origin, to, true), (origin, to), meets)
        }
        Code::CarryOneOf(owner, kinds, origin, to, meets) => {
            (Code::CarryOneOf(owner, kinds, origin, to, true), (origin, to), meets)
        }
        _ => return None,
    };
    let then = match next() {
        Some(Code::Jump(then)) => then,
        _ => L::try_from(place - 1).ok().filter(|then| usize::from(*then) < rush.script.code.len())?,
    };
    let is_apart = told.iter().flatten().all(|&(register, _)| register != left && register != landing);
    let is_sound = left != landing && between == (left, landing) && is_apart;
    let is_drawn = row.origins.is_none() && Some(landing) == rush.registers.number_names[journey::LANDING];
    let can_meet = is_native(rush, program, &carry);
    let is_one = is_sound && is_drawn && can_meet;
    is_one.then_some(Carried { from, told, beside, passed, carry, between, meets, then })
}

impl<const W: usize> Emitter<'_, W> {
    /// Takes the option with a number of rows that are alike, and goes where play goes on.
    pub(super) fn take_alike(
        &mut self,
        (rows, first): (&[Row], usize),
        counts: &[Value],
        (number, may_fail): (Value, bool),
    ) {
        let (mut sum, mut before) = (counts[0], self.word(0));
        let mut are_past = Vec::new();
        for &count in &counts[1..] {
            let is_past = self.builder.icmp(IntCC::UnsignedGreaterThanOrEqual, number, sum);
            before = self.builder.select(is_past, sum, before);
            sum = self.builder.iadd(sum, count);
            are_past.push(is_past);
        }
        let number = self.builder.isub(number, before);
        // Landings are chosen while it is found out which row it is: to look them up by its number would be to wait for that.
        let landings = self.landings_of(rows, Which::Past(&are_past));
        // Of options that may fail it is noted of which row they are, so its number is needed in any case.
        let which = match may_fail {
            true => Which::Behind(self.row_behind(&are_past)),
            false => Which::Past(&are_past),
        };
        let landing = self.nth(landings, number);
        self.carry_alike((rows, first), which, (landing, may_fail));
    }

    /// How many rows lie before that of an option, by row but for the first whether all rows before it are passed over.
    fn row_behind(&mut self, are_past: &[Value]) -> Value {
        let first = self.word(0);
        let row = (1..).zip(are_past).fold(first, |row, (next, &is_past)| {
            let next = self.word(next);
            self.builder.select(is_past, next, row)
        });
        self.bound(row, are_past.len() + 1);
        row
    }

    /// The landings of the row that was drawn.
    pub(super) fn landings_of(&mut self, rows: &[Row], which: Which<'_>) -> Words<W> {
        let Some(first) = rows.first() else { return self.empty() };
        if let Which::Behind(row) = which
            && self.follow_in_memory(rows)
        {
            return self.set_at(first.landings, row);
        }
        let first = self.set(first.landings);
        (1..).zip(&rows[1..]).fold(first, |landings, (before, row)| {
            let (is_past, others) = (self.is_past(which, before), self.set(row.landings));
            self.either(is_past, others, landings)
        })
    }

    /// Whether the landings of rows lie in memory one after the other, if they are written.
    fn follow_in_memory(&self, rows: &[Row]) -> bool {
        let follow = rows.windows(2).all(|pair| usize::from(pair[0].landings) + 1 == usize::from(pair[1].landings));
        follow && rows.iter().all(|row| self.is_in_memory(row.landings))
    }

    /// Carries out the option of one of some rows that are alike, whose landing is known, and goes where play goes on.
    pub(super) fn carry_alike(
        &mut self,
        (rows, first): (&[Row], usize),
        which: Which<'_>,
        (landing, may_fail): (Value, bool),
    ) {
        let all: Vec<Carried> = rows.iter().filter_map(|row| carried(self.rush, self.program, row)).collect();
        let row_numbers: Vec<i64> = (first as i64..).take(rows.len()).collect();
        let row = self.chosen(which, &row_numbers);
        self.note_taken(Drawn { row, origin: None, landing }, may_fail);
        let (origin, _) = all[0].between;
        let is_told = rows.iter().zip(&all).all(|(row, carried)| carried.from.is_told_by(row));
        let from = self.come_from(landing, which, (&all, is_told));
        if W == 1 && is_told {
            // Where a piece is told to come from there is a cell.
            let one = self.word(1);
            let cell = self.builder.ishl(one, from);
            self.tells(from, [cell; W]);
        }
        self.put_number(origin, from);
        for (index, told) in all[0].told.iter().enumerate() {
            let Some((register, _)) = *told else { continue };
            let told = all.iter().filter_map(|carried| carried.told[index]);
            let told: Vec<i64> = told.map(|(_, told)| told.into()).collect();
            let told = self.chosen(which, &told);
            self.put_number(register, told);
        }
        if let Some((register, _)) = all[0].beside {
            let firsts = all.iter().filter_map(|carried| carried.beside).map(|(_, first)| first.into());
            let firsts: Vec<usize> = firsts.collect();
            let beside = self.constant_in_one(landing, &firsts, |emitter, firsts| emitter.chosen(which, firsts));
            self.put_set(register, beside);
        }
        if let Some(Passed { registers: [set, other], .. }) = all[0].passed {
            let of = |index: usize| -> Vec<usize> {
                let passed = all.iter().filter_map(|carried| carried.passed);
                passed.map(|passed| passed.firsts[index].into()).collect()
            };
            let by_left = self.constant_in_one(from, &of(0), |emitter, firsts| emitter.chosen(which, firsts));
            let by_landing = self.constant_in_one(landing, &of(1), |emitter, firsts| emitter.chosen(which, firsts));
            let both = self.and(by_left, by_landing);
            self.put_set(other, by_landing);
            self.put_set(set, both);
        }
        let meets = all.iter().any(|carried| carried.meets);
        self.emit_pieces(&all[0].carried_out(meets));
        self.go_to(all[0].then);
    }

    /// The cell that a piece comes from which goes to a landing, by the row that was drawn; whether it is known that there is one.
    fn come_from(&mut self, landing: Value, which: Which<'_>, (all, is_known): (&[Carried], bool)) -> Value {
        let (mut offsets, mut lists, mut ways, mut among) = (Vec::new(), Vec::new(), Vec::new(), None);
        for carried in all {
            match carried.from {
                Origin::By(by) => offsets.push(i64::from(by)),
                Origin::Listed(list) => lists.push(list),
                Origin::Behind(from, way) => {
                    among = Some(from);
                    ways.push(self.program.geometry.opposite[usize::from(way)]);
                }
            }
        }
        if let Some(among) = among {
            let among = self.set(among);
            let choose = |emitter: &mut Self, numbers: &[i64]| emitter.chosen(which, numbers);
            return match is_known {
                true => self.nearest_of_some(&ways, (landing, among), choose).0,
                false => self.nearest(&ways, (landing, among), choose),
            };
        }
        if !lists.is_empty() {
            return self.looked_in_one(landing, &lists, |emitter, firsts| emitter.chosen(which, firsts));
        }
        let by = self.chosen(which, &offsets);
        self.builder.iadd(landing, by)
    }

    /// Of several numbers that of the row that was drawn.
    fn chosen(&mut self, which: Which<'_>, numbers: &[i64]) -> Value {
        if let Which::Behind(row) = which
            && let Some(chosen) = self.chosen_by_number(row, numbers)
        {
            return chosen;
        }
        let first = self.word(numbers[0]);
        numbers.windows(2).enumerate().fold(first, |chosen, (before, pair)| {
            if pair[0] == pair[1] {
                return chosen;
            }
            let is_past = self.is_past(which, before + 1);
            let next = self.word(pair[1]);
            self.builder.select(is_past, next, chosen)
        })
    }

    /// The same by how many rows lie before that row, without a comparison, if that can be.
    fn chosen_by_number(&mut self, row: Value, numbers: &[i64]) -> Option<Value> {
        match stride(numbers) {
            Some(0) => Some(self.word(numbers[0])),
            Some(1) => Some(self.plus(row, numbers[0])),
            by => self.of_column(numbers, row).or_else(|| {
                let further = self.builder.imul_imm_s(row, by?);
                Some(self.plus(further, numbers[0]))
            }),
        }
    }

    /// Whether the row that was drawn has so many before it, at least one.
    pub(super) fn is_past(&mut self, which: Which<'_>, before: usize) -> Value {
        match which {
            Which::Past(are_past) => are_past[before - 1],
            Which::Behind(row) => self.builder.icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, row, before as i64),
        }
    }
}

/// By how much each number is greater than that before it, if that is always the same.
fn stride(numbers: &[i64]) -> Option<i64> {
    let mut steps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
    let first = steps.next()?;
    steps.all(|step| step == first).then_some(first)
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
