//! Definitions: said by the words that the file has for them, else by what they are.

use std::rc::Rc;

use super::{Bound, Phrase, Say, Whose, say};
use crate::rulebook::names::Define;
use crate::syntax::ast::{Expr, ExprKind, Operator, Params};

/// Definitions that are longer are told of in the chapter of words.
pub const LONGEST: usize = 16;

/// So deep one definition is told within another.
const DEEPEST: usize = 4;

impl<'a> Say<'a> {
    /// A definition as a value. `whose` is whom it is of, where it is of a player.
    pub(super) fn defined(&self, name: &str, args: Vec<Bound<'a>>) -> Phrase {
        let whose = whose_of(args.first());
        let given = args.iter().filter_map(|arg| match arg {
            Bound::Given(expr, giver) => Some(giver.value(expr)),
            Bound::Who(_) | Bound::Words(_) => None,
        });
        let given = Phrase::list("and", given.collect());
        let inline = self.case(name, args).map(|(define, say)| say.value(define.body));
        let inline = inline.unwrap_or(Phrase::Nothing);
        let x = say!("defined", word = Phrase::Term(name.to_owned()), inline = inline, given = given);
        match whose {
            None => x,
            Some(Whose::You) if self.is_one_each(name) => own(x, "own-one"),
            Some(Whose::You) => own(x, "own"),
            Some(Whose::Opponent) => own(x, "enemy-own"),
            Some(whose) => {
                let Phrase::Say(_, mut holes) = x else { return x };
                holes.push(("p", self.player(&whose)));
                Phrase::Say("defined-of", holes)
            }
        }
    }

    /// Whether each player has one of what a definition tells by cases: a set of places of the board, like a row.
    fn is_one_each(&self, name: &str) -> bool {
        let board = &self.rules().board;
        let is_place = |expr: &Expr| match &expr.bare().value {
            ExprKind::Name(name) => board.cells.iter().any(|cell| !cell.site && cell.name == *name),
            _ => false,
        };
        let is_one = |define: &Define<'_>| match &define.body.bare().value {
            ExprKind::Name(name) => board.named_sets.contains_key(name),
            ExprKind::List(all) => all.iter().all(is_place),
            _ => false,
        };
        let cases = self.names.cases(name);
        cases.len() > 1 && cases.iter().all(is_one)
    }

    /// A definition as a condition.
    pub(super) fn defined_truth(&self, name: &str, args: Vec<Bound<'a>>, wanted: bool) -> Phrase {
        let case = self.case(name, args);
        // A word does not tell of whom it is so.
        let is_of_player = case.as_ref().is_some_and(|(define, _)| matches!(define.params, Params::Of(_)));
        let inline = case.map(|(define, say)| say.condition(define.body, wanted));
        if let (true, Some(inline)) = (is_of_player, &inline) {
            return inline.clone();
        }
        let word = Phrase::Term(name.to_owned());
        let key = if wanted { "defined-truth" } else { "defined-not" };
        Phrase::Say(key, vec![("word", word), ("inline", inline.unwrap_or(Phrase::Nothing))])
    }

    /// The case of a definition that fits, and whoever can say it; none if it is to be told of elsewhere.
    pub(super) fn case(&self, name: &str, args: Vec<Bound<'a>>) -> Option<(Define<'a>, Say<'a>)> {
        let cases = self.names.cases(name);
        let define = *cases.iter().find(|define| self.fits(define, args.first())).or(cases.first())?;
        // The cases of several players are told of in the chapter of words, unless it is known who is meant.
        let is_one = cases.len() == 1 || self.fits(&define, args.first());
        if !is_one || self.depth >= DEEPEST || size(define.body) > LONGEST {
            return None;
        }
        Some((define, self.within(&define, args)))
    }

    /// Whoever can say the body of a definition.
    pub(super) fn within(&self, define: &Define<'a>, args: Vec<Bound<'a>>) -> Say<'a> {
        let params: Vec<&str> = match define.params {
            Params::None => Vec::new(),
            Params::Of(name) => vec![&name.value],
            Params::List(names) => names.iter().map(|name| name.value.as_str()).collect(),
        };
        let scope = params.into_iter().map(str::to_owned).zip(args).collect();
        Say { names: self.names, scope, depth: self.depth + 1, mover: self.mover }
    }

    /// What is given, to be said by whoever gave it.
    pub(super) fn given(&self, expr: &'a Expr) -> Bound<'a> {
        Bound::Given(expr, Rc::new(self.clone()))
    }

    /// Whether a case of a definition is for what is given.
    fn fits(&self, define: &Define<'_>, given: Option<&Bound<'a>>) -> bool {
        let Params::Of(case) = define.params else { return true };
        let is_case = self.names.cases(define.name).len() > 1;
        match given {
            _ if !is_case => true,
            Some(Bound::Given(expr, giver)) => match (&expr.bare().value, giver.who(expr)) {
                (_, Whose::Player(player)) => player == case.value,
                (ExprKind::Name(name), _) => *name == case.value,
                _ => false,
            },
            Some(Bound::Who(Whose::Player(player))) => *player == case.value,
            _ => false,
        }
    }
}

