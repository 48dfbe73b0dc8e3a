//! Native code for how pieces come to the board, change and leave it.

use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::engine::rush::code::Code;
use crate::engine::rush::pieces::of_bits;
use crate::program::node::{NOBODY, NOTHING};
use crate::rules::model::{Captured, journey};

use super::emitter::{Emitter, Words};
use super::planes::planes_of;

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
                    self.take_one((landing, to), owner);
                }
                let both = self.or(from, to);
                self.toggle((owner, kind), both);
                self.carry_memory((from, to), both);
            }
            Code::CarryOneOf(owner, kinds, origin, landing, meets) => {
                let (from, to) = (self.number_as_member(origin), self.number_as_member(landing));
                if meets {
                    self.take_one((landing, to), owner);
                }
                self.carry_one_of((owner, self.rush.script.kinds[usize::from(kinds)]), (from, to));
            }
            Code::CarryAny(_, origin, landing) => self.carry_any(origin, landing),
            Code::Stack(from, onto, unalike) => self.stack((from, onto), unalike),
            Code::Change(cells, into) => {
                let (cells, occupied) = (self.set(cells), self.set(self.rush.registers.occupied));
                let cells = self.and(cells, occupied);
                let into = self.number(into);
                self.change_kind(cells, into);
            }
            Code::Remember(cells, n, variable) => {
                let planes = planes_of(self.rush, self.program, variable).unwrap_or_default();
                let (cells, value) = (self.set(cells), self.number(n));
                self.remember(cells, value, variable, planes);
            }
            Code::Place(owner, kind, landing, meets) => {
                let to = self.number_as_member(landing);
                if meets {
                    self.take_one((landing, to), NOBODY);
                }
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

    /// A piece of a player and of one of some kinds goes from one cell to another.
    fn carry_one_of(&mut self, (owner, kinds): (u8, u64), (from, to): (Words<W>, Words<W>)) {
        let rush = self.rush;
        let both = self.or(from, to);
        self.change(rush.registers.occupied, both);
        self.change(rush.registers.owners + owner, both);
        if rush.registers.kinds.len() > 1 {
            of_bits(kinds).for_each(|kind| self.change_where((from, both), rush.registers.kinds[kind]));
        }
        self.carry_memory((from, to), both);
    }

    /// Changes cells of a register if one of it is left.
    fn change_where(&mut self, (from, both): (Words<W>, Words<W>), register: u8) {
        let (before, empty) = (self.set(register), self.empty());
        let here = self.and(before, from);
        let any = self.any(here);
        let cells = self.either(any, both, empty);
        self.change(register, cells);
    }

    /// Whatever piece stands on one cell goes to another and takes what stands there. The runner carries out what is rare: no
    /// piece stands there, or it comes back to where it was.
    fn carry_any(&mut self, origin: u8, landing: u8) {
        let rush = self.rush;
        let (from, to) = (self.number_as_member(origin), self.number_as_member(landing));
        let occupied = self.set(rush.registers.occupied);
        let (here, same) = (self.and(from, occupied), self.and(from, to));
        let (here, same) = (self.any(here), self.any(same));
        let is_none = self.builder.icmp_imm_u(IntCC::Equal, here, 0);
        let is_same = self.builder.icmp_imm_u(IntCC::NotEqual, same, 0);
        let is_rare = self.builder.bor(is_none, is_same);
        self.leave_if(is_rare);
        self.take(to);
        let both = self.or(from, to);
        let first = rush.registers.owners;
        let owner = self.holder(origin, first..first + self.n_players());
        for player in 0..self.n_players() {
            self.change_if(owner, player.into(), (first + player, both));
        }
        if rush.registers.kinds.len() > 1 {
            let kind = self.holder(origin, rush.registers.kinds.iter().copied());
            let has_kind = self.builder.icmp_imm_s(IntCC::NotEqual, kind, NOTHING);
            let first = self.word(0);
            let kind = self.builder.select(has_kind, kind, first);
            for (number, &plane) in rush.registers.kinds.iter().enumerate() {
                self.change_if(kind, number as i64, (plane, both));
            }
        }
        self.change(rush.registers.occupied, both);
        self.carry_memory((from, to), both);
    }

    /// What a piece remembers goes with it, and that it has moved is noted.
    fn carry_memory(&mut self, (from, to): (Words<W>, Words<W>), both: Words<W>) {
        let rush = self.rush;
        if let Some(moved) = rush.registers.moved {
            self.remove(moved, from);
            self.insert(moved, to);
        }
        rush.registers.marks.iter().for_each(|mark| self.change_where((from, both), mark.cells));
    }

    /// Changes cells of a register if a value is the number of that.
    fn change_if(&mut self, value: Value, number: i64, (register, cells): (u8, Words<W>)) {
        let (is_this, empty) = (self.builder.icmp_imm_s(IntCC::Equal, value, number), self.empty());
        let cells = self.either(is_this, cells, empty);
        self.change(register, cells);
    }

    /// Pieces change into the kind with a number; they stay what they are if it is none.
    fn change_kind(&mut self, cells: Words<W>, into: Value) {
        let kinds = &self.rush.registers.kinds;
        if kinds.len() < 2 {
            return;
        }
        let is_kind = self.builder.icmp_imm_u(IntCC::UnsignedLessThan, into, kinds.len() as i64);
        let empty = self.empty();
        let cells = self.either(is_kind, cells, empty);
        for (number, &kind) in kinds.iter().enumerate() {
            let is_this = self.builder.icmp_imm_u(IntCC::Equal, into, number as i64);
            self.remove(kind, cells);
            let here = self.either(is_this, cells, empty);
            self.insert(kind, here);
        }
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

    pub(super) fn place(&mut self, (owner, kind): (u8, u8), cells: Words<W>) {
        let rush = self.rush;
        self.insert(rush.registers.occupied, cells);
        if owner != NOBODY {
            self.insert(rush.registers.owners + owner, cells);
        }
        if rush.registers.kinds.len() > 1 {
            self.insert(rush.registers.kinds[usize::from(kind)], cells);
        }
        let begins =
            rush.registers.marks.iter().filter(|mark| mark.begins.checked_shr(kind.into()).unwrap_or(0) & 1 == 1);
        begins.for_each(|mark| self.insert(mark.cells, cells));
    }

    /// What stands on the cell that a register tells is taken by a player, or by who acts if it is nobody. Where it comes to a hand,
    /// a function sees to it.
    fn take_one(&mut self, (register, cell): (u8, Words<W>), taker: u8) {
        if self.program.rules.captured != Captured::Hand {
            return self.take(cell);
        }
        let occupied = self.set(self.rush.registers.occupied);
        let here = self.and(cell, occupied);
        let (any, number) = (self.any(here), self.number(register));
        let (takes, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.brif(any, takes, &[], next, &[]);
        self.builder.switch_to_block(takes);
        self.capture(number, taker);
        self.builder.jump(next, &[]);
        self.start(next);
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
        let others = cells.map(|word| self.builder.bnot(word));
        for plane in rush.registers.piece_planes() {
            let before = self.set(plane);
            let after = self.and(before, others);
            self.put_set(plane, after);
        }
    }

    pub(super) fn insert(&mut self, register: u8, cells: Words<W>) {
        let before = self.set(register);
        let after = self.or(before, cells);
        self.put_set(register, after);
    }

    pub(super) fn remove(&mut self, register: u8, cells: Words<W>) {
        let before = self.set(register);
        let after = self.minus(before, cells);
        self.put_set(register, after);
    }

    pub(super) fn change(&mut self, register: u8, cells: Words<W>) {
        let before = self.set(register);
        let after = self.toggled(before, cells);
        self.put_set(register, after);
    }
}
