//! Statements that ask nobody, and those of moves: `pick` and `ensure`.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::Holder;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Ast, Name, StatementKind as Ask, Whose};

use super::super::types::{Domain, Type, Value};
use super::exprs::made;
use super::{Arithmetic, Checker, Expr, Pick, Scene, Statement, StatementKind};

/// The most rounds of a `repeat`.
const MAX_REPEAT: i64 = 10_000;

/// Whether a block puts pieces of a kind in hand anywhere.
pub(super) fn puts_in_hand(block: &[ast::Statement], kind: &str) -> bool {
    block.iter().any(|statement| match &statement.value {
        Ask::Put { kind: own, on: None, .. } => own.value == kind,
        Ask::If { then, otherwise, .. } => {
            puts_in_hand(then, kind) || otherwise.as_ref().is_some_and(|block| puts_in_hand(block, kind))
        }
        Ask::Repeat { block, .. } | Ask::Each { block, .. } => puts_in_hand(block, kind),
        _ => false,
    })
}

/// The most statements of a file, those of an action counted wherever it is done.
const MAX_STATEMENTS: usize = 20_000;

impl<'a> Checker<'a> {
    /// Statements in order; names that they bind end with the block.
    pub(super) fn block(&mut self, block: &'a [ast::Statement]) -> Vec<Statement> {
        let (scope, facts) = (self.scope.len(), self.facts.len());
        let statements = self.open_block(block);
        self.scope.truncate(scope);
        self.facts.truncate(facts);
        statements
    }

    /// Statements whose names live on behind them.
    pub(super) fn open_block(&mut self, block: &'a [ast::Statement]) -> Vec<Statement> {
        self.singles.note_changed(block);
        block.iter().flat_map(|statement| self.statement(statement)).collect()
    }

    /// Counts a statement; no if there are too many, which is told once.
    fn is_another_statement(&mut self, span: Span) -> bool {
        self.n_statements = self.n_statements.saturating_add(1);
        if self.n_statements == MAX_STATEMENTS {
            let message = format!("there are more than {MAX_STATEMENTS} statements");
            let diagnostic = Diagnostic::new(Code::Limit, message, span, "one too many")
                .help("those of an action count wherever it is done, so actions that do others several times multiply");
            self.report(diagnostic);
        }
        self.n_statements < MAX_STATEMENTS
    }

