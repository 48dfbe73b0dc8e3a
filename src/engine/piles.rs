//! Piles: several pieces of a cell at once, and pieces that stand under others.

use super::bits::Bits;
use super::machine::Machine;
use super::pieces::Piece;
use super::scratch::Scratch;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// Moves so many pieces from the top of a cell to another, in their order: on top of what is there or under it. How
    /// many were moved.
    pub(super) fn move_pile(&self, st: &mut State, number: i64, (from, to): (u16, u16), under: bool) -> usize {
        let mut pile = self.take_off(st, from, usize::try_from(number).unwrap_or(0));
        for piece in &mut pile {
            piece.moved |= from != to && self.program.layout.moved.is_some();
        }
        let moved = pile.len();
        if !under {
            self.place_all(st, to, &pile);
            return moved;
        }
        if self.is_occupied(st, to) && !self.holds_piles(to) {
            return moved;
        }
        let above = self.stack(st, to);
        let n_above = above.len();
        self.clear_cell(st, to);
        self.place_all(st, to, &[pile, above].concat());
        moved + n_above
    }

    /// The cells where a piece of some kinds stands, of one of these players if any are named, under others too.
    pub(super) fn at_any_height(&self, sc: &mut Scratch<W>, st: &State, kinds: u64, owners: Option<u32>) -> Bits<W> {
        let owners = owners.map(|owners| self.set(sc, st, owners));
        let is_meant = |piece: &Piece| {
            kinds >> piece.kind & 1 == 1 && owners.is_none_or(|owners| owners.contains(u16::from(piece.owner)))
        };
        let occupied: Bits<W> = st.bits(self.program.layout.occupied);
        occupied.iter().filter(|&cell| self.stack(st, cell).iter().any(is_meant)).collect()
    }
}
