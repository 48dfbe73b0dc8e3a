//! Counting the sequences of two decisions: every option is taken, those after it are only counted.

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Position};
use crate::engine::state::Turn;

use super::Rush;
use super::code::Code;
use super::lane::Lane;
use super::run::{Runner, Stop};
use super::slow::Slow;

/// In a count nothing is drawn by chance: the first option will do.
fn first(_: u64) -> u64 {
    0
}

/// An option of the earlier decision.
#[derive(Clone, Copy, Debug)]
struct Taken {
    /// The row of the choice, if it has rows.
    row: usize,
    /// The cell left, if the row has several.
    origin: Option<u16>,
    /// The landing.
    landing: u16,
}

impl<const W: usize> Machine<W> {
    /// How many sequences of two decisions there are in a position; none if that cannot be counted so.
    pub fn two_ahead(&self, position: &Position<W>) -> Option<u64> {
        let Ok(rush) = &self.rush else { return None };
        if !rush.registers.are_complete() {
            return None;
        }
        if !matches!(position.due, Due::Decision { actor: crate::game::Actor::Player(_), .. }) {
            return None;
        }
        let mut beside = position.for_counting();
        let (mut runner, mut lane, entry) = Runner::start(self, rush, &mut beside)?;
        runner.count_two(&mut lane, entry)
    }
}

/// A position that is taken up again.
pub(super) struct Before<const W: usize> {
    sets: Vec<Bits<W>>,
    numbers: Vec<i64>,
    turn: Turn,
    history: usize,
}

impl<'a, const W: usize> Runner<'a, W> {
    /// Counts the sequences of two decisions from a place in the code.
    fn count_two(&mut self, lane: &mut Lane<W>, entry: u32) -> Option<u64> {
        let mut place = entry;
        let mut sum = 0;
        loop {
            let at = match self.run::<_, true>(lane, place, &mut (first as fn(u64) -> u64)) {
                Stop::Choice(at) => at,
                Stop::Over => return Some(0),
                _ => return None,
            };
            let before = self.remember(lane);
            let (options, none, may_fail) = self.options_at(lane, at)?;
            let mut succeeded = false;
            for option in options {
                self.bind_drawn(lane, option.origin, option.landing);
                let start = match self.code_at(at) {
                    Code::Drop(_, owner, kind, number, _) => {
                        self.drop_counted(lane, (owner, kind, number), option.landing);
                        at + 1
                    }
                    Code::DrawOne(..) => at + 1,
                    _ => self.take_of(at, option.row),
                };
                self.slow.state.turn.noted = false;
                self.is_counted = true;
                let stop = self.run::<_, true>(lane, start, &mut (first as fn(u64) -> u64));
                self.is_counted = false;
                match stop {
                    Stop::Counted(n) => {
                        succeeded = true;
                        sum += n;
                    }
                    Stop::Over => succeeded = true,
                    Stop::Fails => {}
                    _ => return None,
                }
                self.recall(lane, &before);
            }
            if succeeded || !may_fail {
                return Some(sum);
            }
            // No option of these succeeds, so play goes on as if there were none.
            place = none;
        }
    }

    /// The options of the choice at a place of the code, where to go if there is none, and whether they may fail.
    fn options_at(&self, lane: &Lane<W>, at: u32) -> Option<(Vec<Taken>, u32, bool)> {
        match self.code_at(at) {
            Code::Drop(row, .., none) | Code::DrawOne(row, none) => {
                let cells = lane.sets[row as usize].iter();
                Some((cells.map(|landing| Taken { row: 0, origin: None, landing }).collect(), u32::from(none), false))
            }
            Code::Draw(choice) => {
                let choice = &self.rush.script.choices[choice as usize];
                let mut options = Vec::new();
                for (index, row) in choice.rows.iter().enumerate() {
                    for number in 0..self.count(lane, row) {
                        let (origin, landing) = self.option(lane, row, number);
                        options.push(Taken { row: index, origin, landing });
                    }
                }
                Some((options, u32::from(choice.none), choice.may_fail))
            }
            _ => None,
        }
    }

