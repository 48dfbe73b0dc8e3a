//! The texts that are open in an editor, and places in them as editors count.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::rules::loader::{Found, LoadError, Loader};

/// What stands as it is in the path of an address.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A text that is open.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its address, as the editor writes it.
    pub uri: Uri,
    /// Its path, or its address where it has none.
    pub name: String,
    /// The number of the editor for this state.
    pub version: i32,
    /// The text.
    pub text: Arc<str>,
    lines: Lines,
}

impl Document {
    /// A text that was just opened.
    pub fn new(uri: Uri, version: i32, text: String) -> Self {
        let (name, lines) = (name_of(&uri), Lines::of(&text));
        Self { uri, name, version, text: text.into(), lines }
    }

    /// Applies changes in their order; places outside the text mean its end.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let (start, end) = (self.offset(range.start), self.offset(range.end));
                    let mut text = self.text.to_string();
                    text.replace_range(start..end.max(start), &change.text);
                    text
                }
            };
            self.lines = Lines::of(&text);
            self.text = text.into();
        }
        self.version = version;
    }

    /// The offset in bytes of a place.
    pub fn offset(&self, place: Position) -> usize {
        self.lines.offset(&self.text, place)
    }

    /// The place of an offset in bytes.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset)
    }

    /// A stretch of bytes.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }
}

/// Between two places of a text up to which units are counted, in bytes. So a place is found at once in a long line too.
const STRIDE: usize = 128;

/// Where the lines of a text begin, and places in it as editors count them.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The offsets of the beginnings.
    starts: Vec<usize>,
    /// How many units of UTF-16 stand before the first letter that begins at or behind each multiple of [`STRIDE`].
    units: Vec<usize>,
}

impl Lines {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = [0].into_iter().chain(breaks).collect();
        let (mut units, mut before) = (Vec::with_capacity(text.len() / STRIDE + 1), 0);
        for (at, letter) in text.char_indices() {
            while units.len() * STRIDE <= at {
                units.push(before);
            }
            before += letter.len_utf16();
        }
        while units.len() * STRIDE <= text.len() {
            units.push(before);
        }
        Self { starts, units }
    }

    /// The offset in bytes of a place, which counts units of UTF-16; the end of the line or of the text behind it.
    pub fn offset(&self, text: &str, place: Position) -> usize {
        let Some(&start) = self.starts.get(place.line as usize) else { return text.len() };
        let end = self.starts.get(place.line as usize + 1).map_or(text.len(), |next| next - 1);
        let sought = self.units_before(text, start) + place.character as usize;
        let near = self.units.partition_point(|&units| units <= sought).saturating_sub(1);
        let near = text.ceil_char_boundary(near * STRIDE).clamp(start, end);
        let mut units = self.units_before(text, near);
        for (at, letter) in text.get(near..end).unwrap_or("").char_indices() {
            if units >= sought {
                return near + at;
            }
            units += letter.len_utf16();
        }
        end
    }

    /// The place of an offset in bytes.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let end = text.floor_char_boundary(offset);
        let units = self.units_before(text, end).saturating_sub(self.units_before(text, start));
        Position::new(line as u32, units as u32)
    }

    /// How many units stand before a letter.
    fn units_before(&self, text: &str, offset: usize) -> usize {
        let near = offset / STRIDE;
        let rest = text.get(text.ceil_char_boundary(near * STRIDE)..offset).unwrap_or("");
        self.units.get(near).copied().unwrap_or(0) + rest.chars().map(char::len_utf16).sum::<usize>()
    }
}

/// The path of an address, or the address itself where it is none of a file.
pub fn name_of(uri: &Uri) -> String {
    let Some(path) = uri.as_str().strip_prefix("file://") else { return uri.as_str().to_owned() };
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    // `/c:/games` on Windows.
    let drive = path.strip_prefix('/').filter(|rest| rest.chars().nth(1) == Some(':'));
    drive.map(str::to_owned).unwrap_or(path)
}

