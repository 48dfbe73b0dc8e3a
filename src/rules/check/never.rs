//! Conditions that can never hold, whatever stands on the board: found from ranges of numbers and from sets that
//! share no cell.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{Comparison, Draw, Instruction, Owner, Phase, Sentence, Statement};
use crate::rules::walk;
use crate::source::Span;

use super::super::types::{Type, Value};
use super::{Checker, End, Expr, ExprKind, StatementKind};

impl Checker<'_> {
    /// Says which ends, guards and conditions of statements can never hold.
    pub(super) fn impossible_conditions(&mut self, ends: &[End], afterwards: &[Statement], phases: &[Phase]) {
        let sure = Sure {
            nobody_is_stuck: !phases.iter().any(|phase| self.may_be_stuck(phase.entry)),
            hands_are_empty: self.kinds.iter().all(|kind| !kind.from_hand),
        };
        let (mut found, mut idle): (Vec<(Span, String, &str)>, Vec<Span>) = (Vec::new(), Vec::new());
        let mut note = |cond: Option<&Expr>, what: String| {
            found.extend(cond.filter(|cond| sure.never(cond)).map(|cond| (cond.span, what, sure.reason(cond))));
        };
        each_condition(afterwards, &mut |cond| note(Some(cond), "this condition can never hold".into()));
        for end in ends {
            note(end.when.as_ref(), format!("the end \"{}\" can never hold", end.name));
        }
        for item in &self.moves {
            for Sentence { when, block, .. } in &item.sentences {
                note(when.as_ref(), format!("this sentence of `{}` never has an option", item.name));
                idle.extend(when.as_ref().filter(|when| sure.always(when)).map(|when| when.span));
                each_condition(block, &mut |cond| note(Some(cond), "this condition can never hold".into()));
            }
            each_condition(&item.afterwards, &mut |cond| note(Some(cond), "this condition can never hold".into()));
        }
        for span in idle {
            let diagnostic = Diagnostic::new(Code::Impossible, "this guard always holds", span, "always so")
                .help("it forbids nothing: look at the numbers, or take it away");
            self.report(diagnostic);
        }
        for (span, message, reason) in found {
            let diagnostic = Diagnostic::new(Code::Impossible, message, span, "never so").help(reason);
            self.report(diagnostic);
        }
    }

    /// Whether a turn may come to a choice that must be made before Chance decides anything.
    fn may_be_stuck(&self, entry: usize) -> bool {
        let (mut open, mut seen) = (vec![entry], vec![false; self.code.len()]);
        while let Some(place) = open.pop() {
            let Some(instruction) = self.code.get(place) else { continue };
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            match instruction {
                Instruction::Choose(choose) if !choose.may => return true,
                Instruction::Unless(_, other) => open.extend([place + 1, *other]),
                Instruction::Jump(next) => open.push(*next),
                Instruction::Roll(_, draw) if asks_chance(draw) => {}
                Instruction::End => {}
                _ => open.push(place + 1),
            }
        }
        false
    }
}

/// Whether there is surely more than one outcome: else Chance is not asked.
fn asks_chance(draw: &Draw) -> bool {
    match draw {
        Draw::Dice(count, sides) => {
            range(count).is_some_and(|(n, _)| n > 0) && range(sides).is_some_and(|(n, _)| n > 1)
        }
        Draw::From(set, None) => matches!(&set.kind, ExprKind::Constant(Value::Set(set)) if set.len() > 1),
        Draw::Face | Draw::Quarters => true,
        Draw::From(_, Some(_)) | Draw::Tile(_) => false,
    }
}

fn each_condition(block: &[Statement], note: &mut dyn FnMut(&Expr)) {
    for statement in block {
        match &statement.kind {
            StatementKind::If(cond, then, otherwise) => {
                note(cond);
                each_condition(then, note);
                each_condition(otherwise, note);
            }
            StatementKind::Ensure(cond) => note(cond),
            StatementKind::Repeat(_, _, _, block) | StatementKind::Each(_, _, block) => each_condition(block, note),
            StatementKind::ForEachPlayer(block) | StatementKind::For(_, block) => each_condition(block, note),
            _ => {}
        }
    }
}

/// What is known of a game whatever is played.
struct Sure {
    nobody_is_stuck: bool,
    hands_are_empty: bool,
}

