//! Cells by number: `cell 14`, `cells 1 to 6`, `number of c`; and the boards on which rows mean nothing.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::board::{CellId, Shape};
use crate::source::Span;
use crate::syntax::ast::{self, Axis, Rows};

use super::super::types::{Domain, Set, Type, Value};
use super::exprs::made;
use super::{Checker, Comparison, Expr, ExprKind, Table};

/// The tables of cells by number and of numbers by cell. No name of a file has a blank.
const CELLS: &str = "cell by number";
const NUMBERS: &str = "number of cell";

impl Checker<'_> {
    /// `cell N`, `cells M to N`, `first cell`, `last cell`.
    pub(super) fn cells_by_number(&mut self, rows: &Rows, span: Span) -> Expr {
        if let Rows::One(number) = rows
            && self.definitions.contains_key("cell")
        {
            let argument = self.expr(number, None);
            return self.use_definition("cell", vec![argument], span);
        }
        let cells = self.board.numbered_cells();
        let known: Vec<i64> = (0i64..).zip(&cells).filter_map(|(number, cell)| cell.map(|_| number)).collect();
        let (Some(&least), Some(&most)) = (known.first(), known.last()) else {
            let diagnostic =
                Diagnostic::new(Code::NoRows, "the cells of this board have no numbers", span, "which one is meant?")
                    .help("name the cell, or a row and a column: `row 2 in column 3`")
                    .help("cells have numbers on tracks and loops, and where their names are numbers");
            self.report(diagnostic);
            return self.unknown(span);
        };
        let fixed = |number: i64| made(ExprKind::Constant(Value::Number(number)), Type::Number(number, number), span);
        match rows {
            Rows::One(number) => {
                let number = self.cell_number(number, (least, most));
                self.cell_of_number(number, &cells, span)
            }
            Rows::First => self.cell_of_number(fixed(least), &cells, span),
            Rows::Last => self.cell_of_number(fixed(most), &cells, span),
            Rows::Range(from, to) => {
                let [from, to] = [from, to].map(|number| self.cell_number(number, (least, most)));
                self.cells_between(from, to, &cells, span)
            }
        }
    }

    /// A number of a cell; one that no cell can have is reported.
    fn cell_number(&mut self, number: &ast::Expr, (least, most): (i64, i64)) -> Expr {
        let number = self.number(number);
        if let Type::Number(low, high) = number.ty
            && (high < least || low > most)
        {
            let what = if low == high { format!("{low}") } else { format!("{low} to {high}") };
            let message = format!("the cells of this board are numbered {least} to {most}, not {what}");
            let diagnostic = Diagnostic::new(Code::OutOfRange, message, number.span, "no cell of this board");
            let closed = matches!(self.board.shape, Shape::Loop(_));
            self.report(match closed {
                true => diagnostic.help(format!(
                    "numbers do not go round a loop: from `cell {most}` the next is `onward of cell {most}`"
                )),
                false => diagnostic,
            });
        }
        number
    }

    fn cell_of_number(&mut self, number: Expr, cells: &[Option<CellId>], span: Span) -> Expr {
        let ty = Type::One(Domain::Cell);
        if let ExprKind::Constant(value) = &number.kind {
            let cell = usize::try_from(value.number()).ok().and_then(|number| cells.get(number).copied().flatten());
            return self.constant(Value::One(cell.map(|cell| cell.0)), ty, span);
        }
        let values = || cells.iter().map(|cell| Value::One(cell.map(|cell| cell.0))).collect();
        let table = self.own_table(CELLS, (Domain::Number, ty), values, Value::NONE);
        made(ExprKind::Table(table, Box::new(number)), ty, span)
    }

    fn cells_between(&mut self, from: Expr, to: Expr, cells: &[Option<CellId>], span: Span) -> Expr {
        let all = |range: std::ops::RangeInclusive<i64>| -> Set {
            let inside = (0i64..).zip(cells).filter(|(number, _)| range.contains(number));
            inside.filter_map(|(_, cell)| cell.map(|cell| cell.0)).collect()
        };
        let ty = Type::Set(Domain::Cell);
        if let (ExprKind::Constant(from), ExprKind::Constant(to)) = (&from.kind, &to.kind) {
            return self.constant(Value::Set(all(from.number()..=to.number())), ty, span);
        }
        let numbered = self.constant(Value::Set(all(0..=i64::MAX)), ty, span);
        let depth = self.scope.len();
        let slot = self.temporary(" cell", Type::One(Domain::Cell));
        self.scope.truncate(depth);
        let this = made(ExprKind::Temporary(slot), Type::One(Domain::Cell), span);
        let number = self.number_of_cell(this, span);
        let compared = |how, other: Expr| {
            made(ExprKind::Compare(how, Box::new(number.clone()), Box::new(other)), Type::Truth, span)
        };
        let inside =
            ExprKind::And(Box::new(compared(Comparison::AtLeast, from)), Box::new(compared(Comparison::AtMost, to)));
        let inside = made(inside, Type::Truth, span);
        self.add_work(self.size(Domain::Cell) as u64, 4, span);
        made(ExprKind::Those(slot, Box::new(numbered), Box::new(inside)), ty, span)
    }

    /// `number of c`; 0 for a cell without a number.
    pub(super) fn number_of_cell(&mut self, cell: Expr, span: Span) -> Expr {
        let numbers = self.board.cell_numbers();
        let Some(most) = numbers.iter().flatten().max().copied() else {
            let diagnostic =
                Diagnostic::new(Code::NoRows, "the cells of this board have no numbers", span, "which number?")
                    .help("cells have numbers on tracks and loops, and where their names are numbers");
            self.report(diagnostic);
            return self.unknown(span);
        };
        let number = |number: Option<u16>| number.map_or(0, i64::from);
        if let ExprKind::Constant(Value::One(Some(cell))) = cell.kind {
            let number = number(numbers.get(usize::from(cell)).copied().flatten());
            return self.constant(Value::Number(number), Type::Number(number, number), span);
        }
        let ty = Type::Number(0, i64::from(most));
        let values = || numbers.iter().map(|&of| Value::Number(number(of))).collect();
        let table = self.own_table(NUMBERS, (Domain::Cell, ty), values, Value::Number(0));
        made(ExprKind::Table(table, Box::new(cell)), ty, span)
    }

    /// A table that the file did not write, made when it is first needed.
    fn own_table(
        &mut self,
        name: &str,
        types: (Domain, Type),
        values: impl FnOnce() -> Vec<Value>,
        missing: Value,
    ) -> usize {
        self.tables.iter().position(|table| table.name == name).unwrap_or_else(|| {
            self.tables.push(Table { name: name.to_string(), values: values(), missing });
            self.table_types.push(types);
            self.tables.len() - 1
        })
    }

    /// Rows and columns where the board has none: reported, with the word that was meant.
    pub(super) fn no_rows(&mut self, axis: Axis, rows: &Rows, span: Span) -> Expr {
        let word = if axis == Axis::Column { "column" } else { "row" };
        let message = format!("this board has no {word}s");
        let mut diagnostic = Diagnostic::new(Code::NoRows, message, span, "its cells do not lie in rows");
        let plain = match rows {
            Rows::Range(from, to) => [from, to].into_iter().all(|end| !matches!(end.value, ast::ExprKind::Name(_))),
            Rows::One(row) => !matches!(row.value, ast::ExprKind::Name(_)),
            Rows::First | Rows::Last => false,
        };
        let numbered = self.board.cell_numbers().iter().any(Option::is_some);
        if numbered && plain {
            let many = matches!(rows, Rows::Range(..));
            let end = span.start + word.len() as u32 + u32::from(many);
            diagnostic = diagnostic.suggest(
                "name cells by their number",
                Span { end, ..span },
                if many { "cells" } else { "cell" },
            );
        } else {
            diagnostic = diagnostic.help("name the cells, or give them a name with `define`");
        }
        if axis == Axis::Row && self.board.compass > 0 {
            diagnostic = diagnostic.help("a player's own rows are counted along the path: `my row 3`");
        }
        self.report(diagnostic);
        self.unknown(span)
    }

    /// `row of c` and `column of c` where the board has none.
    pub(super) fn no_coordinate(&mut self, word: &ast::Name, span: Span) -> Expr {
        let message = format!("this board has no {}s", word.value);
        let mut diagnostic = Diagnostic::new(Code::NoRows, message, word.span, "its cells do not lie in rows");
        if self.board.cell_numbers().iter().any(Option::is_some) {
            diagnostic = diagnostic.suggest("ask for the number of the cell", word.span, "number");
        }
        if self.board.compass > 0 {
            diagnostic = diagnostic.help("a player's own rows are counted along the path: `rank of c`");
        }
        self.report(diagnostic);
        self.unknown(span)
    }
}
