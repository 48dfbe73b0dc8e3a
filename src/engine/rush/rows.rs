//! Straight rows through a cell.

use crate::engine::bits::Bits;
use crate::program::node::NONE;

use super::Rush;
use super::run::Runner;

/// Which rows are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOf {
    /// How many cells.
    pub length: u8,
    /// Whether longer rows do not count.
    pub exactly: bool,
}

impl RowOf {
    /// The lengths of rows of this sort, as bits; none if rows may be so long that bits do not tell.
    pub fn lengths(self) -> Option<u64> {
        let shortest = 1_u64.checked_shl(self.length.into()).filter(|_| self.length > 0)?;
        Some(if self.exactly { shortest } else { !(shortest - 1) })
    }
}

/// Straight rows of one sort.
#[derive(Clone, Debug)]
pub struct Rows<const W: usize> {
    /// On boards of one word by cell the rows through it, as many for each: the cells that are looked at, and those of
    /// them that must be in the set.
    windows: Vec<Vec<(Bits<W>, Bits<W>)>>,
    /// On others by cell, pair of directions and direction, the next cells; where the board ends, one beyond it.
    next: Vec<u16>,
}

/// Rows of so many cells and more are followed cell by cell.
const LONG: u8 = 8;

/// So many rows through a cell are looked at one by one; if there are more it is quicker to count along lines.
pub const FEW: usize = 16;

impl<const W: usize> Rows<W> {
    /// How many rows through a cell are looked at.
    pub fn n_windows(&self) -> usize {
        self.windows.first().map_or(0, Vec::len)
    }
}

impl<const W: usize> Rush<W> {
    /// What has to be known of rows of one sort.
    pub(super) fn rows_of(&self, row: RowOf) -> Rows<W> {
        let next = if W > 1 && row.length < LONG { self.next_cells(row) } else { Vec::new() };
        Rows { windows: self.windows(row), next }
    }

    /// The cells next to each, as many as matter.
    fn next_cells(&self, row: RowOf) -> Vec<u16> {
        let mut all = Vec::new();
        for cell in 0..self.beside.len() as u16 {
            for pairs in &self.pairs {
                for forward in [true, false] {
                    let next = |&here: &u16| {
                        let (ahead, back) = pairs.get(here as usize).copied().unwrap_or((NONE, NONE));
                        Some(if forward { ahead } else { back })
                    };
                    all.extend(std::iter::successors(Some(cell), next).skip(1).take(row.length.into()));
                }
            }
        }
        all
    }

    fn windows(&self, row: RowOf) -> Vec<Vec<(Bits<W>, Bits<W>)>> {
        let n_cells = self.beside.len();
        let mut rows = vec![Vec::new(); n_cells];
        if row.length >= LONG || W > 1 {
            return rows;
        }
        if row.length < 2 {
            return rows;
        }
        for pairs in &self.pairs {
            for start in 0..n_cells as u16 {
                let next = |&cell: &u16| Some(pairs[cell as usize].0).filter(|&next| next != NONE);
                let cells: Vec<u16> = std::iter::successors(Some(start), next).take(row.length.into()).collect();
                let set: Bits<W> = cells.iter().copied().collect();
                if cells.len() != usize::from(row.length) || set.count() != cells.len() {
                    continue;
                }
                let mut looked_at = set;
                if row.exactly {
                    let ends = [pairs[start as usize].1, cells.last().map_or(NONE, |&last| pairs[last as usize].0)];
                    ends.iter().filter(|&&end| end != NONE).for_each(|&end| looked_at.insert(end));
                }
                cells.iter().for_each(|&cell| rows[cell as usize].push((looked_at, set)));
            }
        }
        // A row that is nowhere: nothing is not the whole.
        let most = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|rows| rows.resize(most, (Bits::EMPTY, !Bits::EMPTY)));
        rows
    }

    /// Whether a cell of a set lies on a straight row of cells of it.
    #[inline(always)]
    pub(super) fn is_on_row(&self, number: usize, cell: u16, set: &Bits<W>) -> bool {
        // Early in a game there are too few.
        if !set.contains(cell) || set.count() < usize::from(self.script.rows[number].length) {
            return false;
        }
        let row = self.script.rows[number];
        if row.length >= LONG || row.length < 2 || self.circles {
            return self.is_on_long_row(row, cell, set);
        }
        let rows = &self.rows[number];
        if W > 1 {
            let reach = usize::from(row.length);
            let size = self.pairs.len() * 2 * reach;
            let next = &rows.next[cell as usize * size..][..size];
            return next.chunks_exact(2 * reach).any(|both| {
                let run = |cells: &[u16]| cells.iter().take_while(|&&cell| set.contains(cell)).count();
                let length = 1 + run(&both[..reach]) + run(&both[reach..]);
                if row.exactly { length == reach } else { length >= reach }
            });
        }
        let mut found = false;
        for &(looked_at, cells) in &rows.windows[cell as usize] {
            found |= *set & looked_at == cells;
        }
        found
    }

    fn is_on_long_row(&self, row: RowOf, cell: u16, set: &Bits<W>) -> bool {
        self.pairs.iter().any(|pairs| {
            let mut length = 1;
            let mut here = pairs[cell as usize].0;
            while here != NONE && here != cell && set.contains(here) {
                length += 1;
                here = pairs[here as usize].0;
            }
            if here != cell {
                here = pairs[cell as usize].1;
                while here != NONE && set.contains(here) {
                    length += 1;
                    here = pairs[here as usize].1;
                }
            }
            if row.exactly { length == u32::from(row.length) } else { length >= u32::from(row.length) }
        })
    }
}

impl<const W: usize> Runner<'_, W> {
    /// Whether a cell lies on a complete line in a set.
    #[inline]
    pub(super) fn is_on_line(&self, cell: u16, of: Bits<W>) -> bool {
        let machine = self.slow.machine;
        let lines = machine.program.geometry.lines_through[cell as usize].iter();
        lines.map(|&line| machine.constant(line)).any(|line| (line - of).is_empty())
    }
}
