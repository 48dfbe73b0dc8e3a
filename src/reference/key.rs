//! Keys: numbers of 128 bits that are equal when positions are.
//!
//! # Equality
//! A position is its pieces with their attributes, the hands, the variables, the terrain, whose turn it is, who is
//! out, and where in the turn play stands with the names kept there. History, counters and the number of turns are
//! left out; which pieces have moved counts only where a rule asks for it.
//!
//! Repetition compares less: no variables that are declared `uncompared`, and whether a piece has moved only if it is
//! of a kind that a rule asks it of.

use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::rules::Rules;
use crate::rules::model::{Holder, Variable, journey};
use crate::rules::types::Value;
use crate::syntax::ast::Lifetime;

use super::facts::Facts;
use super::state::{Piece, State, first_value};

/// Two sums of 64 bits, each multiplied by its own odd number and folded after every word.
///
/// # Source
/// Folded multiplication, as in Wang Yi's wyhash, <https://github.com/wangyi-fudan/wyhash>.
#[derive(Debug)]
pub struct Twin(u64, u64);

/// Hashing with half of it, for sets that live shortly.
pub type Quick = BuildHasherDefault<Twin>;

impl Default for Twin {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9)
    }
}

impl Twin {
    fn key(&self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }
}

/// The halves of a product, one on the other.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

impl Hasher for Twin {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = folded(self.0 ^ word, 0xd6e8_feb8_6659_fd93) ^ word;
        self.1 = folded(self.1.rotate_left(32) ^ word, 0xa076_1d64_78bd_642f) ^ word.rotate_left(17);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl State {
    /// The key of the position.
    pub fn key(&self, rules: &Rules) -> u128 {
        self.key_with(Compared::All(rules), &self.kept)
    }

    /// The key of what repetition compares.
    pub fn repetition_key(&self, rules: &Rules, facts: &Facts) -> u128 {
        self.key_with(Compared::Again(rules, facts), &self.kept)
    }

    /// The key of the position without the journey: how the piece came to its cell does not matter.
    pub fn chain_key(&self, rules: &Rules) -> u128 {
        let mut kept = self.kept.clone();
        for name in [journey::ORIGIN, journey::LANDING, journey::WAY, journey::PASSED, journey::JUMPED] {
            kept[name] = Value::NONE;
        }
        self.key_with(Compared::All(rules), &kept)
    }

    /// The key of what stands when the turn is over: pieces, hands, terrain, who is out, and the variables that last
    /// longer than a turn.
    pub fn result_key(&self, rules: &Rules) -> u128 {
        let mut twin = Twin::default();
        self.hash_pieces(Compared::All(rules), &mut twin);
        for variable in rules.variables.iter().filter(|variable| variable.holder != Holder::Piece) {
            if matches!(variable.lifetime, Lifetime::Game | Lifetime::TwoTurns) {
                self.variables[variable.offset..variable.offset + variable.count].hash(&mut twin);
            }
        }
        (&self.hands, &self.terrain, &self.out).hash(&mut twin);
        twin.key()
    }

    /// The key of the pieces alone.
    pub fn board_key(&self) -> u128 {
        let mut twin = Twin::default();
        for stack in self.stacks.iter() {
            twin.write_usize(stack.len());
            for piece in stack {
                (piece.kind, piece.owner).hash(&mut twin);
            }
        }
        twin.key()
    }

    fn key_with(&self, compared: Compared<'_>, kept: &[Value]) -> u128 {
        let mut twin = Twin::default();
        self.hash_pieces(compared, &mut twin);
        self.hash_variables(compared, &mut twin);
        (&self.hands, &self.terrain, kept, &self.out).hash(&mut twin);
        (self.mover, self.me, self.phase, self.pc).hash(&mut twin);
        twin.key()
    }

    fn hash_pieces(&self, compared: Compared<'_>, twin: &mut Twin) {
        for stack in self.stacks.iter() {
            twin.write_usize(stack.len());
            for piece in stack {
                hash_piece(piece, compared, twin);
            }
        }
    }

    fn hash_variables(&self, compared: Compared<'_>, twin: &mut Twin) {
        for (number, variable) in compared.variables() {
            if variable.holder == Holder::Piece {
                continue;
            }
            let values = &self.variables[variable.offset..variable.offset + variable.count];
            values.hash(twin);
            // When it is forgotten matters only if there is something to forget.
            let is_first = |(place, value): (usize, &Value)| first_value(variable, place) == *value;
            if variable.lifetime == Lifetime::TwoTurns && !(0..).zip(values).all(is_first) {
                (self.written[number] > self.turns).hash(twin);
            }
        }
    }
}

/// What is compared.
#[derive(Clone, Copy)]
enum Compared<'a> {
    /// All that play may depend on.
    All(&'a Rules),
    /// What repetition looks at.
    Again(&'a Rules, &'a Facts),
}

impl<'a> Compared<'a> {
    /// The variables that are compared, with their numbers.
    fn variables(self) -> impl Iterator<Item = (usize, &'a Variable)> {
        let (rules, all) = match self {
            Compared::All(rules) => (rules, true),
            Compared::Again(rules, _) => (rules, false),
        };
        rules.variables.iter().enumerate().filter(move |(_, variable)| all || variable.compared)
    }

    /// Whether it is compared of pieces of a kind if they have moved.
    fn sees_moves_of(self, kind: u16) -> bool {
        match self {
            Compared::All(rules) => rules.asks_unmoved,
            Compared::Again(_, facts) => facts.unmoved.contains(kind),
        }
    }
}

fn hash_piece(piece: &Piece, compared: Compared<'_>, twin: &mut Twin) {
    (piece.kind, piece.owner, piece.moved && compared.sees_moves_of(piece.kind)).hash(twin);
    if piece.attributes.is_empty() {
        return;
    }
    for (_, variable) in compared.variables() {
        if variable.holder == Holder::Piece && variable.kinds.contains(piece.kind) {
            twin.write_i16(piece.attributes[variable.offset]);
        }
    }
}
