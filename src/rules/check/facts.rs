//! What a condition tells about numbers: behind `when left more than 0`, `left` is at least 1.

use crate::syntax::ast::{Expr, ExprKind, Operator, Statement, StatementKind as Ask};

use super::super::types::{Type, Value};
use super::{Checker, Expr as Model, ExprKind as Is};

/// An expression whose value lies between two numbers, or is not none, as long as nothing changes it.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    what: Expr,
    low: i64,
    high: i64,
    given: bool,
    /// What it lies below, and by how much at least.
    below: Option<(Expr, i64)>,
}

impl Fact {
    /// Tells nothing any more.
    fn forget(&mut self) {
        (self.low, self.high, self.given, self.below) = (i64::MIN, i64::MAX, false, None);
    }

    /// Whether a name occurs in what it tells.
    fn names(&self, quoted: &str) -> bool {
        let other = self.below.as_ref().map(|(other, _)| other);
        std::iter::once(&self.what).chain(other).any(|expr| format!("{expr:?}").contains(quoted))
    }
}

impl Checker<'_> {
    /// The range of a number after all that is known about it.
    pub(super) fn narrowed(&self, ast: &Expr, low: i64, high: i64) -> (i64, i64) {
        let about = self.facts.iter().filter(|fact| fact.what == *ast.bare());
        let (new_low, new_high) = about.fold((low, high), |(low, high), fact| (low.max(fact.low), high.min(fact.high)));
        if new_low > new_high { (low, high) } else { (new_low, new_high) }
    }

    /// Whether it is known that an expression is not none.
    pub(super) fn is_given(&self, ast: &Expr) -> bool {
        self.facts.iter().any(|fact| fact.given && fact.what == *ast.bare())
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
            ExprKind::Binary(Operator::IsNot, a, b) if is_none(b) => self.learn_given(a, holds),
            ExprKind::Binary(Operator::Is, a, b) if is_none(b) => self.learn_given(a, !holds),
            ExprKind::Some(a) => self.learn_given(a, holds),
            ExprKind::No(a) => self.learn_given(a, !holds),
            ExprKind::Binary(operator, a, b) => self.learn_comparison(*operator, a, b, holds),
            _ => {}
        }
    }

    fn learn_given(&mut self, what: &Expr, given: bool) {
        if given && is_plain(what) {
            self.facts.push(Fact { what: what.bare().clone(), low: i64::MIN, high: i64::MAX, given, below: None });
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
        let (Some(first), Some(second)) = (self.quiet_range(a), self.quiet_range(b)) else { return };
        self.learn_side(a, operator, b, (first, second));
        self.learn_side(b, turned(operator), a, (second, first));
    }

    /// What a comparison tells of its left side.
    fn learn_side(&mut self, what: &Expr, operator: Operator, other: &Expr, ranges: ((i64, i64), (i64, i64))) {
        let ((own_low, own_high), (low, high)) = ranges;
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
        let gap = match operator {
            Operator::AtMost | Operator::Is => Some(0),
            Operator::LessThan => Some(1),
            _ => None,
        };
        let what = what.bare();
        if !matches!(what.value, ExprKind::Int(_)) {
            let below = gap.map(|gap| (other.bare().clone(), gap));
            self.facts.push(Fact { what: what.clone(), low, high, given: false, below });
        }
    }

    /// The difference of two numbers, of which it may be known that the second is not the greater one.
    pub(super) fn parted(&self, more: &Expr, less: &Expr, difference: Model) -> Model {
        let about = self.facts.iter().filter(|fact| fact.what == *less.bare()).filter_map(|fact| fact.below.as_ref());
        let gap = about.filter(|(other, _)| other == more.bare()).map(|(_, gap)| *gap).max();
        match (gap, difference.ty) {
            (Some(gap), Type::Number(low, high)) if low < gap => {
                Model { ty: Type::Number(gap, high.max(gap)), ..difference }
            }
            _ => difference,
        }
    }

    /// The range of an expression, if it is a number; nothing is reported.
    fn quiet_range(&mut self, ast: &Expr) -> Option<(i64, i64)> {
        let before = self.diagnostics.len();
        let expr = self.expr(ast, None);
        self.diagnostics.truncate(before);
        match (expr.ty, expr.kind) {
            (Type::Number(..), Is::Constant(Value::Number(number))) => Some((number, number)),
            (Type::Number(low, high), _) => Some((low, high)),
            _ => None,
        }
    }

    /// Forgets what was known of anything in which a name occurs.
    pub(super) fn forget(&mut self, name: &str) {
        let quoted = format!("\"{name}\"");
        // They stay in the list, telling nothing: its length says where blocks began.
        for fact in self.facts.iter_mut().filter(|fact| fact.names(&quoted)) {
            fact.forget();
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
        self.facts.iter_mut().for_each(Fact::forget);
    }
}

/// The comparison seen from its right side.
fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::AtLeast => Operator::AtMost,
        Operator::AtMost => Operator::AtLeast,
        Operator::LessThan => Operator::MoreThan,
        Operator::MoreThan => Operator::LessThan,
        same => same,
    }
}

fn is_none(ast: &Expr) -> bool {
    matches!(&ast.bare().value, ExprKind::Name(name) if name == "none")
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
