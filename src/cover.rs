//! Coverage: how often everything that a rule file says was used in random play, in play with search, and in the
//! scenarios of the file.
//!
//! Some games are played by the plain evaluator, which is followed
//! ([`Watch::following`](crate::reference::Watch::following)); many more at random by the engine, which counts the same
//! ([`Engine::counting`](crate::engine::Engine::counting)) but for guards that do not hold. Play is drawn from a seed and bounded by numbers, never by a clock: the same file, plan and
//! seed give the same counts.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::game::Halt;
use crate::rules::{Choices, Module};
use crate::source::{SourceMap, Span};
use crate::why::LeftOut;

mod counted;
mod games;
mod html;
mod items;
mod reasons;
mod text;
mod values;

pub use counted::used;
use games::Played;
pub use text::LineUse;

/// How much is played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Random games with each choice of options and players that the plain evaluator plays, where everything is
    /// followed.
    pub games: u64,
    /// More random games with each choice, on the engine: there all is counted but guards that do not hold, and cells
    /// that are only chosen.
    pub more: u64,
    /// Games in which both sides search, with each choice.
    pub searched: u64,
    /// Playouts of a search for each decision.
    pub playouts: u32,
    /// A game is given up after so many decisions.
    pub decisions: u64,
    /// The seed.
    pub seed: u64,
    /// Only this choice of options and players; else every value of each option and every number of players.
    pub only: Option<Choices>,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 20, more: 1000, searched: 1, playouts: 20, decisions: 300, seed: 0, only: None }
    }
}

/// What can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// A move: options of it that were taken.
    Move,
    /// A sentence: options taken that followed it.
    Sentence,
    /// A statement: how often it was done.
    Statement,
    /// The condition of an `if`, both ways.
    Branch,
    /// A `when` or an `ensure`, both ways.
    Guard,
    /// An end: how often it held.
    End,
    /// A value of an option, or a number of players: games played with it.
    Option,
    /// A kind of piece: positions in which one stood.
    Kind,
    /// A value of a variable: positions in which it had it.
    Value,
    /// A cell: options that chose it, and positions in which something stood there.
    Cell,
}

impl Sort {
    /// All of them, in the order in which they are told.
    pub const ALL: [Sort; 10] = [
        Sort::Move,
        Sort::Sentence,
        Sort::Statement,
        Sort::Branch,
        Sort::Guard,
        Sort::End,
        Sort::Option,
        Sort::Kind,
        Sort::Value,
        Sort::Cell,
    ];

    /// What several of it are called.
    pub fn plural(self) -> &'static str {
        match self {
            Sort::Move => "moves",
            Sort::Sentence => "sentences",
            Sort::Statement => "statements",
            Sort::Branch => "branches",
            Sort::Guard => "guards",
            Sort::End => "ends",
            Sort::Option => "option values",
            Sort::Kind => "kinds",
            Sort::Value => "variable values",
            Sort::Cell => "cells",
        }
    }
}

/// Counts in random play, in play with search, and in scenarios.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// In random play.
    pub random: u64,
    /// In play with search.
    pub search: u64,
    /// In the scenarios of the file.
    pub scenarios: u64,
}

impl Counts {
    /// All together.
    pub fn total(self) -> u64 {
        self.random + self.search + self.scenarios
    }

    fn of(count: impl Fn(usize) -> u64) -> Self {
        Self { random: count(0), search: count(1), scenarios: count(2) }
    }
}

/// Something that can be used, and how often it was. A condition is two of them: that it holds, and that it does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What it is.
    pub sort: Sort,
    /// Its name or its text; of a condition with the way it went.
    pub name: String,
    /// The file, if it is written somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, counted from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Where it is written.
    #[serde(skip)]
    pub span: Option<Span>,
    /// How often it was used.
    pub used: Counts,
    /// Why it was never used, where that can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How much of one sort was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The sort.
    pub sort: Sort,
    /// How many were used.
    pub used: usize,
    /// How many there are.
    pub all: usize,
}

/// Random games in which everything was followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// Games.
    pub games: u64,
    /// Options taken in them.
    pub decisions: u64,
}

/// What was used of a rule file.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// The seed.
    pub seed: u64,
    /// Games played at random and with search, and scenarios run.
    pub games: Counts,
    /// Options taken in them.
    pub decisions: Counts,
    /// The random games that were followed, and the options taken in them: only there is it seen that a guard does not
    /// hold, and that a cell is chosen. Everything else is counted in all games.
    pub followed: Followed,
    /// What scenarios did not hold: what they say is counted as far as they went.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
    /// Whether it was called to halt before all was played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// How much was used, by sort.
    pub shares: Vec<Share>,
    /// The share of all that was used, in percent.
    pub percent: f64,
    /// All that can be used, in the order of the file.
    pub items: Vec<Item>,
    /// What of the file could not be played, for something is wrong there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    #[serde(skip)]
    texts: SourceMap,
    #[serde(skip)]
    main: Span,
}

impl Coverage {
    /// What was never used.
    pub fn never(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.used.total() == 0)
    }
}

/// Plays a sound rule file and counts what is used of it.
///
/// # Errors
/// With all that is wrong if the rules cannot be had with some choice.
pub fn cover(module: &Module, texts: &SourceMap, plan: &Plan, halt: &dyn Halt) -> Result<Coverage, Vec<Diagnostic>> {
    let played = games::play(module, plan, halt)?;
    let mut items = items::items(module, texts, &played);
    // What was not to be played is not missed.
    items.retain(|item| plan.only.is_none() || item.sort != Sort::Option || item.used.total() > 0);
    let share = |sort: Sort| {
        let of_sort = || items.iter().filter(|item| item.sort == sort);
        Share { sort, used: of_sort().filter(|item| item.used.total() > 0).count(), all: of_sort().count() }
    };
    let shares: Vec<Share> = Sort::ALL.into_iter().map(share).filter(|share| share.all > 0).collect();
    let used: usize = shares.iter().map(|share| share.used).sum();
    let percent = if items.is_empty() { 100.0 } else { 100.0 * used as f64 / items.len() as f64 };
    let Played { games, failed, interrupted, more, ref seen, .. } = played;
    let decisions = Counts::of(|source| seen[source].used.decisions);
    let followed = Followed { games: games.random - more.0, decisions: decisions.random - more.1 };
    let (texts, main) = (texts.clone(), module.start);
    Ok(Coverage {
        seed: plan.seed,
        games,
        decisions,
        followed,
        failed,
        interrupted,
        shares,
        percent,
        items,
        left_out: Vec::new(),
        texts,
        main,
    })
}
