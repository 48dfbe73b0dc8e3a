//! The built-in rule files, embedded when the program is built.

use std::path::Path;

use crate::budget::Budget;
use crate::rules::loader::{Found, LoadError, Loader, normal};

/// A built-in rule file.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name as other files write it, for instance `lib/lines.gdl`.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl BuiltIn {
    /// Its bare name, by which people call it.
    pub fn name(&self) -> &'static str {
        self.file.strip_suffix(".gdl").unwrap_or(self.file)
    }

    /// Whether it is a game, not a library of definitions.
    pub fn is_game(&self) -> bool {
        !self.file.contains('/')
    }
}

/// Before the names of built-in files, so that nobody takes them for files of the disk.
pub const BUILT_IN: &str = "builtin:";

/// The name by which a built-in game is loaded.
pub fn address(game: &str) -> String {
    format!("{BUILT_IN}{game}.gdl")
}

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The built-in file of that name, with or without its ending.
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    FILES.iter().find(|built_in| built_in.file == name || built_in.name() == name)
}

/// The built-in games, in alphabetical order.
pub fn games() -> impl Iterator<Item = &'static BuiltIn> {
    FILES.iter().filter(|built_in| built_in.is_game())
}

/// Reads the built-in files alone.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// What is done with them may take so much.
    pub budget: Budget,
}

impl Loader for Library {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        read(from, path)
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }
}

/// The built-in file `path`, as [`Loader::read`] is asked for it. What a built-in file names is sought beside it first, then
/// in the library itself, as what any other file names.
///
/// # Errors
/// If there is none, or the path leads out of the library.
pub fn read(from: Option<&str>, path: &str) -> Result<Found, LoadError> {
    if let Some(name) = path.strip_prefix(BUILT_IN) {
        return found(Path::new(name)).ok_or(LoadError::NotFound(None));
    }
    let (from, path) = (from.ok_or(LoadError::NotFound(None))?, Path::new(path));
    let folder = from.strip_prefix(BUILT_IN).and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
    let near = normal(folder, path).ok_or(LoadError::OutsideFolder)?;
    let there = found(&near).or_else(|| found(&normal(Path::new(""), path)?));
    there.ok_or(LoadError::NotFound(None))
}

fn found(path: &Path) -> Option<Found> {
    let found = FILES.iter().find(|built_in| Path::new(built_in.file) == path)?;
    Some((format!("{BUILT_IN}{}", found.file), found.text.into()))
}
