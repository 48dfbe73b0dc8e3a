//! Expressions: from what was written to what is meant, with its type.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::board::Shape;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Ast, Name};

use super::super::types::{Domain, Set, Type, Value};
use super::{Checker, Counter, Expr, ExprKind};

/// The greatest count that any set or hand can have.
pub(super) const MANY: i64 = 1_000_000;

impl Checker<'_> {
    /// An expression; `want` is the domain that the place would like, which decides between equal names.
    pub(super) fn expr(&mut self, ast: &ast::Expr, want: Option<Domain>) -> Expr {
        self.add_work(1, 1, ast.span);
        if self.is_cut(ast.span) || self.refuses(ast, want) {
            return self.unknown(ast.span);
        }
        let mut expr = self.bare_expr(ast, want);
        if expr.ty == Type::One(Domain::Number) && self.is_given(ast) {
            let (low, high) = self.range_of(&expr);
            expr.ty = Type::Number(low, high);
        }
        if let Type::Number(low, high) = expr.ty {
            let (low, high) = self.narrowed(ast, low, high);
            expr.ty = Type::Number(low, high);
        }
        expr
    }

    fn bare_expr(&mut self, ast: &ast::Expr, want: Option<Domain>) -> Expr {
        let span = ast.span;
        match &ast.value {
            Ast::Int(number) => self.constant(Value::Number(*number), Type::Number(*number, *number), span),
            Ast::Truth(truth) => self.constant(Value::Truth(*truth), Type::Truth, span),
            Ast::Text(_) => {
                self.error(Code::WrongType, "a text is no value in a rule", span, "");
                self.unknown(span)
            }
            Ast::Name(name) => self.name(name, span, want),
            Ast::Group(inner) => self.expr(inner, want),
            Ast::Binary(operator, left, right) => self.binary(*operator, left, right, span, want),
            Ast::Not(inner) => self.complement(inner, span, want),
            Ast::Count(inner) => {
                let set = self.any_set(inner);
                let most = set.ty.domain().map_or(MANY, |_| self.most_members(&set) as i64);
                made(ExprKind::Count(Box::new(set)), Type::Number(0, most), span)
            }
            Ast::Some(inner) => {
                let set = self.any_set(inner);
                made(ExprKind::Some(Box::new(set)), Type::Truth, span)
            }
            Ast::No(inner) => {
                let set = self.any_set(inner);
                let some = made(ExprKind::Some(Box::new(set)), Type::Truth, span);
                made(ExprKind::Not(Box::new(some)), Type::Truth, span)
            }
            Ast::Joins(set, from, to) => {
                let [set, from, to] = [set, from, to].map(|part| Box::new(self.set(part, Domain::Cell)));
                made(ExprKind::Joins(set, from, to), Type::Truth, span)
            }
            Ast::Of(name, of) => self.property(name, of, span, want),
            Ast::Along(ways, cells) => {
                let (ways, cells) = (self.directions(ways), self.set(cells, Domain::Cell));
                made(ExprKind::Shift(Box::new(ways), Box::new(cells)), Type::Set(Domain::Cell), span)
            }
            Ast::Owned(whose, what) => self.owned(*whose, what, span, want),
            Ast::Rows { axis: ast::Axis::Cell, rows } => self.cells_by_number(rows, span),
            Ast::Rows { axis, rows } if !self.board.has_rows() => self.no_rows(*axis, rows, span),
            Ast::Rows { axis, rows } => self.rows(*axis == ast::Axis::Column, rows, span),
            Ast::Call(name, args) => self.call(name, args, span, want),
            Ast::List(list) => self.list(list, span, want),
            Ast::Those { name, set, cond } => self.those(name, set, cond, span),
            Ast::If(cond, then, otherwise) => self.conditional(cond, then, otherwise, span, want),
            Ast::Reach { span: passed, from, path, to } => self.reach(*passed, from, path, to.as_deref(), span),
            Ast::Lines { length, set } => self.lines(length.as_ref(), set, span),
            Ast::AnyHeight(pieces) => self.any_height(pieces, span),
            Ast::Repeated { board, times, within } => {
                self.asks_repetition = true;
                let times = times.unwrap_or(2).clamp(1, 1000) as u32;
                let within = within.as_ref().map(|turns| Box::new(self.number(turns)));
                made(ExprKind::Repeated(*board, times, within), Type::Truth, span)
            }
            Ast::Without { n, turns, taking, moves } => self.without(*n, *turns, *taking, moves, span),
            Ast::Played(name) => match self.move_named(name) {
                Some(index) => made(ExprKind::Played(index), Type::Truth, span),
                None => self.unknown(span),
            },
            Ast::Can { player, of_move } => {
                let player = match player {
                    Some(player) => self.one(player, Domain::Player),
                    None => self.mover(span),
                };
                match self.move_named(of_move) {
                    Some(index) => {
                        self.chosen_moves.insert(index);
                        made(ExprKind::Can(Box::new(player), index), Type::Truth, span)
                    }
                    None => self.unknown(span),
                }
            }
        }
    }

    pub(super) fn mover(&self, span: Span) -> Expr {
        made(ExprKind::Mover, Type::One(Domain::Player), span)
    }

    pub(super) fn me(&mut self, span: Span) -> Expr {
        if !self.has_me {
            let diagnostic = Diagnostic::new(Code::Misplaced, "nobody is `my` here", span, "whose?")
                .help("name the player (`of White`), or write `setup for each player { … }`");
            self.report(diagnostic);
        }
        made(ExprKind::Me, Type::One(Domain::Player), span)
    }

    /// A set of whatever domain.
    fn any_set(&mut self, ast: &ast::Expr) -> Expr {
        let expr = self.expr(ast, None);
        match expr.ty {
            Type::One(Domain::Kind) => self.as_set(expr, Some(Domain::Cell)),
            Type::Number(..) => self.wrong(expr, "a set"),
            _ => self.as_set(expr, None),
        }
    }

    fn complement(&mut self, inner: &ast::Expr, span: Span, want: Option<Domain>) -> Expr {
        let inner = self.expr(inner, want);
        match inner.ty {
            Type::Truth | Type::Unknown => match inner.kind {
                ExprKind::Constant(Value::Truth(truth)) => self.constant(Value::Truth(!truth), Type::Truth, span),
                _ => made(ExprKind::Not(Box::new(inner)), Type::Truth, span),
            },
            _ => {
                let set = self.as_set(inner, None);
                let Some(domain) = set.ty.domain() else { return self.unknown(span) };
                let Some(all) = self.whole(&set) else { return self.not_of_what(span) };
                let all = self.constant(Value::Set(all), Type::Set(domain), span);
                difference(all, set, domain, span)
            }
        }
    }

    /// All that `not` of a set may leave: of directions those that the board has by itself, of numbers those of the
    /// type that the text names.
    fn whole(&self, set: &Expr) -> Option<Set> {
        Some(match set.ty.domain()? {
            Domain::Direction => self.board.neighbour_ways().iter().map(|way| u16::from(way.0)).collect(),
            Domain::Number => {
                let (low, high) = self.numbers_meant(set)?;
                (low..=high).map(|number| number as u16).collect()
            }
            domain => Set::below(self.size(domain)),
        })
    }

    /// Reports `not` of numbers that are not said to be of a type.
    fn not_of_what(&mut self, span: Span) -> Expr {
        let message = "which numbers are the others is not known here";
        let known = self.number_types();
        let example = known.first().map_or("look", String::as_str);
        let mut help = format!("say of which type: `{example} except …`");
        if known.is_empty() {
            help += ", with `type look = 0 to 7`";
        }
        self.report(Diagnostic::new(Code::WrongType, message, span, "all others of what?").help(help));
        self.unknown(span)
    }

    fn list(&mut self, list: &[ast::Expr], span: Span, want: Option<Domain>) -> Expr {
        let mut domain = want;
        let mut all: Vec<Expr> = Vec::with_capacity(list.len());
        for item in list {
            let item = self.expr(item, domain);
            let set = self.as_set(item, None);
            let own = set.ty.domain();
            if all.is_empty() || domain.is_none() {
                domain = own.or(domain);
            }
            if let Some(first) = all.first() {
                self.joined(first.ty, set.ty, set.span);
            }
            all.push(set);
        }
        let ty = all.first().map_or(Type::Unknown, |first| first.ty);
        match (union_of(all, ty, span), domain) {
            (Some(all), _) => Expr { span, ..all },
            (None, Some(domain)) => self.constant(Value::Set(Set::default()), Type::Set(domain), span),
            (None, None) => self.constant(Value::NONE, Type::Nothing, span),
        }
    }

    fn those(&mut self, name: &Name, set: &ast::Expr, cond: &ast::Expr, span: Span) -> Expr {
        let set = self.expr(set, None);
        let set = self.as_set(set, None);
        let Some(domain) = set.ty.domain() else { return self.unknown(span) };
        let depth = self.scope.len();
        self.no_shadow(name);
        let slot = self.temporary(&name.value, self.member_of(&set));
        let before = std::mem::take(&mut self.work);
        let cond = self.truth(cond);
        let each = std::mem::replace(&mut self.work, before);
        self.add_work(each, self.most_members(&set) as u64, span);
        self.scope.truncate(depth);
        made(ExprKind::Those(slot, Box::new(set), Box::new(cond)), Type::Set(domain), span)
    }

    /// The type of a member of a set.
    pub(super) fn member_type(&self, domain: Domain) -> Type {
        match domain {
            Domain::Number => Type::Number(0, 1023),
            domain => Type::One(domain),
        }
    }

    fn conditional(
        &mut self,
        cond: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
        want: Option<Domain>,
    ) -> Expr {
        let depth = self.facts.len();
        let truth = self.truth(cond);
        self.learn(cond, true);
        let then = self.expr(then, want);
        self.facts.truncate(depth);
        self.learn(cond, false);
        let otherwise = self.expr(otherwise, want.or(then.ty.domain()));
        self.facts.truncate(depth);
        let ty = self.joined(then.ty, otherwise.ty, otherwise.span);
        if let ExprKind::Constant(Value::Truth(truth)) = truth.kind {
            let chosen = if truth { then } else { otherwise };
            return self.fit(chosen, ty);
        }
        let (then, otherwise) = (self.fit(then, ty), self.fit(otherwise, ty));
        made(ExprKind::If(Box::new(truth), Box::new(then), Box::new(otherwise)), ty, span)
    }

    fn lines(&mut self, length: Option<&(bool, Box<ast::Expr>)>, set: &ast::Expr, span: Span) -> Expr {
        self.uses.lines |= length.is_none();
        let set = Box::new(self.set(set, Domain::Cell));
        let length = length.map(|(exactly, length)| (*exactly, Box::new(self.number(length))));
        if length.is_none() && self.board.lines.is_empty() && !matches!(self.board.shape, Shape::Graph) {
            let diagnostic = Diagnostic::new(Code::Missing, "this board declares no lines", span, "which lines?")
                .help("say how long they are: `lines of 3 in …`");
            self.report(diagnostic);
        }
        made(ExprKind::Lines(length, set), Type::Set(Domain::Cell), span)
    }

    fn without(&mut self, n: i64, turns: bool, taking: bool, moves: &[Name], span: Span) -> Expr {
        if self.move_or_condition(moves, span) {
            return self.unknown(span);
        }
        let index = self.counter(turns, taking, moves);
        self.asks_count = true;
        let n = n.clamp(1, i64::from(u32::MAX)) as u32;
        made(ExprKind::Without(index, n), Type::Truth, span)
    }

    /// The number of the counter that these events begin anew.
    pub(super) fn counter(&mut self, turns: bool, taking: bool, moves: &[Name]) -> usize {
        let moves: Set = moves.iter().filter_map(|name| self.move_named(name)).map(|index| index as u16).collect();
        let counter = Counter { turns, taking, moves };
        self.counters.iter().position(|other| *other == counter).unwrap_or_else(|| {
            self.counters.push(counter);
            self.counters.len() - 1
        })
    }

    /// The move of that name, reported if there is none.
    pub(super) fn move_named(&mut self, name: &Name) -> Option<usize> {
        let found = self.move_names.iter().position(|known| *known == name.value);
        if found.is_none() {
            let known = self.move_names.clone();
            self.unknown_name("move", name, known.iter().map(String::as_str));
        }
        found
    }

    /// Reports a name that nothing declares, with the nearest that is.
    pub(super) fn unknown_name<'n>(&mut self, what: &str, name: &Name, known: impl IntoIterator<Item = &'n str>) {
        if what == "player" && self.does_not_play(&name.value, name.span) {
            return;
        }
        let message = format!("there is no {what} `{}`", name.value);
        let mut diagnostic = Diagnostic::new(Code::UnknownName, message, name.span, "not declared");
        if let Some(near) = crate::diagnostic::nearest::nearest(&name.value, known) {
            diagnostic = diagnostic.suggest(format!("a {what} with a similar name exists"), name.span, near);
        }
        self.report(diagnostic);
    }
}

