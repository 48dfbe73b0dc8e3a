//! End clauses that an earlier clause of the same moment always forestalls.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Clause, Expr, ExprKind, ItemKind, Operator, Point, ResultItem, VerdictItem};

use super::Checker;

impl Checker<'_> {
    /// Says which ends can never decide, because one before them holds whenever they do.
    pub(super) fn shadowed_ends(&mut self) {
        let blocks = self.each_item(|kind| match kind {
            ItemKind::End { point, clauses } => Some((*point, clauses)),
            _ => None,
        });
        let all: Vec<(Point, &Clause)> =
            blocks.into_iter().flat_map(|(point, clauses)| clauses.iter().map(move |clause| (point, clause))).collect();
        for (index, (point, later)) in all.iter().enumerate() {
            let mut before = all[..index].iter().filter(|(other, _)| other == point).map(|(_, clause)| *clause);
            let Some(earlier) = before.find(|earlier| forestalls(earlier, later)) else { continue };
            let (first, second) = (&earlier.name, &later.name);
            let message = format!("the end \"{}\" is never reached behind \"{}\"", second.value, first.value);
            let diagnostic = Diagnostic::new(Code::ShadowedEnd, message, second.span, "never decides")
                .label(first.span, "holds whenever the other does, and is tested before it")
                .help("clauses of one moment are tested in the order of the file: put the narrower one first");
            self.report(diagnostic);
        }
    }
}

/// Whether the earlier clause ends the game whenever the later one would.
fn forestalls(earlier: &Clause, later: &Clause) -> bool {
    let each = |clause: &Clause| matches!(clause.result, ResultItem::EachPlayer(_));
    let ends = !matches!(
        earlier.result,
        ResultItem::EachPlayer(VerdictItem::IsOut) | ResultItem::Someone(_, VerdictItem::IsOut)
    );
    // `P wins` where P may be nobody does not always end the game.
    let surely = !matches!(&earlier.result, ResultItem::Someone(who, _) if !is_somebody(who));
    match (&earlier.when, &later.when) {
        (None, _) => ends && surely,
        (Some(before), Some(behind)) => ends && surely && each(earlier) == each(later) && implies(behind, before),
        (Some(_), None) => false,
    }
}

/// Whether words surely mean at least one player.
fn is_somebody(who: &Expr) -> bool {
    matches!(&who.value, ExprKind::Name(name) if name == "mover" || name == "opponent")
}

/// Whether the second condition surely holds where the first does, as far as the text tells.
fn implies(one: &Expr, other: &Expr) -> bool {
    if one == other {
        return true;
    }
    match (&one.value, &other.value) {
        (ExprKind::Binary(Operator::Or, a, b), _) => implies(a, other) && implies(b, other),
        (_, ExprKind::Binary(Operator::And, a, b)) => implies(one, a) && implies(one, b),
        (ExprKind::Binary(Operator::And, a, b), _) if implies(a, other) || implies(b, other) => true,
        (_, ExprKind::Binary(Operator::Or, a, b)) => implies(one, a) || implies(one, b),
        _ => within(one, other),
    }
}

/// Whether two comparisons are about the same number, and the first range lies in the second.
fn within(one: &Expr, other: &Expr) -> bool {
    match (range(one), range(other)) {
        (Some((what, low, high)), Some((same, least, most))) => what == same && least <= low && high <= most,
        _ => false,
    }
}

/// What a comparison with a fixed number is about, and between which numbers it then lies. A count is about its set.
fn range(cond: &Expr) -> Option<(&Expr, i64, i64)> {
    let (operator, what, number) = match &cond.value {
        // Of a set that has a member, or none, that is how many it has.
        ExprKind::No(set) => return Some((set, 0, 0)),
        ExprKind::Some(set) => return Some((set, 1, i64::MAX)),
        ExprKind::Binary(operator, what, number) => (operator, what, number),
        _ => return None,
    };
    let what = match &what.value {
        ExprKind::Count(set) => set,
        _ => what,
    };
    let ExprKind::Int(number) = number.value else { return None };
    let (low, high) = match operator {
        Operator::Is => (number, number),
        Operator::AtLeast => (number, i64::MAX),
        Operator::MoreThan => (number.saturating_add(1), i64::MAX),
        Operator::AtMost => (i64::MIN, number),
        Operator::LessThan => (i64::MIN, number.saturating_sub(1)),
        _ => return None,
    };
    Some((what, low, high))
}
