//! Boards of hexes with a corner on top: hexagons, rhombuses, triangles and stars.
//!
//! The six directions go clockwise: north-east, east, south-east, south-west, west, north-west. Between them lie the
//! six diagonals: north, east-north-east, east-south-east, south, west-south-west, west-north-west.
//! Rows run from west to east and are counted from the bottom.
//!
//! A hexagon names its rows by letters and its north-west diagonals by numbers, as Abalone does; a star does the
//! same, its numbers starting at the tip of the lower left point. A hexagon's sides are `north-side`,
//! `north-east-side`, `south-east-side`, `south-side`, `south-west-side`, `north-west-side`.
//!
//! ```text
//!   c2 c3       hexagon 2            3   a3 b3 c3    rhombus 3 by 3
//!  b1 b2 b3                        2   a2 b2 c2
//!   a1 a2                        1   a1 b1 c1
//! ```
//!
//! A rhombus letters its columns and numbers its rows from the bottom; each row is shifted half a cell to the right
//! of the row below, so that a1 has two neighbours and cells are neighbours exactly as in the usual notation of Hex.
//! Its sides are `north-side` (the top row), `south-side`, `west-side` (column a) and `east-side`.
//!
//! ```text
//!     a3        triangle 3: the lower left half of a rhombus; sides `south-side` (row 1),
//!    a2 b2      `north-west-side` (column a) and `north-east-side` (c1 b2 a3)
//!   a1 b1 c1
//! ```

use super::{
    Board, Cell, Shape,
    lattice::{self, Heading},
    naming::letters,
    square,
};

/// The headings where upper rows are counted from half a cell further left (hexagons and stars).
const LEANING_LEFT: [Heading; 6] = [
    ("north-east", 1, 1),
    ("east", 1, 0),
    ("south-east", 0, -1),
    ("south-west", -1, -1),
    ("west", -1, 0),
    ("north-west", 0, 1),
];

/// The headings where upper rows are counted from half a cell further right (rhombuses and triangles).
const LEANING_RIGHT: [Heading; 6] = [
    ("north-east", 0, 1),
    ("east", 1, 0),
    ("south-east", 1, -1),
    ("south-west", 0, -1),
    ("west", -1, 0),
    ("north-west", -1, 1),
];

/// The hexagon with `side` cells a side.
pub(super) fn hexagon(side: usize) -> Board {
    let reach = side as i32 - 1;
    let (top, middle) = (2 * reach + 1, reach + 1);
    let inside = |column: i32, row: i32| (column - row).abs() <= reach;
    let mut board = leaning_left(Shape::Hexagon(side), top, inside);
    lattice::add_set(&mut board, "north-side", |_, row| row == top);
    lattice::add_set(&mut board, "north-east-side", |column, _| column == top);
    lattice::add_set(&mut board, "south-east-side", |column, row| column - row == reach);
    lattice::add_set(&mut board, "south-side", |_, row| row == 1);
    lattice::add_set(&mut board, "south-west-side", |column, _| column == 1);
    lattice::add_set(&mut board, "north-west-side", |column, row| row - column == reach);
    let corners = [(middle, top), (top, top), (top, middle), (middle, 1), (1, 1), (1, middle)];
    lattice::add_corners(&mut board, &corners);
    board
}

/// The six-pointed star whose points have `side` cells a side; two triangles laid over each other.
pub(super) fn star(side: usize) -> Board {
    let side_cells = side as i32;
    // The middle cell of the star; from there every tip is two sides away.
    let middle = 2 * side_cells + 1;
    let upright = |column: i32, row: i32| {
        row - middle >= -side_cells && column - middle <= side_cells && column - row >= -side_cells
    };
    let inside = |column: i32, row: i32| upright(column, row) || upright(2 * middle - column, 2 * middle - row);
    let mut board = leaning_left(Shape::Star(side), 2 * middle - 1, inside);
    lattice::add_set(&mut board, "point-1", |_, row| row - middle > side_cells);
    lattice::add_set(&mut board, "point-2", |column, _| column - middle > side_cells);
    lattice::add_set(&mut board, "point-3", |column, row| column - row > side_cells);
    lattice::add_set(&mut board, "point-4", |_, row| middle - row > side_cells);
    lattice::add_set(&mut board, "point-5", |column, _| middle - column > side_cells);
    lattice::add_set(&mut board, "point-6", |column, row| row - column > side_cells);
    let (one, two) = (side_cells, 2 * side_cells);
    let tips = [(one, two), (two, one), (one, -one), (-one, -two), (-two, -one), (-one, one)];
    lattice::add_corners(&mut board, &tips.map(|(column, row)| (column + middle, row + middle)));
    board
}

