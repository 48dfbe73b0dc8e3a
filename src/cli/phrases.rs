//! What is said during play, in the language of whoever plays. The words are those of the part `play` of the tables in
//! `phrases/`.

use std::env;
use std::fmt::Display;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::rulebook::language::{self, Language, Template};
use crate::rules::look::Look;

/// The language of a table that is always there.
const ENGLISH: &str = "en";

/// The words of a language.
#[derive(Clone, Copy, Debug)]
pub struct Phrases {
    table: Option<&'static Language>,
}

impl Phrases {
    /// The words of a language, or the English ones where there is no table for it.
    pub fn of(code: &str) -> Self {
        Self { table: language::language(code).or_else(|| language::language(ENGLISH)) }
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

/// The language that was asked for, or else that of the environment where there is a table for it, or else English.
pub fn chosen(asked: &str) -> String {
    if !asked.is_empty() {
        return asked.to_owned();
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    let locale = locale.map(|locale| locale.to_string_lossy().to_lowercase()).unwrap_or_default();
    let code = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
    language::language(code).map_or(ENGLISH, |table| table.code.as_str()).to_owned()
}

/// A text for comparing what is typed: in small letters and without accents.
pub fn folded(text: &str) -> String {
    let plain: String = text.nfd().filter(|sign| !is_combining_mark(*sign)).collect();
    plain.to_lowercase().replace('œ', "oe").replace('æ', "ae").replace('ß', "ss")
}

/// The text of an option with the words that the file has in a language for the names in it.
pub fn localized(look: &Look, notation: &str, language: &str) -> String {
    let Some(words) = look.words.get(language) else { return notation.to_owned() };
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
    // Where the whole is a name, or stands before or behind a sign of the notation, no other name is in it.
    let mut told = String::new();
    let mut rest = notation;
    while !rest.is_empty() {
        let end = rest.find(|sign: char| !is_part(sign)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        told += &translated_parts(words, word);
        let next = behind.find(is_part).unwrap_or(behind.len());
        let (signs, behind) = behind.split_at(next);
        told += signs;
        rest = behind;
    }
    told
}

/// A word, or else its parts between dashes, in another language. Single letters and cells stand as they are.
fn translated_parts(words: &std::collections::BTreeMap<String, String>, word: &str) -> String {
    let is_name = |word: &str| word.chars().count() > 1;
    let found = |word: &str| words.get(word).filter(|_| is_name(word)).cloned();
    if let Some(whole) = found(word) {
        return whole;
    }
    let parts = word.split('-').map(|part| found(part).unwrap_or_else(|| part.to_owned()));
    parts.collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests;
