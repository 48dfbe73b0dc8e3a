//! `my …` and `enemy …`: the two short forms of every word about a player.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::board::Shape;
use crate::source::Span;
use crate::syntax::ast::{self, Axis, ExprKind as Ast, Rows, Whose};

use super::super::types::{Domain, Set, Type, Value};
use super::exprs::made;
use super::{Checker, Expr, ExprKind, Owner};

impl Checker<'_> {
    pub(super) fn owned(&mut self, whose: Whose, what: &ast::Expr, span: Span, want: Option<Domain>) -> Expr {
        match &what.value {
            Ast::Name(name) => {
                let name = ast::Name::new(name.clone(), what.span);
                if let Some(kinds) = self.kinds_named(&name.value) {
                    let owner = self.owners(whose, span);
                    return self.pieces(kinds, Owner::Of(Box::new(owner)), span);
                }
                let player = self.player(whose, span);
                self.property_of(&name, player, span, want)
            }
            Ast::Rows { axis: Axis::Row, rows } => {
                let player = self.player(whose, span);
                self.ranks(player, rows, span)
            }
            Ast::Call(name, args) => {
                let player = self.player(whose, span);
                let mut all = vec![player];
                all.extend(args.iter().map(|arg| self.expr(arg, None)));
                match self.definitions.contains_key(&name.value) {
                    true => self.use_definition(&name.value.clone(), all, span),
                    false => {
                        self.unknown_name("definition", name, []);
                        self.unknown(span)
                    }
                }
            }
            _ => {
                let cells = matches!(what.value, Ast::Rows { axis: Axis::Cell, .. });
                let word = if cells { "cells" } else { "columns" };
                let diagnostic = Diagnostic::new(Code::WrongType, format!("{word} are nobody's"), span, "")
                    .help(format!("rows are counted from a player's side (`my row 3`), {word} are not"));
                self.report(diagnostic);
                self.unknown(span)
            }
        }
    }

    /// The kinds whose cells a word means: a plural, or `pieces`.
    pub(super) fn kinds_named(&mut self, word: &str) -> Option<Set> {
        if word == "pieces" && !self.definitions.contains_key(word) {
            return Some(self.all_kinds());
        }
        let kind = self.kinds.iter().position(|kind| kind.plural == word)?;
        self.uses.note_cells(kind);
        Some([kind as u16].into_iter().collect())
    }

    /// Me, or all my opponents.
    fn owners(&mut self, whose: Whose, span: Span) -> Expr {
        let me = self.me(span);
        match whose {
            Whose::My => self.as_set(me, Some(Domain::Player)),
            Whose::Enemy => self.enemies_of(me, span),
        }
    }

    /// Me, or my only opponent.
    fn player(&mut self, whose: Whose, span: Span) -> Expr {
        let owners = self.owners(whose, span);
        if whose == Whose::Enemy && self.players.len() != 2 {
            let message = format!("`enemy` means one opponent, but {} play", self.players.len());
            let diagnostic =
                Diagnostic::new(Code::PlayerCount, message, span, "which one?").help("name the player: `… of p`");
            self.report(diagnostic);
        }
        match whose {
            Whose::My => self.me(span),
            Whose::Enemy => self.as_one(owners, Domain::Player),
        }
    }

    /// Whether rows begin behind the last one, whichever way a player looks.
    fn is_beyond(&self, from: Option<&Expr>) -> bool {
        let longest = match self.board.shape {
            Shape::Square { width, height } => width.max(height) as i64,
            _ => return false,
        };
        matches!(from.map(|from| &from.kind), Some(ExprKind::Constant(Value::Number(row))) if *row > longest)
    }

    /// Rows counted from a player's side.
    fn ranks(&mut self, player: Expr, rows: &Rows, span: Span) -> Expr {
        let (from, to) = match rows {
            Rows::One(row) => {
                let row = self.number(row);
                (Some(row.clone()), Some(row))
            }
            Rows::Range(from, to) => (Some(self.number(from)), Some(self.number(to))),
            Rows::First => {
                let one = self.constant(Value::Number(1), Type::Number(1, 1), span);
                (Some(one.clone()), Some(one))
            }
            Rows::Last => (None, None),
        };
        if self.is_beyond(from.as_ref()) {
            return self.constant(Value::Set(Set::default()), Type::Set(Domain::Cell), span);
        }
        let (from, to) = (from.map(Box::new), to.map(Box::new));
        made(ExprKind::Ranks(Box::new(player), from, to), Type::Set(Domain::Cell), span)
    }

    /// Rows and columns of the board itself.
    pub(super) fn rows(&mut self, columns: bool, rows: &Rows, span: Span) -> Expr {
        let cells = self.board.cells.iter();
        let last = cells.filter_map(|cell| if columns { cell.column } else { cell.row }).max().unwrap_or(0);
        let fixed = |number: u16| {
            made(ExprKind::Constant(Value::Number(number.into())), Type::Number(number.into(), number.into()), span)
        };
        if !columns {
            self.note_end_row(rows, last, span);
        }
        let (from, to) = match rows {
            Rows::One(row) => {
                let row = self.line_number(row);
                (row.clone(), row)
            }
            Rows::Range(from, to) => (self.line_number(from), self.line_number(to)),
            Rows::First => (fixed(1), fixed(1)),
            Rows::Last => (fixed(last), fixed(last)),
        };
        if let (ExprKind::Constant(from), ExprKind::Constant(to)) = (&from.kind, &to.kind) {
            let range = from.number()..=to.number();
            let within = |cell: &crate::rules::board::Cell| {
                (if columns { cell.column } else { cell.row }).is_some_and(|line| range.contains(&i64::from(line)))
            };
            let cells = (0..self.board.n_cells()).filter(|&index| within(&self.board.cells[index]));
            let cells: Set = cells.map(|index| index as u16).collect();
            return self.constant(Value::Set(cells), Type::Set(Domain::Cell), span);
        }
        made(ExprKind::Rows(columns, Box::new(from), Box::new(to)), Type::Set(Domain::Cell), span)
    }

    /// A row by its number or letter, a column by its letter or number.
    fn line_number(&mut self, line: &ast::Expr) -> Expr {
        if let Ast::Name(name) = &line.bare().value
            && !self.scope.iter().any(|binding| binding.name == *name)
            && name.chars().all(|letter| letter.is_ascii_lowercase())
            && name.len() <= 2
        {
            let number = (0..702u16).find(|&index| crate::rules::board::naming::letters(index as usize) == *name);
            if let Some(number) = number {
                let number = i64::from(number) + 1;
                return self.constant(Value::Number(number), Type::Number(number, number), line.span);
            }
        }
        self.number(line)
    }
}
