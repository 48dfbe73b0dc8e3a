//! `merel import`: variant files of Fairy-Stockfish as rule files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::budget::Budget;
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity, json::to_json, render::render_all};
use crate::import::{self, Imported, Remark, VariantFile};
use crate::rules::Module;
use crate::rules::loader::{Found, LoadError, Loader};
use crate::source::SourceMap;

use super::budget;
use super::ending::{Ending, Stop};
use super::screen::{self, FormatArgs, Screen};
use super::{atomic, files, report};

/// Turn the variants of a Fairy-Stockfish variant file into rule files
///
/// What the language cannot say is reported line by line; the rest is written all the same. A variant that
/// contradicts itself is reported and left out, the others are written; the exit code is 1 then.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/import.txt"))]
pub struct ImportArgs {
    /// The variant file, for instance `variants.ini`
    #[arg(value_name = "FILE")]
    file: String,
    /// The variants to take; all of the file if none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Write each variant to the file NAME.gdl in this folder, which is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, requires = "to")]
    force: bool,
    /// Write nothing, list the variants and how much of each can be said
    #[arg(long, conflicts_with = "to")]
    list: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// A variant, for programs.
#[derive(Debug, Serialize)]
struct VariantJson<'a> {
    name: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    whole: bool,
    not_expressed: Vec<RemarkJson<'a>>,
    without_meaning: Vec<RemarkJson<'a>>,
}

/// A line of the variant file, for programs.
#[derive(Debug, Serialize)]
struct RemarkJson<'a> {
    file: &'a str,
    line: usize,
    key: &'a str,
    value: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'a str,
}

/// The rule files of the chosen variants, what there is to say, and who is left out.
#[derive(Debug)]
struct Harvest {
    games: Vec<Imported>,
    told: Vec<Diagnostic>,
    left_out: Vec<String>,
}

impl Harvest {
    fn new(file: &VariantFile, names: Vec<String>, from: &str, told: Vec<Diagnostic>) -> Self {
        let mut harvest = Self { games: Vec::with_capacity(names.len()), told, left_out: Vec::new() };
        for name in names {
            // What is not looked at any more since the budget is spent is left out.
            if budget::current().look() {
                harvest.left_out.push(name);
                continue;
            }
            let (game, found) = file.import(&name, from);
            harvest.told.extend(found);
            match game.filter(is_sound) {
                Some(game) => harvest.games.push(game),
                None => harvest.left_out.push(name),
            }
        }
        harvest
    }
}

/// Runs the command.
///
/// # Errors
/// If the file is none, no variant of it is right, or the files cannot be written.
pub fn run(args: &ImportArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let text = files::read_text(Path::new(&args.file)).map_err(|error| error.about(&args.file))?;
    let mut sources = SourceMap::default();
    let source = sources.add(args.file.as_str(), text);
    let (file, warnings) = import::read(source, &mut sources);
    let Some(file) = file else { return Err(Stop::rules(warnings, sources)) };
    let names = chosen(args, &file)?;
    let from = Path::new(&args.file).file_name().map_or(args.file.clone(), |name| name.to_string_lossy().into_owned());
    let harvest = Harvest::new(&file, names, &from, warnings);
    if harvest.games.is_empty() {
        return Err(Stop::rules(harvest.told, sources));
    }
    let written = write(args, &harvest.games)?;
    tell(args, &harvest, &written, &sources, screen)?;
    Ok(Ending::fine_if(harvest.left_out.is_empty()))
}

/// The names on the command line, or all of the file.
fn chosen(args: &ImportArgs, file: &VariantFile) -> Result<Vec<String>, Stop> {
    let known = file.names();
    for name in &args.names {
        if !known.contains(&name.as_str()) {
            let stop = Stop::usage(format!("there is no variant `{name}` in `{}`", args.file));
            return Err(stop.did_you_mean(nearest(name, known.iter().copied())));
        }
    }
    let names: Vec<String> =
        if args.names.is_empty() { known.iter().map(ToString::to_string).collect() } else { args.names.clone() };
    if names.len() > 1 && args.to.is_none() && !args.list && !args.format.is_json() {
        let stop = Stop::usage(format!("`{}` holds {} variants", args.file, known.len()));
        return Err(stop
            .help("say with `--to FOLDER` where their rule files go")
            .help("or name one of them, which is then printed; `--list` lists them"));
    }
    Ok(names)
}

/// There is nothing else that an imported game could extend.
struct Alone;

impl Loader for Alone {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }

    fn budget(&self) -> Budget {
        budget::current()
    }
}

/// Whether a rule file holds. If not, that is our fault: it is told and not given away.
fn is_sound(game: &Imported) -> bool {
    let mut sources = SourceMap::default();
    let name = format!("{}.gdl", game.name);
    let (module, mut found) = Module::from_text(&Alone, &name, &game.text, &mut sources);
    if let Some(module) = module {
        found.extend(module.check());
    }
    found.retain(|diagnostic| diagnostic.severity() == Severity::Error);
    budget::note_told(&found);
    if !found.is_empty() {
        let style = report::style(screen::Abilities::of_stderr());
        screen::paint_stderr(&render_all(&found, &sources, style));
    }
    found.is_empty()
}

