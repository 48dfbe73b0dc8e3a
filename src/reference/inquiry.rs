//! An inquiry: the evaluation of rules tells of itself. A run notes what happens in it, statement by statement; and if
//! a text is wanted that is no option, runs that fail are followed all the same, and note what they fail at.
//!
//! So the reasons that are given come from the evaluation itself, and not from a second reading of the rules.

use std::cell::RefCell;

use crate::game::{PlayerId, typed};
use crate::rules::Rules;
use crate::rules::model::{Expr, Statement, StatementKind};
use crate::rules::types::{Domain, Set, Value};
use crate::source::Span;

use super::obstacle::{Obstacle, Obstruction};
use super::run::Run;
use super::state::State;
use super::world::{Asking, World};

/// A run that fails at more than this is not followed.
const FAULTS: usize = 3;

/// Who asks why.
#[derive(Debug, Default)]
pub struct Inquiry {
    wanted: Option<Wanted>,
    told: RefCell<Vec<Step>>,
}

/// The text of an option that is looked for.
#[derive(Debug)]
pub(super) struct Wanted {
    /// In small letters.
    pub lower: String,
    /// In small letters, without signs and blanks.
    pub text: String,
    /// Its words: what stands between signs.
    words: Vec<String>,
    /// The cells that it names.
    pub cells: Set,
    /// Those of its words that are cells, in their order.
    pub order: Vec<u16>,
}

/// A position in the midst of its evaluation.
#[derive(Clone, Debug)]
pub struct Moment {
    pub(super) state: State,
    pub(super) me: Option<PlayerId>,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The statement, the sentence or the condition.
    pub span: Span,
    /// For a condition of an `if` whether it holds.
    pub branch: Option<bool>,
    /// What it changes, in words.
    pub changes: Vec<String>,
}

/// What happens in a run, and what it fails at.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The sentences that it follows, each with the number of its move.
    pub sentences: Vec<(usize, Span)>,
    /// What happens.
    pub steps: Vec<Step>,
    /// What it fails at.
    pub obstacles: Vec<Obstacle>,
}

/// What an option does.
#[derive(Clone, Debug)]
pub struct Story {
    /// The number of its move in [`Rules::moves`]; none for `stop` and for options of Chance.
    pub number: Option<usize>,
    /// The sentences that offer it, in the order in which they are followed.
    pub sentences: Vec<Span>,
    /// What happens in it.
    pub steps: Vec<Step>,
    /// What happens then, until somebody decides again or the game is over.
    pub after: Vec<Step>,
}

impl Inquiry {
    /// An inquiry that looks for a text.
    pub fn after(text: &str, rules: &Rules) -> Self {
        let lower = text.trim().to_lowercase();
        let words: Vec<String> = lower
            .split(|sign: char| !sign.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let cells = (0..).zip(&rules.board.cells).filter(|(_, cell)| is_named(&cell.name, &lower, &words, rules));
        let cells = cells.map(|(number, _)| number).collect();
        let cell = |word: &String| rules.board.cells.iter().position(|cell| cell.name.to_lowercase() == *word);
        let order = words.iter().filter_map(cell).map(|cell| cell as u16).collect();
        let text = bare(&lower).split_whitespace().collect();
        Self { wanted: Some(Wanted { text, lower, words, cells, order }), told: RefCell::default() }
    }

    /// What has happened outside of any run.
    pub fn told(self) -> Vec<Step> {
        self.told.into_inner()
    }
}

/// A text as it is compared with others: in small letters, without signs.
pub(super) fn bare(text: &str) -> String {
    typed::bare(&text.to_lowercase())
}

/// Whether a text names a cell: as a word, or in a word that is no cell itself.
fn is_named(name: &str, text: &str, words: &[String], rules: &Rules) -> bool {
    let name = name.to_lowercase();
    let is_cell = |word: &str| rules.board.cells.iter().any(|cell| cell.name.to_lowercase() == *word);
    let in_word = |word: &String| *word == name || !is_cell(word) && holds_name(word, &name);
    words.iter().any(in_word) || name.contains(|sign: char| !sign.is_alphanumeric()) && text.contains(&name)
}

/// Whether a word holds a name, with no digit of a longer name around it.
fn holds_name(word: &str, name: &str) -> bool {
    let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    word.match_indices(name).any(|(at, _)| {
        let (before, after) = (&word[..at], &word[at + name.len()..]);
        let begins = !(is_digit(name.chars().next()) && is_digit(before.chars().next_back()));
        begins && !(is_digit(name.chars().next_back()) && is_digit(after.chars().next()))
    })
}

impl Run {
    /// How much the run fails at.
    pub fn n_obstacles(&self) -> usize {
        self.trail.as_ref().map_or(0, |trail| trail.obstacles.len())
    }

    /// Notes which sentence is followed.
    pub fn tell_sentence(&mut self, number: usize, sentence: Span) {
        if let Some(trail) = &mut self.trail {
            trail.sentences.push((number, sentence));
        }
    }

    /// Notes which half of an `if` is done.
    pub fn tell_branch(&mut self, condition: Span, holds: bool) {
        if let Some(trail) = &mut self.trail {
            trail.steps.push(Step { span: condition, branch: Some(holds), changes: Vec::new() });
        }
    }
}

impl<'a> World<'a> {
    /// Who asks why, but not about questions within questions.
    pub(super) fn inquiry(&self) -> Option<&'a Inquiry> {
        self.inquiry.filter(|_| self.asking == Asking::default())
    }

