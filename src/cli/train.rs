//! `merel train`: weights learnt by play.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::budget::Budget;
use crate::play::train::{Course, NoShelf, Shelf, Trained, train};

use super::budget;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{GameArgs, StartArgs};
use super::progress;
use super::screen::Screen;
use super::shard::Shard;
use super::{atomic, threads};

mod part;

use part::OfParts;
pub use part::PieceLine;

/// Learn by play what the positions of a game are worth, and write the weights as a file
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/train.txt"))]
pub struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games to learn from; usually 480. The same seed and number of games give the same file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// How long to play to learn; the test comes on top of it
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: Option<u64>,
    /// How many games to test what was learnt, against a player who has learnt nothing, and as many against playouts
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    tests: u64,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many threads; usually one for each core. The file is the same whatever their number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the weights into this file, and what the test says to the standard output
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Keep all games in this folder; what is there already is not played again
    #[arg(long, value_name = "DIR", conflicts_with = "minutes")]
    out: Option<String>,
    /// Play only the k-th of n parts of the games, for `merel merge`, and write no weights. All parts keep their games in one
    /// folder: what one learns in the next term needs the games of all
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with = "to")]
    shard: Option<Shard>,
    /// How many seconds to wait for games of other parts; usually none: the same command goes on when they are there
    #[arg(long, value_name = "SECONDS", requires = "shard", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    wait: u64,
}

/// So many games are played where nothing is asked for.
const USUAL: u64 = 480;
/// A game and its share of the test may well take so long.
const GAME: Duration = Duration::from_secs(5);

/// Runs the command.
///
/// # Errors
/// If the game cannot be had or has no weights, or the file cannot be written.
pub fn run(args: &TrainArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (game, _) = args.game.start(&StartArgs::default())?;
    let halt = &interrupt::heed();
    let time = args.minutes.map(|minutes| Duration::from_secs(60 * minutes));
    let games = args.games.unwrap_or(if time.is_some() { u64::MAX } else { USUAL });
    // Whoever asks for so much has the time that it takes.
    let asked = args.games.unwrap_or(USUAL).saturating_add(2 * args.tests);
    let seconds = u32::try_from(asked).unwrap_or(u32::MAX);
    if args.games.is_some() || time.is_some() || args.game.is_built_in() {
        budget::allow(GAME.saturating_mul(seconds).saturating_add(time.unwrap_or_default()));
    }
    let bar = if time.is_some() { ProgressBar::hidden() } else { progress::bar(games) };
    let begun = Instant::now();
    let is_over = |played| {
        bar.set_position(played);
        time.is_some_and(|time| begun.elapsed() >= time)
    };
    let course = Course { games, tests: args.tests, seed: args.seed };
    let shelf = args.out.as_deref().map(|folder| OfParts::open(args, folder, course, &game, halt)).transpose()?;
    let kept: &dyn Shelf = shelf.as_ref().map_or(&NoShelf, |shelf| shelf);
    let trained = threads::pool(args.threads)?.install(|| train(&game, course, kept, &is_over, halt));
    bar.finish_and_clear();
    let trained = trained.map_err(|error| Stop::fault(format!("{}: {error}", args.game.game)))?;
    if let Some(shelf) = shelf {
        shelf.kept.finish()?;
        if args.shard.is_some() {
            return told(&shelf, &trained, halt, screen);
        }
    }
    let Trained::Whole(weighing) = trained else {
        writeln!(screen, "{}: nothing was written", budget::cut_word(halt))?;
        return Ok(budget::ending(halt, Ending::Fine));
    };
    let text = weighing.to_text();
    let Some(file) = &args.to else {
        write!(screen, "{text}")?;
        return Ok(Ending::Fine);
    };
    let name = file.display();
    atomic::write(file, text.as_bytes()).map_err(|error| Stop::fault(format!("cannot write `{name}`: {error}")))?;
    writeln!(screen, "{name}: learnt from {} games, {} bytes", weighing.games, text.len())?;
    if let (Some(test), Some(searches)) = (&weighing.test, &weighing.searches) {
        writeln!(screen, "{test}")?;
        writeln!(screen, "{searches}; the search is `{}`", weighing.search)?;
    }
    Ok(Ending::Fine)
}

/// Says how far a part came.
fn told(shelf: &OfParts, trained: &Trained, halt: &Budget, screen: &mut Screen) -> Result<Ending, Stop> {
    let why = match trained {
        _ if shelf.kept.done() == shelf.kept.head.own() => None,
        Trained::Whole(_) => None,
        Trained::Waits => Some("the games of other parts are missing"),
        Trained::Cut => Some(budget::cut_word(halt)),
    };
    shelf.kept.tell(why, None, screen)?;
    Ok(if *trained == Trained::Cut { budget::ending(halt, Ending::Fine) } else { Ending::Fine })
}
