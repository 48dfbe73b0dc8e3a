//! What the lines of a variant change in what it takes over.

use std::collections::BTreeMap;

use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Code, Diagnostic};

use super::cells::Cells;
use super::ini::{Entry, Section, shortened};
use super::table::{Form, Slot, Standing, TABLES};
use super::value::{self, Kinds, Value};
use super::variant::{Piece, Remark, SIDES, Setting, Variant};

/// The variant of a section on top of its parent, and what is wrong with its lines.
pub fn apply(section: &Section, parent: Option<&Variant>) -> (Variant, Vec<Diagnostic>) {
    let mut variant = match parent {
        Some(parent) => Variant { name: section.name.clone(), ..parent.clone() },
        None => bare(section),
    };
    variant.comments.clone_from(&section.comments);
    variant.idle.clear();
    variant.end = section.entries.iter().map(|entry| entry.span().end).max().unwrap_or(section.name.span.end);
    let mut applying = Applying { variant, lines: BTreeMap::new(), diagnostics: Vec::new() };
    applying.gather(section);
    applying.pieces();
    applying.rules();
    applying.conclude();
    (applying.variant, applying.diagnostics)
}

/// Without a parent there are the usual rules and no pieces.
fn bare(section: &Section) -> Variant {
    let mut variant = Variant::empty(section.name.clone());
    let none = Setting {
        value: Value::Kinds(Kinds::default()),
        key: String::new(),
        text: String::new(),
        span: section.name.span,
    };
    variant.settings.insert("promotionKinds", [Some(none.clone()), Some(none)]);
    variant
}

/// The known name that is meant; texts without end, and the hundredth slip, are not worth the search.
pub fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>, told: usize) -> Option<String> {
    (name.len() <= 100 && told < 20).then(|| nearest(name, known).map(str::to_owned)).flatten()
}

