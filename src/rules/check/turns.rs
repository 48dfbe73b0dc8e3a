//! Set-up and turns as one program of instructions.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Roll, StatementKind as Ask};

use super::super::types::{Domain, Set, Type, Value};
use super::exprs::{difference, made};
use super::operators::arithmetic;
use super::{Arithmetic, Checker, Choose, Draw, Expr, ExprKind, Instruction, Phase, Scene, Statement, StatementKind};

/// The longest program, in instructions.
const MAX_CODE: usize = 20_000;

impl<'a> Checker<'a> {
    pub(super) fn compile_setup(&mut self) {
        (self.scene, self.in_setup) = (Scene::Setup, true);
        let setups = self.each_item(|kind| match kind {
            ItemKind::Setup { per_player, when, block } => Some((*per_player, when.as_ref(), block)),
            _ => None,
        });
        for (per_player, when, block) in setups {
            let scope = self.scope.len();
            let skip = when.map(|when| {
                let truth = self.truth(when);
                self.code.push(Instruction::Unless(truth, 0));
                self.code.len() - 1
            });
            match per_player {
                false => {
                    self.has_me = false;
                    self.compile(block);
                }
                true => self.compile_for_players(block),
            }
            self.scope.truncate(scope);
            if let Some(at) = skip {
                self.jump_here(at);
            }
        }
        (self.has_me, self.in_setup) = (false, false);
        self.code.push(Instruction::End);
    }

    fn compile_for_players(&mut self, block: &'a [ast::Statement]) {
        self.has_me = true;
        for index in 0..self.players.len() {
            let player = self.constant(Value::One(Some(index as u16)), Type::One(Domain::Player), self.start);
            self.code.push(Instruction::As(Some(player)));
            let scope = self.scope.len();
            self.compile(block);
            self.scope.truncate(scope);
        }
        self.code.push(Instruction::As(None));
        self.has_me = false;
    }

    pub(super) fn compile_turns(&mut self) -> Vec<Phase> {
        (self.scene, self.has_me) = (Scene::Turn, true);
        let turns = self.each_item(|kind| match kind {
            ItemKind::Turn { name, until, block } => Some((name.as_ref(), until.as_ref(), block)),
            _ => None,
        });
        let mut phases = Vec::new();
        for (name, until, block) in &turns {
            let until = until.map(|until| self.truth(until));
            let entry = self.code.len();
            let scope = self.scope.len();
            self.compile(block);
            self.scope.truncate(scope);
            self.code.push(Instruction::End);
            phases.push(Phase { name: name.map_or(String::new(), |name| name.value.clone()), entry, until });
        }
        if turns.is_empty() {
            let entry = self.code.len();
            let all: Vec<usize> = (0..self.moves.len()).collect();
            self.chosen_moves.extend(all.iter().copied());
            let choose = Choose { may: false, groups: vec![all], most: Vec::new(), distinct: false };
            self.code.push(Instruction::Choose(choose));
            self.code.push(Instruction::End);
            phases.push(Phase { name: String::new(), entry, until: None });
        }
        if self.code.len() > MAX_CODE {
            let span = self.start;
            self.error(Code::Limit, format!("set-up and turns have more than {MAX_CODE} instructions"), span, "");
        }
        phases
    }

    fn compile(&mut self, block: &'a [ast::Statement]) {
        self.singles.note_changed(block);
        for statement in block {
            self.instruction(statement);
        }
    }

    /// A block whose names end with it.
    fn compile_block(&mut self, block: &'a [ast::Statement]) {
        let (scope, facts) = (self.scope.len(), self.facts.len());
        self.compile(block);
        self.scope.truncate(scope);
        self.facts.truncate(facts);
    }

    /// Makes the jump at `at` lead to the next instruction.
    fn jump_here(&mut self, at: usize) {
        let here = self.code.len();
        match &mut self.code[at] {
            Instruction::Unless(_, target) | Instruction::Jump(target) => *target = here,
            _ => {}
        }
    }

