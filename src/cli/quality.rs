//! `merel report`: whether a game is any good.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::Serialize;

use crate::budget::{Budget, Deadline};
use crate::cover::{self, Coverage};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::game::rng::GENERATOR;
use crate::quality::{self, Amount, Comparison, KeptGame, Level, NoShelf, Plan, Progress, Report, Shelf};
use crate::record::saved::{self, Saved};
use crate::rules::{Choices, Module, Rules};
use crate::source::SourceMap;

use super::atomic;
use super::budget;
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, Evaluator, Position, is_built_in, load};
use super::parts::Kept;
use super::progress;
use super::screen::{FormatArgs, Screen};
use super::shard::Shard;
use super::threads;

mod part;

pub use part::GameLine;

/// How long is played where nothing is asked for, in seconds.
const USUAL: f64 = 60.0;
/// The share of the time in which it is counted what is used of the rules.
const COUNTING: f64 = 0.2;
/// Games that are played to count that: followed, and counted by the engine, at most.
const FOLLOWED: u64 = 10;
const COUNTED: u64 = 1000;

/// Play a game at random and at three levels and report on it: balance, draws, length, depth, dead rules, in words
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/report.txt"))]
pub struct ReportArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Another rule file or built-in game, to be compared with it
    #[arg(long, value_name = "OTHER")]
    against: Option<String>,
    /// The seed; the same seed with the same number of games gives the same report, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many games at each level and of each against the one below; twenty times as many at random
    #[arg(short, long = "rounds", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    n: Option<u64>,
    /// How long to play, in seconds, where no number of games is asked for; usually 60
    #[arg(long, value_name = "T", conflicts_with = "n", value_parser = seconds)]
    seconds: Option<f64>,
    /// Play until the points of who sits first are known to so many of a hundred at every level, for instance 5
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["n", "seconds"], value_parser = points)]
    certainty: Option<f64>,
    /// The levels from the weakest up, with commas between them: `random`, `level:3`, or `mcts:200` with a number of playouts
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    levels: Vec<Level>,
    /// Write a page to this file
    #[arg(long, value_name = "OUT")]
    html: Option<String>,
    /// Write the tables as comma-separated values to this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<String>,
    /// Write the shortest and the longest game of each level as match files to this folder
    #[arg(long, value_name = "DIR")]
    games: Option<String>,
    /// Keep all games in this folder; what is there already is not played again. Needs `-n`
    #[arg(long, value_name = "DIR", requires = "n", conflicts_with_all = ["seconds", "certainty"])]
    out: Option<String>,
    /// Play only the k-th of n parts of the games, for `merel merge`, and report on nothing
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with_all = ["html", "csv", "games"])]
    shard: Option<Shard>,
    /// How many threads; usually one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct ReportJson<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

/// A number of seconds that can be waited for.
fn seconds(text: &str) -> Result<f64, String> {
    let day = 24.0 * 60.0 * 60.0;
    number(text, 0.01, day).ok_or_else(|| "a number of seconds from 0.01 to a day is wanted".to_owned())
}

fn points(text: &str) -> Result<f64, String> {
    number(text, 0.5, 50.0).ok_or_else(|| "a number of points from 0.5 to 50 is wanted".to_owned())
}

fn number(text: &str, least: f64, most: f64) -> Option<f64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// Runs the command.
///
/// # Errors
/// If the rules cannot be had or an output cannot be written.
pub fn run(args: &ReportArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    args.refuse_places()?;
    let names = std::iter::once(args.game.as_str()).chain(args.against.as_deref());
    let opened = names.map(|name| args.open(name)).collect::<Result<Vec<_>, _>>()?;
    let kept = args.out.as_deref().map(|folder| part::open(args, folder, &opened)).transpose()?;
    let time = args.time().map(|time| time.div_f64(opened.len() as f64));
    let is_kept = [&args.html, &args.csv, &args.games, &args.out].into_iter().any(Option::is_some);
    let stop = interrupt::heed_with_reader_unless(is_kept);
    let speed = Speed { begun: Instant::now(), decisions: AtomicU64::new(0) };
    let pool = threads::pool(args.threads)?;
    if let Some(kept) = kept.as_ref().filter(|kept| kept.head.shard.is_some()) {
        return args.play_part(&opened, kept, &pool, &stop, screen);
    }
    let mut reports = Vec::new();
    for (file, opened) in (0..).zip(&opened) {
        let shelf = kept.as_ref().map(|kept| part::OfFile { kept, file });
        let shelf: &dyn Shelf = shelf.as_ref().map_or(&NoShelf, |shelf| shelf);
        reports.push(args.report(opened, shelf, time, &pool, &speed, &stop)?);
    }
    let mut reports = reports.into_iter();
    let (Some(report), Some(first)) = (reports.next(), opened.first()) else { return Ok(Ending::Fine) };
    let (rules, against) = (first.game.rules(), reports.next());
    let comparison = against.as_ref().map(|against| quality::compare(&report, against));
    args.write(&report, comparison.as_ref(), rules)?;
    if args.format.is_json() {
        screen.json(&ReportJson { report: &report, against: against.as_ref(), comparison: comparison.as_ref() })?;
    } else {
        write!(screen, "{report}")?;
        if let (Some(against), Some(comparison)) = (&against, &comparison) {
            write!(screen, "\n{against}{comparison}")?;
        }
        writeln!(screen, "{}", speed.told())?;
        if stop.spent().is_some() || stop.is_called_off() {
            writeln!(screen, "{}: the intervals are those of the games that were played", budget::cut_word(&stop))?;
        }
    }
    kept.map_or(Ok(()), |kept| kept.finish())?;
    Ok(budget::ending(&stop, Ending::Fine))
}

