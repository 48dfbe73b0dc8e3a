//! Walking ahead in registers: whoever looks ahead takes an option, looks at what comes of it, and takes it back.
//!
//! ```text
//!   choice ── option ── next choice          each choice keeps the registers that it was reached with, so that every
//!      └───── option ── (turns out to be     option begins with them; taking an option back is going back to the
//!      │                 none)               choice before
//!      └───── option ── end of the game
//! ```
//!
//! What rules mean is told by the same code as in random games. Where it leaves something to the machine, or to what Chance
//! decides, the machine goes on from there.

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Options, Position};
use crate::engine::undo::Undo;
use crate::game::rng::Rng;
use crate::game::{Actor, Never, PlayerId};

use super::Rush;
use super::chains::Ending;
use super::code::{Choice, Code, Row};
use super::lane::{Lane, set};
use super::run::{Picking, Runner, Stop};
use super::script::Script;
use super::slow::Slow;
use super::taken::Taken;
use super::warmth::Purpose;

impl Script {
    /// Whether what is picked in options can be told by who walks: nothing fails behind it.
    pub fn tells_picks(&self) -> bool {
        self.picks_are_last || !self.code.iter().any(|code| matches!(code, Code::DrawWithin(..)))
    }

    /// By player, where his turn passes to the next one; none where there is no such place, or several.
    pub fn passes(&self, n_players: usize) -> Vec<Option<u32>> {
        let place_of = |mover: usize| {
            let is_pass = |code: &Code| match *code {
                Code::Pass(player, _) | Code::Turn(player, ..) => usize::from(player) == mover,
                _ => false,
            };
            let mut places = (0..).zip(&self.code).filter(|(_, code)| is_pass(code)).map(|(place, _)| place);
            places.next().filter(|_| places.next().is_none())
        };
        (0..n_players).map(place_of).collect()
    }
}

impl<const W: usize> Machine<W> {
    /// Reaches the choice of a player's decision in registers, so that its options are found there; nothing happens where
    /// positions are not walked.
    pub fn reach_choice(&self, position: &mut Position<W>) {
        let Ok(rush) = &self.rush else { return };
        let is_found = matches!(position.due, Due::Decision { options: Options::Reached(_), .. });
        if !rush.is_walkable || is_found {
            return;
        }
        let Some(entry) = self.rush_entry(position) else { return };
        let before = position.scratch.copy(&position.state);
        let due = std::mem::replace(&mut position.due, Due::Nothing);
        let history = position.scratch.history.len;
        position.state.turn.who = position.state.turn.mover;
        let lane = position.scratch.lane.get_or_insert_with(|| rush.lane());
        lane.begin(&rush.registers, &self.program.layout, &position.state);
        let stop = self.running(rush, position, |runner, lane| {
            runner.is_due = true;
            runner.run::<true>(lane, entry)
        });
        match stop {
            Stop::Choice(at) => {
                position.due = due;
                self.keep_choice(rush, position, at);
                position.scratch.give(before);
            }
            _ => {
                position.due = due;
                let found = std::mem::replace(&mut position.state, before);
                position.scratch.give(found);
                position.scratch.history.truncate(history);
            }
        }
    }

