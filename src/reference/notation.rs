//! The texts of options, and reading them back.

use std::sync::Arc;

use crate::rules::model::{Expr, Template, TemplatePart};
use crate::rules::types::{Domain, Set, Type, Value};

use super::position::Offer;
use super::run::{Note, Run};
use super::state::State;
use super::world::World;

impl World<'_> {
    /// The text of a run of a move.
    pub fn text(&self, number: usize, run: &Run) -> String {
        let text = &self.rules.moves[number];
        let written = match (&text.notation, &run.before) {
            (Some((quiet, taking)), Some(before)) => self.fill(if run.took { taking } else { quiet }, before, run),
            _ => self.plain_text(&text.name, run),
        };
        match written.contains(char::is_whitespace) {
            true => written.split_whitespace().collect::<Vec<_>>().join("-"),
            false => written,
        }
    }

    /// A template on the position before the travel, with the names that the run has bound.
    fn fill(&self, template: &Template, before: &Arc<State>, run: &Run) -> String {
        let state = State { kept: run.state.kept.clone(), ..before.as_ref().clone() };
        let mut scope = self.scope(&state, run.me);
        let part = |part: &TemplatePart| match part {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Value(expr) => {
                let value = scope.value(expr);
                self.value_text(expr, &value)
            }
            TemplatePart::Each(slots) => {
                let picked = run.notes.iter().filter_map(|note| match note {
                    Note::Later(domain, member, slot) if slots.contains(slot) => Some(self.letter_of(*domain, *member)),
                    _ => None,
                });
                picked.collect()
            }
        };
        template.iter().map(part).collect()
    }

    fn value_text(&self, expr: &Expr, value: &Value) -> String {
        match (value, expr.ty) {
            (Value::Truth(truth), _) => (if *truth { "yes" } else { "no" }).to_owned(),
            (Value::Number(number), _) => number.to_string(),
            (Value::One(None), _) => String::new(),
            (Value::One(Some(member)), Type::One(domain) | Type::Set(domain)) => self.letter_of(domain, *member),
            (Value::One(Some(member)), _) => member.to_string(),
            (Value::Set(set), ty) => {
                let domain = ty.domain().unwrap_or(Domain::Cell);
                set.iter().map(|member| self.letter_of(domain, member)).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// What is written of a run whose file does not say how.
    pub(super) fn plain_text(&self, name: &str, run: &Run) -> String {
        let went = |note: &Note| matches!(note, Note::Travel { .. } | Note::Drop(..) | Note::Stay(_));
        let first = run.notes.iter().take_while(|note| matches!(note, Note::First(..))).count();
        let (first, rest) = run.notes.split_at(first);
        let travels = rest.iter().any(went);
        let taken = if travels { Set::default() } else { run.state.taken() };
        let picked: Vec<String> = first.iter().map(|note| self.note_text(note, name, &taken)).collect();
        let mut text = match travels {
            true => picked.iter().map(|picked| format!("{picked}:")).collect(),
            false if picked.is_empty() => name.to_owned(),
            false => picked.join(","),
        };
        let mut on_the_way = false;
        for note in rest {
            match note {
                Note::Travel { landing, took, .. } if on_the_way => {
                    text += if *took { "x" } else { "-" };
                    text += &self.name_of(Domain::Cell, *landing);
                }
                Note::First(domain, member) => text += &self.later_text(*domain, *member),
                _ => text += &self.note_text(note, name, &taken),
            }
            on_the_way |= went(note);
        }
        text
    }

    /// What is chosen in an option, one by one.
    pub fn steps(&self, offer: &Offer) -> Vec<String> {
        let Some(number) = offer.played.as_ref().and_then(|played| played.number) else {
            return vec![offer.text.clone()];
        };
        let travels =
            offer.notes.iter().any(|note| matches!(note, Note::Travel { .. } | Note::Drop(..) | Note::Stay(_)));
        let taken = if travels { Set::default() } else { offer.state.taken() };
        let mut on_the_way = false;
        let mut steps = Vec::new();
        for note in &offer.notes {
            let text = match note {
                Note::Travel { landing, took, .. } if on_the_way => {
                    format!("{}{}", if *took { "x" } else { "-" }, self.name_of(Domain::Cell, *landing))
                }
                _ => self.note_text(note, &self.rules.moves[number].name, &taken),
            };
            steps.push(text);
            on_the_way |= matches!(note, Note::Travel { .. });
        }
        if steps.is_empty() {
            steps.push(offer.text.clone());
        }
        steps
    }

    fn note_text(&self, note: &Note, name: &str, taken: &Set) -> String {
        let cell = |cell: &u16| self.name_of(Domain::Cell, *cell);
        match note {
            Note::First(Domain::Cell, member) if taken.contains(*member) => {
                format!("x{}", cell(member))
            }
            Note::First(domain, member) => self.word_of(*domain, *member),
            Note::Travel { origin, landing, took } => {
                format!("{}{}{}", cell(origin), if *took { "x" } else { "-" }, cell(landing))
            }
            Note::Drop(kind, landing) if self.facts.several_dropped => {
                format!("{}@{}", self.word_of(Domain::Kind, *kind), cell(landing))
            }
            Note::Drop(_, landing) => cell(landing),
            Note::Stay(origin) => format!("{name}({})", cell(origin)),
            Note::Later(domain, member, _) => self.later_text(*domain, *member),
            Note::Stop => ".".to_owned(),
        }
    }

    fn later_text(&self, domain: Domain, member: u16) -> String {
        let sign = match domain {
            Domain::Kind => '=',
            Domain::Cell => '/',
            _ => ':',
        };
        format!("{sign}{}", self.word_of(domain, member))
    }

    /// The letter of a member where it has one, else its name; a kind may have an empty letter.
    pub(super) fn letter_of(&self, domain: Domain, member: u16) -> String {
        let look = &self.rules.look;
        match domain {
            Domain::Kind => look.kinds.get(member as usize).map(|kind| kind.notation.clone()),
            Domain::Type(number) => {
                let value = look.types.get(number).and_then(|looks| looks.values.get(member as usize));
                value.map(|value| value.letter.clone()).filter(|letter| !letter.is_empty())
            }
            Domain::Direction => look.letters.get(&self.name_of(domain, member)).cloned(),
            _ => None,
        }
        .unwrap_or_else(|| self.name_of(domain, member))
    }

    /// The letter of a member, or its name where the letter is empty.
    fn word_of(&self, domain: Domain, member: u16) -> String {
        Some(self.letter_of(domain, member)).filter(|word| !word.is_empty()).unwrap_or_else(|| {
            let letter = self.rules.look.kinds.get(member as usize).map(|kind| kind.letter.clone());
            letter.filter(|letter| !letter.is_empty()).unwrap_or_else(|| self.name_of(domain, member))
        })
    }

    /// The name of a member of a domain.
    pub fn name_of(&self, domain: Domain, member: u16) -> String {
        let index = member as usize;
        let rules = self.rules;
        let name = match domain {
            Domain::Cell => rules.board.cells.get(index).map(|cell| cell.name.clone()),
            Domain::Direction => rules.board.directions.get(index).map(|direction| direction.name.clone()),
            Domain::Player => rules.players.get(index).map(|player| player.name.clone()),
            Domain::Kind => rules.kinds.get(index).map(|kind| kind.name.clone()),
            Domain::Number => None,
            Domain::Type(number) => rules.types.get(number).and_then(|ty| ty.values.get(index).cloned()),
        };
        name.unwrap_or_else(|| member.to_string())
    }
}
