//! `merel bench`: how fast games are played.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::analysis::{perft, playouts as games};
use crate::budget::{Budget, Halt};
use crate::engine::Engine;
use crate::game::rng::Rng;
use crate::game::{Actor, Deadline, Game};
use crate::play::{chance, playout};

use super::budget;
use super::ending::{Ending, Stop};
use super::files;
use super::interrupt;
use super::load::{ChoiceArgs, GameArgs, built_in_games};
use super::screen::{FormatArgs, Screen};
use super::threads;

/// Games whose result is part of the signature, of each built-in game.
const SIGNED: u64 = 12;
/// The time that each of them may take, in seconds.
const EACH: f64 = 8.0;
/// Decisions of each of them.
const SIGNED_DECISIONS: u64 = 60;
/// Between two looks at whether it was called to halt.
const PAUSE: Duration = Duration::from_millis(10);

/// Measure how fast a game is played at random and counted, or all built-in games
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/bench.txt"))]
pub struct BenchArgs {
    /// A rule file, or the name of a built-in game
    #[arg(required_unless_present = "all")]
    game: Option<String>,
    /// Measure every built-in game, and print the signature: a number that changes only when behaviour does
    #[arg(long, conflicts_with_all = ["game", "set", "players"])]
    all: bool,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// How long random games are played, and then positions counted, in seconds; usually 1
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// How many threads play random games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    pub format: FormatArgs,
}

impl BenchArgs {
    fn seconds(&self) -> f64 {
        self.seconds.unwrap_or(1.0)
    }
}

/// What was measured of one game.
#[derive(Debug, Serialize)]
struct Measured {
    game: String,
    playouts_per_second: f64,
    decisions_per_second: f64,
    decisions_per_processor_second: f64,
    mean_decisions: f64,
    perft_nodes_per_second: f64,
    load_ms: f64,
    position_bytes: usize,
    peak_memory_bytes: u64,
    threads: u16,
}

/// What was measured of all games.
#[derive(Debug, Serialize)]
struct All {
    games: Vec<Measured>,
    signature: String,
}

/// Runs the command.
///
/// # Errors
/// If a game cannot be had or the output cannot be written.
pub fn run(args: &BenchArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if args.seconds.is_some_and(|seconds| !(seconds > 0.0 && seconds <= 3600.0)) {
        return Err(Stop::usage("`--seconds` is more than 0 and at most 3600".to_owned()));
    }
    let stop = &interrupt::heed_with_reader();
    // So long it was asked for; the usual second is within the usual time.
    budget::allow(args.seconds.map_or(Duration::ZERO, |seconds| Duration::from_secs_f64(2.0 * seconds)));
    match &args.game {
        Some(game) if !args.all => {
            let measured = measure(game, args, stop)?;
            if args.format.is_json() {
                screen.json(&measured)?;
            } else {
                print_head(screen)?;
                print_row(&measured, screen)?;
            }
        }
        _ => all(args, screen, stop)?,
    }
    Ok(budget::ending(stop, Ending::Fine))
}

fn all(args: &BenchArgs, screen: &mut Screen, stop: &Budget) -> Result<(), Stop> {
    let json = args.format.is_json();
    let (mut games, mut signature) = (Vec::new(), 0_u64);
    if !json {
        print_head(screen)?;
    }
    for game in built_in_games() {
        if stop.is_called() {
            break;
        }
        budget::allow(Duration::from_secs_f64(2.0 * args.seconds() + EACH));
        signature = signature.rotate_left(7) ^ signed(game, args, stop)?;
        let measured = measure(game, args, stop)?;
        if !json {
            print_row(&measured, screen)?;
            screen.flush()?;
        }
        games.push(measured);
    }
    let signature = format!("{signature:016x}");
    if json {
        screen.json(&All { games, signature })?;
    } else {
        writeln!(screen, "signature {signature}")?;
    }
    Ok(())
}

fn engine(game: &str, args: &BenchArgs) -> Result<Engine, Stop> {
    GameArgs { game: game.to_owned(), choices: args.choices.clone(), split: false }.engine()
}

fn measure(game: &str, args: &BenchArgs, stop: &Budget) -> Result<Measured, Stop> {
    let begun = Instant::now();
    let engine = engine(game, args)?;
    let start = engine.initial();
    let load_ms = begun.elapsed().as_secs_f64() * 1000.0;
    let time = Duration::from_secs_f64(args.seconds());
    let pool = threads::pool(Some(args.threads))?;
    let begun = Instant::now();
    let is_over = AtomicBool::new(false);
    let halt = Deadline { or: stop, is_over: &|| is_over.load(Ordering::Relaxed) };
    let numbers = |thread: usize| (thread as u64..).step_by(args.threads.into());
    let played = thread::scope(|scope| {
        // To read a clock takes as long as a short game.
        let timer = thread::Builder::new().name("timer".to_owned());
        timer.spawn_scoped(scope, || raise_after(time, &is_over, stop))?;
        Ok(pool.broadcast(|thread| playouts(&engine, &start, numbers(thread.index()), &halt)))
    });
    let played = played.map_err(|error: io::Error| Stop::fault(format!("cannot start the threads: {error}")))?;
    let seconds = begun.elapsed().as_secs_f64();
    let (games, decisions, used) =
        played.iter().fold((0, 0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2));
    Ok(Measured {
        game: game.to_owned(),
        playouts_per_second: games as f64 / seconds,
        decisions_per_second: decisions as f64 / seconds,
        decisions_per_processor_second: decisions as f64 / used.max(1e-9),
        mean_decisions: decisions as f64 / games.max(1) as f64,
        perft_nodes_per_second: nodes_per_second(&engine, &start, time, stop),
        load_ms,
        position_bytes: engine.position_bytes(&start),
        peak_memory_bytes: peak_memory(),
        threads: args.threads,
    })
}