    /// Runs code on the position, whose registers are those of the lane. What is due changes only when the game ends.
    fn running(
        &self,
        rush: &Rush<W>,
        position: &mut Position<W>,
        run: impl FnOnce(&mut Runner<'_, W>, &mut Lane<W>) -> Stop,
    ) -> Stop {
        let Position { state, due, scratch, .. } = position;
        let mut lane = scratch.lane.take().unwrap_or_else(|| rush.lane());
        scratch.refill_unasked();
        let decided = state.turn.decisions;
        // Nothing that is drawn on the way matters.
        let rng = Rng::stream(0, 0);
        let slow = Slow { machine: self, registers: &rush.registers, state, scratch, due };
        let mut runner = Runner::new((rush, Purpose::Count), slow, &lane, rng, (u64::MAX, &Never), decided);
        runner.is_walking = true;
        let before = runner.slow.scratch.effort_spent();
        let stop = run(&mut runner, &mut lane);
        let (decisions, effort) = (runner.decisions, runner.slow.scratch.effort_spent() - before);
        state.turn.decisions = decided.saturating_add(decisions as u32);
        scratch.lane = Some(lane);
        rush.warm_up(Purpose::Count, 1, effort);
        stop
    }

    /// A choice was reached: it is due, with the registers as they are.
    fn keep_choice(&self, rush: &Rush<W>, position: &mut Position<W>, at: u32) {
        let Position { state, due, scratch, .. } = position;
        let lane = scratch.lane.take().unwrap_or_else(|| rush.lane());
        let mut reached = scratch.reached.pop().unwrap_or_default();
        reached.keep(at, &lane, rush.script.used);
        if rush.lists_at_once(at) {
            rush.list(&lane, at, !Bits::EMPTY, &mut reached.options);
            reached.keep_found(&rush.script.code[at as usize], &lane);
        }
        lane.store(&rush.registers, &self.program.layout, state);
        scratch.lane = Some(lane);
        let actor = Actor::Player(PlayerId(state.turn.mover));
        scratch.retire(due);
        *due = Due::Decision { actor, options: Options::Reached(reached) };
    }

    /// Puts the registers as they were when the choice that is due was reached.
    fn put_reached(&self, rush: &Rush<W>, position: &mut Position<W>) {
        if let Due::Decision { options: Options::Reached(reached), .. } = &position.due {
            reached.put(position.scratch.lane.get_or_insert_with(|| rush.lane()));
        }
    }

    /// Puts what was found of an option where its code takes it from.
    fn put_found(&self, rush: &Rush<W>, position: &mut Position<W>, option: usize) {
        let Position { due, scratch, .. } = position;
        if let Due::Decision { options: Options::Reached(reached), .. } = due {
            reached.put_found(option, scratch.lane.get_or_insert_with(|| rush.lane()));
        }
    }

    /// Begins to go on from a choice that was reached, with its registers; what takes that back.
    fn leave_choice(&self, rush: &Rush<W>, position: &mut Position<W>) -> Undo<W> {
        self.put_reached(rush, position);
        position.leave()
    }

    /// Whether one of the options of a choice is one.
    fn some_succeeds(&self, rush: &Rush<W>, position: &mut Position<W>) -> bool {
        let n = self.find_rows(position, false).unwrap_or(0);
        (0..n).any(|option| self.try_reached(rush, position, option, |_, _| ()).is_some())
    }

    /// Finds the options of a choice that was reached, or those alone that land where somebody else's piece stands; how
    /// many. None if it is no such choice.
    pub fn find_reached(&self, position: &mut Position<W>, lands: bool) -> Option<usize> {
        if let Due::Decision { options: Options::Reached(reached), .. } = &position.due
            && reached.is_whole
            && !lands
        {
            return Some(reached.options.len());
        }
        let mut n = self.find_rows(position, lands)?;
        if self.rush.as_ref().is_ok_and(|rush| rush.lets_pick) {
            n = self.add_picks(position);
        }
        if let Due::Decision { options: Options::Reached(reached), .. } = &mut position.due {
            reached.is_whole = !lands;
        }
        Some(n)
    }

    /// The same with one option for all that can be picked on the way.
    fn find_rows(&self, position: &mut Position<W>, lands: bool) -> Option<usize> {
        let Position { state, due: Due::Decision { options: Options::Reached(reached), .. }, scratch, .. } = position
        else {
            return None;
        };
        let rush = self.rush.as_ref().ok()?;
        reached.is_whole = false;
        let wanted = if lands { self.of_others(state, state.turn.mover) } else { !Bits::EMPTY };
        if rush.lists_at_once(reached.at) {
            reached.options.retain(|taken| wanted.contains(taken.landing));
        } else {
            let mut lane = scratch.lane.take().unwrap_or_else(|| rush.lane());
            reached.put(&mut lane);
            reached.options.clear();
            rush.list(&lane, reached.at, wanted, &mut reached.options);
            scratch.lane = Some(lane);
        }
        Some(reached.options.len())
    }

    /// Carries out the text of an option of a choice that was reached, up to where the option counts as taken, shows the
    /// position, and puts all back; none if the option turns out to be none.
    fn try_reached<T>(
        &self,
        rush: &Rush<W>,
        position: &mut Position<W>,
        option: usize,
        show: impl FnOnce(&Lane<W>, &mut Position<W>) -> T,
    ) -> Option<T> {
        let Due::Decision { options: Options::Reached(reached), .. } = &position.due else { return None };
        let (at, taken) = (reached.at, reached.options[option]);
        self.put_reached(rush, position);
        self.put_found(rush, position, option);
        // What is asked of the machine on the way is asked on this state.
        let before = position.scratch.copy(&position.state);
        let stop =
            self.running(rush, position, |runner, lane| runner.try_taken(lane, at, taken, Picking::of(taken.pick)));
        let used = std::mem::replace(&mut position.state, before);
        position.scratch.give(used);
        if stop != Stop::Succeeds {
            return None;
        }
        let lane = position.scratch.lane.take()?;
        let shown = show(&lane, position);
        position.scratch.lane = Some(lane);
        Some(shown)
    }

    /// Whether the code of a choice that was reached says that the royal piece of who chooses is not attacked; where it says
    /// nothing it may not be, either.
    pub fn is_shielded(&self, position: &mut Position<W>) -> bool {
        let Ok(rush) = &self.rush else { return false };
        let Due::Decision { options: Options::Reached(reached), .. } = &position.due else { return false };
        let Some(shield) = rush.choice_at(reached.at).and_then(|choice| choice.shield) else { return false };
        self.put_reached(rush, position);
        let stop = self.running(rush, position, |runner, lane| runner.run::<true>(lane, u32::from(shield.code)));
        stop == Stop::Succeeds
    }

    /// Strikes the options of a choice that was reached that turn out to be none; nothing happens where it is no such choice.
    pub fn strike_reached(&self, position: &mut Position<W>) {
        let Ok(rush) = &self.rush else { return };
        let Due::Decision { options: Options::Reached(reached), .. } = &position.due else { return };
        if rush.may_fail(reached.at) {
            let n = reached.options.len();
            let picks: Vec<bool> = reached.options.iter().map(|taken| taken.pick.is_some()).collect();
            // Nothing fails after something is picked.
            let succeeds =
                |option: usize| picks[option] || self.try_reached(rush, position, option, |_, _| ()).is_some();
            let are_some: Vec<bool> = (0..n).map(succeeds).collect();
            if let Due::Decision { options: Options::Reached(reached), .. } = &mut position.due {
                let mut succeeds = are_some.into_iter();
                reached.options.retain(|_| succeeds.next().unwrap_or(false));
                reached.is_whole = false;
            }
        }
    }

    /// Takes an option of a choice that was reached; none if it turns out to be none.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn take_reached(&self, position: &mut Position<W>, option: usize) -> Option<Undo<W>> {
        let rush = self.rush.as_ref().ok()?;
        let Due::Decision { options: Options::Reached(reached), .. } = &position.due else { return None };
        let (at, taken) = (reached.at, reached.options[option]);
        self.put_found(rush, position, option);
        let undo = self.leave_choice(rush, position);
        let stop = self.running(rush, position, |runner, lane| runner.play_counted(lane, at, taken, false));
        self.go_on_behind(rush, position, stop, undo)
    }

