//! The tables of `phrases/`, one for each language, and what is said from their part `play`: during a match, and beside
//! pictures of positions.

use std::fmt::{self, Display};

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::rules::look::Look;

pub mod breaks;
pub mod form;
pub mod language;
mod outcome;
mod typed;
mod values;

pub use outcome::{player_name, translated};
pub use typed::{meant_in, told_options};

use language::{Language, Template};

/// The language of a table that is always there.
pub const ENGLISH: &str = "en";

/// The words of a language.
#[derive(Clone, Copy)]
pub struct Phrases {
    table: Option<&'static Language>,
}

impl fmt::Debug for Phrases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Phrases").field(&self.code()).finish()
    }
}

impl PartialEq for Phrases {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Phrases {
    /// The words of a language, or the English ones where there is no table for it.
    pub fn of(code: &str) -> Self {
        Self { table: language::language(code).or_else(|| language::language(ENGLISH)) }
    }

    /// The code of the language.
    pub fn code(&self) -> &'static str {
        self.table.map_or(ENGLISH, |table| table.code.as_str())
    }

    /// What stands under a key, with values in its holes; a count, the hole `n`, chooses between one and several.
    pub fn say(&self, key: &str, holes: &[(&str, &dyn Display)]) -> String {
        let is_one = holes.iter().any(|(name, value)| *name == "n" && value.to_string() == "1");
        let table = self.table.and_then(|table| table.of_play(key));
        let text = match table.or_else(|| language::language(ENGLISH)?.of_play(key)) {
            Some(Template::One(text)) => text,
            Some(Template::Several(texts)) => {
                let text = texts.get("one").filter(|_| is_one).or_else(|| texts.get("else"));
                text.map_or(key, String::as_str)
            }
            None => key,
        };
        filled(text, holes)
    }

    /// What stands under a key that has no holes.
    pub fn word(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// What stands before and behind the hole `who` of a phrase, with values in its other holes: for what is written in a
    /// colour of its own.
    pub fn around_who(&self, key: &str, holes: &[(&str, &dyn Display)]) -> (String, String) {
        // No text has this sign.
        let holes: Vec<(&str, &dyn Display)> = holes.iter().copied().chain([("who", &'\0' as &dyn Display)]).collect();
        let said = self.say(key, &holes);
        let (before, behind) = said.split_once('\0').unwrap_or((said.as_str(), ""));
        (before.to_owned(), behind.to_owned())
    }

    /// So many of something: `moves` with 1 gives "1 move".
    pub fn counted(&self, key: &str, n: usize) -> String {
        self.say(key, &[("n", &n)])
    }

    /// So many of what a rule file has these forms for: its name, perhaps what several are called, perhaps its gender.
    pub fn several(&self, n: u32, forms: &[String]) -> String {
        let name = forms.first().map_or("?", String::as_str);
        match self.table.filter(|_| n != 1) {
            Some(table) => format!("{n} {}", table.noun_of(forms).plural),
            None => format!("{n} {name}"),
        }
    }

    /// The words that are typed for a command, in this language and in English.
    pub fn commands(&self, key: &str) -> Vec<String> {
        let english = Self::of(ENGLISH).word(key);
        let typed = self.word(key) + "|" + &english;
        typed.split('|').map(folded).collect()
    }

    /// A name in quotes.
    pub fn quoted(&self, name: &str) -> String {
        let (open, close) = self.table.map_or(("`", "`"), |table| match table.code.as_str() {
            ENGLISH => ("`", "`"),
            _ => (table.quotes.0.as_str(), table.quotes.1.as_str()),
        });
        format!("{open}{name}{close}")
    }
}

fn filled(text: &str, holes: &[(&str, &dyn Display)]) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((hole, behind)) = after.split_once('}') else { break };
        said += before;
        if let Some((_, value)) = holes.iter().find(|(name, _)| *name == hole) {
            said += &value.to_string();
        }
        rest = behind;
    }
    said + rest
}

/// A text for comparing what is typed: in small letters and without accents.
pub fn folded(text: &str) -> String {
    let plain: String = text.nfd().filter(|sign| !is_combining_mark(*sign)).collect();
    plain.to_lowercase().replace('œ', "oe").replace('æ', "ae").replace('ß', "ss")
}

/// The text of an option with the words that the file has in a language for the names in it.
pub fn localized(look: &Look, notation: &str, language: &str) -> String {
    let found = |word: &str| word_of(look, word, language);
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
    // Where the whole is a name, or stands before or behind a sign of the notation, no other name is in it.
    let mut told = String::new();
    let mut rest = notation;
    while !rest.is_empty() {
        let end = rest.find(|sign: char| !is_part(sign)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        told += &translated_parts(&found, word);
        let next = behind.find(is_part).unwrap_or(behind.len());
        let (signs, behind) = behind.split_at(next);
        told += signs;
        rest = behind;
    }
    told
}

/// What a name in a move is called in a language: as the file says it, or a direction as everybody does. Single letters
/// stand as they are.
fn word_of(look: &Look, word: &str, language: &str) -> Option<String> {
    word.chars().nth(1)?;
    let own = || Phrases::of(language).direction(word).filter(|told| told != word);
    look.words.get(language).and_then(|words| words.get(word).cloned()).or_else(own)
}

/// A word, or else its parts between dashes, as many together as have a word, in another language.
fn translated_parts(found: &dyn Fn(&str) -> Option<String>, word: &str) -> String {
    let ends = |from: &usize| word.len() == *from || word[*from..].starts_with('-');
    let mut told = String::new();
    let mut from = 0;
    while from < word.len() {
        let places = (from + 1..=word.len()).rev().filter(|end| word.is_char_boundary(*end)).filter(ends);
        let known = places.filter_map(|end| Some((end, found(&word[from..end])?))).next();
        let end = word[from..].find('-').map_or(word.len(), |dash| from + dash);
        let (end, part) = known.unwrap_or_else(|| (end, word[from..end].to_owned()));
        told += &part;
        if word[end..].starts_with('-') {
            told.push('-');
        }
        from = end + 1;
    }
    told
}

#[cfg(test)]
mod tests;
