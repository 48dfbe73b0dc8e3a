//! A position as SVG.

mod board;
mod draw;
mod frame;
mod marks;
mod panel;
mod pieces;
mod write;

use super::{scene::Scene, theme};
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
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self { cell: 48.0, coordinates: true, panel: true, titles: true }
    }
}

/// The fonts of all texts, the first that is there.
const FONTS: &str = "'DejaVu Sans','Segoe UI Symbol','Noto Sans','Noto Sans CJK SC','Noto Sans Symbols 2',sans-serif";

/// The position as an SVG document.
///
/// Everything lies in layers, groups with the classes `board`, `terrain`, `edges`, `marks`, `coordinates`,
/// `pieces` and `panel`, drawn in this order. Every site is an element of the class `site` with its name in
/// `data-site`; pieces carry the name of their site too, so that a click on either tells the site. The document
/// needs nothing from elsewhere: no style sheet, no script, no font.
pub fn svg(scene: &Scene, options: SvgOptions) -> String {
    let frame = Frame::new(scene, options);
    let mut writer = Writer::default();
    let (width, height) = (number(frame.width), number(frame.height));
    let view_box = format!("0 0 {width} {height}");
    let attributes: [(&str, &str); 6] = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", &view_box),
        ("width", &width),
        ("height", &height),
        ("role", "img"),
        ("font-family", FONTS),
    ];
    writer.open("svg", &attributes);
    if options.titles {
        writer.text("title", &[], &title(scene));
    }
    // Paper behind everything, so that dark letters are read on dark pages too.
    let paper = theme::PAPER.hex();
    writer.leaf("rect", &[("class", "page"), ("width", &width), ("height", &height), ("rx", "6"), ("fill", &paper)]);
    board::draw(&mut writer, scene, &frame);
    marks::draw_marks(&mut writer, scene, &frame);
    if options.coordinates {
        marks::draw_coordinates(&mut writer, scene, &frame);
    }
    pieces::draw(&mut writer, scene, &frame, options.titles);
    marks::draw_taken(&mut writer, scene, &frame);
    if options.panel {
        panel::draw(&mut writer, scene, &frame);
    }
    writer.finish()
}

fn title(scene: &Scene) -> String {
    match scene.mover.and_then(|mover| scene.player(mover)) {
        Some(player) => format!("{}: turn {}, {} to move", scene.title, scene.turns.saturating_add(1), player.name),
        None => scene.title.clone(),
    }
}

#[cfg(test)]
mod tests;
