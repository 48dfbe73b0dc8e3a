//! Groups and enclosed regions, told from what was found out before where but few cells have changed since.
//!
//! ```text
//!   of   x x . x        one cell more:  x x o x     the two groups beside it and the cell become one;
//!        . . . x                        . . . x     no other group changes
//! ```

use crate::engine::bits::Bits;

use super::Rush;
use super::forest::Forest;
use super::lane::Lane;
use super::run::Runner;

/// So many cells are added to what was found out before; where there are more it is found out anew.
const FEW: usize = 4;

/// The groups of a set.
#[derive(Clone, Debug)]
pub struct Parts<const W: usize> {
    /// The set.
    of: Bits<W>,
    trees: Forest,
    /// By head, the cells of the group.
    cells: Vec<Bits<W>>,
}

impl<const W: usize> Parts<W> {
    /// Room for sets of so many cells.
    pub fn new(n_cells: usize) -> Self {
        Self { of: Bits::EMPTY, trees: Forest::new(n_cells), cells: vec![Bits::EMPTY; n_cells] }
    }

    /// Adds a cell with neighbours in the set, one of each group at least.
    #[inline]
    fn add(&mut self, cell: u16, mut beside: impl Iterator<Item = u16>) {
        self.of.insert(cell);
        let Some(first) = beside.next() else {
            self.trees.plant(cell);
            self.cells[cell as usize] = Bits::of(cell);
            return;
        };
        let head = self.trees.head(first);
        self.trees.graft(cell, head);
        let mut group = self.cells[head as usize] | Bits::of(cell);
        for neighbour in beside {
            let other = self.trees.head(neighbour);
            // If it is the same group, nothing changes.
            self.trees.graft(other, head);
            group |= self.cells[other as usize];
        }
        self.cells[head as usize] = group;
    }

    /// The group of a cell of a set, if the set is the one before with few cells more, or has but few; each cell must be a
    /// neighbour of its neighbours.
    fn group(&mut self, set: Bits<W>, cell: u16, rush: &Rush<W>) -> Option<Bits<W>> {
        if set != self.of {
            let before = if (self.of - set).is_empty() { self.of } else { Bits::EMPTY };
            let new = set - before;
            if new.count() > FEW {
                return None;
            }
            self.of = before;
            for cell in new.iter() {
                let of = self.of;
                match &rush.nearby {
                    Some(nearby) => self.add(cell, nearby.of(cell, &of)),
                    None => self.add(cell, (*rush.beside.get(usize::from(cell))? & of).iter()),
                }
            }
        }
        let head = self.trees.head(cell);
        Some(self.cells[head as usize])
    }
}

/// The regions of a set that another encloses.
#[derive(Clone, Copy, Debug)]
pub struct Enclosure<const W: usize> {
    of: Bits<W>,
    border: Bits<W>,
    enclosed: Bits<W>,
}

impl<const W: usize> Enclosure<W> {
    /// Nothing encloses nothing.
    pub const NONE: Self = Self { of: Bits::EMPTY, border: Bits::EMPTY, enclosed: Bits::EMPTY };
}

impl<const W: usize> Rush<W> {
    /// What is enclosed now, told from what was enclosed before if one cell came to the border.
    ///
    /// # Proof
    /// No cell is in both sets. One cell came to the border; all others are as they were. Regions that it does not touch are
    /// bounded as before, and each region that it touches holds a cell beside it.
    ///
    /// - It belonged to a region that was enclosed. Whatever is left of that is bounded by the border before and the cell.
    /// - Else each region that it touches is looked at: it is enclosed if it touches no cell that is neither in the set nor
    ///   in the border, since it touches the cell.
    fn enclosed_now(&self, before: &Enclosure<W>, of: Bits<W>, border: Bits<W>) -> Option<Bits<W>> {
        let come = border - before.border;
        let cell = come.first().filter(|_| self.is_mutual && self.is_whole)?;
        let is_one = come == Bits::of(cell) && (before.border - border).is_empty() && (of - before.of).is_empty();
        let are_apart = (of & border).is_empty() && (before.of & before.border).is_empty();
        if !is_one || !are_apart || !(before.of - of - come).is_empty() {
            return None;
        }
        let others = self.all - of - border;
        let mut enclosed = before.enclosed - come;
        if before.enclosed.contains(cell) {
            return Some(enclosed);
        }
        // The region that it belonged to was open, unless that was all of the board.
        let was_open = before.of.contains(cell) && !(others.is_empty() && before.border.is_empty());
        if was_open && self.stays_open(cell, of, others) {
            return Some(enclosed);
        }
        let mut near = *self.beside.get(usize::from(cell))? & of;
        while let Some(start) = near.pop() {
            let (region, is_open) = self.group_until(of, start, |near, _| !(near & others).is_empty());
            if !is_open {
                enclosed |= region;
                near -= region;
            }
        }
        Some(enclosed)
    }

