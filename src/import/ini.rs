//! The lines of a variant file: sections, keys with values, comments.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span, Spanned};

/// A variant as it is written: its heading and the lines below it.
#[derive(Clone, Debug)]
pub struct Section {
    /// What the variant is called.
    pub name: Spanned<String>,
    /// The variant from which it takes over what it does not say itself.
    pub parent: Option<Spanned<String>>,
    /// Its lines, in order.
    pub entries: Vec<Entry>,
    /// What the comments right above it and inside it say.
    pub comments: Vec<String>,
}

/// A line `key = value`.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What stands before the sign.
    pub key: Spanned<String>,
    /// What stands behind it, without blanks around it.
    pub value: Spanned<String>,
}

impl Entry {
    /// The whole line.
    pub fn span(&self) -> Span {
        self.key.span.to(self.value.span)
    }
}

/// Takes a file apart; lines that are none of its kinds are reported and left out.
pub fn parse(source: SourceId, text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut reader = Reader { source, sections: Vec::new(), above: Vec::new(), diagnostics: Vec::new() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        reader.line(start, line.trim_end_matches(['\n', '\r']));
        start += line.len();
    }
    if reader.sections.is_empty() && reader.diagnostics.is_empty() {
        let span = Span::new(source, 0, 0);
        let nothing = Diagnostic::new(Code::Empty, "the file holds no variant", span, "")
            .help("a variant begins with its name in square brackets, for instance `[gothic:capablanca]`");
        reader.diagnostics.push(nothing);
    }
    (reader.sections, reader.diagnostics)
}

/// The longest name of a variant, in bytes: as long as names in rule files may be.
const MAX_NAME: usize = 128;

/// How far the reading has come.
#[derive(Debug)]
struct Reader {
    source: SourceId,
    sections: Vec<Section>,
    /// Comments since the last empty line, which may belong to the next section.
    above: Vec<String>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn line(&mut self, start: usize, line: &str) {
        let text = line.trim();
        if text.is_empty() {
            self.above.clear();
        } else if let Some(comment) = text.strip_prefix(['#', ';']) {
            self.comment(comment.trim_start_matches(['#', ';']).trim());
        } else if text.starts_with('[') {
            self.heading(start, line);
        } else {
            self.entry(start, line);
        }
    }

    fn comment(&mut self, text: &str) {
        // A line that was switched off tells nothing about the rules.
        if !text.is_empty() && !text.contains('=') {
            self.above.push(text.to_owned());
        }
    }

    fn heading(&mut self, start: usize, line: &str) {
        let open = line.find('[').unwrap_or(0);
        let Some(close) = line.find(']') else {
            let span = self.span(start + open, line.trim_end().len() - open);
            let message = "the heading of a variant ends in `]`";
            self.diagnostics.push(Diagnostic::new(Code::VariantLine, message, span, "the bracket stays open"));
            return;
        };
        let inside = line.get(open + 1..close).unwrap_or("");
        let (name, parent) = match inside.split_once(':') {
            Some((name, parent)) => (name, Some(parent)),
            None => (inside, None),
        };
        let at = start + open + 1;
        let parent = parent.map(|parent| self.trimmed(at + name.len() + 1, parent));
        let name = self.trimmed(at, name);
        self.check_name(&name, true);
        if let Some(parent) = &parent {
            self.check_name(parent, false);
        }
        let comments = std::mem::take(&mut self.above);
        self.sections.push(Section { name, parent, entries: Vec::new(), comments });
    }