    /// Passes the turn where a choice was reached; none where the code has no place for that, or several.
    pub fn pass_reached(&self, position: &mut Position<W>) -> Option<Undo<W>> {
        let rush = self.rush.as_ref().ok()?;
        if !matches!(position.due, Due::Decision { options: Options::Reached(_), .. }) {
            return None;
        }
        let place = rush.passes.get(usize::from(position.state.turn.mover)).copied().flatten()?;
        let undo = self.leave_choice(rush, position);
        position.state.turn.noted = false;
        let decided = position.state.turn.decisions;
        let stop = self.running(rush, position, |runner, lane| {
            // As if an option had been taken, so that others are sought for the next turn.
            runner.decisions = 1;
            runner.run::<true>(lane, place)
        });
        position.state.turn.decisions = decided;
        self.go_on_behind(rush, position, stop, undo)
    }

    /// Goes on from where the code has stopped behind an option; none if that turned out to be none: then all is as it was.
    fn go_on_behind(
        &self,
        rush: &Rush<W>,
        position: &mut Position<W>,
        mut stop: Stop,
        undo: Undo<W>,
    ) -> Option<Undo<W>> {
        while let Stop::Choice(at) = stop {
            self.keep_choice(rush, position, at);
            let is_asked = rush.may_be_stuck(at) && !position.scratch.is_at_horizon;
            if !is_asked || self.some_succeeds(rush, position) {
                break;
            }
            // None of these succeeds, so play goes on as if there were none.
            self.put_reached(rush, position);
            let none = rush.without_options(at);
            stop = self.running(rush, position, |runner, lane| runner.run::<true>(lane, none));
        }
        match stop {
            Stop::Choice(_) => Some(undo),
            Stop::Over | Stop::At(_) => {
                let Position { state, due, scratch, .. } = position;
                if let Some(lane) = &scratch.lane {
                    lane.store(&rush.registers, &self.program.layout, state);
                }
                if let Stop::At(at) = stop {
                    // What the code does not know the machine finds, as for others who look ahead.
                    state.turn.pc = at;
                    scratch.is_bare = true;
                    self.advance(scratch, state, due);
                    scratch.is_bare = false;
                }
                Some(undo)
            }
            _ => {
                debug_assert_eq!(stop, Stop::Fails, "all of it is told by the code");
                self.undo(position, undo);
                None
            }
        }
    }
}

