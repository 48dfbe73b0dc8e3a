//! The pieces on all cells. Positions share what they have in common, a few cells at a time, so that an option that
//! moves one piece on a great board does not copy all others.

use std::ops::Index;
use std::sync::Arc;

use super::state::Stack;

/// The cells that are shared together.
const SHARED: usize = 16;

/// The pieces on each cell.
#[derive(Clone, Debug)]
pub struct Stacks {
    parts: Vec<Arc<[Stack]>>,
    n_cells: usize,
}

impl Stacks {
    /// So many cells without pieces.
    pub fn empty(n_cells: usize) -> Self {
        std::iter::repeat_n(Stack::new(), n_cells).collect()
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.n_cells
    }

    /// The pieces on a cell; none if there is no such cell.
    pub fn get(&self, cell: usize) -> Option<&Stack> {
        self.parts.get(cell / SHARED)?.get(cell % SHARED)
    }

    /// The pieces of all cells.
    pub fn iter(&self) -> impl Iterator<Item = &Stack> {
        self.parts.iter().flat_map(|part| part.iter())
    }

    /// The pieces on a cell, to be changed.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn change(&mut self, cell: usize) -> &mut Stack {
        &mut Arc::make_mut(&mut self.parts[cell / SHARED])[cell % SHARED]
    }

    /// The pieces on all cells, to be changed.
    pub fn change_all(&mut self) -> impl Iterator<Item = &mut Stack> {
        self.parts.iter_mut().flat_map(|part| Arc::make_mut(part).iter_mut())
    }

    /// Takes all pieces away.
    pub fn clear(&mut self) {
        *self = Self::empty(self.n_cells);
    }

    /// Exchanges what stands on two cells.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn swap(&mut self, one: usize, other: usize) {
        let stack = std::mem::take(self.change(one));
        let stack = std::mem::replace(self.change(other), stack);
        *self.change(one) = stack;
    }

    /// The bytes of memory that are not shared any more when a piece has moved from one cell to another and taken one.
    pub fn own_bytes(&self) -> usize {
        let spilled = |stack: &Stack| if stack.spilled() { size_of_val(stack.as_slice()) } else { 0 };
        let piles = self.parts.iter().map(|part| part.iter().map(spilled).sum()).max().unwrap_or(0);
        size_of_val(self.parts.as_slice()) + self.parts.len().min(3) * (SHARED * size_of::<Stack>() + piles)
    }
}

impl Index<usize> for Stacks {
    type Output = Stack;

    fn index(&self, cell: usize) -> &Stack {
        &self.parts[cell / SHARED][cell % SHARED]
    }
}

impl FromIterator<Stack> for Stacks {
    fn from_iter<I: IntoIterator<Item = Stack>>(stacks: I) -> Self {
        let mut stacks: Vec<Stack> = stacks.into_iter().collect();
        let n_cells = stacks.len();
        let mut parts = Vec::with_capacity(n_cells.div_ceil(SHARED));
        while !stacks.is_empty() {
            let rest = stacks.split_off(stacks.len().min(SHARED));
            parts.push(stacks.into());
            stacks = rest;
        }
        Self { parts, n_cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::state::Piece;

    fn stack(kind: u16) -> Stack {
        std::iter::once(Piece { kind, owner: None, moved: false, attributes: Default::default() }).collect()
    }

    #[test]
    fn a_change_is_seen_in_one_of_two_only() {
        let first: Stacks = (0..40).map(stack).collect();
        let mut second = first.clone();
        second.swap(1, 39);
        second.change(20).clear();
        let kinds = |stacks: &Stacks| -> Vec<Option<u16>> {
            stacks.iter().map(|stack| stack.first().map(|piece| piece.kind)).collect()
        };
        assert_eq!(kinds(&first), (0..40).map(Some).collect::<Vec<_>>());
        let mut expected: Vec<Option<u16>> = (0..40).map(Some).collect();
        expected.swap(1, 39);
        expected[20] = None;
        assert_eq!(kinds(&second), expected);
        assert_eq!((second.len(), second.get(40).is_none(), second[39][0].kind), (40, true, 1));
        second.change_all().for_each(Stack::clear);
        assert!(second.iter().all(Stack::is_empty) && first[0].len() == 1);
        second = first.clone();
        second.clear();
        assert_eq!((second.len(), second.iter().filter(|stack| !stack.is_empty()).count()), (40, 0));
    }

    #[test]
    fn high_piles_are_counted() {
        let mut stacks: Stacks = (0..40).map(stack).collect();
        let piece = stacks[0][0].clone();
        let low = stacks.own_bytes();
        stacks.change(20).extend(std::iter::repeat_n(piece, 999));
        assert!(stacks.own_bytes() >= low + 1000 * size_of::<Piece>());
    }
}
