//! Jumps over enemies that take none of them.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{Move, Owner, Sentence, Statement, StatementKind, journey};
use crate::rules::walk;

use super::{Checker, Expr, ExprKind, Verb};

impl Checker<'_> {
    /// Who jumps over enemies alone mostly means to take them. Whoever jumps over all pieces may be travelling.
    pub(super) fn idle_jumps(&mut self) {
        let mut found = Vec::new();
        for item in self.moves.iter().filter(|item| !changes(&item.afterwards)) {
            let idle = |sentence: &&Sentence| takes_none(item, sentence);
            found.extend(item.sentences.iter().filter(idle).filter_map(over_enemies));
        }
        // What is done after every move may take what was jumped.
        if self.file_afterwards_changes() {
            return;
        }
        for span in found {
            let diagnostic = Diagnostic::new(Code::IdleJump, "a jump over enemies takes none of them", span, "")
                .help("say `taking jumped` behind it, or `over pieces` if jumping is only a way to travel");
            self.report(diagnostic);
        }
    }

    fn file_afterwards_changes(&self) -> bool {
        !self.each_item(|kind| matches!(kind, crate::syntax::ast::ItemKind::Afterwards(_)).then_some(())).is_empty()
    }
}

/// Where a travel jumps over enemies only.
fn over_enemies(sentence: &Sentence) -> Option<crate::source::Span> {
    let legs = &sentence.travel.as_ref()?.path;
    let enemies = |over: &Expr| matches!(&over.kind, ExprKind::Pieces(_, Owner::Of(of)) if is_enemies(of));
    legs.iter().find(|leg| matches!(&leg.verb, Verb::Hops { over, .. } if enemies(over))).map(|leg| leg.span)
}

fn is_enemies(of: &Expr) -> bool {
    matches!(walk::member(of).kind, ExprKind::Enemies(_))
}

/// Whether a sentence neither takes nor changes a piece, and asks for nothing that was jumped.
fn takes_none(item: &Move, sentence: &Sentence) -> bool {
    let Some(travel) = &sentence.travel else { return false };
    let mut asked = false;
    let mut see = |expr: &Expr| {
        asked |= matches!(expr.kind, ExprKind::Kept(journey::JUMPED | journey::PASSED));
    };
    sentence.when.iter().chain(&item.ensures).for_each(|expr| walk::expression(expr, &mut see));
    let mut landing_takes = false;
    walk::expression(&travel.to, &mut |expr| landing_takes |= matches!(expr.kind, ExprKind::Pieces(..)));
    !asked && !landing_takes && travel.taking.is_none() && !changes(&sentence.block)
}

/// Whether statements do something to pieces.
fn changes(block: &[Statement]) -> bool {
    let mut changes = false;
    walk::block(block, &mut |statement| {
        use StatementKind::{Change, Give, Move, MovePile, Push, Put, Remove, Swap, Take};
        changes |= matches!(
            statement.kind,
            Take(..)
                | Remove(_)
                | Give(..)
                | Change(..)
                | Move(..)
                | MovePile { .. }
                | Push(..)
                | Swap(..)
                | Put { .. }
        );
    });
    changes
}
