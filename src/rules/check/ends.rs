//! End clauses.

use crate::syntax::ast::{Clause, ItemKind, Point, ResultItem};

use super::super::types::{Domain, Type};
use super::exprs::made;
use super::{Checker, End, EndResult, Expr, ExprKind, Scene};

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
                let end = self.end(point, clause);
                ends.push(end);
            }
        }
        ends
    }

    /// What must hold when a turn is over.
    pub(super) fn turn_ensures(&mut self) -> Vec<Expr> {
        let items = self.each_item(|kind| if let ItemKind::EnsureTurn(cond) = kind { Some(cond) } else { None });
        items.into_iter().map(|cond| self.truth(cond)).collect()
    }

    fn distinct_clause(&mut self, ends: &[End], clause: &Clause) {
        if ends.iter().any(|end| end.name == clause.name.value) {
            let message = format!("two ends are called \"{}\"", clause.name.value);
            self.error(crate::diagnostic::Code::Duplicate, message, clause.name.span, "again");
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
        let when = clause.when.as_ref().map(|when| self.truth(when));
        End { name: clause.name.value.clone(), point, result, when, span: clause.span.span }
    }
}
