//! What stands in one cell of a text picture.

use std::collections::BTreeSet;

use crate::game::PlayerId;
use crate::rules::look::CellsLook;
use crate::view::scene::{Form, Piece, Scene, Shade, Site};
use crate::view::theme::{self, Rgb};

use super::TextOptions;
use super::canvas::{self, Style};

/// The widest text of a stack before only its top and its height are written.
const STACK_WIDTH: usize = 6;

/// What stands around cells with a mark of their own.
pub(super) const MARKED: (&str, &str) = ("<", ">");

/// The text of one cell.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// The text; empty for nothing at all.
    pub text: String,
    /// How the text looks.
    pub style: Style,
    /// The colour of the cell.
    pub ground: Option<Rgb>,
    /// What stands to the left and to the right of marked cells.
    pub brackets: Option<(&'static str, &'static str)>,
}

/// What a piece is shown by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    Letter,
    Glyph,
}

impl Content {
    /// Columns of the text.
    pub fn width(&self) -> usize {
        canvas::width(&self.text)
    }

    /// How brackets look on the ground of the cell.
    pub fn bracket_style(&self) -> Style {
        Style { ink: self.ground.map(Rgb::ink), bold: self.ground.is_some(), ..Style::default() }
    }
}

/// The pieces on every site, by cell number.
pub(super) fn pieces(scene: &Scene, options: TextOptions) -> Vec<Content> {
    let glyphs = uses_glyphs(scene, options);
    let point = if options.unicode { "·" } else { "+" };
    let place = if options.unicode { "·" } else { "." };
    let drawn = super::draws_lines(scene);
    let empty = |site: &Site| if drawn && site.form == Form::Point { point } else { place };
    let content = |site: &Site| {
        let face = if glyphs { Face::Glyph } else { Face::Letter };
        let mut content = content(scene, site, face, empty(site), options.colour);
        let values = values(scene, site);
        if !values.is_empty() {
            let is_empty = scene.stack(site.id).is_empty();
            content.text = if is_empty { values } else { format!("{} {values}", content.text) };
            // Seeds are to be read as pieces are; what stands for nothing is not.
            if is_empty {
                content.style = content.bracket_style();
            }
        }
        content
    };
    scene.sites.iter().map(content).collect()
}

/// The values that a site holds, and the numbers of the marks that it has.
fn values(scene: &Scene, site: &Site) -> String {
    let houses = scene.style() == CellsLook::Houses;
    let said = |value: &&String| houses || *value != "0";
    let values =
        scene.counts.iter().filter_map(|count| count.values.get(site.id.index())?.as_ref().filter(said).cloned());
    let notes = scene.noted.iter().enumerate().filter(|(_, (_, cells))| cells.contains(&site.id));
    let notes: String = notes.map(|(number, _)| note(number)).collect();
    values.chain((!notes.is_empty()).then_some(notes)).collect::<Vec<_>>().join("/")
}

/// The sign of a mark on cells.
pub(super) fn note(number: usize) -> &'static str {
    ["'", "\"", "`", "^", "~", "_"][number % 6]
}

/// The letter of a terrain's value on every site, by cell number.
pub(super) fn terrain(scene: &Scene, terrain: usize) -> Vec<Content> {
    let content = |site: &Site| {
        let value = scene.terrain_at(site, terrain);
        let text = value.map_or("-", |value| value.letter.as_str());
        Content { text: text.to_owned(), style: Style::default(), ground: None, brackets: None }
    };
    scene.sites.iter().map(content).collect()
}

/// The style of a player's pieces: a chip of the player's colour.
pub(super) fn chip(scene: &Scene, owner: Option<PlayerId>) -> Style {
    let colour = scene.colour_of(owner);
    Style { ink: Some(colour.ink()), ground: Some(colour), bold: true }
}

/// Whether pieces are shown by glyphs: asked for, all there, one column wide, and telling the owner.
pub(super) fn uses_glyphs(scene: &Scene, options: TextOptions) -> bool {
    let mut seen = BTreeSet::new();
    let mut fits = |kind: usize, owner: Option<PlayerId>| {
        let glyph = scene.glyph(kind, owner).filter(|glyph| canvas::width(glyph) == 1);
        glyph.is_some_and(|glyph| seen.insert(glyph.to_owned()) || options.colour)
    };
    let owners = |kind: usize| -> Vec<Option<PlayerId>> {
        match scene.kinds.get(kind).is_some_and(|kind| kind.neutral) {
            true => vec![None],
            false => (0..scene.players.len()).map(|player| Some(PlayerId(player as u8))).collect(),
        }
    };
    options.unicode && (0..scene.kinds.len()).all(|kind| owners(kind).into_iter().all(|owner| fits(kind, owner)))
}

fn content(scene: &Scene, site: &Site, face: Face, empty: &str, colour: bool) -> Content {
    let stack = scene.stack(site.id);
    let ground = if colour { ground(scene, site) } else { None };
    let (text, style) = match stack.last() {
        Some(top) => (stack_text(stack, face), chip(scene, top.owner)),
        None => {
            let ink = ground.map(|ground| ground.mixed(ground.ink(), 0.5));
            (empty.to_owned(), Style { ink, ..Style::default() })
        }
    };
    Content { text, style, ground, brackets: brackets(scene, site) }
}

fn ground(scene: &Scene, site: &Site) -> Option<Rgb> {
    let shade = |shade: Shade| match shade {
        Shade::Light => theme::LIGHT,
        Shade::Dark => theme::DARK,
    };
    let terrain = scene.terrain_at(site, 0).map(|value| value.colour);
    let colour = terrain.or(site.shade.map(shade)).or((site.form == Form::Field).then_some(theme::FIELD))?;
    let marked = scene.marks.last.contains(&site.id);
    Some(if marked { colour.mixed(theme::LAST, 0.6) } else { colour })
}

fn brackets(scene: &Scene, site: &Site) -> Option<(&'static str, &'static str)> {
    if scene.marks.taken.contains(&site.id) {
        return Some(("{", "}"));
    }
    if scene.marks.targets.contains(&site.id) {
        return Some(("(", ")"));
    }
    if scene.marks.last.contains(&site.id) {
        return Some(("[", "]"));
    }
    scene.geometry.marked.contains(&site.id).then_some(MARKED)
}

/// One piece with the beginnings of its attributes, for instance `Rf`.
fn piece_text(piece: &Piece, face: Face) -> String {
    let glyph = piece.glyph.as_ref().filter(|_| face == Face::Glyph);
    let face = glyph.unwrap_or(&piece.letter);
    let text = piece.attributes.iter().fold(face.clone(), |text, attribute| text + &attribute.short);
    // Of a cube one side to the north and one to the east tell how it lies.
    let sides = [1, 3].iter().filter_map(|&side| piece.sides.get(side)?.chars().next());
    let lies: String = sides.collect();
    if lies.is_empty() { text } else { format!("{text}:{lies}") }
}

/// A stack from the bottom up, like pieces counted: `P3` are three, `p2P` two with another's on top.
fn stack_text(stack: &[Piece], face: Face) -> String {
    let texts: Vec<String> = stack.iter().map(|piece| piece_text(piece, face)).collect();
    let counted = |run: &[String]| match run {
        [one] => one.clone(),
        [first, ..] => format!("{first}{}", run.len()),
        [] => String::new(),
    };
    let whole: String = texts.chunk_by(|a, b| a == b).map(counted).collect();
    match texts.last() {
        Some(top) if canvas::width(&whole) > STACK_WIDTH && texts.len() > 1 => {
            format!("{top}/{}", texts.len())
        }
        _ => whole,
    }
}
