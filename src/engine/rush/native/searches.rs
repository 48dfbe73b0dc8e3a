//! Native code for searches of options: what they note and where they go back to is for functions, which tell where play goes on.
//!
//! ```text
//!   EachOfRows ──► no row has an option ──► function: back to the latest way that is still to be gone ──┐
//!              └─► function: notes a way for each option ───────────────────────────────────────────────┼──► place: dispatched
//!   Found, Link ──► key of registers at hand ──► function: is it new? ──► no ───────────────────────────┘
//!                                                                    └──► yes: the next instruction
//! ```

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::rush::code::{Code, L, N, S};
use crate::engine::rush::explore::salts;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::run::Runner;

use super::emitter::Emitter;

/// So many words make a key at most that is written out: code for more takes longer to be read than a function takes.
const FEW: usize = 12;

/// Noted in the place where a search goes on: it is not for native code to go on there.
const NOT_NATIVELY: u64 = 1 << L::BITS;

/// Carries out the instruction of a search at a place; where play goes on.
extern "C" fn search<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64) -> u64 {
    let now = runner.rush.script.code[place as usize];
    let next = runner.search(lane, now, place as usize).map_or(place + 1, u64::from);
    going_on(runner, next)
}

/// The same, where the key is known of the registers that it asks.
extern "C" fn search_with<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64, key: u64) -> u64 {
    let now = runner.rush.script.code[place as usize];
    debug_assert_eq!(runner.asked_key(lane, now), Some(key), "native code and runner make one key");
    let next = runner.search_with(lane, now, place as usize, key).map_or(place + 1, u64::from);
    going_on(runner, next)
}

/// Goes back to the latest way that is still to be gone; where play goes on.
extern "C" fn back<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>) -> u64 {
    let next = runner.back(lane);
    going_on(runner, next.into())
}

/// A place where play goes on, with a note if that is not for native code.
#[inline]
fn going_on<const W: usize>(runner: &mut Runner<'_, W>, next: u64) -> u64 {
    // Effort was spent, or will be: that is seen to with the next decision.
    runner.quiet_until = 0;
    if runner.slow.scratch.is_exhausted() {
        runner.heed();
    }
    match runner.native.is_some_and(|native| native.may_be_entered(runner)) {
        true => next,
        false => next | NOT_NATIVELY,
    }
}

impl<'a, const W: usize> Emitter<'a, W> {
    /// Writes an instruction of a search, and what follows it: play goes on at the next one, if that may be, or at a place that is told.
    /// Whether it may be.
    pub(super) fn emit_search(&mut self, code: &Code) -> bool {
        if let Code::EachOfRows(choice) = *code {
            self.go_back_without(choice);
        }
        let next = match (code, self.keyed_by(code)) {
            (Code::Fail, _) => self.ask_back(),
            (_, Some((sets, numbers))) => {
                let key = self.key_of(sets, numbers);
                let place = self.word(self.place as i64);
                self.ask_at(search_with::<W> as *const () as usize, &[place, key])
            }
            _ => self.ask_search(),
        };
        if matches!(code, Code::EachOfRows(_) | Code::Fail | Code::DrawFound(_)) {
            self.dispatch(next);
            return false;
        }
        let is_next = self.builder.icmp_imm_u(IntCC::Equal, next, self.place as i64 + 1);
        self.dispatch_unless(is_next, |_| next);
        self.load_flowing();
        true
    }

    /// Writes a call that carries out the instruction of a search that is written; where play goes on.
    pub(super) fn ask_search(&mut self) -> Value {
        let place = self.word(self.place as i64);
        self.ask_at(search::<W> as *const () as usize, &[place])
    }

    fn ask_back(&mut self) -> Value {
        self.ask_at(back::<W> as *const () as usize, &[])
    }

    /// Where no row of a choice has an option, a search goes back at once: so most ways end.
    fn go_back_without(&mut self, choice: u16) {
        let Some(choice) = self.rush.script.choices.get(usize::from(choice)) else { return };
        let empty = self.empty();
        let any = choice.rows.iter().fold(empty, |any, row| {
            let landings = self.set(row.landings);
            self.or(any, landings)
        });
        let any = self.any(any);
        self.dispatch_unless(any, Self::ask_back);
    }

    /// If a value is zero, play goes on where a function tells.
    pub(super) fn dispatch_unless(&mut self, value: Value, ask: impl FnOnce(&mut Self) -> Value) {
        let [next, asks] = [(); 2].map(|()| self.builder.create_block());
        self.builder.brif(value, next, &[], asks, &[]);
        self.builder.switch_to_block(asks);
        let known = self.known();
        let place = ask(self);
        self.dispatch(place);
        self.take_up(&known);
        self.builder.switch_to_block(next);
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
        let zero = self.word(0);
        words.into_iter().zip(salts()).fold(zero, |sum, (word, salts)| self.with_spread(sum, word, salts))
    }
}
