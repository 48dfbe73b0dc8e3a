//! Whether a set joins two others, or a group of it touches several, told step by step as the set grows.

use crate::engine::bits::Bits;

use super::Rush;
use super::forest::Forest;
use super::lane::Lane;
use super::run::Runner;

/// What was found out about a set that does not join two others: its groups.
#[derive(Clone, Debug)]
pub struct Groups<const W: usize> {
    /// The set.
    of: Bits<W>,
    trees: Forest,
    /// By head, which of the sets that are asked about the group touches, as bits.
    touched: Vec<u8>,
    /// Whether the set joined the others before turns that only drop pieces.
    pub joined: bool,
}

/// What a group touches that joins two sets.
pub const BOTH: u8 = 3;

impl<const W: usize> Groups<W> {
    /// Room for sets of so many cells.
    pub fn new(n_cells: usize) -> Self {
        Self { of: Bits::EMPTY, trees: Forest::new(n_cells), touched: vec![0; n_cells], joined: false }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.of = Bits::EMPTY;
    }

    /// Adds a cell to the set, with what it touches itself; what its group touches then.
    #[inline(always)]
    pub(super) fn grow(&mut self, rush: &Rush<W>, cell: u16, touches: u8) -> u8 {
        if self.of.contains(cell) {
            let head = self.trees.head(cell);
            return self.touched[usize::from(head)];
        }
        let touched = match &rush.nearby {
            Some(nearby) => self.add(cell, nearby.of(cell, &self.of), touches),
            None => self.add(cell, (rush.beside[usize::from(cell)] & self.of).iter(), touches),
        };
        self.of.insert_in_place(cell);
        touched
    }

    /// The same with its neighbours in the set, one of each group at least.
    #[inline(always)]
    fn add(&mut self, cell: u16, mut beside: impl Iterator<Item = u16>, touches: u8) -> u8 {
        let Some(first) = beside.next() else {
            self.trees.plant(cell);
            self.touched[cell as usize] = touches;
            return touches;
        };
        let head = self.trees.head(first);
        self.trees.graft(cell, head);
        let mut touched = self.touched[head as usize] | touches;
        for neighbour in beside {
            let other = self.trees.head(neighbour);
            // If it is the same group, nothing changes.
            self.trees.graft(other, head);
            touched |= self.touched[other as usize];
        }
        self.touched[head as usize] = touched;
        touched
    }

    /// Makes the groups those of a set, of which only what is new is looked at if it grew; what a cell touches itself is given. Whether
    /// a group that grew joins two sets.
    #[inline]
    pub(super) fn catch_up(&mut self, rush: &Rush<W>, of: Bits<W>, touches: impl Fn(u16) -> u8) -> bool {
        if !(self.of - of).is_empty() {
            self.clear();
        }
        let mut joins = false;
        for cell in (of - self.of).iter() {
            joins |= self.grow(rush, cell, touches(cell)) == BOTH;
        }
        joins
    }
}

impl<const W: usize> Rush<W> {
    /// By cell, which of some sets it belongs to, as bits.
    pub(super) fn touching(&self, sides: &[u16]) -> Vec<u8> {
        let is_in = |cell: u16, side: u16| u8::from(self.constants[usize::from(side)].contains(cell));
        let touched = |cell: u16| (0..).zip(sides).fold(0, |all, (place, &side)| all | is_in(cell, side) << place);
        (0..self.beside.len() as u16).map(touched).collect()
    }
}

impl<const W: usize> Runner<'_, W> {
    /// Whether a set joins two others. If it only grew since it was last asked about, and did not join them then, only
    /// what is new is looked at.
    #[inline]
    pub(super) fn joins(
        &mut self,
        lane: &mut Lane<W>,
        (of, from, to): (Bits<W>, Bits<W>, Bits<W>),
        place: usize,
    ) -> bool {
        let groups = &mut lane.joins[place];
        if of == groups.of {
            return false;
        }
        if !self.rush.is_mutual {
            return self.slow.machine.joins(of, from, to);
        }
        let touches = |cell: u16| u8::from(from.contains(cell)) | u8::from(to.contains(cell)) << 1;
        let joins = groups.catch_up(self.rush, of, touches);
        if joins {
            groups.clear();
        }
        joins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_grow_together_and_keep_what_they_touch() {
        let mut groups = Groups::<1>::new(5);
        assert!(groups.add(0, std::iter::empty(), 1) != 3);
        assert!(groups.add(1, std::iter::once(0), 0) != 3);
        assert!(groups.add(4, std::iter::empty(), 2) != 3);
        assert!(groups.add(3, std::iter::once(4), 0) != 3);
        assert_eq!(groups.add(2, [1, 3].into_iter(), 0), 3);
    }

    #[test]
    fn what_a_cell_touched_in_another_game_is_forgotten() {
        let mut groups = Groups::<1>::new(2);
        assert_eq!(groups.add(0, std::iter::empty(), 1), 1);
        groups.clear();
        assert_eq!(groups.add(0, std::iter::empty(), 2), 2);
        assert_eq!(groups.add(1, std::iter::once(0), 0), 2);
    }
}
