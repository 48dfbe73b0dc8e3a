//! What paths ask of the piece that travels, and names of a travel asked where they mean nothing, or two things.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{Holder, Sentence, Statement, StatementKind};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::Repeats;

use super::{Checker, Expr, ExprKind, Leg, Move, Path, Travel, Verb, journey};

/// The names of a travel that a path and its target cannot ask.
const LATER: [usize; 3] = [journey::LANDING, journey::PASSED, journey::JUMPED];

/// What stands for `origin` inside definitions, and which of them were looked at so.
type Seen = HashSet<(usize, Vec<usize>)>;

impl Checker<'_> {
    /// Whether a leg has to be worked out wherever it begins: it asks for `origin`, or for what a piece is or remembers.
    pub(super) fn asks_where_it_begins(&self, leg: &Leg) -> bool {
        if let Verb::OneOf(_) = leg.verb {
            return false;
        }
        let asks = |expr: &Expr| match &expr.kind {
            ExprKind::Kept(name) => *name == journey::ORIGIN,
            ExprKind::KindAt(_) | ExprKind::OwnerAt(_) | ExprKind::Unmoved => true,
            ExprKind::Variable(number, _) | ExprKind::WhereYes(number) => self.is_of_pieces(*number),
            _ => false,
        };
        leg.condition.is_some()
            || walk::parts(leg).into_iter().any(|part| self.finds(part, &mut HashSet::new(), &asks).is_some())
    }

    fn is_of_pieces(&self, variable: usize) -> bool {
        self.variables[variable].holder == Holder::Piece
    }

    /// The place of the first expression that is so, in another or in the definitions that it uses.
    fn finds(&self, expr: &Expr, seen: &mut HashSet<usize>, is_so: &dyn Fn(&Expr) -> bool) -> Option<Span> {
        let mut found = None;
        walk::expression(expr, &mut |inner| {
            let in_body = |function: usize, seen: &mut HashSet<usize>| {
                seen.insert(function) && self.finds(&self.functions[function].body, seen, is_so).is_some()
            };
            let is_here = match &inner.kind {
                _ if found.is_some() => return,
                ExprKind::Call(function, _) => in_body(*function, seen),
                _ => is_so(inner),
            };
            found = found.or(is_here.then_some(inner.span));
        });
        found
    }

    /// Refuses what moves ask of a travel at a moment when it means nothing, or two things.
    pub(super) fn check_travels(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        for each in &moves {
            self.check_move(each);
        }
        self.moves = moves;
    }

    fn check_move(&mut self, each: &Move) {
        let travels = |sentence: &Sentence| sentence.travel.as_ref().is_some_and(|travel| !travel.drops);
        let piles = self.board.stacks || self.board.n_grid < self.board.n_cells();
        for sentence in &each.sentences {
            if let Some(travel) = sentence.travel.as_ref().filter(|travel| !travel.drops) {
                self.check_lifted(travel);
                if each.repeats == Repeats::No {
                    self.check_unbound(sentence, travel);
                }
                let mut left = Left { may_be_held: piles || stays(&travel.path), named: Vec::new() };
                self.check_block(&sentence.block, &mut left);
            }
        }
        // What stands behind the sentences comes after each of them.
        let is_surely_left = each.sentences.iter().all(|sentence| {
            let path = sentence.travel.as_ref().map(|travel| &travel.path);
            travels(sentence) && path.is_some_and(|path| !stays(path)) && !puts(&sentence.block)
        });
        if is_surely_left && !piles {
            let mut left = Left { may_be_held: false, named: Vec::new() };
            self.check_block(&each.afterwards, &mut left);
            for ensure in &each.ensures {
                let place = self.asks_of_left(ensure, &left);
                self.report_left(place);
            }
        }
    }

    /// `landing` and its like in a path: nothing has travelled yet.
    fn check_unbound(&mut self, sentence: &Sentence, travel: &Travel) {
        let early = [&[journey::ORIGIN, journey::WAY], &LATER[..]].concat();
        let aimed = [&[journey::WAY], &LATER[..]].concat();
        let picks = sentence.picks.iter().map(|pick| &pick.from).chain(&travel.on);
        picks.for_each(|expr| self.check_names(expr, &early));
        self.check_names(&travel.to, &aimed);
        self.check_names_of_path(&travel.path, &aimed);
    }

    fn check_names_of_path(&mut self, path: &Path, aimed: &[usize]) {
        for leg in path {
            // Its range and its condition know the direction that is tried.
            let knows_way = leg.condition.iter().map(|condition| &condition.holds).chain(ends_of_range(leg));
            let knowing: Vec<&Expr> = knows_way.collect();
            for part in walk::parts(leg) {
                let knows = knowing.iter().any(|other| std::ptr::eq(*other, part));
                self.check_names(part, if knows { &LATER } else { aimed });
            }
            if let Verb::OneOf(paths) = &leg.verb {
                paths.iter().for_each(|(path, _)| self.check_names_of_path(path, aimed));
            }
        }
    }

    fn check_names(&mut self, expr: &Expr, unbound: &[usize]) {
        let mut names = HashSet::new();
        self.names_of(expr, unbound, &mut HashSet::new(), &mut names);
        let Some(&(name, span)) = names.iter().min_by_key(|(_, span)| *span) else { return };
        let word = ["origin", "landing", "way", "passed", "jumped"][name];
        let message = format!("`{word}` is asked before the piece has gone");
        let help = match name {
            journey::ORIGIN => "begin the sentence with the piece and ask in its path, in `to` or in `when`",
            journey::LANDING => {
                "ask it in `when`, in `taking` or in the block; for each step of a path `where` knows `from` and `here`; \
                 what an earlier choice of the turn did is remembered with `remember`"
            }
            journey::WAY => {
                "the numbers of a range and `where` know the direction that is tried; else ask it in `when`"
            }
            _ => "ask it in `when`, in `taking` or in the block",
        };
        let diagnostic = Diagnostic::new(Code::Moment, message, span, "means nothing here").help(help);
        self.report(diagnostic);
    }

    /// The names of a travel in an expression that are not bound there, with their places.
    fn names_of(&self, expr: &Expr, unbound: &[usize], seen: &mut Seen, found: &mut HashSet<(usize, Span)>) {
        match &expr.kind {
            ExprKind::Kept(name) if unbound.contains(name) => {
                found.insert((*name, expr.span));
            }
            ExprKind::Call(function, _) if seen.insert((*function, unbound.to_vec())) => {
                let mut inner = HashSet::new();
                self.names_of(&self.functions[*function].body, unbound, seen, &mut inner);
                found.extend(inner.into_iter().map(|(name, _)| (name, expr.span)));
            }
            ExprKind::Reach { path, .. } => {
                // Its legs begin somewhere themselves.
                let inside: Vec<usize> = unbound.iter().copied().filter(|&name| name != journey::ORIGIN).collect();
                let less: Vec<usize> = inside.iter().copied().filter(|&name| name != journey::WAY).collect();
                for leg in path {
                    let knowing: Vec<&Expr> =
                        leg.condition.iter().map(|condition| &condition.holds).chain(ends_of_range(leg)).collect();
                    for part in walk::parts(leg) {
                        let knows = knowing.iter().any(|other| std::ptr::eq(*other, part));
                        self.names_of(part, if knows { &less } else { &inside }, seen, found);
                    }
                }
            }
            _ => {}
        }
        walk::children(expr).into_iter().for_each(|child| self.names_of(child, unbound, seen, found));
    }

    /// `origin in Kings` while the piece travels: no cell holds it then.
    fn check_lifted(&mut self, travel: &Travel) {
        let mut parts = vec![&travel.to];
        parts_of(&travel.path, &mut parts);
        for part in parts {
            let Some(span) = self.asks_at_origin(part, &[], &mut Seen::new(), true) else { continue };
            let message = "while a piece travels no cell holds it, so `origin` is in no set of pieces";
            let diagnostic = Diagnostic::new(Code::Moment, message, span, "never holds")
                .help("ask for the piece that travels with `kind of origin` or `owner of origin`, or name it in front")
                .help("ask for others with the cells around it, or with a variable");
            self.report(diagnostic);
        }
    }

    /// What a block asks of the piece on `origin`, which has gone.
    fn check_block(&mut self, block: &[Statement], left: &mut Left) {
        for statement in block {
            let mut wrong = None;
            walk::of_statement(statement, &mut |expr| wrong = wrong.or_else(|| self.asks_of_left(expr, left)));
            let changed = match &statement.kind {
                StatementKind::Set(number, Some(cell), _) if self.is_of_pieces(*number) => Some(cell),
                StatementKind::Change(cell, _) | StatementKind::Give(cell, _) => Some(cell),
                _ => None,
            };
            let is_left = |cell: &&Expr| !left.may_be_held && is_origin(cell, &left.named);
            self.report_left(wrong.or(changed.filter(is_left).map(|cell| cell.span)));
            match &statement.kind {
                StatementKind::If(_, then, otherwise) => {
                    let mut other = Left { named: left.named.clone(), ..*left };
                    self.check_block(then, left);
                    self.check_block(otherwise, &mut other);
                    left.may_be_held |= other.may_be_held;
                }
                StatementKind::Repeat(_, _, _, inner)
                | StatementKind::Each(_, _, inner)
                | StatementKind::ForEachPlayer(inner)
                | StatementKind::For(_, inner) => {
                    left.may_be_held |= puts(inner);
                    self.check_block(inner, left);
                }
                StatementKind::Let(name, value) if is_origin(value, &left.named) => left.named.push(*name),
                _ => left.may_be_held |= puts(std::slice::from_ref(statement)),
            }
        }
    }

    fn asks_of_left(&self, expr: &Expr, left: &Left) -> Option<Span> {
        self.asks_at_origin(expr, &left.named, &mut Seen::new(), false).filter(|_| !left.may_be_held)
    }

    fn report_left(&mut self, place: Option<Span>) {
        let Some(span) = place else { return };
        let message = "the piece has left `origin`, which holds nothing now";
        let diagnostic = Diagnostic::new(Code::Moment, message, span, "asks for a piece that is not there")
            .help("the piece that moved stands on `landing`: ask for that")
            .help("what is to be asked of it before it goes stands in `when`");
        self.report(diagnostic);
    }

    /// Where an expression asks what the piece on `origin` is or remembers, or (`only_sets`) whether a set of pieces
    /// holds `origin`; `named` stands for `origin` too.
    fn asks_at_origin(&self, expr: &Expr, named: &[usize], seen: &mut Seen, only_sets: bool) -> Option<Span> {
        let at = |cell: &Expr| is_origin(cell, named);
        let asks = match &expr.kind {
            ExprKind::KindAt(cell) | ExprKind::OwnerAt(cell) => !only_sets && at(cell),
            ExprKind::Variable(number, Some(cell)) => !only_sets && self.is_of_pieces(*number) && at(cell),
            ExprKind::Contains(cell, set) => at(cell) && self.holds_pieces(set, only_sets),
            ExprKind::Call(function, arguments) => {
                let model = &self.functions[*function];
                let is_told = |(name, argument): (&usize, &Expr)| at(argument).then_some(*name + TEMPORARY);
                let told: Vec<usize> = model.parameters.iter().zip(arguments).filter_map(is_told).collect();
                seen.insert((*function, told.clone()))
                    && self.asks_at_origin(&model.body, &told, seen, only_sets).is_some()
            }
            _ => false,
        };
        if asks {
            return Some(expr.span);
        }
        // In the legs of a `reach` it is where those begin.
        walk::children(expr).into_iter().find_map(|child| self.asks_at_origin(child, named, seen, only_sets))
    }

    /// Whether a set is one of cells of pieces.
    fn holds_pieces(&self, set: &Expr, only_sets: bool) -> bool {
        let either = |a: &Expr, b: &Expr| self.holds_pieces(a, only_sets) || self.holds_pieces(b, only_sets);
        match &set.kind {
            ExprKind::Pieces(..) => true,
            ExprKind::Unmoved => !only_sets,
            ExprKind::WhereYes(number) => !only_sets && self.is_of_pieces(*number),
            ExprKind::Union(a, b) => self.holds_pieces(a, only_sets) && self.holds_pieces(b, only_sets),
            ExprKind::Intersection(a, b) => either(a, b),
            ExprKind::Difference(a, _) => self.holds_pieces(a, only_sets),
            ExprKind::Call(function, _) => self.holds_pieces(&self.functions[*function].body, only_sets),
            _ => false,
        }
    }

    /// Refuses `origin` as a cell in the sets of a leg that may begin elsewhere than the travel does.
    pub(super) fn check_origin_of_legs(&mut self, path: &Path, is_reach: bool) {
        for (number, leg) in path.iter().enumerate() {
            let is_elsewhere = is_reach || number > 0 || leg.repeating;
            if let Verb::OneOf(paths) = &leg.verb {
                paths.iter().for_each(|(path, _)| self.check_origin_of_legs(path, is_elsewhere));
                continue;
            }
            let stopping = match &leg.verb {
                Verb::Slides { stopping, .. } => stopping.as_ref(),
                Verb::Hops { over, .. } => Some(over),
                _ => None,
            };
            let asks = |expr: &Expr| matches!(expr.kind, ExprKind::Kept(journey::ORIGIN));
            let sets = std::iter::once(&leg.through).chain(stopping).filter(|_| is_elsewhere);
            let found: Vec<Span> = sets.filter_map(|set| self.finds(set, &mut HashSet::new(), &asks)).collect();
            for span in found {
                let message = "`origin` may mean two cells here";
                let diagnostic = Diagnostic::new(Code::Moment, message, span, "which one?")
                    .help("the cell where this leg begins: ask for `from` behind the leg, `where here in …(from)`")
                    .help("the cell where the travel began: give it a name of its own, as the argument of a `define`");
                self.report(diagnostic);
            }
        }
    }
}

