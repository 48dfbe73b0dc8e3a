//! Definitions: each use is checked with the types of its arguments.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::super::types::Type;
use super::exprs::made;
use super::{Binding, Checker, Expr, ExprKind, Function};

/// The most instances of definitions in one game.
const MAX_INSTANCES: usize = 2000;

/// How many instances of a definition there are for numbers of exactly one range.
const EXACT_INSTANCES: usize = 8;

/// The most steps that working out one expression may take, as far as the text tells.
const MAX_WORK: u64 = 200_000_000;

/// What a parameter is given: its type, and whether it is at most one member.
pub(super) type Given = (Type, bool);

/// A definition, checked for some types of arguments.
#[derive(Debug)]
pub(super) struct Instance {
    name: String,
    types: Vec<Given>,
    /// The number of the function that it became, and the type of its value.
    index: usize,
    ty: Type,
    /// If it asks for `turns`: whether it is asked where a turn has just ended.
    turn_is_over: Option<bool>,
}

impl Instance {
    fn serves(&self, name: &str, types: &[Given], turn_is_over: bool) -> bool {
        self.name == name && self.types == types && self.turn_is_over.is_none_or(|over| over == turn_is_over)
    }
}

impl<'a> Checker<'a> {
    pub(super) fn use_definition(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Expr {
        let Some(definition) = self.definitions.get_mut(name) else { return self.unknown(span) };
        definition.used = true;
        let (params, declared, n_cases) = (definition.params.clone(), definition.span, definition.cases.len());
        if params.len() != args.len() {
            let message = format!("`{name}` wants {}, not {}", counted(params.len()), args.len());
            let diagnostic = Diagnostic::new(Code::Arguments, message, span, "").label(declared, "declared here");
            self.report(diagnostic);
            return self.unknown(span);
        }
        if self.in_progress.iter().any(|other| other == name) || self.in_progress.len() > 60 {
            let message = format!("`{name}` needs itself");
            let diagnostic =
                Diagnostic::new(Code::Recursive, message, span, "used here").label(declared, "declared here");
            self.report(diagnostic);
            return self.unknown(span);
        }
        if n_cases > 0 {
            return self.use_cases(name, &params, args, span);
        }
        self.use_general(name, &params, args, span)
    }

    /// A definition that is the same for every argument, or its general case.
    pub(super) fn use_general(&mut self, name: &str, params: &[String], args: Vec<Expr>, span: Span) -> Expr {
        let is_one = |arg: &Expr| matches!(arg.ty, Type::Set(_)) && self.most_members(arg) <= 1;
        let exact: Vec<Given> = args.iter().map(|arg| (arg.ty, is_one(arg))).collect();
        // The range of the result follows from the ranges given, as long as these are few.
        let many = self.instances.iter().filter(|other| other.name == name).count() >= EXACT_INSTANCES;
        let known = self.instances.iter().any(|other| other.name == name && other.types == exact);
        let types = if known || !many { exact } else { exact.into_iter().map(widened).collect() };
        let spans: Vec<Span> = args.iter().map(|arg| arg.span).collect();
        let Some((index, ty)) = self.instance((name, params), &types, &spans, span) else { return self.unknown(span) };
        self.add_work(self.weights.get(index).copied().unwrap_or(0), 1, span);
        match &self.functions[index].body.kind {
            ExprKind::Constant(value) => {
                let value = value.clone();
                self.constant(value, ty, span)
            }
            _ => made(ExprKind::Call(index, args), ty, span),
        }
    }

    /// The definition checked for these types of arguments.
    fn instance(
        &mut self,
        (name, params): (&str, &[String]),
        types: &[Given],
        spans: &[Span],
        span: Span,
    ) -> Option<(usize, Type)> {
        // What is asked where nobody is `my` must be checked again where somebody is.
        let known = self.instances.iter().find(|known| known.serves(name, types, self.turn_is_over));
        if let Some(known) = known {
            self.asks_turns |= known.turn_is_over.is_some();
            return Some((known.index, known.ty));
        }
        if self.functions.len() >= MAX_INSTANCES {
            self.error(Code::Limit, format!("more than {MAX_INSTANCES} uses of definitions"), span, "");
            return None;
        }
        let body = self.definitions.get(name)?.body;
        let scope = std::mem::take(&mut self.scope);
        let facts = std::mem::take(&mut self.facts);
        let parameters: Vec<usize> = params
            .iter()
            .zip(types.iter().zip(spans))
            .map(|(param, ((ty, is_one), span))| {
                let slot = self.n_temporary;
                self.n_temporary += 1;
                self.uses.temporaries.remove(&slot);
                self.singles.give(slot, *is_one, *span);
                self.scope.push(Binding { name: param.clone(), place: ExprKind::Temporary(slot), ty: *ty });
                slot
            })
            .collect();
        self.in_progress.push(name.to_string());
        let before = std::mem::take(&mut self.work);
        let asked_turns = std::mem::take(&mut self.asks_turns);
        let around = self.singles.leave_sentence();
        let body = self.expr(body, None);
        self.singles.return_to(around);
        let turn_is_over = self.asks_turns.then_some(self.turn_is_over);
        self.asks_turns |= asked_turns;
        let weight = std::mem::replace(&mut self.work, before);
        self.in_progress.pop();
        self.scope = scope;
        self.facts = facts;
        let asked = |(_, slot): &(usize, &usize)| self.uses.temporaries.contains(slot);
        let asked: Vec<usize> = parameters.iter().enumerate().filter(asked).map(|(index, _)| index).collect();
        self.uses.parameters.extend(asked.into_iter().map(|index| (name.to_string(), index)));
        let ty = body.ty;
        let index = self.functions.len();
        self.functions.push(Function { parameters, body });
        self.weights.push(weight);
        if self.has_me {
            let (name, types) = (name.to_string(), types.to_vec());
            self.instances.push(Instance { name, types, index, ty, turn_is_over });
        }
        Some((index, ty))
    }

    /// Notes work that is done `times` times, and reports rules that would take for ever to work out.
    pub(super) fn add_work(&mut self, work: u64, times: u64, span: Span) {
        let before = self.work;
        self.work = before.saturating_add(work.saturating_mul(times));
        if before <= MAX_WORK && self.work > MAX_WORK {
            let message = format!("this takes more than {MAX_WORK} steps to work out");
            let diagnostic = Diagnostic::new(Code::Limit, message, span, "too much for one position")
                .help("definitions that use others several times, and `those` inside `those`, multiply");
            self.report(diagnostic);
        }
    }

    /// Says what nothing uses. What other files define need not be used here.
    pub(super) fn check_unused_definitions(&mut self) {
        let own = self.start.source;
        let unused: Vec<(String, Span)> = self
            .definitions
            .iter()
            .filter(|(_, definition)| !definition.used && definition.span.source == own)
            .map(|(name, definition)| (name.clone(), definition.span))
            .collect();
        for (name, span) in unused {
            self.error(Code::Unused, format!("nothing uses `{name}`"), span, "defined here");
        }
    }
}

/// Numbers of all ranges share an instance.
fn widened((ty, is_one): Given) -> Given {
    let ty = match ty {
        Type::Number(low, high) => {
            let low = if low < 0 { low } else { 0 };
            let mut top = 1;
            while top < high && top < 1 << 40 {
                top *= 2;
            }
            Type::Number(low.max(-(1 << 40)), top.max(high.min(top)))
        }
        other => other,
    };
    (ty, is_one)
}

fn counted(n: usize) -> String {
    match n {
        0 => "no argument".into(),
        1 => "one argument".into(),
        n => format!("{n} arguments"),
    }
}
