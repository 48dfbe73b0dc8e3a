//! Several positions in one picture, row by row, each with a line of words below it.

use super::svg::{self, SvgOptions};
use super::{Scene, theme::Palette};

/// How many pictures stand in a row.
const PER_ROW: usize = 4;
/// Pixels around a picture, and the height of its line of words.
const MARGIN: f64 = 12.0;
const CAPTION: f64 = 26.0;

/// The positions as one SVG document. Every picture stands for itself, without a panel.
pub fn strip(frames: &[(String, Scene)], options: SvgOptions) -> String {
    let options = SvgOptions { panel: false, ..options };
    let pictures: Vec<(&str, String, (f64, f64))> = frames
        .iter()
        .map(|(words, scene)| (words.as_str(), svg::svg(scene, options), svg::size(scene, options)))
        .collect();
    let wide = pictures.iter().map(|(_, _, size)| size.0).fold(0.0, f64::max) + MARGIN;
    let high = pictures.iter().map(|(_, _, size)| size.1).fold(0.0, f64::max) + MARGIN + CAPTION;
    let columns = pictures.len().clamp(1, PER_ROW);
    let rows = pictures.len().div_ceil(PER_ROW).max(1);
    let parts = pictures.iter().enumerate().map(|(place, (words, picture, _))| {
        let (x, y) = ((place % PER_ROW) as f64 * wide + MARGIN, (place / PER_ROW) as f64 * high + MARGIN);
        (*words, picture.as_str(), (x, y), y + high - MARGIN - CAPTION * 0.4)
    });
    let size = (columns as f64 * wide + MARGIN, rows as f64 * high + MARGIN);
    svg::sheet(size, Palette::of(options.theme), parts)
}
