//! In which language is spoken: the one that was asked for, or that of the environment.

use std::env;

use crate::phrases::{ENGLISH, language};

pub use crate::phrases::{Phrases, folded, localized};

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
