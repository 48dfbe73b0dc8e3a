//! A position as a block of words.

use crate::program::node::{NOBODY, NONE, NOTHING};
use crate::program::{Layout, Name, Place, Program, Width};

use super::bits::Bits;

/// Where play stands.
///
/// What changes with each turn lies side by side, so that native code writes it at once:
///
/// ```text
///   byte    0       2       4       5     6       7       8
///           silent  played  mover   who   again   fresh   noted
///   turn    |------------- all of it ---------------|
///   option  |---- 0, n ----|                |-- yes, no --|
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct Turn {
    /// How many turns in a row began without a decision since.
    pub silent: u16,
    /// The move of the latest choice of this turn, or [`NONE`].
    pub played: u16,
    /// Whose turn it is, or [`NOBODY`].
    pub mover: u8,
    /// The player that `my` means in what is being worked out.
    pub who: u8,
    /// Whether the mover has another turn.
    pub again: bool,
    /// Whether there was a decision since the ends after a move were last tested.
    pub fresh: bool,
    /// Whether the latest entry of the history is this very position.
    pub noted: bool,
    /// The player that `my` means in a set-up, or [`NOBODY`].
    pub me: u8,
    /// Who has the first turn of each round.
    pub starter: u8,
    /// The present phase.
    pub phase: u16,
    /// The next instruction.
    pub pc: u32,
    /// Completed turns.
    pub turns: u32,
    /// Completed rounds.
    pub rounds: u32,
    /// How many decisions there were.
    pub decisions: u32,
}

/// Everything that can change while a game is played, but for the history.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// Where play stands.
    pub turn: Turn,
    /// The block.
    pub words: Vec<u64>,
    /// The pieces that lie under others, cell by cell, each from the bottom: cell, kind, owner and whether it has
    /// moved in one word, then a word for each attribute.
    pub buried: Vec<u64>,
    /// What a run of a move needs on its way: rounds, members still to come, the pieces that leave at its end.
    pub registers: Vec<u64>,
    /// The sites of what was done in this run, where that is counted.
    pub done: Vec<u16>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            turn: self.turn,
            words: self.words.clone(),
            buried: self.buried.clone(),
            registers: self.registers.clone(),
            done: self.done.clone(),
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.turn = other.turn;
        copy(&mut self.words, &other.words);
        copy(&mut self.buried, &other.buried);
        copy(&mut self.registers, &other.registers);
        copy(&mut self.done, &other.done);
    }
}

/// Makes a list like another, which mostly is as long.
#[inline]
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    if to.len() != from.len() {
        to.clear();
        to.extend_from_slice(from);
    } else if !from.is_empty() {
        to.copy_from_slice(from);
    }
}

impl State {
    /// The empty board before the set-up.
    pub fn new(program: &Program) -> Self {
        let registers = program.n_registers + (program.n_set_registers + 1) * program.width();
        Self { words: program.blank.clone(), registers: vec![0; registers], ..Self::empty() }
    }

    /// A state without anything, for the place of one that was taken away.
    pub fn empty() -> Self {
        let turn = Turn {
            pc: 0,
            played: NONE,
            phase: 0,
            mover: NOBODY,
            me: NOBODY,
            who: NOBODY,
            starter: 0,
            noted: false,
            fresh: false,
            again: false,
            turns: 0,
            rounds: 0,
            decisions: 0,
            silent: 0,
        };
        Self { turn, words: Vec::new(), buried: Vec::new(), registers: Vec::new(), done: Vec::new() }
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        size_of::<Turn>() + 8 * (self.words.len() + self.buried.len() + self.registers.len())
    }

    /// The set from a word on.
    #[inline]
    pub fn bits<const W: usize>(&self, at: usize) -> Bits<W> {
        Bits::load(&self.words[at..at + W])
    }

    /// Writes a set from a word on.
    #[inline]
    pub fn put_bits<const W: usize>(&mut self, at: usize, bits: Bits<W>) {
        bits.store(&mut self.words[at..at + W]);
    }

    /// Turns the bit of a cell in a plane over.
    #[inline]
    pub fn flip(&mut self, plane: usize, cell: u16) {
        self.words[plane + cell as usize / 64] ^= 1 << (cell % 64);
    }

