//! What was used of the rules in play: what the options taken did, and what stood on the board.

use std::collections::HashMap;
use std::hash::Hash;

use crate::rules::model::{Holder, Variable};
use crate::rules::types::Value;
use crate::source::Span;

use super::inquiry::Step;
use super::position::{Offer, Position};
use super::run::Choice;
use super::state::{State, decode};
use super::watch::Watch;
use super::world::{Asking, World};

/// What was used in play. Places stand for what is written there; what has no place of its own is told by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// How many options were taken.
    pub decisions: u64,
    /// Options taken by move, by the place of its name.
    pub moves: HashMap<Span, u64>,
    /// How often each sentence, and each statement in options taken and in turns, was done.
    pub done: HashMap<Span, u64>,
    /// How often the condition of an `if` there did not hold, and how often it did.
    pub branches: HashMap<Span, [u64; 2]>,
    /// The same of each `when` and `ensure`, also where no option came of it.
    pub guards: HashMap<Span, [u64; 2]>,
    /// The same of each end, wherever it was asked.
    pub ends: HashMap<Span, [u64; 2]>,
    /// Positions in which a piece of a kind stood, by its name.
    pub kinds: HashMap<String, u64>,
    /// Positions in which a piece stood on a cell, by its name.
    pub cells: HashMap<String, u64>,
    /// Options taken in which a cell was chosen, so many times, by its name.
    pub chosen: HashMap<String, u64>,
    /// Options in which a cell could have been chosen, by its name.
    pub offered: HashMap<String, u64>,
    /// Positions in which a variable had a value somewhere, by their names.
    pub values: HashMap<String, HashMap<String, u64>>,
}

impl Used {
    /// A condition of an `if`.
    pub(super) fn branch(&mut self, condition: Span, holds: bool) {
        self.branches.entry(condition).or_default()[usize::from(holds)] += 1;
    }

    /// A guard.
    pub(super) fn guard(&mut self, condition: Span, holds: bool) {
        self.guards.entry(condition).or_default()[usize::from(holds)] += 1;
    }

    /// An end.
    pub(super) fn end(&mut self, end: Span, holds: bool) {
        self.ends.entry(end).or_default()[usize::from(holds)] += 1;
    }

    /// Adds what was used elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        add(&mut self.moves, &other.moves);
        add(&mut self.done, &other.done);
        add_ways(&mut self.branches, &other.branches);
        add_ways(&mut self.guards, &other.guards);
        add_ways(&mut self.ends, &other.ends);
        add(&mut self.kinds, &other.kinds);
        add(&mut self.cells, &other.cells);
        add(&mut self.chosen, &other.chosen);
        add(&mut self.offered, &other.offered);
        for (variable, values) in &other.values {
            add(self.values.entry(variable.clone()).or_default(), values);
        }
    }

    /// What happened.
    pub(super) fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step.branch {
                Some(holds) => self.branch(step.span, holds),
                None => *self.done.entry(step.span).or_default() += 1,
            }
        }
    }
}

impl<'a> World<'a> {
    /// Who follows what options do, but not in questions within questions.
    pub(super) fn follower(&self) -> Option<&'a Watch> {
        self.watch.filter(|watch| watch.follows() && self.asking == Asking::default())
    }

    /// Tells who follows.
    pub(super) fn follow(&self, what: impl FnOnce(&mut Used)) {
        if let Some(watch) = self.follower() {
            what(&mut watch.lock().used);
        }
    }

    /// Tells what an option does that is taken.
    pub(super) fn tell_taken(&self, offer: &Offer) {
        self.follow(|used| {
            used.decisions += 1;
            if let Some(number) = offer.played.and_then(|played| played.number) {
                *used.moves.entry(self.rules.moves[number].span).or_default() += 1;
            }
            for cell in offer.choices.iter() {
                if let Choice::Cell(cell) = cell {
                    count(&mut used.chosen, &self.rules.board.cells[*cell as usize].name);
                }
            }
            let Some(trail) = &offer.trail else { return };
            // A travel is told as a step of its sentence.
            let mut steps = trail.steps.clone();
            steps.retain(|step| trail.sentences.iter().all(|(_, sentence)| *sentence != step.span));
            used.steps(&steps);
            for (_, sentence) in &trail.sentences {
                *used.done.entry(*sentence).or_default() += 1;
            }
        });
    }

    /// Tells what stands after an option was taken.
    pub(super) fn tell_position(&self, position: &Position) {
        let state = position.state.as_ref();
        self.follow(|used| {
            let mut kinds = vec![false; self.rules.kinds.len()];
            for (cell, stack) in state.stacks.iter().enumerate().filter(|(_, stack)| !stack.is_empty()) {
                stack.iter().for_each(|piece| kinds[piece.kind as usize] = true);
                count(&mut used.cells, &self.rules.board.cells[cell].name);
            }
            for (kind, _) in self.rules.kinds.iter().zip(kinds).filter(|(_, stands)| *stands) {
                count(&mut used.kinds, &kind.name);
            }
            for choice in position.offers().iter().flat_map(|offer| &offer.choices) {
                if let Choice::Cell(cell) = choice {
                    count(&mut used.offered, &self.rules.board.cells[*cell as usize].name);
                }
            }
            for variable in &self.rules.variables {
                let values = used.values.entry(variable.name.clone()).or_default();
                self.values_of(variable, state).iter().for_each(|value| count(values, value));
            }
        });
    }

    /// The values that a variable has somewhere, in words.
    fn values_of(&self, variable: &Variable, state: &State) -> Vec<String> {
        let values: Vec<Value> = match variable.holder {
            Holder::Piece => {
                let pieces = state.stacks.iter().flatten().filter(|piece| variable.kinds.contains(piece.kind));
                let value = |attribute: &i16| decode(*attribute, variable.ty);
                pieces.filter_map(|piece| piece.attributes.get(variable.offset)).map(value).collect()
            }
            _ => state.variables[variable.offset..variable.offset + variable.count].to_vec(),
        };
        let mut texts: Vec<String> = values.iter().map(|value| self.told_value(value, variable.ty)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }
}

fn add<K: Clone + Eq + Hash>(sums: &mut HashMap<K, u64>, others: &HashMap<K, u64>) {
    others.iter().for_each(|(key, count)| *sums.entry(key.clone()).or_default() += count);
}

fn add_ways(sums: &mut HashMap<Span, [u64; 2]>, others: &HashMap<Span, [u64; 2]>) {
    for (key, ways) in others {
        let sum = sums.entry(*key).or_default();
        sum.iter_mut().zip(ways).for_each(|(sum, way)| *sum += way);
    }
}

fn count(counts: &mut HashMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}
