//! Which games are played, and their playing on all cores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::game::rng::Rng;
use crate::game::{Game, Halt};
use crate::intervals::wilson;

use super::games::{self, Played};
use super::levels::Level;
use super::tally::Tally;
use super::{Amount, Plan};

/// So many games at random are played for each at a level that searches: they cost next to nothing.
const AT_RANDOM: u64 = 20;
/// After so many rounds each it is looked whether what is known is certain enough.
const LOOK: u64 = 10;
/// No more rounds are played, whatever certainty is asked for.
const MOST_ROUNDS: u64 = 100_000;

/// Games of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// All at the same level.
    Alike(usize),
    /// One at this level, all others at the one below; each seat is the stronger one in turn.
    Step(usize),
}

/// What was played.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// By level: games in which all play at it.
    pub alike: Vec<Tally>,
    /// By level but for the first: games of one at it against others at the one below.
    pub steps: Vec<Tally>,
    /// Rounds that were played whole.
    pub rounds: u64,
    /// All games.
    pub games: u64,
    /// Whether it was called to halt before all was played that was asked for.
    pub is_cut: bool,
}

/// How far it is, for those who watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that are counted.
    pub games: u64,
    /// Games that are asked for, if a number was.
    pub of: Option<u64>,
    /// Decisions taken in them.
    pub decisions: u64,
}

/// The kinds of one round, in the order in which they are played.
fn round(levels: &[Level]) -> Vec<Kind> {
    let alike = levels.iter().enumerate().flat_map(|(number, level)| {
        let times = if level.is_random() && levels.len() > 1 { AT_RANDOM } else { 1 };
        (0..times).map(move |_| Kind::Alike(number))
    });
    alike.chain((1..levels.len()).map(Kind::Step)).collect()
}

/// Games that were played before, and where those that are played now are kept.
pub trait Shelf: Sync {
    /// A game that is known, by its number; it is asked for once.
    fn known(&self, number: u64) -> Option<Played>;
    /// Keeps a game; false if that cannot be done: then no more are played.
    fn keep(&self, number: u64, played: &Played) -> bool;
    /// Whether a game is to be played here at all.
    fn wants(&self, _number: u64) -> bool {
        true
    }
}

/// Nothing is known, and nothing kept.
#[derive(Clone, Copy, Debug)]
pub struct NoShelf;

impl Shelf for NoShelf {
    fn known(&self, _: u64) -> Option<Played> {
        None
    }

    fn keep(&self, _: u64, _: &Played) -> bool {
        true
    }
}

/// How many games are one round at these levels.
pub fn round_length(levels: &[Level]) -> u64 {
    round(levels).len() as u64
}

/// Plays what a plan says from a position. Game number `i` draws from its own streams of the seed, and the games are
/// counted in their order, so that the sums do not depend on the number of threads. When it is called to halt, the games
/// up to the first that is not done are counted. What is on the shelf is not played again.
pub(super) fn play<G: Game>(
    game: &G,
    start: &G::Position,
    plan: &Plan,
    shelf: &dyn Shelf,
    progress: &(dyn Fn(Progress) + Sync),
    halt: &dyn Halt,
) -> Games {
    let counter = Counter::new(plan, game.rules().players.len());
    each(game, start, &counter, shelf, halt, &|index, played| counter.add(index, played, progress));
    counter.games()
}

/// Plays the games of a plan that the shelf wants and does not know yet, for a report that is made elsewhere.
///
/// # Panics
/// If the plan has no level.
pub fn play_part<G: Game>(
    game: &G,
    start: &G::Position,
    plan: &Plan,
    shelf: &dyn Shelf,
    progress: &(dyn Fn(Progress) + Sync),
    halt: &dyn Halt,
) {
    assert!(!plan.levels.is_empty(), "somebody plays");
    let counter = Counter::new(plan, game.rules().players.len());
    let (games, decisions) = (AtomicU64::new(0), AtomicU64::new(0));
    each(game, start, &counter, shelf, halt, &|_, played| {
        let decisions = decisions.fetch_add(played.options.len() as u64, Ordering::Relaxed);
        let games = games.fetch_add(1, Ordering::Relaxed) + 1;
        progress(Progress { games, of: None, decisions: decisions + played.options.len() as u64 });
    });
}