/// A game that is reported on.
struct Opened {
    /// Whether it is one of ours.
    is_built_in: bool,
    module: Module,
    sources: SourceMap,
    choices: Choices,
    game: Evaluator,
    start: Position,
}

/// How fast decisions are taken.
struct Speed {
    begun: Instant,
    decisions: AtomicU64,
}

impl Speed {
    fn told(&self) -> String {
        let (time, decisions) = (self.begun.elapsed().as_secs_f64(), self.decisions.load(Ordering::Relaxed));
        format!("\nin {time:.1} s, {:.0} decisions a second", decisions as f64 / time.max(0.001))
    }
}

impl ReportArgs {
    /// How long is played; none where a number or a certainty is asked for.
    fn time(&self) -> Option<Duration> {
        let is_open = self.n.is_none() && self.certainty.is_none();
        is_open.then(|| Duration::from_secs_f64(self.seconds.unwrap_or(USUAL)))
    }

    fn levels(&self) -> Vec<Level> {
        if self.levels.is_empty() { Level::usual() } else { self.levels.clone() }
    }

    fn plan(&self, rules: &Rules) -> Plan {
        let amount = match (self.n, self.certainty) {
            (Some(n), _) => Amount::Rounds(n),
            (None, Some(points)) => Amount::Certain(points),
            (None, None) => Amount::Open,
        };
        Plan { levels: self.levels(), amount, seed: self.seed, decisions: u64::from(rules.limit).saturating_add(1) }
    }

    fn open(&self, name: &str) -> Result<Opened, Stop> {
        let loaded = load(name)?;
        let choices = self.choices.choices(&loaded.module)?;
        let (module, sources) = (loaded.module.clone(), loaded.sources.clone());
        let (game, start) = self.choices.begin(loaded, None)?;
        Ok(Opened { is_built_in: is_built_in(name), module, sources, choices, game, start })
    }

    /// Plays the games of a part, and says how far it is.
    fn play_part(
        &self,
        opened: &[Opened],
        kept: &Kept<GameLine>,
        pool: &rayon::ThreadPool,
        stop: &Budget,
        screen: &mut Screen,
    ) -> Result<Ending, Stop> {
        let bar = progress::bar(kept.head.own());
        for (file, opened) in (0..).zip(opened) {
            let (plan, paid) = (self.plan(opened.game.rules()), stop.paid(true));
            let shelf = part::OfFile { kept, file };
            let shown = |_| bar.set_position(kept.done());
            pool.install(|| quality::play_part(&opened.game, &opened.start, &plan, &shelf, &shown, &paid));
            dearest::find(opened.game.rules());
        }
        bar.finish_and_clear();
        kept.finish()?;
        let is_cut = kept.done() < kept.head.own();
        kept.tell(is_cut.then(|| budget::cut_word(stop)), Some(self.format), screen)?;
        Ok(if is_cut { budget::ending(stop, Ending::Fine) } else { Ending::Fine })
    }

    /// Plays and reports on one game.
    fn report(
        &self,
        opened: &Opened,
        shelf: &dyn Shelf,
        time: Option<Duration>,
        pool: &rayon::ThreadPool,
        speed: &Speed,
        stop: &Budget,
    ) -> Result<Report, Stop> {
        let Opened { game, start, .. } = opened;
        if opened.is_built_in {
            budget::allow(time.unwrap_or(Duration::from_secs_f64(USUAL)));
        }
        let plan = self.plan(game.rules());
        let bar = progress::bar_with_words(1);
        let begun = Instant::now();
        // What is asked for, a number of games or a time, is paid for by the decisions that are taken.
        let paid = stop.paid(true);
        let until = |share: f64| {
            let end = time.map(|time| time.mul_f64(share));
            move || end.is_some_and(|end| begun.elapsed() >= end)
        };
        let (counting, playing) = (until(COUNTING), until(1.0));
        let used = pool.install(|| {
            let halt = Deadline { or: &paid, is_over: &counting };
            self.used(&opened.module, &opened.sources, &opened.choices, &halt)
        });
        let used = used.map_err(|diagnostics| Stop::rules(diagnostics, opened.sources.clone()))?;
        let before = speed.decisions.load(Ordering::Relaxed);
        let shown = |now: Progress| {
            speed.decisions.store(before + now.decisions, Ordering::Relaxed);
            show(&bar, begun, time, now);
        };
        let mut report = pool.install(|| {
            let halt = Deadline { or: &paid, is_over: &playing };
            quality::report(game, start, &plan, Some(&used), shelf, &shown, &halt)
        });
        bar.finish_and_clear();
        dearest::find(game.rules());
        report.interrupted |= stop.is_called_off() || stop.spent().is_some();
        Ok(report)
    }

