//! Keys: numbers of 128 bits that are equal when positions are.
//!
//! # Equality
//! A position is its pieces with their attributes, the hands, the variables, the terrain, whose turn it is, who is
//! out, and where in the turn play stands with the names kept there. Variables of the record, history, counters and
//! the number of turns are left out; which pieces have moved counts only where a rule asks for it.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::rules::Rules;
use crate::rules::model::{Holder, journey};
use crate::rules::types::Value;
use crate::syntax::ast::Lifetime;

use super::state::{Piece, State};

/// Two hashers with different beginnings.
struct Twin(DefaultHasher, DefaultHasher);

impl Twin {
    fn new() -> Self {
        let mut second = DefaultHasher::new();
        second.write_u64(0x9e37_79b9_7f4a_7c15);
        Self(DefaultHasher::new(), second)
    }

    fn key(&self) -> u128 {
        u128::from(self.0.finish()) << 64 | u128::from(self.1.finish())
    }
}

impl Hasher for Twin {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl State {
    /// The key of the position.
    pub fn key(&self, rules: &Rules) -> u128 {
        self.key_with(rules, &self.kept)
    }

    /// The key of the position without the journey: how the piece came to its cell does not matter.
    pub fn chain_key(&self, rules: &Rules) -> u128 {
        let mut kept = self.kept.clone();
        for name in [journey::ORIGIN, journey::LANDING, journey::WAY, journey::PASSED, journey::JUMPED] {
            kept[name] = Value::NONE;
        }
        self.key_with(rules, &kept)
    }

    /// The key of the pieces alone.
    pub fn board_key(&self) -> u128 {
        let mut twin = Twin::new();
        for stack in &self.stacks {
            twin.write_usize(stack.len());
            for piece in stack {
                (piece.kind, piece.owner).hash(&mut twin);
            }
        }
        twin.key()
    }

    fn key_with(&self, rules: &Rules, kept: &[Value]) -> u128 {
        let mut twin = Twin::new();
        for stack in &self.stacks {
            twin.write_usize(stack.len());
            for piece in stack {
                hash_piece(piece, rules, &mut twin);
            }
        }
        self.hash_variables(rules, &mut twin);
        (&self.hands, &self.terrain, kept, &self.out).hash(&mut twin);
        (self.mover, self.me, self.phase, self.pc).hash(&mut twin);
        twin.key()
    }

    fn hash_variables(&self, rules: &Rules, twin: &mut Twin) {
        for (number, variable) in rules.variables.iter().enumerate() {
            if variable.lifetime == Lifetime::TwoTurns {
                (self.written[number] > self.turns).hash(twin);
            }
            if variable.lifetime != Lifetime::Record && variable.holder != Holder::Piece {
                self.variables[variable.offset..variable.offset + variable.count].hash(twin);
            }
        }
    }
}

fn hash_piece(piece: &Piece, rules: &Rules, twin: &mut Twin) {
    (piece.kind, piece.owner, piece.moved && rules.asks_unmoved).hash(twin);
    if piece.attributes.is_empty() {
        return;
    }
    for variable in rules.variables.iter().filter(|variable| variable.holder == Holder::Piece) {
        if variable.lifetime != Lifetime::Record && variable.kinds.contains(piece.kind) {
            twin.write_i16(piece.attributes[variable.offset]);
        }
    }
}
