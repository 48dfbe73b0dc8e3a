//! `merel cover`: how often everything that a rule file says is used.

use std::io::Write;

use crate::cover::{self, Counts, Plan};
use crate::rules::Choices;

use super::atomic;
use super::budget;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, LoadedModule, is_built_in};
use super::screen::{FormatArgs, Screen};
use super::standing::Stood;
use super::threads;

/// The time that games with search may well take, all together.
const SEARCH: std::time::Duration = std::time::Duration::from_secs(60);

/// Play a rule file and show how often everything it says is used: moves, branches, guards both ways, ends, values
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/cover.txt"))]
pub struct CoverArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// How many random games are followed, with each value of an option and each number of players
    #[arg(short, long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// How many more random games are counted, with each of them: all but guards that do not hold
    #[arg(short, long, value_name = "N", default_value_t = 1000)]
    more: u64,
    /// How many games in which all players search, with each of them
    #[arg(long, value_name = "N", default_value_t = 1)]
    searched: u64,
    /// How many playouts such a player makes for each decision
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    /// A game is given up after so many decisions
    #[arg(long, value_name = "N", default_value_t = 300)]
    decisions: u64,
    /// The seed; the same seed gives the same counts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many threads; usually one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print what was never used and how much was, without the file
    #[arg(long)]
    summary: bool,
    /// Write a page to this file
    #[arg(long, value_name = "OUT")]
    html: Option<String>,
    /// Fail if less is used, in percent
    #[arg(long, value_name = "PERCENT")]
    fail_under: Option<f64>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// If the rules cannot be had or an output cannot be written.
pub fn run(args: &CoverArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let Stood { loaded: LoadedModule { module, sources }, left_out, choices } =
        args.choices.standing(&args.game, true)?;
    let plan = Plan {
        games: args.games,
        more: args.more,
        searched: args.searched,
        playouts: args.playouts,
        decisions: args.decisions,
        seed: args.seed,
        only: Some(choices).filter(|choices| *choices != Choices::default()),
    };
    // Games with search take longer than others; what a stranger's file makes of the usual ones is its own affair.
    let usual = Plan::default();
    let asks = plan.games > usual.games || plan.searched > usual.searched || plan.playouts > usual.playouts;
    if asks || plan.more > usual.more || plan.decisions > usual.decisions || is_built_in(&args.game) {
        budget::allow(SEARCH);
    }
    let stop = &interrupt::heed_with_reader_unless(args.html.is_some());
    let covered = threads::pool(args.threads)?.install(|| cover::cover(&module, &sources, &plan, stop));
    let mut coverage = match covered {
        Ok(coverage) => coverage,
        Err(diagnostics) => return Err(Stop::rules(diagnostics, sources)),
    };
    let is_cut = coverage.interrupted;
    coverage.left_out = left_out;
    coverage.interrupted = is_cut && stop.is_called_off();
    if let Some(file) = &args.html {
        atomic::save(file, coverage.html().as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    }
    if args.format.is_json() {
        screen.json(&coverage)?;
    } else if args.summary {
        write!(screen, "{}", coverage.summary())?;
    } else {
        write!(screen, "{coverage}")?;
    }
    if is_cut {
        if !args.format.is_json() {
            let Counts { random, search, scenarios } = coverage.games;
            let games = random + search + scenarios;
            writeln!(screen, "{} after {games} games and scenarios", budget::cut_word(stop))?;
        }
        return Ok(budget::ending(stop, Ending::Fine));
    }
    let is_whole = coverage.left_out.is_empty();
    Ok(Ending::fine_if(is_whole && args.fail_under.is_none_or(|least| coverage.percent >= least)))
}
