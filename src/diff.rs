//! Whether two rule files play alike; if not, a short play that shows it, and what the files say differently.
//!
//! ```text
//!  the same structure? ──► the same board and players? ──► all short plays ──► games, led ──► a shorter play ──► in words
//!      essence                    told                        breadth          games, led         play             told
//! ```
//!
//! The engine plays both games side by side; the plain evaluator tells why they differ. What is found depends on the
//! files, the plan and the seed, and on time only in so far as it ends the search.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::game::{Deadline, Game, Halt};
use crate::reference::Reference;
use crate::rules::model::{ExprKind, Instruction};
use crate::rules::{Choices, Module, Rules, essence, walk};
use crate::syntax::ast::{Situation, TestLineKind};
use crate::why::{LeftOut, Place};

mod breadth;
mod changed;
mod games;
mod led;
mod pair;
mod play;
mod text;
mod texts;
mod told;

pub use texts::{Change, Changed};
pub use told::{Difference, Kind, Offer, Seen, Shown};

use breadth::Breadth;
use changed::Changed as Lines;
use games::Games;
use pair::Pair;
use play::{Effort, Ply};

/// The effort of the first round, about the number of options that are compared; every round has more.
const ROUND: u64 = 60_000;
/// By so much.
const GROWTH: u64 = 3;
/// Decisions that are compared to make a play shorter.
const SHORTENING: u64 = 8_000;

/// One of the two games.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// What the file says.
    pub module: &'a Module,
    /// The options and the number of players.
    pub choices: &'a Choices,
    /// What to call it, for instance the name of the file.
    pub name: &'a str,
}

/// How much is looked at.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many positions are compared where all plays are walked.
    pub positions: u64,
    /// How many games are played.
    pub games: u64,
    /// A game is given up after so many decisions.
    pub decisions: usize,
    /// The seed.
    pub seed: u64,
    /// Whether positions are compared instead of texts: moves, pieces, ends and all else may be called otherwise.
    pub by_result: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self { positions: 1_000_000, games: 20_000, decisions: 600, seed: 0, by_result: false }
    }
}

/// How long may be searched. The library reads no clock itself.
#[derive(Clone, Copy)]
pub struct Pace<'a> {
    /// The time since some moment.
    pub now: &'a (dyn Fn() -> Duration + Sync),
    /// How long a difference is looked for.
    pub search: Duration,
    /// How long it may take to make a play shorter that shows one.
    pub shorten: Duration,
}

impl Pace<'_> {
    /// As long as the plan takes.
    pub const LEISURE: Pace<'static> = Pace { now: &|| Duration::ZERO, search: Duration::MAX, shorten: Duration::MAX };

    fn until(&self, time: Duration) -> impl Fn() -> bool + Sync {
        let (now, end) = (self.now, (self.now)().saturating_add(time));
        move || now() >= end
    }
}

impl fmt::Debug for Pace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pace").field("search", &self.search).field("shorten", &self.shorten).finish_non_exhaustive()
    }
}

/// What came of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The rules say the same.
    Same,
    /// All positions that there are were compared, and none differs.
    Alike,
    /// No difference was found.
    NoneFound,
    /// They differ.
    Differ,
}

/// One of the two games, as it was compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideTold {
    /// What it is called.
    pub name: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// How many play.
    pub players: usize,
    /// What of the file could not be compared, for something is wrong there. Who reads the file says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Searched {
    /// Different positions that were compared where all plays were walked.
    pub positions: u64,
    /// So many decisions deep.
    pub depth: u32,
    /// Games that were played, at random or led.
    pub games: u64,
    /// Decisions in them.
    pub decisions: u64,
    /// Whether it was called to halt before all that was planned was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub halted: bool,
}

/// What came of comparing two games.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The first game, then the second.
    pub sides: [SideTold; 2],
    /// Whether they differ.
    pub verdict: Verdict,
    /// How they differ, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// How much was looked at.
    pub searched: Searched,
    /// The options of the games that have other values, and how the declarations differ.
    pub changes: Vec<Change>,
}