/// Random games until it is called to halt, as `merel playouts` plays them: how many there were, the decisions of
/// players in them, and the seconds of processor time that they took.
fn playouts(
    engine: &Engine,
    start: &<Engine as Game>::Position,
    numbers: impl Iterator<Item = u64>,
    halt: &dyn Halt,
) -> (u64, u64, f64) {
    let (begun, used) = (Instant::now(), processor_seconds());
    let limit = u64::from(engine.rules().limit).saturating_add(1);
    let (tally, halted) = games::play_each(engine, (&mut start.clone(), start), (0, numbers), limit, halt);
    let used = used.and_then(|used| Some(processor_seconds()? - used));
    let decisions = u64::try_from(tally.decisions()).unwrap_or(u64::MAX).saturating_add(halted);
    (tally.games(), decisions, used.unwrap_or_else(|| begun.elapsed().as_secs_f64()))
}

/// Raises a flag after some time, or when it is called to halt.
fn raise_after(time: Duration, flag: &AtomicBool, halt: &dyn Halt) {
    let begun = Instant::now();
    while let Some(left) = time.checked_sub(begun.elapsed()).filter(|left| !left.is_zero() && !halt.is_called()) {
        thread::sleep(left.min(PAUSE));
    }
    flag.store(true, Ordering::Relaxed);
}

/// The processor time of this thread so far in seconds, as far as the system tells.
fn processor_seconds() -> Option<f64> {
    let times = files::read_text(Path::new("/proc/thread-self/schedstat")).ok()?;
    times.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Positions counted in a second, from where the first player decides: to the greatest depth for which there is time.
fn nodes_per_second(engine: &Engine, start: &<Engine as Game>::Position, time: Duration, stop: &Budget) -> f64 {
    let mut best = 0.0;
    let (mut start, mut rng) = (start.clone(), Rng::stream(0, 0));
    while engine.actor(&start) == Some(Actor::Chance) {
        let option = chance::draw(engine, &start, &mut rng);
        engine.play(&mut start, option);
    }
    let Ok(pool) = threads::pool(Some(1)) else { return best };
    let counting = Instant::now();
    let is_over = || counting.elapsed() >= time;
    let halt = Deadline { or: stop, is_over: &is_over };
    for depth in 2..64 {
        let begun = Instant::now();
        let Some(parts) = pool.install(|| perft::divide(engine, &start, depth, &halt)) else { break };
        let seconds = begun.elapsed().as_secs_f64();
        let nodes = parts.iter().sum::<u128>() as f64;
        best = if nodes > 0.0 { nodes / seconds.max(1e-9) } else { best };
        if nodes == 0.0 || seconds * 8.0 > time.as_secs_f64() {
            break;
        }
    }
    best
}

/// A number that tells how a game behaves.
fn signed(game: &str, args: &BenchArgs, stop: &Budget) -> Result<u64, Stop> {
    let engine = engine(game, args)?;
    let mut sum = 0_u64;
    for index in 0..SIGNED {
        let mut position = engine.initial();
        let mut rng = Rng::stream(1, index);
        let playout = playout::run(&engine, &mut position, &mut rng, SIGNED_DECISIONS, stop);
        let n_options = engine.n_options(&position) as u64;
        let told = format!("{playout:?} {n_options} {:?}", engine.snapshot(&position));
        let hashed = told
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        sum = sum.rotate_left(5) ^ hashed;
    }
    Ok(sum)
}

/// The most memory that this process has had, as far as the system tells.
fn peak_memory() -> u64 {
    budget::status_bytes(&files::read_text(Path::new("/proc/self/status")).unwrap_or_default(), "VmHWM:")
}

fn print_head(out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:22} {:>12} {:>13} {:>13} {:>10} {:>13} {:>8} {:>6}",
        "game", "playouts/s", "decisions/s", "by cpu second", "decisions", "perft/s", "load ms", "bytes"
    )
}

fn print_row(measured: &Measured, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:22} {:12.0} {:13.0} {:13.0} {:10.1} {:13.0} {:8.1} {:6}",
        measured.game,
        measured.playouts_per_second,
        measured.decisions_per_second,
        measured.decisions_per_processor_second,
        measured.mean_decisions,
        measured.perft_nodes_per_second,
        measured.load_ms,
        measured.position_bytes
    )
}
