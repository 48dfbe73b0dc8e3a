//! A position as monospaced text.

mod canvas;
mod content;
mod lattice;
mod legend;
mod path;

use crate::rules::board::Shape;

use super::{label, scene::Scene};
use canvas::Canvas;
pub use canvas::{Sheet, Slot, Spot, Style};
use content::Content;

/// Columns that are filled where the caller gives no width.
const DEFAULT_WIDTH: usize = 80;

/// How to write a position as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Whether to colour with ANSI escapes.
    pub colour: bool,
    /// Whether to use more characters than ASCII: glyphs of pieces (if all are one column wide), drawn lines.
    pub unicode: bool,
    /// How many columns there are; 80 if none is given.
    pub width: Option<usize>,
}

impl TextOptions {
    fn columns(self) -> usize {
        self.width.unwrap_or(DEFAULT_WIDTH).clamp(1, canvas::LIMIT)
    }
}

/// The position as text: the board, what lies beside it, and a legend. Lines end in `\n`.
///
/// # Examples
/// A square of a board with an upper-case letter holds a piece of the first player, one in brackets `[P]` the
/// latest move, one in parentheses `(.)` a target, one in pointed brackets `<.>` has a mark of its own. Without colour, terrain is a grid of letters beside the board.
pub fn text(scene: &Scene, options: TextOptions) -> String {
    let mut page = Canvas::default();
    page.paragraph(legend::title(scene));
    for part in boards(scene, options) {
        page.paragraph(part);
    }
    let contents = content::pieces(scene, options);
    page.paragraph(legend::extras(scene, &contents, options));
    page.paragraph(legend::state(scene, options));
    page.paragraph(legend::key(scene, options));
    page.render(options.colour)
}

/// The board as text, and the sites beside it, without title and legend: nothing in it is of any language but names.
pub fn boards_alone(scene: &Scene, options: TextOptions) -> String {
    alone(scene, options).render(options.colour)
}

/// The same column by column, with the places of the cells: for screens on which cells are pointed at.
pub fn sheet(scene: &Scene, options: TextOptions) -> Sheet {
    alone(scene, options).into_sheet()
}

fn alone(scene: &Scene, options: TextOptions) -> Canvas {
    let mut page = Canvas::default();
    boards(scene, options).into_iter().for_each(|part| page.paragraph(part));
    page.paragraph(legend::extras(scene, &content::pieces(scene, options), options));
    page
}

/// Whether pieces are shown by their glyphs, and not by letters.
pub fn uses_glyphs(scene: &Scene, options: TextOptions) -> bool {
    content::uses_glyphs(scene, options)
}

/// What the marks of cells mean, each with its sign.
pub fn marks(scene: &Scene) -> Vec<String> {
    legend::marks(scene)
}

/// How many columns a text takes on a terminal.
pub fn width(text: &str) -> usize {
    canvas::width(text)
}

/// The board, and a grid of letters for every terrain that is not shown by colour: side by side where there is room.
fn boards(scene: &Scene, options: TextOptions) -> Vec<Canvas> {
    let mut parts = vec![board(scene, &content::pieces(scene, options), options)];
    for terrain in usize::from(options.colour)..scene.terrains.len() {
        let grid = board(scene, &content::terrain(scene, terrain), options);
        let fits = |part: &Canvas| part.width() + legend::GAP + grid.width() <= options.columns();
        match parts.last_mut().filter(|part| fits(part)) {
            Some(part) => part.beside(&grid, legend::GAP),
            None => parts.push(grid),
        }
    }
    parts
}

fn board(scene: &Scene, contents: &[Content], options: TextOptions) -> Canvas {
    match scene.shape {
        Shape::Square { .. } | Shape::Morris { .. } => lattice::draw(scene, contents, options),
        Shape::Hexagon(_) | Shape::Rhombus { .. } | Shape::Triangle(_) | Shape::Star(_) => {
            lattice::draw(scene, contents, options)
        }
        Shape::Track(_) | Shape::Loop(_) => path::draw(scene, contents, options),
        Shape::Graph if draws_lines(scene) => lattice::draw(scene, contents, options),
        Shape::Graph => legend::list(scene.grid(), contents, options),
    }
}

/// Whether the lines between points are drawn: on rings, and on graphs whose names give every point its place.
fn draws_lines(scene: &Scene) -> bool {
    match scene.shape {
        Shape::Morris { .. } => true,
        Shape::Square { .. } => scene.geometry.lines.iter().any(|line| line.0.0 != line.1.0 && line.0.1 != line.1.1),
        Shape::Graph => label::coordinates(scene).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
