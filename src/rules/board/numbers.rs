//! Cells by number, and boards that have no rows.

use super::{Board, CellId, MAX_CELLS, Shape, lattice::ids};

impl Board {
    /// Whether rows and columns mean anything: not on paths, nor on graphs that are drawn as a circle.
    pub fn has_rows(&self) -> bool {
        match self.shape {
            Shape::Track(_) | Shape::Loop(_) => false,
            Shape::Graph => self.rows.len() > 1,
            _ => true,
        }
    }

    /// The number of every cell, by cell: its name where that is a number. Where no name is one, the cells of a
    /// track or a loop are counted along the path, and other cells have no number.
    pub fn cell_numbers(&self) -> Vec<Option<u16>> {
        let written = |name: &str| {
            let number: Option<u16> = name.parse().ok();
            number.filter(|number| usize::from(*number) < 2 * MAX_CELLS && number.to_string() == name)
        };
        let mut numbers: Vec<_> = self.cells.iter().map(|cell| written(&cell.name).filter(|_| !cell.site)).collect();
        let unnumbered = numbers.iter().all(Option::is_none);
        if unnumbered && matches!(self.shape, Shape::Track(_) | Shape::Loop(_)) {
            for cell in ids(self.n_grid) {
                numbers[cell.index()] = Some(cell.0 + 1);
            }
        }
        numbers
    }

    /// The cell of every number up to the highest.
    pub fn numbered_cells(&self) -> Vec<Option<CellId>> {
        let mut cells = Vec::new();
        for (cell, number) in ids(self.n_cells()).zip(self.cell_numbers()) {
            let Some(number) = number.map(usize::from) else { continue };
            cells.resize(cells.len().max(number + 1), None);
            cells[number] = Some(cell);
        }
        cells
    }
}
