//! Hops again and again of all pieces of a player. How far each of them comes depends on what stands where, so no processor foresees when
//! the next one begins: it begins without a branch, and two pieces are followed side by side, as each hop waits for the one before.
//!
//! ```text
//!   pieces, by their hops     a a | b | c c c | d | e e
//!   the first follows         a a   c c c   e e             a branch is foreseen wrongly once all have come to their end,
//!   the second                b   d                         and not once a piece
//! ```

use crate::engine::bits::Bits;

use super::Rush;
use super::code::Hopping;
use super::lane::Lane;
use super::leaps::Leaps;

/// A piece that is followed.
#[derive(Clone, Copy, Debug)]
struct Hopper<const W: usize> {
    /// Its cell, alone in a set.
    own: Bits<W>,
    /// The cells that it has come to.
    reached: Bits<W>,
    /// Those of them from which it was not followed yet.
    latest: Bits<W>,
}

impl<const W: usize> Hopper<W> {
    /// The first of some pieces, which is one of them no longer.
    #[inline(always)]
    fn of(waiting: &mut Bits<W>) -> Self {
        let own = waiting.lowest();
        *waiting -= own;
        Self { own, reached: Bits::EMPTY, latest: own }
    }

    /// Goes on from one of the cells that it came to, if there is one, over others and through free ones.
    #[inline(always)]
    fn hop(&mut self, leaps: &Leaps<W>, over: Bits<W>, through: Bits<W>) {
        let here = self.latest.least();
        self.latest -= self.latest.lowest();
        let next = leaps.landings(here, over - self.own) & through;
        self.latest |= next - self.reached;
        self.reached |= next;
    }

    /// The cells that it has come to are kept; if it has come to its end the next piece is followed.
    #[inline(always)]
    fn keep(&mut self, table: &mut [Bits<W>], waiting: &mut Bits<W>) {
        if let Some(kept) = table.get_mut(usize::from(self.own.least())) {
            *kept = self.reached;
        }
        let next = waiting.lowest();
        let begins = self.latest.is_empty() & !next.is_empty();
        let next = next.only_if(begins);
        *waiting -= next;
        self.own = self.own.only_if(!begins) | next;
        self.reached = self.reached.only_if(!begins);
        self.latest |= next;
    }
}

impl<const W: usize> Rush<W> {
    /// For each piece of a set where hops again and again lead among targets, into a table; those that may go anywhere. A piece does not
    /// stand in its own way.
    #[inline(always)]
    pub(super) fn hops_of_all(
        &self,
        lane: &mut Lane<W>,
        (table, hopping): (u8, Hopping),
        from: Bits<W>,
        (over, through, to): (Bits<W>, Bits<W>, Bits<W>),
    ) -> Bits<W> {
        let first = usize::from(table) * self.beside.len();
        let table = &mut lane.tables[first..][..self.beside.len()];
        let leaps = &self.hops[usize::from(hopping.ways)];
        let starts = leaps.starts(from, over, through | to);
        let mut waiting = starts;
        let (mut one, mut other) = (Hopper::of(&mut waiting), Hopper::of(&mut waiting));
        while !(one.latest | other.latest).is_empty() {
            one.hop(leaps, over, through);
            one.keep(table, &mut waiting);
            other.hop(leaps, over, through);
            other.keep(table, &mut waiting);
        }
        let spared = hopping.spared.map_or(&[][..], |first| &self.constants[usize::from(first)..]);
        let (mut origins, mut rest) = (Bits::EMPTY, starts);
        for _ in 0..starts.count() {
            let (own, cell) = (rest.lowest(), usize::from(rest.least()));
            rest -= own;
            let Some(landings) = table.get_mut(cell) else { break };
            let spared = spared.get(cell).copied().unwrap_or(Bits::EMPTY);
            *landings = (*landings & to) - (own | spared);
            origins |= own.only_if(!landings.is_empty());
        }
        origins
    }
}
