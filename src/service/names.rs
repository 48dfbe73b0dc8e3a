//! Where a name is declared and used, and its exchange.

use std::collections::HashMap;
use std::time::Duration;

use lsp_types::{
    DocumentHighlight, GotoDefinitionResponse, Location, Range, RenameParams, TextDocumentPositionParams, TextEdit,
    Uri, WorkspaceEdit,
};
use serde_json::Value;

use super::checked::{Checked, OWN};
use super::documents::{Document, Lines, Open, uri_of};
use super::{Refused, Service, read, written};
use crate::diagnostic::spent::spent;
use crate::editing::rename::{Changed, rename};
use crate::rules::loader::Loader as _;
use crate::source::Span;
use crate::syntax::ast::ItemKind;
use crate::syntax::lexer::{self, TokenKind};
use crate::syntax::parser::mentions::{Declared, Mention, Outline, Role, Space};
use crate::syntax::parser::parse;

/// What an exchange may take beyond the usual budget of an answer: to run the scenarios, and for each file of the folder.
const PROOF: Duration = Duration::from_secs(2);
const OF_A_FILE: Duration = Duration::from_millis(20);
const MOST: Duration = Duration::from_secs(6);

/// The name at a place of a text. Where the text does not follow the grammar any word may be one.
pub fn mention_at(outline: &Outline, offset: usize) -> Option<Mention<'_>> {
    let found = outline.mentions().find(|mention| mention.start <= offset && offset <= mention.end());
    found.or_else(|| {
        let word = lexer::lex(outline.text()).find(|token| token.start <= offset && offset <= token.end())?;
        let mention =
            Mention { name: word.text, start: word.start, space: Space::Any, role: Role::Uses, item: usize::MAX };
        (word.kind == TokenKind::Word).then_some(mention)
    })
}

/// Where a name is declared: the places in all files that were read.
pub fn declared<'a>(checked: &'a Checked, name: &str, like: &Mention<'_>) -> Vec<(Span, Declared, &'a str)> {
    let mut found = Vec::new();
    for (source, file, outline) in checked.outlines() {
        for mention in outline.mentions() {
            if let Role::Declares(what) = mention.role
                && mention.name == name
                && mention.space.fits(like.space)
            {
                found.push((Span::new(source, mention.start, mention.end()), what, file));
            }
        }
    }
    found
}

/// The same, but a name in the plural means the kind where it is made from its name.
pub fn declarations_of<'a>(checked: &'a Checked, mention: &Mention<'_>) -> Vec<(Span, Declared, &'a str)> {
    let found = declared(checked, mention.name, mention);
    match mention.name.strip_suffix('s').filter(|_| found.is_empty()) {
        Some(singular) => {
            declared(checked, singular, mention).into_iter().filter(|(_, what, _)| *what == Declared::Kind).collect()
        }
        None => found,
    }
}

/// Where the name at a place gets its meaning.
pub fn definition(document: &Document, checked: &Checked, offset: usize) -> Option<GotoDefinitionResponse> {
    if let Some(file) = file_at(document, checked, offset) {
        return Some(GotoDefinitionResponse::Scalar(Location::new(uri_of(file)?, Range::default())));
    }
    let mention = mention_at(checked.own(), offset)?;
    let places = declarations_of(checked, &mention);
    let mut spans: Vec<Span> = places.into_iter().map(|(span, ..)| span).collect();
    if spans.is_empty() {
        spans.extend(bound(checked.own(), &mention));
    }
    let locations: Vec<Location> = spans.into_iter().filter_map(|span| checked.location(span)).collect();
    (!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations))
}

/// Where a statement or a parameter binds a name: in its own declaration before it, or anywhere else.
fn bound(outline: &Outline, mention: &Mention<'_>) -> Option<Span> {
    let binds = |other: &Mention<'_>| other.role == Role::Binds && other.name == mention.name;
    let near = |other: &Mention<'_>| other.item == mention.item && other.start <= mention.start;
    let found = outline.mentions().filter(binds).rfind(near).or_else(|| outline.mentions().find(binds))?;
    Some(Span::new(OWN, found.start, found.end()))
}

