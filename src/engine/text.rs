//! The texts of options, and reading them back.

use std::fmt::Write as _;

use crate::program::node::NOTHING;
use crate::program::{Part, Template};
use crate::rules::types::{Domain, Type};

use super::bits::Bits;
use super::course::{Course, Note};
use super::machine::Machine;
use super::scalars::member;
use super::scratch::Scratch;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// Writes the text of a run of a move.
    pub fn write_text(&self, sc: &mut Scratch<W>, course: &Course, run: &State, took: bool, out: &mut String) {
        let start = out.len();
        let text = &self.program.moves[course.number as usize];
        match (&text.notation, course.before.last()) {
            (Some((quiet, taking)), Some(before)) => {
                self.fill(sc, if took { taking } else { quiet }, (course.base.1, before, run), out);
            }
            _ => {
                let notes = std::mem::take(&mut sc.notes);
                self.plain_text(course.number, &notes[course.base.1..], run, out);
                sc.notes = notes;
            }
        }
        if out[start..].contains(char::is_whitespace) {
            let joined = in_one_word(out.split_off(start));
            *out += &joined;
        }
    }

    /// A template on the position before the travel, with the names that the run has bound and the notes that it took.
    fn fill(
        &self,
        sc: &mut Scratch<W>,
        template: &Template,
        (notes, before, run): (usize, &State, &State),
        out: &mut String,
    ) {
        let mut state = sc.copy(before);
        let names = self.program.layout.names_start..self.program.layout.key_end;
        state.words[names.clone()].copy_from_slice(&run.words[names]);
        state.turn.who = run.turn.who;
        for part in template {
            match part {
                Part::Text(text) => *out += text,
                Part::Scalar(id, ty) => {
                    let value = self.scalar(sc, &state, *id);
                    self.write_value(value, *ty, out);
                }
                Part::Set(id, ty) => {
                    let domain = ty.domain().unwrap_or(Domain::Cell);
                    for (index, member) in self.set(sc, &state, *id).iter().enumerate() {
                        *out += if index > 0 { "," } else { "" };
                        *out += self.program.letter_of(domain, member).as_ref();
                    }
                }
                Part::Each(slots) => {
                    for note in &sc.notes[notes..] {
                        if let Note::Later(domain, member, slot) = note
                            && slots.contains(slot)
                        {
                            *out += self.program.letter_of(*domain, *member).as_ref();
                        }
                    }
                }
            }
        }
        sc.give(state);
    }

    fn write_value(&self, value: i64, ty: Type, out: &mut String) {
        match ty {
            Type::Truth => *out += if value == 1 { "yes" } else { "no" },
            Type::Number(..) | Type::One(Domain::Number) if value != NOTHING => {
                let _ = write!(out, "{value}");
            }
            Type::One(domain) | Type::Set(domain) => {
                if let Some(member) = member(value) {
                    *out += self.program.letter_of(domain, member).as_ref();
                }
            }
            _ => {
                if let Some(member) = member(value) {
                    let _ = write!(out, "{member}");
                }
            }
        }
    }

    /// What is written of a run whose file does not say how.
    pub fn plain_text(&self, number: u16, notes: &[Note], run: &State, out: &mut String) {
        let name = self.program.rules.moves[number as usize].name.as_str();
        let went = |note: &Note| matches!(note, Note::Travel { .. } | Note::Drop(..) | Note::Stay(_));
        let first = notes.iter().take_while(|note| matches!(note, Note::First(..))).count();
        let (first, rest) = notes.split_at(first);
        let travels = rest.iter().any(went);
        let taken = if travels { Bits::EMPTY } else { self.taken(run) };
        for (index, note) in first.iter().enumerate() {
            *out += if index > 0 && !travels { "," } else { "" };
            self.write_note(note, name, &taken, out);
            *out += if travels { ":" } else { "" };
        }
        if first.is_empty() && !travels {
            *out += name;
        }
        let mut on_the_way = false;
        for note in rest {
            match note {
                Note::Travel { landing, took, .. } if on_the_way => {
                    *out += if *took { "x" } else { "-" };
                    self.write_name(Domain::Cell, *landing, out);
                }
                Note::First(domain, member) => self.write_later(*domain, *member, out),
                _ => self.write_note(note, name, &taken, out),
            }
            on_the_way |= went(note);
        }
    }

    fn write_note(&self, note: &Note, name: &str, taken: &Bits<W>, out: &mut String) {
        match *note {
            Note::First(Domain::Cell, member) if taken.contains(member) => {
                out.push('x');
                self.write_name(Domain::Cell, member, out);
            }
            Note::First(domain, member) => self.write_word(domain, member, out),
            Note::Travel { origin, landing, took } => {
                self.write_name(Domain::Cell, origin, out);
                out.push(if took { 'x' } else { '-' });
                self.write_name(Domain::Cell, landing, out);
            }
            Note::Drop(kind, landing) => {
                if self.program.several_dropped {
                    self.write_word(Domain::Kind, u16::from(kind), out);
                    out.push('@');
                }
                self.write_name(Domain::Cell, landing, out);
            }
            Note::Stay(origin) => {
                *out += name;
                out.push('(');
                self.write_name(Domain::Cell, origin, out);
                out.push(')');
            }
            Note::Later(domain, member, _) => self.write_later(domain, member, out),
            Note::Stop => out.push('.'),
        }
    }

    fn write_later(&self, domain: Domain, member: u16, out: &mut String) {
        out.push(match domain {
            Domain::Kind => '=',
            Domain::Cell => '/',
            _ => ':',
        });
        self.write_word(domain, member, out);
    }

    /// The letter of a member, or its name where the letter is empty.
    fn write_word(&self, domain: Domain, member: u16, out: &mut String) {
        *out += self.program.word_of(domain, member).as_ref();
    }

    fn write_name(&self, domain: Domain, member: u16, out: &mut String) {
        match self.program.name_in_rules(domain, member) {
            Some(name) => *out += name,
            None => {
                let _ = write!(out, "{member}");
            }
        }
    }

    /// The name of a member of a domain.
    pub fn name_of(&self, domain: Domain, member: u16) -> String {
        self.program.name_of(domain, member).into_owned()
    }
}

/// A text without blanks.
pub fn in_one_word(text: String) -> String {
    if text.contains(char::is_whitespace) { text.split_whitespace().collect::<Vec<_>>().join("-") } else { text }
}
