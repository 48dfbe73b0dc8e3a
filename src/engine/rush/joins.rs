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

    /// Adds a cell to the set, with what it touches itself; what its group touches then.
    #[inline]
    fn grow(&mut self, rush: &Rush<W>, cell: u16, touches: u8) -> u8 {
        let of = self.of;
        self.of.insert(cell);
        match &rush.nearby {
            Some(nearby) => self.add(cell, nearby.of(cell, &of), touches),
            None => self.add(cell, (rush.beside[cell as usize] & of).iter(), touches),
        }
    }

    /// The same with its neighbours in the set, one of each group at least.
    #[inline]
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
        if !(groups.of - of).is_empty() {
            groups.clear();
        }
        let mut joins = false;
        for cell in (of - groups.of).iter() {
            let touches = u8::from(from.contains(cell)) | u8::from(to.contains(cell)) << 1;
            joins |= groups.grow(self.rush, cell, touches) == 3;
        }
        if joins {
            groups.clear();
        }
        joins
    }

    /// Whether the group of a cell of a set, which has come to it last, touches all of some constants.
    #[inline]
    pub(super) fn touches(&self, lane: &mut Lane<W>, (cell, of): (u16, Bits<W>), sides: &[u16], place: usize) -> bool {
        let rush = self.rush;
        let side = |index: usize| &rush.constants[usize::from(sides[index])];
        if !rush.is_mutual {
            let group = rush.joined(of, Bits::of(cell));
            return (0..sides.len()).all(|index| !(group & *side(index)).is_empty());
        }
        let touched = |cell: u16| {
            (0..sides.len()).fold(0, |touched, index| touched | u8::from(side(index).contains(cell)) << index)
        };
        let groups = &mut lane.joins[place];
        let others = of - Bits::of(cell);
        if groups.of != others {
            groups.clear();
            others.iter().for_each(|other| _ = groups.grow(rush, other, touched(other)));
        }
        let holds = groups.grow(rush, cell, touched(cell)) == (1 << sides.len()) - 1;
        if holds {
            groups.clear();
        }
        holds
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