    /// A runner for a count in a position, its registers, and where its code begins; none if it does not know the
    /// place in the turn.
    pub(super) fn start(
        machine: &'a Machine<W>,
        rush: &'a Rush<W>,
        position: &'a mut Position<W>,
    ) -> Option<(Self, Box<Lane<W>>, u32)> {
        let Position { state, due, scratch, .. } = position;
        let entry = rush.entry(state)?;
        let mut lane = rush.lane();
        lane.load(&rush.registers, &machine.program.layout, state);
        state.turn.who = state.turn.mover;
        let decided = state.turn.decisions;
        let slow = Slow { machine, registers: &rush.registers, state, scratch, due };
        Some((Self::new(rush, slow, u64::MAX, decided), lane, entry))
    }

    /// What has to be put back after an option.
    pub(super) fn remember(&self, lane: &Lane<W>) -> Before<W> {
        Before {
            sets: lane.sets.to_vec(),
            numbers: lane.numbers.to_vec(),
            turn: self.slow.state.turn,
            history: self.slow.scratch.history.len(),
        }
    }

    /// Puts back what an option changed.
    pub(super) fn recall(&mut self, lane: &mut Lane<W>, before: &Before<W>) {
        lane.sets.copy_from_slice(&before.sets);
        lane.numbers.copy_from_slice(&before.numbers);
        self.slow.state.turn = before.turn;
        self.slow.scratch.history.truncate(before.history);
        self.is_first = true;
        self.is_tried = false;
        (self.decisions, self.backward) = (0, 0);
    }

    /// The instruction at a place.
    pub(super) fn code_at(&self, at: u32) -> Code {
        self.rush.script.code[at as usize]
    }

    /// Where an option of a row of the choice at a place is carried out.
    pub(super) fn take_of(&self, at: u32, row: usize) -> u32 {
        match self.code_at(at) {
            Code::Draw(choice) => self.rush.script.choices[choice as usize].rows[row].take.into(),
            _ => at,
        }
    }

    /// Puts a piece on a cell as a drop does.
    pub(super) fn drop_counted(&mut self, lane: &mut Lane<W>, (owner, kind, number): (u8, u8, u16), landing: u16) {
        self.place(lane, (owner, kind as usize), Bits::of(landing));
        self.commit(number);
    }

    /// In a count: what comes of a choice at a place; none if it has no option.
    pub(super) fn counted(&mut self, lane: &mut Lane<W>, choice: u16, at: u32) -> Option<Stop> {
        let about = &self.rush.script.choices[choice as usize];
        let total: u32 = about.rows.iter().map(|row| self.count(lane, row)).sum();
        if total == 0 {
            return None;
        }
        if !self.is_counted {
            return Some(Stop::Choice(at));
        }
        if !about.may_fail {
            return Some(Stop::Counted(u64::from(total)));
        }
        match self.count_trials(lane, choice) {
            Some(0) => None,
            Some(n) => Some(Stop::Counted(n)),
            None => Some(Stop::Unknown),
        }
    }

    /// In a count: whether an option is sought before a turn, so that one that fails is followed by the next.
    pub(super) fn is_seeking(&self) -> bool {
        !self.is_tried && self.is_counted && self.decisions > 0
    }

    /// Counts the options of a choice that may fail: each is carried out and put back.
    pub(super) fn count_trials(&mut self, lane: &mut Lane<W>, choice: u16) -> Option<u64> {
        let rush = self.rush;
        let choice = &rush.script.choices[choice as usize];
        lane.save();
        let noted = std::mem::take(&mut self.slow.state.turn.noted);
        let mut sum = 0;
        self.is_tried = true;
        for row in &choice.rows {
            for number in 0..self.count(lane, row) {
                let (origin, landing) = self.option(lane, row, number);
                self.bind_drawn(lane, origin, landing);
                let stop = self.run::<_, true>(lane, u32::from(row.take), &mut (first as fn(u64) -> u64));
                lane.restore();
                self.slow.state.turn.noted = false;
                match stop {
                    Stop::Succeeds => sum += 1,
                    Stop::Counted(n) => sum += n,
                    Stop::Fails => {}
                    _ => return None,
                }
            }
        }
        self.is_tried = false;
        self.slow.state.turn.noted = noted;
        Some(sum)
    }
}
