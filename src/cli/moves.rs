//! `merel moves`: the options of a position.

use std::io::{self, Write};

use crate::game::{Actor, Game};
use serde::Serialize;

use super::ending::{Ending, Stop};
use super::load::{GameArgs, StartArgs};
use super::outcome::{self, OutcomeJson, PLAIN};
use super::screen::{FormatArgs, Screen, wrapped};

/// The options of a position, in canonical order
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/moves.txt"))]
pub struct MovesArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct MovesJson {
    to_move: Option<String>,
    options: Vec<OptionJson>,
    outcome: Option<OutcomeJson>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum OptionJson {
    Player(String),
    Chance { option: String, probability: String },
}

/// Runs the command.
///
/// # Errors
/// If the position cannot be had or the output cannot be written.
pub fn run(args: &MovesArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (game, position) = args.game.start(&args.start)?;
    if args.format.is_json() {
        screen.json(&describe(&game, &position))?;
    } else {
        print(&game, &position, screen)?;
    }
    Ok(Ending::Fine)
}

fn describe<G: Game>(game: &G, position: &G::Position) -> MovesJson {
    MovesJson {
        to_move: outcome::actor_name(game, position, PLAIN),
        options: (0..game.n_options(position)).map(|option| option_json(game, position, option)).collect(),
        outcome: game.outcome(position).map(|outcome| OutcomeJson::new(&game.rules().look, &outcome)),
    }
}

fn option_json<G: Game>(game: &G, position: &G::Position, option: usize) -> OptionJson {
    let notation = game.notation(position, option);
    match game.probability(position, option) {
        Some(probability) => OptionJson::Chance { option: notation, probability: probability.to_string() },
        None => OptionJson::Player(notation),
    }
}

fn print<G: Game>(game: &G, position: &G::Position, out: &mut impl Write) -> io::Result<()> {
    if let Some(outcome) = game.outcome(position) {
        return writeln!(out, "the game is over: {}", outcome::sentence(&game.rules().look, &outcome, PLAIN));
    }
    let who = outcome::actor_name(game, position, PLAIN).unwrap_or_default();
    let n = game.n_options(position);
    writeln!(out, "{who} to move, {n} option{}:", if n == 1 { "" } else { "s" })?;
    print_options(game, position, out)
}

/// Writes the options: those of a player in lines of text, those of Chance one by one with their probability.
pub fn print_options<G: Game>(game: &G, position: &G::Position, out: &mut impl Write) -> io::Result<()> {
    let notations = game.notations(position);
    if game.actor(position) != Some(Actor::Chance) {
        return writeln!(out, "{}", wrapped(notations.iter().map(String::as_str), 80));
    }
    let width = notations.iter().map(|notation| notation.chars().count()).max().unwrap_or(0);
    for (option, notation) in notations.iter().enumerate() {
        let probability = game.probability(position, option).map(|p| p.to_string()).unwrap_or_default();
        writeln!(out, "{notation:width$}  {probability}")?;
    }
    Ok(())
}
