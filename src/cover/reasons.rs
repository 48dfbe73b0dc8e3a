//! Why something was never used that is not written at one place: kinds of pieces, cells, values of variables.

use crate::rules::Rules;
use crate::rules::model::{Expr, ExprKind, StatementKind};
use crate::rules::types::{Type, Value};
use crate::rules::walk;
use crate::source::{SourceMap, Span};

use super::games::Played;

/// What makes a piece of a kind.
struct Maker {
    /// Where it is written.
    span: Span,
    /// Whether the piece comes to the hand.
    to_hand: bool,
}

/// Why no piece of a kind ever stood on the board, if it can be told.
pub(super) fn of_kind(played: &Played, texts: &SourceMap, name: &str) -> Option<String> {
    let mut makers = Vec::new();
    for rules in &played.rules {
        let Some(kind) = rules.kinds.iter().position(|kind| kind.name == name) else { continue };
        makers.extend(makers_of(rules, kind as u16)?);
    }
    let done: Vec<&Maker> = makers.iter().filter(|maker| played.was_done(maker.span)).collect();
    match (makers.first(), done.is_empty()) {
        (None, _) => Some("nothing makes a piece of this kind".to_owned()),
        (Some(first), true) => Some(format!("what makes one was never done: `{}`", texts.quoted(first.span))),
        _ if done.iter().all(|maker| maker.to_hand) => Some("no piece of this kind ever left the hand".to_owned()),
        _ => None,
    }
}

/// What makes pieces of a kind; none if that cannot be told because a kind is worked out.
fn makers_of(rules: &Rules, kind: u16) -> Option<Vec<Maker>> {
    let mut makers = Vec::new();
    let mut is_told = true;
    for sentence in rules.moves.iter().flat_map(|each| &each.sentences) {
        if sentence.travel.as_ref().is_some_and(|travel| travel.drops && travel.kinds.contains(kind)) {
            makers.push(Maker { span: sentence.span, to_hand: false });
        }
    }
    walk::statements(rules, &mut |statement| {
        let (made, to_hand) = match &statement.kind {
            StatementKind::Put { kind, on, .. } => (kind, on.is_none()),
            StatementKind::Change(_, into) => (into, false),
            _ => return,
        };
        match constant(made) {
            Some(Value::One(Some(made))) if *made == kind => makers.push(Maker { span: statement.span, to_hand }),
            Some(_) => {}
            None => is_told = false,
        }
    });
    is_told.then_some(makers)
}

/// Why a cell was never used, if it can be told.
pub(super) fn of_cell(played: &Played, name: &str) -> Option<String> {
    let offered = played.seen.iter().filter_map(|seen| seen.used.offered.get(name)).sum::<u64>();
    let followed: u64 = played.seen.iter().map(|seen| seen.used.decisions).sum::<u64>() - played.more.1;
    Some(match offered {
        0 => format!("no option led there in {followed} decisions that were followed"),
        n => format!("{n} options led there, none was taken"),
    })
}

/// Why a variable never had a value, if it can be told.
pub(super) fn of_value(played: &Played, texts: &SourceMap, variable: &str, value: &str) -> Option<String> {
    let mut setters = Vec::new();
    for rules in &played.rules {
        let Some(number) = rules.variables.iter().position(|known| known.name == variable) else { continue };
        let names = crate::engine::values(rules, rules.variables[number].ty)?;
        let wanted = names.iter().position(|name| name == value)?;
        setters.extend(setters_of(rules, number, (value, wanted as u16))?);
    }
    match setters.first() {
        None => Some("nothing gives it this value".to_owned()),
        Some(first) if !setters.iter().any(|span| played.was_done(*span)) => {
            Some(format!("what may give it this value was never done: `{}`", texts.quoted(*first)))
        }
        Some(_) => None,
    }
}

/// The statements that may give a variable a value, told by its name and its number; none if others may too.
fn setters_of(rules: &Rules, variable: usize, (name, wanted): (&str, u16)) -> Option<Vec<Span>> {
    let mut setters = Vec::new();
    let mut is_told = true;
    // Beyond the ends of the range a number becomes the end.
    let is_within = |number: i64| match rules.variables[variable].ty {
        Type::Number(least, most) => (least..=most).contains(&number),
        _ => true,
    };
    walk::statements(rules, &mut |statement| match &statement.kind {
        StatementKind::Set(number, _, value) if *number == variable => match constant(value) {
            Some(Value::Truth(truth)) if (name == "yes") != *truth => {}
            Some(Value::Number(number)) if is_within(*number) && number.to_string() != name => {}
            Some(Value::One(one)) if *one != Some(wanted) => {}
            _ => setters.push(statement.span),
        },
        StatementKind::Put { with, .. } if with.iter().any(|(number, _)| *number == variable) => {
            setters.push(statement.span);
        }
        StatementKind::Sow { variable: number, .. } if *number == variable => is_told = false,
        _ => {}
    });
    is_told.then_some(setters)
}

fn constant(expr: &Expr) -> Option<&Value> {
    match &walk::member(expr).kind {
        ExprKind::Constant(value) => Some(value),
        _ => None,
    }
}
