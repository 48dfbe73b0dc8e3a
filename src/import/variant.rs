//! A variant with everything that it takes over.

use std::collections::BTreeMap;

use crate::source::{Span, Spanned};

use super::cells::{Cells, Size};
use super::table::Slot;
use super::value::{Kinds, Result3, Value};

/// The two sides, for indices: White is 0, Black 1.
pub const SIDES: [usize; 2] = [0, 1];

/// A piece of a variant.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its capital letter.
    pub letter: char,
    /// How it moves.
    pub betza: String,
    /// Where it was declared.
    pub span: Span,
}

/// A value that a line has set.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The value.
    pub value: Value,
    /// The key, as it was written.
    pub key: String,
    /// The value, as it was written.
    pub text: String,
    /// The line.
    pub span: Span,
}

/// A line in effect that is no rule for us.
#[derive(Clone, Debug)]
pub struct Remark {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
    /// The line.
    pub span: Span,
    /// Why it is not said; empty if it has no meaning for the rules.
    pub why: String,
}

/// A variant with everything that it takes over.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What it is called.
    pub name: Spanned<String>,
    /// What the file tells about it in comments.
    pub comments: Vec<String>,
    /// Its pieces.
    pub pieces: BTreeMap<Slot, Piece>,
    /// What lines have set, for White and for Black; fields of both have the same twice.
    pub settings: BTreeMap<&'static str, [Option<Setting>; 2]>,
    /// Where pieces may stand, by side.
    pub mobility: BTreeMap<(Slot, usize), Setting>,
    /// Lines without meaning for the rules.
    pub idle: Vec<Remark>,
    /// Where its own lines end.
    pub end: u32,
}

/// Fields that are yes if nothing is said.
const YES: [&str; 8] = [
    "pawnsMustPromote",
    "doubleStep",
    "castling",
    "checking",
    "dropChecks",
    "connectHorizontal",
    "connectVertical",
    "connectDiagonal",
];

/// Numbers that are not 0 if nothing is said.
const NUMBERS: [(&str, u32); 10] = [
    ("ranks", 7),
    ("files", 7),
    ("moveRule", 50),
    ("foldRule", 3),
    ("kingsideFile", 6),
    ("queensideFile", 2),
    ("castlingKingFile", 4),
    ("kingsideRookFile", 11),
    ("flagCount", 1),
    ("noDoubledCount", 1),
];

/// Kinds if nothing is said; no other field has any.
const KINDS: [(&str, Slot); 5] = [
    ("mainPawn", Slot::PAWN),
    ("promotionPawns", Slot::PAWN),
    ("enPassantTakers", Slot::PAWN),
    ("counted", Slot::PAWN),
    ("castlingRooks", Slot::ROOK),
];

impl Variant {
    /// One without pieces.
    pub fn empty(name: Spanned<String>) -> Self {
        Self {
            name,
            comments: Vec::new(),
            pieces: BTreeMap::new(),
            settings: BTreeMap::new(),
            mobility: BTreeMap::new(),
            idle: Vec::new(),
            end: 0,
        }
    }

    /// The line that set a field.
    pub fn setting(&self, field: &str, side: usize) -> Option<&Setting> {
        self.settings.get(field)?.get(side)?.as_ref()
    }

    fn value(&self, field: &str, side: usize) -> Option<&Value> {
        self.setting(field, side).map(|setting| &setting.value)
    }

    /// A yes or no.
    pub fn yes(&self, field: &str) -> bool {
        self.yes_of(field, 0)
    }

    /// A yes or no of a side.
    pub fn yes_of(&self, field: &str, side: usize) -> bool {
        match self.value(field, side) {
            Some(Value::Truth(truth)) => *truth,
            _ => YES.contains(&field),
        }
    }

    /// A number.
    pub fn number(&self, field: &str) -> u32 {
        match self.value(field, 0) {
            Some(Value::Number(number)) => *number,
            _ => NUMBERS.iter().find(|(name, _)| *name == field).map_or(0, |(_, number)| *number),
        }
    }

    /// A column or row.
    pub fn line(&self, field: &str) -> u8 {
        u8::try_from(self.number(field)).unwrap_or(u8::MAX)
    }

