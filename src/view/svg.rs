//! A position as SVG.

mod around;
mod board;
mod bodies;
mod cells;
mod dice;
mod draw;
mod frame;
mod marks;
mod options;
mod panel;
mod pieces;
mod signs;
mod write;

use std::borrow::Cow;

use crate::game::PlayerId;

use super::scene::{Scene, geometry};
use super::theme::{Palette, Theme};
use bodies::{Body, Face};
use frame::Frame;
use write::{Writer, number};

/// How to draw a position as SVG.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgOptions {
    /// The width of a cell, in pixels.
    pub cell: f64,
    /// Whether coordinates and names of cells are written.
    pub coordinates: bool,
    /// Where players, hands and variables are written.
    pub panel: Panel,
    /// Whether the picture and its pieces are told in words, in the language of the scene, for those who hear it or point
    /// at it.
    pub titles: bool,
    /// For what it is drawn.
    pub theme: Theme,
}

/// Where in a picture the players, their hands and the variables stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Nowhere.
    Absent,
    /// Right of the board.
    #[default]
    Beside,
    /// Below the board and as wide as it, so that a narrow picture of a large board can be read.
    Below,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self { cell: 48.0, coordinates: true, panel: Panel::Beside, titles: true, theme: Theme::Light }
    }
}

/// The fonts of all texts, the first that is there.
const FONTS: &str = "'DejaVu Sans','Segoe UI Symbol','Noto Sans','Noto Sans CJK SC','Noto Sans Symbols 2',sans-serif";

/// The position as an SVG document.
///
/// Everything lies in layers, groups with the classes `board`, `terrain`, `edges`, `last`, `targets`, `coordinates`,
/// `values`, `pieces`, `taken`, `options` (arrows with numbers), `dice` and `panel`, drawn in this order. Every site is an element of the class `site` with its name in
/// `data-site`, and what a marked one is called in `data-mark`; one that is hard to hit is of the class `narrow`; pieces carry the name of their site too, so that a click on either tells the site. The document
/// needs nothing from elsewhere: no style sheet, no script, no font.
pub fn svg(scene: &Scene, options: SvgOptions) -> String {
    let laid_out = laid_out(scene);
    let scene = &*laid_out;
    let frame = Frame::new(scene, options);
    let mut writer = Writer::default();
    let (width, height) = (number(frame.width), number(frame.height));
    let view_box = format!("0 0 {width} {height}");
    let told = title(scene);
    let attributes: [(&str, &str); 7] = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", &view_box),
        ("width", &width),
        ("height", &height),
        ("role", "img"),
        ("aria-label", &told),
        ("font-family", FONTS),
    ];
    writer.open("svg", &attributes);
    if options.titles {
        writer.text("title", &[], &told);
    }
    // Paper behind everything, so that letters are read on pages of any colour.
    let paper = Palette::of(options.theme).page.hex();
    writer.leaf("rect", &[("class", "page"), ("width", &width), ("height", &height), ("rx", "6"), ("fill", &paper)]);
    board::draw(&mut writer, scene, &frame);
    marks::draw_marks(&mut writer, scene, &frame);
    if options.coordinates {
        marks::draw_coordinates(&mut writer, scene, &frame);
    }
    cells::draw(&mut writer, scene, &frame);
    pieces::draw(&mut writer, scene, &frame, options.titles);
    marks::draw_taken(&mut writer, scene, &frame);
    options::draw(&mut writer, scene, &frame);
    dice::draw(&mut writer, scene, &frame);
    panel::draw(&mut writer, scene, &frame);
    writer.finish()
}

/// One piece alone, as an SVG document so many pixels wide and high: as it is on the board, and as it lies in hand.
pub fn piece(scene: &Scene, kind: usize, owner: Option<PlayerId>, width: f64) -> String {
    let mut writer = Writer::default();
    let side = number(width);
    let view_box = format!("0 0 {side} {side}");
    let attributes = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", view_box.as_str()),
        ("width", &side),
        ("height", &side),
        ("role", "img"),
        ("font-family", FONTS),
    ];
    writer.open("svg", &attributes);
    let face = Face { kind, owner, glyph: scene.glyph(kind, owner) };
    let (centre, radius) = ((width / 2.0, width / 2.0), 0.39 * width);
    Body { scene, centre, radius, facing: 0.0, face, piece: None }.draw(&mut writer, true);
    writer.finish()
}

