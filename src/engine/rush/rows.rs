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
    /// There, if each direction is one shift, what tells soon that there is no row anywhere.
    pub(super) doubled: Option<Doubled>,
    /// On others by cell, pair of directions and direction, the next cells; where the board ends, one beyond it.
    next: Vec<u16>,
}

/// The most pairs of directions of a board for which rows are found by shifts, and the most shifts for each.
const PAIRS: usize = 4;
const SHIFTS: usize = 3;

/// Finds out whether rows of a length begin anywhere on a board of one word. Where a row begins, a shorter one begins, and
/// another some steps further.
///
/// ```text
///   in the set      . x x x x x . x x .
///   begin two       . x x x x . . x . .     in the set, and so is the next cell
///   begin four      . x x . . . . . . .     begin two, and so does the next cell but one
/// ```
#[derive(Clone, Debug)]
pub(super) struct Doubled {
    /// By pair of directions, from which cells so many steps lead along the line, and to how much greater numbers; pairs that
    /// are not there lead from no cell, and shifts that are not needed change nothing.
    shifts: [[(u64, u8); SHIFTS]; PAIRS],
    /// Whether the first two shifts are enough.
    is_short: bool,
}

impl Doubled {
    /// The shifts for rows of a length, by pair of opposite directions and cell the neighbours in both; none if they are
    /// none.
    fn new(pairs: &[Vec<(u16, u16)>], length: u8) -> Option<Self> {
        if pairs.len() > PAIRS || !(2..LONG).contains(&length) || pairs.iter().any(|pair| pair.len() > 64) {
            return None;
        }
        // So many steps further each time.
        let mut strides = Vec::new();
        let mut known = 1;
        while known < length {
            strides.push(known.min(length - known));
            known += strides.last()?;
        }
        let mut shifts = [[(0, 0); SHIFTS]; PAIRS];
        for (pair, shifts) in pairs.iter().zip(&mut shifts) {
            *shifts = [(u64::MAX, 0); SHIFTS];
            let is_ahead = (0..).zip(pair).any(|(cell, &(next, _))| next != NONE && next > cell);
            let next = |cell: u16| match is_ahead {
                true => pair[usize::from(cell)].0,
                false => pair[usize::from(cell)].1,
            };
            let cells = 0..pair.len() as u16;
            let mut apart =
                cells.clone().filter(|&cell| next(cell) != NONE).map(|cell| i32::from(next(cell)) - i32::from(cell));
            let by = apart.next().filter(|&by| by > 0)?;
            if apart.any(|other| other != by) {
                return None;
            }
            for (&stride, shift) in strides.iter().zip(shifts) {
                let leads = |&cell: &u16| {
                    let steps =
                        std::iter::successors(Some(cell), |&here| Some(next(here)).filter(|&next| next != NONE));
                    steps.take(usize::from(stride) + 1).count() == usize::from(stride) + 1
                };
                let from = cells.clone().filter(leads).map(|cell| 1_u64 << cell).sum();
                *shift = (from, u8::try_from(by * i32::from(stride)).ok().filter(|by| *by < 64)?);
            }
        }
        Some(Self { shifts, is_short: strides.len() < SHIFTS })
    }

    /// The shifts that matter, by pair of directions: from which cells so many steps lead, and to how much greater numbers.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn shifts(&self) -> impl Iterator<Item = &[(u64, u8)]> {
        let n = if self.is_short { SHIFTS - 1 } else { SHIFTS };
        self.shifts.iter().map(move |shifts| &shifts[..n]).filter(|shifts| shifts.iter().any(|(from, _)| *from != 0))
    }

    /// Whether a row begins anywhere in a set.
    #[inline(always)]
    fn any(&self, set: u64) -> bool {
        let begin = |known: u64, &(from, by): &(u64, u8)| known & known >> (by & 63) & from;
        let mut rows = 0;
        for shifts in &self.shifts {
            rows |= match self.is_short {
                true => shifts[..2].iter().fold(set, begin),
                false => shifts.iter().fold(set, begin),
            };
        }
        rows != 0
    }
}

/// Rows of so many cells and more are followed cell by cell.
const LONG: u8 = 8;

/// So many are looked at one by one in any case; if there are more it is quicker to find out first whether there is any.
const VERY_FEW: usize = 6;

impl<const W: usize> Rush<W> {
    /// What has to be known of rows of one sort.
    pub(super) fn rows_of(&self, row: RowOf) -> Rows<W> {
        let next = if W > 1 && row.length < LONG { self.next_cells(row) } else { Vec::new() };
        let windows = self.windows(row);
        let is_worth = W == 1 && windows.first().is_some_and(|windows| windows.len() > VERY_FEW);
        let doubled = if is_worth { Doubled::new(&self.pairs, row.length) } else { None };
        Rows { windows, doubled, next }
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

    /// What tells soon that there is no row of a sort anywhere, if anything does.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn doubled(&self, number: u8) -> Option<&Doubled> {
        self.rows.get(usize::from(number)).filter(|_| !self.circles)?.doubled.as_ref()
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
        if rows.doubled.as_ref().is_some_and(|doubled| !doubled.any(set.0[0])) {
            return false;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of directions of a square board: along the rows, and from the upper left to the lower right.
    fn pairs(wide: u16, high: u16) -> Vec<Vec<(u16, u16)>> {
        let cell = |x: i32, y: i32| {
            let is_on = (0..i32::from(wide)).contains(&x) && (0..i32::from(high)).contains(&y);
            if is_on { (y * i32::from(wide) + x) as u16 } else { NONE }
        };
        let pair = |(dx, dy): (i32, i32)| {
            let all = (0..i32::from(high)).flat_map(|y| (0..i32::from(wide)).map(move |x| (x, y)));
            all.map(|(x, y)| (cell(x + dx, y + dy), cell(x - dx, y - dy))).collect()
        };
        vec![pair((-1, 0)), pair((1, 1))]
    }

    fn set(cells: &[u32]) -> u64 {
        cells.iter().map(|cell| 1_u64 << cell).sum()
    }

    #[test]
    fn rows_are_found_by_shifts_but_not_across_the_edge() {
        // Five cells wide: the numbers 3, 4, 5, 6 go round the edge, 6, 12, 18, 24 go aslant.
        let four = Doubled::new(&pairs(5, 5), 4).expect("each direction is one shift");
        assert!(four.any(set(&[5, 6, 7, 8])) && four.any(set(&[21, 22, 23, 24, 1])));
        assert!(!four.any(set(&[3, 4, 5, 6])) && !four.any(set(&[5, 6, 7, 9])));
        assert!(four.any(set(&[6, 12, 18, 24])) && !four.any(set(&[4, 10, 16, 22])));
        let two = Doubled::new(&pairs(5, 5), 2).expect("each direction is one shift");
        assert!(two.any(set(&[8, 9])) && !two.any(set(&[9, 10])));
        let five = Doubled::new(&pairs(5, 5), 5).expect("each direction is one shift");
        assert!(five.any(set(&[0, 6, 12, 18, 24])) && !five.any(set(&[5, 6, 7, 8])));
    }

    #[test]
    fn what_is_no_shift_is_not_told() {
        let mut bent = pairs(5, 5);
        bent[0][7].1 = 1;
        assert!(Doubled::new(&bent, 3).is_none());
        assert!(Doubled::new(&pairs(5, 5), 1).is_none() && Doubled::new(&pairs(9, 9), 3).is_none());
    }
}