    /// The text that is looked for.
    pub(super) fn wanted(&self) -> Option<&'a Wanted> {
        self.inquiry()?.wanted.as_ref()
    }

    /// An empty trail, if somebody asks or follows.
    pub(super) fn trail(&self) -> Option<Box<Trail>> {
        (self.inquiry().is_some() || self.follower().is_some()).then(Box::default)
    }

    /// Tells what happened outside of a run of a move.
    pub(super) fn tell_steps(&self, trail: Option<Box<Trail>>) {
        let Some(trail) = trail else { return };
        self.follow(|used| used.steps(&trail.steps));
        if let Some(inquiry) = self.inquiry() {
            inquiry.told.borrow_mut().extend(trail.steps);
        }
    }

    /// Tells whether a condition of the turn holds.
    pub(super) fn tell_condition(&self, condition: Span, holds: bool) {
        self.follow(|used| used.branch(condition, holds));
        if let Some(inquiry) = self.inquiry() {
            inquiry.told.borrow_mut().push(Step { span: condition, branch: Some(holds), changes: Vec::new() });
        }
    }

    /// Does a statement and notes what it changes.
    pub(super) fn told(&self, statement: &Statement, run: Run) -> Vec<Run> {
        if run.trail.is_none() {
            return self.statement(&statement.kind, run);
        }
        let before = run.state.clone();
        let mut runs = self.statement(&statement.kind, run);
        if !is_compound(&statement.kind) {
            runs.iter_mut().for_each(|run| self.tell_step(run, &before, statement.span));
        }
        runs
    }

    /// Notes what a travel or a drop has changed.
    pub(super) fn tell_travel(&self, run: &mut Run, before: Option<&State>, sentence: Span) {
        if let Some(before) = before {
            self.tell_step(run, before, sentence);
        }
    }

    fn tell_step(&self, run: &mut Run, before: &State, span: Span) {
        // Who only follows does not ask what changes.
        let changes = if self.inquiry.is_some() { self.changes(before, &run.state) } else { Vec::new() };
        if let Some(trail) = &mut run.trail {
            trail.steps.push(Step { span, branch: None, changes });
        }
    }

    /// Notes what a run fails at and follows it all the same, if a text is looked for; else no.
    pub(super) fn forgives(&self, run: &mut Run, what: Obstruction, span: Span) -> bool {
        self.forgives_all(run, Obstacle { what, span, condition: None, further: Vec::new() })
    }

    /// The same for a condition that does not hold.
    pub(super) fn forgives_condition(&self, run: &mut Run, what: Obstruction, condition: &Expr) -> bool {
        if self.wanted().is_none() {
            return false;
        }
        let moment = Moment { state: run.state.clone(), me: run.me };
        let asked = Some(Box::new((condition.clone(), moment)));
        self.forgives_all(run, Obstacle { what, span: condition.span, condition: asked, further: Vec::new() })
    }

    /// Whether a condition holds, or is forgiven.
    pub(super) fn holds_or_forgives(&self, run: &mut Run, what: Obstruction, condition: &Expr) -> bool {
        let holds = self.scope(&run.state, run.me).truth(condition);
        self.follow(|used| used.guard(condition.span, holds));
        holds || self.forgives_condition(run, what, condition)
    }

    fn forgives_all(&self, run: &mut Run, obstacle: Obstacle) -> bool {
        let Some(trail) = run.trail.as_mut().filter(|_| self.wanted().is_some()) else { return false };
        let is_known = |known: &Obstacle| known.span == obstacle.span && known.what == obstacle.what;
        if !trail.obstacles.iter().any(is_known) {
            trail.obstacles.push(obstacle);
        }
        trail.obstacles.len() <= FAULTS
    }

    /// Of the members of a set those that are worth following, and others that the text names.
    pub(super) fn wanted_members(&self, run: &Run, domain: Domain, members: Set) -> (Set, Set) {
        let Some(wanted) = self.wanted().filter(|_| run.trail.is_some()) else {
            return (members, Set::default());
        };
        let named = self.named(wanted, domain);
        if named.is_empty() {
            return (members, named);
        }
        let others = if run.n_obstacles() < FAULTS { named.clone().difference(&members) } else { Set::default() };
        (members.intersection(&named), others)
    }

    /// The members of a domain that a text names.
    fn named(&self, wanted: &Wanted, domain: Domain) -> Set {
        let size = match domain {
            Domain::Cell => return wanted.cells.clone(),
            Domain::Number => return wanted.words.iter().filter_map(|word| word.parse::<u16>().ok()).collect(),
            Domain::Direction => self.rules.board.directions.len(),
            Domain::Player => self.rules.players.len(),
            Domain::Kind => self.rules.kinds.len(),
            Domain::Type(number) => self.rules.types[number].values.len(),
        };
        let is_named = |member: &u16| {
            let words = [self.name_of(domain, *member), self.letter_of(domain, *member)];
            words.iter().map(|word| bare(word)).any(|word| !word.is_empty() && wanted.text.contains(&word))
        };
        (0..size as u16).filter(is_named).collect()
    }

    /// The value of an expression in a moment.
    pub(super) fn value_then(&self, moment: &Moment, expr: &Expr) -> Value {
        self.scope(&moment.state, moment.me).value(expr)
    }
}

/// Whether a statement consists of others, which tell of themselves.
fn is_compound(statement: &StatementKind) -> bool {
    matches!(
        statement,
        StatementKind::If(..)
            | StatementKind::Repeat(..)
            | StatementKind::Each(..)
            | StatementKind::ForEachPlayer(_)
            | StatementKind::For(..)
    )
}
