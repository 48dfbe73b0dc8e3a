//! A text taken apart at the operators of one level.

use crate::source::Span;
use crate::syntax::ast::{Expr, Operator};

use super::tails::{Level, flat, joined, operator_word, pair};

/// An expression as operands with the operators of one level between.
#[derive(Clone)]
pub(super) struct Parts {
    pub(super) whole: Expr,
    pub(super) span: Span,
    pub(super) level: Level,
    pub(super) operands: Vec<Expr>,
    pub(super) operators: Vec<Operator>,
}

impl Parts {
    pub(super) fn of(whole: &Expr, level: Level) -> Self {
        let (operands, operators) = flat(whole, level);
        Self { whole: whole.clone(), span: whole.span, level, operands, operators }
    }

    pub(super) fn operator(&self) -> Option<Operator> {
        self.operators.first().copied()
    }

    pub(super) fn word(&self) -> String {
        self.operator().map_or("", operator_word).to_string()
    }

    pub(super) fn span_of_end(&self) -> Span {
        Span { start: self.span.end, ..self.span }
    }

    /// What follows an operand, and the operator before that.
    pub(super) fn after(&self, index: usize) -> Option<(Operator, Expr)> {
        let rest = self.operands.get(index + 1..)?;
        Some((*self.operators.get(index)?, joined(rest, self.operators.get(index + 1..)?)?))
    }

    /// What comes before an operand, and the operator between.
    pub(super) fn before(&self, index: usize) -> Option<(Operator, Expr)> {
        let last = index.checked_sub(1)?;
        Some((*self.operators.get(last)?, joined(self.operands.get(..index)?, &self.operators)?))
    }

    /// The same up to an operand, which is now this one and the last.
    pub(super) fn ending(&self, index: usize, last: Expr) -> Self {
        let mut operands: Vec<Expr> = self.operands.iter().take(index).cloned().collect();
        operands.push(last);
        let operators = self.operators.iter().take(index).copied().collect();
        Self { operands, operators, ..self.clone() }
    }

    /// The same from an operand on, which is now this one and the first.
    pub(super) fn beginning(&self, index: usize, first: Expr) -> Self {
        let mut operands = vec![first];
        operands.extend(self.operands.iter().skip(index + 1).cloned());
        let operators = self.operators.iter().skip(index).copied().collect();
        Self { operands, operators, ..self.clone() }
    }

    /// The operands as one expression; sets are sought from the right, so that the first may be one member.
    pub(super) fn tree(&self) -> Option<Expr> {
        if self.level != Level::Sets {
            return joined(&self.operands, &self.operators);
        }
        let mut operands = self.operands.iter().rev().cloned();
        let last = operands.next()?;
        let pairs = operands.zip(self.operators.iter().take(self.operands.len() - 1).rev());
        Some(pairs.fold(last, |right, (left, operator)| pair(*operator, left, right)))
    }
}
