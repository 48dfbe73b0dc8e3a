//! Telling what is wrong: to people on the standard error output, to programs as JSON on the standard output.

use std::io::{self, Write as _};

use crate::diagnostic::render::{Style, render_all};
use crate::diagnostic::{Code, Diagnostic, json::to_json};
use crate::source::SourceMap;
use crate::source::unseen::shown;

use super::budget;
use super::ending::{Complaint, Stop};
use super::phrases::complaints;
use super::screen::{Abilities, Screen, paint_stderr};

/// Tells why a command stops.
///
/// # Errors
/// If the standard output cannot be written.
pub fn stop(stop: &Stop, screen: &mut Screen, json: bool) -> io::Result<()> {
    match stop {
        Stop::Closed => Ok(()),
        Stop::Cut => match budget::error_in_json().filter(|_| json && screen.is_untouched()) {
            Some(cut) => screen.json(&cut),
            None => Ok(()),
        },
        Stop::Rules(errors) => diagnostics(&errors.diagnostics, &errors.sources, screen, json),
        Stop::Usage(complaint) | Stop::Fault(complaint) => {
            paint_stderr(&complaint_text(complaint, Abilities::of_stderr().colour));
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
    budget::note_told(found);
    if json {
        return screen.json(&to_json(found, sources));
    }
    // What was printed before comes first, should both outputs be one terminal.
    screen.flush()?;
    if !found.is_empty() {
        paint_stderr(&render_all(found, sources, style(Abilities::of_stderr())));
    }
    Ok(())
}

/// How diagnostics look to a reader with these abilities.
pub fn style(abilities: Abilities) -> Style {
    Style { colour: abilities.colour, unicode: abilities.unicode }
}

/// A complaint in the look of other errors; its colours are ours alone.
pub fn complaint_text(complaint: &Complaint, colour: bool) -> String {
    let (bold, plain) = if colour { ("\x1b[1m\x1b[91m", "\x1b[0m") } else { ("", "") };
    let code = complaint.code.map(|code| format!("[{code}]")).unwrap_or_default();
    let words = complaints();
    let pair = |name: &str, text: &str| words.say("pair", &[("a", &name), ("b", &shown(text))]);
    let mut text = pair(&format!("{bold}{}{code}{plain}", words.word("complaint")), &complaint.message);
    for help in &complaint.help {
        text.push_str("\n  ");
        text.push_str(&pair(&words.word("advice"), help));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_a_complaint_are_ours_alone() {
        let complaint = Complaint { message: "no \u{1b}[8mx".into(), help: vec!["\u{1b}[31my".into()], code: None };
        let expected = "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: no \\u{1b}[8mx\n  help: \\u{1b}[31my";
        assert_eq!(complaint_text(&complaint, true), expected);
    }
}
