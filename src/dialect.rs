//! How other programs write options: by the cells that are chosen in them, in the forms that protocols use.
//!
//! No rule is known here: the text of an option comes from its cells, from the kind that is dropped or picked in its
//! notation, and from the board alone. Where two options of a decision would be written alike both keep the notation of
//! the rules, so that every text means one option.

use std::collections::HashMap;

use crate::game::{Game, Snapshot};
use crate::rules::Rules;
use crate::rules::board::CellId;

/// A way to write options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The notation of the rules.
    Own,
    /// As in the Universal Chess Interface: `e2e4`, `e7e8q`, `P@e4`, `0000` for an option without cells. A promotion to a
    /// kind whose letter begins with `+` is written `+`, and one that is declined is not written.
    Uci,
    /// As in the Universal Shogi Interface: columns are numbers counted from the right, rows letters from the top
    /// (`7g7f`, `2b8h+`, `P*5e`).
    Usi,
    /// As in the Universal Chinese Chess Protocol: rows are counted from zero (`h2e2`).
    Ucci,
    /// As in the Go Text Protocol: `D4` without the letter I, `pass` for an option without cells.
    Gtp,
}

/// The letter that columns of the Go Text Protocol leave out.
const LEFT_OUT: char = 'i';

impl Dialect {
    /// Whether options of a game can be written so: all but the notation of the rules need a board whose cells are called
    /// by column and row, and some a small one.
    pub fn serves(self, rules: &Rules) -> bool {
        let cells = || rules.board.cells.iter().take(rules.board.n_grid);
        let (width, height) = size(rules);
        match self {
            Self::Own => true,
            Self::Uci => rules.board.has_coordinates(),
            Self::Ucci => rules.board.has_coordinates() && height <= 10,
            Self::Usi => rules.board.has_coordinates() && width <= 9 && height <= 26,
            Self::Gtp => rules.board.has_coordinates() && width <= 25 && cells().count() == width * height,
        }
    }

    /// The texts of all options of a decision, in order, each unique.
    pub fn texts<G: Game>(self, game: &G, position: &G::Position) -> Vec<String> {
        let notations = game.notations(position);
        if self == Self::Own {
            return notations;
        }
        let snapshot = game.snapshot(position);
        let text = |(option, notation): (usize, &String)| {
            self.text(game.rules(), &snapshot, &game.cells_of(position, option), notation)
        };
        let texts: Vec<String> = notations.iter().enumerate().map(text).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        texts.iter().for_each(|text| *counts.entry(text).or_default() += 1);
        let is_unique = |text: &String| counts.get(text.as_str()) == Some(&1);
        texts.iter().zip(notations).map(|(text, own)| if is_unique(text) { text.clone() } else { own }).collect()
    }

    /// The option that a text means: written so, whatever the letter case, or in the notation of the rules.
    pub fn option<G: Game>(self, game: &G, position: &G::Position, text: &str) -> Option<usize> {
        let texts = self.texts(game, position);
        let exact = texts.iter().position(|option| option == text);
        let alike = || {
            let mut alike = texts.iter().enumerate().filter(|(_, option)| option.eq_ignore_ascii_case(text));
            let first = alike.next()?.0;
            alike.next().is_none().then_some(first)
        };
        let rows = || (self == Self::Uci).then(|| along_the_row(game, position, text)).flatten();
        exact.or_else(alike).or_else(|| game.parse(position, text).ok()).or_else(rows)
    }

    fn text(self, rules: &Rules, snapshot: &Snapshot, cells: &[CellId], notation: &str) -> String {
        let names = || cells.iter().filter_map(|cell| rules.board.cells.get(cell.index())).map(|cell| &*cell.name);
        let squares: Vec<String> = names().map(|name| self.square(rules, name)).collect();
        let Some(last) = names().next_back() else {
            return if self == Self::Gtp { "pass".to_owned() } else { "0000".to_owned() };
        };
        if let ([square], Some((kind, _))) = (&squares[..], notation.split_once('@')) {
            let sign = if self == Self::Usi { '*' } else { '@' };
            return format!("{kind}{sign}{square}");
        }
        let picked = notation.rsplit_once(last).and_then(|(_, tail)| tail.strip_prefix('='));
        let own = || {
            let piece = snapshot.cells.get(cells.first()?.index())?.last()?;
            rules.look.kinds.get(piece.kind).map(|kind| kind.letter.as_str())
        };
        let promotion = match picked {
            Some(letter) if own() == Some(letter) => String::new(),
            Some(letter) if letter.starts_with('+') => "+".to_owned(),
            Some(letter) => letter.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase(),
            None => String::new(),
        };
        squares.join(if self == Self::Gtp { "-" } else { "" }) + &promotion
    }

    /// A cell as the dialect calls it; one beside the grid keeps its name.
    fn square(self, rules: &Rules, name: &str) -> String {
        let Some((column, row)) = column_and_row(name) else { return name.to_owned() };
        let (width, height) = size(rules);
        match self {
            Self::Own | Self::Uci => name.to_owned(),
            Self::Ucci => format!("{}{}", letter(column, None), row - 1),
            Self::Usi => format!("{}{}", width.saturating_sub(column), letter(height.saturating_sub(row), None)),
            Self::Gtp => format!("{}{row}", letter(column, Some(LEFT_OUT)).to_ascii_uppercase()),
        }
    }
}

/// The option that programs of XBoard write `O-O` or `O-O-O`: a royal piece goes along its row by two cells or more, towards
/// the last column or the first; none if that is none, or several.
fn along_the_row<G: Game>(game: &G, position: &G::Position, text: &str) -> Option<usize> {
    let is_last = match text.replace('0', "O").to_ascii_uppercase().as_str() {
        "O-O" => true,
        "O-O-O" => false,
        _ => return None,
    };
    let (rules, snapshot) = (game.rules(), game.snapshot(position));
    let place = |cell: &CellId| column_and_row(&rules.board.cells.get(cell.index())?.name);
    let goes = |option: &usize| {
        let cells = game.cells_of(position, *option);
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return false };
        let piece = snapshot.cells.get(first.index()).and_then(|pieces| pieces.last());
        let is_royal = piece.and_then(|piece| rules.kinds.get(piece.kind)).is_some_and(|kind| kind.royal);
        let (Some(from), Some(to)) = (place(first), place(last)) else { return false };
        is_royal && from.1 == to.1 && from.0.abs_diff(to.0) >= 2 && (to.0 > from.0) == is_last
    };
    let mut found = (0..game.n_options(position)).filter(goes);
    found.next().filter(|_| found.next().is_none())
}

/// How many columns and rows a board with coordinates has.
pub fn size(rules: &Rules) -> (usize, usize) {
    let cells = rules.board.cells.iter().take(rules.board.n_grid).filter_map(|cell| column_and_row(&cell.name));
    cells.fold((0, 0), |(width, height), (column, row)| (width.max(column + 1), height.max(row)))
}

/// The column of a cell, counted from zero, and its row, counted from one; none if it is not called by these.
fn column_and_row(name: &str) -> Option<(usize, usize)> {
    let mut signs = name.chars();
    let column = signs.next().filter(char::is_ascii_lowercase)?;
    let row = signs.as_str().parse().ok().filter(|row| *row > 0 && signs.as_str().len() <= 3)?;
    Some((usize::from(column as u8 - b'a'), row))
}

/// The letter of a column, counted from zero, where one letter may be left out.
fn letter(column: usize, left_out: Option<char>) -> char {
    ('a'..='z').filter(|letter| Some(*letter) != left_out).nth(column).unwrap_or('?')
}

#[cfg(test)]
mod tests;
