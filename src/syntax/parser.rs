//! The parser: any text becomes a tree and a list of what is wrong with it. It never fails and never panics.
//!
//! The grammar is `grammar/gdl.pest`; nobody but this module knows that.

mod boards;
mod builder;
mod declarations;
mod errors;
pub mod expected;
mod expressions;
mod fields;
mod layout;
pub mod mentions;
mod moves;
mod scenarios;
mod slips;
mod statements;
mod words;

use merel_grammar::{Grammar, Rule};
use pest::{
    Parser as _,
    iterators::{Pair, Pairs},
};

pub(crate) use self::layout::{Layout, layout};
use self::{builder::Builder, errors::Before};
use crate::{
    diagnostic::{Code, Diagnostic},
    source::{SourceId, Span},
    syntax::{
        ast::{File, TestLine},
        lexer, spelling,
    },
};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The longest name, in bytes.
pub const MAX_NAME: usize = 128;
/// The longest text in quotes, in bytes.
pub const MAX_TEXT: usize = 1 << 15;
/// How deep brackets may nest.
pub const MAX_BRACKETS: usize = 64;

/// A tree, as far as there is one, and what is wrong with the text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The declarations that could be read.
    pub file: File,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The stretches that became no declaration because of it, in order.
    pub unread: Vec<Span>,
}

/// Reads a rule file.
pub fn parse(source: SourceId, text: &str) -> Parsed {
    parse_with(Builder::new(source, text), text)
}

/// Reads a rule file to compare its tree with another: every place in it is the same.
pub(crate) fn parse_without_places(text: &str) -> Parsed {
    parse_with(Builder::without_places(), text)
}

fn parse_with(mut builder: Builder, text: &str) -> Parsed {
    let source = builder.source;
    let mut parsed = Parsed { diagnostics: refused(source, text), ..Parsed::default() };
    let whole = Span::new(source, 0, text.len());
    if !parsed.diagnostics.is_empty() {
        parsed.unread.push(whole);
        return parsed;
    }
    match Grammar::parse(Rule::file, text) {
        Ok(pairs) => declarations(&mut builder, text, pairs, &mut parsed),
        Err(error) => {
            parsed.unread.push(whole);
            builder.report(errors::whole(source, text, error));
        }
    }
    parsed.diagnostics = builder.diagnostics;
    if parsed.file.items.is_empty() && parsed.diagnostics.is_empty() {
        parsed.diagnostics.push(empty(source));
    }
    parsed
}

/// Reads the lines that set up a position and those that play from it, as they stand in a scenario.
pub fn parse_situation(source: SourceId, text: &str) -> (Vec<TestLine>, Vec<Diagnostic>) {
    let refused = refused(source, text);
    if !refused.is_empty() {
        return (Vec::new(), refused);
    }
    let mut builder = Builder::new(source, text);
    let mut lines = Vec::new();
    match Grammar::parse(Rule::situation_text, text) {
        Ok(pairs) => lines_of(&mut builder, text, pairs, &mut lines),
        Err(error) => builder.report(errors::whole(source, text, error)),
    }
    (lines, builder.diagnostics)
}

/// Whether a text is a name that may be given.
pub fn is_name(text: &str) -> bool {
    let read = Grammar::parse(Rule::name, text).ok().and_then(|mut pairs| pairs.next());
    text.len() <= MAX_NAME && read.is_some_and(|pair| pair.as_str() == text)
}

/// The words that begin declarations.
pub fn words_of_declarations() -> impl Iterator<Item = &'static str> {
    words::DECLARATIONS.iter().copied()
}

fn lines_of(builder: &mut Builder, text: &str, pairs: Pairs<'_, Rule>, lines: &mut Vec<TestLine>) {
    let is_line = |pair: &Pair<'_, Rule>| matches!(pair.as_rule(), Rule::situation | Rule::play);
    for pair in pairs.flat_map(|all| all.into_inner()).filter(is_line) {
        match errors::gap(&pair) {
            Some(at) => errors::report_gap(builder, text, &pair, at),
            None => lines.extend(builder.line(pair)),
        }
    }
}

/// Builds what could be read, and tells what is wrong with the rest.
fn declarations(builder: &mut Builder, text: &str, pairs: Pairs<'_, Rule>, parsed: &mut Parsed) {
    let mut before = None;
    for pair in pairs.flat_map(|file| file.into_inner()) {
        let start = pair.as_span().start();
        let whole = Span::new(builder.source, start, start + pair.as_str().trim_end().len());
        match pair.as_rule() {
            _ if builder.is_full() => return parsed.unread.push(whole),
            Rule::junk => {
                errors::report_junk(builder, text, &pair, before.as_ref());
                parsed.unread.push(whole);
                before = Some(Before { start, faulty: true });
            }
            Rule::item => {
                let gap = errors::gap(&pair);
                before = Some(Before { start, faulty: gap.is_some() });
                match gap {
                    Some(at) => {
                        parsed.unread.push(whole);
                        errors::report_gap(builder, text, &pair, at);
                    }
                    None => builder.items(pair, &mut parsed.file.items),
                }
            }
            _ => {}
        }
    }
}

fn empty(source: SourceId) -> Diagnostic {
    let place = Span::new(source, 0, 0);
    Diagnostic::new(Code::Empty, "this file declares nothing", place, "")
        .help("begin with `language 1` and `game \"…\"`")
}

/// Why a text is not read at all; nothing if it is.
fn refused(source: SourceId, text: &str) -> Vec<Diagnostic> {
    match check_limits(source, text) {
        Err(diagnostic) => vec![*diagnostic],
        Ok(()) => spelling::decomposed(source, text),
    }
}

/// Refuses what would take the parser too long.
fn check_limits(source: SourceId, text: &str) -> Result<(), Box<Diagnostic>> {
    if text.len() > MAX_BYTES {
        let message = format!("this file has {} bytes, more than the limit of {MAX_BYTES}", text.len());
        return Err(Box::new(Diagnostic::new(Code::TooLong, message, Span::new(source, 0, 0), "")));
    }
    if let Some(unseen) = spelling::unseen(source, text).or_else(|| spelling::unseen_in_names(source, text)) {
        return Err(Box::new(unseen));
    }
    let mut depth = 0usize;
    for token in lexer::lex(text) {
        let place = Span::new(source, token.start, token.end());
        match (token.kind, token.text) {
            (lexer::TokenKind::Word, name) if name.len() > MAX_NAME => {
                let message = format!("a name has {} bytes, more than the limit of {MAX_NAME}", name.len());
                return Err(Box::new(Diagnostic::new(Code::Limit, message, place, "too long")));
            }
            (lexer::TokenKind::Text, quoted) if quoted.len() > MAX_TEXT => {
                let message = format!("a text has {} bytes, more than the limit of {MAX_TEXT}", quoted.len());
                return Err(Box::new(Diagnostic::new(Code::Limit, message, place, "too long")));
            }
            (lexer::TokenKind::Mark, "(" | "[" | "{") => depth += 1,
            (lexer::TokenKind::Mark, ")" | "]" | "}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_BRACKETS {
            let message = format!("brackets nest more than {MAX_BRACKETS} levels deep");
            return Err(Box::new(Diagnostic::new(Code::TooDeep, message, place, "one too many")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
