//! Words of the book: definitions, tables, and what is remembered.

use super::{Block, Chapter, ItemKind, Node, Phrase, Writer, say};
use crate::rulebook::names::Define;
use crate::rulebook::say::{anybodys, nobodys, size};
use crate::syntax::ast::{Domain, ExprKind, Lifetime, Params, RememberItem};

impl<'a> Writer<'a> {
    pub(super) fn words(&self) -> Option<Chapter> {
        let mut nodes = Vec::new();
        for variable in &self.names.variables {
            let name = &variable.name.value;
            match self.teller.note(name) {
                // It is told where it is noted, and has no word that could be looked up.
                Some(_) if variable.domain == Domain::Truth => {}
                Some(note) => nodes.push(Node::leaf(word_noted(name, note))),
                None => nodes.push(Node::leaf(self.remembered(variable))),
            }
        }
        for (number, define) in self.names.defines.iter().enumerate() {
            let is_first = !self.names.defines[..number].iter().any(|before| before.name == define.name);
            match self.teller.note(define.name) {
                Some(note) if is_first => nodes.push(Node::leaf(word_noted(define.name, note))),
                Some(_) => {}
                None if self.is_told(define) => nodes.push(Node::leaf(self.definition(define))),
                None => {}
            }
        }
        let mut blocks: Vec<Block> = self.list(&nodes, false).into_iter().collect();
        for item in &self.module.items {
            if let ItemKind::Table { name, rows, .. } = &item.kind {
                blocks.push(self.paragraph(&Phrase::with("table", Phrase::Term(name.value.clone()))));
                let cell = |expr| self.tell(&self.say.value(expr));
                let rows = rows.iter().map(|(key, value)| vec![cell(key), cell(value)]).collect();
                blocks.push(Block::Table { head: Vec::new(), rows });
            }
        }
        (!blocks.is_empty()).then(|| self.chapter("title-words", blocks))
    }

    /// Whether a definition is told of here: the file has a word for it, or it is too long to be told where it is used.
    fn is_told(&self, define: &Define<'a>) -> bool {
        let is_long = size(define.body) > crate::rulebook::say::LONGEST;
        is_long || self.names.cases(define.name).len() > 1 || self.teller.has_word(define.name)
    }

    /// A definition as a sentence.
    pub(super) fn definition(&self, define: &Define<'a>) -> Phrase {
        let word = Phrase::Term(define.name.to_owned());
        let noun = Phrase::with("variable", word.clone());
        let within = self.say.defining(define);
        let is_truth = within.is_truth(define.body);
        let of = match define.params {
            Params::Of(case) if self.names.cases(define.name).len() > 1 => {
                Phrase::with("case-of", within.case_name(&case.value))
            }
            Params::None | Params::Of(_) | Params::List(_) => Phrase::Nothing,
        };
        match is_truth {
            true => say!("definition-truth", word = word, of = of, that = within.condition(define.body, true)),
            false if matches!(define.body.bare().value, ExprKind::List(_)) => {
                say!("definition-all", word = noun, of = of, x = within.value(define.body))
            }
            false if matches!(define.body.bare().value, ExprKind::Lines { .. }) => {
                say!("definition-one", word = noun, of = of, x = anybodys(nobodys(within.value(define.body))))
            }
            false if within.is_goal(define.body) => {
                say!("definition-one", word = noun, of = of, x = within.destination(define.body))
            }
            false => say!("definition", word = noun, of = of, x = within.value(define.body)),
        }
    }

    fn remembered(&self, variable: &RememberItem) -> Phrase {
        let holder = match variable.of_each.first().map(|name| name.value.as_str()) {
            None => Phrase::Nothing,
            Some("player") => Phrase::with("for-each-holder", Phrase::of("player")),
            Some("cell") => Phrase::with("for-each-holder", Phrase::of("site")),
            Some("direction") => Phrase::with("for-each-holder", Phrase::of("direction")),
            Some("kind") => Phrase::with("for-each-holder", Phrase::of("kind")),
            Some("piece") => Phrase::with("for-each-holder", Phrase::of("piece")),
            Some(_) => {
                let holders = variable.of_each.iter().map(|name| {
                    let is_kind = self.teller.plurals.contains_key(&name.value);
                    let name = name.value.clone();
                    Phrase::with("for-each-holder", if is_kind { Phrase::Name(name) } else { Phrase::Term(name) })
                });
                Phrase::list("and", holders.collect())
            }
        };
        let domain = match &variable.domain {
            Domain::Truth => Phrase::of("domain-truth"),
            Domain::Range(low, high) => say!("domain-range", a = self.say.value(low), b = self.say.value(high)),
            Domain::SetOf(name) => Phrase::with("domain-set", domain_noun(&name.value)),
            Domain::Optional(name) => Phrase::with("domain-optional", domain_noun(&name.value)),
            Domain::One(name) => Phrase::with("domain-one", domain_noun(&name.value)),
        };
        let lasts = match variable.lifetime {
            Lifetime::Game => Phrase::Nothing,
            Lifetime::Move => Phrase::of("lasts-move"),
            Lifetime::Turn => Phrase::of("lasts-turn"),
            Lifetime::TwoTurns => Phrase::of("lasts-two-turns"),
        };
        let first =
            variable.first.as_ref().map_or(Phrase::Nothing, |first| Phrase::with("begins-with", self.say.value(first)));
        let word = Phrase::Term(variable.name.value.clone());
        say!("remembered", word = word, holder = holder, domain = domain, lasts = lasts, first = first)
    }
}

/// A word with the note that the file has on it.
pub(super) fn word_noted(name: &str, note: String) -> Phrase {
    let word = Phrase::with("variable", Phrase::Term(name.to_owned()));
    say!("definition-noted", word = word, x = Phrase::Text(note))
}

fn domain_noun(name: &str) -> Phrase {
    match name {
        "cell" | "cells" => Phrase::of("site"),
        "direction" | "directions" => Phrase::of("direction"),
        "player" | "players" => Phrase::of("player"),
        "kind" | "kinds" => Phrase::of("kind"),
        name => Phrase::with("value-among", Phrase::Term(name.to_owned())),
    }
}