/// An expression from its parts.
pub(super) fn made(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

pub(super) fn union(a: Expr, b: Expr, ty: Type, span: Span) -> Expr {
    match (a.kind, b.kind) {
        (ExprKind::Constant(a), ExprKind::Constant(b)) => {
            made(ExprKind::Constant(Value::Set(a.set().union(&b.set()))), ty, span)
        }
        (first, second) => {
            let (a, b) = (Expr { kind: first, ..a }, Expr { kind: second, ..b });
            made(ExprKind::Union(Box::new(a), Box::new(b)), ty, span)
        }
    }
}

/// The union of many sets, as a tree that is not deep.
pub(super) fn union_of(mut all: Vec<Expr>, ty: Type, span: Span) -> Option<Expr> {
    while all.len() > 1 {
        let mut rest = all.into_iter();
        let mut half = Vec::with_capacity(rest.len().div_ceil(2));
        while let Some(a) = rest.next() {
            half.push(match rest.next() {
                Some(b) => union(a, b, ty, span),
                None => a,
            });
        }
        all = half;
    }
    all.pop()
}

pub(super) fn difference(a: Expr, b: Expr, domain: Domain, span: Span) -> Expr {
    let ty = Type::Set(domain);
    match (a.kind, b.kind) {
        (ExprKind::Constant(a), ExprKind::Constant(b)) => {
            made(ExprKind::Constant(Value::Set(a.set().difference(&b.set()))), ty, span)
        }
        (first, second) => {
            let (a, b) = (Expr { kind: first, ..a }, Expr { kind: second, ..b });
            made(ExprKind::Difference(Box::new(a), Box::new(b)), ty, span)
        }
    }
}
