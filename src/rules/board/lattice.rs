//! What the shapes share: a board made of cells at coordinates, before any edit.

use std::collections::{BTreeMap, HashMap};

use super::{Board, Cell, CellId, Direction, DirectionId, Shape};

/// A direction of a compass: its name and what it adds to the column and the row.
pub(super) type Heading = (&'static str, i32, i32);

/// The eight headings of squares, clockwise from north.
pub(super) const EIGHT: [Heading; 8] = [
    ("north", 0, 1),
    ("north-east", 1, 1),
    ("east", 1, 0),
    ("south-east", 1, -1),
    ("south", 0, -1),
    ("south-west", -1, -1),
    ("west", -1, 0),
    ("north-west", -1, 1),
];

/// The four headings along files and ranks, clockwise from north.
pub(super) const FOUR: [Heading; 4] = [("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0)];

/// A board of these cells that has no directions, lines or sets yet.
pub(super) fn bare(shape: Shape, cells: Vec<Cell>) -> Board {
    Board {
        shape,
        n_grid: cells.len(),
        rows: picture_rows(&cells),
        frame: picture_rows(&cells).into_iter().map(|row| row.into_iter().map(Some).collect()).collect(),
        cells,
        directions: Vec::new(),
        compass: 0,
        direction_sets: BTreeMap::new(),
        lines: Vec::new(),
        edges: Vec::new(),
        named_sets: BTreeMap::new(),
        bends: BTreeMap::new(),
        stacks: false,
    }
}

/// A board of these cells in which every heading leads to the cell at the next coordinates, if it is there.
/// The set `border` holds the cells that lack a neighbour.
pub(super) fn lattice(shape: Shape, cells: Vec<Cell>, headings: &[Heading]) -> Board {
    let mut board = bare(shape, cells);
    let by_place = places(&board);
    set_compass(&mut board, headings, |(column, row), (_, columns, rows)| {
        by_place.get(&(column + columns, row + rows)).copied()
    });
    let inner = |cell: &CellId| board.directions.iter().all(|direction| direction.to[cell.index()].is_some());
    let border = ids(board.n_grid).filter(|cell| !inner(cell)).collect();
    board.named_sets.insert("border".into(), border);
    board
}

/// The cells by their coordinates.
pub(super) fn places(board: &Board) -> HashMap<(i32, i32), CellId> {
    ids(board.n_grid).filter_map(|cell| Some((place(&board.cells[cell.index()])?, cell))).collect()
}

/// Makes the headings the compass of the board; `next` finds the neighbour of a place.
pub(super) fn set_compass(
    board: &mut Board,
    headings: &[Heading],
    next: impl Fn((i32, i32), Heading) -> Option<CellId>,
) {
    board.compass = headings.len();
    board.directions = headings
        .iter()
        .map(|&heading| Direction {
            name: heading.0.into(),
            opposite: None,
            far: false,
            to: board.cells.iter().map(|cell| next(place(cell)?, heading)).collect(),
        })
        .collect();
}

/// The names of the diagonals of hexes, clockwise from north; each lies between two headings of the compass.
const BETWEEN: [&str; 6] =
    ["north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west"];

/// Adds the six diagonals of hexes, which lead between two neighbours to the next cell of that line, and the sets
/// `orthogonal` and `diagonal`.
pub(super) fn add_hex_diagonals(board: &mut Board, headings: &[Heading; 6]) {
    let by_place = places(board);
    let compass: Vec<_> = (0..6).map(DirectionId).collect();
    let mut diagonals = Vec::new();
    for (index, name) in BETWEEN.into_iter().enumerate() {
        let ((_, columns, rows), (_, more_columns, more_rows)) = (headings[(index + 5) % 6], headings[index]);
        let next = |cell| {
            let (column, row) = place(cell)?;
            by_place.get(&(column + columns + more_columns, row + rows + more_rows)).copied()
        };
        let to = board.cells.iter().map(next).collect();
        diagonals.push(DirectionId(board.directions.len() as u8));
        board.directions.push(Direction { name: name.into(), opposite: None, far: true, to });
    }
    board.direction_sets.insert("orthogonal".into(), compass);
    board.direction_sets.insert("diagonal".into(), diagonals);
}

/// Adds the sets `orthogonal` and, where the compass has eight headings, `diagonal`.
pub(super) fn add_direction_sets(board: &mut Board) {
    let (straight, slanted): (Vec<_>, Vec<_>) = (0..board.compass as u8)
        .map(DirectionId)
        .partition(|direction| !board.directions[direction.index()].name.contains('-'));
    board.direction_sets.insert("orthogonal".into(), straight);
    if !slanted.is_empty() {
        board.direction_sets.insert("diagonal".into(), slanted);
    }
}

/// Adds a named set: the cells whose column and row, from one, pass the test, in canonical order.
pub(super) fn add_set(board: &mut Board, name: &str, test: impl Fn(i32, i32) -> bool) {
    let passes = |cell: &CellId| place(&board.cells[cell.index()]).is_some_and(|(column, row)| test(column, row));
    let set = ids(board.n_grid).filter(passes).collect();
    board.named_sets.insert(name.into(), set);
}

/// Adds the set `corners` from coordinates (column, row) in their order; a corner that comes twice counts once.
pub(super) fn add_corners(board: &mut Board, corners: &[(i32, i32)]) {
    let by_place = places(board);
    let mut set: Vec<CellId> = Vec::new();
    for cell in corners.iter().filter_map(|corner| by_place.get(corner)) {
        if !set.contains(cell) {
            set.push(*cell);
        }
    }
    board.named_sets.insert("corners".into(), set);
}

/// The rows of a picture: from the top down, each from the left.
pub(super) fn picture_rows(cells: &[Cell]) -> Vec<Vec<CellId>> {
    let mut rows: BTreeMap<u16, Vec<CellId>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        if let Some(row) = cell.row {
            rows.entry(row).or_default().push(CellId(index as u16));
        }
    }
    let mut rows: Vec<_> = rows.into_values().rev().collect();
    for row in &mut rows {
        row.sort_by_key(|cell| cells[cell.index()].column);
    }
    rows
}

/// The first `count` cell numbers.
pub(super) fn ids(count: usize) -> impl Iterator<Item = CellId> {
    (0..count).map(|index| CellId(index as u16))
}

/// The outline of a square field around its centre, clockwise from the top left.
pub(super) fn square_outline((x, y): (f64, f64)) -> Vec<(f64, f64)> {
    [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)].iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The column and the row of a cell, from one.
fn place(cell: &Cell) -> Option<(i32, i32)> {
    Some((cell.column?.into(), cell.row?.into()))
}
