//! Places that can be relied on: spans brought inside their text, and lines and columns as people count them.

use std::ops::Range;

use super::Diagnostic;
use crate::source::{Source, SourceMap, Span};

/// The file of a place, if the map has it.
pub(super) fn source_of(sources: &SourceMap, span: Span) -> Option<&Source> {
    sources.files().get(usize::from(span.source.0))
}

/// The bytes of `span`, moved inside `text` and widened to whole characters; never back to front.
pub(super) fn clamp(text: &str, span: Span) -> Range<usize> {
    let Range { start, end } = span.range();
    let start = (0..=start.min(text.len())).rev().find(|&offset| text.is_char_boundary(offset)).unwrap_or(0);
    let end = (end.min(text.len())..=text.len()).find(|&offset| text.is_char_boundary(offset)).unwrap_or(text.len());
    start..end.max(start)
}

/// Line and column of a byte, both counted from one; columns count characters.
pub(super) fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let (lines, last) = before.rsplit_once('\n').map_or((0, before), |(lines, last)| (newlines(lines) + 1, last));
    (lines + 1, last.chars().count() + 1)
}

/// Column of a byte counted from one, in units of UTF-16.
pub(super) fn utf16_column(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    let last = before.rsplit_once('\n').map_or(before, |(_, last)| last);
    last.chars().map(char::len_utf16).sum::<usize>() + 1
}

/// The whole lines that `range` touches, with the line break after them.
pub(super) fn whole_lines(text: &str, range: &Range<usize>) -> Range<usize> {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = after.find('\n').map_or(text.len(), |newline| range.end + newline + 1);
    start..end
}

/// The diagnostics as people read them: by file, then by place, then by code.
pub(super) fn in_reading_order(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut ordered: Vec<&Diagnostic> = diagnostics.iter().collect();
    ordered.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    ordered
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn clamped(text: &str, start: u32, end: u32) -> Range<usize> {
        clamp(text, Span { source: SourceId(0), start, end })
    }

    #[test]
    fn a_span_is_brought_inside_its_text() {
        assert_eq!(clamped("abc", 1, 2), 1..2);
        assert_eq!(clamped("abc", 2, 99), 2..3);
        assert_eq!(clamped("abc", 50, 99), 3..3);
        assert_eq!(clamped("abc", 2, 1), 2..2);
        assert_eq!(clamped("", 0, u32::MAX), 0..0);
    }

    #[test]
    fn a_span_within_a_character_takes_the_whole_character() {
        assert_eq!(clamped("aéb", 2, 2), 1..3);
        assert_eq!(clamped("a漢b", 2, 3), 1..4);
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        assert_eq!(line_column("", 0), (1, 1));
        assert_eq!(line_column("né\nà b", 3), (1, 3));
        assert_eq!(line_column("né\nà b", 4), (2, 1));
        assert_eq!(line_column("né\nà b", 6), (2, 2));
        assert_eq!(line_column("a\r\nb\n", 5), (3, 1));
    }

    #[test]
    fn utf16_counts_some_characters_twice() {
        let text = "é\n🂡x";
        assert_eq!((utf16_column(text, 0), utf16_column(text, 2)), (1, 2));
        let x = text.len() - 1;
        assert_eq!((line_column(text, x), utf16_column(text, x)), ((2, 2), 3));
    }

    #[test]
    fn whole_lines_reach_from_break_to_break() {
        let text = "one\ntwo\n\nfour";
        assert_eq!(whole_lines(text, &(5..5)), 4..8);
        assert_eq!(whole_lines(text, &(8..8)), 8..9);
        assert_eq!(whole_lines(text, &(2..10)), 0..13);
        assert_eq!(whole_lines(text, &(13..13)), 9..13);
    }
}
