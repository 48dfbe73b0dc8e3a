//! The split view of a game: one choice at a time instead of whole options.
//!
//! A whole option may hold several choices: a queen's move and an arrow, the links of a chain, a promotion. In the
//! split view each of them is a decision of its own, and the same rules are played. People click so, and programs
//! that search find fewer branches at each step.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::game::rng::Rng;
use crate::game::{
    Actor, Changes, Contents, Ending, Game, Halt, NotAnOption, Outcome, Probability, Snapshot, contents_by_trial,
    find_option, play_one_by_one,
};
use crate::rules::Rules;
use crate::rules::board::CellId;

/// A game whose options are offered whole, or choice by choice.
#[derive(Debug)]
pub struct Split<G> {
    game: G,
    splits: bool,
}

/// A position of the game, and what was chosen of an option so far.
///
/// # Equality
/// Two positions are equal when those of the game are, and the same was chosen since.
#[derive(Clone, Debug)]
pub struct SplitPosition<P> {
    whole: P,
    chosen: Vec<String>,
    /// The steps of every option of the game's position; worked out when an option has been begun.
    steps: Option<Arc<Vec<Vec<String>>>>,
}

/// What takes a choice back.
#[derive(Debug)]
pub enum Undo<U> {
    /// A step that was not the last of its option.
    Step,
    /// The last step: the game's own undo, and what was chosen before.
    Whole(U, Vec<String>),
}

/// What an option of the split view comes to.
enum Branch {
    /// A step after which more is to be chosen.
    Step(String),
    /// A step that completes an option of the game.
    Whole(String, usize),
}

impl Branch {
    fn text(&self) -> &str {
        match self {
            Branch::Step(text) | Branch::Whole(text, _) => text,
        }
    }
}

impl<P: PartialEq> PartialEq for SplitPosition<P> {
    fn eq(&self, other: &Self) -> bool {
        self.whole == other.whole && self.chosen == other.chosen
    }
}

impl<P: Eq> Eq for SplitPosition<P> {}

impl<P: Hash> Hash for SplitPosition<P> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.whole, &self.chosen).hash(hasher);
    }
}

impl<P> SplitPosition<P> {
    /// The game's own position, before the option that has been begun.
    pub fn whole(&self) -> &P {
        &self.whole
    }

    /// What was chosen of the option that has been begun.
    pub fn chosen(&self) -> &[String] {
        &self.chosen
    }

    /// Whether no option has been begun.
    pub fn is_whole(&self) -> bool {
        self.chosen.is_empty()
    }

    /// What takes an option of the game back that has just been completed; nothing is chosen any more.
    fn completed<U>(&mut self, undo: U) -> Undo<U> {
        self.steps = None;
        Undo::Whole(undo, std::mem::take(&mut self.chosen))
    }

    /// A position of the game in which no option has been begun.
    pub fn new(whole: P) -> Self {
        Self { whole, chosen: Vec::new(), steps: None }
    }
}

impl<G: Game> Split<G> {
    /// The game, choice by choice if `splits`.
    pub fn new(game: G, splits: bool) -> Self {
        Self { game, splits }
    }

    /// The same, choice by choice if `splits`.
    pub fn splitting(self, splits: bool) -> Self {
        Self { splits, ..self }
    }

    /// The game as it is.
    pub fn whole(&self) -> &G {
        &self.game
    }

    fn steps_of_all(&self, position: &SplitPosition<G::Position>) -> Arc<Vec<Vec<String>>> {
        match &position.steps {
            Some(steps) => Arc::clone(steps),
            None => {
                let n = self.game.n_options(&position.whole);
                Arc::new((0..n).map(|option| self.game.steps(&position.whole, option)).collect())
            }
        }
    }

    /// What may be chosen next, in the order in which it is first met. An option that is complete where others go on
    /// is written `.`; options that say the same to the end are told apart by their whole texts.
    fn branches(&self, position: &SplitPosition<G::Position>) -> Vec<Branch> {
        let steps = self.steps_of_all(position);
        let depth = position.chosen.len();
        let begun = || (0..steps.len()).filter(|option| starts_with(&steps[*option], &position.chosen));
        let mut sharing: HashMap<Option<&String>, usize> = HashMap::new();
        for option in begun() {
            *sharing.entry(steps[option].get(depth)).or_default() += 1;
        }
        let mut met = HashSet::new();
        let branch = |option: usize| {
            let step = steps[option].get(depth);
            let alone = sharing.get(&step) == Some(&1);
            match step {
                None if alone => Some(Branch::Whole(".".into(), option)),
                None => Some(Branch::Whole(self.game.notation(&position.whole, option), option)),
                Some(_) if !met.insert(step) => None,
                Some(text) if alone && steps[option].len() == depth + 1 => Some(Branch::Whole(text.clone(), option)),
                Some(text) => Some(Branch::Step(text.clone())),
            }
        };
        begun().filter_map(branch).collect()
    }

    fn branch(&self, position: &SplitPosition<G::Position>, option: usize) -> Branch {
        self.branches(position).swap_remove(option)
    }
}

