//! Cells drawn one after the other, each once.
//!
//! ```text
//!   3 5 8 9      four are left; the second is drawn, and the last one takes its place
//!   3 9 8 | 5    three are left. Their order says nothing, so it need not be kept
//! ```
//!
//! Behind those that are left lie those that were drawn, the latest first.

use std::hint::select_unpredictable;

use crate::program::node::NONE;

/// Cells of which one is drawn after the other.
///
/// # Source
/// Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7 (1964).
#[derive(Clone, Debug)]
pub struct Deck {
    /// First those that are left, last those that were drawn.
    cells: Vec<u16>,
    /// How many are left.
    n: usize,
}

impl Deck {
    /// These cells, with room for so many that can be drawn in all, those that wait for others among them.
    pub fn new(mut cells: Vec<u16>, room: usize) -> Self {
        let n = cells.len();
        cells.resize(room, NONE);
        Self { cells, n }
    }

    /// Makes it what another one is.
    ///
    /// # Panics
    /// If the other one has more or less room.
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
        self.cells.swap(place, self.n);
        self.cells[self.n]
    }

    /// Takes the cell at a place out, and puts in the one that waits for it, if one does, as is told by cell. So many may still be
    /// drawn after it.
    ///
    /// # Panics
    /// If there never were so many, none is left, it is not told of the cell, or there is no room for the rest.
    #[inline(always)]
    pub fn draw_before(&mut self, place: usize, waiting: &[u16], rest: usize) -> u16 {
        let drawn = self.cells[place];
        let next = waiting[usize::from(drawn)];
        let is_last = next == NONE;
        let last = self.cells[self.n - 1];
        // Which it is cannot be foreseen.
        self.cells[place] = select_unpredictable(is_last, last, next);
        self.n -= usize::from(is_last);
        self.cells[rest] = drawn;
        drawn
    }

    /// The cells that were drawn, so many, the latest first.
    ///
    /// # Panics
    /// If there is no room for so many.
    pub fn drawn(&self, n: usize) -> &[u16] {
        &self.cells[self.cells.len() - n..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_drawn_once() {
        let whole = Deck::new(vec![3, 5, 8, 9], 5);
        let mut deck = whole.clone();
        let mut waiting = [NONE; 10];
        waiting[3] = 4;
        assert_eq!((deck.draw_before(1, &waiting, 4), deck.len()), (5, 3));
        assert_eq!((deck.draw_before(0, &waiting, 3), deck.len()), (3, 3));
        assert_eq!((deck.draw_before(2, &waiting, 2), deck.len()), (8, 2));
        assert_eq!(deck.drawn(3), [8, 3, 5]);
        let mut drawn: Vec<u16> = std::iter::from_fn(|| (!deck.is_empty()).then(|| deck.draw(0))).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [4, 9]);
        deck.refill(&whole);
        assert_eq!((deck.len(), deck.into_room()), (4, vec![3, 5, 8, 9, NONE]));
    }

    #[test]
    fn what_was_drawn_lies_behind_what_is_left() {
        let mut deck = Deck::new(vec![3, 5, 8, 9], 4);
        assert_eq!([1, 1, 0].map(|place| deck.draw(place)), [5, 9, 3]);
        assert_eq!((deck.len(), deck.drawn(3)), (1, &[3, 9, 5][..]));
    }
}
