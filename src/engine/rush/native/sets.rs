//! Native code for instructions that give a set.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, Value, types};
use smallvec::SmallVec;

use crate::engine::bits::Bits;
use crate::engine::rush::code::{Code, S};

use super::emitter::{Emitter, Words};
use super::numbers::condition;

/// A word whose bits are all set.
const ALL: i64 = -1;

/// The most shifts that make a step.
pub const FEW: usize = 8;

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that gives a set; no if it gives none.
    pub(super) fn emit_set(&mut self, code: &Code) -> bool {
        let (to, words) = match *code {
            Code::Constant(to, number) => (to, self.constant(number)),
            Code::Empty(to) => (to, self.empty()),
            Code::Copy(to, from) => (to, self.set(from)),
            Code::And(to, a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                (to, self.and(a, b))
            }
            Code::Or(to, a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                (to, self.or(a, b))
            }
            Code::Minus(to, a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                (to, self.minus(a, b))
            }
            Code::AndConstant(to, a, number) => {
                let (a, constant) = (self.set(a), self.constant(number));
                (to, self.and(a, constant))
            }
            Code::ConstantMinus(to, number, a) => {
                let (a, constant) = (self.set(a), self.constant(number));
                (to, self.minus(constant, a))
            }
            Code::Shift(to, a, number, by) => (to, self.some_moved(a, number, by)),
            Code::ShiftInto(to, a, number, by) => {
                let (moved, before) = (self.some_moved(a, number, by), self.set(to));
                (to, self.or(before, moved))
            }
            Code::Step(to, from, way) => {
                let from = self.set(from);
                (to, self.shift(way, from))
            }
            Code::StepTo(to, from, target, way) => {
                let (from, target) = (self.set(from), self.set(target));
                (to, self.stepped(way, from, target))
            }
            Code::FillTo(to, from, through, target, way) => {
                let sets = (self.set(from), self.set(through), self.set(target));
                (to, self.landings(way, sets))
            }
            Code::Fill(to, from, through, way) => {
                let (from, through) = (self.set(from), self.set(through));
                (to, self.filled(way, from, through))
            }
            Code::Inside(to, from, through, way) => {
                let (from, through) = (self.set(from), self.set(through));
                let inside = self.inside(way, from, through);
                (to, self.words_of(inside))
            }
            Code::Slide(to, n, target, through, slide) => {
                let (cell, target, through) = (self.number(n), self.set(target), self.set(through));
                (to, self.slides(usize::from(slide), cell, (target, through)))
            }
            Code::SlideBy(to, n, through, steps, _, way) => {
                let (cell, steps, through) = (self.number(n), self.number(steps), self.set(through));
                (to, self.slide_exactly(way, (cell, steps), through))
            }
            Code::Member(to, n) => (to, self.number_as_member(n)),
            Code::OfPlayer(to, n) => {
                let n = self.number(n);
                (to, self.pieces_of(n))
            }
            Code::Lines(to, of) => {
                let of = self.set(of);
                (to, self.complete_lines(of))
            }
            Code::Where(to, first, count, how, n) => {
                let other = self.worth(n);
                (to, self.members_where((first, count), condition(how), other))
            }
            Code::WhereSame(to, first, count, n) => {
                let other = self.number(n);
                (to, self.members_where((first, count), IntCC::Equal, other))
            }
            Code::Insert(to, n) => {
                let (member, before) = (self.number_as_member(n), self.set(to));
                (to, self.or(before, member))
            }
            Code::Remove(to, n) => {
                let (member, before) = (self.number_as_member(n), self.set(to));
                (to, self.minus(before, member))
            }
            Code::Table(to, n, first) => {
                let n = self.number(n);
                (to, self.constant_of_cell(first, n))
            }
            Code::Parts(to, of, first, n) => {
                let of = self.set(of);
                (to, self.meeting(of, (first..first + u16::from(n)).map(|part| (part, part))))
            }
            Code::Meeting(to, of, first, n) => {
                let of = self.set(of);
                let pairs = (first..).step_by(2).take(n.into()).map(|asked| (asked, asked + 1));
                (to, self.meeting(of, pairs))
            }
            Code::Keep(table, n, a) => {
                let (n, words) = (self.number(n), self.set(a));
                let (cell, is_cell) = self.cell(n);
                let at = self.table_at(usize::from(table) * self.program.geometry.n_cells, cell);
                let before = self.load(at);
                let words = self.either(is_cell, words, before);
                self.store(words, at);
                return true;
            }
            Code::Kept(to, table, n) => {
                let n = self.number(n);
                let (cell, is_cell) = self.cell(n);
                let at = self.table_at(usize::from(table) * self.program.geometry.n_cells, cell);
                let (there, empty) = (self.load(at), self.empty());
                (to, self.either(is_cell, there, empty))
            }
            _ => return false,
        };
        match self.is_dead[self.place] {
            true => self.put_unread(to, words),
            false => self.put_set(to, words),
        }
        true
    }

    pub(super) fn constant(&mut self, number: u16) -> Words<W> {
        let words = self.rush.constants[usize::from(number)].0;
        words.map(|word| self.word(word as i64))
    }

    pub(super) fn and(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        std::array::from_fn(|word| match (self.builder.constant(a[word]), self.builder.constant(b[word])) {
            (Some(0), _) | (_, Some(ALL)) => a[word],
            (_, Some(0)) | (Some(ALL), _) => b[word],
            _ => self.builder.band(a[word], b[word]),
        })
    }

    pub(super) fn or(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        std::array::from_fn(|word| match (self.is_zero(a[word]), self.is_zero(b[word])) {
            (true, _) => b[word],
            (_, true) => a[word],
            _ => self.builder.bor(a[word], b[word]),
        })
    }

    pub(super) fn minus(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        std::array::from_fn(|word| match self.is_zero(a[word]) || self.is_zero(b[word]) {
            true => a[word],
            false => self.builder.band_not(a[word], b[word]),
        })
    }

    pub(super) fn toggled(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        std::array::from_fn(|word| match (self.is_zero(a[word]), self.is_zero(b[word])) {
            (true, _) => b[word],
            (_, true) => a[word],
            _ => self.builder.bxor(a[word], b[word]),
        })
    }

    /// Whether it is known while code is written that a word is zero.
    fn is_zero(&self, word: Value) -> bool {
        self.builder.constant(word) == Some(0)
    }

    /// One set if something is so, else another.
    pub(super) fn either(&mut self, is_so: Value, a: Words<W>, b: Words<W>) -> Words<W> {
        std::array::from_fn(|word| self.builder.select(is_so, a[word], b[word]))
    }

    /// Of some pairs of constants, the second ones of those whose first has a member in a set, taken together.
    fn meeting(&mut self, of: Words<W>, pairs: impl Iterator<Item = (u16, u16)>) -> Words<W> {
        let (empty, mut all) = (self.empty(), self.empty());
        for (asked, given) in pairs {
            let (asked, given) = (self.constant(asked), self.constant(given));
            let both = self.and(of, asked);
            let any = self.any(both);
            let met = self.either(any, given, empty);
            all = self.or(all, met);
        }
        all
    }

    /// A word that is zero if a set is empty.
    pub(super) fn any(&mut self, words: Words<W>) -> Value {
        let some = words.into_iter().filter(|&word| !self.is_zero(word)).collect::<SmallVec<Words<W>>>();
        some.into_iter().reduce(|a, b| self.builder.bor(a, b)).unwrap_or(words[0])
    }

    /// How many members a set has.
    pub(super) fn count(&mut self, words: Words<W>) -> Value {
        let some = words.into_iter().filter(|&word| !self.is_zero(word)).collect::<SmallVec<Words<W>>>();
        let counts = some.into_iter().map(|word| self.builder.popcnt(word)).collect::<SmallVec<Words<W>>>();
        self.count_in_all(&counts)
    }

    /// How many members a set has that lies in a register, in memory: each word is counted as it is read.
    pub(super) fn count_in_memory(&mut self, register: S) -> Value {
        let counts: Words<W> = std::array::from_fn(|word| {
            let word = self.load_word(register, word);
            self.builder.popcnt(word)
        });
        self.count_in_all(&counts)
    }

    /// How many members a set has that has so many in its words.
    fn count_in_all(&mut self, counts: &[Value]) -> Value {
        let sum = counts.iter().copied().reduce(|a, b| self.builder.iadd(a, b)).unwrap_or_else(|| self.word(0));
        self.has_bits(sum, u16::BITS);
        sum
    }

    /// The set of one member; the empty set if the number is none.
    pub(super) fn member(&mut self, number: Value) -> Words<W> {
        if let Some(member) = self.told(number) {
            return member;
        }
        let (one, zero) = (self.word(1), self.word(0));
        // Of the number only what remains of it in one word counts for the shift.
        let bit = self.builder.ishl(one, number);
        if W == 1 && self.is_below(number, 64) {
            return [bit; W];
        }
        std::array::from_fn(|word| {
            let place = self.plus(number, -(64 * word as i64));
            let is_here = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, place, 64);
            self.builder.select(is_here, bit, zero)
        })
    }

    /// The cells of the pieces of a player; the empty set if the number tells none.
    fn pieces_of(&mut self, player: Value) -> Words<W> {
        let owners = self.rush.registers.owners;
        (0..self.n_players()).fold(self.empty(), |cells, number| {
            let is_this = self.builder.icmp_imm_s(IntCC::Equal, player, i64::from(number));
            let own = self.set(owners + number);
            self.either(is_this, own, cells)
        })
    }

    /// The members whose value, in so many registers from one on, compares so with a number.
    fn members_where(&mut self, (first, count): (u8, u8), how: IntCC, other: Value) -> Words<W> {
        let mut members = self.empty();
        for member in 0..count {
            let value = self.worth(first + member);
            let holds = self.builder.icmp(how, value, other);
            let holds = self.builder.uextend(types::I64, holds);
            let bit = self.builder.ishl_imm_u(holds, i64::from(member));
            members[0] = self.builder.bor(members[0], bit);
        }
        members
    }

    fn some_moved(&mut self, a: u8, number: u16, by: i16) -> Words<W> {
        let (a, constant) = (self.set(a), self.constant(number));
        let some = self.and(a, constant);
        self.moved(some, i32::from(by))
    }

    /// As [`crate::engine::bits::Bits::moved`].
    pub(super) fn moved(&mut self, words: Words<W>, by: i32) -> Words<W> {
        if W > 1 {
            return self.shifted(words, by);
        }
        words.map(|word| self.builder.rotl_imm_u(word, i64::from(by & 63)))
    }

    /// As [`crate::engine::bits::Bits::shifted`]: what leaves one word comes to the next, what leaves the last is gone.
    ///
    /// ```text
    ///   word 0      word 1      word 2         by 70 = 1 word and 6 bits
    ///   0       ┌── word 0 ─┬── word 1
    ///           └ 6 bits up └ 6 bits up, with the 6 highest bits of word 0
    /// ```
    pub(super) fn shifted(&mut self, words: Words<W>, by: i32) -> Words<W> {
        let (far, bits) = (by.unsigned_abs() as usize / 64, i64::from(by.unsigned_abs() % 64));
        let at = |index: Option<usize>| index.and_then(|index| words.get(index).copied());
        std::array::from_fn(|index| {
            let (near, next) = match by >= 0 {
                true => (at(index.checked_sub(far)), at(index.checked_sub(far + 1))),
                false => (at(index.checked_add(far)), at(index.checked_add(far + 1))),
            };
            let near = near.map(|word| self.moved_within(word, bits, by >= 0));
            let over = next.filter(|_| bits > 0).map(|word| self.moved_within(word, 64 - bits, by < 0));
            match (near, over) {
                (Some(near), Some(over)) => self.joined(near, over),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => self.word(0),
            }
        })
    }

    /// The parts of two words that were moved into one: they have no bit in common. Were they joined by `or`, Cranelift would
    /// take the one instruction that does both shifts too, which processors of one make carry out slower than all three.
    fn joined(&mut self, near: Value, over: Value) -> Value {
        match (self.is_zero(near), self.is_zero(over)) {
            (true, _) => over,
            (_, true) => near,
            _ => self.builder.iadd(near, over),
        }
    }

    /// A word with its bits moved up or down; what is moved beyond it is gone.
    fn moved_within(&mut self, word: Value, bits: i64, is_up: bool) -> Value {
        match (bits, is_up) {
            _ if self.is_zero(word) => word,
            (0, _) => word,
            (_, true) => self.builder.ishl_imm_u(word, bits),
            (_, false) => self.builder.ushr_imm_u(word, bits),
        }
    }

    /// As [`crate::engine::rush::Rush::shift`].
    pub(super) fn shift(&mut self, way: u8, cells: Words<W>) -> Words<W> {
        let rush = self.rush;
        self.moved_by(&rush.shifts[usize::from(way)], cells)
    }

    /// Where cells come to by some shifts, taken together: for each, from which cells it goes, and by how many places.
    pub(super) fn moved_by(&mut self, shifts: &[(Bits<W>, i32)], cells: Words<W>) -> Words<W> {
        let mut all: Option<Words<W>> = None;
        for &(from, by) in shifts {
            let from = from.0.map(|word| self.word(word as i64));
            let some = self.and(cells, from);
            let moved = self.moved(some, by);
            all = Some(match all {
                Some(before) => self.or(before, moved),
                None => moved,
            });
        }
        all.unwrap_or_else(|| self.empty())
    }

    /// A block that is told some sets, and these.
    pub(super) fn block_of_sets<const N: usize>(&mut self) -> (Block, [Words<W>; N]) {
        let block = self.builder.create_block();
        let sets = [(); N].map(|()| [(); W].map(|()| self.builder.append_block_param(block, types::I64)));
        (block, sets)
    }
}

/// What such a block is told.
pub(super) fn arguments<const W: usize>(sets: &[Words<W>]) -> Vec<BlockArg> {
    sets.iter().flatten().copied().map(BlockArg::from).collect()
}
