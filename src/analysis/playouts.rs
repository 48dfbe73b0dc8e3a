//! Many games played at random on all cores.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rayon::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    game::{Ending, Endings, Game, Halt, Outcome, Verdict, rng::Streams},
    play::playout::{self, Stretch},
};

mod summary;

pub use summary::{Outcomes, Spread, Summary};

/// The games that are shared out among the cores at first.
const ROUND: u64 = 4096;
/// The time that a game may well take.
const GAME: Duration = Duration::from_millis(20);
/// After so many games or decisions it is told that games are done: telling it takes longer than a short game.
const TOLD: (u32, u64) = (32, 4096);
/// So many shares a round has.
const SHARES: u64 = 128;
/// Once so many games are played, those of a round are as many times more.
const MORE: u64 = 8;
/// So many outcomes are counted before they are ranked.
const OUTCOMES: usize = 16;

/// As [`run_from`], from the start of the game.
pub fn run<G: Game>(
    game: &G,
    n: u64,
    seed: u64,
    max_decisions: u64,
    progress: &(dyn Fn(u64) + Sync),
    halt: &dyn Halt,
) -> Summary {
    run_from(game, &game.initial(), n, seed, max_decisions, progress, halt)
}

/// Plays `n` games from a position, each option with the same probability and game number `i` with stream `i` of the
/// seed, and counts what comes of them. The result does not depend on the number of threads.
///
/// A game in which players have taken `max_decisions` decisions is given up. `progress` is told how many
/// games are done, now and then, from several threads and not always in order. When it is called to halt, the games
/// up to the first that is not done are counted, so that the result is still that of some smaller `n`.
pub fn run_from<G: Game>(
    game: &G,
    start: &G::Position,
    n: u64,
    seed: u64,
    max_decisions: u64,
    progress: &(dyn Fn(u64) + Sync),
    halt: &dyn Halt,
) -> Summary {
    let names: Vec<_> = game.rules().look.players.iter().map(|player| player.name.plain.clone()).collect();
    Summary::new(&tally(game, start, 0..n, seed, max_decisions, progress, halt), &names)
}

/// The counts of some of the games of [`run_from`], by number: those of all are the sum of those of the parts.
pub fn tally<G: Game>(
    game: &G,
    start: &G::Position,
    games: Range<u64>,
    seed: u64,
    max_decisions: u64,
    progress: &(dyn Fn(u64) + Sync),
    halt: &dyn Halt,
) -> Tally {
    let mut tally = Tally::default();
    let done = AtomicU64::new(0);
    let play = |position: &mut G::Position, games: Range<u64>| {
        let wanted = games.end - games.start;
        let (tally, _) = play_each(game, (position, start), (seed, games), max_decisions, halt);
        progress(done.fetch_add(tally.games, Ordering::Relaxed) + tally.games);
        (tally.games == wanted, tally)
    };
    while games.start.saturating_add(tally.games) < games.end {
        let first = games.start + tally.games;
        let round = if tally.games < ROUND { ROUND } else { MORE * ROUND };
        let end = games.end.min(first.saturating_add(round));
        let size = round / SHARES;
        let share = |number| first + number * size..end.min(first + (number + 1) * size);
        let shares = (0..(end - first).div_ceil(size)).into_par_iter();
        // The position that a core played on is begun anew for the next game, so that nothing is allocated for it.
        let shares = shares.map_init(|| start.clone(), |position, number| play(position, share(number)));
        for (is_complete, share) in shares.collect::<Vec<_>>() {
            tally.add(share);
            if !is_complete {
                return tally;
            }
        }
    }
    tally
}

/// Plays some of the games of [`run_from`], by number, one after the other in a position, until it is called to halt. Their
/// counts, and the decisions of the game that was not played to its end.
pub fn play_each<G: Game>(
    game: &G,
    (position, start): (&mut G::Position, &G::Position),
    (seed, games): (u64, impl IntoIterator<Item = u64>),
    max_decisions: u64,
    halt: &dyn Halt,
) -> (Tally, u64) {
    let (mut share, mut halted) = (Share::default(), 0);
    let streams = Streams::of(seed);
    let mut numbers = games.into_iter().map(|index| streams.stream(index));
    let mut told = |stretch: Stretch, ending: &dyn Ending| {
        if stretch.halted {
            halted = stretch.decisions;
            return;
        }
        share.count(stretch, ending);
        if share.untold.0 >= TOLD.0 || share.untold.1 >= TOLD.1 {
            share.tell(halt);
        }
    };
    playout::run_each(game, (position, start), &mut numbers, max_decisions, halt, &mut told);
    share.tell(halt);
    (share.ranked(), halted)
}

