//! How the code of a rush runs.

use smallvec::SmallVec;

use crate::engine::bits::Bits;
use crate::engine::ends::Ended;
use crate::engine::position::Due;
use crate::game::Halt;
use crate::program::node::NOTHING;

use super::Rush;
use super::ahead::Ahead;
use super::code::Code;
use super::draw::Failures;
use super::instructions::Instructions;
use super::lane::{Lane, number, set};
use super::native::Native;
use super::slow::Slow;
use super::taken::Before;

/// How often a turn may go back without a decision.
const ENDLESS: u32 = 50_000;
/// How often a turn goes back between two questions whether play shall halt.
const HEEDED: u32 = 64;

/// How a rush came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The game is over; what is due is known.
    Over,
    /// Play would go on with this instruction of the turn.
    At(u32),
    /// In a count: a choice at this place of the code.
    Choice(u32),
    /// In a count: so many options.
    Counted(u64),
    /// In a count: the option succeeds.
    Succeeds,
    /// In a count: the option fails.
    Fails,
    /// In a count: that cannot be counted.
    Unknown,
}

/// What somebody who walks ahead picks where the text of an option lets the player pick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Picking {
    /// Anything: it only matters whether there is something.
    #[default]
    Any,
    /// This member.
    This(u16),
    /// Nothing: what there is to pick from is asked for.
    Asked,
}

impl Picking {
    pub(super) fn of(pick: Option<u16>) -> Self {
        pick.map_or(Self::Any, Self::This)
    }
}

/// Noted in the place where native code leaves: the choice there has options.
pub(super) const HAS_OPTIONS: usize = 1 << 16;
/// The options of the choice are counted.
pub(super) const HAS_COUNTED: usize = 1 << 17;

/// A rush that is running.
pub(super) struct Runner<'a, const W: usize> {
    pub(super) rush: &'a Rush<W>,
    pub(super) slow: Slow<'a, W>,
    /// Whence random numbers come.
    pub(super) rng: Ahead,
    /// Options taken.
    pub(super) decisions: u64,
    /// How often chance has drawn, and how often since the last option was taken.
    pub(super) draws: (u64, u32),
    /// How many options may still be taken in this game, draws of chance counted.
    pub(super) rest: u64,
    /// How many may be.
    pub(super) stop_at: u64,
    /// Who may call it to halt before.
    pub(super) halt: &'a dyn Halt,
    /// How often the turn went back.
    pub(super) backward: u32,
    /// The choice that was drawn from, its place in the code, the row and the landing.
    pub(super) choice: u16,
    pub(super) draw: u32,
    pub(super) row: usize,
    pub(super) landing: u16,
    /// The cell left, where the row has several.
    pub(super) origin: u16,
    /// How many options the choice has, and what came of those that were drawn from it.
    pub(super) total: u32,
    pub(super) failures: Failures,
    /// Whether the processor counts and finds bits by one instruction.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "elsewhere nothing is compiled twice"))]
    pub(super) instructions: Option<Instructions>,
    /// Native code for what it can be written for.
    pub(super) native: Option<&'a Native<W>>,
    /// At this decision native code sees what is due.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub(super) quiet_until: u64,
    /// In a count: whether the options of the next choice are counted.
    pub(super) is_counted: bool,
    /// Then: how many options were counted already where one is sought before the turn.
    pub(super) sought: Option<u64>,
    /// Then: how many sequences were counted since it was told last that some are done.
    pub(super) unpaid: u64,
    /// Then: what was put back and is no longer needed.
    pub(super) befores: Vec<Before<W>>,
    /// In a count: whether an option is only tried.
    pub(super) is_tried: bool,
    /// In a count: whether somebody walks ahead, so that the machine goes on where the code does not.
    pub(super) is_walking: bool,
    /// Then: what is picked next.
    pub(super) picking: Picking,
    /// Then: what there was to pick from when that was asked for.
    pub(super) picked_from: Bits<W>,
    /// Whether play stands at a decision, whose instruction the turn tells.
    pub(super) is_due: bool,
    /// Whether the next turn begins with every kept name empty, not only with those that the code binds: others
    /// were bound where the runner began, or the machine may have bound others.
    pub(super) clears_all: bool,
    /// Whether that is so where the runner began.
    pub(super) begins_strange: bool,
    /// The players that are not out, where players may go out.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub(super) living: u64,
    /// By the clause and the players whom it names, how games have ended; not where players may go out.
    pub(super) ends: SmallVec<[((u16, u16), Ended); 2]>,
    /// The part of the key of each position that stays the same, as [`Words::are_all_told`] says.
    ///
    /// [`Words::are_all_told`]: super::keyed::Words::are_all_told
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub(super) rest_key: u64,
    /// Whether the saved position is the latest in the history.
    pub(super) noted: bool,
    /// Whether the position of the latest entry of the history is known to have stood once only.
    pub(super) is_new: bool,
    /// What is counted of the option that was put aside.
    pub(super) done: Vec<u16>,
    /// Whether the position that was saved is still to be counted, if the option is taken.
    pub(super) unseen: bool,
    pub(super) landing_register: usize,
    pub(super) origin_register: usize,
}

