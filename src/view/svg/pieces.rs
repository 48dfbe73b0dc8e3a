//! Pieces: what they are made of, in the colours of their owners, with their signs.

use crate::view::scene::{Kind, Piece, Scene, Site};

use super::bodies::{Body, Face};
use super::draw;
use super::frame::Frame;
use super::write::Writer;

/// The most pieces of a stack that are drawn on each other; of higher stacks the top ones.
const SHOWN: usize = 4;
/// The most pieces that lie beside each other where stacks grow along the board.
const ALONG: usize = 5;

/// Draws the layer `pieces`.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame, titles: bool) {
    writer.open("g", &[("class", "pieces")]);
    for site in &scene.sites {
        let stack = scene.stack(site.id);
        if !stack.is_empty() {
            writer.open("g", &[("class", "stack"), ("data-site", &site.name)]);
            if titles {
                writer.text("title", &[], &description(scene, &site.told, stack));
            }
            match site.grows {
                Some(step) => draw_along(writer, scene, frame, (site, step, stack)),
                None => draw_stack(writer, scene, frame, (frame.place(site.centre), stack)),
            }
            writer.close();
        }
    }
    writer.close();
}

/// A stack, each piece a little above the one below, with the count on its shoulder.
fn draw_stack(writer: &mut Writer, scene: &Scene, frame: &Frame, ((x, y), stack): ((f64, f64), &[Piece])) {
    let shown = stack.get(stack.len().saturating_sub(SHOWN)..).unwrap_or(stack);
    let rise = 0.075 * frame.cell;
    let lowest = y + rise * shown.len().saturating_sub(1) as f64 / 2.0;
    for (level, piece) in shown.iter().enumerate() {
        let top = level + 1 == shown.len();
        body(scene, frame, piece, (x, lowest - rise * level as f64)).draw(writer, top);
    }
    if stack.len() > 1 {
        let shoulder = (x + 0.8 * frame.piece, lowest + 0.7 * frame.piece);
        draw::count(writer, shoulder, 0.17 * frame.cell, stack.len());
    }
}

/// A stack whose pieces lie beside each other; what finds no room lies on top, counted.
fn draw_along(writer: &mut Writer, scene: &Scene, frame: &Frame, (site, step, stack): (&Site, (f64, f64), &[Piece])) {
    let place = |level: usize| {
        let (row, layer) = ((level % ALONG) as f64, (level / ALONG) as f64);
        let (x, y) = frame.place((site.centre.0 + step.0 * row, site.centre.1 + step.1 * row));
        (x, y - 0.09 * frame.cell * layer)
    };
    for (level, piece) in stack.iter().enumerate().take(3 * ALONG) {
        body(scene, frame, piece, place(level)).draw(writer, true);
    }
    if stack.len() > ALONG {
        draw::count(writer, place(0), 0.2 * frame.cell, stack.len());
    }
}

/// The body of a piece on the board.
fn body<'a>(scene: &'a Scene, frame: &Frame, piece: &'a Piece, centre: (f64, f64)) -> Body<'a> {
    let facing = piece.owner.and_then(|owner| scene.player(owner)).map_or(0.0, |player| player.facing);
    Body {
        scene,
        centre,
        radius: frame.piece,
        facing,
        face: Face { kind: piece.kind, owner: piece.owner, glyph: piece.glyph.as_deref() },
        piece: Some(piece),
    }
}

/// What is written on a piece that has no sign: the letter of its kind, or nothing where colour tells all.
pub(super) fn letter(scene: &Scene, kind: usize) -> Option<&str> {
    let neutral = |kind: usize| scene.kinds.get(kind).is_some_and(|kind| kind.neutral);
    let alone = (0..scene.kinds.len()).filter(|&other| neutral(other) == neutral(kind)).count() == 1;
    (!alone).then(|| scene.kinds.get(kind).map_or("?", |kind: &Kind| kind.letter.as_str()))
}

/// A stack in words, from the bottom up, for those who hear the picture or point at it.
fn description(scene: &Scene, site: &str, stack: &[Piece]) -> String {
    let piece = |piece: &Piece| {
        let kind = scene.kinds.get(piece.kind).map_or("?", |kind| kind.name.as_str());
        let owner = piece.owner.and_then(|owner| scene.player(owner)).map(|player| player.name.as_str());
        let values = piece.attributes.iter().map(|attribute| attribute.value.as_str());
        owner.into_iter().chain([kind]).chain(values).collect::<Vec<_>>().join(" ")
    };
    let pieces: Vec<String> = stack.iter().map(piece).collect();
    let counted = |run: &[String]| match run {
        [one] => one.clone(),
        [first, ..] => format!("{} × {first}", run.len()),
        [] => String::new(),
    };
    let runs: Vec<String> = pieces.chunk_by(|a, b| a == b).map(counted).collect();
    format!("{site}: {}", runs.join(", "))
}
