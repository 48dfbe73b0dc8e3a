//! Writes native code, one instruction of a rush after the other.
//!
//! What lies elsewhere than in a register is read and written at a place that is told by a number, and for each such number
//! it is known below what it is: else the code is not proven, and is thrown away.

use std::collections::{HashMap, HashSet};
use std::mem::offset_of;
use std::rc::Rc;

use cranelift_codegen::ir::{Block, MemFlagsData, Type, Value, types};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};

use crate::engine::rush::Rush;
use crate::engine::rush::code::Code;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::warmth::Purpose;
use crate::program::Program;

use super::again::Again;
use super::alike::Part;
use super::brought::Brought;
use super::columns::Columns;
use super::early::Early;
use super::facts::Facts;
use super::known::Way;
use super::latest::Latest;
use super::lines;
use super::plan::Plan;
use super::registers::{AtHand, n_flowing};
use super::routes::Routes;
use super::writer::Writer;

/// The words of a set.
pub type Words<const W: usize> = [Value; W];

/// What native code is called with, one place of memory each.
#[derive(Clone, Copy, Debug)]
pub enum Base {
    /// The registers.
    Lane,
    /// The runner.
    Runner,
    /// Where play stands in the turn.
    Turn,
    /// The constants.
    Constants,
    /// The tables.
    Tables,
}

/// Whether a register of the processor is set apart for where the lane lies: where most sets lie there, nearly all code needs it, and
/// a value that went from block to block would lie on the stack, and be read from there again and again.
pub fn pins_lane<const W: usize>(rush: &Rush<W>) -> bool {
    n_flowing(rush) == 0
}

/// How many bytes from its beginning the place in a lane is that is told then. Around it lie the sets that are used most, those of the
/// position first: what is no further than 127 bytes from a place is told by a single byte.
const fn middle_of_lane<const W: usize>() -> i32 {
    offset_of!(Lane<W>, sets) as i32 + 128
}

/// Writes native code.
pub struct Emitter<'a, const W: usize> {
    pub(super) builder: Writer<'a>,
    pub(super) rush: &'a Rush<W>,
    pub(super) program: &'a Program,
    pub(super) entries: Vec<u32>,
    /// By place, what is done there.
    pub(super) ways: Vec<Way>,
    /// By place, what is known there.
    facts: Vec<Facts>,
    /// What the code is for.
    pub(super) purpose: Purpose,
    /// By choice, the parts of its rows.
    pub(super) parts: Vec<Rc<[Part]>>,
    /// Which ways lead to each place.
    pub(super) routes: Routes,
    /// Of which choices the option may be that is carried out.
    pub(super) latest: Latest,
    /// By place, whether the set that is given there need not be written.
    pub(super) is_dead: Vec<bool>,
    /// Which rows are counted where they are written.
    pub(super) early: Early<W>,
    /// By place to which anything goes, the block there.
    pub(super) blocks: Vec<Option<Block>>,
    /// By place, what was at hand on the ways there that were written so far.
    pub(super) brought: HashMap<usize, Brought<W>>,
    /// Where everything lies, by [`Base`].
    bases: [Value; 5],
    /// What the register held before that is set apart for where the lane lies, if one is.
    outside: Option<Value>,
    /// That register, as the block asks it that is written.
    lane: Option<(Block, Value)>,
    /// Numbers by row, behind the constants.
    pub(super) columns: Columns,
    /// How many sets lie there in constants and tables.
    pub(super) lengths: [usize; 2],
    /// How functions are called.
    pub(super) call_conv: CallConv,
    /// The place of the instruction that is written.
    pub(super) place: usize,
    /// Below what the numbers are that tell places: the code before sees to it.
    bounds: HashMap<Value, usize>,
    /// The numbers that are those of members of sets.
    pub(super) members: HashSet<Value>,
    /// How many bits numbers have at most that are not none.
    pub(super) bits: HashMap<Value, u32>,
    /// Whether all places that were told so far lie within their lengths.
    is_proven: bool,
    pub(super) at_hand: AtHand<W>,
    /// Where play goes on with the next member of a set, which is given, if several ways lead to the instruction that is written.
    pub(super) round: Option<Block>,
    /// Where another option is drawn if one fails.
    pub(super) again: Again,
    /// By number of an entry, the block there.
    pub(super) ways_in: Vec<Block>,
    /// Where play goes on at a place that is found while games are played, if it ever does.
    pub(super) dispatch: Option<Block>,
}

