//! What makes no difference: values of an option that give the same game, and rolls that nothing asks for.

use std::fmt::Write as _;

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{ExprKind, Rules};
use crate::rules::walk;
use crate::syntax::ast::ItemKind;

use super::fingerprint::Fnv;
use super::{Checker, Choices, Module};

/// Options with more values than this are not compared, so that a check stays quick.
const VALUES: usize = 12;

/// A number by which rules are compared, but for how their options are called.
pub(super) fn digest(rules: &mut Rules) -> u128 {
    let (options, fingerprint) = (std::mem::take(&mut rules.options), std::mem::take(&mut rules.fingerprint));
    let mut hash = Fnv::new();
    // Writing to a hash does not fail.
    let _ = write!(hash, "{rules:?}");
    (rules.options, rules.fingerprint) = (options, fingerprint);
    hash.0
}

impl Module {
    /// Whether the values of some option are to be compared.
    pub(super) fn has_few_values(&self) -> bool {
        self.options().iter().any(|option| (2..=VALUES).contains(&option.values.len()))
    }

    /// Options of which two values give the same rules. The first choice has all options at their defaults.
    pub(super) fn values_alike(&self, digests: &[(Choices, u128)]) -> Vec<Diagnostic> {
        let Some((_, default)) = digests.first() else { return Vec::new() };
        let mut found = Vec::new();
        for option in self.options().iter().filter(|option| option.values.len() <= VALUES) {
            let digest = |value: &String| match digests
                .iter()
                .find(|(choices, _)| choices.options.get(&option.name) == Some(value))
            {
                Some((_, digest)) => *digest,
                None => *default,
            };
            let all: Vec<u128> = option.values.iter().map(digest).collect();
            let pair =
                (1..all.len()).find_map(|later| Some((all[..later].iter().position(|one| *one == all[later])?, later)));
            let Some((one, other)) = pair else { continue };
            let name = self.items.iter().find_map(|item| match &item.kind {
                ItemKind::Option { name, .. } if name.value == option.name => Some(name),
                _ => None,
            });
            let Some(name) = name.filter(|name| name.span.source == self.start.source) else { continue };
            let (one, other) = (&option.values[one], &option.values[other]);
            let message = format!("`{one}` and `{other}` of the option `{}` give the same game", option.name);
            let diagnostic = Diagnostic::new(Code::Unused, message, name.span, "declared here").help(format!(
                "ask for it, for instance with `if {} is {other} then … else …`, or take the value away",
                option.name
            ));
            found.push(diagnostic);
        }
        found
    }
}

impl Checker<'_> {
    /// Rolls of which nothing asks what was thrown.
    pub(super) fn unasked_rolls(&mut self, rules: &Rules) {
        let rolled = std::mem::take(&mut self.rolled);
        let mut asked = Vec::new();
        walk::expressions(rules, &mut |expr| {
            if let ExprKind::Kept(slot) = expr.kind {
                asked.push(slot);
            }
        });
        let own = self.start.source;
        let idle = rolled.into_iter().filter(|(slot, name)| !asked.contains(slot) && name.span.source == own);
        for (_, name) in idle {
            let message = format!("nothing asks for what `{}` shows", name.value);
            let diagnostic =
                Diagnostic::new(Code::Unused, message, name.span, "rolled here").help("use it, or do without the roll");
            self.report(diagnostic);
        }
    }
}
