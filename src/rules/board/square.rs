//! Boards of squares.
//!
//! ```text
//! 3 | a3 b3 c3     files are lettered from the left, ranks numbered from the bottom;
//! 2 | a2 b2 c2     a1 is dark; the sides are `north-side` (rank 3 here), `south-side`,
//! 1 | a1 b1 c1     `west-side` (file a) and `east-side`
//! ```

use super::{
    Board, Cell, Shape,
    lattice::{self, EIGHT},
    naming::letters,
};

/// The board of `width` files and `height` ranks.
pub(super) fn square(width: usize, height: usize) -> Board {
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| cell(column, row))).collect();
    let mut board = lattice::lattice(Shape::Square { width, height }, cells, &EIGHT);
    lattice::add_direction_sets(&mut board);
    lattice::add_set(&mut board, "dark", is_dark);
    lattice::add_set(&mut board, "light", |column, row| !is_dark(column, row));
    add_sides(&mut board, width as i32, height as i32);
    board
}

/// Adds the four sides and the corners of a board whose rows all have the same columns.
pub(super) fn add_sides(board: &mut Board, width: i32, height: i32) {
    lattice::add_set(board, "north-side", |_, row| row == height);
    lattice::add_set(board, "south-side", |_, row| row == 1);
    lattice::add_set(board, "west-side", |column, _| column == 1);
    lattice::add_set(board, "east-side", |column, _| column == width);
    lattice::add_corners(board, &[(1, height), (width, height), (width, 1), (1, 1)]);
}

/// Whether the square is of the shade of a1.
fn is_dark(column: i32, row: i32) -> bool {
    (column + row) % 2 == 0
}

fn cell(column: usize, row: usize) -> Cell {
    let centre = (column as f64, row as f64);
    Cell {
        name: format!("{}{}", letters(column), row + 1),
        centre,
        outline: lattice::square_outline(centre),
        row: Some(row as u16 + 1),
        column: Some(column as u16 + 1),
        site: false,
    }
}
