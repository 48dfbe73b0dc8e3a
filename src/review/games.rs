//! Random games, and what is noted of them.

use std::cell::Cell;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Outcome, Verdict};
use crate::play::chance;
use crate::reference::{Reference, Seen, Watch};

/// A game of the plain evaluator is given up after so many decisions.
const LONG: u64 = 400;
/// More draws of Chance than this without a player's decision are taken for endless.
const DRAWS: u64 = 10_000;
/// The effort that a cell of a position is counted for.
const CELL: u64 = 4;
/// The seed of all games.
const SEED: u64 = 0;
/// No more games than this.
const GAMES: u64 = 2000;

/// What was noted of some games.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// What the plain evaluator saw.
    pub seen: Seen,
    /// Games that it played, and decisions in them.
    pub watched: (u64, u64),
    /// Games that an end clause ended.
    pub ended: u64,
    /// By clause.
    pub by: Vec<u64>,
    /// By player: games won alone.
    pub won: Vec<u64>,
    /// Games that ended before every player had decided anything.
    pub hasty: u64,
    /// Games that stopped without a result, by why.
    pub stopped: Vec<(String, u64)>,
    /// The games of the engine.
    pub games: u64,
}

/// How one game went.
struct Course {
    decisions: u64,
    /// Whether every player has decided something.
    all_decided: bool,
    /// None if the game was given up.
    outcome: Option<Outcome>,
}

/// Plays with the plain evaluator, which tells its watch, until the effort is spent.
pub fn play_watched(game: &Reference, watch: &Watch, effort: u64, time_is_up: &dyn Fn() -> bool) -> Played {
    let mut played = Played::default();
    // Each option is a whole position, the dearer the more cells there are.
    let (kept, cells) = (Cell::new(0), game.rules().board.n_cells() as u64);
    let goes_on = || watch.effort() + kept.get() < effort && !time_is_up();
    while goes_on() && played.watched.0 < GAMES {
        let mut rng = Rng::stream(SEED, played.watched.0);
        let course = play(game, &mut rng, LONG, |n| {
            kept.set(kept.get() + CELL * cells * n as u64);
            goes_on()
        });
        played.watched.0 += 1;
        played.watched.1 += course.decisions;
    }
    played.seen = watch.seen();
    played
}

/// Plays many games with a fast evaluator, until so many options were offered.
pub fn play_many<G: Game>(game: &G, options: u64, time_is_up: &dyn Fn() -> bool, played: &mut Played) {
    let rules = game.rules();
    (played.by, played.won) = (vec![0; rules.ends.len()], vec![0; rules.players.len()]);
    let offered = Cell::new(0);
    let goes_on = || offered.get() < options && !time_is_up();
    while goes_on() && played.games < GAMES {
        // Other games than those of the plain evaluator.
        let mut rng = Rng::stream(SEED, GAMES + played.games);
        offered.set(offered.get() + 1);
        let course = play(game, &mut rng, u64::from(rules.limit) + 1, |n| {
            offered.set(offered.get() + n as u64);
            goes_on()
        });
        let Some(outcome) = course.outcome else { continue };
        played.games += 1;
        played.hasty += u64::from(!course.all_decided);
        match outcome.clause {
            Some(clause) => {
                played.ended += 1;
                played.by[clause] += 1;
            }
            None => match played.stopped.iter_mut().find(|(why, _)| **why == *outcome.by) {
                Some((_, count)) => *count += 1,
                None => played.stopped.push((outcome.by.to_string(), 1)),
            },
        }
        if let Verdict::Won(player) = outcome.verdict() {
            played.won[player.index()] += 1;
        }
    }
}

/// One game, each option with the same probability; given up after so many decisions, or when it shall not go on,
/// which is asked with the number of options.
fn play<G: Game>(game: &G, rng: &mut Rng, most: u64, goes_on: impl Fn(usize) -> bool) -> Course {
    let mut position = game.initial();
    let mut decided = vec![false; game.rules().players.len()];
    let (mut decisions, mut draws) = (0, 0);
    while let Some(actor) = game.actor(&position) {
        let n_options = game.n_options(&position);
        let option = match actor {
            Actor::Player(player) if decisions < most && goes_on(n_options) => {
                decided[player.index()] = true;
                (decisions, draws) = (decisions + 1, 0);
                rng.index(n_options)
            }
            Actor::Chance if draws < DRAWS && goes_on(1) => {
                draws += 1;
                chance::draw(game, &position, rng)
            }
            _ => break,
        };
        game.play(&mut position, option);
    }
    let all_decided = decided.iter().all(|decided| *decided);
    Course { decisions, all_decided, outcome: game.outcome(&position) }
}
