//! What must hold when a turn is over. An option exists only if the turn can still be brought to such an end.

use crate::program::Choose;
use crate::program::node::{NOBODY, NONE};
use crate::syntax::ast::Point;

use super::machine::Machine;
use super::scratch::{Asking, RUN, Scratch};
use super::state::State;
use super::turn::{ENDLESS, Step, Taken};

/// The most decisions of a turn that are looked ahead.
const DEEP: u16 = 100;

impl<const W: usize> Machine<W> {
    /// Whether the turn can go on, after an option of a move (or after `stop`) led to a state, to an end at which
    /// all holds that must hold then. Whoever asks on that way what can be done is not told whether it leads to such an
    /// end: so each question finds its answer.
    pub fn may_go_on(&self, sc: &mut Scratch<W>, st: &State, number: u16) -> bool {
        let Asking { can, beyond, .. } = sc.asking;
        if self.program.turn_ensures.is_empty() || st.turn.mover == NOBODY || can != 0 && beyond {
            return true;
        }
        if sc.asking.ahead >= DEEP {
            sc.effort = 0;
            return false;
        }
        let mut next = sc.copy(st);
        let took = number != NONE && !self.taken(st).is_empty();
        self.take(&mut next, Some(Taken { number, took }));
        let outside = sc.asking;
        sc.asking = Asking { ahead: outside.ahead + 1, can: 0, beyond: beyond || can != 0, ..outside };
        let can_end = self.can_end(sc, &mut next);
        sc.asking = outside;
        sc.give(next);
        can_end
    }

    /// Whether the turn can go on from a state to such an end. A choice that has no option is passed over, so it is
    /// enough if it goes on to one without it.
    fn can_end(&self, sc: &mut Scratch<W>, state: &mut State) -> bool {
        let mut chosen_from: Vec<(State, &Choose)> = Vec::new();
        for _ in 0..ENDLESS {
            if !sc.spend(RUN) {
                return false;
            }
            let is_out = self.is_out(state, state.turn.mover);
            let step = if is_out { Step::End } else { self.step(sc, state) };
            match step {
                Step::Went => {}
                Step::Choose(choose) => {
                    let choose = &self.program.choices[choose as usize];
                    // To stop is mostly fine, and soon found out.
                    if choose.may {
                        chosen_from.push((sc.copy(state), choose));
                    } else if self.has_option(sc, state, choose) {
                        return true;
                    }
                    state.turn.pc += 1;
                }
                Step::Roll(draw) => {
                    let draws = self.draws(sc, state, draw);
                    if draws.len() > 1 {
                        // What Chance will do is not foreseen.
                        return true;
                    }
                    self.settle(state, draw, draws.first());
                }
                Step::End => {
                    return self.is_well_ended(sc, state)
                        || chosen_from.iter().rev().any(|(state, choose)| self.has_option(sc, state, choose));
                }
            }
        }
        false
    }

    /// Whether a choice has an option.
    fn has_option(&self, sc: &mut Scratch<W>, st: &State, choose: &Choose) -> bool {
        let chooser = if st.turn.me == NOBODY { st.turn.mover } else { st.turn.me };
        choose.groups.iter().flatten().any(|&number| self.has_run(sc, st, chooser, number))
    }

    /// Whether all holds that must hold when the turn is over, or the game is over before.
    fn is_well_ended(&self, sc: &mut Scratch<W>, state: &mut State) -> bool {
        if state.turn.fresh && self.test(sc, state, Point::AfterMove).is_some() {
            return true;
        }
        state.turn.who = state.turn.mover;
        self.program.turn_ensures.iter().all(|&ensure| self.truth(sc, state, ensure))
    }
}
