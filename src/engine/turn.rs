//! The turn machine: what happens between two decisions.

use crate::game::{Actor, PlayerId};
use crate::program::node::{NOBODY, NONE, NOTHING, TurnOp};
use crate::syntax::ast::Point;

use super::ends::Ended;
use super::machine::Machine;
use super::position::{Due, Options};
use super::scratch::Scratch;
use super::state::State;

/// How many instructions may follow each other without a decision.
pub const ENDLESS: usize = 100_000;
/// How many turns may follow each other without a decision.
const SILENT: u16 = 1000;

/// What an instruction comes to.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// It is done.
    Went,
    /// The mover may have to choose.
    Choose(u32),
    /// Chance may have to draw.
    Roll(u32),
    /// The turn or the set-up is over.
    End,
}

/// An option that was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The move of a player's option, [`NONE`] if it stops.
    pub number: u16,
    /// Whether something was taken.
    pub took: bool,
}

impl<const W: usize> Machine<W> {
    /// As [`Machine::advance`] after an option; one that was too much to work out, and so was not done, ends the game.
    pub fn advance_taken(&self, sc: &mut Scratch<W>, st: &mut State, due: &mut Due<W>) {
        if sc.is_exhausted() {
            self.give_up(sc, due);
        } else {
            self.advance(sc, st, due);
        }
    }

    /// The game ends because a decision is too much to work out.
    fn give_up(&self, sc: &mut Scratch<W>, due: &mut Due<W>) {
        sc.retire(due);
        sc.trim();
        *due = Due::Over(self.unfinished("too much to work out"));
    }

    /// Goes on to the next decision or to the end of the game.
    pub fn advance(&self, sc: &mut Scratch<W>, st: &mut State, due: &mut Due<W>) {
        sc.refill();
        sc.retire(due);
        self.tally_done(sc, st);
        for _ in 0..ENDLESS {
            if sc.is_exhausted() {
                self.give_up(sc, due);
                return;
            }
            let is_out = st.turn.mover != NOBODY && self.is_out(st, st.turn.mover);
            let step = if is_out { Step::End } else { self.step(sc, st) };
            self.tally_done(sc, st);
            let next = match step {
                Step::Went => None,
                Step::End => self.end_turn(sc, st).map(Due::Over),
                Step::Choose(choose) => self.put_choice(sc, st, choose),
                Step::Roll(draw) => self.put_draw(sc, st, draw),
            };
            if let Some(next) = next {
                if !sc.is_exhausted() {
                    *due = next;
                    return;
                }
                let mut unused = next;
                sc.retire(&mut unused);
            }
        }
        *due = Due::Over(self.unfinished("endless turn"));
    }

    /// Runs the next instruction, if it asks nobody.
    pub fn step(&self, sc: &mut Scratch<W>, st: &mut State) -> Step {
        let turn = &mut st.turn;
        turn.who = if turn.me == NOBODY { turn.mover } else { turn.me };
        let mut next = turn.pc + 1;
        match self.program.turn.get(turn.pc as usize) {
            Some(TurnOp::Choose(choose)) => return Step::Choose(*choose),
            Some(TurnOp::Do(block)) => {
                turn.noted = false;
                self.perform(sc, st, *block);
            }
            Some(TurnOp::Unless(condition, target)) => {
                let holds = self.truth(sc, st, *condition);
                if let Some(sites) = &self.program.sites {
                    st.done.extend(sites.asked[st.turn.pc as usize].map(|ways| ways[usize::from(holds)]));
                }
                if !holds {
                    next = *target;
                }
            }
            Some(TurnOp::Jump(target)) => next = *target,
            Some(TurnOp::As(player)) => {
                st.turn.me = player.map_or(NOBODY, |player| self.player(sc, st, player));
            }
            Some(TurnOp::Again) => turn.again = true,
            Some(TurnOp::Roll(draw)) => return Step::Roll(*draw),
            Some(TurnOp::End) | None => return Step::End,
        }
        st.turn.pc = next;
        Step::Went
    }

