//! What each statement does. Only `pick` and a `repeat` that may stop make several runs of one, only `pick` and
//! `ensure` none.

use std::sync::Arc;

use crate::game::PlayerId;
use crate::rules::model::{Expr, Holder, Statement, StatementKind, Variable};
use crate::rules::types::{Domain, Set, Value};

use super::obstacle::Obstruction;
use super::run::{Choice, Note, Run};
use super::state::{State, encode, fit, member_of};
use super::world::World;

/// The most rounds of one `repeat`, and the most pieces that one `put` puts on a cell or in a hand.
const MANY: i64 = 10_000;

impl World<'_> {
    /// The runs that come of statements, one after the other.
    pub fn exec(&self, block: &[Statement], run: Run) -> Vec<Run> {
        block.iter().fold(vec![run], |runs, statement| {
            let run_on = |run: Run| {
                self.tell_put(statement, &run);
                self.told(statement, run)
            };
            runs.into_iter().flat_map(run_on).collect()
        })
    }

    pub(super) fn statement(&self, statement: &StatementKind, mut run: Run) -> Vec<Run> {
        match statement {
            StatementKind::If(condition, then, otherwise) => {
                let holds = self.scope(&run.state, run.me).truth(condition);
                run.tell_branch(condition.span, holds);
                return self.exec(if holds { then } else { otherwise }, run);
            }
            StatementKind::Repeat(times, condition, may_stop, block) => {
                let times = self.number(&run, times).min(MANY);
                let repeat = Repeat { condition: condition.as_ref(), may_stop: *may_stop, block };
                return self.repeat(&repeat, times, run);
            }
            StatementKind::Each(name, set, block) => return self.each(*name, set, block, run),
            StatementKind::Pick(pick, condition) => {
                let mut runs = self.pick(&run, pick, |domain, member| Note::Later(domain, member, pick.slot));
                if let Some(when) = condition {
                    runs.retain_mut(|run| self.holds_or_forgives(run, Obstruction::PickWhen, when));
                }
                return runs;
            }
            StatementKind::Ensure(condition) => {
                let holds = self.holds_or_forgives(&mut run, Obstruction::Ensure, condition);
                return if holds { vec![run] } else { Vec::new() };
            }
            StatementKind::ForEachPlayer(block) => {
                let players: Vec<PlayerId> = run.state.living().collect();
                return self.for_players(players, block, run);
            }
            StatementKind::For(player, block) => {
                let players = self.set(&run, player).iter().map(|player| PlayerId(player as u8)).collect();
                return self.for_players(players, block, run);
            }
            _ => self.effect(statement, &mut run),
        }
        vec![run]
    }

    /// The statements that have exactly one run.
    fn effect(&self, statement: &StatementKind, run: &mut Run) {
        match statement {
            StatementKind::Take(cells, at_end) => self.take_all(run, &self.set(run, cells), *at_end),
            StatementKind::Remove(cells) => {
                for cell in self.set(run, cells).iter() {
                    run.state.pop(cell);
                }
            }
            StatementKind::Put { number, kind, owner, on, with } => {
                self.put(run, number, kind, (owner.as_ref(), on.as_ref(), with));
            }
            StatementKind::Move(from, to) => self.move_piece(run, from, to),
            StatementKind::MovePile { number, from, to, under } => self.move_pile(run, number, (from, to), *under),
            StatementKind::Push(cells, way) => self.push(run, cells, way),
            StatementKind::Sow { variable, from, way, except } => {
                self.sow(run, *variable, (from, way, except.as_ref()));
            }
            StatementKind::Swap(one, other) => self.swap(run, one, other),
            StatementKind::Change(cells, into) => self.change(run, cells, into),
            StatementKind::Give(cells, to) => self.give(run, cells, to),
            StatementKind::Set(variable, holder, value) => self.set_variable(run, *variable, holder.as_ref(), value),
            StatementKind::Let(name, value) => {
                let value = self.scope(&run.state, run.me).value(value);
                run.state.keep(*name, value);
            }
            StatementKind::SetStarter(player) => {
                let starter = self.scope(&run.state, run.me).player(player);
                run.state.starter = starter.unwrap_or(run.state.starter);
            }
            StatementKind::Paint(terrain, values) => paint(&mut run.state, *terrain, values),
            StatementKind::Lay(terrain, tile, cell, face, quarters) => {
                self.lay(run, *terrain, *cell, (tile, face, quarters));
            }
            StatementKind::Clear => {
                run.state.stacks.clear();
                Arc::make_mut(&mut run.state.hands).fill(0);
            }
            _ => {}
        }
    }

    fn number(&self, run: &Run, expr: &Expr) -> i64 {
        self.scope(&run.state, run.me).number(expr)
    }

    fn set(&self, run: &Run, expr: &Expr) -> Set {
        self.scope(&run.state, run.me).set(expr)
    }

    fn one(&self, run: &Run, expr: &Expr) -> Option<u16> {
        self.scope(&run.state, run.me).one(expr)
    }

    /// The runs of so many rounds, or of as many as the player likes.
    fn repeat(&self, repeat: &Repeat, times: i64, run: Run) -> Vec<Run> {
        let mut ended = Vec::new();
        let mut going = vec![run];
        for _ in 0..times {
            let mut next = Vec::new();
            for run in going {
                if !self.scope(&run.state, run.me).holds(repeat.condition) {
                    ended.push(run);
                    continue;
                }
                if repeat.may_stop {
                    ended.push(stopped(run.clone()));
                }
                next.extend(self.exec(repeat.block, run));
            }
            going = next;
            if going.is_empty() {
                break;
            }
        }
        ended.extend(going);
        ended
    }

    fn each(&self, name: usize, set: &Expr, block: &[Statement], run: Run) -> Vec<Run> {
        let domain = set.ty.domain().unwrap_or(Domain::Cell);
        let members = self.set(&run, set);
        members.iter().fold(vec![run], |runs, member| {
            let bound = |mut run: Run| {
                run.state.keep(name, member_of(domain, member));
                self.exec(block, run)
            };
            runs.into_iter().flat_map(bound).collect()
        })
    }

    /// Runs statements with `my` meaning each of the players in turn.
    fn for_players(&self, players: Vec<PlayerId>, block: &[Statement], run: Run) -> Vec<Run> {
        let me = run.me;
        let mut runs = players.into_iter().fold(vec![run], |runs, player| {
            let as_player = |run: Run| self.exec(block, Run { me: Some(player), ..run });
            runs.into_iter().flat_map(as_player).collect()
        });
        runs.iter_mut().for_each(|run| run.me = me);
        runs
    }

    fn move_piece(&self, run: &mut Run, from: &Expr, to: &Expr) {
        let Some((from, to)) = self.one(run, from).zip(self.one(run, to)) else {
            return;
        };
        if let Some(mut piece) = run.state.pop(from) {
            piece.moved |= from != to;
            self.place(&mut run.state, to, piece);
        }
    }

    fn swap(&self, run: &mut Run, one: &Expr, other: &Expr) {
        let Some((one, other)) = self.one(run, one).zip(self.one(run, other)) else {
            return;
        };
        run.state.stacks.swap(one as usize, other as usize);
        for cell in [one, other].into_iter().filter(|_| one != other) {
            run.state.stack_mut(cell).iter_mut().for_each(|piece| piece.moved = true);
        }
    }

    fn give(&self, run: &mut Run, cells: &Expr, to: &Expr) {
        let cells = self.set(run, cells);
        let Some(to) = self.scope(&run.state, run.me).player(to) else {
            return;
        };
        for cell in cells.iter() {
            if let Some(piece) = run.state.top_mut(cell).filter(|piece| !self.rules.kinds[piece.kind as usize].neutral)
            {
                piece.owner = Some(to);
            }
        }
    }

    /// Sets a variable of the game, of members, or of the pieces on cells; the value is worked out once.
    fn set_variable(&self, run: &mut Run, number: usize, holder: Option<&Expr>, value: &Expr) {
        let variable = &self.rules.variables[number];
        let value = fit(self.scope(&run.state, run.me).value(value), variable.ty);
        let holders = match holder {
            Some(holder) => self.set(run, holder),
            None => std::iter::once(0).collect(),
        };
        for member in holders.iter() {
            run.state.write(variable, member, &value);
        }
        run.state.note_written(number);
    }

    fn lay(&self, run: &mut Run, terrain: usize, corner: u16, (tile, face, quarters): (&Expr, &Expr, &Expr)) {
        let (face, quarters) = (self.number(run, face), self.number(run, quarters));
        let Some(tile) = self.one(run, tile).and_then(|tile| self.rules.tiles.get(tile as usize)) else {
            return;
        };
        let Some(rows) = usize::try_from(face).ok().and_then(|face| tile.faces.get(face)) else {
            return;
        };
        let rows = (0..quarters.rem_euclid(4)).fold(rows.clone(), |rows, _| turned_clockwise(&rows));
        let cells = &self.rules.board.cells;
        let Some((left, low)) = cells[corner as usize].column.zip(cells[corner as usize].row) else {
            return;
        };
        let values = &mut Arc::make_mut(&mut run.state.terrain)[terrain];
        for (place, value) in cells.iter().zip(values) {
            let Some((column, row)) = place.column.zip(place.row) else {
                continue;
            };
            let (Some(x), Some(y)) = (column.checked_sub(left), row.checked_sub(low)) else {
                continue;
            };
            let laid = rows.iter().rev().nth(y as usize).and_then(|row| row.get(x as usize));
            *value = laid.copied().or(*value);
        }
    }
}

