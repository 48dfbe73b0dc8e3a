//! Expressions.

use super::Rule;
use super::builder::{Builder, Kids, Pair, only_kid};
use crate::{
    source::{Span, Spanned},
    syntax::ast::{Axis, Expr, ExprKind, Name, Operator, Range, Rows, Whose},
};

/// Goes down through the rules that only set out what binds closer.
fn descend(mut pair: Pair<'_>) -> Pair<'_> {
    use Rule::{both, compare, either, expr, factor, grouped, inset, list_item, negation, number, prim, product, sum};
    let is_link = |rule| {
        matches!(
            rule,
            expr | either
                | both
                | negation
                | compare
                | sum
                | product
                | factor
                | inset
                | prim
                | list_item
                | number
                | grouped
        )
    };
    while is_link(pair.as_rule()) && only_kid(&pair).is_some() {
        let inner = pair.clone().into_inner().find(|kid| !super::builder::is_keyword(kid.as_rule()));
        match inner {
            Some(inner) => pair = inner,
            None => break,
        }
    }
    pair
}

fn nothing(span: Span) -> Expr {
    Spanned::new(ExprKind::Truth(false), span)
}

impl Builder {
    /// The next part as an expression.
    pub(super) fn next_expr(&mut self, kids: &mut Kids<'_>) -> Expr {
        match kids.next() {
            Some(pair) => self.expr(pair),
            None => {
                self.lost(kids.span);
                nothing(kids.span)
            }
        }
    }

    pub(super) fn boxed(&mut self, kids: &mut Kids<'_>) -> Box<Expr> {
        Box::new(self.next_expr(kids))
    }

    /// The next part as an expression, if there is one.
    pub(super) fn optional_expr(&mut self, kids: &mut Kids<'_>) -> Option<Expr> {
        kids.next().map(|pair| self.expr(pair))
    }

    /// The expression in the next part, if that is of this rule.
    pub(super) fn expr_in(&mut self, rule: Rule, kids: &mut Kids<'_>) -> Option<Expr> {
        let pair = kids.next_of(rule)?;
        let inner = self.inner(pair)?;
        Some(self.expr(inner))
    }

    /// All further parts as expressions.
    pub(super) fn exprs(&mut self, kids: Kids<'_>) -> Vec<Expr> {
        kids.map(|pair| self.expr(pair)).collect()
    }

    pub(super) fn range(&mut self, pair: Option<Pair<'_>>, span: Span) -> Range {
        let Some(pair) = pair else {
            self.lost(span);
            return Range { from: nothing(span), to: None };
        };
        let mut kids = self.kids(pair);
        Range { from: self.next_expr(&mut kids), to: self.optional_expr(&mut kids) }
    }

    pub(super) fn expr(&mut self, pair: Pair<'_>) -> Expr {
        let pair = descend(pair);
        let span = self.span(&pair);
        if pair.as_rule() == Rule::group {
            return Spanned::new(self.group(pair), span);
        }
        if !self.enter(1, span) {
            return nothing(span);
        }
        let kind = self.expr_kind(pair);
        self.leave(1);
        Spanned::new(kind, span)
    }

    fn expr_kind(&mut self, pair: Pair<'_>) -> ExprKind {
        use Rule::{both, compare, either, expr, inset, int, name, owned, product, string, sum, truth};
        match pair.as_rule() {
            expr | either | both | compare | sum | product | inset => self.operation(pair),
            int => ExprKind::Int(self.int(&pair).value),
            string => ExprKind::Text(self.word(&pair).value),
            truth => ExprKind::Truth(pair.as_str().starts_with('y')),
            name | Rule::from_name => ExprKind::Name(pair.as_str().trim_end().to_owned()),
            owned | Rule::owned_dir | Rule::whose_pieces => self.owned(pair),
            Rule::negated | Rule::count | Rule::some | Rule::none => self.prefixed(pair),
            Rule::rows => self.rows(pair),
            Rule::property | Rule::call | Rule::list | Rule::args | Rule::grouped => self.applied(pair),
            _ => self.sentence_like(pair),
        }
    }

    /// Brackets, of which any number around the same says no more than one pair. How deep they nest is counted when
    /// the text is read.
    fn group(&mut self, pair: Pair<'_>) -> ExprKind {
        let span = self.span(&pair);
        let mut inner = self.inner(pair).map(descend);
        while let Some(pair) = inner.take_if(|inner| inner.as_rule() == Rule::group) {
            inner = self.inner(pair).map(descend);
        }
        ExprKind::Group(Box::new(inner.map_or_else(|| nothing(span), |pair| self.expr(pair))))
    }

    fn prefixed(&mut self, pair: Pair<'_>) -> ExprKind {
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        let inner = self.boxed(&mut kids);
        match rule {
            Rule::negated => ExprKind::Not(inner),
            Rule::count => ExprKind::Count(inner),
            Rule::some => ExprKind::Some(inner),
            _ => ExprKind::No(inner),
        }
    }

    fn applied(&mut self, pair: Pair<'_>) -> ExprKind {
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        match rule {
            Rule::property => ExprKind::Of(self.name(&mut kids), self.boxed(&mut kids)),
            Rule::grouped => ExprKind::Along(self.boxed(&mut kids), self.boxed(&mut kids)),
            Rule::call => ExprKind::Call(self.name(&mut kids), self.args(kids.next())),
            _ => ExprKind::List(self.exprs(kids)),
        }
    }

    pub(super) fn args(&mut self, pair: Option<Pair<'_>>) -> Vec<Expr> {
        let Some(pair) = pair else { return Vec::new() };
        let kids = self.kids(pair);
        self.exprs(kids)
    }

    fn owned(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut kids = self.kids(pair);
        let whose = match kids.next().and_then(|pair| only_kid(&pair)) {
            Some(Rule::enemy) => Whose::Enemy,
            _ => Whose::My,
        };
        ExprKind::Owned(whose, self.boxed(&mut kids))
    }

    fn rows(&mut self, pair: Pair<'_>) -> ExprKind {
        let span = self.span(&pair);
        let Some(inner) = self.inner(pair) else { return nothing(span).value };
        let rule = inner.as_rule();
        let mut kids = self.kids(inner);
        if rule == Rule::row_end {
            let last = kids.next().and_then(|pair| only_kid(&pair)) == Some(Rule::last);
            let rows = if last { Rows::Last } else { Rows::First };
            return ExprKind::Rows { axis: axis(kids.next()), rows };
        }
        let axis = axis(kids.next());
        let first = self.boxed(&mut kids);
        let rows = match rule {
            Rule::row_range => Rows::Range(first, self.boxed(&mut kids)),
            _ => Rows::One(first),
        };
        ExprKind::Rows { axis, rows }
    }

    /// The expressions that read like sentences.
    fn sentence_like(&mut self, pair: Pair<'_>) -> ExprKind {
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        let kids = &mut kids;
        match rule {
            Rule::those => ExprKind::Those { name: self.name(kids), set: self.boxed(kids), cond: self.boxed(kids) },
            Rule::conditional => ExprKind::If(self.boxed(kids), self.boxed(kids), self.boxed(kids)),
            Rule::played => ExprKind::Played(self.name(kids)),
            Rule::repeated => {
                let board = kids.flag(Rule::board_only);
                let times = kids.next_of(Rule::int).map(|pair| self.int(&pair).value);
                let within = kids.next_of(Rule::within).map(|pair| self.kids(pair));
                let within = within.map(|mut turns| self.boxed(&mut turns));
                ExprKind::Repeated { board, times, within }
            }
            Rule::without => self.without(kids),
            Rule::reach => self.reach(kids),
            Rule::lines => self.lines(kids),
            Rule::can => self.can(kids),
            Rule::any_height => ExprKind::AnyHeight(self.boxed(kids)),
            Rule::pieces_of => {
                let name = self.name(kids);
                match self.optional_expr(kids) {
                    Some(of) => ExprKind::Of(name, Box::new(of)),
                    None => ExprKind::Name(name.value),
                }
            }
            _ => {
                self.lost(kids.span);
                nothing(kids.span).value
            }
        }
    }

    fn without(&mut self, kids: &mut Kids<'_>) -> ExprKind {
        let n = self.number(kids).value;
        let (turns, taking, moves) = self.events(kids);
        ExprKind::Without { n, turns, taking, moves }
    }

    /// Whether turns are counted, whether captures begin the count anew, and the moves that do.
    pub(super) fn events(&mut self, kids: &mut Kids<'_>) -> (bool, bool, Vec<Name>) {
        let turns = kids.next().and_then(|pair| only_kid(&pair)) == Some(Rule::of_turns);
        let mut taking = false;
        let mut moves = Vec::new();
        for event in kids.by_ref() {
            match self.inner(event) {
                Some(pair) if pair.as_rule() == Rule::any_taking => taking = true,
                Some(pair) => moves.push(self.word(&pair)),
                None => {}
            }
        }
        (turns, taking, moves)
    }

    fn reach(&mut self, kids: &mut Kids<'_>) -> ExprKind {
        let span = kids.next().and_then(|pair| only_kid(&pair)) == Some(Rule::passings);
        let from = self.boxed(kids);
        let path = self.path(kids);
        let to = self.expr_in(Rule::target_set, kids).map(Box::new);
        ExprKind::Reach { span, from, path, to }
    }

    fn lines(&mut self, kids: &mut Kids<'_>) -> ExprKind {
        let exactly = kids.flag(Rule::exactly_word);
        let first = self.boxed(kids);
        match self.optional_expr(kids) {
            Some(set) => ExprKind::Lines { length: Some((exactly, first)), set: Box::new(set) },
            None => ExprKind::Lines { length: None, set: first },
        }
    }

    fn can(&mut self, kids: &mut Kids<'_>) -> ExprKind {
        let mine = kids.next_of(Rule::my_word).map(|pair| self.span(&pair));
        let player = match kids.peek() {
            Some(Rule::prim) => self.optional_expr(kids).map(Box::new),
            _ => mine.map(|span| Box::new(Spanned::new(ExprKind::Name("mover".to_owned()), span))),
        };
        ExprKind::Can { player, of_move: self.name(kids) }
    }

    fn operation(&mut self, pair: Pair<'_>) -> ExprKind {
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        match rule {
            Rule::inset => self.membership(kids),
            Rule::compare => self.comparison(&mut kids),
            Rule::expr => self.fold_right(kids),
            Rule::either => self.fold_left(kids, Operator::Or),
            Rule::both => self.fold_left(kids, Operator::And),
            _ => self.fold_left(kids, Operator::Times),
        }
    }

    fn comparison(&mut self, kids: &mut Kids<'_>) -> ExprKind {
        let left = self.boxed(kids);
        if let Some(joins) = kids.next_of(Rule::joins) {
            let mut kids = self.kids(joins);
            return ExprKind::Joins(left, self.boxed(&mut kids), self.boxed(&mut kids));
        }
        let operator = operator(kids.next().and_then(|pair| only_kid(&pair)));
        ExprKind::Binary(operator, left, self.boxed(kids))
    }

    /// `a in b except c`: what is taken away at the end is taken away one after the other, all else reads from the
    /// right, so that the first may be one member. Where that matters the checker asks for brackets.
    fn membership(&mut self, kids: Kids<'_>) -> ExprKind {
        let span = kids.span;
        let parts: Vec<_> = kids.collect();
        let levels = parts.len() / 2;
        if !self.enter(levels, span) {
            return nothing(span).value;
        }
        let mut operators = Vec::with_capacity(levels);
        let mut operands = Vec::with_capacity(levels + 1);
        for pair in parts {
            match pair.as_rule() {
                Rule::in_set | Rule::not_in | Rule::except => operators.push(operator(Some(pair.as_rule()))),
                _ => operands.push(self.expr(pair)),
            }
        }
        self.leave(levels);
        chain(operands, &operators).map_or_else(|| nothing(span).value, |expr| expr.value)
    }

    /// Operands with the same operator between, or with a `sign` pair that says which.
    fn fold_left(&mut self, kids: Kids<'_>, default: Operator) -> ExprKind {
        let span = kids.span;
        let parts: Vec<_> = kids.collect();
        let is_operator = |pair: &Pair<'_>| matches!(pair.as_rule(), Rule::sign | Rule::times);
        let levels = parts.iter().filter(|pair| !is_operator(pair)).count();
        if !self.enter(levels, span) {
            return nothing(span).value;
        }
        let mut next = default;
        let mut tree: Option<Expr> = None;
        for pair in parts {
            if is_operator(&pair) {
                next = operator(only_kid(&pair).or(Some(pair.as_rule())));
                continue;
            }
            let place = self.span(&pair);
            let right = self.expr(pair);
            tree = Some(match tree {
                None => Spanned::new(right.value, place),
                Some(left) => pair_of(next, left, Spanned::new(right.value, place)),
            });
        }
        self.leave(levels);
        tree.unwrap_or_else(|| nothing(span)).value
    }

    /// `a or else b or else c`: the first, or else the rest.
    fn fold_right(&mut self, kids: Kids<'_>) -> ExprKind {
        let span = kids.span;
        let parts: Vec<_> = kids.collect();
        let levels = parts.len();
        if !self.enter(levels, span) {
            return nothing(span).value;
        }
        let mut tree: Option<Expr> = None;
        for pair in parts.into_iter().rev() {
            let place = self.span(&pair);
            let left = self.expr(pair);
            tree = Some(match tree {
                None => left,
                Some(right) => pair_of(Operator::OrElse, Spanned::new(left.value, place), right),
            });
        }
        self.leave(levels);
        tree.unwrap_or_else(|| nothing(span)).value
    }
}

/// Operands with `in`, `not in` and `except` between.
fn chain(mut operands: Vec<Expr>, operators: &[Operator]) -> Option<Expr> {
    let taken_away = operators.iter().rev().take_while(|operator| **operator == Operator::Except).count();
    let tail = operands.split_off(operands.len().checked_sub(taken_away)?);
    let mut tree = tail.into_iter().fold(operands.pop()?, |left, right| pair_of(Operator::Except, left, right));
    for operator in operators.iter().rev().skip(taken_away) {
        tree = pair_of(*operator, operands.pop()?, tree);
    }
    Some(tree)
}

fn pair_of(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Spanned::new(ExprKind::Binary(operator, Box::new(left), Box::new(right)), span)
}

fn axis(pair: Option<Pair<'_>>) -> Axis {
    match pair.and_then(|pair| only_kid(&pair)) {
        Some(Rule::column_w | Rule::columns_w) => Axis::Column,
        Some(Rule::cell_w | Rule::cells_w | Rule::end_cell) => Axis::Cell,
        _ => Axis::Row,
    }
}

fn operator(rule: Option<Rule>) -> Operator {
    match rule {
        Some(Rule::is_not) => Operator::IsNot,
        Some(Rule::at_least) => Operator::AtLeast,
        Some(Rule::at_most) => Operator::AtMost,
        Some(Rule::less_than) => Operator::LessThan,
        Some(Rule::more_than) => Operator::MoreThan,
        Some(Rule::plus) => Operator::Plus,
        Some(Rule::minus) => Operator::Minus,
        Some(Rule::times) => Operator::Times,
        Some(Rule::in_set) => Operator::In,
        Some(Rule::not_in) => Operator::NotIn,
        Some(Rule::except) => Operator::Except,
        _ => Operator::Is,
    }
}
