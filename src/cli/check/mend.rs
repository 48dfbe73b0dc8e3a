//! `merel check --fix`: the patches that are certain, written into the file.

use std::fs;
use std::path::Path;

use crate::cli::load::{built_in_games, has_errors, load_text};
use crate::cli::{atomic, files, screen};
use crate::diagnostic::mend::{patched, safe_patches};
use crate::diagnostic::{Diagnostic, Severity, Suggestion};
use crate::source::{SourceId, SourceMap};

use super::{CheckArgs, Stop, examine};

/// Each round mends what the one before has uncovered. A text that needs more is mended by the next call.
const ROUNDS: usize = 200;

/// A text and what is wrong with it.
struct Reading {
    text: String,
    diagnostics: Vec<Diagnostic>,
    /// Errors that kept the text from being understood, and errors of what it says. Those of the first kind hide the
    /// others, so fewer of them are better, whatever comes to light.
    errors: (usize, usize),
}

/// Mends a file, if something certain can be done, and says how many places.
///
/// # Errors
/// If it is no file that can be written.
pub(super) fn mend(file: &str, args: &CheckArgs) -> Result<(), Stop> {
    if file == "-" {
        return Err(Stop::usage("`--fix` writes into files, and the standard input is none"));
    }
    if built_in_games().any(|name| name == file) {
        return Err(Stop::usage(format!("`--fix` writes into files, and `{file}` is built in")));
    }
    let path = Path::new(file);
    // What cannot be read is told by the check.
    let Ok(text) = files::read_text(path) else { return Ok(()) };
    let (mended, places) = rounds(read(text.clone(), file, args), file, args);
    if places == 0 {
        return Ok(());
    }
    if fs::metadata(path).is_ok_and(|data| data.permissions().readonly()) {
        return Err(Stop::fault(format!("`{file}` may not be written")).help("nothing was changed"));
    }
    if files::read_text(path).ok().as_deref() != Some(text.as_str()) {
        return Err(Stop::fault(format!("`{file}` was changed meanwhile")).help("nothing was written; try again"));
    }
    atomic::save(file, mended.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    screen::to_stderr(&format!("{file}: mended {places} {}", if places == 1 { "place" } else { "places" }));
    Ok(())
}

/// The text after all rounds, and how many patches went into it.
fn rounds(mut now: Reading, file: &str, args: &CheckArgs) -> (String, usize) {
    let mut places = 0;
    for _ in 0..ROUNDS {
        let patches = safe_patches(&now.diagnostics, SourceId(0));
        let Some((next, applied)) = step(&now, &patches, file, args) else { break };
        places += applied;
        now = next;
    }
    (now.text, places)
}

/// The text with all patches, or with the first one that does no harm.
fn step(now: &Reading, patches: &[&Suggestion], file: &str, args: &CheckArgs) -> Option<(Reading, usize)> {
    let with = |patches: &[&Suggestion]| {
        let next = read(patched(&now.text, patches), file, args);
        (next.text != now.text && next.errors <= now.errors).then_some((next, patches.len()))
    };
    if patches.len() < 2 {
        return with(patches);
    }
    with(patches).or_else(|| patches.iter().find_map(|patch| with(std::slice::from_ref(patch))))
}

fn read(text: String, file: &str, args: &CheckArgs) -> Reading {
    let mut sources = SourceMap::default();
    let examined = load_text(file, &text, &mut sources);
    let unread = count(&examined.diagnostics);
    let diagnostics = examine(examined, args, &sources);
    let errors = if unread > 0 { (unread, 0) } else { (0, count(&diagnostics)) };
    debug_assert_eq!(errors != (0, 0), has_errors(&diagnostics));
    Reading { text, diagnostics, errors }
}

fn count(diagnostics: &[Diagnostic]) -> usize {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count()
}
