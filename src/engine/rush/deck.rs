//! Cells drawn one after the other, each once.
//!
//! ```text
//!   3 5 8 9      four are left; the second is drawn, and the last one takes its place
//!   3 9 8        three are left. Their order says nothing, so it need not be kept
//! ```

use crate::program::node::NONE;

/// Cells of which one is drawn after the other.
///
/// # Source
/// Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7 (1964).
#[derive(Clone, Debug)]
pub struct Deck {
    cells: Vec<u16>,
    /// How many are left.
    n: usize,
}

impl Deck {
    /// These cells.
    pub fn new(cells: Vec<u16>) -> Self {
        Self { n: cells.len(), cells }
    }

    /// Makes it what another one is.
    ///
    /// # Panics
    /// If there never were as many cells in it as in the other one.
    #[inline(always)]
    pub fn refill(&mut self, other: &Self) {
        self.cells.copy_from_slice(&other.cells);
        self.n = other.n;
    }

    /// Room for the cells of another one.
    pub fn into_room(self) -> Vec<u16> {
        self.cells
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

    /// Takes the cell at a place out, and puts in the one that waits for it, if one does, as is told by cell.
    ///
    /// # Panics
    /// If there never were so many, none is left, or it is not told of the cell.
    #[inline(always)]
    pub fn draw_before(&mut self, place: usize, waiting: &[u16]) -> u16 {
        let drawn = self.cells[place];
        let next = waiting[usize::from(drawn)];
        let is_last = next == NONE;
        let last = self.cells[self.n - 1];
        self.cells[place] = if is_last { last } else { next };
        self.n -= usize::from(is_last);
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_drawn_once() {
        let whole = Deck::new(vec![3, 5, 8, 9]);
        let mut deck = whole.clone();
        assert_eq!(deck.draw(1), 5);
        let mut waiting = [NONE; 10];
        waiting[3] = 4;
        assert_eq!((deck.draw_before(0, &waiting), deck.len()), (3, 3));
        assert_eq!((deck.draw_before(2, &waiting), deck.len()), (8, 2));
        let mut drawn: Vec<u16> = std::iter::from_fn(|| (!deck.is_empty()).then(|| deck.draw(0))).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [4, 9]);
        deck.refill(&whole);
        assert_eq!((deck.len(), deck.into_room()), (4, vec![3, 5, 8, 9]));
    }
}
