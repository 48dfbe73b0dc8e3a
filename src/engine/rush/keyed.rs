//! Keys of positions, told from registers: what repetition compares need not be shown to the machine first.

use crate::engine::bits::Bits;
use crate::engine::key::{folded, salts};
use crate::program::node::{NOTHING, Node};
use crate::program::{Program, Width};

use super::code::{N, S};
use super::lane::{Lane, set};
use super::registers::{Registers, Slot};
use super::slow::Slow;

/// Where the words are that repetition compares when a turn begins.
#[derive(Debug)]
pub struct Words {
    /// Those in registers for sets, each with its first word.
    sets: Vec<(S, usize)>,
    /// What the others are kept in, but for names, which are all bound to nothing then.
    others: Vec<Slot>,
    /// Those of a byte that lie one after the other.
    bytes: Vec<Bytes>,
    /// Those others: where each stretch begins and ends.
    rest: Vec<(usize, usize)>,
    /// What the names make of a key.
    names_key: u64,
    /// The registers with the pieces of which a rule asks whether they have moved, and with those that have.
    moved: Option<(Vec<S>, S)>,
    /// Where it is kept when the variables were last set that last two turns: the first word, and how many.
    written: (usize, usize),
}

/// Scalars of a byte that lie one after the other in a word, and in registers.
///
/// ```text
///   registers     4  0  7  .        word    ..07_01_05    with a bias of minus one; nothing is zero
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bytes {
    first: N,
    n: u8,
    /// The word, and the place of the first byte.
    word: usize,
    byte: u8,
    bias: i64,
}

impl Bytes {
    /// A scalar of a byte.
    fn of(slot: Slot) -> Option<Self> {
        let Slot::Scalar(first, at, Width::Byte(bias), index) = slot else { return None };
        Some(Self { first, n: 1, word: at as usize + usize::from(index / 8), byte: (index % 8) as u8, bias })
    }

    /// Whether another comes next.
    fn goes_on(&self, next: &Self) -> bool {
        let is_next = u16::from(next.first) == u16::from(self.first) + u16::from(self.n);
        is_next && (next.word, next.bias, next.byte) == (self.word, self.bias, self.byte + self.n)
    }

    /// Writes the scalars into their word.
    #[inline]
    fn store(&self, numbers: &[i64], words: &mut [u64]) {
        let raw = |value: i64| if value == NOTHING { 0 } else { value.wrapping_sub(self.bias) as u64 & 0xff };
        let numbers = numbers[usize::from(self.first)..].iter().take(self.n.into()).rev();
        let bytes = numbers.fold(0, |bytes, &value| bytes << 8 | raw(value));
        let (all, shift) = (u64::MAX >> (64 - 8 * u32::from(self.n)), 8 * u32::from(self.byte));
        let word = &mut words[self.word];
        *word = *word & !(all << shift) | bytes << shift;
    }
}

/// Takes the scalars of a byte that lie one after the other out of some slots.
fn bytes_of(slots: &mut Vec<Slot>) -> Vec<Bytes> {
    let mut all: Vec<Bytes> = Vec::new();
    for one in slots.iter().filter_map(|&slot| Bytes::of(slot)) {
        match all.last_mut() {
            Some(last) if last.goes_on(&one) => last.n += 1,
            _ => all.push(one),
        }
    }
    slots.retain(|&slot| Bytes::of(slot).is_none());
    all
}

