//! Diagnostics for other programs. These types are a promise: a change of meaning raises [`VERSION`].

use serde::{Deserialize, Serialize};

use super::{
    Certainty, Diagnostic, Label, Severity, Suggestion,
    place::{clamp, in_reading_order, line_column, source_of, utf16_column},
};
use crate::source::{SourceMap, Span};

/// The version of the format. New fields do not raise it; fields that go or change their meaning do.
pub const VERSION: u32 = 1;

/// Everything there is to tell about the files of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the format, [`VERSION`].
    pub version: u32,
    /// How many of the diagnostics are errors.
    pub errors: usize,
    /// How many of the diagnostics are warnings.
    pub warnings: usize,
    /// All diagnostics, by file and place.
    pub diagnostics: Vec<Entry>,
}

/// One [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The stable code, for instance `M0201`.
    pub code: String,
    /// How grave it is.
    pub severity: Grade,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The place that is at fault.
    pub span: Place,
    /// A few words about that place; may be empty.
    pub label: String,
    /// Other places that explain it.
    pub labels: Vec<Remark>,
    /// What to try, one line each.
    pub help: Vec<String>,
    /// What it is about, drawn with letters in several lines: a board, for instance. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Replacements that would mend it.
    pub suggestions: Vec<Replacement>,
}

/// A [`Severity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The file cannot be played.
    Error,
    /// The file can be played, but something in it is probably not meant.
    Warning,
}

/// A [`Span`] inside its file. Lines and columns count from one; the end is excluded. Columns count characters, and
/// once more units of UTF-16, as editors and SARIF do: the two differ behind a character such as `🂡`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The name of the file; empty if it is not known.
    pub file: String,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column after the last character.
    pub end_column: usize,
    /// Column of the first character, in units of UTF-16.
    pub utf16_column: usize,
    /// Column after the last character, in units of UTF-16.
    pub utf16_end_column: usize,
}

/// A [`Label`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// Where.
    pub span: Place,
    /// What is to be seen there.
    pub label: String,
}

/// A [`Suggestion`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// What the replacement does.
    pub message: String,
    /// The text to replace; empty to insert.
    pub span: Place,
    /// The new text.
    pub replacement: String,
    /// How sure it is that this is meant.
    pub certainty: Sureness,
}

/// A [`Certainty`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sureness {
    /// Certain: a program may apply it unasked.
    Safe,
    /// Likely.
    Guess,
    /// One of several that exclude each other.
    Choice,
}

/// All diagnostics as a report that can be written as JSON. Spans are moved inside their texts.
pub fn to_json(diagnostics: &[Diagnostic], sources: &SourceMap) -> Report {
    let diagnostics: Vec<Entry> =
        in_reading_order(diagnostics).into_iter().map(|diagnostic| entry(diagnostic, sources)).collect();
    let errors = diagnostics.iter().filter(|entry| entry.severity == Grade::Error).count();
    Report { version: VERSION, errors, warnings: diagnostics.len() - errors, diagnostics }
}

fn entry(diagnostic: &Diagnostic, sources: &SourceMap) -> Entry {
    Entry {
        code: diagnostic.code.to_string(),
        severity: diagnostic.severity().into(),
        message: diagnostic.message.clone(),
        span: place(diagnostic.primary.span, sources),
        label: diagnostic.primary.text.clone(),
        labels: diagnostic.labels.iter().map(|label| remark(label, sources)).collect(),
        help: diagnostic.help.clone(),
        picture: diagnostic.picture.clone(),
        suggestions: diagnostic.suggestions.iter().map(|suggestion| replacement(suggestion, sources)).collect(),
    }
}

impl From<Severity> for Grade {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
        }
    }
}

impl From<Certainty> for Sureness {
    fn from(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Safe => Self::Safe,
            Certainty::Guess => Self::Guess,
            Certainty::Choice => Self::Choice,
        }
    }
}

fn remark(label: &Label, sources: &SourceMap) -> Remark {
    Remark { span: place(label.span, sources), label: label.text.clone() }
}

