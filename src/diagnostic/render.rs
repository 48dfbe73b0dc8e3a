//! Diagnostics as text, in the look of rustc: a title, the lines at fault, advice, and patches.

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet, normalize_untrusted_str, renderer::DecorStyle,
};

use super::{
    Diagnostic, Label, Severity, Suggestion,
    place::{clamp, in_reading_order, line_column, source_of, whole_lines},
};
use crate::source::{Source, SourceMap, Span};

#[cfg(test)]
mod tests;

/// How many diagnostics [`render_all`] shows; the rest are counted.
pub const SHOWN: usize = 50;

/// A line with more characters than this is never shown whole.
const WIDE: usize = 200;

/// What is said in more characters than this is cut; only a huge word of the author makes it so long.
const LONG: usize = 400;

/// A patch of more lines than this is told in words.
const TALL: usize = 12;

/// No more lines of a picture are shown.
const TALL_PICTURE: usize = 60;

/// What the reader's screen can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Colours, as ANSI escape codes.
    pub colour: bool,
    /// Frames drawn with box characters instead of ASCII.
    pub unicode: bool,
}

impl Style {
    fn renderer(self) -> Renderer {
        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        renderer.decor_style(if self.unicode { DecorStyle::Unicode } else { DecorStyle::Ascii })
    }
}

/// One diagnostic as text, without a line break at the end.
///
/// Odd places do no harm: a span is moved inside its text, and one in a file that `sources` lacks is left out.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    style.renderer().render(&groups(diagnostic, sources))
}

/// All diagnostics by file and place, and how many there are in the last line; nothing if there are none.
///
/// At most [`SHOWN`] are shown, errors before warnings where some must be left out.
pub fn render_all(diagnostics: &[Diagnostic], sources: &SourceMap, style: Style) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let mut parts: Vec<String> =
        chosen(diagnostics).into_iter().map(|diagnostic| render(diagnostic, sources, style)).collect();
    parts.push(summary(diagnostics));
    parts.join("\n\n")
}

/// The diagnostics to show, in reading order.
fn chosen(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let ordered = in_reading_order(diagnostics);
    let errors = ordered.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count();
    let mut error_room = SHOWN;
    let mut warning_room = SHOWN.saturating_sub(errors);
    let mut keep = |diagnostic: &&Diagnostic| {
        let room = match diagnostic.severity() {
            Severity::Error => &mut error_room,
            Severity::Warning => &mut warning_room,
        };
        let kept = *room > 0;
        *room = room.saturating_sub(1);
        kept
    };
    ordered.into_iter().filter(&mut keep).collect()
}

/// For instance "2 errors, 1 warning".
fn summary(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count();
    let warnings = diagnostics.len() - errors;
    let counts: Vec<String> = [counted(errors, "error"), counted(warnings, "warning")].into_iter().flatten().collect();
    let hidden = diagnostics.len().saturating_sub(SHOWN);
    let rest = if hidden > 0 { format!("; {hidden} of them not shown") } else { String::new() };
    counts.join(", ") + &rest
}

fn counted(number: usize, noun: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        _ => Some(format!("{number} {noun}s")),
    }
}

/// The parts of a report: what is wrong and where, then one part for each patch.
fn groups<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Group<'a>> {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(said(&diagnostic.message)).id(diagnostic.code.as_str());
    let mut main = Group::with_title(title).elements(snippets(diagnostic, sources));
    let mut patches = Vec::new();
    for help in &diagnostic.help {
        main = main.element(Level::HELP.message(said(help)));
    }
    if let Some(picture) = &diagnostic.picture {
        main = main.element(Level::NOTE.message(drawn(picture)));
    }
    for suggestion in &diagnostic.suggestions {
        match patch(suggestion, sources) {
            Some(group) => patches.push(group),
            None => main = main.element(Level::HELP.message(in_words(suggestion))),
        }
    }
    patches.insert(0, main);
    patches
}

/// A label, ready to be shown in its file.
#[derive(Clone)]
struct Mark<'a> {
    source: &'a Source,
    range: Range<usize>,
    text: String,
    kind: AnnotationKind,
    wide: bool,
}

impl<'a> Mark<'a> {
    fn new(label: &'a Label, kind: AnnotationKind, sources: &'a SourceMap) -> Option<Self> {
        let source = source_of(sources, label.span)?;
        let range = visible(&source.text, label.span);
        let wide = is_wide(&source.text, &range);
        let range = if wide { shortened(&source.text, range) } else { range };
        Some(Self { source, range, text: said(&label.text), kind, wide })
    }

    fn annotation(&self, base: usize) -> Annotation<'a> {
        let range = self.range.start.saturating_sub(base)..self.range.end.saturating_sub(base);
        self.kind.span(range).label(Some(self.text.clone()).filter(|text| !text.is_empty()))
    }
}