impl Sure {
    /// Whether a condition surely does not hold.
    fn never(&self, cond: &Expr) -> bool {
        let ranges = |a: &Expr, b: &Expr| self.range(a).zip(self.range(b));
        match &cond.kind {
            ExprKind::Constant(Value::Truth(truth)) => !truth,
            ExprKind::And(a, b) => self.never(a) || self.never(b) || contradict(a, b),
            ExprKind::Or(a, b) => self.never(a) && self.never(b),
            ExprKind::Not(inner) => self.always(inner),
            ExprKind::Some(set) => nothing(set),
            ExprKind::Contains(_, set) => nothing(set),
            ExprKind::Same(a, b) => ranges(a, b).is_some_and(|((a, b), (c, d))| b < c || d < a),
            ExprKind::Compare(how, a, b) => ranges(a, b).is_some_and(|(a, b)| !possible(*how, a, b)),
            ExprKind::Stuck(_) => self.nobody_is_stuck,
            _ => false,
        }
    }

    /// Whether a condition surely holds.
    fn always(&self, cond: &Expr) -> bool {
        match &cond.kind {
            ExprKind::Constant(Value::Truth(truth)) => *truth,
            ExprKind::And(a, b) => self.always(a) && self.always(b),
            ExprKind::Or(a, b) => self.always(a) || self.always(b),
            ExprKind::Not(inner) => self.never(inner),
            ExprKind::Compare(how, a, b) => self.range(a).zip(self.range(b)).is_some_and(|(a, b)| certain(*how, a, b)),
            _ => false,
        }
    }

    fn range(&self, expr: &Expr) -> Option<(i64, i64)> {
        match expr.kind {
            ExprKind::Hand(..) if self.hands_are_empty => Some((0, 0)),
            _ => range(expr),
        }
    }

    /// What to look at where a condition never holds.
    fn reason(&self, cond: &Expr) -> &'static str {
        let (mut asks_stuck, mut asks_hand) = (false, false);
        walk::expression(cond, &mut |part| {
            asks_stuck |= matches!(part.kind, ExprKind::Stuck(_));
            asks_hand |= matches!(part.kind, ExprKind::Hand(..));
        });
        if asks_stuck && self.nobody_is_stuck {
            "nobody is ever stuck here: Chance is asked first, or the turn may be ended without a choice; ask \
             `not can MOVE` in the turn and remember it, or let the turn `choose MOVE or else pass`"
        } else if asks_hand && self.hands_are_empty {
            "no piece comes into a hand here: neutral pieces that are taken go to nobody; count them with `remember`, \
             or move them to a site"
        } else {
            "look at the numbers and at whose pieces are meant: what is asked for cannot be"
        }
    }
}

/// Whether two conditions ask for different values of the same number, or one for the opposite of the other.
fn contradict(a: &Expr, b: &Expr) -> bool {
    let opposite = |a: &Expr, b: &Expr| matches!(&b.kind, ExprKind::Not(inner) if alike(a, inner));
    let asked = asked_range(a).zip(asked_range(b));
    opposite(a, b)
        || opposite(b, a)
        || asked
            .is_some_and(|((one, low, high), (other, least, most))| alike(one, other) && (high < least || most < low))
}

/// What a comparison with a fixed number is about, and between which numbers it then lies.
fn asked_range(cond: &Expr) -> Option<(&Expr, i64, i64)> {
    let (how, what, number) = match &cond.kind {
        ExprKind::Same(what, number) => (None, what, number),
        ExprKind::Compare(how, what, number) => (Some(*how), what, number),
        _ => return None,
    };
    let ExprKind::Constant(Value::Number(number)) = number.kind else { return None };
    Some(match how {
        None => (what, number, number),
        Some(Comparison::Less) => (what, i64::MIN, number.saturating_sub(1)),
        Some(Comparison::AtMost) => (what, i64::MIN, number),
        Some(Comparison::AtLeast) => (what, number, i64::MAX),
        Some(Comparison::More) => (what, number.saturating_add(1), i64::MAX),
    })
}

