//! Counting the sequences of a few decisions: every option is taken, the last ones are only counted.

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Position};
use crate::game::rng::Rng;
use crate::game::{Actor, Halt, worth_of_sequences};

use super::Rush;
use super::code::{Choice, Code, REGISTERS, Row, Shelter, Shield};
use super::lane::{Lane, set};
use super::run::{Picking, Runner, Stop};
use super::slow::Slow;
use super::taken::{Before, Taken};
use super::warmth::Purpose;

/// So many sequences are counted until it is told that they are done.
const PAID_TOGETHER: u64 = 1000;
/// So many options are counted in the time in which one is drawn and taken.
const COUNTED_AS_ONE: u64 = 16;

impl<const W: usize> Machine<W> {
    /// How many sequences of so many decisions, two at least, there are in a position; none if that cannot be counted
    /// so, or the call to halt is heard.
    pub fn ahead(&self, position: &Position<W>, decisions: u32, halt: &dyn Halt) -> Option<u64> {
        let Ok(rush) = &self.rush else { return None };
        if !rush.registers.are_complete() || rush.script.puts_out || decisions < 2 {
            return None;
        }
        if !matches!(position.due, Due::Decision { actor: Actor::Player(_), .. }) {
            return None;
        }
        let mut beside = position.for_counting();
        // Nothing that is drawn in a count matters.
        let rng = Rng::stream(0, 0);
        let (mut runner, mut lane, entry) = Runner::start(self, rush, (&mut beside, rng), halt)?;
        let n = match runner.run::<true>(&mut lane, entry) {
            Stop::Choice(at) => runner.count_ahead(&mut lane, at, decisions),
            Stop::Over => Some(0),
            _ => None,
        }
        .filter(|_| !runner.is_exhausted())?;
        runner.pay();
        rush.warm_up(Purpose::Count, n / COUNTED_AS_ONE, 0);
        Some(n)
    }
}

impl<'a, const W: usize> Runner<'a, W> {
    /// Whether a decision was too much to work out.
    fn is_exhausted(&self) -> bool {
        self.slow.scratch.is_exhausted()
    }

    /// Counts the sequences of so many decisions, two at least, from a choice at a place in the code.
    fn count_ahead(&mut self, lane: &mut Lane<W>, mut at: u32, decisions: u32) -> Option<u64> {
        let mut sum: u64 = 0;
        loop {
            let (none, may_fail) = self.about_choice(at)?;
            let before = self.remember(lane, at);
            let counted = self.count_options(lane, (at, &before), decisions);
            self.befores.push(before);
            let (n, succeeded) = counted?;
            sum = sum.checked_add(n)?;
            if succeeded || !may_fail {
                break;
            }
            // No option of these succeeds, so play goes on as if there were none.
            match self.run::<true>(lane, none) {
                Stop::Choice(next) => at = next,
                Stop::Over => break,
                _ => return None,
            }
        }
        if decisions == 2 {
            self.unpaid += sum;
            if self.unpaid >= PAID_TOGETHER {
                self.pay();
            }
        }
        Some(sum)
    }

    /// Tells that what was counted since the last time is done.
    fn pay(&mut self) {
        self.halt.is_done(worth_of_sequences(std::mem::take(&mut self.unpaid).into()));
    }

    /// The same for the options of one choice, which are put back; whether any of them succeeds.
    fn count_options(
        &mut self,
        lane: &mut Lane<W>,
        (at, before): (u32, &Before<W>),
        decisions: u32,
    ) -> Option<(u64, bool)> {
        let (mut sum, mut succeeded) = (0_u64, false);
        for &option in &before.options {
            if decisions > 2 && self.halt.is_called() {
                return None;
            }
            let stop = self.play_counted(lane, at, option, decisions == 2);
            let n = match stop {
                Stop::Counted(n) => n,
                Stop::Choice(next) if decisions > 2 => self.count_ahead(lane, next, decisions - 1)?,
                Stop::Over | Stop::Fails => 0,
                _ => return None,
            };
            sum = sum.checked_add(n)?;
            succeeded |= stop != Stop::Fails;
            self.recall(lane, before);
        }
        Some((sum, succeeded))
    }

    /// Takes an option of the choice at a place and plays on to the next choice, whose options may be counted.
    pub(super) fn play_counted(&mut self, lane: &mut Lane<W>, at: u32, option: Taken, counts: bool) -> Stop {
        self.bind_drawn(lane, option.origin, option.landing);
        self.picking = Picking::of(option.pick);
        let mut start = at + 1;
        match self.code_at(at) {
            Code::Drop(_, owner, kind, number, _) => self.drop_counted(lane, (owner, kind, number), option.landing),
            Code::Draw(choice) => {
                let about = &self.rush.script.choices[choice as usize];
                let row = &about.rows[option.row];
                start = row.take.into();
                if about.sought {
                    // What was found before the turn is put back there; here it is taken.
                    self.slow.state.turn.noted = false;
                    self.is_tried = true;
                    let stop = self.run::<true>(lane, start);
                    self.is_tried = false;
                    if stop != Stop::Succeeds {
                        return if stop == Stop::Fails { stop } else { Stop::Unknown };
                    }
                    start = row.after.into();
                }
            }
            _ => start = self.take_up(lane, at),
        }
        self.slow.state.turn.noted = false;
        (self.is_counted, self.sought) = (counts, None);
        let stop = self.run::<true>(lane, start);
        self.is_counted = false;
        stop
    }