/// The files with their marks, the main one first.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Snippet<'a, Annotation<'a>>> {
    let primary = Mark::new(&diagnostic.primary, AnnotationKind::Primary, sources);
    let others = diagnostic.labels.iter().map(|label| Mark::new(label, AnnotationKind::Context, sources));
    let mut clusters: Vec<Vec<Mark<'a>>> = Vec::new();
    for mark in std::iter::once(primary).chain(others).flatten() {
        match clusters.iter_mut().find(|cluster| cluster.iter().all(|other| can_share(other, &mark))) {
            Some(cluster) => cluster.push(mark),
            None => clusters.push(vec![mark]),
        }
    }
    clusters.iter().filter_map(|cluster| snippet(cluster)).collect()
}

/// Marks share a snippet if they are in one file and no line has to be cut for either.
fn can_share(one: &Mark<'_>, other: &Mark<'_>) -> bool {
    std::ptr::eq(one.source, other.source) && !one.wide && !other.wide
}

/// The lines from the first mark to the last; the renderer folds what lies between.
fn snippet<'a>(cluster: &[Mark<'a>]) -> Option<Snippet<'a, Annotation<'a>>> {
    let source = cluster.first()?.source;
    let start = cluster.iter().map(|mark| mark.range.start).min()?;
    let end = cluster.iter().map(|mark| mark.range.end).max()?;
    let lines = whole_lines(&source.text, &(start..end));
    let snippet = excerpt(source, &lines);
    Some(snippet.annotations(cluster.iter().map(|mark| mark.annotation(lines.start))))
}

fn excerpt<'a, T: Clone>(source: &'a Source, lines: &Range<usize>) -> Snippet<'a, T> {
    let (line, _) = line_column(&source.text, lines.start);
    Snippet::source(source.text.get(lines.clone()).unwrap_or_default())
        .line_start(line)
        .path(said(&source.name.replace('\n', " ")))
}

/// The replacement as `-` and `+` lines; none if they would be too long to read.
fn patch<'a>(suggestion: &'a Suggestion, sources: &'a SourceMap) -> Option<Group<'a>> {
    let source = source_of(sources, suggestion.span)?;
    let range = clamp(&source.text, suggestion.span);
    let lines = whole_lines(&source.text, &range);
    let replaced = source.text.get(lines.clone()).unwrap_or_default();
    if !fits(replaced) || !fits(&suggestion.replacement) {
        return None;
    }
    let patch = Patch::new(range.start - lines.start..range.end - lines.start, suggestion.replacement.as_str());
    let title = Level::HELP.secondary_title(said(&suggestion.message));
    Some(Group::with_title(title).element(excerpt(source, &lines).patch(patch)))
}

fn fits(text: &str) -> bool {
    text.lines().nth(TALL).is_none() && !has_wide_line(text)
}

/// A suggestion that is not shown as a patch.
fn in_words(suggestion: &Suggestion) -> String {
    let message = said(&suggestion.message);
    let replacement = said(&suggestion.replacement);
    if replacement.is_empty() || replacement.contains('\n') || has_wide_line(&replacement) {
        return message;
    }
    format!("{message}: `{replacement}`")
}

/// A picture as it may go to a screen, without empty lines.
fn drawn(picture: &str) -> String {
    let lines = picture.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let lines = lines.take(TALL_PICTURE).map(normalize_untrusted_str);
    lines.collect::<Vec<_>>().join("\n")
}

/// Words as they may go to a screen: without control characters, and not endless.
fn said(text: &str) -> String {
    match text.char_indices().nth(LONG) {
        Some((cut, _)) => normalize_untrusted_str(text.get(..cut).unwrap_or_default()) + "...",
        None => normalize_untrusted_str(text),
    }
}

/// The bytes worth underlining: without white space at the end, and never after the last visible character.
fn visible(text: &str, span: Span) -> Range<usize> {
    let Range { start, end } = clamp(text, span);
    let start = start.min(text.trim_end().len());
    let length = text.get(start..end).map_or(0, |part| part.trim_end().len());
    start..start + length
}

/// The part of the range on its first line, and not more of it than fits on a screen.
fn shortened(text: &str, range: Range<usize>) -> Range<usize> {
    let line = text.get(range.clone()).and_then(|part| part.lines().next()).unwrap_or_default();
    let length = line.char_indices().nth(WIDE / 2).map_or(line.len(), |(offset, _)| offset);
    range.start..range.start + length
}

fn is_wide(text: &str, range: &Range<usize>) -> bool {
    has_wide_line(text.get(whole_lines(text, range)).unwrap_or_default())
}

fn has_wide_line(text: &str) -> bool {
    text.lines().any(|line| line.chars().nth(WIDE).is_some())
}
