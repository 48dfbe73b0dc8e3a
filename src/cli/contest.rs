//! `merel match`: a tournament of machines.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::budget::Halt as _;
use crate::contest::schedule::MOST;
use crate::contest::sprt::{Model, Sprt};

use super::budget::{self, BudgetArgs};
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, StartArgs};
use super::progress;
use super::screen::{self, FormatArgs, Screen};
use super::shard::Shard;
use super::threads;
use crate::game::Game as _;

mod contestant;
mod event;
mod line;
mod merge;
mod records;
mod store;
mod told;

use contestant::Contestant;
use event::Event;
pub use merge::merge;
pub use store::MANIFEST;
use store::Store;

/// Let machines play a tournament against each other, and say who is stronger
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/match.txt"))]
pub struct MatchArgs {
    /// Rule files, or names of built-in games; each is played by all
    #[arg(value_name = "GAME", required = true)]
    files: Vec<String>,
    /// Who plays, two or more: `random`, `search:1s`, `search:2000`, the same with a file of weights
    /// (`search:1s/weights=FILE`), another program (`engine:COMMAND`), each also with a name in front
    /// (`strong=search:2000`)
    #[arg(long, value_name = "WHO")]
    seat: Vec<String>,
    /// How many games of each rule file
    #[arg(short, long = "games", value_name = "N", default_value_t = 100)]
    n: u64,
    /// So many decisions at the start are drawn by lot, the same for all games of a set
    #[arg(long, value_name = "N", default_value_t = 0)]
    opening: u32,
    /// Let everybody keep his place, and not play each opening from every place
    #[arg(long)]
    no_swap: bool,
    /// Give a game up after so many decisions of players, and share its points
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    /// The seed; a game depends on it and on its own number, not on threads or on the order of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many games are played at a time; usually one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Stop as soon as it is clear whether the first of two is stronger by `elo1` or only by `elo0`; the rates of error
    /// are usually 0.05
    #[arg(long, value_name = "elo0,elo1[,alpha,beta]", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What is meant by Elo in `--sprt`: what score is to be expected, or that in standard deviations
    #[arg(long, value_name = "MODEL", value_parser = ["logistic", "normalized"], default_value = "logistic", requires = "sprt")]
    sprt_model: String,
    /// Keep all games in this folder; called again, the command goes on where it was stopped
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
    /// Play only the k-th of n parts of the sets, for `merel merge`
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with = "sprt")]
    shard: Option<Shard>,
    /// Write each game into the folder as a match file, too
    #[arg(long, requires = "out")]
    matches: bool,
    #[command(flatten)]
    choices: ChoiceArgs,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What is played.
#[derive(Debug)]
struct Plan {
    contestants: Vec<Contestant>,
    events: Vec<Event>,
    games: u64,
    opening: u32,
    most: Option<u64>,
    swapped: bool,
    seed: u64,
    test: Option<Sprt>,
    shard: Option<Shard>,
}

impl Plan {
    /// Whether a game is one of those that are to be played here.
    fn has(&self, event: &Event, game: u64) -> bool {
        self.shard.is_none_or(|shard| shard.has(event.schedule.fixture(game).set))
    }
}

/// Between two drawings of the table while games are played.
const PAUSE: Duration = Duration::from_millis(500);
/// The time that a game may take beside what its machines were given.
const GAME: Duration = Duration::from_millis(100);

impl MatchArgs {
    /// The budget of so many games at a time.
    pub fn budget(&self, budget: BudgetArgs) -> BudgetArgs {
        budget.for_each_thread(threads::number(self.threads))
    }

    fn plan(&self) -> Result<Plan, Stop> {
        let contestants = contestant::all(&self.seat)?;
        match contestants.len() {
            0 => {
                let stop = Stop::usage("nobody plays; write `--seat` twice or more");
                return Err(stop.help("for instance `--seat search:100 --seat random`"));
            }
            1 => return Err(Stop::usage("one machine alone is no match; write `--seat` twice or more")),
            n if n > MOST => return Err(Stop::usage(format!("{n} machines are too many; at most {MOST} may play"))),
            _ => {}
        }
        if self.n == 0 {
            return Err(Stop::usage("no game is to be played; `-n` asks for one at least"));
        }
        let test = self.test(contestants.len())?;
        contestants.iter().try_for_each(Contestant::try_out)?;
        let events = self.files.iter().map(|file| Event::open(file, self, contestants.len()));
        let events: Vec<Event> = events.collect::<Result<_, _>>()?;
        // Weights of other rules are told before anything is played.
        let taught = || contestants.iter().filter_map(|one| one.machine.taught());
        events
            .iter()
            .try_for_each(|event| taught().try_for_each(|taught| taught.mind(event.game.rules()).map(drop)))?;
        Ok(Plan {
            events,
            contestants,
            games: self.n,
            opening: self.opening,
            most: self.most,
            swapped: !self.no_swap,
            seed: self.seed,
            test,
            shard: self.shard,
        })
    }