impl<const W: usize> Rush<W> {
    /// Lists the options of the choice at a place that land on one of these cells; those of a search all.
    pub(super) fn list(&self, lane: &Lane<W>, at: u32, wanted: Bits<W>, into: &mut Vec<Taken>) {
        match self.script.code[at as usize] {
            Code::Drop(row, ..) | Code::DrawOne(row, ..) => {
                let landings = set!(lane, row) & wanted;
                into.extend(landings.iter().map(|landing| Taken { row: 0, origin: None, landing, pick: None }));
            }
            Code::Draw(choice) => {
                let rows = self.script.choices[usize::from(choice)].rows.iter().enumerate();
                rows.for_each(|(index, row)| self.list_row(lane, (index, row), wanted, into));
            }
            Code::Chains(..) => {
                let chain = |(row, ending): (usize, &Ending<W>)| (row, ending.landing);
                into.extend(lane.endings.iter().enumerate().map(chain).map(Taken::found));
            }
            Code::DrawFound(_) => into.extend((0..lane.search.n_found()).map(|row| Taken::found((row, 0)))),
            _ => {}
        }
    }

    /// Whether the options of a choice must be listed when it is reached: what tables or a search tell of them is no part of
    /// its registers.
    fn lists_at_once(&self, at: u32) -> bool {
        self.script.n_tables > 0 || matches!(self.script.code[at as usize], Code::Chains(..) | Code::DrawFound(_))
    }

    /// Lists the options of a row with a number that land on one of these cells.
    fn list_row(&self, lane: &Lane<W>, (index, row): (usize, &Row), wanted: Bits<W>, into: &mut Vec<Taken>) {
        let mut list = |origin: Option<u16>, landings: Bits<W>| {
            for landing in (landings & wanted).iter() {
                into.push(Taken { row: index, origin, landing, pick: None });
            }
        };
        let Some(origins) = row.origins else { return list(None, set!(lane, row.landings)) };
        for origin in set!(lane, origins).iter() {
            list(Some(origin), self.landings_from(lane, row, origin));
        }
    }

