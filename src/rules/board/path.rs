//! Tracks and loops: cells one after the other, with the directions `onward` and `back`.
//!
//! Cells are numbered along the path and named `1`, `2`, …
//!
//! ```text
//! 1 2 3 4      a track is one row of fields         6 5 4     a loop of even length is two rows, the path
//!                                                   1 2 3     running back to the left in the upper one
//! ```
//!
//! A loop of odd length is a ring of points, drawn clockwise from the top; its picture is a single row.

use std::f64::consts::TAU;

use super::{Board, Cell, CellId, Direction, Shape, lattice};

/// The path of `length` cells.
pub(super) fn track(length: usize) -> Board {
    let cells = (0..length).map(|index| field(index, index, 0)).collect();
    let mut board = lattice::bare(Shape::Track(length), cells);
    add_directions(&mut board, |index| index + 1 < length);
    board
}

/// The closed path of `length` cells.
pub(super) fn closed(length: usize) -> Board {
    let half = length / 2;
    let cells = match length % 2 {
        0 => (0..half)
            .map(|index| field(index, index, 0))
            .chain((half..length).map(|index| field(index, length - 1 - index, 1)))
            .collect(),
        _ => (0..length).map(|index| point_on_ring(index, length)).collect(),
    };
    let mut board = lattice::bare(Shape::Loop(length), cells);
    // A single cell is not its own neighbour.
    add_directions(&mut board, |_| length > 1);
    if length % 2 == 1 && length > 1 {
        let id = |index: usize| CellId((index % length) as u16);
        board.edges = (0..length).map(|index| (id(index).min(id(index + 1)), id(index).max(id(index + 1)))).collect();
        board.edges.sort_unstable();
    }
    board
}

/// A point of a ring, clockwise from the top, neighbours about a cell and a half apart.
pub(super) fn ring_place(index: usize, length: usize) -> (f64, f64) {
    let radius = (length as f64 * 1.5 / TAU).max(1.0);
    let angle = index as f64 / length as f64 * TAU;
    (radius + radius * angle.sin(), radius + radius * angle.cos())
}

fn point_on_ring(index: usize, length: usize) -> Cell {
    Cell { centre: ring_place(index, length), outline: Vec::new(), ..field(index, index, 0) }
}

fn field(index: usize, column: usize, row: usize) -> Cell {
    let centre = (column as f64, row as f64);
    Cell {
        name: (index + 1).to_string(),
        centre,
        outline: lattice::square_outline(centre),
        row: Some(row as u16 + 1),
        column: Some(column as u16 + 1),
        site: false,
    }
}

/// Adds `onward` and `back`; `goes_on` says whether the path goes on after the cell of that number.
fn add_directions(board: &mut Board, goes_on: impl Fn(usize) -> bool) {
    let length = board.n_grid;
    let mut onward = vec![None; length];
    let mut back = vec![None; length];
    for index in (0..length).filter(|&index| goes_on(index)) {
        let next = (index + 1) % length;
        onward[index] = Some(CellId(next as u16));
        back[next] = Some(CellId(index as u16));
    }
    board.compass = 2;
    for (name, to) in [("onward", onward), ("back", back)] {
        board.directions.push(Direction { name: name.into(), opposite: None, far: false, to });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Source: the houses of Oware, A to F below and a to f above, sown anticlockwise.
    #[test]
    fn loop_of_twelve_is_two_rows() {
        let board = closed(12);
        let row = |row: usize| board.rows[row].iter().map(|cell| cell.0 + 1).collect::<Vec<_>>();
        assert_eq!(row(0), [12, 11, 10, 9, 8, 7]);
        assert_eq!(row(1), [1, 2, 3, 4, 5, 6]);
        assert_eq!(board.directions[0].to[11], Some(CellId(0)));
        assert_eq!(board.directions[1].to[0], Some(CellId(11)));
    }

    #[test]
    fn odd_loop_is_a_ring() {
        let board = closed(5);
        assert_eq!((board.edges.len(), board.rows.len()), (5, 1));
        assert!(board.cells.iter().all(|cell| cell.outline.is_empty()));
        assert_eq!(closed(1).directions[0].to, [None]);
    }

    #[test]
    fn track_ends() {
        let board = track(24);
        assert_eq!(board.directions[0].to[23], None);
        assert_eq!(board.directions[1].to[0], None);
        assert_eq!(board.directions[0].to[0], Some(CellId(1)));
    }
}
