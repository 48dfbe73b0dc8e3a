//! The pieces of a picture, each with what is told of it.

use crate::game::{PieceView, Snapshot};
use crate::rules::board::{Board, CellId};
use crate::rules::look::{Look, ShownLook};
use crate::view::label;

use super::{Attribute, Piece, Scene, all_said, geometry, say, told};

/// All pieces on the board, from site to site, and in a stack from the bottom up.
pub(super) fn pieces(scene: &Scene, board: &Board, look: &Look, snapshot: &Snapshot, language: &str) -> Vec<Piece> {
    let shown = |name: &str, way: ShownLook| look.shown.get(name) == Some(&way);
    let heading = |view: &PieceView| {
        let turned = view.headings.iter().find(|(name, _)| !shown(name, ShownLook::Hidden));
        turned.and_then(|(_, direction)| geometry::angle(board, *direction))
    };
    let piece = |site: usize, level: usize, view: &PieceView| Piece {
        site: CellId(site as u16),
        level,
        kind: view.kind,
        owner: view.owner,
        letter: scene.letter(view.kind, view.owner),
        glyph: scene.glyph(view.kind, view.owner).map(str::to_owned),
        sides: all_said(look, language, &view.sides),
        heading: heading(view),
        attributes: view
            .attributes
            .iter()
            .filter(|(name, _)| !shown(name, ShownLook::Hidden))
            .filter_map(|(name, value)| attribute(look, language, name, value))
            .collect(),
    };
    let mut pieces = Vec::new();
    for (site, stack) in snapshot.cells.iter().enumerate().take(scene.sites.len()) {
        pieces.extend(stack.iter().enumerate().map(|(level, view)| piece(site, level, view)));
    }
    label::shorten_attributes(&mut pieces);
    pieces
}

/// What is told of a piece; nothing where it has nothing of the kind.
fn attribute(look: &Look, language: &str, name: &str, value: &str) -> Option<Attribute> {
    let name = say(look, language, name);
    let value = match value {
        _ if told::is_nothing(value) => return None,
        "yes" => name.clone(),
        _ => told::valued(look, language, value),
    };
    Some(Attribute { name, value, short: String::new() })
}