    /// The landings of a row from one of its cells.
    pub(super) fn landings_from(&self, lane: &Lane<W>, row: &Row, origin: u16) -> Bits<W> {
        match row.table {
            Some(table) => lane.tables[usize::from(table) * self.beside.len() + usize::from(origin)],
            None => set!(lane, row.landings),
        }
    }

    /// Whether an option of a choice that was reached lands on a cell; it may turn out to be none.
    pub fn may_reach(&self, reached: &reached::Reached<W>, cell: u16) -> bool {
        if self.lists_at_once(reached.at) {
            return reached.options.iter().any(|taken| taken.landing == cell);
        }
        let is_in = |row: u8| reached.sets[usize::from(row)].contains(cell);
        match self.script.code[reached.at as usize] {
            Code::Drop(row, ..) | Code::DrawOne(row, ..) => is_in(row),
            Code::Draw(choice) => {
                let leaves = |row: &Row| row.origins.is_none_or(|from| !reached.sets[usize::from(from)].is_empty());
                self.script.choices[usize::from(choice)].rows.iter().any(|row| is_in(row.landings) && leaves(row))
            }
            _ => false,
        }
    }

    /// Whether options of a choice may turn out to be none.
    fn may_fail(&self, at: u32) -> bool {
        self.choice_at(at).is_some_and(|choice| choice.may_fail)
    }

    /// Whether all of them may, and nobody has looked yet.
    fn may_be_stuck(&self, at: u32) -> bool {
        self.choice_at(at).is_some_and(|choice| choice.may_fail && !choice.sought)
    }

    fn choice_at(&self, at: u32) -> Option<&Choice> {
        match self.script.code[at as usize] {
            Code::Draw(choice) | Code::DrawOne(.., choice) => self.script.choices.get(usize::from(choice)),
            _ => None,
        }
    }

    /// Where play goes on if a choice has no option.
    fn without_options(&self, at: u32) -> u32 {
        match self.script.code[at as usize] {
            Code::Draw(choice) => u32::from(self.script.choices[usize::from(choice)].none),
            Code::Drop(.., none) | Code::DrawOne(_, none, _) => u32::from(none),
            _ => at,
        }
    }
}

impl<const W: usize> Runner<'_, W> {
    /// Where the code goes on behind a choice without rows, with what was found of the option that is taken, if anything was.
    pub(super) fn take_up(&mut self, lane: &mut Lane<W>, at: u32) -> u32 {
        match self.rush.script.code[at as usize] {
            Code::DrawFound(number) => return self.take_found(lane, number, 0),
            Code::Chains(number, _) => self.bind_chain(lane, number, 0),
            _ => {}
        }
        at + 1
    }

    /// Carries out the text of an option, up to where it counts as taken.
    fn try_taken(&mut self, lane: &mut Lane<W>, at: u32, taken: Taken, picking: Picking) -> Stop {
        self.bind_drawn(lane, taken.origin, taken.landing);
        self.picking = picking;
        self.slow.state.turn.noted = false;
        let start = match self.rush.script.code[at as usize] {
            Code::Drop(_, owner, kind, _, _) => {
                self.place(lane, (owner, kind as usize), Bits::of(taken.landing));
                return Stop::Succeeds;
            }
            Code::Draw(choice) => u32::from(self.rush.script.choices[usize::from(choice)].rows[taken.row].take),
            _ => self.take_up(lane, at),
        };
        self.is_tried = true;
        let stop = self.run::<true>(lane, start);
        self.is_tried = false;
        stop
    }
}

mod changed;
mod picks;
pub mod reached;
#[cfg(test)]
mod tests;
