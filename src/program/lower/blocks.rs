//! Statements as operations.

use crate::rules::model::{Statement, StatementKind};
use crate::rules::types::Domain;
use crate::source::Span;

use super::super::node::Op;
use super::super::sites::What;
use super::Lowering;
use super::expressions::is_set;

/// The most rounds of a `repeat`, which the engine keeps to.
const FIRST_EXIT: u32 = 0;

impl Lowering {
    /// The block of some statements; none if there are none.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Option<u32> {
        if statements.is_empty() {
            return None;
        }
        let start = self.program.ops.len() as u32;
        self.statements(statements, 0, 0);
        self.program.ops.push(Op::Done);
        self.program.places.resize(self.program.ops.len(), Span::default());
        Some(start)
    }

    fn statements(&mut self, statements: &[Statement], registers: u32, sets: u32) {
        for statement in statements {
            self.statement(statement, registers, sets);
            self.program.places.resize(self.program.ops.len(), statement.span);
        }
    }

    fn here(&self) -> u32 {
        self.program.ops.len() as u32
    }

    /// Adds an operation that is completed later.
    fn hole(&mut self) -> usize {
        self.program.ops.push(Op::Jump(FIRST_EXIT));
        self.program.ops.len() - 1
    }

    /// Takes the first free registers: so many scalars and so many sets.
    fn reserve(&mut self, registers: u32, sets: u32) {
        self.program.n_registers = self.program.n_registers.max(registers as usize);
        self.program.n_set_registers = self.program.n_set_registers.max(sets as usize);
    }

    fn statement(&mut self, statement: &Statement, registers: u32, sets: u32) {
        match &statement.kind {
            StatementKind::If(asked, then, otherwise) => {
                let condition = self.scalar(asked);
                let test = self.hole();
                self.count(asked.span, What::Branch(true));
                self.statements(then, registers, sets);
                let goes_past = !otherwise.is_empty() || self.program.sites.is_some();
                let jump = goes_past.then(|| self.hole());
                self.program.ops[test] = Op::Unless(condition, self.here());
                self.count(asked.span, What::Branch(false));
                self.statements(otherwise, registers, sets);
                if let Some(jump) = jump {
                    self.program.ops[jump] = Op::Jump(self.here());
                }
            }
            StatementKind::Repeat(times, condition, may_stop, block) => {
                self.reserve(registers + 1, sets);
                let times = self.scalar(times);
                let condition = condition.as_ref().map(|condition| self.scalar(condition));
                self.program.ops.push(Op::RepeatStart(registers, times));
                let round = self.hole();
                self.statements(block, registers + 1, sets);
                self.program.ops.push(Op::Jump(round as u32));
                self.program.ops[round] =
                    Op::RepeatRound { register: registers, condition, may_stop: *may_stop, exit: self.here() };
            }
            StatementKind::Each(name, set, block) => {
                self.reserve(registers, sets + 1);
                let set = self.set(set);
                self.program.ops.push(Op::EachStart(sets, set));
                let next = self.hole();
                self.statements(block, registers, sets + 1);
                self.program.ops.push(Op::Jump(next as u32));
                self.program.ops[next] = Op::EachNext { register: sets, name: *name as u32, exit: self.here() };
            }
            StatementKind::ForEachPlayer(block) => self.players(None, block, registers, sets),
            StatementKind::For(players, block) => {
                let players = self.set(players);
                self.players(Some(players), block, registers, sets);
            }
            _ => {
                let op = self.simple(&statement.kind);
                self.program.ops.push(op);
                self.count(statement.span, What::Done);
                if let StatementKind::Ensure(guard) | StatementKind::Pick(_, Some(guard)) = &statement.kind {
                    self.count(guard.span, What::Guard);
                }
            }
        }
    }

    /// Counts that something is done here, if anything is counted.
    fn count(&mut self, span: Span, what: What) {
        if let Some(site) = self.site(span, what) {
            self.program.ops.push(Op::Count(site));
        }
    }

    fn players(&mut self, players: Option<u32>, block: &[Statement], registers: u32, sets: u32) {
        self.reserve(registers + 2, sets);
        self.program.ops.push(Op::PlayersStart(registers, players));
        let next = self.hole();
        self.statements(block, registers + 2, sets);
        self.program.ops.push(Op::Jump(next as u32));
        self.program.ops[next] = Op::PlayersNext { register: registers, exit: self.here() };
    }

    fn simple(&mut self, statement: &StatementKind) -> Op {
        match statement {
            StatementKind::Pick(pick, condition) => Op::Pick {
                name: pick.slot as u32,
                from: self.set(&pick.from),
                domain: pick.from.ty.domain().unwrap_or(Domain::Cell),
                condition: condition.as_ref().map(|condition| self.scalar(condition)),
            },
            StatementKind::Ensure(condition) => Op::Ensure(self.scalar(condition)),
            StatementKind::Take(cells, at_end) => Op::Take(self.set(cells), *at_end),
            StatementKind::Remove(cells) => Op::Remove(self.set(cells)),
            StatementKind::Put { number, kind, owner, on, with } => Op::Put {
                number: self.scalar(number),
                kind: self.scalar(kind),
                owner: owner.as_ref().map(|owner| self.scalar(owner)),
                on: on.as_ref().map(|on| self.set(on)),
                with: with.iter().map(|(variable, value)| (*variable as u16, self.scalar(value))).collect(),
            },
            StatementKind::Push(cells, way) => Op::Push(self.set(cells), self.scalar(way)),
            StatementKind::Sow { variable, from, way, except } => Op::Sow {
                variable: *variable as u16,
                from: self.scalar(from),
                way: self.scalar(way),
                except: except.as_ref().map(|except| self.set(except)),
            },
            StatementKind::Move(from, to) => Op::Move(self.scalar(from), self.scalar(to)),
            StatementKind::MovePile { number, from, to, under } => Op::MovePile {
                number: self.scalar(number),
                from: self.scalar(from),
                to: self.scalar(to),
                under: *under,
            },
            StatementKind::Swap(one, other) => Op::Swap(self.scalar(one), self.scalar(other)),
            StatementKind::Change(cells, into) => Op::Change(self.set(cells), self.scalar(into)),
            StatementKind::Give(cells, to) => Op::Give(self.set(cells), self.scalar(to)),
            StatementKind::Set(variable, holder, value) => self.set_variable(*variable, holder.as_ref(), value),
            StatementKind::Let(name, value) if is_set(value) => Op::LetSet(*name as u32, self.set(value)),
            StatementKind::Let(name, value) if self.is_set_name(*name) => Op::LetSet(*name as u32, self.set(value)),
            StatementKind::Let(name, value) => Op::LetScalar(*name as u32, self.scalar(value)),
            StatementKind::SetStarter(player) => Op::SetStarter(self.scalar(player)),
            StatementKind::Paint(terrain, values) => {
                self.program.paintings.push(values.clone());
                Op::Paint(*terrain as u16, self.program.paintings.len() as u32 - 1)
            }
            StatementKind::Lay(terrain, tile, corner, face, quarters) => Op::Lay {
                terrain: *terrain as u16,
                corner: *corner,
                tile: self.scalar(tile),
                face: self.scalar(face),
                quarters: self.scalar(quarters),
            },
            StatementKind::Clear => Op::Clear,
            StatementKind::If(..)
            | StatementKind::Repeat(..)
            | StatementKind::Each(..)
            | StatementKind::ForEachPlayer(_)
            | StatementKind::For(..) => Op::Jump(self.here() + 1),
        }
    }

    fn set_variable(
        &mut self,
        variable: usize,
        holder: Option<&crate::rules::model::Expr>,
        value: &crate::rules::model::Expr,
    ) -> Op {
        let holder = holder.map(|holder| self.set(holder));
        let value = match self.rules.variables[variable].ty {
            crate::rules::types::Type::Set(_) => self.set(value),
            _ => self.scalar(value),
        };
        Op::Set { variable: variable as u16, holder, value }
    }
}