/// Whether what was chosen begins an option.
fn starts_with(steps: &[String], chosen: &[String]) -> bool {
    steps.len() >= chosen.len() && steps.iter().zip(chosen).all(|(step, chosen)| step == chosen)
}

impl<G: Game> Game for Split<G> {
    type Position = SplitPosition<G::Position>;
    type Undo = Undo<G::Undo>;

    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn initial(&self) -> Self::Position {
        SplitPosition::new(self.game.initial())
    }

    fn actor(&self, position: &Self::Position) -> Option<Actor> {
        self.game.actor(&position.whole)
    }

    fn n_options(&self, position: &Self::Position) -> usize {
        if self.splits { self.branches(position).len() } else { self.game.n_options(&position.whole) }
    }

    fn effort(&self, position: &Self::Position) -> u64 {
        self.game.effort(&position.whole)
    }

    fn probability(&self, position: &Self::Position, option: usize) -> Option<Probability> {
        self.game.probability(&position.whole, option)
    }

    fn notation(&self, position: &Self::Position, option: usize) -> String {
        if self.splits {
            self.branch(position, option).text().to_owned()
        } else {
            self.game.notation(&position.whole, option)
        }
    }

    fn parse(&self, position: &Self::Position, text: &str) -> Result<usize, NotAnOption> {
        if !self.splits {
            return self.game.parse(&position.whole, text);
        }
        find_option(text, &self.notations(position))
    }

    fn apply(&self, position: &mut Self::Position, option: usize) -> Self::Undo {
        let whole = match self.splits {
            false => option,
            true => match self.branch(position, option) {
                Branch::Whole(_, whole) => whole,
                Branch::Step(step) => {
                    position.steps = Some(self.steps_of_all(position));
                    position.chosen.push(step);
                    return Undo::Step;
                }
            },
        };
        let undo = self.game.apply(&mut position.whole, whole);
        position.completed(undo)
    }

    fn play(&self, position: &mut Self::Position, option: usize) {
        match self.splits {
            true => drop(self.apply(position, option)),
            false => self.game.play(&mut position.whole, option),
        }
    }

    fn play_on(&self, position: &mut Self::Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        match self.splits {
            true => play_one_by_one(self, position, rng, most, halt),
            false => self.game.play_on(&mut position.whole, rng, most, halt),
        }
    }

    fn play_glancing(&self, position: &mut Self::Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        match self.splits {
            true => self.play_on(position, rng, most, halt),
            false => self.game.play_glancing(&mut position.whole, rng, most, halt),
        }
    }

    fn ahead(&self, position: &Self::Position, decisions: u32, halt: &dyn Halt) -> Option<u64> {
        if self.splits { None } else { self.game.ahead(&position.whole, decisions, halt) }
    }

    fn restart(&self, position: &mut Self::Position, start: &Self::Position) {
        self.game.restart(&mut position.whole, &start.whole);
        position.chosen.clone_from(&start.chosen);
        position.steps.clone_from(&start.steps);
    }

