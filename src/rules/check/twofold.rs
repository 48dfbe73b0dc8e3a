//! Texts that two careful readers take in two ways: refused, with both readings written out.
//!
//! The grammar gives every text one tree. Here the trees are tried that the same text would have with brackets
//! elsewhere: where one of them makes sense as well, nothing but the order in which words bind would decide, and
//! nobody can guess that. Where only the other one makes sense, it is offered.

mod instead;
mod parts;
mod readings;
mod tails;

pub(super) use tails::Level;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

use super::super::types::{Domain, Type};
use super::Checker;

/// Another way to read a text.
pub(super) struct Reading {
    /// The tree that it has then.
    tree: ast::Expr,
    /// What the text is taken for, with brackets; none if the text is not at hand.
    as_it_is: Option<String>,
    /// This reading with brackets.
    otherwise: Option<String>,
    /// The words that bind first as it is, and first otherwise.
    words: [String; 2],
    when: When,
}

/// When a reading counts.
enum When {
    /// If it makes sense.
    Always,
    /// If it makes sense, and the text as it is says no truth.
    NoTruth,
    /// Only if the text makes no sense as it is.
    Instead,
}

impl Checker<'_> {
    /// Refuses an expression with two readings, and one that only makes sense read otherwise.
    pub(super) fn refuses(&mut self, ast: &ast::Expr, want: Option<Domain>) -> bool {
        if self.trying || self.begins_a_chain(ast) {
            return false;
        }
        let readings = self.readings(ast);
        if readings.is_empty() {
            return false;
        }
        let own = self.tried(ast, want);
        for reading in readings {
            let counts = match (own, &reading.when) {
                (None, _) | (_, When::Always) => true,
                (Some(own), When::NoTruth) => own != Type::Truth,
                (Some(_), When::Instead) => false,
            };
            if counts && self.tried(&reading.tree, want).is_some() {
                self.report(told(ast.span, reading, own.is_some()));
                return true;
            }
        }
        false
    }

    /// Refuses `10 moves without taking or a` where `a` is a move and a condition as well; whether it is so.
    pub(super) fn move_or_condition(&mut self, moves: &[ast::Name], span: Span) -> bool {
        let mut twofold: Vec<(&ast::Name, String)> = Vec::new();
        for name in moves {
            let before = self.text_of(Span { end: name.span.start, ..span }).unwrap_or_default();
            let condition = ast::Expr::new(ast::ExprKind::Name(name.value.clone()), name.span);
            if let Some(before) = before.trim_end().strip_suffix("or")
                && self.is_declared(&name.value)
                && self.tried(&condition, None) == Some(Type::Truth)
            {
                twofold.push((name, before.trim_end().to_string()));
            }
        }
        let Some((name, before)) = twofold.first() else { return false };
        let is_move = self.move_names.contains(&name.value);
        let message = format!("`{}` is a move and a condition, and both could be meant here", name.value);
        let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, name.span, "which of them?");
        let behind = Span { start: name.span.end, ..span };
        let rest = self.text_of(behind).unwrap_or_default();
        diagnostic = match before.split_once("without") {
            Some(_) if !is_move => {
                let message = format!("behind `without` stand moves, and `{}` is none", name.value);
                let told = Diagnostic::new(Code::WrongType, message, name.span, "a condition");
                told.suggest("the condition", span, format!("({before}) or {}{rest}", name.value))
            }
            Some((head, others)) if twofold.len() == 1 => diagnostic
                .suggest_choice("the move", span, format!("{head}without {} or {}{rest}", name.value, others.trim()))
                .suggest_choice("the condition", span, format!("({before}) or {}{rest}", name.value)),
            _ => diagnostic.help("give the moves or the conditions other names"),
        };
        self.report(diagnostic);
        true
    }

    /// Whether the expression begins a chain of one level that was looked at as a whole.
    fn begins_a_chain(&mut self, ast: &ast::Expr) -> bool {
        let Some(level) = tails::level_of(ast) else { return false };
        let begun = self.chain.is_some_and(|(whole, at)| {
            at == level && whole.source == ast.span.source && whole.start == ast.span.start && whole.end > ast.span.end
        });
        if !begun {
            self.chain = Some((ast.span, level));
        }
        begun
    }

    /// The type of an expression if it makes sense; nothing is reported, and nothing stays of it.
    pub(super) fn tried(&mut self, ast: &ast::Expr, want: Option<Domain>) -> Option<Type> {
        let before = (self.functions.len(), self.instances.len(), self.counters.len(), self.diagnostics.len());
        let (work, temporaries, facts) = (self.work, self.n_temporary, self.facts.len());
        let asks = (self.asks_repetition, self.asks_unmoved, self.asks_count);
        let trying = std::mem::replace(&mut self.trying, true);
        let expr = self.expr(ast, want);
        self.trying = trying;
        let sound = self.diagnostics.len() == before.3;
        self.functions.truncate(before.0);
        self.weights.truncate(before.0);
        self.instances.truncate(before.1);
        self.counters.truncate(before.2);
        self.diagnostics.truncate(before.3);
        (self.work, self.n_temporary) = (work, temporaries);
        self.facts.truncate(facts);
        (self.asks_repetition, self.asks_unmoved, self.asks_count) = asks;
        (sound && expr.ty != Type::Unknown).then_some(expr.ty)
    }

    /// The text of a place with more put in, each at its offset in the file.
    fn with_more(&self, span: Span, mut more: Vec<(u32, String)>) -> Option<String> {
        let text = &self.texts.files().get(usize::from(span.source.0))?.text;
        let mut written = String::new();
        let mut done = span.start;
        more.sort_by_key(|(at, _)| *at);
        for (at, words) in more {
            written.push_str(text.get(done as usize..at as usize)?);
            written.push_str(&words);
            done = at;
        }
        written.push_str(text.get(done as usize..span.end as usize)?);
        Some(written).filter(|written| !written.is_empty())
    }

    /// The text of a place with brackets around some of its parts.
    fn bracketed(&self, span: Span, parts: &[Span]) -> Option<String> {
        let both = |part: &Span| [(part.start, "(".to_string()), (part.end, ")".to_string())];
        self.with_more(span, parts.iter().flat_map(both).collect())
    }

    /// The text of an expression as one operand among others: in brackets if it ends with one that no bracket closes.
    pub(super) fn as_operand(&self, ast: &ast::Expr) -> Option<String> {
        match tails::tail(ast) {
            Some(_) => self.bracketed(ast.span, &[ast.span]),
            None => self.text_of(ast.span),
        }
    }

    /// Whether the text goes on with a word behind a place.
    pub(super) fn goes_on(&self, span: Span, word: &str) -> bool {
        let file = self.texts.files().get(usize::from(span.source.0));
        let behind = file.and_then(|file| file.text.get(span.end as usize..)?.split_whitespace().next());
        behind == Some(word)
    }

    /// The text of a place.
    pub(super) fn text_of(&self, span: Span) -> Option<String> {
        self.with_more(span, Vec::new())
    }
}

fn told(span: Span, reading: Reading, sound: bool) -> Diagnostic {
    let [first, second] = &reading.words;
    if !sound {
        let message = format!("{first} comes before {second} here, and that makes no sense");
        let diagnostic = Diagnostic::new(Code::WrongType, message, span, "read from the inside");
        return match reading.otherwise {
            Some(text) => diagnostic.suggest("say it the other way", span, text),
            None => diagnostic.help("put brackets around what belongs together"),
        };
    }
    let message = match first == second {
        true => format!("{first} after {second} can be read in two ways"),
        false => format!("{first} and {second} without brackets can be read in two ways"),
    };
    let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "what belongs together?");
    let titles = match first == second {
        true => ["read from the left".to_string(), "read from the right".to_string()],
        false => [format!("first {first}, then {second}"), format!("first {second}, then {first}")],
    };
    match (reading.as_it_is, reading.otherwise) {
        (Some(as_it_is), Some(otherwise)) => {
            for (title, text) in titles.into_iter().zip([as_it_is, otherwise]) {
                diagnostic = diagnostic.suggest_choice(title, span, text);
            }
            diagnostic
        }
        _ => diagnostic.help("put brackets around what belongs together"),
    }
}
