//! How far a scenario has come at a place of its text.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::reference::{Position, Reference};
use crate::rules::Module;
use crate::rules::check::Setting;
use crate::syntax::ast::{Name, TestItem, TestLine, TestLineKind};

use super::{Failure, Running};

/// A position in a scenario.
#[derive(Debug)]
pub struct Reached {
    /// The game.
    pub game: Reference,
    /// What stands.
    pub position: Position,
    /// The line or move before the place that does not hold, if there is one: what stands there is shown.
    pub failure: Option<Failure>,
}

/// What stands in a scenario at a place of its file, an offset in bytes: all lines and moves that begin before it are done.
///
/// Counts (`perft`) are not counted again, and conditions not asked.
///
/// # Errors
/// With all that is wrong in the rules or the scenario.
pub fn reached(module: &Module, test: &TestItem, offset: usize) -> Result<Reached, Vec<Diagnostic>> {
    let Setting { rules, lines } = module.setting(&module.choices_of(test), &test.lines)?;
    let game = Reference::new(Arc::new(rules));
    let start = game.initial();
    let mut running = Running::new(module, game, start);
    let mut failure = None;
    for (written, line) in test.lines.iter().zip(lines) {
        let leads_on = matches!(written.value, TestLineKind::Situation(_) | TestLineKind::Play(_));
        if !leads_on || written.span.start as usize >= offset {
            continue;
        }
        if let Err(failed) = running.line(&before(written, offset), line) {
            failure = Some(failed);
            break;
        }
    }
    Ok(Reached { game: running.game, position: running.position, failure })
}

/// The line without the moves that begin at the place or behind it.
fn before(written: &TestLine, offset: usize) -> TestLine {
    let TestLineKind::Play(texts) = &written.value else { return written.clone() };
    let begun = texts.iter().filter(|text| (text.span.start as usize) < offset).map(|text| {
        // The text begins behind its quote.
        let seen = offset.saturating_sub(text.span.start as usize + 1);
        let end = super::words(std::slice::from_ref(text))
            .filter(|(_, span)| (span.start as usize) < offset)
            .last()
            .map_or(0, |(_, span)| span.end as usize - text.span.start as usize - 1);
        let cut = if seen >= text.value.len() { text.value.len() } else { end };
        Name::new(text.value.get(..cut).unwrap_or(&text.value).to_owned(), text.span)
    });
    TestLine::new(TestLineKind::Play(begun.collect()), written.span)
}
