//! Quick fixes from the patches of diagnostics, and the one format.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, TextEdit, WorkspaceEdit};
use serde_json::Value;

use super::checked::{Checked, OWN};
use super::documents::Document;
use super::questions::question_at;
use super::{Refused, Service, read, written};
use crate::diagnostic::{Certainty, Suggestion};
use crate::syntax::format::format;

/// The edits that bring a text into the one format; nothing for a text that cannot be read.
pub fn formatted(document: &Document, _: &Checked) -> Option<Vec<TextEdit>> {
    let new = format(&document.text).ok()?;
    if *new == *document.text {
        return Some(Vec::new());
    }
    Some(vec![TextEdit::new(document.range(0, document.text.len()), new)])
}

impl Service {
    /// The patches of what is wrong in a stretch, and the question about the move of a scenario that stands there.
    pub(super) fn actions(&mut self, params: Value) -> Result<Value, Refused> {
        let CodeActionParams { text_document, range, .. } = read(params)?;
        let (document, checked) = self.seen(&text_document.uri)?;
        let (start, end) = (document.offset(range.start), document.offset(range.end));
        let mut actions = Vec::new();
        for diagnostic in &checked.found {
            let place = diagnostic.primary.span;
            let meets = place.source == OWN && place.start as usize <= end && start <= place.end as usize;
            let patches = diagnostic.suggestions.iter().filter(|patch| meets && patch.span.source == OWN);
            for patch in patches {
                actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                    title: title(patch),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![checked.told(document, diagnostic)]),
                    edit: Some(edit(document, patch)),
                    is_preferred: Some(patch.certainty == Certainty::Safe),
                    ..CodeAction::default()
                }));
            }
        }
        let question = if checked.is_spent() { None } else { question_at(document, checked, start) };
        actions.extend(question.map(CodeActionOrCommand::Command));
        written(actions)
    }
}

fn title(patch: &Suggestion) -> String {
    match (patch.replacement.trim(), patch.message.as_str()) {
        ("", message) => message.to_owned(),
        (new, message) if message.contains(new) => message.to_owned(),
        (new, message) => format!("{message}: `{new}`"),
    }
}

fn edit(document: &Document, patch: &Suggestion) -> WorkspaceEdit {
    let place = document.range(patch.span.start as usize, patch.span.end as usize);
    let edit = TextEdit::new(place, patch.replacement.clone());
    #[allow(clippy::mutable_key_type, reason = "the protocol's own type; an address is never changed")]
    let changes = HashMap::from([(document.uri.clone(), vec![edit])]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
