//! A language: one table of phrases, with the words that agree with one another.
//!
//! A table is a file of `phrases/`. What it may say is told in `docs/rules.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde::Deserialize;

use super::form::{Article, Case, Form, capital};

include!(concat!(env!("OUT_DIR"), "/phrases.rs"));

/// A table of phrases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The code, for instance `fr`.
    pub code: String,
    /// What it is called in itself.
    pub name: String,
    /// What stands before and behind a quoted name.
    pub quotes: (String, String),
    /// What stands before a colon.
    pub colon: String,
    /// Articles by name and case, for masculine, feminine, neuter and plural, and for the feminine plural where it has its
    /// own.
    articles: BTreeMap<String, Vec<String>>,
    /// Endings of adjectives by strength and case, for the same four.
    #[serde(default)]
    endings: BTreeMap<String, [String; 4]>,
    /// Adjectives: the word, or its four forms.
    adjectives: BTreeMap<String, Adjective>,
    /// Adjectives that stand before their noun.
    before: Vec<String>,
    /// The language's own nouns: singular, plural, gender, and the plural of the dative where it has its own.
    nouns: BTreeMap<String, Vec<String>>,
    /// Nouns that rule files may use: plural and gender.
    words: BTreeMap<String, (String, String)>,
    /// How plurals end, the first that fits: ending, and what stands in its place.
    plurals: Vec<(String, String)>,
    /// Of which gender words with these endings are, the first that fits.
    genders: Vec<(String, String)>,
    /// Whether nouns are written with a capital.
    #[serde(default)]
    capital_nouns: bool,
    /// Nouns, in small letters, whose singular is like their plural but where somebody does something: `den Bauern`.
    #[serde(default)]
    bent: Vec<String>,
    /// Words that grow together: written, becomes.
    together: Vec<(String, String)>,
    /// Words that change before some letters: word, becomes, letters.
    ahead: Vec<(String, String, String)>,
    /// Words before which they do not.
    #[serde(default)]
    not_ahead: Vec<String>,
    /// What stands between parts that have commas.
    #[serde(default = "semicolon")]
    pub semicolon: String,
    /// Blanks that may not end a line, each with the sign beside it.
    #[serde(default)]
    no_break: Vec<String>,
    /// The phrases.
    phrases: BTreeMap<String, Template>,
    /// What is said during play, and the commands that are typed there.
    play: BTreeMap<String, Template>,
}

/// An adjective.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Adjective {
    /// The same everywhere, or with the endings of the table.
    Stem(String),
    /// Masculine, feminine, masculine plural, feminine plural.
    Forms([String; 4]),
}

/// A phrase: one text, or several by form.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Template {
    /// One for all.
    One(String),
    /// By form; `else` for all others.
    Several(BTreeMap<String, String>),
}

/// The dative of a German plural: of several words the noun is the first with a capital.
fn dative_of(plural: &str) -> String {
    let noun = plural.split([' ', ',']).find(|word| word.starts_with(char::is_uppercase)).unwrap_or(plural);
    if noun.ends_with(['n', 's']) { plural.to_owned() } else { plural.replacen(noun, &format!("{noun}n"), 1) }
}

/// A noun with its forms.
#[derive(Clone, Debug, Default)]
pub struct Noun {
    /// The singular.
    pub singular: String,
    /// The plural.
    pub plural: String,
    /// The plural of the dative.
    pub dative: String,
    /// `m`, `f` or `n`.
    pub gender: char,
}

/// All languages, in the order of their codes.
pub fn languages() -> &'static [Language] {
    static ALL: OnceLock<Vec<Language>> = OnceLock::new();
    ALL.get_or_init(|| PHRASES.iter().filter_map(|(_, text)| toml::from_str(text).ok()).collect())
}

/// The language of that code.
pub fn language(code: &str) -> Option<&'static Language> {
    languages().iter().find(|language| language.code == code)
}

impl Language {
    /// The texts of a phrase, by form.
    pub fn template(&self, key: &str) -> Option<&Template> {
        self.phrases.get(key)
    }

    /// What is said during play under a key.
    pub fn of_play(&self, key: &str) -> Option<&Template> {
        self.play.get(key)
    }

    /// The keys of all that is said during play.
    pub fn play_keys(&self) -> impl Iterator<Item = &str> {
        self.play.keys().map(String::as_str)
    }

