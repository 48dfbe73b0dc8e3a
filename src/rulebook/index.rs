//! The index: words, with the chapters in which they stand.

use serde::Serialize;

use super::Chapter;

/// A word with the numbers of its chapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The word.
    pub word: String,
    /// The numbers, in the order of the book.
    pub chapters: Vec<String>,
}

/// The words that stand anywhere, each with where it stands; the first form is the word itself.
pub(super) fn index(chapters: &[Chapter], words: &[Vec<String>]) -> Vec<Entry> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for chapter in chapters {
        for part in std::iter::once(chapter).chain(&chapter.parts) {
            parts.push((&part.number, part.texts().join("\n").to_lowercase().replace('\u{a0}', " ")));
        }
    }
    let entry = |words: &Vec<String>| {
        let word = words.first().cloned().unwrap_or_default();
        let forms: Vec<String> = words.iter().map(|form| form.to_lowercase()).filter(|form| !form.is_empty()).collect();
        let found = parts.iter().filter(|(_, text)| forms.iter().any(|form| has_word(text, form)));
        let chapters: Vec<String> = found.map(|(number, _)| (*number).to_owned()).collect();
        Entry { word, chapters }
    };
    let mut entries: Vec<Entry> = words.iter().map(entry).filter(|entry| !entry.chapters.is_empty()).collect();
    entries.sort_by_key(|entry| plain(&entry.word));
    entries
}

/// Whether a text has a word as a whole.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        let inside = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
        !inside(before) && !inside(behind)
    })
}

/// A word as it is sorted: accents do not count.
fn plain(word: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    word.to_lowercase().nfd().filter(|sign| sign.is_alphanumeric() || *sign == ' ').collect()
}
