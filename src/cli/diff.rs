//! `merel diff`: whether two rule files play alike.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::diff::{self, Pace, Plan, Side};

use super::budget;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, is_built_in};
use super::screen::{FormatArgs, Screen};

/// What is built for development is slower.
const SLOWNESS: u64 = if cfg!(debug_assertions) { 20 } else { 1 };
/// The most seconds that can be asked for: a week.
const MOST_SECONDS: u64 = 604_800;
/// For how many seconds a difference is looked for if nothing is said, and the time to make its play shorter.
const SECONDS: u64 = 20;
const SHORTEN: Duration = Duration::from_secs(10 * SLOWNESS);
/// The same where a file is not built in and nothing is said: both fit into the usual budget.
const SECONDS_OF_OTHERS: u64 = 4;
const SHORTEN_OF_OTHERS: Duration = Duration::from_secs(2 * SLOWNESS);

/// Tell whether two rule files play alike: the shortest play after which they differ, and what their texts say differently
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/diff.txt"))]
pub struct DiffArgs {
    /// A rule file, or the name of a built-in game
    #[arg(value_name = "A")]
    one: String,
    /// Another one; if it is left out, the same with other options
    #[arg(value_name = "B")]
    other: Option<String>,
    /// Choose an option of both games; rows of a picture are joined with `/`
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Choose an option of A alone
    #[arg(long, value_name = "NAME=VALUE")]
    with: Vec<String>,
    /// Choose an option of B alone
    #[arg(long, value_name = "NAME=VALUE")]
    against: Vec<String>,
    /// How many play
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Compare positions instead of texts: moves, pieces and all else may be called otherwise
    #[arg(long)]
    by_result: bool,
    /// Look for a difference for so many seconds; making its play shorter takes some more. Usually 20 for built-in games
    /// and 4 for others
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=MOST_SECONDS))]
    time: Option<u64>,
    /// Compare so many positions at most where all plays are walked
    #[arg(long, value_name = "N", default_value_t = Plan::default().positions)]
    positions: u64,
    /// Play so many games at most
    #[arg(long, value_name = "N", default_value_t = Plan::default().games)]
    games: u64,
    /// A game is given up after so many decisions
    #[arg(long, value_name = "N", default_value_t = Plan::default().decisions)]
    decisions: usize,
    /// The seed; the same seed finds the same difference, if there is time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    pub format: FormatArgs,
}

impl DiffArgs {
    /// The options of one of the games.
    fn choices(&self, own: &[String]) -> ChoiceArgs {
        let set = self.set.iter().chain(own).cloned().collect();
        ChoiceArgs { set, players: self.players, ..ChoiceArgs::default() }
    }
}

/// Runs the command.
///
/// # Errors
/// If the rules cannot be had or the output cannot be written.
pub fn run(args: &DiffArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if args.other.is_none() && args.with.is_empty() && args.against.is_empty() {
        return Err(Stop::usage("there is nothing to compare with")
            .help("name a second file, or options for one side with `--with` or `--against`"));
    }
    let names = [&args.one, args.other.as_ref().unwrap_or(&args.one)];
    let one = args.choices(&args.with).standing(names[0], false)?;
    let other = args.choices(&args.against).standing(names[1], false)?;
    let sides = [
        Side { module: &one.loaded.module, choices: &one.choices, name: names[0] },
        Side { module: &other.loaded.module, choices: &other.choices, name: names[1] },
    ];
    let plan = Plan {
        positions: args.positions,
        games: args.games,
        decisions: args.decisions,
        seed: args.seed,
        by_result: args.by_result,
    };
    let (seconds, shorten) = match args.time {
        None if !names.iter().all(|name| is_built_in(name)) => (SECONDS_OF_OTHERS, SHORTEN_OF_OTHERS),
        asked => (asked.unwrap_or(SECONDS), SHORTEN),
    };
    let time = Duration::from_secs(seconds.saturating_mul(SLOWNESS));
    if args.time.is_some() || seconds == SECONDS {
        budget::allow(time + shorten);
    }
    let (begun, budget) = (Instant::now(), interrupt::heed_with_reader());
    let pace = Pace { now: &|| begun.elapsed(), search: time, shorten };
    let mut report = diff::diff(sides, &plan, pace, &budget).map_err(|(second, found)| {
        let side = if second { &other } else { &one };
        Stop::rules(found, side.loaded.sources.clone())
    })?;
    report.sides[0].left_out = one.left_out;
    report.sides[1].left_out = other.left_out;
    if args.format.is_json() {
        screen.json(&report)?;
    } else {
        write!(screen, "{report}")?;
    }
    if !report.is_whole() {
        return Ok(Ending::Usage);
    }
    if report.differs() {
        return Ok(Ending::Fault);
    }
    Ok(if budget.is_called_off() { Ending::Interrupted } else { Ending::Fine })
}
