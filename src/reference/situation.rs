//! Positions set up by hand, and positions as text that sets them up again.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::game::{Actor, Arrangement, Game, PlayerId};
use crate::rules::check::Line;
use crate::rules::model::{Expr, Holder};
use crate::rules::types::{Domain, Type, Value};
use crate::syntax::ast::Lifetime;

use super::position::Pending;
use super::run::Run;
use super::state::{Piece, State};
use super::{Position, Reference};

impl Reference {
    /// The position after the set-up. Whatever Chance decides in it is its first option.
    fn set_up(&self) -> Position {
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
                Line::Expect(_) | Line::Other => {}
            }
        }
        state.history = Arc::default();
        state.counters.fill(0);
        self.ask(|world| counted.iter().for_each(|written| world.count_written(&mut state, mover, written)));
        // What lasts two turns was set in the turn before.
        state.written.fill(state.turns);
        (state, mover)
    }

    /// Whether a condition holds, `my` meaning the player whose turn it is.
    pub fn holds(&self, position: &Position, condition: &Expr) -> bool {
        self.ask(|world| world.scope(&position.state, position.state.mover).truth(condition))
    }

    /// Lines that set the position up again, as [`Reference::situation`] reads them. They begin a turn:
    /// what was decided in the running turn, history and counters are not in them.
    pub fn situation_text(&self, position: &Position) -> String {
        let state = &position.state;
        let mut lines = vec![format!("position \"{}\"", self.rows_text(state))];
        lines.extend(self.terrain_lines(state));
        lines.extend(self.piece_lines(state));
        lines.extend(self.hand_lines(state));
        lines.extend(self.variable_lines(state));
        if let Some(phase) = self.rules.phases.get(state.phase).filter(|phase| !phase.name.is_empty()) {
            lines.push(format!("phase {}", phase.name));
        }
        if state.turns > 0 {
            lines.push(format!("turns {}", state.turns));
        }
        if state.rounds > 0 {
            lines.push(format!("rounds {}", state.rounds));
        }
        if state.starter != PlayerId(0) {
            lines.push(format!("set starter to {}", self.rules.players[state.starter.index()].name));
        }
        if let Some(mover) = state.mover {
            lines.push(format!("{} to play", self.rules.players[mover.index()].name));
        }
        lines.join("\n")
    }

    /// The letter of a piece that a picture can show.
    fn letter(&self, stack: &[Piece]) -> Option<String> {
        let [piece] = stack else { return None };
        let kind = &self.rules.look.kinds[piece.kind as usize];
        match piece.owner {
            None | Some(PlayerId(0)) => Some(kind.letter.clone()),
            Some(PlayerId(1)) if kind.letter.to_lowercase() != kind.letter => Some(kind.letter.to_lowercase()),
            Some(_) => None,
        }
    }

    fn rows_text(&self, state: &State) -> String {
        let rows = self.rules.board.rows.iter().map(|row| {
            let letters = row.iter().map(|cell| self.letter(&state.stacks[cell.index()]).unwrap_or_else(|| ".".into()));
            letters.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn terrain_lines(&self, state: &State) -> Vec<String> {
        let letter = |terrain: usize, cell: usize| {
            let value = state.terrain[terrain][cell];
            value.and_then(|value| self.rules.terrains[terrain].values[value as usize].chars().next()).unwrap_or('.')
        };
        let line = |terrain: usize| {
            let rows = self.rules.board.rows.iter();
            let rows: Vec<String> =
                rows.map(|row| row.iter().map(|cell| letter(terrain, cell.index())).collect()).collect();
            format!("paint {} as | {}", self.rules.terrains[terrain].name, rows.join("\n  | "))
        };
        (0..self.rules.terrains.len()).map(line).collect()
    }

    /// Pieces beside the grid, in stacks, or of further players; and what pieces remember.
    fn piece_lines(&self, state: &State) -> Vec<String> {
        let mut lines = Vec::new();
        for (cell, stack) in state.stacks.iter().enumerate() {
            let name = &self.rules.board.cells[cell].name;
            let in_picture = cell < self.rules.board.n_grid && self.letter(stack).is_some();
            for piece in stack.iter().filter(|_| !in_picture) {
                let owner = piece
                    .owner
                    .map_or(String::new(), |owner| format!(" of {}", self.rules.players[owner.index()].name));
                lines.push(format!("put {}{owner} on {name}", self.rules.kinds[piece.kind as usize].name));
            }
            let Some(piece) = stack.last() else { continue };
            for variable in self.rules.variables.iter().filter(|variable| variable.holder == Holder::Piece) {
                let first = self.rules.variables_first(variable, piece.kind as usize);
                let value = piece.attributes.get(variable.offset).copied().unwrap_or(-1);
                let value = match variable.ty {
                    Type::Truth => Value::Truth(value == 1),
                    Type::Number(..) => Value::Number(value.into()),
                    _ => Value::One(u16::try_from(value).ok()),
                };
                if variable.kinds.contains(piece.kind) && value != first {
                    lines.push(format!("set {} of {name} to {}", variable.name, self.value_text(&value, variable.ty)));
                }
            }
        }
        lines
    }

    fn hand_lines(&self, state: &State) -> Vec<String> {
        let n_kinds = self.rules.kinds.len().max(1);
        let held = state.hands.iter().enumerate().filter(|(_, count)| **count > 0);
        held.map(|(index, count)| {
            let (player, kind) = (&self.rules.players[index / n_kinds].name, &self.rules.kinds[index % n_kinds].name);
            format!("put {count} {kind} of {player} in hand")
        })
        .collect()
    }

    /// The variables that are not as the set-up has left them.
    fn variable_lines(&self, state: &State) -> Vec<String> {
        let mut lines = Vec::new();
        let set_up = self.set_up().state;
        for variable in &self.rules.variables {
            if variable.holder == Holder::Piece || matches!(variable.lifetime, Lifetime::Turn | Lifetime::Move) {
                continue;
            }
            for member in 0..variable.count {
                let value = &state.variables[variable.offset + member];
                if *value == set_up.variables[variable.offset + member] {
                    continue;
                }
                let mut line = format!("set {}", variable.name);
                if let Holder::Each(domain) = variable.holder {
                    let member = Value::One(Some(member as u16));
                    let _ = write!(line, " of {}", self.value_text(&member, Type::One(domain)));
                }
                lines.push(format!("{line} to {}", self.value_text(value, variable.ty)));
            }
        }
        lines
    }

    /// A value as it is written in a rule file.
    pub(super) fn value_text(&self, value: &Value, ty: Type) -> String {
        match (value, ty) {
            (Value::Truth(truth), _) => if *truth { "yes" } else { "no" }.into(),
            (Value::Number(number), _) => number.to_string(),
            (Value::One(None), _) => "none".into(),
            (Value::One(Some(member)), ty) => self.member_text(*member, ty.domain().unwrap_or(Domain::Number)),
            (Value::Set(set), ty) => {
                let domain = ty.domain().unwrap_or(Domain::Number);
                let members: Vec<String> = set.iter().map(|member| self.member_text(member, domain)).collect();
                format!("[{}]", members.join(" "))
            }
        }
    }

    pub(super) fn member_text(&self, member: u16, domain: Domain) -> String {
        let index = member as usize;
        let name = match domain {
            Domain::Cell => self.rules.board.cells.get(index).map(|cell| &cell.name),
            Domain::Direction => self.rules.board.directions.get(index).map(|direction| &direction.name),
            Domain::Player => self.rules.players.get(index).map(|player| &player.name),
            Domain::Kind => self.rules.kinds.get(index).map(|kind| &kind.name),
            Domain::Type(ty) => self.rules.types.get(ty).and_then(|model| model.values.get(index)),
            Domain::Number => None,
        };
        name.cloned().unwrap_or_else(|| member.to_string())
    }
}
