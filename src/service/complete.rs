//! What may be written at a place.

use std::collections::BTreeMap;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Range, TextEdit};

use super::board::scenario_at;
use super::checked::Checked;
use super::documents::Document;
use super::outline::word;
use super::pages;
use crate::game::Game as _;
use crate::scenario;
use crate::syntax::lexer::{self, TokenKind};
use crate::syntax::parser::expected::expected;
use crate::syntax::parser::mentions::{Declared, Mention, Role, Space, mentions};

/// A name that no file declares: what it would mean at a place tells which names fit there.
const UNHEARD: &str = "x-unheard-of";

/// The words and names that may stand at a place; in the moves of a scenario the options there.
pub fn complete(document: &Document, checked: &Checked, offset: usize) -> Option<CompletionList> {
    let text = &*document.text;
    let offset = offset.min(text.len());
    if let Some(token) = lexer::lex(text).find(|token| token.start < offset && offset < token.end()) {
        match token.kind {
            TokenKind::Text => return moves(document, checked, (token.start + 1, token.end()), offset),
            TokenKind::Comment | TokenKind::Row => return None,
            _ => {}
        }
    }
    let start = word_start(text, offset);
    let allowed = expected(text, start);
    let mut items: BTreeMap<String, CompletionItem> = BTreeMap::new();
    for word in &allowed.words {
        items.insert(word.clone(), keyword(word));
    }
    if let Some(space) = space_at(text, start, word_end(text, offset)).or(allowed.name.then_some(Space::Thing)) {
        for (name, what) in names(checked, space) {
            items.insert(name.clone(), named(name, what));
        }
        if space == Space::Thing && allowed.name {
            for word in pages::words().filter(|word| is_built_in(word)) {
                items.entry(word.to_owned()).or_insert_with(|| keyword(word));
            }
        }
    }
    let range = document.range(start, offset);
    Some(CompletionList { is_incomplete: false, items: items.into_values().map(|item| placed(item, range)).collect() })
}

fn placed(item: CompletionItem, range: Range) -> CompletionItem {
    let edit = TextEdit::new(range, item.label.clone());
    CompletionItem { text_edit: Some(CompletionTextEdit::Edit(edit)), ..item }
}

/// Where the word begins that a place is in or behind.
fn word_start(text: &str, offset: usize) -> usize {
    text.get(..offset).unwrap_or("").trim_end_matches(is_in_word).len()
}

/// Where that word ends.
fn word_end(text: &str, offset: usize) -> usize {
    text.len() - text.get(offset..).unwrap_or("").trim_start_matches(is_in_word).len()
}

fn is_in_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '_')
}

/// The name space of a name at a place; nothing where none may stand or where a new one is declared.
fn space_at(text: &str, start: usize, end: usize) -> Option<Space> {
    let tried = format!("{}{UNHEARD}{}", text.get(..start)?, text.get(end..)?);
    let found = mentions(&tried).into_iter().find(|mention| mention.name == UNHEARD)?;
    (found.role == Role::Uses).then_some(found.space)
}

/// The names of a space that the file, what it extends and its statements give.
fn names(checked: &Checked, space: Space) -> Vec<(String, Option<Declared>)> {
    let fits = |mention: &Mention<'_>| mention.space.fits(space) && mention.role != Role::Uses;
    let declared = |mention: Mention<'_>| match mention.role {
        Role::Declares(what) => (mention.name.to_owned(), Some(what)),
        _ => (mention.name.to_owned(), None),
    };
    let mut found: Vec<_> = checked.own().mentions().filter(fits).map(declared).collect();
    for (_, _, inherited) in checked.outlines().skip(1) {
        found.extend(inherited.mentions().filter(fits).filter(|mention| mention.role != Role::Binds).map(declared));
    }
    found.retain(|(name, _)| name != UNHEARD);
    found
}

/// Whether a word of the language is a name of its own, not a part of a sentence.
fn is_built_in(word: &str) -> bool {
    pages::meaning(word)
        .is_some_and(|told| told.contains("*Built-in names*") || told.contains("*Named sets of the board*"))
}

fn keyword(word: &str) -> CompletionItem {
    let documentation = pages::meaning(word).map(|value| {
        lsp_types::Documentation::MarkupContent(lsp_types::MarkupContent {
            kind: lsp_types::MarkupKind::Markdown,
            value,
        })
    });
    CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        documentation,
        ..CompletionItem::default()
    }
}

fn named(label: String, what: Option<Declared>) -> CompletionItem {
    let kind = match what {
        Some(Declared::Kind | Declared::Plural) => CompletionItemKind::CLASS,
        Some(Declared::Move | Declared::Action | Declared::Definition) => CompletionItemKind::FUNCTION,
        Some(Declared::Value | Declared::Player) => CompletionItemKind::ENUM_MEMBER,
        _ => CompletionItemKind::VARIABLE,
    };
    CompletionItem {
        label,
        kind: Some(kind),
        detail: what.map(|what| word(what).to_owned()),
        ..CompletionItem::default()
    }
}

/// The options that stand at a place in the moves of a scenario.
fn moves(
    document: &Document,
    checked: &Checked,
    (first, end): (usize, usize),
    offset: usize,
) -> Option<CompletionList> {
    let inside = document.text.get(first..offset)?;
    let start = first + inside.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let test = scenario_at(checked, offset)?;
    let is_play = test.lines.iter().any(|line| line.span.range().contains(&offset));
    if !is_play || offset > end {
        return None;
    }
    let reached = scenario::reached(&checked.standing().ok()?.module, test, start).ok()?;
    let range = document.range(start, offset);
    let item =
        |label: String| CompletionItem { label, kind: Some(CompletionItemKind::EVENT), ..CompletionItem::default() };
    let items = reached.game.notations(&reached.position).into_iter().map(item).map(|item| placed(item, range));
    Some(CompletionList { is_incomplete: false, items: items.collect() })
}
