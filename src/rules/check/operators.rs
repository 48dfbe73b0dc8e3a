//! Operators with two sides, whose meaning their types decide.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Operator};

use super::super::types::{Domain, Type, Value};
use super::exprs::{difference, made, union};
use super::singles::first_of;
use super::{Arithmetic, Checker, Comparison, Expr, ExprKind};

impl Checker<'_> {
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        want: Option<Domain>,
    ) -> Expr {
        match operator {
            Operator::Plus => self.arithmetic(Arithmetic::Plus, left, right, span),
            Operator::Minus => self.arithmetic(Arithmetic::Minus, left, right, span),
            Operator::Times => self.arithmetic(Arithmetic::Times, left, right, span),
            Operator::LessThan => self.comparison(Comparison::Less, left, right, span),
            Operator::AtMost => self.comparison(Comparison::AtMost, left, right, span),
            Operator::AtLeast => self.comparison(Comparison::AtLeast, left, right, span),
            Operator::MoreThan => self.comparison(Comparison::More, left, right, span),
            Operator::Is => self.same([left, right], false, span),
            Operator::IsNot => {
                let same = self.same([left, right], true, span);
                negated(same, span)
            }
            Operator::In => self.within(left, right, span, want),
            Operator::NotIn => self.outside(left, right, span, want),
            Operator::Except => {
                let left = self.expr(left, want);
                let left = self.as_set(left, want);
                let Some(domain) = left.ty.domain() else { return self.unknown(span) };
                let right = self.set(right, domain);
                difference(left, right, domain, span)
            }
            Operator::OrElse => self.or_else(left, right, span, want),
            Operator::Or | Operator::And => self.join(operator, left, right, span, want),
        }
    }

    pub(super) fn arithmetic(&mut self, how: Arithmetic, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (first, second) = (self.number(left), self.number(right));
        self.changed(how, (left, first), (right, second), span)
    }

    fn comparison(&mut self, how: Comparison, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let around = self.singles.ask_comparison(Some(span));
        let (left, right) = (self.number(left), self.number(right));
        self.singles.ask_comparison(around);
        if let (ExprKind::Constant(a), ExprKind::Constant(b)) = (&left.kind, &right.kind) {
            let (a, b) = (a.number(), b.number());
            let truth = match how {
                Comparison::Less => a < b,
                Comparison::AtMost => a <= b,
                Comparison::AtLeast => a >= b,
                Comparison::More => a > b,
            };
            return self.constant(Value::Truth(truth), Type::Truth, span);
        }
        made(ExprKind::Compare(how, Box::new(left), Box::new(right)), Type::Truth, span)
    }

    fn same(&mut self, written: [&ast::Expr; 2], is_not: bool, span: Span) -> Expr {
        let around = self.singles.ask_comparison(Some(span));
        let left = self.expr(written[0], None);
        let right = self.expr(written[1], left.ty.domain());
        self.singles.ask_comparison(around);
        let (turned, both) = ([written[1], written[0]], [&right, &left]);
        if self.is_one_of(written, [&left, &right], is_not)
            || self.is_one_of(turned, both, is_not)
            || self.is_adjective(written, [&left, &right], is_not)
            || self.is_of_piece(written[0], [&left, &right])
            || self.is_of_piece(written[1], both)
        {
            return made(ExprKind::Constant(Value::NONE), Type::Truth, span);
        }
        match (left.ty, right.ty) {
            (_, Type::Nothing) => self.never_none(&left),
            (Type::Nothing, _) => self.never_none(&right),
            _ => {}
        }
        let (left, right) = match (left.ty, right.ty) {
            (Type::Unknown, _) | (_, Type::Unknown) => return made(ExprKind::Constant(Value::NONE), Type::Truth, span),
            (Type::Number(..), Type::Number(..)) | (Type::Truth, Type::Truth) => (left, right),
            (Type::Set(a), Type::Set(b)) if a == b => (left, right),
            (Type::Set(domain), Type::Nothing) => (first_of(left, domain, span), self.as_one(right, domain)),
            (Type::Nothing, Type::Set(domain)) => (self.as_one(left, domain), first_of(right, domain, span)),
            (Type::One(domain) | Type::Set(domain), _) | (Type::Nothing, Type::One(domain)) => {
                (self.as_one(left, domain), self.as_one(right, domain))
            }
            _ => {
                self.joined(left.ty, right.ty, right.span);
                return made(ExprKind::Constant(Value::NONE), Type::Truth, span);
            }
        };
        if let (ExprKind::Constant(a), ExprKind::Constant(b)) = (&left.kind, &right.kind) {
            let truth = a == b;
            return self.constant(Value::Truth(truth), Type::Truth, span);
        }
        made(ExprKind::Same(Box::new(left), Box::new(right)), Type::Truth, span)
    }

    /// `x in S`: whether x is one of S; a set `x` is filtered.
    fn within(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span, want: Option<Domain>) -> Expr {
        if let ast::ExprKind::Name(name) = &right.bare().value
            && name == "attacked"
            && !self.is_declared(name)
        {
            let left = self.expr(left, Some(Domain::Cell));
            return self.attacked_among(left, span);
        }
        let left = self.expr(left, want);
        let domain = left.ty.domain();
        let right = self.expr(right, domain);
        if left.ty == Type::One(Domain::Kind) && right.ty == Type::Set(Domain::Cell) {
            return self.as_set(left, Some(Domain::Cell));
        }
        let right = self.as_set(right, domain);
        match (left.ty, domain) {
            (Type::Set(_), Some(domain)) => intersection(left, right, domain, span),
            (Type::One(_) | Type::Number(..), _) => {
                made(ExprKind::Contains(Box::new(left), Box::new(right)), Type::Truth, span)
            }
            (Type::Unknown | Type::Nothing, _) => self.unknown(span),
            _ => self.wrong(left, "a cell or a set"),
        }
    }

    /// Those of some cells that are attacked, or whether one is.
    fn attacked_among(&mut self, left: Expr, span: Span) -> Expr {
        let single = matches!(left.ty, Type::One(_));
        let cells = self.as_set(left, Some(Domain::Cell));
        let me = self.me(span);
        let among = made(ExprKind::Attacked(Box::new(me), Box::new(cells)), Type::Set(Domain::Cell), span);
        match single {
            true => made(ExprKind::Some(Box::new(among)), Type::Truth, span),
            false => among,
        }
    }

    /// `x not in S`: the members of a set that are not in S, or whether x is none of S.
    fn outside(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span, want: Option<Domain>) -> Expr {
        let left = self.expr(left, want);
        let domain = left.ty.domain();
        let right = self.expr(right, domain);
        let right = self.as_set(right, domain);
        match (left.ty, domain) {
            (Type::Set(_), Some(domain)) => difference(left, right, domain, span),
            (Type::One(_) | Type::Number(..), _) => {
                let inside = made(ExprKind::Contains(Box::new(left), Box::new(right)), Type::Truth, span);
                negated(inside, span)
            }
            (Type::Unknown | Type::Nothing, _) => self.unknown(span),
            _ => self.wrong(left, "a cell or a set"),
        }
    }

    fn or_else(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span, want: Option<Domain>) -> Expr {
        let left = self.expr(left, want);
        let right = self.expr(right, want.or(left.ty.domain()));
        let ty = self.joined(left.ty, right.ty, right.span);
        if let (Type::One(Domain::Number), Type::Number(low, high)) = (left.ty, right.ty) {
            let (least, most) = self.range_of(&left);
            let (ty, both) = (Type::Number(low.min(least), high.max(most)), (Box::new(left), Box::new(right)));
            return made(ExprKind::OrElse(both.0, both.1), ty, span);
        }
        if let Type::Truth | Type::Number(..) = ty {
            return self.wrong(left, "a set or a member");
        }
        let (left, right) = (self.fit(left, ty), self.fit(right, ty));
        made(ExprKind::OrElse(Box::new(left), Box::new(right)), ty, span)
    }

    /// `or` and `and`: of truths, or (only `or`) of sets.
    fn join(
        &mut self,
        operator: Operator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        want: Option<Domain>,
    ) -> Expr {
        let first = self.expr(left, want);
        if matches!(first.ty, Type::Truth) {
            return self.join_truths(operator, first, left, right, span);
        }
        let depth = self.facts.len();
        let second = self.expr(right, want.or(first.ty.domain()));
        self.facts.truncate(depth);
        match (first.ty, second.ty) {
            (Type::Unknown, _) | (_, Type::Unknown) => self.unknown(span),
            (Type::Set(_) | Type::One(_) | Type::Nothing, Type::Truth) => {
                self.truth(left);
                self.unknown(span)
            }
            (Type::Number(..), _) if operator == Operator::And => {
                self.truth(left);
                self.unknown(span)
            }
            (one, other) if operator == Operator::And => {
                self.and_of_sets([left, right], matches!((one, other), (Type::Set(_), Type::Set(_))), span)
            }
            _ => {
                let first = self.as_set(first, None);
                let second = match first.ty.domain() {
                    Some(domain) => self.as_set(second, Some(domain)),
                    None => self.as_set(second, None),
                };
                let ty = if first.ty == Type::Unknown { second.ty } else { first.ty };
                union(first, second, ty, span)
            }
        }
    }

    /// `and` between sets: English means the members of either, mathematics those of both.
    fn and_of_sets(&mut self, [left, right]: [&ast::Expr; 2], are_sets: bool, span: Span) -> Expr {
        let mut diagnostic = Diagnostic::new(Code::WrongType, "`and` joins conditions, not sets", span, "");
        if let Some((left, right)) = self.as_operand(left).zip(self.as_operand(right)) {
            diagnostic = diagnostic.suggest_choice("the members of either", span, format!("{left} or {right}"));
            if are_sets {
                diagnostic = diagnostic.suggest_choice("the members of both", span, format!("{left} in {right}"));
            }
        }
        self.report(diagnostic);
        self.unknown(span)
    }

    fn join_truths(
        &mut self,
        operator: Operator,
        first: Expr,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let depth = self.facts.len();
        self.learn(left, operator == Operator::And);
        let second = self.truth(right);
        self.facts.truncate(depth);
        let and = operator == Operator::And;
        match (&first.kind, &second.kind) {
            (ExprKind::Constant(value), _) if value.truth() == and => return second,
            (ExprKind::Constant(value), _) => return self.constant(Value::Truth(value.truth()), Type::Truth, span),
            (_, ExprKind::Constant(value)) if value.truth() == and && second.ty == Type::Truth => return first,
            _ => {}
        }
        let (first, second) = (Box::new(first), Box::new(second));
        made(if and { ExprKind::And(first, second) } else { ExprKind::Or(first, second) }, Type::Truth, span)
    }
}