impl Words {
    /// The words of a program; none if repetition compares more than they tell.
    pub fn new(program: &Program, registers: &Registers) -> Option<Self> {
        let layout = &program.layout;
        let asks =
            |board: bool| program.nodes.iter().any(|node| matches!(node, Node::Repeated(of, ..) if *of == board));
        if asks(true) || !asks(false) || program.geometry.may_pile {
            return None;
        }
        let mut is_told = vec![false; layout.key_end];
        is_told[layout.names_start..].fill(true);
        let (first_written, n_written, _) = layout.written_compared;
        let written = first_written..first_written + n_written;
        let (mut sets, mut others) = (Vec::new(), Vec::new());
        for &slot in &registers.slots {
            match slot {
                Slot::Set(register, at) if (at as usize) < layout.names_start => {
                    sets.push((register, at as usize));
                    is_told[at as usize..][..layout.set].fill(true);
                }
                Slot::Scalar(_, at, ..) | Slot::Bits(_, _, at, _) if (at as usize) < layout.key_end => {
                    others.push(slot)
                }
                Slot::Hand(..) => others.push(slot),
                Slot::Counter(_, at) if written.contains(&(at as usize)) => others.push(slot),
                Slot::Set(..) | Slot::Name(..) | Slot::Counter(..) | Slot::Scalar(..) | Slot::Bits(..) => {}
            }
        }
        let words = 0..layout.key_end;
        let mut rest: Vec<(usize, usize)> = Vec::new();
        for word in words.filter(|&word| !is_told[word]) {
            match rest.last_mut() {
                Some((_, end)) if *end == word => *end += 1,
                _ => rest.push((word, word + 1)),
            }
        }
        let asked = (0..registers.kinds.len()).filter(|kind| layout.unmoved_kinds >> kind & 1 == 1);
        let moved = registers.moved.map(|moved| (asked.map(|kind| registers.kinds[kind]).collect(), moved));
        let names = salts(layout.key_end).into_iter().skip(layout.names_start);
        let names_key = names.map(|[salt, factor]| folded(salt, factor)).fold(0, u64::wrapping_add);
        let bytes = bytes_of(&mut others);
        Some(Self { sets, others, bytes, rest, names_key, moved, written: (first_written, n_written) })
    }
}

impl<const W: usize> Slow<'_, W> {
    /// The key of what repetition compares at the beginning of a turn.
    pub fn repetition_key(&mut self, lane: &Lane<W>, words: &Words) -> u64 {
        let machine = self.machine;
        for &slot in &words.others {
            lane.store_one(slot, &machine.program.layout, self.state);
        }
        words.bytes.iter().for_each(|bytes| bytes.store(&lane.numbers, &mut self.state.words));
        let sets = words.sets.iter().map(|&(register, at)| machine.words_key(at, &set!(lane, register).0));
        let stretch = |&(from, end): &(usize, usize)| machine.words_key(from, &self.state.words[from..end]);
        let sum = sets.chain(words.rest.iter().map(stretch)).fold(words.names_key, u64::wrapping_add);
        let moved = words.moved.as_ref().map(|(asked, moved)| {
            let asked = asked.iter().fold(Bits::EMPTY, |all, &kind| all | set!(lane, kind));
            asked & set!(lane, *moved)
        });
        machine.with_written(self.state, machine.compared_key(self.state, sum, moved), words.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_lie_together_are_written_together() {
        let scalar = |register: N, index| Slot::Scalar(register, 1, Width::Byte(-1), index);
        let counter = Slot::Counter(90, 7);
        let mut slots: Vec<Slot> = (0..12).map(|index| scalar(20 + index as N, index)).collect();
        slots.insert(5, counter);
        let bytes = bytes_of(&mut slots);
        assert_eq!(slots, [counter]);
        assert_eq!(
            bytes.iter().map(|bytes| (bytes.first, bytes.n, bytes.word)).collect::<Vec<_>>(),
            [(20, 8, 1), (28, 4, 2)]
        );
        let mut numbers = vec![NOTHING; 40];
        numbers[20..28].copy_from_slice(&[0, 1, 2, 3, NOTHING, 5, 250, 7]);
        (numbers[28], numbers[31]) = (4, 9);
        let mut words = [u64::MAX; 3];
        bytes.iter().for_each(|bytes| bytes.store(&numbers, &mut words));
        assert_eq!(words, [u64::MAX, 0x08fb_0600_0403_0201, 0xffff_ffff_0a00_0005]);
    }
}
