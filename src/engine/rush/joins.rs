//! Whether a set joins two others, or a group of it touches several, told step by step as the set grows.
//!
//! ```text
//!   A A A A      who asks whether o joins A and B knows which o hang together with A: those marked 1. A new cell beside one of
//!   1 o . .      them, or beside A, hangs together with A too, and so does what hangs together with it
//!   1 . o o
//!   B B B B
//! ```

use crate::engine::bits::Bits;

use super::Rush;
use super::lane::Lane;
use super::run::Runner;

/// The most sets that are asked about.
pub const SIDES: usize = 3;

/// What was found out about a set that does not join two others, or about the groups of a set: which cells of it hang together
/// with each of the sets that are asked about.
#[derive(Clone, Debug)]
pub struct Reached<const W: usize> {
    /// The set.
    of: Bits<W>,
    /// By set that is asked about, the cells that hang together with it.
    from: [Bits<W>; SIDES],
    /// Whether the set joined the others before turns that only drop pieces.
    pub joined: bool,
}

impl<const W: usize> Reached<W> {
    /// No cell yet.
    pub const NONE: Self = Self { of: Bits::EMPTY, from: [Bits::EMPTY; SIDES], joined: false };

    /// Forgets everything.
    pub fn clear(&mut self) {
        (self.of, self.from) = (Bits::EMPTY, [Bits::EMPTY; SIDES]);
    }

    /// Adds a cell, which touches the first set that is asked about or does not; whether the set joins that one and another then.
    /// Neighbours are told by cell.
    #[inline(always)]
    pub fn joins_with(&mut self, beside: &[Bits<W>], (cell, touches): (u16, bool), other: Bits<W>) -> bool {
        self.of.insert_in_place(cell);
        let near = beside[usize::from(cell)];
        if !touches && (near & self.from[0]).is_empty() {
            return false;
        }
        let fresh = self.spread(beside, 0, cell, near);
        !(fresh & other).is_empty()
    }

    /// Adds a cell with the sets that it touches itself, as bits; which of those that are asked about its group touches then.
    /// Neighbours are told by cell.
    #[inline(always)]
    pub fn touches_with(&mut self, beside: &[Bits<W>], (cell, touches): (u16, u8)) -> u8 {
        self.of.insert_in_place(cell);
        let near = beside[usize::from(cell)] | Bits::of(cell);
        let mut all = touches;
        for (side, from) in self.from.iter().enumerate() {
            all |= u8::from(!(near & *from).is_empty()) << side;
        }
        let mut rest = all;
        while rest != 0 {
            self.spread(beside, rest.trailing_zeros() as usize, cell, near);
            rest &= rest - 1;
        }
        all
    }

    /// The cells that a new cell lets hang together with one of the sets that are asked about, itself first: its neighbours in the
    /// set, and theirs.
    #[inline(always)]
    fn spread(&mut self, beside: &[Bits<W>], side: usize, cell: u16, near: Bits<W>) -> Bits<W> {
        let from = &mut self.from[side];
        let mut fresh = Bits::of(cell);
        from.insert_in_place(cell);
        let mut open = (near & self.of) - *from;
        while let Some(next) = open.first() {
            fresh.insert_in_place(next);
            from.insert_in_place(next);
            open = (open | beside[usize::from(next)] & self.of) - *from;
        }
        fresh
    }

    /// Makes the set another one, of which only what is new is looked at if it grew, and tells each new cell to what adds it; whether
    /// that says yes of any.
    #[inline]
    fn catch_up(&mut self, of: Bits<W>, mut add: impl FnMut(&mut Self, u16) -> bool) -> bool {
        if !(self.of - of).is_empty() {
            self.clear();
        }
        let mut any = false;
        for cell in (of - self.of).iter() {
            any |= add(self, cell);
        }
        any
    }

    /// Whether a set joins two others. If it only grew since it was last asked about, and did not join them then, only what is new
    /// is looked at.
    #[inline]
    pub fn joins(&mut self, beside: &[Bits<W>], (of, from, to): (Bits<W>, Bits<W>, Bits<W>)) -> bool {
        let joins = self.catch_up(of, |reached, cell| reached.joins_with(beside, (cell, from.contains(cell)), to));
        if joins {
            self.clear();
        }
        joins
    }

    /// Makes the set another one, where it is asked what groups touch.
    #[inline]
    pub fn follow(&mut self, beside: &[Bits<W>], of: Bits<W>, touches: impl Fn(u16) -> u8) {
        self.catch_up(of, |reached, cell| {
            reached.touches_with(beside, (cell, touches(cell)));
            false
        });
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
    /// Whether a set joins two others.
    #[inline]
    pub(super) fn joins(
        &mut self,
        lane: &mut Lane<W>,
        (of, from, to): (Bits<W>, Bits<W>, Bits<W>),
        place: usize,
    ) -> bool {
        let reached = &mut lane.joins[place];
        if of == reached.of {
            return false;
        }
        if !self.rush.is_mutual {
            return self.slow.machine.joins(of, from, to);
        }
        reached.joins(&self.rush.beside, (of, from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five cells in a row.
    fn row() -> Vec<Bits<1>> {
        (0..5_u16).map(|cell| [cell.wrapping_sub(1), cell + 1].into_iter().filter(|&next| next < 5).collect()).collect()
    }

    #[test]
    fn a_set_joins_once_the_last_gap_is_filled() {
        let mut reached = Reached::NONE;
        let last = Bits::of(4);
        let order = [(0, false), (4, false), (1, false), (3, false), (2, true)];
        for (cell, joins) in order {
            assert_eq!(reached.joins_with(&row(), (cell, cell == 0), last), joins, "cell {cell}");
        }
    }

    #[test]
    fn groups_grow_together_and_keep_what_they_touch() {
        let mut reached = Reached::NONE;
        let mut add = |cell: u16, touches: u8| reached.touches_with(&row(), (cell, touches));
        assert_eq!([add(0, 1), add(1, 0), add(4, 2), add(3, 4)], [1, 1, 2, 6]);
        assert_eq!([add(2, 0), add(0, 0)], [7, 7]);
    }

    #[test]
    fn what_a_cell_touched_in_another_game_is_forgotten() {
        let mut reached = Reached::NONE;
        assert_eq!(reached.touches_with(&row(), (0, 1)), 1);
        reached.clear();
        assert_eq!(reached.touches_with(&row(), (0, 2)), 2);
        reached.follow(&row(), [1, 2].into_iter().collect(), |cell| u8::from(cell == 2));
        assert_eq!(reached.touches_with(&row(), (1, 0)), 1, "the first cell is no longer there");
    }
}
