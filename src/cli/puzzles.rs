//! `merel puzzles`: positions with one winning move.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::budget::Deadline;
use crate::game::Game;
use crate::lesson::{self, Difficulty, Found};
use crate::quality::Level;
use serde::Serialize;

use super::atomic;
use super::budget;
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, is_built_in, load};
use super::progress;
use super::screen::{FormatArgs, Screen};
use super::threads;

/// The time after which no more games are looked through, where none is asked for, in seconds.
const USUAL: u64 = 60;

/// Find positions in which one move wins, in games that the machine plays, with their solutions
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/puzzles.txt"))]
pub struct PuzzlesArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// How many are wanted
    #[arg(short, long = "puzzles", value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    n: u16,
    /// The seed of the games; the same seed gives the same puzzles, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The fewest decisions to the win, those of all players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    least: u32,
    /// The most decisions to the win
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=9))]
    most: u32,
    /// Who plays the games: `random`, `level:3`, or `mcts:200` with a number of playouts
    #[arg(long, value_name = "LEVEL", default_value = "mcts:16")]
    level: Level,
    /// The most seconds to look for them
    #[arg(long, value_name = "T", default_value_t = USUAL, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Write a page to this file
    #[arg(long, value_name = "OUT")]
    html: Option<String>,
    /// How many threads; usually one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct PuzzlesJson<'a> {
    game: &'a str,
    #[serde(flatten)]
    found: &'a Found,
}

/// Runs the command.
///
/// # Errors
/// If the rules cannot be had or an output cannot be written.
pub fn run(args: &PuzzlesArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if args.least > args.most {
        return Err(Stop::usage("`--least` is more than `--most`"));
    }
    let (game, _) = args.choices.begin(load(&args.game)?, None)?;
    let time = Duration::from_secs(args.seconds);
    if is_built_in(&args.game) {
        budget::allow(time);
    }
    let (begun, stop) = (Instant::now(), interrupt::heed_with_reader_unless(args.html.is_some()));
    let paid = stop.paid(true);
    let halt = Deadline { or: &paid, is_over: &|| begun.elapsed() >= time };
    let n = usize::from(args.n);
    let bar = progress::bar_with_words(u64::from(args.n));
    let show = |found: usize, games: u64| {
        bar.set_position(found as u64);
        progress::tell(&bar, &format!("{found} of {n}, {games} games"));
    };
    let difficulty = Difficulty { least: args.least, most: args.most, level: args.level };
    let found =
        threads::pool(args.threads)?.install(|| lesson::puzzles(&game, n, &difficulty, args.seed, &show, &halt));
    bar.finish_and_clear();
    dearest::find(game.rules());
    if let Some(file) = &args.html {
        let page = found.html(&game.rules().look.title.plain);
        atomic::save(file, page.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    }
    if args.format.is_json() {
        screen.json(&PuzzlesJson { game: &args.game, found: &found })?;
    } else {
        print(args, &found, screen)?;
    }
    Ok(budget::ending(&stop, Ending::Fine))
}

fn print(args: &PuzzlesArgs, found: &Found, screen: &mut Screen) -> Result<(), Stop> {
    for (puzzle, number) in found.puzzles.iter().zip(1..) {
        writeln!(screen, "{number}. {} wins in {}; of {} moves one", puzzle.player, puzzle.decisions, puzzle.options)?;
        writeln!(screen, "   merel show {} --after \"{}\"", args.game, puzzle.after.join(" "))?;
        writeln!(screen, "   solution: {}", puzzle.solution.join(" "))?;
    }
    let wanted = args.n;
    let (n, games) = (found.puzzles.len(), found.games);
    writeln!(screen, "found {n} of {wanted} in {games} games")?;
    Ok(())
}