    /// Whether what is left of an open region without a cell is one region, or none, and surely still open; the other cells
    /// are those that open one.
    ///
    /// # Proof
    /// Its cells beside the cell hang together among themselves, so what is left is one region; it touches another cell
    /// still if one of those cells does, or if the cell did not.
    fn stays_open(&self, cell: u16, of: Bits<W>, others: Bits<W>) -> bool {
        let Some(&beside) = self.beside.get(usize::from(cell)) else { return false };
        let near = beside & of;
        let opens = |cell: u16| !(self.beside[usize::from(cell)] & others).is_empty();
        let is_one = match &self.nearby {
            Some(nearby) => nearby.of(cell, &of).nth(1).is_none(),
            None => near.first().is_none_or(|first| self.group(near, first) == near),
        };
        is_one && (near.is_empty() || (beside & others).is_empty() || near.iter().any(opens))
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The regions of a set that another encloses; what was found out at this place before is remembered.
    pub(super) fn enclosed(&self, lane: &mut Lane<W>, (of, border): (Bits<W>, Bits<W>), place: usize) -> Bits<W> {
        let before = &mut lane.enclosures[place];
        let enclosed = match self.rush.enclosed_now(before, of, border) {
            Some(enclosed) => enclosed,
            None => self.slow.machine.enclosed(of, border),
        };
        *before = Enclosure { of, border, enclosed };
        enclosed
    }

    /// The cells of a set that are joined to some of these cells of it; what was found out at this place before is
    /// remembered.
    pub(super) fn spread(&self, lane: &mut Lane<W>, (of, from): (Bits<W>, Bits<W>), place: usize) -> Bits<W> {
        let from = from & of;
        if let Some(cell) = from.first()
            && self.rush.is_mutual
            && from == Bits::of(cell)
            && let Some(group) = lane.parts[place].group(of, cell, self.rush)
        {
            return group;
        }
        self.rush.joined(of, from)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::engine::machine::Machine;
    use crate::program::Program;
    use crate::rules::sample::rules;

    /// The rush of a game on a board, and its machine.
    pub fn machine(board: &str) -> Machine<1> {
        let text = format!(
            "language 1\ngame \"Rings\"\nplayers White, Black\nboard {board}\npiece Stone\nmove place {{ Stone drops }}\n\
             end after each turn {{ \"ring\": mover wins when some enclosed(empty, mine) }}\n\
             end before each turn {{ \"full\": draw when stuck }}\n"
        );
        Machine::of(Program::new(rules(&text)))
    }

    /// Numbers that look like chance.
    pub fn numbers() -> impl FnMut(usize) -> usize {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        move |n| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        }
    }

    #[test]
    fn groups_of_a_set_that_grows_are_those_of_the_set() {
        let machine = machine("hexagon 4");
        let rush = machine.rush.as_ref().expect("rushed");
        let (mut below, n_cells) = (numbers(), rush.beside.len());
        let mut parts = Parts::<1>::new(n_cells);
        let mut told = 0;
        for _ in 0..60 {
            let mut set = Bits::EMPTY;
            while set.count() + 3 < n_cells {
                (0..1 + below(2)).for_each(|_| set.insert(below(n_cells) as u16));
                let cell = set.nth(below(set.count())).expect("a member");
                if let Some(group) = parts.group(set, cell, rush) {
                    assert_eq!(group, rush.group(set, cell), "{set:?} from {cell}");
                    told += 1;
                }
            }
        }
        assert!(told > 1000, "{told}");
    }

    #[test]
    fn what_is_enclosed_is_told_from_what_was_enclosed() {
        for board in ["hexagon 4", "square 6 by 6"] {
            let machine = machine(board);
            let rush = machine.rush.as_ref().expect("rushed");
            let (mut below, n_cells) = (numbers(), rush.beside.len());
            let edge: Bits<1> =
                (0..n_cells as u16).filter(|&cell| rush.beside[usize::from(cell)].count() < 4).collect();
            let (mut told, mut rings) = (0, 0);
            for game in 0..300 {
                // With and without cells that are neither in the set nor in the border.
                let outside = if game % 2 == 0 { edge } else { Bits::EMPTY };
                let mut border = Bits::EMPTY;
                let mut before = Enclosure::NONE;
                while border.count() < n_cells {
                    border.insert(below(n_cells) as u16);
                    let of = rush.all - border - outside;
                    let enclosed = machine.enclosed(of, border);
                    if let Some(known) = rush.enclosed_now(&before, of, border) {
                        assert_eq!(known, enclosed, "{board}: {of:?} in {border:?}");
                        told += 1;
                    }
                    rings += usize::from(!enclosed.is_empty());
                    before = Enclosure { of, border, enclosed };
                }
            }
            assert!(told > 2000 && rings > 500, "{board}: {told} {rings}");
        }
    }
}
