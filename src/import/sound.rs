//! Contradictions within a variant.

use crate::diagnostic::{Code, Diagnostic};

use super::cells::Cells;
use super::kinds;
use super::position::{self, Position};
use super::table::{Slot, TABLES};
use super::value::Value;
use super::variant::{SIDES, Setting, Variant};

/// The position of a variant and its kinds of pieces, if it contradicts itself nowhere.
pub fn examine(variant: &Variant) -> (Option<(Position, Vec<kinds::Kind>)>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    regions(variant, &mut found);
    castling(variant, &mut found);
    if variant.pieces.is_empty() {
        let message = format!("`{}` has no pieces", variant.name.value);
        let diagnostic = Diagnostic::new(Code::VariantConflict, message, variant.name.span, "")
            .help("declare them with their letters, for instance `rook = r`, or take over from another variant");
        return (None, vec![diagnostic]);
    }
    let position = match position::read(variant) {
        Ok(position) => position,
        Err(diagnostic) => {
            found.push(*diagnostic);
            return (None, found);
        }
    };
    kings(variant, &position, &mut found);
    let kinds = match kinds::kinds(variant, &position) {
        Ok(kinds) => kinds,
        Err((slot, why)) => {
            let span = variant.pieces.get(&slot).map_or(variant.name.span, |piece| piece.span);
            let name = TABLES.pieces.get(&slot).map_or("", |named| named.key.as_str());
            let message = format!("the movement of `{name}` is not understood: {why}");
            found.push(Diagnostic::new(Code::VariantValue, message, span, ""));
            return (None, found);
        }
    };
    if variant.yes("checkCounting") && !variant.yes("checking") {
        conflict(variant, "checkCounting", "checking", "checks cannot be counted where they are forbidden", &mut found);
    }
    (Some((position, kinds)), found)
}

/// Nobody could ever move.
pub fn no_moves(variant: &Variant) -> Diagnostic {
    let message = format!("nobody can move in `{}`", variant.name.value);
    Diagnostic::new(Code::VariantConflict, message, variant.name.span, "")
        .help("give one of its pieces a movement, or `pieceDrops = true`")
}

fn conflict(variant: &Variant, one: &str, other: &str, message: &str, found: &mut Vec<Diagnostic>) {
    let line = |field: &str| variant.setting(field, 0).map(|setting| setting.span);
    let span = line(one).or_else(|| line(other)).unwrap_or(variant.name.span);
    let mut diagnostic = Diagnostic::new(Code::VariantConflict, message, span, "");
    if let Some(other) = line(other).filter(|other| *other != span) {
        diagnostic = diagnostic.label(other, "and this");
    }
    found.push(diagnostic);
}

/// Regions that the variant itself names lie on its board.
fn regions(variant: &Variant, found: &mut Vec<Diagnostic>) {
    let size = variant.size();
    let fields = variant.settings.values().flat_map(|sides| sides.iter().flatten());
    let all: Vec<&Setting> = fields.chain(variant.mobility.values()).collect();
    let mut told: Vec<crate::source::Span> = Vec::new();
    for setting in all {
        let Value::Cells(cells) = &setting.value else { continue };
        let own = variant.wrote(setting.span);
        let named = single_cells(&setting.text);
        let outside = cells.is_empty() || !cells.and(size.all()).is_empty();
        if !own || told.contains(&setting.span) {
            continue;
        }
        let board = format!("the board has {} columns and {} rows", size.columns, size.rows);
        if !outside {
            told.push(setting.span);
            let message = format!("the squares of `{}` are not on the board", setting.key);
            found.push(Diagnostic::new(Code::VariantConflict, message, setting.span, "").help(board));
        } else if let Some(name) =
            named.into_iter().find(|(_, cell)| cell.and(size.all()).is_empty()).map(|(name, _)| name)
        {
            told.push(setting.span);
            let message = format!("`{name}` of `{}` is not on the board", setting.key);
            found.push(Diagnostic::new(Code::VariantConflict, message, setting.span, "").help(board));
        }
    }
}

/// The squares that a text names one by one; whole rows and columns may be longer than the board.
fn single_cells(text: &str) -> Vec<(String, Cells)> {
    let words = text.split_whitespace().filter(|word| !word.contains('*'));
    words
        .filter_map(|word| {
            let value = super::value::parse(super::table::Form::Cells, word, &|_| None).ok()?;
            match value {
                Value::Cells(cells) if !cells.is_empty() => Some((word.to_owned(), cells)),
                _ => None,
            }
        })
        .collect()
}

fn castling(variant: &Variant, found: &mut Vec<Diagnostic>) {
    if !variant.yes("castling") {
        return;
    }
    if variant.line("castlingRank") >= variant.size().rows && variant.setting("castlingRank", 0).is_some() {
        conflict(variant, "castlingRank", "ranks", "the row for castling is not on the board", found);
    }
    let both = variant.setting("kingsideFile", 0).is_some() || variant.setting("queensideFile", 0).is_some();
    if both && variant.line("queensideFile") > variant.line("kingsideFile") {
        let message = "castling to the queen's side ends to the right of castling to the king's side";
        conflict(variant, "queensideFile", "kingsideFile", message, found);
    }
}

/// A side has at most one royal king; kings may not be blown up.
fn kings(variant: &Variant, position: &Position, found: &mut Vec<Diagnostic>) {
    if !variant.has(Slot::KING) {
        return;
    }
    let names = ["White", "Black"];
    for side in SIDES {
        let count = position.count(Slot::KING, side);
        if count > 1 {
            let span = variant.setting("position", 0).map_or(variant.name.span, |setting| setting.span);
            let message = format!("{} has {count} kings", names.get(side).copied().unwrap_or(""));
            let diagnostic = Diagnostic::new(Code::VariantPosition, message, span, "")
                .help("use `commoner` for a king of which there are several");
            found.push(diagnostic);
        }
    }
    for (field, what) in [("blast", "blasts"), ("flipping", "pieces that change sides")] {
        let on = variant.yes(field) || !matches!(variant.word(field), "none");
        if on && position.count(Slot::KING, 0) + position.count(Slot::KING, 1) > 0 {
            let message = format!("a royal king and {what} contradict each other");
            conflict(variant, field, "position", &message, found);
        }
    }
}
