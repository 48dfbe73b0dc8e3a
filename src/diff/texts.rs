//! What two rule files say differently, declaration by declaration, whichever files it stands in.

use std::collections::HashMap;

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use crate::rules::Module;
use crate::rules::module::Declaration;
use crate::source::{SourceMap, Span};
use crate::why::Place;

/// How a declaration differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Changed {
    /// Only the second file has it.
    Added,
    /// The second file says something else in its place.
    Replaced,
    /// Only the first file has it.
    Removed,
}

/// A declaration that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// How.
    pub changed: Changed,
    /// What it is, by its keyword and its name, for instance `move castle`.
    pub what: String,
    /// Where it stands in the first file, or in one that this extends or uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one: Option<Place>,
    /// Where it stands in the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Place>,
    /// The lines that differ.
    pub lines: Vec<Line>,
    /// Whether it tells people about the game, and no rule reads it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_words: bool,
}

/// A line that only one of the files has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Whether the second file has it.
    pub added: bool,
    /// The file.
    pub file: String,
    /// Its number, from one.
    pub line: usize,
    /// What it says, without the blanks around it.
    pub text: String,
    /// Its place for whoever has the texts.
    #[serde(skip)]
    pub span: Span,
}

/// What identifies a declaration: its part, its name, and which one of several alike it is.
type Identity = (&'static str, String, usize);

/// How the declarations differ, in the order of the first file, then what only the second has. Words for people are not
/// compared; nor is the order where it means nothing.
pub(super) fn changes(one: &Module, other: &Module) -> Vec<Change> {
    let (first, second) = (identified(one), identified(other));
    let there: HashMap<&Identity, &Declaration> = second.iter().map(|(key, declared)| (key, declared)).collect();
    let here: HashMap<&Identity, &Declaration> = first.iter().map(|(key, declared)| (key, declared)).collect();
    let texts = (&one.texts, &other.texts);
    let mut all = Vec::new();
    for (key, declared) in &first {
        match there.get(key) {
            Some(other) if other.says == declared.says => {}
            Some(other) => all.push(change(Changed::Replaced, texts, (Some(declared), Some(other)))),
            None => all.push(change(Changed::Removed, texts, (Some(declared), None))),
        }
    }
    let added = second.iter().filter(|(key, _)| !here.contains_key(key));
    all.extend(added.map(|(_, declared)| change(Changed::Added, texts, (None, Some(declared)))));
    all
}

fn identified(module: &Module) -> Vec<(Identity, Declaration)> {
    let mut met: HashMap<(&'static str, String), usize> = HashMap::new();
    let rules = module.declarations().into_iter().filter(|declared| !declared.is_words);
    let identity = |declared: Declaration| {
        let number = met.entry((declared.part, declared.name.clone())).or_default();
        *number += 1;
        ((declared.part, declared.name.clone(), *number), declared)
    };
    rules.map(identity).collect()
}

fn change(
    changed: Changed,
    (first, second): (&SourceMap, &SourceMap),
    (one, other): (Option<&Declaration>, Option<&Declaration>),
) -> Change {
    let known = one.or(other);
    let what = known.map_or_else(String::new, |known| match known.name.as_str() {
        "" => known.part.to_owned(),
        name if known.part == "end" => format!("end \"{name}\""),
        name => format!("{} {name}", known.part),
    });
    let place = |texts, declared: Option<&Declaration>| declared.and_then(|one| Place::of(texts, one.span));
    Change {
        changed,
        what,
        lines: lines((first, one.map(|one| one.span)), (second, other.map(|other| other.span))),
        one: place(first, one),
        other: place(second, other),
        is_words: known.is_some_and(|known| known.is_words),
    }
}

/// The lines of two declarations that differ, each with its place.
fn lines(one: (&SourceMap, Option<Span>), other: (&SourceMap, Option<Span>)) -> Vec<Line> {
    let numbered = |(texts, span): (&SourceMap, Option<Span>), added| -> Vec<Line> {
        let Some(span) = span else { return Vec::new() };
        let (first, _) = texts.line_column(span);
        let file = &texts.get(span.source).name;
        let mut start = span.start as usize;
        let line = |(written, line): (&str, usize)| {
            let place = Span::new(span.source, start, start + written.len());
            start += written.len();
            Line { added, file: file.clone(), line, text: written.trim().to_owned(), span: place }
        };
        texts.slice(span).split_inclusive('\n').zip(first..).map(line).collect()
    };
    let (one, other) = (numbered(one, false), numbered(other, true));
    let before: Vec<&str> = one.iter().map(|line| line.text.as_str()).collect();
    let after: Vec<&str> = other.iter().map(|line| line.text.as_str()).collect();
    let changes = TextDiff::from_slices(&before, &after);
    let line = |change: similar::Change<&str>| {
        let (lines, index) = match change.tag() {
            ChangeTag::Equal => return None,
            ChangeTag::Delete => (&one, change.old_index()?),
            ChangeTag::Insert => (&other, change.new_index()?),
        };
        lines.get(index).filter(|line| !line.text.is_empty()).cloned()
    };
    changes.iter_all_changes().filter_map(line).collect()
}
