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
pub struct Deck<const W: usize> {
    /// First those that are left, from [`Self::room`] back those that were drawn. They lie here and not elsewhere, and it is known of
    /// each board width how many may: then where one lies is found at once.
    cells: ByCell<W>,
    /// So many can be drawn in all.
    room: usize,
    /// How many are left.
    n: usize,
}

/// A cell by cell, or [`NONE`].
pub type ByCell<const W: usize> = [[u16; 64]; W];

impl<const W: usize> Deck<W> {
    /// These cells, with room for so many that can be drawn in all, those that wait for others among them.
    ///
    /// # Panics
    /// If there are more than members of a set.
    pub fn new(cells: impl Iterator<Item = u16>, room: usize) -> Self {
        let mut deck = Self { cells: [[NONE; 64]; W], room, n: 0 };
        for cell in cells {
            deck.cells.as_flattened_mut()[deck.n] = cell;
            deck.n += 1;
        }
        deck
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
        let cells = self.cells.as_flattened_mut();
        cells.swap(place, self.n);
        cells[self.n]
    }

    /// Takes the cell at a place out, and puts in the one that waits for it, if one does, as is told by cell. So many may still be
    /// drawn after it.
    ///
    /// # Panics
    /// If there never were so many, none is left, or there is no room for the rest.
    #[inline(always)]
    pub fn draw_before(&mut self, place: usize, waiting: &ByCell<W>, rest: usize) -> u16 {
        let cells = self.cells.as_flattened_mut();
        let drawn = cells[place];
        let next = waiting.as_flattened()[usize::from(drawn)];
        let is_last = next == NONE;
        let last = cells[self.n - 1];
        // Which it is cannot be foreseen.
        cells[place] = select_unpredictable(is_last, last, next);
        self.n -= usize::from(is_last);
        cells[rest] = drawn;
        drawn
    }

    /// The cells that were drawn, so many, the latest first.
    ///
    /// # Panics
    /// If no so many can be drawn.
    pub fn drawn(&self, n: usize) -> &[u16] {
        &self.cells.as_flattened()[self.room - n..self.room]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_drawn_once() {
        let mut deck = Deck::<1>::new([3, 5, 8, 9].into_iter(), 5);
        let mut waiting = [[NONE; 64]];
        waiting[0][3] = 4;
        assert_eq!((deck.draw_before(1, &waiting, 4), deck.len()), (5, 3));
        assert_eq!((deck.draw_before(0, &waiting, 3), deck.len()), (3, 3));
        assert_eq!((deck.draw_before(2, &waiting, 2), deck.len()), (8, 2));
        assert_eq!(deck.drawn(3), [8, 3, 5]);
        let mut drawn: Vec<u16> = std::iter::from_fn(|| (!deck.is_empty()).then(|| deck.draw(0))).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [4, 9]);
    }

    #[test]
    fn what_was_drawn_lies_behind_what_is_left() {
        let mut deck = Deck::<1>::new([3, 5, 8, 9].into_iter(), 4);
        assert_eq!([1, 1, 0].map(|place| deck.draw(place)), [5, 9, 3]);
        assert_eq!((deck.len(), deck.drawn(3)), (1, &[3, 9, 5][..]));
    }
}
