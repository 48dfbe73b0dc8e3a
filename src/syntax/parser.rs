//! The parser: any text becomes a tree and a list of what is wrong with it. It never fails and never panics.
//!
//! The grammar is `grammar/gdl.pest`; nobody but this module knows that.

mod builder;
mod declarations;
mod errors;
mod expressions;
mod moves;
mod scenarios;
mod statements;

use pest::Parser as _;

use self::builder::Builder;
use crate::{
    diagnostic::{Code, Diagnostic},
    source::{SourceId, Span, Spanned},
    syntax::{
        ast::{File, Situation},
        tokens,
    },
};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// How deep brackets may nest.
pub const MAX_BRACKETS: usize = 64;

mod grammar {
    #![allow(missing_docs, reason = "generated")]
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "../grammar/gdl.pest"]
    pub(super) struct Grammar;
}
use grammar::{Grammar, Rule};

/// A tree, as far as there is one, and what is wrong with the text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The declarations that could be read.
    pub file: File,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a rule file.
pub fn parse(source: SourceId, text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    if let Err(diagnostic) = check_limits(source, text) {
        parsed.diagnostics.push(*diagnostic);
        return parsed;
    }
    let mut builder = Builder::new(source, text);
    match Grammar::parse(Rule::file, text) {
        Ok(pairs) => {
            for pair in pairs.flat_map(|file| file.into_inner()) {
                match pair.as_rule() {
                    Rule::item => builder.items(pair, &mut parsed.file.items),
                    Rule::junk => errors::junk(&mut builder, &pair),
                    _ => {}
                }
            }
        }
        Err(error) => builder.report(errors::syntax(source, text, 0, &error)),
    }
    parsed.diagnostics = builder.diagnostics;
    if parsed.file.items.is_empty() && parsed.diagnostics.is_empty() {
        parsed.diagnostics.push(empty(source));
    }
    parsed
}

/// Reads the lines that set up a position, as they stand in a scenario.
pub fn parse_situation(source: SourceId, text: &str) -> (Vec<Spanned<Situation>>, Vec<Diagnostic>) {
    if let Err(diagnostic) = check_limits(source, text) {
        return (Vec::new(), vec![*diagnostic]);
    }
    let mut builder = Builder::new(source, text);
    let mut situations = Vec::new();
    match Grammar::parse(Rule::situation_text, text) {
        Ok(pairs) => {
            let lines = pairs.flat_map(|all| all.into_inner()).filter(|pair| pair.as_rule() == Rule::situation);
            for pair in lines {
                situations.extend(builder.situation(pair));
            }
        }
        Err(error) => builder.report(errors::syntax(source, text, 0, &error)),
    }
    (situations, builder.diagnostics)
}

fn empty(source: SourceId) -> Diagnostic {
    let place = Span::new(source, 0, 0);
    Diagnostic::new(Code::Empty, "this file declares nothing", place, "")
        .help("begin with `language 1` and `game \"…\"`")
}

/// Refuses what would take the parser too long.
fn check_limits(source: SourceId, text: &str) -> Result<(), Box<Diagnostic>> {
    if text.len() > MAX_BYTES {
        let message = format!("this file has {} bytes, more than the limit of {MAX_BYTES}", text.len());
        return Err(Box::new(Diagnostic::new(Code::TooLong, message, Span::new(source, 0, 0), "")));
    }
    let mut depth = 0usize;
    for token in tokens::lex(text).filter(|token| token.kind == tokens::TokenKind::Mark) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_BRACKETS {
            let message = format!("brackets nest more than {MAX_BRACKETS} levels deep");
            let place = Span::new(source, token.start, token.end());
            return Err(Box::new(Diagnostic::new(Code::TooDeep, message, place, "one too many")));
        }
    }
    Ok(())
}
