//! Native code for instructions that give a number, and for branches.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Value, types};

use crate::engine::rush::code::Code;
use crate::program::node::NOTHING;
use crate::rules::model::{Arithmetic, Comparison};
use crate::rules::types::Type;

use super::cells::beyond_members;
use super::emitter::{Emitter, Words};
use super::lines;
use super::planes::planes_of;

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that gives a number; no if it gives none.
    pub(super) fn emit_number(&mut self, code: &Code) -> bool {
        let (to, number) = match *code {
            Code::Number(to, number) => (to, self.word(i64::from(number))),
            Code::Nothing(to) => (to, self.word(NOTHING)),
            Code::Wide(to, place) => (to, self.word(self.rush.script.wide[usize::from(place)])),
            Code::CopyNumber(to, from) => (to, self.number(from)),
            Code::Count(to, a) => {
                let words = self.set(a);
                (to, self.count(words))
            }
            Code::First(to, a) => {
                let words = self.set(a);
                (to, self.first(words))
            }
            Code::Each(to, from) => {
                let members = self.set(from);
                (to, self.first_of_ways(members))
            }
            Code::Add(to, by) => {
                let number = self.number(to);
                let sum = self.builder.iadd_imm_s(number, i64::from(by));
                self.is_sum(sum, &[number]);
                if let Some(member) = self.told(number).filter(|_| W == 1) {
                    // A member that would leave the word is told by no number of it.
                    let further = self.shifted(member, by);
                    self.tells(sum, further);
                }
                (to, sum)
            }
            Code::Fit(to, variable) => {
                let number = self.number(to);
                (to, self.fitted(number, self.program.variables[usize::from(variable)].ty))
            }
            Code::Odd(to, a) => {
                let number = self.worth(a);
                (to, self.builder.band_imm_u(number, 1))
            }
            Code::Recall(to, cell, variable) => {
                let planes = planes_of(self.rush, self.program, variable).unwrap_or_default();
                let cell = self.number(cell);
                (to, self.recalled(cell, variable, planes))
            }
            Code::Value(to, first, holder, variable) => {
                let holder = self.number(holder);
                (to, self.value_of(first, holder, variable))
            }
            Code::Quarters(to, a) => {
                // The remainder of a negative number counts up from the next lower multiple, as its last bits do.
                let number = self.worth(a);
                (to, self.builder.band_imm_u(number, 3))
            }
            Code::LookForTwo(to, one, other, width, list) => {
                let two = (self.number(one), self.number(other));
                (to, self.looked_for_two(two, i64::from(width), usize::from(list)))
            }
            Code::Calculate(to, how, a, b) => {
                let (a, b) = (self.worth(a), self.worth(b));
                (to, self.calculated(how, a, b))
            }
            Code::KindAt(to, n) => {
                let rush = self.rush;
                (to, self.holder(n, rush.registers.kinds.iter().copied()))
            }
            Code::Look(to, n, list) => {
                let n = self.number(n);
                (to, self.looked(n, usize::from(list)))
            }
            Code::Behind(to, landing, from, way) => {
                let (landing, from) = (self.number(landing), self.set(from));
                let back = self.program.geometry.opposite[usize::from(way)];
                (to, self.nearest(&[back], (landing, from), |emitter, firsts| emitter.word(firsts[0])))
            }
            Code::OwnerAt(to, n) => {
                let first = self.rush.registers.owners;
                (to, self.holder(n, first..first + self.n_players()))
            }
            _ => return false,
        };
        match self.is_dead[self.place] {
            true => self.put_unread_number(to, number),
            false => self.put_number(to, number),
        }
        true
    }

    /// Writes a branch.
    ///
    /// # Panics
    /// If the instruction is none for which there is native code.
    pub(super) fn emit_branch(&mut self, code: &Code) {
        match *code {
            Code::IfIs(n, wanted, to) => {
                let number = self.number(n);
                let is = self.builder.icmp_imm_s(IntCC::Equal, number, i64::from(wanted));
                self.branch(is, to);
            }
            Code::IfIsNot(n, wanted, to) => {
                let number = self.number(n);
                let is_not = self.builder.icmp_imm_s(IntCC::NotEqual, number, i64::from(wanted));
                self.branch(is_not, to);
            }
            Code::IfSame(a, b, to) => self.branch_comparing(IntCC::Equal, (a, b), to),
            Code::IfDifferent(a, b, to) => self.branch_comparing(IntCC::NotEqual, (a, b), to),
            Code::IfCompare(how, a, b, to) => {
                let (a, b) = (self.worth(a), self.worth(b));
                let holds = self.builder.icmp(condition(how), a, b);
                self.branch(holds, to);
            }
            Code::IfNotCompare(how, a, b, to) => {
                let (a, b) = (self.worth(a), self.worth(b));
                let holds = self.builder.icmp(condition(how), a, b);
                self.branch_if_zero(holds, to);
            }
            Code::IfEmpty(a, to) => {
                let words = self.set(a);
                let any = self.any(words);
                self.branch_if_zero(any, to);
            }
            Code::IfSome(a, to) => {
                let words = self.set(a);
                let any = self.any(words);
                self.branch(any, to);
            }
            Code::IfHas(a, n, to) => {
                let (words, number) = (self.set(a), self.number(n));
                let has = self.has(words, number);
                self.branch(has, to);
            }
            Code::IfHasNot(a, n, to) => {
                let (words, number) = (self.set(a), self.number(n));
                let has = self.has(words, number);
                self.branch_if_zero(has, to);
            }
            Code::IfOnLine(cell, of, to) => {
                let (cell, of) = (self.number(cell), self.set(of));
                let most = lines::through_each::<W>(self.program).unwrap_or(0);
                let is_on_line = self.is_on_line(cell, of, most);
                self.branch(is_on_line, to);
            }
            Code::IfCovers(number, a, to) => {
                let (constant, words) = (self.constant(number), self.set(a));
                let rest = self.minus(constant, words);
                let any = self.any(rest);
                self.branch_if_zero(any, to);
            }
            Code::IfEqual(a, b, to) => {
                let any = self.difference(a, b);
                self.branch_if_zero(any, to);
            }
            Code::IfUnequal(a, b, to) => {
                let any = self.difference(a, b);
                self.branch(any, to);
            }
            Code::Next(n, rest, to) => self.next(n, rest, to),
            ref other => unreachable!("{other:?} has no native code"),
        }
    }

    /// Takes the smallest member out of a set, which is given, or goes on elsewhere.
    pub(super) fn next_member(&mut self, n: u8, rest: u8, to: u16) -> Value {
        let words = self.set(rest);
        let any = self.any(words);
        self.branch_if_zero(any, to);
        let first = self.first_of_some(words);
        self.tells_member(first);
        let left = self.without_first(words);
        let member = self.toggled(words, left);
        self.tells(first, member);
        self.put_number(n, first);
        self.put_set(rest, left);
        first
    }

    /// A set without its smallest member.
    pub(super) fn without_first(&mut self, words: Words<W>) -> Words<W> {
        // A word loses its lowest bit if all words before it are empty; an empty word stays as it is.
        let mut before: Option<Value> = None;
        words.map(|word| {
            let less = self.builder.iadd_imm_s(word, -1);
            let without = self.builder.band(word, less);
            let left = before.map_or(without, |before| self.builder.select(before, word, without));
            before = Some(before.map_or(word, |before| self.builder.bor(before, word)));
            left
        })
    }

    /// The smallest member, or none.
    pub(super) fn first(&mut self, words: Words<W>) -> Value {
        let (first, any) = (self.first_of_some(words), self.any(words));
        let nothing = self.word(NOTHING);
        self.builder.select(any, first, nothing)
    }

    /// The smallest member; what is no matter if there is none.
    pub(super) fn first_of_some(&mut self, words: Words<W>) -> Value {
        let places = (0..W as i64).rev().zip(words.into_iter().rev());
        let first = places.fold(None, |first, (index, word)| {
            let place = self.builder.ctz(word);
            let place = self.plus(place, 64 * index);
            Some(first.map_or(place, |first| self.builder.select(word, place, first)))
        });
        first.expect("a set has a word")
    }

    /// A number and one that is known.
    pub(super) fn plus(&mut self, number: Value, more: i64) -> Value {
        if more == 0 { number } else { self.builder.iadd_imm_s(number, more) }
    }

    /// A number so many times.
    pub(super) fn times(&mut self, number: Value, times: usize) -> Value {
        match times.is_power_of_two() {
            true => self.builder.ishl_imm_u(number, times.trailing_zeros().into()),
            false => self.builder.imul_imm_u(number, times as i64),
        }
    }

    /// Whether a set has a member: zero or not.
    pub(super) fn has(&mut self, words: Words<W>, number: Value) -> Value {
        if W == 1 || self.told(number).is_some() {
            let member = self.member(number);
            let both = self.and(words, member);
            return self.any(both);
        }
        // Only the word is looked at in which the place lies.
        let word = (1..).zip(&words[1..]).fold(words[0], |word, (index, &next)| {
            let is_past = self.builder.icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, number, 64 * index);
            self.builder.select(is_past, next, word)
        });
        let from_place = self.builder.ushr(word, number);
        let is_place = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, number, 64 * W as i64);
        let is_place = self.builder.uextend(types::I64, is_place);
        self.builder.band(from_place, is_place)
    }

    fn difference(&mut self, a: u8, b: u8) -> Value {
        let (a, b) = (self.set(a), self.set(b));
        let difference = self.toggled(a, b);
        self.any(difference)
    }

    fn branch_comparing(&mut self, how: IntCC, (a, b): (u8, u8), to: u16) {
        let (a, b) = (self.number(a), self.number(b));
        let is_so = self.builder.icmp(how, a, b);
        self.branch(is_so, to);
    }

    /// As [`crate::program::Variable::fit`].
    pub(super) fn fitted(&mut self, number: Value, ty: Type) -> Value {
        match ty {
            Type::Number(low, high) => {
                let (low, high) = (self.word(low), self.word(high));
                let number = self.worth_of(number);
                let number = self.builder.smin(number, high);
                self.builder.smax(number, low)
            }
            Type::Truth => {
                let is_yes = self.builder.icmp_imm_s(IntCC::Equal, number, 1);
                self.builder.uextend(types::I64, is_yes)
            }
            _ => number,
        }
    }

    /// How much a number is more than another; none is zero.
    pub(super) fn above(&mut self, number: Value, bias: i64) -> Value {
        let (bias, zero) = (self.word(bias), self.word(0));
        let is_none = self.builder.icmp_imm_s(IntCC::Equal, number, NOTHING);
        let above = self.builder.isub(number, bias);
        self.builder.select(is_none, zero, above)
    }

    /// A scalar as a number: none is zero.
    pub(super) fn worth(&mut self, register: u8) -> Value {
        let number = self.number(register);
        self.worth_of(number)
    }

    fn worth_of(&mut self, number: Value) -> Value {
        if self.is_small(number) {
            return number;
        }
        let is_none = self.builder.icmp_imm_s(IntCC::Equal, number, NOTHING);
        let zero = self.word(0);
        self.builder.select(is_none, zero, number)
    }

    /// The value of a variable for a member, in registers from one on; what is seen of none if there is none.
    fn value_of(&mut self, first: u8, holder: Value, variable: u16) -> Value {
        let about = &self.program.variables[usize::from(variable)];
        let none = self.word(about.seen(NOTHING));
        let zero = self.word(0);
        let is_held = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, holder, about.count as i64);
        let place = self.builder.select(is_held, holder, zero);
        let value = self.number_at(first, place);
        let is_none = self.builder.icmp_imm_s(IntCC::Equal, value, NOTHING);
        let seen = self.builder.select(is_none, none, value);
        self.builder.select(is_held, seen, none)
    }

    /// As [`Arithmetic::of`].
    fn calculated(&mut self, how: Arithmetic, a: Value, b: Value) -> Value {
        let are_small = self.is_small(a) && self.is_small(b);
        let result = match how {
            Arithmetic::Plus if are_small => self.builder.iadd(a, b),
            Arithmetic::Minus if are_small => self.builder.isub(a, b),
            _ => return self.calculated_of_any(how, a, b),
        };
        self.is_sum(result, &[a, b]);
        result
    }

    fn calculated_of_any(&mut self, how: Arithmetic, a: Value, b: Value) -> Value {
        match how {
            Arithmetic::Plus => {
                let sum = self.builder.iadd(a, b);
                let (from_a, from_b) = (self.builder.bxor(a, sum), self.builder.bxor(b, sum));
                self.no_further(a, sum, (from_a, from_b))
            }
            Arithmetic::Minus => {
                let rest = self.builder.isub(a, b);
                let (from_a, apart) = (self.builder.bxor(a, rest), self.builder.bxor(a, b));
                self.no_further(a, rest, (from_a, apart))
            }
            Arithmetic::Smaller => self.builder.smin(a, b),
            Arithmetic::Larger => self.builder.smax(a, b),
            Arithmetic::Times => unreachable!("a product has no native code"),
        }
    }

    /// A result, or the last number on the side of the first one if both marks of going too far have their sign.
    fn no_further(&mut self, a: Value, result: Value, marks: (Value, Value)) -> Value {
        let both = self.builder.band(marks.0, marks.1);
        let is_too_far = self.builder.icmp_imm_s(IntCC::SignedLessThan, both, 0);
        let sign = self.builder.sshr_imm_u(a, 63);
        let largest = self.word(i64::MAX);
        let last = self.builder.bxor(sign, largest);
        self.builder.select(is_too_far, last, result)
    }

    /// A number of a list; the last for a place beyond it.
    fn looked(&mut self, place: Value, list: usize) -> Value {
        let place = self.within(place, self.rush.script.lists[list].len());
        self.listed(list, place)
    }

    /// A place among so many; the last for one beyond it.
    fn within(&mut self, place: Value, n: usize) -> Value {
        let end = self.word(n as i64 - 1);
        let is_before = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, place, n as i64 - 1);
        let place = self.builder.select(is_before, place, end);
        self.bound(place, n);
        place
    }

    /// The same of one of several lists, all of one length; which of them, the second function writes, of numbers for each.
    pub(super) fn looked_in_one(
        &mut self,
        place: Value,
        lists: &[u16],
        choose: impl FnOnce(&mut Self, &[i64]) -> Value,
    ) -> Value {
        let firsts: Vec<i64> = lists.iter().map(|&list| self.start_of_list(list.into()) as i64).collect();
        let length = lists.first().map_or(1, |&list| self.rush.script.lists[usize::from(list)].len());
        let is_told = length == self.program.geometry.n_cells && self.is_member(place);
        let (first, place) = (choose(self, &firsts), if is_told { place } else { self.within(place, length) });
        let place = self.builder.iadd(first, place);
        let length = if is_told { beyond_members::<W>() } else { length };
        self.bound(place, firsts.iter().max().map_or(0, |&first| first as usize) + length);
        let at = self.constant_at(self.first_of_lists(), place);
        self.load(at)[0]
    }

    /// As [`crate::engine::rush::planes::look_for_two`], in a list with as many numbers for each first one.
    fn looked_for_two(&mut self, (one, other): (Value, Value), width: i64, list: usize) -> Value {
        let n = self.rush.script.lists[list].len() as i64 / width;
        let is_one = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, one, n);
        let is_other = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, other, width);
        let (zero, last) = (self.word(0), self.word(width - 1));
        let (one, other) = (self.builder.select(is_one, one, zero), self.builder.select(is_other, other, last));
        let first = self.builder.imul_imm_u(one, width);
        let place = self.builder.iadd(first, other);
        self.bound(place, (n * width) as usize);
        let (number, nothing) = (self.listed(list, place), self.word(NOTHING));
        self.builder.select(is_one, number, nothing)
    }

    /// The number at a place of a list, which is within it.
    fn listed(&mut self, list: usize, place: Value) -> Value {
        let at = self.constant_at(self.first_of_lists() + self.start_of_list(list), place);
        self.load(at)[0]
    }

    /// How many numbers of lists lie before those of one.
    fn start_of_list(&self, list: usize) -> usize {
        self.rush.script.lists[..list].iter().map(Vec::len).sum()
    }

    /// The number of the first of several planes that holds a cell, or none.
    pub(super) fn holder(
        &mut self,
        cell: u8,
        planes: impl DoubleEndedIterator<Item = u8> + ExactSizeIterator,
    ) -> Value {
        let planes: Vec<u8> = planes.collect();
        let number = self.number(cell);
        let in_word =
            (W > 1 && planes.iter().all(|&plane| self.is_in_memory(plane))).then(|| self.bit_in_memory(number));
        let member = if in_word.is_none() { self.member(number) } else { self.empty() };
        let mut holder = self.word(NOTHING);
        for (index, plane) in planes.into_iter().enumerate().rev() {
            let has = match in_word {
                Some((offset, bit)) => {
                    let word = self.word_of_set(plane, offset);
                    self.builder.band(word, bit)
                }
                None => {
                    let plane = self.set(plane);
                    let both = self.and(plane, member);
                    self.any(both)
                }
            };
            let number = self.word(index as i64);
            holder = self.builder.select(has, number, holder);
        }
        holder
    }

    /// Where the place of a member lies in sets in memory: how many bytes behind the first word, and the bit; no bit if it is none.
    fn bit_in_memory(&mut self, number: Value) -> (Value, Value) {
        let (cell, is_cell) = self.cell(number);
        let (one, zero) = (self.word(1), self.word(0));
        let bit = self.builder.ishl(one, cell);
        let bit = self.builder.select(is_cell, bit, zero);
        let word = self.builder.ushr_imm_u(cell, 6);
        (self.builder.ishl_imm_u(word, 3), bit)
    }
}

/// How numbers compare.
pub fn condition(how: Comparison) -> IntCC {
    match how {
        Comparison::Less => IntCC::SignedLessThan,
        Comparison::AtMost => IntCC::SignedLessThanOrEqual,
        Comparison::AtLeast => IntCC::SignedGreaterThanOrEqual,
        Comparison::More => IntCC::SignedGreaterThan,
    }
}
