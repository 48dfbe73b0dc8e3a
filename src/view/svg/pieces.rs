//! Pieces: discs in the colours of their owners.

use crate::view::scene::{Piece, Scene};

use super::draw::{self, Anchor, Disc};
use super::frame::Frame;
use super::write::Writer;

/// The most pieces of a stack that are drawn; of higher stacks the top ones.
const SHOWN: usize = 4;
/// The most characters of a word that is written on a piece.
const WORD: usize = 9;

/// Draws the layer `pieces`.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame, titles: bool) {
    writer.open("g", &[("class", "pieces")]);
    for site in &scene.sites {
        let stack = scene.stack(site.id);
        if !stack.is_empty() {
            writer.open("g", &[("class", "stack"), ("data-site", &site.name)]);
            if titles {
                writer.text("title", &[], &description(scene, &site.name, stack));
            }
            draw_stack(writer, scene, frame, (frame.place(site.centre), stack));
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
        let centre = (x, lowest - rise * level as f64);
        let disc = Disc { centre, radius: frame.piece, colour: scene.colour_of(piece.owner) };
        disc.draw(writer);
        if level + 1 == shown.len() {
            draw_face(writer, scene, piece, &disc);
        }
    }
    if stack.len() > 1 {
        let shoulder = (x + 0.8 * frame.piece, lowest + 0.7 * frame.piece);
        draw::count(writer, shoulder, 0.17 * frame.cell, stack.len());
    }
}

/// The glyph or letter of a piece, and the words of its attributes below it.
fn draw_face(writer: &mut Writer, scene: &Scene, piece: &Piece, disc: &Disc) {
    let words = words(piece);
    if let Some(label) = label(scene, piece.kind, piece.glyph.as_deref()) {
        disc.label(writer, label, if words.is_empty() { 0.0 } else { -0.24 });
    }
    if !words.is_empty() {
        let size = disc.radius * (2.6 / words.chars().count() as f64).min(0.44);
        let place = (disc.centre.0, disc.centre.1 + 0.43 * disc.radius);
        draw::text(writer, place, size, (disc.colour.ink(), Anchor::Middle), &words);
    }
}

/// What is written on a piece: its glyph, else the letter of its kind, else nothing where colour tells all.
pub(super) fn label<'a>(scene: &'a Scene, kind: usize, glyph: Option<&'a str>) -> Option<&'a str> {
    let neutral = |kind: usize| scene.kinds.get(kind).is_some_and(|kind| kind.neutral);
    let alike = |other: &usize| neutral(*other) == neutral(kind);
    let alone = (0..scene.kinds.len()).filter(alike).count() == 1;
    let letter = || scene.kinds.get(kind).map_or("?", |kind| kind.letter.as_str());
    glyph.or_else(|| (!alone).then(letter))
}

/// The values of a piece's attributes: a single one as a word, cut if need be; of several their beginnings.
fn words(piece: &Piece) -> String {
    match piece.attributes.as_slice() {
        [only] if only.value.chars().count() <= WORD => only.value.clone(),
        [only] => only.value.chars().take(WORD - 1).chain(['…']).collect(),
        several => several.iter().map(|attribute| attribute.short.as_str()).collect::<Vec<_>>().join("·"),
    }
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
