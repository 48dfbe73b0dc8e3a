//! Keys: numbers of 64 bits that are equal when positions are.
//!
//! # Equality
//! A position is its pieces with their attributes, the hands, the variables, the terrain, whose turn it is, who is
//! out, and where in the turn play stands with the names kept there. History, counters and the number of turns are
//! left out; which pieces have moved counts only where a rule asks for it. All of that lies in the first words of the
//! block.
//!
//! Repetition compares less: no variables that are declared `uncompared`, which lie behind the others, and whether a
//! piece has moved only if it is of a kind that a rule asks it of.

use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use smallvec::SmallVec;

use crate::game::rng::SplitMix64;
use crate::program::{Name, Place, Program, Variable, Width};

use super::bits::Bits;
use super::course::After;
use super::machine::Machine;
use super::planes::{self, BITS, bits_of};
use super::scratch::Scratch;
use super::state::State;

/// A key is spread over its bits already.
pub type Keyed = BuildHasherDefault<KeyHasher>;

/// Gives keys as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Where keys begin.
pub const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// How words that repetition compares are spread over a key: some two by two, by one multiplication, the others each by itself.
///
/// ```text
///   owners, kinds, hands:   (word 3 ^ salt 3) * (word 4 ^ salt 4)   (word 5 ^ salt 5) * (word 6 ^ salt 6) ‥
///   others:                 (word 9 ^ salt 9) * factor 9 ‥
/// ```
#[derive(Clone, Debug)]
pub struct Salts {
    /// By word, two numbers that look like chance: what is laid on it, and its factor. That is zero, so that the word by itself makes
    /// nothing of a key, where other words tell what it says, or it is one of a pair. Behind those of the block come those of
    /// [`remembered`].
    pub words: Vec<[u64; 2]>,
    /// The words that are multiplied with each other.
    pub pairs: Vec<[usize; 2]>,
}

impl Salts {
    /// Those of a program.
    pub fn new(program: &Program) -> Self {
        let remembered = remembered(program);
        let n = remembered.last().map_or(program.layout.key_end, |last| last.planes_at(program.layout.set).end);
        let mut mixer = SplitMix64(SEED);
        let mut words: Vec<[u64; 2]> = (0..n).map(|_| [mixer.bits(), mixer.bits()]).collect();
        let as_planes = remembered.iter().flat_map(|remembered| remembered.bytes.clone());
        told_by_others(program).chain(as_planes).for_each(|word| words[word][1] = 0);
        let pairs = pairs(program, &words);
        pairs.iter().flatten().for_each(|&word| words[word][1] = 0);
        Self { words, pairs }
    }

    /// What two words that are a pair make of a key.
    #[inline]
    pub fn of_pair(&self, [first, second]: [usize; 2], words: [u64; 2]) -> u64 {
        folded(words[0] ^ self.words[first][0], words[1] ^ self.words[second][0])
    }
}

/// The words of planes and of hands, two by two, but for those that make nothing of a key.
fn pairs(program: &Program, salts: &[[u64; 2]]) -> Vec<[usize; 2]> {
    let (layout, n_players) = (&program.layout, program.rules.players.len());
    let n_kinds = program.rules.kinds.len();
    let owners = layout.owners..layout.owners + n_players * layout.set;
    let kinds = layout.kinds.iter().flat_map(|&plane| plane as usize..plane as usize + layout.set);
    let planes: Vec<usize> = owners.chain(kinds).filter(|&word| salts[word][1] != 0).collect();
    let hands: Vec<usize> =
        layout.hands.into_iter().flat_map(|at| at..at + (n_players * n_kinds).div_ceil(2)).collect();
    let pairs = planes.chunks_exact(2).chain(hands.chunks_exact(2));
    pairs.map(|pair| [pair[0], pair[1]]).collect()
}

