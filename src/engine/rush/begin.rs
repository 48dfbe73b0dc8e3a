//! How a rush begins, and how it leaves the position.

use std::cell::OnceCell;

use smallvec::SmallVec;

use crate::engine::bits::Bits;
use crate::engine::ends::Ended;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Position};
use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Ending, Halt};
use crate::rules::model::journey;

use super::Rush;
use super::abreast::{ABREAST, Abreast, Dropped, Listener};
use super::ahead::Ahead;
use super::draw::Failures;
use super::endings::EndOf;
use super::instructions::Instructions;
use super::joins::Reached;
use super::lane::Lane;
use super::run::{Picking, Runner, Stop};
use super::slow::Slow;
use super::warmth::Purpose;

impl<const W: usize> Machine<W> {
    /// Where the code goes on from a position in which a player chooses; none if it does not know that place in the turn.
    pub fn rush_entry(&self, position: &Position<W>) -> Option<u32> {
        let rush = self.rush.as_ref().ok()?;
        let is_due = matches!(position.due, Due::Decision { actor: Actor::Player(_), .. });
        rush.entry(self, &position.state).filter(|_| is_due)
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
        lane.begin(&rush.registers, &self.program.layout, &position.state);
        let mut runner = self.runner(rush, &lane, position, rng.clone(), (limit, halt));
        let (stop, decisions) = (runner.play(&mut lane, entry), runner.decisions);
        rng.clone_from(runner.rng.source());
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
        lane.begin(&rush.registers, &self.program.layout, &start.state);
        if let Some(abreast) = Abreast::of(self, rush, entry, (&lane, &start.state), limit) {
            end_games(lane, position);
            let standing = OnceCell::new();
            abreast.play(numbers, halt, &mut Alone { machine: self, position, start, standing, limit, halt, told });
            return None;
        }
        let Some(rng) = numbers.next() else {
            end_games(lane, position);
            return None;
        };
        let home = lane.position();
        position.return_to(start);
        let mut runner = self.runner(rush, &lane, position, rng, (limit, halt));
        loop {
            let stop = runner.play(&mut lane, entry);
            let (decisions, is_exhausted) = (runner.decisions, runner.slow.scratch.is_exhausted());
            let is_over = stop == Stop::Over && !is_exhausted && !halt.is_called();
            match &*runner.slow.due {
                Due::Over(ended) if is_over => {
                    let pieces = |into: &mut Contents| self.contents_in_lane(rush, &lane, runner.slow.state, into);
                    told(decisions, &EndOf { machine: self, ended: Some(ended), pieces });
                }
                _ => {
                    let rng = runner.rng.source().clone();
                    self.leave_rush(rush, lane, position, stop);
                    return Some((rng, decisions));
                }
            }
            let Some(next) = numbers.next() else { break };
            runner.rng = Ahead::of(next);
            runner.begin_again(start);
            lane.return_to(&home);
        }
        end_games(lane, position);
        None
    }

    /// How many games from a start are played at once.
    pub fn n_abreast(&self, start: &Position<W>) -> u32 {
        let (Ok(rush), Some(entry)) = (&self.rush, self.rush_entry(start)) else { return 1 };
        let mut lane = rush.lane();
        lane.begin(&rush.registers, &self.program.layout, &start.state);
        Abreast::of(self, rush, entry, (&lane, &start.state), u64::MAX).map_or(1, |_| ABREAST as u32)
    }

    /// Registers for playing on from a position, in which nothing is due any more.
    fn take_lane(&self, rush: &Rush<W>, position: &mut Position<W>) -> Box<Lane<W>> {
        let Position { due, scratch, .. } = position;
        scratch.retire(due);
        scratch.is_bare = true;
        scratch.lane.take().unwrap_or_else(|| rush.lane())
    }

    /// A runner that plays from a position that lies in the registers.
    fn runner<'a>(
        &'a self,
        rush: &'a Rush<W>,
        lane: &Lane<W>,
        position: &'a mut Position<W>,
        rng: Rng,
        (limit, halt): (u64, &'a dyn Halt),
    ) -> Runner<'a, W> {
        let Position { state, due, scratch, .. } = position;
        let decided = state.turn.decisions;
        let slow = Slow { machine: self, registers: &rush.registers, state, scratch, due };
        Runner::new((rush, Purpose::Play), slow, lane, rng, (limit, halt), decided)
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
        scratch.is_bare = false;
    }
}

