//! Builds boards from what a file says about them.
//!
//! The order of the edits: the shape, holes (by their usual names), names, sites; from then on cells go by their
//! final names: named directions, edges and lines, bends.

use super::{
    Board, BoardError, BoardSpec, MAX_CELLS, Shape, edit, graph, hex, join, morris, naming, path, sites, square,
};

/// Builds the board that `spec` describes.
///
/// # Errors
/// The first problem that was found, in the order in which the edits are made. The size is looked at before
/// anything is built, and before the holes are cut.
pub fn build(spec: &BoardSpec) -> Result<Board, BoardError> {
    check_size(spec)?;
    let mut board = shape_alone(spec)?;
    edit::cut_holes(&mut board, &spec.holes)?;
    naming::rename(&mut board, &spec.names)?;
    sites::add_sites(&mut board, &spec.sites)?;
    if board.n_cells() > MAX_CELLS {
        return Err(BoardError::Size { cells: board.n_cells() as u128 });
    }
    for (name, pairs) in &spec.directions {
        edit::extend_direction(&mut board, name, pairs)?;
    }
    for line in &spec.lines {
        join::add_line(&mut board, line)?;
    }
    for (one, other) in &spec.edges {
        join::add_edge(&mut board, one, other)?;
    }
    board.edges.sort_unstable();
    board.edges.dedup();
    edit::settle_opposites(&mut board);
    for bend in &spec.bends {
        edit::add_bend(&mut board, bend)?;
    }
    board.stacks = spec.stacks;
    Ok(board)
}

/// The shape without edits.
fn shape_alone(spec: &BoardSpec) -> Result<Board, BoardError> {
    Ok(match spec.shape {
        Shape::Square { width, height } => square::square(width, height),
        Shape::Hexagon(side) => hex::hexagon(side),
        Shape::Rhombus { width, height } => hex::rhombus(width, height),
        Shape::Triangle(side) => hex::triangle(side),
        Shape::Star(side) => hex::star(side),
        Shape::Morris { rings, diagonals } => morris::morris(rings, diagonals),
        Shape::Track(length) => path::track(length),
        Shape::Loop(length) => path::closed(length),
        Shape::Graph => graph::graph(spec)?,
    })
}

/// Refuses shapes that are too large or empty, by arithmetic alone. Sites are counted later, as holes make room.
fn check_size(spec: &BoardSpec) -> Result<(), BoardError> {
    match shape_size(spec.shape) {
        Some(cells) if cells == 0 || cells > MAX_CELLS as u128 => Err(BoardError::Size { cells }),
        _ => Ok(()),
    }
}

/// The number of cells of a shape; none for graphs, whose cells have to be looked for.
fn shape_size(shape: Shape) -> Option<u128> {
    let times = |one: usize, other: usize| one as u128 * other as u128;
    Some(match shape {
        Shape::Square { width, height } | Shape::Rhombus { width, height } => times(width, height),
        Shape::Hexagon(0) | Shape::Star(0) => 0,
        Shape::Hexagon(side) => times(side, side - 1).saturating_mul(3).saturating_add(1),
        Shape::Star(side) => (times(side, side) + side as u128).saturating_mul(6).saturating_add(1),
        Shape::Triangle(side) => (times(side, side) + side as u128) / 2,
        Shape::Morris { rings, .. } => times(rings, 8),
        Shape::Track(length) | Shape::Loop(length) => length as u128,
        Shape::Graph => return None,
    })
}
