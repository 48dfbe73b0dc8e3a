//! Alpha-beta for two players without chance: looks so many decisions ahead, and deeper again and again.
//!
//! Scores are those of the player who decides: [`mind::UNIT`](crate::play::mind::UNIT) of them make a win *e* times as
//! probable, and near [`WON`] they are certain: [`WON`] less the decisions until the end. A turn may have several
//! decisions, so who decides next is asked of the game.
//!
//! # Source
//! Iterative deepening, aspiration windows, principal variation search, transposition tables, killer moves, history
//! heuristic, null move pruning, late move reductions, check and singular extensions, futility pruning, quiescence with a look at what
//! is taken back: as told in <https://www.chessprogramming.org>.

use crate::game::{Actor, Changes, Contents, Game, Halt, PlayerId};
use crate::play::mind::fit::probability;
use crate::play::mind::weights::Weighed;
use crate::play::mind::{Mind, Scales, Sights, UNIT};
use crate::rules::Rules;
use crate::rules::model::{EndResult, Expr, ExprKind};
use crate::rules::walk;

mod crew;
mod drift;
mod hasher;
mod memory;
mod node;
mod options;
mod order;
mod prune;
mod quiet;
mod root;
mod sight;

pub use hasher::mark;
pub use memory::{Memory, USUAL_BYTES};

use drift::Drift;
use memory::Table;
use order::{Child, Order};
use sight::Sighted;

/// The score of a win, less the decisions until it is there.
pub const WON: i32 = 1_000_000;
/// The most decisions that are looked ahead.
pub const DEEPEST: usize = 120;
/// A score that is at least so great is certain.
pub const CERTAIN: i32 = WON - 1_000;
/// No score is so great.
const ENDLESS: i32 = WON + 1;
/// Time and calls to halt are heeded after so many positions.
const LOOKS: u64 = 8;

/// What a score is worth, from 0 (lost) to 1 (won).
pub fn value_of(score: i32) -> f64 {
    match score {
        _ if score >= CERTAIN => 1.0,
        _ if score <= -CERTAIN => 0.0,
        _ => probability(f64::from(score) / UNIT),
    }
}

/// When a search ends, unless the end is certain before.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// After so many positions.
    pub positions: u64,
    /// Whether the time is over.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
    /// So deep at most.
    pub depth: u32,
    /// For so many options, the best first, it is found out what they are worth; one at least.
    pub lines: usize,
    /// Whether replies to these options are told, too, as far as they are known.
    pub replies: bool,
    /// So many threads search together, one at least. With one the same memory, bounds and position give the same result.
    pub threads: usize,
}

impl std::fmt::Debug for Bounds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { positions, depth, lines, replies, threads, is_over: _ } = self;
        let mut text = f.debug_struct("Bounds");
        text.field("positions", positions)
            .field("depth", depth)
            .field("lines", lines)
            .field("replies", replies)
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

/// What was found out about an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The option, and then the best replies as far as they are known.
    pub options: Vec<usize>,
    /// Its score for who decides.
    pub score: i32,
    /// How many positions were looked at behind it.
    pub positions: u64,
}

/// What a search found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The best options, the best first.
    pub lines: Vec<Line>,
    /// How many decisions were looked ahead, at least.
    pub depth: u32,
    /// How many positions were looked at.
    pub positions: u64,
}

/// A search under one position.
struct Search<'a, G: Game> {
    game: &'a G,
    scales: Option<&'a Scales>,
    /// Whether a rule makes repetition a draw.
    repeats: bool,
    /// By counter of the rules, where a rule asks for it first.
    counts: Vec<Option<i64>>,
    table: &'a Table,
    order: &'a mut Order,
    halt: &'a dyn Halt,
    bounds: Bounds<'a>,
    positions: u64,
    /// Time and calls to halt are heeded when there were so many positions.
    next_look: u64,
    /// How often something was not looked at to its end.
    guesses: u64,
    is_stopped: bool,
    /// The keys of the positions on the way.
    path: Vec<u64>,
    /// By ply, what there is to choose from.
    children: Vec<Vec<Child>>,
    /// By ply, how many options there are.
    n_options: Vec<usize>,
    /// By ply, what the position on the way is worth to the first player.
    worths: Vec<i32>,
    /// By ply, what the option on the way changes; 0 where none was taken.
    played: Vec<u64>,
    /// The change of an option that is left out of the next position that is looked at; 0 if none is.
    left_out: u64,
    /// Whether nobody is ever forced to take, so that what a position is worth may stand.
    is_calm: bool,
    /// Whether what takes lands on what it takes, so that nothing else is to be found beyond the horizon.
    takes_by_landing: bool,
    /// Whether there are royal pieces: who is threatened looks deeper.
    has_royals: bool,
    /// Whether it need not be seen at the horizon if somebody can move.
    is_brief: bool,
    /// Whether the way to here ends with a turn that was passed for a trial.
    has_passed: bool,
    contents: Contents,
    counters: Vec<i64>,
    changes: Changes,
    sights: Sights,
    /// What positions were found to be worth in this search.
    sighted: Sighted,
    /// How far that was from what was foreseen.
    drift: Drift,
    depth: u32,
}