/// The address of a file; none for what has no path, such as built-in games.
pub fn uri_of(name: &str) -> Option<Uri> {
    if !Path::new(name).is_absolute() {
        return Uri::from_str(name).ok().filter(|uri| uri.scheme().is_some());
    }
    let path = name.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", utf8_percent_encode(&path, IN_PATH))).ok()
}

/// Files of the disk, but for those that are open in the editor: of these what stands there now.
pub struct Open<'a> {
    /// What reads the disk.
    pub disk: &'a dyn Loader,
    /// The open texts by name.
    pub documents: &'a BTreeMap<String, Document>,
}

impl std::fmt::Debug for Open<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Open").finish_non_exhaustive()
    }
}

impl Loader for Open<'_> {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let (name, text) = self.disk.read(from, path)?;
        let open = self.documents.get(&name).map(|document| document.text.clone());
        Ok((name, open.unwrap_or(text)))
    }

    fn budget(&self) -> crate::budget::Budget {
        self.disk.budget()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_units_of_utf_16() {
        // 🂡 has four bytes and two units.
        let text = "ab\n🂡x\n";
        let lines = Lines::of(text);
        for (offset, line, character) in [(0, 0, 0), (2, 0, 2), (3, 1, 0), (7, 1, 2), (8, 1, 3), (9, 2, 0)] {
            let place = Position::new(line, character);
            assert_eq!(lines.position(text, offset), place);
            assert_eq!(lines.offset(text, place), offset);
        }
        assert_eq!(lines.offset(text, Position::new(0, 99)), 2, "the end of the line");
        assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
        assert_eq!(lines.position(text, 5), Position::new(1, 0), "within a sign: its beginning");
    }

    #[test]
    fn places_in_long_lines_are_those_that_are_counted_one_by_one() {
        let text = "é🂡x\n".repeat(40) + &"aé🂡".repeat(300) + "\nend";
        let lines = Lines::of(&text);
        let (mut line, mut character) = (0, 0);
        for (offset, letter) in text.char_indices() {
            let place = Position::new(line, character);
            assert_eq!(lines.position(&text, offset), place, "{offset}");
            assert_eq!(lines.offset(&text, place), offset, "{place:?}");
            character += letter.len_utf16() as u32;
            if letter == '\n' {
                (line, character) = (line + 1, 0);
            }
        }
        assert_eq!(lines.position(&text, text.len()), Position::new(41, 3));
        assert_eq!(lines.offset(&text, Position::new(40, u32::MAX)), text.len() - 4);
        // Within the two units of a sign: behind it, as in a short line.
        assert_eq!(lines.offset(&text, Position::new(40, 3)), text.find("aé🂡").map_or(0, |at| at + 7));
    }

    #[test]
    fn addresses_are_paths() {
        let there = |path: &str| uri_of(path).map(|uri| uri.as_str().to_owned());
        assert_eq!(there("/a b/é.gdl").as_deref(), Some("file:///a%20b/%C3%A9.gdl"));
        let uri = Uri::from_str("file:///a%20b/%C3%A9.gdl").expect("an address");
        assert_eq!(name_of(&uri), "/a b/é.gdl");
        assert_eq!(there("builtin:chess.gdl").as_deref(), Some("builtin:chess.gdl"));
        assert_eq!(name_of(&Uri::from_str("untitled:One").expect("an address")), "untitled:One");
    }

    #[test]
    fn changes_are_made_where_the_editor_means() {
        let mut document = Document::new(Uri::from_str("untitled:One").expect("an address"), 1, "piece Man\n".into());
        let change = |range: Option<(u32, u32, u32, u32)>, text: &str| TextDocumentContentChangeEvent {
            range: range.map(|(a, b, c, d)| Range::new(Position::new(a, b), Position::new(c, d))),
            range_length: None,
            text: text.to_owned(),
        };
        document.change(2, vec![change(Some((0, 6, 0, 9)), "Pawn"), change(Some((9, 9, 9, 9)), "// end")]);
        assert_eq!((&*document.text, document.version), ("piece Pawn\n// end", 2));
        document.change(3, vec![change(None, "")]);
        assert_eq!(&*document.text, "");
    }
}
