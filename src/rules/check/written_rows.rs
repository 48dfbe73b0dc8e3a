//! Rows of a position in one line: signs of pieces, of holes and of kinds that have a second one.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Name;

use super::super::board::CellId;
use super::super::written::BoardPart;
use super::pictures::{part_of, signs_of};
use super::{Checker, Statement};

impl Checker<'_> {
    /// Puts the pieces of the rows. Where no hole is written, the rows are those of pictures, which leave holes out.
    pub(super) fn draw_written(&mut self, part: &BoardPart, rows: &[Name], span: Span) -> Vec<Statement> {
        let hole = part.hole.as_deref().filter(|hole| rows.iter().any(|row| row.value.contains(hole)));
        let frame = match hole {
            Some(_) => self.board.frame.clone(),
            None => self.board.rows.iter().map(|row| row.iter().copied().map(Some).collect()).collect(),
        };
        if rows.len() != frame.len() {
            let message = format!("the position has {} rows, the board {}", rows.len(), frame.len());
            self.error(Code::BadPicture, message, span, "");
            return Vec::new();
        }
        let second = part.signs.iter().flat_map(|(sign, _)| [sign.to_lowercase(), sign.clone()]);
        let known: Vec<String> = hole.map(str::to_owned).into_iter().chain(second).chain(self.piece_signs()).collect();
        let mut statements = Vec::new();
        for (row, cells) in rows.iter().zip(&frame) {
            let signs = signs_of(&row.value, &known);
            if signs.len() != cells.len() {
                let message = format!("this row has {} cells, not {}", cells.len(), signs.len());
                self.error(Code::BadPicture, message, row.span, "");
                return Vec::new();
            }
            for ((sign, at), cell) in signs.into_iter().zip(cells) {
                let place = part_of(row, at, sign.len());
                statements.extend(self.put_written(part, hole, (&sign, *cell), place));
            }
        }
        statements
    }

    /// Puts what a sign stands for on its cell, which may be a hole.
    fn put_written(
        &mut self,
        part: &BoardPart,
        hole: Option<&str>,
        (sign, cell): (&str, Option<CellId>),
        place: Span,
    ) -> Option<Statement> {
        let is_hole = hole == Some(sign);
        match cell {
            None if is_hole => return None,
            None => {
                let message = format!("`{sign}` stands on a hole of the board");
                let help = format!("a hole is written `{}`", hole.unwrap_or_default());
                self.report(Diagnostic::new(Code::BadPicture, message, place, "").help(help));
                return None;
            }
            Some(cell) if is_hole => {
                let name = &self.board.cells[cell.index()].name;
                let message = format!("`{sign}` is a hole, and `{name}` is none");
                self.error(Code::BadPicture, message, place, "");
                return None;
            }
            Some(_) if sign == "." => return None,
            Some(_) => {}
        }
        let letter = self.letter_meant(part, sign);
        let (kind, owner) = self.drawn_piece(&letter, &[], place)?;
        Some(self.put_one(kind, owner, cell?.0, place))
    }

    /// The letter of the kind that a sign stands for, capital or small as the sign is.
    fn letter_meant(&self, part: &BoardPart, sign: &str) -> String {
        let upper = sign.to_uppercase();
        let letter = part
            .signs
            .iter()
            .find(|(second, _)| *second == upper)
            .and_then(|(_, kind)| Some(self.look.kinds.get(*kind)?.letter.clone()));
        match letter {
            Some(letter) if sign == upper => letter,
            Some(letter) => letter.to_lowercase(),
            None => sign.to_owned(),
        }
    }
}
