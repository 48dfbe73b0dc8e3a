//! Groups of cells as trees with links to their heads.
//!
//! ```text
//!   a ← b ← c     d ← e        a and d are heads; when c is asked for its head, it is linked nearer to a
//! ```

/// By cell of a group, another cell of its group nearer to the head, or itself if it is the head.
///
/// # Source
/// Each link is shortened when it is followed: Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms",
/// Journal of the ACM 31 (1984).
#[derive(Clone, Debug)]
pub struct Forest(Vec<u16>);

impl Forest {
    /// Room for so many cells, none of which belongs to a group yet.
    pub fn new(n_cells: usize) -> Self {
        Self(vec![0; n_cells])
    }

    /// The head of the group of a cell.
    pub fn head(&mut self, mut cell: u16) -> u16 {
        while self.0[cell as usize] != cell {
            let next = self.0[self.0[cell as usize] as usize];
            self.0[cell as usize] = next;
            cell = next;
        }
        cell
    }

    /// Makes a cell a group of its own, whatever it belonged to.
    pub fn plant(&mut self, cell: u16) {
        self.0[cell as usize] = cell;
    }

    /// Lets the group of a head belong to the group of a cell that is a head itself.
    pub fn graft(&mut self, head: u16, cell: u16) {
        self.0[head as usize] = cell;
    }
}
