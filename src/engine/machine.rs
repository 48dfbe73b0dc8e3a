//! The machine that runs a program, for sets of so many words.

use std::sync::{Arc, OnceLock};

use crate::program::Program;
use crate::program::node::NOBODY;
use crate::rules::careful::careful;

use super::bits::Bits;
use super::key::{self, Remembered};
use super::rush::Rush;
use super::scratch::Scratch;
use super::state::State;

/// Runs a program whose sets have `W` words.
#[derive(Clone, Debug)]
pub struct Machine<const W: usize> {
    /// The program.
    pub program: Arc<Program>,
    /// Whether a rule asks how often whole positions stood, and how often pieces stood so.
    pub asks_repetition: (bool, bool),
    /// By player and rank, from the first on, the cells of that rank.
    pub ranked: Vec<Vec<Bits<W>>>,
    /// By word of those that repetition compares, by what its value is spread in a key.
    pub salts: key::Salts,
    /// What pieces remember that repetition compares.
    pub remembered: Vec<Remembered>,
    /// How random games are played to their end, or why that cannot be written as code.
    pub rush: Result<Arc<Rush<W>>, &'static str>,
    /// The machine for the same rules as who is careful plays by them, once somebody has asked for it.
    careful: OnceLock<Option<Box<Self>>>,
}

impl<const W: usize> Machine<W> {
    /// A machine for a program, all of which is folded that can be.
    pub fn of(program: Program) -> Self {
        let mut machine = Self::new(Arc::new(super::fold::fold::<W>(program)));
        machine.rush = match machine.program.rushes {
            true => Rush::new(&machine.program).map(Arc::new),
            false => Err("rushes are switched off"),
        };
        machine
    }

    /// A machine for a program as it is.
    pub fn new(program: Arc<Program>) -> Self {
        let of_rank = |ranks: &[u16], wanted: u16| {
            let cells = (0..).zip(ranks).filter(|(_, rank)| **rank == wanted);
            cells.map(|(cell, _)| cell).collect()
        };
        let geometry = &program.geometry;
        let players = geometry.ranks.iter().zip(&geometry.last_rank);
        let ranked = players.map(|(ranks, &last)| (1..=last).map(|rank| of_rank(ranks, rank)).collect()).collect();
        let asks_repetition = program.asks_repetition();
        let (salts, remembered) = (key::Salts::new(&program), key::remembered(&program));
        Self {
            asks_repetition,
            program,
            ranked,
            salts,
            remembered,
            rush: Err("not written yet"),
            careful: OnceLock::new(),
        }
    }

    /// The machine for the same rules as who is careful plays by them; none where nothing is dropped.
    pub fn careful(&self) -> Option<&Self> {
        let made = || {
            let mut program = Program::new(careful(&self.program.rules)?);
            program.copy_switches(&self.program);
            let machine = Self::of(program);
            (machine.program.layout == self.program.layout).then(|| Box::new(machine))
        };
        self.careful.get_or_init(made).as_deref()
    }

    /// Buffers for this machine.
    pub fn scratch(&self) -> Scratch<W> {
        Scratch::new(self.program.n_temporary, self.program.rules.budget.clone())
    }

    /// How many players there are.
    #[inline]
    pub fn n_players(&self) -> u8 {
        self.program.rules.players.len() as u8
    }

    /// The words that tell who is out, a byte for each player.
    #[inline]
    pub fn out_words(&self, state: &State) -> [u64; 2] {
        let out = self.program.layout.out;
        [state.words[out], if self.n_players() > 8 { state.words[out + 1] } else { 0 }]
    }

    /// The players that are not out, a bit for each.
    #[inline]
    pub fn living_bits(&self, state: &State) -> u16 {
        let [first, second] = self.out_words(state).map(bytes_that_are_not_zero);
        let all = ((1_u32 << self.n_players()) - 1) as u16;
        all & !(first | second << 8)
    }

    /// The players that are not out, in seating order.
    pub fn living(&self, state: &State) -> impl Iterator<Item = u8> + use<W> {
        Bits16(self.living_bits(state))
    }

    /// The first player after another in seating order that is not out; the player itself comes last.
    pub fn after_player(&self, state: &State, player: u8) -> u8 {
        let n = self.n_players();
        let next = |k: u8| (player + k) % n;
        (1..=n).map(next).find(|&next| state.out(&self.program.layout, next) == 0).unwrap_or(NOBODY)
    }

    /// Whether a player is out of the game.
    #[inline]
    pub fn is_out(&self, state: &State, player: u8) -> bool {
        state.out(&self.program.layout, player) != 0
    }
}

/// A bit for each byte of a word that is not zero, that of the last byte first.
///
/// ```text
///   bytes          00   3a   80   00      one more than 7f carries into the first bit of a byte, unless that byte is zero
///   first bits     0    1    1    0       the product brings each of them to its place in the first byte
/// ```
#[inline]
const fn bytes_that_are_not_zero(word: u64) -> u16 {
    const REST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let first_bits = (((word & REST) + REST) | word) & !REST;
    ((first_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// A few players, in order.
struct Bits16(u16);

impl Iterator for Bits16 {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let player = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (player < 16).then_some(player as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::SplitMix64;

    #[test]
    fn players_are_told_from_the_bytes_that_are_zero() {
        let mut bits = SplitMix64(3);
        for _ in 0..1000 {
            let (some, word) = (bits.bits().to_le_bytes(), bits.bits().to_le_bytes());
            let bytes: [u8; 8] = std::array::from_fn(|byte| if some[byte] % 2 == 0 { word[byte] } else { 0 });
            let expected = (0..8).filter(|&byte| bytes[byte] != 0).map(|byte| 1 << byte).sum::<u16>();
            assert_eq!(bytes_that_are_not_zero(u64::from_le_bytes(bytes)), expected, "{bytes:?}");
        }
        assert_eq!(bytes_that_are_not_zero(0x8000_00ff_0001_7f00), 0b1001_0110);
    }
}
