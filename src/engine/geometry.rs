//! Where things lie: neighbours, rows, groups.

use crate::program::node::NONE;

use super::bits::Bits;
use super::machine::Machine;
use super::state::State;

/// A direction with more shifts than these is followed cell by cell where there are few cells.
const SHIFTS: usize = 3;

impl<const W: usize> Machine<W> {
    /// All cells.
    #[inline]
    pub fn cells(&self) -> Bits<W> {
        self.constant(self.program.geometry.all)
    }

    /// The neighbours of cells in a direction.
    #[inline]
    pub fn shift(&self, way: u16, cells: Bits<W>) -> Bits<W> {
        let geometry = &self.program.geometry;
        let Some(shifts) = geometry.shifts.get(way as usize) else {
            return Bits::EMPTY;
        };
        if shifts.len() > SHIFTS && cells.count() < shifts.len() * 2 {
            let next = cells.iter().map(|cell| geometry.step(cell, way));
            return next.filter(|&next| next != NONE).collect();
        }
        let mut shifted = Bits::EMPTY;
        for shift in shifts {
            shifted |= (cells & self.constant(shift.from)).shifted(shift.by);
        }
        shifted
    }

    /// The neighbours of any of these cells by which groups hang together.
    pub fn around(&self, cells: Bits<W>) -> Bits<W> {
        let geometry = &self.program.geometry;
        let mut around = Bits::EMPTY;
        if cells.count() * geometry.joining.len() < geometry.around.len() {
            for next in cells.iter().flat_map(|cell| geometry.joining.iter().map(move |&way| geometry.step(cell, way)))
            {
                if next != NONE {
                    around.insert(next);
                }
            }
            return around;
        }
        for shift in &geometry.around {
            around |= (cells & self.constant(shift.from)).shifted(shift.by);
        }
        around
    }

    /// The cells of a set that are joined, inside it, to some of these cells of it.
    pub fn spread(&self, set: Bits<W>, from: Bits<W>) -> Bits<W> {
        let mut reached = from & set;
        let mut latest = reached;
        while !latest.is_empty() {
            latest = (self.around(latest) & set) - reached;
            reached |= latest;
        }
        reached
    }

    /// Whether a set holds a way from one set to another.
    pub fn joins(&self, set: Bits<W>, from: Bits<W>, to: Bits<W>) -> bool {
        let mut reached = from & set;
        let mut latest = reached;
        while !latest.is_empty() {
            if !(reached & to).is_empty() {
                return true;
            }
            latest = (self.around(latest) & set) - reached;
            reached |= latest;
        }
        false
    }

    /// The cells of groups of one owner that touch no empty cell.
    pub fn surrounded(&self, st: &State) -> Bits<W> {
        let empty = self.cells() - st.bits(self.program.layout.occupied);
        let beside = self.around(empty);
        let mut surrounded = Bits::EMPTY;
        for player in 0..self.n_players() {
            let own = self.of_player(st, player);
            surrounded |= own - self.spread(own, beside);
        }
        surrounded
    }

    /// The regions of a set that touch only another, and touch it.
    pub fn enclosed(&self, set: Bits<W>, border: Bits<W>) -> Bits<W> {
        let mut enclosed = Bits::EMPTY;
        let mut rest = set;
        if self.program.geometry.is_mutual {
            // Regions that touch anything else are left out all at once.
            rest -= self.spread(set, self.around(self.cells() - set - border));
        }
        while let Some(cell) = rest.first() {
            let region = self.spread(set, Bits::of(cell));
            let outside = self.around(region) - region;
            rest -= region;
            if !outside.is_empty() && (outside - border).is_empty() {
                enclosed |= region;
            }
        }
        enclosed
    }

    /// Whether a cell of a set lies on a straight row of so many cells of it.
    pub fn is_on_row(&self, exactly: bool, n: i64, cell: u16, set: &Bits<W>) -> bool {
        let is_long = |length: i64| if exactly { length == n } else { length >= n };
        set.contains(cell) && self.program.geometry.straight.iter().any(|&way| is_long(self.row_length(cell, way, set)))
    }

    /// How many cells the straight row through a cell has inside a set.
    fn row_length(&self, cell: u16, way: u16, set: &Bits<W>) -> i64 {
        let geometry = &self.program.geometry;
        let mut length = 1;
        let mut here = geometry.step(cell, way);
        while here != NONE && here != cell && set.contains(here) && length < geometry.n_cells as i64 {
            length += 1;
            here = geometry.step(here, way);
        }
        // A row in a circle has been counted already.
        if here == cell {
            return length;
        }
        let back = geometry.opposite[way as usize];
        here = if back == NONE { NONE } else { geometry.step(cell, back) };
        while here != NONE && here != cell && set.contains(here) && length < geometry.n_cells as i64 {
            length += 1;
            here = geometry.step(here, back);
        }
        length
    }
}
