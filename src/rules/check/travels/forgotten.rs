//! What is asked of a travel where none is remembered: before a turn, and in a turn before its first choice.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{End, Instruction, Phase, Statement, StatementKind};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::Point;

use super::super::{Checker, Expr, ExprKind, journey};
use super::names_of_travel;

impl Checker<'_> {
    /// Refuses names of a travel, and `played`, where the turn has chosen nothing yet; the turns begin at `first`.
    pub(in super::super) fn check_forgotten(&mut self, ends: &[End], phases: &[Phase], first: usize) {
        let early = ends.iter().filter(|end| end.point == Point::BeforeTurn).filter_map(|end| end.when.as_ref());
        early.for_each(|when| self.check_nothing_chosen(when, "before a turn"));
        phases.iter().filter_map(|phase| phase.until.as_ref()).for_each(|until| {
            self.check_nothing_chosen(until, "before a turn");
        });
        let code = std::mem::take(&mut self.code);
        self.check_until_choice(code.get(..first).unwrap_or(&[]), 0, "in the set-up");
        for phase in phases {
            self.check_until_choice(
                code.get(phase.entry..).unwrap_or(&[]),
                phase.entry,
                "before the first choice of a turn",
            );
        }
        self.code = code;
    }

    /// The same of instructions up to the first that chooses or binds the names of a travel, but for what comes again
    /// after that. They begin at `start`.
    fn check_until_choice(&mut self, code: &[Instruction], start: usize, moment: &str) {
        let chooses = |instruction: &Instruction| match instruction {
            Instruction::Choose(_) => true,
            Instruction::Do(statement) => binds(statement),
            _ => false,
        };
        let Some(choice) = code.iter().position(chooses).or((start == 0).then_some(code.len())) else { return };
        let back = |each: &Instruction| match each {
            Instruction::Jump(target) => target.checked_sub(start).filter(|target| *target < choice),
            _ => None,
        };
        let again = code.iter().skip(choice).filter_map(back).min();
        for each in code.iter().take(again.unwrap_or(choice)) {
            let mut asked = None;
            let mut see = |expr: &Expr| asked = asked.take().or_else(|| self.asks_of_choice(expr));
            walk::of_instruction(each, &mut see);
            if let Instruction::Do(statement) = each {
                walk::block(std::slice::from_ref(statement), &mut |inner| walk::of_statement(inner, &mut see));
            }
            self.report_nothing_chosen(asked, moment);
        }
    }

    fn check_nothing_chosen(&mut self, expr: &Expr, moment: &str) {
        let asked = self.asks_of_choice(expr);
        self.report_nothing_chosen(asked, moment);
    }

    /// Where an expression asks for a travel or for the move that was chosen.
    fn asks_of_choice(&self, expr: &Expr) -> Option<(&'static str, Span)> {
        let names = [names_of_travel(), vec![journey::TAKEN]].concat();
        let is_played = |inner: &Expr| matches!(inner.kind, ExprKind::Played(_));
        let played = || Some(("played", self.finds(expr, &mut HashSet::new(), &is_played)?));
        self.first_name(expr, &names).or_else(played)
    }

    fn report_nothing_chosen(&mut self, asked: Option<(&'static str, Span)>, moment: &str) {
        let Some((word, span)) = asked else { return };
        let message = format!("`{word}` is asked {moment}, when nothing was chosen yet");
        let diagnostic = Diagnostic::new(Code::Moment, message, span, "means nothing here")
            .help("it is known behind `choose`, and to `end after each move` and `end after each turn`")
            .help("what an earlier turn did is remembered with `remember`");
        self.report(diagnostic);
    }
}

/// Whether a statement makes cells `origin` and `landing`, or pieces `taken`.
fn binds(statement: &Statement) -> bool {
    let mut binds = false;
    walk::block(std::slice::from_ref(statement), &mut |inner| {
        let kind = &inner.kind;
        binds |= matches!(kind, StatementKind::Sow { .. } | StatementKind::Push(..) | StatementKind::Take(..));
    });
    binds
}
