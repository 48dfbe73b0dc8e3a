//! The geometry of a board, frozen when a game is loaded: cells numbered compactly whatever the shape,
//! directions as partial functions from cell to cell, rows, lines and named sets of cells.

use std::collections::BTreeMap;

pub mod build;
mod edit;
mod graph;
mod hex;
mod join;
mod lattice;
mod measure;
mod morris;
pub mod naming;
mod numbers;
mod path;
mod ranks;
mod sites;
mod square;
#[cfg(test)]
mod tests;

/// The most cells that a board may have, extra sites included.
pub const MAX_CELLS: usize = 1024;
/// The most pieces that a board may hold, those under others included: as many as one decision may put there. So no position is
/// too great for memory, or for a picture.
pub const MAX_PIECES: usize = 1 << 19;

/// A cell of the board or a site beside it; numbered from zero without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u16);

impl CellId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A direction of the board, numbered clockwise from north where the board has a compass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DirectionId(pub u8);

impl DirectionId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shapes that a file can ask for; sizes in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `width` files by `height` ranks of squares; eight directions.
    Square {
        /// Number of files.
        width: usize,
        /// Number of ranks.
        height: usize,
    },
    /// A hexagon of hexes with this many cells a side; six directions.
    Hexagon(usize),
    /// A rhombus of hexes, `width` by `height`; six directions.
    Rhombus {
        /// Cells in a row.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A triangle of hexes with this many cells a side; six directions.
    Triangle(usize),
    /// A six-pointed star of hexes whose points have this many cells a side (4 gives 121); six directions.
    Star(usize),
    /// Concentric square rings joined at the middles of their sides; points, not fields; four directions.
    Morris {
        /// Number of rings; three give the 24 points of Nine Men's Morris.
        rings: usize,
        /// Whether the corners of the rings are joined too.
        diagonals: bool,
    },
    /// A path of cells in a row; directions `onward` and `back`.
    Track(usize),
    /// A closed path of cells; directions `onward` and `back`.
    Loop(usize),
    /// Nothing but the cells, edges and lines that are listed.
    Graph,
}

/// What a file says about its board, with every number known. Cells are given by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSpec {
    /// The shape to start from.
    pub shape: Shape,
    /// Names for the cells of the shape in order, holes already gone, instead of the usual coordinates.
    pub names: Option<Names>,
    /// Cells to leave out, by their usual name; the words `light` and `dark` stand for all of that shade.
    pub holes: Vec<String>,
    /// Pairs of neighbours to add, in both directions, without a name for the direction.
    pub edges: Vec<(String, String)>,
    /// Lines to add (see [`Board::lines`]); neighbours on a line become neighbours on the board.
    pub lines: Vec<Vec<String>>,
    /// Named directions to add or to extend, as pairs of cells: from, to.
    pub directions: Vec<(String, Vec<(String, String)>)>,
    /// Who leaves the first cell in the first direction comes in at the second heading in the second,
    /// and the other way round. Neither cell may have a neighbour where it is left.
    pub bends: Vec<(String, String, String, String)>,
    /// Extra sites beside the grid, without neighbours, in order; numbered after the grid.
    pub sites: Vec<String>,
    /// Whether several pieces may stand on one cell.
    pub stacks: bool,
}

/// A way to name all cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// `1`, `2`, … from the top left, row by row (as in draughts).
    Numbered,
    /// These names in canonical order.
    List(Vec<String>),
}

/// Why a board cannot be built. The words are ready for a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// More than [`MAX_CELLS`] (holes count until they are cut), or no cell at all.
    Size {
        /// How many cells were asked for, as far as that could be counted.
        cells: u128,
    },
    /// A cell name that the board does not have.
    UnknownCell(String),
    /// A direction that the board does not have.
    UnknownDirection(String),
    /// Two cells with this name.
    DuplicateCell(String),
    /// A list of names with the wrong length.
    NameCount {
        /// Names wanted.
        wanted: usize,
        /// Names given.
        given: usize,
    },
    /// Anything else, in words.
    Other(String),
}

/// One cell or site.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The name by which people write it.
    pub name: String,
    /// The centre, in units of one cell's width, x to the right and y upward.
    pub centre: (f64, f64),
    /// The corners of the field around the centre, clockwise, in the same coordinates as the centre; empty for
    /// points and sites.
    pub outline: Vec<(f64, f64)>,
    /// The row counted from the bottom, from one; none for sites.
    pub row: Option<u16>,
    /// The column counted from the left, from one; on hexes the diagonal that the name tells. None for sites.
    pub column: Option<u16>,
    /// Whether it is a site beside the grid.
    pub site: bool,
}

