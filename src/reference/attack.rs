//! Questions about what players could do: stuck, can; and about the history of the game.

use crate::game::PlayerId;
use crate::rules::model::Expr;
use crate::rules::types::Set;

use super::expression::Scope;
use super::state::State;
use super::turn::{ENDLESS, Step};
use super::world::{Asking, World};

impl World<'_> {
    /// Whether the first choice of a turn of the player, beginning now, would have no option. Inside its own answer
    /// nobody is stuck.
    pub fn is_stuck(&self, state: &State, player: PlayerId) -> bool {
        if self.asking.stuck {
            return false;
        }
        let inside = World { asking: Asking { stuck: true, ..self.asking }, ..*self };
        let mut state = state.clone();
        state.lifted = None;
        inside.enter_turn(&mut state, player);
        for _ in 0..ENDLESS {
            match inside.step(&mut state) {
                Step::Went => {}
                Step::Choose(choose) if choose.may => state.pc += 1,
                Step::Choose(choose) => {
                    let mut moves = choose.groups.iter().flatten();
                    return !moves.any(|&number| inside.has_run(&state, player, number));
                }
                Step::Roll(name, draw) => match inside.draws(&state, draw).as_slice() {
                    [] | [_] => inside.settle_roll(&mut state, name, draw),
                    _ => return false,
                },
                Step::End => return false,
            }
        }
        false
    }

    /// The state in which a player would choose a move: in his own turn where that goes on, else in a turn that begins.
    fn choosing(&self, state: &State, player: PlayerId, number: usize) -> State {
        let is_running = state.mover == Some(player);
        let mut state = State { mover: Some(player), ..state.clone() };
        // Without such conditions nobody looks at what comes behind the move.
        if !self.rules.turn_ensures.is_empty() {
            state.pc = self.rules.place_of_choice(number, state.phase, is_running.then_some(state.pc));
            if !is_running {
                (state.me, state.again) = (None, false);
                state.forget_names();
            }
        }
        state
    }
}

impl Scope<'_> {
    pub(super) fn attacked(&mut self, player: &Expr, cells: &Expr) -> Set {
        let (player, cells) = (self.player(player), self.set(cells));
        player.map_or_else(Set::default, |player| self.world.attacked(self.state, player, &cells))
    }

    pub(super) fn stuck(&mut self, player: &Expr) -> bool {
        let player = self.player(player);
        player.is_some_and(|player| self.world.is_stuck(self.state, player))
    }

    /// Whether a move has a run for the player, one that `ensure after each turn` leaves to him. Inside its own answer it
    /// has none.
    pub(super) fn can(&mut self, player: &Expr, number: usize) -> bool {
        let bit = 1 << (number % 128);
        let asking = self.world.asking;
        let Some(player) = self.player(player).filter(|_| asking.can & bit == 0) else {
            return false;
        };
        let inside = World { asking: Asking { can: asking.can | bit, ..asking }, ..self.world };
        inside.has_run(&inside.choosing(self.state, player, number), player, number)
    }

    /// Whether this position, or its pieces, stands for that time at least; within so many turns, if a number is given.
    /// Within a turn that is the position as it would stand if the turn ended now. Inside its own answer nothing is
    /// repeated.
    pub(super) fn repeated(&mut self, board: bool, times: u32, within: Option<&Expr>) -> bool {
        if self.world.asking.repeated {
            return false;
        }
        let state = self.state;
        let turns = within.map_or(usize::MAX, |turns| usize::try_from(self.number(turns)).unwrap_or(0));
        let now = match state.history.last().filter(|_| state.noted) {
            Some(noted) => *noted,
            None if board => (0, state.board_key()),
            None => {
                let inside = World { asking: Asking { repeated: true, ..self.world.asking }, ..self.world };
                (inside.passed(state).repetition_key(inside.rules, inside.facts), 0)
            }
        };
        let is_now = |entry: &&(u128, u128)| {
            if board { entry.1 == now.1 } else { entry.0 == now.0 }
        };
        let latest = state.history.iter().rev().take(turns.saturating_add(usize::from(state.noted)));
        latest.filter(is_now).count() + usize::from(!state.noted) >= times as usize
    }

    pub(super) fn without(&mut self, counter: usize, n: u32) -> bool {
        self.state.counters.get(counter).is_some_and(|&count| i64::from(count) >= i64::from(n))
    }
}
