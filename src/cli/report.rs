//! Telling what is wrong: to people on the standard error output, to programs as JSON on the standard output.

use std::io::{self, Write};

use crate::diagnostic::render::{Style, render_all};
use crate::diagnostic::{Code, Diagnostic, json::to_json};
use crate::source::SourceMap;
use crate::source::unseen::shown_with_colours;

use super::ending::{Complaint, Stop};
use super::screen::{Abilities, Screen};

/// Tells why a command stops.
///
/// # Errors
/// If the standard output cannot be written.
pub fn stop(stop: &Stop, screen: &mut Screen, json: bool) -> io::Result<()> {
    match stop {
        Stop::Closed => Ok(()),
        Stop::Rules(errors) => diagnostics(&errors.diagnostics, &errors.sources, screen, json),
        Stop::Usage(complaint) | Stop::Fault(complaint) => {
            to_stderr(&complaint_text(complaint, Abilities::of_stderr().colour));
            if json {
                let code = complaint.code.map(Code::as_str);
                screen
                    .json(&serde_json::json!({ "error": complaint.message, "code": code, "help": complaint.help }))?;
            }
            Ok(())
        }
    }
}

/// Tells what there is to say about rule files.
///
/// # Errors
/// If the standard output cannot be written.
pub fn diagnostics(found: &[Diagnostic], sources: &SourceMap, screen: &mut Screen, json: bool) -> io::Result<()> {
    if json {
        return screen.json(&to_json(found, sources));
    }
    // What was printed before comes first, should both outputs be one terminal.
    screen.flush()?;
    if !found.is_empty() {
        to_stderr(&render_all(found, sources, style(Abilities::of_stderr())));
    }
    Ok(())
}

/// How diagnostics look to a reader with these abilities.
pub fn style(abilities: Abilities) -> Style {
    Style { colour: abilities.colour, unicode: abilities.unicode }
}

/// Writes a line to the standard error output, without what steers a terminal; if nobody reads it, so be it.
pub fn to_stderr(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = writeln!(stderr, "{}", shown_with_colours(text));
}

/// A complaint in the look of other errors.
pub fn complaint_text(complaint: &Complaint, colour: bool) -> String {
    let (bold, plain) = if colour { ("\x1b[1m\x1b[91m", "\x1b[0m") } else { ("", "") };
    let code = complaint.code.map(|code| format!("[{code}]")).unwrap_or_default();
    let mut text = format!("{bold}error{code}{plain}: {}", complaint.message);
    for help in &complaint.help {
        text.push_str("\n  help: ");
        text.push_str(help);
    }
    text
}