/// The rhombus of `width` columns and `height` rows.
pub(super) fn rhombus(width: usize, height: usize) -> Board {
    let places = (1..=height as i32).flat_map(|row| (1..=width as i32).map(move |column| (column, row)));
    let mut board = leaning_right(Shape::Rhombus { width, height }, places);
    square::add_sides(&mut board, width as i32, height as i32);
    board
}

/// The triangle with `side` cells a side, its base at the bottom.
pub(super) fn triangle(side: usize) -> Board {
    let last = side as i32;
    let places = (1..=last).flat_map(|row| (1..=last + 1 - row).map(move |column| (column, row)));
    let mut board = leaning_right(Shape::Triangle(side), places);
    lattice::add_set(&mut board, "south-side", |_, row| row == 1);
    lattice::add_set(&mut board, "north-west-side", |column, _| column == 1);
    lattice::add_set(&mut board, "north-east-side", |column, row| column + row == last + 1);
    lattice::add_corners(&mut board, &[(1, last), (last, 1), (1, 1)]);
    board
}

/// The cells within rows and diagonals 1 to `size` that pass the test, named by letters upward.
fn leaning_left(shape: Shape, size: i32, inside: impl Fn(i32, i32) -> bool) -> Board {
    let mut cells = Vec::new();
    for row in 1..=size {
        for column in (1..=size).filter(|&column| inside(column, row)) {
            let name = format!("{}{column}", letters(row as usize - 1));
            cells.push(hex(name, column, row, -0.5));
        }
    }
    shift_to_origin(&mut cells);
    lattice_of(shape, cells, &LEANING_LEFT)
}

/// The cells at these places, named by letters along the rows.
fn leaning_right(shape: Shape, places: impl Iterator<Item = (i32, i32)>) -> Board {
    let name = |column: i32, row: i32| format!("{}{row}", letters(column as usize - 1));
    let mut cells: Vec<_> = places.map(|(column, row)| hex(name(column, row), column, row, 0.5)).collect();
    shift_to_origin(&mut cells);
    lattice_of(shape, cells, &LEANING_RIGHT)
}

fn lattice_of(shape: Shape, cells: Vec<Cell>, headings: &[Heading; 6]) -> Board {
    let mut board = lattice::lattice(shape, cells, headings);
    lattice::add_hex_diagonals(&mut board, headings);
    board
}

/// One hex, its outline still to come; `lean` is how far each row is shifted from the one below.
fn hex(name: String, column: i32, row: i32, lean: f64) -> Cell {
    let centre = (f64::from(column) + lean * f64::from(row), f64::from(row) * 0.75f64.sqrt());
    let (row, column) = (Some(row as u16), Some(column as u16));
    Cell { name, centre, outline: Vec::new(), row, column, site: false }
}

/// Moves the leftmost centre to 0 and the lowest centre to 0, then draws the outlines.
fn shift_to_origin(cells: &mut [Cell]) {
    let least = |part: fn(&Cell) -> f64| cells.iter().map(part).fold(f64::INFINITY, f64::min);
    let (left, low) = (least(|cell| cell.centre.0), least(|cell| cell.centre.1));
    for cell in cells {
        cell.centre = (cell.centre.0 - left, cell.centre.1 - low);
        cell.outline = hex_outline(cell.centre);
    }
}

