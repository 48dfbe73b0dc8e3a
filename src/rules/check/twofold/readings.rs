//! The other readings of a text: what each pair of neighbouring words could mean besides.

use crate::rules::types::Type;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, Operator, Whose};

use super::super::Checker;
use super::parts::Parts;
use super::tails::{Level, flat, joined, level, level_of, operator_word, pair, tail, tails, with_tail, word};
use super::{Reading, When};

impl Checker<'_> {
    /// The other readings of an expression, whether they make sense or not.
    pub(super) fn readings(&mut self, ast: &Expr) -> Vec<Reading> {
        let mut all = Vec::new();
        match &ast.value {
            ExprKind::Binary(operator, _, _) => {
                let parts = Parts::of(ast, level(*operator));
                if matches!(parts.level, Level::Or | Level::OrElse) {
                    let closer = [Level::Or, Level::And, Level::Sets].into_iter().filter(|inner| *inner > parts.level);
                    all.extend(closer.filter_map(|inner| self.regrouped(&parts, inner)));
                }
                match parts.level {
                    Level::Sets => all.extend(self.chain(&parts)),
                    Level::OrElse => {}
                    Level::Or => {
                        self.compared(&parts, &mut all);
                        self.spread(&parts, &mut all);
                    }
                    Level::And => {
                        self.compared(&parts, &mut all);
                        self.said_once(&parts, &mut all);
                    }
                    Level::Compare | Level::Sum | Level::Product => {}
                }
                self.gone_on(&parts, &mut all);
                if parts.level == Level::Or {
                    all.extend((0..parts.operands.len()).filter_map(|index| self.property_of_each(&parts, index)));
                }
            }
            ExprKind::Not(inner) => all.extend(self.not_first(ast, inner)),
            ExprKind::Of(name, of) => all.extend(self.of_of(ast, name, of)),
            ExprKind::Along(names, of) => all.extend(self.of_each(ast, names, of)),
            ExprKind::If(_, _, last) => self.begun_earlier(ast, last, &mut all),
            // Whether those reached in one set are sought in another or those of both is all the same.
            ExprKind::Reach { span: false, to: Some(_), .. } => {}
            ExprKind::Reach { .. } => {
                if let Some(last) = tail(ast) {
                    self.begun_earlier(ast, last, &mut all);
                }
            }
            _ => {}
        }
        all.extend(self.condition_split(ast));
        all
    }

    /// `no those c in s where d and e`: whether e is asked of each c, or once.
    fn condition_split(&mut self, ast: &Expr) -> Option<Reading> {
        let outer: Vec<&Expr> = match level_of(ast) {
            Some(Level::Or | Level::And | Level::OrElse) => return None,
            _ => tails(ast).collect(),
        };
        let where_at = outer.iter().position(|part| matches!(part.value, ExprKind::Those { .. }))?;
        let condition = outer.get(where_at + 1).filter(|part| level_of(part) == Some(Level::And) && where_at > 0)?;
        let parts = Parts::of(condition, Level::And);
        let readings = (0..parts.operators.len()).filter_map(|index| {
            let first = joined(parts.operands.get(..=index)?, &parts.operators)?;
            let (operator, rest) = parts.after(index)?;
            let span = Span { end: first.span.end, ..ast.span };
            let begun = Expr { span, ..with_tail(ast, where_at + 1, |_| first) };
            Some(Reading {
                tree: pair(operator, begun, rest),
                as_it_is: self.bracketed(ast.span, &[condition.span]),
                otherwise: self.bracketed(ast.span, &[span]),
                words: ["`and`".into(), "`where`".into()],
                when: When::Always,
            })
        });
        let readings: Vec<Reading> = readings.collect();
        readings.into_iter().find(|reading| self.tried(&reading.tree, None).is_some())
    }

    /// `a except b in c`: what is taken away from what.
    fn chain(&mut self, parts: &Parts) -> Option<Reading> {
        let last = parts.operators.len().checked_sub(1)?;
        let at = parts.operators.iter().position(|operator| *operator != Operator::In).filter(|at| *at < last)?;
        if parts.operators.iter().skip(at).all(|operator| *operator == Operator::Except) {
            return None;
        }
        let (first, middle, end) = (parts.operands.first()?, parts.operands.get(at + 1)?, parts.operands.last()?);
        let second = parts.operators.get(at + 1)?;
        let whole = parts.span;
        let single = matches!(self.tried(first, None), Some(Type::One(_) | Type::Number(..)));
        let from_left = match single {
            false => self.bracketed(whole, &[first.span.to(middle.span)]),
            true => self.twice(parts, *second),
        };
        Some(Reading {
            tree: parts.whole.clone(),
            as_it_is: from_left,
            otherwise: self.bracketed(whole, &[middle.span.to(end.span)]),
            words: [operator_word(*parts.operators.get(at)?).into(), operator_word(*second).into()],
            when: When::Always,
        })
    }

    /// `x not in b in c` of one member: what it is asked first, and what then.
    fn twice(&self, parts: &Parts, then: Operator) -> Option<String> {
        let [first, second, rest @ ..] = parts.operands.as_slice() else { return None };
        let (begun, end) = (self.text_of(first.span.to(second.span))?, rest.last()?.span);
        let (x, rest) = (self.text_of(first.span)?, self.text_of(rest.first()?.span.to(end))?);
        let within = if then == Operator::In { "in" } else { "not in" };
        Some(format!("{begun} and {x} {within} {rest}"))
    }

    /// `a in b or c`: the operators that bind closer taken last.
    fn regrouped(&self, parts: &Parts, inner: Level) -> Option<Reading> {
        parts.operands.iter().find(|operand| level_of(operand) == Some(inner))?;
        let sought = |operand: &Expr| matches!(operand.value, ExprKind::Binary(Operator::In, _, _));
        if parts.operands.iter().all(sought) {
            // `a in b or c in d`: one form twice.
            return None;
        }
        let (mut runs, mut between): (Vec<Vec<Expr>>, Vec<Operator>) = (vec![Vec::new()], Vec::new());
        for operand in &parts.operands {
            let (own, operators) = flat(operand, inner);
            for (index, part) in own.into_iter().enumerate() {
                if index > 0 {
                    runs.push(Vec::new());
                }
                runs.last_mut()?.push(part);
            }
            between.extend(operators);
        }
        let spans = runs.iter().filter_map(|run| match run.as_slice() {
            [first, .., last] => Some(first.span.to(last.span)),
            _ => None,
        });
        let spans: Vec<Span> = spans.collect();
        let same = vec![parts.operator()?; parts.operators.len()];
        let runs: Vec<Expr> = runs.iter().filter_map(|run| joined(run, &same)).collect();
        let own: Vec<Span> =
            parts.operands.iter().filter(|part| level_of(part) == Some(inner)).map(|part| part.span).collect();
        Some(Reading {
            words: [operator_word(*between.first()?).into(), operator_word(parts.operator()?).into()],
            tree: Parts { level: inner, operands: runs, operators: between, ..parts.clone() }.tree()?,
            as_it_is: self.bracketed(parts.span, &own),
            otherwise: self.bracketed(parts.span, &spans),
            when: if inner == Level::Sets { When::NoTruth } else { When::Always },
        })
    }

    /// `a is b or c` of truths; and of others, where one of several is meant.
    fn compared(&mut self, parts: &Parts, all: &mut Vec<Reading>) {
        for (index, operand) in parts.operands.iter().enumerate() {
            all.extend(self.joined_earlier(parts, index));
            for depth in 0..tails(operand).count() {
                all.extend(self.one_of(parts, index, depth));
            }
            let ExprKind::Binary(operator @ (Operator::Is | Operator::IsNot), left, right) = &operand.value else {
                continue;
            };
            let words = [operator_word(*operator).to_string(), parts.word()];
            // Beside another comparison it is one form twice.
            let alone = |index: Option<usize>| {
                index.and_then(|index| parts.operands.get(index)).and_then(level_of) != Some(Level::Compare)
            };
            if let Some(rest) = parts.after(index)
                && alone(Some(index + 1))
                && self.is_open_truth(right)
            {
                let tree = pair(*operator, left.as_ref().clone(), pair(rest.0, right.as_ref().clone(), rest.1));
                let span = right.span.to(parts.span_of_end());
                all.extend(self.reading(parts, &parts.ending(index, tree), operand.span, span, words.clone()));
            }
            if let Some(before) = parts.before(index)
                && alone(index.checked_sub(1))
                && self.is_open_truth(left)
            {
                let span = before.1.span.to(left.span);
                let longer = pair(before.0, before.1, left.as_ref().clone());
                let tree = pair(*operator, longer, right.as_ref().clone());
                all.extend(self.reading(parts, &parts.beginning(index, tree), operand.span, span, words));
            }
        }
    }

    /// `s or t joins a to b`, which says that s is a truth.
    fn joined_earlier(&self, parts: &Parts, index: usize) -> Option<Reading> {
        let operand = parts.operands.get(index)?;
        let ExprKind::Joins(set, from, to) = &operand.value else { return None };
        let (operator, before) = parts.before(index)?;
        let span = before.span.to(set.span);
        let set = Box::new(pair(operator, before, set.as_ref().clone()));
        let joins = Expr::new(ExprKind::Joins(set, from.clone(), to.clone()), operand.span);
        self.reading(parts, &parts.beginning(index, joins), operand.span, span, [word(operand), parts.word()])
    }

    fn is_open_truth(&mut self, expr: &Expr) -> bool {
        !matches!(expr.value, ExprKind::Truth(_)) && self.tried(expr, None) == Some(Type::Truth)
    }

    /// `my Men or Kings`, `Men or Kings of White`: whose the other ones are.
    fn spread(&mut self, parts: &Parts, all: &mut Vec<Reading>) {
        for index in 0..parts.operands.len() {
            all.extend(self.more_rows(parts, index));
        }
        for (index, pair) in parts.operands.windows(2).enumerate() {
            let [first, second] = pair else { continue };
            match (&first.value, &second.value) {
                (ExprKind::Owned(whose, owned), _) if matches!(owned.value, ExprKind::Name(_)) => {
                    let word = if *whose == Whose::My { "my" } else { "enemy" };
                    let (mut operands, mut more) = (parts.operands.clone(), Vec::new());
                    for other in operands.iter_mut().skip(index + 1) {
                        let ExprKind::Name(name) = &other.value else { break };
                        if self.kinds_named(name).is_none() {
                            break;
                        }
                        more.push((other.span.start, format!("{word} ")));
                        other.value = ExprKind::Owned(*whose, Box::new(other.clone()));
                    }
                    if !more.is_empty() {
                        let words = [format!("`{word}`"), parts.word()];
                        all.extend(self.spread_reading(parts, operands, first.span, more, words));
                    }
                }
                (ExprKind::Name(name), ExprKind::Of(of, whose)) => {
                    let mut operands = parts.operands.clone();
                    let name = Name::new(name.clone(), first.span);
                    operands[index].value = ExprKind::Of(name, whose.clone());
                    let Some(owner) = self.text_of(whose.span) else { continue };
                    let more = vec![(first.span.end, format!(" of {owner}"))];
                    let words = [format!("`{} of`", of.value), parts.word()];
                    all.extend(self.spread_reading(parts, operands, second.span, more, words));
                }
                _ => {}
            }
        }
    }

    pub(super) fn spread_reading(
        &self,
        parts: &Parts,
        operands: Vec<Expr>,
        closed: Span,
        more: Vec<(u32, String)>,
        words: [String; 2],
    ) -> Option<Reading> {
        Some(Reading {
            tree: joined(&operands, &parts.operators)?,
            as_it_is: self.bracketed(parts.span, &[closed]),
            otherwise: self.with_more(parts.span, more),
            words,
            when: When::Always,
        })
    }

    /// `lines of 3 in a in b`, `neighbours of a or b`: a part that no bracket closes goes on with what follows.
    fn gone_on(&mut self, parts: &Parts, all: &mut Vec<Reading>) {
        if matches!(parts.level, Level::Compare | Level::And) {
            return;
        }
        for (index, operand) in parts.operands.iter().enumerate() {
            let Some((operator, rest)) = parts.after(index) else { return };
            let next = &parts.operands[index + 1];
            all.extend(self.begun_within(parts, index));
            if parts.level == Level::Or {
                all.extend(self.counted_together(parts, index));
            }
            let outer: Vec<&Expr> = tails(operand).collect();
            for (depth, part) in outer.iter().enumerate().skip(1) {
                let begun = outer[depth - 1];
                let condition = outer[..depth].iter().any(|outer| matches!(outer.value, ExprKind::Those { .. }));
                let asked = condition && parts.level == Level::Or && level_of(begun) == Some(Level::Sets);
                if !asked && !self.may_go_on(parts.level, begun, part, next) {
                    continue;
                }
                let longer = |part: Expr| pair(operator, part, rest.clone());
                let tree = with_tail(operand, depth, longer);
                let span = part.span.to(parts.span_of_end());
                let words = [word(begun), operator_word(operator).to_string()];
                all.extend(self.reading(parts, &parts.ending(index, tree), operand.span, span, words));
            }
        }
    }

    /// `reach of s by steps in t`: those reached that are in t, or those that the ones in t reach.
    fn begun_within(&self, parts: &Parts, index: usize) -> Option<Reading> {
        let operand = parts.operands.get(index).filter(|operand| tail(operand).is_none())?;
        let ExprKind::Reach { span, from, path, to } = &operand.value else { return None };
        let (operator, rest) = parts.after(index).filter(|_| parts.level == Level::Sets)?;
        let text = self.text_of(parts.span)?;
        let set = pair(operator, from.as_ref().clone(), rest);
        let at = |place: u32| place.checked_sub(parts.span.start).map(|at| at as usize);
        let (start, end, closed) = (at(from.span.start)?, at(from.span.end)?, at(operand.span.end)?);
        let (head, from, by) = (text.get(..start)?, text.get(start..end)?, text.get(end..closed)?);
        let otherwise = format!("{head}({from}{}){by}", text.get(closed..)?);
        let kind = ExprKind::Reach { span: *span, from: Box::new(set), path: path.clone(), to: to.clone() };
        let reading = self.reading(
            parts,
            &parts.ending(index, Expr::new(kind, operand.span)),
            operand.span,
            operand.span,
            [word(operand), parts.word()],
        )?;
        Some(Reading { otherwise: Some(otherwise), ..reading })
    }

    /// Whether anybody could take a part for longer than it is. Between words of one form nobody would.
    fn may_go_on(&mut self, at: Level, begun: &Expr, part: &Expr, next: &Expr) -> bool {
        let either = matches!(at, Level::Or | Level::OrElse);
        match &begun.value {
            ExprKind::Of(..) if matches!(at, Level::Sum | Level::Product) => {
                matches!(self.tried(part, None), Some(Type::Number(..)))
            }
            // One member is not sought in a set before its property is asked for.
            ExprKind::Of(..) if at == Level::Sets => matches!(self.tried(part, None), Some(Type::Set(_))),
            ExprKind::Of(..) => !matches!(next.value, ExprKind::Of(..)),
            ExprKind::Lines { .. } => !matches!(next.value, ExprKind::Lines { .. }),
            ExprKind::Reach { .. } => !matches!(next.value, ExprKind::Reach { .. }),
            ExprKind::Rows { .. } | ExprKind::Owned(..) => true,
            ExprKind::Not(_)
            | ExprKind::Count(_)
            | ExprKind::Some(_)
            | ExprKind::No(_)
            | ExprKind::Joins(..)
            | ExprKind::Those { .. } => either,
            _ => false,
        }
    }

    /// A reading with other brackets: what the text closes as it is, and what this reading does.
    fn reading(
        &self,
        parts: &Parts,
        otherwise: &Parts,
        closed: Span,
        closes: Span,
        words: [String; 2],
    ) -> Option<Reading> {
        Some(Reading {
            tree: otherwise.tree()?,
            as_it_is: self.bracketed(parts.span, &[closed]),
            otherwise: self.bracketed(parts.span, &[closes]),
            words,
            when: When::Always,
        })
    }

    /// `not a in b`, `not a is b` of sets: the others of a, or the others of those of a.
    fn not_first(&mut self, ast: &Expr, inner: &Expr) -> Option<Reading> {
        let level = level_of(inner).filter(|level| matches!(level, Level::Sets | Level::Compare))?;
        let mut parts = Parts::of(inner, level);
        let first = parts.operands.first_mut()?;
        if !matches!(self.tried(first, None), Some(Type::Set(_))) {
            return None;
        }
        let span = ast.span.to(first.span);
        let span = Span { end: first.span.end, ..span };
        *first = Expr::new(ExprKind::Not(Box::new(first.clone())), span);
        Some(Reading {
            words: [operator_word(parts.operator()?).into(), "`not`".into()],
            tree: parts.tree()?,
            as_it_is: self.bracketed(ast.span, &[inner.span]),
            otherwise: self.bracketed(ast.span, &[span]),
            when: When::Always,
        })
    }

    /// `if c then a else b or d`: a part without brackets ends before the operators in it.
    fn begun_earlier(&self, ast: &Expr, last: &Expr, all: &mut Vec<Reading>) {
        let mut heads = Vec::new();
        let mut head = last;
        while let ExprKind::Binary(operator, first, second) = &head.value {
            heads.push((*operator, second.as_ref()));
            let begun = with_tail(ast, 1, |_| first.as_ref().clone());
            let begun = Expr { span: Span { end: first.span.end, ..ast.span }, ..begun };
            let span = begun.span;
            let tree =
                heads.iter().rev().fold(begun, |left, (operator, right)| pair(*operator, left, (*right).clone()));
            all.push(Reading {
                tree,
                as_it_is: self.bracketed(ast.span, &[last.span]),
                otherwise: self.bracketed(ast.span, &[span]),
                words: [operator_word(*operator).into(), word(ast)],
                when: When::Always,
            });
            head = first;
        }
    }
}
