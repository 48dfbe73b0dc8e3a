//! The position at the beginning, from its FEN.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::cells::{Cell, Cells};
use super::ini::shortened;
use super::table::Slot;
use super::variant::{SIDES, Variant};

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What it is.
    pub slot: Slot,
    /// What it was before it was promoted.
    pub from: Option<Slot>,
    /// Whose it is.
    pub side: usize,
}

/// The position at the beginning.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The pieces.
    pub pieces: BTreeMap<Cell, Standing>,
    /// Squares that nobody may enter.
    pub walls: Cells,
    /// Whether the file speaks of hands.
    pub has_hands: bool,
    /// How many of which kind are in hand.
    pub hands: [BTreeMap<Slot, u32>; 2],
    /// Whether Black begins.
    pub black_begins: bool,
    /// The rooks with which each side may castle.
    pub rooks: [Vec<Cell>; 2],
    /// Where the king of each side stands that may castle.
    pub kings: [Option<Cell>; 2],
    /// How many checks each side still has to give.
    pub checks: [u32; 2],
    /// Rights that are written as columns, which other rules than castling use.
    pub gates: bool,
}

impl Position {
    /// How many pieces of a kind a side has, hand included.
    pub fn count(&self, slot: Slot, side: usize) -> u32 {
        let fits = |standing: &&Standing| standing.side == side && (slot == Slot::ALL || standing.slot == slot);
        let hand = self.hands.get(side).map_or(0, |hand| {
            hand.iter().filter(|(of, _)| slot == Slot::ALL || **of == slot).map(|(_, count)| count).sum()
        });
        u32::try_from(self.pieces.values().filter(fits).count()).unwrap_or(u32::MAX) + hand
    }
}

/// The position of a variant, or what is wrong with its text.
///
/// # Errors
/// If the text does not fit the board or the pieces.
pub fn read(variant: &Variant) -> Result<Position, Box<Diagnostic>> {
    let span = variant.setting("position", 0).map_or(variant.name.span, |setting| setting.span);
    let text = variant.start();
    let mut fields = text.split_whitespace();
    let mut position = Position { checks: [1, 1], ..Position::default() };
    let Some(board) = fields.next() else {
        return Err(wrong(span, "the position is empty", "write it as FEN, for instance `8/8/8/8/8/8/8/8 w - - 0 1`"));
    };
    let (rows, hand) = match board.split_once('[') {
        Some((rows, hand)) => (rows, Some(hand.trim_end_matches(']'))),
        None => (board, None),
    };
    let reading = Reading { variant, span };
    reading.rows(rows, &mut position)?;
    if let Some(hand) = hand {
        position.has_hands = true;
        reading.hand(hand, &mut position)?;
    }
    match fields.next() {
        None | Some("w") => {}
        Some("b") => position.black_begins = true,
        Some(other) => {
            let message = format!("`{}` is no side to move", shortened(other));
            return Err(wrong(span, message, "write `w` or `b` behind the board"));
        }
    }
    let rest: Vec<&str> = fields.collect();
    if let Some(rights) = rest.first().filter(|field| !field.starts_with(|letter: char| letter.is_ascii_digit())) {
        reading.rights(rights, &mut position)?;
    }
    reading.checks(&rest, &mut position);
    Ok(position)
}

fn wrong(span: Span, message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::VariantPosition, message, span, "").help(help))
}

/// The work on one text.
#[derive(Debug)]
struct Reading<'a> {
    variant: &'a Variant,
    span: Span,
}

