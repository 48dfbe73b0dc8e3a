//! End clauses.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::{self, Clause, ItemKind, Point, ResultItem, VerdictItem};

use super::super::types::{Domain, Type, Value};
use super::exprs::{MANY, made};
use super::operators::arithmetic;
use super::{Arithmetic, Checker, Comparison, End, EndResult, Expr, ExprKind, Scene};

impl Checker<'_> {
    pub(super) fn ends(&mut self) -> Vec<End> {
        (self.scene, self.has_me) = (Scene::Turn, true);
        let blocks = self.each_item(|kind| match kind {
            ItemKind::End { point, clauses } => Some((*point, clauses)),
            _ => None,
        });
        let mut ends = Vec::new();
        for (point, clauses) in blocks {
            for clause in clauses {
                self.distinct_clause(&ends, clause);
                self.turn_is_over = point == Point::AfterTurn;
                let end = self.end(point, clause);
                self.turn_is_over = false;
                ends.push(end);
            }
        }
        ends
    }

    /// What must hold when a turn is over.
    pub(super) fn turn_ensures(&mut self) -> Vec<Expr> {
        let items = self.each_item(|kind| if let ItemKind::EnsureTurn(cond) = kind { Some(cond) } else { None });
        self.turn_is_over = true;
        let ensures = items.into_iter().map(|cond| self.truth(cond)).collect();
        self.turn_is_over = false;
        ensures
    }

    /// The completed turns. A position counts its turn only when all that follows on the turn is done; who asks before
    /// that whether the game has ended, or whether the turn may end so, means this turn too.
    pub(super) fn turns(&mut self, span: Span) -> Expr {
        (self.asks_count, self.asks_turns) = (true, true);
        let counted = made(ExprKind::Turns, Type::Number(0, MANY), span);
        match self.turn_is_over {
            true => {
                let this = self.constant(Value::Number(1), Type::Number(1, 1), span);
                arithmetic(Arithmetic::Plus, counted, this, span)
            }
            false => counted,
        }
    }

    /// `opponent loses when stuck`: who is stuck?
    fn who_is_stuck(&mut self, who: &ast::Expr, verdict: VerdictItem, when: &Expr) {
        let is_mover = matches!(&who.value, ast::ExprKind::Name(name) if name == "mover");
        let mut stuck = None;
        walk::expression(when, &mut |inner| {
            let is_bare = matches!(&inner.kind, ExprKind::Stuck(who) if who.span == inner.span);
            stuck = stuck.or(is_bare.then_some(inner.span));
        });
        let Some(span) = stuck.filter(|_| !is_mover && verdict != VerdictItem::Wins) else { return };
        let message = "`stuck` is asked of the mover, and somebody else loses";
        let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "who is stuck?");
        if let Some(who) = self.text_of(who.span) {
            diagnostic = diagnostic.suggest_choice("who loses", span, format!("stuck of {who}")).suggest_choice(
                "the mover",
                span,
                "stuck of mover",
            );
        }
        self.report(diagnostic);
    }

    fn distinct_clause(&mut self, ends: &[End], clause: &Clause) {
        if ends.iter().any(|end| *end.name == *clause.name.value) {
            let message = format!("two ends are called \"{}\"", clause.name.value);
            self.error(Code::Duplicate, message, clause.name.span, "again");
        }
    }

    fn end(&mut self, point: Point, clause: &Clause) -> End {
        let result = match &clause.result {
            ResultItem::Draw => EndResult::Draw,
            ResultItem::EveryoneLoses => EndResult::EveryoneLoses,
            ResultItem::EachPlayer(verdict) => EndResult::EachPlayer(*verdict),
            ResultItem::ByScore { highest, score } => {
                let depth = self.scope.len();
                let player = Type::One(Domain::Player);
                let slot = self.temporary(" each", player);
                let each = made(ExprKind::Temporary(slot), player, score.span);
                let value = self.property_of(score, each, score.span, None);
                let value = self.fit(value, Type::Number(0, 0));
                self.scope.truncate(depth);
                EndResult::ByScore(*highest, slot, value)
            }
            ResultItem::Someone(who, verdict) => EndResult::Someone(self.set(who, Domain::Player), *verdict),
        };
        let each_player = matches!(clause.result, ResultItem::EachPlayer(_));
        let before = std::mem::replace(&mut self.each_player, each_player);
        let when = clause.when.as_ref().map(|when| self.truth(when));
        self.each_player = before;
        if let (ResultItem::Someone(who, verdict), Some(when)) = (&clause.result, &when) {
            self.who_is_stuck(who, *verdict, when);
        }
        End { name: clause.name.value.as_str().into(), point, result, when, span: clause.span.span }
    }
}

/// The round with which an end stops the game whatever stands on the board.
pub(super) fn last_round(ends: &[End]) -> Option<u32> {
    ends.iter().filter_map(|end| rounds_of(end.when.as_ref()?)).filter_map(|rounds| u32::try_from(rounds).ok()).min()
}

/// So many completed rounds make a condition hold, without anything else.
fn rounds_of(condition: &Expr) -> Option<i64> {
    let number = |expr: &Expr| match expr.kind {
        ExprKind::Constant(Value::Number(number)) => Some(number),
        _ => None,
    };
    let is_rounds = |expr: &Expr| matches!(expr.kind, ExprKind::Rounds);
    match &condition.kind {
        ExprKind::Same(a, b) if is_rounds(a) => number(b),
        ExprKind::Same(a, b) if is_rounds(b) => number(a),
        ExprKind::Compare(Comparison::AtLeast, a, b) if is_rounds(a) => number(b),
        ExprKind::Compare(Comparison::More, a, b) if is_rounds(a) => number(b)?.checked_add(1),
        ExprKind::Or(a, b) => [a, b].into_iter().filter_map(|one| rounds_of(one)).min(),
        _ => None,
    }
}