    /// The choice of the mover; none if there is nothing to choose, or if something happened first.
    fn put_choice(&self, sc: &mut Scratch<W>, st: &mut State, choose: u32) -> Option<Due<W>> {
        let chooser = st.turn.who;
        let actor = Actor::Player(PlayerId(if st.turn.mover == NOBODY { st.turn.me } else { st.turn.mover }));
        let first = if sc.is_glance { self.first_choice(st, chooser) } else { None };
        if let Some(groups) = first
            && !groups.iter().flatten().any(|&number| self.has_run(sc, st, chooser, number))
        {
            st.turn.pc += 1;
            return None;
        }
        if (sc.is_at_horizon || first.is_some()) && chooser != NOBODY {
            return self.put_decision(sc, st, Due::Decision { actor, options: Options::Unlisted });
        }
        let found = if chooser == NOBODY { None } else { self.offers(sc, st, chooser, choose) };
        let Some(options) = found else {
            st.turn.pc += 1;
            return None;
        };
        self.put_decision(sc, st, Due::Decision { actor, options })
    }

    /// The draw of Chance; none if only one thing can be drawn, or if something happened first.
    fn put_draw(&self, sc: &mut Scratch<W>, st: &mut State, draw: u32) -> Option<Due<W>> {
        let draws = self.draws(sc, st, draw);
        if draws.len() < 2 {
            self.settle(st, draw, draws.first());
            return None;
        }
        let options = Options::Drawn { draw, draws };
        self.put_decision(sc, st, Due::Decision { actor: Actor::Chance, options })
    }

    /// Puts a decision, once the ends after a move have been tested.
    fn put_decision(&self, sc: &mut Scratch<W>, st: &mut State, mut due: Due<W>) -> Option<Due<W>> {
        if std::mem::take(&mut st.turn.fresh) {
            let out = self.out_words(st);
            let outcome = self.test(sc, st, Point::AfterMove);
            // If somebody went out the options may be others now.
            if outcome.is_some() || self.out_words(st) != out {
                sc.retire(&mut due);
                return outcome.map(Due::Over);
            }
        }
        if st.turn.decisions >= self.program.rules.limit {
            sc.retire(&mut due);
            return Some(Due::Over(self.unfinished("move limit")));
        }
        st.turn.silent = 0;
        Some(due)
    }

    /// The state in which an option leaves the game, before play goes on.
    pub fn take(&self, st: &mut State, taken: Option<Taken>) {
        let turn = &mut st.turn;
        turn.pc += 1;
        turn.noted = false;
        turn.decisions += 1;
        turn.silent = 0;
        turn.fresh = turn.mover != NOBODY;
        let Some(taken) = taken else { return };
        turn.played = taken.number;
        for (number, counter) in self.program.rules.counters.iter().enumerate() {
            let count = &mut st.words[self.program.layout.counters + number];
            let is_listed = taken.number != NONE && counter.moves.contains(taken.number);
            match (is_listed || counter.taking && taken.took, counter.turns) {
                (true, true) => *count = -1_i64 as u64,
                (true, false) => *count = 0,
                (false, true) => {}
                (false, false) => *count += 1,
            }
        }
    }

    /// The end of a turn and the beginning of the next.
    fn end_turn(&self, sc: &mut Scratch<W>, st: &mut State) -> Option<Ended> {
        let mover = st.turn.mover;
        if mover == NOBODY {
            let starter = st.turn.starter;
            let first = if self.is_out(st, starter) { self.after_player(st, starter) } else { starter };
            return self.begin_turn(sc, st, first);
        }
        if std::mem::take(&mut st.turn.fresh)
            && let Some(outcome) = self.test(sc, st, Point::AfterMove)
        {
            return Some(outcome);
        }
        if let Some(outcome) = self.test(sc, st, Point::AfterTurn) {
            return Some(outcome);
        }
        let (mut next, goes_again) = self.pass_turn(st, mover);
        if !goes_again && next != NOBODY && self.passes_starter(st, mover, next) {
            st.turn.rounds += 1;
            if let Some(outcome) = self.test(sc, st, Point::AfterRound) {
                return Some(outcome);
            }
        }
        if next != NOBODY && self.is_out(st, next) {
            next = self.after_player(st, next);
        }
        self.begin_turn(sc, st, next)
    }

