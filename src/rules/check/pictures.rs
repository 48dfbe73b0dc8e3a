//! Drawn diagrams: pieces and terrain.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Name, PaintWith, Picture};

use super::super::types::{Domain, Type, Value};
use super::{Checker, Expr, Statement, StatementKind};

impl Checker<'_> {
    /// Puts the pieces of a diagram.
    pub(super) fn draw(&mut self, picture: &Picture) -> Vec<Statement> {
        let Some(cells) = self.fitting(&picture.rows, picture.span) else { return Vec::new() };
        let mut statements = Vec::new();
        for (letter, cell, span) in cells {
            if letter == '.' {
                continue;
            }
            if let Some((kind, owner)) = self.drawn_piece(letter, picture, span) {
                statements.push(self.put_one(kind, owner, cell, span));
            }
        }
        statements
    }

    fn put_one(&self, kind: usize, owner: Option<Expr>, cell: u16, span: Span) -> Statement {
        let number = self.constant(Value::Number(1), Type::Number(1, 1), span);
        let kind = self.constant(Value::One(Some(kind as u16)), Type::One(Domain::Kind), span);
        let on = self.constant(Value::Set([cell].into_iter().collect()), Type::Set(Domain::Cell), span);
        Statement { kind: StatementKind::Put { number, kind, owner, on: Some(on), with: Vec::new() }, span }
    }

    /// The letters of a diagram with their cells.
    fn fitting(&mut self, rows: &[Name], span: Span) -> Option<Vec<(char, u16, Span)>> {
        let shape: Vec<usize> = self.board.rows.iter().map(Vec::len).collect();
        if rows.len() != shape.len() {
            let message = format!("the picture has {} rows, the board {}", rows.len(), shape.len());
            self.error(Code::BadPicture, message, span, "");
            return None;
        }
        let mut cells = Vec::new();
        for (row, (wanted, text)) in shape.iter().zip(rows).enumerate() {
            let letters: Vec<char> = text.value.chars().filter(|letter| !letter.is_whitespace()).collect();
            if letters.len() != *wanted {
                let message = format!("this row has {} cells, not {}", wanted, letters.len());
                self.error(Code::BadPicture, message, text.span, "");
                return None;
            }
            let ids = self.board.rows[row].iter().map(|cell| cell.0);
            cells.extend(letters.into_iter().zip(ids).map(|(letter, cell)| (letter, cell, text.span)));
        }
        Some(cells)
    }

    /// The kind and owner that a letter stands for.
    fn drawn_piece(&mut self, letter: char, picture: &Picture, span: Span) -> Option<(usize, Option<Expr>)> {
        if let Some((_, kind, owner)) = picture.legend.iter().find(|(key, ..)| key.value.chars().eq([letter])) {
            let Some(found) = self.kinds.iter().position(|known| known.name == kind.value) else {
                let known: Vec<String> = self.kinds.iter().map(|kind| kind.name.clone()).collect();
                self.unknown_name("kind of piece", kind, known.iter().map(String::as_str));
                return None;
            };
            let owner = owner.as_ref().map(|owner| self.one(owner, Domain::Player));
            return Some((found, owner));
        }
        let upper = letter.to_uppercase().to_string();
        let Some(kind) = self.look.kinds.iter().position(|kind| kind.letter == upper) else {
            let letters: Vec<_> =
                self.look.kinds.iter().map(|kind| format!("`{}` {}", kind.letter, kind.name.plain)).collect();
            let diagnostic = Diagnostic::new(Code::BadPicture, format!("no kind has the letter `{letter}`"), span, "")
                .help(format!("letters are {}; `.` is an empty cell", letters.join(", ")));
            self.report(diagnostic);
            return None;
        };
        if self.kinds[kind].neutral {
            return Some((kind, None));
        }
        let player = usize::from(letter.is_lowercase());
        let player = self.constant(Value::One(Some(player as u16)), Type::One(Domain::Player), span);
        if self.players.len() < 2 && letter.is_lowercase() {
            self.error(Code::BadPicture, format!("`{letter}` is the second player's, but there is one"), span, "");
        }
        Some((kind, Some(player)))
    }

    /// `paint TERRAIN as` a diagram or an option that holds one.
    pub(super) fn paint(&mut self, terrain: &Name, with: &PaintWith) -> Option<StatementKind> {
        let Some(index) = self.terrains.iter().position(|known| known.name == terrain.value) else {
            let known: Vec<String> = self.terrains.iter().map(|terrain| terrain.name.clone()).collect();
            self.unknown_name("terrain", terrain, known.iter().map(String::as_str));
            return None;
        };
        let (rows, span) = match with {
            PaintWith::Picture(picture) => (picture.rows.clone(), picture.span),
            PaintWith::Option(name) => (self.option_rows(name)?, name.span),
        };
        let cells = self.fitting(&rows, span)?;
        let mut values = vec![None; self.board.n_cells()];
        for (letter, cell, span) in cells {
            values[cell as usize] = self.terrain_letter(index, letter, span);
        }
        Some(StatementKind::Paint(index, values))
    }

    /// The rows of a diagram that the user gave; none, silently, if another value was chosen.
    fn option_rows(&mut self, name: &Name) -> Option<Vec<Name>> {
        let Some(option) = self.options.iter().find(|option| option.name == name.value) else {
            let known: Vec<String> = self.options.iter().map(|option| option.name.clone()).collect();
            self.unknown_name("option", name, known.iter().map(String::as_str));
            return None;
        };
        let span = option.span;
        let (rows, _) = option.picture.as_ref()?;
        Some(rows.iter().map(|row| Name::new(row.clone(), span)).collect())
    }

    /// The value of a terrain that a letter stands for: its initial.
    fn terrain_letter(&mut self, terrain: usize, letter: char, span: Span) -> Option<u16> {
        let initial =
            |value: &String| value.chars().next().is_some_and(|first| first.to_lowercase().eq(letter.to_lowercase()));
        let found: Vec<usize> = (0..self.terrains[terrain].values.len())
            .filter(|&value| initial(&self.terrains[terrain].values[value]))
            .collect();
        match found.as_slice() {
            [only] => Some(*only as u16),
            _ if letter == '.' => None,
            [] => {
                let values = self.terrains[terrain].values.join("`, `");
                let diagnostic = Diagnostic::new(Code::BadPicture, format!("`{letter}` is no terrain"), span, "")
                    .help(format!("write the initials of `{values}`"));
                self.report(diagnostic);
                None
            }
            _ => {
                self.error(Code::BadPicture, format!("`{letter}` is the initial of several values"), span, "");
                None
            }
        }
    }

    /// The rows of a tile's face as values of its terrain.
    pub(super) fn terrain_rows(&mut self, terrain: usize, rows: &[String], span: Span) -> Vec<Vec<u16>> {
        rows.iter()
            .map(|row| row.chars().filter_map(|letter| self.terrain_letter(terrain, letter, span)).collect())
            .collect()
    }

    /// Takes every piece away: a drawn position begins with an empty board and empty hands.
    pub(super) fn clear(&self, span: Span) -> Statement {
        Statement { kind: StatementKind::Clear, span }
    }
}
