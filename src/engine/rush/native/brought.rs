//! What is at hand where several ways meet: whatever was at hand on each of them.
//!
//! ```text
//!   And(50, men, mine)                    50 is at hand
//!   IfEmpty(50, 7) ───────────┐
//!   Count(3, free)            │           3 is at hand
//!   ‥                         ▼
//!   7: Count(4, 50)      50 is at hand, 3 is not
//! ```
//!
//! What the same value tells on all ways was worked out before they part.

use cranelift_codegen::ir::{Block, Value, types};

use crate::engine::rush::code::{Code, L, N, S};

use super::emitter::Emitter;
use super::known::Way;
use super::registers::Known;

/// What was at hand on the ways to a place that were written so far.
#[derive(Debug)]
pub struct Brought<const W: usize> {
    /// The places from which they come.
    from: Vec<usize>,
    /// What was at hand on all of them.
    known: Box<Known<W>>,
}

impl<const W: usize> Emitter<'_, W> {
    /// Goes to a place.
    pub(super) fn go_to(&mut self, to: L) {
        let block = self.way_to(to);
        self.builder.jump(block, &[]);
    }

    /// Comes from the place before to the instruction that is written, to whose block other ways lead. A round over the members of a
    /// set begins with the first one, which is found before the ways meet: else it would have to be read from memory again.
    ///
    /// ```text
    ///   And(50, men, mine)     50 is at hand: its first member is found here ───┐
    ///   4: Next(3, 50, 9)      50 is read from memory: its next member ─────────┴──► round
    ///   ‥
    ///   Jump(4)
    /// ```
    pub(super) fn come_to(&mut self, now: &Code, block: Block) {
        match *now {
            Code::Next(n, rest, to) if self.ways[self.place] == Way::Written && self.is_at_hand(rest) => {
                let round = self.builder.create_block();
                self.builder.append_block_param(round, types::I64);
                let member = self.next_member(n, rest, to);
                self.builder.jump(round, &[member.into()]);
                self.round = Some(round);
            }
            _ => _ = self.builder.jump(block, &[]),
        }
    }

    /// Takes the smallest member out of a set, or goes on elsewhere.
    pub(super) fn next(&mut self, n: N, rest: S, to: L) {
        let member = self.next_member(n, rest, to);
        if let Some(round) = self.round.take() {
            self.builder.jump(round, &[member.into()]);
            self.start(round);
            let member = self.builder.block_params(round)[0];
            self.tells_member(member);
            self.has_number(n, member);
        }
    }

    /// Goes to a place if a value is not zero. Only this leads to what follows, so what is at hand stays so.
    pub(super) fn branch(&mut self, condition: Value, to: L) {
        let (there, next) = (self.way_to(to), self.builder.create_block());
        self.builder.brif(condition, there, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// The same if a value is zero.
    pub(super) fn branch_if_zero(&mut self, condition: Value, to: L) {
        let (there, next) = (self.way_to(to), self.builder.create_block());
        self.builder.brif(condition, next, &[], there, &[]);
        self.builder.switch_to_block(next);
    }

    /// The block of a place to which play may go from here.
    pub(super) fn way_to(&mut self, to: L) -> Block {
        let to = self.latest.beyond(&self.rush.script.code, self.place, to);
        let known = self.known();
        let from = self.place;
        match self.brought.get_mut(&usize::from(to)) {
            Some(brought) => {
                brought.from.push(from);
                brought.known.meet(&known);
            }
            None => _ = self.brought.insert(to.into(), Brought { from: vec![from], known }),
        }
        self.blocks[usize::from(to)].expect("where anything goes there is a block")
    }

    /// What is at hand at a place on whichever way play comes there, also from the place before if that is so; nothing is if ways are
    /// still to be written.
    pub(super) fn known_at(&mut self, place: usize, goes_on: bool) -> Option<Box<Known<W>>> {
        let brought = self.brought.remove(&place).filter(|brought| self.routes.are_from(place, &brought.from))?;
        let mut known = brought.known;
        if goes_on {
            known.meet(&self.known());
        }
        Some(known)
    }
}