/// The parts of a `repeat`.
struct Repeat<'a> {
    condition: Option<&'a Expr>,
    may_stop: bool,
    block: &'a [Statement],
}

fn stopped(mut run: Run) -> Run {
    run.choices.push(Choice::Stop);
    run.notes.push(Note::Stop);
    run
}

fn paint(state: &mut State, terrain: usize, values: &[Option<u16>]) {
    let painted = &mut Arc::make_mut(&mut state.terrain)[terrain];
    for (cell, value) in painted.iter_mut().zip(values) {
        *cell = value.or(*cell);
    }
}

/// The rows of a tile after a quarter turn clockwise.
fn turned_clockwise(rows: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..width).map(|column| rows.iter().rev().filter_map(|row| row.get(column).copied()).collect()).collect()
}

impl State {
    /// Sets the variable of a member or of the piece on a cell.
    pub(super) fn write(&mut self, variable: &Variable, member: u16, value: &Value) {
        if variable.holder != Holder::Piece {
            if (member as usize) < variable.count {
                Arc::make_mut(&mut self.variables)[variable.offset + member as usize] = value.clone();
            }
            return;
        }
        if let Some(piece) = self.top_mut(member).filter(|piece| variable.kinds.contains(piece.kind)) {
            piece.attributes[variable.offset] = encode(value);
        }
    }
}
