//! Why a condition holds or not: which half of it, and what stands on both sides of a comparison.

use crate::reference::{Moment, Reference};
use crate::rules::model::{Comparison, Expr, ExprKind};
use crate::source::{SourceMap, Span};

/// The part of a condition that does not hold, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part.
    pub span: Span,
    /// What is the case instead.
    pub message: String,
}

/// Finds out why conditions hold or not in a moment.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The game.
    pub game: &'a Reference,
    /// When it is asked.
    pub moment: &'a Moment,
    /// What is quoted.
    pub texts: &'a SourceMap,
}

impl Asked<'_> {
    /// Why a condition that does not hold does not. `line` is where it was written.
    ///
    /// # Examples
    /// `expect count of my Men is 9 and some enemy Men`: "the first half does not hold: `count of my Men` is 8, not 9".
    pub fn why(&self, condition: &Expr, line: Span) -> Fault {
        let mut parts = Vec::new();
        flatten(condition, &mut parts);
        let at = parts.iter().position(|part| !self.holds(part)).unwrap_or(0);
        let within = |span: &Span| span.source == line.source && span.start >= line.start && span.end <= line.end;
        let span = Some(parts[at].span).filter(within).unwrap_or(line);
        let told = self.told(parts[at], true);
        let message = match (parts.len(), at) {
            (1, _) => told,
            (2, 0) => format!("the first half does not hold: {told}"),
            (2, _) => format!("the second half does not hold: {told}"),
            (n, at) => format!("part {} of {n} does not hold: {told}", at + 1),
        };
        Fault { span, message }
    }

    /// Why a condition that holds does: the values of what it asks.
    pub fn values(&self, condition: &Expr) -> String {
        self.told(condition, false)
    }

    fn holds(&self, condition: &Expr) -> bool {
        self.game.holds_then(self.moment, condition)
    }

    /// What is the case instead of a condition (`wanted`), or of its opposite.
    fn told(&self, condition: &Expr, wanted: bool) -> String {
        match &condition.kind {
            ExprKind::Not(inner) => self.told(inner, !wanted),
            ExprKind::Or(one, other) if wanted => {
                format!("neither half holds: {}; and {}", self.told(one, true), self.told(other, true))
            }
            ExprKind::And(one, other) if !wanted => {
                format!("{}; and {}", self.told(one, false), self.told(other, false))
            }
            ExprKind::Or(one, other) if !wanted => self.told(if self.holds(one) { one } else { other }, false),
            ExprKind::Constant(_) if wanted => {
                format!("{} never holds with the options that were chosen", self.quoted(condition))
            }
            ExprKind::Repeated(_, times, None) if wanted => format!("the position does not stand {times} times"),
            ExprKind::Repeated(_, times, None) => format!("the position stands {times} times"),
            ExprKind::Without(counter, most) => {
                let verb = if wanted { "does not hold" } else { "holds" };
                let count = self.game.counted_then(self.moment, *counter).max(0);
                format!("{} {verb}: there were {count} of {most}", self.quoted(condition))
            }
            ExprKind::Same(one, other) | ExprKind::Compare(_, one, other) => {
                let both = self.both(one, other);
                let misses = match (&condition.kind, &other.kind) {
                    _ if !wanted => String::new(),
                    (ExprKind::Same(..), ExprKind::Constant(_)) => format!(", not {}", self.value(other)),
                    (ExprKind::Compare(how, ..), ExprKind::Constant(_)) => {
                        format!(", not {} {}", in_words(*how), self.value(other))
                    }
                    _ => String::new(),
                };
                both + &misses
            }
            ExprKind::Contains(one, other) => self.both(one, other),
            ExprKind::Some(set) => self.is(set),
            _ if wanted => format!("{} does not hold", self.quoted(condition)),
            _ => format!("{} holds", self.quoted(condition)),
        }
    }

    /// Both sides of a comparison, but for what is written as it is.
    fn both(&self, one: &Expr, other: &Expr) -> String {
        let is_plain = |expr: &Expr| self.quoted(expr) == format!("`{}`", self.value(expr));
        match (is_plain(one), is_plain(other)) {
            (true, false) => self.is(other),
            (false, true) => self.is(one),
            _ => format!("{}, and {}", self.is(one), self.is(other)),
        }
    }

    fn value(&self, expr: &Expr) -> String {
        self.game.value_then(self.moment, expr)
    }

    /// The text of an expression and its value.
    fn is(&self, expr: &Expr) -> String {
        format!("{} is {}", self.quoted(expr), self.value(expr))
    }

    fn quoted(&self, expr: &Expr) -> String {
        format!("`{}`", self.texts.quoted(expr.span))
    }
}

/// The conditions that `and` joins.
fn flatten<'a>(condition: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match &condition.kind {
        ExprKind::And(one, other) => {
            flatten(one, parts);
            flatten(other, parts);
        }
        _ => parts.push(condition),
    }
}

fn in_words(how: Comparison) -> &'static str {
    match how {
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::AtLeast => "at least",
        Comparison::More => "more than",
    }
}
