//! The engine: runs a [`Program`] on positions that are blocks of words.
//!
//! It plays the same games as the plain evaluator in [`crate::reference`], which says what rules mean. See
//! `docs/engine.md`.

use std::ops::Range;
use std::sync::Arc;

use crate::game::rng::Rng;
use crate::game::{
    Actor, Arrangement, Changes, Contents, Ending, Game, Halt, NotAnOption, Outcome, Probability, Snapshot,
};
use crate::program::Program;
use crate::reference::Reference;
use crate::rules::Rules;
use crate::rules::board::CellId;

mod ahead;
mod arrangement;
mod attack;
mod bits;
mod chance;
mod changes;
mod contents;
mod course;
mod ends;
mod exec;
mod fold;
mod geometry;
mod history;
mod key;
mod key_set;
mod likely;
mod listed;
mod machine;
mod path;
mod pieces;
mod piles;
mod planes;
mod playing;
mod pointwise;
mod position;
mod run;
mod rush;
mod scalars;
mod scratch;
mod sets;
mod snapshot;
mod some;
mod state;
mod tally;
mod text;
mod travel;
mod turn;
mod undo;

use machine::Machine;
use undo::Undo as Taken;

pub use tally::{Counted, values};

/// A game played by a compiled program. Sets of cells are as wide as the board asks for.
#[derive(Clone, Debug)]
pub enum Engine {
    /// At most 64 cells.
    One(Machine<1>),
    /// At most 128 cells.
    Two(Machine<2>),
    /// At most 256 cells.
    Four(Machine<4>),
    /// At most 384 cells.
    Six(Machine<6>),
    /// At most 1024 cells.
    Sixteen(Machine<16>),
}

/// A position of an [`Engine`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// At most 64 cells.
    One(position::Position<1>),
    /// At most 128 cells.
    Two(position::Position<2>),
    /// At most 256 cells.
    Four(position::Position<4>),
    /// At most 384 cells.
    Six(position::Position<6>),
    /// At most 1024 cells.
    Sixteen(position::Position<16>),
}

/// What takes an option back.
#[derive(Debug)]
pub enum Undo {
    /// At most 64 cells.
    One(Taken<1>),
    /// At most 128 cells.
    Two(Taken<2>),
    /// At most 256 cells.
    Four(Taken<4>),
    /// At most 384 cells.
    Six(Taken<6>),
    /// At most 1024 cells.
    Sixteen(Taken<16>),
}

