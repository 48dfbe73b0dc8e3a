//! The straight lines of the board, each in a word: how long the rows through a cell are is looked up by the cells around it.
//!
//! ```text
//!   . x x . x x x . x     a line, and a cell in the midst of it
//!     ^^^^^^^^^           what matters of it where rows of four are asked for: as many cells to either side
//! ```

use crate::engine::bits::Bits;
use crate::engine::ends::PLAYERS;
use crate::program::node::NONE;

use super::instructions::gathered;

/// The cells of players on the lines of the board, as [`Lines::fill`] writes them.
#[derive(Clone, Debug, Default)]
pub struct Grown {
    /// By player, where all lines of the board fit into a word: they lie here and not elsewhere, so that a player's is found at once.
    words: [u64; PLAYERS],
    /// By player and line on other boards.
    lines: Vec<u64>,
}

impl Grown {
    /// Makes them what others of the same board are.
    #[inline(always)]
    pub fn become_again(&mut self, others: &Self) {
        self.words = others.words;
        // Mostly one of both is all there is.
        if !self.lines.is_empty() {
            self.lines.copy_from_slice(&others.lines);
        }
    }
}

/// The most cells to one side of a cell that are looked at.
const FAR: u8 = 6;
/// By so many bits the cells that are looked at are told.
const LOOKED_AT: usize = 2 * FAR as usize + 1;
/// By which cells of a line belong to a player, the length of the row through the one in the midst as a bit.
type Lengths = [u16; 1 << LOOKED_AT];
/// The most cells of a line: there is room for those that are looked at behind its ends.
const LONGEST: usize = 64 - 2 * FAR as usize;

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
    places: Vec<Place>,
    /// The same by cell, where there are no more pairs: the first stands in the place of those that are not there.
    few: Vec<[Place; FEW]>,
    /// Instead of these, on a board that fits into a word with as many bits before it, by cell and pair the cells that are looked at.
    windows: Vec<[Window; FEW]>,
    /// Instead of these, on a board of few cells, by cell and all cells of a player the lengths of the rows through the cell, as bits.
    whole: Vec<u16>,
    /// How many cells to either side of a cell are looked at.
    far: u8,
    /// By which of these belong to a player, the length of the row through the cell as a bit.
    lengths: Box<Lengths>,
}

/// A line, and the bit of its word where what is looked at begins, for a cell.
#[derive(Clone, Copy, Debug)]
struct Place(u32);

impl Place {
    fn new(line: u16, bit: u8) -> Self {
        Self(u32::from(line) << 6 | u32::from(bit & 63))
    }

    fn line(self) -> usize {
        (self.0 >> 6) as usize
    }

    fn first(self) -> u32 {
        self.0 & 63
    }
}

/// The pairs of directions of usual boards.
const FEW: usize = 4;

/// The cells of a line around a cell, as bits of a word, and so many bits before the board, which are none, that this cell is in the
/// midst once they are gathered.
///
/// ```text
///   . . x      the word . . . . x . x x . | . .  (from the right), with two bits before the board; the diagonal through the cell in the
///   x x .      midst is every second bit. Gathered with one bit before it, it is x x x .
///   x . .
/// ```
type Window = u64;

/// The most cells of a board on which rows are looked up by all cells of a player: so many entries stay near the processor.
const FEW_CELLS: usize = 10;

/// What is looked up on a board that fits into a word.
#[derive(Clone, Copy, Debug)]
pub struct Windows<'a> {
    /// By cell and pair, the cells that are looked at; none on another board or one of few cells.
    by_cell: &'a [[Window; FEW]],
    /// By cell and all cells of a player, the lengths of rows on a board of few cells.
    whole: &'a [u16],
    /// How many cells that board has.
    n_cells: u32,
    /// The bit of the first cell.
    first: u64,
    lengths: &'a Lengths,
}

impl Windows<'static> {
    /// Those of another board.
    pub const NONE: Self = Self { by_cell: &[], whole: &[], n_cells: 0, first: 1, lengths: &[0; 1 << LOOKED_AT] };
}

impl Windows<'_> {
    /// A player, whose cells begin at a place, gets a cell; the lengths of the rows of its cells through that one, as bits. None on a
    /// board that does not fit into a word.
    #[inline(always)]
    pub fn grow(&self, grown: &mut Grown, place: usize, cell: u16) -> Option<u64> {
        if let Some(windows) = self.by_cell.get(usize::from(cell)) {
            let own = &mut grown.words[place];
            *own |= self.first << (cell & 63);
            let length = |cells: u64| self.lengths[gathered(*own, cells) as usize & (self.lengths.len() - 1)];
            return Some(windows.iter().fold(0, |lengths, &cells| lengths | u64::from(length(cells))));
        }
        if self.whole.is_empty() {
            return None;
        }
        let own = &mut grown.words[place];
        *own |= 1 << (cell & 63);
        Some(u64::from(self.whole[usize::from(cell) << self.n_cells | *own as usize]))
    }
}

