//! Captures that are probably not meant: a man jumped twice, what is taken worked out too early, the own men.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{Owner, Sentence, Statement};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::Repeats;

use super::{Checker, Expr, ExprKind, Move, Path, StatementKind, Travel, Verb, journey};

impl Checker<'_> {
    /// Says what of the captures of all moves is probably not meant.
    pub(super) fn takings(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        for each in &moves {
            for sentence in &each.sentences {
                let Some(travel) = &sentence.travel else { continue };
                if each.repeats != Repeats::No {
                    self.jumped_twice(travel, &sentence.block);
                }
                self.taken_early(sentence, travel);
                self.own_taken(&sentence.block);
            }
            self.own_taken_after(each);
        }
        self.moves = moves;
    }

    /// A chain in which what it jumps stays to the end may jump it again.
    fn jumped_twice(&mut self, travel: &Travel, block: &[Statement]) {
        let mut stays =
            travel.at_end && travel.taking.as_ref().is_some_and(|taking| self.mentions(taking, journey::JUMPED));
        walk::block(block, &mut |statement| {
            stays |=
                matches!(&statement.kind, StatementKind::Take(cells, true) if self.mentions(cells, journey::JUMPED));
        });
        if !stays {
            return;
        }
        for over in jumped_over(&travel.path) {
            // What a variable remembers may be what was jumped.
            let is_variable = |inner: &Expr| matches!(inner.kind, ExprKind::Variable(..) | ExprKind::WhereYes(_));
            if self.mentions(over, journey::TAKEN) || self.finds(over, &mut HashSet::new(), &is_variable).is_some() {
                continue;
            }
            let message = "a piece that is jumped stays to the end of the chain, and may be jumped again";
            let diagnostic = Diagnostic::new(Code::JumpedTwice, message, over.span, "may be `taken` already");
            let text = self.text_of(over.span).filter(|text| !text.contains("hops"));
            self.report(match text {
                Some(text) => {
                    let set = if text.split_whitespace().any(|word| word == "or") { format!("({text})") } else { text };
                    diagnostic.suggest_safe("jump each only once", over.span, format!("{set} except taken"))
                }
                None => diagnostic.help("say `over … except taken`"),
            });
        }
    }

    /// What stands behind `taking` is worked out with the piece on its old cell.
    fn taken_early(&mut self, sentence: &Sentence, travel: &Travel) {
        let Some(taking) = &travel.taking else { return };
        if self.mentions(taking, journey::ORIGIN)
            || self.knows_of_landing(taking, &mut HashSet::new())
            || !self.asks_what_stands(taking, false, &mut HashSet::new())
        {
            return;
        }
        let message = "`taking` is worked out before the piece goes: it stands on `origin`, not on `landing`";
        let mut diagnostic = Diagnostic::new(Code::TakenEarly, message, taking.span, "asks what stands where")
            .help("where this is meant, say it: `mine except origin`, `mine or landing`");
        if let Some(text) = self.taken_in_block(sentence.span, taking.span) {
            diagnostic = diagnostic.suggest("take when the piece has arrived", sentence.span, text);
        }
        self.report(diagnostic);
    }

    /// The text of a sentence that takes in its block what it took behind `taking`.
    fn taken_in_block(&self, whole: Span, taking: Span) -> Option<String> {
        let before = self.text_of(Span { end: taking.start, ..whole })?;
        let head = before.trim_end().strip_suffix("taking")?.trim_end();
        let (set, tail) =
            (self.text_of(taking)?, self.text_of(Span { start: taking.end, ..whole }).unwrap_or_default());
        let (tail, end) = match tail.trim_start().strip_prefix("at end") {
            Some(tail) => (tail, " at end"),
            None => (tail.as_str(), ""),
        };
        Some(match tail.split_once('{') {
            Some((guard, block)) => format!("{head}{guard}{{ take {set}{end} {}", block.trim_start()),
            None => format!("{head}{} {{ take {set}{end} }}", tail.trim_end()),
        })
    }

    /// Whether a set depends on where the mover's pieces stand, or on what is empty. At its outside such a set only says
    /// what is taken: nothing of it is lost there.
    fn asks_what_stands(&self, expr: &Expr, inside: bool, seen: &mut HashSet<(usize, bool)>) -> bool {
        let mut asks = |expr: &Expr, inside| self.asks_what_stands(expr, inside, seen);
        match &expr.kind {
            ExprKind::Empty | ExprKind::Pieces(_, Owner::Any) | ExprKind::AnyHeight(_, Owner::Any) => inside,
            ExprKind::Pieces(_, Owner::Of(who)) | ExprKind::AnyHeight(_, Owner::Of(who)) => inside && holds_me(who),
            ExprKind::Surrounded => true,
            ExprKind::Union(a, b) | ExprKind::Intersection(a, b) | ExprKind::Difference(a, b) => {
                asks(a, inside) || asks(b, inside)
            }
            ExprKind::Call(function, arguments) => {
                arguments.iter().any(|argument| asks(argument, inside))
                    || seen.insert((*function, inside))
                        && self.asks_what_stands(&self.functions[*function].body, inside, seen)
            }
            ExprKind::Those(_, set, cond) => asks(set, inside) || asks(cond, true),
            ExprKind::Reach { path, .. } => {
                let parts = path.iter().flat_map(walk::parts);
                parts.chain(walk::children(expr)).any(|part| self.asks_what_stands(part, true, seen))
            }
            _ => walk::children(expr).into_iter().any(|child| asks(child, true)),
        }
    }

    /// Whether a set says itself that the piece stands on `landing`: `mine or landing`.
    fn knows_of_landing(&self, expr: &Expr, seen: &mut HashSet<usize>) -> bool {
        let mut knows = false;
        walk::expression(expr, &mut |inner| {
            knows |= match &inner.kind {
                ExprKind::Union(a, b) => [a, b].into_iter().any(|part| is_landing(part)),
                ExprKind::Call(function, _) => {
                    seen.insert(*function) && self.knows_of_landing(&self.functions[*function].body, seen)
                }
                _ => false,
            };
        });
        knows
    }

    /// `take landing` in the block of a travel: the man that has just arrived.
    fn own_taken(&mut self, block: &[Statement]) -> bool {
        for statement in block {
            match &statement.kind {
                StatementKind::Take(cells, _) if is_landing(cells) => self.report_own_taken(statement.span),
                StatementKind::If(_, then, otherwise) if self.own_taken(then) | self.own_taken(otherwise) => {
                    return true;
                }
                StatementKind::Repeat(_, _, _, inner)
                | StatementKind::Each(_, _, inner)
                | StatementKind::ForEachPlayer(inner)
                | StatementKind::For(_, inner)
                    if self.own_taken(inner) =>
                {
                    return true;
                }
                // Another piece may stand there from here on.
                StatementKind::Move(..)
                | StatementKind::MovePile { .. }
                | StatementKind::Push(..)
                | StatementKind::Swap(..)
                | StatementKind::Give(..)
                | StatementKind::Put { .. } => return true,
                _ => {}
            }
        }
        false
    }

    /// The same behind the sentences, if a piece has arrived after each of them.
    fn own_taken_after(&mut self, each: &Move) {
        let before = self.diagnostics.len();
        let arrives = |sentence: &Sentence| sentence.travel.is_some();
        let blocks: Vec<&[Statement]> = each.sentences.iter().map(|sentence| sentence.block.as_slice()).collect();
        let changed = blocks.into_iter().any(|block| self.own_taken(block));
        self.diagnostics.truncate(before);
        if !changed && each.sentences.iter().all(arrives) {
            self.own_taken(&each.afterwards);
        }
    }

    fn report_own_taken(&mut self, span: Span) {
        let message = "`take landing` takes the piece that has just arrived there";
        let word = Span { end: span.start + 4, ..span };
        let diagnostic = Diagnostic::new(Code::OwnTaken, message, span, "the mover's own")
            .help("what stood there was taken when the piece arrived: leave this away")
            .suggest("if the piece is to die, nobody has taken it", word, "remove");
        self.report(diagnostic);
    }

    /// Says where a travel that hops over the own side and over others takes all that it has jumped.
    pub(super) fn own_jumped(&mut self) {
        let sentences = self.moves.iter().flat_map(|item| &item.sentences);
        let travels = sentences.filter_map(|sentence| sentence.travel.as_ref());
        let found: Vec<_> = travels
            .filter(|travel| {
                let over = jumped_over(&travel.path);
                over.iter().any(|over| is_own(over)) && over.iter().any(|over| !is_own(over))
            })
            .filter_map(|travel| travel.taking.as_ref())
            .filter(|taking| takes_all_jumped(taking))
            .map(|taking| taking.span)
            .collect();
        for span in found {
            let message = "a piece takes those of its own side that it has jumped over";
            let diagnostic = Diagnostic::new(Code::OwnTaken, message, span, "all that was jumped, whoever owns it")
                .suggest("only those of the others", span, "jumped in enemies");
            self.report(diagnostic);
        }
    }

    fn mentions(&self, expr: &Expr, name: usize) -> bool {
        let is_it = |inner: &Expr| matches!(inner.kind, ExprKind::Kept(kept) if kept == name);
        self.finds(expr, &mut HashSet::new(), &is_it).is_some()
    }
}

