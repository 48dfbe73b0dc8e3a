//! What can be hit from where a piece has landed, along rays: who guesses a number hits every cell that can be hit equally often.
//!
//! ```text
//!   . . 5 . .      by landing (L), the cells on its rays on an empty board, numbered; a number below the most that any landing
//!   4 . 2 . 6      has hits the cell that it tells, if there is one and nothing stands there or on the way to it
//!   . 1 L 3 .
//!   7 . 0 x .      so the cell 7 is on the way to no other, and 0 on the way to 8
//!   . . 8 . .
//! ```

use crate::engine::bits::Bits;
use crate::program::Geometry;
use crate::program::node::NONE;

/// By landing and number, the cell and the way to it.
#[derive(Clone, Debug)]
pub struct Shots<const W: usize> {
    /// So many numbers has each landing.
    most: usize,
    /// One landing after the other, the cells; no cell where the landing has fewer.
    cells: Vec<u16>,
    /// The cells on the way to each of them, with it; all places where there is none.
    ways: Vec<Bits<W>>,
}

impl<const W: usize> Shots<W> {
    /// The shots in some directions.
    pub fn new(geometry: &Geometry, directions: &[u16]) -> Self {
        let most = most(geometry, directions);
        let (mut cells, mut ways) = (Vec::new(), Vec::new());
        for landing in 0..geometry.n_cells as u16 {
            for &direction in directions {
                let mut way = Bits::EMPTY;
                for cell in geometry.ahead(landing, direction) {
                    way.insert(cell);
                    cells.push(cell);
                    ways.push(way);
                }
            }
            let end = (usize::from(landing) + 1) * most;
            cells.resize(end, NONE);
            ways.resize(end, Bits([u64::MAX; W]));
        }
        Self { most, cells, ways }
    }

    /// So many numbers has each landing: those of a landing begin at its own number times that.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The cells of all landings; [`NONE`] for a number that tells none.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The cells on the way to each of them, with it.
    pub fn ways(&self) -> &[Bits<W>] {
        &self.ways
    }

    /// The cell of a shot if nothing lies on the way to it, and there, but members of a set.
    pub fn hit(&self, shot: i64, open: Bits<W>) -> Option<u16> {
        let shot = usize::try_from(shot).ok()?;
        let (cell, way) = (*self.cells.get(shot)?, self.ways[shot]);
        (cell != NONE && (way - open).is_empty()).then_some(cell)
    }
}

/// The most shots that any landing has in some directions.
pub fn most(geometry: &Geometry, directions: &[u16]) -> usize {
    let n_shots = |landing: u16| directions.iter().map(|&way| geometry.ahead(landing, way).count()).sum();
    (0..geometry.n_cells as u16).map(n_shots).max().unwrap_or(0)
}
