//! In which language is spoken: the one that was asked for, or that of the environment.

use std::cell::Cell;
use std::env;
use std::fmt::Display;
use std::io;

use crate::phrases::{ENGLISH, language};

pub use crate::phrases::{Phrases, folded, localized};

thread_local! {
    /// The language of complaints. Each thread has its own, so that those of a server do not hear each other's.
    static COMPLAINTS: Cell<&'static str> = const { Cell::new(ENGLISH) };
}

/// From now on complaints on this thread are in this language, or in English where there is no table for it.
pub fn complain_in(code: &str) {
    COMPLAINTS.set(Phrases::of(code).code());
}

/// The words in which is complained on this thread.
pub fn complaints() -> Phrases {
    Phrases::of(COMPLAINTS.get())
}

/// A complaint: what stands under a key, with values in its holes.
pub fn complaint(key: &str, holes: &[(&str, &dyn Display)]) -> String {
    complaints().say(key, holes)
}

/// A name in a complaint.
pub fn quoted(name: impl Display) -> String {
    complaints().quoted(&name.to_string())
}

/// Why a file cannot be read or written, in the words of a language.
pub fn reason(words: Phrases, error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    let key = match error.kind() {
        Kind::NotFound | Kind::NotADirectory => "error-missing",
        Kind::PermissionDenied => "error-denied",
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => "error-full",
        Kind::AlreadyExists => "error-exists",
        Kind::ReadOnlyFilesystem => "error-read-only",
        Kind::InvalidInput | Kind::IsADirectory => "error-folder",
        _ => "error-other",
    };
    words.say(key, &[("error", error)])
}

/// The language that was asked for, or else that of the environment where there is a table for it, or else English.
pub fn chosen(asked: &str) -> String {
    if !asked.is_empty() {
        return asked.to_owned();
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    let locale = locale.map(|locale| locale.to_string_lossy().to_lowercase()).unwrap_or_default();
    let code = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
    language::language(code).map_or(ENGLISH, |table| table.code.as_str()).to_owned()
}
