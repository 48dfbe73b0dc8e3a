//! Where things lie on the page: from cells, counted upward, to pixels, counted downward.

use crate::rules::board::Shape;
use crate::rules::look::CellsLook;
use crate::view::scene::{Form, Scene};
use crate::view::theme::Palette;

use super::around::{self, Around};
use super::{Panel, SvgOptions, dice, panel};

/// The most cells that a picture is wide or high; places beyond are drawn at its edge.
const LIMIT: f64 = 1100.0;
/// What the panel below a board is wide at most, in its units, so that its smallest letters have a height of a thirtieth of the
/// width of the picture.
const BELOW: f64 = 8.0;

/// The layout of a page.
#[derive(Debug)]
pub(super) struct Frame {
    /// The width of a cell, in pixels.
    pub cell: f64,
    /// The width of the page.
    pub width: f64,
    /// The height of the page.
    pub height: f64,
    /// Labels to write outside the board.
    pub around: Option<Around>,
    /// The height of coordinates, in cells.
    pub letter: f64,
    /// The board without its margins, in cells.
    pub grid: Bounds,
    /// The lower edge of what belongs to the board, in cells.
    pub floor: f64,
    /// The radius of a piece, in pixels.
    pub piece: f64,
    /// The colours of page and board.
    pub palette: Palette,
    /// The place of the panel; none where nothing is to be said.
    pub panel: Option<Area>,
    all: Bounds,
}

/// The place of the panel, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The height.
    pub height: f64,
    /// What the sizes in it are multiples of: a cell beside the board, more below a large one.
    pub unit: f64,
    /// How many units it may be wide.
    pub most: f64,
}

/// A rectangle in cells, y upward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// The lowest x and y.
    pub low: (f64, f64),
    /// The highest x and y.
    pub high: (f64, f64),
}

impl Bounds {
    fn around(points: impl Iterator<Item = (f64, f64)>) -> Option<Bounds> {
        let finite = points.filter(|(x, y)| x.is_finite() && y.is_finite());
        let clamped = finite.map(|(x, y)| (x.clamp(-LIMIT, LIMIT), y.clamp(-LIMIT, LIMIT)));
        let bounds = |point| Bounds { low: point, high: point };
        clamped.map(bounds).reduce(Bounds::joined)
    }

    fn grown(self, by: f64) -> Bounds {
        Bounds { low: (self.low.0 - by, self.low.1 - by), high: (self.high.0 + by, self.high.1 + by) }
    }

    fn joined(self, other: Bounds) -> Bounds {
        Bounds {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
    }
}

impl Frame {
    /// The layout for a scene.
    pub fn new(scene: &Scene, options: SvgOptions) -> Frame {
        let cell = if options.cell.is_finite() { options.cell.clamp(4.0, 1000.0) } else { 48.0 };
        let grid = board_bounds(scene);
        let extras = Bounds::around(scene.extras().map(|site| site.centre)).map(|extras| extras.grown(0.72));
        let whole = extras.map_or(grid, |extras| grid.joined(extras));
        let letter = around::letter_size(whole.high.0 - whole.low.0 + 1.1);
        let around = options.coordinates.then(|| around::around(scene, grid, letter)).flatten();
        let spiked = scene.style() == CellsLook::Spikes && options.coordinates;
        let bounds = grid.grown(if spiked { 0.55 } else { 0.2 });
        let mut all = extras.map_or(bounds, |extras| bounds.joined(extras));
        if let Some(around) = &around {
            let labels = Bounds::around(around.labels.iter().map(|(place, _)| *place));
            all = labels.map_or(all, |labels| all.joined(labels.grown(around.reach)));
        }
        if !scene.dice.is_empty() {
            all.low.1 -= dice::BAND;
        }
        let floor = all.low.1;
        let board = ((all.high.0 - all.low.0) * cell, (all.high.1 - all.low.1) * cell);
        let ((width, height), panel) = with_panel(scene, board, cell, options.panel);
        let piece = if is_hexes(scene) { 0.36 * cell } else { 0.39 * cell };
        let palette = Palette::of(options.theme);
        Frame { cell, palette, floor, width, height, around, letter, grid, piece, panel, all }
    }

    /// The pixel of a place.
    pub fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let clean = |value: f64| if value.is_finite() { value.clamp(-LIMIT, LIMIT) } else { 0.0 };
        ((clean(x) - self.all.low.0) * self.cell, (self.all.high.1 - clean(y)) * self.cell)
    }
}

/// The size of the page with a board of a size on it, and where the panel is.
fn with_panel(scene: &Scene, board: (f64, f64), cell: f64, place: Panel) -> ((f64, f64), Option<Area>) {
    match place {
        Panel::Absent => (board, None),
        Panel::Beside => {
            let Some((width, height)) = panel::size(scene, cell, panel::MOST) else { return (board, None) };
            let height = board.1.max(height);
            let area = Area { left: board.0, top: 0.0, height, unit: cell, most: panel::MOST };
            ((board.0 + width, height), Some(area))
        }
        Panel::Below => {
            let unit = cell.max(board.0 / BELOW);
            let most = panel::MOST.max(board.0 / unit);
            let Some((width, height)) = panel::size(scene, unit, most) else { return (board, None) };
            let area = Area { left: 0.0, top: board.1, height, unit, most };
            ((board.0.max(width), board.1 + height), Some(area))
        }
    }
}

fn board_bounds(scene: &Scene) -> Bounds {
    let corners = scene.grid().flat_map(|site| site.outline.iter().copied().chain([site.centre]));
    let bounds = Bounds::around(corners).unwrap_or(Bounds { low: (0.0, 0.0), high: (0.0, 0.0) });
    let round = |arc: &crate::view::scene::Arc| {
        let ((x, y), r) = (arc.centre, arc.radius());
        [(x - r, y - r), (x + r, y + r)]
    };
    let arcs = Bounds::around(scene.geometry.arcs.iter().flat_map(round));
    let bounds = arcs.map_or(bounds, |arcs| bounds.joined(arcs));
    match scene.style() {
        _ if !scene.geometry.arcs.is_empty() => bounds.grown(0.2),
        _ if scene.grid().any(|site| site.form == Form::Point) => bounds.grown(0.6),
        CellsLook::Houses => bounds.grown(0.22),
        CellsLook::Spikes => bounds.grown(0.12),
        _ if !scene.geometry.sides.is_empty() => bounds.grown(0.1),
        _ => bounds,
    }
}

/// Whether the cells are hexes.
pub(super) fn is_hexes(scene: &Scene) -> bool {
    matches!(scene.shape, Shape::Hexagon(_) | Shape::Rhombus { .. } | Shape::Triangle(_) | Shape::Star(_))
}
