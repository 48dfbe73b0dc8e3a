//! The games of the library against programs that were written from the rulebooks and know nothing of ours:
//! options of named positions, counts of sequences, random play.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use merel::analysis::{perft, playouts};
use merel::engine::Engine;
use merel::game::{Actor, Game};
use merel::program::Program;
use merel::record::replay;
use merel::reference::{Position, Reference};
use merel::rules::Choices;
use rayon::prelude::*;
use serde::Deserialize;

use crate::common;

use common::Count;

/// The plain evaluator gives up deeper counts than this, and the independent counts of positions beyond it.
const NODES: u64 = 60_000;
/// The engine gives up deeper counts than this with native code, and without; `benches/perft.rs` goes on.
const ENGINE_NODES: [(Option<u64>, u64); 2] = [(Some(0), 10_000_000), (None, 1_000_000)];

#[derive(Deserialize)]
struct Positions {
    position: Vec<Named>,
}

/// A position with what the independent program says about it.
#[derive(Deserialize)]
struct Named {
    title: String,
    game: String,
    #[serde(default)]
    options: String,
    players: Option<usize>,
    #[serde(default)]
    play: String,
    to_move: Option<String>,
    #[serde(default)]
    legal: String,
    over: Option<String>,
    #[serde(default)]
    perft: Vec<u64>,
}

fn named_positions() -> Vec<Named> {
    let table: Positions = toml::from_str(include_str!("positions.toml")).expect("the table is TOML");
    table.position
}

fn played(named: &Named) -> (Reference, Position) {
    let game = common::game(&named.game, &named.options, named.players);
    let moves: Vec<&str> = named.play.split_whitespace().collect();
    match replay::moves(&game, game.initial(), &moves) {
        Ok(replayed) => (game, replayed.position),
        Err(error) => panic!("{}, {}: {error}", named.game, named.title),
    }
}

fn to_move(game: &Reference, position: &Position) -> Option<String> {
    game.actor(position).map(|actor| match actor {
        Actor::Player(player) => game.rules().players[player.index()].name.clone(),
        Actor::Chance => "Chance".to_owned(),
    })
}

/// Every position is listed by both programs; the snapshots therefore hold what both say. Titles name the sentence of
/// the rulebook that the position is about.
#[test]
fn options_of_named_positions_are_those_of_the_independent_programs() {
    let mut snapshots: BTreeMap<String, String> = BTreeMap::new();
    for named in named_positions() {
        let (game, position) = played(&named);
        let options = game.notations(&position);
        let found: BTreeSet<&str> = options.iter().map(String::as_str).collect();
        let wanted: BTreeSet<&str> = named.legal.split_whitespace().collect();
        let place = format!("{} {} after `{}` ({})", named.game, named.options, named.play, named.title);
        assert_eq!(found, wanted, "{place}");
        assert_eq!(options.len(), found.len(), "{place}: notations differ from each other");
        assert_eq!(to_move(&game, &position), named.to_move, "{place}");
        assert_eq!(game.outcome(&position).is_some(), named.over.is_some(), "{place}");
        let text = snapshots.entry(named.game.clone()).or_default();
        let _ =
            write!(text, "# {}\n{} players {:?}\nafter: {}\n", named.title, named.options, named.players, named.play);
        let _ = match game.outcome(&position) {
            Some(outcome) => writeln!(text, "over by {}: places {:?}\n", outcome.by, outcome.places),
            None => writeln!(text, "{}: {}\n", named.to_move.unwrap_or_default(), options.join(" ")),
        };
    }
    for (game, text) in snapshots {
        insta::with_settings!({
            description => "Each list was compared with that of a program written from the rulebook (tests/positions.toml).",
            omit_expression => true,
        }, { insta::assert_snapshot!(format!("options_{game}"), text) });
    }
}

/// A game without an independent program: its options at the start and at three positions.
#[test]
fn options_of_breakthrough() {
    // Checked by hand: two men at the edges have two ways each, six have three; a man straight ahead blocks and is not
    // taken, a man diagonally ahead is.
    let plays = ["", "b2-b3", "b2-b3 a7-a6 b3-b4 a6-a5", "c2-c3 f7-f6 c3-c4 f6-f5 c4-c5 f5-f4 c5-c6 f4-f3"];
    let mut text = String::new();
    let game = common::game("breakthrough", "", None);
    for play in plays {
        let moves: Vec<&str> = play.split_whitespace().collect();
        let replayed = replay::moves(&game, game.initial(), &moves).expect("the plays are legal");
        let options = game.notations(&replayed.position);
        let _ = writeln!(text, "after: {play}\n{} options: {}\n", options.len(), options.join(" "));
    }
    insta::assert_snapshot!("options_breakthrough", text);
}

#[test]
fn counts_from_named_positions_are_those_of_the_independent_programs() {
    let go_on = AtomicBool::new(false);
    for named in named_positions() {
        let (game, position) = played(&named);
        let counts: Vec<u64> = named.perft.iter().copied().take_while(|&nodes| nodes <= NODES).collect();
        let found = perft::run(&game, &position, counts.len() as u32, &go_on);
        let found: Vec<u64> = found[1..].iter().map(|&nodes| nodes as u64).collect();
        assert_eq!(found, counts, "{} {} after `{}`", named.game, named.options, named.play);
    }
}

#[test]
fn counts_are_those_of_the_tables() {
    common::counts().par_iter().for_each(|(name, count)| {
        let (game, position) = common::counted_from(name, count);
        counts_as_others(&game, &position, (name, count), NODES);
    });
}

