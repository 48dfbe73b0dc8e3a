//! The declarations of a module one by one, each with what it says and its place.

use crate::budget::Budget;
use crate::rules::check::fingerprint::without_places;
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind, Name};

use super::Module;
use super::key::{cases, keys};

/// One declaration, or one clause of several in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What it is, by its keyword.
    pub part: &'static str,
    /// Its name; empty for what has none.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// What it says, wherever it stands; for comparing alone.
    pub says: String,
    /// Whether it tells people about the game, and no rule reads it.
    pub is_words: bool,
    /// Whether its place among others of its part means something.
    pub is_ordered: bool,
}

impl Module {
    /// The same under another budget.
    pub fn under(&self, budget: &Budget) -> Module {
        budget.read_from(&self.texts);
        Module { budget: budget.clone(), ..self.clone() }
    }

    /// All declarations in order, those of the files that this one extends or uses too, overrides done. Clauses of ends
    /// are declarations of their own. Scenarios are left out.
    pub fn declarations(&self) -> Vec<Declaration> {
        let cases = cases(&self.items);
        let mut all = Vec::new();
        for item in &self.items {
            match &item.kind {
                ItemKind::End { point, clauses } => all.extend(clauses.iter().map(|clause| Declaration {
                    part: "end",
                    name: clause.name.value.clone(),
                    span: clause.span.span,
                    says: without_places(&format!("{point:?} {clause:?}")),
                    is_words: false,
                    is_ordered: true,
                })),
                ItemKind::Language(_) | ItemKind::Test(_) | ItemKind::Remove { .. } | ItemKind::Use(_) => {}
                kind => {
                    let key = keys(kind, &cases).into_iter().next().map(|(key, _)| key);
                    let (part, name) = match (key, of_many(kind)) {
                        (Some(key), _) => (key.part, key.name),
                        (None, (part, name)) => (part, name.map_or_else(String::new, |name| name.value.clone())),
                    };
                    all.push(declaration(item, part, name));
                }
            }
        }
        all
    }
}

fn declaration(item: &Item, part: &'static str, name: String) -> Declaration {
    let says = match &item.kind {
        // A variant has a line more here, and is no other game for it.
        ItemKind::Game { title, .. } => format!("{:?}", title.value),
        kind => without_places(&format!("{kind:?}")),
    };
    let name = if part == "game" { String::new() } else { name };
    Declaration {
        part,
        name,
        span: item.span.span,
        says,
        is_words: is_words(&item.kind),
        is_ordered: is_ordered(&item.kind),
    }
}

/// Whether it is for people alone. How options and pieces are written is not: that is seen in play.
fn is_words(kind: &ItemKind) -> bool {
    match kind {
        ItemKind::Text { language, .. } => !matches!(language.value.as_str(), "notation" | "letters"),
        ItemKind::Game { .. }
        | ItemKind::Titles(_)
        | ItemKind::Prose(_)
        | ItemKind::Fact { .. }
        | ItemKind::PositionFormat { .. }
        | ItemKind::Always(_) => true,
        _ => false,
    }
}

/// What may stand in any order.
fn is_ordered(kind: &ItemKind) -> bool {
    !matches!(
        kind,
        ItemKind::Option { .. }
            | ItemKind::Movement { .. }
            | ItemKind::Remember(_)
            | ItemKind::Define { .. }
            | ItemKind::Table { .. }
            | ItemKind::Action { .. }
            | ItemKind::Move(_)
            | ItemKind::Text { .. }
    )
}

/// The keyword, and the name if there is one, of declarations of which there may be many.
fn of_many(kind: &ItemKind) -> (&'static str, Option<&Name>) {
    match kind {
        ItemKind::Titles(_) => ("title", None),
        ItemKind::Prose(_) => ("rules", None),
        ItemKind::Fact { word, .. } => ("fact", Some(word)),
        ItemKind::Setup { .. } => ("setup", None),
        ItemKind::Afterwards(_) => ("afterwards", None),
        ItemKind::Ensure(_) => ("ensure", None),
        ItemKind::EnsureTurn(_) => ("ensure turn", None),
        ItemKind::Always(_) => ("always", None),
        ItemKind::Text { language, .. } => ("text", Some(language)),
        ItemKind::PositionFormat { .. } => ("text position", None),
        _ => ("", None),
    }
}
