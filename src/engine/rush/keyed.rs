//! Keys of positions, told from registers: what repetition compares need not be shown to the machine first.

use std::collections::BTreeMap;

use crate::engine::bits::Bits;
use crate::engine::key::{self, Hashed, SEED, Salts, folded, remembered};
use crate::program::node::NOTHING;
use crate::program::{Layout, Program, Width};

use super::code::{N, S};
use super::lane::{Lane, number, set};
use super::registers::{Registers, Slot};
use super::slow::Slow;

/// How a number lies in a word with others: it, its first bit there, and what becomes of it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The register.
    pub number: N,
    /// The first bit.
    pub shift: u8,
    /// How it is written.
    pub written: Written,
}

/// How a number is written into some bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Yes as one, all else as zero.
    Yes,
    /// How much it is more than a number, in the bits of a mask; none as zero.
    Above(i64, u64),
    /// As it is, but that none is zero.
    Plain,
    /// A count, in the bits of a mask.
    Count(u64),
}

impl Written {
    /// The bits that a number becomes.
    fn bits(self, number: i64) -> u64 {
        match self {
            Self::Yes => u64::from(number == 1),
            Self::Above(..) if number == NOTHING => 0,
            Self::Above(bias, mask) => number.wrapping_sub(bias) as u64 & mask,
            Self::Plain => (number ^ NOTHING) as u64,
            Self::Count(mask) => number as u64 & mask,
        }
    }
}

/// The registers with the planes that tell the pieces on the board: occupied cells, owners, and kinds where there are several.
#[derive(Debug)]
pub struct BoardPlanes(Vec<S>);

impl BoardPlanes {
    /// Those of a program; none if pieces may lie under others, or if repetition compares anything but boards.
    pub fn new(program: &Program, registers: &Registers) -> Option<Self> {
        if program.asks_repetition() != (false, true) || program.geometry.may_pile {
            return None;
        }
        Some(Self(registers.board_planes().collect()))
    }

    /// The registers.
    pub fn registers(&self) -> &[S] {
        &self.0
    }
}

/// A word that registers tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// One of a set: the register, and which.
    Set(S, usize),
    /// Numbers make it up.
    Packed(Vec<Part>),
}

/// Where the words are that repetition compares when a turn begins.
#[derive(Debug)]
pub struct Words {
    /// By what words are spread.
    pub salts: Salts,
    /// By where its numbers lie among [`Salts`], each that registers tell.
    pub told: BTreeMap<usize, Told>,
    /// Those of them that are pairs.
    pub pairs: Vec<[usize; 2]>,
    /// The others, but for names, which are all bound to nothing then: where each stretch begins and ends.
    rest: Vec<(usize, usize)>,
    /// Those of them that are pairs.
    rest_pairs: Vec<[usize; 2]>,
    /// Whether the whole key is told by registers, where play stands, and what stays the same as long as a rush runs: the others
    /// tell who is out then, and nobody ever is put out.
    pub are_all_told: bool,
    /// What the names make of a key.
    pub names_key: u64,
    /// The registers with the pieces of which a rule asks whether they have moved, and with those that have.
    pub moved: Option<(Vec<S>, S)>,
    /// Which registers tell when the variables were last set that last two turns, and the words that they stand for, in order.
    pub written: Vec<(N, usize)>,
}