impl<'a, const W: usize> Emitter<'a, W> {
    /// An emitter with what is planned, and how many constants and tabled sets there will be.
    pub fn new(
        mut builder: Writer<'a>,
        (rush, program): (&'a Rush<W>, &'a Program),
        plan: Plan<W>,
        purpose: Purpose,
        lengths: [usize; 2],
    ) -> Self {
        let Plan { entries, ways, facts, parts, latest, routes, is_dead, early, is_clean: _ } = plan;
        let first = builder.create_block();
        builder.append_block_params_for_function_params(first);
        builder.switch_to_block(first);
        let params = builder.block_params(first);
        let bases = [params[0], params[1], params[2], params[3], params[4]];
        let outside = pins_lane(rush).then(|| builder.get_pinned_reg(types::I64));
        if outside.is_some() {
            let middle = builder.iadd_imm_s(bases[Base::Lane as usize], middle_of_lane::<W>().into());
            builder.set_pinned_reg(middle);
        }
        let call_conv = builder.func.signature.call_conv;
        let n_places = rush.script.code.len();
        let blocks = (0..n_places).map(|place| routes.lead_to(place).then(|| builder.create_block())).collect();
        let at_hand = AtHand::new(&mut builder, rush);
        Self {
            builder,
            rush,
            program,
            entries,
            ways,
            facts,
            purpose,
            parts,
            is_dead,
            routes,
            latest,
            early,
            blocks,
            brought: HashMap::new(),
            bases,
            outside,
            lane: None,
            columns: Columns::default(),
            lengths,
            call_conv,
            place: 0,
            bounds: HashMap::new(),
            members: HashSet::new(),
            bits: HashMap::new(),
            is_proven: true,
            at_hand,
            round: None,
            again: Again::new(rush.script.choices.len()),
            ways_in: Vec::new(),
            dispatch: None,
        }
    }

    /// Writes all of it, and gives what must lie behind the constants; none if it is not proven that nothing else is read or written
    /// than what belongs to it.
    pub fn emit_all(mut self, config: TargetFrontendConfig) -> Option<Vec<i64>> {
        self.emit_entry();
        let rush = self.rush;
        let mut is_open = false;
        for (place, now) in rush.script.code.iter().enumerate() {
            self.place = place;
            if let Some(block) = self.blocks[place] {
                let known = self.known_at(place, is_open);
                if is_open {
                    self.come_to(now, block);
                }
                self.start(block);
                if let Some(known) = known {
                    self.take_up(&known);
                }
                is_open = true;
            }
            if !is_open {
                continue;
            }
            if !now.is_plain() && !matches!(now, Code::IfCounted(_) | Code::IfRepeated(..)) {
                self.at_hand.is_new = None;
            }
            match self.ways[place] {
                Way::Left => {
                    self.leave(place);
                    is_open = false;
                    continue;
                }
                Way::Called => is_open = self.emit_execution(now),
                Way::Written => {
                    self.emit(now);
                    is_open = now.goes_on();
                    self.count_written();
                }
            }
        }
        if is_open {
            self.leave(rush.script.code.len());
        }
        self.emit_again();
        self.emit_dispatch();
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        self.is_proven.then_some(self.columns.numbers)
    }

    /// The runner goes on at a place.
    fn leave(&mut self, place: usize) {
        self.leave_with(place, 0);
    }

    /// The runner goes on with what is found at a place.
    pub(super) fn leave_with(&mut self, place: usize, found: usize) {
        self.store_flowing();
        let place = place | found;
        let place = self.builder.iconst(types::I32, place as i64);
        self.end(place);
    }