/// Calls the same function of the machine whatever its width.
macro_rules! on {
    ($engine:expr, $position:expr, $machine:ident, $inner:ident => $call:expr) => {
        match ($engine, $position) {
            (Engine::One($machine), Position::One($inner)) => $call,
            (Engine::Two($machine), Position::Two($inner)) => $call,
            (Engine::Four($machine), Position::Four($inner)) => $call,
            (Engine::Six($machine), Position::Six($inner)) => $call,
            (Engine::Sixteen($machine), Position::Sixteen($inner)) => $call,
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    };
}

use on;

/// The same with two positions.
macro_rules! on_both {
    ($engine:expr, $one:expr, $other:expr, $machine:ident, $first:ident, $second:ident => $call:expr) => {
        match ($engine, $one, $other) {
            (Engine::One($machine), Position::One($first), Position::One($second)) => $call,
            (Engine::Two($machine), Position::Two($first), Position::Two($second)) => $call,
            (Engine::Four($machine), Position::Four($first), Position::Four($second)) => $call,
            (Engine::Six($machine), Position::Six($first), Position::Six($second)) => $call,
            (Engine::Sixteen($machine), Position::Sixteen($first), Position::Sixteen($second)) => $call,
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    };
}

/// Makes a position with the machine of whatever width.
macro_rules! make {
    ($engine:expr, $machine:ident => $call:expr) => {
        match $engine {
            Engine::One($machine) => Position::One($call),
            Engine::Two($machine) => Position::Two($call),
            Engine::Four($machine) => Position::Four($call),
            Engine::Six($machine) => Position::Six($call),
            Engine::Sixteen($machine) => Position::Sixteen($call),
        }
    };
}

impl Engine {
    /// The engine for some rules.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Self {
        Self::of(Program::new(rules))
    }

    /// The engine that runs a program.
    pub fn of(program: Program) -> Self {
        match program.width() {
            1 => Self::One(Machine::of(program)),
            2 => Self::Two(Machine::of(program)),
            4 => Self::Four(Machine::of(program)),
            6 => Self::Six(Machine::of(program)),
            _ => Self::Sixteen(Machine::of(program)),
        }
    }

    /// How random games are rushed, as text: the code if it is asked for, and what is left to the machine.
    pub fn rush_in_words(&self, code: bool) -> String {
        match self {
            Self::One(machine) => rush::in_words(machine, code),
            Self::Two(machine) => rush::in_words(machine, code),
            Self::Four(machine) => rush::in_words(machine, code),
            Self::Six(machine) => rush::in_words(machine, code),
            Self::Sixteen(machine) => rush::in_words(machine, code),
        }
    }

    /// The position that plain data tells of, at the beginning of a turn.
    pub fn arranged(&self, arrangement: &Arrangement) -> Position {
        make!(self, machine => machine.arranged(arrangement))
    }

    /// A position as plain data.
    pub fn arrangement(&self, position: &Position) -> Arrangement {
        on!(self, position, machine, inner => machine.arrangement(inner))
    }

    /// The lines of a scenario that set up what stands. Decisions of the running turn and history are not in them.
    pub fn situation_text(&self, position: &Position) -> String {
        // How positions are written is told once, where the meaning is.
        Reference::new(self.program().rules.clone()).text_of(&self.arrangement(position))
    }

    /// How many bytes a position has, but for its history and the options that are listed.
    pub fn position_bytes(&self, position: &Position) -> usize {
        on!(self, position, _machine, inner => inner.state.bytes())
    }

    /// The program that it runs.
    pub fn program(&self) -> &Arc<Program> {
        match self {
            Self::One(machine) => &machine.program,
            Self::Two(machine) => &machine.program,
            Self::Four(machine) => &machine.program,
            Self::Six(machine) => &machine.program,
            Self::Sixteen(machine) => &machine.program,
        }
    }
}

impl Game for Engine {
    type Position = Position;
    type Undo = Undo;

    fn rules(&self) -> &Rules {
        &self.program().rules
    }

    fn initial(&self) -> Position {
        make!(self, machine => machine.initial())
    }

    fn actor(&self, position: &Position) -> Option<Actor> {
        on!(self, position, machine, inner => machine.actor(inner))
    }

    fn n_options(&self, position: &Position) -> usize {
        on!(self, position, machine, inner => machine.n_options(inner))
    }

    fn effort(&self, position: &Position) -> u64 {
        on!(self, position, machine, inner => machine.effort(inner))
    }

    fn probability(&self, position: &Position, option: usize) -> Option<Probability> {
        on!(self, position, machine, inner => machine.probability(inner, option))
    }

    fn notation(&self, position: &Position, option: usize) -> String {
        on!(self, position, machine, inner => machine.notation(inner, option))
    }

    fn parse(&self, position: &Position, text: &str) -> Result<usize, NotAnOption> {
        on!(self, position, machine, inner => machine.parse(inner, text))
    }

    fn apply(&self, position: &mut Position, option: usize) -> Undo {
        match (self, position) {
            (Self::One(machine), Position::One(inner)) => Undo::One(machine.apply(inner, option)),
            (Self::Two(machine), Position::Two(inner)) => Undo::Two(machine.apply(inner, option)),
            (Self::Four(machine), Position::Four(inner)) => Undo::Four(machine.apply(inner, option)),
            (Self::Six(machine), Position::Six(inner)) => Undo::Six(machine.apply(inner, option)),
            (Self::Sixteen(machine), Position::Sixteen(inner)) => Undo::Sixteen(machine.apply(inner, option)),
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn play(&self, position: &mut Position, option: usize) {
        on!(self, position, machine, inner => machine.play(inner, option));
    }

    fn play_on(&self, position: &mut Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        on!(self, position, machine, inner => machine.play_on(inner, rng, most, halt))
    }

    fn play_glancing(&self, position: &mut Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        on!(self, position, machine, inner => machine.play_glancing(inner, rng, most, halt))
    }

    fn restart(&self, position: &mut Position, start: &Position) {
        match (position, start) {
            (Position::One(position), Position::One(start)) => position.clone_from(start),
            (Position::Two(position), Position::Two(start)) => position.clone_from(start),
            (Position::Four(position), Position::Four(start)) => position.clone_from(start),
            (Position::Six(position), Position::Six(start)) => position.clone_from(start),
            (Position::Sixteen(position), Position::Sixteen(start)) => position.clone_from(start),
            (position, start) => *position = start.clone(),
        }
    }

    fn play_from(&self, position: &mut Position, start: &Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        on_both!(self, position, start, game, own, from => game.play_from(own, from, rng, most, halt))
    }

    fn play_games(
        &self,
        position: &mut Position,
        start: &Position,
        numbers: &mut dyn Iterator<Item = Rng>,
        most: u64,
        halt: &dyn Halt,
        told: &mut dyn FnMut(u64, &dyn Ending),
    ) -> Option<(Rng, u64)> {
        on_both!(self, position, start, game, own, from => game.play_games(own, from, numbers, most, halt, told))
    }

    fn kept_bytes(&self, position: &Position) -> usize {
        on!(self, position, _machine, inner => inner.kept_bytes())
    }

    fn n_abreast(&self, start: &Position) -> u32 {
        on!(self, start, game, start => game.n_abreast(start))
    }

    fn play_carefully(
        &self,
        position: &mut Position,
        (start, dropped): (&Position, Option<CellId>),
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> Option<u64> {
        on_both!(self, position, start, game, own, from => game.play_carefully(own, (from, dropped), rng, most, halt))
    }

    fn first_drops(&self, position: &Position, into: &mut Contents) -> bool {
        on!(self, position, machine, inner => machine.first_drops(inner, into))
    }

    fn ended_with(&self, position: &Position, outcome: &Outcome) -> bool {
        on!(self, position, machine, inner => machine.ended_with(inner, outcome))
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        match (self, position, undo) {
            (Self::One(machine), Position::One(inner), Undo::One(undo)) => machine.undo(inner, undo),
            (Self::Two(machine), Position::Two(inner), Undo::Two(undo)) => machine.undo(inner, undo),
            (Self::Four(machine), Position::Four(inner), Undo::Four(undo)) => machine.undo(inner, undo),
            (Self::Six(machine), Position::Six(inner), Undo::Six(undo)) => machine.undo(inner, undo),
            (Self::Sixteen(machine), Position::Sixteen(inner), Undo::Sixteen(undo)) => machine.undo(inner, undo),
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn ahead(&self, position: &Position, decisions: u32, halt: &dyn Halt) -> Option<u64> {
        on!(self, position, machine, inner => machine.ahead(inner, decisions, halt))
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        on!(self, position, machine, inner => machine.outcome(inner))
    }

    fn snapshot(&self, position: &Position) -> Snapshot {
        on!(self, position, machine, inner => machine.snapshot(inner))
    }

    fn contents(&self, position: &Position, into: &mut Contents) -> bool {
        on!(self, position, machine, inner => machine.contents(&inner.state, into));
        true
    }

    fn counters(&self, position: &Position, into: &mut Vec<i64>) -> bool {
        into.clear();
        on!(self, position, machine, inner => into.extend(machine.counters(&inner.state)));
        true
    }

    fn contents_after(&self, position: &mut Position, option: usize, into: &mut Contents) -> bool {
        on!(self, position, machine, inner => machine.contents_after(inner, option, into));
        true
    }

    fn try_option(&self, position: &mut Position, option: usize) -> Undo {
        match (self, position) {
            (Self::One(machine), Position::One(inner)) => Undo::One(machine.try_option(inner, option)),
            (Self::Two(machine), Position::Two(inner)) => Undo::Two(machine.try_option(inner, option)),
            (Self::Four(machine), Position::Four(inner)) => Undo::Four(machine.try_option(inner, option)),
            (Self::Six(machine), Position::Six(inner)) => Undo::Six(machine.try_option(inner, option)),
            (Self::Sixteen(machine), Position::Sixteen(inner)) => Undo::Sixteen(machine.try_option(inner, option)),
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn find_options(&self, position: &mut Position) -> usize {
        on!(self, position, machine, inner => machine.find_options(inner))
    }

    fn find_landings_on_enemies(&self, position: &mut Position) -> usize {
        on!(self, position, machine, inner => machine.find_landings_on_enemies(inner))
    }

    fn changes_after(&self, position: &mut Position, option: usize, into: &mut Changes) -> bool {
        on!(self, position, machine, inner => machine.changes_after(inner, option, into))
    }

    fn visit_changes(
        &self,
        position: &mut Position,
        options: Range<usize>,
        into: &mut Changes,
        see: &mut dyn FnMut(usize, Option<&Changes>),
    ) {
        on!(self, position, machine, inner => machine.visit_changes(inner, options, into, see));
    }

    fn find_likely_options(&self, position: &mut Position) -> usize {
        on!(self, position, machine, inner => machine.find_likely_options(inner))
    }

    fn find_likely_landings(&self, position: &mut Position) -> usize {
        on!(self, position, machine, inner => machine.find_likely_landings(inner))
    }

    fn try_likely(&self, position: &mut Position, option: usize) -> Option<Undo> {
        match (self, position) {
            (Self::One(machine), Position::One(inner)) => machine.try_likely(inner, option).map(Undo::One),
            (Self::Two(machine), Position::Two(inner)) => machine.try_likely(inner, option).map(Undo::Two),
            (Self::Four(machine), Position::Four(inner)) => machine.try_likely(inner, option).map(Undo::Four),
            (Self::Six(machine), Position::Six(inner)) => machine.try_likely(inner, option).map(Undo::Six),
            (Self::Sixteen(machine), Position::Sixteen(inner)) => machine.try_likely(inner, option).map(Undo::Sixteen),
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn find_likely_anew(&self, position: &mut Position) -> Option<usize> {
        on!(self, position, machine, inner => machine.find_likely_anew(inner))
    }

    fn play_likely(&self, position: &mut Position, option: usize) -> bool {
        on!(self, position, machine, inner => machine.play_likely(inner, option))
    }

    fn try_glance(&self, position: &mut Position, option: usize) -> Option<Undo> {
        match (self, position) {
            (Self::One(machine), Position::One(inner)) => machine.try_glance(inner, option).map(Undo::One),
            (Self::Two(machine), Position::Two(inner)) => machine.try_glance(inner, option).map(Undo::Two),
            (Self::Four(machine), Position::Four(inner)) => machine.try_glance(inner, option).map(Undo::Four),
            (Self::Six(machine), Position::Six(inner)) => machine.try_glance(inner, option).map(Undo::Six),
            (Self::Sixteen(machine), Position::Sixteen(inner)) => machine.try_glance(inner, option).map(Undo::Sixteen),
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn try_at_horizon(&self, position: &mut Position, option: usize) -> Option<Undo> {
        match (self, position) {
            (Self::One(machine), Position::One(inner)) => machine.try_at_horizon(inner, option).map(Undo::One),
            (Self::Two(machine), Position::Two(inner)) => machine.try_at_horizon(inner, option).map(Undo::Two),
            (Self::Four(machine), Position::Four(inner)) => machine.try_at_horizon(inner, option).map(Undo::Four),
            (Self::Six(machine), Position::Six(inner)) => machine.try_at_horizon(inner, option).map(Undo::Six),
            (Self::Sixteen(machine), Position::Sixteen(inner)) => {
                machine.try_at_horizon(inner, option).map(Undo::Sixteen)
            }
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn try_pass(&self, position: &mut Position) -> Option<Undo> {
        match (self, position) {
            (Self::One(machine), Position::One(inner)) => machine.try_pass(inner).map(Undo::One),
            (Self::Two(machine), Position::Two(inner)) => machine.try_pass(inner).map(Undo::Two),
            (Self::Four(machine), Position::Four(inner)) => machine.try_pass(inner).map(Undo::Four),
            (Self::Six(machine), Position::Six(inner)) => machine.try_pass(inner).map(Undo::Six),
            (Self::Sixteen(machine), Position::Sixteen(inner)) => machine.try_pass(inner).map(Undo::Sixteen),
            _ => unreachable!("a position belongs to the engine that made it"),
        }
    }

    fn is_royal_attacked(&self, position: &mut Position) -> bool {
        on!(self, position, machine, inner => machine.is_royal_attacked(inner))
    }

    fn may_land(&self, position: &mut Position, cell: u16) -> bool {
        on!(self, position, machine, inner => machine.may_land(inner, cell))
    }

    fn dropped_at(&self, position: &Position, option: usize) -> Option<CellId> {
        on!(self, position, machine, inner => machine.dropped_at(inner, option)).map(CellId)
    }

    fn cells_of(&self, position: &Position, option: usize) -> Vec<CellId> {
        on!(self, position, machine, inner => machine.cells_of(inner, option))
    }

    fn notations(&self, position: &Position) -> Vec<String> {
        on!(self, position, machine, inner => machine.notations(inner))
    }
}