impl Lines {
    /// What is looked up of them if the board fits into a word.
    pub fn windows(&self) -> Windows<'_> {
        Windows {
            by_cell: if self.whole.is_empty() { &self.windows } else { &[] },
            whole: &self.whole,
            n_cells: self.windows.len() as u32,
            first: 1 << self.n_before(),
            lengths: &self.lengths,
        }
    }

    /// How many bits there are before the board where its cells are those of a word.
    fn n_before(&self) -> u8 {
        if self.whole.is_empty() { self.far } else { 0 }
    }

    /// By cell and all cells of a player, the lengths of the rows through the cell, as bits.
    fn on_whole_boards(&self) -> Vec<u16> {
        let n_cells = self.windows.len() as u16;
        let lengths = |cell: u16, own: u64| {
            let mut grown = Grown::default();
            grown.words[0] = own << self.far;
            self.windows().grow(&mut grown, 0, cell).unwrap_or_default() as u16
        };
        (0..n_cells).flat_map(|cell| (0..1 << n_cells).map(move |own| lengths(cell, own))).collect()
    }

    /// The lines of a board with so many players, told by pair of opposite directions and cell as the neighbours in both, for rows
    /// whose length so many cells to either side tell; none if that are too many, or if a line has no end or is too long.
    ///
    /// If bits can be gathered by one instruction, lines of small boards are not written down apart.
    pub fn new(pairs: &[Vec<(u16, u16)>], n_players: usize, far: u8, gathers: bool) -> Option<Self> {
        let n_cells = pairs.first().filter(|_| far <= FAR)?.len();
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
                    places[here as usize * pairs.len() + pair] = Some(Place::new(n_lines, place as u8));
                    (before, here) = (here, next[here as usize].0);
                }
                n_lines = n_lines.checked_add(1)?;
            }
        }
        let places: Option<Vec<Place>> = places.into_iter().collect();
        let (n_pairs, places) = (pairs.len(), places?);
        let few = |of: &[Place]| std::array::from_fn(|pair| of[if pair < n_pairs { pair } else { 0 }]);
        let few = if n_pairs <= FEW { places.chunks_exact(n_pairs).map(few).collect() } else { Vec::new() };
        let windows =
            if gathers && n_cells + usize::from(far) <= 64 && n_pairs <= FEW { windows(pairs, far) } else { None };
        let n_lines = if windows.is_some() { 1 } else { n_lines.into() };
        let windows = windows.unwrap_or_default();
        let (whole, lengths) = (Vec::new(), lengths(far));
        let mut lines = Self { n_players, n_lines, n_pairs, places, few, windows, whole, far, lengths };
        if n_cells <= FEW_CELLS {
            lines.whole = lines.on_whole_boards();
        }
        Some(lines)
    }

    fn of_cell(&self, cell: u16) -> &[Place] {
        &self.places[cell as usize * self.n_pairs..][..self.n_pairs]
    }

    /// Writes the cells of all players on their lines.
    pub fn fill<const W: usize>(&self, grown: &mut Grown, owners: &[Bits<W>]) {
        let Grown { words, lines } = grown;
        lines.clear();
        if !self.windows.is_empty() {
            for (word, cells) in words.iter_mut().zip(owners).take(self.n_players) {
                *word = cells.0[0] << self.n_before();
            }
            return;
        }
        lines.resize(self.n_players * self.n_lines, 0);
        for (player, cells) in owners.iter().take(self.n_players).enumerate() {
            for cell in cells.iter() {
                for place in self.of_cell(cell) {
                    lines[player * self.n_lines + place.line()] |= 1 << (place.first() + u32::from(self.far));
                }
            }
        }
    }

    /// Where the lines of a player begin.
    pub fn first_of(&self, player: u8) -> usize {
        usize::from(player) * self.n_lines
    }

    /// A player, whose cells begin at a place, gets a cell; the lengths of the rows of its cells through that one, as bits. The board
    /// does not fit into a word.
    #[inline(always)]
    pub fn grow(&self, grown: &mut Grown, place: usize, cell: u16) -> u64 {
        let own = &mut grown.lines[place..];
        // A cell that is written twice is written once, so it does not matter which line stands for one that is not there.
        match self.few.get(usize::from(cell)) {
            Some(few) => few.iter().fold(0, |lengths, &place| lengths | self.grow_line(own, place)),
            None => self.of_cell(cell).iter().fold(0, |lengths, &place| lengths | self.grow_line(own, place)),
        }
    }

    /// Puts a cell on its place of a line; the length of the row through it, as a bit.
    #[inline(always)]
    fn grow_line(&self, own: &mut [u64], place: Place) -> u64 {
        let word = &mut own[place.line()];
        *word |= 1 << (self.far & 63) << place.first();
        self.length(*word >> place.first())
    }

    /// The length of the row through the cell in the midst of those that are looked at, which are the first of some, as a bit.
    #[inline(always)]
    fn length(&self, cells: u64) -> u64 {
        let looked_at = cells as usize & ((2 << (2 * (self.far & 7))) - 1);
        u64::from(self.lengths[looked_at & (self.lengths.len() - 1)])
    }
}

