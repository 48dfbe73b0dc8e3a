//! Ends that count the pieces of a player while taken pieces lie on a site of his.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::Owner;
use crate::rules::walk;
use crate::source::Span;

use super::{Captured, Checker, End, Expr, ExprKind};

impl Checker<'_> {
    /// Sets of pieces are those on sites too: who asks whether a player has pieces left finds the taken ones.
    pub(super) fn taken_pieces_counted(&mut self, ends: &[End]) {
        let Captured::Sites(sites) = self.captured() else { return };
        let site = sites.first().map(|&site| self.board.cells[usize::from(site)].name.clone()).unwrap_or_default();
        for when in ends.iter().filter_map(|end| end.when.as_ref()) {
            let mut found = None;
            walk::expression(when, &mut |expr| found = found.or(counted(expr)));
            let Some(span) = found else { continue };
            let behind = Span { start: span.end, ..span };
            let message = format!("taken pieces count here too, where they lie on a site such as `{site}`");
            let diagnostic = Diagnostic::new(Code::Impossible, message, span, "those on sites too")
                .suggest_choice("only those on the board", behind, " in grid")
                .suggest_choice("those on sites too", behind, " in cells");
            self.report(diagnostic);
        }
    }
}

/// The set of all pieces of a player of which it is asked how many there are, or whether there is one.
fn counted(expr: &Expr) -> Option<Span> {
    let (ExprKind::Some(set) | ExprKind::Count(set)) = &expr.kind else { return None };
    matches!(set.kind, ExprKind::Pieces(_, Owner::Of(_))).then_some(set.span)
}
