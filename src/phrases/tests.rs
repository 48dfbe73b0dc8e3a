#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::*;

fn texts(table: &Language, key: &str) -> Vec<String> {
    match table.of_play(key) {
        Some(Template::One(text)) => vec![text.clone()],
        Some(Template::Several(texts)) => texts.values().cloned().collect(),
        None => Vec::new(),
    }
}

fn holes(table: &Language, key: &str) -> BTreeSet<String> {
    let hole = |part: &str| part.split_once('}').map(|(name, _)| name.to_owned());
    texts(table, key).iter().flat_map(|text| text.split('{').skip(1).filter_map(hole).collect::<Vec<_>>()).collect()
}

#[test]
fn every_language_says_all_of_play() {
    let english = language::language(ENGLISH).unwrap();
    let keys = |table: &Language| table.play_keys().map(str::to_owned).collect::<BTreeSet<_>>();
    for table in language::languages() {
        assert_eq!(keys(table), keys(english), "{}", table.code);
        for key in english.play_keys() {
            // Where the system or an inner room says why something failed, it says so in its own language.
            let mut wanted = holes(english, key);
            let is_other = wanted.remove("error") && !holes(table, key).contains("error");
            let own = &holes(table, key) - &BTreeSet::from(["text".to_owned()]);
            let same = if is_other { own == wanted } else { holes(table, key) == holes(english, key) };
            assert!(same, "{}: {key}", table.code);
            assert!(texts(table, key).iter().all(|text| !text.trim().is_empty()), "{}: {key}", table.code);
        }
    }
}

/// The keys that stand in the code of play, in quotes.
fn quoted_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            quoted_in(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(path).unwrap();
            found.extend(text.split('"').map(str::to_owned));
        }
    }
}

#[test]
fn every_phrase_is_said_somewhere() {
    let mut quoted = BTreeSet::new();
    for room in ["cli", "phrases", "view"] {
        quoted_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room), &mut quoted);
    }
    let why = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/why");
    let mut kinds = BTreeSet::new();
    quoted_in(&why, &mut kinds);
    let is_said = |key: &str| {
        quoted.contains(key)
            || kinds.contains(key)
            || key.strip_prefix("why-").is_some_and(|kind| kinds.contains(kind))
            || key.strip_prefix("info-").is_some_and(|word| quoted.contains(word))
    };
    let english = language::language(ENGLISH).unwrap();
    let unsaid: Vec<&str> = english.play_keys().filter(|key| !is_said(key)).collect();
    assert_eq!(unsaid, [""; 0]);
}

#[test]
fn commands_are_told_apart() {
    for table in language::languages() {
        let words = Phrases::of(&table.code);
        let mut typed: BTreeMap<String, &str> = BTreeMap::new();
        for key in table.play_keys().filter(|key| key.starts_with("command-")) {
            for word in words.commands(key) {
                let other = typed.insert(word.clone(), key).filter(|other| *other != key);
                assert_eq!(other, None, "{}: {word} is {key}", table.code);
            }
        }
    }
}

#[test]
fn holes_and_numbers() {
    let french = Phrases::of("fr");
    assert_eq!(french.counted("took-back", 1), "1 coup repris.");
    assert_eq!(french.counted("took-back", 3), "3 coups repris.");
    assert_eq!(french.say("plays", &[("who", &"Blanc"), ("move", &"{who}")]), "Blanc joue {who}");
    assert_eq!(Phrases::of("xx").counted("took-back", 1), "Took back 1 move.");
    assert_eq!(french.quoted("a1"), "« a1 »");
}

#[test]
fn accents_may_be_left_out() {
    assert_eq!(folded("Déchaînée"), "dechainee");
    assert_eq!(folded("œuf ß Ñ"), "oeuf ss n");
}

#[test]
fn names_in_options_are_translated_and_cells_are_not() {
    let words: BTreeMap<String, String> = [("unleashed", "déchaînée"), ("on-guard", "en garde"), ("N", "C")]
        .map(|(plain, told)| (plain.to_owned(), told.to_owned()))
        .into();
    let look = Look { words: [("fr".to_owned(), words)].into(), ..Look::default() };
    let told = |text: &str| localized(&look, text, "fr");
    assert_eq!(told("unleashed"), "déchaînée");
    assert_eq!(told("pick-up:on-guard"), "pick-up:en garde");
    assert_eq!(told("N@d5"), "N@d5");
    assert_eq!(localized(&look, "unleashed", "en"), "unleashed");
}