    /// Closes the turn of a player. Who has the next, and whether it is another turn of the same player.
    pub(super) fn pass_turn(&self, st: &mut State, mover: u8) -> (u8, bool) {
        self.close_turn(st);
        let goes_again = st.turn.again && !self.is_out(st, mover);
        (if goes_again { mover } else { self.after_player(st, mover) }, goes_again)
    }

    /// Makes it the position that would stand at the beginning of the next turn if this one ended now.
    pub fn pass(&self, sc: &mut Scratch<W>, st: &mut State) {
        if st.turn.mover != NOBODY {
            let (next, _) = self.pass_turn(st, st.turn.mover);
            if next != NOBODY {
                self.enter_turn(sc, st, next);
            }
        }
    }

    fn close_turn(&self, st: &mut State) {
        st.turn.turns += 1;
        for (number, counter) in self.program.rules.counters.iter().enumerate() {
            let count = &mut st.words[self.program.layout.counters + number];
            *count = count.wrapping_add(u64::from(counter.turns));
        }
        self.expire(st, &self.program.lasting.a_turn);
        for &number in &self.program.lasting.two_turns {
            let written = self.program.layout.written[number as usize].map_or(0, |at| st.words[at as usize]);
            if written < u64::from(st.turn.turns) {
                self.expire(st, &[number]);
            }
        }
    }

    /// Whether the starter's seat lies after the mover's and not after the next player's.
    fn passes_starter(&self, st: &State, mover: u8, next: u8) -> bool {
        let n = self.n_players();
        let after = |player: u8| (player + n - mover - 1) % n;
        after(st.turn.starter) <= after(next)
    }

    /// Begins a turn of a player.
    pub fn begin_turn(&self, sc: &mut Scratch<W>, st: &mut State, next: u8) -> Option<Ended> {
        if next == NOBODY {
            return Some(self.unfinished("no players"));
        }
        st.turn.silent += 1;
        if st.turn.silent > SILENT {
            return Some(self.unfinished("no decision"));
        }
        self.enter_turn(sc, st, next);
        if self.program.rules.asks_repetition {
            self.note(sc, st);
        }
        // Inside its own answer nobody is stuck: then it is not asked whether somebody is.
        let outside = sc.asking.stuck;
        sc.asking.stuck |= sc.is_at_horizon;
        let ended = self.test(sc, st, Point::BeforeTurn);
        sc.asking.stuck = outside;
        ended
    }

    /// The position enters the history.
    pub fn note(&self, sc: &mut Scratch<W>, st: &mut State) {
        let (positions, boards) = self.asks_repetition;
        let position = if positions { self.repetition_key(st) } else { 0 };
        sc.history.push((position, if boards { self.board_key(st) } else { 0 }));
        st.turn.noted = true;
    }

    /// Sets everything for a turn of the player, in the phase that is current then.
    pub fn enter_turn(&self, sc: &mut Scratch<W>, st: &mut State, player: u8) {
        let turn = &mut st.turn;
        turn.mover = player;
        turn.who = player;
        turn.me = NOBODY;
        turn.again = false;
        turn.fresh = false;
        turn.played = NONE;
        st.forget_names(&self.program.layout);
        while let Some(Some(until)) = self.program.until.get(st.turn.phase as usize) {
            let is_last = st.turn.phase as usize + 1 >= self.program.until.len();
            if is_last || !self.truth(sc, st, *until) {
                break;
            }
            st.turn.phase += 1;
        }
        let phase = self.program.rules.phases.get(st.turn.phase as usize);
        st.turn.pc = phase.map_or(self.program.turn.len(), |phase| phase.entry) as u32;
    }

    /// Binds the name of a draw with at most one outcome and goes on.
    pub fn settle(&self, st: &mut State, draw: u32, only: Option<&super::chance::Drawn>) {
        let name = self.program.draws[draw as usize].0;
        st.keep(&self.program.layout, name as usize, only.map_or(NOTHING, |only| i64::from(only.member)));
        st.turn.pc += 1;
    }
}
