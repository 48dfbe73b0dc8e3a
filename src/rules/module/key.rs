//! By which names declarations are known, so that they can be found, replaced and removed.

use std::collections::BTreeSet;

use crate::source::{Span, Spanned};
use crate::syntax::ast::{Item, ItemKind, Name, Params, TypeItem};

/// The names of players, kinds and values: behind `of` in a definition they are cases, not parameters.
pub type Cases = BTreeSet<String>;

/// The cases that some declarations give.
pub fn cases<'a>(items: impl IntoIterator<Item = &'a Item>) -> Cases {
    let names = |item: &'a Item| -> Vec<&'a Name> {
        match &item.kind {
            ItemKind::Players { players, .. } => players.iter().map(|player| &player.name).collect(),
            ItemKind::Piece(piece) => vec![&piece.name],
            ItemKind::Type { kind: TypeItem::Values(values), .. } | ItemKind::Terrain { values, .. } => {
                values.iter().collect()
            }
            _ => Vec::new(),
        }
    };
    items.into_iter().flat_map(names).map(|name| name.value.clone()).collect()
}

/// The identity of a declared thing: what it is, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// What it is, by its keyword.
    pub part: &'static str,
    /// Its name; empty for what there is only one of.
    pub name: String,
}

/// The names that a declaration declares; none for those of which there may be many.
pub fn keys(kind: &ItemKind, cases: &Cases) -> Vec<(Key, Name)> {
    let one = |part, name: &Name| vec![named(part, name)];
    match kind {
        ItemKind::Language(number) => single("language", number.span),
        ItemKind::Game { title, .. } => single("game", title.span),
        ItemKind::Option { name, .. } => one("option", name),
        ItemKind::Players { span, .. } => single("players", *span),
        ItemKind::Seats(seats) => single("seats", seats.first().map_or(Span::default(), |seat| seat.players.span)),
        ItemKind::Board(board) => single("board", board.shape.span),
        ItemKind::Site { names, .. } => names.iter().map(|name| named("site", name)).collect(),
        ItemKind::Terrain { name, .. } => one("terrain", name),
        ItemKind::Tiles { name, .. } => one("tiles", name),
        ItemKind::Type { name, .. } => one("type", name),
        ItemKind::Piece(piece) => one("piece", &piece.name),
        ItemKind::Captured { span, .. } => single("captured", *span),
        ItemKind::Movement { name, .. } => one("movement", name),
        ItemKind::Remember(remember) => one("remember", &remember.name),
        ItemKind::Define { name, params, .. } => vec![(define_key(name, params, cases), name.clone())],
        ItemKind::Table { name, .. } => one("table", name),
        ItemKind::Action { name, .. } => one("action", name),
        ItemKind::Move(item) => one("move", &item.name),
        ItemKind::Turn { name: Some(name), .. } => one("turn", name),
        ItemKind::Turn { name: None, block, .. } => {
            single("turn", block.first().map_or(Span::default(), |statement| statement.span))
        }
        ItemKind::Limit(number) => single("limit", number.span),
        _ => Vec::new(),
    }
}

fn named(part: &'static str, name: &Name) -> (Key, Name) {
    (Key { part, name: name.value.clone() }, name.clone())
}

fn single(part: &'static str, span: Span) -> Vec<(Key, Name)> {
    vec![(Key { part, name: String::new() }, Spanned::new(part.to_string(), span))]
}

/// The key of one case of a definition.
pub fn case_key(name: &str, of: &str) -> String {
    format!("{name} of {of}")
}

/// The cases of a definition (`define camps of White = …`) stand beside each other.
fn define_key(name: &Name, params: &Params, cases: &Cases) -> Key {
    let name = match params {
        Params::Of(of) if cases.contains(&of.value) || of.value.chars().next().is_some_and(char::is_uppercase) => {
            case_key(&name.value, &of.value)
        }
        _ => name.value.clone(),
    };
    Key { part: "define", name }
}

/// Whether a declaration stands in the file of a place.
pub fn is_of(item: &Item, place: Span) -> bool {
    item.span.span.source == place.source
}

/// The names under which a declaration is one of `part`.
pub fn names_of(kind: &ItemKind, part: &str, cases: &Cases) -> Vec<String> {
    match kind {
        ItemKind::End { clauses, .. } if part.starts_with("end") => {
            clauses.iter().map(|clause| clause.name.value.clone()).collect()
        }
        kind => {
            let known = keys(kind, cases).into_iter().filter(|(key, _)| key.part == part);
            known.map(|(key, name)| if key.name.is_empty() { name.value } else { key.name }).collect()
        }
    }
}

/// The word of declarations of which there may be many; nothing for others.
pub fn part_name(kind: &ItemKind) -> &'static str {
    match kind {
        ItemKind::Setup { .. } => "setup",
        ItemKind::Afterwards(_) => "afterwards",
        ItemKind::Ensure(_) | ItemKind::EnsureTurn(_) => "ensure",
        ItemKind::Always(_) => "always",
        ItemKind::Text { .. } | ItemKind::PositionFormat { .. } => "text",
        _ => "",
    }
}