    fn instruction(&mut self, statement: &'a ast::Statement) {
        if self.code.len() > MAX_CODE {
            return;
        }
        if !self.decides(statement) {
            let statements = self.statement(statement);
            self.code.extend(statements.into_iter().map(Instruction::Do));
            return;
        }
        let span = statement.span;
        match &statement.value {
            Ask::If { cond, then, otherwise } => {
                let truth = self.truth(cond);
                let facts = self.facts.len();
                let at = self.code.len();
                self.code.push(Instruction::Unless(truth, 0));
                self.learn(cond, true);
                self.compile_block(then);
                self.facts.truncate(facts);
                match otherwise {
                    None => self.jump_here(at),
                    Some(otherwise) => {
                        let end = self.code.len();
                        self.code.push(Instruction::Jump(0));
                        self.jump_here(at);
                        self.learn(cond, false);
                        self.compile_block(otherwise);
                        self.facts.truncate(facts);
                        self.jump_here(end);
                    }
                }
            }
            Ask::Repeat { bound, cond, block } => self.compile_repeat(bound.as_ref(), cond.as_ref(), block, span),
            Ask::Each { name, range, block } => self.compile_each(name, range, block, span),
            Ask::Choose(choose) => self.compile_choose(choose, span),
            Ask::Roll { name, from } => self.compile_roll(name, from, span),
            Ask::Lay { tiles, on, shuffled, turned, flipped } => {
                self.compile_lay(tiles, on, [*shuffled, *turned, *flipped], span);
            }
            Ask::Again | Ask::EndTurn if self.scene != Scene::Turn => {
                self.error(Code::BadStatement, "there is no turn yet in the set-up", span, "");
            }
            Ask::Again => self.code.push(Instruction::Again),
            Ask::EndTurn => self.code.push(Instruction::End),
            Ask::Do { name, args } => {
                let scope = self.scope.len();
                if let Some((bindings, block)) = self.enter_action(name, args, span) {
                    self.code.extend(bindings.into_iter().map(Instruction::Do));
                    self.compile(block);
                    self.leave_action(scope);
                }
            }
            _ => {}
        }
    }

    /// Whether a statement asks anybody, or ends the turn.
    fn decides(&self, statement: &'a ast::Statement) -> bool {
        self.decides_beyond(statement, &mut BTreeSet::new())
    }

    /// The same, with the actions that are known to decide nothing.
    fn decides_beyond(&self, statement: &'a ast::Statement, known: &mut BTreeSet<&'a str>) -> bool {
        let mut any = |block: &'a [ast::Statement]| block.iter().any(|inner| self.decides_beyond(inner, known));
        match &statement.value {
            Ask::Choose(_) | Ask::Roll { .. } | Ask::Lay { .. } | Ask::Again | Ask::EndTurn => true,
            Ask::If { then, otherwise, .. } => any(then) || otherwise.as_deref().is_some_and(any),
            Ask::Repeat { block, .. } | Ask::Each { block, .. } => any(block),
            Ask::Do { name, .. } => {
                let action = self.actions.get(&name.value).filter(|_| known.insert(&name.value));
                action.is_some_and(|(_, block)| block.iter().any(|inner| self.decides_beyond(inner, known)))
            }
            _ => false,
        }
    }

    fn compile_repeat(
        &mut self,
        bound: Option<&'a (bool, ast::Expr)>,
        cond: Option<&'a ast::Expr>,
        block: &'a [ast::Statement],
        span: Span,
    ) {
        let Some(times) = self.bound(bound, span) else { return };
        self.forget_changed(block);
        let (ty, number) = (times.ty, Type::Number(0, 10_000));
        let scope = self.scope.len();
        let rounds = self.keep(" rounds", ty);
        self.set_kept(rounds, times, span);
        let left = made(ExprKind::Kept(rounds), number, span);
        let zero = self.constant(Value::Number(0), Type::Number(0, 0), span);
        let more = ExprKind::Compare(super::Comparison::More, Box::new(left.clone()), Box::new(zero));
        let start = self.code.len();
        let mut exits = vec![start];
        self.code.push(Instruction::Unless(made(more, Type::Truth, span), 0));
        let facts = self.facts.len();
        if let Some(cond) = cond {
            let truth = self.truth(cond);
            exits.push(self.code.len());
            self.code.push(Instruction::Unless(truth, 0));
            self.learn(cond, true);
        }
        let one = self.constant(Value::Number(1), Type::Number(1, 1), span);
        let fewer = arithmetic(Arithmetic::Minus, left, one, span);
        self.set_kept(rounds, fewer, span);
        self.compile_block(block);
        self.facts.truncate(facts);
        self.code.push(Instruction::Jump(start));
        exits.into_iter().for_each(|at| self.jump_here(at));
        self.scope.truncate(scope);
    }

