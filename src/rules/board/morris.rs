//! Morris boards: concentric square rings of points, joined at the middles of their sides.
//!
//! ```text
//! 7 a7----------d7----------g7     three rings; the coordinates are those of a square board
//! 6 |   b6------d6------f6   |     with two files and two ranks per ring and one more for
//! 5 |   |   c5--d5--e5   |   |     the middle, where no point lies
//! 4 a4--b4--c4      e4--f4--g4
//! 3 |   |   c3--d3--e3   |   |
//! 2 |   b2------d2------f2   |
//! 1 a1----------d1----------g1
//! ```
//!
//! A line is a side of a ring, three points; and a spoke, or a diagonal through the corners of the rings, as a
//! whole, if it has three points or more. So two rings have 8 lines (the spokes have but two points) and three
//! rings 16. The sides and the border are those of the outer ring.

use std::collections::HashMap;

use super::{
    Board, Cell, CellId, Shape,
    lattice::{self, EIGHT, FOUR, Heading},
    naming::letters,
    square,
};

/// The board of so many rings, the corners of the rings joined too if `diagonals`.
pub(super) fn morris(rings: usize, diagonals: bool) -> Board {
    let middle = rings as i32 + 1;
    let size = 2 * rings as i32 + 1;
    let places = (1..=size).flat_map(|row| (1..=size).map(move |column| (column, row)));
    let cells = places.filter(|&place| is_point(place, middle)).map(point).collect();
    let mut board = lattice::bare(Shape::Morris { rings, diagonals }, cells);
    let by_place = lattice::places(&board);
    let headings: &[Heading] = if diagonals { &EIGHT } else { &FOUR };
    lattice::set_compass(&mut board, headings, |place, heading| next(&by_place, middle, place, heading));
    lattice::add_direction_sets(&mut board);
    lattice::add_set(&mut board, "border", |column, row| [1, size].contains(&column) || [1, size].contains(&row));
    square::add_sides(&mut board, size, size);
    board.edges = drawn_edges(&board);
    board.lines = lines(&board, middle);
    board
}

/// Whether a point lies there: on a diagonal or on a line through the middle, but not in the middle.
fn is_point((column, row): (i32, i32), middle: i32) -> bool {
    let (dx, dy) = ((column - middle).abs(), (row - middle).abs());
    dx == dy && dx > 0 || (dx == 0) != (dy == 0)
}

fn point((column, row): (i32, i32)) -> Cell {
    Cell {
        name: format!("{}{row}", letters(column as usize - 1)),
        centre: (f64::from(column - 1), f64::from(row - 1)),
        outline: Vec::new(),
        row: Some(row as u16),
        column: Some(column as u16),
        site: false,
    }
}

/// The next point on the drawn line that leaves `place` with this heading.
fn next(
    by_place: &HashMap<(i32, i32), CellId>,
    middle: i32,
    (column, row): (i32, i32),
    (_, columns, rows): Heading,
) -> Option<CellId> {
    if columns != 0 && rows != 0 {
        // Only the corners of rings are joined aslant, and only outward or inward.
        let on_diagonal = (column - middle) * columns == (row - middle) * rows;
        return by_place.get(&(column + columns, row + rows)).copied().filter(|_| on_diagonal);
    }
    (1..2 * middle)
        .map(|steps| (column + columns * steps, row + rows * steps))
        .take_while(|&place| place != (middle, middle))
        .find_map(|place| by_place.get(&place).copied())
}

/// Every pair of neighbours once, in the order of the cells.
fn drawn_edges(board: &Board) -> Vec<(CellId, CellId)> {
    let mut edges = Vec::new();
    for from in lattice::ids(board.n_grid) {
        let onward = board.directions.iter().filter_map(|direction| direction.to[from.index()]);
        edges.extend(onward.filter(|&to| from < to).map(|to| (from, to)));
    }
    edges.sort_unstable();
    edges
}

