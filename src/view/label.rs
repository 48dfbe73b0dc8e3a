//! Letters, abbreviations and coordinates: how to say much in a cell or two of space.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::board::Shape;
use crate::rules::look::ValueLook;

use super::scene::{Kind, Piece, Scene, Site};

/// The letter of a kind: the file's in upper case, else the initial of its name.
pub(super) fn kind_letter(letter: &str, name: &str) -> String {
    let letter = letter.trim();
    if letter.is_empty() {
        return name.chars().next().map_or_else(|| "?".to_owned(), |initial| initial.to_uppercase().collect());
    }
    if letter.to_lowercase() == letter { letter.to_uppercase() } else { letter.to_owned() }
}

/// One letter for each value of a terrain: the file's if they all differ, else beginnings of the names.
pub(super) fn terrain_letters(values: &[ValueLook], language: &str) -> Vec<String> {
    let given: Vec<String> = values.iter().map(|value| value.letter.trim().to_lowercase()).collect();
    let distinct: BTreeSet<&String> = given.iter().collect();
    if distinct.len() == given.len() && given.iter().all(|letter| !letter.is_empty()) {
        return given;
    }
    let names: Vec<String> = values.iter().map(|value| value.name.in_language(language).to_owned()).collect();
    beginnings(&names)
}

/// What follows a piece's letter to tell its owner: nothing if upper and lower case are enough.
pub(super) fn player_marks(names: &[String], kinds: &[Kind]) -> Vec<String> {
    let has_case = |kind: &Kind| kind.neutral || kind.letter.to_lowercase() != kind.letter;
    if names.len() <= 2 && kinds.iter().all(has_case) {
        return vec![String::new(); names.len()];
    }
    let initials = beginnings(names);
    if initials.iter().all(|initial| initial.chars().count() == 1) {
        return initials;
    }
    (1..=names.len()).map(|number| number.to_string()).collect()
}

/// Fills in [`super::scene::Attribute::short`] of all pieces.
pub(super) fn shorten_attributes(pieces: &mut [Piece]) {
    let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for attribute in pieces.iter().flat_map(|piece| &piece.attributes) {
        values.entry(attribute.name.clone()).or_default().insert(attribute.value.clone());
    }
    let mut shorts: BTreeMap<(String, String), String> = BTreeMap::new();
    for (name, values) in values {
        let values: Vec<String> = values.into_iter().collect();
        for (short, value) in beginnings(&values).into_iter().zip(values) {
            shorts.insert((name.clone(), value), short);
        }
    }
    for attribute in pieces.iter_mut().flat_map(|piece| &mut piece.attributes) {
        let key = (attribute.name.clone(), attribute.value.clone());
        attribute.short = shorts.get(&key).cloned().unwrap_or_default();
    }
}

/// The shortest beginning of each word, in lower case, that no other word shares.
fn beginnings(words: &[String]) -> Vec<String> {
    let lower: Vec<Vec<char>> = words.iter().map(|word| word.to_lowercase().chars().collect()).collect();
    let unique = |index: usize, length: usize| {
        let own = lower[index].get(..length);
        lower.iter().enumerate().all(|(other, word)| other == index || word.get(..length) != own)
    };
    let shortest = |index: usize| {
        let length = (1..=lower[index].len()).find(|&length| unique(index, length));
        lower[index].iter().take(length.unwrap_or(lower[index].len())).collect()
    };
    (0..words.len()).map(shortest).collect()
}

/// A place on an axis, in hundredths of a cell, so that equal places compare equal.
pub(super) fn key(place: f64) -> i64 {
    (place * 100.0).round() as i64
}

/// Labels to write outside a board whose names are a column followed by a row.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Coordinates {
    /// Label by [`key`] of x.
    pub columns: BTreeMap<i64, String>,
    /// Label by [`key`] of y.
    pub rows: BTreeMap<i64, String>,
}

/// The labels outside a board whose names are coordinates; none if they are not.
pub(super) fn coordinates(scene: &Scene) -> Option<Coordinates> {
    match scene.shape {
        Shape::Square { .. } | Shape::Morris { .. } => {
            agreed(scene, |site| letters_then_digits(&site.name)).or_else(|| by_columns(scene))
        }
        Shape::Graph => agreed(scene, |site| letters_then_digits(&site.name)),
        _ => None,
    }
}

/// The labels, if every name splits into a column and a row and all sites agree on them.
fn agreed<'a>(scene: &'a Scene, split: impl Fn(&'a Site) -> Option<(&'a str, &'a str)>) -> Option<Coordinates> {
    let mut found = Coordinates::default();
    for site in scene.grid() {
        let (column, row) = split(site)?;
        let known_column = found.columns.entry(key(site.centre.0)).or_insert_with(|| column.to_owned());
        let known_row = found.rows.entry(key(site.centre.1)).or_insert_with(|| row.to_owned());
        if known_column != column || known_row != row {
            return None;
        }
    }
    Some(found)
}

/// A name of letters and then digits, parted.
pub(super) fn letters_then_digits(name: &str) -> Option<(&str, &str)> {
    let (letters, digits) = name.split_at(name.find(|first: char| first.is_ascii_digit())?);
    let whole = !letters.is_empty() && letters.chars().all(char::is_alphabetic);
    (whole && digits.chars().all(|digit| digit.is_ascii_digit())).then_some((letters, digits))
}

/// The labels, if the names of each column begin alike and go on with the row.
fn by_columns(scene: &Scene) -> Option<Coordinates> {
    let mut columns: BTreeMap<i64, &str> = BTreeMap::new();
    for site in scene.grid() {
        let column = columns.entry(key(site.centre.0)).or_insert(&site.name);
        *column = common_start(column, &site.name);
    }
    agreed(scene, |site| {
        let column = columns.get(&key(site.centre.0)).copied()?;
        Some((column, site.name.strip_prefix(column)?))
    })
}

fn common_start<'a>(a: &'a str, b: &str) -> &'a str {
    let length = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    a.get(..length).unwrap_or_default()
}
