//! Questions about a finished board: straight rows, leaps and distances.

use std::collections::{HashSet, VecDeque};

use super::{Board, CellId, DirectionId, Shape, lattice::ids};

impl Board {
    /// All straight rows of exactly `n` consecutive different cells along pairs of opposite directions, each row
    /// once. The unnamed ways of listed edges are not straight.
    pub fn straight_lines(&self, n: usize) -> Vec<Vec<CellId>> {
        let mut lines = Vec::new();
        let mut seen = HashSet::new();
        if n == 0 || n > self.n_cells() {
            return lines;
        }
        for direction in self.straight_ways() {
            for start in ids(self.n_grid) {
                let Some(line) = self.row_from(start, direction, n) else { continue };
                let mut key = line.clone();
                key.sort_unstable();
                if seen.insert(key) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// The directions that lead to neighbours: all but those that lead past them.
    pub fn neighbour_ways(&self) -> Vec<DirectionId> {
        let near = |id: &DirectionId| !self.directions[id.index()].far;
        (0..self.directions.len()).map(|index| DirectionId(index as u8)).filter(near).collect()
    }

    /// The directions by which cells hang together in groups and regions: the orthogonal ones of squares and morris
    /// boards, elsewhere all that lead to neighbours.
    pub fn joining_ways(&self) -> Vec<DirectionId> {
        let all_near = !self.directions.iter().any(|direction| direction.far);
        let orthogonal = self.direction_sets.get("orthogonal").filter(|_| all_near);
        orthogonal.cloned().unwrap_or_else(|| self.neighbour_ways())
    }

    /// The first of every pair of opposite directions along which rows of cells are straight: no unnamed way, and
    /// none that leads past the neighbours.
    pub fn straight_ways(&self) -> Vec<DirectionId> {
        let ways = self.direction_sets.get("ways").map_or(&[][..], Vec::as_slice);
        let mut straight = self.neighbour_ways();
        straight.retain(|id| self.directions[id.index()].opposite.is_some_and(|opposite| *id < opposite));
        straight.retain(|id| !ways.contains(id));
        straight
    }

    /// The row of `n` different cells from `start`, if it is so long.
    fn row_from(&self, start: CellId, direction: DirectionId, n: usize) -> Option<Vec<CellId>> {
        let mut seen = vec![false; self.n_cells()];
        let mut row = vec![start];
        seen[start.index()] = true;
        let mut here = start;
        while row.len() < n {
            here = self.step(here, direction)?;
            // A direction may run in a circle, around a loop or a cylinder.
            if std::mem::replace(&mut seen[here.index()], true) {
                return None;
            }
            row.push(here);
        }
        Some(row)
    }

    /// Whether leaps mean anything here: only on boards of squares.
    pub fn has_leaps(&self) -> bool {
        matches!(self.shape, Shape::Square { .. })
    }

    /// The cells that a leap of `a` and `b` squares at a right angle reaches from `cell`, in all its reflections, in
    /// the order of the cells. Leaps go by the drawing and heed no added direction. Empty without
    /// [`Board::has_leaps`].
    pub fn leaps(&self, cell: CellId, a: u16, b: u16) -> Vec<CellId> {
        let wanted = (i32::from(a.min(b)), i32::from(a.max(b)));
        self.offsets(cell)
            .filter(|(_, (x, y))| (x.abs().min(y.abs()), x.abs().max(y.abs())) == wanted)
            .map(|(to, _)| to)
            .collect()
    }

    /// Those leaps from `cell` that go `a` squares across and `b` squares along `facing`, one of the four orthogonal
    /// directions; empty for other directions.
    pub fn leaps_toward(&self, cell: CellId, a: u16, b: u16, facing: DirectionId) -> Vec<CellId> {
        let (across, along) = (i32::from(a), i32::from(b));
        let matches = |(x, y): (i32, i32)| match facing.0 {
            0 => (x.abs(), y) == (across, along),
            2 => (y.abs(), x) == (across, along),
            4 => (x.abs(), -y) == (across, along),
            6 => (y.abs(), -x) == (across, along),
            _ => false,
        };
        self.offsets(cell).filter(|(_, offset)| matches(*offset)).map(|(to, _)| to).collect()
    }

    /// The other cells of a board of squares and how far they are to the right and upward.
    fn offsets(&self, cell: CellId) -> impl Iterator<Item = (CellId, (i32, i32))> {
        let place = |cell: CellId| {
            let cell = &self.cells[cell.index()];
            Some((i32::from(cell.column?), i32::from(cell.row?)))
        };
        let from = place(cell).filter(|_| self.has_leaps());
        ids(self.n_grid).filter(move |to| *to != cell).filter_map(move |to| {
            let ((x, y), (from_x, from_y)) = (place(to)?, from?);
            Some((to, (x - from_x, y - from_y)))
        })
    }

    /// The least number of steps to neighbours from `from` to `to`; none if there is no way.
    pub fn distance(&self, from: CellId, to: CellId) -> Option<u16> {
        self.distances(from)[to.index()]
    }

    /// The distance of every cell from `from`; see [`Board::distance`].
    pub fn distances(&self, from: CellId) -> Vec<Option<u16>> {
        let mut distances = vec![None; self.n_cells()];
        distances[from.index()] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        let ways = self.neighbour_ways();
        while let Some((here, steps)) = queue.pop_front() {
            for next in ways.iter().filter_map(|way| self.step(here, *way)) {
                if distances[next.index()].is_none() {
                    distances[next.index()] = Some(steps + 1);
                    queue.push_back((next, steps + 1));
                }
            }
        }
        distances
    }
}