    /// Whether the bit of a cell in a plane is set.
    #[inline]
    pub fn has(&self, plane: usize, cell: u16) -> bool {
        self.words[plane + cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    /// The scalar with a number among those of one width; [`NOTHING`] is none.
    #[inline]
    pub fn load(&self, at: u32, width: Width, index: usize) -> i64 {
        load_scalar(&self.words, at, width, index)
    }

    /// Stores a scalar.
    #[inline]
    pub fn store(&mut self, at: u32, width: Width, index: usize, value: i64) {
        let at = at as usize;
        let raw = |bias: i64| if value == NOTHING { 0 } else { (value - bias) as u64 };
        match width {
            Width::Bit => {
                let word = &mut self.words[at + index / 64];
                *word = *word & !(1 << (index % 64)) | u64::from(value == 1) << (index % 64);
            }
            Width::Byte(bias) => {
                let (word, shift) = (&mut self.words[at + index / 8], index % 8 * 8);
                *word = *word & !(0xff << shift) | (raw(bias) & 0xff) << shift;
            }
            Width::Half(bias) => {
                let (word, shift) = (&mut self.words[at + index / 4], index % 4 * 16);
                *word = *word & !(0xffff << shift) | (raw(bias) & 0xffff) << shift;
            }
            Width::Word => self.words[at + index] = (value ^ NOTHING) as u64,
        }
    }

    /// A kept name that holds a scalar.
    #[inline]
    pub fn name(&self, layout: &Layout, name: usize) -> i64 {
        match layout.names[name] {
            Name::Scalar(at) | Name::Set(at) => self.words[at as usize] as i64 ^ NOTHING,
        }
    }

    /// Binds a kept name to a scalar.
    #[inline]
    pub fn keep(&mut self, layout: &Layout, name: usize, value: i64) {
        match layout.names[name] {
            Name::Scalar(at) => self.words[at as usize] = (value ^ NOTHING) as u64,
            Name::Set(at) => {
                let words = &mut self.words[at as usize..at as usize + layout.set];
                words.fill(0);
                if let Ok(member) = usize::try_from(value)
                    && let Some(word) = words.get_mut(member / 64)
                {
                    *word |= 1 << (member % 64);
                }
            }
        }
    }

    /// A kept name that holds a set.
    #[inline]
    pub fn name_set<const W: usize>(&self, layout: &Layout, name: usize) -> Bits<W> {
        match layout.names[name] {
            Name::Set(at) => self.bits(at as usize),
            Name::Scalar(_) => match u16::try_from(self.name(layout, name)) {
                Ok(member) => Bits::of(member),
                Err(_) => Bits::EMPTY,
            },
        }
    }

    /// Binds a kept name to a set.
    #[inline]
    pub fn keep_set<const W: usize>(&mut self, layout: &Layout, name: usize, set: Bits<W>) {
        match layout.names[name] {
            Name::Set(at) => self.put_bits(at as usize, set),
            Name::Scalar(_) => self.keep(layout, name, set.first().map_or(NOTHING, i64::from)),
        }
    }

    /// Forgets all kept names.
    pub fn forget_names(&mut self, layout: &Layout) {
        self.words[layout.names_start..layout.key_end].fill(0);
    }

    /// Whether a player takes part no more; when it went out, counted from one.
    #[inline]
    pub fn out(&self, layout: &Layout, player: u8) -> u8 {
        (self.words[layout.out + player as usize / 8] >> (player % 8 * 8)) as u8
    }

    /// Puts a player out of the game.
    pub fn put_out(&mut self, layout: &Layout, player: u8, order: u8) {
        self.words[layout.out + player as usize / 8] |= u64::from(order) << (player % 8 * 8);
    }

    /// How many pieces of a kind a player has in hand.
    #[inline]
    pub fn hand(&self, layout: &Layout, player: u8, kind: usize) -> u32 {
        let index = player as usize * layout.kinds.len() + kind;
        layout.hands.map_or(0, |hands| (self.words[hands + index / 2] >> (index % 2 * 32)) as u32)
    }

    /// Sets how many pieces of a kind a player has in hand.
    pub fn set_hand(&mut self, layout: &Layout, player: u8, kind: usize, count: u32) {
        let index = player as usize * layout.kinds.len() + kind;
        if let Some(hands) = layout.hands {
            let (word, shift) = (&mut self.words[hands + index / 2], index % 2 * 32);
            *word = *word & !(0xffff_ffff << shift) | u64::from(count) << shift;
        }
    }

    /// The value of a variable by the place of its values; a set's first word for sets.
    #[inline]
    pub fn value(&self, place: Place, index: usize) -> i64 {
        match place {
            Place::Scalars(at, width) => self.load(at, width, index),
            Place::Sets(_) => NOTHING,
        }
    }
}

/// The scalar with a number among those of one width in a block of words; [`NOTHING`] is none.
#[inline]
fn load_scalar(words: &[u64], at: u32, width: Width, index: usize) -> i64 {
    let at = at as usize;
    let scalar = |raw: u64, bias: i64| if raw == 0 { NOTHING } else { raw as i64 + bias };
    match width {
        Width::Bit => (words[at + index / 64] >> (index % 64) & 1) as i64,
        Width::Byte(bias) => scalar(words[at + index / 8] >> (index % 8 * 8) & 0xff, bias),
        Width::Half(bias) => scalar(words[at + index / 4] >> (index % 4 * 16) & 0xffff, bias),
        Width::Word => words[at + index] as i64 ^ NOTHING,
    }
}

/// The scalar of a variable in a block of words.
pub fn load(words: &[u64], place: Place, index: usize) -> i64 {
    match place {
        Place::Scalars(at, width) => load_scalar(words, at, width, index),
        Place::Sets(_) => NOTHING,
    }
}