    fn test(&self, contestants: usize) -> Result<Option<Sprt>, Stop> {
        let Some(text) = &self.sprt else { return Ok(None) };
        let test: Sprt = text.parse().map_err(|error| Stop::usage(format!("{error}")))?;
        if contestants != 2 {
            return Err(Stop::usage(format!("`--sprt` compares two machines, and {contestants} play")));
        }
        let model = if self.sprt_model == "normalized" { Model::Normalized } else { Model::Logistic };
        Ok(Some(Sprt { model, ..test }))
    }
}

/// Runs the command.
///
/// # Errors
/// If the games cannot be had, or an output cannot be written.
pub fn run(args: &MatchArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let plan = args.plan()?;
    let stop = interrupt::heed_with_reader_unless(args.out.is_some());
    let store = Store::open(&plan, args)?;
    let fatal = play(args, &plan, &store, &stop.paid(true))?;
    if let Some(event) = plan.events.first() {
        dearest::find(event.game.rules());
    }
    let is_cut = stop.is_called() && !store.is_done(&plan);
    let (kept, unwritten) = store.finish(&plan, args);
    if args.format.is_json() {
        screen.json(&told::json(&plan, &kept, is_cut && stop.is_called_off()))?;
    } else {
        told::print(&plan, &kept, screen)?;
        if is_cut {
            use std::io::Write as _;
            writeln!(screen, "{}: these are the games that were played to their ends", budget::cut_word(&stop))?;
        }
    }
    match fatal.or(unwritten) {
        Some(fatal) => Err(fatal),
        None if is_cut => Ok(budget::ending(&stop, Ending::Fine)),
        None => Ok(Ending::Fine),
    }
}

/// Plays what is not played yet. What made it stop before the end, if that was neither the budget nor Ctrl-C.
fn play(args: &MatchArgs, plan: &Plan, store: &Store, halt: &crate::budget::Paid<'_>) -> Result<Option<Stop>, Stop> {
    let bar = progress::bar_with_lines(plan.games * plan.events.len() as u64);
    let next = AtomicU64::new(0);
    let fatal: Mutex<Option<Stop>> = Mutex::new(None);
    let drawn = Mutex::new(Instant::now());
    let clock = threads::clock();
    let is_failed = || fatal.lock().is_ok_and(|fatal| fatal.is_some());
    let work = || {
        while !halt.is_called() && !is_failed() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (event, game) = ((number / plan.games) as usize, number % plan.games);
            let Some(place) = plan.events.get(event) else { return };
            if !plan.has(place, game) || store.needs_no(event, game) {
                continue;
            }
            let played = place.play(plan, (event, game), &clock, halt);
            let kept = match played {
                Ok(Some(line)) => store.keep(line, plan),
                Ok(None) => return,
                Err(stop) => Err(stop),
            };
            if let (Err(stop), Ok(mut fatal)) = (kept, fatal.lock()) {
                fatal.get_or_insert(stop);
            }
            crate::budget::Halt::is_done(halt, GAME);
            if let Ok(mut drawn) = drawn.try_lock()
                && drawn.elapsed() >= PAUSE
            {
                *drawn = Instant::now();
                bar.set_position(store.len());
                progress::tell(&bar, &told::live(plan, &store.tables()));
            }
        }
    };
    threads::pool(args.threads)?.broadcast(|_| work());
    bar.finish_and_clear();
    Ok(fatal.into_inner().unwrap_or_default())
}

/// Says what a program did that was not right, once for each kind of trouble.
fn complain(text: &str) {
    screen::to_stderr(&format!("note: {text}"));
}
