//! Sets of squares, and the words for them.

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

/// Words for a set, and whether they need parentheses beside other words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The set expression.
    pub text: String,
    /// Whether `or` or `except` stands in it.
    pub loose: bool,
}

impl Words {
    fn tight(text: String) -> Self {
        Words { text, loose: false }
    }

    /// With parentheses if it needs them.
    pub fn closed(&self) -> String {
        if self.loose { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// The words for a set of squares of a board; `own` puts `my` before rows.
pub fn words(cells: Cells, size: Size, own: bool) -> Words {
    let cells = cells.and(size.all());
    let my = if own { "my " } else { "" };
    if cells.is_empty() {
        return Words::tight("nowhere".to_owned());
    }
    if cells == size.all() {
        return Words::tight("grid".to_owned());
    }
    if let Some(words) = lines(cells, size, my) {
        return words;
    }
    if let Some(words) = rectangle(cells, size, my) {
        return words;
    }
    let rest = size.all().except(cells);
    if let Some(outside) = lines(rest, size, my).or_else(|| rectangle(rest, size, my)) {
        return Words { text: format!("grid except {}", outside.closed()), loose: true };
    }
    if rest.len() * 3 < cells.len() {
        return Words { text: format!("grid except {}", list(rest, size)), loose: true };
    }
    Words::tight(list(cells, size))
}

fn list(cells: Cells, size: Size) -> String {
    let names: Vec<String> = cells.on(size).into_iter().map(Cell::name).collect();
    match names.as_slice() {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}

/// Whole rows, or whole columns.
fn lines(cells: Cells, size: Size, my: &str) -> Option<Words> {
    let row = |row: &u8| Cells::row(*row).and(size.all()).except(cells).is_empty();
    let column = |column: &u8| Cells::column(*column).and(size.all()).except(cells).is_empty();
    let rows: Vec<u8> = (0..size.rows).filter(row).collect();
    let columns: Vec<u8> = (0..size.columns).filter(column).collect();
    let whole = if rows.len() as u32 * u32::from(size.columns) == cells.len() {
        let edge = |run: (u8, u8)| match (my, run) {
            ("my ", (0, 0)) => "my first row".to_owned(),
            ("my ", (from, to)) if from == to && to + 1 == size.rows => "my last row".to_owned(),
            _ => format!("{my}{}", rows_named(run)),
        };
        runs(&rows).into_iter().map(edge).collect::<Vec<_>>()
    } else if columns.len() as u32 * u32::from(size.rows) == cells.len() {
        runs(&columns).into_iter().map(columns_named).collect()
    } else {
        return None;
    };
    Some(Words { loose: whole.len() > 1, text: whole.join(" or ") })
}

/// Columns a to b in rows c to d.
fn rectangle(cells: Cells, size: Size, my: &str) -> Option<Words> {
    let all = cells.on(size);
    let rows = (all.iter().map(|cell| cell.row).min()?, all.iter().map(|cell| cell.row).max()?);
    let columns = (all.iter().map(|cell| cell.column).min()?, all.iter().map(|cell| cell.column).max()?);
    let area = u32::from(rows.1 - rows.0 + 1) * u32::from(columns.1 - columns.0 + 1);
    if area != cells.len() || (area < 3 && my.is_empty()) {
        return None;
    }
    Some(Words::tight(format!("{} in {my}{}", columns_named(columns), rows_named(rows))))
}

/// Runs of numbers that follow each other.
fn runs(numbers: &[u8]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == number => run.1 = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

fn rows_named((from, to): (u8, u8)) -> String {
    if from == to { format!("row {}", from + 1) } else { format!("rows {} to {}", from + 1, to + 1) }
}

fn columns_named((from, to): (u8, u8)) -> String {
    if from == to {
        format!("column {}", column_name(from))
    } else {
        format!("columns {} to {}", column_name(from), column_name(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { columns: 8, rows: 8 };

    #[test]
    fn sets_are_told_in_the_shortest_words() {
        let told = |cells: Cells| words(cells, SIZE, false).text;
        assert_eq!(told(Cells::row(7)), "row 8");
        assert_eq!(told(Cells::row(1).or(Cells::row(2))), "rows 2 to 3");
        assert_eq!(told(Cells::row(1).or(Cells::row(4))), "row 2 or row 5");
        assert_eq!(told(Cells::column(0)), "column a");
        let middle = Cells::row(3).or(Cells::row(4)).and(Cells::column(3).or(Cells::column(4)));
        assert_eq!(told(middle), "columns d to e in rows 4 to 5");
        assert_eq!(told(Cells::row(0).and(Cells::column(2))), "c1");
        assert_eq!(told(SIZE.all().except(Cells::row(0))), "rows 2 to 8");
        assert_eq!(told(SIZE.all().except(middle)), "grid except columns d to e in rows 4 to 5");
        assert_eq!(words(Cells::row(1), SIZE, true).text, "my row 2");
        assert_eq!(words(Cells::row(7), SIZE, true).text, "my last row");
        assert_eq!(Cells::row(1).flipped(SIZE).and(SIZE.all()), Cells::row(6).and(SIZE.all()));
    }
}
