//! Native code: the instructions of a rush that only move bits and numbers, for the processor at hand.
//!
//! The instructions stay what they are: native code runs through those that it knows and gives the place of the first
//! that it does not know, which the runner carries out. It also gives back an instruction that it knows where something
//! rare is due in it (somebody may call play to halt, a variable expires, the options are only to be counted), before
//! anything of it was done. It reads and writes the registers, the runner and where play stands in the turn, each at a
//! place that was told when it was written, and tables, at places that it holds within their bounds. Random numbers
//! come from where the runner gets them (`calls.rs`), so the same games come from a seed with it and without it.
//!
//! It is proven before it is used: an instruction that refers to what is not there is not written (`proof.rs`), code with a
//! place that is not known to be within its bounds is thrown away (`emitter.rs`), and so is code that Cranelift's verifier
//! finds fault with. What code runs from is written first and made executable then, never both at once.

use std::any::Any;

use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, Signature, UserFuncName, types};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable, Flags};
use cranelift_codegen::{CompiledCode, Context};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use memmap2::{Mmap, MmapMut};

use crate::engine::bits::Bits;
use crate::program::Program;

use super::Rush;
use super::lane::Lane;
use super::run::Runner;
use super::turns::SILENT;
use super::warmth::Purpose;
use crate::engine::state::Turn;

mod again;
mod alike;
mod brought;
mod calls;
mod cells;
mod columns;
mod counts;
mod dead_stores;
mod draws;
mod early;
mod emitter;
mod entries;
mod facts;
mod fills;
mod guesses;
mod helpers;
mod keys;
mod known;
mod latest;
mod liberties;
mod lines;
mod liveness;
mod living;
mod numbers;
mod pairs;
mod pieces;
mod piles;
mod plan;
mod planes;
mod proof;
mod random;
mod rays;
mod reads;
mod registers;
mod routes;
mod saving;
mod searches;
mod sets;
mod shots;
mod sizes;
mod tabled;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_play;
#[cfg(test)]
mod tests_of_proof;
mod told;
mod turns;
mod values;
mod worked_out;
mod writer;

use cells::beyond_members;
use emitter::{Emitter, pins_lane};
use plan::Plan;
use writer::Writer;

/// Scripts with fewer instructions are written with more care: it takes a few milliseconds, and games are faster by up
/// to a fifth. Longer ones are as fast without it, and are written in two thirds of the time.
const SHORT: usize = 1000;

/// No entry.
const NO_ENTRY: u32 = u32::MAX;

/// Native code for a script.
#[derive(Debug)]
pub struct Native<const W: usize>(Written);

/// What was written for sets of one width.
#[derive(Debug)]
struct Written {
    /// Whether it is entered only if not every name is to be cleared at the beginning of the next turn.
    is_clean: bool,
    code: Mmap,
    /// By place in the script, the number of the entry there.
    entries: Vec<u32>,
    /// The words of the constants that it reads.
    constants: Box<[u64]>,
    /// How many tables a lane must have.
    n_tabled: usize,
}

