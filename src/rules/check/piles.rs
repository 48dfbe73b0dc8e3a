//! Piles: statements about several pieces of a cell, and pieces that stand under others.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{Expr, Statement, StatementKind};
use crate::source::Span;
use crate::syntax::ast::{self, Pile};

use super::super::types::{Domain, Type, Value};
use super::exprs::made;
use super::{Checker, ExprKind};

/// More pieces than any pile has.
const ALL: i64 = 1_000_000;

impl<'a> Checker<'a> {
    /// `move` with more than the top piece, or to the bottom of a pile.
    pub(super) fn move_pile(
        &mut self,
        pile: Option<&'a Pile>,
        from: &'a ast::Expr,
        to: &'a ast::Expr,
        under: bool,
        span: Span,
    ) -> StatementKind {
        self.need_piles(span);
        let number = match pile {
            Some(Pile::Top(number)) => self.number(number),
            Some(Pile::Whole) => self.constant(Value::Number(ALL), Type::Number(ALL, ALL), span),
            None => self.constant(Value::Number(1), Type::Number(1, 1), span),
        };
        let (from, to) = (self.one(from, Domain::Cell), self.one(to, Domain::Cell));
        StatementKind::MovePile { number, from, to, under }
    }

    /// A statement about the top pieces of some cells, done so many times on each of them.
    pub(super) fn of_piles(
        &mut self,
        pile: Option<&'a Pile>,
        what: &'a ast::Expr,
        span: Span,
        statement: impl FnOnce(Expr) -> StatementKind,
    ) -> StatementKind {
        let cells = self.set(what, Domain::Cell);
        let Some(pile) = pile else { return statement(cells) };
        self.need_piles(span);
        let slot = self.n_kept;
        self.n_kept += 1;
        let cell = made(ExprKind::Kept(slot), Type::One(Domain::Cell), span);
        let times = match pile {
            Pile::Top(number) => self.number(number),
            Pile::Whole => made(ExprKind::Height(Box::new(cell.clone())), Type::Number(0, 1024), span),
        };
        let once = Statement { kind: statement(made(ExprKind::ToSet(Box::new(cell)), cells.ty, span)), span };
        let each = Statement { kind: StatementKind::Repeat(times, None, false, vec![once]), span };
        StatementKind::Each(slot, cells, vec![each])
    }

    /// `my Queens at any height`.
    pub(super) fn any_height(&mut self, pieces: &ast::Expr, span: Span) -> Expr {
        let found = self.expr(pieces, Some(Domain::Cell));
        let ty = Type::Set(Domain::Cell);
        match found.kind {
            ExprKind::Pieces(kinds, owner) => made(ExprKind::AnyHeight(kinds, owner), ty, span),
            _ if found.ty == Type::Unknown => self.unknown(span),
            _ => {
                let message = "`at any height` stands behind pieces of some kinds";
                let help = "such as `Queens at any height`, `my Queens at any height`, `pieces of p at any height`";
                self.report(Diagnostic::new(Code::WrongType, message, pieces.span, "not such a set").help(help));
                self.unknown(span)
            }
        }
    }

    fn need_piles(&mut self, span: Span) {
        if !self.board.stacks && !self.board.cells.iter().any(|cell| cell.site) {
            let message = "no cell of this board holds more than one piece";
            let diagnostic = Diagnostic::new(Code::BadStatement, message, span, "there is nothing under a piece here");
            self.report(diagnostic.help("say `board … with stacks` if pieces pile up"));
        }
    }
}
