//! Native code for how pieces come to the board, change and leave it.

use crate::engine::rush::code::Code;
use crate::program::node::NOBODY;
use crate::rules::model::journey;

use super::emitter::{Emitter, Words};

impl<const W: usize> Emitter<'_, W> {
    /// Writes an instruction that moves pieces; no if it moves none.
    pub(super) fn emit_pieces(&mut self, code: &Code) -> bool {
        match *code {
            Code::Toggle(owner, kind, n) => {
                let cell = self.number_as_member(n);
                self.toggle((owner, kind), cell);
            }
            Code::Carry(owner, kind, origin, landing, meets) => {
                let (from, to) = (self.number_as_member(origin), self.number_as_member(landing));
                if meets {
                    self.take(to);
                }
                let both = self.or(from, to);
                self.toggle((owner, kind), both);
                if let Some(moved) = self.rush.registers.moved {
                    self.remove(moved, from);
                    self.insert(moved, to);
                }
            }
            Code::Place(owner, kind, landing) => {
                let to = self.number_as_member(landing);
                self.take(to);
                self.place((owner, kind), to);
            }
            Code::Put(owner, kind, on) => {
                let on = self.set(on);
                self.lift(on);
                self.place((owner, kind), on);
            }
            Code::Take(cells) => {
                let cells = self.set(cells);
                self.take(cells);
            }
            Code::Lift(cells) => {
                let cells = self.set(cells);
                self.lift(cells);
            }
            Code::Give(cells, to) => {
                let (cells, occupied) = (self.set(cells), self.set(self.rush.registers.occupied));
                let cells = self.and(cells, occupied);
                let owners = self.rush.registers.owners;
                (0..self.n_players()).for_each(|player| self.remove(owners + player, cells));
                self.insert(owners + to, cells);
            }
            _ => return false,
        }
        true
    }

    fn number_as_member(&mut self, n: u8) -> Words<W> {
        let number = self.number(n);
        self.member(number)
    }

    fn toggle(&mut self, (owner, kind): (u8, u8), cells: Words<W>) {
        let rush = self.rush;
        self.change(rush.registers.occupied, cells);
        if owner != NOBODY {
            self.change(rush.registers.owners + owner, cells);
        }
        if rush.registers.kinds.len() > 1 {
            self.change(rush.registers.kinds[usize::from(kind)], cells);
        }
    }

    fn place(&mut self, (owner, kind): (u8, u8), cells: Words<W>) {
        let rush = self.rush;
        self.insert(rush.registers.occupied, cells);
        if owner != NOBODY {
            self.insert(rush.registers.owners + owner, cells);
        }
        if rush.registers.kinds.len() > 1 {
            self.insert(rush.registers.kinds[usize::from(kind)], cells);
        }
    }

    /// Whatever stands on cells is taken.
    fn take(&mut self, cells: Words<W>) {
        let occupied = self.set(self.rush.registers.occupied);
        let cells = self.and(cells, occupied);
        self.lift(cells);
        if let Some(taken) = self.rush.registers.set_names[journey::TAKEN] {
            self.insert(taken, cells);
        }
    }

    fn lift(&mut self, cells: Words<W>) {
        let rush = self.rush;
        self.remove(rush.registers.occupied, cells);
        (0..self.n_players()).for_each(|player| self.remove(rush.registers.owners + player, cells));
        if rush.registers.kinds.len() > 1 {
            rush.registers.kinds.iter().for_each(|&kind| self.remove(kind, cells));
        }
        if let Some(moved) = rush.registers.moved {
            self.remove(moved, cells);
        }
    }

    fn insert(&mut self, register: u8, cells: Words<W>) {
        let before = self.set(register);
        let after = self.or(before, cells);
        self.put_set(register, after);
    }

    fn remove(&mut self, register: u8, cells: Words<W>) {
        let before = self.set(register);
        let after = self.minus(before, cells);
        self.put_set(register, after);
    }

    fn change(&mut self, register: u8, cells: Words<W>) {
        let before = self.set(register);
        let after = self.toggled(before, cells);
        self.put_set(register, after);
    }
}
