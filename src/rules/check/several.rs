//! Sentences of which English does not say whether one or several are meant.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

use super::super::types::{Domain, Type};
use super::{Checker, Expr, ExprKind};

impl Checker<'_> {
    /// `x is s`: English asks whether x is one of s, and the first of s would be taken.
    pub(super) fn is_one_of(&mut self, [left, right]: [&ast::Expr; 2], [one, set]: [&Expr; 2], is_not: bool) -> bool {
        if !matches!((one.ty, set.ty), (Type::One(a), Type::Set(b)) if a == b) || self.most_members(set) <= 1 {
            return false;
        }
        let [within, same] = if is_not { ["not in", "is not"] } else { ["in", "is"] };
        let (message, span) = (format!("`{same}` compares one with several here"), left.span.to(right.span));
        let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "with which of them?");
        if let Some((left, right)) = self.as_named(left).zip(self.as_named(right)) {
            diagnostic = diagnostic
                .suggest_choice("any of them", span, format!("{left} {within} {right}"))
                .suggest_choice("the first of them", span, format!("{left} {same} first of {right}"));
        }
        self.report(diagnostic);
        true
    }

    /// `s is empty`: what is so, s as a whole, each of its members or one of them?
    pub(super) fn is_adjective(
        &mut self,
        [left, right]: [&ast::Expr; 2],
        [set, all]: [&Expr; 2],
        is_not: bool,
    ) -> bool {
        let is_so = matches!(
            all.kind,
            ExprKind::Empty | ExprKind::Unmoved | ExprKind::Attacked(..) | ExprKind::Surrounded | ExprKind::WhereYes(_)
        );
        if !is_so || set.ty != all.ty {
            return false;
        }
        let [each, none] = if is_not { ["in", "not in"] } else { ["not in", "in"] };
        let (message, span) = ("`is` compares two sets as wholes here", left.span.to(right.span));
        let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "which of them?");
        if let Some((left, right)) = self.as_named(left).zip(self.as_named(right)) {
            diagnostic = diagnostic
                .suggest_choice("all of them", span, format!("no {left} {each} {right}"))
                .suggest_choice("some of them", span, format!("some {left} {none} {right}"));
            if matches!(all.kind, ExprKind::Empty) {
                let there = if is_not { "some" } else { "no" };
                diagnostic = diagnostic.suggest_choice("whether there are any", span, format!("{there} {left}"));
            }
        }
        self.report(diagnostic);
        true
    }

    /// A cell compared with a kind or a player: of its piece.
    pub(super) fn is_of_piece(&mut self, written: &ast::Expr, [cell, other]: [&Expr; 2]) -> bool {
        let property = match (cell.ty, other.ty) {
            (Type::One(Domain::Cell), Type::One(Domain::Kind)) => "kind of ",
            (Type::One(Domain::Cell), Type::One(Domain::Player)) => "owner of ",
            (Type::Set(_), Type::Number(..)) if cell.ty != Type::Set(Domain::Number) => "count of ",
            _ => return false,
        };
        let message = format!("expected {}, found {}", self.describe(cell.ty), self.describe(other.ty));
        let before = Span { end: written.span.start, ..written.span };
        let diagnostic = Diagnostic::new(Code::WrongType, message, other.span, "").suggest(
            format!("ask for the {}", property.trim_end_matches(" of ")),
            before,
            property,
        );
        self.report(diagnostic);
        true
    }

    /// A text that stands beside `is` or `in` as it is, in brackets only where it would go on.
    fn as_named(&self, ast: &ast::Expr) -> Option<String> {
        match is_plain(ast) {
            true => self.text_of(ast.span),
            false => self.as_operand(ast),
        }
    }

    /// `number of s`: English counts them, and the number of the first cell would be told.
    pub(super) fn counts(&mut self, set: &Expr, span: Span) -> bool {
        if !matches!(set.ty, Type::Set(_)) || self.most_members(set) <= 1 {
            return false;
        }
        let message = "`number of` tells the number of one cell, and these are several";
        let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "how many, or which number?");
        if let Some(text) = self.text_of(set.span) {
            diagnostic = diagnostic
                .suggest_choice("how many there are", span, format!("count of {text}"))
                .suggest_choice("the number of the first of them", span, format!("number of first of {text}"));
        }
        self.report(diagnostic);
        true
    }
}

/// Whether an expression is a name, or a property or rows of one.
fn is_plain(ast: &ast::Expr) -> bool {
    match &ast.value {
        ast::ExprKind::Of(_, inner) => is_plain(inner),
        ast::ExprKind::Rows { rows: ast::Rows::One(row), .. } => is_plain(row),
        ast::ExprKind::Owned(_, inner) => is_plain(inner),
        ast::ExprKind::Rows { rows: ast::Rows::First | ast::Rows::Last, .. } => true,
        _ => matches!(ast.value, ast::ExprKind::Name(_) | ast::ExprKind::Int(_) | ast::ExprKind::Call(..)),
    }
}
