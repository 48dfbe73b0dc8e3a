//! Hops again and again of all pieces of a player. How far each of them comes depends on what stands where, so no processor foresees when
//! the next one begins: it begins without a branch, and two pieces are followed side by side, as each hop waits for the one before.
//!
//! ```text
//!   pieces, by their hops     a a | b | c c c | d | e e     those without any are left out first
//!   the first follows         a a   c c c   e e             a branch is foreseen wrongly once all have come to their end,
//!   the second                b   d                         and not once a piece
//! ```

use std::hint::select_unpredictable;

use crate::engine::bits::Bits;

use super::Rush;
use super::code::Hopping;
use super::lane::Lane;
use super::leaps::Leaps;

/// A piece that is followed.
#[derive(Clone, Copy, Debug)]
struct Hopper<const W: usize> {
    /// Its cell.
    origin: u16,
    /// The cells that it has come to.
    reached: Bits<W>,
    /// Those of them from which it was not followed yet.
    latest: Bits<W>,
}

impl<const W: usize> Hopper<W> {
    /// The first of some pieces that wait; where their first hops lead is in a table.
    #[inline(always)]
    fn of(table: &[Bits<W>], waiting: &mut Bits<W>) -> Self {
        let first = first_of(table, *waiting).only_if(!waiting.is_empty());
        let (_, origin) = taken_out(waiting);
        Self { origin, reached: first, latest: first }
    }

    /// Goes on from one of the cells that it came to, if there is one, over others and through free ones.
    #[inline(always)]
    fn hop(&mut self, leaps: &Leaps<W>, over: Bits<W>, through: Bits<W>) {
        let (_, here) = taken_out(&mut self.latest);
        let next = leaps.landings(here, over) & through;
        self.latest |= next - self.reached;
        self.reached |= next;
    }

    /// The cells that it has come to are kept; if it has come to its end the next piece is followed.
    #[inline(always)]
    fn keep(&mut self, table: &mut [Bits<W>], waiting: &mut Bits<W>) {
        if let Some(kept) = table.get_mut(usize::from(self.origin)) {
            *kept = self.reached;
        }
        // It is looked up whether it begins or not, so nothing waits for what was just written.
        let first = first_of(table, *waiting);
        let mut others = *waiting;
        let (next, origin) = taken_out(&mut others);
        let begins = self.latest.is_empty() & !next.is_empty();
        *waiting -= next.only_if(begins);
        self.origin = select_unpredictable(begins, origin, self.origin);
        let first = first.only_if(begins);
        self.reached = self.reached.only_if(!begins) | first;
        self.latest |= first;
    }
}

/// What a table tells of the least of some cells, or of any cell if there are none.
#[inline(always)]
fn first_of<const W: usize>(table: &[Bits<W>], cells: Bits<W>) -> Bits<W> {
    table[usize::from(cells.least()).min(table.len() - 1)]
}

/// The least of some cells, alone in a set and as a number, which is one of them no longer.
#[inline(always)]
fn taken_out<const W: usize>(cells: &mut Bits<W>) -> (Bits<W>, u16) {
    let (own, cell) = (cells.lowest(), cells.least());
    *cells -= own;
    (own, cell)
}

impl<const W: usize> Rush<W> {
    /// For each piece of a set where hops again and again lead among targets, into a table; those that may go anywhere. No piece
    /// comes to hop over the cell that it left.
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
        let starts = leaps.starts(from, over, through);
        // Most pieces cannot hop at all, and none waits for another to tell that.
        let (mut hoppers, mut rest) = (Bits::EMPTY, starts);
        for _ in 0..starts.count() {
            let (own, cell) = taken_out(&mut rest);
            let Some(landings) = table.get_mut(usize::from(cell)) else { break };
            *landings = leaps.landings(cell, over) & through;
            hoppers |= own.only_if(!landings.is_empty());
        }
        let mut waiting = hoppers;
        let (mut one, mut other) = (Hopper::of(table, &mut waiting), Hopper::of(table, &mut waiting));
        while !(one.latest | other.latest).is_empty() {
            one.hop(leaps, over, through);
            one.keep(table, &mut waiting);
            other.hop(leaps, over, through);
            other.keep(table, &mut waiting);
        }
        let spared = hopping.spared.map_or(&[][..], |first| &self.constants[usize::from(first)..]);
        let (mut origins, mut rest) = (Bits::EMPTY, hoppers);
        for _ in 0..hoppers.count() {
            let (own, cell) = taken_out(&mut rest);
            let Some(landings) = table.get_mut(usize::from(cell)) else { break };
            let spared = spared.get(usize::from(cell)).copied().unwrap_or(Bits::EMPTY);
            *landings = (*landings & to) - (own | spared);
            origins |= own.only_if(!landings.is_empty());
        }
        origins
    }
}