/// The same with the word for whose it is, should the file have a word for it.
fn own(x: Phrase, key: &'static str) -> Phrase {
    let Phrase::Say(_, mut holes) = x else { return x };
    holes.push(("key", Phrase::of(key)));
    Phrase::Say("defined", holes)
}

fn whose_of(given: Option<&Bound<'_>>) -> Option<Whose> {
    match given? {
        Bound::Who(whose) => Some(whose.clone()),
        Bound::Given(expr, giver) => match giver.who(expr) {
            Whose::Other(_) if !matches!(giver.head(expr), Phrase::Say("player", _)) => None,
            whose => Some(whose),
        },
        Bound::Words(words) => Some(Whose::Other(words.clone())),
    }
}

/// How many parts an expression has.
pub fn size(expr: &Expr) -> usize {
    let all = |all: &[&Expr]| 1 + all.iter().map(|one| size(one)).sum::<usize>();
    match &expr.value {
        ExprKind::Int(_)
        | ExprKind::Text(_)
        | ExprKind::Truth(_)
        | ExprKind::Name(_)
        | ExprKind::Without { .. }
        | ExprKind::Played(_)
        | ExprKind::Rows { .. }
        | ExprKind::Repeated { .. }
        | ExprKind::Can { .. } => 1,
        ExprKind::Group(inner) => size(inner),
        ExprKind::Not(inner)
        | ExprKind::Count(inner)
        | ExprKind::Some(inner)
        | ExprKind::No(inner)
        | ExprKind::Of(_, inner)
        | ExprKind::Owned(_, inner)
        | ExprKind::AnyHeight(inner) => all(&[inner]),
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => 2 + all(&[a, b]),
        ExprKind::Binary(_, a, b) | ExprKind::Along(a, b) => all(&[a, b]),
        ExprKind::Joins(a, b, c) => all(&[a, b, c]),
        ExprKind::If(a, b, c) => 4 + all(&[a, b, c]),
        ExprKind::Call(_, args) => args.iter().fold(1, |sum, arg| sum + size(arg)),
        // A row of cells is quickly read.
        ExprKind::List(list) => 1 + list.len() / 3,
        ExprKind::Those { set, cond, .. } => 2 + all(&[set, cond]),
        ExprKind::Reach { from, path, to, .. } => {
            let to = to.as_deref().map_or(0, size);
            size(from) + 3 * path.len() + to
        }
        ExprKind::Lines { set, .. } => all(&[set]),
    }
}

/// Whether some property anywhere in an expression is what is looked for.
pub(super) fn of_parts(expr: &Expr, found: &dyn Fn(&str, &Expr) -> bool) -> bool {
    let any = |all: &[&Expr]| all.iter().any(|one| of_parts(one, found));
    match &expr.value {
        ExprKind::Of(name, of) => found(&name.value, of) || of_parts(of, found),
        ExprKind::Group(inner)
        | ExprKind::Not(inner)
        | ExprKind::Count(inner)
        | ExprKind::Some(inner)
        | ExprKind::No(inner)
        | ExprKind::Owned(_, inner)
        | ExprKind::AnyHeight(inner)
        | ExprKind::Lines { set: inner, .. } => of_parts(inner, found),
        ExprKind::Binary(_, a, b) | ExprKind::Along(a, b) => any(&[a, b]),
        ExprKind::Joins(a, b, c) | ExprKind::If(a, b, c) => any(&[a, b, c]),
        ExprKind::Call(_, args) | ExprKind::List(args) => args.iter().any(|arg| of_parts(arg, found)),
        ExprKind::Those { set, cond, .. } => any(&[set, cond]),
        ExprKind::Reach { from, to, .. } => {
            of_parts(from, found) || to.as_deref().is_some_and(|to| of_parts(to, found))
        }
        ExprKind::Int(_)
        | ExprKind::Text(_)
        | ExprKind::Truth(_)
        | ExprKind::Name(_)
        | ExprKind::Rows { .. }
        | ExprKind::Repeated { .. }
        | ExprKind::Without { .. }
        | ExprKind::Played(_)
        | ExprKind::Can { .. } => false,
    }
}
