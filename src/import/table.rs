//! The words of the format: its keys and its named pieces, from the tables beside this file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::source::SourceId;

use super::ini;

/// A key of the format.
#[derive(Clone, Debug)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// The form of its value.
    pub form: Form,
    /// What it sets: the name of a field, and for which sides.
    pub targets: Vec<(&'static str, [bool; 2])>,
    /// What it is to us.
    pub standing: Standing,
}

/// What a key is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A rule that is translated.
    Rule,
    /// Nothing that the rules depend on.
    Idle,
    /// A rule that the language cannot say.
    Unsaid(&'static str),
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Anything.
    Any,
    /// `true` or `false`.
    Truth,
    /// A number from 0.
    Number,
    /// A row, counted from 1.
    Rank,
    /// A column, a letter or a number.
    File,
    /// `win`, `loss`, `draw` or `none`.
    Value,
    /// One of the words.
    Word(&'static str),
    /// Squares, rows and columns.
    Cells,
    /// Letters of pieces.
    Kinds,
    /// The letter of a piece.
    Kind,
    /// Letters with numbers.
    Limits,
    /// Letters with letters.
    Map,
    /// Castling rights.
    Rights,
}

/// A place for a piece in the format: the named ones, the custom ones, and the king as the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u8);

impl Slot {
    /// Stands for all pieces.
    pub const ALL: Slot = Slot(0);
    /// The one with the double step.
    pub const PAWN: Slot = Slot(1);
    /// The one that castles with a king.
    pub const ROOK: Slot = Slot(4);
    /// The royal one.
    pub const KING: Slot = Slot(120);
}

/// How many custom pieces there may be.
const CUSTOM: u8 = 25;
const FIRST_CUSTOM: u8 = 80;

/// A named piece.
#[derive(Clone, Debug)]
pub struct NamedPiece {
    /// Its key.
    pub key: String,
    /// Its Betza notation.
    pub betza: String,
    /// What we call it.
    pub kind: String,
}

/// What the tables say.
#[derive(Debug)]
pub struct Tables {
    /// The keys but for those of pieces, in the order in which they take effect.
    pub keys: Vec<Key>,
    /// The pieces by slot.
    pub pieces: BTreeMap<Slot, NamedPiece>,
    /// What fairy pieces are called, by Betza notation.
    pub names: BTreeMap<String, String>,
    /// Every key that may stand in a file.
    pub known: Vec<String>,
}

/// The tables, read once.
pub static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let keys: Vec<Key> = include_str!("keys.txt").lines().filter_map(key).collect();
    let (sections, _) = ini::parse(SourceId::default(), include_str!("pieces.ini"));
    let mut pieces = BTreeMap::new();
    let mut names = BTreeMap::new();
    for section in &sections {
        for (index, entry) in section.entries.iter().enumerate() {
            let (key, value) = (entry.key.value.clone(), entry.value.value.as_str());
            match value.split_once(',') {
                Some((betza, kind)) => {
                    let slot = Slot(u8::try_from(index + 1).unwrap_or(u8::MAX));
                    let (betza, kind) = (betza.trim().to_owned(), kind.trim().to_owned());
                    pieces.insert(slot, NamedPiece { key, betza, kind });
                }
                None => drop(names.insert(key, value.to_owned())),
            }
        }
    }
    for number in 0..CUSTOM {
        let key = format!("customPiece{}", number + 1);
        pieces.insert(Slot(FIRST_CUSTOM + number), NamedPiece { key, betza: String::new(), kind: String::new() });
    }
    pieces.insert(Slot::KING, NamedPiece { key: "king".to_owned(), betza: "K".to_owned(), kind: "King".to_owned() });
    let known = known(&keys, &pieces);
    Tables { keys, pieces, names, known }
});

fn known(keys: &[Key], pieces: &BTreeMap<Slot, NamedPiece>) -> Vec<String> {
    let regions = pieces
        .values()
        .flat_map(|piece| ["White", "Black"].map(|side| format!("mobilityRegion{side}{}", capitalised(&piece.key))));
    keys.iter()
        .map(|key| key.name.to_owned())
        .chain(pieces.values().map(|piece| piece.key.clone()))
        .chain(regions)
        .collect()
}

impl Tables {
    /// The slot and the side (0 White, 1 Black) of a key `mobilityRegionWhiteRook`.
    pub fn mobility(&self, key: &str) -> Option<(Slot, usize)> {
        let rest = key.strip_prefix("mobilityRegion")?;
        let (side, piece) =
            rest.strip_prefix("White").map(|piece| (0, piece)).or_else(|| Some((1, rest.strip_prefix("Black")?)))?;
        let is_it = |named: &NamedPiece| capitalised(&named.key) == piece;
        self.pieces.iter().find(|(_, named)| is_it(named)).map(|(slot, _)| (*slot, side))
    }
}

impl Slot {
    /// Whether its movement is written by the file.
    pub fn is_custom(self) -> bool {
        (FIRST_CUSTOM..FIRST_CUSTOM + CUSTOM).contains(&self.0)
    }
}

/// The word with a capital.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn key(line: &'static str) -> Option<Key> {
    if line.starts_with('#') {
        return None;
    }
    let mut parts = line.split('|').map(str::trim);
    let (name, form, targets, standing) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let targets = targets.split_whitespace().filter(|target| *target != "-").map(target).collect();
    let standing = match standing {
        "rule" => Standing::Rule,
        "idle" => Standing::Idle,
        why => Standing::Unsaid(why),
    };
    Some(Key { name, form: self::form(form), targets, standing })
}

fn target(text: &'static str) -> (&'static str, [bool; 2]) {
    match text.split_once(':') {
        Some((field, sides)) => (field, [sides.contains('W'), sides.contains('B')]),
        None => (text, [true, true]),
    }
}

fn form(text: &'static str) -> Form {
    match text {
        "truth" => Form::Truth,
        "number" => Form::Number,
        "rank" => Form::Rank,
        "file" => Form::File,
        "value" => Form::Value,
        "cells" => Form::Cells,
        "kinds" => Form::Kinds,
        "kind" => Form::Kind,
        "limits" => Form::Limits,
        "map" => Form::Map,
        "rights" => Form::Rights,
        other => other.strip_prefix("word ").map_or(Form::Any, Form::Word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_whole() {
        let rows = include_str!("keys.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(rows.count(), TABLES.keys.len());
        assert!(TABLES.keys.iter().all(|key| key.form != Form::Any || key.name != "maxRank"));
        let key = |slot: Slot| TABLES.pieces.get(&slot).map(|piece| piece.key.as_str());
        assert_eq!((key(Slot::PAWN), key(Slot::ROOK), key(Slot::KING)), (Some("pawn"), Some("rook"), Some("king")));
        assert_eq!(key(Slot(104)), Some("customPiece25"));
        assert_eq!(TABLES.mobility("mobilityRegionBlackJanggiElephant").map(|found| found.1), Some(1));
        assert_eq!(TABLES.mobility("mobilityRegionGreenRook"), None);
    }
}