/// What pieces remember in one variable that repetition compares. It is told by a plane for each bit, as it lies at hand when games
/// are played fast, and not by the bytes of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The words with the bytes.
    pub bytes: Range<usize>,
    /// How many planes there are.
    pub n_planes: u8,
    /// Where the numbers for the first plane lie among [`Salts`].
    pub first: usize,
}

impl Remembered {
    /// Where the numbers for all of its planes lie, in sets of so many words.
    fn planes_at(&self, set: usize) -> Range<usize> {
        self.first..self.first + usize::from(self.n_planes) * set
    }
}

/// All of that.
pub fn remembered(program: &Program) -> Vec<Remembered> {
    let layout = &program.layout;
    let n_words = program.geometry.n_cells.div_ceil(8);
    let of_pieces = program.variables.iter().filter(|variable| variable.attribute.is_some());
    let mut first = layout.key_end;
    let remembered = |variable: &Variable| match (variable.place, bits_of(program, variable)) {
        (Place::Scalars(at, Width::Byte(_)), Some(n_planes)) if (at as usize) < layout.key_end => {
            let remembered = Remembered { bytes: at as usize..at as usize + n_words, n_planes, first };
            first = remembered.planes_at(layout.set).end;
            Some(remembered)
        }
        _ => None,
    };
    of_pieces.filter_map(remembered).collect()
}

/// The words of planes that others tell: each piece is of one kind, and has one owner where no kind is neutral.
///
/// ```text
///   occupied = the first kind or the second …        the last kind = the first owner or the second … but no other kind
/// ```
fn told_by_others(program: &Program) -> impl Iterator<Item = usize> {
    let (layout, kinds) = (&program.layout, &program.rules.kinds);
    let all_are_owned = !kinds.iter().any(|kind| kind.neutral);
    let occupied = (kinds.len() > 1 || all_are_owned).then_some(layout.occupied);
    let last = layout.kinds.last().filter(|_| kinds.len() > 1 && all_are_owned).map(|&plane| plane as usize);
    occupied.into_iter().chain(last).flat_map(|plane| plane..plane + layout.set)
}

/// The halves of a product, one on the other.
///
/// # Source
/// Folded multiplication, as in Wang Yi's wyhash, <https://github.com/wangyi-fudan/wyhash>.
#[inline]
pub fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// What is laid on a key for a variable that will last this turn, which is known by the word that tells when it was set: a number that
/// looks like chance, as keys do.
#[inline]
pub fn lasting(at: usize) -> u64 {
    SplitMix64(at as u64).bits()
}

/// By what two words are told from two others that have changed places.
pub const OF_PAIR: u64 = 0xd6e8_feb8_6659_fd93;
/// The same for a word that is left, and for the key of those before it.
pub const OF_LAST: [u64; 2] = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];
/// By so many bits a key is turned before words are added.
pub const TURN: u32 = 23;

/// A key of words that come one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    key: u64,
    /// The first of two.
    first: Option<u64>,
}

impl Hashed {
    /// A key of no word.
    #[inline]
    pub fn new(seed: u64) -> Self {
        Self { key: seed, first: None }
    }

    /// One word more.
    #[inline]
    pub fn add(&mut self, word: u64) {
        match self.first.take() {
            None => self.first = Some(word),
            Some(first) => self.key = folded(first ^ OF_PAIR, word ^ self.key) ^ self.key.rotate_left(TURN),
        }
    }

    /// The key.
    #[inline]
    pub fn key(self) -> u64 {
        match self.first {
            Some(word) => folded(word ^ OF_LAST[0], self.key ^ OF_LAST[1]) ^ self.key.rotate_left(TURN),
            None => self.key,
        }
    }
}

/// A key of words.
#[inline]
fn hashed(seed: u64, words: &[u64]) -> u64 {
    let mut hashed = Hashed::new(seed);
    words.iter().for_each(|&word| hashed.add(word));
    hashed.key()
}