/// What is known of the cell that a piece has left.
struct Left {
    /// Whether something may stand there.
    may_be_held: bool,
    /// The kept names that stand for it.
    named: Vec<usize>,
}

/// Temporary names are told from kept ones by this.
const TEMPORARY: usize = 1 << 32;

fn is_origin(cell: &Expr, named: &[usize]) -> bool {
    match &cell.kind {
        ExprKind::Kept(name) => *name == journey::ORIGIN || named.contains(name),
        ExprKind::Temporary(name) => named.contains(&(*name + TEMPORARY)),
        ExprKind::ToSet(inner) | ExprKind::ToOne(inner) => is_origin(inner, named),
        _ => false,
    }
}

/// The numbers of a slide's range.
fn ends_of_range(leg: &Leg) -> Vec<&Expr> {
    match &leg.verb {
        Verb::Slides { range: Some((least, most)), .. } => std::iter::once(least).chain(most).collect(),
        _ => Vec::new(),
    }
}

/// The expressions of the legs of a path, those of its alternatives too.
fn parts_of<'m>(path: &'m Path, parts: &mut Vec<&'m Expr>) {
    for leg in path {
        parts.extend(walk::parts(leg));
        if let Verb::OneOf(paths) = &leg.verb {
            paths.iter().for_each(|(path, _)| parts_of(path, parts));
        }
    }
}

/// Whether a piece may stay where it is.
fn stays(path: &Path) -> bool {
    path.iter().any(|leg| match &leg.verb {
        Verb::Stays => true,
        Verb::OneOf(paths) => paths.iter().any(|(path, _)| stays(path)),
        _ => false,
    })
}

/// Whether a block may put a piece somewhere.
fn puts(block: &[Statement]) -> bool {
    let mut puts = false;
    walk::block(block, &mut |statement| {
        puts |= matches!(
            statement.kind,
            StatementKind::Put { .. } | StatementKind::Move(..) | StatementKind::Swap(..) | StatementKind::Push(..)
        );
    });
    puts
}
