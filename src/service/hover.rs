//! What stands under the pointer means, and what the checker knows of numbers.

use lsp_types::{Hover, HoverContents, InlayHint, InlayHintKind, InlayHintLabel, MarkupContent, MarkupKind};

use super::checked::{Checked, OWN};
use super::documents::Document;
use super::names::{declarations_of, mention_at};
use super::outline::word;
use super::{board, pages};
use crate::game::Game as _;
use crate::reference::Reference;
use crate::rules::model::StatementKind;
use crate::rules::types::Type;
use crate::rules::{Rules, walk};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Params};
use crate::syntax::lexer::{self, TokenKind};
use crate::syntax::parser::mentions::{Declared, Role};
use crate::syntax::parser::parse;

/// How many lines of a declaration are shown.
const LINES: usize = 8;

/// A number beyond this is as good as none.
const MANY: i64 = 1_000_000;

/// What a word or a name means.
pub fn hover(document: &Document, checked: &Checked, offset: usize) -> Option<Hover> {
    let token = lexer::lex(&document.text).find(|token| token.start <= offset && offset <= token.end())?;
    let mention = mention_at(checked.own(), offset);
    let places = mention.as_ref().map_or(Vec::new(), |mention| declarations_of(checked, mention));
    let (text, start, end) = match (places.first(), mention) {
        (Some(&(span, what, file)), Some(mention)) => {
            let text = declared(checked, span, what, file);
            (text, mention.start, mention.end())
        }
        _ if token.kind == TokenKind::Word => (pages::meaning(token.text)?, token.start, token.end()),
        _ => return None,
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(document.range(start, end)) })
}

/// What is declared at a place, in Markdown.
fn declared(checked: &Checked, span: Span, what: Declared, file: &str) -> String {
    let text = checked.file(span.source).map_or("", |(_, text)| text);
    let outline = checked.outlines().find(|(source, ..)| *source == span.source);
    let place = outline.and_then(|(_, _, outline)| outline.declaration_at(span.start as usize));
    let whole = place.and_then(|place| text.get(place)).unwrap_or("");
    let mut lines: Vec<&str> = whole.lines().take(LINES).collect();
    if whole.lines().count() > LINES {
        lines.push("…");
    }
    let mut told = format!("```merel\n{}\n```\n", lines.join("\n"));
    if span.source != OWN {
        told.push_str(&format!("in `{file}`\n"));
    }
    let name = text.get(span.range()).unwrap_or("");
    let more = match what {
        Declared::Definition => value(checked, span),
        Declared::Kind => board::reach_of(checked, name),
        _ => None,
    };
    if !matches!(what, Declared::Scenario | Declared::End) {
        told.push_str(&format!("\n*{}*\n", word(what)));
    }
    told + &more.unwrap_or_default()
}

/// The value of a definition at the start of the game.
fn value(checked: &Checked, name: Span) -> Option<String> {
    let rules = checked.rules()?;
    let text = checked.file(name.source)?.1;
    let file = parse(name.source, text).file;
    let body = file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Define { name: own, params: Params::None, body } if own.span == name => Some(body.span),
        _ => None,
    })?;
    let function = rules.functions.iter().find(|function| function.body.span == body)?.body.clone();
    let game = Reference::new(rules.clone());
    let told = game.value_then(&game.moment(&game.initial()), &function);
    Some(format!("\nAt the start: `{told}`\n"))
}

/// The ranges of numbers, behind the names that are defined or bound to them.
pub fn hints(document: &Document, checked: &Checked) -> Option<Vec<InlayHint>> {
    let rules = checked.rules()?;
    let mut hints = defined(document, checked, rules);
    let mut bound: Vec<_> = checked.own().mentions().filter(|name| name.role == Role::Binds).collect();
    bound.sort_by_key(|name| name.end());
    walk::statements(rules, &mut |statement| {
        if let StatementKind::Let(_, value) = &statement.kind
            && value.span.source == OWN
            && let Some(range) = range_of(value.ty)
            && let before = bound.partition_point(|name| name.end() <= value.span.start as usize)
            && let Some(name) = before.checked_sub(1).and_then(|last| bound.get(last))
        {
            hints.push(hint(document, name.end(), &range));
        }
    });
    hints.sort_by_key(|hint| hint.position);
    hints.dedup_by_key(|hint| hint.position);
    Some(hints)
}

fn defined(document: &Document, checked: &Checked, rules: &Rules) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for item in checked.items() {
        let ItemKind::Define { body, .. } = &item.kind else { continue };
        // Used with several types, it has several bodies: what they have in common is said by none of them.
        let mut types =
            rules.functions.iter().filter(|function| function.body.span == body.span).map(|function| function.body.ty);
        let Some(ty) = types.next().filter(|first| types.all(|other| other == *first)) else { continue };
        let before = document.text.get(..body.span.start as usize).unwrap_or("").trim_end();
        if let Some(range) = range_of(ty).filter(|_| before.ends_with('=')) {
            hints.push(hint(document, before.trim_end_matches('=').trim_end().len(), &range));
        }
    }
    hints
}

fn range_of(ty: Type) -> Option<String> {
    match ty {
        Type::Number(low, high) if low == high => None,
        Type::Number(low, high) if high >= MANY => Some(format!(": {low} or more")),
        Type::Number(low, high) => Some(format!(": {low} to {high}")),
        _ => None,
    }
}

fn hint(document: &Document, at: usize, label: &str) -> InlayHint {
    InlayHint {
        position: document.position(at),
        label: InlayHintLabel::String(label.to_owned()),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: Some(false),
        padding_right: Some(true),
        data: None,
    }
}
