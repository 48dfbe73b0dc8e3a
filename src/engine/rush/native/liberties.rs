//! Native code for groups that touch no empty cell, on boards of few words: all groups of an owner grow at once, by shifts.
//!
//! ```text
//!   . x x x o     beside an empty cell stands the first x; what is beside that is the second, and then the third. If that is the one
//!                 which the new o touches, nothing more is asked. Where nothing new is come to before, the rest touches no empty cell
//! ```
//!
//! What cannot be told from the position before is left to the function that the runner calls.

use std::mem::offset_of;

use cranelift_codegen::ir::types;

use crate::engine::bits::Bits;
use crate::engine::rush::code::S;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::liberties::Alive;

use super::emitter::{Base, Emitter, Words};
use super::sets::arguments;

/// So many words a set has at most: on larger boards it takes less to go from cell to cell.
const FEW: usize = 2;

impl<const W: usize> Emitter<'_, W> {
    /// Whether native code finds what touches no empty cell.
    pub(super) fn finds_surrounded(&self) -> bool {
        W <= FEW && self.rush.is_mutual
    }

    /// Writes what [`Runner::surrounded`](crate::engine::rush::run::Runner) finds.
    pub(super) fn emit_surrounded(&mut self, to: S) {
        let registers = &self.rush.registers;
        let (n_players, first) = (self.n_players(), registers.owners);
        let occupied = self.set(registers.occupied);
        let owners: Vec<Words<W>> = (first..first + n_players).map(|owner| self.set(owner)).collect();
        let known_occupied = self.load_alive(0);
        let known: Vec<Words<W>> = (1..=usize::from(n_players)).map(|place| self.load_alive(place)).collect();

        // What came, and whose pieces stand there, tells all, if nothing else has changed but that pieces have gone.
        let new = self.minus(occupied, known_occupied);
        let (mut differs, mut untold) = (self.toggled(occupied, known_occupied), self.empty());
        for (own, known) in owners.iter().zip(&known) {
            let (came, gone) = (self.minus(*own, *known), self.minus(*known, *own));
            let (other, held) = (self.minus(came, new), self.and(gone, occupied));
            for differing in [came, gone] {
                differs = self.or(differs, differing);
            }
            for unusual in [other, held] {
                untold = self.or(untold, unusual);
            }
        }
        let (differs, untold) = (self.any(differs), self.any(untold));
        let [asks, looks, by_function, notes] = [(); 4].map(|()| self.builder.create_block());
        let (done, found) = self.block_of_sets::<1>();
        let nothing = self.empty();
        self.builder.brif(differs, asks, &[], done, &arguments(&[nothing]));

        self.builder.switch_to_block(asks);
        self.builder.brif(untold, by_function, &[], looks, &[]);
        self.builder.switch_to_block(by_function);
        self.builder.set_cold_block(by_function);
        let at_hand = self.known();
        self.ask_surrounded(to);
        self.forget();
        let answer = self.set(to);
        self.take_up(&at_hand);
        self.builder.jump(done, &arguments(&[answer]));

        self.builder.switch_to_block(looks);
        let dead = self.dead(occupied, &owners, new);
        let any = self.any(dead);
        self.builder.brif(any, done, &arguments(&[dead]), notes, &[]);
        self.builder.switch_to_block(notes);
        self.store_alive(0, occupied);
        owners.iter().enumerate().for_each(|(owner, own)| self.store_alive(1 + owner, *own));
        self.builder.jump(done, &arguments(&[dead]));

        self.builder.switch_to_block(done);
        let [found] = found;
        self.put_set(to, found);
    }

    /// The cells of groups that touch no empty cell, of which each holds or touches something new.
    fn dead(&mut self, occupied: Words<W>, owners: &[Words<W>], new: Words<W>) -> Words<W> {
        let all = self.rush.all.0.map(|word| self.word(word as i64));
        let empty = self.minus(all, occupied);
        let (free, near) = (self.grown(empty), self.grown(new));
        let asked = self.or(new, near);
        owners.iter().fold(self.empty(), |dead, own| {
            let shut_in = self.shut_in(*own, asked, free);
            self.or(dead, shut_in)
        })
    }

    /// The cells of a set that hang together with none of the free ones among them; none as soon as those that are asked for are seen to
    /// hang together with such.
    fn shut_in(&mut self, set: Words<W>, asked: Words<W>, free: Words<W>) -> Words<W> {
        let [grows, is_shut] = [(); 2].map(|()| self.builder.create_block());
        let (head, [alive, latest]) = self.block_of_sets::<2>();
        let (done, [shut_in]) = self.block_of_sets::<1>();
        let (asked, free, nothing) = (self.and(asked, set), self.and(free, set), self.empty());
        self.builder.jump(head, &arguments(&[free, free]));

        self.builder.switch_to_block(head);
        let rest = self.minus(asked, alive);
        let any = self.any(rest);
        self.builder.brif(any, grows, &[], done, &arguments(&[nothing]));
        self.builder.switch_to_block(grows);
        let near = self.grown(latest);
        let near = self.and(near, set);
        let (more, all) = (self.minus(near, alive), self.or(near, alive));
        let any = self.any(more);
        self.builder.brif(any, head, &arguments(&[all, more]), is_shut, &[]);
        self.builder.switch_to_block(is_shut);
        let rest = self.minus(set, alive);
        self.builder.jump(done, &arguments(&[rest]));
        self.builder.switch_to_block(done);
        shut_in
    }

    /// As [`Rush::grown`](crate::engine::rush::Rush).
    fn grown(&mut self, cells: Words<W>) -> Words<W> {
        let rush = self.rush;
        self.moved_by(&rush.joining, cells)
    }

    /// Of the latest position in which no group was surrounded, the cells where something stands, or those of a player, counted from one.
    fn load_alive(&mut self, place: usize) -> Words<W> {
        std::array::from_fn(|word| self.load_field(Base::Lane, place_in_alive::<W>(place, word), types::I64))
    }

    fn store_alive(&mut self, place: usize, words: Words<W>) {
        for (word, value) in words.into_iter().enumerate() {
            self.store_field(Base::Lane, place_in_alive::<W>(place, word), value);
        }
    }
}

/// Where a word of such a set lies in a lane.
fn place_in_alive<const W: usize>(place: usize, word: usize) -> usize {
    let field = match place.checked_sub(1) {
        None => offset_of!(Alive<W>, occupied),
        Some(player) => offset_of!(Alive<W>, owners) + player * size_of::<Bits<W>>(),
    };
    offset_of!(Lane<W>, alive) + field + word * 8
}