/// By cell and pair, the cells that are looked at; none where their numbers go to and fro.
fn windows(pairs: &[Vec<(u16, u16)>], far: u8) -> Option<Vec<[Window; FEW]>> {
    let window = |cell: u16, next: &[(u16, u16)]| {
        let way = |to: fn(&(u16, u16)) -> u16| {
            let step = |&at: &u16| Some(to(&next[usize::from(at)])).filter(|&to| to != NONE);
            std::iter::successors(Some(cell), step).skip(1).take(far.into()).collect::<Vec<u16>>()
        };
        let (ahead, behind) = (way(|&(next, _)| next), way(|&(_, before)| before));
        let line: Vec<u16> = behind.iter().rev().chain([&cell]).chain(&ahead).copied().collect();
        let before = match (line.is_sorted(), line.iter().rev().is_sorted()) {
            (true, _) => behind.len(),
            (_, true) => ahead.len(),
            _ => return None,
        };
        let cells = line.iter().fold(0, |cells, &cell| cells | 1 << cell << far);
        Some(cells | ((1 << far) - 1) >> before)
    };
    let n_cells = pairs.first()?.len() as u16;
    let of_cell = |cell: u16| -> Option<[Window; FEW]> {
        let found: Vec<Window> = pairs.iter().map(|next| window(cell, next)).collect::<Option<_>>()?;
        Some(std::array::from_fn(|pair| found[if pair < found.len() { pair } else { 0 }]))
    };
    (0..n_cells).map(of_cell).collect()
}

/// Lengths by the cells from so many before a cell to as many behind it.
fn lengths(far: u8) -> Box<Lengths> {
    let length = |cells: u32| {
        let ahead = (cells >> far).trailing_ones();
        let behind = (cells << (31 - far)).leading_ones();
        1 << (ahead + behind).saturating_sub(1)
    };
    let mut lengths = Box::new([0; 1 << LOOKED_AT]);
    (0..1 << (2 * far + 1)).zip(lengths.iter_mut()).for_each(|(cells, to)| *to = length(cells));
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rush::instructions::gathers_bits;

    /// So many cells in a row.
    fn row(n: u16) -> Vec<Vec<(u16, u16)>> {
        let next = |cell: u16| (if cell + 1 < n { cell + 1 } else { NONE }, if cell > 0 { cell - 1 } else { NONE });
        vec![(0..n).map(next).collect()]
    }

    #[test]
    fn lengths_are_those_of_the_row_through_the_new_cell() {
        let cases = (2..=FAR).flat_map(|far| [(far, 5, false), (far, 5, true), (far, FEW_CELLS as u16 + 1, true)]);
        for (far, n, gathers) in cases {
            let all = Lines::new(&row(n), 2, far, gathers && gathers_bits()).expect("the row ends");
            let mut grown = Grown::default();
            all.fill(&mut grown, &[[0, 1].into_iter().collect::<Bits<1>>(), [3].into_iter().collect()]);
            let mut grow = |player: u8, cell: u16| {
                let place = all.first_of(player);
                all.windows().grow(&mut grown, place, cell).unwrap_or_else(|| all.grow(&mut grown, place, cell))
            };
            assert_eq!([grow(0, 4), grow(1, 2), grow(0, 2)], [1 << 1, 1 << 2, 1 << 3]);
        }
    }

    #[test]
    fn rows_of_which_only_a_part_is_looked_at_are_longer_than_that_part() {
        let all = Lines::new(&row(5), 1, 1, false).expect("the row ends");
        let mut grown = Grown::default();
        all.fill(&mut grown, &[[0, 1, 3, 4].into_iter().collect::<Bits<1>>()]);
        assert_eq!(all.grow(&mut grown, 0, 2), 1 << 3);
    }

    #[test]
    fn a_line_without_end_is_not_told() {
        let circle: Vec<(u16, u16)> = (0..5).map(|cell| ((cell + 1) % 5, (cell + 4) % 5)).collect();
        assert!(Lines::new(&[circle], 1, 3, false).is_none());
    }

    #[test]
    fn what_does_not_fit_into_a_word_is_not_told() {
        assert!(Lines::new(&row(LONGEST as u16), 1, FAR, false).is_some());
        assert!(Lines::new(&row(LONGEST as u16 + 1), 1, FAR, false).is_none());
        assert!(Lines::new(&row(5), 1, FAR + 1, false).is_none());
    }

    #[test]
    fn a_cell_at_the_end_of_the_longest_line_has_its_row() {
        let n = LONGEST as u16;
        let all = Lines::new(&row(n), 1, FAR, false).expect("as long as may be");
        let mut grown = Grown::default();
        all.fill(&mut grown, &[[n - 2, n - 3].into_iter().collect::<Bits<1>>()]);
        assert_eq!(all.grow(&mut grown, 0, n - 1), 1 << 3);
    }
}
