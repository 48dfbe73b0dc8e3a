//! Tracks and loops: cells in a row, folded where the row is too long.

use crate::rules::board::Shape;
use crate::rules::look::CellsLook;
use crate::view::label;
use crate::view::scene::{Scene, Site};

use super::TextOptions;
use super::canvas::{self, Canvas, Spot, Style};
use super::content::Content;

/// The path from the lower left, folded like a ribbon: every second row runs back. Names stand below the cells.
pub(super) fn draw(scene: &Scene, contents: &[Content], options: TextOptions) -> Canvas {
    let path: Vec<&Site> = scene.grid().collect();
    let names = path.iter().map(|site| canvas::width(&site.told));
    let texts = path.iter().filter_map(|site| contents.get(site.id.index())).map(Content::width);
    let inner = names.chain(texts).max().unwrap_or(1).max(1);
    if matches!(scene.style(), CellsLook::Houses | CellsLook::Spikes) {
        return rows(&path, inner, contents);
    }
    let per_row = per_row(scene.shape, path.len(), (options.columns() / (inner + 2)).max(1));
    let rows: Vec<&[&Site]> = path.chunks(per_row.max(1)).collect();
    let mut canvas = Canvas::default();
    for (index, row) in rows.iter().enumerate() {
        let line = (rows.len() - 1 - index) * 3;
        for (place, site) in row.iter().enumerate() {
            let place = if index % 2 == 0 { place } else { per_row - 1 - place };
            draw_site(&mut canvas, (place * (inner + 2), line), inner, site, contents);
        }
    }
    canvas
}

/// Cells where they lie in the picture: rows from the top, each from the left.
fn rows(path: &[&Site], inner: usize, contents: &[Content]) -> Canvas {
    let mut keys: Vec<i64> = path.iter().map(|site| label::key(site.centre.1)).collect();
    keys.sort_unstable_by(|a, b| b.cmp(a));
    keys.dedup();
    let left = path.iter().map(|site| site.centre.0).fold(f64::INFINITY, f64::min);
    let mut canvas = Canvas::default();
    for site in path {
        let line = keys.iter().position(|key| *key == label::key(site.centre.1)).unwrap_or(0);
        let column = ((site.centre.0 - left) * (inner + 2) as f64).round().clamp(0.0, canvas::LIMIT as f64);
        draw_site(&mut canvas, (column as usize, line * 3), inner, site, contents);
    }
    canvas
}

/// How many cells to a row: as many as there is room for, in rows of equal length; loops in two rows.
fn per_row(shape: Shape, cells: usize, room: usize) -> usize {
    let rows = cells.div_ceil(room);
    let rows = if matches!(shape, Shape::Loop(_)) && cells > 3 { rows.next_multiple_of(2) } else { rows };
    cells.div_ceil(rows.max(1))
}

fn draw_site(canvas: &mut Canvas, (column, line): (usize, usize), inner: usize, site: &Site, contents: &[Content]) {
    let Some(content) = contents.get(site.id.index()) else {
        return;
    };
    canvas.note(site.id, Spot { column, line, columns: inner + 2 });
    if let Some(ground) = content.ground {
        canvas.fill(column, line, inner + 2, ground);
    }
    let centred = |text: &str| column + 1 + (inner - canvas::width(text).min(inner)) / 2;
    let start = centred(&content.text);
    if let Some((open, close)) = content.brackets {
        canvas.put(start - 1, line, open, content.bracket_style());
        canvas.put(start + content.width(), line, close, content.bracket_style());
    }
    canvas.put(start, line, &content.text, content.style);
    canvas.put(centred(&site.told), line + 1, &site.told, Style::default());
}
