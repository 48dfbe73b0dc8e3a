//! `merel expand`: a variant as one file.

use std::io::Write as _;

use serde::Serialize;

use crate::editing::expand::{Expanded, expand};
use crate::source::SourceMap;

use super::ending::{Ending, Stop};
use super::load::{has_errors, load_into};
use super::screen::{FormatArgs, Screen};

/// Write a rule file out with all that it extends and uses, as one file, with where each declaration comes from
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/expand.txt"))]
pub struct ExpandArgs {
    /// A rule file or the name of a built-in game
    #[arg(value_name = "FILE")]
    game: String,
    /// How to write the result
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The result for programs.
#[derive(Debug, Serialize)]
struct Report<'a> {
    text: &'a str,
    /// One for each line of the text; none for a line that is new.
    lines: Vec<Option<Place<'a>>>,
}

#[derive(Debug, Serialize)]
struct Place<'a> {
    file: &'a str,
    line: usize,
}

/// Runs the command.
///
/// # Errors
/// If there is no such file, if it has errors, or if the output cannot be written.
pub fn run(args: &ExpandArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut sources = SourceMap::default();
    let (module, found) = load_into(&args.game, &mut sources)?;
    let expanded = match module {
        Some(module) => expand(&module, &found),
        None => Err(found.clone()),
    };
    let Expanded { text, lines } = expanded.map_err(|diagnostics| Stop::rules(diagnostics, sources))?;
    if args.format.is_json() {
        screen.json(&Report { text: &text, lines: lines.iter().map(|origin| origin.as_ref().map(place)).collect() })?;
    } else {
        write!(screen, "{text}")?;
    }
    Ok(Ending::fine_if(!has_errors(&found)))
}

fn place(origin: &crate::editing::expand::Origin) -> Place<'_> {
    Place { file: &origin.file, line: origin.line }
}