    fn compile_each(&mut self, name: &ast::Name, range: &ast::Range, block: &'a [ast::Statement], span: Span) {
        let scope = self.scope.len();
        let set = self.range(range);
        let Some(domain) = set.ty.domain() else { return };
        let number = self.member_of(&set);
        let slot = self.bind(name, &set);
        self.forget_changed(block);
        let rest = self.keep(" rest", Type::Set(domain));
        self.set_kept(rest, set, span);
        let left = made(ExprKind::Kept(rest), Type::Set(domain), span);
        let start = self.code.len();
        let some = made(ExprKind::Some(Box::new(left.clone())), Type::Truth, span);
        self.code.push(Instruction::Unless(some, 0));
        let next = made(ExprKind::ToOne(Box::new(left.clone())), Type::One(domain), span);
        let value = match domain {
            Domain::Number => {
                let ty = number;
                let zero = self.constant(Value::Number(0), Type::Number(0, 0), span);
                let kind = ExprKind::Arithmetic(Arithmetic::Plus, Box::new(next.clone()), Box::new(zero));
                made(kind, ty, span)
            }
            _ => next.clone(),
        };
        self.set_kept(slot, value, span);
        let this = made(ExprKind::ToSet(Box::new(next)), Type::Set(domain), span);
        self.set_kept(rest, difference(left, this, domain, span), span);
        self.compile_block(block);
        self.code.push(Instruction::Jump(start));
        self.jump_here(start);
        self.scope.truncate(scope);
    }

    fn set_kept(&mut self, slot: usize, value: Expr, span: Span) {
        self.code.push(Instruction::Do(Statement { kind: StatementKind::Let(slot, value), span }));
    }

    fn compile_choose(&mut self, choose: &'a ast::Choose, span: Span) {
        if self.scene != Scene::Turn {
            let diagnostic = Diagnostic::new(Code::BadStatement, "nobody chooses in the set-up", span, "")
                .help("make it a phase: `turn placing until … { choose … }`");
            self.report(diagnostic);
        }
        let mut groups = Vec::new();
        for group in &choose.groups {
            let moves: Vec<usize> = match group.is_empty() {
                true => (0..self.moves.len()).collect(),
                false => group.iter().filter_map(|name| self.move_named(name)).collect(),
            };
            self.chosen_moves.extend(moves.iter().copied());
            groups.push(moves);
        }
        self.forget_all();
        let before = self.scene;
        let most = choose.most.iter().map(|(most, sum)| (*most, self.number(sum))).collect();
        self.scene = before;
        self.code.push(Instruction::Choose(Choose { may: choose.may, groups, most, distinct: choose.distinct }));
    }

    fn compile_roll(&mut self, name: &ast::Name, from: &'a Roll, span: Span) {
        let starter = name.value == "starter";
        let (draw, ty) = match from {
            Roll::Dice(count, sides) => {
                let count = self.number(count);
                let six = self.constant(Value::Number(6), Type::Number(6, 6), span);
                let sides = sides.as_ref().map_or(six, |sides| self.number(sides));
                let (Type::Number(_, dice), Type::Number(_, faces)) = (count.ty, sides.ty) else { return };
                // Probabilities are exact, so the ways to throw must be countable.
                let ways = u64::try_from(faces).ok().zip(u32::try_from(dice).ok());
                let countable = ways.is_some_and(|(faces, dice)| faces.checked_pow(dice).is_some());
                if dice > 20 || faces > 100 {
                    self.error(Code::Limit, "at most 20 dice with at most 100 sides are rolled together", span, "");
                } else if !countable {
                    let message = format!("{dice} dice with {faces} sides can be thrown in too many ways");
                    let diagnostic = Diagnostic::new(Code::Limit, message, span, "too many to count")
                        .help("at most 18446744073709551615 ways; roll fewer dice, or dice with fewer sides");
                    self.report(diagnostic);
                }
                // Every die shows at least one.
                let least = match (count.ty, sides.ty) {
                    (Type::Number(fewest, _), Type::Number(1.., _)) => fewest.max(0),
                    _ => 0,
                };
                (Draw::Dice(count, sides), Type::Number(least, dice.saturating_mul(faces).max(least)))
            }
            Roll::From(range, weight) => {
                let set = self.range(range);
                if set.ty.domain().is_none() {
                    return;
                }
                let weight = weight.as_ref().map(|weight| {
                    let scope = self.scope.len();
                    let ty = self.member_of(&set);
                    let slot = self.temporary(" each", ty);
                    let each = made(ExprKind::Temporary(slot), ty, span);
                    let value = self.property_of(weight, each, span, None);
                    let value = self.fit(value, Type::Number(0, 0));
                    self.scope.truncate(scope);
                    (slot, value)
                });
                let ty = match (self.member_of(&set), &set.kind) {
                    // From an empty set nothing is drawn.
                    (Type::Number(low, high), kind) if !matches!(kind, ExprKind::Constant(_)) => {
                        Type::Number(low.min(0), high)
                    }
                    (ty, _) => ty,
                };
                (Draw::From(set, weight), ty)
            }
        };
        if starter && !self.scope.iter().any(|binding| binding.name == "starter") {
            let scope = self.scope.len();
            let slot = self.keep(" starter", ty);
            self.code.push(Instruction::Roll(slot, draw));
            let kept = made(ExprKind::Kept(slot), ty, span);
            let value = self.as_one(kept, Domain::Player);
            self.code.push(Instruction::Do(Statement { kind: StatementKind::SetStarter(value), span }));
            self.scope.truncate(scope);
            return;
        }
        self.no_shadow(name);
        let slot = self.keep(&name.value, ty);
        self.rolled.push((slot, name.clone()));
        self.code.push(Instruction::Roll(slot, draw));
    }