/// Writes the rule files, all or none, and says where.
fn write(args: &ImportArgs, games: &[Imported]) -> Result<Vec<String>, Stop> {
    let Some(folder) = &args.to else { return Ok(Vec::new()) };
    let files: Vec<(PathBuf, &[u8])> =
        games.iter().map(|game| (folder.join(format!("{}.gdl", game.name)), game.text.as_bytes())).collect();
    if !args.force
        && let Some((there, _)) = files.iter().find(|(path, _)| path.exists())
    {
        let stop = Stop::fault(format!("`{}` is there already; nothing was written", there.display()));
        return Err(stop.help("replace such files with `--force`, or choose another folder"));
    }
    let fault = |path: &Path, error: &dyn std::fmt::Display| {
        Stop::fault(format!("cannot write `{}`: {error}; nothing was written", path.display()))
    };
    fs::create_dir_all(folder).map_err(|error| fault(folder, &error))?;
    atomic::write_all(&files, atomic::Links::Refused).map_err(|(path, error)| fault(&path, &error))?;
    Ok(files.iter().map(|(path, _)| path.display().to_string()).collect())
}

fn tell(
    args: &ImportArgs,
    harvest: &Harvest,
    written: &[String],
    sources: &SourceMap,
    screen: &mut Screen,
) -> Result<(), Stop> {
    let Harvest { games, told, left_out } = harvest;
    if args.format.is_json() {
        let text = args.to.is_none() && !args.list;
        let variants: Vec<VariantJson<'_>> =
            games.iter().enumerate().map(|(index, game)| in_json(game, written.get(index), text, sources)).collect();
        let warnings = to_json(told, sources);
        screen.json(&serde_json::json!({ "variants": variants, "left_out": left_out, "warnings": warnings }))?;
        return Ok(());
    }
    if args.list {
        list(games, screen)?;
        return missing(harvest, screen);
    }
    report::diagnostics(told, sources, screen, false)?;
    for game in games {
        remarks(game, sources);
    }
    match written {
        [] => games.iter().try_for_each(|game| screen.write_all(game.text.as_bytes()))?,
        written => {
            for (game, path) in games.iter().zip(written) {
                writeln!(screen, "{path}: {}", extent(game))?;
            }
        }
    }
    missing(harvest, screen)
}

/// Says which variants were left out, if any were.
fn missing(harvest: &Harvest, screen: &mut Screen) -> Result<(), Stop> {
    screen.flush()?;
    let left_out = &harvest.left_out;
    if !left_out.is_empty() {
        let all = harvest.games.len() + left_out.len();
        let text = format!("{} of {all} variants are left out: {}", left_out.len(), left_out.join(", "));
        screen::to_stderr(&text);
    }
    Ok(())
}

fn in_json<'a>(game: &'a Imported, file: Option<&String>, text: bool, sources: &'a SourceMap) -> VariantJson<'a> {
    let remarks = |remarks: &'a [Remark]| {
        remarks
            .iter()
            .map(|remark| RemarkJson {
                file: &sources.get(remark.span.source).name,
                line: sources.line_column(remark.span).0,
                key: &remark.key,
                value: &remark.value,
                why: &remark.why,
            })
            .collect()
    };
    VariantJson {
        name: &game.name,
        title: &game.title,
        file: file.cloned(),
        text: text.then_some(&game.text),
        whole: game.unsaid.is_empty(),
        not_expressed: remarks(&game.unsaid),
        without_meaning: remarks(&game.idle),
    }
}

fn list(games: &[Imported], screen: &mut Screen) -> Result<(), Stop> {
    let width = games.iter().map(|game| game.name.chars().count()).max().unwrap_or(0);
    for game in games {
        writeln!(screen, "{:width$}  {}", game.name, extent(game))?;
    }
    Ok(())
}

/// How much of a variant is said.
fn extent(game: &Imported) -> String {
    match game.unsaid.len() {
        0 => "whole".to_owned(),
        1 => "but for one rule".to_owned(),
        several => format!("but for {several} rules"),
    }
}

/// Tells which lines are not in the rule file.
fn remarks(game: &Imported, sources: &SourceMap) {
    for remark in &game.unsaid {
        let (line, value) = (line_of(remark, sources), &remark.value);
        let text = format!(
            "warning[{}]: {}: {line}, {} = {value}, is not expressed: {}",
            Code::NotExpressed,
            game.name,
            remark.key,
            remark.why
        );
        screen::to_stderr(&text);
    }
    let idle: Vec<String> =
        game.idle.iter().map(|remark| format!("{} ({})", remark.key, line_of(remark, sources))).collect();
    if !idle.is_empty() {
        screen::to_stderr(&format!("note: {}: of no meaning for the rules: {}", game.name, idle.join(", ")));
    }
}

/// The line, with the file if it is not the one that was named.
fn line_of(remark: &Remark, sources: &SourceMap) -> String {
    let line = sources.line_column(remark.span).0;
    match remark.span.source.0 {
        0 => format!("line {line}"),
        _ => format!("line {line} of the {}", sources.get(remark.span.source).name),
    }
}
