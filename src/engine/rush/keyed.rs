//! Keys of positions, told from registers: what repetition compares need not be shown to the machine first.

use crate::engine::bits::Bits;
use crate::engine::key::{folded, salts};
use crate::program::Program;
use crate::program::node::Node;

use super::code::S;
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
    /// Those others: where each stretch begins and ends.
    rest: Vec<(usize, usize)>,
    /// What the names make of a key.
    names_key: u64,
    /// The registers with the pieces of which a rule asks whether they have moved, and with those that have.
    moved: Option<(Vec<S>, S)>,
    /// Where it is kept when the variables were last set that last two turns: the first word, and how many.
    written: (usize, usize),
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
        Some(Self { sets, others, rest, names_key, moved, written: (first_written, n_written) })
    }
}

impl<const W: usize> Slow<'_, W> {
    /// The key of what repetition compares at the beginning of a turn.
    pub fn repetition_key(&mut self, lane: &Lane<W>, words: &Words) -> u64 {
        let machine = self.machine;
        for &slot in &words.others {
            lane.store_one(slot, &machine.program.layout, self.state);
        }
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
