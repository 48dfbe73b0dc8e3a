//! Languages that somebody asked for, and that perhaps nobody speaks.

use crate::diagnostic::nearest::nearest;
use crate::phrases::language;
use crate::rules::look::Look;

use super::ending::Stop;
use super::phrases::{complaint, quoted};

/// Whether a game can be shown in a language that was asked for: there is a table of phrases for it, or its file has texts
/// in it. Where none was asked for it is shown as the file has it.
///
/// # Errors
/// If it cannot.
pub fn spoken(code: &str, look: &Look) -> Result<(), Stop> {
    match code.is_empty() || language::language(code).is_some() || look.speaks(code) {
        true => Ok(()),
        false => Err(not_spoken(complaint("no-language", &[("code", &quoted(code))]), code)),
    }
}

/// That there is no such language, with those that there are.
pub fn not_spoken(message: String, code: &str) -> Stop {
    let known = || language::languages().iter();
    let list: Vec<String> = known().map(|language| format!("`{}` ({})", language.code, language.name)).collect();
    let near = nearest(code, known().map(|language| language.code.as_str()));
    Stop::usage(message).did_you_mean(near).help(format!("there are {}", list.join(", ")))
}
