//! Sentences about something that cannot be: a value that is never none, a terrain that is set, a pile without stacks.
//! Told where they stand, with what is written instead.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::Holder;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Ast, ItemKind};

use super::super::types::Value;
use super::{Checker, Expr, ExprKind};

impl Checker<'_> {
    /// Tells of a variable that is compared with `none`, or set to it, though its range has none.
    pub(super) fn never_none(&mut self, expr: &Expr) {
        let ExprKind::Variable(index, _) = expr.kind else { return };
        // An empty cell has no piece that could remember anything: there `none` is an answer.
        if self.trying || self.variables[index].holder == Holder::Piece {
            return;
        }
        let items = self.each_item(|kind| if let ItemKind::Remember(item) = kind { Some(item) } else { None });
        let Some(item) = items.get(index) else { return };
        let ast::Domain::One(range) = &item.domain else { return };
        let begins_as_none = item.first.is_some() || self.variables[index].first.contains(&Value::NONE);
        if begins_as_none || self.variables[index].ty.domain().is_none() {
            return;
        }
        let message = format!("`{}` is one of `{}`, none is not in its range", item.name.value, range.value);
        let diagnostic = Diagnostic::new(Code::Impossible, message, expr.span, "never none")
            .label(range.span, "always one of these; at first the first of them")
            .suggest("let it be none as well, and none at first", range.span, format!("{} or none", range.value));
        self.report(diagnostic);
    }

    /// What is said where the place of a `set` is no variable.
    pub(super) fn not_a_variable(&self, place: &ast::Expr) -> Diagnostic {
        let name = match &place.bare().value {
            Ast::Name(name) => name,
            Ast::Of(name, _) => &name.value,
            _ => "",
        };
        if !self.terrains.iter().any(|terrain| terrain.name == name) {
            return Diagnostic::new(Code::WrongType, "this cannot be set", place.span, "not a variable")
                .help("variables are declared with `remember`");
        }
        let message = format!("`{name}` is a terrain: it is painted and does not change in play");
        Diagnostic::new(Code::WrongType, message, place.span, "not a variable")
            .help("what changes in play is remembered: `remember gone of each cell: yes or no`")
            .help(format!("or with the same values: `remember NAME of each cell: {name} or none`"))
    }

    /// Refuses to put several pieces on a cell that holds one.
    pub(super) fn no_piles(&mut self, number: &Expr, on: Option<&Expr>, kind: Span) {
        let (ExprKind::Constant(Value::Number(many @ 2..)), Some(on)) = (&number.kind, on) else { return };
        let grid = self.board.n_grid;
        let on_the_board = match &on.kind {
            ExprKind::Constant(Value::Set(cells)) => cells.iter().any(|cell| usize::from(cell) < grid),
            _ => grid == self.board.n_cells(),
        };
        if self.board.stacks || !on_the_board {
            return;
        }
        let message = format!("`put {many}` on a cell that holds one piece");
        let diagnostic = Diagnostic::new(Code::BadStatement, message, number.span, "only one would stand there")
            .help("pieces pile up on a board `with stacks`, and on sites")
            .suggest("put one piece on each cell", Span { end: kind.start, ..number.span }, "");
        self.report(diagnostic);
    }
}
