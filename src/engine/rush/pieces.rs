//! How pieces come to the board, change and leave it, in registers.

use crate::engine::bits::Bits;
use crate::program::node::{NOBODY, NONE};
use crate::rules::model::journey;

use super::lane::{Lane, number, set};
use super::run::Runner;

/// The kinds that are told as bits.
pub fn of_bits(kinds: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |kind| kinds >> kind & 1 == 1)
}

impl<const W: usize> Runner<'_, W> {
    pub(super) fn kind_at(&self, lane: &Lane<W>, cell: u16) -> Option<usize> {
        self.rush.registers.kinds.iter().position(|&kind| set!(lane, kind).contains(cell))
    }

    pub(super) fn owner_at(&self, lane: &Lane<W>, cell: u16) -> Option<u8> {
        let owners = self.rush.registers.owners;
        (0..self.slow.machine.n_players()).find(|&player| set!(lane, owners + player).contains(cell))
    }

    /// Pieces of a player, or of nobody, and of a kind come to cells or leave them.
    #[inline]
    pub(super) fn toggle(&self, lane: &mut Lane<W>, (owner, kind): (u8, usize), cells: Bits<W>) {
        let registers = &self.rush.registers;
        set!(lane, registers.occupied) ^= cells;
        if owner != NOBODY {
            set!(lane, registers.owners + owner) ^= cells;
        }
        if registers.kinds.len() > 1 {
            set!(lane, registers.kinds[kind]) ^= cells;
        }
    }

    /// A piece goes from one cell to an empty one.
    #[inline]
    pub(super) fn carry(&mut self, lane: &mut Lane<W>, (owner, kind): (u8, usize), from: u16, to: u16) {
        let mut both = Bits::of(from);
        both.insert(to);
        self.toggle(lane, (owner, kind), both);
        self.carry_memory(lane, (from, to), both);
    }

    /// The same of a piece of one of some kinds, told as bits.
    pub(super) fn carry_one_of(&mut self, lane: &mut Lane<W>, (owner, kinds): (u8, u64), from: u16, to: u16) {
        let registers = &self.rush.registers;
        let mut both = Bits::of(from);
        both.insert(to);
        set!(lane, registers.occupied) ^= both;
        set!(lane, registers.owners + owner) ^= both;
        for kind in of_bits(kinds) {
            if set!(lane, registers.kinds[kind]).contains(from) {
                set!(lane, registers.kinds[kind]) ^= both;
            }
        }
        self.carry_memory(lane, (from, to), both);
    }

    /// What a piece remembers goes with it, and that it has moved is noted.
    fn carry_memory(&self, lane: &mut Lane<W>, (from, to): (u16, u16), both: Bits<W>) {
        let registers = &self.rush.registers;
        if let Some(moved) = registers.moved {
            set!(lane, moved).remove(from);
            set!(lane, moved).insert(to);
        }
        for mark in &registers.marks {
            if set!(lane, mark.cells).contains(from) {
                set!(lane, mark.cells) ^= both;
            }
        }
    }

    /// Whatever piece stands on one cell goes to another and takes what stands there; it may come back to where it was.
    pub(super) fn carry_any(&mut self, lane: &mut Lane<W>, me: u8, from: u16, to: u16) {
        if from == to {
            if let Some(moved) = self.rush.registers.moved {
                set!(lane, moved).insert(to);
            }
            return;
        }
        if set!(lane, self.rush.registers.occupied).contains(to) {
            self.capture(lane, to, me);
        }
        let (kind, owner) = (self.kind_at(lane, from), self.owner_at(lane, from));
        self.carry(lane, (owner.unwrap_or(NOBODY), kind.unwrap_or_default()), from, to);
    }

    /// New pieces come to empty cells.
    #[inline]
    pub(super) fn place(&mut self, lane: &mut Lane<W>, (owner, kind): (u8, usize), on: Bits<W>) {
        let registers = &self.rush.registers;
        set!(lane, registers.occupied) |= on;
        if owner != NOBODY {
            set!(lane, registers.owners + owner) |= on;
        }
        if registers.kinds.len() > 1 {
            set!(lane, registers.kinds[kind]) |= on;
        }
        for mark in registers.marks.iter().filter(|mark| mark.begins >> kind & 1 == 1) {
            set!(lane, mark.cells) |= on;
        }
    }

    /// Whatever stands on cells leaves.
    pub(super) fn lift(&mut self, lane: &mut Lane<W>, cells: Bits<W>) {
        let registers = &self.rush.registers;
        set!(lane, registers.occupied) -= cells;
        for player in 0..self.slow.machine.n_players() {
            set!(lane, registers.owners + player) -= cells;
        }
        if registers.kinds.len() > 1 {
            for &kind in &registers.kinds {
                set!(lane, kind) -= cells;
            }
        }
        if let Some(moved) = registers.moved {
            set!(lane, moved) -= cells;
        }
        for mark in &registers.marks {
            set!(lane, mark.cells) -= cells;
        }
    }

    /// The piece on a cell is taken by a player.
    pub(super) fn capture(&mut self, lane: &mut Lane<W>, cell: u16, taker: u8) {
        let registers = &self.rush.registers;
        if self.slow.takes_to_hand() {
            let (kind, owner) = (self.kind_at(lane, cell), self.owner_at(lane, cell));
            if let (Some(kind), Some(owner), Some(hands)) = (kind, owner, registers.hands)
                && owner != taker
            {
                let kind = self.slow.kind_in_hand(kind);
                number!(lane, hands + taker * registers.kinds.len() as u8 + kind as u8) += 1;
            }
        }
        self.lift(lane, Bits::of(cell));
        if let Some(taken) = registers.set_names[journey::TAKEN] {
            set!(lane, taken).insert(cell);
        }
    }

    /// No piece was taken: the game is over, so nobody asks any more.
    pub(super) fn forget_taken(&self, lane: &mut Lane<W>) {
        if let Some(taken) = self.rush.registers.set_names[journey::TAKEN] {
            set!(lane, taken) = Bits::EMPTY;
        }
    }

    pub(super) fn take_all(&mut self, lane: &mut Lane<W>, cells: Bits<W>) {
        let taker = self.slow.state.turn.who;
        if self.slow.takes_to_hand() {
            cells.iter().for_each(|cell| self.capture(lane, cell, taker));
            return;
        }
        self.lift(lane, cells);
        if let Some(taken) = self.rush.registers.set_names[journey::TAKEN] {
            set!(lane, taken) |= cells;
        }
    }

    /// Pieces go one step in a direction, each to a cell of its own, in the place of what stands there; those that leave the
    /// board are taken.
    pub(super) fn push(&mut self, lane: &mut Lane<W>, cells: Bits<W>, way: u8) {
        let geometry = &self.slow.machine.program.geometry;
        let off: Bits<W> = cells.iter().filter(|&cell| geometry.step(cell, u16::from(way)) == NONE).collect();
        off.iter().for_each(|cell| self.capture(lane, cell, self.slow.state.turn.who));
        let cells = cells - off;
        let ahead = self.rush.step(geometry, way, cells);
        let (registers, n_players) = (&self.rush.registers, self.slow.machine.n_players());
        let in_the_way = ahead & (set!(lane, registers.occupied) - cells);
        if !in_the_way.is_empty() {
            self.lift(lane, in_the_way);
        }
        let several = if registers.kinds.len() > 1 { registers.kinds.as_slice() } else { &[] };
        let owners = (0..n_players).map(|player| registers.owners + player);
        let marks = registers.marks.iter().map(|mark| mark.cells);
        for plane in owners.chain([registers.occupied]).chain(several.iter().copied()).chain(marks) {
            let before = set!(lane, plane);
            set!(lane, plane) = (before - cells) | self.rush.step(geometry, way, before & cells);
        }
        if let Some(moved) = registers.moved {
            set!(lane, moved) = (set!(lane, moved) - cells) | ahead;
        }
    }

    pub(super) fn change(&mut self, lane: &mut Lane<W>, cells: Bits<W>, into: usize) {
        let registers = &self.rush.registers;
        if registers.kinds.len() > 1 && into < registers.kinds.len() {
            for &kind in &registers.kinds {
                set!(lane, kind) -= cells;
            }
            set!(lane, registers.kinds[into]) |= cells;
        }
    }
}