impl Words {
    /// The words of a program, in which players may go out or not; none if repetition compares more than they tell.
    pub fn new(program: &Program, registers: &Registers, puts_out: bool) -> Option<Self> {
        let layout = &program.layout;
        if program.asks_repetition() != (true, false) || program.geometry.may_pile {
            return None;
        }
        let mut is_told = vec![false; layout.key_end];
        is_told[layout.names_start..].fill(true);
        let (first_written, n_written, _) = layout.written_compared;
        let compared = first_written..first_written + n_written;
        let remembered = remembered(program);
        let (mut told, mut written): (BTreeMap<usize, Told>, Vec<(N, usize)>) = Default::default();
        let set = |register: S, at: usize| (at..).zip((0..layout.set).map(move |word| Told::Set(register, word)));
        let mut packed: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
        for &slot in &registers.slots {
            if let Some((word, part)) = part(layout, slot).filter(|(word, _)| *word < layout.key_end) {
                is_told[word] = true;
                packed.entry(word).or_default().push(part);
                continue;
            }
            match slot {
                Slot::Set(register, at) if (at as usize) < layout.names_start => {
                    told.extend(set(register, at as usize));
                    is_told[at as usize..][..layout.set].fill(true);
                }
                Slot::Bits(first, _, at, _) => {
                    let Some(compared) = remembered.iter().find(|compared| compared.bytes.start == at as usize) else {
                        continue;
                    };
                    let planes = (first..first + compared.n_planes).zip((compared.first..).step_by(layout.set));
                    told.extend(planes.flat_map(|(register, at)| set(register, at)));
                    is_told[compared.bytes.clone()].fill(true);
                }
                Slot::Counter(number, at) if compared.contains(&(at as usize)) => written.push((number, at as usize)),
                _ => {}
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
        let who_is_out = layout.out..layout.names_start;
        let are_all_told =
            !puts_out && rest.iter().all(|&(from, end)| who_is_out.contains(&from) && end <= who_is_out.end);
        let asked = (0..registers.kinds.len()).filter(|kind| layout.unmoved_kinds >> kind & 1 == 1);
        let moved = registers.moved.map(|moved| (asked.map(|kind| registers.kinds[kind]).collect(), moved));
        let salts = Salts::new(program);
        let names = &salts.words[layout.names_start..layout.key_end];
        let names_key = names.iter().map(|&[salt, factor]| folded(salt, factor)).fold(0, u64::wrapping_add);
        told.extend(packed.into_iter().map(|(at, parts)| (at, Told::Packed(parts))));
        let is_told = |pair: &[usize; 2]| pair.map(|at| told.contains_key(&at));
        let (pairs, others): (Vec<_>, Vec<_>) =
            salts.pairs.iter().copied().partition(|pair| is_told(pair) == [true; 2]);
        let (rest_pairs, parted): (Vec<_>, Vec<_>) = others.into_iter().partition(|pair| is_told(pair) == [false; 2]);
        if !written.iter().map(|&(_, at)| at).eq(compared) || !parted.is_empty() {
            return None;
        }
        Some(Self { salts, told, pairs, rest, rest_pairs, are_all_told, names_key, moved, written })
    }
}

/// The word that a slot is a part of, and how. All values of a variable are in registers if any is, so nothing else lies
/// in that word.
fn part(layout: &Layout, slot: Slot) -> Option<(usize, Part)> {
    let (number, at, index, bits, written) = match slot {
        Slot::Scalar(number, at, width, index) => {
            let (bits, written) = match width {
                Width::Bit => (1, Written::Yes),
                Width::Byte(bias) => (8, Written::Above(bias, 0xff)),
                Width::Half(bias) => (16, Written::Above(bias, 0xffff)),
                Width::Word => (64, Written::Plain),
            };
            (number, at as usize, usize::from(index), bits, written)
        }
        Slot::Hand(number, player, kind) => {
            let index = usize::from(player) * layout.kinds.len() + usize::from(kind);
            (number, layout.hands?, index, 32, Written::Count(0xffff_ffff))
        }
        Slot::Set(..) | Slot::Name(..) | Slot::Counter(..) | Slot::Bits(..) | Slot::Piles(_) => return None,
    };
    let place = index * bits;
    Some((at + place / 64, Part { number, shift: (place % 64) as u8, written }))
}

impl<const W: usize> Slow<'_, W> {
    /// The key of what repetition compares at the beginning of a turn.
    pub fn repetition_key(&self, lane: &Lane<W>, words: &Words) -> u64 {
        self.completed_key(lane, words, self.told_key(lane, words))
    }

    /// The part of it that registers and names tell.
    fn told_key(&self, lane: &Lane<W>, words: &Words) -> u64 {
        let bits = |part: &Part| part.written.bits(number!(lane, part.number)) << part.shift;
        let word = |told: &Told| match told {
            Told::Set(register, word) => set!(lane, *register).0[*word],
            Told::Packed(parts) => parts.iter().map(bits).fold(0, |word, bits| word | bits),
        };
        let alone = words.told.iter().map(|(&at, told)| self.machine.words_key(at, &[word(told)]));
        let paired =
            words.pairs.iter().map(|&pair| self.machine.salts.of_pair(pair, pair.map(|at| word(&words.told[&at]))));
        alone.chain(paired).fold(words.names_key, u64::wrapping_add)
    }

    /// The key of the pieces on the board.
    pub fn board_key(&mut self, lane: &Lane<W>, planes: &BoardPlanes) -> u64 {
        let mut hashed = Hashed::new(SEED);
        for &plane in &planes.0 {
            set!(lane, plane).0.iter().for_each(|&word| hashed.add(word));
        }
        let key = hashed.key();
        if cfg!(debug_assertions) {
            self.show(lane);
            assert_eq!(key, self.machine.board_key(self.state), "the planes in registers are those of the state");
        }
        key
    }

    /// The part of it that lies elsewhere.
    #[inline]
    pub fn rest_key(&self, words: &Words) -> u64 {
        let stretch = |&(from, end): &(usize, usize)| self.machine.words_key(from, &self.state.words[from..end]);
        let paired = self.machine.pairs_key(&words.rest_pairs, self.state);
        words.rest.iter().map(stretch).fold(paired, u64::wrapping_add)
    }

    /// All of it, where the part is known that registers and names tell.
    #[inline]
    pub fn completed_key(&self, lane: &Lane<W>, words: &Words, told: u64) -> u64 {
        let machine = self.machine;
        let sum = told.wrapping_add(self.rest_key(words));
        let moved = words.moved.as_ref().map(|(asked, moved)| {
            let asked = asked.iter().fold(Bits::EMPTY, |all, &kind| all | set!(lane, kind));
            asked & set!(lane, *moved)
        });
        let turns = i64::from(self.state.turn.turns);
        let lasting = words.written.iter().filter(|&&(register, _)| number!(lane, register) > turns);
        lasting.fold(machine.compared_key(self.state, sum, moved), |key, &(_, at)| key ^ key::lasting(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::machine::Machine;
    use crate::engine::rush::Rush;
    use crate::rules::sample::rules;

    #[test]
    fn who_is_out_stays_the_same_only_where_nobody_is_put_out() {
        let stays = |end: &str| {
            let text = format!(
                "language 1\ngame \"Test\"\nplayers White, Black\nboard square 4 by 4\npiece Man (Men)\n\
                 setup {{ put Man of White on a1 put Man of Black on d4 }}\nmove go {{ Man steps }}\nturn {{ choose go }}\n\
                 end before each turn {{ \"again\": draw when repeated 3 times }}\n\
                 end after each turn {{ \"gone\": {end} }}\n"
            );
            let machine = Machine::<1>::of(Program::new(rules(&text)));
            let rush = Rush::<1>::new(&machine.program).expect("the game is rushed");
            rush.words.as_ref().expect("keys are told from registers").are_all_told
        };
        assert!(stays("White wins when no Men of Black"));
        assert!(!stays("each player is out when no my Men"));
        assert!(!stays("White is out when no Men of White"));
    }
}
