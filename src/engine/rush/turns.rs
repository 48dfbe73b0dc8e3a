//! The turns of a rush: their beginning, their end, and the taking of an option.

use crate::engine::bits::Bits;
use crate::engine::ends::Ended;
use crate::engine::position::Due;
use crate::program::node::{NONE, NOTHING};

use super::Rush;
use super::lane::{Lane, number, set};
use super::run::{Runner, Stop};

/// The decisions between two questions whether play shall halt.
pub(super) const HEEDED: u64 = 64;
#[cfg(not(target_family = "wasm"))]
const _: () = assert!(HEEDED.is_power_of_two());
/// How many turns may follow each other without a decision, as in the turn machine.
pub(super) const SILENT: u16 = 1000;

impl<const W: usize> Rush<W> {
    /// Whether any kept name is bound that the code does not clear by itself.
    pub(super) fn has_strange_names(&self, lane: &Lane<W>) -> bool {
        let (sets, numbers) = &self.untouched;
        sets.iter().any(|&name| !set!(lane, name).is_empty())
            || numbers.iter().any(|&name| number!(lane, name) != NOTHING)
    }
}

impl<const W: usize> Runner<'_, W> {
    /// An option of a move was taken.
    #[inline]
    pub(super) fn commit(&mut self, number: u16) {
        let turn = &mut self.slow.state.turn;
        turn.played = number;
        turn.silent = 0;
        turn.fresh = true;
        turn.noted = false;
        self.decide();
    }

    /// Another decision was made: each has its own effort. When that was too much play stops as soon as it may.
    #[inline]
    pub(super) fn decide(&mut self) {
        self.decisions += 1;
        self.draws.1 = 0;
        self.backward = 0;
        let is_called = self.decisions.is_multiple_of(HEEDED) && self.halt.is_called();
        if is_called || self.slow.scratch.is_exhausted() {
            self.stop_at = 0;
        } else {
            self.slow.scratch.refill_unasked();
        }
    }

    /// Whether another decision may be made.
    #[inline]
    pub(super) fn may_go_on(&self) -> bool {
        self.decisions < self.stop_at && !self.slow.scratch.is_exhausted()
    }

    /// Notes at which decision native code is to see what is due: somebody is to be asked whether play shall halt, play stops, or
    /// effort was spent. When that was too much play stops as soon as it may. Also notes who is out.
    #[inline]
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn heed(&mut self) {
        if self.rush.script.puts_out {
            self.note_living();
        }
        let scratch = &self.slow.scratch;
        if scratch.is_exhausted() {
            self.stop_at = 0;
        }
        self.quiet_until = if scratch.is_fresh() { self.stop_at.min((self.decisions | (HEEDED - 1)) + 1) } else { 0 };
    }

    /// The same if any effort was spent, where nobody goes out.
    #[inline]
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn heed_effort(&mut self) {
        if !self.slow.scratch.is_fresh() {
            self.heed();
        }
    }

    /// Notes who is not out.
    #[inline]
    #[cfg(not(target_family = "wasm"))]
    fn note_living(&mut self) {
        self.living = self.slow.machine.living_bits(self.slow.state).into();
    }

    /// Play stands at a decision, before an instruction of the turn.
    #[inline]
    pub(super) fn stand_at(&mut self, at: u32) {
        self.slow.state.turn.pc = at;
        self.is_due = true;
    }

    /// Play stops before an instruction of the turn.
    pub(super) fn stop(&mut self, at: u32) -> Stop {
        match self.slow.scratch.is_exhausted() {
            true => self.unfinished("too much to work out"),
            false => Stop::At(at),
        }
    }

    /// The turn of a player begins; no if too many did without a decision.
    #[inline]
    pub(super) fn enter(&mut self, lane: &mut Lane<W>, player: u8) -> bool {
        let turn = &mut self.slow.state.turn;
        turn.silent += 1;
        turn.mover = player;
        turn.who = player;
        turn.again = false;
        turn.fresh = false;
        turn.played = NONE;
        let is_too_long = turn.silent > SILENT;
        if self.clears_all {
            self.clears_all = false;
            self.clear_names(lane);
            return !is_too_long;
        }
        for &name in &self.rush.script.touched.0 {
            set!(lane, name) = Bits::EMPTY;
        }
        for &name in &self.rush.script.touched.1 {
            number!(lane, name) = NOTHING;
        }
        !is_too_long
    }

    /// Clears all kept names.
    pub(super) fn clear_names(&self, lane: &mut Lane<W>) {
        let ((first_set, end_set), (first, end)) = self.rush.registers.names;
        lane.sets[first_set as usize..end_set as usize].fill(Bits::EMPTY);
        lane.numbers[first as usize..end as usize].fill(NOTHING);
    }

    pub(super) fn unfinished(&mut self, by: &'static str) -> Stop {
        *self.slow.due = Due::Over(self.slow.machine.unfinished(by));
        Stop::Over
    }

    /// The end by a clause whose players are known.
    pub(super) fn ended(&mut self, clause: u16, players: u16) -> Ended {
        let known = self.ends.iter().find(|(by, _)| *by == (clause, players));
        if let Some((_, ended)) = known {
            return *ended;
        }
        let ended = self.slow.machine.ended(self.slow.state, clause, players);
        if !self.rush.script.puts_out {
            self.ends.push(((clause, players), ended));
        }
        ended
    }

    /// Whether a round ends when the turn passes from one player to another.
    #[inline]
    pub(super) fn ends_round(&self, mover: u8, next: u8) -> bool {
        let n = self.slow.machine.n_players();
        let after = |player: u8| if player > mover { player - mover } else { player + n - mover };
        after(self.slow.state.turn.starter) <= after(next)
    }

    #[inline]
    pub(super) fn close(&mut self, lane: &mut Lane<W>) {
        let program = &self.slow.machine.program;
        self.slow.state.turn.turns += 1;
        if program.rules.counters.is_empty() && program.lasting.two_turns.is_empty() {
            return;
        }
        for (index, counter) in program.rules.counters.iter().enumerate() {
            if counter.turns {
                number!(lane, self.rush.registers.counters + index as u8) += 1;
            }
        }
        for &variable in &program.lasting.two_turns {
            let Some(register) = self.rush.registers.written[variable as usize] else { continue };
            let written = number!(lane, register);
            // It was written in the turn before this one, so it is forgotten now; what is older was then.
            if written != 0 && written + 1 == i64::from(self.slow.state.turn.turns) {
                self.slow.expire(lane, variable);
            }
        }
    }
}
