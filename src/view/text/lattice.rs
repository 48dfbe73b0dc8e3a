//! Boards whose cells have their place on the page: squares, hexes in shifted rows, rings with drawn lines.

use std::collections::BTreeMap;

use crate::rules::board::Shape;
use crate::view::label::{self, Coordinates};
use crate::view::scene::{Scene, Site};

use super::TextOptions;
use super::canvas::{self, Canvas, Spot, Style};
use super::content::Content;

/// Where the cells stand on the sheet.
struct Frame {
    /// Columns from a cell to the next.
    pitch: usize,
    /// Columns of a cell's text.
    inner: usize,
    /// The first column of the board, after the labels.
    left: usize,
    /// The x of the leftmost cell.
    x0: f64,
    /// The line of each row, by [`label::key`] of y.
    lines: BTreeMap<i64, usize>,
}

impl Frame {
    fn new(scene: &Scene, contents: &[Content], left: usize, options: TextOptions) -> Self {
        let xs = || scene.grid().map(|site| site.centre.0).filter(|x| x.is_finite());
        let x0 = xs().fold(f64::INFINITY, f64::min);
        let span = xs().fold(0.0, |span: f64, x| span.max(x - x0));
        let widths = scene.grid().filter_map(|site| contents.get(site.id.index())).map(Content::width);
        let inner = widths.max().unwrap_or(1).max(1);
        let mut keys: Vec<i64> = scene.grid().map(|site| label::key(site.centre.1)).collect();
        keys.sort_unstable_by(|a, b| b.cmp(a));
        keys.dedup();
        let leading = if super::draws_lines(scene) { 2 } else { 1 };
        let lines = keys.into_iter().enumerate().map(|(row, key)| (key, row * leading)).collect();
        let pitch = pitch(scene, inner, span, options.columns().saturating_sub(2 * left));
        Frame { pitch, inner, left, x0, lines }
    }

    /// The first column of a cell's text.
    fn column(&self, x: f64) -> usize {
        // No place is beyond the sheet, and one that is no number counts as its left edge.
        let offset = ((x - self.x0) * self.pitch as f64).round().clamp(0.0, canvas::LIMIT as f64);
        self.left + 1 + offset as usize
    }

    fn line(&self, y: f64) -> usize {
        self.lines.get(&label::key(y)).copied().unwrap_or(0)
    }

    /// The column where a text begins that stands in the middle of a cell.
    fn centred(&self, x: f64, text: &str) -> usize {
        self.column(x) + self.inner.saturating_sub(canvas::width(text)) / 2
    }

    /// The column where lines meet a cell.
    fn middle(&self, site: &Site) -> usize {
        self.column(site.centre.0) + (self.inner - 1) / 2
    }
}

/// Columns from a cell to the next: room for brackets on both sides, an even number where rows are shifted by half.
fn pitch(scene: &Scene, inner: usize, span: f64, room: usize) -> usize {
    let squares = matches!(scene.shape, Shape::Square { .. });
    let even = |columns: usize| {
        if squares { columns } else { columns + columns % 2 }
    };
    let fits = |pitch: &usize| span * *pitch as f64 + (inner + 2) as f64 <= room as f64;
    Some(even(inner + 2)).filter(fits).unwrap_or_else(|| even(inner + 1))
}

/// The board with its labels.
pub(super) fn draw(scene: &Scene, contents: &[Content], options: TextOptions) -> Canvas {
    let coordinates = label::coordinates(scene);
    let labels = row_labels(scene, coordinates.as_ref());
    let left = labels.values().map(|(left, _)| canvas::width(left)).max().unwrap_or(0);
    let frame = Frame::new(scene, contents, left, options);
    let mut canvas = Canvas::default();
    if super::draws_lines(scene) {
        draw_edges(&mut canvas, scene, &frame, options);
    }
    for site in scene.grid() {
        if let Some(content) = contents.get(site.id.index()) {
            draw_site(&mut canvas, &frame, site, content);
        }
    }
    draw_row_labels(&mut canvas, &frame, &labels, scene);
    if let Some(coordinates) = coordinates {
        draw_column_labels(&mut canvas, &frame, &coordinates);
    }
    canvas
}

