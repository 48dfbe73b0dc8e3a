//! Several positions in one picture: row by row, each with a line of words below it, or one after the other.

use super::svg::{self, Panel, Part, Shown, SvgOptions};
use super::{Scene, theme::Palette};

/// How many pictures stand in a row.
const PER_ROW: usize = 4;
/// Pixels around a picture, and the height of its line of words.
const MARGIN: f64 = 12.0;
const CAPTION: f64 = 26.0;

/// A picture of several: its words, the document, its width and height.
type Picture<'a> = (&'a str, String, (f64, f64));

/// Every picture stands for itself, without a panel; and the width and height of a place for any of them.
fn pictures(frames: &[(String, Scene)], options: SvgOptions) -> (Vec<Picture<'_>>, (f64, f64)) {
    let options = SvgOptions { panel: Panel::Absent, ..options };
    let drawn = |(_, scene): &(String, Scene)| (svg::svg(scene, options), svg::size(scene, options));
    let pictures = frames.iter().map(|frame| (frame, drawn(frame)));
    let pictures: Vec<Picture<'_>> = pictures.map(|((words, _), (svg, size))| (words.as_str(), svg, size)).collect();
    let wide = pictures.iter().map(|(_, _, size)| size.0).fold(0.0, f64::max) + MARGIN;
    let high = pictures.iter().map(|(_, _, size)| size.1).fold(0.0, f64::max) + MARGIN + CAPTION;
    (pictures, (wide, high))
}

/// The positions as one SVG document, four in a row.
pub fn strip(frames: &[(String, Scene)], options: SvgOptions) -> String {
    let (pictures, (wide, high)) = pictures(frames, options);
    let columns = pictures.len().clamp(1, PER_ROW);
    let rows = pictures.len().div_ceil(PER_ROW).max(1);
    let parts = pictures.iter().enumerate().map(|(place, (words, picture, _))| {
        let (x, y) = ((place % PER_ROW) as f64 * wide + MARGIN, (place / PER_ROW) as f64 * high + MARGIN);
        Part { words, picture, place: (x, y), below: y + high - MARGIN - CAPTION * 0.4, shown: None }
    });
    let size = (columns as f64 * wide + MARGIN, rows as f64 * high + MARGIN);
    svg::sheet(size, Palette::of(options.theme), parts)
}

/// The positions as one SVG document in which they follow each other, a second each and the last one longer, again and
/// again. Where nothing moves, for instance on paper, the last one stands.
pub fn film(frames: &[(String, Scene)], options: SvgOptions) -> String {
    /// Seconds for which the last position stands.
    const LAST: usize = 3;
    let (pictures, (wide, high)) = pictures(frames, options);
    let (count, whole) = (pictures.len(), pictures.len() + LAST - 1);
    let parts = pictures.iter().enumerate().map(|(place, (words, picture, _))| {
        let until = if place + 1 == count { whole } else { place + 1 };
        let shown = Some(Shown { from: place, until, whole });
        Part { words, picture, place: (MARGIN, MARGIN), below: high - CAPTION * 0.4, shown }
    });
    svg::sheet((wide + MARGIN, high + MARGIN), Palette::of(options.theme), parts)
}
