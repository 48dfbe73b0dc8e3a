//! Writes native code, one instruction of a rush after the other.
//!
//! What lies elsewhere than in a register is read and written at a place that is told by a number, and for each such number
//! it is known below what it is: else the code is not proven, and is thrown away. A register lies in memory; what was read or written last in a stretch without a way in is still at hand there.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, JumpTableData, MemFlagsData, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilder;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L, N, REGISTERS, S, SlideFrom};
use crate::program::Program;
use crate::rules::model::{Arithmetic, Captured};

use super::{NO_ENTRY, proof};

/// The words of a set.
pub type Words<const W: usize> = [Value; W];

/// Writes native code.
pub struct Emitter<'a, const W: usize> {
    pub(super) builder: FunctionBuilder<'a>,
    pub(super) rush: &'a Rush<W>,
    pub(super) program: &'a Program,
    entries: &'a [u32],
    /// By place to which anything goes, the block there.
    blocks: Vec<Option<Block>>,
    /// Where sets, numbers, constants and tables lie.
    bases: [Value; 4],
    /// How many sets lie there, but for the first two.
    lengths: [usize; 2],
    /// Below what the numbers are that tell places: the code before sees to it.
    bounds: HashMap<Value, usize>,
    /// Whether all places that were told so far lie within their lengths.
    is_proven: bool,
    sets: [Option<Words<W>>; REGISTERS],
    numbers: [Option<Value>; REGISTERS],
}

impl<'a, const W: usize> Emitter<'a, W> {
    /// An emitter with the places where code is entered, and how many constants and tabled sets there will be.
    pub fn new(
        mut builder: FunctionBuilder<'a>,
        (rush, program): (&'a Rush<W>, &'a Program),
        entries: &'a [u32],
        lengths: [usize; 2],
    ) -> Self {
        let code = &rush.script.code;
        let mut is_led_to: Vec<bool> = entries.iter().map(|entry| *entry != NO_ENTRY).collect();
        for mut now in code.iter().copied().filter(|now| is_native(rush, program, now)) {
            now.target().into_iter().for_each(|target| is_led_to[usize::from(*target)] = true);
        }
        let first = builder.create_block();
        builder.append_block_params_for_function_params(first);
        builder.switch_to_block(first);
        let params = builder.block_params(first);
        let bases = [params[0], params[1], params[2], params[3]];
        let blocks = is_led_to.iter().map(|led_to| led_to.then(|| builder.create_block())).collect();
        Self {
            builder,
            rush,
            program,
            entries,
            blocks,
            bases,
            lengths,
            bounds: HashMap::new(),
            is_proven: true,
            sets: [None; REGISTERS],
            numbers: [None; REGISTERS],
        }
    }

    /// Writes all of it; whether it is proven that nothing else is read or written than what belongs to it.
    #[must_use]
    pub fn emit_all(mut self, config: TargetFrontendConfig) -> bool {
        self.emit_entry();
        let rush = self.rush;
        let mut is_open = false;
        let program = self.program;
        for (place, now) in rush.script.code.iter().enumerate() {
            if let Some(block) = self.blocks[place] {
                if is_open {
                    self.builder.ins().jump(block, &[]);
                }
                self.start(block);
                is_open = true;
            }
            if !is_open {
                continue;
            }
            if !is_native(rush, program, now) {
                self.leave(place);
                is_open = false;
                continue;
            }
            self.emit(now);
            is_open = !matches!(now, Code::Jump(_));
        }
        if is_open {
            self.leave(rush.script.code.len());
        }
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        self.is_proven
    }

    /// Goes to the entry with the number that is asked for.
    fn emit_entry(&mut self) {
        let first = self.builder.current_block().expect("the first block is current");
        let entry = self.builder.block_params(first)[4];
        let nowhere = self.builder.create_block();
        let mut calls = Vec::new();
        for (place, number) in self.entries.iter().enumerate() {
            if *number != NO_ENTRY {
                let block = self.blocks[place].expect("an entry has a block");
                calls.push(self.builder.func.dfg.block_call(block, &[]));
            }
        }
        let default = self.builder.func.dfg.block_call(nowhere, &[]);
        let table = self.builder.create_jump_table(JumpTableData::new(default, &calls));
        self.builder.ins().br_table(entry, table);
        self.start(nowhere);
        self.leave(self.rush.script.code.len());
    }

