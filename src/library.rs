//! The built-in rule files, embedded when the program is built.

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
