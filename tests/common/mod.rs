//! The rule files of `games/`, read from the folder.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use merel::budget::Budget;
use merel::diagnostic::Diagnostic;
use merel::engine::{self, Engine};
use merel::game::{Game, Halt};
use merel::reference::{Position, Reference};
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::scenario;
use merel::source::SourceMap;
use serde::Deserialize;

/// The folder of the rule files.
pub fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/games"))
}

/// Finds rule files in the folder.
#[derive(Debug)]
pub struct Library;

impl Loader for Library {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let name = if path.ends_with(".gdl") { path.to_owned() } else { format!("{path}.gdl") };
        let text = std::fs::read_to_string(folder().join(&name)).map_err(|_| LoadError::NotFound(None))?;
        Ok((name, Arc::from(text)))
    }
}

/// A rule file alone, under this budget.
#[derive(Debug)]
pub struct Bounded(pub Budget);

impl Loader for Bounded {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }

    fn budget(&self) -> Budget {
        self.0.clone()
    }
}

/// Calls a budget off once it was asked so often, and never calls to halt itself.
#[derive(Debug)]
pub struct CallsOff(pub Budget, pub AtomicU32);

impl Halt for CallsOff {
    fn is_called(&self) -> bool {
        if self.1.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.call_off();
        }
        false
    }
}

/// The bare names of the games, in alphabetical order; of one only, if it is asked for with `GAME=name`.
pub fn games() -> Vec<String> {
    files_in("")
}

/// Rule files of `tests/samples/`, named as [`load`] finds them: what no game of the library comes to.
pub fn samples() -> Vec<String> {
    files_in("../tests/samples/")
}

fn files_in(place: &str) -> Vec<String> {
    let only = std::env::var("GAME").ok();
    let files = std::fs::read_dir(folder().join(place)).expect("the folder of rule files is there");
    let name = |file: std::io::Result<std::fs::DirEntry>| {
        let name = file.expect("files can be listed").file_name().into_string().expect("names are text");
        let name = name.strip_suffix(".gdl").filter(|name| only.as_ref().is_none_or(|only| name == only))?;
        Some(format!("{place}{name}"))
    };
    let mut names: Vec<String> = files.filter_map(name).collect();
    names.sort();
    names
}

/// A game with its sources.
///
/// # Panics
/// If the file has faults.
pub fn load(name: &str) -> (Module, SourceMap) {
    let mut sources = SourceMap::default();
    let (module, diagnostics) = Module::load(&Library, name, &mut sources);
    assert!(diagnostics.is_empty(), "{name}: {}", told(&sources, &diagnostics));
    (module.expect("a file without faults is a module"), sources)
}

/// Counts of one game, as `tests/perft/NAME.toml` holds them.
#[derive(Deserialize)]
struct Table {
    /// From the start.
    #[serde(default)]
    count: Vec<Count>,
    /// From positions.
    #[serde(default)]
    position: Vec<Count>,
}

/// The numbers of sequences of 1, 2, … decisions.
#[derive(Clone, Debug, Deserialize)]
pub struct Count {
    /// The options of the game.
    #[serde(default)]
    pub options: String,
    /// The number of players.
    pub players: Option<usize>,
    /// Where it begins, as the game writes positions; the start, if nothing is said.
    pub position: Option<String>,
    /// The numbers.
    pub nodes: Vec<u64>,
    /// Who counted them.
    pub source: String,
}

/// The counts of the tables, those of one game with the same options and players together.
pub fn counts_by_game() -> Vec<(String, Vec<Count>)> {
    let mut games: BTreeMap<_, Vec<Count>> = BTreeMap::new();
    for (name, count) in counts() {
        games.entry((name, count.options.clone(), count.players)).or_default().push(count);
    }
    games.into_iter().map(|((name, ..), counts)| (name, counts)).collect()
}

/// All counts of the tables, each with the name of its game.
pub fn counts() -> Vec<(String, Count)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");
    let files = std::fs::read_dir(folder).expect("tables are there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("files can be listed").path()).collect();
    paths.sort();
    let table = |path: PathBuf| {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("names are text").to_owned();
        let text = std::fs::read_to_string(&path).expect("tables can be read");
        let table: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        table.count.into_iter().chain(table.position).map(move |count| (name.clone(), count))
    };
    let counts: Vec<_> = paths.into_iter().flat_map(table).collect();
    assert!(!counts.is_empty(), "the tables count something");
    counts
}

/// The game and the position that a count begins with.
///
/// # Panics
/// If the game has no such option or the position cannot be.
pub fn counted_from(name: &str, count: &Count) -> (Reference, Position) {
    let Some(text) = &count.position else {
        let game = game(name, &count.options, count.players);
        let start = game.initial();
        return (game, start);
    };
    let (module, mut sources) = load(name);
    let source = sources.add("position", text.as_str());
    scenario::position(&module, &choices(&count.options, count.players), source, text)
        .unwrap_or_else(|diagnostics| panic!("{name}: {text}: {}", told(&sources, &diagnostics)))
}

/// The position of the engine that a count begins with; the evaluator's is that of [`counted_from`]. What happens before
/// the first decision is done by the engine itself where nothing else is said.
pub fn counted_by(engine: &Engine, reference: &Reference, position: &Position, count: &Count) -> engine::Position {
    match count.position {
        Some(_) => engine.arranged(&reference.arrangement(position)),
        None => engine.initial(),
    }
}

/// Options (`name=value`, parted by blanks) and a number of players.
fn choices(options: &str, players: Option<usize>) -> Choices {
    let options = options.split_whitespace().map(|option| {
        let (name, value) = option.split_once('=').expect("an option has a value");
        (name.to_owned(), value.to_owned())
    });
    Choices { options: options.collect(), players }
}

/// The game with some options (`name=value`, parted by blanks) and a number of players.
///
/// # Panics
/// If the file has faults or there is no such option.
pub fn game(name: &str, options: &str, players: Option<usize>) -> Reference {
    let (module, sources) = load(name);
    match module.rules(&choices(options, players)) {
        Ok(rules) => Reference::new(rules),
        Err(diagnostics) => panic!("{name}: {}", told(&sources, &diagnostics)),
    }
}

/// What is wrong, one line each.
pub fn told(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let line = |found: &Diagnostic| {
        let (line, column) = sources.line_column(found.primary.span);
        let file = &sources.get(found.primary.span.source).name;
        format!("{file}:{line}:{column}: {}; {} {}", found.message, found.primary.text, found.help.join("; "))
    };
    diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}
