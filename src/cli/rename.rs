//! `merel rename`: a name exchanged everywhere.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::editing::rename::{Changed, Refusal, left_alone, rename};

use super::atomic;
use super::ending::{Ending, Stop};
use super::files;
use super::load::built_in_games;
use super::loader::FileLoader;
use super::screen::{FormatArgs, Screen};

/// Exchange a name everywhere: in a file, in the files beside it that extend or use it, and in the moves of scenarios
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/rename.txt"))]
pub struct RenameArgs {
    /// The rule file that declares the name
    #[arg(value_name = "FILE")]
    file: String,
    /// The name; with the word that declares it where two things share it: `"move jump"`
    old: String,
    /// The new name
    new: String,
    /// Write nothing, say what would change
    #[arg(long)]
    dry_run: bool,
    /// How to write the result
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The result for programs.
#[derive(Debug, Serialize)]
struct Report<'a> {
    files: Vec<FileReport<'a>>,
    /// Files that use the file and were left as they are because they have errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_alone: Vec<String>,
}

#[derive(Debug, Serialize)]
struct FileReport<'a> {
    file: &'a str,
    edits: Vec<EditReport<'a>>,
}

/// Offsets count bytes.
#[derive(Debug, Serialize)]
struct EditReport<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// Runs the command.
///
/// # Errors
/// If the name cannot be exchanged, or a file cannot be written; then none is.
pub fn run(args: &RenameArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if built_in_games().any(|name| name == args.file) {
        return Err(Stop::usage(format!("`rename` writes into files, and `{}` is built in", args.file)));
    }
    let loader = FileLoader::open(&args.file).map_err(|error| error.about(&args.file))?;
    let changed = rename(&loader, &args.file, &loader.others(), (&args.old, &args.new)).map_err(refused)?;
    if !args.dry_run {
        write(&changed)?;
    }
    tell(args, &changed, left_alone(&loader, &args.file, &loader.others()), screen)?;
    Ok(Ending::Fine)
}

fn refused(refusal: Refusal) -> Stop {
    let stop = Stop::fault(refusal.message);
    if refusal.help.is_empty() { stop } else { stop.help(refusal.help) }
}

/// Writes all files or none, if none was changed meanwhile.
fn write(changed: &[Changed]) -> Result<(), Stop> {
    for file in changed {
        if files::read_text(Path::new(&file.name)).ok().as_deref() != Some(file.before.as_str()) {
            let stop = Stop::fault(format!("`{}` was changed meanwhile", file.name));
            return Err(stop.help("nothing was written; try again"));
        }
    }
    let files: Vec<(PathBuf, &[u8])> =
        changed.iter().map(|file| (PathBuf::from(&file.name), file.after.as_bytes())).collect();
    atomic::write_all(&files, atomic::Links::Followed)
        .map_err(|(path, error)| Stop::fault(format!("cannot write `{}`: {error}", path.display())))
}

fn tell(args: &RenameArgs, changed: &[Changed], left_alone: Vec<String>, screen: &mut Screen) -> Result<(), Stop> {
    if args.format.is_json() {
        let files = changed.iter().map(report).collect();
        return Ok(screen.json(&Report { files, left_alone })?);
    }
    for file in changed {
        let (n, places) = (file.edits.len(), if file.edits.len() == 1 { "place" } else { "places" });
        writeln!(screen, "{}: {n} {places}", file.name)?;
    }
    for file in &left_alone {
        writeln!(screen, "{file}: left as it is, for it has errors")?;
    }
    Ok(())
}

fn report(file: &Changed) -> FileReport<'_> {
    let edits = file.edits.iter().map(|edit| EditReport { start: edit.start, end: edit.end, text: &edit.text });
    FileReport { file: &file.name, edits: edits.collect() }
}
