//! `taking jumped` where a piece jumps over its own side on the way.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::Owner;

use super::{Checker, Expr, ExprKind, Path, Verb, journey};

impl Checker<'_> {
    /// Says where a travel that hops over the own side and over others takes all that it has jumped.
    pub(super) fn own_jumped(&mut self) {
        let sentences = self.moves.iter().flat_map(|item| &item.sentences);
        let travels = sentences.filter_map(|sentence| sentence.travel.as_ref());
        let found: Vec<_> = travels
            .filter(|travel| hops(&travel.path, &is_own) && hops(&travel.path, &|over| !is_own(over)))
            .filter_map(|travel| travel.taking.as_ref())
            .filter(|taking| takes_all_jumped(taking))
            .map(|taking| taking.span)
            .collect();
        for span in found {
            let message = "a piece takes those of its own side that it has jumped over";
            let diagnostic = Diagnostic::new(Code::OwnTaken, message, span, "all that was jumped, whoever owns it")
                .suggest("only those of the others", span, "jumped in enemies");
            self.report(diagnostic);
        }
    }
}

/// Whether a leg hops over such a set.
fn hops(path: &Path, is_so: &dyn Fn(&Expr) -> bool) -> bool {
    path.iter().any(|leg| match &leg.verb {
        Verb::Hops { over, .. } => is_so(over),
        Verb::OneOf(paths) => paths.iter().any(|(path, _)| hops(path, is_so)),
        _ => false,
    })
}

/// Whether a set is one of pieces of the mover.
fn is_own(over: &Expr) -> bool {
    match &over.kind {
        ExprKind::Pieces(_, Owner::Of(of)) => is_me(of),
        ExprKind::Intersection(a, b) => is_own(a) || is_own(b),
        ExprKind::Union(a, b) => is_own(a) && is_own(b),
        ExprKind::Difference(a, _) => is_own(a),
        _ => false,
    }
}

fn is_me(player: &Expr) -> bool {
    match &player.kind {
        ExprKind::ToSet(inner) => is_me(inner),
        ExprKind::Me | ExprKind::Mover => true,
        _ => false,
    }
}

fn takes_all_jumped(taking: &Expr) -> bool {
    match &taking.kind {
        ExprKind::Kept(name) => *name == journey::JUMPED,
        ExprKind::Union(a, b) => takes_all_jumped(a) || takes_all_jumped(b),
        _ => false,
    }
}