    pub(super) fn statement(&mut self, statement: &'a ast::Statement) -> Vec<Statement> {
        let span = statement.span;
        if self.is_cut(span) || !self.is_another_statement(span) {
            return Vec::new();
        }
        if !matches!(statement.value, Ask::Repeat { .. } | Ask::Each { .. } | Ask::If { .. }) {
            self.work = 0;
        }
        let kind = match &statement.value {
            Ask::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise.as_deref()),
            Ask::Repeat { bound, cond, block } => self.repeat(bound.as_ref(), cond.as_ref(), block, span),
            Ask::Each { name, range, block } => {
                let scope = self.scope.len();
                let set = self.range(range);
                let slot = self.bind(name, &set);
                self.forget_changed(block);
                let block = self.block(block);
                self.scope.truncate(scope);
                Some(StatementKind::Each(slot, set, block))
            }
            Ask::Pick { pick, when } => self.pick_statement(pick, when.as_ref(), span),
            Ask::Take { pile, what, at_end } => {
                let at_end = *at_end;
                Some(self.of_piles(pile.as_ref(), what, span, |cells| StatementKind::Take(cells, at_end)))
            }
            Ask::Remove { pile, what } => Some(self.of_piles(pile.as_ref(), what, span, StatementKind::Remove)),
            Ask::Put { number, kind, owner, on, with } => {
                self.put(number.as_ref(), kind, owner.as_ref(), on.as_ref(), with, span)
            }
            Ask::Move { pile: None, from, under: false, to } => {
                Some(StatementKind::Move(self.one(from, Domain::Cell), self.one(to, Domain::Cell)))
            }
            Ask::Move { pile, from, under, to } => Some(self.move_pile(pile.as_ref(), from, to, *under, span)),
            Ask::Push { what, way } => Some(StatementKind::Push(self.set(what, Domain::Cell), self.heading(way))),
            Ask::Sow { what, from, way, except } => self.sow(what, from, way, except.as_ref()),
            Ask::Swap(a, b) => Some(StatementKind::Swap(self.one(a, Domain::Cell), self.one(b, Domain::Cell))),
            Ask::Change { what, into } => {
                Some(StatementKind::Change(self.set(what, Domain::Cell), self.one(into, Domain::Kind)))
            }
            Ask::Give { what, to } => {
                Some(StatementKind::Give(self.set(what, Domain::Cell), self.one(to, Domain::Player)))
            }
            Ask::Set { place, value } => self.assign(place, |checker, _, ty| {
                let value = checker.expr(value, ty.domain());
                checker.fit(value, ty)
            }),
            Ask::Add { amount, place } => self.count_up(Arithmetic::Plus, amount, place, span),
            Ask::Subtract { amount, place } => self.count_up(Arithmetic::Minus, amount, place, span),
            Ask::Let { name, value } => {
                let value = self.expr(value, None);
                self.no_shadow(name);
                let slot = self.keep_value(&name.value, &value);
                Some(StatementKind::Let(slot, value))
            }
            Ask::Do { name, args } => return self.do_action(name, args, span),
            Ask::Paint { terrain, picture } => self.paint(terrain, picture),
            Ask::Draw(picture) => return self.draw(picture),
            Ask::Ensure(cond) => {
                if self.scene != Scene::Move {
                    self.error(Code::BadStatement, "`ensure` stands in a move", span, "nothing is tried here");
                }
                let truth = self.truth(cond);
                self.learn(cond, true);
                Some(StatementKind::Ensure(truth))
            }
            Ask::Choose(_) | Ask::Roll { .. } | Ask::Lay { .. } | Ask::Again | Ask::EndTurn => {
                let message = match self.scene {
                    Scene::Move => "inside a move nothing but `pick` asks anybody",
                    _ => "a decision cannot stand here",
                };
                let diagnostic = Diagnostic::new(Code::BadStatement, message, span, "not here")
                    .help("decisions of players and of Chance stand in the turn (and Chance in the set-up)");
                self.report(diagnostic);
                None
            }
        };
        kind.map(|kind| Statement { kind, span }).into_iter().collect()
    }

    fn if_statement(
        &mut self,
        cond: &'a ast::Expr,
        then: &'a [ast::Statement],
        otherwise: Option<&'a [ast::Statement]>,
    ) -> Option<StatementKind> {
        let truth = self.truth(cond);
        let facts = self.facts.len();
        self.learn(cond, true);
        let then = self.block(then);
        self.facts.truncate(facts);
        self.learn(cond, false);
        let otherwise = otherwise.map_or(Vec::new(), |block| self.block(block));
        self.facts.truncate(facts);
        Some(StatementKind::If(truth, then, otherwise))
    }

    fn repeat(
        &mut self,
        bound: Option<&'a (bool, ast::Expr)>,
        cond: Option<&'a ast::Expr>,
        block: &'a [ast::Statement],
        span: Span,
    ) -> Option<StatementKind> {
        let times = self.bound(bound, span);
        self.forget_changed(block);
        let truth = cond.map(|cond| self.truth(cond));
        let facts = self.facts.len();
        if let Some(cond) = cond {
            self.learn(cond, true);
        }
        let block = self.block(block);
        self.facts.truncate(facts);
        Some(StatementKind::Repeat(times?, truth, bound.is_some_and(|(up_to, _)| *up_to), block))
    }

    /// The number of rounds of a `repeat`, which must be there.
    pub(super) fn bound(&mut self, bound: Option<&'a (bool, ast::Expr)>, span: Span) -> Option<Expr> {
        if let Some((true, times)) = bound
            && self.scene != Scene::Move
        {
            let diagnostic = Diagnostic::new(
                Code::BadStatement,
                "`may repeat` stands in a move",
                times.span,
                "nobody is asked here",
            )
            .help("in a turn write `repeat N times { may choose … }`");
            self.report(diagnostic);
        }
        let Some((_, times)) = bound else {
            let diagnostic = Diagnostic::new(Code::NoBound, "this `repeat` has no bound", span, "may go on for ever")
                .help("say how often at most: `repeat 8 times while …`");
            self.report(diagnostic);
            return None;
        };
        let times = self.number(times);
        if let Type::Number(_, high) = times.ty
            && high > MAX_REPEAT
        {
            let message = format!("a `repeat` has at most {MAX_REPEAT} rounds");
            self.error(Code::Limit, message, times.span, format!("may be {high}"));
        }
        Some(times)
    }

    fn pick_statement(&mut self, pick: &ast::Pick, when: Option<&ast::Expr>, span: Span) -> Option<StatementKind> {
        if self.scene != Scene::Move {
            let diagnostic = Diagnostic::new(Code::BadStatement, "`pick` stands in a move", span, "nobody moves here")
                .help("in a turn, `choose` a move whose text picks");
            self.report(diagnostic);
        }
        let pick = self.pick(pick);
        self.forget(&pick.name);
        let when = when.map(|when| {
            let truth = self.truth(when);
            self.learn(when, true);
            truth
        });
        Some(StatementKind::Pick(pick, when))
    }

    pub(super) fn pick(&mut self, pick: &ast::Pick) -> Pick {
        let from = self.range(&pick.from);
        let slot = self.bind(&pick.name, &from);
        Pick { name: pick.name.value.clone(), slot, from }
    }

    /// A set, or the numbers from one to another.
    pub(super) fn range(&mut self, range: &ast::Range) -> Expr {
        let Some(to) = &range.to else {
            let set = self.expr(&range.from, None);
            return match set.ty {
                Type::One(Domain::Kind) => self.as_set(set, Some(Domain::Cell)),
                _ => self.as_set(set, None),
            };
        };
        let span = range.from.span.to(to.span);
        let help = "write the greatest that there can be, and ask: `pick n from 1 to 5 when n at most …`";
        let (from, to) = (self.constant_number(&range.from, Some(help)), self.constant_number(to, Some(help)));
        match (from, to) {
            (Some(from), Some(to)) if from <= to && to <= 1023 => {
                let all = (from..=to).map(|number| number as u16).collect();
                self.constant(Value::Set(all), Type::Set(Domain::Number), span)
            }
            (Some(_), Some(_)) => {
                self.error(Code::OutOfRange, "a range goes from a number up to at most 1023", span, "");
                self.unknown(span)
            }
            _ => self.unknown(span),
        }
    }

    /// A new name for a member of a set.
    pub(super) fn bind(&mut self, name: &Name, set: &Expr) -> usize {
        let ty = if let Type::Set(_) = set.ty { self.member_of(set) } else { Type::Unknown };
        self.no_shadow(name);
        let alike = |known: Type| known == ty || matches!((known, ty), (Type::Number(..), Type::Number(..)));
        let shared = self.move_bindings.iter().find(|known| known.name == name.value && alike(known.ty)).cloned();
        match shared {
            // Picks of one name in several moves share one kept name, so that the turn can ask for it.
            Some(super::Binding { place: super::ExprKind::Kept(slot), name, .. }) if self.scene == Scene::Move => {
                self.scope.push(super::Binding { place: super::ExprKind::Kept(slot), name, ty });
                slot
            }
            _ => self.keep(&name.value, ty),
        }
    }

    fn put(
        &mut self,
        number: Option<&ast::Expr>,
        kind: &Name,
        owner: Option<&ast::Expr>,
        on: Option<&ast::Expr>,
        with: &[(Name, ast::Expr)],
        span: Span,
    ) -> Option<StatementKind> {
        let one = self.constant(Value::Number(1), Type::Number(1, 1), span);
        let number = number.map_or(one, |number| self.number(number));
        if let Type::Number(_, high) = number.ty
            && high > 1000
        {
            self.error(Code::Limit, "at most 1000 pieces are put at a time", number.span, "");
        }
        let expr = ast::Expr { value: Ast::Name(kind.value.clone()), span: kind.span };
        let found = self.one(&expr, Domain::Kind);
        let neutral = match &found.kind {
            super::ExprKind::Constant(Value::One(Some(index))) => self.kinds[*index as usize].neutral,
            _ => false,
        };
        let owner = match (owner, neutral) {
            (Some(owner), false) => Some(self.one(owner, Domain::Player)),
            (None, false) => Some(self.me(span)),
            (None, true) => None,
            (Some(owner), true) => {
                let message = format!("`{}` is neutral: it has no owner", kind.value);
                self.error(Code::WrongType, message, owner.span, "");
                None
            }
        };
        let on = on.map(|on| self.set(on, Domain::Cell));
        self.no_piles(&number, on.as_ref(), kind.span);
        let with = with.iter().filter_map(|(name, value)| self.attribute(name, value)).collect();
        Some(StatementKind::Put { number, kind: found, owner, on, with })
    }

    fn attribute(&mut self, name: &Name, value: &ast::Expr) -> Option<(usize, Expr)> {
        let found = self.variables.iter().position(|known| known.name == name.value && known.holder == Holder::Piece);
        let Some(index) = found else {
            let known: Vec<String> = self
                .variables
                .iter()
                .filter(|variable| variable.holder == Holder::Piece)
                .map(|variable| variable.name.clone())
                .collect();
            self.unknown_name("attribute", name, known.iter().map(String::as_str));
            return None;
        };
        self.uses.note_set(index);
        let ty = self.variables[index].ty;
        let value = self.expr(value, ty.domain());
        let value = self.fit(value, ty);
        self.check_range(&name.value, self.wanted_of(index), &value);
        Some((index, value))
    }

    /// One direction.
    fn heading(&mut self, way: &ast::Expr) -> Expr {
        let ways = self.directions(way);
        self.as_one(ways, Domain::Direction)
    }

    fn sow(
        &mut self,
        what: &Name,
        from: &ast::Expr,
        way: &ast::Expr,
        except: Option<&ast::Expr>,
    ) -> Option<StatementKind> {
        let (from, way) = (self.one(from, Domain::Cell), self.heading(way));
        let except = except.map(|except| self.set(except, Domain::Cell));
        let counts = |variable: &super::Variable| {
            variable.holder == Holder::Each(Domain::Cell) && matches!(variable.ty, Type::Number(..))
        };
        let Some(variable) = self.variables.iter().position(|known| known.name == what.value && counts(known)) else {
            let diagnostic =
                Diagnostic::new(Code::WrongType, "only numbers of cells are sown", what.span, "no such number")
                    .help("declare them: `remember seeds of each cell: 0 to 48`");
            self.report(diagnostic);
            return None;
        };
        self.uses.note_set(variable);
        self.uses.note_read(variable);
        self.forget(&what.value);
        Some(StatementKind::Sow { variable, from, way, except })
    }

    fn count_up(
        &mut self,
        how: Arithmetic,
        amount: &'a ast::Expr,
        place: &'a ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        self.assign(place, |checker, place, ty| {
            if let Type::Set(domain) = ty {
                let diagnostic = Diagnostic::new(Code::WrongType, "a set is not counted", span, "")
                    .help("write `set x to x or …` or `set x to x except …`");
                checker.report(diagnostic);
                return made(super::ExprKind::Constant(Value::NONE), Type::Set(domain), span);
            }
            // To count a variable up is not to ask for it.
            let read = checker.uses.read.clone();
            let before = checker.number(place);
            checker.uses.read = read;
            let number = checker.number(amount);
            checker.changed(how, (place, before), (amount, number), span)
        })
    }

    /// Sets the variable that a place names.
    fn assign(
        &mut self,
        place: &'a ast::Expr,
        value: impl FnOnce(&mut Self, &'a ast::Expr, Type) -> Expr,
    ) -> Option<StatementKind> {
        let (name, whose) = match &place.bare().value {
            Ast::Name(name) => (name, None),
            Ast::Of(name, of) => (&name.value, Some((None, Some(of.as_ref())))),
            Ast::Owned(whose, what) => match &what.value {
                Ast::Name(name) => (name, Some((Some(*whose), None))),
                _ => return self.no_place(place),
            },
            _ => return self.no_place(place),
        };
        if let Some(binding) = self.scope.iter().rev().find(|binding| binding.name == *name).cloned() {
            let super::ExprKind::Kept(slot) = binding.place else { return self.no_place(place) };
            let value = value(self, place, binding.ty);
            self.check_kept_range(&binding, &value);
            self.forget(&binding.name);
            return Some(StatementKind::Let(slot, value));
        }
        if name == "starter" && whose.is_none() {
            let value = value(self, place, Type::One(Domain::Player));
            return Some(StatementKind::SetStarter(value));
        }
        let Some(index) = self.variables.iter().position(|variable| variable.name == *name) else {
            return self.no_place(place);
        };
        self.uses.note_set(index);
        let (holder, ty) = (self.variables[index].holder, self.variables[index].ty);
        let of = match (holder, whose) {
            (Holder::Game, None) => None,
            (Holder::Game, Some(_)) | (_, None) => {
                self.expr(place, None);
                if holder == Holder::Game || matches!(ty, Type::Truth) {
                    let message = format!("whose `{name}` is set is not said rightly");
                    self.error(Code::WrongType, message, place.span, "whose?");
                }
                return None;
            }
            (holder, Some((owner, of))) => {
                let domain = if let Holder::Each(domain) = holder { domain } else { Domain::Cell };
                Some(match (owner, of) {
                    (Some(Whose::My), _) => {
                        let me = self.me(place.span);
                        self.as_set(me, Some(domain))
                    }
                    (Some(Whose::Enemy), _) => {
                        let me = self.me(place.span);
                        let enemies = self.enemies_of(me, place.span);
                        self.as_set(enemies, Some(domain))
                    }
                    (None, Some(of)) if domain == Domain::Number => {
                        let number = self.number(of);
                        self.as_set(number, Some(domain))
                    }
                    (None, Some(of)) => self.set(of, domain),
                    (None, None) => return None,
                })
            }
        };
        let value = value(self, place, ty);
        let value = self.fit(value, ty);
        self.check_range(name, self.wanted_of(index), &value);
        let name = name.clone();
        self.forget(&name);
        Some(StatementKind::Set(index, of, value))
    }

    fn no_place(&mut self, place: &ast::Expr) -> Option<StatementKind> {
        let before = self.diagnostics.len();
        self.expr(place, None);
        if self.diagnostics.len() == before {
            self.report(self.not_a_variable(place));
        }
        None
    }
}
