//! The search by playouts: what it finds out of options has their numbers, and many options are chosen cell by cell.

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Game, Never};
use merel::play::search::{Config, Limit, Report, search};

use super::mind::engine;

fn searched(engine: &Engine, position: &Position, playouts: u32) -> Report {
    let config = Config::default();
    search(engine, position, Limit::Playouts(playouts), &config, &mut Rng::stream(5, 0), &Never)
        .expect("a player decides")
}

/// The position after so many random decisions.
fn random_position(engine: &Engine, seed: u64, decisions: u64) -> Position {
    let mut position = engine.initial();
    engine.play_on(&mut position, &mut Rng::stream(seed, 0), decisions, &Never);
    position
}

/// What a position is worth to its first player when both play as well as can be: 1, 1/2 or 0.
fn exact(engine: &Engine, position: &Position) -> f64 {
    if let Some(outcome) = engine.outcome(position) {
        return outcome.value(merel::game::PlayerId(0));
    }
    let Some(Actor::Player(player)) = engine.actor(position) else { panic!("players decide") };
    let after = |option: usize| {
        let mut next = position.clone();
        engine.play(&mut next, option);
        exact(engine, &next)
    };
    let all = (0..engine.n_options(position)).map(after);
    if player.0 == 0 { all.fold(0.0, f64::max) } else { all.fold(1.0, f64::min) }
}

/// The tree has numbers of its own for options, which are found faster; those that are told are those that all know.
#[test]
fn what_is_proven_is_so_for_the_option_of_that_number() {
    let engine = engine("tic-tac-toe");
    let mut n_proven = 0;
    for seed in 0..6 {
        let position = random_position(&engine, seed, 4);
        let Some(Actor::Player(player)) = engine.actor(&position) else { continue };
        for option in searched(&engine, &position, 3_000).options.iter().filter(|option| option.proven.is_some()) {
            let mut after = position.clone();
            engine.play(&mut after, option.option);
            let worth = exact(&engine, &after);
            let worth = if player.0 == 0 { worth } else { 1.0 - worth };
            assert_eq!((option.value, option.option), (worth, option.option), "seed {seed}");
            n_proven += 1;
        }
    }
    assert!(n_proven > 7, "{n_proven}");
}

/// In every game of two or more the options that are told are options, none twice, and replies can be played.
#[test]
fn options_and_replies_can_be_played() {
    for name in
        ["go", "chess", "reversi", "shogi", "oware", "marelle", "connect-four", "clobber", "hex", "arena", "amazons"]
    {
        let engine = engine(name);
        for seed in 0..2 {
            let position = random_position(&engine, seed, 7);
            let report = searched(&engine, &position, 80);
            let mut numbers: Vec<usize> = report.options.iter().map(|option| option.option).collect();
            assert!(
                !numbers.is_empty() && report.options.iter().all(|option| option.line[0] == option.option),
                "{name}"
            );
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{name}");
            assert!(numbers.iter().all(|&option| option < engine.n_options(&position)), "{name}");
            for line in report.options.iter().map(|option| &option.line) {
                let mut position = position.clone();
                for &option in line {
                    assert!(option < engine.n_options(&position), "{name}: {line:?}");
                    engine.play(&mut position, option);
                }
            }
        }
    }
}

/// A queen, where it goes, where its arrow goes: with fewer playouts than options some options are tried again and again.
#[test]
fn many_options_are_chosen_cell_by_cell() {
    let engine = engine("amazons");
    let report = searched(&engine, &engine.initial(), 400);
    let visits: u32 = report.options.iter().map(|option| option.visits).sum();
    let n_tried = report.options.len();
    assert!(report.options[0].visits >= 3 && n_tried < 200 && visits > 2 * n_tried as u32, "{n_tried} {visits}");
}
