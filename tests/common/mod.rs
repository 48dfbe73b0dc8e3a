//! The rule files of `games/`, read from the folder.
#![allow(dead_code, reason = "each test uses a part")]

use std::path::PathBuf;
use std::sync::Arc;

use merel::diagnostic::Diagnostic;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

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

/// The bare names of the games, in alphabetical order.
pub fn games() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("the folder of games is there");
    let name = |file: std::io::Result<std::fs::DirEntry>| {
        let name = file.expect("files can be listed").file_name().into_string().expect("names are text");
        name.strip_suffix(".gdl").map(str::to_owned)
    };
    let mut games: Vec<String> = files.filter_map(name).collect();
    games.sort();
    games
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

/// The game with some options (`name=value`, parted by blanks) and a number of players.
///
/// # Panics
/// If the file has faults or there is no such option.
pub fn game(name: &str, options: &str, players: Option<usize>) -> Reference {
    let (module, sources) = load(name);
    let options = options.split_whitespace().map(|option| {
        let (name, value) = option.split_once('=').expect("an option has a value");
        (name.to_owned(), value.to_owned())
    });
    let choices = Choices { options: options.collect(), players };
    match module.rules(&choices) {
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
