//! What we tell the author of a rule file: a code, a place, a reason and a suggestion.

use crate::source::Span;

pub mod code;
pub mod explain;
pub mod github;
pub mod json;
pub mod law;
pub mod mend;
pub mod nearest;
mod place;
pub mod render;
pub mod sarif;
pub mod spent;

pub use code::Code;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file can be played, but something in it is probably not meant.
    Warning,
    /// The file cannot be played.
    Error,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// A replacement that would mend the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What the replacement does, for instance "a direction with a similar name exists".
    pub message: String,
    /// The text to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// How sure it is that this is meant.
    pub certainty: Certainty,
}

/// How sure it is that a replacement is what the author meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Certain: the text means this or nothing, so a program may apply it (`merel check --fix`).
    Safe,
    /// Likely; the author decides.
    #[default]
    Guess,
    /// One of several that exclude each other; the author chooses.
    Choice,
}

/// One thing to tell the author.
///
/// Messages are lower case, without a full stop, with the author's words in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, explained by `merel explain`.
    pub code: Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The place that is at fault.
    pub primary: Label,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// What to try, one line each.
    pub help: Vec<String>,
    /// What it is about, drawn with letters in several lines: a board, for instance.
    pub picture: Option<String>,
    /// Replacements that would mend it.
    pub suggestions: Vec<Suggestion>,
}

/// So many errors and so many warnings are told of a text. Nobody reads more, and to find the line of each takes as long as
/// the text is.
const MOST_TOLD: usize = 500;

/// Leaves out what is more than anybody reads; the last of a severity that is left says how many there are besides.
pub fn keep_first(diagnostics: &mut Vec<Diagnostic>) {
    for severity in [Severity::Error, Severity::Warning] {
        let n = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
        let mut told = 0;
        diagnostics.retain_mut(|diagnostic| {
            told += usize::from(diagnostic.severity() == severity);
            if told == MOST_TOLD && n > MOST_TOLD && diagnostic.severity() == severity {
                diagnostic.help.push(format!("{} more are not told", n - MOST_TOLD));
            }
            told <= MOST_TOLD || diagnostic.severity() != severity
        });
    }
}

impl Diagnostic {
    /// A diagnostic with its main place and no further help yet.
    pub fn new(code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            primary: Label { span, text: label.into() },
            labels: Vec::new(),
            help: Vec::new(),
            picture: None,
            suggestions: Vec::new(),
        }
    }

    /// Adds another place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a line of advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a replacement that is likely meant.
    pub fn suggest(self, message: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.patch(Certainty::Guess, message, span, replacement)
    }

    /// Adds a replacement that is certainly meant: a program may apply it unasked.
    pub fn suggest_safe(self, message: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.patch(Certainty::Safe, message, span, replacement)
    }

    /// Adds one of several replacements that exclude each other: the two readings of a sentence, for instance.
    pub fn suggest_choice(self, message: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.patch(Certainty::Choice, message, span, replacement)
    }

    fn patch(
        mut self,
        certainty: Certainty,
        message: impl Into<String>,
        span: Span,
        replacement: impl Into<String>,
    ) -> Self {
        let (message, replacement) = (message.into(), replacement.into());
        self.suggestions.push(Suggestion { message, span, replacement, certainty });
        self
    }

    /// How grave it is; the code decides.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