    /// The runner goes on with what is told.
    pub(super) fn end(&mut self, told: Value) {
        if let Some(outside) = self.outside {
            self.builder.set_pinned_reg(outside);
        }
        self.builder.return_(&[told]);
    }

    /// What is known where the instruction stands that is written.
    pub(super) fn facts(&self) -> Facts {
        self.facts[self.place]
    }

    /// The runner carries out the instruction that is written.
    pub(super) fn leave_here(&mut self) {
        self.leave(self.place);
    }

    /// The runner carries out the instruction that is written if a value is not zero; nothing was done of it yet.
    pub(super) fn leave_if(&mut self, condition: Value) {
        self.leave_to_if(self.place, condition);
    }

    /// The runner goes on at a place if a value is not zero.
    pub(super) fn leave_to_if(&mut self, place: usize, condition: Value) {
        let (there, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(condition, there, &[], next, &[]);
        self.builder.set_cold_block(there);
        self.builder.switch_to_block(there);
        self.leave(place);
        self.builder.switch_to_block(next);
    }

    /// What follows is in a block that is reached from anywhere.
    pub(super) fn start(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.forget();
    }

    fn emit(&mut self, now: &Code) {
        match *now {
            Code::Jump(to) => self.go_to(to),
            _ => {
                let is_known = self.emit_set(now)
                    || self.emit_number(now)
                    || self.emit_pieces(now)
                    || self.emit_draw(now)
                    || self.emit_pick(now)
                    || self.emit_turn(now)
                    || self.emit_living(now)
                    || self.emit_values(now)
                    || self.emit_call(now);
                if !is_known {
                    self.emit_branch(now);
                }
            }
        }
    }

    pub(super) fn n_players(&self) -> u8 {
        self.program.rules.players.len() as u8
    }

    pub(super) fn word(&mut self, word: i64) -> Value {
        self.builder.iconst(types::I64, word)
    }

    pub(super) fn empty(&mut self) -> Words<W> {
        [self.word(0); W]
    }

    /// The code sees to it that a number is below another.
    pub(super) fn bound(&mut self, number: Value, below: usize) {
        self.bounds.insert(number, below);
    }

    /// Whether it is known that a number is below another.
    pub(super) fn is_below(&self, number: Value, other: usize) -> bool {
        self.bounds.get(&number).is_some_and(|&bound| bound <= other)
    }

    /// The code sees to it that a sum is below what bounds one number, so many times, and another that is below that many.
    pub(super) fn bound_sum(&mut self, sum: Value, (number, times): (Value, usize), rest: Value) {
        let bound = |number: &Value| self.bounds.get(number).copied();
        if let (Some(below), Some(rest)) = (bound(&number), bound(&rest))
            && rest <= times
        {
            self.bound(sum, below * times);
        }
    }

    /// Where a set of the constants lies, from a number on.
    pub(super) fn constant_at(&mut self, first: usize, number: Value) -> Value {
        self.element((Base::Constants, 0), first, number)
    }

    /// Where a set of the tables lies, from a number on.
    pub(super) fn table_at(&mut self, first: usize, number: Value) -> Value {
        self.element((Base::Tables, 1), first, number)
    }

    /// How many constants lie before the lines by cell: those of the code, rays, lists.
    pub(super) fn first_of_lines(&self) -> usize {
        self.first_of_lists() + self.rush.script.lists.iter().map(Vec::len).sum::<usize>()
    }

    /// How many constants lie before the shots: those of the code, rays, lists, lines by cell.
    pub(super) fn first_of_all_shots(&self) -> usize {
        self.first_of_lines() + lines::by_cell::<W>(self.program).count()
    }

    /// How many constants lie before the lists: those of the code, rays.
    pub(super) fn first_of_lists(&self) -> usize {
        let geometry = &self.program.geometry;
        self.rush.constants.len() + geometry.rays.len() * geometry.n_cells
    }

    /// The quarter of a word with a number, of the constants from a set on.
    pub(super) fn quarter_at(&mut self, first: usize, number: Value) -> Value {
        let end = self.bounds.get(&number).map(|below| first + below.div_ceil(4 * W));
        self.is_proven &= end.is_some_and(|end| end <= self.lengths[0]);
        let offset = self.builder.ishl_imm_u(number, 1);
        let constants = self.base(Base::Constants);
        let at = self.builder.iadd(constants, offset);
        let number = self.load_from(at, first * W * 8, types::I16);
        self.builder.uextend(types::I64, number)
    }

    fn element(&mut self, (base, length): (Base, usize), first: usize, number: Value) -> Value {
        let end = self.bounds.get(&number).and_then(|below| below.checked_add(first));
        self.is_proven &= end.is_some_and(|end| end <= self.lengths[length]);
        let offset = self.times(number, 8 * W);
        let base = self.base(base);
        let start = self.builder.iadd_imm_u(base, (first * W * 8) as i64);
        self.builder.iadd(start, offset)
    }

    /// Where something lies that native code is called with.
    pub(super) fn base(&mut self, base: Base) -> Value {
        let (near, offset) = self.near(base, 0);
        if offset == 0 { near } else { self.builder.iadd_imm_s(near, offset.into()) }
    }

    /// What lies so many bytes from a base: a place near it, and how many bytes from there.
    pub(super) fn near(&mut self, base: Base, offset: usize) -> (Value, i32) {
        match base {
            Base::Lane if self.outside.is_some() => (self.middle_of_lane(), offset as i32 - middle_of_lane::<W>()),
            _ => (self.bases[base as usize], offset as i32),
        }
    }

    /// A place in the lane, as each block asks the register that is set apart for it.
    fn middle_of_lane(&mut self) -> Value {
        let here = self.builder.current_block().expect("a block is written");
        match self.lane {
            Some((block, lane)) if block == here => lane,
            _ => {
                let lane = self.builder.get_pinned_reg(types::I64);
                self.lane = Some((here, lane));
                lane
            }
        }
    }

    /// What a field holds that lies so many bytes from a base.
    pub(super) fn load_field(&mut self, base: Base, offset: usize, size: Type) -> Value {
        let (near, offset) = self.near(base, offset);
        self.builder.load(size, MemFlagsData::trusted(), near, offset)
    }

    /// The word that lies so many bytes from a base, and more that a number tells.
    pub(super) fn load_further(&mut self, base: Base, offset: usize, more: Value) -> Value {
        let (near, offset) = self.near(base, offset);
        let at = self.builder.iadd(near, more);
        self.builder.load(types::I64, MemFlagsData::trusted(), at, offset)
    }

    /// Writes the word that lies so many bytes from a base, and more that a number tells.
    pub(super) fn store_further(&mut self, base: Base, offset: usize, more: Value, word: Value) {
        let (near, offset) = self.near(base, offset);
        let at = self.builder.iadd(near, more);
        self.builder.store(MemFlagsData::trusted(), word, at, offset);
    }

    /// What lies so many bytes from a place of memory.
    pub(super) fn load_from(&mut self, place: Value, offset: usize, size: Type) -> Value {
        self.builder.load(size, MemFlagsData::trusted(), place, offset as i32)
    }

    /// Writes a field that lies so many bytes from a base.
    pub(super) fn store_field(&mut self, base: Base, offset: usize, value: Value) {
        let (near, offset) = self.near(base, offset);
        self.builder.store(MemFlagsData::trusted(), value, near, offset);
    }

    /// Writes a word so many bytes from a place of memory.
    pub(super) fn store_to(&mut self, place: Value, offset: usize, value: Value) {
        self.builder.store(MemFlagsData::trusted(), value, place, offset as i32);
    }

    pub(super) fn load(&mut self, at: Value) -> Words<W> {
        std::array::from_fn(|word| self.builder.load(types::I64, MemFlagsData::trusted(), at, (word * 8) as i32))
    }

    pub(super) fn store(&mut self, words: Words<W>, at: Value) {
        for (word, value) in words.into_iter().enumerate() {
            self.builder.store(MemFlagsData::trusted(), value, at, (word * 8) as i32);
        }
    }
}