impl<const W: usize> Machine<W> {
    /// The key of what repetition compares.
    pub fn repetition_key(&self, st: &State) -> u64 {
        let layout = &self.program.layout;
        let (first, compared, _) = layout.written_compared;
        let alone = self.words_key(0, &st.words[..layout.key_end]).wrapping_add(self.planes_key(st));
        let words = alone.wrapping_add(self.pairs_key(&self.salts.pairs, st));
        let moved = layout.moved.map(|moved| {
            let asked = layout.unmoved.iter().fold(Bits::<W>::EMPTY, |cells, &plane| cells | st.bits(plane as usize));
            asked & st.bits(moved)
        });
        let key = self.compared_key(st, words, moved);
        self.with_written(st, self.with_buried(st, key), (first, compared))
    }

    /// The sum of what some pairs of words make of a key.
    #[inline]
    pub fn pairs_key(&self, pairs: &[[usize; 2]], st: &State) -> u64 {
        let key = |&pair: &[usize; 2]| self.salts.of_pair(pair, pair.map(|at| st.words[at]));
        pairs.iter().map(key).fold(0, u64::wrapping_add)
    }

    /// The sum of what each of some words makes of a key by itself, from a word on. In what order they are added does not matter.
    #[inline]
    pub fn words_key(&self, first: usize, words: &[u64]) -> u64 {
        let salted = |(&word, salt): (&u64, &[u64; 2])| folded(word ^ salt[0], salt[1]);
        words.iter().zip(&self.salts.words[first..]).map(salted).fold(0, u64::wrapping_add)
    }

    /// The sum of what is made of a key by what pieces remember.
    fn planes_key(&self, st: &State) -> u64 {
        let key = |remembered: &Remembered| {
            let mut all = [Bits::<W>::EMPTY; BITS as usize];
            let planes = &mut all[..usize::from(remembered.n_planes)];
            planes::load(planes, &st.words[remembered.bytes.clone()]);
            let firsts = (remembered.first..).step_by(W);
            firsts.zip(planes).map(|(first, plane)| self.words_key(first, &plane.0)).fold(0, u64::wrapping_add)
        };
        self.remembered.iter().map(key).fold(0, u64::wrapping_add)
    }

    /// The key of what repetition compares, but for pieces under others and for variables that last two turns: the sum of the
    /// words, and of the pieces of which a rule asks whether they have moved those that have.
    #[inline]
    pub fn compared_key(&self, st: &State, words: u64, moved: Option<Bits<W>>) -> u64 {
        let key = words ^ self.place_key(st);
        moved.map_or(key, |moved| hashed(key, &moved.0))
    }

    /// The key of the position without the journey: how the piece came to its cell does not matter.
    pub fn chain_key(&self, st: &State) -> u64 {
        let layout = &self.program.layout;
        let (first, _, n) = layout.written_compared;
        let mut key = hashed(self.place_key(st), &st.words[..layout.travel_start]);
        if layout.compared_end > layout.key_end {
            key = hashed(key, &st.words[layout.key_end..layout.compared_end]);
        }
        if !st.buried.is_empty() {
            key = hashed(key, &st.buried);
        }
        self.with_written(st, key, (first, n))
    }

    /// Where in the turn play stands.
    fn place_key(&self, st: &State) -> u64 {
        let turn = &st.turn;
        let place = u64::from(turn.pc) << 32 | u64::from(turn.phase) << 16 | u64::from(turn.mover) << 8;
        SEED ^ place ^ u64::from(turn.me)
    }

    /// A key with the pieces under others, as far as repetition compares them.
    fn with_buried(&self, st: &State, key: u64) -> u64 {
        let (layout, variables) = (&self.program.layout, &self.program.rules.variables);
        if st.buried.is_empty() {
            return key;
        }
        let mut words: SmallVec<[u64; 64]> = SmallVec::from_slice(&st.buried);
        for piece in words.chunks_mut(1 + layout.attributes.len()) {
            if layout.unmoved_kinds >> (piece[0] >> 16 & 0xff) & 1 == 0 {
                piece[0] &= !0xff;
            }
            for (value, &number) in piece[1..].iter_mut().zip(&layout.attributes) {
                *value = if variables[number as usize].compared { *value } else { 0 };
            }
        }
        hashed(key, &words)
    }