/// The width and the height of a picture, in pixels.
pub(super) fn size(scene: &Scene, options: SvgOptions) -> (f64, f64) {
    let frame = Frame::new(&laid_out(scene), options);
    (frame.width, frame.height)
}

/// The scene with its board as the file wants it to be drawn.
fn laid_out(scene: &Scene) -> Cow<'_, Scene> {
    match (scene.geometry.flat, scene.geometry.narrow) {
        (true, _) => Cow::Owned(geometry::turned(scene)),
        (false, Some(parity)) => Cow::Owned(geometry::narrowed(scene, parity)),
        (false, None) => Cow::Borrowed(scene),
    }
}

/// A picture on a page of several.
#[derive(Debug)]
pub(super) struct Part<'a> {
    /// The words below it.
    pub words: &'a str,
    /// The document.
    pub picture: &'a str,
    /// Where it lies, in pixels.
    pub place: (f64, f64),
    /// The height at which the words stand.
    pub below: f64,
    /// When it is seen; always unless told.
    pub shown: Option<Shown>,
}

/// From when on and until when a part is seen, of how many seconds in all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub from: usize,
    pub until: usize,
    pub whole: usize,
}

/// A page of so many pixels with pictures on it.
pub(super) fn sheet<'a>(
    (width, height): (f64, f64),
    palette: Palette,
    parts: impl Iterator<Item = Part<'a>>,
) -> String {
    let mut writer = Writer::default();
    let (width, height) = (number(width), number(height));
    let view_box = format!("0 0 {width} {height}");
    let attributes = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", view_box.as_str()),
        ("width", &width),
        ("height", &height),
        ("role", "img"),
        ("font-family", FONTS),
    ];
    writer.open("svg", &attributes);
    writer.leaf("rect", &[("class", "page"), ("width", &width), ("height", &height), ("fill", &palette.page.hex())]);
    for Part { words, picture, place: (x, y), below, shown } in parts {
        match shown {
            // Where nothing moves, the last one is seen.
            Some(shown) if shown.until < shown.whole => {
                writer.open("g", &[("class", "frame"), ("visibility", "hidden")]);
            }
            _ => writer.open("g", &[("class", "frame")]),
        }
        shown.into_iter().for_each(|shown| animate(&mut writer, shown));
        writer.open("g", &[("transform", &format!("translate({} {})", number(x), number(y)))]);
        writer.whole(picture);
        writer.close();
        draw::text(&mut writer, (x, below), 14.0, (palette.text, draw::Anchor::Start), words);
        writer.close();
    }
    writer.finish()
}

/// Lets the group that is open be seen from one second to another, again and again.
fn animate(writer: &mut Writer, Shown { from, until, whole }: Shown) {
    let at = |second: usize| format!("{:.4}", second as f64 / whole.max(1) as f64);
    let mut steps = vec![("hidden", 0)];
    if from == 0 {
        steps.clear();
    }
    steps.push(("visible", from));
    if until < whole {
        steps.push(("hidden", until));
    }
    let values: Vec<&str> = steps.iter().map(|(value, _)| *value).collect();
    let times: Vec<String> = steps.iter().map(|(_, second)| at(*second)).collect();
    let attributes = [
        ("attributeName", "visibility"),
        ("calcMode", "discrete"),
        ("values", &values.join(";")),
        ("keyTimes", &times.join(";")),
        ("dur", &format!("{whole}s")),
        ("repeatCount", "indefinite"),
    ];
    writer.leaf("animate", &attributes);
}

fn title(scene: &Scene) -> String {
    [scene.title.clone()].into_iter().chain(scene.status()).collect::<Vec<String>>().join(" – ")
}

#[cfg(test)]
mod tests;
