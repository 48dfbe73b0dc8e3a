//! What the parser tells, and what it builds.

use super::*;

mod errors;
mod hostile;
mod trees;

fn parsed(text: &str) -> Parsed {
    parse(SourceId::default(), text)
}

/// The declarations of a text without mistakes.
fn items(text: &str) -> Vec<crate::syntax::ast::ItemKind> {
    let parsed = parsed(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.file.items.into_iter().map(|item| item.kind).collect()
}