fn draw_site(canvas: &mut Canvas, frame: &Frame, site: &Site, content: &Content) {
    let (column, line) = (frame.column(site.centre.0), frame.line(site.centre.1));
    canvas.note(site.id, Spot { column: column - 1, line, columns: frame.inner + 2 });
    if let Some(ground) = content.ground {
        canvas.fill(column - 1, line, frame.inner + 2, ground);
    }
    if let Some((open, close)) = content.brackets {
        canvas.put(column - 1, line, open, content.bracket_style());
        canvas.put(column + frame.inner, line, close, content.bracket_style());
    }
    canvas.put(frame.centred(site.centre.0, &content.text), line, &content.text, content.style);
}

/// The label to the left and to the right of each row: its coordinate, or the names of its first and last cells.
fn row_labels(scene: &Scene, coordinates: Option<&Coordinates>) -> BTreeMap<i64, (String, String)> {
    if let Some(coordinates) = coordinates {
        let right = |label: &String| {
            if super::draws_lines(scene) { String::new() } else { label.clone() }
        };
        return coordinates.rows.iter().map(|(&row, label)| (row, (label.clone(), right(label)))).collect();
    }
    let mut ends: BTreeMap<i64, (&Site, &Site)> = BTreeMap::new();
    for site in scene.grid() {
        let (first, last) = ends.entry(label::key(site.centre.1)).or_insert((site, site));
        if site.centre.0 < first.centre.0 {
            *first = site;
        }
        if site.centre.0 > last.centre.0 {
            *last = site;
        }
    }
    ends.into_iter().map(|(row, (first, last))| (row, (first.name.clone(), last.name.clone()))).collect()
}

fn draw_row_labels(canvas: &mut Canvas, frame: &Frame, labels: &BTreeMap<i64, (String, String)>, scene: &Scene) {
    let right = scene.grid().map(|site| frame.column(site.centre.0) + frame.inner + 1).max().unwrap_or(0);
    for (row, (first, last)) in labels {
        let line = frame.lines.get(row).copied().unwrap_or(0);
        canvas.put(frame.left - canvas::width(first).min(frame.left), line, first, Style::default());
        canvas.put(right, line, last, Style::default());
    }
}

fn draw_column_labels(canvas: &mut Canvas, frame: &Frame, coordinates: &Coordinates) {
    let line = canvas.height();
    for (&key, label) in &coordinates.columns {
        canvas.put(frame.centred(key as f64 / 100.0, label), line, label, Style::default());
    }
}

/// The characters that lines are drawn with: across, up, falling and rising to the right.
fn strokes(options: TextOptions) -> [&'static str; 4] {
    if options.unicode { ["─", "│", "╲", "╱"] } else { ["-", "|", "\\", "/"] }
}

fn draw_edges(canvas: &mut Canvas, scene: &Scene, frame: &Frame, options: TextOptions) {
    let place = |site: &Site| (frame.middle(site), frame.line(site.centre.1));
    let site_at = |(x, y): (f64, f64)| {
        let is_there = |site: &&Site| (site.centre.0 - x).abs() < 0.01 && (site.centre.1 - y).abs() < 0.01;
        scene.grid().find(is_there)
    };
    for &(from, to) in &scene.geometry.lines {
        if let (Some(from), Some(to)) = (site_at(from), site_at(to))
            && is_straight(from.centre, to.centre)
        {
            draw_edge(canvas, place(from).min(place(to)), place(from).max(place(to)), strokes(options));
        }
    }
}

/// Whether a line can be drawn in characters: along a row, a column or a diagonal.
fn is_straight(from: (f64, f64), to: (f64, f64)) -> bool {
    let (dx, dy) = (label::key(from.0 - to.0).abs(), label::key(from.1 - to.1).abs());
    dx == 0 || dy == 0 || dx == dy
}

/// Draws a line between two places, the left one first.
fn draw_edge(canvas: &mut Canvas, from: (usize, usize), to: (usize, usize), strokes: [&str; 4]) {
    let [across, up, falling, rising] = strokes;
    let (columns, lines) = (to.0 - from.0, to.1.abs_diff(from.1));
    if lines == 0 {
        (from.0..=to.0).for_each(|column| canvas.put(column, from.1, across, Style::default()));
        return;
    }
    let stroke = match (columns, to.1 > from.1) {
        (0, _) => up,
        (_, true) => falling,
        (_, false) => rising,
    };
    for step in 1..lines {
        let line = if to.1 > from.1 { from.1 + step } else { from.1 - step };
        canvas.put(from.0 + (columns * step + lines / 2) / lines, line, stroke, Style::default());
    }
}
