//! What comes between: the phases of a game, what chance draws, and the ends that are tested between two decisions of a turn.

use crate::program::node::{Draw, TurnOp};
use crate::rules::model::Comparison;
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
    pub(super) fn ends_between(&mut self, group: &Ready, (none, (player, pc)): (L, (u8, u32))) -> Made<()> {
        if group.may_fail || self.ends_ask_of_travel(Point::AfterMove) {
            return Err("ends after each of several moves");
        }
        self.put(Code::IfNone(group.choice, none));
        self.ends_within((player, pc))
    }

    /// Tests the ends after the option before, within a turn. If somebody went out the instruction begins anew, or the turn
    /// ends if it was the player.
    fn ends_within(&mut self, (player, pc): (u8, u32)) -> Made<()> {
        if !self.script.puts_out {
            return self.ends_after_move(pc);
        }
        let stale = self.label();
        self.put(Code::IfStale(stale));
        let n_aside = self.aside.len();
        self.ends(Point::AfterMove, pc)?;
        let (again, end) = (self.turn_label(player, pc), self.end_of_turn(player, pc));
        for (_, code) in &mut self.aside[n_aside..] {
            if let Some(Code::Jump(to)) = code.last_mut() {
                *to = again;
                code.insert(code.len() - 1, Code::IfOut(player, end));
            }
        }
        self.here(stale);
        self.forget();
        Ok(())
    }

    /// Where a player's turn ends that is at an instruction.
    pub(super) fn end_of_turn(&mut self, player: u8, pc: u32) -> L {
        let turn = &self.program.turn;
        let end = (pc..).find(|&pc| matches!(turn.get(pc as usize), Some(TurnOp::End) | None)).unwrap_or(pc);
        self.turn_label(player, end)
    }

    /// What chance draws in a turn: that is a decision, unless it can draw but one thing.
    pub(super) fn roll(&mut self, (player, pc): (u8, u32), draw: u32) -> Made<()> {
        let (name, draw) = &self.program.draws[draw as usize];
        let name = self.regs.number_names[*name as usize].ok_or("a draw that is a set")?;
        let next = self.turn_label(player, pc + 1);
        let sure = self.label();
        let drawing = match *draw {
            Draw::Dice(count, sides) => {
                let (count, sides) = (self.number(count)?, self.number(sides)?);
                self.put(Code::IfSure(count, sides, sure));
                Code::Throw(name, count, sides)
            }
            Draw::From { set, weight: None, .. } => {
                let set = self.set(set)?;
                let (count, one) = (self.simple(|n| Code::Count(n, set))?, self.fixed_scalar(1)?);
                self.put(Code::IfCompare(Comparison::AtMost, count, one, sure));
                Code::DrawMember(name, set)
            }
            _ => return Err("a draw of what is weighed, or of tiles"),
        };
        if self.ends_ask_of_travel(Point::AfterMove) {
            return Err("ends after each of several moves");
        }
        self.ends_within((player, pc))?;
        self.put(Code::Due(pc));
        self.put(drawing);
        self.put(Code::Drawn(pc + 1));
        self.put(Code::Jump(next));
        self.here(sure);
        self.put(drawing);
        self.put(Code::Jump(next));
        self.forget();
        Ok(())
    }

    /// Passes the turn of a player in a phase on, where it is told while playing who is left.
    pub(super) fn pass_to_the_living(&mut self, (player, phase): (u8, usize), pc: u32) -> Made<()> {
        self.put(Code::Close);
        if self.program.turn.contains(&TurnOp::Again) {
            let once = self.label();
            self.put(Code::IfOnce(once));
            self.put(Code::IfOut(player, once));
            let own = self.starts[self.turn_number(player, phase)];
            self.put(Code::Jump(own));
            self.here(once);
        }
        let (next, same) = (self.new_number()?, self.label());
        self.put(Code::NextPlayer(next, player));
        self.put(Code::IfSameRoundBy(player, next, same));
        self.put(Code::Round);
        self.aside(|maker| maker.ends(Point::AfterRound, pc))?;
        self.here(same);
        self.put(Code::NextLiving(next));
        for other in 0..self.n_players() {
            let start = self.starts[self.turn_number(other, phase)];
            self.put(Code::IfIs(next, i32::from(other), start));
        }
        self.put(Code::Nobody);
        self.forget();
        Ok(())
    }
}
