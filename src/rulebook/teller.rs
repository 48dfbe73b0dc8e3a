//! Phrases said in a language, with the words that a rule file gives.

use std::collections::{BTreeMap, BTreeSet};

use crate::phrases::form::{Article, Form, capital};
use crate::phrases::language::{Language, Noun, Template};
use crate::rules::look::Look;

use super::phrase::Phrase;

/// The texts by form, in the order in which they are tried.
const FORMS: [&str; 8] = ["no", "each", "pl-dat", "pl", "dat", "acc", "gen", "a"];

/// Says phrases in a language.
#[derive(Debug)]
pub struct Teller<'a> {
    /// The language.
    pub language: &'static Language,
    /// What the rule file says of its names.
    pub look: &'a Look,
    /// The plurals of kinds, as the file declares them.
    pub plurals: BTreeMap<String, String>,
    /// The kinds of which each player has one.
    pub single: BTreeSet<String>,
    /// What a place of the board is called: `square`, `cell` or `point`.
    pub site: &'static str,
    /// The only kind of pieces, if there is only one.
    pub only_kind: Option<String>,
}

impl Teller<'_> {
    /// The phrase as a sentence: with a capital and a full stop.
    pub fn sentence(&self, phrase: &Phrase) -> String {
        let text = capital(self.text(phrase).trim_end_matches(','));
        match text.chars().last() {
            None | Some('.' | ':' | '!' | '?') => text,
            _ => text + ".",
        }
    }

    /// The phrase as words within a line.
    pub fn text(&self, phrase: &Phrase) -> String {
        self.language.bound(&self.language.joined(&self.said(phrase, &Form::default())))
    }

    /// A name of the file in the language.
    pub fn name(&self, plain: &str) -> String {
        self.forms(plain).first().cloned().unwrap_or_default()
    }

    /// The note that the file has on a name: the last of its words, if it is a sentence.
    pub fn note(&self, plain: &str) -> Option<String> {
        let words = self.look.forms.get(&self.language.code)?.get(plain)?;
        words.last().filter(|word| is_note(word)).map(|note| self.language.bound(note))
    }

    /// A name of the file, with a capital.
    pub fn heading(&self, plain: &str) -> String {
        capital(&self.name(plain))
    }

    /// All forms that are known of a name.
    pub fn all_forms(&self, plain: &str) -> Vec<String> {
        self.forms(plain)
    }

    /// Whether the file has a word for a name in this language.
    pub fn has_word(&self, plain: &str) -> bool {
        let words = self.look.forms.get(&self.language.code).and_then(|words| words.get(plain));
        words.is_some_and(|words| words.iter().any(|word| !is_note(word)))
    }

    /// A definition: the word that the file has for it, else what it is, else its name.
    fn defined(&self, key: &str, holes: &[(&'static str, Phrase)], form: &Form) -> String {
        let hole = |name: &str| holes.iter().find(|(known, _)| *known == name).map(|(_, phrase)| phrase);
        let Some(Phrase::Term(word)) = hole("word") else { return String::new() };
        let inline = hole("inline").filter(|inline| !inline.is_nothing());
        match (key, self.has_word(word), inline) {
            ("defined-truth", true, _) => self.name(word),
            ("defined-not", true, _) => match self.forms(word).get(1) {
                Some(contrary) => contrary.clone(),
                None => self.said(&Phrase::with("is-not-so", Phrase::Text(self.name(word))), form),
            },
            (_, false, Some(inline)) => self.said(inline, form),
            ("defined-truth", false, None) => self.said(&Phrase::with("is-so", Phrase::Term(word.clone())), form),
            ("defined-not", false, None) => self.said(&Phrase::with("is-not-so", Phrase::Term(word.clone())), form),
            (_, has_word, _) => {
                let name = if has_word { Phrase::Name(word.clone()) } else { Phrase::Term(word.clone()) };
                let said = match (hole("key"), hole("p")) {
                    (Some(Phrase::Say(key, _)), _) if has_word => Phrase::with(key, name),
                    (Some(Phrase::Say("own" | "own-one", _)), _) => Phrase::with("your-value", name),
                    (Some(_), _) => Phrase::Say("value-of", vec![("x", name), ("of", Phrase::of("your-opponent"))]),
                    (_, Some(player)) => Phrase::Say("of-player", vec![("x", name), ("p", player.clone())]),
                    _ => match hole("given").filter(|given| !has_word && !given.is_nothing()) {
                        Some(given) => Phrase::Say("value-of", vec![("x", name), ("of", given.clone())]),
                        None => name,
                    },
                };
                self.said(&said, form)
            }
        }
    }

    fn said(&self, phrase: &Phrase, form: &Form) -> String {
        match phrase {
            Phrase::Nothing => String::new(),
            Phrase::Text(text) => text.clone(),
            Phrase::Number(number) => number.to_string(),
            Phrase::Player(name) => self.name(name),
            Phrase::Term(name) => self.quoted(name),
            Phrase::Name(name) => self.noun(self.language.noun_of(&self.forms(name)), Some(name), form),
            Phrase::List(word, all) => self.list(word, all, form),
            // What is remembered is called by the word that the file has for it.
            Phrase::Say("variable", holes) => match holes.first() {
                Some((_, Phrase::Term(word))) if self.has_word(word) => self.said(&Phrase::Name(word.clone()), form),
                Some((_, word)) => self.said(word, form),
                None => String::new(),
            },
            // A word that needs no quotes where it stands.
            Phrase::Say("plain", holes) => match holes.first() {
                Some((_, Phrase::Term(word))) => self.name(word),
                _ => String::new(),
            },
            Phrase::Say("your-value" | "your-site", holes) if self.is_worded(holes) => {
                let Some((_, Phrase::Term(word))) = holes.first() else { return String::new() };
                // Each has one of them.
                let article = if form.article == Article::A { Article::The } else { form.article };
                self.said(&Phrase::with("own", Phrase::Name(word.clone())), &Form { article, ..form.clone() })
            }
            Phrase::Say("if-worded", holes) => match (self.is_worded(holes), &holes[..]) {
                (true, [_, (_, worded), ..]) => self.said(worded, form),
                (_, [.., (_, apart)]) => self.said(apart, form),
                _ => String::new(),
            },
            Phrase::Say("being-so", holes) => self.being(holes, 0, "being-noted", form),
            Phrase::Say("being-not-so", holes) => self.being(holes, 1, "being-not-noted", form),
            Phrase::Say("free-worded", holes) => match holes.first() {
                Some((_, Phrase::Say(_, inner))) if self.is_worded(inner) => {
                    self.said(&Phrase::with("free", holes[0].1.clone()), form)
                }
                _ => holes.get(1).map_or_else(String::new, |(_, apart)| self.said(apart, form)),
            },
            Phrase::Say(key @ ("defined" | "defined-of" | "defined-truth" | "defined-not"), holes) => {
                self.defined(key, holes, form)
            }
            Phrase::Say(key, holes) => self.phrase(key, holes, form),
        }
    }

    /// A name in quotes.
    fn quoted(&self, name: &str) -> String {
        let (open, close) = &self.language.quotes;
        let name = match name {
            "yes" | "no" if !self.has_word(name) => self.raw(name, &Form::default()).to_owned(),
            name => self.name(name),
        };
        format!("{open}{name}{close}")
    }

    /// Whether the file has a word for the name in the first hole.
    fn is_worded(&self, holes: &[(&'static str, Phrase)]) -> bool {
        matches!(holes.first(), Some((_, Phrase::Term(word))) if self.has_word(word))
    }

    /// What is so of a piece: in the words of the file, which come with their contrary, or by its mark.
    fn being(&self, holes: &[(&'static str, Phrase)], which: usize, key: &'static str, form: &Form) -> String {
        let Some((_, Phrase::Term(word))) = holes.first() else { return String::new() };
        match &self.forms(word)[..] {
            words @ [_, _, ..] if self.has_word(word) => words[which].clone(),
            _ => self.phrase(key, holes, form),
        }
    }

    fn noun(&self, noun: Noun, name: Option<&String>, form: &Form) -> String {
        let mut form = form.clone();
        let is_single = name.is_some_and(|name| self.single.contains(name));
        let is_one = form.yours || form.adjectives.iter().any(|key| key == "enemy");
        match form.article {
            Article::A | Article::The if is_single && is_one => (form.article, form.plural) = (Article::The, false),
            Article::A if is_single && !form.plural => form.article = Article::The,
            Article::The if is_single && !form.plural => {}
            _ => {}
        }
        self.language.inflected(&noun, &form)
    }

    /// The forms of a name: those of the file in this language, or the plain ones.
    fn forms(&self, plain: &str) -> Vec<String> {
        let given = self.look.forms.get(&self.language.code).and_then(|words| words.get(plain));
        let given: Vec<String> = given.into_iter().flatten().filter(|form| !is_note(form)).cloned().collect();
        if given.first().is_some_and(|form| !form.is_empty()) {
            return given;
        }
        let is_kind = self.plurals.contains_key(plain);
        let is_player = self.look.players.iter().any(|player| player.name.plain == plain);
        let plain_words = |name: &str| match is_player || name.contains(' ') {
            true => name.to_owned(),
            false => name.replace(['-', '_'], " "),
        };
        let lower = |name: &str| match is_kind && !self.language.has_capital_nouns() {
            true => plain_words(name).to_lowercase(),
            false => plain_words(name),
        };
        match self.plurals.get(plain) {
            Some(plural) => vec![lower(plain), lower(plural)],
            None => vec![lower(plain)],
        }
    }

    fn list(&self, word: &str, all: &[Phrase], form: &Form) -> String {
        let said: Vec<String> = all.iter().map(|one| self.said(one, form)).filter(|text| !text.is_empty()).collect();
        let Some((last, before)) = said.split_last() else { return String::new() };
        if before.is_empty() {
            return last.clone();
        }
        // `if a and if b`, where a language says so.
        let says_all = match word {
            "and-if" | "and-that" => self.raw(word, form) != self.raw("and", form),
            "or-if" | "or-that" => self.raw(word, form) != self.raw("or", form),
            _ => false,
        };
        let is_nested = all.iter().any(|one| matches!(one, Phrase::List(..)));
        let key = word;
        let word = self.raw(word, form);
        if says_all {
            let comma = if is_nested { "," } else { "" };
            // `if a, if b and if c`: what stands before the word for each part is said once, before the last.
            let each =
                word.strip_prefix(self.raw(if says_and(key) { "and" } else { "or" }, form)).map_or(word, str::trim);
            let before = before.join(&format!(", {each} "));
            return format!("{before}{comma} {word} {last}");
        }
        // Parts with commas of their own are kept apart.
        let semicolon = self.language.semicolon.as_str();
        let apart = if word == ";" || said.iter().any(|part| part.contains(", ")) { semicolon } else { ", " };
        if word == ";" {
            return said.join(semicolon);
        }
        let gap = if apart == semicolon { semicolon } else { " " };
        let gap = if before.len() == 1 && (apart == semicolon || is_nested) { ", " } else { gap };
        format!("{}{gap}{word} {last}", before.join(apart))
    }

    fn raw<'b>(&'b self, key: &'b str, form: &Form) -> &'b str {
        match self.language.template(key) {
            None => key,
            Some(Template::One(text)) => text,
            Some(Template::Several(texts)) => {
                let fits = FORMS.iter().filter(|name| form.is(name)).find_map(|name| texts.get(*name));
                fits.or_else(|| texts.get("else")).map_or("", String::as_str)
            }
        }
    }

    fn phrase(&self, key: &str, holes: &[(&'static str, Phrase)], form: &Form) -> String {
        let own = match key {
            "site" if self.has_word("cell") => Some(self.language.noun_of(&self.forms("cell"))),
            "site" => self.language.noun(self.site),
            "piece" => match &self.only_kind {
                Some(kind) => return self.noun(self.language.noun_of(&self.forms(kind)), Some(kind), form),
                None => self.language.noun("piece"),
            },
            _ => self.language.noun(key),
        };
        if let Some(noun) = own {
            return self.language.inflected(&noun, form);
        }
        let has_number = |n: i64| holes.iter().any(|(name, phrase)| *name == "n" && *phrase == Phrase::Number(n));
        let text = match self.language.template(key) {
            Some(Template::Several(texts)) if has_number(1) && texts.contains_key("one") => texts["one"].as_str(),
            Some(Template::Several(texts)) if has_number(2) && texts.contains_key("two") => texts["two"].as_str(),
            _ => self.raw(key, form),
        };
        self.filled(text, holes, form)
    }

    fn filled(&self, text: &str, holes: &[(&'static str, Phrase)], form: &Form) -> String {
        let mut said = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((hole, behind)) = after.split_once('}') else { break };
            said += before;
            said += &self.hole(hole, holes, form);
            rest = behind;
        }
        said + rest
    }

    /// What stands in a hole: `{x}`, `{x:the.pl}`, `{^x}` in the form of the whole, `{ x}` with a blank before it if it
    /// is not empty, `{, x}` with a comma.
    fn hole(&self, hole: &str, holes: &[(&'static str, Phrase)], form: &Form) -> String {
        let name = hole.trim_start_matches([' ', ',', '^']);
        let lead: String = hole[..hole.len() - name.len()].chars().filter(|sign| *sign != '^').collect();
        let (name, marks) = name.split_once(':').unwrap_or((name, ""));
        let base = if hole.contains('^') { form.clone() } else { Form::default() };
        let mut form = base.marked(marks);
        // `<x` is what stands in the hole x as an adjective before the noun, `>x` behind it.
        for mark in marks.split('.') {
            let word = |name: &str| match holes.iter().find(|(known, _)| *known == name) {
                // The second form is that of an adjective of a place.
                Some((_, Phrase::Term(plain))) => self.forms(plain).into_iter().take(2).next_back(),
                Some((_, phrase)) => Some(self.said(phrase, &Form::default())),
                None => None,
            };
            form.ahead.extend(mark.strip_prefix('<').and_then(word));
            form.behind.extend(mark.strip_prefix('>').and_then(word));
        }
        let said = match holes.iter().find(|(known, _)| *known == name) {
            // Conditions that stand behind `if` one after the other.
            Some((_, Phrase::List(word @ ("and" | "or"), all))) if matches!(name, "c" | "that") => {
                let keys = if name == "c" { ["and-if", "or-if"] } else { ["and-that", "or-that"] };
                self.list(keys[usize::from(*word == "or")], all, &form)
            }
            Some((_, phrase)) => self.said(phrase, &form),
            None => self.phrase(name, &[], &form),
        };
        if said.is_empty() { said } else { lead + &said }
    }
}

fn says_and(word: &str) -> bool {
    word.starts_with("and")
}

/// Whether a word that the file gives is a whole sentence.
fn is_note(word: &str) -> bool {
    word.contains(' ') && word.ends_with(['.', '!', '?'])
}
