//! A position as SVG.

mod board;
mod bodies;
mod cells;
mod dice;
mod draw;
mod frame;
mod marks;
mod panel;
mod pieces;
mod signs;
mod write;

use super::scene::{Scene, geometry};
use super::theme::{Palette, Theme};
use frame::Frame;
use write::{Writer, number};

/// How to draw a position as SVG.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgOptions {
    /// The width of a cell, in pixels.
    pub cell: f64,
    /// Whether coordinates and names of cells are written.
    pub coordinates: bool,
    /// Whether players, hands and variables are written beside the board.
    pub panel: bool,
    /// Whether the picture and its pieces are told in words, in English, for those who hear it or point at it.
    pub titles: bool,
    /// For what it is drawn.
    pub theme: Theme,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self { cell: 48.0, coordinates: true, panel: true, titles: true, theme: Theme::Light }
    }
}

/// The fonts of all texts, the first that is there.
const FONTS: &str = "'DejaVu Sans','Segoe UI Symbol','Noto Sans','Noto Sans CJK SC','Noto Sans Symbols 2',sans-serif";

/// The position as an SVG document.
///
/// Everything lies in layers, groups with the classes `board`, `terrain`, `edges`, `marks`, `coordinates`,
/// `values`, `pieces` and `panel`, drawn in this order. Every site is an element of the class `site` with its name in
/// `data-site`; pieces carry the name of their site too, so that a click on either tells the site. The document
/// needs nothing from elsewhere: no style sheet, no script, no font.
pub fn svg(scene: &Scene, options: SvgOptions) -> String {
    let turned;
    let scene = match scene.geometry.flat {
        true => {
            turned = geometry::turned(scene);
            &turned
        }
        false => scene,
    };
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
    dice::draw(&mut writer, scene, &frame);
    if options.panel {
        panel::draw(&mut writer, scene, &frame);
    }
    writer.finish()
}

/// The width and the height of a picture, in pixels.
pub(super) fn size(scene: &Scene, options: SvgOptions) -> (f64, f64) {
    let frame = match scene.geometry.flat {
        true => Frame::new(&geometry::turned(scene), options),
        false => Frame::new(scene, options),
    };
    (frame.width, frame.height)
}

/// A page of so many pixels with pictures on it: of each the words, the document, its place and the height of the words.
pub(super) fn sheet<'a>(
    (width, height): (f64, f64),
    palette: Palette,
    parts: impl Iterator<Item = (&'a str, &'a str, (f64, f64), f64)>,
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
    for (words, picture, (x, y), below) in parts {
        let place = format!("translate({} {})", number(x), number(y));
        writer.open("g", &[("class", "frame"), ("transform", &place)]);
        writer.whole(picture);
        writer.close();
        draw::text(&mut writer, (x, below), 14.0, (palette.text, draw::Anchor::Start), words);
    }
    writer.finish()
}

fn title(scene: &Scene) -> String {
    format!("{}: {}", scene.title, scene.status())
}

#[cfg(test)]
mod tests;
