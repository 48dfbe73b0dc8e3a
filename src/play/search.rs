//! Monte Carlo tree search for any number of players and for games with Chance.
//!
//! Every playout goes down the tree to a position that is new, plays on from there at random, and counts
//! the end in all positions passed. Ends that are certain are kept as proofs: a decision is proven when
//! an option is proven to win, or when all its options are proven.

use std::{fmt, time::Duration};

use crate::{
    game::{Actor, Deadline, Game, Halt},
    play::{
        player::{Clock, Player},
        rng::Rng,
    },
};

mod gains;
mod immediate;
mod ranking;
mod tree;

use tree::{ROOT, Tree};

/// How much a player may think about one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thinking {
    /// So many playouts.
    Playouts(u32),
    /// So long.
    Time(Duration),
}

/// When a search ends, unless everything is proven before.
#[derive(Clone, Copy)]
pub enum Limit<'a> {
    /// After so many playouts.
    Playouts(u32),
    /// When the time is over: this tells whether a share of it is, from 0 to 1.
    Time(&'a (dyn Fn(f64) -> bool + Sync)),
}

impl fmt::Debug for Limit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Playouts(n) => write!(f, "Playouts({n})"),
            Limit::Time(_) => write!(f, "Time(..)"),
        }
    }
}

/// The share of the time after which no win at once is looked for any more.
const LOOKING: f64 = 0.2;
/// The share of the time after which no playout begins: the rest is for the replies to the best options.
const TRYING: f64 = 0.9;

/// What can be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The weight of trying out against repeating what went well.
    pub exploration: f64,
    /// The decisions of a playout after which all players get equal shares.
    pub max_decisions: u64,
    /// The most positions that the tree may hold; at least one option is always tried.
    pub max_nodes: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self { exploration: 1.0, max_decisions: 1_000, max_nodes: 500_000 }
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How many playouts were made.
    pub playouts: u32,
    /// The options that were tried, best first.
    pub options: Vec<Judgement>,
}

/// What a search thinks of an option.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The option.
    pub option: usize,
    /// How many playouts went through it.
    pub visits: u32,
    /// What it is worth to the player who decides, from 0 (lost) to 1 (won).
    pub value: f64,
    /// When the value is certain: the decisions until the end, this one included.
    pub proven: Option<u32>,
}

/// Searches for the best option of a player's decision. None when no player decides, and when it
/// was called to halt before any option was tried.
///
/// An option that wins at once is found, and an option after which an opponent's reply wins at once comes first only
/// when all are like that; but a limit of time is kept whatever there is to look at.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    limit: Limit<'_>,
    config: &Config,
    rng: &mut Rng,
    halt: &dyn Halt,
) -> Option<Report> {
    let Some(Actor::Player(mover)) = game.actor(position) else { return None };
    let is_over = |share: f64| matches!(limit, Limit::Time(is_over) if is_over(share));
    let (is_looked, is_tried, is_checked) = (|| is_over(LOOKING), || is_over(TRYING), || is_over(1.0));
    let until = |is_over| Deadline { or: halt, is_over };
    if let Some(option) = immediate::win(game, position, mover, &until(&is_looked)) {
        let judgement = Judgement { option, visits: 0, value: 1.0, proven: Some(1) };
        return Some(Report { playouts: 0, options: vec![judgement] });
    }
    let mut tree = Tree::new(game, position, config);
    let mut playouts = 0;
    while !tree.is_proven(ROOT) && !halt.is_called() {
        // One option must be tried, or there is nothing to choose from.
        let done = playouts > 0
            && match limit {
                Limit::Playouts(n) => playouts >= n,
                Limit::Time(_) => is_tried(),
            };
        if done || !tree.playout(rng, &until(&is_checked)) {
            break;
        }
        playouts += 1;
    }
    let options = ranking::checked(&mut tree, mover, &until(&is_checked));
    (!options.is_empty()).then_some(Report { playouts, options })
}

/// A player who searches.
#[derive(Clone)]
pub struct SearchPlayer {
    thinking: Thinking,
    config: Config,
    rng: Rng,
    clock: Clock,
}

impl SearchPlayer {
    /// A player who thinks so much about each option, drawing from `rng` and reading `clock`.
    pub fn new(thinking: Thinking, config: Config, rng: Rng, clock: Clock) -> Self {
        Self { thinking, config, rng, clock }
    }

    /// What the player thinks of the options, for instance as a hint for somebody else.
    pub fn judge<G: Game>(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<Report> {
        let Self { thinking, config, rng, clock } = self;
        match *thinking {
            Thinking::Playouts(n) => search(game, position, Limit::Playouts(n), config, rng, halt),
            Thinking::Time(time) => {
                let begun = clock();
                let is_over = |share| clock().saturating_sub(begun) >= time.mul_f64(share);
                search(game, position, Limit::Time(&is_over), config, rng, halt)
            }
        }
    }
}

impl<G: Game> Player<G> for SearchPlayer {
    fn choose(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<usize> {
        let forced = game.n_options(position) == 1;
        if forced && matches!(game.actor(position), Some(Actor::Player(_))) {
            return Some(0);
        }
        self.judge(game, position, halt).map(|report| report.options[0].option)
    }
}

impl fmt::Debug for SearchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { thinking, config, rng, clock: _ } = self;
        let mut text = f.debug_struct("SearchPlayer");
        text.field("thinking", thinking).field("config", config).field("rng", rng).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