    /// The runner goes on at a place.
    fn leave(&mut self, place: usize) {
        let place = self.builder.ins().iconst(types::I32, place as i64);
        self.builder.ins().return_(&[place]);
    }

    /// What follows is in a block that is reached from anywhere.
    fn start(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.sets = [None; REGISTERS];
        self.numbers = [None; REGISTERS];
    }

    fn emit(&mut self, now: &Code) {
        match *now {
            Code::Jump(to) => {
                let block = self.block(to);
                self.builder.ins().jump(block, &[]);
            }
            _ => {
                let is_known = self.emit_set(now) || self.emit_number(now) || self.emit_pieces(now);
                if !is_known {
                    self.emit_branch(now);
                }
            }
        }
    }

    fn block(&self, to: L) -> Block {
        self.blocks[usize::from(to)].expect("where anything goes there is a block")
    }

    /// Goes to a place if a value is not zero. Only this leads to what follows, so what is at hand stays so.
    pub(super) fn branch(&mut self, condition: Value, to: L) {
        let (there, next) = (self.block(to), self.builder.create_block());
        self.builder.ins().brif(condition, there, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// The same if a value is zero.
    pub(super) fn branch_if_zero(&mut self, condition: Value, to: L) {
        let (there, next) = (self.block(to), self.builder.create_block());
        self.builder.ins().brif(condition, next, &[], there, &[]);
        self.builder.switch_to_block(next);
    }

    pub(super) fn set(&mut self, register: S) -> Words<W> {
        if let Some(words) = self.sets[usize::from(register)] {
            return words;
        }
        let words = std::array::from_fn(|word| {
            self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.bases[0], place_of::<W>(register, word))
        });
        self.sets[usize::from(register)] = Some(words);
        words
    }

    pub(super) fn put_set(&mut self, register: S, words: Words<W>) {
        for (word, value) in words.into_iter().enumerate() {
            self.builder.ins().store(MemFlagsData::trusted(), value, self.bases[0], place_of::<W>(register, word));
        }
        self.sets[usize::from(register)] = Some(words);
    }

    pub(super) fn number(&mut self, register: N) -> Value {
        if let Some(number) = self.numbers[usize::from(register)] {
            return number;
        }
        let place = i32::from(register) * 8;
        let number = self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.bases[1], place);
        self.numbers[usize::from(register)] = Some(number);
        number
    }

    pub(super) fn put_number(&mut self, register: N, number: Value) {
        let place = i32::from(register) * 8;
        self.builder.ins().store(MemFlagsData::trusted(), number, self.bases[1], place);
        self.numbers[usize::from(register)] = Some(number);
    }

    pub(super) fn n_players(&self) -> u8 {
        self.program.rules.players.len() as u8
    }

    pub(super) fn word(&mut self, word: i64) -> Value {
        self.builder.ins().iconst(types::I64, word)
    }

    pub(super) fn empty(&mut self) -> Words<W> {
        [self.word(0); W]
    }

    /// The code sees to it that a number is below another.
    pub(super) fn bound(&mut self, number: Value, below: usize) {
        self.bounds.insert(number, below);
    }

    /// Where a set of the constants lies, from a number on.
    pub(super) fn constant_at(&mut self, first: usize, number: Value) -> Value {
        self.element(2, first, number)
    }

    /// Where a set of the tables lies, from a number on.
    pub(super) fn table_at(&mut self, first: usize, number: Value) -> Value {
        self.element(3, first, number)
    }

    fn element(&mut self, base: usize, first: usize, number: Value) -> Value {
        let end = self.bounds.get(&number).and_then(|below| below.checked_add(first));
        self.is_proven &= end.is_some_and(|end| end <= self.lengths[base - 2]);
        let offset = self.builder.ins().imul_imm_u(number, (W * 8) as i64);
        let start = self.builder.ins().iadd_imm_u(self.bases[base], (first * W * 8) as i64);
        self.builder.ins().iadd(start, offset)
    }

    /// The cell that a number tells, or the first cell if it tells none; and whether it tells one.
    pub(super) fn cell(&mut self, number: Value) -> (Value, Value) {
        let n_cells = self.program.geometry.n_cells as i64;
        let is_cell = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, number, n_cells);
        let zero = self.word(0);
        let cell = self.builder.ins().select(is_cell, number, zero);
        self.bound(cell, n_cells as usize);
        (cell, is_cell)
    }

    pub(super) fn load(&mut self, at: Value) -> Words<W> {
        std::array::from_fn(|word| self.builder.ins().load(types::I64, MemFlagsData::trusted(), at, (word * 8) as i32))
    }

    pub(super) fn store(&mut self, words: Words<W>, at: Value) {
        for (word, value) in words.into_iter().enumerate() {
            self.builder.ins().store(MemFlagsData::trusted(), value, at, (word * 8) as i32);
        }
    }
}

