//! How a rush begins, and how it leaves the position.

use crate::engine::bits::Bits;
use crate::engine::ends::Ended;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Position};
use crate::game::rng::Rng;
use crate::game::{Actor, Ending, Halt, Outcome};
use crate::rules::model::journey;

use super::Rush;
use super::instructions::Instructions;
use super::joins::Groups;
use super::lane::Lane;
use super::run::{Picking, Runner, Stop};
use super::slow::Slow;
use super::warmth::Purpose;

impl<const W: usize> Machine<W> {
    /// Where the code goes on from a position in which a player chooses; none if it does not know that place in the turn.
    pub fn rush_entry(&self, position: &Position<W>) -> Option<u32> {
        let rush = self.rush.as_ref().ok()?;
        let is_due = matches!(position.due, Due::Decision { actor: Actor::Player(_), .. });
        rush.entry(&position.state).filter(|_| is_due)
    }

    /// Plays on at random until the game is over, so many options have been taken, or the call to halt is heard; how
    /// many were taken. The position ends up where play ended. Nothing is played if the code does not know the place
    /// in the turn.
    pub fn rush(&self, position: &mut Position<W>, rng: &mut Rng, limit: u64, halt: &dyn Halt) -> u64 {
        self.rush_entry(position).map_or(0, |entry| self.rush_at(entry, position, rng, limit, halt))
    }

    /// The same from a place in the code that is known to be that of the state. What is due in the position does not
    /// matter.
    pub fn rush_at(&self, entry: u32, position: &mut Position<W>, rng: &mut Rng, limit: u64, halt: &dyn Halt) -> u64 {
        let Ok(rush) = &self.rush else { return 0 };
        let mut lane = self.take_lane(rush, position);
        lane.load(&rush.registers, &self.program.layout, &position.state);
        let (stop, decisions) = self.run_once(rush, &mut lane, entry, position, rng, (limit, halt));
        self.leave_rush(rush, lane, position, stop);
        decisions
    }

    /// Plays games from a start one after the other, from the place in the code that is its own, until one is not over where the
    /// code leaves it, or the call to halt is heard: it stands where that game came to, and its numbers and the options that
    /// were taken are given. Of the others is told how many options were taken and how they ended.
    pub fn rush_games(
        &self,
        entry: u32,
        (position, start): (&mut Position<W>, &Position<W>),
        numbers: &mut dyn Iterator<Item = Rng>,
        limit: u64,
        halt: &dyn Halt,
        told: &mut dyn FnMut(u64, &dyn Ending),
    ) -> Option<(Rng, u64)> {
        let rush = self.rush.as_ref().ok()?;
        let mut lane = self.take_lane(rush, position);
        lane.load(&rush.registers, &self.program.layout, &start.state);
        let home = lane.position();
        for mut rng in &mut *numbers {
            position.return_to(start);
            lane.return_to(&home);
            let (stop, decisions) = self.run_once(rush, &mut lane, entry, position, &mut rng, (limit, halt));
            let is_over = stop == Stop::Over && !position.scratch.is_exhausted() && !halt.is_called();
            match &position.due {
                Due::Over(ended) if is_over => told(decisions, &EndOf { machine: self, ended }),
                _ => {
                    self.leave_rush(rush, lane, position, stop);
                    return Some((rng, decisions));
                }
            }
        }
        position.scratch.lane = Some(lane);
        position.scratch.is_lazy = false;
        None
    }

    /// Registers for playing on from a position, in which nothing is due any more.
    fn take_lane(&self, rush: &Rush<W>, position: &mut Position<W>) -> Box<Lane<W>> {
        let Position { due, scratch, .. } = position;
        scratch.retire(due);
        scratch.is_lazy = true;
        scratch.lane.take().unwrap_or_else(|| rush.lane())
    }

    /// Runs the code on registers in which the position lies; where it stops, and how many options were taken.
    fn run_once(
        &self,
        rush: &Rush<W>,
        lane: &mut Lane<W>,
        entry: u32,
        position: &mut Position<W>,
        rng: &mut Rng,
        (limit, halt): (u64, &dyn Halt),
    ) -> (Stop, u64) {
        let Position { state, due, scratch, .. } = position;
        lane.joins.iter_mut().for_each(Groups::clear);
        state.turn.who = state.turn.mover;
        scratch.refill();
        let decided = state.turn.decisions;
        let slow = Slow { machine: self, registers: &rush.registers, state, scratch, due };
        let mut runner = Runner::new((rush, Purpose::Play), slow, lane, rng, (limit, halt), decided);
        let stop = runner.run::<false>(lane, entry);
        let (decisions, draws) = (runner.decisions, runner.draws.0);
        rush.warm_up(Purpose::Play, decisions);
        state.turn.decisions = decided.saturating_add((decisions + draws) as u32);
        (stop, decisions)
    }

    /// Puts the position where the code has left it.
    fn leave_rush(&self, rush: &Rush<W>, lane: Box<Lane<W>>, position: &mut Position<W>, stop: Stop) {
        let Position { state, due, scratch, .. } = position;
        lane.store(&rush.registers, &self.program.layout, state);
        scratch.lane = Some(lane);
        if let Stop::At(pc) = stop {
            state.turn.pc = pc;
            self.advance(scratch, state, due);
        } else if scratch.is_exhausted() {
            // What came of a decision that was too much means nothing.
            *due = Due::Over(self.unfinished("too much to work out"));
        }
        scratch.is_lazy = false;
    }
}

/// How a game ended whose position is gone.
struct EndOf<'a, const W: usize> {
    machine: &'a Machine<W>,
    ended: &'a Ended,
}

impl<const W: usize> Ending for EndOf<'_, W> {
    fn is(&self, outcome: &Outcome) -> bool {
        self.machine.is_outcome(self.ended, outcome)
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.machine.outcome_of(self.ended))
    }
}

impl<'a, const W: usize> Runner<'a, W> {
    /// A runner for a position that lies in the registers.
    pub(super) fn new(
        (rush, purpose): (&'a Rush<W>, Purpose),
        slow: Slow<'a, W>,
        lane: &Lane<W>,
        rng: &'a mut Rng,
        (limit, halt): (u64, &'a dyn Halt),
        decided: u32,
    ) -> Self {
        let name = |name: usize| rush.registers.number_names[name].map_or(0, usize::from);
        let native = rush.native(&slow.machine.program, purpose);
        let rest_key = rush.words.as_ref().map_or(0, |words| slow.rest_key(words));
        let rest = u64::from(slow.machine.program.rules.limit.saturating_sub(decided));
        Self {
            rush,
            slow,
            rng,
            decisions: 0,
            draws: (0, 0),
            rest,
            stop_at: limit.min(rest),
            halt,
            backward: 0,
            choice: 0,
            draw: 0,
            row: 0,
            landing: 0,
            origin: 0,
            total: 0,
            instructions: Instructions::of_this_processor(),
            native,
            quiet_until: 0,
            is_counted: false,
            sought: None,
            unpaid: 0,
            befores: Vec::new(),
            is_tried: false,
            is_walking: false,
            picking: Picking::Any,
            picked_from: Bits::EMPTY,
            is_due: false,
            clears_all: rush.has_strange_names(lane),
            living: 0,
            rest_key,
            noted: false,
            is_new: false,
            done: Vec::new(),
            unseen: false,
            landing_register: name(journey::LANDING),
            origin_register: name(journey::ORIGIN),
        }
    }
}