    /// The word of a field; `none` if nothing is said.
    pub fn word(&self, field: &str) -> &str {
        match self.value(field, 0) {
            Some(Value::Word(word)) => word,
            _ => "none",
        }
    }

    /// How something ends, for the one whose turn it is.
    pub fn result(&self, field: &str) -> Option<Result3> {
        match (self.value(field, 0), field) {
            (Some(Value::Result(result)), _) => *result,
            (_, "checkmateValue") => Some(Result3::Loss),
            (_, "stalemateValue" | "foldValue") => Some(Result3::Draw),
            (_, "connectValue") => Some(Result3::Win),
            _ => None,
        }
    }

    /// Squares of a side, on the board.
    pub fn cells(&self, field: &str, side: usize) -> Cells {
        let first = |rows: [u8; 2]| rows.get(side).map_or(Cells::default(), |row| Cells::row(*row));
        let cells = match (self.value(field, side), field) {
            (Some(Value::Cells(cells)), _) => *cells,
            (_, "promotionRegion") => first([7, 0]),
            (_, "doubleStepRegion") => first([1, 6]),
            (_, "enPassantRegion" | "dropRegion" | "wallRegion") => Cells::ALL,
            _ => Cells::default(),
        };
        cells.and(self.size().all())
    }

    /// Kinds of pieces of a side, whether or not they take part.
    pub fn kinds(&self, field: &str, side: usize) -> Kinds {
        match self.value(field, side) {
            Some(Value::Kinds(kinds)) => *kinds,
            _ => KINDS.iter().find(|(name, _)| *name == field).map_or(Kinds::default(), |(_, slot)| Kinds::only(*slot)),
        }
    }

    /// Kinds of a side that take part.
    pub fn present(&self, field: &str, side: usize) -> Vec<Slot> {
        self.kinds(field, side).slots().filter(|slot| self.pieces.contains_key(slot)).collect()
    }

    /// A kind of piece of a side.
    pub fn kind(&self, field: &str, side: usize) -> Option<Slot> {
        match (self.value(field, side), field) {
            (Some(Value::Kind(kind)), _) => *kind,
            (_, "castlingKing") => Some(Slot::KING),
            (_, "flagKind" | "mustDropKind") => Some(Slot::ALL),
            _ => None,
        }
    }

    /// How many of a kind there may be by promotion, 0 for as many as one likes.
    pub fn limit(&self, slot: Slot) -> u32 {
        match self.value("promotionLimit", 0) {
            Some(Value::Limits(limits)) => limits.iter().find(|(of, _)| *of == slot).map_or(0, |(_, limit)| *limit),
            _ => 0,
        }
    }

    /// What a kind promotes to where that depends on the kind.
    pub fn promoted(&self, slot: Slot) -> Option<Slot> {
        let target = match self.value("promotedKind", 0) {
            Some(Value::Map(map)) => map.iter().find(|(from, _)| *from == slot)?.1?,
            _ => return None,
        };
        self.pieces.contains_key(&target).then_some(target)
    }

    /// The position at the beginning.
    pub fn start(&self) -> &str {
        match self.value("position", 0) {
            Some(Value::Any(text)) => text,
            _ => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        }
    }

    /// How large the board is.
    pub fn size(&self) -> Size {
        Size { columns: self.line("files") + 1, rows: self.line("ranks") + 1 }
    }

    /// The squares on which a kind may stand, if not all.
    pub fn standing(&self, slot: Slot, side: usize) -> Option<Cells> {
        match &self.mobility.get(&(slot, side))?.value {
            Value::Cells(cells) if !cells.is_empty() => Some(cells.and(self.size().all())),
            _ => None,
        }
    }

    /// The kind with this letter.
    pub fn by_letter(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(slot, _)| *slot)
    }

    /// Whether a kind takes part.
    pub fn has(&self, slot: Slot) -> bool {
        self.pieces.contains_key(&slot)
    }

    /// Whether the line stands in the section of the variant itself.
    pub fn wrote(&self, line: Span) -> bool {
        line.source == self.name.span.source && line.start >= self.name.span.start && line.end <= self.end
    }
}
