//! Whether play may go on for ever: found by moves that lead back to where they began, and that may be played again and
//! again until a limit of the language ends the game.

use std::cell::Cell;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::rng::Rng;
use crate::game::{Actor, Game, Snapshot};
use crate::play::chance;
use crate::rules::model::{Expr, ExprKind};
use crate::rules::{Rules, walk};

use super::Reviewed;
use super::findings::whole;

/// The seed of all tries.
const SEED: u64 = 1;
/// From so many positions a way back is looked for.
const TRIES: u64 = 12;
/// No game is played on for more decisions than this before a way back is looked for.
const DEPTH: usize = 40;
/// The most decisions of a way there and back, for each player.
const DECISIONS: usize = 6;
/// So many options are weighed at a decision.
const WEIGHED: usize = 120;
/// What weighing an option counts for, in options that are offered.
const WEIGHING: u64 = 4;
/// No circle is gone for more decisions than this.
const FAR: u32 = 3000;

/// What the search has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Circle {
    /// There was not enough time or effort to tell.
    #[default]
    Unknown,
    /// Chance takes part, so that no circle can be forced.
    Chance,
    /// From none of the positions a way back was found that could be gone for ever.
    None,
    /// These moves, in the text of the options, may be played for ever.
    Found(Vec<String>),
}

/// Looks for a circle, until so many options were offered or weighed, or the time is up.
pub fn search<G: Game>(game: &G, options: u64, time_is_up: &dyn Fn() -> bool) -> Circle {
    let effort = Effort { left: Cell::new(options), time_is_up };
    for number in 0..TRIES {
        if effort.is_spent() {
            return Circle::Unknown;
        }
        let mut rng = Rng::stream(SEED, number);
        let Some(start) = played_on(game, &mut rng, &effort) else { continue };
        match there_and_back(game, &start, &mut rng, &effort) {
            Way::Chance => return Circle::Chance,
            Way::Closed(ways) if goes_on(game, &start, &ways, &effort) => {
                return Circle::Found(in_words(game, start, &ways));
            }
            Way::Closed(_) | Way::Open => {}
        }
    }
    if effort.is_spent() { Circle::Unknown } else { Circle::None }
}

/// What may still be spent.
struct Effort<'a> {
    left: Cell<u64>,
    time_is_up: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    fn spend(&self, options: usize) {
        self.left.set(self.left.get().saturating_sub(options as u64));
    }

    fn is_spent(&self) -> bool {
        self.left.get() == 0 || (self.time_is_up)()
    }
}

/// A way from a position.
enum Way {
    /// It comes back with these options.
    Closed(Vec<usize>),
    /// It does not, as far as was tried.
    Open,
    /// Chance draws on it.
    Chance,
}

/// A position some random moves after the beginning at which a player decides; none if the game ends before.
fn played_on<G: Game>(game: &G, rng: &mut Rng, effort: &Effort<'_>) -> Option<G::Position> {
    let mut position = game.initial();
    let mut rest = rng.index(DEPTH);
    loop {
        match game.actor(&position)? {
            Actor::Player(_) if rest == 0 => return Some(position),
            Actor::Player(_) => {
                rest -= 1;
                let n = game.n_options(&position);
                effort.spend(n);
                game.play(&mut position, rng.index(n));
            }
            Actor::Chance if effort.is_spent() => return None,
            Actor::Chance => {
                effort.spend(1);
                let option = chance::draw(game, &position, rng);
                game.play(&mut position, option);
            }
        }
    }
}

/// Everybody takes a turn that changes little, and then whatever leads nearest to the beginning.
fn there_and_back<G: Game>(game: &G, start: &G::Position, rng: &mut Rng, effort: &Effort<'_>) -> Way {
    let n_players = game.rules().players.len();
    let from = game.snapshot(start);
    let (mut position, mut ways) = (start.clone(), Vec::new());
    for _ in 0..n_players * DECISIONS {
        match game.actor(&position) {
            None => return Way::Open,
            Some(Actor::Chance) => return Way::Chance,
            Some(Actor::Player(_)) if effort.is_spent() => return Way::Open,
            Some(Actor::Player(_)) => {}
        }
        let turns = game.snapshot(&position).turns.saturating_sub(from.turns) as usize;
        let option = match turns < n_players {
            true => rng.index(game.n_options(&position)),
            false => nearest(game, &position, (start, &from), effort),
        };
        effort.spend(game.n_options(&position));
        game.play(&mut position, option);
        ways.push(option);
        if position == *start {
            return Way::Closed(ways);
        }
    }
    Way::Open
}

