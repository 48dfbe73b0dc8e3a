//! Diagnostics as the commands by which a workflow on GitHub marks lines of a change.
//!
//! # Source
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>

use super::json::place;
use super::{Diagnostic, Severity, place::in_reading_order};
use crate::source::SourceMap;

/// One line for each diagnostic, by file and place.
pub fn to_github(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    in_reading_order(diagnostics).into_iter().map(|diagnostic| command(diagnostic, sources) + "\n").collect()
}

fn command(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = place(diagnostic.primary.span, sources);
    let mut properties = vec![
        format!("file={}", property(&place.file)),
        format!("line={}", place.line),
        format!("endLine={}", place.end_line),
    ];
    // Columns are allowed within one line only; the last one belongs to the mark.
    if place.line == place.end_line {
        let last = place.utf16_end_column.saturating_sub(1).max(place.utf16_column);
        properties.extend([format!("col={}", place.utf16_column), format!("endColumn={last}")]);
    }
    properties.push(format!("title={}", diagnostic.code));
    let advice = diagnostic.help.iter().map(|help| format!("\nhelp: {help}"));
    let patches = diagnostic.suggestions.iter().map(|patch| match patch.replacement.trim() {
        "" => format!("\nhelp: {}", patch.message),
        new => format!("\nhelp: {}: `{new}`", patch.message),
    });
    let message = diagnostic.message.clone() + &advice.chain(patches).collect::<String>();
    format!("::{level} {}::{}", properties.join(","), data(&message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{SourceId, Span};

    #[test]
    fn lines_are_escaped_and_columns_count_as_editors_do() {
        let mut sources = SourceMap::default();
        sources.add("games, 100%: all.gdl", "🂡 Poin\nx\n");
        let span = Span::new(SourceId(0), 5, 9);
        let diagnostic =
            Diagnostic::new(Code::UnknownName, "no 100%", span, "").help("look").suggest("so", span, "Pion");
        let long = Diagnostic::new(Code::Unused, "long", Span::new(SourceId(0), 5, 11), "");
        assert_eq!(
            to_github(&[long, diagnostic], &sources),
            "::error file=games%2C 100%25%3A all.gdl,line=1,endLine=1,col=4,endColumn=7,title=M0201\
             ::no 100%25%0Ahelp: look%0Ahelp: so: `Pion`\n\
             ::warning file=games%2C 100%25%3A all.gdl,line=1,endLine=2,title=M0701::long\n"
        );
    }
}
