//! What native code leaves to functions, without leaving: what is seldom asked or takes long in any case.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, Block, Signature, Value, types};
use cranelift_codegen::isa::CallConv;

use crate::engine::rush::code::Code;
use crate::engine::rush::keyed::{BoardPlanes, Words};
use crate::engine::rush::lane::{Lane, value};
use crate::engine::rush::registers::Held;
use crate::engine::rush::run::Runner;
use crate::engine::state::{Turn, load};
use crate::program::Place;
use crate::program::node::NOBODY;

use super::emitter::{Base, Emitter};

/// So many values or words are compared one by one.
const FEW: usize = 4;

/// The position enters the history.
extern "C" fn note<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, _: u64) -> u64 {
    runner.is_new = runner.slow.note(lane, runner.rush.compared());
    0
}

/// The same where the part of its key is known that registers and names tell.
extern "C" fn note_told<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, told: u64) -> u64 {
    if let Some(words) = &runner.rush.words {
        runner.is_new = runner.slow.note_told(lane, words, told);
    }
    0
}

/// The position enters the history, if its whole key is known.
extern "C" fn note_key<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, key: u64) -> u64 {
    runner.is_new = runner.slow.note_key(lane, key);
    0
}

/// The position enters the history, if the key of its board is known.
extern "C" fn note_board<const W: usize>(runner: &mut Runner<'_, W>, _: &mut Lane<W>, key: u64) -> u64 {
    runner.slow.note_board(key);
    0
}

/// Looks whether a key is that of the board.
extern "C" fn check_board_key<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, key: u64) -> u64 {
    if let Some(planes) = &runner.rush.board {
        assert_eq!(key, runner.slow.board_key(lane, planes), "native code and runner make one key");
    }
    0
}

/// Looks whether a key is that of the position.
extern "C" fn check_key<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, key: u64) -> u64 {
    runner.slow.check_key(lane, key);
    0
}

/// Whether the position stands so many times: what is asked, how many times and whose turn it is, a byte each.
extern "C" fn is_repeated<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, asked: u64) -> u64 {
    let [board, times, mover, ..] = asked.to_le_bytes();
    if board == 0 && runner.slow.is_only_now() {
        // Whoever asks next need not look again.
        runner.is_new = true;
        return u64::from(times <= 1);
    }
    let is_repeated = runner.slow.is_repeated(lane, runner.rush.board.as_ref(), (board != 0, times), mover);
    runner.heed();
    u64::from(is_repeated)
}

/// Another decision was made; whether there may be no other.
extern "C" fn decide<const W: usize>(runner: &mut Runner<'_, W>, _: &mut Lane<W>, _: u64) -> u64 {
    runner.decide();
    runner.heed();
    u64::from(!runner.may_go_on())
}

/// What was counted of an option is forgotten.
extern "C" fn forget_counted<const W: usize>(runner: &mut Runner<'_, W>, _: &mut Lane<W>, _: u64) -> u64 {
    runner.slow.state.done.clear();
    0
}

/// The piece on a cell is taken: the cell in two bytes, by whom in the next; by who acts if that is nobody.
extern "C" fn capture<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, asked: u64) -> u64 {
    let [low, high, taker, ..] = asked.to_le_bytes();
    let taker = if taker == NOBODY { runner.slow.state.turn.who } else { taker };
    runner.capture(lane, u16::from_le_bytes([low, high]), taker);
    0
}

/// When a variable was set, if it was.
extern "C" fn written<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, variable: u64) -> u64 {
    let when = runner.written(lane, variable as u16) as u64;
    runner.heed();
    when
}

/// Carries out the instruction at a place; whether play goes on elsewhere than at the next one.
extern "C" fn execute<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, place: u64) -> u64 {
    let now = runner.rush.script.code[place as usize];
    let elsewhere = runner.execute_apart(lane, now);
    runner.heed();
    u64::from(elsewhere.is_some())
}

/// Sows what lies on a cell: a byte each for the first register of the values, the one that tells the cell, the direction and the cells
/// left out, and two for the variable.
extern "C" fn sow<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, asked: u64) -> u64 {
    let [first, from, way, except, low, high, ..] = asked.to_le_bytes();
    runner.sow(lane, (first, from, way, except, u16::from_le_bytes([low, high])));
    runner.heed_effort();
    0
}

/// Finds the groups without an empty cell beside them.
extern "C" fn surrounded<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, to: u64) -> u64 {
    lane.sets[to as u8 as usize] = runner.surrounded(lane);
    0
}

/// Whether a walk leads from cells through others: a byte each for both, the number of steps, and whether it goes in all directions.
extern "C" fn can_walk<const W: usize>(runner: &mut Runner<'_, W>, lane: &mut Lane<W>, asked: u64) -> u64 {
    let [from, through, steps, is_any, ..] = asked.to_le_bytes().map(usize::from);
    let can_walk = runner.can_walk(lane.sets[from], lane.sets[through], (value(lane.numbers[steps]), is_any != 0));
    runner.heed_effort();
    u64::from(can_walk)
}

