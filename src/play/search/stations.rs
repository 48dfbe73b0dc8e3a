//! Positions of the tree that are kept, so that a way down need not be played from the root: it begins at the last one that
//! it passes.
//!
//! ```text
//!   root ── kept ── kept ─┬─ played ── new position      which way is taken down to there is told by what is known of
//!                         └─ kept ── …                   the nodes alone
//! ```

/// From so many visits on a position is kept.
pub const VISITS: u32 = 64;
/// A visit is worth so many bytes: what takes more is kept later.
pub const WORTH: usize = 64;
/// The most options of a position that is kept.
pub const OPTIONS: usize = 400;

/// The number of a node whose position is not kept.
const NONE: u32 = u32::MAX;

/// Kept positions, by node.
#[derive(Debug)]
pub struct Stations<P> {
    positions: Vec<P>,
    /// By node the place of its position, or [`NONE`]; nodes beyond have none.
    places: Vec<u32>,
}

impl<P> Default for Stations<P> {
    fn default() -> Self {
        Self { positions: Vec::new(), places: Vec::new() }
    }
}

impl<P> Stations<P> {
    /// The position of a node, if it is kept.
    pub fn of(&self, node: usize) -> Option<&P> {
        self.positions.get(*self.places.get(node)? as usize)
    }

    /// Keeps the position of a node.
    pub fn keep(&mut self, node: usize, position: P) {
        if self.places.len() <= node {
            self.places.resize(node + 1, NONE);
        }
        self.places[node] = self.positions.len() as u32;
        self.positions.push(position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_kept_is_there() {
        let mut stations = Stations::default();
        assert_eq!(stations.of(0), None);
        stations.keep(3, "three");
        stations.keep(1, "one");
        assert_eq!(
            [0, 1, 2, 3, 4].map(|node| stations.of(node).copied()),
            [None, Some("one"), None, Some("three"), None]
        );
    }
}