/// What the code is called as: registers, runner, where play stands, constants, tables, number of the entry; where to go
/// on.
type Call<'a, const W: usize> =
    extern "C" fn(*mut Lane<W>, *mut Runner<'a, W>, *mut Turn, *const u64, *mut u64, u32) -> u32;

impl<const W: usize> Native<W> {
    /// Native code for a rush of a program; none if the processor is not one for which it can be written, or sets have so many
    /// words that the plain code is as fast.
    pub fn of(rush: &Rush<W>, program: &Program, purpose: Purpose) -> Option<Self> {
        // Other processors may still hold what lay in memory before the code, and would have to be told.
        if cfg!(not(target_arch = "x86_64")) {
            return None;
        }
        narrow(rush)?.written(program, purpose).map(Self)
    }

    /// By place in the script, what native code makes of the instruction there in random games, in words; nothing where sets have
    /// so many words that there is none.
    pub fn remarks(rush: &Rush<W>, program: &Program) -> Vec<String> {
        narrow(rush).map_or_else(Vec::new, |rush| rush.remarks(program))
    }

    /// Runs on from a place in the script as far as may be; where to go on, and in a count what is found at the choice there
    /// ([`HAS_OPTIONS`], [`HAS_COUNTED`]).
    ///
    /// [`HAS_OPTIONS`]: super::run::HAS_OPTIONS
    /// [`HAS_COUNTED`]: super::run::HAS_COUNTED
    ///
    /// # Panics
    /// If the place is beyond the script, or the lane is one of another rush and has too few tables.
    #[inline]
    pub(super) fn run(&self, place: usize, runner: &mut Runner<'_, W>, lane: &mut Lane<W>) -> usize {
        let Self(written) = self;
        let entry = written.entries[place];
        if entry == NO_ENTRY || !self.may_be_entered(runner) {
            return place;
        }
        assert!(lane.tables.len() >= written.n_tabled, "a lane has the tables of its rush");
        let (start, constants) = (written.code.as_ptr(), written.constants.as_ptr());
        runner.heed();
        let tables = lane.tables.as_mut_ptr().cast();
        let turn = &raw mut runner.slow.state.turn;
        // SAFETY: the code was compiled for this signature and this processor and lies there unchanged. It reads and writes
        // registers, whose numbers are bytes and of which every lane has as many as there are bytes; fields of the lane, the
        // runner, its scratch and the turn, each by its type; the counter of the generator, which is borrowed as long as the
        // runner is; tables, at a number below `n_tabled`; and reads constants, at a number below that of constants: the emitter
        // throws code with another access away, and what refers to what is not there is not written (`proof.rs`); and columns behind
        // the constants, at a place that is known to be below how many numbers they have. What it calls is the search for a bit,
        // which only the instructions of this very processor are used for, and functions that take the runner and the lane
        // (`helpers.rs`): both are borrowed here alone, and nothing that native code has read of them is used afterwards but what
        // they do not change. A register of the processor that it sets apart is put back as it was before it returns, and functions
        // that it calls leave it as it is.
        #[expect(unsafe_code, reason = "native code can be called in no other way")]
        let next = unsafe {
            let call: Call<'_, W> = std::mem::transmute(start);
            call(lane, runner, turn, constants, tables, entry)
        };
        next as usize
    }
}

impl<const W: usize> Native<W> {
    /// Whether what the code takes for granted where it is entered is so.
    #[inline]
    fn may_be_entered(&self, runner: &Runner<'_, W>) -> bool {
        let is_lively = runner.slow.state.turn.silent < SILENT;
        runner.may_go_on() && is_lively && !(self.0.is_clean && runner.clears_all)
    }
}

/// A rush of a width for which native code is written.
trait Narrow {
    /// Native code.
    fn written(&self, program: &Program, purpose: Purpose) -> Option<Written>;

    /// What is made of each instruction in random games.
    fn remarks(&self, program: &Program) -> Vec<String>;
}

impl<const W: usize> Narrow for Rush<W> {
    fn written(&self, program: &Program, purpose: Purpose) -> Option<Written> {
        Written::of(self, program, purpose)
    }

    fn remarks(&self, program: &Program) -> Vec<String> {
        told::remarks(self, program)
    }
}

/// A rush as one of its width. Whatever writes code is compiled for each width that is named here, and for no other.
fn narrow<const W: usize>(rush: &Rush<W>) -> Option<&dyn Narrow> {
    let rush: &dyn Any = rush;
    let as_one = rush.downcast_ref::<Rush<1>>().map(|rush| rush as &dyn Narrow);
    let as_two = || rush.downcast_ref::<Rush<2>>().map(|rush| rush as &dyn Narrow);
    let as_four = || rush.downcast_ref::<Rush<4>>().map(|rush| rush as &dyn Narrow);
    let as_six = || rush.downcast_ref::<Rush<6>>().map(|rush| rush as &dyn Narrow);
    as_one.or_else(as_two).or_else(as_four).or_else(as_six)
}

impl Written {
    fn of<const W: usize>(rush: &Rush<W>, program: &Program, purpose: Purpose) -> Option<Self> {
        let isa = isa(rush.script.code.len() < SHORT, pins_lane(rush))?;
        let n_tabled = usize::from(rush.script.n_tables) * program.geometry.n_cells;
        let fixed = rays(program).chain(lists(rush)).chain(lines::by_cell(program)).chain(shots::constants(rush));
        // The last is the empty set; those before it are read by none but a number that tells no cell of the board.
        let empty = std::iter::repeat_n(Bits::EMPTY, beyond_members::<W>());
        let constants: Vec<Bits<W>> = rush.constants.iter().copied().chain(fixed).chain(empty).collect();
        let mut context = Context::new();
        context.func = Function::with_name_signature(UserFuncName::user(0, 0), signature(&isa));
        let mut parts = FunctionBuilderContext::new();
        let mut builder = Writer::new(FunctionBuilder::new(&mut context.func, &mut parts));
        let plan = Plan::of((rush, program), purpose, &mut || builder.declare_var(types::I64));
        let (is_clean, entries) = (plan.is_clean, plan.entries.clone());
        let emitter = Emitter::new(builder, (rush, program), plan, purpose, [constants.len(), n_tabled]);
        let columns = emitter.emit_all(isa.frontend_config())?;
        let compiled = compiled(&mut context, isa.as_ref())?;
        if !compiled.buffer.relocs().is_empty() {
            return None;
        }
        let bytes = compiled.code_buffer();
        let mut code = MmapMut::map_anon(bytes.len()).ok()?;
        code.copy_from_slice(bytes);
        let columns = columns.iter().map(|&number| number as u64);
        let constants = constants.iter().flat_map(|set| set.0).chain(columns).collect();
        Some(Self { is_clean, code: code.make_exec().ok()?, entries, constants, n_tabled })
    }
}

/// A set of the program's constants.
fn pooled<const W: usize>(program: &Program, number: usize) -> Bits<W> {
    Bits::load(&program.pool.words[number * W..])
}

/// By direction and cell, the cells on the ray; none where the direction has no rays.
fn rays<const W: usize>(program: &Program) -> impl Iterator<Item = Bits<W>> {
    let cells = 0..program.geometry.n_cells;
    program.geometry.rays.iter().flat_map(move |ray| {
        cells.clone().map(move |cell| match ray {
            Some((first, _)) => pooled(program, *first as usize + cell),
            None => Bits::EMPTY,
        })
    })
}

/// The numbers of all lists, each in the first word of a set.
fn lists<const W: usize>(rush: &Rush<W>) -> impl Iterator<Item = Bits<W>> {
    rush.script.lists.iter().flatten().map(|&number| {
        let mut words = [0; W];
        words[0] = number as u64;
        Bits(words)
    })
}

/// The code of a function; none if the verifier finds fault with it, or it cannot be compiled.
fn compiled<'a>(context: &'a mut Context, isa: &dyn TargetIsa) -> Option<&'a CompiledCode> {
    context.verify(isa).ok()?;
    context.compile(isa, &mut ControlPlane::default()).ok()
}

/// What is known of this processor, for short code or long, with a register set apart or without; none if it is of a sort that cannot be
/// written for.
fn isa(is_short: bool, is_pinned: bool) -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    flags.set("opt_level", if is_short { "speed" } else { "none" }).ok()?;
    // All of it is verified before, once: else it would be after each pass, and code came a third later.
    flags.set("enable_verifier", "false").ok()?;
    flags.set("enable_pinned_reg", if is_pinned { "true" } else { "false" }).ok()?;
    // A frame larger than the page that guards the stack touches each page on its way.
    flags.set("enable_probestack", "true").ok()?;
    flags.set("probestack_strategy", "inline").ok()?;
    cranelift_native::builder().ok()?.finish(Flags::new(flags)).ok()
}

fn signature(isa: &OwnedTargetIsa) -> Signature {
    let mut signature = Signature::new(isa.default_call_conv());
    let pointers = [types::I64; 5].into_iter();
    signature.params = pointers.chain([types::I32]).map(AbiParam::new).collect();
    signature.returns.push(AbiParam::new(types::I32));
    signature
}