/// The counts of games that are played one after the other. Outcomes that came up are counted as they are, and are ranked
/// together.
#[derive(Debug, Default)]
struct Share {
    tally: Tally,
    /// How many ended so.
    outcomes: Endings<u64>,
    /// The games of which nobody was told yet that they are done, and their decisions.
    untold: (u32, u64),
}

impl Share {
    /// Counts a game that is not halted.
    #[inline]
    fn count(&mut self, stretch: Stretch, ending: &dyn Ending) {
        self.untold = (self.untold.0 + 1, self.untold.1 + stretch.decisions);
        self.tally.count(stretch.decisions);
        if !stretch.ended {
            self.tally.unfinished += 1;
            return;
        }
        match self.outcomes.of(ending) {
            Some(games) => *games += 1,
            None => self.note(ending),
        }
    }

    #[cold]
    fn note(&mut self, ending: &dyn Ending) {
        if self.outcomes.len() == OUTCOMES {
            self.rank();
        }
        match ending.outcome() {
            Some(outcome) => self.outcomes.note(ending, outcome, 1),
            None => self.tally.unfinished += 1,
        }
    }

    fn rank(&mut self) {
        for (outcome, games) in self.outcomes.drain() {
            self.tally.rank(&outcome, games);
        }
    }

    /// All counts together.
    fn ranked(mut self) -> Tally {
        self.rank();
        self.tally
    }

    /// Tells that games are done.
    fn tell(&mut self, halt: &dyn Halt) {
        let (games, _) = std::mem::take(&mut self.untold);
        halt.is_done(GAME * games);
    }
}

/// What came of some games, as whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    games: u64,
    decisions: u128,
    decisions_squared: u128,
    longest: u64,
    /// By player; as long as the last winner's number needs.
    won: Vec<u64>,
    drawn: u64,
    nobody: u64,
    unfinished: u64,
    /// By number and name of the end clause.
    #[serde(with = "ends")]
    ends: Ends,
}

/// Games by number and name of the end clause.
type Ends = BTreeMap<(usize, Arc<str>), u64>;

/// Ends as a list.
mod ends {
    use super::{Deserialize, Deserializer, Ends, Serializer};

    pub fn serialize<S: Serializer>(ends: &Ends, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(ends.iter().map(|((clause, name), games)| (clause, &**name, games)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ends, D::Error> {
        let ends: Vec<(usize, String, u64)> = Vec::deserialize(deserializer)?;
        Ok(ends.into_iter().map(|(clause, name, games)| ((clause, name.into()), games)).collect())
    }
}

impl Tally {
    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many decisions players took in them.
    pub fn decisions(&self) -> u128 {
        self.decisions
    }

    /// Counts the games of another tally too.
    pub fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.decisions_squared += other.decisions_squared;
        self.longest = self.longest.max(other.longest);
        self.won.resize(self.won.len().max(other.won.len()), 0);
        self.won.iter_mut().zip(&other.won).for_each(|(sum, won)| *sum += won);
        self.drawn += other.drawn;
        self.nobody += other.nobody;
        self.unfinished += other.unfinished;
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
    }

    /// Counts a game but for its outcome.
    fn count(&mut self, decisions: u64) {
        self.games += 1;
        self.decisions += u128::from(decisions);
        self.decisions_squared += u128::from(decisions) * u128::from(decisions);
        self.longest = self.longest.max(decisions);
    }

    /// Counts the outcome of so many games.
    fn rank(&mut self, outcome: &Outcome, games: u64) {
        match outcome.verdict() {
            Verdict::Won(player) => {
                self.won.resize(self.won.len().max(player.index() + 1), 0);
                self.won[player.index()] += games;
            }
            Verdict::Draw => self.drawn += games,
            Verdict::Nobody => self.nobody += games,
            Verdict::Unfinished => self.unfinished += games,
        }
        if let Some(clause) = outcome.clause {
            *self.ends.entry((clause, outcome.by.clone())).or_default() += games;
        }
    }
}

#[cfg(test)]
mod tests;