/// The outline of a hex of width 1, clockwise from its top corner.
fn hex_outline((x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let tall = 1.0 / 3f64.sqrt();
    let half = tall / 2.0;
    [(0.0, tall), (0.5, half), (0.5, -half), (0.0, -tall), (-0.5, -half), (-0.5, half)]
        .iter()
        .map(|(dx, dy)| (x + dx, y + dy))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board::CellId;

    fn names(board: &Board, cells: &[CellId]) -> String {
        cells.iter().map(|cell| board.cells[cell.index()].name.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn degrees(board: &Board, wanted: usize) -> usize {
        let degree =
            |cell: usize| board.directions[..6].iter().filter(|direction| direction.to[cell].is_some()).count();
        (0..board.n_cells()).filter(|&cell| degree(cell) == wanted).count()
    }

    fn neighbours(board: &Board, name: &str) -> Vec<String> {
        let Some(cell) = board.cell(name) else { return Vec::new() };
        board.directions[..6].iter().filter_map(|d| d.to[cell.index()]).map(|to| names(board, &[to])).collect()
    }

    // Source: counting hexes; corner names as on an Abalone board, one size smaller.
    #[test]
    fn hexagon_four() {
        let board = hexagon(4);
        assert_eq!(board.n_cells(), 37);
        assert_eq!([6, 4, 3].map(|wanted| degrees(&board, wanted)), [19, 12, 6]);
        assert_eq!(names(&board, &board.named_sets["corners"]), "g4 g7 d7 a4 a1 d1");
        assert_eq!(neighbours(&board, "d4"), ["e5", "d5", "c4", "c3", "d3", "e4"]);
        assert_eq!(board.named_sets["border"].len(), 18);
        assert_eq!(names(&board, &board.named_sets["north-east-side"]), "d7 e7 f7 g7");
        assert_eq!(names(&board, &board.named_sets["north-west-side"]), "d1 e2 f3 g4");
        assert_eq!(names(&board, &board.rows[0]), "g4 g5 g6 g7");
        let centre = board.cells[18].centre;
        assert_eq!(board.cells[18].name, "d4");
        assert!((centre.0 - 3.0).abs() < 1e-9 && (centre.1 - 3.0 * 0.75f64.sqrt()).abs() < 1e-9);
    }

    // Source: an Abalone board has 61 spaces a1 to i9, centre e5.
    #[test]
    fn hexagon_five() {
        let board = hexagon(5);
        assert_eq!(board.n_cells(), 61);
        assert_eq!(names(&board, &board.named_sets["corners"]), "i5 i9 e9 a5 a1 e1");
    }

    // Source: a Chinese checkers board has 121 holes, ten in each point.
    #[test]
    fn star_four() {
        let board = star(4);
        assert_eq!(board.n_cells(), 121);
        for point in 1..=6 {
            assert_eq!(board.named_sets[&format!("point-{point}")].len(), 10);
        }
        assert_eq!(names(&board, &board.named_sets["corners"]), "q13 m17 e13 a5 e1 m5");
        for (point, tip) in board.named_sets["corners"].iter().enumerate() {
            assert!(board.named_sets[&format!("point-{}", point + 1)].contains(tip));
        }
        assert_eq!(board.rows.iter().map(Vec::len).collect::<Vec<_>>()[..6], [1, 2, 3, 4, 13, 12]);
        assert_eq!(degrees(&board, 2), 6);
    }

    // Source: in Hex notation the neighbours of b2 are b1 c1 a2 c2 a3 b3; a1 and k11 are the acute corners.
    #[test]
    fn rhombus_eleven() {
        let board = rhombus(11, 11);
        assert_eq!(board.n_cells(), 121);
        let mut around = neighbours(&board, "b2");
        around.sort();
        assert_eq!(around, ["a2", "a3", "b1", "b3", "c1", "c2"]);
        assert_eq!(neighbours(&board, "a1"), ["a2", "b1"]);
        assert_eq!(neighbours(&board, "k1").len(), 3);
        assert_eq!(names(&board, &board.named_sets["corners"]), "a11 k11 k1 a1");
        assert_eq!(board.named_sets["west-side"].len(), 11);
    }

    #[test]
    fn triangle_three() {
        let board = triangle(3);
        assert_eq!(
            board.cells.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>(),
            ["a1", "b1", "c1", "a2", "b2", "a3"]
        );
        assert_eq!(names(&board, &board.named_sets["north-east-side"]), "c1 b2 a3");
        assert_eq!(names(&board, &board.named_sets["corners"]), "a3 c1 a1");
        assert_eq!(neighbours(&board, "a2"), ["a3", "b2", "b1", "a1"]);
        assert_eq!(board.cells[5].centre.0, 1.0);
    }
}
