//! Native code for searches of options: what they note and where they go back to is for functions, which tell where play goes on.
//!
//! ```text
//!   EachOfRows ──► no row has an option ──► function: back to the latest way that is still to be gone ──┐
//!              └─► function: notes a way for each option ───────────────────────────────────────────────┼──► place: dispatched
//!   Found, Link ──► key of registers at hand ──► function: is it new? ──► no ──► function: back ────────┘
//!                                                                    └──► yes: the next instruction
//!   Each ──► no member ──► function: back ──► place: dispatched
//!        ├─► one member ───────────────────────────────────────────────► it is bound: the next instruction
//!        └─► several ──► function: notes the ways of all but the first ──┘
//! ```

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::rush::code::{Code, L, N, S};
use crate::engine::rush::explore::salts;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::run::Runner;

use super::emitter::{Emitter, Words};

/// So many words make a key at most that is written out: code for more takes longer to be read than a function takes.
const FEW: usize = 32;

/// Noted in the place where a search goes on: it is not for native code to go on there.
const NOT_NATIVELY: u64 = 1 << L::BITS;

/// In the place of a place: play goes on with the next instruction.
const NEXT: u64 = u64::MAX;

/// Carries out the instruction of a search at a place; where play goes on.
extern "C" fn search<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64) -> u64 {
    let now = runner.rush.script.code[place as usize];
    match runner.search(lane, now, place as usize) {
        Some(place) => going_on(runner, place),
        None => NEXT,
    }
}

/// The key of the registers that the instruction at a place asks.
extern "C" fn asked_key<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64) -> u64 {
    runner.asked_key(lane, runner.rush.script.code[place as usize]).unwrap_or_default()
}

/// Looks whether a key is that of the registers that the instruction at a place asks.
extern "C" fn check_key<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64, key: u64) -> u64 {
    let now = runner.rush.script.code[place as usize];
    assert_eq!(runner.asked_key(lane, now), Some(key), "native code and runner make one key");
    0
}

/// Whether the piece that goes on has not come back to a position of its chain, whose key is given.
extern "C" fn links<const W: usize>(_: &mut Runner<'_, W>, lane: &mut Lane<W>, key: u64) -> u64 {
    u64::from(lane.search.links_to(key))
}

/// Whether no way was here with the same key.
extern "C" fn visits<const W: usize>(_: &mut Runner<'_, W>, lane: &mut Lane<W>, key: u64) -> u64 {
    u64::from(lane.search.visits(key))
}

/// Whether an option counts as much as those found before.
extern "C" fn counts_most<const W: usize>(_: &mut Runner<'_, W>, lane: &mut Lane<W>, number: u64) -> u64 {
    u64::from(lane.search.counts_most(number as i64))
}

/// Notes an option of a move with the key of what it leaves; where play goes on.
extern "C" fn find<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, number: u64, key: u64) -> u64 {
    match runner.find(lane, number as u16, key) {
        Some(place) => going_on(runner, place),
        None => NEXT,
    }
}

/// Notes the ways of all members of a set but the first, as the instruction at a place says; where play goes on.
extern "C" fn leave_others<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64) -> u64 {
    let Code::Each(name, from) = runner.rush.script.code[place as usize] else { return NEXT };
    match runner.leaves_others(lane, (name, lane.sets[usize::from(from)]), place as u32 + 1) {
        true => NEXT,
        false => back(runner, lane),
    }
}

/// Notes a way for each option of the numbered choice; where play goes on.
extern "C" fn each_of_rows<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, choice: u64) -> u64 {
    let place = runner.each_of_rows(lane, &runner.rush.script.choices[choice as usize]);
    going_on(runner, place)
}

/// Goes back to the latest way that is still to be gone; where play goes on.
extern "C" fn back<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>) -> u64 {
    let place = runner.back(lane);
    going_on(runner, place)
}

/// A place where play goes on, with a note if that is not for native code: there is no effort left.
#[inline]
fn going_on<const W: usize>(runner: &mut Runner<'_, W>, place: u32) -> u64 {
    // Effort was spent, or will be: that is seen to with the next decision.
    runner.quiet_until = 0;
    if !runner.slow.scratch.is_exhausted() {
        return place.into();
    }
    runner.heed();
    u64::from(place) | NOT_NATIVELY
}

impl<'a, const W: usize> Emitter<'a, W> {
    /// Writes an instruction of a search, and what follows it: play goes on at the next one, if that may be, or at a place that is told.
    /// Whether it may be.
    pub(super) fn emit_search(&mut self, code: &Code) -> bool {
        match *code {
            Code::Fail => self.end_way(),
            Code::EachOfRows(choice) => {
                self.end_way_without(choice);
                let choice = self.word(choice.into());
                let place = self.ask_at(each_of_rows::<W> as *const () as usize, &[choice]);
                self.dispatch(place);
            }
            Code::DrawFound(_) => {
                let place = self.ask_search();
                self.dispatch(place);
            }
            Code::Link => {
                let key = self.asked_key(code);
                let is_new = self.ask_at(links::<W> as *const () as usize, &[key]);
                self.end_way_unless(is_new);
            }
            Code::Revisit(_) => {
                let key = self.asked_key(code);
                let is_new = self.ask_at(visits::<W> as *const () as usize, &[key]);
                self.end_way_unless(is_new);
            }
            Code::Most(number) => {
                let number = self.number(number);
                let is_most = self.ask_at(counts_most::<W> as *const () as usize, &[number]);
                self.end_way_unless(is_most);
            }
            Code::Found(number) => {
                let key = self.asked_key(code);
                let number = self.word(number.into());
                let place = self.ask_at(find::<W> as *const () as usize, &[number, key]);
                self.dispatch_unless_next(place);
            }
            _ => {
                let place = self.ask_search();
                self.dispatch_unless_next(place);
                self.load_flowing();
            }
        }
        !matches!(code, Code::EachOfRows(_) | Code::Fail | Code::DrawFound(_))
    }

