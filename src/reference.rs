//! The plain evaluator of rules. It is the meaning of the language: short and obvious first, fast second.
//!
//! [`Reference`] plays the game of some [`Rules`]. An option of a player is one run of the text of a move that
//! succeeds ([`moves`](self)); what lies between two decisions is the business of the turn machine.

use std::sync::Arc;

use crate::game::{Actor, Contents, Game, NotAnOption, Outcome, Probability, Snapshot, find_option};
use crate::rules::Rules;
use crate::rules::board::CellId;

mod ahead;
mod aims;
mod arrangement;
mod attack;
mod carry;
mod chance;
mod changes;
mod contents;
mod effects;
mod ends;
mod expression;
mod facts;
mod forgiving;
mod geometry;
mod hindrance;
mod inquiry;
mod key;
mod moves;
mod notation;
mod obstacle;
mod options;
mod path;
mod pieces;
mod piles;
mod position;
mod readings;
mod run;
mod sets;
mod situation;
mod snapshot;
mod stacks;
mod state;
#[cfg(test)]
mod tests;
mod threats;
mod told;
mod travel;
mod turn;
mod used;
mod watch;
mod world;
mod written;

pub use hindrance::Hindrance;
pub use inquiry::{Moment, Step, Story};
pub use obstacle::{Obstacle, Obstruction};
pub use position::Position;
pub use readings::{EndTested, Likeness, Reading};
pub use used::Used;
pub use watch::{Seen, SentenceSeen, Watch};
pub use written::Unlawful;

use facts::Facts;
use inquiry::Inquiry;
use position::Pending;
use run::Choice;
use state::State;
use world::{Asking, Purse, World};

/// A game played as its rules are read.
#[derive(Debug)]
pub struct Reference {
    rules: Arc<Rules>,
    facts: Facts,
    watch: Option<Arc<Watch>>,
}

/// What takes an option back: the position before it.
#[derive(Clone, Debug)]
pub struct Undo(Position);

impl Reference {
    /// The game of some rules.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Self {
        let rules = rules.into();
        let facts = Facts::new(&rules);
        Self { rules, facts, watch: None }
    }

    /// The same game; whatever happens in it is told to the watch.
    pub fn watched(self, watch: Arc<Watch>) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// Answers a question about the rules, with the effort that one decision may take.
    fn ask<T>(&self, question: impl FnOnce(World<'_>) -> T) -> T {
        self.inquire(None, question)
    }

    /// The same, while somebody asks why.
    fn inquire<T>(&self, inquiry: Option<&Inquiry>, question: impl FnOnce(World<'_>) -> T) -> T {
        let purse = Purse::new(&self.rules.budget);
        let (rules, facts, watch) = (&self.rules, &self.facts, self.watch.as_deref());
        let world = World { rules, facts, asking: Asking::default(), purse: &purse, watch, inquiry };
        let answer = question(world);
        world.tell(|seen| seen.effort += purse.spent());
        answer
    }
}

impl Game for Reference {
    type Position = Position;
    type Undo = Undo;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn initial(&self) -> Position {
        self.ask(|world| {
            let position = world.advance(State::new(&self.rules, &self.facts));
            world.tell_position(&position);
            position
        })
    }

    fn actor(&self, position: &Position) -> Option<Actor> {
        match &position.pending {
            Pending::Decision { actor, .. } => Some(*actor),
            Pending::Over(_) => None,
        }
    }

    fn n_options(&self, position: &Position) -> usize {
        position.offers().len()
    }

    fn probability(&self, position: &Position, option: usize) -> Option<Probability> {
        position.offers()[option].probability
    }

    fn notation(&self, position: &Position, option: usize) -> String {
        position.offers()[option].text.clone()
    }

    fn parse(&self, position: &Position, text: &str) -> Result<usize, NotAnOption> {
        find_option(text, &self.notations(position))
    }

    fn apply(&self, position: &mut Position, option: usize) -> Undo {
        let next = self.ask(|world| {
            let offer = &position.offers()[option];
            world.tell_taken(offer);
            let next = world.advance(world.taken(offer));
            world.tell_position(&next);
            next
        });
        Undo(std::mem::replace(position, next))
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        *position = undo.0;
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match &position.pending {
            Pending::Over(outcome) => Some(outcome.as_ref().clone()),
            Pending::Decision { .. } => None,
        }
    }

    fn snapshot(&self, position: &Position) -> Snapshot {
        self.ask(|world| world.snapshot(position))
    }

    fn contents(&self, position: &Position, into: &mut Contents) -> bool {
        self.ask(|world| world.contents(&position.state, into));
        true
    }

    fn contents_after(&self, position: &mut Position, option: usize, into: &mut Contents) -> bool {
        self.ask(|world| world.contents(&position.offers()[option].state, into));
        true
    }

    fn steps(&self, position: &Position, option: usize) -> Vec<String> {
        self.ask(|world| world.steps(&position.offers()[option]))
    }

    fn cells_of(&self, position: &Position, option: usize) -> Vec<CellId> {
        let cell = |choice: &Choice| match choice {
            Choice::Cell(cell) => Some(CellId(*cell)),
            Choice::Stop | Choice::Value(_) => None,
        };
        let mut cells: Vec<CellId> = position.offers()[option].choices.iter().filter_map(cell).collect();
        cells.dedup();
        cells
    }
}
