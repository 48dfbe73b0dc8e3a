//! What paths ask of the piece that travels, and names of a travel asked where they mean nothing, or two things.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{Holder, Sentence};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::Repeats;

use super::{Checker, Expr, ExprKind, Leg, Move, Path, Travel, Verb, journey};

mod forgotten;
mod gone;
mod left;

use left::{Left, stays};

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
            ExprKind::KindAt(_) | ExprKind::OwnerAt(_) | ExprKind::Height(_) | ExprKind::Unmoved => true,
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
    pub(super) fn finds(&self, expr: &Expr, seen: &mut HashSet<usize>, is_so: &dyn Fn(&Expr) -> bool) -> Option<Span> {
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
        self.check_taken();
    }

    fn check_move(&mut self, each: &Move) {
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
        self.check_behind_sentences(each);
    }

    /// `landing` and its like in a path: nothing has travelled yet.
    fn check_unbound(&mut self, sentence: &Sentence, travel: &Travel) {
        let early = names_of_travel();
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
        let Some((word, span)) = self.first_name(expr, unbound) else { return };
        let message = format!("`{word}` is asked before the piece has gone");
        let help = match word {
            "origin" => "begin the sentence with the piece and ask in its path, in `to` or in `when`",
            "landing" => {
                "ask it in `when`, in `taking` or in the block; for each step of a path `where` knows `from` and `here`; \
                 what an earlier choice of the turn did is remembered with `remember`"
            }
            "way" => "the numbers of a range and `where` know the direction that is tried; else ask it in `when`",
            _ => "ask it in `when`, in `taking` or in the block",
        };
        let diagnostic = Diagnostic::new(Code::Moment, message, span, "means nothing here").help(help);
        self.report(diagnostic);
    }

    /// The first name of a travel in an expression that is not bound there, with its place.
    fn first_name(&self, expr: &Expr, unbound: &[usize]) -> Option<(&'static str, Span)> {
        let mut names = HashSet::new();
        self.names_of(expr, unbound, &mut HashSet::new(), &mut names);
        let &(name, span) = names.iter().min_by_key(|(_, span)| *span)?;
        Some((["origin", "landing", "way", "passed", "jumped", "taken"].get(name)?, span))
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

/// All names of a travel but `taken`.
fn names_of_travel() -> Vec<usize> {
    [&[journey::ORIGIN, journey::WAY], &LATER[..]].concat()
}

/// The numbers of a slide's range.
fn ends_of_range(leg: &Leg) -> Vec<&Expr> {
    match &leg.verb {
        Verb::Slides { range: Some((least, most)), .. } => std::iter::once(least).chain(most).collect(),
        _ => Vec::new(),
    }
}