/// The sides of the rings from the outer ring inward, then the spokes, then the diagonals.
fn lines(board: &Board, middle: i32) -> Vec<Vec<CellId>> {
    let rings: Vec<i32> = (1..middle).rev().collect();
    let mut lines: Vec<Vec<(i32, i32)>> = Vec::new();
    for out in rings.iter().copied() {
        lines.push(vec![(-out, -out), (0, -out), (out, -out)]);
        lines.push(vec![(out, -out), (out, 0), (out, out)]);
        lines.push(vec![(-out, out), (0, out), (out, out)]);
        lines.push(vec![(-out, -out), (-out, 0), (-out, out)]);
    }
    let slanted = matches!(board.shape, Shape::Morris { diagonals: true, .. });
    if rings.len() >= 3 {
        let rays = EIGHT.iter().filter(|(_, columns, rows)| columns * rows == 0 || slanted);
        let (straight, aslant): (Vec<_>, Vec<_>) = rays.partition(|(_, columns, rows)| columns * rows == 0);
        for (_, columns, rows) in straight.into_iter().chain(aslant) {
            lines.push(rings.iter().map(|out| (columns * out, rows * out)).collect());
        }
    }
    let by_place = lattice::places(board);
    let find = |(columns, rows): &(i32, i32)| by_place.get(&(middle + columns, middle + rows)).copied();
    lines.iter().map(|line| line.iter().filter_map(find).collect()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn degree(board: &Board, cell: usize) -> usize {
        board.directions.iter().filter(|direction| direction.to[cell].is_some()).count()
    }

    fn joined(board: &Board, cells: &[CellId]) -> String {
        cells.iter().map(|cell| board.cells[cell.index()].name.as_str()).collect()
    }

    // Source: the board of Nine Men's Morris.
    #[test]
    fn nine_mens_morris() {
        let board = morris(3, false);
        let names: Vec<_> = board.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names.join(" "), "a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7");
        assert_eq!((board.edges.len(), board.lines.len()), (32, 16));
        let of_degree = |wanted| (0..24).filter(|&cell| degree(&board, cell) == wanted).count();
        assert_eq!([2, 3, 4].map(of_degree), [12, 8, 4]);
        for cell in lattice::ids(24) {
            assert_eq!(board.lines.iter().filter(|line| line.contains(&cell)).count(), 2);
        }
    }

    #[test]
    fn edges_of_nine_mens_morris_one_by_one() {
        let board = morris(3, false);
        let mut wanted = BTreeSet::new();
        for chain in [
            "a1 d1 g1 g4 g7 d7 a7 a4 a1",
            "b2 d2 f2 f4 f6 d6 b6 b4 b2",
            "c3 d3 e3 e4 e5 d5 c5 c4 c3",
            "d1 d2 d3",
            "g4 f4 e4",
            "d7 d6 d5",
            "a4 b4 c4",
        ] {
            let cells: Vec<_> = chain.split(' ').filter_map(|name| board.cell(name)).collect();
            wanted.extend(cells.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
        }
        assert_eq!(board.edges.iter().copied().collect::<BTreeSet<_>>(), wanted);
    }

    #[test]
    fn mills_of_nine_mens_morris_one_by_one() {
        let board = morris(3, false);
        let sorted = |text: &str| {
            let mut parts: Vec<_> = (0..3).map(|part| &text[2 * part..2 * part + 2]).collect();
            parts.sort_unstable();
            parts.concat()
        };
        let mills: BTreeSet<_> = board.lines.iter().map(|line| sorted(&joined(&board, line))).collect();
        let wanted = "a1d1g1 g1g4g7 g7d7a7 a7a4a1 b2d2f2 f2f4f6 f6d6b6 b6b4b2 c3d3e3 e3e4e5 e5d5c5 c5c4c3 \
                      d1d2d3 g4f4e4 d7d6d5 a4b4c4";
        assert_eq!(mills, wanted.split(' ').map(sorted).collect());
    }

    // Source: twelve men's morris joins the corners: 40 edges, 20 lines.
    #[test]
    fn diagonals_join_the_corners() {
        let board = morris(3, true);
        assert_eq!((board.edges.len(), board.lines.len(), board.compass), (40, 20, 8));
        assert_eq!(joined(&board, &board.lines[16]), "g7f6e5");
        assert_eq!(degree(&board, 3), 4);
    }

    // Source: six men's morris has 16 points, 20 edges and 8 mills.
    #[test]
    fn two_rings() {
        let board = morris(2, false);
        assert_eq!((board.n_cells(), board.edges.len(), board.lines.len()), (16, 20, 8));
    }
}