    /// A key with the variables that will last this turn.
    pub fn with_written(&self, st: &State, key: u64, (first, n): (usize, usize)) -> u64 {
        let lasts = |at: &usize| st.words[*at] > u64::from(st.turn.turns);
        (first..first + n).filter(lasts).fold(key, |key, at| key ^ lasting(at))
    }

    /// The key of what stands when the turn is over: pieces, hands, terrain, who is out, and the variables that last
    /// longer than a turn.
    pub fn result_key(&self, st: &State) -> u64 {
        let layout = &self.program.layout;
        let mut words: SmallVec<[u64; 64]> = SmallVec::from_slice(&st.words[..layout.compared_end]);
        words[layout.names_start..layout.key_end].fill(0);
        for &(from, to) in &layout.passing {
            words[from..to].fill(0);
        }
        hashed(hashed(SEED, &words), &st.buried)
    }

    /// The key of all that the rest of a run depends on when a round of `repeat` begins: not the names that the
    /// operations of the round bind anew.
    pub fn round_key(&self, run: &State, round: std::ops::Range<u32>, after: After) -> u64 {
        let layout = &self.program.layout;
        let mut words: SmallVec<[u64; 64]> = SmallVec::from_slice(&run.words);
        for op in &self.program.ops[round.start as usize..round.end as usize] {
            if let Some(name) = op.bound_name() {
                match layout.names[name as usize] {
                    Name::Scalar(at) => words[at as usize] = 0,
                    Name::Set(at) => words[at as usize..at as usize + W].fill(0),
                }
            }
        }
        let after = match after {
            After::Link(taken, _) => taken as u64,
            After::Own(took) | After::End(took) => u64::from(took),
            After::Nothing => 0,
        };
        let place = u64::from(round.start) << 32 ^ after << 8 ^ u64::from(run.turn.who);
        hashed(hashed(hashed(SEED ^ place, &words), &run.registers), &run.buried)
    }

    /// The key of the pieces alone: kinds and owners.
    pub fn board_key(&self, st: &State) -> u64 {
        let layout = &self.program.layout;
        let end = match layout.kinds.len() {
            0 | 1 => layout.owners + self.program.rules.players.len() * W,
            n => layout.kinds[n - 1] as usize + W,
        };
        let key = hashed(SEED, &st.words[layout.occupied..end]);
        let grave = 1 + layout.attributes.len();
        st.buried.chunks(grave).fold(key, |key, words| folded(key ^ (words[0] >> 8), SEED))
    }

    /// Whether this position, or its pieces, stands for that time at least. Within a turn that is the position as it
    /// would stand if the turn ended now. Inside its own answer nothing is repeated.
    pub fn repeated(&self, sc: &mut Scratch<W>, st: &State, board: bool, times: u32, turns: i64) -> bool {
        if sc.asking.repeated {
            return false;
        }
        let noted = sc.history.last().filter(|_| st.turn.noted);
        let now = match (noted, board) {
            (Some((_, pieces)), true) => pieces,
            (Some((position, _)), false) => position,
            (None, true) => self.board_key(st),
            (None, false) => {
                sc.asking.repeated = true;
                let mut next = sc.copy(st);
                self.pass(sc, &mut next);
                let key = self.repetition_key(&next);
                sc.give(next);
                sc.asking.repeated = false;
                key
            }
        };
        self.has_stood(sc, st, (board, now), times, turns)
    }

    /// The same, where the key is known.
    pub fn has_stood(&self, sc: &Scratch<W>, st: &State, (board, now): (bool, u64), times: u32, turns: i64) -> bool {
        let turns = usize::try_from(turns).unwrap_or(0).saturating_add(usize::from(st.turn.noted));
        let least = (times as usize).saturating_sub(usize::from(!st.turn.noted));
        least == 0 || sc.history.has(board, now, turns, least)
    }
}
