//! Many games played at random on all cores.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use rayon::prelude::*;

use crate::{
    game::{Game, Verdict},
    play::{
        playout::{self, Playout},
        rng::Rng,
    },
};

mod summary;

pub use summary::{Outcomes, Spread, Summary};

/// The games that are shared out among the cores at a time.
const ROUND: u64 = 4096;

/// As [`run_from`], from the start of the game.
pub fn run<G: Game>(
    game: &G,
    n: u64,
    seed: u64,
    max_decisions: u64,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Summary {
    run_from(game, &game.initial(), n, seed, max_decisions, progress, stop)
}

/// Plays `n` games from a position, each option with the same probability and game number `i` with stream `i` of the
/// seed, and counts what comes of them. The result does not depend on the number of threads.
///
/// A game in which players have taken `max_decisions` decisions is given up. `progress` is told how many
/// games are done, from several threads and not always in order. When the stop flag is raised, the games
/// up to the first that is not done are counted, so that the result is still that of some smaller `n`.
pub fn run_from<G: Game>(
    game: &G,
    start: &G::Position,
    n: u64,
    seed: u64,
    max_decisions: u64,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Summary {
    let names: Vec<_> = game.rules().look.players.iter().map(|player| player.name.plain.clone()).collect();
    Summary::new(&tally(game, start, n, seed, max_decisions, progress, stop), &names)
}

/// The counts of [`run_from`] before names are put to them.
fn tally<G: Game>(
    game: &G,
    start: &G::Position,
    n: u64,
    seed: u64,
    max_decisions: u64,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Tally {
    let mut tally = Tally::default();
    let done = AtomicU64::new(0);
    let play = |index| {
        let mut rng = Rng::stream(seed, index);
        let playout = playout::run(game, &mut start.clone(), &mut rng, max_decisions, stop)?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(playout)
    };
    while tally.games < n {
        let round = tally.games..n.min(tally.games.saturating_add(ROUND));
        let playouts: Vec<Option<Playout>> = round.into_par_iter().map(play).collect();
        let complete = playouts.iter().all(Option::is_some);
        playouts.iter().map_while(Option::as_ref).for_each(|playout| tally.count(playout));
        if !complete {
            break;
        }
    }
    tally
}

/// What came of some games, as whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
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
    ends: BTreeMap<(usize, String), u64>,
}

impl Tally {
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
