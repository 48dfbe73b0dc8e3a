//! Positions set up by hand.

use std::sync::Arc;

use crate::game::{Actor, Arrangement, Game, PlayerId};
use crate::rules::check::Line;
use crate::rules::model::Expr;

use super::position::Pending;
use super::run::Run;
use super::state::State;
use super::{Position, Reference};

impl Reference {
    /// The position after the set-up. Whatever Chance decides in it is its first option.
    pub(super) fn set_up(&self) -> Position {
        let mut position = self.initial();
        while position.state.mover.is_none() && self.actor(&position) == Some(Actor::Chance) {
            self.apply(&mut position, 0);
        }
        position
    }

    /// The position after the set-up and some lines of a scenario, at the beginning of a turn.
    ///
    /// History and counters begin anew.
    pub fn situation(&self, lines: &[Line]) -> Position {
        let (mut state, mover) = self.laid(lines);
        self.begun(&mut state, mover)
    }

    /// What [`Reference::situation`] begins with, as plain data.
    pub fn arranged(&self, lines: &[Line]) -> Arrangement {
        let (mut state, mover) = self.laid(lines);
        state.mover = Some(mover);
        self.arrangement_of(&state)
    }

    /// The position that plain data tells of, at the beginning of a turn.
    pub fn begun_from(&self, arrangement: &Arrangement) -> Position {
        let mut state = self.state_of(arrangement);
        let mover = state.mover.unwrap_or(state.starter);
        self.begun(&mut state, mover)
    }

    fn begun(&self, state: &mut State, mover: PlayerId) -> Position {
        self.ask(|world| match world.begin_turn(state, Some(mover)) {
            Some(outcome) => Position::new(state.clone(), Pending::over(outcome), &self.rules),
            None => world.advance(state.clone()),
        })
    }

    fn laid(&self, lines: &[Line]) -> (State, PlayerId) {
        let mut state = Arc::unwrap_or_clone(self.set_up().state);
        let mut mover = state.mover.unwrap_or(state.starter);
        let mut counted = Vec::new();
        for line in lines {
            match line {
                Line::Do(statements) => {
                    let run = Run::new(state.clone(), None);
                    let set_up = self.ask(|world| world.exec(statements, run).into_iter().next());
                    state = set_up.map_or(state, |run| run.state);
                }
                Line::ToPlay(player) => mover = PlayerId(*player as u8),
                Line::Phase(phase) => state.phase = *phase,
                Line::Written(written) => {
                    self.ask(|world| world.lay_written(&mut state, written));
                    mover = written.mover.map_or(mover, |seat| PlayerId(seat as u8));
                    counted.push(written);
                }
                Line::Out(players) => {
                    let order = state.out.iter().copied().max().unwrap_or(0) + 1;
                    players.iter().for_each(|&player| state.out[player] = order);
                }
                Line::Moved(cells) => {
                    let cells = self.ask(|world| world.scope(&state, None).set(cells));
                    for cell in cells.iter() {
                        if let Some(piece) = state.top_mut(cell) {
                            piece.moved = true;
                        }
                    }
                }
                Line::Expect(_) | Line::Other => {}
            }
        }
        state.history = Arc::default();
        state.counters.fill(0);
        self.ask(|world| counted.iter().for_each(|written| world.count_written(&mut state, mover, written)));
        // What lasts two turns was set in the turn before, as everything is that still holds when a turn begins.
        state.written.fill(state.turns);
        (state, mover)
    }

    /// Whether a condition holds, `my` meaning the player whose turn it is.
    pub fn holds(&self, position: &Position, condition: &Expr) -> bool {
        self.ask(|world| world.scope(&position.state, position.state.mover).truth(condition))
    }
}