/// The sets that the hops of a path go over.
fn jumped_over(path: &Path) -> Vec<&Expr> {
    path.iter()
        .flat_map(|leg| match &leg.verb {
            Verb::Hops { over, .. } => vec![over],
            Verb::OneOf(paths) => paths.iter().flat_map(|(path, _)| jumped_over(path)).collect(),
            _ => Vec::new(),
        })
        .collect()
}

fn is_landing(cells: &Expr) -> bool {
    matches!(walk::member(cells).kind, ExprKind::Kept(journey::LANDING))
}

fn is_me(who: &Expr) -> bool {
    matches!(walk::member(who).kind, ExprKind::Me | ExprKind::Mover)
}

/// Whether the mover is one of these players.
fn holds_me(who: &Expr) -> bool {
    is_me(who) || matches!(walk::member(who).kind, ExprKind::Living)
}

/// Whether a set is one of pieces of the mover.
fn is_own(over: &Expr) -> bool {
    match &over.kind {
        ExprKind::Pieces(_, Owner::Of(of)) => is_me(of),
        ExprKind::Intersection(a, b) => is_own(a) || is_own(b),
        ExprKind::Union(a, b) => is_own(a) && is_own(b),
        ExprKind::Difference(a, _) => is_own(a),
        _ => false,
    }
}

fn takes_all_jumped(taking: &Expr) -> bool {
    match &taking.kind {
        ExprKind::Kept(name) => *name == journey::JUMPED,
        ExprKind::Union(a, b) => takes_all_jumped(a) || takes_all_jumped(b),
        _ => false,
    }
}
