//! Piles of alike pieces, in registers: what is seen of a pile is in the planes of pieces, and planes of bits tell how many
//! pieces lie under it.
//!
//! ```text
//!   pieces on the cells:    3 0 1 2      seen:            1 0 1 1
//!   of them lie under one:  2 0 0 1      first bit:       0 0 0 1
//!                                        second bit:      1 0 0 0
//! ```
//!
//! So a pile is told as long as all its pieces are of one player and kind. Where another piece would come to it, the choice is left to the
//! machine.

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::state::State;
use crate::program::node::NOBODY;
use crate::rules::model::{Captured, journey};

use super::lane::{Lane, number, set};
use super::registers::{DEEP, Registers};
use super::run::Runner;

/// How many pieces may lie under another.
const MOST: usize = (1 << DEEP) - 1;

/// The word of a buried piece that remembers nothing.
fn head(cell: u16, kind: usize, owner: u8) -> u64 {
    u64::from(cell) << 32 | (kind as u64) << 16 | u64::from(owner) << 8
}

fn cell_of_head(head: u64) -> u16 {
    (head >> 32) as u16
}

/// Counts one piece more on a cell, in planes from the first bit on; no if there is no room.
fn add<const W: usize>(planes: &mut [Bits<W>], cell: u16) -> bool {
    for plane in planes {
        if !plane.contains(cell) {
            plane.insert(cell);
            return true;
        }
        plane.remove(cell);
    }
    false
}

/// Counts one piece less on a cell that has some.
fn take_off<const W: usize>(planes: &mut [Bits<W>], cell: u16) {
    for plane in planes {
        if plane.contains(cell) {
            plane.remove(cell);
            return;
        }
        plane.insert(cell);
    }
}

/// How many pieces planes count on a cell.
fn count<const W: usize>(planes: &[Bits<W>], cell: u16) -> usize {
    planes.iter().enumerate().map(|(bit, plane)| usize::from(plane.contains(cell)) << bit).sum()
}

/// Takes buried pieces into planes.
pub fn load<const W: usize>(planes: &mut [Bits<W>], buried: &[u64]) {
    planes.fill(Bits::EMPTY);
    for &head in buried {
        add(planes, cell_of_head(head));
    }
}

/// Writes planes as buried pieces, cell by cell.
pub fn store<const W: usize>(lane: &Lane<W>, registers: &Registers, buried: &mut Vec<u64>) {
    let Some(first) = registers.buried else { return };
    let planes = &lane.sets[usize::from(first)..][..usize::from(DEEP)];
    let cells = planes.iter().fold(Bits::EMPTY, |all, &plane| all | plane);
    buried.clear();
    for cell in cells.iter() {
        let has = |register: u8| set!(lane, register).contains(cell);
        let kind = registers.kinds.iter().position(|&kind| has(kind)).unwrap_or_default();
        let owner = registers.players().find(|&player| has(registers.owners + player)).unwrap_or(NOBODY);
        buried.extend(std::iter::repeat_n(head(cell, kind, owner), count(planes, cell)));
    }
}

/// Whether all piles of a state are such as registers tell: all pieces of each are alike, and they are not too many.
pub fn are_alike<const W: usize>(machine: &Machine<W>, registers: &Registers, state: &State) -> bool {
    if state.buried.is_empty() {
        return true;
    }
    let is_alike = |pile: &[u64]| {
        let cell = cell_of_head(pile[0]);
        let seen = machine.kind_at(state, cell).map(|kind| {
            let owner = machine.owner_at(state, cell).unwrap_or(NOBODY);
            head(cell, kind.into(), owner)
        });
        pile.len() <= MOST && pile.iter().all(|&piece| Some(piece) == seen)
    };
    registers.buried.is_some()
        && state.buried.chunk_by(|one, next| cell_of_head(*one) == cell_of_head(*next)).all(is_alike)
}

