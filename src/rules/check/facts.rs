//! What a condition tells about numbers: behind `when left more than 0`, `left` is at least 1.

use crate::syntax::ast::{Expr, ExprKind, Operator, Statement, StatementKind as Ask};

use super::super::types::{Type, Value};
use super::{Checker, ExprKind as Model};

/// An expression whose value lies between two numbers as long as nothing changes it.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    what: Expr,
    low: i64,
    high: i64,
}

impl Checker<'_> {
    /// The range of a number after all that is known about it.
    pub(super) fn narrowed(&self, ast: &Expr, low: i64, high: i64) -> (i64, i64) {
        let about = self.facts.iter().filter(|fact| fact.what == *ast.bare());
        let (new_low, new_high) = about.fold((low, high), |(low, high), fact| (low.max(fact.low), high.min(fact.high)));
        if new_low > new_high { (low, high) } else { (new_low, new_high) }
    }

    /// Notes what follows from a condition that holds (or, `holds` being no, does not).
    pub(super) fn learn(&mut self, cond: &Expr, holds: bool) {
        match &cond.bare().value {
            ExprKind::Not(inner) => self.learn(inner, !holds),
            ExprKind::Binary(Operator::And, a, b) if holds => {
                self.learn(a, true);
                self.learn(b, true);
            }
            ExprKind::Binary(Operator::Or, a, b) if !holds => {
                self.learn(a, false);
                self.learn(b, false);
            }
            ExprKind::Binary(operator, a, b) => self.learn_comparison(*operator, a, b, holds),
            _ => {}
        }
    }

    fn learn_comparison(&mut self, operator: Operator, a: &Expr, b: &Expr, holds: bool) {
        let operator = match (operator, holds) {
            (operator, true) => operator,
            (Operator::Is, false) => Operator::IsNot,
            (Operator::IsNot, false) => Operator::Is,
            (Operator::AtLeast, false) => Operator::LessThan,
            (Operator::AtMost, false) => Operator::MoreThan,
            (Operator::LessThan, false) => Operator::AtLeast,
            (Operator::MoreThan, false) => Operator::AtMost,
            _ => return,
        };
        if !is_plain(a) || !is_plain(b) {
            return;
        }
        let (Some((low, high)), Some((own_low, own_high))) = (self.quiet_range(b), self.quiet_range(a)) else { return };
        let (low, high) = match operator {
            Operator::Is => (low, high),
            Operator::AtLeast => (low, i64::MAX),
            Operator::MoreThan => (low.saturating_add(1), i64::MAX),
            Operator::AtMost => (i64::MIN, high),
            Operator::LessThan => (i64::MIN, high.saturating_sub(1)),
            // Not the lowest or not the highest value says something, not one between.
            Operator::IsNot if low == high && low == own_low => (low + 1, i64::MAX),
            Operator::IsNot if low == high && high == own_high => (i64::MIN, high - 1),
            _ => return,
        };
        self.facts.push(Fact { what: a.bare().clone(), low, high });
    }

    /// The range of an expression, if it is a number; nothing is reported.
    fn quiet_range(&mut self, ast: &Expr) -> Option<(i64, i64)> {
        let before = self.diagnostics.len();
        let expr = self.expr(ast, None);
        self.diagnostics.truncate(before);
        match (expr.ty, expr.kind) {
            (Type::Number(..), Model::Constant(Value::Number(number))) => Some((number, number)),
            (Type::Number(low, high), _) => Some((low, high)),
            _ => None,
        }
    }

    /// Forgets what was known of anything in which a name occurs.
    pub(super) fn forget(&mut self, name: &str) {
        let quoted = format!("\"{name}\"");
        // They stay in the list, telling nothing: its length says where blocks began.
        for fact in self.facts.iter_mut().filter(|fact| format!("{:?}", fact.what).contains(&quoted)) {
            (fact.low, fact.high) = (i64::MIN, i64::MAX);
        }
    }

    /// Forgets what a block that is run again and again changes, before it is read.
    pub(super) fn forget_changed(&mut self, block: &[Statement]) {
        for statement in block {
            match &statement.value {
                Ask::Set { place, .. } | Ask::Add { place, .. } | Ask::Subtract { place, .. } => match &place.value {
                    ExprKind::Name(name) => self.forget(name),
                    ExprKind::Of(name, _) => self.forget(&name.value),
                    ExprKind::Owned(_, what) => {
                        if let ExprKind::Name(name) = &what.value {
                            self.forget(name);
                        }
                    }
                    _ => {}
                },
                Ask::Sow { what, .. } => self.forget(&what.value),
                Ask::If { then, otherwise, .. } => {
                    self.forget_changed(then);
                    self.forget_changed(otherwise.as_deref().unwrap_or_default());
                }
                Ask::Repeat { block, .. } | Ask::Each { block, .. } => self.forget_changed(block),
                // Moves and actions may change anything.
                Ask::Do { .. } | Ask::Choose(_) => {
                    self.forget_all();
                }
                _ => {}
            }
        }
    }

    /// Forgets everything: somebody plays.
    pub(super) fn forget_all(&mut self) {
        self.facts.iter_mut().for_each(|fact| (fact.low, fact.high) = (i64::MIN, i64::MAX));
    }
}

/// Whether an expression is a number, a variable or a property of one, or a sum of such: only these are worth
/// remembering, and only these are looked at twice.
fn is_plain(ast: &Expr) -> bool {
    match &ast.bare().value {
        ExprKind::Int(_) | ExprKind::Name(_) => true,
        ExprKind::Of(_, of) | ExprKind::Owned(_, of) => is_plain(of),
        ExprKind::Binary(Operator::Plus | Operator::Minus, a, b) => {
            !matches!(a.value, ExprKind::Binary(..)) && is_plain(a) && is_plain(b)
        }
        _ => false,
    }
}