/// The file that is named at a place, behind `extends` or `use`.
fn file_at<'a>(document: &Document, checked: &'a Checked, offset: usize) -> Option<&'a str> {
    let file = parse(OWN, &document.text).file;
    let path = file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Game { extends: Some(path), .. } | ItemKind::Use(path) => {
            path.span.range().contains(&offset).then_some(path)
        }
        _ => None,
    })?;
    let files = checked.sources.files().iter().skip(1);
    files.map(|file| file.name.as_str()).find(|name| name.ends_with(path.value.trim_start_matches("./")))
}

/// The stretches of a text where the same name stands.
fn same<'a>(outline: &'a Outline, mention: &Mention<'_>) -> Vec<Mention<'a>> {
    let is_same = |other: &Mention<'_>| other.name == mention.name && other.space.fits(mention.space);
    outline.mentions().filter(is_same).collect()
}

/// All places where the name at a place stands, in this file and in those that it extends or uses.
pub fn references(_: &Document, checked: &Checked, offset: usize) -> Option<Vec<Location>> {
    let mention = mention_at(checked.own(), offset)?;
    let mut found = Vec::new();
    for (source, _, outline) in checked.outlines() {
        for place in same(outline, &mention) {
            found.extend(checked.location(Span::new(source, place.start, place.end())));
        }
    }
    Some(found)
}

/// The places in the text itself.
pub fn highlights(document: &Document, checked: &Checked, offset: usize) -> Option<Vec<DocumentHighlight>> {
    let mention = mention_at(checked.own(), offset)?;
    let places = same(checked.own(), &mention).into_iter();
    let range = |place: Mention<'_>| DocumentHighlight { range: document.range(place.start, place.end()), kind: None };
    Some(places.map(range).collect())
}

/// What would be exchanged at a place; nothing where no name of the file stands.
pub fn rename_place(document: &Document, checked: &Checked, offset: usize) -> Option<Range> {
    let mention = mention_at(checked.own(), offset)?;
    let has_meaning = !declared(checked, mention.name, &mention).is_empty() || bound(checked.own(), &mention).is_some();
    has_meaning.then(|| document.range(mention.start, mention.end()))
}

impl Service {
    /// Exchanges a name in the file that declares it and in those that extend or use that.
    pub(super) fn rename(&mut self, params: Value) -> Result<Value, Refused> {
        let RenameParams { text_document_position: place, new_name, .. } = read(params)?;
        let TextDocumentPositionParams { text_document, position } = place;
        let (document, checked) = self.seen(&text_document.uri)?;
        let none = || Refused::Failed("no name of the file stands here".to_owned());
        let mention = mention_at(checked.own(), document.offset(position)).ok_or_else(none)?;
        // What replaces an inherited declaration declares the name again: the file that has it first is the one.
        let first = declared(checked, mention.name, &mention).into_iter().last();
        let file = first.map_or(document.name.clone(), |(_, _, file)| file.to_owned());
        let old = match mention.space.declared_by() {
            Some(word) => format!("{word} {}", mention.name),
            None => mention.name.to_owned(),
        };
        if uri_of(&file).is_none_or(|uri| uri.as_str().starts_with("builtin:")) {
            return Err(Refused::Failed(format!("`{file}` declares `{}`, and is built in", mention.name)));
        }
        let loader = self.files.loader(&file);
        let open = Open { disk: &*loader, documents: &self.documents };
        let beside = self.files.beside(&file);
        open.budget().earn((PROOF + OF_A_FILE * beside.len() as u32).min(MOST));
        let changed = rename(&open, &file, &beside, (&old, &new_name));
        if let Some(spent) = spent(&open.budget()) {
            return Err(Refused::Failed(spent.message));
        }
        let changed = changed.map_err(|refusal| Refused::Failed(format!("{}: {}", refusal.message, refusal.help)))?;
        #[allow(clippy::mutable_key_type, reason = "the protocol's own type; an address is never changed")]
        let changes: HashMap<Uri, Vec<TextEdit>> =
            changed.iter().filter_map(|file| Some((uri_of(&file.name)?, edits(file)))).collect();
        written(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

fn edits(file: &Changed) -> Vec<TextEdit> {
    let lines = Lines::of(&file.before);
    let at = |offset: usize| lines.position(&file.before, offset);
    file.edits.iter().map(|edit| TextEdit::new(Range::new(at(edit.start), at(edit.end)), edit.text.clone())).collect()
}
