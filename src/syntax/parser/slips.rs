//! What people bring along from other languages, told in the words of this one.
//!
//! A slip is looked for where the text cannot be read on. What is certain has a patch that a program may apply.

use super::Rule;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::lexer::{self, Token, TokenKind};

mod brackets;
mod halves;
mod joints;
mod marks;
mod phrases;

/// A place where the text cannot be read on, with what stands around it.
pub(super) struct Place<'a> {
    source: SourceId,
    text: &'a str,
    /// Where the first word begins that cannot be read.
    at: usize,
    /// The words of the declaration before it.
    before: Vec<Token<'a>>,
    token: Token<'a>,
    expected: &'a [Rule],
}

/// What is told about a known slip at `at` in the declaration that begins at `start`.
pub(super) fn slip(
    source: SourceId,
    text: &str,
    (start, at): (usize, usize),
    token: Token<'_>,
    expected: &[Rule],
) -> Option<Diagnostic> {
    let place = Place { source, text, at, before: tokens(text, start, at), token, expected };
    place.mark().or_else(|| place.phrase())
}

/// The words of a stretch, with their places in the whole text.
fn tokens(text: &str, start: usize, end: usize) -> Vec<Token<'_>> {
    let stretch = text.get(start..end).unwrap_or("");
    let here = |token: &Token<'_>| token.kind != TokenKind::Comment;
    lexer::lex(stretch).filter(here).map(|token| Token { start: start + token.start, ..token }).collect()
}

impl<'a> Place<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The words behind a place, up to the end of its line.
    fn behind(&self, at: usize) -> Vec<Token<'a>> {
        tokens(self.text, at, self.line_end(at))
    }

    /// Where the first word ends that cannot be read.
    fn end(&self) -> usize {
        self.at + self.token.text.len()
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or("");
        at + rest.find('\n').unwrap_or(rest.len())
    }

    /// The word before, counted backwards.
    fn previous(&self, back: usize) -> Option<&Token<'a>> {
        self.before.iter().nth_back(back)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Whether the word before ends an operand, so that only an operator could go on with it.
    fn after_operand(&self) -> bool {
        self.previous(0).is_some_and(|token| match token.kind {
            TokenKind::Number => true,
            TokenKind::Word => !words::RESERVED.contains(&token.text),
            _ => matches!(token.text, ")" | "]"),
        })
    }

    /// Whether nothing but blanks stands before it in its line.
    fn begins_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("").trim().is_empty()
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end)
    }

    fn told(&self, message: impl Into<String>, start: usize, end: usize) -> Diagnostic {
        Diagnostic::new(Code::Syntax, message, self.span(start, end), "")
    }

    /// "`>` is written `more than`", with the patch.
    fn written(&self, start: usize, end: usize, ours: &str) -> Diagnostic {
        let theirs = self.text.get(start..end).unwrap_or("").trim();
        let diagnostic = self.told(format!("`{theirs}` is written `{ours}`"), start, end);
        diagnostic.suggest_safe("in the words of this language", self.span(start, end), self.padded(start, end, ours))
    }

    /// Words in the place of `start..end`, parted from what stands around.
    fn padded(&self, start: usize, end: usize, words: &str) -> String {
        let blank =
            |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | ';'));
        let before = if blank(self.text.get(..start).and_then(|text| text.chars().next_back())) { "" } else { " " };
        let behind = if blank(self.text.get(end..).and_then(|text| text.chars().next())) { "" } else { " " };
        format!("{before}{words}{behind}")
    }
}
