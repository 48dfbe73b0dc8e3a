//! What is asked of pieces that were taken, when they are gone.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{End, Instruction, Sentence, Statement, StatementKind};
use crate::rules::walk;
use crate::source::Span;

use super::super::{Checker, Expr, ExprKind, journey};
use super::Seen;
use super::left::{TEMPORARY, puts};

impl Checker<'_> {
    /// Refuses questions about the pieces of `taken`, and of `jumped` where these were taken, in the blocks of moves.
    pub(super) fn check_taken(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        for each in &moves {
            for sentence in &each.sentences {
                let mut gone = Gone::after(sentence);
                self.check_gone_in(&sentence.block, &mut gone);
            }
            let put = each.sentences.iter().any(|sentence| puts(&sentence.block));
            self.check_gone_in(&each.afterwards, &mut Gone { taken: !put, ..Gone::default() });
            each.ensures.iter().for_each(|ensure| self.check_gone(ensure, &Gone { taken: !put, ..Gone::default() }));
        }
        self.moves = moves;
    }

    /// The same of what follows every move: of the file, in turns, which begin at `turns`, and in ends.
    pub(in super::super) fn check_taken_after(
        &mut self,
        (afterwards, ensures): (&[Statement], &[Expr]),
        ends: &[End],
        turns: usize,
    ) {
        let sentences = || self.moves.iter().flat_map(|each| &each.sentences);
        let put = sentences().any(|sentence| puts(&sentence.block))
            || self.moves.iter().any(|each| puts(&each.afterwards))
            || puts(afterwards);
        let mut gone = Gone { taken: !put, ..Gone::default() };
        self.check_gone_in(afterwards, &mut gone);
        ensures.iter().for_each(|ensure| self.check_gone(ensure, &gone));
        let code = std::mem::take(&mut self.code);
        for each in code.get(turns..).unwrap_or(&[]) {
            match each {
                Instruction::Do(statement) => self.check_gone_in(std::slice::from_ref(statement), &mut gone),
                other => walk::of_instruction(other, &mut |expr| self.check_gone(expr, &gone)),
            }
        }
        self.code = code;
        ends.iter().filter_map(|end| end.when.as_ref()).for_each(|when| self.check_gone(when, &gone));
    }

    fn check_gone_in(&mut self, block: &[Statement], gone: &mut Gone) {
        for statement in block {
            let mut wrong = None;
            walk::of_statement(statement, &mut |expr| wrong = wrong.take().or_else(|| self.asks_of_gone(expr, gone)));
            self.report_gone(wrong);
            match &statement.kind {
                StatementKind::If(_, then, otherwise) => {
                    self.check_gone_in(then, &mut gone.clone());
                    self.check_gone_in(otherwise, &mut gone.clone());
                    gone.taken &= !puts(then) && !puts(otherwise);
                }
                StatementKind::Each(name, set, inner) => {
                    let mut inside = gone.clone();
                    inside.named.extend(gone.is(set, self, &[]).then_some(*name));
                    inside.taken &= !puts(inner);
                    self.check_gone_in(inner, &mut inside);
                }
                StatementKind::Repeat(_, _, _, inner)
                | StatementKind::ForEachPlayer(inner)
                | StatementKind::For(_, inner) => {
                    gone.taken &= !puts(inner);
                    self.check_gone_in(inner, gone);
                }
                StatementKind::Let(name, value) if gone.is(value, self, &[]) => gone.named.push(*name),
                StatementKind::Pick(pick, _) if gone.is(&pick.from, self, &[]) => gone.named.push(pick.slot),
                StatementKind::Take(cells, false) => gone.jumped |= is_jumped(cells),
                _ => gone.taken &= !puts(std::slice::from_ref(statement)),
            }
        }
    }

    fn check_gone(&mut self, expr: &Expr, gone: &Gone) {
        let place = self.asks_of_gone(expr, gone);
        self.report_gone(place);
    }

    fn asks_of_gone(&self, expr: &Expr, gone: &Gone) -> Option<Span> {
        gone.taken.then(|| self.asks_at_gone(expr, gone, &mut Vec::new(), &mut Seen::new()))?
    }

    /// Where an expression asks what a piece that is gone is or remembers, or for which of the cells pieces hold;
    /// `named` are the temporary names that stand for such cells.
    fn asks_at_gone(&self, expr: &Expr, gone: &Gone, named: &mut Vec<usize>, seen: &mut Seen) -> Option<Span> {
        let at = |cells: &Expr| gone.is(cells, self, named);
        let asks = match &expr.kind {
            ExprKind::KindAt(cell) | ExprKind::OwnerAt(cell) => at(cell),
            ExprKind::Variable(number, Some(cell)) => self.is_of_pieces(*number) && at(cell),
            ExprKind::Contains(cells, set) | ExprKind::Difference(cells, set) => {
                at(cells) && self.holds_pieces(set, false)
            }
            ExprKind::Intersection(a, b) => {
                at(a) && self.holds_pieces(b, false) || at(b) && self.holds_pieces(a, false)
            }
            ExprKind::Those(name, set, _) | ExprKind::Total(name, set, _) => {
                let is_gone = at(set);
                named.extend(is_gone.then_some(*name + TEMPORARY));
                false
            }
            ExprKind::Call(function, arguments) => {
                let model = &self.functions[*function];
                let is_told = |(name, argument): (&usize, &Expr)| at(argument).then_some(*name + TEMPORARY);
                let mut told: Vec<usize> = model.parameters.iter().zip(arguments).filter_map(is_told).collect();
                seen.insert((*function, told.clone()))
                    && self.asks_at_gone(&model.body, gone, &mut told, seen).is_some()
            }
            _ => false,
        };
        if asks {
            return Some(expr.span);
        }
        walk::children(expr).into_iter().find_map(|child| self.asks_at_gone(child, gone, named, seen))
    }

    fn report_gone(&mut self, place: Option<Span>) {
        let Some(span) = place else { return };
        let message = "what was taken is gone when this is asked, and who took may stand there";
        let diagnostic = Diagnostic::new(Code::Moment, message, span, "asks for pieces that are not there")
            .help("ask before they go: `when kind of landing is …` behind the travel, in a sentence of its own")
            .help(
                "what a block takes is asked before its `take`; what is left is counted afterwards: `no enemy Kings`",
            );
        self.report(diagnostic);
    }
}