impl<const W: usize> Runner<'_, W> {
    /// Runs the code from a place on. In a count nothing is played: choices are counted.
    pub(super) fn run<const COUNT: bool>(&mut self, lane: &mut Lane<W>, entry: u32) -> Stop {
        let rush = self.rush;
        let code = rush.script.code.as_slice();
        let mut pc = entry as usize;
        loop {
            if let Some(native) = self.native {
                pc = native.run(pc, self, lane);
                if COUNT && pc & HAS_COUNTED != 0 {
                    return Stop::Counted(u64::from(self.total));
                }
                if COUNT && pc & HAS_OPTIONS != 0 {
                    return Stop::Choice((pc & !HAS_OPTIONS) as u32);
                }
            }
            let now = code[pc];
            pc += 1;
            match now {
                Code::Engine(..) if COUNT && self.is_walking && self.is_due => return self.stop_due(),
                Code::Jump(to) => pc = to as usize,
                Code::Back(to) => {
                    self.backward += 1;
                    // What came of a game that was called to halt means nothing.
                    let is_called = self.backward.is_multiple_of(HEEDED) && self.halt.is_called();
                    if is_called || self.backward > ENDLESS {
                        return self.unfinished("endless turn");
                    }
                    pc = to as usize;
                }
                Code::Draw(choice) => {
                    if COUNT && !rush.script.choices[choice as usize].sought {
                        match self.counted(lane, choice, pc as u32 - 1) {
                            Some(stop) => return stop,
                            None => {
                                pc = rush.script.choices[choice as usize].none as usize;
                                continue;
                            }
                        }
                    }
                    if COUNT && let Some(place) = self.count_sought(lane, choice, pc as u32 - 1) {
                        pc = place as usize;
                        continue;
                    }
                    self.draw = pc as u32 - 1;
                    self.choice = choice;
                    let choice = &rush.script.choices[choice as usize];
                    pc = self.draw_from(lane, choice) as usize;
                    self.note_drawn(lane, choice.may_fail);
                }
                Code::Redraw(choice) => {
                    pc = self.draw_counting(lane, &rush.script.choices[choice as usize]) as usize;
                }
                Code::DrawOne(row, to, _) => {
                    let landings = set!(lane, row);
                    let n = landings.count() as u64;
                    if COUNT && n > 0 {
                        return if self.is_counted { Stop::Counted(n) } else { Stop::Choice(pc as u32 - 1) };
                    }
                    if n == 0 {
                        pc = to as usize;
                    } else {
                        let landing = landings.nth(self.rng.below(n) as usize).unwrap_or_default();
                        lane.numbers[self.landing_register & 255] = i64::from(landing);
                        self.note_position(lane);
                    }
                }
                Code::Drop(row, owner, kind, number, to) => {
                    let landings = set!(lane, row);
                    let n = landings.count() as u64;
                    if COUNT && n > 0 {
                        return if self.is_counted { Stop::Counted(n) } else { Stop::Choice(pc as u32 - 1) };
                    }
                    if n == 0 {
                        pc = to as usize;
                    } else {
                        let landing = landings.nth(self.rng.below(n) as usize).unwrap_or_default();
                        lane.numbers[self.landing_register & 255] = i64::from(landing);
                        self.place(lane, (owner, kind as usize), Bits::of(landing));
                        self.commit(number);
                    }
                }
                Code::Drops(number) if COUNT => self.write_free(lane, &rush.script.drops[number as usize]),
                Code::Drops(number) => match self.drops(lane, number) {
                    Ok(to) => pc = to as usize,
                    Err(stop) => return stop,
                },
                Code::Chains(number, to) if COUNT && self.is_walking && self.is_due => {
                    self.find_chains(lane, number);
                    match lane.endings.is_empty() {
                        _ if self.slow.scratch.is_exhausted() => return self.stop_due(),
                        true => pc = to as usize,
                        false => return Stop::Choice(pc as u32 - 1),
                    }
                }
                Code::Chains(number, _) if COUNT => {
                    self.draw_chain(lane, number);
                    return match lane.endings.len() as u64 {
                        n if n > 0 && self.is_counted => Stop::Counted(n),
                        _ => Stop::Unknown,
                    };
                }
                // What Chance decides is left to who walks; what is sure is drawn.
                Code::Throw(..) | Code::DrawMember(..) if COUNT && self.is_walking => {
                    if matches!(code[pc], Code::Drawn(_)) {
                        return self.stop_due();
                    }
                    self.execute_apart(lane, now);
                }
                Code::Throw(..) | Code::DrawMember(..) if COUNT => return Stop::Unknown,
                Code::Drawn(at) => {
                    if !self.drawn() {
                        return Stop::At(at);
                    }
                }
                Code::Nobody => return self.unfinished("no players"),
                Code::DrawFound(_) if COUNT && self.is_walking && self.is_due => {
                    return match self.slow.scratch.is_exhausted() {
                        true => self.stop_due(),
                        false => Stop::Choice(pc as u32 - 1),
                    };
                }
                Code::DrawFound(_) if COUNT => {
                    let n = lane.search.n_found() as u64;
                    return if self.is_counted { Stop::Counted(n) } else { Stop::Unknown };
                }
                Code::DrawWithin(n, from, _) if COUNT && self.is_walking => {
                    let members = set!(lane, from);
                    match self.pick(members) {
                        Ok(Some(member)) => number!(lane, n) = i64::from(member),
                        Ok(None) if !self.is_seeking() => return Stop::Fails,
                        Ok(None) => pc = self.reject(lane) as usize,
                        Err(stop) => return stop,
                    }
                }
                Code::DrawWithin(n, from, guessed) => {
                    let members = set!(lane, from);
                    if COUNT {
                        let is_last = rush.script.picks_are_last && self.is_tried;
                        return if is_last { Stop::Counted(members.count() as u64) } else { Stop::Unknown };
                    }
                    let guessed = usize::try_from(number!(lane, guessed));
                    match guessed.ok().and_then(|guessed| members.nth(guessed)) {
                        Some(member) => number!(lane, n) = i64::from(member),
                        None if members.is_empty() => pc = self.reject(lane) as usize,
                        None => {
                            self.put_back(lane);
                            let choice = &rush.script.choices[self.choice as usize];
                            pc = self.draw_again(lane, choice) as usize;
                        }
                    }
                }
                Code::Hit(..) if COUNT => {}
                Code::Hit(n, shot, open, shots, to) => {
                    let hit = rush.shots[usize::from(shots)].hit(number!(lane, shot), set!(lane, open));
                    number!(lane, n) = hit.map_or(NOTHING, i64::from);
                    if hit.is_some() {
                        pc = to as usize;
                    }
                }
                Code::Nth(n, from, index) => match set!(lane, from).nth(usize::from(index)) {
                    Some(member) => number!(lane, n) = i64::from(member),
                    None if COUNT && !self.is_seeking() => return Stop::Fails,
                    None => pc = self.reject(lane) as usize,
                },
                Code::Reject => {
                    if COUNT && !self.is_seeking() {
                        return Stop::Fails;
                    }
                    pc = self.reject(lane) as usize;
                }
                Code::Shielded(helps) => return if helps { Stop::Succeeds } else { Stop::Fails },
                Code::Leave(_) | Code::Quit(_) if COUNT && !self.is_walking => return Stop::Unknown,
                Code::Quit(at) => return self.stop(at),
                Code::Leave(at) => {
                    return match self.slow.is_over(lane, crate::syntax::ast::Point::BeforeTurn) {
                        true => Stop::Over,
                        false => Stop::At(at),
                    };
                }
                Code::IfCounted(to) if COUNT => pc = to as usize,
                Code::IfCounted(_) => {}
                Code::IfKept(..) if COUNT => {}
                Code::IfKept(is_quiet, to) => {
                    if number!(lane, is_quiet) == 1 && self.may_go_on() {
                        pc = to as usize;
                    }
                }
                Code::Exchange if COUNT && self.is_tried => return Stop::Succeeds,
                Code::Exchange => {
                    lane.exchange();
                    std::mem::swap(&mut self.slow.state.turn.noted, &mut self.noted);
                    std::mem::swap(&mut self.slow.state.done, &mut self.done);
                }
                Code::After if COUNT => {
                    // What was sought is put back; all options are counted.
                    lane.exchange();
                    std::mem::swap(&mut self.slow.state.turn.noted, &mut self.noted);
                    if let Some(n) = self.sought.take() {
                        return Stop::Counted(n);
                    }
                    return match self.counted(lane, self.choice, self.draw) {
                        Some(stop) => stop,
                        None => Stop::Unknown,
                    };
                }
                Code::After => pc = rush.script.choices[self.choice as usize].rows[self.row].after as usize,
                Code::Commit(_) if COUNT && self.is_tried => return Stop::Succeeds,
                Code::Commit(number) => {
                    self.note_taken(lane, number);
                    self.commit(number);
                }
                Code::Mark(_) | Code::Tell(_) | Code::Told if COUNT => {}
                Code::Mark(site) => self.slow.state.done.push(site),
                Code::Tell(site) => self.tell(site),
                Code::Told => self.slow.machine.tally_done(self.slow.scratch, self.slow.state),
                Code::Engine(..) if COUNT => return Stop::Unknown,
                Code::Engine(choice, first, end, to) => {
                    self.clears_all = true;
                    match self.rng.draw(|rng| self.slow.choose(lane, choice, (first, end), rng)) {
                        true => self.decide(),
                        false => pc = to as usize,
                    }
                }
                Code::Close => self.close(lane),
                Code::Pass(mover, next) => {
                    self.close(lane);
                    let ends = self.ends_round(mover, next);
                    self.slow.state.turn.rounds += u32::from(ends);
                }
                Code::Turn(mover, next, at) => {
                    self.close(lane);
                    let ends = self.ends_round(mover, next);
                    self.slow.state.turn.rounds += u32::from(ends);
                    if !self.enter(lane, next) {
                        return self.unfinished("no decision");
                    }
                    if COUNT {
                        self.stand_at(at);
                    }
                    if !self.may_go_on() {
                        return self.stop(at);
                    }
                }
                Code::Enter(player) => {
                    if !self.enter(lane, player) {
                        return self.unfinished("no decision");
                    }
                }
                Code::Test(point) => {
                    if self.slow.is_over(lane, point) {
                        self.forget_taken(lane);
                        return Stop::Over;
                    }
                }
                Code::At(at) => self.slow.state.turn.pc = at,
                Code::Over(clause, players) => {
                    self.note_end(clause);
                    self.forget_taken(lane);
                    *self.slow.due = Due::Over(self.ended(clause, players));
                    return Stop::Over;
                }
                Code::Due(at) => {
                    if COUNT {
                        self.stand_at(at);
                    }
                    if !self.may_go_on() {
                        return self.stop(at);
                    }
                }
                now if now.is_of_search() => {
                    if let Some(to) = self.search(lane, now, pc - 1) {
                        pc = to as usize;
                    }
                }
                other => {
                    // A count runs natively for the most part.
                    let elsewhere = if COUNT { self.execute_apart(lane, other) } else { self.execute(lane, other) };
                    if let Some(to) = elsewhere {
                        pc = usize::from(to);
                    }
                }
            }
        }
    }
    /// What the code does not tell is left to the machine, from the decision that is due on.
    fn stop_due(&self) -> Stop {
        Stop::At(self.slow.state.turn.pc)
    }
}
