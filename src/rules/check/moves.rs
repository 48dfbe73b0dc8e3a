//! Moves: sentences of who goes how to what, and what follows.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, MoveItem};

use super::super::types::{Domain, Set, Type, Value};
use super::exprs::made;
use super::{Checker, Expr, ExprKind, Leg, Move, Scene, Sentence, Statement, Travel, Verb};

impl<'a> Checker<'a> {
    /// The effects that follow every move.
    pub(super) fn file_afterwards(&mut self) -> Vec<Statement> {
        self.in_a_move(|checker| {
            let blocks =
                checker.each_item(|kind| if let ItemKind::Afterwards(block) = kind { Some(block) } else { None });
            blocks.into_iter().flat_map(|block| checker.block(block)).collect()
        })
    }

    /// The conditions that every move must meet.
    pub(super) fn file_ensures(&mut self) -> Vec<Expr> {
        self.in_a_move(|checker| {
            let conditions =
                checker.each_item(|kind| if let ItemKind::Ensure(cond) = kind { Some(cond) } else { None });
            conditions.into_iter().map(|cond| checker.truth(cond)).collect()
        })
    }

    fn in_a_move<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.scene, self.has_me);
        (self.scene, self.has_me) = (Scene::Move, true);
        let result = f(self);
        (self.scene, self.has_me) = before;
        result
    }

    pub(super) fn declare_moves(&mut self) {
        let items = self.each_item(|kind| if let ItemKind::Move(item) = kind { Some(item) } else { None });
        if items.is_empty() {
            let span = self.start;
            let diagnostic = Diagnostic::new(Code::Missing, "the game has no moves", span, "")
                .help("say what a player may do, for instance `move place { Stone drops }`");
            self.report(diagnostic);
        }
        for item in items {
            let made = self.in_a_move(|checker| checker.declare_move(item));
            self.moves.push(made);
        }
    }

    fn declare_move(&mut self, item: &'a MoveItem) -> Move {
        let mut sentences = Vec::new();
        for sentence in &item.sentences {
            let (scope, facts) = (self.scope.len(), self.facts.len());
            sentences.push(self.sentence(sentence));
            self.export_bindings(scope);
            self.scope.truncate(scope);
            self.facts.truncate(facts);
        }
        let scope = self.scope.len();
        self.bind_common_picks(&sentences);
        let afterwards = self.open_block(&item.afterwards);
        let ensures = item.ensures.iter().map(|cond| self.truth(cond)).collect();
        self.scope.truncate(scope);
        let (name, repeats, span) = (item.name.value.clone(), item.repeats, item.name.span);
        Move { name, repeats, sentences, afterwards, ensures, notation: None, span }
    }

    /// The turn may ask afterwards for what a move picked.
    fn export_bindings(&mut self, from: usize) {
        for binding in self.scope[from..].iter().cloned() {
            match self.move_bindings.iter_mut().find(|other| other.name == binding.name) {
                Some(other) if other.ty == binding.ty => {}
                Some(super::Binding { ty: Type::Number(low, high), .. })
                    if let Type::Number(own_low, own_high) = binding.ty =>
                {
                    (*low, *high) = ((*low).min(own_low), (*high).max(own_high));
                }
                Some(other) => other.ty = Type::Unknown,
                None => self.move_bindings.push(binding),
            }
        }
    }

    /// What the only sentence picks is known in `afterwards` and `ensure`.
    fn bind_common_picks(&mut self, sentences: &[Sentence]) {
        let [only] = sentences else { return };
        for pick in &only.picks {
            let ty = self.member_of(&pick.from);
            self.scope.push(super::Binding { name: pick.name.clone(), place: ExprKind::Kept(pick.slot), ty });
        }
    }

    fn sentence(&mut self, sentence: &'a ast::Sentence) -> Sentence {
        let picks: Vec<_> = sentence.picks.iter().map(|pick| self.pick(pick)).collect();
        let travel = sentence.travel.as_ref().map(|travel| self.travel(travel, sentence.span));
        self.singles.travels(travel.as_ref());
        let when = sentence.when.as_ref().map(|when| {
            let truth = self.truth(when);
            self.learn(when, true);
            truth
        });
        let block = self.open_block(&sentence.block);
        self.singles.travels(None);
        Sentence { picks, travel, when, block, span: sentence.span }
    }

    fn travel(&mut self, travel: &'a ast::Travel, span: Span) -> Travel {
        let kinds = self.subject(&travel.kinds);
        let on = travel.on.as_ref().map(|on| self.set(on, Domain::Cell));
        let drops = travel.path.iter().any(|leg| matches!(leg.verb, ast::Verb::Drops));
        if drops && travel.path.len() > 1 {
            self.error(Code::BadStatement, "a piece that drops does not travel as well", span, "");
        }
        let path = match drops {
            true => vec![Leg {
                verb: Verb::Goes,
                dirs: None,
                through: made(ExprKind::Empty, Type::Set(Domain::Cell), span),
                repeating: false,
                condition: None,
                asks: false,
                span,
            }],
            false => self.path(&travel.path),
        };
        let is_lost = path.len() < travel.path.len() && !drops;
        self.check_origin_of_legs(&path, false);
        let stays = matches!(path.as_slice(), [Leg { verb: Verb::Stays, .. }]);
        let to = match &travel.to {
            // `slides (n) to (m)` was told of: the number is none of cells.
            Some(to) if is_lost && matches!(self.tried(to, None), Some(Type::Number(..))) => {
                self.name("cells", span, None)
            }
            Some(to) => self.set(to, Domain::Cell),
            None if stays || has_own_targets(&path) => self.name("cells", span, None),
            None => self.empty_grid(span),
        };
        let taking = travel.taking.as_ref().map(|taking| self.set(taking, Domain::Cell));
        if let (Some(set), Some(written)) = (&taking, &travel.taking) {
            self.takes_all(set, written, travel);
        }
        Travel { kinds, drops, on, path, to, taking, at_end: travel.at_end }
    }

    /// `steps taking enemies`: those on the landing, or all that there are?
    fn takes_all(&mut self, set: &Expr, written: &ast::Expr, travel: &ast::Travel) {
        if !matches!(set.kind, ExprKind::Pieces(..)) {
            return;
        }
        let (span, message) = (written.span, "`taking` takes all of these, wherever they stand");
        let mut diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "which of them?");
        if let (Some(leg), None, Some(text)) = (travel.path.last(), &travel.to, self.text_of(span)) {
            let from = Span { start: leg.span.end, ..span };
            diagnostic = diagnostic.suggest_choice("what stands on the landing", from, format!(" to {text}"));
        } else {
            diagnostic = diagnostic.help("what stands on the landing is taken anyhow, if `to` allows it");
        }
        let behind = Span { start: span.end, ..span };
        self.report(diagnostic.suggest_choice("all on the board", behind, " in cells"));
    }

    /// Where a piece lands if nothing is said: on empty cells of the grid, for sites are entered by name only.
    fn empty_grid(&self, span: Span) -> Expr {
        let cells = Type::Set(Domain::Cell);
        let empty = made(ExprKind::Empty, cells, span);
        if self.board.n_grid == self.board.n_cells() {
            return empty;
        }
        let grid = self.constant(Value::Set(Set::below(self.board.n_grid)), cells, span);
        made(ExprKind::Intersection(Box::new(empty), Box::new(grid)), cells, span)
    }

    fn subject(&mut self, names: &[ast::Name]) -> Set {
        if names.is_empty() {
            return self.all_kinds();
        }
        let mut kinds = Set::default();
        for name in names {
            match self.kinds.iter().position(|kind| kind.name == name.value || kind.plural == name.value) {
                Some(kind) => {
                    let word = self.kinds[kind].name.clone();
                    self.uses.note("subject", &word);
                    kinds.insert(kind as u16);
                }
                None if self.board.direction(&name.value).is_some() || self.is_relative(&name.value) => {
                    let message = format!("there is no kind of piece `{}`", name.value);
                    let diagnostic = Diagnostic::new(Code::UnknownName, message, name.span, "a direction")
                        .help("no `or` stands between two sentences, and between two directions no piece");
                    self.report(diagnostic);
                }
                None => {
                    let known: Vec<String> = self.kinds.iter().map(|kind| kind.name.clone()).collect();
                    self.unknown_name("kind of piece", name, known.iter().map(String::as_str));
                }
            }
        }
        kinds
    }
}

/// Whether the last leg says itself what it may land on (`moves as`, Betza notation).
fn has_own_targets(path: &[Leg]) -> bool {
    matches!(path.last(), Some(Leg { verb: Verb::OneOf(paths), .. }) if paths.iter().all(|(_, to)| to.is_some()))
}
