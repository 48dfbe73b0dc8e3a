//! What comes between: the phases of a game, and the ends that are tested between two choices of a turn.

use crate::syntax::ast::Point;

use super::super::code::{Code, L};
use super::choices::Ready;
use super::{Made, Maker};

impl Maker<'_> {
    /// The number of a player's turn in a phase, among the labels of such turns.
    pub(super) fn turn_number(&self, player: u8, phase: usize) -> usize {
        usize::from(player) * self.program.rules.phases.len() + phase
    }

    /// The phase that an instruction of a turn belongs to.
    pub(super) fn phase_of(&self, pc: u32) -> usize {
        self.program.rules.phases.iter().rposition(|phase| phase.entry <= pc as usize).unwrap_or(0)
    }

    /// Passes on to the next phase if the condition for that holds when a turn begins.
    pub(super) fn leave_phase(&mut self, player: u8, phase: usize) -> Made<()> {
        let is_last = phase + 1 >= self.program.rules.phases.len();
        let Some(until) = self.program.until[phase].filter(|_| !is_last) else { return Ok(()) };
        let next = u16::try_from(phase + 1).map_err(|_| "too many phases")?;
        let stay = self.label();
        self.branch(until, false, stay)?;
        self.put(Code::Phase(next));
        let label = self.entered[self.turn_number(player, phase + 1)];
        self.put(Code::Jump(label));
        self.here(stay);
        self.forget();
        Ok(())
    }

    /// Whether ends are tested between two choices of a turn.
    pub(super) fn tests_between(&self) -> bool {
        !self.program.ends_at[Point::AfterMove as usize].is_empty() && self.keeps_names()
    }

    /// Tests the ends after the option before, once it is known that there is another choice.
    pub(super) fn ends_between(&mut self, group: &Ready, (none, pc): (L, u32)) -> Made<()> {
        if group.may_fail || self.ends_ask_of_travel(Point::AfterMove) {
            return Err("ends after each of several moves");
        }
        let stale = self.label();
        self.put(Code::IfNone(group.choice, none));
        self.put(Code::IfStale(stale));
        self.ends(Point::AfterMove, pc)?;
        self.here(stale);
        self.forget();
        Ok(())
    }
}
