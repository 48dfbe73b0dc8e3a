//! Positions given as text: the lines of a scenario without the scenario, or one line in the form of the file.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Game, Start};
use crate::reference::{Position, Reference, Unlawful};
use crate::rules::check::Setting;
use crate::rules::{Choices, Module};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{ItemKind, Name, Situation, TestLine, TestLineKind};
use crate::syntax::parser;

use super::{Failure, Running, words};

/// The position that a text tells, and the game.
///
/// # Errors
/// With all that is wrong in the text or the rules.
pub fn position(
    module: &Module,
    choices: &Choices,
    source: SourceId,
    text: &str,
) -> Result<(Reference, Position), Vec<Diagnostic>> {
    read(module, choices, source, text).map(|(running, _)| (running.game, running.position))
}

/// The position that a text tells as plain data, and the game.
///
/// # Errors
/// With all that is wrong in the text or the rules.
pub fn start(
    module: &Module,
    choices: &Choices,
    source: SourceId,
    text: &str,
) -> Result<(Reference, Start), Vec<Diagnostic>> {
    read(module, choices, source, text).map(|(running, start)| (running.game, start))
}

fn read(module: &Module, choices: &Choices, source: SourceId, text: &str) -> Result<(Running, Start), Vec<Diagnostic>> {
    let has_format = module.items.iter().any(|item| matches!(item.kind, ItemKind::PositionFormat { .. }));
    let written = lines_of(source, text, has_format)?;
    let Setting { rules, lines } = module.setting(choices, &written)?;
    let game = Reference::new(Arc::new(rules));
    let is_set_up = |line: &TestLine| matches!(line.value, TestLineKind::Situation(_));
    let mut start = Start { arrangement: None, taken: Vec::new() };
    let mut running = match written.iter().any(is_set_up) {
        // With no line that says otherwise play begins with the first decision of all.
        false => {
            let position = game.initial();
            Running::new(module, game, position)
        }
        true => {
            let arrangement = game.arranged(&lines);
            let position = game.begun_from(&arrangement);
            start.arrangement = Some(arrangement);
            Running::new(module, game, position)
        }
    };
    if let Some(unlawful) = running.game.unlawful(&running.position).filter(|_| start.arrangement.is_some()) {
        return Err(vec![complaint(unlawful, drawn(&written))]);
    }
    for line in &written {
        match &line.value {
            TestLineKind::Play(texts) => {
                for (text, span) in words(texts) {
                    let option = running.play(text, span).map_err(|failure| vec![not_played(failure)])?;
                    start.taken.push(option);
                }
            }
            _ if !start.taken.is_empty() => {
                let message = "this line sets the position up, and stands behind `play`";
                let diagnostic = Diagnostic::new(Code::BadPosition, message, line.span, "");
                return Err(vec![diagnostic.help("write what is played last")]);
            }
            _ => {}
        }
    }
    Ok((running, start))
}

/// The lines of a text. Where the game has a format, a text that does not begin with the word of a line is a position
/// in one line.
fn lines_of(source: SourceId, text: &str, has_format: bool) -> Result<Vec<TestLine>, Vec<Diagnostic>> {
    if has_format && is_one_line(text) {
        let whole = Span::new(source, 0, text.len());
        let written = Situation::Written(Name::new(text.to_string(), whole));
        return Ok(vec![TestLine::new(TestLineKind::Situation(written), whole)]);
    }
    let (lines, diagnostics) = parser::parse_situation(source, text);
    if diagnostics.is_empty() { Ok(lines) } else { Err(diagnostics) }
}

/// Whether a text has fields, not lines.
fn is_one_line(text: &str) -> bool {
    const BEGIN: [&str; 11] =
        ["position", "phase", "turns", "rounds", "put", "remove", "give", "set", "paint", "moved", "play"];
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let begins_line = BEGIN.contains(&first) || first.starts_with("//");
    let second = words.next().unwrap_or_default();
    !begins_line && !first.is_empty() && !["to", "is", "or", "moves", "turns"].contains(&second)
}

/// The line that says where the pieces stand, or else the first.
pub(super) fn drawn(lines: &[TestLine]) -> Span {
    let is_drawn =
        |line: &&TestLine| matches!(line.value, TestLineKind::Situation(Situation::Drawn(_) | Situation::Written(_)));
    lines.iter().find(is_drawn).or(lines.first()).map(|line| line.span).unwrap_or_default()
}

fn complaint(unlawful: Unlawful, place: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::BadPosition, unlawful.message, place, "");
    match unlawful.law {
        Some(law) => diagnostic.label(law, "the law"),
        None => diagnostic,
    }
}

fn not_played(failure: Failure) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::BadPosition, failure.message, failure.span, "");
    failure.help.into_iter().fold(diagnostic, Diagnostic::help)
}
