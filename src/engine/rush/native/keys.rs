//! Native code for the keys by which positions are known again.

use std::mem::{offset_of, size_of};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Value, types};

use crate::engine::history::{CHAINS, Entry, History, Ledger, MARKED, MARKS, OF_KEY, ONE, ROOM, SEVERAL};
use crate::engine::key::{OF_LAST, OF_PAIR, SEED, TURN, lasting};
use crate::engine::rush::keyed::{BoardPlanes, Part, Told, Words, Written};
use crate::engine::rush::run::Runner;
use crate::engine::rush::slow::Slow;
use crate::engine::scratch::Scratch;
use crate::engine::state::Turn;
use crate::program::node::{NOBODY, NOTHING};

use super::emitter::{Base, Emitter};

impl<const W: usize> Emitter<'_, W> {
    /// The part of a key that registers and names tell: the sum of what words make of it, two by two or each by itself.
    ///
    /// ```text
    ///   sets of the position:  3f00… 00ff… 8100…  ──► each spread by another, or by a number of its own ──┐
    ///   numbers, packed:       [hand 3][hand 0]   ──► the same                                           ─┴─► sum
    /// ```
    pub(super) fn told_key(&mut self, words: &Words) -> Value {
        let salts = &words.salts;
        let mut sum = self.word(words.names_key as i64);
        for (&at, told) in words.told.iter().filter(|(at, _)| salts.words[**at][1] != 0) {
            let [salt, factor] = salts.words[at];
            let word = self.told_word(told);
            let (salted, factor) = (self.salted(word, salt), self.word(factor as i64));
            let spread = self.folded(salted, factor);
            sum = self.builder.iadd(sum, spread);
        }
        for pair in &words.pairs {
            let [first, second] = pair.map(|at| {
                let word = self.told_word(&words.told[&at]);
                self.salted(word, salts.words[at][0])
            });
            let spread = self.folded(first, second);
            sum = self.builder.iadd(sum, spread);
        }
        sum
    }

    /// A word that registers tell.
    fn told_word(&mut self, told: &Told) -> Value {
        let parts = match told {
            Told::Set(register, word) => return self.set(*register)[*word],
            Told::Packed(parts) => parts,
        };
        let word = parts.iter().fold(None, |word, part| {
            let bits = self.written_bits(part);
            Some(word.map_or(bits, |word| self.builder.bor(word, bits)))
        });
        word.unwrap_or_else(|| self.word(0))
    }

    /// Play stands at the beginning of the phase.
    pub(super) fn begin_phase(&mut self) {
        let phase = self.load_field(Base::Turn, offset_of!(Turn, phase), types::I16);
        let nowhere = self.builder.iconst(types::I32, 0);
        let program = self.program;
        let pc = (0..).zip(&program.rules.phases).fold(nowhere, |pc, (number, other)| {
            let entry = self.builder.iconst(types::I32, other.entry as i64);
            match program.rules.phases.len() {
                1 => entry,
                _ => {
                    let is_this = self.builder.icmp_imm_u(IntCC::Equal, phase, number);
                    self.builder.select(is_this, entry, pc)
                }
            }
        });
        self.store_field(Base::Turn, offset_of!(Turn, pc), pc);
    }

    /// The whole key, as [`Slow::completed_key`] tells it; none if it is not [`Words::are_all_told`].
    pub(super) fn whole_key(&mut self, words: &Words, player: u8) -> Option<Value> {
        if !words.are_all_told {
            return None;
        }
        let told = self.told_key(words);
        let rest = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, rest_key), types::I64);
        let told = self.builder.iadd(told, rest);
        let place = self.place_key(player);
        let key = self.builder.bxor(told, place);
        let key = self.with_moved(key, words);
        Some(self.with_written(key, words))
    }

    /// A key with the pieces that have moved, where that is asked.
    fn with_moved(&mut self, key: Value, words: &Words) -> Value {
        let Some((asked, moved)) = &words.moved else { return key };
        let empty = self.empty();
        let asked = asked.iter().fold(empty, |all, &kind| {
            let kind = self.set(kind);
            std::array::from_fn(|word| self.builder.bor(all[word], kind[word]))
        });
        let moved = self.set(*moved);
        let moved: Vec<Value> = (0..W).map(|word| self.builder.band(asked[word], moved[word])).collect();
        self.hashed(key, &moved)
    }

    /// A key with the variables that will last this turn, by what is [laid on it](crate::engine::key::lasting) for each.
    fn with_written(&mut self, key: Value, words: &Words) -> Value {
        if words.written.is_empty() {
            return key;
        }
        let turns = self.load_field(Base::Turn, offset_of!(Turn, turns), types::I32);
        let turns = self.builder.uextend(types::I64, turns);
        words.written.iter().fold(key, |key, &(register, at)| {
            let when = self.number(register);
            let lasts = self.builder.icmp(IntCC::SignedGreaterThan, when, turns);
            let other = self.salted(key, lasting(at));
            self.builder.select(lasts, other, key)
        })
    }

    /// What it makes of a key that play stands at the beginning of a turn of a player.
    fn place_key(&mut self, player: u8) -> Value {
        let known = SEED ^ u64::from(player) << 8 ^ u64::from(NOBODY);
        if let [only] = self.program.rules.phases.as_slice() {
            return self.word((known ^ (only.entry as u64) << 32) as i64);
        }
        let pc = self.load_field(Base::Turn, offset_of!(Turn, pc), types::I32);
        let phase = self.load_field(Base::Turn, offset_of!(Turn, phase), types::I16);
        let (pc, phase) = (self.builder.uextend(types::I64, pc), self.builder.uextend(types::I64, phase));
        let (pc, phase) = (self.builder.ishl_imm_u(pc, 32), self.builder.ishl_imm_u(phase, 16));
        let place = self.builder.bor(pc, phase);
        self.salted(place, known)
    }

    /// The key of what lies on the board, as [`Slow::board_key`] tells it.
    pub(super) fn board_key(&mut self, planes: &BoardPlanes) -> Value {
        let words: Vec<Value> = planes.registers().iter().flat_map(|&plane| self.set(plane)).collect();
        let seed = self.word(SEED as i64);
        self.hashed(seed, &words)
    }

    /// Whether a key of what lies on the board surely is not in the history.
    pub(super) fn never_stood(&mut self, key: Value) -> Value {
        let (_, _, ledger) = self.ledger(offset_of!(History, boards));
        let [looks, next] = [(); 2].map(|()| self.builder.create_block());
        let answer = self.builder.append_block_param(next, types::I8);
        // Without a ledger all keys are zero.
        let unknown = self.builder.iconst(types::I8, 0);
        self.builder.brif(ledger, looks, &[], next, &[unknown.into()]);
        self.builder.switch_to_block(looks);
        let [_, known, alone] = self.mark_of(ledger, key);
        let is_new = self.is_new(known, alone);
        self.builder.jump(next, &[is_new.into()]);
        self.builder.switch_to_block(next);
        answer
    }

    /// The scratch, how many positions the history has, and where the ledger lies in a field of it.
    fn ledger(&mut self, field: usize) -> (Value, Value, Value) {
        let scratch = offset_of!(Runner<'static, W>, slow) + offset_of!(Slow<'static, W>, scratch);
        let scratch = self.load_field(Base::Runner, scratch, types::I64);
        let history = offset_of!(Scratch<W>, history);
        let len = self.load_from(scratch, history + offset_of!(History, len), types::I64);
        let ledger = self.load_from(scratch, history + field, types::I64);
        (scratch, len, ledger)
    }

    /// How far before [`Ledger::latest`] the number lies of the latest entry in the chain of a key, from its first byte on.
    fn latest_of(&mut self, ledger: Value, key: Value) -> Value {
        let chain = self.builder.band_imm_u(key, CHAINS as i64 - 1);
        let latest = self.builder.ishl_imm_u(chain, size_of::<u32>().trailing_zeros().into());
        self.builder.iadd(ledger, latest)
    }

    /// The position with a key enters the history, as [`History::push`] says. A function sees to the first ones and to those
    /// for which there is no room.
    ///
    /// ```text
    ///   latest[last bits of key]: 3 ──► 7      entries[6] = key, before 3       len: 6 ──► 7
    /// ```
    pub(super) fn push_key(&mut self, key: Value, is_of_board: bool) {
        let (positions, boards) = (offset_of!(History, positions), offset_of!(History, boards));
        let history = offset_of!(Scratch<W>, history);
        let (scratch, len, ledger) = self.ledger(if is_of_board { boards } else { positions });
        let [by_function, asks_for_room, writes, next] = [(); 4].map(|()| self.builder.create_block());
        let is_new = self.builder.append_block_param(next, types::I8);
        self.builder.brif(ledger, asks_for_room, &[], by_function, &[]);
        self.builder.switch_to_block(asks_for_room);
        let has_room = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, len, ROOM as i64);
        self.builder.brif(has_room, writes, &[], by_function, &[]);

        self.builder.switch_to_block(by_function);
        self.builder.set_cold_block(by_function);
        let known = self.known();
        self.note_key(key, is_of_board);
        self.take_up(&known);
        let told = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, is_new), types::I8);
        self.builder.jump(next, &[told.into()]);

        self.builder.switch_to_block(writes);
        let is_first = self.mark(ledger, key);
        let latest = self.latest_of(ledger, key);
        let entry = self.times(len, size_of::<Entry>());
        let entry = self.builder.iadd(ledger, entry);
        let before = self.load_from(latest, offset_of!(Ledger, latest), types::I32);
        let more = self.builder.iadd_imm_s(len, 1);
        let number = self.builder.ireduce(types::I32, more);
        self.store_to(latest, offset_of!(Ledger, latest), number);
        self.store_to(entry, offset_of!(Ledger, entries) + offset_of!(Entry, key), key);
        self.store_to(entry, offset_of!(Ledger, entries) + offset_of!(Entry, before), before);
        self.store_to(scratch, history + offset_of!(History, len), more);
        if !is_of_board {
            self.store_field(Base::Runner, offset_of!(Runner<'static, W>, is_new), is_first);
        }
        self.builder.jump(next, &[is_first.into()]);
        self.builder.switch_to_block(next);
        self.at_hand.is_new = Some(is_new).filter(|_| !is_of_board);
    }

    /// How far before [`Ledger::marks`] the mark lies that tells of a key, that mark, and what it would be of that key alone.
    fn mark_of(&mut self, ledger: Value, key: Value) -> [Value; 3] {
        let place = self.builder.band_imm_u(key, MARKS as i64 - 1);
        let at = self.builder.iadd(ledger, place);
        let known = self.load_from(at, offset_of!(Ledger, marks), types::I8);
        let known = self.builder.uextend(types::I64, known);
        let of_key = self.builder.ushr_imm_u(key, MARKED.into());
        let of_key = self.builder.band_imm_u(of_key, OF_KEY.into());
        let alone = self.builder.bor_imm_u(of_key, ONE.into());
        [at, known, alone]
    }

    /// Marks that a key enters the ledger. Whether it is known never to have stood there, as [`History::push`] tells it.
    fn mark(&mut self, ledger: Value, key: Value) -> Value {
        let [at, known, alone] = self.mark_of(ledger, key);
        let with_others = self.builder.bor_imm_u(alone, SEVERAL.into());
        let mark = self.builder.select(known, with_others, alone);
        let mark = self.builder.ireduce(types::I8, mark);
        self.store_to(at, offset_of!(Ledger, marks), mark);
        self.is_new(known, alone)
    }

    /// Whether a key surely never stood, as the mark says that tells of it.
    fn is_new(&mut self, known: Value, alone: Value) -> Value {
        let crossed = self.builder.bxor(known, alone);
        let less = self.builder.iadd_imm_s(crossed, -1);
        self.builder.icmp_imm_u(IntCC::UnsignedLessThan, less, i64::from(SEVERAL) - 1)
    }

    /// As [`crate::engine::key`] spreads some words over a key.
    fn hashed(&mut self, key: Value, words: &[Value]) -> Value {
        words.chunks(2).fold(key, |key, words| {
            let spread = match *words {
                [first, second, ..] => {
                    let (salted, keyed) = (self.salted(first, OF_PAIR), self.builder.bxor(second, key));
                    self.folded(salted, keyed)
                }
                _ => {
                    let (salted, keyed) = (self.salted(words[0], OF_LAST[0]), self.salted(key, OF_LAST[1]));
                    self.folded(salted, keyed)
                }
            };
            let turned = self.builder.rotl_imm_u(key, TURN.into());
            self.builder.bxor(spread, turned)
        })
    }

    /// A word with a number laid on it.
    pub(super) fn salted(&mut self, word: Value, salt: u64) -> Value {
        let salt = self.word(salt as i64);
        self.builder.bxor(word, salt)
    }

    /// As [`crate::engine::key::folded`].
    pub(super) fn folded(&mut self, a: Value, b: Value) -> Value {
        let (low, high) = self.product(a, b);
        self.builder.bxor(high, low)
    }

    /// The lower and the upper half of a product, by one multiplication.
    pub(super) fn product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (a, b) = (self.builder.uextend(types::I128, a), self.builder.uextend(types::I128, b));
        let product = self.builder.imul(a, b);
        self.builder.isplit(product)
    }

    /// As [`Written::bits`], at their place.
    fn written_bits(&mut self, part: &Part) -> Value {
        let number = self.number(part.number);
        let bits = match part.written {
            Written::Yes => {
                let is_yes = self.builder.icmp_imm_s(IntCC::Equal, number, 1);
                self.builder.uextend(types::I64, is_yes)
            }
            Written::Above(bias, mask) => {
                let above = self.above(number, bias);
                self.builder.band_imm_u(above, mask as i64)
            }
            Written::Plain => {
                let nothing = self.word(NOTHING);
                self.builder.bxor(number, nothing)
            }
            // What lies beyond the word when it is shifted need not be taken away before.
            Written::Count(mask) if mask.leading_zeros() <= part.shift.into() => number,
            Written::Count(mask) => {
                let mask = self.word(mask as i64);
                self.builder.band(number, mask)
            }
        };
        match part.shift {
            0 => bits,
            shift => self.builder.ishl_imm_u(bits, i64::from(shift)),
        }
    }
}
