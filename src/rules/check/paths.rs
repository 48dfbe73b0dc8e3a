//! Movement: how a piece travels.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Distance, Jump, Name};

use super::super::types::{Domain, Type, Value};
use super::exprs::{MANY, made};
use super::{Checker, Dirs, Expr, ExprKind, Leg, Path, StepCondition, Verb};

mod betza;

pub use betza::paths as betza_paths;

/// The most legs of the paths of a file, those of a movement counted wherever a path goes by it.
const MAX_LEGS: usize = 20_000;

impl Checker<'_> {
    pub(super) fn path(&mut self, legs: &[ast::Leg]) -> Path {
        let mut path = Vec::with_capacity(legs.len());
        for (index, leg) in legs.iter().enumerate() {
            path.extend(self.leg(leg, index > 0));
        }
        path
    }

    /// Counts a leg; no if there are too many, which is told once.
    fn is_another_leg(&mut self, span: Span) -> bool {
        self.n_legs = self.n_legs.saturating_add(1);
        if self.n_legs == MAX_LEGS {
            let message = format!("there are more than {MAX_LEGS} legs");
            let diagnostic = Diagnostic::new(Code::Limit, message, span, "one too many").help(
                "those of a movement count wherever it is used, so movements that use others several times multiply",
            );
            self.report(diagnostic);
        }
        self.n_legs < MAX_LEGS
    }

    fn leg(&mut self, leg: &ast::Leg, follows: bool) -> Option<Leg> {
        if self.is_cut(leg.span) || !self.is_another_leg(leg.span) {
            return None;
        }
        let dirs = match &leg.dirs {
            Some(dirs) if self.is_length(leg, dirs) => return None,
            Some(dirs) => Some(self.dirs(dirs, follows)),
            None => self.all_dirs(leg),
        };
        let through = match &leg.through {
            Some(through) => self.set(through, Domain::Cell),
            None => made(ExprKind::Empty, Type::Set(Domain::Cell), leg.span),
        };
        let verb = self.verb(leg)?;
        let condition = leg.condition.as_ref().map(|condition| self.step_condition(condition, &verb));
        let mut made = Leg { verb, dirs, through, repeating: leg.repeating, condition, asks: false, span: leg.span };
        made.asks = self.asks_where_it_begins(&made);
        Some(made)
    }

    /// Reports a number in brackets where directions stand, as in `slides (n)` and `slides (n) to (m)`; whether it is one.
    fn is_length(&mut self, leg: &ast::Leg, dirs: &ast::Expr) -> bool {
        let is_number = |found| matches!(found, Some(Type::Number(..)));
        if !matches!(dirs.value, ast::ExprKind::Group(_)) || !is_number(self.tried(dirs, None)) {
            return false;
        }
        let (before, message) = (Span { end: dirs.span.start, ..dirs.span }, "a number stands where directions stand");
        let mut diagnostic = Diagnostic::new(Code::WrongType, message, dirs.span, "how far?");
        diagnostic = match &leg.verb {
            ast::Verb::Slides { range: None, .. } if self.goes_on(dirs.span, "to") => diagnostic
                .suggest_choice("from one number to the other", before, "any ")
                .suggest_choice("so many cells, and behind `to` stands where to", before, "exactly "),
            ast::Verb::Slides { range: None, .. } => diagnostic.suggest("so many cells", before, "exactly "),
            ast::Verb::Steps => diagnostic.help("a step goes one cell; `slides exactly (n)` goes so many"),
            _ => diagnostic.help("directions come first: `slides any (n) to (m)`"),
        };
        self.report(diagnostic);
        true
    }

    /// The directions of a leg that names none: all that lead to neighbours. None stands for all that there are.
    fn all_dirs(&self, leg: &ast::Leg) -> Option<Dirs> {
        let goes_along = matches!(
            leg.verb,
            ast::Verb::Steps | ast::Verb::Slides { .. } | ast::Verb::Hops { .. } | ast::Verb::Walks(_)
        );
        let near = self.board.neighbour_ways();
        let some_far = near.len() < self.board.directions.len();
        (goes_along && some_far).then(|| Dirs::Set(self.fixed_directions(&near, leg.span)))
    }

    fn dirs(&mut self, ways: &ast::Expr, follows: bool) -> Dirs {
        let word = match &ways.value {
            ast::ExprKind::Name(word) => word.as_str(),
            _ => "",
        };
        match (word, self.board.compass) {
            ("onward", _) if follows => Dirs::Onward(vec![0]),
            ("onward-diagonal", n @ (6 | 8)) if follows => Dirs::Onward(vec![1, n as i32 - 1]),
            ("onward-diagonal", _) if follows => {
                let message = "nothing lies beside a direction of this board";
                let help = "on squares `onward-diagonal` is the two directions 45° beside that of the leg before, on \
                    hexes the two 60° beside it; here name the directions";
                self.report(Diagnostic::new(Code::NoDirection, message, ways.span, "no diagonals").help(help));
                Dirs::Onward(Vec::new())
            }
            ("onward" | "onward-diagonal", _) if self.board.direction(word).is_none() && !self.is_declared(word) => {
                let help = "it is told of the leg before: `steps forward then steps onward`";
                let message = format!("`{word}` stands behind `then`");
                self.report(Diagnostic::new(Code::NoDirection, message, ways.span, "no leg before").help(help));
                Dirs::Onward(Vec::new())
            }
            _ => Dirs::Set(self.directions(ways)),
        }
    }

    /// What must hold for each step: `from` is the cell left and `here` the cell entered.
    fn step_condition(&mut self, condition: &ast::Expr, verb: &Verb) -> StepCondition {
        let span = condition.span;
        let what = match verb {
            Verb::OneOf(_) => Some("write it behind the legs of the movement itself"),
            Verb::Goes | Verb::Stays => Some("say with `to` where the piece may land, or with `when` what must hold"),
            _ => None,
        };
        if let Some(help) = what {
            let message = "`where` is asked of each step, and this leg has none";
            self.report(Diagnostic::new(Code::Misplaced, message, span, "no steps").help(help));
        }
        let depth = self.scope.len();
        let is_inner = self.scope.iter().any(|binding| binding.name == "from");
        if !is_inner && self.is_declared("here") {
            let message = "`here` is the cell that a step enters, and something else as well";
            let diagnostic = Diagnostic::new(Code::Duplicate, message, span, "which one?")
                .help("give what the file calls `here` another name");
            self.report(diagnostic);
        }
        let cell = Type::One(Domain::Cell);
        let (from, here) = (self.temporary("from", cell), self.temporary("here", cell));
        let before = std::mem::take(&mut self.work);
        let holds = self.truth(condition);
        let each = std::mem::replace(&mut self.work, before);
        self.add_work(each, self.size(Domain::Cell) as u64, span);
        self.scope.truncate(depth);
        StepCondition { from, here, holds }
    }

    fn verb(&mut self, leg: &ast::Leg) -> Option<Verb> {
        Some(match &leg.verb {
            ast::Verb::Steps => Verb::Steps,
            ast::Verb::Slides { range, stopping, bends } => Verb::Slides {
                range: range.as_ref().map(|range| self.distance(range)),
                stopping: stopping.as_ref().map(|stopping| self.set(stopping, Domain::Cell)),
                bends: *bends,
            },
            ast::Verb::Leaps(Jump::Straight(n)) => Verb::LeapsStraight(self.number(n)),
            ast::Verb::Rides(Jump::Straight(n)) => Verb::RidesStraight(self.number(n)),
            ast::Verb::Leaps(Jump::Offsets(a, b)) | ast::Verb::Rides(Jump::Offsets(a, b)) => {
                let (a, b) = self.offsets(*a, *b, leg.span)?;
                if matches!(leg.verb, ast::Verb::Leaps(_)) { Verb::Leaps(a, b) } else { Verb::Rides(a, b) }
            }
            ast::Verb::Hops { over, any_distance } => {
                Verb::Hops { over: self.set(over, Domain::Cell), any_distance: *any_distance }
            }
            ast::Verb::Walks(range) => {
                let (low, high) = self.distance(range);
                let high =
                    high.unwrap_or_else(|| self.constant(Value::Number(MANY), Type::Number(MANY, MANY), leg.span));
                if let Type::Number(_, most) = high.ty
                    && most > 32
                {
                    let diagnostic = Diagnostic::new(Code::Limit, "a walk of more than 32 steps", leg.span, "")
                        .help("a walk has at most 32 steps; say how many");
                    self.report(diagnostic);
                }
                Verb::Walks(low, high)
            }
            ast::Verb::As(name) => self.movement(name)?,
            ast::Verb::Betza(text) => self.betza(text)?,
            ast::Verb::Goes => Verb::Goes,
            ast::Verb::Drops => {
                self.error(Code::BadStatement, "only a move drops a piece", leg.span, "not a way to travel");
                return None;
            }
            ast::Verb::Stays => Verb::Stays,
        })
    }

    fn offsets(&mut self, a: i64, b: i64, span: Span) -> Option<(u16, u16)> {
        if !self.board.has_leaps() {
            let diagnostic = Diagnostic::new(Code::NoDirection, "this board has no leaps across and along", span, "")
                .help("leaps by two numbers need a square board; elsewhere write `leaps DIRECTION NUMBER`");
            self.report(diagnostic);
            return None;
        }
        match (u16::try_from(a), u16::try_from(b)) {
            (Ok(a), Ok(b)) if a + b > 0 && a < 1024 && b < 1024 => Some((a, b)),
            _ => {
                self.error(Code::OutOfRange, "a leap goes somewhere on the board", span, "");
                None
            }
        }
    }

    /// The fewest and, if bounded, the most cells.
    fn distance(&mut self, distance: &Distance) -> (Expr, Option<Expr>) {
        match distance {
            Distance::Exactly(n) => {
                let n = self.number(n);
                (n.clone(), Some(n))
            }
            Distance::UpTo(n) => {
                let n = self.number(n);
                (self.constant(Value::Number(1), Type::Number(1, 1), n.span), Some(n))
            }
            Distance::OrMore(n) => (self.number(n), None),
            Distance::FromTo(from, to) => {
                let (low, high) = (self.number(from), self.number(to));
                if let (Type::Number(low, _), Type::Number(_, high)) = (low.ty, high.ty)
                    && low > high
                {
                    self.error(
                        Code::OutOfRange,
                        "a range goes from a number to a higher one",
                        from.span.to(to.span),
                        "",
                    );
                }
                (low, Some(high))
            }
        }
    }

    fn movement(&mut self, name: &Name) -> Option<Verb> {
        let Some(paths) = self.movements.get(&name.value).copied() else {
            let known: Vec<String> = self.movements.keys().cloned().collect();
            self.unknown_name("movement", name, known.iter().map(String::as_str));
            return None;
        };
        self.uses.note("movement", &name.value);
        let key = format!("movement {}", name.value);
        if self.in_progress.contains(&key) {
            self.error(Code::Recursive, format!("`{}` needs itself", name.value), name.span, "used here");
            return None;
        }
        self.in_progress.push(key);
        let paths = self.alternatives(paths);
        self.in_progress.pop();
        Some(Verb::OneOf(paths))
    }

    fn alternatives(&mut self, paths: &[(ast::Path, Option<ast::Expr>)]) -> Vec<(Path, Option<Expr>)> {
        let mut all = Vec::with_capacity(paths.len());
        for (path, to) in paths {
            let path = self.path(path);
            let to = to.as_ref().map(|to| self.set(to, Domain::Cell));
            all.push((path, to));
        }
        all
    }

    fn betza(&mut self, text: &Name) -> Option<Verb> {
        match betza::paths(&text.value, text.span) {
            Ok(paths) => Some(Verb::OneOf(self.alternatives(&paths))),
            Err(reason) => {
                let message = format!("the Betza notation `{}` is not understood: {reason}", text.value);
                self.error(Code::Syntax, message, text.span, "");
                None
            }
        }
    }

    pub(super) fn reach(
        &mut self,
        passed: bool,
        from: &ast::Expr,
        path: &[ast::Leg],
        to: Option<&ast::Expr>,
        span: Span,
    ) -> Expr {
        let from = Box::new(self.set(from, Domain::Cell));
        let path = self.path(path);
        self.check_origin_of_legs(&path, true);
        let to = to.map(|to| Box::new(self.set(to, Domain::Cell)));
        made(ExprKind::Reach { span: passed, from, path, to }, Type::Set(Domain::Cell), span)
    }
}