/// Plays games on all cores, up to the limit of the counter, and hands them over as they end.
fn each<G: Game>(
    game: &G,
    start: &G::Position,
    counter: &Counter<'_>,
    shelf: &dyn Shelf,
    halt: &dyn Halt,
    done: &(dyn Fn(u64, Played) + Sync),
) {
    let plan = counter.plan;
    let next = AtomicU64::new(0);
    rayon::broadcast(|_| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= counter.limit.load(Ordering::Relaxed) || halt.is_called() {
                return;
            }
            if !shelf.wants(index) {
                continue;
            }
            let known = shelf.known(index).filter(|played| played.is_of(counter.players));
            let played = match known {
                Some(played) => played,
                None => {
                    let stream = |number: u64| Rng::stream(plan.seed, index * (counter.players as u64 + 1) + number);
                    let levels = counter.seats(index);
                    let played = games::play(game, start, &levels, &stream, plan.decisions, halt);
                    let Some(played) = played.filter(|played| shelf.keep(index, played)) else { return };
                    played
                }
            };
            done(index, played);
        }
    });
}

/// Counts games in their order.
struct Counter<'a> {
    plan: &'a Plan,
    round: Vec<Kind>,
    players: usize,
    sums: Mutex<Sums>,
    /// No game from this number on is counted.
    limit: AtomicU64,
}

#[derive(Debug, Default)]
struct Sums {
    games: Games,
    decisions: u64,
    /// Games that were done before one with a lower number.
    early: BTreeMap<u64, Played>,
}

impl<'a> Counter<'a> {
    fn new(plan: &'a Plan, players: usize) -> Self {
        let round = round(&plan.levels);
        let rounds = match plan.amount {
            Amount::Rounds(n) => n,
            Amount::Certain(_) | Amount::Open => MOST_ROUNDS,
        };
        let limit = AtomicU64::new(rounds.saturating_mul(round.len() as u64));
        Self { plan, round, players, sums: Mutex::default(), limit }
    }

    /// The kind of a game, and which of its kind it is.
    fn kind(&self, index: u64) -> (Kind, u64) {
        let length = self.round.len() as u64;
        (self.round[(index % length) as usize], index / length)
    }

    /// Where the stronger side sits in a game of one level against the one below.
    fn stronger(&self, index: u64) -> Option<usize> {
        match self.kind(index) {
            (Kind::Alike(_), _) => None,
            (Kind::Step(_), number) => Some((number % self.players.max(1) as u64) as usize),
        }
    }

    /// The level of each player.
    fn seats(&self, index: u64) -> Vec<Level> {
        let levels = &self.plan.levels;
        let (kind, stronger) = (self.kind(index).0, self.stronger(index));
        let level = |player: usize| match kind {
            Kind::Alike(level) => levels[level],
            Kind::Step(level) if stronger == Some(player) => levels[level],
            Kind::Step(level) => levels[level - 1],
        };
        (0..self.players).map(level).collect()
    }

    fn add(&self, index: u64, played: Played, progress: &(dyn Fn(Progress) + Sync)) {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        sums.early.insert(index, played);
        loop {
            let index = sums.games.games;
            if index >= self.limit.load(Ordering::Relaxed) {
                sums.early.clear();
                break;
            }
            let Some(played) = sums.early.remove(&index) else { break };
            self.count(&mut sums, index, &played);
        }
        let limit = self.limit.load(Ordering::Relaxed);
        let of = matches!(self.plan.amount, Amount::Rounds(_)).then_some(limit);
        progress(Progress { games: sums.games.games, of, decisions: sums.decisions });
    }

    fn count(&self, sums: &mut Sums, index: u64, played: &Played) {
        let levels = self.plan.levels.len();
        sums.decisions += played.options.len() as u64;
        let games = &mut sums.games;
        games.alike.resize_with(levels, Tally::default);
        games.steps.resize_with(levels - 1, Tally::default);
        match self.kind(index).0 {
            Kind::Alike(level) => games.alike[level].count(played, self.players, None),
            Kind::Step(level) => games.steps[level - 1].count(played, self.players, self.stronger(index)),
        }
        games.games += 1;
        if !games.games.is_multiple_of(self.round.len() as u64) {
            return;
        }
        games.rounds += 1;
        if let Amount::Certain(points) = self.plan.amount
            && games.rounds.is_multiple_of(LOOK)
            && is_certain(games, points)
        {
            self.limit.store(games.games, Ordering::Relaxed);
        }
    }

    fn games(self) -> Games {
        let mut games = self.sums.into_inner().unwrap_or_else(PoisonError::into_inner).games;
        let levels = self.plan.levels.len();
        games.alike.resize_with(levels, Tally::default);
        games.steps.resize_with(levels.saturating_sub(1), Tally::default);
        games.is_cut = self.plan.amount != Amount::Open && games.games < self.limit.into_inner();
        games
    }
}

/// Whether the points of whoever sits first are known to so many, of a hundred, at every level.
fn is_certain(games: &Games, points: f64) -> bool {
    let half = |tally: &Tally| 100.0 * wilson(tally.points.first().copied().unwrap_or(0.0), tally.games).half();
    games.alike.iter().all(|tally| half(tally) <= points)
}
