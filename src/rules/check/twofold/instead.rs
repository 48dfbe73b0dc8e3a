//! Readings that count only where a text makes no sense as it is: words that English says once for several things.

use crate::rules::types::Type;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, Operator, Rows};

use super::super::Checker;
use super::parts::Parts;
use super::tails::{Level, flat, joined, level_of, operator_word, pair, tail, tails, with_tail, word};
use super::{Reading, When};

impl Checker<'_> {
    /// `count of s or t more than 3`, which says that t is a number.
    pub(super) fn counted_together(&self, parts: &Parts, index: usize) -> Option<Reading> {
        let operand = parts.operands.get(index)?;
        let is_last = |next: &Expr| level_of(next) == Some(Level::Compare);
        let last = index + 1 + parts.operands.get(index + 1..)?.iter().position(is_last)?;
        let next = parts.operands.get(last)?;
        let (ExprKind::Count(set), ExprKind::Binary(operator, more, than)) = (&operand.value, &next.value) else {
            return None;
        };
        let sets = std::iter::once(set.as_ref()).chain(parts.operands.get(index + 1..last)?).chain([more.as_ref()]);
        let texts: Vec<String> = sets.clone().map(|set| self.text_of(set.span)).collect::<Option<_>>()?;
        let all = sets.cloned().reduce(|a, b| pair(Operator::Or, a, b))?;
        let count = Expr::new(ExprKind::Count(Box::new(all)), operand.span.to(more.span));
        let compared = pair(*operator, count, than.as_ref().clone());
        let mut otherwise = parts.beginning(last, compared);
        otherwise.operands.splice(0..0, parts.operands.iter().take(index).cloned());
        otherwise.operators.splice(0..0, parts.operators.iter().take(index).copied());
        let head = self.text_of(Span { end: set.span.start, ..parts.span })?;
        let rest = self.with_more(Span { start: more.span.end, ..parts.span }, Vec::new()).unwrap_or_default();
        let sets = texts.join(" or ");
        Some(Reading {
            tree: otherwise.tree()?,
            as_it_is: None,
            otherwise: Some(format!("{head}({sets}){rest}")),
            words: [word(operand), parts.word()],
            when: When::Instead,
        })
    }

    /// `x and y in s`, which says that x is a truth.
    fn sought_together(&mut self, parts: &Parts, index: usize) -> Option<Reading> {
        let (operand, next) = (parts.operands.get(index)?, parts.operands.get(index + 1)?);
        let ExprKind::Binary(Operator::In | Operator::NotIn, left, _) = &next.value else { return None };
        if !matches!(self.tried(operand, None), Some(Type::One(_))) {
            return None;
        }
        let words = self.text_of(Span { start: left.span.end, ..next.span })?;
        let mut operands = parts.operands.clone();
        if let (Some(first), ExprKind::Binary(operator, _, set)) = (operands.get_mut(index), &next.value) {
            *first = pair(*operator, operand.clone(), set.as_ref().clone());
        }
        let more = vec![(operand.span.end, words)];
        self.spread_reading(parts, operands, next.span, more, [word(next), parts.word()])
    }

    /// `no s and t`, `x in s and t`, which say that t is a truth: the words before s are meant before t too.
    pub(super) fn said_once(&mut self, parts: &Parts, all: &mut Vec<Reading>) {
        for (index, operand) in parts.operands.iter().enumerate() {
            all.extend(self.counted_together(parts, index));
            all.extend(self.sought_together(parts, index));
            let says = matches!(
                operand.value,
                ExprKind::No(_) | ExprKind::Some(_) | ExprKind::Binary(Operator::In | Operator::NotIn, ..)
            );
            let Some(begun) = tail(operand).filter(|_| says) else { continue };
            let Some(words) = self.text_of(Span { end: begun.span.start, ..operand.span }) else { continue };
            let (mut operands, mut more) = (parts.operands.clone(), Vec::new());
            for next in operands.iter_mut().skip(index + 1) {
                if !matches!(self.tried(next, None), Some(Type::Set(_) | Type::One(_))) {
                    break;
                }
                more.push((next.span.start, words.clone()));
                *next = with_tail(operand, 1, |_| next.clone());
            }
            if !more.is_empty() {
                let words = [word(operand), parts.word()];
                all.extend(self.spread_reading(parts, operands, operand.span, more, words));
            }
        }
    }

    /// `kind of x is King or Queen`, `kind of x is King and Queen`, which say that a queen is a truth.
    pub(super) fn one_of(&mut self, parts: &Parts, index: usize, depth: usize) -> Option<Reading> {
        let operand = parts.operands.get(index)?;
        let ExprKind::Binary(operator, left, right) = &tails(operand).nth(depth)?.value else { return None };
        let rest =
            parts.operands.get(index + 1..).filter(|rest| rest.first().is_some_and(|one| level_of(one).is_none()))?;
        let whole = matches!(self.tried(left, None), Some(Type::Set(_)));
        let (within, words) = match operator {
            Operator::Is if whole => (*operator, "is"),
            Operator::IsNot if whole => (*operator, "is not"),
            Operator::Is => (Operator::In, "in"),
            Operator::IsNot => (Operator::NotIn, "not in"),
            _ => return None,
        };
        let members: Vec<&Expr> = std::iter::once(right.as_ref()).chain(rest).collect();
        // `none` is a member of no set.
        if members.iter().any(|member| matches!(&member.value, ExprKind::Name(name) if name == "none")) {
            return None;
        }
        let texts: Vec<String> = members.iter().map(|member| self.text_of(member.span)).collect::<Option<_>>()?;
        let set = members.into_iter().cloned().reduce(|a, b| pair(Operator::Or, a, b))?;
        let tree = with_tail(operand, depth, |_| pair(within, left.as_ref().clone(), set));
        let head = self.text_of(Span { end: left.span.end, ..parts.span })?;
        Some(Reading {
            tree: parts.ending(index, tree).tree()?,
            as_it_is: None,
            otherwise: Some(format!("{head} {words} ({})", texts.join(" or "))),
            words: [operator_word(*operator).into(), parts.word()],
            when: When::Instead,
        })
    }

    /// `row 3 or 4`, `x in row 3 or 4`, which say that 4 is cells.
    pub(super) fn more_rows(&mut self, parts: &Parts, index: usize) -> Option<Reading> {
        let operand = parts.operands.get(index)?;
        let is_row = |part: &Expr| match &part.value {
            ExprKind::Owned(_, rows) => matches!(rows.value, ExprKind::Rows { rows: Rows::One(_), .. }),
            value => matches!(value, ExprKind::Rows { rows: Rows::One(_), .. }),
        };
        let depth = tails(operand).position(is_row)?;
        let row = tails(operand).nth(depth)?;
        let words = self.text_of(Span { end: tail(row)?.span.start, ..row.span })?;
        let mut rows = vec![row.clone()];
        for next in parts.operands.get(index + 1..)? {
            if !matches!(next.value, ExprKind::Int(_) | ExprKind::Name(_)) {
                return None;
            }
            rows.push(with_tail(row, 1, |_| next.clone()));
        }
        let mut texts = vec![self.text_of(row.span)?];
        for next in parts.operands.get(index + 1..).filter(|more| !more.is_empty())? {
            texts.push(format!("{words}{}", self.text_of(next.span)?));
        }
        let head = self.with_more(Span { end: row.span.start, ..parts.span }, Vec::new()).unwrap_or_default();
        let texts = texts.join(" or ");
        let set = rows.into_iter().reduce(|a, b| pair(Operator::Or, a, b))?;
        Some(Reading {
            tree: parts.ending(index, with_tail(operand, depth, |_| set)).tree()?,
            as_it_is: None,
            otherwise: Some(if depth == 0 { format!("{head}{texts}") } else { format!("{head}({texts})") }),
            words: [word(row), parts.word()],
            when: When::Instead,
        })
    }

    /// `best of White or Black`: of both of them?
    pub(super) fn property_of_each(&self, parts: &Parts, index: usize) -> Option<Reading> {
        let operand = parts.operands.get(index)?;
        let ExprKind::Of(name, _) = &operand.value else { return None };
        let (mut operands, mut more) = (parts.operands.clone(), Vec::new());
        for next in operands.iter_mut().skip(index + 1) {
            if !matches!(next.value, ExprKind::Name(_)) {
                return None;
            }
            more.push((next.span.start, format!("{} of ", name.value)));
            *next = with_tail(operand, 1, |_| next.clone());
        }
        let words = [word(operand), parts.word()];
        (!more.is_empty()).then(|| self.spread_reading(parts, operands, operand.span, more, words))?
    }

    /// `opposite of forward of x`, which says that what lies before x is a direction.
    pub(super) fn of_of(&self, ast: &Expr, name: &Name, of: &Expr) -> Option<Reading> {
        let ExprKind::Of(ways, cells) = &of.value else { return None };
        let ways = Expr::new(ExprKind::Name(ways.value.clone()), ways.span);
        let span = name.span.to(ways.span);
        let ways = Expr::new(ExprKind::Of(name.clone(), Box::new(ways)), span);
        Some(Reading {
            tree: Expr::new(ExprKind::Along(Box::new(ways), cells.clone()), ast.span),
            as_it_is: None,
            otherwise: self.bracketed(ast.span, &[span]),
            words: [word(of), word(ast)],
            when: When::Instead,
        })
    }

    /// `(Men or Kings) of White`, which says that men are directions.
    pub(super) fn of_each(&self, ast: &Expr, names: &Expr, of: &Expr) -> Option<Reading> {
        let (names, operators) = flat(names.bare(), Level::Or);
        let (mut each, mut texts) = (Vec::new(), Vec::new());
        for name in &names {
            let ExprKind::Name(text) = &name.value else { return None };
            let of = Box::new(of.clone());
            each.push(Expr::new(ExprKind::Of(Name::new(text.clone(), name.span), of), ast.span));
            texts.push(text.clone());
        }
        let of = self.text_of(of.span)?;
        let texts: Vec<String> = texts.into_iter().map(|text| format!("{text} of {of}")).collect();
        Some(Reading {
            tree: joined(&each, &operators)?,
            as_it_is: None,
            otherwise: Some(format!("({})", texts.join(" or "))),
            words: ["what stands in brackets".into(), "`of`".into()],
            when: When::Instead,
        })
    }
}