/// What is gone at some moment of a move.
#[derive(Clone, Default)]
struct Gone {
    /// Whether the pieces of `taken` are.
    taken: bool,
    /// Whether those of `jumped` are.
    jumped: bool,
    /// The kept names that stand for such cells.
    named: Vec<usize>,
}

impl Gone {
    /// When the block of a sentence begins. What leaves at the end of the move still stands.
    fn after(sentence: &Sentence) -> Self {
        let mut at_end = sentence.travel.as_ref().is_some_and(|travel| travel.at_end);
        walk::block(&sentence.block, &mut |statement| at_end |= matches!(statement.kind, StatementKind::Take(_, true)));
        let taking = sentence.travel.as_ref().and_then(|travel| travel.taking.as_ref());
        Self { taken: !at_end, jumped: !at_end && taking.is_some_and(is_jumped), named: Vec::new() }
    }

    /// Whether a cell or a set is one of taken pieces.
    fn is(&self, cells: &Expr, checker: &Checker<'_>, named: &[usize]) -> bool {
        let is = |cells: &Expr| self.is(cells, checker, named);
        match &cells.kind {
            ExprKind::Kept(journey::TAKEN) => true,
            ExprKind::Kept(journey::JUMPED) => self.jumped,
            ExprKind::Kept(name) => self.named.contains(name),
            ExprKind::Temporary(name) => named.contains(&(*name + TEMPORARY)),
            ExprKind::ToSet(inner) | ExprKind::ToOne(inner) => is(inner),
            ExprKind::Difference(set, _) | ExprKind::Those(_, set, _) => is(set),
            ExprKind::Intersection(a, b) => is(a) || is(b),
            ExprKind::Call(function, _) => is(&checker.functions[*function].body),
            _ => false,
        }
    }
}

fn is_jumped(cells: &Expr) -> bool {
    matches!(cells.kind, ExprKind::Kept(journey::JUMPED))
}
