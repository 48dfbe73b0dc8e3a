//! A short game to read: played from a seed, finished, with captures where the game has some.

use crate::engine::Engine;
use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt, Outcome, PlayerId, Snapshot, Verdict};
use crate::play::chance;

/// So many games are played, and the best one is told.
const GAMES: u64 = 40;
/// All of them together may have so many decisions.
const DECISIONS: u64 = 3_000;
/// A longer game is not told.
const LONGEST: u64 = 600;
/// A game that is as short is told at once.
const SHORT: usize = 60;
/// With more options a player does not look for one that wins at once.
const LOOKED_AT: usize = 60;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Example {
    /// What was decided, by whom (none for Chance).
    pub plays: Vec<(Option<PlayerId>, String)>,
    /// The last position.
    pub last: Snapshot,
    /// The cells that the last option touched.
    pub touched: Vec<crate::rules::board::CellId>,
    /// How it ended.
    pub outcome: Outcome,
    captures: bool,
}

/// The best of several games: won, with captures, short. None if none was finished.
pub fn example(engine: &Engine, seed: u64, halt: &dyn Halt) -> Option<Example> {
    let mut best: Option<Example> = None;
    let mut left = DECISIONS;
    for number in 0..GAMES {
        if left == 0 || halt.is_called() {
            break;
        }
        let Some(game) = one(engine, &mut Rng::stream(seed, 1000 + number), &mut left, halt) else { continue };
        // What is over before it has begun shows nothing.
        let is_better = best.as_ref().is_none_or(|best| worth(&game) < worth(best));
        if is_better && game.outcome.clause.is_some() {
            best = Some(game);
        }
        if best.as_ref().is_some_and(|best| worth(best) < (false, false, SHORT)) {
            break;
        }
    }
    best
}

/// The least is the best.
fn worth(game: &Example) -> (bool, bool, usize) {
    let won = matches!(game.outcome.verdict(), Verdict::Won(_));
    (!won, !game.captures, game.plays.len())
}

/// One game: each player wins at once if that can be done, and else chooses at random.
fn one(engine: &Engine, rng: &mut Rng, left: &mut u64, halt: &dyn Halt) -> Option<Example> {
    let mut position = engine.initial();
    let mut plays = Vec::new();
    let mut captures = false;
    let mut touched = Vec::new();
    let mut pieces = count(&engine.snapshot(&position));
    while let Some(actor) = engine.actor(&position) {
        if *left == 0 || halt.is_called() || plays.len() as u64 > LONGEST {
            return None;
        }
        let (who, option) = match actor {
            Actor::Chance => (None, chance::draw(engine, &position, rng)),
            Actor::Player(player) => {
                *left = left.saturating_sub(1);
                (
                    Some(player),
                    wins_at_once(engine, &mut position, player)
                        .unwrap_or_else(|| rng.index(engine.n_options(&position))),
                )
            }
        };
        plays.push((who, engine.notation(&position, option)));
        touched = engine.cells_of(&position, option);
        engine.play(&mut position, option);
        let now = count(&engine.snapshot(&position));
        captures |= now < pieces;
        pieces = now;
    }
    let outcome = engine.outcome(&position)?;
    Some(Example { plays, last: engine.snapshot(&position), touched, outcome, captures })
}

fn wins_at_once(engine: &Engine, position: &mut <Engine as Game>::Position, player: PlayerId) -> Option<usize> {
    let n = engine.n_options(position);
    let wins = |option: &usize| {
        let undo = engine.apply(position, *option);
        let won = engine.outcome(position).is_some_and(|outcome| outcome.verdict() == Verdict::Won(player));
        engine.undo(position, undo);
        won
    };
    if n > LOOKED_AT { None } else { (0..n).find(wins) }
}

/// How many pieces there are, in hands too.
fn count(snapshot: &Snapshot) -> usize {
    let held: u32 = snapshot.hands.iter().flatten().sum();
    snapshot.cells.iter().map(Vec::len).sum::<usize>() + held as usize
}