/// Whether two expressions are the same text with the same meaning. Only plain ones are compared.
pub(super) fn alike(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Constant(a), ExprKind::Constant(b)) => a == b,
        (ExprKind::Kept(a), ExprKind::Kept(b)) | (ExprKind::Temporary(a), ExprKind::Temporary(b)) => a == b,
        (ExprKind::Me, ExprKind::Me) | (ExprKind::Mover, ExprKind::Mover) | (ExprKind::Empty, ExprKind::Empty) => true,
        (ExprKind::Count(a), ExprKind::Count(b))
        | (ExprKind::Some(a), ExprKind::Some(b))
        | (ExprKind::ToSet(a), ExprKind::ToSet(b))
        | (ExprKind::Enemies(a), ExprKind::Enemies(b)) => alike(a, b),
        (ExprKind::Variable(a, of), ExprKind::Variable(b, other)) => {
            a == b
                && match (of, other) {
                    (Some(a), Some(b)) => alike(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                }
        }
        (ExprKind::Intersection(a, b), ExprKind::Intersection(c, d)) => alike(a, c) && alike(b, d),
        (ExprKind::Contains(a, b), ExprKind::Contains(c, d)) => alike(a, c) && alike(b, d),
        (ExprKind::Pieces(kinds, Owner::Any), ExprKind::Pieces(others, Owner::Any)) => kinds == others,
        (ExprKind::Pieces(kinds, Owner::Of(a)), ExprKind::Pieces(others, Owner::Of(b))) => {
            kinds == others && alike(a, b)
        }
        _ => false,
    }
}

/// The range of a number.
fn range(expr: &Expr) -> Option<(i64, i64)> {
    match (&expr.kind, expr.ty) {
        (ExprKind::Constant(Value::Number(number)), _) => Some((*number, *number)),
        (_, Type::Number(low, high)) => Some((low, high)),
        _ => None,
    }
}

/// Whether all numbers of two ranges compare so.
fn certain(how: Comparison, (a, b): (i64, i64), (c, d): (i64, i64)) -> bool {
    match how {
        Comparison::Less => b < c,
        Comparison::AtMost => b <= c,
        Comparison::AtLeast => a >= d,
        Comparison::More => a > d,
    }
}

/// Whether some numbers of two ranges compare so.
fn possible(how: Comparison, (a, b): (i64, i64), (c, d): (i64, i64)) -> bool {
    match how {
        Comparison::Less => a < d,
        Comparison::AtMost => a <= d,
        Comparison::AtLeast => b >= c,
        Comparison::More => b > c,
    }
}

/// Whether a set surely has no member.
fn nothing(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Constant(Value::Set(set)) => set.is_empty(),
        ExprKind::Union(a, b) => nothing(a) && nothing(b),
        ExprKind::Intersection(a, b) => nothing(a) || nothing(b) || apart(a, b),
        ExprKind::Difference(a, b) => nothing(a) || alike(a, b),
        _ => false,
    }
}

/// Whether two sets surely share no cell.
fn apart(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Intersection(one, other), _) => apart(one, b) || apart(other, b),
        (ExprKind::Difference(one, gone), _) => apart(one, b) || alike(gone, b),
        (_, ExprKind::Intersection(..) | ExprKind::Difference(..)) => apart(b, a),
        (ExprKind::Union(one, other), _) => apart(one, b) && apart(other, b),
        (_, ExprKind::Union(..)) => apart(b, a),
        (ExprKind::Empty, ExprKind::Pieces(..)) | (ExprKind::Pieces(..), ExprKind::Empty) => true,
        (ExprKind::Constant(Value::Set(one)), ExprKind::Constant(Value::Set(other))) => {
            one.iter().all(|member| !other.contains(member))
        }
        (ExprKind::Pieces(kinds, Owner::Of(one)), ExprKind::Pieces(others, Owner::Of(other))) => {
            kinds.iter().all(|kind| !others.contains(kind)) || opposed(one, other)
        }
        (ExprKind::Pieces(kinds, _), ExprKind::Pieces(others, _)) => kinds.iter().all(|kind| !others.contains(kind)),
        _ => false,
    }
}

/// Whether two sets of players are a player and his opponents.
fn opposed(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Enemies(of), ExprKind::ToSet(player)) | (ExprKind::ToSet(player), ExprKind::Enemies(of)) => {
            alike(of, player)
        }
        (ExprKind::ToSet(inner), _) => opposed(inner, other),
        _ => false,
    }
}
