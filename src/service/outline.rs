//! The shape of a text: its outline, what can be folded, what its names are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, SemanticToken, SemanticTokenModifier, SemanticTokenType,
    SemanticTokens, SemanticTokensLegend, SymbolKind,
};

use super::checked::Checked;
use super::documents::Document;
use crate::syntax::lexer::{self, TokenKind};
use crate::syntax::parser::mentions::{Declared, Mention, Role, Space};

/// The declarations of a text, and in each what it declares.
pub fn symbols(document: &Document, checked: &Checked) -> Option<Vec<DocumentSymbol>> {
    let mut declares: BTreeMap<usize, Vec<(Mention<'_>, Declared)>> = BTreeMap::new();
    for mention in checked.own().mentions() {
        if let Role::Declares(what) = mention.role {
            declares.entry(mention.item).or_default().push((mention, what));
        }
    }
    let symbol = |(item, place): (usize, &Range<usize>)| {
        let names = declares.get(&item).map_or(&[][..], Vec::as_slice);
        let whole = (place.start, place.end);
        match names {
            [] => unnamed(document, whole),
            [(name, what), inner @ ..] if !is_list(*what) => {
                let inner =
                    inner.iter().map(|(name, what)| named(document, (name, *what), (name.start, name.end()), None));
                Some(named(document, (name, *what), whole, Some(inner.collect())))
            }
            list => {
                let inner =
                    list.iter().map(|(name, what)| named(document, (name, *what), (name.start, name.end()), None));
                let mut outer = unnamed(document, whole)?;
                outer.children = Some(inner.collect());
                Some(outer)
            }
        }
    };
    Some(checked.own().declarations().iter().enumerate().filter_map(symbol).collect())
}

/// Whether several of these stand side by side in one declaration.
fn is_list(what: Declared) -> bool {
    matches!(what, Declared::Player | Declared::Site | Declared::Kind | Declared::End | Declared::Direction)
}

#[allow(deprecated, reason = "the protocol's type has no other way to be made")]
fn named(
    document: &Document,
    (name, what): (&Mention<'_>, Declared),
    (start, end): (usize, usize),
    children: Option<Vec<DocumentSymbol>>,
) -> DocumentSymbol {
    DocumentSymbol {
        name: if name.name.is_empty() { "?".to_owned() } else { name.name.to_owned() },
        detail: Some(word(what).to_owned()),
        kind: kind(what),
        tags: None,
        deprecated: None,
        range: document.range(start, end),
        selection_range: document.range(name.start, name.end()),
        children: children.filter(|children| !children.is_empty()),
    }
}

/// A declaration without a name, called by its first words.
#[allow(deprecated, reason = "the protocol's type has no other way to be made")]
fn unnamed(document: &Document, (start, end): (usize, usize)) -> Option<DocumentSymbol> {
    let text = document.text.get(start..end)?;
    let is_word =
        |token: &lexer::Token<'_>| matches!(token.kind, TokenKind::Word | TokenKind::Text | TokenKind::Number);
    let words: Vec<&str> = lexer::lex(text).take_while(is_word).take(4).map(|token| token.text).collect();
    let name = if words.is_empty() { "?".to_owned() } else { words.join(" ") };
    let first = lexer::lex(text).next().map_or(end, |token| start + token.end());
    Some(DocumentSymbol {
        name,
        detail: None,
        kind: SymbolKind::MODULE,
        tags: None,
        deprecated: None,
        range: document.range(start, end),
        selection_range: document.range(start, first),
        children: None,
    })
}

/// What a declaration is called in words.
pub fn word(what: Declared) -> &'static str {
    match what {
        Declared::Option => "option",
        Declared::Player => "player",
        Declared::Direction => "direction",
        Declared::Site => "site",
        Declared::Terrain => "terrain",
        Declared::Tiles => "tiles",
        Declared::Tile => "tile",
        Declared::Type => "type",
        Declared::Value => "value",
        Declared::Kind => "piece",
        Declared::Plural => "pieces of a kind",
        Declared::Movement => "movement",
        Declared::Variable => "remember",
        Declared::Definition => "define",
        Declared::Table => "table",
        Declared::Action => "action",
        Declared::Move => "move",
        Declared::Phase => "turn",
        Declared::End => "end",
        Declared::Scenario => "test",
    }
}

fn kind(what: Declared) -> SymbolKind {
    match what {
        Declared::Option => SymbolKind::CONSTANT,
        Declared::Player => SymbolKind::OBJECT,
        Declared::Kind | Declared::Plural => SymbolKind::CLASS,
        Declared::Terrain | Declared::Tiles | Declared::Type => SymbolKind::ENUM,
        Declared::Value | Declared::Tile => SymbolKind::ENUM_MEMBER,
        Declared::Direction | Declared::Site => SymbolKind::FIELD,
        Declared::Variable => SymbolKind::VARIABLE,
        Declared::Table => SymbolKind::ARRAY,
        Declared::Definition | Declared::Action | Declared::Movement => SymbolKind::FUNCTION,
        Declared::Move => SymbolKind::METHOD,
        Declared::Phase => SymbolKind::NAMESPACE,
        Declared::End => SymbolKind::EVENT,
        Declared::Scenario => SymbolKind::BOOLEAN,
    }
}

/// What can be folded: braces and comments over several lines.
pub fn folds(document: &Document, _: &Checked) -> Option<Vec<FoldingRange>> {
    let mut folds = Vec::new();
    let mut open = Vec::new();
    let mut comment: Option<(u32, u32)> = None;
    for token in lexer::lex(&document.text) {
        let line = document.position(token.start).line;
        if token.kind == TokenKind::Comment {
            comment = match comment {
                Some((first, last)) if line == last + 1 => Some((first, line)),
                other => {
                    folds.extend(other.and_then(|(first, last)| fold(first, last, Some(FoldingRangeKind::Comment))));
                    Some((line, line))
                }
            };
        } else if token.is_mark("{") {
            open.push(line);
        } else if token.is_mark("}")
            && let Some(first) = open.pop()
        {
            // The line of the closing brace stays to be seen.
            folds.extend(fold(first, line.saturating_sub(1), Some(FoldingRangeKind::Region)));
        }
    }
    folds.extend(comment.and_then(|(first, last)| fold(first, last, Some(FoldingRangeKind::Comment))));
    folds.sort_by_key(|fold| fold.start_line);
    Some(folds)
}

fn fold(start_line: u32, end_line: u32, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    (end_line > start_line).then(|| FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
}

/// The sorts of names, in the order of their numbers.
const SORTS: [SemanticTokenType; 10] = [
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::EVENT,
    SemanticTokenType::NAMESPACE,
];

/// The legend of [`tokens`].
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: SORTS.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

fn sort(what: Declared) -> SemanticTokenType {
    match what {
        Declared::Kind | Declared::Plural => SemanticTokenType::CLASS,
        Declared::Terrain | Declared::Tiles | Declared::Type => SemanticTokenType::ENUM,
        Declared::Value | Declared::Tile | Declared::Player => SemanticTokenType::ENUM_MEMBER,
        Declared::Direction | Declared::Site | Declared::Table => SemanticTokenType::PROPERTY,
        Declared::Variable | Declared::Option => SemanticTokenType::VARIABLE,
        Declared::Definition | Declared::Action | Declared::Movement => SemanticTokenType::FUNCTION,
        Declared::Move => SemanticTokenType::METHOD,
        Declared::End | Declared::Scenario => SemanticTokenType::EVENT,
        Declared::Phase => SemanticTokenType::NAMESPACE,
    }
}

/// What each name of a text is.
pub fn tokens(document: &Document, checked: &Checked) -> Option<SemanticTokens> {
    let mut known: BTreeMap<(Space, &str), Declared> = BTreeMap::new();
    for (_, _, outline) in checked.outlines() {
        for mention in outline.mentions() {
            if let Role::Declares(what) = mention.role {
                known.entry((mention.space, mention.name)).or_insert(what);
            }
        }
    }
    let mut own: Vec<Mention<'_>> = checked.own().mentions().collect();
    own.sort_by_key(|mention| mention.start);
    let bound: BTreeSet<&str> =
        own.iter().filter(|mention| mention.role == Role::Binds).map(|mention| mention.name).collect();
    let mut data = Vec::new();
    let mut last = document.position(0);
    for mention in &own {
        let is_text =
            matches!(mention.space, Space::End | Space::Scenario) || mention.name.contains(char::is_whitespace);
        let declared = known.get(&(mention.space, mention.name)).copied();
        let sort = match (mention.role, declared) {
            _ if is_text => continue,
            (Role::Declares(what), _) | (_, Some(what)) => sort(what),
            (Role::Binds, None) => SemanticTokenType::PARAMETER,
            (Role::Uses, None) if bound.contains(mention.name) => SemanticTokenType::PARAMETER,
            (Role::Uses, None) => SemanticTokenType::VARIABLE,
        };
        let built_in = mention.role == Role::Uses && declared.is_none() && !bound.contains(mention.name);
        let place = document.position(mention.start);
        let delta_line = place.line - last.line;
        data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { place.character - last.character } else { place.character },
            length: mention.name.encode_utf16().count() as u32,
            token_type: SORTS.iter().position(|other| *other == sort).unwrap_or(0) as u32,
            token_modifiers_bitset: u32::from(mention.role != Role::Uses) | u32::from(built_in) << 1,
        });
        last = place;
    }
    Some(SemanticTokens { result_id: None, data })
}