/// Searches for the best options of a player's decision. Nothing is found if no player decides, or if it was called to
/// halt before any option was looked at.
///
/// The same memory, bounds and position give the same result as long as no time is over and one thread searches.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    mind: Option<&Mind>,
    memory: &mut Memory,
    bounds: Bounds<'_>,
    halt: &dyn Halt,
) -> Found {
    if halt.is_called() || !matches!(game.actor(position), Some(Actor::Player(_))) {
        return Found::default();
    }
    memory.begin(bounds.positions);
    let Memory { table, order } = memory;
    match bounds.threads {
        0 | 1 => Search::new(game, mind, table, order, (bounds, halt)).deepen(position, 1),
        _ => crew::search(game, position, mind, (table, order), bounds, halt),
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// A search that has not begun.
    fn new(
        game: &'a G,
        mind: Option<&'a Mind>,
        table: &'a Table,
        order: &'a mut Order,
        (bounds, halt): (Bounds<'a>, &'a dyn Halt),
    ) -> Self {
        let rules = mind.map(|_| game.rules());
        Self {
            game,
            scales: mind.and_then(|mind| mind.scales.as_deref()),
            repeats: rules.is_some_and(repetition_is_a_draw),
            counts: rules.map(counts).unwrap_or_default(),
            table,
            order,
            halt,
            bounds,
            positions: 0,
            next_look: 0,
            guesses: 0,
            is_stopped: false,
            path: Vec::new(),
            children: Vec::new(),
            n_options: Vec::new(),
            worths: vec![0; DEEPEST + 2],
            played: vec![0; DEEPEST + 2],
            left_out: 0,
            is_calm: mind.is_some_and(|mind| !mind.forces),
            takes_by_landing: mind.is_some_and(|mind| !mind.forces && mind.takes_by_landing),
            has_royals: rules.is_some_and(|rules| rules.kinds.iter().any(|kind| kind.royal)),
            is_brief: mind.is_some_and(|mind| !mind.forces && mind.takes_by_landing && mind.options == 0.0)
                && rules.is_some_and(stuck_only_ends),
            has_passed: false,
            contents: Contents::default(),
            counters: Vec::new(),
            changes: Changes::default(),
            sights: Sights::default(),
            sighted: Sighted::new(bounds.positions),
            drift: Drift::default(),
            depth: 0,
        }
    }
}

/// Whether a position that stands again and again ends the game as a draw.
fn repetition_is_a_draw(rules: &Rules) -> bool {
    rules.ends.iter().filter(|end| matches!(end.result, EndResult::Draw)).any(|end| {
        let mut asks = false;
        if let Some(when) = &end.when {
            walk::expression(when, &mut |expr| asks |= matches!(expr.kind, ExprKind::Repeated(..)));
        }
        asks
    })
}

/// Whether it is seen from the rules that nobody wins, loses or draws by somebody not being stuck: then an end that is
/// tested as if nobody were stuck is an end.
fn stuck_only_ends(rules: &Rules) -> bool {
    let asks = |expr: &Expr| {
        let mut asks = false;
        walk::expression(expr, &mut |inner| asks |= matches!(inner.kind, ExprKind::Stuck(_)));
        asks
    };
    // Of what is joined by "and" one part is enough to say no.
    fn needs(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Stuck(_) => true,
            ExprKind::And(one, other) => needs(one) || needs(other),
            _ => false,
        }
    }
    let whens = || rules.ends.iter().filter_map(|end| end.when.as_ref());
    whens().all(|when| !asks(when) || needs(when)) && !rules.functions.iter().any(|function| asks(&function.body))
}

/// By counter, the least number that a rule asks for.
fn counts(rules: &Rules) -> Vec<Option<i64>> {
    let mut counts = vec![None; rules.counters.len()];
    walk::expressions(rules, &mut |expr| {
        if let ExprKind::Without(counter, number) = expr.kind
            && let Some(count) = counts.get_mut(counter)
        {
            *count = Some(count.map_or(i64::from(number), |least: i64| least.min(i64::from(number))));
        }
    });
    counts
}

#[cfg(test)]
mod tests;
