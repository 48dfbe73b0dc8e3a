//! Files and places in them: the one vocabulary for "where" that every room shares.

use std::ops::Range;
use std::sync::Arc;

pub mod markup;
pub mod unseen;

/// What is quoted of a text is cut behind so many characters.
const LONG: usize = 60;

/// Which file of a [`SourceMap`] a place is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u16);

/// A stretch of bytes in one file, end excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch `start..end` of `source`, in bytes.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        Self { source, start: start as u32, end: end as u32 }
    }

    /// The smallest stretch that holds both; `other` must be in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes as a range, for slicing the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written. Two are equal when their values are: meaning has no place.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// One file: its name as the user knows it, and its text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path or the built-in name, for messages.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
}

/// Every file that took part in a check, so that a [`Span`] can be shown.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Source>,
}

impl SourceMap {
    /// Adds a file and says which number it got.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.files.push(Source { name: name.into(), text: text.into() });
        SourceId((self.files.len() - 1) as u16)
    }

    /// The file of a place.
    ///
    /// # Panics
    /// If `id` did not come from this map.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.files[id.0 as usize]
    }

    /// The files in the order in which they were added.
    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// The text of a place.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// The text of a place in one line, as it is quoted in a sentence: without its block, and cut where it is long;
    /// `this` where there is no text.
    pub fn quoted(&self, span: Span) -> String {
        let text = self.files.get(usize::from(span.source.0)).and_then(|file| file.text.get(span.range()));
        let words: Vec<&str> = text.unwrap_or("this").split_whitespace().collect();
        let mut text = words.join(" ");
        if let Some(block) = text.find(" {") {
            text.truncate(block);
        }
        if let Some((cut, _)) = text.char_indices().nth(LONG) {
            text.truncate(cut);
            text.push('…');
        }
        text
    }

    /// Line and column of a place's first character, both counted from one; columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.source).text;
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