fn place_of<const W: usize>(register: S, word: usize) -> i32 {
    ((usize::from(register) * W + word) * 8) as i32
}

/// Whether native code is written for an instruction.
pub fn is_native<const W: usize>(rush: &Rush<W>, program: &Program, code: &Code) -> bool {
    use Code as C;
    if !proof::holds(rush, program, code) {
        return false;
    }
    let to_hand = program.rules.captured == Captured::Hand;
    if moves_pieces(code) && !rush.registers.marks.is_empty() {
        return false;
    }
    let is_short = |way: u8| rush.shifts.get(usize::from(way)).is_some_and(|shifts| shifts.len() <= super::sets::FEW);
    let is_plain = |way: u8| rush.shifts.get(usize::from(way)).is_some_and(|shifts| shifts.len() == 1);
    match code {
        C::Constant(..)
        | C::Empty(_)
        | C::EmptyAll(..)
        | C::Copy(..)
        | C::And(..)
        | C::Or(..)
        | C::Minus(..)
        | C::AndConstant(..)
        | C::ConstantMinus(..)
        | C::Shift(..)
        | C::ShiftInto(..)
        | C::Member(..)
        | C::Insert(..)
        | C::Remove(..)
        | C::Toggle(..)
        | C::Number(..)
        | C::Nothing(_)
        | C::Wide(..)
        | C::CopyNumber(..)
        | C::Count(..)
        | C::First(..)
        | C::Add(..)
        | C::Look(..)
        | C::Odd(..)
        | C::KindAt(..)
        | C::OwnerAt(..)
        | C::Jump(_)
        | C::IfIs(..)
        | C::IfIsNot(..)
        | C::IfSame(..)
        | C::IfDifferent(..)
        | C::IfCompare(..)
        | C::IfNotCompare(..)
        | C::IfEmpty(..)
        | C::IfSome(..)
        | C::IfHas(..)
        | C::IfHasNot(..)
        | C::IfCovers(..)
        | C::IfEqual(..)
        | C::IfUnequal(..)
        | C::Next(..)
        | C::Put(..)
        | C::Lift(_)
        | C::Give(..) => true,
        C::Table(_, _, first) => usize::from(*first) + program.geometry.n_cells <= rush.constants.len(),
        C::Keep(table, ..) | C::Kept(_, table, _) => *table < rush.script.n_tables,
        C::Calculate(_, how, ..) => *how != Arithmetic::Times,
        C::Step(_, _, way) | C::StepTo(_, _, _, way) => is_short(*way),
        C::Slide(.., slide) => has_rays(program, &rush.script.slides[usize::from(*slide)]),
        C::SlideBy(.., least, most, way) => {
            least == most && is_plain(*way) && program.geometry.rays.get(usize::from(*way)).is_some_and(Option::is_some)
        }
        C::Behind(.., way) => {
            let back = program.geometry.opposite[usize::from(*way)];
            program.geometry.rays.get(usize::from(back)).is_some_and(Option::is_some)
        }
        C::FillTo(.., way) | C::Fill(.., way) | C::Inside(.., way) => is_plain(*way),
        C::Carry(.., meets) => !(*meets && to_hand),
        C::Take(_) | C::Place(..) => !to_hand,
        _ => false,
    }
}

/// Whether an instruction lets pieces come, go or leave, so that what they remember comes and goes with them.
fn moves_pieces(code: &Code) -> bool {
    use Code as C;
    matches!(code, C::Carry(..) | C::Place(..) | C::Put(..) | C::Take(_) | C::Lift(_))
}

/// Whether a slide ends only where something stands, and each of its directions has rays.
fn has_rays(program: &Program, slide: &SlideFrom) -> bool {
    let geometry = &program.geometry;
    let (least, most) = slide.range;
    let has_ray = |way: &u16| geometry.rays.get(usize::from(*way)).is_some_and(Option::is_some);
    !slide.span && least <= 1 && most >= geometry.n_cells as i64 && slide.ways.iter().all(has_ray)
}
