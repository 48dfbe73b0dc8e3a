//! The turn machine: what happens between two decisions.

use std::sync::Arc;

use crate::game::{Actor, Outcome, PlayerId};
use crate::rules::model::{Choose, Draw, Instruction};
use crate::syntax::ast::{Lifetime, Point};

use super::position::{Offer, Pending, Played, Position};
use super::run::Run;
use super::state::State;
use super::world::World;

/// How many instructions may follow each other without a decision.
pub const ENDLESS: usize = 100_000;
/// How many turns may follow each other without a decision.
const SILENT: u32 = 1000;

/// What an instruction comes to.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// It is done.
    Went,
    /// The mover may have to choose.
    Choose(&'a Choose),
    /// Chance may have to draw a value for a kept name.
    Roll(usize, &'a Draw),
    /// The turn or the set-up is over.
    End,
}

impl<'a> World<'a> {
    /// Goes on to the next decision or to the end of the game.
    pub fn advance(&self, mut state: State) -> Position {
        let pending = self.next_pending(&mut state);
        Position::new(state, pending, self.rules)
    }

    fn next_pending(&self, state: &mut State) -> Pending {
        for _ in 0..ENDLESS {
            if self.is_exhausted() {
                return Pending::over(self.unfinished("too much to work out"));
            }
            let is_out = state.mover.is_some_and(|mover| state.is_out(mover));
            let step = if is_out { Step::End } else { self.step(state) };
            let pending = match step {
                Step::Went => None,
                Step::End => self.end_turn(state).map(Pending::over),
                Step::Choose(choose) => self.put_choice(state, choose),
                Step::Roll(name, draw) => self.put_draw(state, name, draw),
            };
            if let Some(pending) = pending.filter(|_| !self.is_exhausted()) {
                return pending;
            }
        }
        Pending::over(self.unfinished("endless turn"))
    }

    /// Runs the next instruction, if it asks nobody.
    pub fn step(&self, state: &mut State) -> Step<'a> {
        let me = state.me.or(state.mover);
        let mut next = state.pc + 1;
        match self.rules.code.get(state.pc) {
            Some(Instruction::Do(statement)) => {
                state.noted = false;
                let run = Run { trail: self.trail(), ..Run::new(state.clone(), me) };
                if let Some(run) = self.exec(std::slice::from_ref(statement), run).into_iter().next() {
                    self.tell_steps(run.trail);
                    *state = run.state;
                }
            }
            Some(Instruction::Unless(condition, target)) => {
                let holds = self.scope(state, me).truth(condition);
                self.tell_condition(condition.span, holds);
                if !holds {
                    next = *target;
                }
            }
            Some(Instruction::Jump(target)) => next = *target,
            Some(Instruction::As(player)) => {
                state.me = player.as_ref().and_then(|player| self.scope(state, me).player(player));
            }
            Some(Instruction::Again) => state.again = true,
            Some(Instruction::Choose(choose)) => return Step::Choose(choose),
            Some(Instruction::Roll(name, draw)) => return Step::Roll(*name, draw),
            Some(Instruction::End) | None => return Step::End,
        }
        state.pc = next;
        Step::Went
    }

    /// The choice of the mover; none if there is nothing to choose, or if something happened first.
    fn put_choice(&self, state: &mut State, choose: &Choose) -> Option<Pending> {
        let offers = state.me.or(state.mover).map_or_else(Vec::new, |chooser| self.offers(state, chooser, choose));
        if offers.is_empty() {
            state.pc += 1;
            return None;
        }
        let chooser = state.mover.or(state.me)?;
        self.put_decision(state, Actor::Player(chooser), offers)
    }

    /// The draw of Chance; none if only one thing can be drawn, or if something happened first.
    fn put_draw(&self, state: &mut State, name: usize, draw: &Draw) -> Option<Pending> {
        let draws = self.draws(state, draw);
        if draws.len() < 2 {
            self.settle_roll(state, name, draw);
            return None;
        }
        let offers = self.chance_offers(state, name, draws);
        self.put_decision(state, Actor::Chance, offers)
    }

    /// Puts a decision, once the ends after a move have been tested.
    fn put_decision(&self, state: &mut State, actor: Actor, offers: Vec<Offer>) -> Option<Pending> {
        if std::mem::take(&mut state.fresh) {
            let out = state.out.clone();
            let outcome = self.test(Point::AfterMove, state);
            // If somebody went out the options may be others now.
            if outcome.is_some() || state.out != out {
                return outcome.map(Pending::over);
            }
        }
        if state.decisions >= self.rules.limit {
            return Some(Pending::over(self.unfinished("move limit")));
        }
        state.silent = 0;
        Some(Pending::Decision { actor, offers: offers.into() })
    }

    /// The state in which an option leaves the game, before play goes on.
    pub fn taken(&self, offer: &Offer) -> State {
        let mut state = self.chosen(offer.state.clone(), offer.played);
        Arc::make_mut(&mut state.since).push(offer.text.clone());
        state
    }

    /// The state after a choice, before play goes on.
    pub fn chosen(&self, mut state: State, played: Option<Played>) -> State {
        state.pc += 1;
        state.noted = false;
        state.decisions += 1;
        state.silent = 0;
        state.fresh = state.mover.is_some();
        if let Some(played) = played {
            state.played = played.number;
            for (counter, count) in self.rules.counters.iter().zip(&mut state.counters) {
                let is_listed = played.number.is_some_and(|number| counter.moves.contains(number as u16));
                let is_anew = is_listed || counter.taking && played.took;
                *count = match (is_anew, counter.turns) {
                    (true, true) => -1,
                    (true, false) => 0,
                    (false, true) => *count,
                    (false, false) => count.saturating_add(1),
                };
            }
        }
        state
    }

    /// The end of a turn and the beginning of the next.
    fn end_turn(&self, state: &mut State) -> Option<Outcome> {
        let Some(mover) = state.mover else {
            let first = if state.is_out(state.starter) { state.after(state.starter) } else { Some(state.starter) };
            return self.begin_turn(state, first);
        };
        if std::mem::take(&mut state.fresh)
            && let Some(outcome) = self.test(Point::AfterMove, state)
        {
            return Some(outcome);
        }
        if let Some(outcome) = self.test(Point::AfterTurn, state) {
            return Some(outcome);
        }
        let (next, goes_again) = self.pass_turn(state, mover);
        if !goes_again && next.is_some_and(|next| self.passes_starter(state, mover, next)) {
            state.rounds += 1;
            if let Some(outcome) = self.test(Point::AfterRound, state) {
                return Some(outcome);
            }
        }
        let next = next.and_then(|next| if state.is_out(next) { state.after(next) } else { Some(next) });
        self.begin_turn(state, next)
    }

    /// Closes the turn of a player. Who has the next, and whether it is another turn of the same player.
    fn pass_turn(&self, state: &mut State, mover: PlayerId) -> (Option<PlayerId>, bool) {
        self.close_turn(state);
        let goes_again = state.again && !state.is_out(mover);
        (if goes_again { Some(mover) } else { state.after(mover) }, goes_again)
    }

    /// The position as it would stand at the beginning of the next turn if this one ended now.
    pub fn passed(&self, state: &State) -> State {
        let mut next = state.clone();
        if let Some(mover) = state.mover
            && let (Some(player), _) = self.pass_turn(&mut next, mover)
        {
            self.enter_turn(&mut next, player);
        }
        next
    }

    fn close_turn(&self, state: &mut State) {
        state.turns += 1;
        for (counter, count) in self.rules.counters.iter().zip(&mut state.counters) {
            *count = count.saturating_add(i32::from(counter.turns));
        }
        state.expire(self.rules, self.facts, |state, number, lifetime| match lifetime {
            Lifetime::Turn => true,
            Lifetime::TwoTurns => state.written[number] < state.turns,
            Lifetime::Game | Lifetime::Move => false,
        });
    }

    /// Whether the starter's seat lies after the mover's and not after the next player's.
    fn passes_starter(&self, state: &State, mover: PlayerId, next: PlayerId) -> bool {
        let n_players = self.rules.players.len();
        let seats = (1..=n_players).map(|k| (mover.index() + k) % n_players);
        let after = |player: PlayerId| seats.clone().position(|seat| seat == player.index());
        after(state.starter) <= after(next)
    }

    pub fn begin_turn(&self, state: &mut State, next: Option<PlayerId>) -> Option<Outcome> {
        let Some(next) = next else {
            return Some(self.unfinished("no players"));
        };
        state.silent += 1;
        if state.silent > SILENT {
            return Some(self.unfinished("no decision"));
        }
        state.mover = Some(next);
        (state.begun, state.since) = (None, Arc::default());
        state.begun = Some(Arc::new(state.clone()));
        self.enter_turn(state, next);
        if self.rules.asks_repetition {
            let keys = (state.repetition_key(self.rules, self.facts), state.board_key());
            Arc::make_mut(&mut state.history).push(keys);
            state.noted = true;
        }
        self.test(Point::BeforeTurn, state)
    }

    /// Sets everything for a turn of the player, in the phase that is current then.
    pub fn enter_turn(&self, state: &mut State, player: PlayerId) {
        state.mover = Some(player);
        state.me = None;
        state.again = false;
        state.fresh = false;
        state.played = None;
        state.forget_names();
        let phases = &self.rules.phases;
        while let Some(Some(until)) = phases.get(state.phase).map(|phase| &phase.until) {
            if state.phase + 1 >= phases.len() || !self.scope(state, Some(player)).truth(until) {
                break;
            }
            state.phase += 1;
        }
        state.pc = phases.get(state.phase).map_or(self.rules.code.len(), |phase| phase.entry);
    }
}
