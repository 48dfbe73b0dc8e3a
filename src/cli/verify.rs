//! `merel verify`: the engine against the plain evaluator.

use std::io::Write;

use serde::Serialize;

use crate::analysis::agreement::{self, Agreement};
use crate::budget::Halt;
use crate::game::Game;
use crate::reference::Reference;

use super::budget;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::GameArgs;
use super::perft::is_false;
use super::screen::{FormatArgs, Screen};

/// Play random games with the engine and the plain evaluator and compare them at every decision
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/verify.txt"))]
pub struct VerifyArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games; usually 20. Games that are asked for by number have more time than the usual
    #[arg(short, long = "games", value_name = "N")]
    n: Option<u64>,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// A game is given up after so many decisions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    decisions: usize,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct VerifyJson {
    games: u64,
    decisions: u64,
    agree: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    disagreement: Option<DisagreementJson>,
    #[serde(skip_serializing_if = "is_false")]
    interrupted: bool,
}

#[derive(Debug, Serialize)]
struct DisagreementJson {
    play: Vec<String>,
    about: &'static str,
    plain: String,
    engine: String,
}

/// How many games are played where no number is asked for.
const USUAL: u64 = 20;

/// Runs the command.
///
/// # Errors
/// If the game cannot be had or the output cannot be written.
pub fn run(args: &VerifyArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let engine = args.game.native_engine()?;
    let plain = Reference::new(engine.program().rules.clone());
    let stop = &interrupt::heed_with_reader();
    let n = args.n.unwrap_or(USUAL);
    let paid = stop.paid(args.n.is_some() || args.game.is_built_in());
    let agreement = agreement::run(&plain, &engine, (n, args.seed), args.decisions, &paid);
    let is_cut = stop.is_called() && agreement.games < n && agreement.disagreement.is_none();
    let interrupted = is_cut && stop.is_called_off();
    let agree = agreement.disagreement.is_none();
    if args.format.is_json() {
        screen.json(&in_json(agreement, interrupted))?;
    } else {
        print(&agreement, is_cut.then(|| budget::cut_word(stop)), plain.rules().look.title.plain.as_str(), screen)?;
    }
    let ended = Ending::fine_if(agree);
    Ok(if is_cut { budget::ending(stop, ended) } else { ended })
}

fn in_json(agreement: Agreement, interrupted: bool) -> VerifyJson {
    VerifyJson {
        games: agreement.games,
        decisions: agreement.decisions,
        agree: agreement.disagreement.is_none(),
        disagreement: agreement.disagreement.map(|found| DisagreementJson {
            play: found.play,
            about: found.about,
            plain: found.one,
            engine: found.other,
        }),
        interrupted,
    }
}

fn print(agreement: &Agreement, cut: Option<&str>, title: &str, out: &mut impl Write) -> std::io::Result<()> {
    let Agreement { games, decisions, disagreement } = agreement;
    match disagreement {
        None => writeln!(out, "{title}: the two agree on {decisions} decisions of {games} games")?,
        Some(found) => {
            writeln!(out, "{title}: they disagree in game {games}")?;
            writeln!(out, "play: {}", if found.play.is_empty() { "(none)".to_owned() } else { found.play.join(" ") })?;
            writeln!(out, "{}", found.about)?;
            writeln!(out, "  plain:  {}", found.one)?;
            writeln!(out, "  engine: {}", found.other)?;
        }
    }
    if let Some(cut) = cut {
        writeln!(out, "{cut}")?;
    }
    Ok(())
}
