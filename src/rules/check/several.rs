//! Several where one is wanted: a set gives its first member where one member is asked for, which is not what anybody
//! means who writes several out.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

use super::super::types::{Domain, Type, Value};
use super::{Checker, Expr, ExprKind};

impl Checker<'_> {
    /// One member of the domain; several that are written out are refused.
    pub(super) fn as_single(&mut self, expr: Expr, domain: Domain) -> Expr {
        if expr.ty != Type::Set(domain) || !is_list(&expr) {
            return self.as_one(expr, domain);
        }
        let message = format!("expected {}, found several", self.describe(Type::One(domain)));
        let diagnostic = Diagnostic::new(Code::WrongType, message, expr.span, "which one?").help(
            "`first of …` is the first of them; a player chooses with `pick x from …`, Chance with `roll x from …`",
        );
        self.report(diagnostic);
        self.unknown(expr.span)
    }

    /// `x is s`: English asks whether x is one of s, and the first of s would be taken.
    pub(super) fn is_one_of(&mut self, [left, right]: [&ast::Expr; 2], [one, set]: [&Expr; 2], is_not: bool) -> bool {
        if !matches!((one.ty, set.ty), (Type::One(a), Type::Set(b)) if a == b) || !self.is_several(set) {
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
        if !matches!(set.ty, Type::Set(_)) || !self.is_several(set) {
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

    /// Whether a set is told by words that mean several members.
    fn is_several(&self, set: &Expr) -> bool {
        match &set.kind {
            ExprKind::Pieces(..)
            | ExprKind::AnyHeight(..)
            | ExprKind::Empty
            | ExprKind::Unmoved
            | ExprKind::WhereYes(_)
            | ExprKind::Surrounded
            | ExprKind::Attacked(..) => true,
            ExprKind::Ranks(..) | ExprKind::Rows(..) => self.board.has_rows(),
            ExprKind::Intersection(a, b) => self.is_several(a) && self.is_several(b),
            ExprKind::Difference(a, _) => self.is_several(a),
            ExprKind::Call(function, _) => self.is_several(&self.functions[*function].body),
            _ => is_list(set),
        }
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

/// Whether a set has several members that the text names.
fn is_list(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Constant(Value::Set(set)) => set.iter().nth(1).is_some(),
        ExprKind::Union(..) | ExprKind::Living => true,
        ExprKind::ToSet(inner) => is_list(inner),
        _ => false,
    }
}
