//! What is wrong with a text that does not follow the grammar, in plain words.

use pest::{
    Parser as _,
    error::{Error, ErrorVariant, InputLocation},
};

use super::builder::{Builder, Pair};
use super::{Grammar, Rule};
use crate::{
    diagnostic::{Code, Diagnostic},
    source::{SourceId, Span},
    syntax::tokens,
};

/// Says what is wrong in a stretch that follows no rule.
pub(super) fn junk(builder: &mut Builder, pair: &Pair<'_>) {
    let start = pair.as_span().start();
    let place = builder.place(start, start);
    if let Err(error) = Grammar::parse(Rule::one_item, pair.as_str()) {
        builder.report(syntax(place.source, pair.as_str(), start, &error));
    } else {
        builder.lost(place);
    }
}

/// The diagnostic for an error in `text`, which begins at `base` in its file.
pub(super) fn syntax(source: SourceId, text: &str, base: usize, error: &Error<Rule>) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = text.get(at..).unwrap_or("");
    let found = tokens::lex(rest).next();
    let (what, len) = match found {
        Some(token) => (format!("`{}`", token.text), token.end()),
        None => ("the end of the file".to_owned(), 0),
    };
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => format!("{positives:?}"),
        ErrorVariant::CustomError { message } => message.clone(),
    };
    let message = format!("expected {expected}, found {what}");
    Diagnostic::new(Code::Syntax, message, Span::new(source, base + at, base + at + len), "")
}
