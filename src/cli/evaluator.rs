//! The evaluator that a command plays with: the engine, or the plain one where that is asked for.

use std::ops::Range;

use crate::engine::{self, Engine};
use crate::game::rng::Rng;
use crate::game::{Actor, Changes, Contents, Ending, Game, Halt, NotAnOption, Outcome, Probability, Snapshot, Start};
use crate::reference::{self, Reference};
use crate::rules::board::CellId;
use crate::rules::{Choices, Module, Rules};
use crate::scenario::{self, Told};

/// The evaluator that plays.
#[derive(Debug)]
pub enum Evaluator {
    /// The engine.
    Engine(Engine),
    /// The plain evaluator.
    Plain(Reference),
}

/// A position of an [`Evaluator`].
#[expect(
    clippy::large_enum_variant,
    reason = "positions of the engine are copied for each playout: no memory is asked for"
)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Of the engine.
    Engine(engine::Position),
    /// Of the plain evaluator.
    Plain(reference::Position),
}

/// What takes an option back.
#[derive(Debug)]
pub enum Undo {
    /// For the engine.
    Engine(engine::Undo),
    /// For the plain evaluator.
    Plain(reference::Undo),
}

/// Calls the same function of the evaluator that a position belongs to.
macro_rules! on {
    ($evaluator:expr, $position:expr, $game:ident, $inner:ident => $call:expr) => {
        match ($evaluator, $position) {
            (Evaluator::Engine($game), Position::Engine($inner)) => $call,
            (Evaluator::Plain($game), Position::Plain($inner)) => $call,
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    };
}

impl Evaluator {
    /// The position that a text tells of.
    pub fn started(&self, start: &Start) -> Position {
        let mut position = match (self, &start.arrangement) {
            (_, None) => self.initial(),
            (Self::Engine(game), Some(arrangement)) => Position::Engine(game.arranged(arrangement)),
            (Self::Plain(game), Some(arrangement)) => Position::Plain(game.begun_from(arrangement)),
        };
        start.taken.iter().for_each(|&option| self.play(&mut position, option));
        position
    }

    /// Whether it is the plain one.
    pub fn is_plain(&self) -> bool {
        matches!(self, Self::Plain(_))
    }

    /// The position as text, which the plain evaluator tells.
    ///
    /// # Panics
    /// If this is another evaluator.
    pub fn told(&self, module: &Module, choices: &Choices, position: &Position) -> Told {
        match (self, position) {
            (Self::Plain(game), Position::Plain(position)) => scenario::told(module, choices, game, position),
            _ => unreachable!("only the plain evaluator tells a position"),
        }
    }
}

impl Game for Evaluator {
    type Position = Position;
    type Undo = Undo;

    fn rules(&self) -> &Rules {
        match self {
            Self::Engine(game) => game.rules(),
            Self::Plain(game) => game.rules(),
        }
    }

    fn initial(&self) -> Position {
        match self {
            Self::Engine(game) => Position::Engine(game.initial()),
            Self::Plain(game) => Position::Plain(game.initial()),
        }
    }

    fn actor(&self, position: &Position) -> Option<Actor> {
        on!(self, position, game, inner => game.actor(inner))
    }

    fn n_options(&self, position: &Position) -> usize {
        on!(self, position, game, inner => game.n_options(inner))
    }

    fn effort(&self, position: &Position) -> u64 {
        on!(self, position, game, inner => game.effort(inner))
    }

    fn probability(&self, position: &Position, option: usize) -> Option<Probability> {
        on!(self, position, game, inner => game.probability(inner, option))
    }

    fn notation(&self, position: &Position, option: usize) -> String {
        on!(self, position, game, inner => game.notation(inner, option))
    }

    fn parse(&self, position: &Position, text: &str) -> Result<usize, NotAnOption> {
        on!(self, position, game, inner => game.parse(inner, text))
    }

    fn apply(&self, position: &mut Position, option: usize) -> Undo {
        match (self, position) {
            (Self::Engine(game), Position::Engine(inner)) => Undo::Engine(game.apply(inner, option)),
            (Self::Plain(game), Position::Plain(inner)) => Undo::Plain(game.apply(inner, option)),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn play(&self, position: &mut Position, option: usize) {
        on!(self, position, game, inner => game.play(inner, option));
    }

    fn play_on(&self, position: &mut Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        on!(self, position, game, inner => game.play_on(inner, rng, most, halt))
    }

    fn play_glancing(&self, position: &mut Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        on!(self, position, game, inner => game.play_glancing(inner, rng, most, halt))
    }

    fn ahead(&self, position: &Position, decisions: u32, halt: &dyn Halt) -> Option<u64> {
        on!(self, position, game, inner => game.ahead(inner, decisions, halt))
    }

    fn restart(&self, position: &mut Position, start: &Position) {
        match (self, position, start) {
            (Self::Engine(game), Position::Engine(position), Position::Engine(start)) => game.restart(position, start),
            (Self::Plain(game), Position::Plain(position), Position::Plain(start)) => game.restart(position, start),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn play_from(&self, position: &mut Position, start: &Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        match (self, position, start) {
            (Self::Engine(game), Position::Engine(position), Position::Engine(start)) => {
                game.play_from(position, start, rng, most, halt)
            }
            (Self::Plain(game), Position::Plain(position), Position::Plain(start)) => {
                game.play_from(position, start, rng, most, halt)
            }
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
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
        match (self, position, start) {
            (Self::Engine(game), Position::Engine(position), Position::Engine(start)) => {
                game.play_games(position, start, numbers, most, halt, told)
            }
            (Self::Plain(game), Position::Plain(position), Position::Plain(start)) => {
                game.play_games(position, start, numbers, most, halt, told)
            }
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn kept_bytes(&self, position: &Position) -> usize {
        match (self, position) {
            (Self::Engine(game), Position::Engine(position)) => game.kept_bytes(position),
            (Self::Plain(game), Position::Plain(position)) => game.kept_bytes(position),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn n_abreast(&self, start: &Position) -> u32 {
        match (self, start) {
            (Self::Engine(game), Position::Engine(start)) => game.n_abreast(start),
            (Self::Plain(game), Position::Plain(start)) => game.n_abreast(start),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn play_carefully(
        &self,
        position: &mut Position,
        (start, dropped): (&Position, Option<CellId>),
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> Option<u64> {
        match (self, position, start) {
            (Self::Engine(game), Position::Engine(position), Position::Engine(start)) => {
                game.play_carefully(position, (start, dropped), rng, most, halt)
            }
            _ => None,
        }
    }

    fn first_drops(&self, position: &Position, into: &mut Contents) -> bool {
        on!(self, position, game, inner => game.first_drops(inner, into))
    }

    fn ended_with(&self, position: &Position, outcome: &Outcome) -> bool {
        on!(self, position, game, inner => game.ended_with(inner, outcome))
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        match (self, position, undo) {
            (Self::Engine(game), Position::Engine(inner), Undo::Engine(undo)) => game.undo(inner, undo),
            (Self::Plain(game), Position::Plain(inner), Undo::Plain(undo)) => game.undo(inner, undo),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        on!(self, position, game, inner => game.outcome(inner))
    }

    fn snapshot(&self, position: &Position) -> Snapshot {
        on!(self, position, game, inner => game.snapshot(inner))
    }

    fn contents(&self, position: &Position, into: &mut Contents) -> bool {
        on!(self, position, game, inner => game.contents(inner, into))
    }

    fn counters(&self, position: &Position, into: &mut Vec<i64>) -> bool {
        on!(self, position, game, inner => game.counters(inner, into))
    }

    fn contents_after(&self, position: &mut Position, option: usize, into: &mut Contents) -> bool {
        on!(self, position, game, inner => game.contents_after(inner, option, into))
    }

    fn try_option(&self, position: &mut Position, option: usize) -> Undo {
        match (self, position) {
            (Self::Engine(game), Position::Engine(inner)) => Undo::Engine(game.try_option(inner, option)),
            (Self::Plain(game), Position::Plain(inner)) => Undo::Plain(game.try_option(inner, option)),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn find_landings_on_enemies(&self, position: &mut Position) -> usize {
        on!(self, position, game, inner => game.find_landings_on_enemies(inner))
    }

    fn changes_after(&self, position: &mut Position, option: usize, into: &mut Changes) -> bool {
        on!(self, position, game, inner => game.changes_after(inner, option, into))
    }

    fn visit_changes(
        &self,
        position: &mut Position,
        options: Range<usize>,
        into: &mut Changes,
        see: &mut dyn FnMut(usize, Option<&Changes>),
    ) {
        on!(self, position, game, inner => game.visit_changes(inner, options, into, see));
    }

    fn find_likely_options(&self, position: &mut Position) -> usize {
        on!(self, position, game, inner => game.find_likely_options(inner))
    }

    fn find_likely_landings(&self, position: &mut Position) -> usize {
        on!(self, position, game, inner => game.find_likely_landings(inner))
    }

    fn try_likely(&self, position: &mut Position, option: usize) -> Option<Undo> {
        match (self, position) {
            (Self::Engine(game), Position::Engine(inner)) => game.try_likely(inner, option).map(Undo::Engine),
            (Self::Plain(game), Position::Plain(inner)) => game.try_likely(inner, option).map(Undo::Plain),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn find_likely_anew(&self, position: &mut Position) -> Option<usize> {
        on!(self, position, game, inner => game.find_likely_anew(inner))
    }

    fn play_likely(&self, position: &mut Position, option: usize) -> bool {
        on!(self, position, game, inner => game.play_likely(inner, option))
    }

    fn try_glance(&self, position: &mut Position, option: usize) -> Option<Undo> {
        match (self, position) {
            (Self::Engine(game), Position::Engine(inner)) => game.try_glance(inner, option).map(Undo::Engine),
            (Self::Plain(game), Position::Plain(inner)) => game.try_glance(inner, option).map(Undo::Plain),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn try_at_horizon(&self, position: &mut Position, option: usize) -> Option<Undo> {
        match (self, position) {
            (Self::Engine(game), Position::Engine(inner)) => game.try_at_horizon(inner, option).map(Undo::Engine),
            (Self::Plain(game), Position::Plain(inner)) => game.try_at_horizon(inner, option).map(Undo::Plain),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn try_pass(&self, position: &mut Position) -> Option<Undo> {
        match (self, position) {
            (Self::Engine(game), Position::Engine(inner)) => game.try_pass(inner).map(Undo::Engine),
            (Self::Plain(game), Position::Plain(inner)) => game.try_pass(inner).map(Undo::Plain),
            _ => unreachable!("a position belongs to the evaluator that made it"),
        }
    }

    fn is_royal_attacked(&self, position: &mut Position) -> bool {
        on!(self, position, game, inner => game.is_royal_attacked(inner))
    }

    fn may_land(&self, position: &mut Position, cell: u16) -> bool {
        on!(self, position, game, inner => game.may_land(inner, cell))
    }

    fn dropped_at(&self, position: &Position, option: usize) -> Option<CellId> {
        on!(self, position, game, inner => game.dropped_at(inner, option))
    }

    fn find_options(&self, position: &mut Position) -> usize {
        on!(self, position, game, inner => game.find_options(inner))
    }

    fn steps(&self, position: &Position, option: usize) -> Vec<String> {
        on!(self, position, game, inner => game.steps(inner, option))
    }

    fn cells_of(&self, position: &Position, option: usize) -> Vec<CellId> {
        on!(self, position, game, inner => game.cells_of(inner, option))
    }

    fn notations(&self, position: &Position) -> Vec<String> {
        on!(self, position, game, inner => game.notations(inner))
    }
}