fn replacement(suggestion: &Suggestion, sources: &SourceMap) -> Replacement {
    Replacement {
        message: suggestion.message.clone(),
        span: place(suggestion.span, sources),
        replacement: suggestion.replacement.clone(),
        certainty: suggestion.certainty.into(),
    }
}

/// A place as other programs are told of it, moved inside its text.
pub fn place(span: Span, sources: &SourceMap) -> Place {
    let (file, text) = source_of(sources, span).map_or(("", ""), |source| (source.name.as_str(), &*source.text));
    let range = clamp(text, span);
    let (line, column) = line_column(text, range.start);
    let (end_line, end_column) = line_column(text, range.end);
    Place {
        file: file.to_owned(),
        start: range.start,
        end: range.end,
        line,
        column,
        end_line,
        end_column,
        utf16_column: utf16_column(text, range.start),
        utf16_end_column: utf16_column(text, range.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostic::Code, source::SourceId};

    fn sources() -> SourceMap {
        let mut sources = SourceMap::default();
        sources.add("été.gdl", "piece Pion\nmove va { Poin steps }\n");
        sources
    }

    fn written(diagnostics: &[Diagnostic]) -> String {
        serde_json::to_string_pretty(&to_json(diagnostics, &sources())).unwrap_or_default()
    }

    #[test]
    fn a_diagnostic_is_written_with_all_its_parts() {
        let (declared, used) = (Span::new(SourceId(0), 6, 10), Span::new(SourceId(0), 21, 25));
        let diagnostic = Diagnostic::new(Code::UnknownName, "unknown kind `Poin`", used, "not declared")
            .label(declared, "the only kind")
            .help("declare it with `piece Poin`")
            .suggest("a kind with a similar name exists", used, "Pion");
        insta::assert_snapshot!(written(&[diagnostic]), @r#"
        {
          "version": 1,
          "errors": 1,
          "warnings": 0,
          "diagnostics": [
            {
              "code": "M0201",
              "severity": "error",
              "message": "unknown kind `Poin`",
              "span": {
                "file": "été.gdl",
                "start": 21,
                "end": 25,
                "line": 2,
                "column": 11,
                "end_line": 2,
                "end_column": 15,
                "utf16_column": 11,
                "utf16_end_column": 15
              },
              "label": "not declared",
              "labels": [
                {
                  "span": {
                    "file": "été.gdl",
                    "start": 6,
                    "end": 10,
                    "line": 1,
                    "column": 7,
                    "end_line": 1,
                    "end_column": 11,
                    "utf16_column": 7,
                    "utf16_end_column": 11
                  },
                  "label": "the only kind"
                }
              ],
              "help": [
                "declare it with `piece Poin`"
              ],
              "suggestions": [
                {
                  "message": "a kind with a similar name exists",
                  "span": {
                    "file": "été.gdl",
                    "start": 21,
                    "end": 25,
                    "line": 2,
                    "column": 11,
                    "end_line": 2,
                    "end_column": 15,
                    "utf16_column": 11,
                    "utf16_end_column": 15
                  },
                  "replacement": "Pion",
                  "certainty": "guess"
                }
              ]
            }
          ]
        }
        "#);
    }

    #[test]
    fn a_place_that_does_not_exist_does_no_harm() {
        let nowhere = Span { source: SourceId(9), start: 7, end: u32::MAX };
        let report = to_json(&[Diagnostic::new(Code::Unused, "nothing uses `x`", nowhere, "")], &sources());
        let (line, column, end_line, end_column, utf16_column, utf16_end_column) = (1, 1, 1, 1, 1, 1);
        let file = String::new();
        let place =
            Place { file, start: 0, end: 0, line, column, end_line, end_column, utf16_column, utf16_end_column };
        assert_eq!((report.errors, report.warnings), (0, 1));
        assert_eq!(report.diagnostics.first().map(|entry| &entry.span), Some(&place));
    }

    #[test]
    fn what_is_written_can_be_read_again() {
        let diagnostic = Diagnostic::new(Code::Empty, "the file holds no game", Span::default(), "");
        let report = to_json(std::slice::from_ref(&diagnostic), &sources());
        let read = serde_json::from_str::<Report>(&written(&[diagnostic]));
        assert_eq!(read.ok(), Some(report));
    }
}
