//! What people read stands once in a file, so that nobody mends one of two places.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{File, Item, ItemKind, Name};

/// Words of one file that stand there twice: the second place is at fault.
pub(super) fn twice(file: &File) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut first: BTreeMap<String, &Item> = BTreeMap::new();
    for item in &file.items {
        let Some((what, advice)) = known_by(&item.kind) else { continue };
        match first.get(&what) {
            Some(other) => found.push(declared_twice(&what, advice, item, other)),
            None => drop(first.insert(what, item)),
        }
        found.extend(entries(&item.kind).and_then(|(entries, within)| entry_twice(&entries, &within)));
    }
    found
}

/// What a file says once only, and how two of them become one.
fn known_by(kind: &ItemKind) -> Option<(String, &'static str)> {
    Some(match kind {
        ItemKind::Titles(_) => ("title".to_owned(), "put all languages into one: `title en \"…\" fr \"…\"`"),
        ItemKind::Prose(_) => ("rules".to_owned(), "put all languages into one: `rules en \"…\" fr \"…\"`"),
        ItemKind::Text { language, .. } => (format!("text {}", language.value), "put all entries into one"),
        ItemKind::Fact { word, .. } => match word.value.as_str() {
            "author" => ("author".to_owned(), "name all of them in one text: `author \"A. Author, B. Author\"`"),
            "year" => ("year".to_owned(), "keep one; what else there is to say is a `note`"),
            "source" => ("source".to_owned(), "name all of them in one text; what else there is to say is a `note`"),
            _ => return None,
        },
        _ => return None,
    })
}

fn declared_twice(what: &str, advice: &str, again: &Item, first: &Item) -> Diagnostic {
    // A declaration of many lines is marked by its first words.
    let mark = |item: &Item| Span { end: item.span.span.start + what.len() as u32, ..item.span.span };
    let message = format!("`{what}` stands twice in one file");
    let diagnostic = Diagnostic::new(Code::Duplicate, message, mark(again), "again here");
    diagnostic.label(mark(first), "first here").help(advice)
}

/// The entries of a declaration by their names, and how the declaration is called.
fn entries(kind: &ItemKind) -> Option<(Vec<&Name>, String)> {
    Some(match kind {
        ItemKind::Titles(titles) => (titles.iter().map(|(language, _)| language).collect(), "title".to_owned()),
        ItemKind::Prose(texts) => (texts.iter().map(|(language, _)| language).collect(), "rules".to_owned()),
        ItemKind::Text { language, entries } => {
            (entries.iter().map(|entry| &entry.key).collect(), format!("text {}", language.value))
        }
        _ => return None,
    })
}

fn entry_twice(entries: &[&Name], within: &str) -> Option<Diagnostic> {
    let mut first: BTreeMap<&str, &Name> = BTreeMap::new();
    let (again, before) = entries.iter().find_map(|entry| Some((entry, first.insert(&entry.value, entry)?)))?;
    let message = format!("`{}` stands twice in `{within}`", again.value);
    Some(Diagnostic::new(Code::Duplicate, message, again.span, "again here").label(before.span, "first here"))
}