    fn play_from(
        &self,
        position: &mut Self::Position,
        start: &Self::Position,
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> u64 {
        if self.splits {
            self.restart(position, start);
            return self.play_on(position, rng, most, halt);
        }
        self.game.play_from(&mut position.whole, &start.whole, rng, most, halt)
    }

    fn play_games(
        &self,
        position: &mut Self::Position,
        start: &Self::Position,
        numbers: &mut dyn Iterator<Item = Rng>,
        most: u64,
        halt: &dyn Halt,
        told: &mut dyn FnMut(u64, &dyn Ending),
    ) -> Option<(Rng, u64)> {
        if self.splits {
            let mut rng = numbers.next()?;
            let taken = self.play_from(position, start, &mut rng, most, halt);
            return Some((rng, taken));
        }
        self.game.play_games(&mut position.whole, &start.whole, numbers, most, halt, told)
    }

    fn kept_bytes(&self, position: &Self::Position) -> usize {
        self.game.kept_bytes(&position.whole)
    }

    fn n_abreast(&self, start: &Self::Position) -> u32 {
        if self.splits { 1 } else { self.game.n_abreast(&start.whole) }
    }

    fn play_carefully(
        &self,
        position: &mut Self::Position,
        (start, dropped): (&Self::Position, Option<CellId>),
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> Option<u64> {
        if self.splits {
            return None;
        }
        self.game.play_carefully(&mut position.whole, (&start.whole, dropped), rng, most, halt)
    }

    fn first_drops(&self, position: &Self::Position, into: &mut Contents) -> bool {
        self.game.first_drops(&position.whole, into)
    }

    fn ended_with(&self, position: &Self::Position, outcome: &Outcome) -> bool {
        self.game.ended_with(&position.whole, outcome)
    }

    fn undo(&self, position: &mut Self::Position, undo: Self::Undo) {
        match undo {
            Undo::Step => {
                position.chosen.pop();
            }
            Undo::Whole(undo, chosen) => {
                self.game.undo(&mut position.whole, undo);
                position.chosen = chosen;
                position.steps = None;
            }
        }
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.game.outcome(&position.whole)
    }

    fn snapshot(&self, position: &Self::Position) -> Snapshot {
        self.game.snapshot(&position.whole)
    }

    fn contents(&self, position: &Self::Position, into: &mut Contents) -> bool {
        self.game.contents(&position.whole, into)
    }

    fn counters(&self, position: &Self::Position, into: &mut Vec<i64>) -> bool {
        self.game.counters(&position.whole, into)
    }

    fn contents_after(&self, position: &mut Self::Position, option: usize, into: &mut Contents) -> bool {
        match self.splits {
            true => contents_by_trial(self, position, option, into),
            false => self.game.contents_after(&mut position.whole, option, into),
        }
    }

    fn changes_after(&self, position: &mut Self::Position, option: usize, into: &mut Changes) -> bool {
        !self.splits && self.game.changes_after(&mut position.whole, option, into)
    }

    fn visit_changes(
        &self,
        position: &mut Self::Position,
        options: Range<usize>,
        into: &mut Changes,
        see: &mut dyn FnMut(usize, Option<&Changes>),
    ) {
        match self.splits {
            true => options.for_each(|option| see(option, None)),
            false => self.game.visit_changes(&mut position.whole, options, into, see),
        }
    }

    fn dropped_at(&self, position: &Self::Position, option: usize) -> Option<CellId> {
        if self.splits { None } else { self.game.dropped_at(&position.whole, option) }
    }

    fn try_option(&self, position: &mut Self::Position, option: usize) -> Self::Undo {
        if self.splits {
            return self.apply(position, option);
        }
        let undo = self.game.try_option(&mut position.whole, option);
        position.completed(undo)
    }

    fn find_options(&self, position: &mut Self::Position) -> usize {
        if self.splits { self.n_options(position) } else { self.game.find_options(&mut position.whole) }
    }

    fn find_landings_on_enemies(&self, position: &mut Self::Position) -> usize {
        match self.splits {
            true => self.find_options(position),
            false => self.game.find_landings_on_enemies(&mut position.whole),
        }
    }

    fn find_likely_options(&self, position: &mut Self::Position) -> usize {
        if self.splits { self.n_options(position) } else { self.game.find_likely_options(&mut position.whole) }
    }

    fn find_likely_anew(&self, position: &mut Self::Position) -> Option<usize> {
        if self.splits { None } else { self.game.find_likely_anew(&mut position.whole) }
    }

    fn play_likely(&self, position: &mut Self::Position, option: usize) -> bool {
        match self.splits {
            true => self.try_likely(position, option).is_some(),
            false => self.game.play_likely(&mut position.whole, option),
        }
    }

    fn find_likely_landings(&self, position: &mut Self::Position) -> usize {
        match self.splits {
            true => self.n_options(position),
            false => self.game.find_likely_landings(&mut position.whole),
        }
    }

    fn try_likely(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        if self.splits {
            return Some(self.apply(position, option));
        }
        let undo = self.game.try_likely(&mut position.whole, option)?;
        Some(position.completed(undo))
    }

    fn try_glance(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        if self.splits {
            return Some(self.apply(position, option));
        }
        let undo = self.game.try_glance(&mut position.whole, option)?;
        Some(position.completed(undo))
    }

    fn try_at_horizon(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        if self.splits {
            return Some(self.apply(position, option));
        }
        let undo = self.game.try_at_horizon(&mut position.whole, option)?;
        Some(position.completed(undo))
    }

    fn try_pass(&self, position: &mut Self::Position) -> Option<Self::Undo> {
        if self.splits {
            return None;
        }
        let undo = self.game.try_pass(&mut position.whole)?;
        Some(position.completed(undo))
    }

    fn is_royal_attacked(&self, position: &mut Self::Position) -> bool {
        !self.splits && self.game.is_royal_attacked(&mut position.whole)
    }

    fn may_land(&self, position: &mut Self::Position, cell: u16) -> bool {
        !self.splits && self.game.may_land(&mut position.whole, cell)
    }

    fn cells_of(&self, position: &Self::Position, option: usize) -> Vec<CellId> {
        if !self.splits {
            return self.game.cells_of(&position.whole, option);
        }
        let steps = self.steps_of_all(position);
        let mut begun = position.chosen.clone();
        match self.branch(position, option) {
            Branch::Whole(_, whole) => return self.game.cells_of(&position.whole, whole),
            Branch::Step(step) => begun.push(step),
        }
        // The cells that every option with these steps begins with.
        let with_steps = (0..steps.len()).filter(|option| starts_with(&steps[*option], &begun));
        let cells = with_steps.map(|option| self.game.cells_of(&position.whole, option));
        cells
            .reduce(|a, b| a.into_iter().zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a).collect())
            .unwrap_or_default()
    }

    fn notations(&self, position: &Self::Position) -> Vec<String> {
        match self.splits {
            true => self.branches(position).iter().map(|branch| branch.text().to_owned()).collect(),
            false => self.game.notations(&position.whole),
        }
    }

    fn steps(&self, position: &Self::Position, option: usize) -> Vec<String> {
        match self.splits {
            true => vec![self.notation(position, option)],
            false => self.game.steps(&position.whole, option),
        }
    }
}
