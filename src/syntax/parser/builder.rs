//! Helpers to walk the parser's pairs: every one of them copes with a pair that is not there.

use std::{iter::Peekable, vec::IntoIter};

use super::Rule;
use crate::{
    diagnostic::{Code, Diagnostic},
    source::{SourceId, Span, Spanned},
    syntax::{ast::Name, lexer},
};

/// How deep a tree may be.
pub(super) const MAX_DEPTH: usize = 200;
/// How many mistakes of one file are told.
const MAX_ERRORS: usize = 100;
/// The greatest number that may be written.
pub(super) const MAX_NUMBER: i64 = 1_000_000_000;

/// What a rule matched.
pub(super) type Pair<'a> = pest::iterators::Pair<'a, Rule>;

/// Builds a tree and collects what is wrong with it.
pub(super) struct Builder {
    pub(super) source: SourceId,
    /// Where the words of the text end, in order; none for a tree without places.
    places: Option<Vec<usize>>,
    depth: usize,
    too_deep: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The parts of a pair, without keywords.
pub(super) struct Kids<'a> {
    pairs: Peekable<IntoIter<Pair<'a>>>,
    /// The place of the whole.
    pub(super) span: Span,
}

impl<'a> Kids<'a> {
    /// The rule of the next part.
    pub(super) fn peek(&mut self) -> Option<Rule> {
        self.pairs.peek().map(Pair::as_rule)
    }

    /// The next part if it is of this rule.
    pub(super) fn next_of(&mut self, rule: Rule) -> Option<Pair<'a>> {
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }

    /// Whether the next part is of this rule; it is passed over then.
    pub(super) fn flag(&mut self, rule: Rule) -> bool {
        self.next_of(rule).is_some()
    }
}

impl<'a> Iterator for Kids<'a> {
    type Item = Pair<'a>;

    fn next(&mut self) -> Option<Pair<'a>> {
        self.pairs.next()
    }
}

/// Whether a rule stands for a word of the language: those are declared last in the grammar.
pub(super) fn is_keyword(rule: Rule) -> bool {
    rule >= Rule::kw_a
}

/// The only part of a pair, if it has exactly one.
pub(super) fn only_kid(pair: &Pair<'_>) -> Option<Rule> {
    let mut kids = pair.clone().into_inner().filter(|kid| !is_keyword(kid.as_rule()));
    let first = kids.next()?;
    kids.next().is_none().then_some(first.as_rule())
}

impl Builder {
    pub(super) fn new(source: SourceId, text: &str) -> Self {
        let words = lexer::lex(text).filter(|token| token.kind != lexer::TokenKind::Comment);
        let ends = words.map(|token| token.end()).collect();
        Self { source, places: Some(ends), depth: 0, too_deep: false, diagnostics: Vec::new() }
    }

    /// A builder of trees whose places are all the same.
    pub(super) fn without_places() -> Self {
        Self { places: None, ..Self::new(SourceId::default(), "") }
    }

    /// The place of a pair, without the blanks and comments that the parser read after it.
    pub(super) fn span(&self, pair: &Pair<'_>) -> Span {
        let Some(ends) = &self.places else { return Span::default() };
        let span = pair.as_span();
        let words = ends.partition_point(|&end| end <= span.end());
        let end = words.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or(span.end());
        Span::new(self.source, span.start(), end.max(span.start()))
    }

    pub(super) fn place(&self, start: usize, end: usize) -> Span {
        match self.places {
            Some(_) => Span::new(self.source, start, end),
            None => Span::default(),
        }
    }

    pub(super) fn kids<'a>(&self, pair: Pair<'a>) -> Kids<'a> {
        let span = self.span(&pair);
        let pairs: Vec<_> = pair.into_inner().filter(|kid| !is_keyword(kid.as_rule())).collect();
        Kids { pairs: pairs.into_iter().peekable(), span }
    }

    /// The only part of a pair.
    pub(super) fn inner<'a>(&mut self, pair: Pair<'a>) -> Option<Pair<'a>> {
        let mut kids = self.kids(pair);
        let first = kids.next();
        if first.is_none() {
            self.lost(kids.span);
        }
        first
    }

    /// Whether so much is wrong that more would not help.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_ERRORS
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The parser's pairs are not what the grammar promises: our mistake, but no reason to break off.
    pub(super) fn lost(&mut self, span: Span) {
        let message = "this cannot be read; the fault is not yours";
        self.report(Diagnostic::new(Code::Syntax, message, span, "").help("please report it with the file"));
    }

    /// Goes `levels` down in the tree; says no, once with a reason, when that is too deep.
    pub(super) fn enter(&mut self, levels: usize, span: Span) -> bool {
        if self.depth + levels <= MAX_DEPTH {
            self.depth += levels;
            return true;
        }
        if !self.too_deep {
            self.too_deep = true;
            let message = format!("this nests more than {MAX_DEPTH} levels deep");
            self.report(
                Diagnostic::new(Code::TooDeep, message, span, "").help("give the inner parts names with `define`"),
            );
        }
        false
    }

    /// Comes back from [`enter`](Self::enter).
    pub(super) fn leave(&mut self, levels: usize) {
        self.depth = self.depth.saturating_sub(levels);
    }

    /// What a name, number or text says; a text loses its quotes.
    pub(super) fn word(&self, pair: &Pair<'_>) -> Name {
        let span = self.span(pair);
        let text = match pair.as_rule() {
            Rule::string => pair.as_str().trim_matches('"'),
            _ => pair.as_str().trim_end(),
        };
        Spanned::new(text.to_owned(), span)
    }

    /// The next part as a name, a number as text, or a text.
    pub(super) fn name(&mut self, kids: &mut Kids<'_>) -> Name {
        match kids.next() {
            Some(pair) => self.word(&pair),
            None => {
                self.lost(kids.span);
                Spanned::new(String::new(), kids.span)
            }
        }
    }

    /// All further parts as names.
    pub(super) fn names(&self, kids: Kids<'_>) -> Vec<Name> {
        kids.map(|pair| self.word(&pair)).collect()
    }

    /// The next parts of this rule as names.
    pub(super) fn names_of(&self, rule: Rule, kids: &mut Kids<'_>) -> Vec<Name> {
        std::iter::from_fn(|| kids.next_of(rule)).map(|pair| self.word(&pair)).collect()
    }

    /// The next part as a number.
    pub(super) fn number(&mut self, kids: &mut Kids<'_>) -> Spanned<i64> {
        match kids.next() {
            Some(pair) => self.int(&pair),
            None => {
                self.lost(kids.span);
                Spanned::new(0, kids.span)
            }
        }
    }

    pub(super) fn int(&mut self, pair: &Pair<'_>) -> Spanned<i64> {
        let span = self.span(pair);
        let value = pair.as_str().parse().ok().filter(|&value| value <= MAX_NUMBER);
        if value.is_none() {
            let message = match pair.as_str() {
                digits if digits.len() <= 20 => format!("`{digits}` is greater than the greatest number, {MAX_NUMBER}"),
                _ => format!("this number is greater than the greatest number, {MAX_NUMBER}"),
            };
            self.report(Diagnostic::new(Code::Limit, message, span, ""));
        }
        Spanned::new(value.unwrap_or(MAX_NUMBER), span)
    }
}
