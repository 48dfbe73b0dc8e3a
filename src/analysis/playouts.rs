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
    game::{Game, Halt, Verdict},
    play::{
        playout::{self, Playout},
        rng::Rng,
    },
};

mod summary;

pub use summary::{Outcomes, Spread, Summary};

/// The games that are shared out among the cores at a time.
const ROUND: u64 = 4096;
/// The time that a game may well take.
const GAME: Duration = Duration::from_millis(20);
/// The games that a core takes of them at a time.
const SHARE: u64 = 32;

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
        let (mut share, wanted) = (Tally::default(), games.end - games.start);
        for index in games {
            let mut rng = Rng::stream(seed, index);
            game.restart(position, start);
            let playout = playout::run(game, position, &mut rng, max_decisions, halt);
            if playout.halted {
                break;
            }
            share.count(&playout);
            halt.is_done(GAME);
        }
        progress(done.fetch_add(share.games, Ordering::Relaxed) + share.games);
        (share.games == wanted, share)
    };
    while games.start.saturating_add(tally.games) < games.end {
        let first = games.start + tally.games;
        let end = games.end.min(first.saturating_add(ROUND));
        let share = |number| first + number * SHARE..end.min(first + (number + 1) * SHARE);
        let shares = (0..(end - first).div_ceil(SHARE)).into_par_iter();
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

    fn count(&mut self, playout: &Playout) {
        self.games += 1;
        self.decisions += u128::from(playout.decisions);
        self.decisions_squared += u128::from(playout.decisions).pow(2);
        self.longest = self.longest.max(playout.decisions);
        let Some(outcome) = &playout.outcome else {
            self.unfinished += 1;
            return;
        };
        match outcome.verdict() {
            Verdict::Won(player) => {
                self.won.resize(self.won.len().max(player.index() + 1), 0);
                self.won[player.index()] += 1;
            }
            Verdict::Draw => self.drawn += 1,
            Verdict::Nobody => self.nobody += 1,
            Verdict::Unfinished => self.unfinished += 1,
        }
        if let Some(clause) = outcome.clause {
            *self.ends.entry((clause, outcome.by.clone())).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests;
