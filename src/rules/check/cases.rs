//! Definitions, and those that say something else for each player, kind or value.

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name, Params};

use super::super::types::{Domain, Type, Value};
use super::exprs::made;
use super::{Checker, Definition, Expr, ExprKind};

impl Checker<'_> {
    pub(super) fn declare_definitions(&mut self) {
        let items = self.items;
        for item in items {
            let ItemKind::Define { name, params, body } = &item.kind else { continue };
            let by = self.cases_of(&name.value);
            let case = match params {
                Params::Of(of) if by.is_some_and(|domain| self.is_case(&of.value, domain)) => {
                    Some(self.case_named(&of.value, by))
                }
                _ => None,
            };
            let entry = self.definitions.entry(name.value.clone()).or_insert_with(|| Definition {
                params: Vec::new(),
                body,
                cases: Vec::new(),
                by,
                general: false,
                span: name.span,
                used: false,
            });
            if let Some(case) = case {
                entry.cases.extend(case.map(|case| (case, body)));
                continue;
            }
            match params {
                Params::None => entry.params = Vec::new(),
                Params::Of(of) => entry.params = vec![of.value.clone()],
                Params::List(list) => entry.params = list.iter().map(|name| name.value.clone()).collect(),
            }
            (entry.general, entry.body) = (true, body);
            if let (Params::Of(of), Some(domain)) = (params, by) {
                self.strange_case(&name.value, of, domain);
            }
        }
        self.check_cases();
    }

    /// What the cases of a definition are members of: that of which most are.
    fn cases_of(&self, name: &str) -> Option<Domain> {
        let cases = self.each_item(|kind| match kind {
            ItemKind::Define { name: own, params: Params::Of(of), .. } if own.value == name => Some(of.value.as_str()),
            _ => None,
        });
        let options = |index: &usize| self.options.iter().any(|option| option.ty == *index);
        let types = (0..self.types.len()).filter(|index| !options(index)).map(Domain::Type);
        let mut best = (0, None);
        for domain in [Domain::Player, Domain::Kind].into_iter().chain(types) {
            let found = cases.iter().filter(|case| self.is_case(case, domain)).count();
            if found > best.0 {
                best = (found, Some(domain));
            }
        }
        best.1
    }

    /// Whether a word names a member of a domain; of the players all that are declared, taking part or not.
    fn is_case(&self, word: &str, domain: Domain) -> bool {
        let seated = || {
            self.items.iter().any(|item| match &item.kind {
                ItemKind::Players { players, .. } => players.iter().any(|player| player.name.value == word),
                _ => false,
            })
        };
        self.case_named(word, Some(domain)).is_some() || domain == Domain::Player && seated()
    }

    fn case_named(&self, word: &str, domain: Option<Domain>) -> Option<usize> {
        match domain? {
            Domain::Player => self.player_named(word),
            Domain::Kind => self.kinds.iter().position(|kind| kind.name == word),
            Domain::Type(index) => self.types.get(index)?.values.iter().position(|value| value == word),
            _ => None,
        }
    }

    /// The names of all cases that a definition may have.
    fn case_names(&self, domain: Domain) -> Vec<String> {
        match domain {
            Domain::Player => self.players.iter().map(|player| player.name.clone()).collect(),
            Domain::Kind => self.kinds.iter().map(|kind| kind.name.clone()).collect(),
            Domain::Type(index) => self.types.get(index).map_or(Vec::new(), |model| model.values.clone()),
            _ => Vec::new(),
        }
    }

    /// A general case whose parameter looks like a case.
    fn strange_case(&mut self, name: &str, of: &Name, domain: Domain) {
        let types = (0..self.types.len()).map(Domain::Type);
        let other = [Domain::Player, Domain::Kind].into_iter().chain(types).any(|other| self.is_case(&of.value, other));
        if !other && !of.value.starts_with(char::is_uppercase) {
            return;
        }
        let cases = self.describe(Type::Set(domain));
        let message = format!("`{}` is no case like the others of `{name}`, which are {cases}", of.value);
        let mut diagnostic = Diagnostic::new(Code::MissingCase, message, of.span, "neither a case nor a parameter");
        let known = self.case_names(domain);
        diagnostic = match nearest(&of.value, known.iter().map(String::as_str)) {
            Some(near) => diagnostic.suggest("a case with a similar name", of.span, near),
            None => diagnostic.help(format!("for all others write a small letter: `define {name} of p = …`")),
        };
        self.report(diagnostic);
    }

    /// A definition by case has a body for every member.
    fn check_cases(&mut self) {
        let mut found = Vec::new();
        let names: Vec<String> = self.definitions.keys().cloned().collect();
        for name in names {
            let Some(definition) = self.definitions.get(&name) else { continue };
            let Some(domain) = definition.by.filter(|_| !definition.general) else { continue };
            let has_case = |member: usize| definition.cases.iter().any(|(case, _)| *case == member);
            let members = self.case_names(domain);
            let missing = members.iter().enumerate().filter(|(index, _)| !has_case(*index));
            let missing: Vec<&str> = missing.map(|(_, name)| name.as_str()).collect();
            if let Some(first) = missing.first() {
                let message = format!("`{name}` is not defined for {}", missing.join(", "));
                let whom = if domain == Domain::Player { "everybody" } else { "everything" };
                found.push(
                    Diagnostic::new(Code::MissingCase, message, definition.span, "defined by case")
                        .help(format!("add `define {name} of {first} = …`"))
                        .help(format!("or, for {whom} else, `define {name} of x = …`")),
                );
            }
            if let Some(definition) = self.definitions.get_mut(&name) {
                definition.params = vec!["whoever".to_string()];
            }
        }
        found.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }

    /// `define camps of White = …` and `… of Black = …`: the one of the member asked for, else the general one.
    pub(super) fn use_cases(&mut self, name: &str, params: &[String], mut args: Vec<Expr>, span: Span) -> Expr {
        let Some(arg) = args.pop() else { return self.unknown(span) };
        let Some(definition) = self.definitions.get(name) else { return self.unknown(span) };
        let (cases, general) = (definition.cases.clone(), definition.general);
        let Some(domain) = definition.by else { return self.unknown(span) };
        let member = self.as_one(arg, domain);
        let fixed = match member.kind {
            ExprKind::Constant(Value::One(Some(member))) => Some(usize::from(member)),
            _ => None,
        };
        let general = general.then(|| self.use_general(name, params, vec![member.clone()], span));
        let mut all: Option<Expr> = general.map(|body| self.case_body(body));
        let mut chosen = all.clone();
        self.in_progress.push(name.to_string());
        for (index, body) in cases.into_iter().rev() {
            let body = self.expr(body, None);
            let body = self.case_body(body);
            if fixed == Some(index) {
                chosen = Some(body.clone());
            }
            let this = self.constant(Value::One(Some(index as u16)), Type::One(domain), span);
            all = Some(match all {
                None => body,
                Some(other) => {
                    let ty = self.joined(body.ty, other.ty, span);
                    let same = made(ExprKind::Same(Box::new(member.clone()), Box::new(this)), Type::Truth, span);
                    made(ExprKind::If(Box::new(same), Box::new(body), Box::new(other)), ty, span)
                }
            });
        }
        self.in_progress.pop();
        let all = if fixed.is_some() { chosen.or(all) } else { all };
        all.map_or_else(|| self.unknown(span), |all| Expr { span, ..all })
    }

    /// Cases may be one cell for one member and several for another: all are sets.
    fn case_body(&mut self, body: Expr) -> Expr {
        match body.ty {
            Type::One(_) | Type::Set(_) => self.as_set(body, None),
            _ => body,
        }
    }
}
