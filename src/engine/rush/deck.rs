//! Cells drawn one after the other, each once.
//!
//! ```text
//!   3 5 8 9      four are left; the second is drawn, and the last one takes its place
//!   3 9 8        three are left. Their order says nothing, so it need not be kept
//! ```

/// Cells of which one is drawn after the other.
///
/// # Source
/// Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7 (1964).
#[derive(Debug)]
pub struct Deck<'a> {
    cells: &'a mut [u16],
    /// How many are left.
    n: usize,
}

impl<'a> Deck<'a> {
    /// These cells.
    pub fn new(cells: &'a mut [u16]) -> Self {
        Self { n: cells.len(), cells }
    }

    /// How many are left.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether none is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The cell at a place.
    ///
    /// # Panics
    /// If there never were so many.
    #[inline(always)]
    pub fn at(&self, place: usize) -> u16 {
        self.cells[place]
    }

    /// Takes the cell at a place out.
    ///
    /// # Panics
    /// If there never were so many, or none is left.
    #[inline(always)]
    pub fn draw(&mut self, place: usize) -> u16 {
        self.n -= 1;
        let drawn = self.cells[place];
        self.cells[place] = self.cells[self.n];
        drawn
    }

    /// Puts a cell in the place of another one.
    ///
    /// # Panics
    /// If there never were so many.
    #[inline(always)]
    pub fn replace(&mut self, place: usize, cell: u16) {
        self.cells[place] = cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_drawn_once() {
        let mut cells = [3, 5, 8, 9];
        let mut deck = Deck::new(&mut cells);
        assert_eq!((deck.at(1), deck.draw(1)), (5, 5));
        assert_eq!((deck.len(), deck.at(1)), (3, 9));
        deck.replace(0, 4);
        let mut drawn: Vec<u16> = std::iter::from_fn(|| (!deck.is_empty()).then(|| deck.draw(0))).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [4, 8, 9]);
    }
}
