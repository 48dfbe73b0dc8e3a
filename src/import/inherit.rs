//! Which variants take over from which.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic, Severity};

use super::apply::{apply, near};
use super::ini::{Section, shortened};
use super::variant::Variant;

/// No more variants hang on one another.
const DEEPEST: usize = 100;

/// The variants of a file on top of those that everybody knows, in the order of the file: each, or its name if it or
/// one that it takes over from is wrong; and what is wrong.
pub fn resolve(file: &[Section], known: &[Section]) -> (Vec<Result<Variant, String>>, Vec<Diagnostic>) {
    let mut family = Family { by_name: BTreeMap::new(), variants: BTreeMap::new(), diagnostics: Vec::new() };
    let mut twins = BTreeSet::new();
    for section in known {
        family.by_name.insert(section.name.value.as_str(), section);
    }
    let mut own: BTreeMap<&str, &Section> = BTreeMap::new();
    for section in file {
        let name = section.name.value.as_str();
        if let Some(first) = own.insert(name, section) {
            let message = format!("there are two variants `{}`", shortened(name));
            let diagnostic = Diagnostic::new(Code::VariantConflict, message, section.name.span, "the second")
                .label(first.name.span, "the first")
                .help("give one of them another name");
            family.diagnostics.push(diagnostic);
            twins.insert(name);
        }
        // A variant of the file may take over from the known one that it replaces.
        if section.parent.as_ref().is_none_or(|parent| parent.value != name || !family.by_name.contains_key(name)) {
            family.by_name.insert(name, section);
        }
    }
    let mut resolved = Vec::with_capacity(file.len());
    for section in file {
        let name = &section.name.value;
        let variant = family.variant(section, &mut Vec::new()).filter(|_| !twins.contains(name.as_str()));
        resolved.push(variant.ok_or_else(|| name.clone()));
    }
    (resolved, family.diagnostics)
}

/// Everything that can be taken over from.
#[derive(Debug)]
struct Family<'a> {
    by_name: BTreeMap<&'a str, &'a Section>,
    variants: BTreeMap<(u16, u32), Option<Variant>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Family<'a> {
    /// A variant with what it takes over; none if that goes round in a circle, the parent is not there, or one of
    /// them is wrong.
    fn variant(&mut self, section: &'a Section, below: &mut Vec<&'a Section>) -> Option<Variant> {
        let span = section.name.span;
        let key = (span.source.0, span.start);
        if let Some(done) = self.variants.get(&key) {
            return done.clone();
        }
        if below.iter().any(|other| other.name.span == span) {
            self.circle(section, below);
            return None;
        }
        if below.len() >= DEEPEST {
            let message = format!("more than {DEEPEST} variants hang on one another");
            let diagnostic = Diagnostic::new(Code::VariantParent, message, span, "the chain comes to here")
                .help("let one of them stand without a parent");
            self.diagnostics.push(diagnostic);
            return None;
        }
        below.push(section);
        let made = self.made(section, below);
        below.pop();
        self.variants.insert(key, made.clone());
        made
    }

    fn made(&mut self, section: &'a Section, below: &mut Vec<&'a Section>) -> Option<Variant> {
        let parent = match &section.parent {
            None => None,
            Some(parent) => {
                let Some(found) = self.by_name.get(parent.value.as_str()).copied() else {
                    let near = near(&parent.value, self.by_name.keys().copied(), self.diagnostics.len());
                    let message = format!("there is no variant `{}` to take over from", shortened(&parent.value));
                    let mut diagnostic = Diagnostic::new(Code::VariantParent, message, parent.span, "");
                    if let Some(near) = near {
                        diagnostic = diagnostic.suggest("a variant with a similar name exists", parent.span, near);
                    }
                    self.diagnostics.push(diagnostic);
                    return None;
                };
                Some(self.variant(found, below)?)
            }
        };
        let (variant, diagnostics) = apply(section, parent.as_ref());
        let is_sound = diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
        self.diagnostics.extend(diagnostics);
        is_sound.then_some(variant)
    }

    fn circle(&mut self, section: &Section, below: &[&Section]) {
        let from = below.iter().position(|other| other.name.span == section.name.span).unwrap_or(0);
        let mut names: Vec<&str> = below.iter().skip(from).map(|other| other.name.value.as_str()).collect();
        names.push(&section.name.value);
        let names: Vec<String> = names.iter().map(|name| format!("`{}`", shortened(name))).collect();
        let chain = if names.len() > 8 {
            format!(
                "{} … {}",
                names.iter().take(4).cloned().collect::<Vec<_>>().join(" ← "),
                names.last().cloned().unwrap_or_default()
            )
        } else {
            names.join(" ← ")
        };
        let message = "variants take over from one another in a circle".to_owned();
        let diagnostic = Diagnostic::new(Code::VariantParent, message, section.name.span, "in the circle")
            .help(format!("the circle is {chain}"))
            .help("let one of them stand without a parent");
        self.diagnostics.push(diagnostic);
    }
}
