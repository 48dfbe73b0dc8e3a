//! `merel playouts`: what comes of many random games.

use std::io::{self, Write};

use crate::analysis::playouts::{self, Summary};
use crate::budget::{Budget, Halt, Paid};
use crate::game::Game;
use indicatif::ProgressBar;
use serde::Serialize;

use super::budget;
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{Evaluator, GameArgs, Position, StartArgs};
use super::perft::is_false;
use super::progress;
use super::screen::{FormatArgs, Screen};
use super::shard::Shard;
use super::threads;

mod part;

pub use part::{Block, merge};

/// Play many games at random and count what comes of them
#[derive(Debug, clap::Args)]
#[command(
    after_help = include_str!("../../docs/examples/playouts.txt")
)]
pub struct PlayoutsArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games; usually 1000. Games that are asked for by number have more time than the usual
    #[arg(short, long = "games", value_name = "N")]
    n: Option<u64>,
    /// The seed; the same seed gives the same result, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many threads; usually one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Play only the k-th of n parts of the games, for `merel merge`; needs `--out`
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    /// Keep what comes of a part in this folder; what is there already is not played again
    #[arg(long, value_name = "DIR", requires = "shard")]
    out: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct PlayoutsJson {
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip_serializing_if = "is_false")]
    interrupted: bool,
}

/// How many games are played where no number is asked for.
const USUAL: u64 = 1000;

/// Runs the command.
///
/// # Errors
/// If the position cannot be had or the output cannot be written.
pub fn run(args: &PlayoutsArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (game, position) = args.game.start(&args.start)?;
    let n = args.n.unwrap_or(USUAL);
    if let (Some(shard), Some(folder)) = (args.shard, &args.out) {
        return part::run(args, (shard, folder), n, (&game, &position), &interrupt::heed(), screen);
    }
    let stop = &interrupt::heed_with_reader();
    let bar = progress::bar(n);
    let summary = threads::pool(args.threads)?.install(|| play(args, n, (&game, &position), &bar, stop));
    bar.finish_and_clear();
    dearest::find(game.rules());
    // Ctrl-C that comes after the last game spoils nothing.
    let is_cut = stop.is_called() && summary.games < n;
    let interrupted = is_cut && stop.is_called_off();
    tell(summary.clone(), interrupted, args.format, screen)?;
    if is_cut && !args.format.is_json() {
        let (why, games) = (budget::cut_word(stop), summary.games);
        writeln!(screen, "{why}: this is the result of the first {games} of {n} games")?;
    }
    Ok(if is_cut { budget::ending(stop, Ending::Fine) } else { Ending::Fine })
}

/// Writes what came of all games.
fn tell(summary: Summary, interrupted: bool, format: FormatArgs, screen: &mut Screen) -> io::Result<()> {
    match format.is_json() {
        true => screen.json(&PlayoutsJson { summary, interrupted }),
        false => print(&summary, screen),
    }
}

fn play(
    args: &PlayoutsArgs,
    n: u64,
    (game, start): (&Evaluator, &Position),
    bar: &ProgressBar,
    stop: &Budget,
) -> Summary {
    let paid = args.paid(stop);
    playouts::run_from(game, start, n, args.seed, limit(game), &|done| bar.set_position(done), &paid)
}

/// After so many decisions a game is given up.
fn limit(game: &Evaluator) -> u64 {
    u64::from(game.rules().limit).saturating_add(1)
}

impl PlayoutsArgs {
    fn paid<'a>(&self, stop: &'a Budget) -> Paid<'a> {
        stop.paid(self.n.is_some() || self.game.is_built_in())
    }
}

fn print(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let games = summary.games;
    let share = |count: u64| if games == 0 { 0.0 } else { 100.0 * count as f64 / games as f64 };
    writeln!(out, "{games} games")?;
    writeln!(
        out,
        "decisions a game: mean {:.2}, standard deviation {:.2}, longest {}",
        summary.decisions.mean, summary.decisions.sd, summary.longest
    )?;
    let won = summary.outcomes.won.iter().map(|(name, count)| (format!("{name} wins"), *count));
    let rest = [("draw", summary.outcomes.draw), ("nobody wins", summary.outcomes.nobody)];
    let unfinished = (summary.unfinished > 0).then(|| ("unfinished".to_owned(), summary.unfinished));
    let rows: Vec<(String, u64)> =
        won.chain(rest.map(|(name, count)| (name.to_owned(), count))).chain(unfinished).collect();
    table(&rows, share, out)?;
    if summary.ends.is_empty() {
        return Ok(());
    }
    writeln!(out, "ended by")?;
    table(&summary.ends, share, out)
}

fn table(rows: &[(String, u64)], share: impl Fn(u64) -> f64, out: &mut impl Write) -> io::Result<()> {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, count) in rows {
        writeln!(out, "  {name:width$}  {count:10}  {:5.1} %", share(*count))?;
    }
    Ok(())
}
