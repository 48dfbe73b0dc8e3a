//! Fitting a value of one type where another is wanted: all the ways that there are.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

use super::super::types::{Domain, Set, Type, Value};
use super::singles::first_of;
use super::{Checker, Expr, ExprKind};

impl Checker<'_> {
    /// A set of the domain.
    pub(super) fn set(&mut self, ast: &ast::Expr, domain: Domain) -> Expr {
        let expr = self.expr(ast, Some(domain));
        self.as_set(expr, Some(domain))
    }

    /// One member of the domain, or none.
    pub(super) fn one(&mut self, ast: &ast::Expr, domain: Domain) -> Expr {
        let expr = self.expr(ast, Some(domain));
        self.as_one(expr, domain)
    }

    /// A member of a domain that a table or a variable is indexed by; numbers are members too.
    pub(super) fn member(&mut self, ast: &ast::Expr, domain: Domain) -> Expr {
        match domain {
            Domain::Number => self.number(ast),
            _ => self.one(ast, domain),
        }
    }

    /// A number.
    pub(super) fn number(&mut self, ast: &ast::Expr) -> Expr {
        let expr = self.expr(ast, Some(Domain::Number));
        match expr.ty {
            Type::Number(..) | Type::Unknown => expr,
            Type::One(Domain::Number) => {
                let range = self.range_of(&expr);
                // The first of an empty set counts as 0, and none does.
                Expr { ty: Type::Number(range.0.min(0), range.1), ..expr }
            }
            Type::Set(_) => {
                let (message, span) = (format!("expected a number, found {}", self.describe(expr.ty)), expr.span);
                let diagnostic = Diagnostic::new(Code::WrongType, message, span, "this is no number");
                let before = Span { end: span.start, ..span };
                self.report(diagnostic.suggest("how many there are", before, "count of "));
                self.unknown(span)
            }
            _ => self.wrong(expr, "a number"),
        }
    }

    /// A truth.
    pub(super) fn truth(&mut self, ast: &ast::Expr) -> Expr {
        let expr = self.expr(ast, None);
        match expr.ty {
            Type::Truth | Type::Unknown => expr,
            Type::Set(_) | Type::One(_) => {
                let (span, message) = (expr.span, format!("expected yes or no, found {}", self.describe(expr.ty)));
                let diagnostic = Diagnostic::new(Code::WrongType, message, span, "this is not a condition");
                // What is fixed is there anyhow.
                let diagnostic = match expr.kind {
                    ExprKind::Constant(Value::One(_)) => {
                        diagnostic.help("say what is compared with it, each time: `x is a or x is b`")
                    }
                    _ if matches!(ast.value, ast::ExprKind::Not(_)) => {
                        let word = Span { end: span.start + 3, ..span };
                        diagnostic.suggest("ask whether there are none", word, "no")
                    }
                    _ => diagnostic.suggest("ask whether there is any", Span { end: span.start, ..span }, "some "),
                };
                self.report(diagnostic);
                self.unknown(span)
            }
            _ => self.wrong(expr, "yes or no"),
        }
    }

    /// Makes an expression a set; of any domain if none is asked for.
    pub(super) fn as_set(&mut self, expr: Expr, domain: Option<Domain>) -> Expr {
        let span = expr.span;
        match (expr.ty, domain) {
            (Type::Set(own), wanted) if wanted.is_none_or(|wanted| wanted == own) => expr,
            (Type::Nothing, Some(domain)) => self.constant(Value::Set(Set::default()), Type::Set(domain), span),
            (Type::Unknown, wanted) => {
                let ty = wanted.map_or(Type::Unknown, Type::Set);
                self.constant(Value::Set(Set::default()), ty, span)
            }
            (Type::One(own), wanted) if wanted.is_none_or(|wanted| wanted == own) => to_set(expr, own),
            (Type::Number(..), None | Some(Domain::Number)) => to_set(expr, Domain::Number),
            (_, Some(Domain::Cell)) => self.wrong_cells(expr),
            (_, Some(domain)) => {
                let wanted = self.describe(Type::Set(domain));
                self.wrong(expr, &wanted)
            }
            (_, None) => self.wrong(expr, "a set"),
        }
    }

    /// Makes an expression one member of a domain.
    pub(super) fn as_one(&mut self, expr: Expr, domain: Domain) -> Expr {
        let span = expr.span;
        match expr.ty {
            Type::One(own) if own == domain => expr,
            Type::Set(own) if own == domain => {
                self.check_one(&expr, domain);
                first_of(expr, domain, span)
            }
            Type::Number(..) if domain == Domain::Number => expr,
            Type::Nothing | Type::Unknown => self.constant(Value::NONE, Type::One(domain), span),
            _ => {
                let wanted = self.describe(Type::One(domain));
                match domain {
                    Domain::Cell => self.wrong_number(expr, &wanted),
                    _ => self.wrong(expr, &wanted),
                }
            }
        }
    }

    /// Fits a value to the type of a variable or a parameter.
    pub(super) fn fit(&mut self, expr: Expr, ty: Type) -> Expr {
        match (ty, expr.ty) {
            (Type::Set(domain), _) => self.as_set(expr, Some(domain)),
            (Type::One(domain), _) => self.as_one(expr, domain),
            (Type::Number(..), Type::Number(..)) | (Type::Truth, Type::Truth) => expr,
            (Type::Unknown, _) | (_, Type::Unknown) => expr,
            (Type::Number(..), Type::One(Domain::Number)) => self.may_be_none(expr, ty),
            (Type::Number(..), _) => self.wrong(expr, "a number"),
            _ => {
                let wanted = self.describe(ty);
                self.wrong(expr, &wanted)
            }
        }
    }

    /// A number that may be none where a number is wanted.
    fn may_be_none(&mut self, expr: Expr, wanted: Type) -> Expr {
        let message = format!("expected {}, found one that may be none", self.describe(wanted));
        let diagnostic = Diagnostic::new(Code::WrongType, message, expr.span, "this may be none")
            .help("ask first, in this move or block: behind `when … is not none` it is a number")
            .help("or say what stands for none: `… or else 0`, `if … is none then 0 else …`");
        self.report(diagnostic);
        self.unknown(expr.span)
    }

    /// A kind where its cells are wanted is the commonest slip.
    fn wrong_cells(&mut self, expr: Expr) -> Expr {
        if let (Type::One(Domain::Kind), ExprKind::Constant(Value::One(Some(kind)))) = (expr.ty, &expr.kind)
            && let Some(kind) = self.kinds.get(*kind as usize)
        {
            let message = format!("expected cells, found the kind `{}`", kind.name);
            let diagnostic = Diagnostic::new(Code::WrongType, message, expr.span, "a kind of piece").suggest(
                "the cells where one stands",
                expr.span,
                kind.plural.clone(),
            );
            self.report(diagnostic);
            return self.unknown(expr.span);
        }
        self.wrong_number(expr, "cells")
    }

    /// A number where a cell is wanted: on a track the cell of that number.
    fn wrong_number(&mut self, expr: Expr, wanted: &str) -> Expr {
        let numbered = || self.board.cell_numbers().iter().any(Option::is_some);
        if !matches!(expr.ty, Type::Number(..)) || !numbered() {
            return self.wrong(expr, wanted);
        }
        let found = self.describe(expr.ty);
        let message = format!("expected {wanted}, found {found}");
        let before = Span { end: expr.span.start, ..expr.span };
        let diagnostic = Diagnostic::new(Code::WrongType, message, expr.span, format!("this is {found}")).suggest(
            "the cell of that number",
            before,
            "cell ",
        );
        self.report(diagnostic);
        self.unknown(expr.span)
    }

    /// Reports a value of the wrong type.
    pub(super) fn wrong(&mut self, expr: Expr, wanted: &str) -> Expr {
        if expr.ty != Type::Unknown {
            let found = self.describe(expr.ty);
            self.error(
                Code::WrongType,
                format!("expected {wanted}, found {found}"),
                expr.span,
                format!("this is {found}"),
            );
        }
        self.unknown(expr.span)
    }

    /// A type in words.
    pub(super) fn describe(&self, ty: Type) -> String {
        let name = |index: usize| self.types.get(index).map_or("a value", |model| model.name.as_str()).to_string();
        match ty {
            Type::Truth => "yes or no".into(),
            Type::Number(low, high) if low == high => format!("the number {low}"),
            Type::Number(low, high) => format!("a number from {low} to {high}"),
            Type::One(Domain::Cell) => "a cell".into(),
            Type::One(Domain::Direction) => "a direction".into(),
            Type::One(Domain::Player) => "a player".into(),
            Type::One(Domain::Kind) => "a kind of piece".into(),
            Type::One(Domain::Number) => "a number or none".into(),
            Type::One(Domain::Type(index)) => format!("a value of `{}`", name(index)),
            Type::Set(Domain::Cell) => "cells".into(),
            Type::Set(Domain::Direction) => "directions".into(),
            Type::Set(Domain::Player) => "players".into(),
            Type::Set(Domain::Kind) => "kinds of pieces".into(),
            Type::Set(Domain::Number) => "a set of numbers".into(),
            Type::Set(Domain::Type(index)) => format!("a set of values of `{}`", name(index)),
            Type::Nothing => "`none`".into(),
            Type::Unknown => "something unknown".into(),
        }
    }

    /// The type that holds values of both; the second is at `span`.
    pub(super) fn joined(&mut self, a: Type, b: Type, span: Span) -> Type {
        match (a, b) {
            (Type::Unknown | Type::Nothing, other) | (other, Type::Unknown | Type::Nothing) => other,
            (Type::Number(a, b), Type::Number(c, d)) => Type::Number(a.min(c), b.max(d)),
            (Type::Number(..), Type::Set(Domain::Number)) | (Type::Set(Domain::Number), Type::Number(..)) => {
                Type::Set(Domain::Number)
            }
            (Type::Number(..), Type::One(Domain::Number)) | (Type::One(Domain::Number), Type::Number(..)) => {
                Type::One(Domain::Number)
            }
            (Type::One(a), Type::Set(b)) | (Type::Set(a), Type::One(b)) if a == b => Type::Set(a),
            (a, b) if a == b => a,
            (a, b) => {
                let (first, second) = (self.describe(a), self.describe(b));
                let message = format!("{first} and {second} do not go together");
                self.error(Code::WrongType, message, span, format!("this is {second}"));
                Type::Unknown
            }
        }
    }
}

fn to_set(expr: Expr, domain: Domain) -> Expr {
    let (ty, span) = (Type::Set(domain), expr.span);
    match expr.kind {
        ExprKind::Constant(value) => Expr { kind: ExprKind::Constant(Value::Set(value.set())), ty, span },
        kind => Expr { kind: ExprKind::ToSet(Box::new(Expr { kind, ..expr })), ty, span },
    }
}