    /// The keys of all phrases.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.phrases.keys().map(String::as_str)
    }

    /// The holes of a phrase, but for those that nouns of the language fill.
    pub fn holes(&self, key: &str) -> BTreeSet<String> {
        let texts: Vec<&String> = match self.phrases.get(key) {
            None => Vec::new(),
            Some(Template::One(text)) => vec![text],
            Some(Template::Several(texts)) => texts.values().collect(),
        };
        let mut holes = BTreeSet::new();
        for text in texts {
            for (at, _) in text.match_indices('{') {
                let inside = text[at + 1..].split('}').next().unwrap_or_default();
                let name = inside.trim_start_matches([' ', ',', '^']);
                let (name, marks) = name.split_once(':').unwrap_or((name, ""));
                let words = marks.split('.').filter_map(|mark| mark.strip_prefix(['<', '>']));
                holes.extend(words.chain([name]).filter(|name| !self.nouns.contains_key(*name)).map(str::to_owned));
            }
        }
        holes
    }

    /// A noun of the language itself.
    pub fn noun(&self, key: &str) -> Option<Noun> {
        let forms = self.nouns.get(key)?;
        let form = |at: usize| forms.get(at).cloned().unwrap_or_default();
        let gender = form(2).chars().next().unwrap_or('m');
        let dative = forms.get(3).cloned().unwrap_or_else(|| form(1));
        Some(Noun { singular: form(0), plural: form(1), dative, gender })
    }

    /// The keys of all nouns.
    pub fn noun_keys(&self) -> impl Iterator<Item = &str> {
        self.nouns.keys().map(String::as_str)
    }

    /// The keys of all adjectives.
    pub fn adjective_keys(&self) -> impl Iterator<Item = &str> {
        self.adjectives.keys().map(String::as_str)
    }

    /// A noun of a rule file from the forms that the file gives: singular, plural, gender. What it leaves out is known,
    /// or guessed by the ending.
    pub fn noun_of(&self, forms: &[String]) -> Noun {
        let singular = forms.first().cloned().unwrap_or_default();
        let known = self.words.get(&singular.to_lowercase());
        let first = singular.split([' ', '-']).next().unwrap_or_default().to_lowercase();
        let gender =
            forms.get(2).or(known.map(|(_, gender)| gender)).or(self.words.get(&first).map(|(_, gender)| gender));
        let gender = gender.and_then(|gender| gender.chars().next()).unwrap_or_else(|| self.guessed_gender(&first));
        let plural = forms.get(1).cloned().or_else(|| known.map(|(plural, _)| plural.clone()));
        let plural = plural.unwrap_or_else(|| self.guessed_plural(&singular));
        match self.capital_nouns {
            true => Noun { singular, dative: capital(&dative_of(&plural)), plural: capital(&plural), gender },
            false => Noun { singular, dative: plural.clone(), plural, gender },
        }
    }

    /// Whether nouns are written with a capital.
    pub fn has_capital_nouns(&self) -> bool {
        self.capital_nouns
    }

    fn guessed_gender(&self, word: &str) -> char {
        let found = self.genders.iter().find(|(ending, _)| word.ends_with(ending.as_str()));
        found.and_then(|(_, gender)| gender.chars().next()).unwrap_or('m')
    }

    fn guessed_plural(&self, word: &str) -> String {
        if let Some((plural, _)) = self.words.get(&word.to_lowercase()) {
            return plural.clone();
        }
        let found =
            self.plurals.iter().find_map(|(ending, plural)| Some((word.strip_suffix(ending.as_str())?, plural)));
        found.map_or_else(|| word.to_owned(), |(stem, plural)| format!("{stem}{plural}"))
    }

    /// A noun with its article and its adjectives.
    pub fn inflected(&self, noun: &Noun, form: &Form) -> String {
        let (article, plural) = match (form.yours, form.article) {
            (true, Article::A) if !form.plural => ("one-of-yours", true),
            (true, Article::No) => ("none-of-yours", true),
            (true, Article::Each) => ("each-of-yours", true),
            (true, _) => ("yours", form.plural),
            (false, Article::A) => ("a", form.plural),
            (false, Article::The) => ("the", form.plural),
            (false, Article::No) => ("no", form.plural),
            (false, Article::Each) => ("each", false),
            (false, Article::This) => ("this", form.plural),
            (false, Article::Bare) => ("bare", form.plural),
        };
        let of_many = plural && !form.plural;
        // The article agrees with what it stands for, the noun with what it is.
        let column = |plural: bool| match (plural, noun.gender) {
            (true, _) => 3,
            (false, 'f') => 1,
            (false, 'n') => 2,
            (false, _) => 0,
        };
        let determiner = self.article(article, form.case, column(plural && !of_many), noun.gender);
        let word = match (plural, form.case) {
            (true, Case::Dative) if !of_many => &noun.dative,
            (true, _) => &noun.plural,
            (false, Case::Nominative) => &noun.singular,
            (false, _) if self.bent.contains(&noun.singular.to_lowercase()) => &noun.plural,
            (false, _) => &noun.singular,
        };
        let adjective = |key: &String| self.adjective(key, article, form.case, noun.gender, plural, column(plural));
        let (before, behind): (Vec<&String>, Vec<&String>) =
            form.adjectives.iter().partition(|key| self.before.contains(key));
        let parts = [determiner].into_iter().chain(before.into_iter().map(adjective)).chain(form.ahead.iter().cloned());
        // `case rouge libre`, but `case libre du bord`.
        let (short, long): (Vec<&String>, Vec<&String>) = form.behind.iter().partition(|words| !words.contains(' '));
        let parts = parts.chain([word.clone()]).chain(short.into_iter().cloned());
        let parts = parts.chain(behind.into_iter().map(adjective)).chain(long.into_iter().cloned());
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn article(&self, name: &str, case: Case, column: usize, gender: char) -> String {
        let found = self.articles.get(&format!("{name}-{}", case.key())).or_else(|| self.articles.get(name));
        let Some(forms) = found else { return String::new() };
        let own = forms.get(4).filter(|_| column == 3 && gender == 'f');
        own.or_else(|| forms.get(column)).cloned().unwrap_or_default()
    }

    fn adjective(&self, key: &str, article: &str, case: Case, gender: char, plural: bool, column: usize) -> String {
        match self.adjectives.get(key) {
            None => key.to_owned(),
            Some(Adjective::Forms(forms)) => forms[usize::from(gender == 'f') + 2 * usize::from(plural)].clone(),
            Some(Adjective::Stem(stem)) => {
                let strength = match article {
                    "the" | "each" | "this" => "weak",
                    "a" | "bare" if plural => "strong",
                    "bare" => "strong",
                    _ => "mixed",
                };
                let ending = self.endings.get(&format!("{strength}-{}", case.key()));
                let ending = ending.or_else(|| self.endings.get(strength)).map_or("", |forms| forms[column].as_str());
                format!("{stem}{ending}")
            }
        }
    }

    /// The text with blanks that do not part what belongs together, for instance a French question mark and its word.
    pub fn bound(&self, text: &str) -> String {
        let bind = |text: String, pair: &String| text.replace(pair.as_str(), &pair.replace(' ', "\u{a0}"));
        self.no_break.iter().fold(text.to_owned(), bind)
    }

    /// The plain text of a sentence: words that meet grow together as the language wants it.
    pub fn joined(&self, text: &str) -> String {
        let mut words: Vec<String> = text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let mut at = 0;
        while at + 1 < words.len() {
            if let Some((word, glued)) = self.changed(&words[at], &words[at + 1]) {
                let next = if glued { words.remove(at + 1) } else { String::new() };
                words[at] = word + &next;
            }
            let pair = format!("{} {}", words[at], words.get(at + 1).map_or("", String::as_str));
            let lower = pair.to_lowercase();
            if let Some((_, becomes)) = self.together.iter().find(|(written, _)| *written == lower) {
                let becomes = if starts_upper(&pair) { capital(becomes) } else { becomes.clone() };
                words.splice(at..=at + 1, [becomes]);
                at = at.saturating_sub(1);
                continue;
            }
            at += 1;
        }
        words.join(" ").replace(" ,", ",").replace(",,", ",").replace(",;", ";").replace(",.", ".")
    }

    /// A word as it stands before the next one, and whether the two become one.
    fn changed(&self, word: &str, next: &str) -> Option<(String, bool)> {
        let bare = word.trim_start_matches(|sign: char| !sign.is_alphabetic());
        let lower = bare.to_lowercase();
        let (_, becomes, letters) = self.ahead.iter().find(|(written, _, _)| *written == lower)?;
        let next = next.to_lowercase();
        let first = next.chars().next()?;
        let is_not = self.not_ahead.iter().any(|not| next.starts_with(not.as_str()));
        // Names of cells stand as they are.
        let is_cell = next.contains(|sign: char| sign.is_ascii_digit());
        if is_not || is_cell || !letters.contains(first) {
            return None;
        }
        let becomes = if starts_upper(bare) { capital(becomes) } else { becomes.clone() };
        let glued = becomes.ends_with('\'');
        Some((format!("{}{becomes}", &word[..word.len() - bare.len()]), glued))
    }
}

fn semicolon() -> String {
    "; ".to_owned()
}

fn starts_upper(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests;
