//! Groups that touch no empty cell, told from a position in which there were none.
//!
//! ```text
//!   . o x .      o o x .     only what touches the new piece may have lost its last empty neighbour: the group of x does
//!   o x x o  →   o x x o     not touch it, so it need not be looked at. What was taken gives room to what is left
//!   . o o .      . o o .
//! ```

use crate::engine::bits::Bits;
use crate::engine::ends::PLAYERS;

use super::Rush;
use super::lane::{Lane, set};
use super::run::Runner;

/// So many pieces may be new; if there are more all groups are looked at.
const FEW: usize = 4;

/// A position in which every group of a player touched an empty cell. That of an empty board is one.
#[derive(Clone, Debug)]
pub struct Alive<const W: usize> {
    /// The cells where something stands.
    pub occupied: Bits<W>,
    /// Those of each player.
    pub owners: [Bits<W>; PLAYERS],
}

impl<const W: usize> Alive<W> {
    /// The empty board.
    pub fn new() -> Self {
        Self { occupied: Bits::EMPTY, owners: [Bits::EMPTY; PLAYERS] }
    }

    /// Notes another such position.
    fn note(&mut self, occupied: Bits<W>, owners: &[Bits<W>]) {
        self.occupied = occupied;
        self.owners[..owners.len()].copy_from_slice(owners);
    }

    /// The cells of groups that touch no empty cell, if the position is the one known but for few new pieces, and for pieces
    /// that have gone.
    ///
    /// # Proof
    /// Neighbours are mutual. A group that touches no new piece and holds none is part of a group that was there before, or
    /// all of it. If it is all, the empty cell that it touched is empty still. If it is a part, it touches a cell of the rest
    /// of that group, which has gone and is empty.
    #[inline(always)]
    fn dead(&self, rush: &Rush<W>, occupied: Bits<W>, owners: &[Bits<W>]) -> Option<Bits<W>> {
        let new = occupied - self.occupied;
        let is_kept = |(now, before): (&Bits<W>, &Bits<W>)| {
            (*now - *before - new).is_empty() && ((*before - *now) & occupied).is_empty()
        };
        if !rush.is_mutual || !owners.iter().zip(&self.owners).all(is_kept) || new.count() > FEW {
            return None;
        }
        let empty = rush.all - occupied;
        // Most pieces that are looked at have an empty neighbour themselves.
        let mut free = None;
        let mut dead = Bits::EMPTY;
        for cell in new.iter() {
            let near = *rush.beside.get(usize::from(cell))?;
            for own in owners {
                let mut touched = if own.contains(cell) { Bits::of(cell) } else { near & *own };
                while let Some(start) = touched.pop() {
                    if !(*rush.beside.get(usize::from(start))? & empty).is_empty() {
                        continue;
                    }
                    let free = *free.get_or_insert_with(|| rush.grown(empty));
                    let (group, is_alive) = rush.group_until(*own, start, |_, more| !(more & free).is_empty());
                    touched -= group;
                    if !is_alive {
                        dead |= group;
                    }
                }
            }
        }
        Some(dead)
    }
}

impl<const W: usize> Rush<W> {
    /// The cells of groups of one owner that touch no empty cell.
    fn all_dead(&self, occupied: Bits<W>, owners: &[Bits<W>]) -> Bits<W> {
        let beside = self.grown(self.all - occupied);
        owners.iter().fold(Bits::EMPTY, |dead, own| dead | (*own - self.spread(*own, beside)))
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The cells of groups of one owner that touch no empty cell.
    #[inline(always)]
    pub(super) fn surrounded_by(&self, lane: &mut Lane<W>) -> Bits<W> {
        let registers = &self.rush.registers;
        let occupied = set!(lane, registers.occupied);
        let first = usize::from(registers.owners);
        let owners = &lane.sets[first..first + usize::from(self.slow.machine.n_players())];
        if occupied == lane.alive.occupied && *owners == lane.alive.owners[..owners.len()] {
            return Bits::EMPTY;
        }
        let dead = match lane.alive.dead(self.rush, occupied, owners) {
            Some(dead) => dead,
            None => self.rush.all_dead(occupied, owners),
        };
        if dead.is_empty() {
            lane.alive.note(occupied, owners);
        }
        dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rush::regions::tests::{machine, numbers};

    #[test]
    fn what_a_new_piece_surrounds_is_told_from_the_position_before() {
        for board in ["hexagon 3", "square 5 by 5"] {
            let machine = machine(board);
            let rush = machine.rush.as_ref().expect("rushed");
            let (mut below, n_cells) = (numbers(), rush.beside.len());
            let mut alive = Alive::new();
            let (mut told, mut dead) = (0, 0);
            let mut owners = [Bits::<1>::EMPTY; 2];
            for _ in 0..20_000 {
                let occupied = owners[0] | owners[1];
                let before = owners;
                for _ in 0..1 + below(2) {
                    let cell = below(n_cells) as u16;
                    if !occupied.contains(cell) {
                        owners[0].remove(cell);
                        owners[below(2)].insert(cell);
                        owners[0] -= owners[1];
                    }
                }
                let occupied = owners[0] | owners[1];
                let all = rush.all_dead(occupied, &owners);
                if let Some(known) = alive.dead(rush, occupied, &owners) {
                    assert_eq!(known, all, "{board}: {owners:?} after {alive:?}");
                    told += 1;
                }
                dead += usize::from(!all.is_empty());
                match below(3) {
                    // Nothing is left of what was tried.
                    0 if !all.is_empty() => owners = before,
                    // What is surrounded is taken, or some of it.
                    1 if !all.is_empty() => {
                        owners.iter_mut().for_each(|own| *own -= all & Bits([below(1 << 30) as u64]))
                    }
                    _ if all.is_empty() => alive.note(occupied, &owners),
                    _ => owners.iter_mut().for_each(|own| *own -= all),
                }
            }
            assert!(told > 5_000 && dead > 1_000, "{board}: {told} {dead}");
        }
    }
}
