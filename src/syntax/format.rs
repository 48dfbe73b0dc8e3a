//! The one layout of rule files: the author's lines and comments stay, everything else between the words is ours.
//!
//! Two blanks for every brace, and for what goes on from the line before; one blank between words,
//! two between the statements of one line; never two empty
//! lines, and none at the edges of a block; comments of lines that follow each other begin in one column.

mod lines;
mod spacing;

use crate::{
    diagnostic::{Code, Diagnostic},
    source::{SourceId, Span},
    syntax::{
        lexer::{self, Token},
        parser::{layout, parse, parse_without_places},
    },
};

/// The text in the one layout, or what is wrong with it.
///
/// The result says the same as the text, word for word, and is its own layout.
///
/// # Errors
/// What the parser tells about a text that does not follow the grammar.
///
/// # Examples
/// ```
/// use merel::syntax::format::format;
/// assert_eq!(format("piece  Man( Men ) ,King").unwrap(), "piece Man (Men), King\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let before = parse_without_places(text);
    if !before.diagnostics.is_empty() {
        return Err(parse(SourceId::default(), text).diagnostics);
    }
    let formatted = lines::lay_out(text, &layout(text));
    let after = parse_without_places(&formatted);
    if !after.diagnostics.is_empty() || after.file != before.file || !same_words(text, &formatted) {
        return Err(vec![not_the_same(SourceId::default())]);
    }
    Ok(formatted)
}

/// Whether nothing was lost, comments included.
fn same_words(before: &str, after: &str) -> bool {
    let word = |token: Token<'_>| (token.kind, token.text.trim_end().to_owned());
    lexer::lex(before).map(word).eq(lexer::lex(after).map(word))
}

fn not_the_same(source: SourceId) -> Diagnostic {
    let message = "the layout would change what this file says; the fault is not yours";
    Diagnostic::new(Code::Syntax, message, Span::new(source, 0, 0), "").help("please report it with the file")
}

#[cfg(test)]
mod tests;