    /// The first of the members of a set, each of which goes a way of its own.
    pub(super) fn first_of_ways(&mut self, members: Words<W>) -> Value {
        let any = self.any(members);
        self.end_way_unless(any);
        let n = self.count(members);
        let is_one = self.builder.icmp_imm_u(IntCC::Equal, n, 1);
        let [next, parts] = [(); 2].map(|()| self.builder.create_block());
        self.builder.brif(is_one, next, &[], parts, &[]);
        self.builder.switch_to_block(parts);
        let known = self.known();
        let place = self.word(self.place as i64);
        let place = self.ask_at(leave_others::<W> as *const () as usize, &[place]);
        self.dispatch_unless_next(place);
        self.builder.jump(next, &[]);
        self.take_up(&known);
        self.builder.switch_to_block(next);
        self.first(members)
    }

    /// Writes a call that carries out the instruction of a search that is written; where play goes on.
    fn ask_search(&mut self) -> Value {
        let place = self.word(self.place as i64);
        self.ask_at(search::<W> as *const () as usize, &[place])
    }

    fn ask_back(&mut self) -> Value {
        self.ask_at(back::<W> as *const () as usize, &[])
    }

    /// The way that is gone comes to its end.
    fn end_way(&mut self) {
        let place = self.ask_back();
        self.dispatch(place);
    }

    /// The same if a value is zero.
    fn end_way_unless(&mut self, value: Value) {
        self.dispatch_unless(value, Self::ask_back);
    }

    /// Play goes on at a place that was told, unless that is the next one.
    fn dispatch_unless_next(&mut self, place: Value) {
        let is_next = self.builder.icmp_imm_s(IntCC::Equal, place, NEXT as i64);
        self.dispatch_unless(is_next, |_| place);
    }

    /// Where no row of a choice has an option, a search goes back at once: so most ways end.
    fn end_way_without(&mut self, choice: u16) {
        let Some(choice) = self.rush.script.choices.get(usize::from(choice)) else { return };
        let empty = self.empty();
        let any = choice.rows.iter().fold(empty, |any, row| {
            let landings = self.set(row.landings);
            self.or(any, landings)
        });
        let any = self.any(any);
        self.end_way_unless(any);
    }

    /// If a value is zero, play goes on where a function tells.
    fn dispatch_unless(&mut self, value: Value, ask: impl FnOnce(&mut Self) -> Value) {
        let [next, asks] = [(); 2].map(|()| self.builder.create_block());
        self.builder.brif(value, next, &[], asks, &[]);
        self.builder.switch_to_block(asks);
        let known = self.known();
        let place = ask(self);
        self.dispatch(place);
        self.take_up(&known);
        self.builder.switch_to_block(next);
    }

    /// The key of the registers that the instruction asks that is written.
    fn asked_key(&mut self, code: &Code) -> Value {
        let place = self.word(self.place as i64);
        let Some((sets, numbers)) = self.keyed_by(code) else {
            return self.ask_at(asked_key::<W> as *const () as usize, &[place]);
        };
        let key = self.key_of(sets, numbers);
        if cfg!(debug_assertions) {
            self.ask_at(check_key::<W> as *const () as usize, &[place, key]);
        }
        key
    }

    /// The registers that an instruction asks for their key, if they are few, and the same in all searches.
    fn keyed_by(&self, code: &Code) -> Option<&'a (Vec<S>, Vec<N>)> {
        let script = &self.rush.script;
        let mut by_search = (0..script.explorations.len()).map(|search| script.keyed_by(search, *code));
        let first = by_search.next()??;
        let n_words = first.0.len() * W + first.1.len();
        (n_words <= FEW && by_search.all(|other| other == Some(first))).then_some(first)
    }

    /// As [`Runner::asked_key`].
    fn key_of(&mut self, sets: &[S], numbers: &[N]) -> Value {
        let mut words: Vec<Value> = sets.iter().flat_map(|&set| self.set(set)).collect();
        words.extend(numbers.iter().map(|&number| self.number(number)));
        if words.len() % 2 == 1 {
            words.push(self.word(0));
        }
        let salted: Vec<Value> = words.into_iter().zip(salts()).map(|(word, salt)| self.salted(word, salt)).collect();
        salted.chunks(2).fold(self.word(0), |sum, two| {
            let spread = self.folded(two[0], two[1]);
            self.builder.iadd(sum, spread)
        })
    }
}