/// One direction: a partial function from cell to cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name, for instance `north-east`.
    pub name: String,
    /// The direction back, if there is one for all cells.
    pub opposite: Option<DirectionId>,
    /// Whether it leads past the neighbours, as the diagonals of hexes do: only who names it goes there.
    pub far: bool,
    /// The neighbour of each cell, by cell number.
    pub to: Vec<Option<CellId>>,
}

/// A board. Everything is fixed once it is built.
///
/// Cells are numbered row by row from the bottom, each row from the left; tracks and loops along the path; graphs
/// in the order of first mention; extra sites last.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The shape that it was built from.
    pub shape: Shape,
    /// All cells, by number.
    pub cells: Vec<Cell>,
    /// How many of them belong to the grid; the rest are sites.
    pub n_grid: usize,
    /// All directions, by number: first the compass, clockwise from north (hexes: north-east); then the diagonals of
    /// hexes; then those that the file names; last `way-1`, `way-2`, … for neighbours without a named direction.
    pub directions: Vec<Direction>,
    /// How many of the first directions form a compass, evenly spaced clockwise: 8, 6, 4, 2 or 0.
    /// Turning by `k` notches adds `k` modulo this number.
    pub compass: usize,
    /// Named sets of directions: `orthogonal` and `diagonal` on squares, hexes and morris boards, and `ways`
    /// (`way-1`, …).
    pub direction_sets: BTreeMap<String, Vec<DirectionId>>,
    /// The lines that a file or a morris board declares (the 16 mills); empty elsewhere.
    pub lines: Vec<Vec<CellId>>,
    /// Pairs of cells joined by a drawn line, the lower number first: all neighbours on boards of points, and on
    /// boards of fields the neighbours that the file adds. Sorted.
    pub edges: Vec<(CellId, CellId)>,
    /// The cells of pictures: rows from the top down, each from the left, holes skipped, sites excluded.
    pub rows: Vec<Vec<CellId>>,
    /// The same rows with their holes, which are no cells.
    pub frame: Vec<Vec<Option<CellId>>>,
    /// Named sets of cells that every board of the shape has, in a fixed order of cells:
    /// `corners` (clockwise from the top left; triangles and stars from the top), `light`, `dark`, `border`,
    /// `north-side`, `point-1`, … (clockwise from the top). Holes leave them, but change them no further.
    /// Squares, rhombuses and morris boards have four sides; hexagons `north-side`, `north-east-side` and so on
    /// without east and west; triangles `south-side`, `north-west-side`, `north-east-side`.
    /// Tracks, loops and graphs have no sets.
    pub named_sets: BTreeMap<String, Vec<CellId>>,
    /// Where a line that leaves the first cell in the first direction goes on: cell and new heading.
    pub bends: BTreeMap<(CellId, DirectionId), (CellId, DirectionId)>,
    /// Whether several pieces may stand on one cell.
    pub stacks: bool,
}

/// The column and row at the beginning of a text: letters and then digits.
pub fn coordinates(text: &str) -> Option<&str> {
    let letters = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_lowercase()).len();
    let behind = text.get(letters..)?;
    let digits = behind.len() - behind.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    if letters > 0 && digits > 0 { text.get(..letters + digits) } else { None }
}

impl Board {
    /// Number of cells, sites included.
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Whether every cell of the grid is called by its column and its row, such as `e4`.
    pub fn has_coordinates(&self) -> bool {
        let grid = self.cells.iter().take(self.n_grid);
        grid.into_iter().all(|cell| coordinates(&cell.name) == Some(cell.name.as_str()))
    }

    /// The cell of that name.
    pub fn cell(&self, name: &str) -> Option<CellId> {
        self.cells.iter().position(|cell| cell.name == name).map(|index| CellId(index as u16))
    }

    /// The direction of that name.
    pub fn direction(&self, name: &str) -> Option<DirectionId> {
        self.directions.iter().position(|direction| direction.name == name).map(|index| DirectionId(index as u8))
    }

    /// The neighbour of `cell` in `direction`.
    pub fn step(&self, cell: CellId, direction: DirectionId) -> Option<CellId> {
        self.directions[direction.index()].to[cell.index()]
    }

    /// `direction` turned clockwise by `notches` of the compass; none if it is not on the compass.
    pub fn turned(&self, direction: DirectionId, notches: i32) -> Option<DirectionId> {
        let compass = self.compass as i32;
        (direction.index() < self.compass)
            .then(|| DirectionId((direction.0 as i32 + notches).rem_euclid(compass) as u8))
    }
}
