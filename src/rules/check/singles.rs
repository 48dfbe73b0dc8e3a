//! Sets where one member is wanted: one that has at most one by its form stands for it, any other is refused.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Statement, StatementKind as Ask};

use super::super::types::{Domain, Type};
use super::exprs::made;
use super::{Checker, Expr, ExprKind, Leg, Path, Travel, Verb};

/// What is known of the names that hold sets, and of the sentence around a set, for the words of a patch.
#[derive(Default)]
pub(super) struct Singles {
    /// The temporary names that hold at most one member.
    temporary: std::collections::BTreeSet<usize>,
    /// The kept names that do.
    kept: std::collections::BTreeSet<usize>,
    /// The names that some statement read so far sets anew.
    changed: std::collections::BTreeSet<String>,
    /// What was given for a parameter, by its temporary name.
    given: std::collections::BTreeMap<usize, Span>,
    /// The property that is being asked for, and where.
    property: Option<(String, Span)>,
    /// The comparison in which it stands.
    comparison: Option<Span>,
    /// How many cells the travel of the sentence passes and jumps over at most, where that is known.
    passed: Option<usize>,
    jumped: Option<usize>,
}

/// The sentence around an expression, kept while the body of a definition is read.
pub(super) struct Sentence {
    property: Option<(String, Span)>,
    comparison: Option<Span>,
    passed: Option<usize>,
    jumped: Option<usize>,
}

impl Singles {
    /// Whether a name holds at most one member.
    pub(super) fn is_one(&self, place: &ExprKind) -> bool {
        match place {
            ExprKind::Temporary(slot) => self.temporary.contains(slot),
            ExprKind::Kept(slot) => self.kept.contains(slot),
            _ => false,
        }
    }

    /// Notes what a parameter was given, and whether that is at most one member.
    pub(super) fn give(&mut self, slot: usize, is_one: bool, span: Span) {
        self.given.insert(slot, span);
        match is_one {
            true => self.temporary.insert(slot),
            false => self.temporary.remove(&slot),
        };
    }

    /// Notes a name of a block that was bound with at most one member, if nothing sets it anew.
    pub(super) fn bound(&mut self, name: &str, slot: usize) {
        if !self.changed.contains(name) {
            self.kept.insert(slot);
        }
    }

    /// Notes which names a block sets, before it is read.
    pub(super) fn note_changed(&mut self, block: &[Statement]) {
        for statement in block {
            match &statement.value {
                Ask::Set { place, .. } => {
                    if let ast::ExprKind::Name(name) = &place.bare().value {
                        self.changed.insert(name.clone());
                    }
                }
                Ask::If { then, otherwise, .. } => {
                    self.note_changed(then);
                    self.note_changed(otherwise.as_deref().unwrap_or_default());
                }
                Ask::Repeat { block, .. } | Ask::Each { block, .. } => self.note_changed(block),
                _ => {}
            }
        }
    }

    /// The sentence around the body of a definition is not that around its use.
    pub(super) fn leave_sentence(&mut self) -> Sentence {
        let (property, comparison) = (self.property.take(), self.comparison.take());
        Sentence { property, comparison, passed: self.passed.take(), jumped: self.jumped.take() }
    }

    /// Goes on with the sentence that was left.
    pub(super) fn return_to(&mut self, left: Sentence) {
        (self.property, self.comparison) = (left.property, left.comparison);
        (self.passed, self.jumped) = (left.passed, left.jumped);
    }

    /// Notes the travel of the sentence that is read.
    pub(super) fn travels(&mut self, travel: Option<&Travel>) {
        self.jumped = travel.and_then(|travel| most(&travel.path, &most_hops));
        self.passed = travel.and_then(|travel| most(&travel.path, &most_cells)).map(|cells| cells.saturating_sub(1));
    }

    /// How many cells are `passed` at most.
    pub(super) fn most_passed(&self) -> Option<usize> {
        self.passed
    }

    /// How many are `jumped`.
    pub(super) fn most_jumped(&self) -> Option<usize> {
        self.jumped
    }

    /// Notes the property that is asked for; returns the one around it.
    pub(super) fn ask_property(&mut self, name: &str, span: Span) -> Option<(String, Span)> {
        self.property.replace((name.to_string(), span))
    }

    /// Goes on with the property around.
    pub(super) fn asked_property(&mut self, before: Option<(String, Span)>) {
        self.property = before;
    }

    /// Notes the comparison that is read; returns the one around it.
    pub(super) fn ask_comparison(&mut self, comparison: Option<Span>) -> Option<Span> {
        std::mem::replace(&mut self.comparison, comparison)
    }
}

