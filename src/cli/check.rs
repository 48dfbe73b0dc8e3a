//! `merel check`: what is wrong with rule files.

use std::collections::BTreeSet;
use std::io::Write;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceMap;

use super::ending::{Ending, Stop};
use super::load::{has_errors, load_or_tell};
use super::report;
use super::screen::{FormatArgs, Screen};

/// Say everything that is wrong with rule files
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/check.txt"))]
pub struct CheckArgs {
    /// Rule files, or names of built-in games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Take warnings for errors
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &CheckArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut sources = SourceMap::default();
    let mut all: Vec<Diagnostic> = Vec::new();
    let mut all_found = true;
    let mut lines = Vec::new();
    for file in &args.files {
        let mut examined = load_or_tell(file, &mut sources);
        if let Some(module) = examined.module {
            examined.diagnostics.extend(module.check());
        }
        lines.push(format!("{file}: {}", verdict(&examined.diagnostics)));
        all.extend(examined.diagnostics);
        all_found &= examined.found;
    }
    let all = without_repetition(all, &sources);
    report::diagnostics(&all, &sources, screen, args.format.is_json())?;
    if !args.format.is_json() {
        lines.iter().try_for_each(|line| writeln!(screen, "{line}"))?;
    }
    Ok(match all_found {
        false => Ending::Usage,
        true if args.strict => Ending::fine_if(all.is_empty()),
        true => Ending::fine_if(!has_errors(&all)),
    })
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
