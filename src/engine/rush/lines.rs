//! The straight lines of the board, each in a word: how long the rows through a cell are is told by counting bits.

use crate::engine::bits::Bits;
use crate::program::node::NONE;

/// The most cells of a line.
const LONGEST: usize = 63;

/// Where each cell lies on the straight lines through it.
#[derive(Clone, Debug)]
pub struct Lines {
    /// How many players there are.
    n_players: usize,
    /// How many lines there are.
    n_lines: usize,
    /// How many go through each cell.
    n_pairs: usize,
    /// By cell and pair of directions, the line and the place on it.
    places: Vec<(u16, u8)>,
    /// The same by cell, where there are no more pairs: the first stands in the place of those that are not there.
    few: Vec<[(u16, u8); FEW]>,
}

/// The pairs of directions of usual boards.
const FEW: usize = 4;

impl Lines {
    /// The lines of a board with so many players, told by pair of opposite directions and cell as the neighbours in
    /// both; none if a line has no end or is too long.
    pub fn new(pairs: &[Vec<(u16, u16)>], n_players: usize) -> Option<Self> {
        let n_cells = pairs.first()?.len();
        let mut places = vec![None; n_cells * pairs.len()];
        let mut n_lines: u16 = 0;
        for (pair, next) in pairs.iter().enumerate() {
            for start in (0..n_cells).filter(|&cell| next[cell].1 == NONE) {
                let (mut here, mut before) = (start as u16, NONE);
                for place in 0..=LONGEST {
                    if here == NONE {
                        break;
                    }
                    if place == LONGEST || next[here as usize].1 != before {
                        return None;
                    }
                    places[here as usize * pairs.len() + pair] = Some((n_lines, place as u8));
                    (before, here) = (here, next[here as usize].0);
                }
                n_lines = n_lines.checked_add(1)?;
            }
        }
        let places: Option<Vec<(u16, u8)>> = places.into_iter().collect();
        let (n_pairs, places) = (pairs.len(), places?);
        let few = |of: &[(u16, u8)]| std::array::from_fn(|pair| of[if pair < n_pairs { pair } else { 0 }]);
        let few = if n_pairs <= FEW { places.chunks_exact(n_pairs).map(few).collect() } else { Vec::new() };
        Some(Self { n_players, n_lines: n_lines.into(), n_pairs, places, few })
    }

    fn of_cell(&self, cell: u16) -> &[(u16, u8)] {
        &self.places[cell as usize * self.n_pairs..][..self.n_pairs]
    }

    /// Writes the cells of all players on their lines.
    pub fn fill<const W: usize>(&self, lines: &mut Vec<u64>, owners: &[Bits<W>]) {
        lines.clear();
        lines.resize(self.n_players * self.n_lines, 0);
        for (player, cells) in owners.iter().take(self.n_players).enumerate() {
            for cell in cells.iter() {
                for &(line, place) in self.of_cell(cell) {
                    lines[player * self.n_lines + usize::from(line)] |= 1 << (place & 63);
                }
            }
        }
    }

    /// A player gets a cell; the lengths of the rows of its cells through that one, as bits.
    #[inline(always)]
    pub fn grow(&self, lines: &mut [u64], player: u8, cell: u16) -> u64 {
        let own = &mut lines[usize::from(player) * self.n_lines..];
        // A cell that is written twice is written once, so it does not matter which line stands for one that is not there.
        match self.few.get(usize::from(cell)) {
            Some(few) => few.iter().fold(0, |lengths, &place| lengths | put(own, place)),
            None => self.of_cell(cell).iter().fold(0, |lengths, &place| lengths | put(own, place)),
        }
    }
}

/// Puts a cell on its place of a line; the length of the row through it, as a bit.
#[inline(always)]
fn put(lines: &mut [u64], (line, place): (u16, u8)) -> u64 {
    let word = &mut lines[usize::from(line)];
    *word |= 1 << (place & 63);
    let ahead = (!(*word >> (place & 63))).trailing_zeros();
    let behind = (!(*word << (63 - (place & 63)))).leading_zeros();
    1 << ((ahead + behind - 1) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five cells in a row.
    fn row() -> Vec<Vec<(u16, u16)>> {
        let next = |cell: u16| (if cell < 4 { cell + 1 } else { NONE }, if cell > 0 { cell - 1 } else { NONE });
        vec![(0..5).map(next).collect()]
    }

    #[test]
    fn lengths_are_those_of_the_row_through_the_new_cell() {
        let all = Lines::new(&row(), 2).expect("the row ends");
        let mut lines = Vec::new();
        all.fill(&mut lines, &[[0, 1].into_iter().collect::<Bits<1>>(), [3].into_iter().collect()]);
        assert_eq!(all.grow(&mut lines, 0, 4), 1 << 1);
        assert_eq!(all.grow(&mut lines, 1, 2), 1 << 2);
        assert_eq!(all.grow(&mut lines, 0, 2), 1 << 3);
    }

    #[test]
    fn a_line_without_end_is_not_told() {
        let circle: Vec<(u16, u16)> = (0..5).map(|cell| ((cell + 1) % 5, (cell + 4) % 5)).collect();
        assert!(Lines::new(&[circle], 1).is_none());
    }

    #[test]
    fn a_line_as_long_as_a_word_is_not_told() {
        let next = |cell: u16| (if cell < 63 { cell + 1 } else { NONE }, if cell > 0 { cell - 1 } else { NONE });
        assert!(Lines::new(&[(0..64).map(next).collect()], 1).is_none());
    }
}