    /// Where to go if the choice at a place of the code has no option, and whether its options may fail.
    fn about_choice(&self, at: u32) -> Option<(u32, bool)> {
        match self.code_at(at) {
            Code::Drop(.., none) | Code::DrawOne(_, none, _) => Some((u32::from(none), false)),
            Code::Draw(choice) => {
                let choice = &self.rush.script.choices[choice as usize];
                Some((u32::from(choice.none), choice.may_fail))
            }
            _ => None,
        }
    }

    /// A runner for a count in a position, its registers, and where its code begins; none if it does not know the
    /// place in the turn.
    fn start(
        machine: &'a Machine<W>,
        rush: &'a Rush<W>,
        (position, rng): (&'a mut Position<W>, Rng),
        halt: &'a dyn Halt,
    ) -> Option<(Self, Box<Lane<W>>, u32)> {
        let Position { state, due, scratch, .. } = position;
        let entry = rush.entry(machine, state)?;
        let mut lane = rush.lane();
        lane.begin(&rush.registers, &machine.program.layout, state);
        state.turn.who = state.turn.mover;
        let decided = state.turn.decisions;
        let slow = Slow { machine, registers: &rush.registers, state, scratch, due };
        Some((Self::new((rush, Purpose::Count), slow, &lane, rng, (u64::MAX, halt), decided), lane, entry))
    }

    /// What has to be put back after each option of the choice at a place, and the options.
    fn remember(&mut self, lane: &Lane<W>, at: u32) -> Before<W> {
        let (sets, numbers) = self.rush.script.used;
        let turn = self.slow.state.turn;
        let (history, clears_all) = (self.slow.scratch.history.len, self.clears_all);
        let blank = || Before { sets: Vec::new(), numbers: Vec::new(), options: Vec::new(), turn, history, clears_all };
        let used = self.befores.pop().unwrap_or_else(blank);
        let mut before = Before { turn, history, clears_all, ..used };
        before.sets.clear();
        before.sets.extend_from_slice(&lane.sets[..sets]);
        before.numbers.clear();
        before.numbers.extend_from_slice(&lane.numbers[..numbers]);
        before.options.clear();
        self.rush.list(lane, at, !Bits::EMPTY, &mut before.options);
        before
    }

    /// Puts back what an option changed.
    fn recall(&mut self, lane: &mut Lane<W>, before: &Before<W>) {
        lane.sets[..before.sets.len()].copy_from_slice(&before.sets);
        lane.numbers[..before.numbers.len()].copy_from_slice(&before.numbers);
        self.slow.state.turn = before.turn;
        self.slow.scratch.history.truncate(before.history);
        self.clears_all = before.clears_all;
        self.is_tried = false;
        (self.decisions, self.backward) = (0, 0);
    }

    /// The instruction at a place.
    fn code_at(&self, at: u32) -> Code {
        self.rush.script.code[at as usize]
    }

    /// Puts a piece on a cell as a drop does.
    fn drop_counted(&mut self, lane: &mut Lane<W>, (owner, kind, number): (u8, u8, u16), landing: u16) {
        self.place(lane, (owner, kind as usize), Bits::of(landing));
        self.commit(number);
    }

    /// In a count: what comes of a choice at a place; none if it has no option.
    pub(super) fn counted(&mut self, lane: &mut Lane<W>, choice: u16, at: u32) -> Option<Stop> {
        let about = &self.rush.script.choices[choice as usize];
        if self.is_counted && about.may_fail {
            return match self.count_trials(lane, choice) {
                Some(0) => None,
                Some(n) => Some(Stop::Counted(n)),
                None => Some(Stop::Unknown),
            };
        }
        if !self.is_counted {
            let has_some = about.rows.iter().any(|row| !self.has_none(lane, row));
            return has_some.then_some(Stop::Choice(at));
        }
        let total = self.count_rows(lane, &about.rows);
        (total > 0).then_some(Stop::Counted(u64::from(total)))
    }

    /// In a count of the options of a choice at a place, from which one is sought before the turn: they are counted at once, as if
    /// one had been put aside. At the horizon the first is taken to be one. Where play goes on; none if it has to be sought.
    pub(super) fn count_sought(&mut self, lane: &mut Lane<W>, choice: u16, at: u32) -> Option<u32> {
        let aside = self.rush.asides.get(usize::from(choice)).copied().flatten()?;
        if self.is_walking && self.slow.scratch.is_at_horizon {
            (self.draw, self.choice) = (at, choice);
            let about = &self.rush.script.choices[usize::from(choice)];
            let has_some = about.rows.iter().any(|row| !self.has_none(lane, row));
            return Some(if has_some { aside } else { u32::from(about.none) });
        }
        if !self.is_counted {
            return None;
        }
        match self.count_trials(lane, choice)? {
            0 => Some(u32::from(self.rush.script.choices[usize::from(choice)].none)),
            n => {
                self.sought = Some(n);
                Some(aside)
            }
        }
    }

    /// In a count: whether an option is sought before a turn, so that one that fails is followed by the next.
    pub(super) fn is_seeking(&self) -> bool {
        !self.is_tried && self.decisions > 0
    }

    /// Counts the options of a choice that may fail: each is carried out and put back.
    fn count_trials(&mut self, lane: &mut Lane<W>, choice: u16) -> Option<u64> {
        let rush = self.rush;
        let (bare_rows, choice) = (&rush.bare_rows[choice as usize], &rush.script.choices[choice as usize]);
        let total = self.count_rows(lane, &choice.rows);
        lane.save();
        let noted = std::mem::take(&mut self.slow.state.turn.noted);
        let mut sum = 0;
        self.is_tried = true;
        let shield = self.shielded(lane, choice);
        let are_safe = |shield: Shield| set!(lane, shield.exposed).is_empty() && set!(lane, shield.touchy).is_empty();
        let is_safe = shield.is_some_and(are_safe) && choice.rows.len() <= REGISTERS;
        if is_safe {
            sum = u64::from(total);
            for &index in bare_rows {
                let n = lane.counts[index];
                if n > 0 {
                    sum -= u64::from(n);
                    sum += self.try_risky(lane, &choice.rows[index], shield)?;
                }
            }
        }
        for (index, row) in choice.rows.iter().enumerate().filter(|_| !is_safe) {
            let n = lane.counts.get(index).copied().unwrap_or_else(|| self.count(lane, row));
            if n > 0 {
                sum += self.try_risky(lane, row, shield)?;
            }
        }
        self.is_tried = false;
        self.slow.state.turn.noted = noted;
        Some(sum)
    }

    /// The same for all options of a row, one after the other: a list of them would take longer.
    fn try_row(&mut self, lane: &mut Lane<W>, row: &Row) -> Option<u64> {
        let landings = set!(lane, row.landings);
        let mut sum = 0;
        let Some(origins) = row.origins else {
            for landing in landings.iter() {
                sum += self.trial(lane, row, (None, landing))?;
            }
            return Some(sum);
        };
        for origin in set!(lane, origins).iter() {
            for landing in self.rush.landings_from(lane, row, origin).iter() {
                sum += self.trial(lane, row, (Some(origin), landing))?;
            }
        }
        Some(sum)
    }

    /// How many options of a row succeed: those that are risky are tried, and all where that is not known.
    fn try_risky(&mut self, lane: &mut Lane<W>, row: &Row, shield: Option<Shield>) -> Option<u64> {
        let Some(risky) = shield.and_then(|shield| self.risky(lane, row, shield)) else {
            return self.try_row(lane, row);
        };
        let mut sum = (set!(lane, row.landings) - risky).count() as u64;
        for landing in risky.iter() {
            sum += self.trial(lane, row, (None, landing))?;
        }
        Some(sum)
    }

    /// The shield of a choice, worked out; none if it does not help.
    fn shielded(&mut self, lane: &mut Lane<W>, choice: &Choice) -> Option<Shield> {
        let shield = choice.shield?;
        let stop = self.run::<true>(lane, u32::from(shield.code));
        (stop == Stop::Succeeds).then_some(shield)
    }

    /// The landings of a row that must be tried; none if that is not known.
    fn risky(&self, lane: &Lane<W>, row: &Row, shield: Shield) -> Option<Bits<W>> {
        let (exposed, touchy) = (set!(lane, shield.exposed), set!(lane, shield.touchy));
        let landings = set!(lane, row.landings);
        let from_exposed = match row.shelter? {
            Shelter::Hand => Bits::EMPTY,
            Shelter::Offset(by) => exposed.shifted(-i32::from(by)),
            Shelter::Mixed(by) => (exposed | set!(lane, shield.royal)).shifted(-i32::from(by)),
            Shelter::Against(from, way) => {
                let from = set!(lane, from) & exposed;
                let free = self.slow.machine.cells() - set!(lane, self.rush.registers.occupied);
                self.rush.shift(way, from | self.rush.inside(way, from, free))
            }
            Shelter::Among(from) if (set!(lane, from) & exposed).is_empty() => Bits::EMPTY,
            Shelter::Among(_) => landings,
        };
        Some(landings & (from_exposed | touchy))
    }

    /// How many options come of one that is carried out and put back.
    fn trial(&mut self, lane: &mut Lane<W>, row: &Row, (origin, landing): (Option<u16>, u16)) -> Option<u64> {
        self.bind_drawn(lane, origin, landing);
        let stop = self.run::<true>(lane, u32::from(row.take));
        lane.restore();
        self.slow.state.turn.noted = false;
        match stop {
            Stop::Succeeds => Some(1),
            Stop::Counted(n) => Some(n),
            Stop::Fails => Some(0),
            _ => None,
        }
    }
}