fn negated(expr: Expr, span: Span) -> Expr {
    match expr.kind {
        ExprKind::Constant(Value::Truth(truth)) => made(ExprKind::Constant(Value::Truth(!truth)), Type::Truth, span),
        kind => made(ExprKind::Not(Box::new(Expr { kind, ..expr })), Type::Truth, span),
    }
}

fn intersection(a: Expr, b: Expr, domain: Domain, span: Span) -> Expr {
    let ty = Type::Set(domain);
    match (a.kind, b.kind) {
        (ExprKind::Constant(a), ExprKind::Constant(b)) => {
            made(ExprKind::Constant(Value::Set(a.set().intersection(&b.set()))), ty, span)
        }
        (first, second) => {
            let (a, b) = (Expr { kind: first, ..a }, Expr { kind: second, ..b });
            made(ExprKind::Intersection(Box::new(a), Box::new(b)), ty, span)
        }
    }
}

/// A number from two, with the range that it can have.
pub(super) fn arithmetic(how: Arithmetic, left: Expr, right: Expr, span: Span) -> Expr {
    let (Type::Number(a, b), Type::Number(c, d)) = (left.ty, right.ty) else {
        return made(ExprKind::Constant(Value::Number(0)), Type::Unknown, span);
    };
    let (low, high) = match how {
        Arithmetic::Plus => (a.saturating_add(c), b.saturating_add(d)),
        Arithmetic::Minus => (a.saturating_sub(d), b.saturating_sub(c)),
        Arithmetic::Times => {
            let all = [a.saturating_mul(c), a.saturating_mul(d), b.saturating_mul(c), b.saturating_mul(d)];
            (all.into_iter().fold(i64::MAX, i64::min), all.into_iter().fold(i64::MIN, i64::max))
        }
        Arithmetic::Smaller => (a.min(c), b.min(d)),
        Arithmetic::Larger => (a.max(c), b.max(d)),
    };
    let kind = match (left.kind, right.kind) {
        (ExprKind::Constant(_), ExprKind::Constant(_)) => ExprKind::Constant(Value::Number(low)),
        (first, second) => {
            let (left, right) = (Expr { kind: first, ..left }, Expr { kind: second, ..right });
            ExprKind::Arithmetic(how, Box::new(left), Box::new(right))
        }
    };
    made(kind, Type::Number(low, high), span)
}
