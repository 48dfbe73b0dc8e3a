//! Sets of squares, and the words for them.

mod words;

pub use words::{Words, words};

/// The most columns and rows that the format knows.
pub const MOST_COLUMNS: u8 = 12;
/// See [`MOST_COLUMNS`].
pub const MOST_ROWS: u8 = 10;

/// A square: column and row, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Its row, from White's side.
    pub row: u8,
    /// Its column, from the left.
    pub column: u8,
}

impl Cell {
    /// As the language calls it, for instance `a1`.
    pub fn name(self) -> String {
        format!("{}{}", column_name(self.column), self.row + 1)
    }

    /// The cell so many rows and columns on, if there is one.
    pub fn offset(self, rows: i8, columns: i8, size: Size) -> Option<Cell> {
        let cell = Cell { row: self.row.checked_add_signed(rows)?, column: self.column.checked_add_signed(columns)? };
        size.holds(cell).then_some(cell)
    }
}

/// The letter of a column.
pub fn column_name(column: u8) -> char {
    char::from(b'a' + column)
}

/// How large a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
}

impl Size {
    /// Whether the cell is on the board.
    pub fn holds(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Cell { row, column }))
    }

    /// All cells as a set.
    pub fn all(self) -> Cells {
        self.cells().collect()
    }
}

/// A set of squares of the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells(u128);

impl Cells {
    /// Every square of the largest board.
    pub const ALL: Cells = Cells((1 << (MOST_COLUMNS as u32 * MOST_ROWS as u32)) - 1);

    /// The squares of a row.
    pub fn row(row: u8) -> Self {
        (0..MOST_COLUMNS).map(|column| Cell { row, column }).collect()
    }

    /// The squares of a column.
    pub fn column(column: u8) -> Self {
        (0..MOST_ROWS).map(|row| Cell { row, column }).collect()
    }

    /// Whether it holds the square.
    pub fn has(self, cell: Cell) -> bool {
        self.0 & bit(cell) != 0
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many it holds.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Those in both.
    pub fn and(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    /// Those in either.
    pub fn or(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }

    /// Those that are not in the other.
    pub fn except(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }

    /// The same squares as the other player sees them.
    pub fn flipped(self, size: Size) -> Cells {
        size.cells().filter(|cell| self.has(*cell)).map(|cell| Cell { row: size.rows - 1 - cell.row, ..cell }).collect()
    }

    /// Those on a board, row by row.
    pub fn on(self, size: Size) -> Vec<Cell> {
        size.cells().filter(|cell| self.has(*cell)).collect()
    }
}

fn bit(cell: Cell) -> u128 {
    1 << (u32::from(cell.row) * u32::from(MOST_COLUMNS) + u32::from(cell.column))
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Cells(cells.into_iter().fold(0, |set, cell| set | bit(cell)))
    }
}
