//! `merel fmt`: rule files in the one format.

use std::io::{self, Write};
use std::path::Path;

use crate::source::SourceMap;
use crate::syntax::format::format;

use super::atomic;
use super::ending::{Ending, Stop};
use super::files::{self, MAX_BYTES};
use super::report;
use super::screen::Screen;

/// Write rule files in the one format; comments are kept, and so is what the files mean
#[derive(Debug, clap::Args)]
#[command(
    after_help = include_str!("../../docs/examples/fmt.txt")
)]
pub struct FmtArgs {
    /// Rule files, or `-` for the standard input, which goes to the standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing, list the files that would change
    #[arg(long)]
    check: bool,
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &FmtArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut ending = Ending::Fine;
    for file in &args.files {
        let ended = format_file(file, args.check, screen).or_else(|stop| {
            report::stop(&stop, screen, false)?;
            stop.or_go_on()
        })?;
        ending = ending.max(ended);
    }
    Ok(ending)
}

fn format_file(file: &str, check: bool, screen: &mut Screen) -> Result<Ending, Stop> {
    let text = match file {
        "-" => files::read_bounded(io::stdin().lock(), MAX_BYTES),
        file => files::read_text(Path::new(file)),
    };
    let text = text.map_err(|error| error.about(file))?;
    let name = if file == "-" { "standard input" } else { file };
    let mut sources = SourceMap::default();
    sources.add(name, text.as_str());
    let new = match format(&text) {
        Ok(new) => new,
        Err(diagnostics) => {
            report::diagnostics(&diagnostics, &sources, screen, false)?;
            return Ok(Ending::Fault);
        }
    };
    match (check, file) {
        (true, _) if new == text => {}
        (true, _) => {
            writeln!(screen, "{name}")?;
            return Ok(Ending::Fault);
        }
        (false, "-") => screen.write_all(new.as_bytes())?,
        (false, _) if new == text => {}
        (false, file) => atomic::save(file, new.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?,
    }
    Ok(Ending::Fine)
}
