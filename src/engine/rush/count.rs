//! Counting the sequences of two decisions: every option is taken, those after it are only counted.

use crate::engine::machine::Machine;
use crate::engine::position::{Due, Position};

use super::code::Code;
use super::lane::Lane;
use super::run::{Runner, Stop};

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
        let mut runner_of = RunnerOf::new(self, rush, &mut beside)?;
        runner_of.count()
    }
}

/// A runner with its registers.
struct RunnerOf<'a, const W: usize> {
    runner: Runner<'a, W>,
    lane: Box<Lane<W>>,
    entry: u32,
}

impl<'a, const W: usize> RunnerOf<'a, W> {
    fn new(machine: &'a Machine<W>, rush: &'a super::Rush<W>, position: &'a mut Position<W>) -> Option<Self> {
        let (runner, lane, entry) = Runner::start(machine, rush, position)?;
        Some(Self { runner, lane, entry })
    }

    fn count(&mut self) -> Option<u64> {
        let (runner, lane) = (&mut self.runner, &mut *self.lane);
        let mut place = self.entry;
        let mut sum = 0;
        loop {
            let at = match runner.run::<_, true>(lane, place, &mut (first as fn(u64) -> u64)) {
                Stop::Choice(at) => at,
                Stop::Over => return Some(0),
                _ => return None,
            };
            let before = runner.remember(lane);
            let (options, none, may_fail) = runner.options_at(lane, at)?;
            let mut succeeded = false;
            for option in options {
                runner.bind_drawn(lane, option.origin, option.landing);
                let start = match runner.code_at(at) {
                    Code::Drop(_, owner, kind, number, _) => {
                        runner.drop_counted(lane, (owner, kind, number), option.landing);
                        at + 1
                    }
                    Code::DrawOne(..) => at + 1,
                    _ => runner.take_of(at, option.row),
                };
                runner.slow.state.turn.noted = false;
                runner.is_counted = true;
                let stop = runner.run::<_, true>(lane, start, &mut (first as fn(u64) -> u64));
                runner.is_counted = false;
                match stop {
                    Stop::Counted(n) => {
                        succeeded = true;
                        sum += n;
                    }
                    Stop::Over => succeeded = true,
                    Stop::Fails => {}
                    _ => return None,
                }
                runner.recall(lane, &before);
            }
            if succeeded || !may_fail {
                return Some(sum);
            }
            // No option of these succeeds, so play goes on as if there were none.
            place = none;
        }
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The options of the choice at a place of the code, where to go if there is none, and whether they may fail.
    fn options_at(&self, lane: &Lane<W>, at: u32) -> Option<(Vec<Taken>, u32, bool)> {
        match self.code_at(at) {
            Code::Drop(row, .., none) | Code::DrawOne(row, none) => {
                let cells = lane.sets[row as usize].iter();
                Some((cells.map(|landing| Taken { row: 0, origin: None, landing }).collect(), none, false))
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
                Some((options, choice.none, choice.may_fail))
            }
            _ => None,
        }
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
                let stop = self.run::<_, true>(lane, row.take, &mut (first as fn(u64) -> u64));
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