impl Report {
    /// Whether both files were compared as a whole.
    pub fn is_whole(&self) -> bool {
        self.sides.iter().all(|side| side.left_out.is_empty())
    }

    /// Whether a difference of play was found.
    pub fn differs(&self) -> bool {
        self.verdict == Verdict::Differ
    }
}

/// Compares two games.
///
/// # Errors
/// With all that is wrong with the rules of the first (no) or second (yes) game, if they cannot be had with these options.
pub fn diff(
    [one, other]: [Side<'_>; 2],
    plan: &Plan,
    pace: Pace<'_>,
    halt: &dyn Halt,
) -> Result<Report, (bool, Vec<Diagnostic>)> {
    let first = Arc::new(one.module.rules(one.choices).map_err(|found| (false, found))?);
    let second = Arc::new(other.module.rules(other.choices).map_err(|found| (true, found))?);
    let mut report = Report {
        sides: [told_side(one, &first), told_side(other, &second)],
        verdict: Verdict::NoneFound,
        difference: None,
        searched: Searched::default(),
        changes: texts::changes(one.module, other.module),
    };
    if same_rules(one, other, &first, &second, plan.by_result) {
        report.verdict = Verdict::Same;
        return Ok(report);
    }
    let words = told::Words { sides: [one, other], rules: [&first, &second], by_result: plan.by_result };
    report.difference = words.other_board();
    if report.difference.is_none() {
        let engines = (Engine::new(first.clone()), Engine::new(second.clone()));
        let pair = Pair::new(&engines.0, &engines.1, plan.by_result);
        let plain = (Reference::new(first.clone()), Reference::new(second.clone()));
        let lines = [Lines::of(one.module, &report.changes, false), Lines::of(other.module, &report.changes, true)];
        let openings = [one, other].into_iter().flat_map(openings).collect();
        let search = Search { pair: &pair, plain: &Pair::new(&plain.0, &plain.1, plan.by_result), lines, plan };
        let (play, verdict) = search.run(openings, (pace, halt), &mut report.searched);
        report.verdict = verdict;
        report.difference = play.and_then(|play| words.difference(&play, halt));
        report.searched.halted |= halt.is_called() && report.difference.is_none();
    }
    if report.difference.is_some() {
        report.verdict = Verdict::Differ;
    }
    Ok(report)
}

fn told_side(side: Side<'_>, rules: &Rules) -> SideTold {
    SideTold {
        name: side.name.to_owned(),
        options: rules.options.iter().cloned().collect(),
        players: rules.players.len(),
        left_out: Vec::new(),
    }
}

/// Whether the rules say the same, whatever it stands in and in whatever layout.
fn same_rules(one: Side<'_>, other: Side<'_>, first: &Rules, second: &Rules, by_result: bool) -> bool {
    // Where only the first of several options with one result is offered, the order of moves has a meaning.
    let is_distinct = |code: &Instruction| matches!(code, Instruction::Choose(choose) if choose.distinct);
    let same_text = || {
        first.options == second.options
            && first.players.len() == second.players.len()
            && !first.code.iter().any(is_distinct)
            && one.module.said() == other.module.said()
    };
    let digest = |side: Side<'_>| Some(essence::digest(side.module.rules(side.choices).ok()?, !by_result));
    same_text() || digest(one).is_some_and(|one| digest(other) == Some(one))
}

/// The moves of scenarios that begin as games do.
fn openings(side: Side<'_>) -> Vec<Vec<String>> {
    let played = |test: &crate::syntax::ast::TestItem| {
        let stands = |kind: &TestLineKind| match kind {
            TestLineKind::Situation(Situation::Phase(_)) | TestLineKind::Situation(_) | TestLineKind::Players(_) => {
                true
            }
            TestLineKind::With { option, value } => side.choices.options.get(&option.value) != Some(&value.value),
            _ => false,
        };
        if test.lines.iter().any(|line| stands(&line.value)) {
            return None;
        }
        let texts = test.lines.iter().filter_map(|line| match &line.value {
            TestLineKind::Play(texts) => Some(texts.iter().flat_map(|text| text.value.split_whitespace())),
            _ => None,
        });
        let texts: Vec<String> = texts.flatten().map(str::to_owned).collect();
        (texts.len() > 1).then_some(texts)
    };
    side.module.tests.iter().filter_map(played).collect()
}

/// Looks for a play that shows a difference.
struct Search<'a, 'b> {
    pair: &'a Pair<'b, Engine>,
    /// The same games with the plain evaluator, which tells what lines an option follows.
    plain: &'a Pair<'b, Reference>,
    lines: [Lines<'a>; 2],
    plan: &'a Plan,
}

impl Search<'_, '_> {
    fn run(
        &self,
        openings: Vec<Vec<String>>,
        (pace, all): (Pace<'_>, &dyn Halt),
        searched: &mut Searched,
    ) -> (Option<Vec<Ply>>, Verdict) {
        let is_over = pace.until(pace.search);
        let halt: &dyn Halt = &Deadline { or: all, is_over: &is_over };
        let (pair, plan) = (self.pair, self.plan);
        let mut breadth = Breadth::default();
        let mut games = Games::new(plan.seed, plan.decisions, openings);
        let mut led = (0, 0);
        let mut verdict = Verdict::NoneFound;
        let (mut found, mut effort) = (None, ROUND);
        while found.is_none() && !halt.is_called() {
            let near = breadth.go_on(pair, &pair.initial(), (effort, plan.positions, u32::MAX), halt);
            found = near.map(|near| pair.texts(&pair.initial(), &near)).filter(|_| !all.is_called());
            if found.is_some() {
                break;
            }
            if breadth.all && self.is_plain() {
                verdict = Verdict::Alike;
                break;
            }
            found = games.go_on(pair, (effort.saturating_mul(2), plan.games), halt);
            if found.is_none() && games.games + led.0 < plan.games {
                found = self.changed_games(effort, &mut led, halt);
            }
            // What a spent budget cut differs from what it did not cut.
            if let Some(play) = found.take().filter(|_| !all.is_called()) {
                let is_over = pace.until(pace.shorten);
                let halt = &Deadline { or: all, is_over: &is_over };
                found = Some(pair.shorter(play, (&mut breadth, &mut games), Effort { decisions: SHORTENING }, halt));
            }
            let is_through = breadth.all || breadth.positions() >= plan.positions;
            if is_through && games.games >= plan.games {
                break;
            }
            effort = effort.saturating_mul(GROWTH);
        }
        *searched = Searched {
            positions: breadth.positions(),
            depth: breadth.depths.saturating_sub(1),
            games: games.games + led.0,
            decisions: games.decisions + led.1,
            halted: halt.is_called() && found.is_none(),
        };
        (found, verdict)
    }

    /// Whether what comes of a position depends on nothing but what is seen of it.
    fn is_plain(&self) -> bool {
        let remembers = |rules: &Rules| {
            let mut counts = rules.asks_repetition || rules.asks_unmoved || !rules.counters.is_empty();
            counts |= rules.variables.iter().any(|variable| !variable.compared);
            walk::expressions(rules, &mut |expr| counts |= matches!(expr.kind, ExprKind::Turns | ExprKind::Rounds));
            counts
        };
        !remembers(self.pair.one.rules()) && !remembers(self.pair.other.rules())
    }

    fn changed_games(&self, effort: u64, counts: &mut (u64, u64), halt: &dyn Halt) -> Option<Vec<Ply>> {
        if self.lines.iter().all(Lines::is_empty) {
            return None;
        }
        let play = self.plain.changed_games(&self.lines, (self.plan.seed, effort), counts, halt)?;
        Some(self.plain.texts(&self.plain.initial(), &play))
    }
}

/// A place of a file, for people.
fn at(place: &Place) -> String {
    format!("{place}  {}", place.text)
}