    /// `lay TILES on [corners] shuffled, turned, flipped`: each word adds decisions of Chance.
    fn compile_lay(&mut self, tiles: &ast::Name, on: &'a [ast::Expr], how: [bool; 3], span: Span) {
        let Some(set) = self.tile_sets.iter().find(|set| set.name == tiles.value).cloned() else {
            let known: Vec<String> = self.tile_sets.iter().map(|set| set.name.clone()).collect();
            self.unknown_name("set of tiles", tiles, known.iter().map(String::as_str));
            return;
        };
        let [shuffled, turned, flipped] = how;
        if set.tiles.len() != on.len() {
            let message = format!("{} tiles cannot be laid on {} places", set.tiles.len(), on.len());
            self.error(Code::Arguments, message, span, "");
            return;
        }
        let scope = self.scope.len();
        let tile_set = Type::Set(Domain::Number);
        let number = Type::Number(0, 1023);
        let zero = self.constant(Value::Number(0), Type::Number(0, 0), span);
        let all: Set = set.tiles.iter().map(|&tile| tile as u16).collect();
        let box_slot = self.keep(" box", tile_set);
        let (tile, face, quarters) =
            (self.keep(" tile", number), self.keep(" face", number), self.keep(" quarters", number));
        let all = self.constant(Value::Set(all), tile_set, span);
        self.set_kept(box_slot, all, span);
        for (index, corner) in on.iter().enumerate() {
            let corner = self.one(corner, Domain::Cell);
            let ExprKind::Constant(Value::One(Some(cell))) = corner.kind else {
                self.error(Code::WrongType, "tiles are laid on fixed cells", corner.span, "");
                continue;
            };
            match shuffled {
                true => self.code.push(Instruction::Roll(tile, Draw::Tile(box_slot))),
                false => {
                    let fixed = set.tiles[index] as i64;
                    let fixed = self.constant(Value::Number(fixed), Type::Number(fixed, fixed), span);
                    self.set_kept(tile, fixed, span);
                }
            }
            let kept = |slot| made(ExprKind::Kept(slot), number, span);
            let this = made(ExprKind::ToSet(Box::new(kept(tile))), tile_set, span);
            let left = difference(made(ExprKind::Kept(box_slot), tile_set, span), this, Domain::Number, span);
            self.set_kept(box_slot, left, span);
            if flipped && set.faces > 1 {
                self.code.push(Instruction::Roll(face, Draw::Face));
            } else {
                self.set_kept(face, zero.clone(), span);
            }
            if turned {
                self.code.push(Instruction::Roll(quarters, Draw::Quarters));
            } else {
                self.set_kept(quarters, zero.clone(), span);
            }
            let lay = StatementKind::Lay(set.terrain, kept(tile), cell, kept(face), kept(quarters));
            self.code.push(Instruction::Do(Statement { kind: lay, span }));
        }
        self.scope.truncate(scope);
    }
}
