//! `merel check`: what is wrong with rule files.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::diagnostic::{Diagnostic, Severity, github::to_github, sarif::to_sarif};
use crate::review::{self, Measure};
use crate::source::SourceMap;

use super::budget;
use super::ending::{Ending, Stop};
use super::load::{Examined, has_errors, load_or_tell, load_text};
use super::report;
use super::screen::{Format, FormatArgs, Screen};

mod mend;
mod watch;

/// A file is not played for longer than this, its scenarios included. What is built for development is slower.
const TIME: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20_000 } else { 800 });

/// Say everything that is wrong with rule files
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/check.txt"))]
pub struct CheckArgs {
    /// Rule files, names of built-in games, or `-` for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Take warnings for errors
    #[arg(long)]
    strict: bool,
    /// Check the text alone: run no scenarios, and do not play to find what is probably not meant
    #[arg(long)]
    no_play: bool,
    /// First write the patches that are certain into the files
    #[arg(long)]
    fix: bool,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(long, conflicts_with = "fix")]
    watch: bool,
    /// How to write the result
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: CheckFormat,
}

/// How the result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON value
    Json,
    /// For tools of analysis: a log in SARIF 2.1.0
    Sarif,
    /// For workflows on GitHub: commands that mark the lines
    Github,
}

impl CheckArgs {
    /// How other results are written, for instance why the command stops.
    pub fn format(&self) -> FormatArgs {
        FormatArgs { format: if self.format == CheckFormat::Json { Format::Json } else { Format::Text } }
    }
}

/// What came of checking all files.
#[derive(Debug, Default)]
struct Checked {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    /// A line for each file.
    verdicts: Vec<String>,
    /// Whether all files could be found.
    all_found: bool,
}

/// Runs the command.
///
/// # Errors
/// If the output or a file that is to be mended cannot be written.
pub fn run(args: &CheckArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if args.watch {
        return watch::run(args, screen);
    }
    let mut mended = Ending::Fine;
    if args.fix {
        for file in &args.files {
            if let Err(stop) = mend::mend(file, args) {
                report::stop(&stop, screen, false)?;
                mended = mended.max(stop.or_go_on()?);
            }
        }
    }
    let checked = check_all(args, &standard_input(args)?);
    tell(&checked, args, screen)?;
    Ok(ending(&checked, args).max(mended))
}

/// The text of the standard input, if it is to be checked.
fn standard_input(args: &CheckArgs) -> Result<String, Stop> {
    if !args.files.iter().any(|file| file == "-") {
        return Ok(String::new());
    }
    super::files::read_bounded(io::stdin().lock(), super::files::MAX_BYTES).map_err(|error| error.about("-"))
}

fn check_all(args: &CheckArgs, input: &str) -> Checked {
    let mut checked = Checked { all_found: true, ..Checked::default() };
    for file in &args.files {
        budget::begin_another();
        let examined = match file.as_str() {
            "-" => load_text("standard input", input, &mut checked.sources),
            file => load_or_tell(file, &mut checked.sources),
        };
        checked.all_found &= examined.found;
        let found = examine(examined, args, &checked.sources);
        checked.verdicts.push(format!("{}: {}", if file == "-" { "standard input" } else { file }, verdict(&found)));
        checked.diagnostics.extend(found);
    }
    checked.diagnostics = without_repetition(checked.diagnostics, &checked.sources);
    checked
}

/// Everything there is to say about a file that was read.
fn examine(examined: Examined, args: &CheckArgs, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut diagnostics = examined.diagnostics;
    if let Some(module) = &examined.module {
        let begun = Instant::now();
        let time_is_up = || begun.elapsed() > TIME;
        let measure = Measure { time_is_up: &time_is_up, ..Measure::default() };
        diagnostics.extend(review::check_within(module, sources, (!args.no_play).then_some(measure)));
    }
    diagnostics
}

fn tell(checked: &Checked, args: &CheckArgs, screen: &mut Screen) -> Result<(), Stop> {
    let (found, sources) = (&checked.diagnostics, &checked.sources);
    match args.format {
        CheckFormat::Text => {
            report::diagnostics(found, sources, screen, false)?;
            checked.verdicts.iter().try_for_each(|line| writeln!(screen, "{line}"))?;
        }
        CheckFormat::Json => report::diagnostics(found, sources, screen, true)?,
        CheckFormat::Sarif => screen.json(&to_sarif(found, sources))?,
        CheckFormat::Github => write!(screen, "{}", to_github(found, sources))?,
    }
    Ok(())
}

fn ending(checked: &Checked, args: &CheckArgs) -> Ending {
    match checked.all_found {
        false => Ending::Usage,
        true if args.strict => Ending::fine_if(checked.diagnostics.is_empty()),
        true => Ending::fine_if(!has_errors(&checked.diagnostics)),
    }
}

fn verdict(found: &[Diagnostic]) -> String {
    let errors = found.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count();
    match (errors, found.len() - errors) {
        (0, 0) => "fine".to_owned(),
        (0, warnings) => format!("playable, warnings: {warnings}"),
        (errors, 0) => format!("errors: {errors}"),
        (errors, warnings) => format!("errors: {errors}, warnings: {warnings}"),
    }
}

/// What several files inherit from one is told once.
fn without_repetition(found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut new = |diagnostic: &Diagnostic| {
        let span = diagnostic.primary.span;
        let file = sources.files().get(usize::from(span.source.0)).map(|file| file.name.clone());
        told.insert((file, span.start, span.end, diagnostic.code, diagnostic.message.clone()))
    };
    found.into_iter().filter(|diagnostic| new(diagnostic)).collect()
}
