//! Sites beside the grid.
//!
//! They are laid out in columns to the right of the grid, from the top down; but four sites of a square board lie
//! outside its corners, in the order top left, top right, bottom left, bottom right.

use super::{Board, BoardError, Cell, Shape, naming};

/// How far the first column of sites is from the nearest cell, in cells.
const GAP: f64 = 1.5;

/// Adds the sites after the grid.
pub(super) fn add_sites(board: &mut Board, names: &[String]) -> Result<(), BoardError> {
    let places = match board.shape {
        Shape::Square { width, height } if names.len() == 4 => around(width, height),
        _ => columns(board, names.len()),
    };
    for (name, centre) in names.iter().zip(places) {
        let (outline, row, column) = (Vec::new(), None, None);
        board.cells.push(Cell { name: name.clone(), centre, outline, row, column, site: true });
    }
    for direction in &mut board.directions {
        direction.to.resize(board.cells.len(), None);
    }
    naming::check_unique(board)
}

fn around(width: usize, height: usize) -> Vec<(f64, f64)> {
    let (right, top) = (width as f64, height as f64);
    vec![(-1.0, top), (right, top), (-1.0, -1.0), (right, -1.0)]
}

fn columns(board: &Board, count: usize) -> Vec<(f64, f64)> {
    let most = |part: fn(&Cell) -> f64| board.cells.iter().map(part).fold(f64::NEG_INFINITY, f64::max);
    let (right, top) = (most(|cell| cell.centre.0), most(|cell| cell.centre.1));
    let bottom = -most(|cell| -cell.centre.1);
    // The tolerance keeps rounding from costing a place.
    let per_column = (top - bottom + 1e-6).floor() as usize + 1;
    let place = |index: usize| (right + GAP + (index / per_column) as f64, top - (index % per_column) as f64);
    (0..count).map(place).collect()
}