/// Leaves a position that nobody needs any more.
fn end_games<const W: usize>(lane: Box<Lane<W>>, position: &mut Position<W>) {
    position.scratch.lane = Some(lane);
    position.scratch.is_bare = false;
}

/// Who tells of games that are played at once, and plays alone what is left of them.
struct Alone<'a, const W: usize> {
    machine: &'a Machine<W>,
    position: &'a mut Position<W>,
    start: &'a Position<W>,
    /// What stands there, once somebody has asked.
    standing: OnceCell<Contents>,
    limit: u64,
    halt: &'a dyn Halt,
    told: &'a mut dyn FnMut(u64, &dyn Ending),
}

impl<const W: usize> Listener for Alone<'_, W> {
    fn told(&mut self, decisions: u64, ended: &Ended, dropped: &Dropped<'_>) {
        let Self { machine, start, standing, .. } = self;
        let pieces = |into: &mut Contents| machine.pieces_of_drops((start, standing), dropped, into);
        (self.told)(decisions, &EndOf { machine, ended: Some(ended), pieces });
    }

    fn left(&mut self, mut rng: Rng) {
        let Self { machine, position, start, limit, halt, told, .. } = self;
        let decisions = machine.play_from(position, start, &mut rng, *limit, *halt);
        let ended = match &position.due {
            Due::Over(ended) => Some(ended),
            _ => None,
        };
        if !halt.is_called() {
            let pieces = |into: &mut Contents| machine.contents(&position.state, into);
            told(decisions, &EndOf { machine, ended, pieces });
        }
    }
}

impl<'a, const W: usize> Runner<'a, W> {
    /// A runner for a position that lies in the registers.
    pub(super) fn new(
        (rush, purpose): (&'a Rush<W>, Purpose),
        slow: Slow<'a, W>,
        lane: &Lane<W>,
        rng: Rng,
        (limit, halt): (u64, &'a dyn Halt),
        decided: u32,
    ) -> Self {
        let name = |name: usize| rush.registers.number_names[name].map_or(0, usize::from);
        let native = rush.native(&slow.machine.program, purpose);
        let rest_key = rush.words.as_ref().map_or(0, |words| slow.rest_key(words));
        let begins_strange = rush.has_strange_names(lane);
        let rest = u64::from(slow.machine.program.rules.limit.saturating_sub(decided));
        Self {
            rush,
            slow,
            rng: Ahead::of(rng),
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
            failures: Failures::default(),
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
            clears_all: begins_strange,
            begins_strange,
            living: 0,
            ends: SmallVec::new(),
            rest_key,
            noted: false,
            is_new: false,
            done: Vec::new(),
            unseen: false,
            landing_register: name(journey::LANDING),
            origin_register: name(journey::ORIGIN),
        }
    }

    /// Plays from a place in the code; where it stops.
    fn play(&mut self, lane: &mut Lane<W>, entry: u32) -> Stop {
        let Slow { state, scratch, .. } = &mut self.slow;
        lane.joins.iter_mut().for_each(Reached::clear);
        state.turn.who = state.turn.mover;
        scratch.refill();
        let (decided, before) = (state.turn.decisions, scratch.effort_spent());
        let stop = self.run::<false>(lane, entry);
        let effort = self.slow.scratch.effort_spent() - before;
        self.rush.warm_up(Purpose::Play, self.decisions, effort);
        self.slow.state.turn.decisions = decided.saturating_add((self.decisions + self.draws.0) as u32);
        stop
    }

    /// Begins another game from the same start.
    fn begin_again(&mut self, start: &Position<W>) {
        let Slow { state, scratch, machine, .. } = &mut self.slow;
        start.copy_to(state, scratch);
        self.native = self.native.or_else(|| self.rush.native(&machine.program, Purpose::Play));
        (self.decisions, self.draws, self.backward, self.quiet_until) = (0, (0, 0), 0, 0);
        (self.noted, self.is_new, self.unseen) = (false, false, false);
        self.clears_all = self.begins_strange;
        self.done.clear();
    }
}
