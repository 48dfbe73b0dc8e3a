//! Where an expression ends: the last part of a text without brackets, which might as well go on with what follows.

use crate::syntax::ast::{Axis, Expr, ExprKind, Leg, Operator, Rows, Verb};

/// One question in two forms: to look at the end of a text, and to change it.
macro_rules! ends {
    ($tail:ident, $leg_tail:ident, $last:ident, $as_part:ident $(, $mutable:tt)?) => {
        /// The part with which an expression ends, if no bracket closes it.
        pub(super) fn $tail(expr: &$($mutable)? Expr) -> Option<&$($mutable)? Expr> {
            match &$($mutable)? expr.value {
                ExprKind::Binary(_, _, last)
                | ExprKind::Not(last)
                | ExprKind::Count(last)
                | ExprKind::Some(last)
                | ExprKind::No(last)
                | ExprKind::Joins(_, _, last)
                | ExprKind::Of(_, last)
                | ExprKind::Those { cond: last, .. }
                | ExprKind::If(_, _, last)
                | ExprKind::Reach { to: Some(last), .. }
                | ExprKind::Lines { set: last, .. } => Some(last),
                ExprKind::Owned(_, rows) => $tail(rows),
                ExprKind::Rows { rows: Rows::One(last) | Rows::Range(_, last), .. } => Some(last),
                ExprKind::Reach { path, to: None, .. } => path.$last().and_then($leg_tail),
                _ => None,
            }
        }

        /// The cells with which a leg ends; `repeating` and `round bends` come behind them.
        fn $leg_tail(leg: &$($mutable)? Leg) -> Option<&$($mutable)? Expr> {
            match &$($mutable)? leg.verb {
                _ if leg.repeating => None,
                Verb::Slides { bends: Some(_), .. } | Verb::Hops { any_distance: true, .. } => None,
                Verb::Slides { stopping: Some(last), .. } | Verb::Hops { over: last, .. } => Some(last),
                _ => leg.through.$as_part(),
            }
        }
    };
}

ends!(tail, leg_tail, last, as_ref);
ends!(tail_mut, leg_tail_mut, last_mut, as_mut, mut);

/// The parts with which an expression ends, from itself to the innermost.
pub(super) fn tails(expr: &Expr) -> impl Iterator<Item = &Expr> {
    std::iter::successors(Some(expr), |outer| tail(outer))
}

/// The expression with its tail of that depth made another.
pub(super) fn with_tail(expr: &Expr, depth: usize, make: impl FnOnce(Expr) -> Expr) -> Expr {
    let mut whole = expr.clone();
    let mut part = &mut whole;
    for _ in 0..depth {
        // The depth is one of `tails`; a part without a tail would be left as it is.
        if tail(part).is_none() {
            break;
        }
        match tail_mut(part) {
            Some(inner) => part = inner,
            None => return expr.clone(),
        }
    }
    *part = make(part.clone());
    whole
}

/// How closely an operator binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Level {
    OrElse,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Sets,
}

pub(super) fn level(operator: Operator) -> Level {
    match operator {
        Operator::OrElse => Level::OrElse,
        Operator::Or => Level::Or,
        Operator::And => Level::And,
        Operator::Plus | Operator::Minus => Level::Sum,
        Operator::Times => Level::Product,
        Operator::In | Operator::NotIn | Operator::Except => Level::Sets,
        _ => Level::Compare,
    }
}

/// The level of an expression that two sides make, not one in brackets.
pub(super) fn level_of(expr: &Expr) -> Option<Level> {
    match &expr.value {
        ExprKind::Binary(operator, _, _) => Some(level(*operator)),
        _ => None,
    }
}

/// What stands between the operators of one level, and these.
pub(super) fn flat(expr: &Expr, of: Level) -> (Vec<Expr>, Vec<Operator>) {
    match &expr.value {
        ExprKind::Binary(operator, left, right) if level(*operator) == of => {
            let (mut operands, mut operators) = flat(left, of);
            operators.push(*operator);
            let (more, others) = flat(right, of);
            operands.extend(more);
            operators.extend(others);
            (operands, operators)
        }
        _ => (vec![expr.clone()], Vec::new()),
    }
}

/// Two sides as one expression.
pub(super) fn pair(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr::new(ExprKind::Binary(operator, Box::new(left), Box::new(right)), span)
}

/// Operands joined from the left.
pub(super) fn joined(operands: &[Expr], operators: &[Operator]) -> Option<Expr> {
    let (first, rest) = operands.split_first()?;
    let pairs = operators.iter().zip(rest);
    Some(pairs.fold(first.clone(), |left, (operator, right)| pair(*operator, left, right.clone())))
}

/// An operator as it is written.
pub(super) fn operator_word(operator: Operator) -> &'static str {
    match operator {
        Operator::OrElse => "`or else`",
        Operator::Or => "`or`",
        Operator::And => "`and`",
        Operator::Is => "`is`",
        Operator::IsNot => "`is not`",
        Operator::AtLeast => "`at least`",
        Operator::AtMost => "`at most`",
        Operator::LessThan => "`less than`",
        Operator::MoreThan => "`more than`",
        Operator::Plus => "`+`",
        Operator::Minus => "`-`",
        Operator::Times => "`*`",
        Operator::In => "`in`",
        Operator::NotIn => "`not in`",
        Operator::Except => "`except`",
    }
}

/// The word with which an expression begins or that joins it.
pub(super) fn word(expr: &Expr) -> String {
    match &expr.value {
        ExprKind::Binary(operator, _, _) => operator_word(*operator).into(),
        ExprKind::Not(_) => "`not`".into(),
        ExprKind::Count(_) => "`count of`".into(),
        ExprKind::Some(_) => "`some`".into(),
        ExprKind::No(_) => "`no`".into(),
        ExprKind::Joins(..) => "`joins`".into(),
        ExprKind::Of(name, _) => format!("`{} of`", name.value),
        ExprKind::Those { .. } => "`where`".into(),
        ExprKind::If(..) => "`else`".into(),
        ExprKind::Reach { span: false, .. } => "`reach of`".into(),
        ExprKind::Reach { .. } => "`span of`".into(),
        ExprKind::Lines { .. } => "`lines`".into(),
        ExprKind::Owned(_, inner) => word(inner),
        ExprKind::Rows { axis: Axis::Column, .. } => "`column`".into(),
        ExprKind::Rows { axis: Axis::Cell, .. } => "`cell`".into(),
        ExprKind::Rows { .. } => "`row`".into(),
        _ => "this".into(),
    }
}