impl Checker<'_> {
    /// A new name kept in the position for a value, known to be at most one member if the value is.
    pub(super) fn keep_value(&mut self, name: &str, value: &Expr) -> usize {
        let slot = self.keep(name, value.ty);
        if self.most_members(value) <= 1 {
            self.singles.bound(name, slot);
        }
        slot
    }

    /// Refuses a set that may have several members where one is wanted.
    pub(super) fn check_one(&mut self, set: &Expr, domain: Domain) {
        if self.most_members(set) <= 1 {
            return;
        }
        let message = format!("expected {}, found several", self.describe(Type::One(domain)));
        let given = match &set.kind {
            ExprKind::Temporary(slot) => self.singles.given.get(slot).copied(),
            _ => None,
        };
        let span = given.unwrap_or(set.span);
        let mut diagnostic = Diagnostic::new(Code::ManyForOne, message, span, "which one?");
        if given.is_some() {
            diagnostic = diagnostic.label(set.span, "one is asked for here");
        }
        if let Some(text) = self.text_of(span) {
            let text = braced(text);
            if given.is_none() {
                diagnostic = self.over_all(diagnostic, set, &text);
            }
            diagnostic = diagnostic.suggest_choice("only the first of them", span, format!("first of {text}"));
        }
        self.report(diagnostic.help("a player chooses with `pick x from …`, Chance with `roll x from …`"));
    }

    /// The patches that ask each member of a set.
    fn over_all(&self, mut diagnostic: Diagnostic, set: &Expr, text: &str) -> Diagnostic {
        let span = set.span;
        let within = |whole: Span| whole.source == span.source && whole.start <= span.start && span.end <= whole.end;
        if let Some((name, whole)) = self.singles.property.as_ref().filter(|(_, whole)| within(*whole)) {
            let counts = self.variables.iter().any(|known| known.name == *name && matches!(known.ty, Type::Number(..)))
                || matches!(name.as_str(), "height" | "hand");
            if counts {
                diagnostic = diagnostic.suggest_choice("the sum over all", *whole, format!("total({name}, {text})"));
            }
        }
        let Some(whole) = self.singles.comparison.filter(|whole| within(*whole)) else { return diagnostic };
        let Some(each) = ["c", "x", "one"].into_iter().find(|name| self.scope.iter().all(|known| known.name != *name))
        else {
            return diagnostic;
        };
        let before = self.text_of(Span { end: span.start, ..whole });
        let behind = self.text_of(Span { start: span.end, ..whole });
        let asked = format!("{}{each}{}", before.unwrap_or_default(), behind.unwrap_or_default());
        let some = format!("some (those {each} in {text} where {asked})");
        let all = format!("no (those {each} in {text} where not ({asked}))");
        diagnostic.suggest_choice("whether it holds for any of them", whole, some).suggest_choice(
            "whether it holds for all of them",
            whole,
            all,
        )
    }
}

/// The most that the legs of a path make together, as far as their text tells.
fn most(path: &Path, each: &dyn Fn(&Leg) -> Option<usize>) -> Option<usize> {
    path.iter().try_fold(0_usize, |sum, leg| match &leg.verb {
        _ if leg.repeating => None,
        Verb::OneOf(paths) => {
            let all: Option<Vec<usize>> = paths.iter().map(|(path, _)| most(path, each)).collect();
            Some(sum + all?.into_iter().max().unwrap_or(0))
        }
        _ => Some(sum + each(leg)?),
    })
}

/// How many cells a leg jumps over.
fn most_hops(leg: &Leg) -> Option<usize> {
    Some(usize::from(matches!(leg.verb, Verb::Hops { .. })))
}

/// How many cells a leg goes; leaps and hops are left open.
fn most_cells(leg: &Leg) -> Option<usize> {
    match &leg.verb {
        Verb::Steps => Some(1),
        Verb::Slides { range: Some((_, Some(high))), .. } => match high.ty {
            Type::Number(_, high) => usize::try_from(high).ok(),
            _ => None,
        },
        _ => None,
    }
}

/// The first member of a set, which the author asked for by that word.
pub(super) fn first_of(set: Expr, domain: Domain, span: Span) -> Expr {
    let ty = Type::One(domain);
    match set.kind {
        ExprKind::Constant(value) => made(ExprKind::Constant(super::Value::One(value.one())), ty, span),
        kind => made(ExprKind::ToOne(Box::new(Expr { kind, ..set })), ty, span),
    }
}

/// The text of a set so that more may stand before and behind it.
fn braced(text: String) -> String {
    let joins = |word: &str| matches!(word, "or" | "in" | "except" | "not" | "if" | "those" | "else");
    let shut = |open: char, close: char| text.starts_with(open) && text.find(close) == Some(text.len() - 1);
    match text.split_whitespace().any(joins) && !shut('(', ')') && !shut('[', ']') {
        true => format!("({text})"),
        false => text,
    }
}