/// A function that native code may call with the runner, the registers and a word.
type Helper<const W: usize> = extern "C" fn(&mut Runner<'_, W>, &mut Lane<W>, u64) -> u64;

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that a function carries out; no if there is none for it.
    pub(super) fn emit_call(&mut self, code: &Code) -> bool {
        match *code {
            Code::Note(player) => match self.rush.compared() {
                (Some(words), _) => self.note(words, player),
                (None, Some(planes)) => self.note_board(planes),
                (None, None) => _ = self.ask(note::<W>, 0),
            },
            Code::IfRepeated(board, times, mover, to) => {
                let next = match (board, &self.rush.board) {
                    _ if times < 2 => None,
                    (false, _) => Some(self.pass_if_new()),
                    (true, planes) => planes.as_ref().map(|planes| self.pass_if_board_is_new(planes)),
                };
                let asked = [u8::from(board), times, mover, 0, 0, 0, 0, 0];
                let is_repeated = self.ask(is_repeated::<W>, u64::from_le_bytes(asked));
                self.branch(is_repeated, to);
                if let Some(next) = next {
                    self.builder.jump(next, &[]);
                    self.builder.switch_to_block(next);
                }
            }
            Code::IfOnRow(row, _, of, to) => {
                let of = self.set(of);
                let any = self.begins_row(row, of[0]);
                let (asks, next) = (self.builder.create_block(), self.builder.create_block());
                self.builder.brif(any, asks, &[], next, &[]);
                self.builder.set_cold_block(asks);
                self.builder.switch_to_block(asks);
                let known = self.known();
                let is_on_row = self.ask(execute::<W>, self.place as u64);
                self.branch(is_on_row, to);
                self.builder.jump(next, &[]);
                self.take_up(&known);
                self.builder.switch_to_block(next);
            }
            Code::Written(variable) => {
                let Some(register) = self.rush.registers.written[usize::from(variable)] else { return true };
                let when = match self.is_first(variable) {
                    Some(is_first) => {
                        let turns = self.load_field(Base::Turn, offset_of!(Turn, turns), types::I32);
                        let turns = self.builder.uextend(types::I64, turns);
                        let (now, never) = (self.builder.iadd_imm_s(turns, 1), self.word(0));
                        self.builder.select(is_first, never, now)
                    }
                    None => self.ask(written::<W>, variable.into()),
                };
                self.put_number(register, when);
            }
            _ => return false,
        }
        true
    }

    /// A word that is zero if no row of a sort begins anywhere in a set, on a board of one word.
    fn begins_row(&mut self, row: u8, of: Value) -> Value {
        let rush = self.rush;
        let mut any = self.word(0);
        for shifts in rush.doubled(row).into_iter().flat_map(|doubled| doubled.shifts()) {
            let mut begins = of;
            for &(from, by) in shifts.iter().filter(|shift| **shift != (u64::MAX, 0)) {
                let ahead = self.builder.ushr_imm_u(begins, by.into());
                let from = self.word(from as i64);
                let both = self.builder.band(begins, ahead);
                begins = self.builder.band(both, from);
            }
            any = self.builder.bor(any, begins);
        }
        any
    }

    /// Whether a variable has its first values, if that is soon asked.
    fn is_first(&mut self, variable: u16) -> Option<Value> {
        let (rush, program) = (self.rush, self.program);
        let about = program.variables.get(usize::from(variable))?;
        let mut apart = self.word(0);
        match (*rush.registers.variables.get(usize::from(variable))?, about.place) {
            (Held::Numbers(register), place) if about.count <= FEW => {
                for index in 0..about.count {
                    let now = self.number(register + index as u8);
                    let first = self.word(load(&program.blank, place, index));
                    let differs = self.builder.bxor(now, first);
                    apart = self.builder.bor(apart, differs);
                }
            }
            (Held::Sets(register), Place::Sets(at)) if about.count.max(1) * W <= FEW => {
                for index in 0..about.count.max(1) {
                    let now = self.set(register + index as u8);
                    for (word, now) in now.into_iter().enumerate() {
                        let first = self.word(program.blank[at as usize + index * W + word] as i64);
                        let differs = self.builder.bxor(now, first);
                        apart = self.builder.bor(apart, differs);
                    }
                }
            }
            _ => return None,
        }
        Some(self.builder.icmp_imm_u(IntCC::Equal, apart, 0))
    }

    /// The position enters the history. Who builds this for tests looks whether its key is right.
    fn note(&mut self, words: &Words, player: u8) {
        self.begin_phase();
        let Some(key) = self.whole_key(words, player) else {
            let told = self.told_key(words);
            self.ask_of(note_told::<W>, told);
            return;
        };
        if cfg!(debug_assertions) {
            self.ask_of(check_key::<W>, key);
        }
        self.push_key(key, false);
        self.set_turn(offset_of!(Turn, noted), types::I8, 1);
    }

    /// The same where repetition compares what lies on the board.
    fn note_board(&mut self, planes: &BoardPlanes) {
        self.begin_phase();
        let key = self.known_board_key(planes);
        self.push_key(key, true);
        self.set_turn(offset_of!(Turn, noted), types::I8, 1);
    }

    /// The key of the board. Who builds this for tests looks whether it is right.
    fn known_board_key(&mut self, planes: &BoardPlanes) -> Value {
        let key = self.board_key(planes);
        if cfg!(debug_assertions) {
            self.ask_of(check_board_key::<W>, key);
        }
        key
    }

    /// The position enters the history by a function.
    pub(super) fn note_key(&mut self, key: Value, is_of_board: bool) {
        self.ask_of(if is_of_board { note_board::<W> } else { note_key::<W> }, key);
    }

    /// Goes to a block, which is given, if the position is noted and was never noted before.
    fn pass_if_new(&mut self) -> Block {
        let passes = self.at_hand.is_new.take().unwrap_or_else(|| {
            let noted = self.load_field(Base::Turn, offset_of!(Turn, noted), types::I8);
            let is_new = self.load_field(Base::Runner, offset_of!(Runner<'static, W>, is_new), types::I8);
            self.builder.band(noted, is_new)
        });
        let (asks, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(passes, next, &[], asks, &[]);
        self.builder.switch_to_block(asks);
        next
    }

    /// Goes to a block, which is given, if what lies on the board surely never lay there before.
    fn pass_if_board_is_new(&mut self, planes: &BoardPlanes) -> Block {
        let key = self.known_board_key(planes);
        let never_stood = self.never_stood(key);
        let (asks, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(never_stood, next, &[], asks, &[]);
        self.builder.switch_to_block(asks);
        next
    }

    /// Writes that another decision was made, with all that is due then; not zero if there may be no other.
    pub(super) fn decide(&mut self) -> Value {
        self.ask(decide::<W>, 0)
    }

    /// Writes that what was counted of an option is forgotten.
    pub(super) fn forget_counted(&mut self) {
        self.ask(forget_counted::<W>, 0);
    }

    /// Writes that the piece on a cell is taken by a player, or by who acts if it is nobody.
    pub(super) fn capture(&mut self, cell: Value, taker: u8) {
        let taker = self.word(i64::from(taker) << 16);
        let asked = self.builder.bor(cell, taker);
        self.ask_of(capture::<W>, asked);
        self.load_flowing();
    }

    /// Writes a call that carries out the instruction that is written, whatever registers that changes. Whether play may go on at the
    /// next one.
    pub(super) fn emit_execution(&mut self, code: &Code) -> bool {
        if code.is_of_search() {
            return self.emit_search(code);
        }
        if let Code::Surrounded(to) = *code
            && self.finds_surrounded()
        {
            self.emit_surrounded(to);
            return true;
        }
        let elsewhere = match *code {
            Code::Surrounded(to) => self.ask_surrounded(to),
            Code::IfWalks(from, through, steps, is_any, _) => {
                self.ask(can_walk::<W>, u64::from_le_bytes([from, through, steps, is_any.into(), 0, 0, 0, 0]))
            }
            Code::Sow(first, from, way, except, variable) => {
                let [low, high] = variable.to_le_bytes();
                self.ask(sow::<W>, u64::from_le_bytes([first, from, way, except, low, high, 0, 0]))
            }
            _ => self.ask(execute::<W>, self.place as u64),
        };
        self.load_flowing();
        let mut code = *code;
        if let Some(&mut to) = code.target() {
            self.branch(elsewhere, to);
        }
        code.goes_on()
    }

    /// Writes a call that finds the groups without an empty cell beside them.
    pub(super) fn ask_surrounded(&mut self, to: u8) -> Value {
        self.ask(surrounded::<W>, to.into())
    }

    /// What a function answers. Sets that flow are not read again.
    fn ask(&mut self, function: Helper<W>, word: u64) -> Value {
        let word = self.word(word as i64);
        self.ask_of(function, word)
    }

    fn ask_of(&mut self, function: Helper<W>, word: Value) -> Value {
        self.ask_at(function as usize, &[word])
    }

    /// What the function at an address answers that takes the runner, the registers and some words.
    pub(super) fn ask_at(&mut self, function: usize, words: &[Value]) -> Value {
        self.store_flowing();
        let function = self.word(function as i64);
        let (runner, lane) = (self.base(Base::Runner), self.base(Base::Lane));
        self.call(function, self.call_conv, &[&[runner, lane], words].concat())
    }

    /// Calls a function that takes words and gives one. What was at hand is read again when it is needed next: else it would be
    /// kept on the stack in the meantime.
    pub(super) fn call(&mut self, function: Value, how: CallConv, words: &[Value]) -> Value {
        let mut signature = Signature::new(how);
        signature.params = vec![AbiParam::new(types::I64); words.len()];
        signature.returns.push(AbiParam::new(types::I64));
        let signature = self.builder.import_signature(signature);
        let call = self.builder.call_indirect(signature, function, words);
        self.forget();
        self.builder.inst_results(call)[0]
    }
}