/// The option that leads nearest to a position.
fn nearest<G: Game>(game: &G, position: &G::Position, to: (&G::Position, &Snapshot), effort: &Effort<'_>) -> usize {
    let n = game.n_options(position).min(WEIGHED);
    effort.spend(n * WEIGHING as usize);
    let away = |option: &usize| {
        let mut after = position.clone();
        game.play(&mut after, *option);
        if after == *to.0 { 0 } else { 1 + apart(&game.snapshot(&after), to.1) }
    };
    (0..n).min_by_key(away).unwrap_or(0)
}

/// In how many places two positions differ.
fn apart(one: &Snapshot, other: &Snapshot) -> usize {
    fn differ<T: PartialEq>(one: &[T], other: &[T]) -> usize {
        one.iter().zip(other).filter(|(a, b)| a != b).count() + one.len().abs_diff(other.len())
    }
    differ(&one.cells, &other.cells)
        + differ(&one.hands, &other.hands)
        + differ(&one.variables, &other.variables)
        + differ(&one.terrain, &other.terrain)
}

/// Whether a circle may be gone again and again, until nothing but a limit of the language ends the game.
fn goes_on<G: Game>(game: &G, start: &G::Position, ways: &[usize], effort: &Effort<'_>) -> bool {
    let rounds = rounds(game.rules());
    let mut position = start.clone();
    let mut decisions = 0;
    for _ in 0..rounds.unwrap_or(u32::MAX) {
        for &option in ways {
            if !matches!(game.actor(&position), Some(Actor::Player(_))) {
                return game.outcome(&position).is_some_and(|outcome| outcome.clause.is_none());
            }
            let n = game.n_options(&position);
            decisions += 1;
            if option >= n || effort.is_spent() || decisions > FAR {
                return false;
            }
            effort.spend(n);
            game.play(&mut position, option);
        }
        // What counts may forbid a move of the circle at last; then the same number is another option.
        if game.actor(&position).is_some() && position != *start {
            return false;
        }
    }
    true
}

/// How often a circle must be gone to show that it may be gone for ever; none if only a limit shows it.
fn rounds(rules: &Rules) -> Option<u32> {
    let (mut anywhere, mut ending) = (false, false);
    let see = |expr: &Expr, asked: &mut bool| {
        use ExprKind::{Repeated, Rounds, Turns, Without};
        *asked |= matches!(expr.kind, Repeated(..) | Without(..) | Turns | Rounds);
    };
    walk::expressions(rules, &mut |expr| see(expr, &mut anywhere));
    let ends = rules.ends.iter().filter_map(|end| end.when.as_ref());
    let until = rules.phases.iter().filter_map(|phase| phase.until.as_ref());
    let called = rules.functions.iter().map(|function| &function.body);
    let conditions = ends.chain(until).chain(called).chain(&rules.ensures).chain(&rules.turn_ensures);
    conditions.for_each(|condition| walk::expression(condition, &mut |expr| see(expr, &mut ending)));
    match (anywhere, ending) {
        (false, _) => Some(1),
        // A guard that asks for the first turns, for instance.
        (true, false) => Some(4),
        (true, true) => None,
    }
}

fn in_words<G: Game>(game: &G, mut position: G::Position, ways: &[usize]) -> Vec<String> {
    let word = |&option: &usize| {
        let text = game.notation(&position, option);
        game.play(&mut position, option);
        text
    };
    ways.iter().map(word).collect()
}

impl Reviewed {
    /// Says whether play may go on for ever, and gives whether that is known.
    pub(super) fn endless(&self, found: &mut Vec<Diagnostic>) -> bool {
        for game in &self.games {
            let Circle::Found(moves) = &game.circle else { continue };
            let circle = format!("for instance {} leads back to the same position, again and again", listed(moves));
            let diagnostic =
                Diagnostic::new(Code::Endless, "play may never end", whole(&game.rules), "no end stops it")
                    .help(circle)
                    .help("add for instance `\"repetition\": draw when repeated 3 times` to `end before each turn`")
                    .help(format!("otherwise the limit of {} moves ends it", game.rules.limit));
            found.push(diagnostic);
            return true;
        }
        self.complete && self.games.iter().all(|game| game.circle == Circle::None)
    }
}

fn listed(moves: &[String]) -> String {
    moves.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" ")
}
