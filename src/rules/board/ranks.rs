//! Rows counted from a player's own side.

use super::{Board, CellId, DirectionId, Shape};

impl Board {
    /// The row of every cell for a player facing `facing`, from one: the own side first. The centres of the cells
    /// are projected on the direction; equal projections are one row. On tracks and loops a row is a cell, counted
    /// along the path. None for sites, and for directions that are not on the compass.
    pub fn ranks(&self, facing: DirectionId) -> Vec<Option<u16>> {
        let mut ranks = vec![None; self.n_cells()];
        let keys = self.rank_keys(facing);
        let mut distinct = keys.clone();
        distinct.sort_unstable();
        distinct.dedup();
        for (rank, key) in ranks.iter_mut().zip(&keys) {
            *rank = distinct.binary_search(key).ok().map(|index| index as u16 + 1);
        }
        ranks
    }

    /// The row of one cell for a player facing `facing`, from one; see [`Board::ranks`].
    pub fn rank(&self, cell: CellId, facing: DirectionId) -> Option<u16> {
        self.ranks(facing)[cell.index()]
    }

    /// How many rows a player facing `facing` sees; 0 if the direction is not on the compass.
    pub fn n_ranks(&self, facing: DirectionId) -> u16 {
        self.ranks(facing).into_iter().flatten().max().unwrap_or(0)
    }

    /// Where each cell of the grid lies along the direction, in millionths of a cell; empty without a compass.
    fn rank_keys(&self, facing: DirectionId) -> Vec<i64> {
        if facing.index() >= self.compass {
            return Vec::new();
        }
        if matches!(self.shape, Shape::Track(_) | Shape::Loop(_)) {
            let sign = if facing.0 == 0 { 1 } else { -1 };
            return (0..self.n_grid as i64).map(|index| sign * index).collect();
        }
        let (x, y) = self.heading(facing);
        let key = |(cx, cy): (f64, f64)| ((cx * x + cy * y) * 1e6).round() as i64;
        self.cells[..self.n_grid].iter().map(|cell| key(cell.centre)).collect()
    }

    /// The unit vector of a direction of the compass. The first direction points north, or on hexes to the middle of
    /// the first sixth of the circle.
    fn heading(&self, direction: DirectionId) -> (f64, f64) {
        let offset = if self.compass == 6 { 0.5 } else { 0.0 };
        let turns = (f64::from(direction.0) + offset) / self.compass as f64;
        (turns * std::f64::consts::TAU).sin_cos()
    }
}