/// What the engine counts with native code from the first decision on, and without any.
#[test]
fn the_engine_counts_as_the_tables() {
    common::counts_by_game().par_iter().for_each(|(name, counts)| {
        let rules = common::game(name, &counts[0].options, counts[0].players).shared_rules();
        for (native_after, most) in ENGINE_NODES {
            let mut program = Program::new(rules.clone());
            program.native_after = native_after;
            let engine = Engine::of(program);
            counts.par_iter().for_each(|count| {
                let (reference, position) = common::counted_from(name, count);
                let start = common::counted_by(&engine, &reference, &position, count);
                counts_as_others(&engine, &start, (name, count), most);
            });
        }
    });
}

/// The numbers of a count, as far as they are at most `most`, are what the evaluator finds.
fn counts_as_others<G: Game>(game: &G, position: &G::Position, (name, count): (&str, &Count), most: u64) {
    let wanted: Vec<u64> = count.nodes.iter().copied().take_while(|&nodes| nodes <= most).collect();
    let found = perft::run(game, position, wanted.len() as u32, &AtomicBool::new(false));
    let found: Vec<u64> = found[1..].iter().map(|&nodes| nodes as u64).collect();
    let place = count.position.as_deref().unwrap_or("the start");
    assert_eq!(found, wanted, "{name} {} from {place}, counted by {}", count.options, count.source);
}

#[derive(Deserialize)]
struct Whole {
    game: Vec<Played>,
}

/// A game that a program of others played to its end.
#[derive(Deserialize)]
struct Played {
    game: String,
    source: String,
    moves: String,
    /// How many options that program listed before each move.
    options: Vec<usize>,
    result: String,
}

/// Replays the game, and holds the number of options and the end against those of the other program.
fn replays<G: Game>(game: &G, played: &Played, names: &[&str]) {
    let place = format!("{}, played by {}", played.game, played.source);
    let mut position = game.initial();
    let moves: Vec<&str> = played.moves.split_whitespace().collect();
    assert_eq!(moves.len(), played.options.len(), "{place}");
    for (number, (text, wanted)) in moves.iter().zip(&played.options).enumerate() {
        assert_eq!(game.n_options(&position), *wanted, "{place}: options before move {}, {text}", number + 1);
        let option =
            game.parse(&position, text).unwrap_or_else(|error| panic!("{place}: move {}: {error}", number + 1));
        game.apply(&mut position, option);
    }
    let replayed = replay::Replayed { outcome: game.outcome(&position), position, options: Vec::new() };
    if let Err(error) = replay::check_result(&replayed, &played.result, names) {
        panic!("{place}: {error}");
    }
}

#[test]
fn whole_games_of_other_programs_are_replayed() {
    let table: Whole = toml::from_str(include_str!("whole.toml")).expect("the table is TOML");
    for played in table.game {
        let reference = common::game(&played.game, "", None);
        let (module, _) = common::load(&played.game);
        let rules = module.rules(&Choices::default()).unwrap_or_else(|_| panic!("{}", played.game));
        let names: Vec<&str> = reference.rules().players.iter().map(|player| player.name.as_str()).collect();
        replays(&reference, &played, &names);
        replays(&Engine::new(rules), &played, &names);
    }
}

#[derive(Deserialize)]
struct Statistics {
    game: Vec<Measured>,
}

/// Random play as the independent program measured it.
#[derive(Deserialize)]
struct Measured {
    game: String,
    #[serde(default)]
    options: String,
    players: Option<usize>,
    games: u64,
    sample: f64,
    mean: f64,
    sd: f64,
    won: Vec<f64>,
    draw: f64,
    nobody: f64,
}

/// How many standard errors two samples may lie apart.
const ERRORS: f64 = 4.0;

#[test]
fn random_play_is_like_that_of_the_independent_programs() {
    let table: Statistics = toml::from_str(include_str!("statistics.toml")).expect("the table is TOML");
    for measured in table.game {
        let rules = common::game(&measured.game, &measured.options, measured.players).shared_rules();
        // What people play at random: that it plays as the plain evaluator does is shown elsewhere (`rush.rs`, `engine.rs`).
        let game = Engine::new(rules);
        let n = measured.games;
        let found = playouts::run(&game, n, 20_261_121, u64::MAX, &|_| (), &AtomicBool::new(false));
        let place = format!("{} {} {:?}", measured.game, measured.options, measured.players);
        let spread = 1.0 / n as f64 + 1.0 / measured.sample;
        let mean = found.decisions.mean;
        let bound = ERRORS * measured.sd * spread.sqrt();
        assert!((mean - measured.mean).abs() <= bound, "{place}: {mean} decisions, not {} ± {bound}", measured.mean);
        assert_eq!(found.unfinished, 0, "{place}");
        let close = |what: &str, count: u64, wanted: f64| {
            let share = count as f64 / n as f64;
            // A count is a whole number: one game more or less is no difference.
            let bound = ERRORS * (wanted * (1.0 - wanted) * spread).sqrt() + 1.0 / n as f64;
            assert!((share - wanted).abs() <= bound, "{place}: {what} {share}, not {wanted} ± {bound}");
        };
        for ((player, count), wanted) in found.outcomes.won.iter().zip(&measured.won) {
            close(player, *count, *wanted);
        }
        close("draw", found.outcomes.draw, measured.draw);
        close("nobody", found.outcomes.nobody, measured.nobody);
    }
}
