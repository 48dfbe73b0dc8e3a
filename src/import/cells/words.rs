//! Words for sets of squares.

use std::cmp::Ordering;

use super::{Cell, Cells, Size, column_name};

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

    /// As one of several with `or` between: nothing else may stand beside that without parentheses.
    fn within_or(&self) -> String {
        let has = |word: &str| self.text.contains(word);
        if has(" in ") || has(" except ") { format!("({})", self.text) } else { self.text.clone() }
    }

    /// What is left of another set.
    fn left_out_of(&self, whole: &str) -> Words {
        let text = if self.loose { format!("({})", self.text) } else { self.within_or() };
        Words { text: format!("{whole} except {text}"), loose: true }
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
        return outside.left_out_of("grid");
    }
    let around = bounds(cells, size);
    let gaps = around.except(cells);
    let hollow = (!gaps.is_empty()).then(|| {
        let within = if around == size.all() { "grid".to_owned() } else { block(around, size, my).text };
        parts(gaps, size, my).left_out_of(&within)
    });
    let outer = parts(rest, size, my).left_out_of("grid");
    let ways = [Some(parts(cells, size, my)), crossing(cells, size, my), hollow, Some(outer)];
    ways.into_iter().flatten().min_by_key(|words| words.text.len()).unwrap_or_else(|| Words::tight(list(cells, size)))
}

/// Where some columns cross some rows.
fn crossing(cells: Cells, size: Size, my: &str) -> Option<Words> {
    let all = cells.on(size);
    let rows = all.iter().fold(Cells::default(), |rows, cell| rows.or(Cells::row(cell.row)));
    let columns = all.iter().fold(Cells::default(), |columns, cell| columns.or(Cells::column(cell.column)));
    if rows.and(columns).and(size.all()) != cells {
        return None;
    }
    let (rows, columns) = (lines(rows.and(size.all()), size, my)?, lines(columns.and(size.all()), size, "")?);
    Some(Words::tight(format!("{} in {}", columns.closed(), rows.closed())))
}

/// The squares between the outermost rows and columns of a set.
fn bounds(cells: Cells, size: Size) -> Cells {
    let all = cells.on(size);
    let rows = all.iter().map(|cell| cell.row).min().zip(all.iter().map(|cell| cell.row).max());
    let columns = all.iter().map(|cell| cell.column).min().zip(all.iter().map(|cell| cell.column).max());
    let Some((rows, columns)) = rows.zip(columns) else { return Cells::default() };
    between(rows, columns)
}

/// All squares within rows and columns.
fn between(rows: (u8, u8), columns: (u8, u8)) -> Cells {
    (rows.0..=rows.1).flat_map(|row| (columns.0..=columns.1).map(move |column| Cell { row, column })).collect()
}

/// The words for squares that fill a rectangle.
fn block(cells: Cells, size: Size, my: &str) -> Words {
    lines(cells, size, my).or_else(|| rectangle(cells, size, my)).unwrap_or_else(|| Words::tight(list(cells, size)))
}

/// A rectangle of fewer squares is told by their names.
const FEW: u32 = 4;

/// A set as rectangles, the largest first, and what is left over one by one; where rows are `my` rows, squares cannot
/// be named and all are rectangles.
fn parts(cells: Cells, size: Size, my: &str) -> Words {
    let mut told = Vec::new();
    let mut left = cells;
    while !left.is_empty() {
        let Some(largest) = largest(cells, left, size, my) else { break };
        if my.is_empty() && largest.and(left).len() < FEW {
            break;
        }
        told.push(block(largest, size, my));
        left = left.except(largest);
    }
    if !left.is_empty() {
        told.push(Words::tight(list(left, size)));
    }
    match told.as_slice() {
        [one] => one.clone(),
        several => {
            let each: Vec<String> = several.iter().map(|part| part.within_or()).collect();
            Words { text: each.join(" or "), loose: true }
        }
    }
}

/// The rectangle within a set that holds the most of what is left of it; of several the one of the fewest words.
fn largest(cells: Cells, left: Cells, size: Size, my: &str) -> Option<Cells> {
    let corners = cells.on(size);
    let mut best: Option<Cells> = None;
    for from in &corners {
        let ends = corners.iter().filter(|to| to.row >= from.row && to.column >= from.column);
        for to in ends {
            let square = between((from.row, to.row), (from.column, to.column));
            let gain = square.and(left).len();
            let length = |square: Cells| block(square, size, my).text.len();
            let is_better = |best: Cells| match gain.cmp(&best.and(left).len()) {
                Ordering::Equal => length(square) < length(best),
                order => order == Ordering::Greater,
            };
            if gain > 0 && square.except(cells).is_empty() && best.is_none_or(is_better) {
                best = Some(square);
            }
        }
    }
    best
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
        assert_eq!(told(SIZE.all().except(middle)), "grid except (columns d to e in rows 4 to 5)");
        assert_eq!(words(Cells::row(1), SIZE, true).text, "my row 2");
        assert_eq!(words(Cells::row(7), SIZE, true).text, "my last row");
        let palace = |row: u8| between((row, row + 2), (3, 5));
        assert_eq!(told(palace(0).or(palace(5))), "columns d to f in (rows 1 to 3 or rows 6 to 8)");
        let odd: Cells = SIZE.cells().filter(|cell| cell.row > 4 || (cell.row > 2 && cell.column % 2 == 0)).collect();
        assert_eq!(told(odd), "rows 6 to 8 or [a4, c4, e4, g4, a5, c5, e5, g5]");
        let ends = Cells::row(7).and(Cells::column(0).or(Cells::column(7)));
        assert_eq!(told(ends), "[a8, h8]");
        assert_eq!(words(ends, SIZE, true).text, "(column a or column h) in my last row");
        let steps: Cells = SIZE.cells().filter(|cell| cell.row == 1 || (cell.row == 2 && cell.column == 1)).collect();
        assert_eq!(told(steps), "row 2 or b3");
        assert_eq!(words(steps, SIZE, true).text, "my row 2 or (column b in my row 3)");
        assert_eq!(Cells::row(1).flipped(SIZE).and(SIZE.all()), Cells::row(6).and(SIZE.all()));
    }
}