/// The work on one section.
#[derive(Debug)]
struct Applying<'a> {
    variant: Variant,
    lines: BTreeMap<&'a str, &'a Entry>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Applying<'a> {
    /// Sorts the lines by key; a later line stands for an earlier one.
    fn gather(&mut self, section: &'a Section) {
        let known = &TABLES.known;
        for entry in &section.entries {
            let key = entry.key.value.as_str();
            if !known.iter().any(|name| name == key) {
                let near = near(key, known.iter().map(String::as_str), self.diagnostics.len());
                let message = format!("there is no key `{}`", shortened(key));
                let mut diagnostic = Diagnostic::new(Code::VariantKey, message, entry.key.span, "");
                if let Some(near) = near {
                    diagnostic = diagnostic.suggest("a key with a similar name exists", entry.key.span, near);
                }
                self.diagnostics.push(diagnostic);
            } else if let Some(first) = self.lines.insert(key, entry)
                && first.value.value != entry.value.value
            {
                let message = format!("`{key}` is said twice");
                let diagnostic = Diagnostic::new(Code::VariantTwice, message, entry.span(), "this one counts")
                    .label(first.span(), "this one has no effect")
                    .help("remove one of the two lines");
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn pieces(&mut self) {
        let mut letters: BTreeMap<char, &'a Entry> = BTreeMap::new();
        for (&slot, named) in &TABLES.pieces {
            let Some(&entry) = self.lines.get(named.key.as_str()) else { continue };
            let text = entry.value.value.as_str();
            match text.chars().next() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let letter = letter.to_ascii_uppercase();
                    if let Some(first) = letters.insert(letter, entry) {
                        self.two_with_one_letter(letter, entry, first);
                    }
                    self.add(slot, letter, entry);
                }
                Some('-') | None => self.take_away(slot),
                Some(other) => self.wrong(
                    entry,
                    format!("`{other}` is no letter for a piece"),
                    "a letter out of A to Z, or `-` for none",
                ),
            }
        }
        for (key, entry) in self.lines.clone() {
            if let Some((slot, side)) = TABLES.mobility(key) {
                match value::parse(Form::Cells, &entry.value.value, &|_| None) {
                    Ok(value) => drop(self.variant.mobility.insert((slot, side), setting(value, entry))),
                    Err(why) => self.wrong(entry, format!("the value of `{key}` is not understood"), &why),
                }
            }
        }
    }

    fn two_with_one_letter(&mut self, letter: char, entry: &Entry, first: &Entry) {
        let message = format!("two pieces have the letter `{letter}`");
        let diagnostic = Diagnostic::new(Code::VariantConflict, message, entry.span(), "the second")
            .label(first.span(), "the first")
            .help("give one of them another letter");
        self.diagnostics.push(diagnostic);
    }

    fn add(&mut self, slot: Slot, letter: char, entry: &Entry) {
        let named = TABLES.pieces.get(&slot).map(|named| named.betza.clone()).unwrap_or_default();
        let mut rest = entry.value.value.chars();
        rest.next();
        let rest = rest.as_str().trim_start();
        let written = rest.strip_prefix(':').map(str::trim);
        let betza = match written {
            Some(betza) if slot.is_custom() || slot == Slot::KING => betza.to_owned(),
            None if !slot.is_custom() && rest.is_empty() => named,
            None if slot.is_custom() => {
                let help = "say how it moves in Betza notation, for instance `customPiece1 = x:NW`";
                return self.wrong(entry, format!("`{}` does not say how the piece moves", entry.key.value), help);
            }
            _ => {
                let help = "only the king and custom pieces take a movement after a colon";
                return self.wrong(entry, format!("`{}` is one letter", entry.key.value), help);
            }
        };
        if let Some(other) = self.variant.by_letter(letter) {
            self.take_away(other);
        }
        if slot.is_custom() && betza.contains('e') {
            for side in SIDES {
                let takers = self.variant.kinds("enPassantTakers", side).with(slot);
                self.put("enPassantTakers", side, setting(Value::Kinds(takers), entry));
            }
        }
        self.variant.pieces.insert(slot, Piece { letter, betza, span: entry.span() });
    }

    fn take_away(&mut self, slot: Slot) {
        self.variant.pieces.remove(&slot);
        for side in self.variant.settings.get_mut("promotionKinds").into_iter().flatten().flatten() {
            if let Value::Kinds(kinds) = &mut side.value {
                *kinds = kinds.without(slot);
            }
        }
    }

    fn rules(&mut self) {
        for key in &TABLES.keys {
            let Some(&entry) = self.lines.get(key.name) else { continue };
            if key.standing == Standing::Idle {
                let (name, value) = (key.name.to_owned(), entry.value.value.clone());
                self.variant.idle.push(Remark { key: name, value, span: entry.span(), why: String::new() });
            }
            let variant = &self.variant;
            match value::parse(key.form, &entry.value.value, &|letter| variant.by_letter(letter)) {
                Ok(value) => {
                    for (field, sides) in &key.targets {
                        for side in SIDES.into_iter().filter(|side| sides.get(*side) == Some(&true)) {
                            let value = self.joined(field, value.clone());
                            self.put(field, side, setting(value, entry));
                        }
                    }
                }
                Err(why) => self.wrong(entry, format!("the value of `{}` is not understood", key.name), &why),
            }
        }
    }

    /// Pairs are added to those that are there.
    fn joined(&self, field: &str, value: Value) -> Value {
        match (value, self.variant.setting(field, 0).map(|setting| setting.value.clone())) {
            (Value::Limits(new), Some(Value::Limits(old))) => Value::Limits(over(new, old)),
            (Value::Map(new), Some(Value::Map(old))) => Value::Map(over(new, old)),
            (value, _) => value,
        }
    }

    /// What older keys mean, and what follows from others.
    fn conclude(&mut self) {
        self.older_keys();
        let nowhere = |setting: &mut Setting| setting.value = Value::Cells(Cells::default());
        if !self.variant.yes("doubleStep") {
            let line = self.variant.setting("doubleStep", 0).cloned();
            let sides = self.variant.settings.entry("doubleStepRegion").or_insert_with(|| [line.clone(), line]);
            sides.iter_mut().flatten().for_each(nowhere);
        }
    }

    fn older_keys(&mut self) {
        let size = self.variant.size();
        let lines = self.lines.clone();
        let zone = |side: usize, from: u8, to: u8| {
            let rows: Cells = size.cells().filter(|cell| (from..=to).contains(&cell.row)).collect();
            Value::Cells(if side == 0 { rows } else { rows.flipped(size) })
        };
        if let Some(entry) = lines.get("promotionRank") {
            let from = self.variant.line("promotionRank").saturating_sub(1);
            SIDES
                .into_iter()
                .for_each(|side| self.put("promotionRegion", side, setting(zone(side, from, u8::MAX), entry)));
        }
        if let Some(entry) = lines.get("doubleStepRank").or_else(|| lines.get("doubleStepRankMin")) {
            let or_second = |rank: u8| if rank == 0 { 1 } else { rank - 1 };
            let to = or_second(self.variant.line("doubleStepRank"));
            let from = or_second(self.variant.line("doubleStepRankMin"));
            SIDES.into_iter().for_each(|side| self.put("doubleStepRegion", side, setting(zone(side, from, to), entry)));
        }
        for (key, word) in
            [("arrowGating", "arrow"), ("staticGating", "static"), ("pastGating", "past"), ("duckGating", "duck")]
        {
            if let Some(entry) = lines.get(key)
                && self.variant.yes(key)
            {
                SIDES
                    .into_iter()
                    .for_each(|side| self.put("walling", side, setting(Value::Word(word.to_owned()), entry)));
            }
        }
        if let Some(entry) = lines.get("dropOnTop")
            && self.variant.yes("dropOnTop")
        {
            SIDES
                .into_iter()
                .for_each(|side| self.put("enclosingDrop", side, setting(Value::Word("top".to_owned()), entry)));
        }
    }

    fn put(&mut self, field: &'static str, side: usize, setting: Setting) {
        if let Some(place) = self.variant.settings.entry(field).or_default().get_mut(side) {
            *place = Some(setting);
        }
    }

    fn wrong(&mut self, entry: &Entry, message: String, why: &str) {
        self.diagnostics.push(Diagnostic::new(Code::VariantValue, message, entry.value.span, "").help(why));
    }
}

fn setting(value: Value, entry: &Entry) -> Setting {
    Setting { value, key: entry.key.value.clone(), text: entry.value.value.clone(), span: entry.span() }
}

/// The new pairs, and the old ones that they do not replace.
fn over<T>(new: Vec<(Slot, T)>, old: Vec<(Slot, T)>) -> Vec<(Slot, T)> {
    let mut all = new;
    for pair in old {
        if !all.iter().any(|(slot, _)| *slot == pair.0) {
            all.push(pair);
        }
    }
    all
}
