//! Notes of the author that silence warnings: `// merel: allow M0701 -- for variants`.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Source, SourceId, SourceMap, Span};

use super::lexer::{TokenKind, lex};

/// How a note begins.
const OPENING: &str = "merel: allow";

/// One code of a note.
struct Note {
    /// None if there is no such code.
    code: Option<Code>,
    span: Span,
    /// The lines that it is about, counted from zero: its own, and the one below if it stands alone.
    lines: [usize; 2],
    heeded: bool,
}

/// Leaves out the warnings that notes silence. Notes in `own` that silence nothing are told, unless what they are for
/// comes of play and nothing was played.
pub fn heed(found: Vec<Diagnostic>, sources: &SourceMap, own: SourceId, played: bool) -> Vec<Diagnostic> {
    let mut notes: Vec<(SourceId, Vec<Note>)> = Vec::new();
    for (number, source) in (0u16..).zip(sources.files()) {
        notes.push((SourceId(number), notes_in(SourceId(number), source)));
    }
    let mut left: Vec<Diagnostic> = Vec::new();
    for diagnostic in found {
        let span = diagnostic.primary.span;
        let line = sources.line_column(span).0 - 1;
        let here = notes.iter_mut().filter(|(source, _)| *source == span.source).flat_map(|(_, notes)| notes);
        let note = here.filter(|note| note.code == Some(diagnostic.code)).find(|note| note.lines.contains(&line));
        match note.filter(|_| diagnostic.severity() == Severity::Warning) {
            Some(note) => note.heeded = true,
            None => left.push(diagnostic),
        }
    }
    let idle = notes.into_iter().filter(|(source, _)| *source == own).flat_map(|(_, notes)| notes);
    let idle = idle.filter(|note| !note.heeded && (played || !note.code.is_some_and(Code::comes_of_play)));
    left.extend(idle.map(|note| complaint(&note)));
    left
}

fn complaint(note: &Note) -> Diagnostic {
    match note.code {
        None => Diagnostic::new(Code::IdleNote, "this note names no code", note.span, "no such code")
            .help("codes are written like `M0701`; `merel explain` lists them"),
        Some(code) if code.severity() == Severity::Error => {
            Diagnostic::new(Code::IdleNote, format!("{code} is an error, which no note silences"), note.span, "")
        }
        Some(code) => {
            let message = format!("this note silences nothing: there is no {code} here");
            Diagnostic::new(Code::IdleNote, message, note.span, "take it away")
                .help("a note silences its own line, and the next one if it stands alone on its line")
        }
    }
}

/// The notes of a text.
fn notes_in(id: SourceId, source: &Source) -> Vec<Note> {
    let text = &*source.text;
    let mut notes = Vec::new();
    for token in lex(text).filter(|token| token.kind == TokenKind::Comment) {
        let inside = token.text.trim_start_matches('/');
        let Some(rest) = inside.trim_start().strip_prefix(OPENING) else { continue };
        let before = text.get(..token.start).unwrap_or("");
        let line = before.matches('\n').count();
        let alone = before.rsplit('\n').next().is_some_and(|start| start.trim().is_empty());
        let below = if alone { line + 1 + skipped(text.get(token.end()..).unwrap_or("")) } else { line };
        let first = token.end() - rest.len();
        for word in rest.split_whitespace().take_while(|word| is_code(word)) {
            let at = first + (word.as_ptr() as usize - rest.as_ptr() as usize);
            let word = word.trim_end_matches(',');
            let span = Span::new(id, at, at + word.len());
            notes.push(Note { code: word.parse().ok(), span, lines: [line, below], heeded: false });
        }
        if !rest.split_whitespace().next().is_some_and(is_code) {
            let span = Span::new(id, token.start, token.end());
            notes.push(Note { code: None, span, lines: [line, line], heeded: false });
        }
    }
    notes
}

/// How many lines of comments follow before the next line of rules.
fn skipped(after: &str) -> usize {
    after.lines().skip(1).take_while(|line| line.trim().is_empty() || line.trim_start().starts_with("//")).count()
}

/// Whether a word looks like a code.
fn is_code(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    word.len() == 5 && word.starts_with(['M', 'm']) && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heeded(text: &str, code: Code, at: &str) -> Vec<Code> {
        let mut sources = SourceMap::default();
        let id = sources.add("a.gdl", text);
        let place = text.find(at).expect("it is there");
        let found = vec![Diagnostic::new(code, "so it is", Span::new(id, place, place + 1), "")];
        heed(found, &sources, id, true).into_iter().map(|diagnostic| diagnostic.code).collect()
    }

    #[test]
    fn notes_silence_their_line_and_the_next_if_they_stand_alone() {
        assert_eq!(heeded("define a = b // merel: allow M0701", Code::Unused, "define"), []);
        assert_eq!(
            heeded("// merel: allow M0701 for variants\n// so it is\n\ndefine a = b", Code::Unused, "define"),
            []
        );
        let not_here = heeded("x // merel: allow M0701\ndefine a = b", Code::Unused, "define");
        assert_eq!(not_here, [Code::Unused, Code::IdleNote]);
        let other = heeded("define a = b // merel: allow M0702", Code::Unused, "define");
        assert_eq!(other, [Code::Unused, Code::IdleNote]);
    }

    #[test]
    fn errors_are_not_silenced_and_empty_notes_are_told() {
        assert_eq!(heeded("a // merel: allow M0201", Code::UnknownName, "a"), [Code::UnknownName, Code::IdleNote]);
        assert_eq!(heeded("a // merel: allow all", Code::Unused, "a"), [Code::Unused, Code::IdleNote]);
        assert_eq!(heeded("a // merel: allow M0701, M9999 x", Code::Unused, "a"), [Code::IdleNote]);
    }
}
