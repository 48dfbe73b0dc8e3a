//! Drawn diagrams: pieces and terrain.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Name, PaintWith, Picture};

use super::super::board::MAX_CELLS;
use super::super::types::{Domain, Type, Value};
use super::{Checker, Expr, Statement, StatementKind};

/// A sign of a diagram, its cell and its place.
type Drawn = (String, u16, Span);
/// A sign explained: the sign, the kind, the owner.
type Legend = (Name, Name, Option<ast::Expr>);

impl Checker<'_> {
    /// Puts the pieces of a diagram.
    pub(super) fn draw(&mut self, picture: &Picture) -> Vec<Statement> {
        let legend = picture.legend.iter().map(|(key, ..)| key.value.clone());
        let known: Vec<String> = legend.chain(self.piece_signs()).collect();
        let Some(cells) = self.fitting(&picture.rows, picture.span, |row| signs_of(row, &known)) else {
            return Vec::new();
        };
        let mut statements = Vec::new();
        for (sign, cell, span) in cells {
            if sign == "." {
                continue;
            }
            if let Some((kind, owner)) = self.drawn_piece(&sign, &picture.legend, span) {
                statements.push(self.put_one(kind, owner, cell, span));
            }
        }
        statements
    }

    /// How pieces are drawn: each kind's letter, in capitals and not.
    pub(super) fn piece_signs(&self) -> Vec<String> {
        let letters = self.look.kinds.iter().map(|kind| kind.letter.clone());
        letters.flat_map(|letter| [letter.to_lowercase(), letter]).collect()
    }

    pub(super) fn put_one(&self, kind: usize, owner: Option<Expr>, cell: u16, span: Span) -> Statement {
        let number = self.constant(Value::Number(1), Type::Number(1, 1), span);
        let kind = self.constant(Value::One(Some(kind as u16)), Type::One(Domain::Kind), span);
        let on = self.constant(Value::Set([cell].into_iter().collect()), Type::Set(Domain::Cell), span);
        Statement { kind: StatementKind::Put { number, kind, owner, on: Some(on), with: Vec::new() }, span }
    }

    /// The signs of a diagram with their cells.
    fn fitting(
        &mut self,
        rows: &[Name],
        span: Span,
        signs: impl Fn(&str) -> Vec<(String, usize)>,
    ) -> Option<Vec<Drawn>> {
        let shape: Vec<usize> = self.board.rows.iter().map(Vec::len).collect();
        if rows.len() != shape.len() {
            let message = format!("the picture has {} rows, the board {}", rows.len(), shape.len());
            self.error(Code::BadPicture, message, span, "");
            return None;
        }
        let mut cells = Vec::new();
        for (row, (wanted, text)) in shape.iter().zip(rows).enumerate() {
            let signs = signs(&text.value);
            if signs.len() != *wanted {
                let message = format!("this row has {} cells, not {}", wanted, signs.len());
                self.error(Code::BadPicture, message, text.span, "");
                return None;
            }
            let ids = self.board.rows[row].iter().map(|cell| cell.0);
            let place = |at: usize, sign: &str| part_of(text, at, sign.len());
            cells.extend(signs.into_iter().zip(ids).map(|((sign, at), cell)| {
                let span = place(at, &sign);
                (sign, cell, span)
            }));
        }
        Some(cells)
    }

    /// The kind and owner that a sign stands for.
    pub(super) fn drawn_piece(&mut self, sign: &str, legend: &[Legend], span: Span) -> Option<(usize, Option<Expr>)> {
        if let Some((_, kind, owner)) = legend.iter().find(|(key, ..)| key.value == sign) {
            let Some(found) = self.kinds.iter().position(|known| known.name == kind.value) else {
                let known: Vec<String> = self.kinds.iter().map(|kind| kind.name.clone()).collect();
                self.unknown_name("kind of piece", kind, known.iter().map(String::as_str));
                return None;
            };
            self.uses.note_kind(found);
            let owner = owner.as_ref().map(|owner| self.one(owner, Domain::Player));
            return Some((found, owner));
        }
        let upper = sign.to_uppercase();
        let Some(kind) = self.look.kinds.iter().position(|kind| kind.letter == upper) else {
            let letters: Vec<_> =
                self.look.kinds.iter().map(|kind| format!("`{}` {}", kind.letter, kind.name.plain)).collect();
            let diagnostic = Diagnostic::new(Code::BadPicture, format!("no kind has the letter `{sign}`"), span, "")
                .help(format!("letters are {}; `.` is an empty cell", letters.join(", ")));
            self.report(diagnostic);
            return None;
        };
        self.uses.note_kind(kind);
        if self.kinds[kind].neutral {
            return Some((kind, None));
        }
        let second = sign != upper;
        let player = self.constant(Value::One(Some(second.into())), Type::One(Domain::Player), span);
        if self.players.len() < 2 && second {
            self.error(Code::BadPicture, format!("`{sign}` is the second player's, but there is one"), span, "");
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
        let cells = self.fitting(&rows, span, letters_of)?;
        let mut values = vec![None; self.board.n_cells()];
        for (sign, cell, span) in cells {
            values[cell as usize] = sign.chars().next().and_then(|letter| self.terrain_letter(index, letter, span));
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
        self.uses.note("option", &name.value);
        let span = option.span;
        let (rows, _) = option.picture.as_ref()?;
        Some(rows.iter().map(|row| Name::new(row.clone(), span)).collect())
    }

    /// The value of a terrain that a letter stands for: by `text letters`, or else by its initial. Capitals and small
    /// letters are the same, unless one of them alone is exactly right.
    fn terrain_letter(&mut self, terrain: usize, letter: char, span: Span) -> Option<u16> {
        let signs = self.terrain_signs(terrain);
        let (sign, alike) = (letter.to_string(), letter.to_lowercase().to_string());
        let found = |is_it: &dyn Fn(&str) -> bool| -> Vec<u16> {
            (0u16..).zip(&signs).filter(|(_, (own, _))| is_it(own)).map(|(value, _)| value).collect()
        };
        let mut values = found(&|own| own == sign);
        if values.len() != 1 {
            values = found(&|own| own.to_lowercase() == alike);
        }
        match values.as_slice() {
            [only] => return Some(*only),
            _ if letter == '.' => return None,
            [] => {
                let known: Vec<_> = signs.iter().map(|(own, value)| format!("`{own}` {value}")).collect();
                let diagnostic = Diagnostic::new(Code::BadPicture, format!("`{letter}` is no terrain"), span, "")
                    .help(format!("letters are {}; `.` leaves a cell as it is", known.join(", ")));
                self.report_once(diagnostic);
            }
            several => {
                let names: Vec<&String> =
                    several.iter().filter_map(|&value| signs.get(usize::from(value))).map(|(_, name)| name).collect();
                let named: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
                let message = format!("`{letter}` may be {}", named.join(" or "));
                let letters = letters_for(&names);
                let diagnostic = Diagnostic::new(Code::BadPicture, message, span, "begins several values")
                    .help(format!("give them letters: `text letters {{ {letters} }}`"));
                self.report_once(diagnostic);
            }
        }
        None
    }

    /// The letters of the values of a terrain in pictures, with the values.
    fn terrain_signs(&self, terrain: usize) -> Vec<(String, String)> {
        let blocks = self.each_item(|kind| match kind {
            ast::ItemKind::Text { language, entries } if language.value == "letters" => Some(entries),
            _ => None,
        });
        let given = |value: &String| {
            let entry = blocks.iter().flat_map(|entries| entries.iter()).rfind(|entry| entry.key.value == *value)?;
            Some(entry.words.first()?.value.clone())
        };
        let initial = |value: &String| value.chars().take(1).flat_map(char::to_uppercase).collect();
        let values = self.terrains.get(terrain).map_or(&[][..], |terrain| &terrain.values);
        values.iter().map(|value| (given(value).unwrap_or_else(|| initial(value)), value.clone())).collect()
    }

    /// Reports what may be wrong of many cells of a picture in the same way.
    fn report_once(&mut self, diagnostic: Diagnostic) {
        let is_same = |known: &Diagnostic| known.code == diagnostic.code && known.message == diagnostic.message;
        if !self.diagnostics.iter().any(is_same) {
            self.report(diagnostic);
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

/// A letter of its own for each of some names: the first in it that none before has.
fn letters_for(names: &[&String]) -> String {
    let mut taken: Vec<char> = Vec::new();
    let mut entry = |name: &&String| {
        let own = name.to_uppercase().chars().find(|letter| !taken.contains(letter)).unwrap_or('?');
        taken.push(own);
        format!("{name}: \"{own}\"")
    };
    names.iter().map(&mut entry).collect::<Vec<_>>().join(" ")
}

/// The letters of a row and where they begin.
fn letters_of(row: &str) -> Vec<(String, usize)> {
    let letters = row.char_indices().filter(|(_, letter)| !letter.is_whitespace());
    letters.map(|(at, letter)| (letter.to_string(), at)).collect()
}

/// The signs of a row and where they begin: the longest of those known that fits, a number for so many empty
/// cells, or a letter.
pub(super) fn signs_of(row: &str, known: &[String]) -> Vec<(String, usize)> {
    let mut signs = Vec::new();
    let mut rest = row.trim_start();
    while let Some(letter) = rest.chars().next() {
        let at = row.len() - rest.len();
        let fitting = known.iter().filter(|sign| !sign.is_empty() && rest.starts_with(sign.as_str()));
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length = match fitting.map(String::len).max() {
            None if digits > 0 => {
                let number =
                    rest.get(..digits).and_then(|digits| digits.parse().ok()).unwrap_or(MAX_CELLS).min(MAX_CELLS);
                signs.extend(std::iter::repeat_n((".".to_string(), at), number));
                digits
            }
            length => {
                let length = length.unwrap_or(letter.len_utf8());
                signs.push((rest.get(..length).unwrap_or_default().to_string(), at));
                length
            }
        };
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    signs
}

/// The place of a part of a text; of the whole where blanks were left out.
pub(super) fn part_of(text: &Name, at: usize, length: usize) -> Span {
    let start = text.span.start as usize;
    match text.span.end as usize - start == text.value.len() {
        true => Span::new(text.span.source, start + at, start + at + length),
        false => text.span,
    }
}
