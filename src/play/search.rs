//! Monte Carlo tree search for any number of players and for games with Chance.
//!
//! Every playout goes down the tree to a position that is new, plays on from there at random, and counts
//! the end in all positions passed. Ends that are certain are kept as proofs: a decision is proven when
//! an option is proven to win, or when all its options are proven.

use std::{fmt, sync::Arc, time::Duration};

use crate::{
    game::rng::Rng,
    game::{Actor, Deadline, Game, Halt},
    play::mind::{policy::Policy, reach::Reach},
};

mod drops;
mod finish;
mod foresight;
mod gains;
mod grove;
mod immediate;
mod kept;
mod looks;
mod node;
mod numbers;
mod pace;
mod player;
mod promise;
mod proofs;
mod ranking;
mod stages;
mod stations;
mod tree;

use node::Node;
use pace::Pace;
pub use player::{SearchPlayer, Way};
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
    /// When the time is over: this tells what share of it is, from 0 on; all of it is over at 1.
    Time(&'a (dyn Fn() -> f64 + Sync)),
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
    /// Whether it counts where pieces stand in the end of playouts: for games in which pieces only come to the board.
    pub drops: bool,
    /// Whether playouts are careful, as [`Game::play_carefully`] says, where the evaluator can.
    pub is_careful: bool,
    /// Where pieces can go, if it may be foreseen from that who wins.
    pub reach: Option<Arc<Reach>>,
    /// Which drops are worth a look, if that is known.
    pub policy: Option<Arc<Policy>>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            max_decisions: 1_000,
            max_nodes: 110_000,
            drops: false,
            is_careful: false,
            reach: None,
            policy: None,
        }
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How many playouts were made; how many positions were looked at, where the search looked ahead.
    pub playouts: u32,
    /// How many decisions alpha-beta looked ahead; none of a search by playouts.
    pub depth: Option<u32>,
    /// The options that were tried, best first; where the search looked ahead, the best of them.
    pub options: Vec<Judgement>,
}

/// What a search thinks of an option.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The option.
    pub option: usize,
    /// How many playouts went through it, or positions were looked at behind it.
    pub visits: u32,
    /// What it is worth to the player who decides, from 0 (lost) to 1 (won).
    pub value: f64,
    /// When the value is certain: the decisions until the end, this one included.
    pub proven: Option<u32>,
    /// The option, and the best replies after it as far as they are known.
    pub line: Vec<usize>,
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
    search_on(game, position, limit, config, None, rng, halt).0
}

/// The same, going on with what is known of the position; and the tree, unless there was no need for one.
fn search_on<'a, G: Game>(
    game: &'a G,
    position: &'a G::Position,
    limit: Limit<'a>,
    config: &'a Config,
    known: Option<Vec<Node>>,
    rng: &mut Rng,
    halt: &dyn Halt,
) -> (Option<Report>, Option<Tree<'a, G>>) {
    let Some(Actor::Player(mover)) = game.actor(position) else { return (None, None) };
    let clock = match limit {
        Limit::Playouts(_) => None,
        Limit::Time(elapsed) => Some(elapsed),
    };
    let is_over = |share: f64| clock.is_some_and(|elapsed| elapsed() >= share);
    let (is_looked, is_tried, is_checked) = (|| is_over(LOOKING), || is_over(TRYING), || is_over(1.0));
    let until = |is_over| Deadline { or: halt, is_over };
    // Where playouts are counted each goes down by itself.
    let abreast = clock.map_or(1, |_| game.n_abreast(position));
    let grown = |nodes| Tree::grown(game, position, config, nodes).paced(Pace::by(clock, abreast));
    let mut tree = grown(known.unwrap_or_default());
    if let Some(option) = immediate::win(game, &tree.root, mover, &until(&is_looked)) {
        let judgement = Judgement { option, visits: 0, value: 1.0, proven: Some(1), line: vec![option] };
        let options = tree.number(position, vec![judgement], halt);
        return (Some(Report { playouts: 0, depth: None, options }), None);
    }
    let (mut playouts, mut cells) = (0, 0);
    while !tree.is_proven(ROOT) && !halt.is_called() {
        // One option must be tried, or there is nothing to choose from.
        let done = playouts > 0
            && match limit {
                Limit::Playouts(n) => playouts >= n,
                Limit::Time(_) => is_tried(),
            };
        if done {
            break;
        }
        let made = tree.playout(rng, &until(&is_checked));
        if made == 0 {
            if !tree.strayed {
                break;
            }
            // What was known was of a position with another past.
            (tree, cells) = (grown(Vec::new()), 0);
            continue;
        }
        playouts += made;
        if cells + 1 == stages::CELLS || !tree.node(ROOT).is_parted {
            continue;
        }
        let share = f64::from(cells + 1) / f64::from(stages::CELLS);
        let is_due = match limit {
            Limit::Playouts(n) => f64::from(playouts) >= share * f64::from(n),
            Limit::Time(_) => is_over(TRYING * share),
        };
        if is_due {
            tree.settle_cell();
            cells += 1;
        }
    }
    let options = ranking::checked(&mut tree, mover, &until(&is_checked));
    let options = tree.number(position, options, &until(&is_checked));
    ((!options.is_empty()).then_some(Report { playouts, depth: None, options }), Some(tree))
}

#[cfg(test)]
mod tests;