    /// How much of the rules is used, with the options that are chosen or else with each.
    fn used(
        &self,
        module: &Module,
        texts: &SourceMap,
        choices: &Choices,
        halt: &Deadline<'_>,
    ) -> Result<Coverage, Vec<Diagnostic>> {
        let games = self.n.map_or(FOLLOWED, |n| n.min(FOLLOWED));
        let more = self.n.map_or(COUNTED, |n| (20 * n).min(COUNTED));
        let only = Some(choices.clone()).filter(|choices| *choices != Choices::default());
        let searched = u64::from(self.levels().iter().any(|level| !level.is_random()));
        let plan = cover::Plan { games, more, searched, seed: self.seed, only, ..cover::Plan::default() };
        cover::cover(module, texts, &plan, halt)
    }

    /// Before a minute of play is lost: whether what is asked for can be written.
    fn refuse_places(&self) -> Result<(), Stop> {
        for folder in [&self.csv, &self.games].into_iter().flatten() {
            std::fs::create_dir_all(folder)
                .map_err(|error| Stop::fault(format!("cannot make the folder `{folder}`: {error}")))?;
        }
        let folder = |file: &str| Path::new(file).parent().map(Path::to_owned).unwrap_or_default();
        match self.html.as_deref().map(|file| (file, folder(file))) {
            Some((file, folder)) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
                Err(Stop::fault(format!("cannot write `{file}`: there is no such folder")))
            }
            Some((file, _)) if Path::new(file).is_dir() => {
                Err(Stop::fault(format!("cannot write `{file}`: it is a folder")))
            }
            _ => Ok(()),
        }
    }

    fn write(&self, report: &Report, comparison: Option<&Comparison>, rules: &Rules) -> Result<(), Stop> {
        if let Some(file) = &self.html {
            let page = report.html(comparison);
            atomic::save(file, page.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
        }
        let sheets = report.sheets();
        let matches = self.matches(report, rules);
        let in_folder = |folder: &String, name: &str| Path::new(folder).join(name);
        let mut files: Vec<(PathBuf, &[u8])> = Vec::new();
        if let Some(folder) = &self.csv {
            files.extend(sheets.iter().map(|sheet| (in_folder(folder, sheet.name), sheet.text.as_bytes())));
        }
        if let Some(folder) = &self.games {
            files.extend(matches.iter().map(|(name, text)| (in_folder(folder, name), text.as_bytes())));
        }
        atomic::write_all(&files, atomic::Links::Refused)
            .map_err(|(path, error)| Stop::fault(format!("cannot write `{}`: {error}", path.display())))
    }

    /// The shortest and the longest game of each level as match files, with their names.
    fn matches(&self, report: &Report, rules: &Rules) -> Vec<(String, String)> {
        let kept = report.levels.iter().flat_map(|level| {
            let kept = [("shortest", &level.shortest), ("longest", &level.longest)];
            kept.into_iter().filter_map(move |(which, kept)| Some((which, level, kept.as_ref()?)))
        });
        let file = |(which, level, kept): (&str, &quality::LevelReport, &KeptGame)| {
            let name = format!("{which}-{}.toml", level.level.replace(':', "-"));
            let saved = Saved {
                game: self.game.clone(),
                title: rules.look.title.plain.clone(),
                rules: rules.fingerprint.clone(),
                options: rules.options.iter().cloned().collect(),
                players: u8::try_from(rules.players.len()).unwrap_or(u8::MAX),
                seats: rules.players.iter().map(|_| level.level.clone()).collect(),
                seed: report.seed,
                generator: GENERATOR.to_owned(),
                moves: kept.moves.clone(),
                result: Some(kept.result.clone()),
                ..Saved::default()
            };
            (name, saved::to_text(&saved))
        };
        kept.map(file).collect()
    }
}

/// Shows how far it is, how fast it goes, and how long it will take.
fn show(bar: &ProgressBar, begun: Instant, time: Option<Duration>, now: Progress) {
    let passed = begun.elapsed();
    let share = match (time, now.of) {
        (Some(time), _) => passed.as_secs_f64() / time.as_secs_f64(),
        (None, Some(of)) => now.games as f64 / of.max(1) as f64,
        (None, None) => 0.0,
    };
    let share = share.clamp(0.0, 1.0);
    bar.set_length(1000);
    bar.set_position((1000.0 * share) as u64);
    let rate = now.games as f64 / passed.as_secs_f64().max(0.001);
    let left = match share {
        0.0 => String::new(),
        share => format!(", {:.0} s left", passed.as_secs_f64() * (1.0 - share) / share),
    };
    progress::tell(bar, &format!("{} games, {rate:.1} a second{left}", now.games));
}