    /// Complains if a name is none, or, where a variant gets it, if no file can be called so.
    fn check_name(&mut self, name: &Spanned<String>, own: bool) {
        let is_letter = |letter: char| letter.is_alphanumeric() || "-_.+".contains(letter);
        let fault = if name.value.is_empty() || !name.value.chars().all(is_letter) {
            "a name is letters, digits, `-`, `_`, `.` and `+`"
        } else if name.value.len() > MAX_NAME {
            "a name has at most 128 bytes"
        } else if own && name.value.starts_with('.') {
            "a name does not begin with a dot: the rule file would be hidden, or be a folder"
        } else if own && is_device(&name.value) {
            "some systems keep this name for a device, with any ending"
        } else {
            return;
        };
        let message = format!("`{}` cannot be the name of a variant", shortened(&name.value));
        self.diagnostics.push(Diagnostic::new(Code::VariantLine, message, name.span, "").help(fault));
    }

    fn entry(&mut self, start: usize, line: &str) {
        let Some((key, value)) = line.split_once('=') else {
            let lead = line.len() - line.trim_start().len();
            let span = self.span(start + lead, line.trim().len());
            let message = "this line is no heading, no key with a value and no comment";
            let diagnostic = Diagnostic::new(Code::VariantLine, message, span, "")
                .help("write `key = value`, or `#` before a comment");
            self.diagnostics.push(diagnostic);
            return;
        };
        let value = self.trimmed(start + key.len() + 1, value);
        let key = self.trimmed(start, key);
        let above = std::mem::take(&mut self.above);
        match self.sections.last_mut() {
            Some(section) => {
                section.comments.extend(above);
                section.entries.push(Entry { key, value });
            }
            None => {
                let message = format!("`{}` stands before the first variant", shortened(&key.value));
                let diagnostic = Diagnostic::new(Code::VariantLine, message, key.span, "")
                    .help("put the name of a variant above it, for instance `[child:parent]`");
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn trimmed(&self, start: usize, text: &str) -> Spanned<String> {
        let lead = text.len() - text.trim_start().len();
        Spanned::new(text.trim().to_owned(), self.span(start + lead, text.trim().len()))
    }

    fn span(&self, start: usize, length: usize) -> Span {
        Span::new(self.source, start, start + length)
    }
}

/// Whether a file of this name, with any ending, would be a device under Windows.
///
/// # Source
/// Microsoft, "Naming Files, Paths, and Namespaces".
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let numbered = |port: &str| stem.strip_prefix(port).is_some_and(|rest| matches!(rest.as_bytes(), [b'1'..=b'9']));
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

/// The beginning of a text that may be endless.
pub fn shortened(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(60).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}

#[cfg(test)]
#[allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn sections_have_names_parents_lines_and_comments() {
        let text =
            "# a head of the file\n\n# Mine\r\n[mine : yours] # why\nmaxRank = 9 \r\n;off = 1\n# inside\nrook=r\n";
        let (sections, diagnostics) = parse(SourceId(0), text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let [section] = sections.as_slice() else { panic!("{sections:?}") };
        assert_eq!(section.name.value, "mine");
        assert_eq!(section.parent.as_ref().map(|parent| parent.value.as_str()), Some("yours"));
        assert_eq!(section.comments, ["Mine", "inside"]);
        let entries: Vec<_> =
            section.entries.iter().map(|entry| (entry.key.value.as_str(), entry.value.value.as_str())).collect();
        assert_eq!(entries, [("maxRank", "9"), ("rook", "r")]);
        assert_eq!(text.get(section.entries[0].span().range()), Some("maxRank = 9"));
    }

    #[test]
    fn lines_of_no_kind_are_told() {
        let told = |text: &str| parse(SourceId(0), text).1.iter().map(|d| d.message.clone()).collect::<Vec<_>>();
        assert_eq!(told(""), ["the file holds no variant"]);
        assert_eq!(told("rook = r\n[a]\n"), ["`rook` stands before the first variant"]);
        assert_eq!(told("[a\n"), ["the heading of a variant ends in `]`"]);
        assert_eq!(told("[a]\nrook\n"), ["this line is no heading, no key with a value and no comment"]);
        assert_eq!(told("[a b]\n"), ["`a b` cannot be the name of a variant"]);
    }
}
