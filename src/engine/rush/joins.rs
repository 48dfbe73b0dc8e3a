//! Whether a set joins two others, told step by step as the set grows.

use crate::engine::bits::Bits;

use super::forest::Forest;
use super::lane::Lane;
use super::run::Runner;

/// What was found out about a set that does not join two others: its groups.
#[derive(Clone, Debug)]
pub struct Groups<const W: usize> {
    /// The set.
    of: Bits<W>,
    trees: Forest,
    /// By head, which of the two sets the group touches, as bits.
    touched: Vec<u8>,
}

impl<const W: usize> Groups<W> {
    /// Room for sets of so many cells.
    pub fn new(n_cells: usize) -> Self {
        Self { of: Bits::EMPTY, trees: Forest::new(n_cells), touched: vec![0; n_cells] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.of = Bits::EMPTY;
    }

    /// Adds a cell with its neighbours in the set; whether its group touches both sets then.
    fn add(&mut self, cell: u16, beside: Bits<W>, touches: u8) -> bool {
        self.trees.plant(cell);
        self.touched[cell as usize] = touches;
        for neighbour in beside.iter() {
            let head = self.trees.head(neighbour);
            self.trees.graft(head, cell);
            self.touched[cell as usize] |= self.touched[head as usize];
        }
        self.touched[cell as usize] == 3
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
        let before = if (groups.of - of).is_empty() { groups.of } else { Bits::EMPTY };
        let (mut known, mut joins) = (before, false);
        for cell in (of - before).iter() {
            let touches = u8::from(from.contains(cell)) | u8::from(to.contains(cell)) << 1;
            joins |= groups.add(cell, self.rush.beside[cell as usize] & known, touches);
            known.insert(cell);
        }
        groups.of = if joins { Bits::EMPTY } else { of };
        joins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_grow_together_and_keep_what_they_touch() {
        let mut groups = Groups::<1>::new(5);
        let near = |cells: &[u16]| cells.iter().copied().collect::<Bits<1>>();
        assert!(!groups.add(0, near(&[]), 1));
        assert!(!groups.add(1, near(&[0]), 0));
        assert!(!groups.add(4, near(&[]), 2));
        assert!(!groups.add(3, near(&[4]), 0));
        assert!(groups.add(2, near(&[1, 3]), 0));
    }

    #[test]
    fn what_a_cell_touched_in_another_game_is_forgotten() {
        let mut groups = Groups::<1>::new(2);
        assert!(!groups.add(0, Bits::EMPTY, 1));
        groups.clear();
        assert!(!groups.add(0, Bits::EMPTY, 2));
        assert!(!groups.add(1, Bits::of(0), 0));
    }
}
