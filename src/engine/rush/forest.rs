//! Groups of cells as trees with links to their heads.
//!
//! ```text
//!   a ← b ← c     d ← e        a and d are heads; when c is asked for its head, it is linked nearer to a. A new cell between
//!                              the two is linked to one of them, and the other one too, so trees stay low
//! ```

use crate::engine::bits::Bits;

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

    /// Lets the group of a head belong to the group of another.
    pub fn graft(&mut self, head: u16, onto: u16) {
        self.0[head as usize] = onto;
    }
}

/// The most neighbours of a cell that are told apart.
const MOST: usize = 6;

/// Which neighbours of a new cell tell all groups that it joins: one of those that hang together among themselves is enough.
///
/// ```text
///    x x        both neighbours above the new cell o are neighbours of each other, so one of them is looked at;
///   . o .       so is the one below, whose group may be another
///    x .
/// ```
#[derive(Clone, Debug)]
pub struct Nearby {
    /// By cell, its neighbours, and then itself.
    near: Vec<[u16; MOST]>,
    /// By cell and by which of them are in a set, those that are looked at, as bits.
    enough: Vec<[u8; 1 << MOST]>,
}

impl Nearby {
    /// The neighbours of cells; none if a cell has more than are told apart.
    pub fn new<const W: usize>(beside: &[Bits<W>]) -> Option<Self> {
        let list = |(cell, near): (u16, &Bits<W>)| {
            let mut list = [cell; MOST];
            list.iter_mut().zip(near.iter()).for_each(|(place, neighbour)| *place = neighbour);
            (near.count() <= MOST).then_some(list)
        };
        let near: Vec<[u16; MOST]> = (0..).zip(beside).map(list).collect::<Option<_>>()?;
        let enough = |near: &[u16; MOST]| {
            std::array::from_fn(|which| {
                let is_in = |place: &usize| which >> place & 1 == 1;
                let mut seen = Bits::<W>::EMPTY;
                let mut enough = 0;
                for place in (0..MOST).filter(is_in) {
                    if !seen.contains(near[place]) {
                        enough |= 1 << place;
                        seen |= together(near, which, near[place], beside);
                    }
                }
                enough
            })
        };
        Some(Self { enough: near.iter().map(enough).collect(), near })
    }

    /// Neighbours of a cell that is not in a set, of which each group of the set beside the cell holds one at least.
    #[inline]
    pub fn of<'a, const W: usize>(&'a self, cell: u16, set: &Bits<W>) -> impl Iterator<Item = u16> + use<'a, W> {
        let near = &self.near[usize::from(cell)];
        let which = near.iter().rev().fold(0, |which, &neighbour| which << 1 | usize::from(set.contains(neighbour)));
        let mut rest = self.enough[usize::from(cell)][which & ((1 << MOST) - 1)];
        std::iter::from_fn(move || {
            let place = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            near.get(place).copied()
        })
    }
}

/// The cells among some neighbours that hang together with one of them.
fn together<const W: usize>(near: &[u16; MOST], which: usize, one: u16, beside: &[Bits<W>]) -> Bits<W> {
    let all: Bits<W> = (0..MOST).filter(|place| which >> place & 1 == 1).map(|place| near[place]).collect();
    let mut reached = Bits::of(one);
    loop {
        let more = reached.iter().fold(Bits::EMPTY, |more, cell| more | beside[usize::from(cell)]) & all;
        if (more - reached).is_empty() {
            return reached;
        }
        reached |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_the_neighbours_that_hang_together_is_enough() {
        // The first cell has all others beside it; 1, 2 and 3 hang together, so do 4 and 5, and 6 is alone.
        let near: [&[u16]; 7] = [&[1, 2, 3, 4, 5, 6], &[0, 2], &[0, 1, 3], &[0, 2], &[0, 5], &[0, 4], &[0]];
        let beside: Vec<Bits<1>> = near.iter().map(|near| near.iter().copied().collect()).collect();
        let nearby = Nearby::new(&beside).expect("six neighbours");
        let of = |set: &[u16]| nearby.of(0, &set.iter().copied().collect::<Bits<1>>()).collect::<Vec<u16>>();
        assert!(of(&[]).is_empty());
        assert_eq!(of(&[1, 2, 3, 4, 5, 6]), [1, 4, 6]);
        assert_eq!(of(&[1, 3, 5]), [1, 3, 5]);
        assert_eq!(of(&[2, 3, 5]), [2, 5]);
        assert!(Nearby::new(&[(1..8).collect::<Bits<1>>()]).is_none());
    }
}
