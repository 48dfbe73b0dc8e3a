//! Positions with one winning move, from play.

use std::collections::HashSet;

use rayon::prelude::*;
use serde::Serialize;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt, PlayerId};
use crate::play::chance;
use crate::quality::Level;
use crate::view::{self, Scene, SvgOptions};

use super::forced::Solver;

/// The games that are looked through at a time.
const SHARE: u64 = 16;
/// No more games are looked through.
const MOST_GAMES: u64 = 2_000;
/// The most puzzles of one game, so that not all are alike.
const OF_A_GAME: usize = 2;
/// The most positions that are looked at for one puzzle.
const POSITIONS: u64 = 30_000;
/// The most decisions of a game that is looked through.
const LONGEST_GAME: usize = 400;
/// With fewer options there is nothing to find.
const OPTIONS: usize = 3;
/// The width of a cell of a picture, in pixels.
const CELL: f64 = 36.0;

/// What is asked of puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Difficulty {
    /// The fewest decisions to the win, those of all players.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// Who plays the games.
    pub level: Level,
}

/// A position in which one move wins.
#[derive(Clone, Debug, Serialize)]
pub struct Puzzle {
    /// Who is to move.
    pub player: String,
    /// The moves that lead there, those of Chance included.
    pub after: Vec<String>,
    /// The only move that wins within `decisions`, and then play to the end in which the others hold out as long as they
    /// can.
    pub solution: Vec<String>,
    /// The decisions to the end, those of all players.
    pub decisions: u32,
    /// How many options there are.
    pub options: usize,
    /// No other move wins within so many decisions.
    pub others_within: u32,
    /// The position as a picture.
    #[serde(skip)]
    pub svg: String,
}

/// Puzzles, and the games that were looked through for them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Found {
    /// The puzzles, in the order of the games.
    pub puzzles: Vec<Puzzle>,
    /// Games that were looked through.
    pub games: u64,
}

/// Looks through games for so many puzzles. Game number `i` draws from stream `i` of the seed, so what is found does not
/// depend on the number of threads, unless it is called to halt: then there are those of the first games.
///
/// Every option of a puzzle's position is followed through all replies: one wins within the decisions that are told, and
/// no other within two more.
pub fn puzzles<G: Game>(
    game: &G,
    n: usize,
    difficulty: &Difficulty,
    seed: u64,
    progress: &(dyn Fn(usize, u64) + Sync),
    halt: &dyn Halt,
) -> Found {
    let mut found = Found::default();
    let mut known = HashSet::new();
    while found.puzzles.len() < n && found.games < MOST_GAMES && !halt.is_called() {
        let first = found.games;
        let numbers = (0..SHARE).into_par_iter();
        let games: Vec<_> = numbers.map(|number| of_game(game, difficulty, (seed, first + number), halt)).collect();
        for of_game in games {
            let Some(of_game) = of_game else { return found };
            found.games += 1;
            for (position, puzzle) in of_game {
                if found.puzzles.len() < n && known.insert(position) {
                    found.puzzles.push(puzzle);
                }
            }
            progress(found.puzzles.len(), found.games);
        }
    }
    found
}

/// The puzzles of one game with their positions; none if it was called to halt.
fn of_game<G: Game>(
    game: &G,
    difficulty: &Difficulty,
    (seed, number): (u64, u64),
    halt: &dyn Halt,
) -> Option<Vec<(G::Position, Puzzle)>> {
    let n_players = game.rules().players.len() as u64;
    let stream = |part: u64| Rng::stream(seed, number * (n_players + 1) + part);
    let mut dice = stream(0);
    let mut machines: Vec<_> = (1..=n_players).map(|part| difficulty.level.machine(stream(part))).collect();
    let mut position = game.initial();
    let mut after = Vec::new();
    let mut puzzles = Vec::new();
    while let Some(actor) = game.actor(&position) {
        if after.len() >= LONGEST_GAME || puzzles.len() == OF_A_GAME {
            break;
        }
        let option = match actor {
            Actor::Chance => chance::draw(game, &position, &mut dice),
            Actor::Player(player) => {
                if let Some(puzzle) = puzzle(game, &position, player, difficulty, &after, halt) {
                    puzzles.push((position.clone(), puzzle));
                }
                halt.is_done(difficulty.level.worth());
                machines.get_mut(player.index())?.decide(game, &position, halt)?.option
            }
        };
        after.push(game.notation(&position, option));
        game.play(&mut position, option);
    }
    (!halt.is_called()).then_some(puzzles)
}

/// The puzzle that a position is, if it is one.
fn puzzle<G: Game>(
    game: &G,
    position: &G::Position,
    player: PlayerId,
    difficulty: &Difficulty,
    after: &[String],
    halt: &dyn Halt,
) -> Option<Puzzle> {
    let options = game.n_options(position);
    if options < OPTIONS {
        return None;
    }
    let mut solver = Solver::new(game, player, POSITIONS, halt);
    let (decisions, only) = (1..=difficulty.most).find_map(|decisions| {
        let winning = solver.winning(position, decisions);
        match winning.as_deref() {
            Some([]) => None,
            Some([only]) => Some(Some((decisions, *only))),
            _ => Some(None),
        }
    })??;
    let others_within = decisions + 2;
    if decisions < difficulty.least || solver.winning(position, others_within)?.as_slice() != [only] {
        return None;
    }
    let mut replayed = position.clone();
    let mut solution = Vec::new();
    for option in solver.line(position, decisions)? {
        solution.push(game.notation(&replayed, option));
        game.play(&mut replayed, option);
    }
    let scene = Scene::of(game, position, "");
    let options_of_picture = SvgOptions { cell: CELL, titles: false, ..SvgOptions::default() };
    Some(Puzzle {
        player: game.rules().look.plain_names().get(player.index()).map_or_else(String::new, |name| (*name).to_owned()),
        after: after.to_vec(),
        solution,
        decisions,
        options,
        others_within,
        svg: view::svg(&scene, options_of_picture),
    })
}
