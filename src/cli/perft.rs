//! `merel perft`: counts the ways that a game can go.

use std::io::{self, Write};

use crate::analysis::perft;
use crate::budget::Halt;
use crate::game::Game;
use serde::Serialize;

use super::budget;
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{GameArgs, StartArgs};
use super::screen::{FormatArgs, Screen};
use super::threads;

/// Count the sequences of exactly so many decisions, outcomes of chance included
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/perft.txt"))]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The greatest number of decisions
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: u32,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct PerftJson {
    depths: Vec<DepthJson>,
    #[serde(skip_serializing_if = "is_false")]
    interrupted: bool,
}

#[derive(Debug, Serialize)]
struct DepthJson {
    depth: u32,
    nodes: u128,
}

/// For fields that are left out when there is nothing to tell.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that the serializer wants")]
pub fn is_false(value: &bool) -> bool {
    !value
}

/// Runs the command.
///
/// # Errors
/// If the position cannot be had or the output cannot be written.
pub fn run(args: &PerftArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (game, position) = args.game.start(&args.start)?;
    let stop = &interrupt::heed_with_reader();
    // How many sequences there are is the file's to say, so only those of built-in games are paid for.
    let paid = &stop.paid(args.game.is_built_in());
    let json = args.format.is_json();
    let pool = threads::pool(None)?;
    let mut depths = Vec::new();
    for depth in 1..=args.depth {
        let Some(nodes) = pool.install(|| count(&game, &position, depth, paid)) else { break };
        if !json {
            print(depth, nodes, screen)?;
        }
        depths.push(DepthJson { depth, nodes });
        // Nothing grows again after the end of all games.
        if nodes == 0 {
            depths.extend((depth + 1..=args.depth).map(|depth| DepthJson { depth, nodes: 0 }));
            break;
        }
    }
    dearest::find(game.rules());
    let interrupted = stop.is_called_off();
    if json {
        screen.json(&PerftJson { depths, interrupted })?;
    } else if stop.is_called() {
        writeln!(screen, "{}: the greater depths are missing", budget::cut_word(stop))?;
    }
    Ok(budget::ending(stop, Ending::Fine))
}

fn count<G: Game>(game: &G, position: &G::Position, depth: u32, stop: &dyn Halt) -> Option<u128> {
    let parts = perft::divide(game, position, depth, stop)?;
    // A count that was cut may have left decisions unfinished.
    (!stop.is_called()).then(|| parts.iter().sum())
}

fn print(depth: u32, nodes: u128, screen: &mut Screen) -> io::Result<()> {
    writeln!(screen, "{depth:3} {nodes:20}")?;
    screen.flush()
}