impl<const W: usize> Runner<'_, W> {
    fn buried<'l>(&self, lane: &'l mut Lane<W>) -> &'l mut [Bits<W>] {
        let (first, n) = self.rush.registers.buried.map_or((0, 0), |first| (usize::from(first), usize::from(DEEP)));
        &mut lane.sets[first..first + n]
    }

    /// How many pieces stand on a cell.
    pub(super) fn height(&self, lane: &mut Lane<W>, cell: u16) -> i64 {
        let is_seen = set!(lane, self.rush.registers.occupied).contains(cell);
        (usize::from(is_seen) + count(self.buried(lane), cell)) as i64
    }

    /// Takes the top piece of a cell away; whose it was, and its kind.
    fn pop(&self, lane: &mut Lane<W>, cell: u16) -> Option<(u8, usize)> {
        let kind = self.kind_at(lane, cell)?;
        let owner = self.owner_at(lane, cell).unwrap_or(NOBODY);
        match self.buried(lane).iter().any(|plane| plane.contains(cell)) {
            true => take_off(self.buried(lane), cell),
            false => self.toggle(lane, (owner, kind), Bits::of(cell)),
        }
        Some((owner, kind))
    }

    /// Puts a piece on a cell, on top of a pile or in the place of what stood there; no if that pile could not be told.
    fn lay(&self, lane: &mut Lane<W>, (owner, kind): (u8, usize), cell: u16) -> bool {
        let seen = self.kind_at(lane, cell).map(|kind| (self.owner_at(lane, cell).unwrap_or(NOBODY), kind));
        match seen {
            Some(seen) if self.slow.machine.holds_piles(cell) => {
                return seen == (owner, kind) && add(self.buried(lane), cell);
            }
            Some(seen) => self.toggle(lane, seen, Bits::of(cell)),
            None => {}
        }
        self.toggle(lane, (owner, kind), Bits::of(cell));
        true
    }

    /// The top piece of a cell goes onto another; no if that pile could not be told.
    pub(super) fn stack(&self, lane: &mut Lane<W>, from: u16, onto: u16) -> bool {
        self.pop(lane, from).is_none_or(|piece| self.lay(lane, piece, onto))
    }

    /// The top pieces of cells are taken; no if one comes to a pile that could not be told.
    pub(super) fn take_tops(&self, lane: &mut Lane<W>, cells: Bits<W>) -> bool {
        let cells = cells & set!(lane, self.rush.registers.occupied);
        if let Some(taken) = self.rush.registers.set_names[journey::TAKEN] {
            set!(lane, taken) |= cells;
        }
        cells.iter().all(|cell| self.pop(lane, cell).is_none_or(|piece| self.capture_top(lane, piece)))
    }

    /// Sends a taken piece where such pieces go.
    fn capture_top(&self, lane: &mut Lane<W>, (owner, kind): (u8, usize)) -> bool {
        let taker = self.slow.state.turn.who;
        if owner == NOBODY || owner == taker {
            return true;
        }
        let (rules, registers) = (&self.slow.machine.program.rules, &self.rush.registers);
        match (&rules.captured, registers.hands) {
            (Captured::Sites(sites), _) => match sites.get(usize::from(owner)) {
                Some(&site) => self.lay(lane, (owner, kind), site),
                None => true,
            },
            (Captured::Hand, Some(hands)) => {
                let kind = self.slow.kind_in_hand(kind);
                number!(lane, hands + taker * registers.kinds.len() as u8 + kind as u8) += 1;
                true
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_up_and_down() {
        let mut planes = [Bits::<1>::EMPTY; DEEP as usize];
        for n in 0..MOST {
            assert_eq!(count(&planes, 7), n);
            assert!(add(&mut planes, 7), "{n} lie there");
        }
        assert_eq!(count(&planes, 7), MOST);
        assert!(!add(&mut planes.clone(), 7), "there is no room for a sixteenth");
        for n in (0..MOST).rev() {
            take_off(&mut planes, 7);
            assert_eq!(count(&planes, 7), n);
        }
        assert_eq!(planes, [Bits::EMPTY; DEEP as usize]);
    }

    #[test]
    fn buried_pieces_are_counted_by_cell() {
        // By hand: three on cell 2, one on cell 5.
        let buried = [head(2, 0, 1), head(2, 0, 1), head(2, 0, 1), head(5, 0, 0)];
        let mut planes = [Bits::<1>::of(9); DEEP as usize];
        load(&mut planes, &buried);
        assert_eq!([0, 2, 5, 9].map(|cell| count(&planes, cell)), [0, 3, 1, 0]);
    }
}
