//! Sets as native code for slides works with them: both words of a set of two lie in one register of the processor, so that each
//! instruction does what it does with both.
//!
//! ```text
//!   word 1     word 0       the highest place first, by 3 places up
//!   ······■·   ■·■···■·
//!   ···■····   ···■····     both words are moved at once; what leaves its word is gone
//!   ·····■·■   ········     word 0 in the place of word 1, moved the other way: what has left word 0
//!   ···■·■·■   ···■····     both together
//! ```
//!
//! There are registers of this sort that nothing else needs, so sets stay in them for longer.

use cranelift_codegen::ir::Value;

use crate::engine::bits::Bits;
use crate::engine::rush::code::S;

use super::emitter::{Emitter, Words};
use super::worked_out::{Fill, Wide};

/// Whether sets that are moved by so many cell numbers are worked with in pairs of words. Who slides to the next cell number is found by
/// adding, which is done with one word after the other.
const fn are_paired<const W: usize>(by: i32) -> bool {
    W == 2 && by != 1
}

/// Two sets, both pairs or both word by word.
enum Both<const W: usize> {
    Pairs(Value, Value),
    Words(Words<W>, Words<W>),
}

impl<const W: usize> Emitter<'_, W> {
    /// A set as it is worked with where it is moved by so many cell numbers.
    pub(super) fn wide(&mut self, words: Words<W>, by: i32) -> Wide<W> {
        match are_paired::<W>(by) {
            true => self.as_pair(words),
            false => Wide::Words(words),
        }
    }

    /// A set of two words as a pair.
    pub(super) fn as_pair(&mut self, words: Words<W>) -> Wide<W> {
        self.once(Fill::Pair(words), |emitter| {
            let constants = [0, 1].map(|word| emitter.builder.constant(words[word]));
            Wide::Pair(match constants {
                [Some(low), Some(high)] => emitter.builder.pair([low, high]),
                _ => {
                    let [low, high] = [0, 1].map(|word| emitter.builder.first_of_pair(words[word]));
                    emitter.builder.firsts(low, high)
                }
            })
        })
    }

    /// What is asked for, worked out if it is not at hand.
    pub(super) fn once(&mut self, asked: Fill<W>, work_out: impl FnOnce(&mut Self) -> Wide<W>) -> Wide<W> {
        if let Some(known) = self.at_hand.fills.get(&asked) {
            return known;
        }
        let wide = work_out(self);
        self.at_hand.fills.put(asked, wide);
        wide
    }

    /// Whether both words of a set lie in one register already.
    pub(super) fn pair_at_hand(&self, words: Words<W>) -> Option<Value> {
        match self.at_hand.fills.get(&Fill::Pair(words)) {
            Some(Wide::Pair(pair)) => Some(pair),
            _ => None,
        }
    }

    /// The words of such a set.
    pub(super) fn words_of(&mut self, wide: Wide<W>) -> Words<W> {
        let pair = match wide {
            Wide::Words(words) => return words,
            Wide::Pair(pair) => pair,
        };
        let asked = Fill::WordsOf(pair);
        if let Some(Wide::Words(words)) = self.at_hand.fills.get(&asked) {
            return words;
        }
        let words = std::array::from_fn(|word| self.builder.word_of(pair, word as u8));
        self.at_hand.fills.put(asked, Wide::Words(words));
        self.at_hand.fills.put(Fill::Pair(words), wide);
        words
    }

    /// A set as another one is worked with.
    pub(super) fn alike(&mut self, words: Words<W>, other: Wide<W>) -> Wide<W> {
        match other {
            Wide::Pair(_) => self.as_pair(words),
            Wide::Words(_) => Wide::Words(words),
        }
    }

    /// The same for one that is known while code is written.
    pub(super) fn wide_constant(&mut self, set: Bits<W>, other: Wide<W>) -> Wide<W> {
        let words = set.0.map(|word| self.word(word as i64));
        self.alike(words, other)
    }

    /// How many members the set in a register has. A pair that lies there too is read from there: so its words come sooner to where
    /// they are counted.
    pub(super) fn count_of_set(&mut self, register: S) -> Value {
        let words = self.set(register);
        match self.is_part(words) && self.lies_in_memory(register) {
            true => self.count_in_memory(register),
            false => self.count(words),
        }
    }

    /// Whether words are only known as those of a pair.
    fn is_part(&self, words: Words<W>) -> bool {
        let pair = self.pair_at_hand(words);
        pair.is_some_and(|pair| self.at_hand.fills.get(&Fill::WordsOf(pair)) == Some(Wide::Words(words)))
    }

    pub(super) fn wide_and(&mut self, a: Wide<W>, b: Wide<W>) -> Wide<W> {
        match self.both(a, b) {
            Both::Pairs(a, b) => Wide::Pair(self.builder.band(a, b)),
            Both::Words(a, b) => Wide::Words(self.and(a, b)),
        }
    }

    pub(super) fn wide_or(&mut self, a: Wide<W>, b: Wide<W>) -> Wide<W> {
        match self.both(a, b) {
            Both::Pairs(a, b) => Wide::Pair(self.builder.bor(a, b)),
            Both::Words(a, b) => Wide::Words(self.or(a, b)),
        }
    }

    /// Two sets that are worked with together.
    fn both(&mut self, a: Wide<W>, b: Wide<W>) -> Both<W> {
        match (a, b) {
            (Wide::Pair(a), Wide::Pair(b)) => Both::Pairs(a, b),
            (a, b) => Both::Words(self.words_of(a), self.words_of(b)),
        }
    }

    /// As [`Self::shifted`].
    pub(super) fn wide_moved(&mut self, set: Wide<W>, by: i32) -> Wide<W> {
        let pair = match set {
            Wide::Words(words) => return Wide::Words(self.shifted(words, by)),
            Wide::Pair(pair) => pair,
        };
        let (is_up, by) = (by > 0, i64::from(by.unsigned_abs()));
        let nothing = self.nothing();
        // The word that what leaves the other comes to, with that one in its place, and nothing in the other's.
        let crossing = match is_up {
            true => self.builder.firsts(nothing, pair),
            false => self.builder.seconds(pair, nothing),
        };
        if by >= 64 {
            return Wide::Pair(self.pair_within(crossing, by - 64, is_up));
        }
        let (near, over) = (self.pair_within(pair, by, is_up), self.pair_within(crossing, 64 - by, !is_up));
        Wide::Pair(self.builder.bor(near, over))
    }

    fn nothing(&mut self) -> Value {
        if let Some(Wide::Pair(nothing)) = self.at_hand.fills.get(&Fill::Nothing) {
            return nothing;
        }
        let nothing = self.builder.pair([0, 0]);
        self.at_hand.fills.put(Fill::Nothing, Wide::Pair(nothing));
        nothing
    }

    /// Both words of a pair with their bits moved up or down; what is moved beyond a word is gone.
    fn pair_within(&mut self, pair: Value, bits: i64, is_up: bool) -> Value {
        if bits >= 64 {
            return self.nothing();
        }
        let bits = self.word(bits);
        match is_up {
            true => self.builder.ishl(pair, bits),
            false => self.builder.ushr(pair, bits),
        }
    }
}
