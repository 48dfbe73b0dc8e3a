//! `remember`: variables of the game, of players, cells, pieces and values.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::Holder;
use crate::syntax::ast::{self, ItemKind, RememberItem};

use super::super::types::{Domain, Set, Type, Value};
use super::strangers::type_here;
use super::{Checker, ExprKind, Variable};

/// The most values that all variables of a position have together.
const MAX_VALUES: usize = 16_384;

impl<'a> Checker<'a> {
    pub(super) fn declare_variables(&mut self) {
        for item in self.remembered() {
            let (holder, kinds) = self.holder(item);
            let ty = self.domain_type(&item.domain);
            let count = match holder {
                Holder::Game => 1,
                Holder::Each(domain) => self.holders(item, domain),
                Holder::Piece => 0,
            };
            let offset = if holder == Holder::Piece { self.attributes } else { self.values };
            match holder {
                Holder::Piece => self.attributes += 1,
                _ => self.values += count,
            }
            if holder == Holder::Piece && !matches!(ty, Type::Truth | Type::Number(..) | Type::One(_) | Type::Unknown) {
                self.error(Code::WrongType, "a piece remembers one value, not a set", item.name.span, "");
            }
            if self.values > MAX_VALUES || self.attributes > 64 {
                let message = format!("more than {MAX_VALUES} values, or 64 of each piece, to remember");
                self.error(Code::Limit, message, item.name.span, "");
            }
            self.variables.push(Variable {
                name: item.name.value.clone(),
                holder,
                kinds,
                offset,
                count,
                ty,
                lifetime: item.lifetime,
                compared: item.compared,
                first: Vec::new(),
            });
        }
    }

    fn holder(&mut self, item: &RememberItem) -> (Holder, Set) {
        let Some(first) = item.of_each.first() else { return (Holder::Game, Set::default()) };
        if first.value == "piece" {
            return (Holder::Piece, self.all_kinds());
        }
        if item.of_each.iter().all(|word| self.kinds.iter().any(|kind| kind.name == word.value)) {
            let kinds =
                item.of_each.iter().filter_map(|word| self.kinds.iter().position(|kind| kind.name == word.value));
            return (Holder::Piece, kinds.map(|kind| kind as u16).collect());
        }
        match self.domain_named(&first.value) {
            Some(domain) if item.of_each.len() == 1 => (Holder::Each(domain), Set::default()),
            _ => {
                let words = ["player", "cell", "piece"].into_iter();
                let names: Vec<String> = self.kinds.iter().map(|kind| kind.name.clone()).collect();
                self.unknown_name("holder", first, words.chain(names.iter().map(String::as_str)));
                (Holder::Game, Set::default())
            }
        }
    }

    /// How many values a variable of each member of a domain has; for a type of numbers as many as its largest needs.
    fn holders(&self, item: &RememberItem, domain: Domain) -> usize {
        let numbers = item.of_each.first().and_then(|word| self.number_type(&word.value));
        numbers.map_or_else(|| self.size(domain), |(_, high)| high as usize + 1)
    }

    /// The numbers of each of which a variable remembers something.
    pub(super) fn numbers_of_holder(&self, index: usize) -> Option<(i64, i64)> {
        let item = *self.remembered().get(index)?;
        self.number_type(&item.of_each.first()?.value)
    }

    /// The numbers of the type of a variable that may be none, or holds a set of them.
    pub(super) fn numbers_of_value(&self, index: usize) -> Option<(i64, i64)> {
        match &self.remembered().get(index)?.domain {
            ast::Domain::Optional(name) | ast::Domain::One(name) | ast::Domain::SetOf(name) => {
                self.number_type(&name.value)
            }
            _ => None,
        }
    }

    fn remembered(&self) -> Vec<&'a RememberItem> {
        self.each_item(|kind| if let ItemKind::Remember(item) = kind { Some(item) } else { None })
    }

    fn domain_type(&mut self, domain: &ast::Domain) -> Type {
        match domain {
            ast::Domain::Truth => Type::Truth,
            ast::Domain::SetOf(name) => self.type_named(name).map_or(Type::Unknown, Type::Set),
            ast::Domain::Optional(name) | ast::Domain::One(name) => match self.number_type(&name.value) {
                Some((low, high)) if matches!(domain, ast::Domain::One(_)) => Type::Number(low, high),
                _ => self.type_named(name).map_or(Type::Unknown, Type::One),
            },
            ast::Domain::Range(low, high) => {
                let (from, to) = (self.number(low), self.number(high));
                match (from.kind, to.kind) {
                    (ExprKind::Constant(from), ExprKind::Constant(to)) if from.number() <= to.number() => {
                        Type::Number(from.number(), to.number())
                    }
                    _ => {
                        let span = low.span.to(high.span);
                        self.error(Code::OutOfRange, "a range goes from a fixed number to a higher one", span, "");
                        Type::Unknown
                    }
                }
            }
        }
    }

    fn type_named(&mut self, name: &ast::Name) -> Option<Domain> {
        let domain = self.domain_named(&name.value);
        if let (None, Some(ours)) = (domain, type_here(&name.value)) {
            let message = format!("there is no type `{}`", name.value);
            let diagnostic = Diagnostic::new(Code::UnknownName, message, name.span, "not declared");
            self.report(diagnostic.suggest(format!("it is written `{ours}` here"), name.span, ours));
        } else if domain.is_none() {
            let mut known: Vec<String> = self.types.iter().map(|model| model.name.clone()).collect();
            known.extend(["cell", "cells", "player", "direction", "kind", "number"].map(str::to_string));
            self.unknown_name("type", name, known.iter().map(String::as_str));
        }
        domain
    }

    /// The first value of every variable, once all names are known.
    pub(super) fn first_values(&mut self) {
        for (index, item) in self.remembered().into_iter().enumerate() {
            let (ty, name) = (self.variables[index].ty, self.variables[index].name.clone());
            let optional = matches!(item.domain, ast::Domain::Optional(_));
            let first = match &item.first {
                Some(first) => {
                    let value = self.expr(first, ty.domain());
                    let value = self.fit(value, ty);
                    self.check_range(&name, self.wanted_of(index), &value);
                    match value.kind {
                        ExprKind::Constant(value) => value,
                        _ => {
                            self.error(Code::WrongType, "the first value is fixed", first.span, "");
                            Value::NONE
                        }
                    }
                }
                None => first_of(ty, optional),
            };
            self.variables[index].first = vec![first; self.kinds.len().max(1)];
            if item.first.is_none() {
                self.starting_poses(index);
            }
        }
    }
}

impl Checker<'_> {
    /// Pieces that are cubes lie at first as their kind is printed.
    fn starting_poses(&mut self, index: usize) {
        let Type::One(Domain::Type(ty)) = self.variables[index].ty else { return };
        let Some(cube) = self.types.get(ty).and_then(|model| model.cube.as_ref()) else { return };
        for (kind, pose) in &cube.starts {
            let kinds = (0..self.kinds.len()).filter(|&k| kind.as_ref().is_none_or(|kind| *kind == self.kinds[k].name));
            for kind in kinds {
                self.variables[index].first[kind] = Value::One(Some(*pose));
            }
        }
    }
}

/// The value that a variable has if the file does not say: the first of its domain.
fn first_of(ty: Type, optional: bool) -> Value {
    match ty {
        Type::Truth => Value::Truth(false),
        Type::Number(low, _) => Value::Number(low),
        Type::Set(_) => Value::Set(Set::default()),
        Type::One(Domain::Type(_) | Domain::Player) if !optional => Value::One(Some(0)),
        _ => Value::NONE,
    }
}