impl Reading<'_> {
    fn wrong(&self, message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
        wrong(self.span, message, help)
    }

    fn rows(&self, text: &str, position: &mut Position) -> Result<(), Box<Diagnostic>> {
        let size = self.variant.size();
        let rows: Vec<&str> = text.trim_end_matches('/').split('/').collect();
        if rows.len() != usize::from(size.rows) {
            let message = format!("the position has {} rows, the board {}", rows.len(), size.rows);
            return Err(self.wrong(message, "`maxRank` says how many rows the board has, 8 if it is not said"));
        }
        for (index, row) in rows.iter().enumerate() {
            let row_number = size.rows - 1 - u8::try_from(index).unwrap_or(0);
            let width = self.row(row, row_number, position)?;
            if width != u32::from(size.columns) {
                let message = format!(
                    "row {} of the position has {width} cells, the board {} columns",
                    row_number + 1,
                    size.columns
                );
                return Err(self.wrong(message, "`maxFile` says how many columns the board has, 8 if it is not said"));
            }
        }
        Ok(())
    }

    /// Puts the pieces of a row and says how many cells it has.
    fn row(&self, text: &str, row: u8, position: &mut Position) -> Result<u32, Box<Diagnostic>> {
        let mut column: u32 = 0;
        let mut number: Option<u32> = None;
        let mut promoted = false;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit).min(1000));
                continue;
            }
            column = column.saturating_add(number.take().unwrap_or(0));
            let cell = u8::try_from(column).ok().map(|column| Cell { row, column });
            match letter {
                '+' => promoted = true,
                '~' => {}
                '*' => {
                    position.walls =
                        position.walls.or(cell.into_iter().filter(|cell| self.variant.size().holds(*cell)).collect());
                    column += 1;
                }
                letter => {
                    let standing = self.standing(letter, std::mem::take(&mut promoted))?;
                    if let Some(cell) = cell {
                        position.pieces.insert(cell, standing);
                    }
                    column += 1;
                }
            }
        }
        Ok(column.saturating_add(number.unwrap_or(0)))
    }

    fn standing(&self, letter: char, promoted: bool) -> Result<Standing, Box<Diagnostic>> {
        let slot = self.piece(letter)?;
        let side = usize::from(letter.is_ascii_lowercase());
        if !promoted {
            return Ok(Standing { slot, from: None, side });
        }
        match self.variant.promoted(slot) {
            Some(target) => Ok(Standing { slot: target, from: Some(slot), side }),
            None => {
                let help = "`promotedPieceType` says what pieces become";
                Err(self.wrong(format!("`+{letter}` stands in the position, but `{letter}` does not promote"), help))
            }
        }
    }

    fn piece(&self, letter: char) -> Result<Slot, Box<Diagnostic>> {
        self.variant.by_letter(letter).ok_or_else(|| {
            let letters: Vec<String> =
                self.variant.pieces.values().map(|piece| format!("`{}`", piece.letter.to_ascii_lowercase())).collect();
            let known = if letters.is_empty() {
                "the variant declares no pieces".to_owned()
            } else {
                format!("the pieces are {}", letters.join(", "))
            };
            self.wrong(format!("no piece has the letter `{letter}` of the position"), known)
        })
    }

    fn hand(&self, text: &str, position: &mut Position) -> Result<(), Box<Diagnostic>> {
        for letter in text.chars().filter(|letter| *letter != '-') {
            let slot = self.piece(letter)?;
            let side = usize::from(letter.is_ascii_lowercase());
            if let Some(hand) = position.hands.get_mut(side) {
                *hand.entry(slot).or_default() += 1;
            }
        }
        Ok(())
    }

    /// The pieces that may castle: `K` and `Q` mean the outermost rook of that side, a letter its column.
    fn rights(&self, text: &str, position: &mut Position) -> Result<(), Box<Diagnostic>> {
        let size = self.variant.size();
        for letter in text.chars().filter(|letter| *letter != '-') {
            let side = usize::from(letter.is_ascii_lowercase());
            let column = u32::from(letter.to_ascii_uppercase()).wrapping_sub(u32::from('A'));
            let is_flank = matches!(letter.to_ascii_uppercase(), 'K' | 'Q');
            if !is_flank && column >= u32::from(size.columns) {
                let message = format!("`{}` are no castling rights", shortened(text));
                return Err(self.wrong(message, "they are letters out of `KQkq`, or columns, or `-` for none"));
            }
            if !is_flank {
                position.gates = true;
            }
            if !self.variant.yes("castling") {
                continue;
            }
            let Some(king) = self.king(side, position) else { continue };
            let row = self.row_of(side);
            let rook_at = |column: u8| Cell { row, column };
            let is_rook = |cell: &Cell| {
                position.pieces.get(cell).is_some_and(|standing| {
                    standing.side == side && self.variant.kinds("castlingRooks", side).has(standing.slot)
                })
            };
            let to_the_right = self.variant.line("kingsideRookFile").min(size.columns - 1);
            let from_the_left = self.variant.line("queensideRookFile");
            let rook = match letter.to_ascii_uppercase() {
                'K' => (0..=to_the_right).rev().map(rook_at).find(is_rook),
                'Q' => (from_the_left..size.columns).map(rook_at).find(is_rook),
                _ => u8::try_from(column).ok().map(rook_at).filter(is_rook),
            };
            if let (Some(rook), Some(rooks)) = (rook, position.rooks.get_mut(side)) {
                rooks.push(rook);
                rooks.sort();
                rooks.dedup();
                if let Some(place) = position.kings.get_mut(side) {
                    *place = Some(king);
                }
            }
        }
        Ok(())
    }

    fn row_of(&self, side: usize) -> u8 {
        let row = self.variant.line("castlingRank");
        if side == 0 { row } else { (self.variant.size().rows - 1).saturating_sub(row) }
    }

    /// The only king of the row, or the one on its usual column.
    fn king(&self, side: usize, position: &Position) -> Option<Cell> {
        let slot = self.variant.kind("castlingKing", side)?;
        let row = self.row_of(side);
        let is_king = |cell: &Cell| {
            position.pieces.get(cell).is_some_and(|standing| standing.side == side && standing.slot == slot)
        };
        let kings: Vec<Cell> =
            (0..self.variant.size().columns).map(|column| Cell { row, column }).filter(is_king).collect();
        match kings.as_slice() {
            [only] => Some(*only),
            _ => Some(Cell { row, column: self.variant.line("castlingKingFile") }).filter(is_king),
        }
    }

    fn checks(&self, fields: &[&str], position: &mut Position) {
        let counts = |field: &&&str| field.contains('+');
        let Some((white, black)) = fields.iter().find(counts).and_then(|field| field.split_once('+')) else { return };
        for (side, text) in SIDES.into_iter().zip([white, black]) {
            if let (Some(count), Ok(number)) = (position.checks.get_mut(side), text.parse::<u32>()) {
                *count = number.min(100);
            }
        }
    }
}
