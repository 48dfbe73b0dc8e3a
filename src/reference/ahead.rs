//! What must hold when a turn is over. An option exists only if the turn can still be brought to such an end.

use crate::rules::model::Choose;
use crate::syntax::ast::Point;

use super::position::Played;
use super::state::State;
use super::turn::{ENDLESS, Step};
use super::world::{Asking, RUN, World};

/// The most decisions of a turn that are looked ahead.
const DEEP: u16 = 100;

impl World<'_> {
    /// Whether the turn can go on, after an option of a move (or after `stop`) led to a state, to an end at which
    /// all holds that must hold then. Whoever asks on that way what can be done is not told whether it leads to such an
    /// end: so each question finds its answer.
    pub fn may_go_on(&self, state: &State, number: Option<usize>) -> bool {
        let Asking { can, beyond, .. } = self.asking;
        if self.rules.turn_ensures.is_empty() || state.mover.is_none() || can != 0 && beyond {
            return true;
        }
        if self.asking.ahead >= DEEP {
            self.spend(u64::MAX);
            return false;
        }
        let took = number.is_some() && !state.taken().is_empty();
        let asking = Asking { ahead: self.asking.ahead + 1, can: 0, beyond: beyond || can != 0, ..self.asking };
        let inside = World { asking, ..*self };
        inside.can_end(self.chosen(state.clone(), Some(Played { number, took })))
    }

    /// Whether the turn can go on from a state to such an end. A choice that has no option is passed over, so it is
    /// enough if it goes on to one without it.
    fn can_end(&self, mut state: State) -> bool {
        let mut chosen_from = Vec::new();
        for _ in 0..ENDLESS {
            if !self.spend(RUN) {
                return false;
            }
            let is_out = state.mover.is_some_and(|mover| state.is_out(mover));
            let step = if is_out { Step::End } else { self.step(&mut state) };
            match step {
                Step::Went => {}
                Step::Choose(choose) => {
                    // To stop is mostly fine, and soon found out.
                    if choose.may && !self.spend_runs(&state, 1) {
                        return false;
                    }
                    if choose.may {
                        chosen_from.push((state.clone(), choose));
                    } else if self.has_option(&state, choose) {
                        return true;
                    }
                    state.pc += 1;
                }
                Step::Roll(name, draw) => match self.draws(&state, draw).as_slice() {
                    [] | [_] => self.settle_roll(&mut state, name, draw),
                    // What Chance will do is not foreseen.
                    _ => return true,
                },
                Step::End => {
                    return self.is_well_ended(state)
                        || chosen_from.iter().rev().any(|(state, choose)| self.has_option(state, choose));
                }
            }
        }
        false
    }

    /// Whether a choice has an option.
    fn has_option(&self, state: &State, choose: &Choose) -> bool {
        let chooser = state.me.or(state.mover);
        let mut moves = choose.groups.iter().flatten();
        chooser.is_some_and(|chooser| moves.any(|&number| self.has_run(state, chooser, number)))
    }

    /// Whether all holds that must hold when the turn is over, or the game is over before.
    fn is_well_ended(&self, mut state: State) -> bool {
        state.fresh && self.test(Point::AfterMove, &mut state).is_some()
            || self.rules.turn_ensures.iter().all(|ensure| self.scope(&state, state.mover).truth(ensure))
    }
}
