//! The patches that are certain, applied to a text.

use super::{Certainty, Diagnostic, Suggestion, place::clamp};
use crate::source::{SourceId, Span};

/// The safe patches of one file, of each diagnostic the first: none overlaps another, in the order of the text.
pub fn safe_patches(diagnostics: &[Diagnostic], source: SourceId) -> Vec<&Suggestion> {
    let is_safe = |suggestion: &&Suggestion| suggestion.certainty == Certainty::Safe;
    let first = diagnostics.iter().filter_map(|diagnostic| diagnostic.suggestions.iter().find(is_safe));
    let mut patches: Vec<&Suggestion> = first.filter(|suggestion| suggestion.span.source == source).collect();
    patches.sort_by_key(|suggestion| (suggestion.span.start, suggestion.span.end));
    let mut kept: Vec<&Suggestion> = Vec::new();
    for patch in patches {
        // Two insertions at one place are left to a later round too: nobody knows their order.
        let is_free = |last: &&Suggestion| last.span.end < patch.span.start || ends_before(last.span, patch.span);
        if kept.last().is_none_or(is_free) {
            kept.push(patch);
        }
    }
    kept
}

/// Whether a patch that replaces something ends where the next begins, which replaces something too.
fn ends_before(one: Span, next: Span) -> bool {
    one.end == next.start && one.start < one.end && next.start < next.end
}

/// The text with patches that do not overlap, in the order of the text.
pub fn patched(text: &str, patches: &[&Suggestion]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for patch in patches {
        let range = clamp(text, patch.span);
        new.push_str(text.get(done..range.start).unwrap_or(""));
        new.push_str(&patch.replacement);
        done = range.end.max(done);
    }
    new.push_str(text.get(done..).unwrap_or(""));
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    const HERE: SourceId = SourceId(0);

    fn safe(start: usize, end: usize, new: &str) -> Diagnostic {
        let span = Span::new(HERE, start, end);
        Diagnostic::new(Code::Syntax, "odd", span, "").suggest_safe("so", span, new)
    }

    fn mended(text: &str, diagnostics: &[Diagnostic]) -> String {
        patched(text, &safe_patches(diagnostics, HERE))
    }

    #[test]
    fn what_is_certain_is_applied_in_order() {
        assert_eq!(mended("a > b;", &[safe(5, 6, ""), safe(2, 3, "more than")]), "a more than b");
        assert_eq!(mended("été = 1", &[safe(6, 7, "is")]), "été is 1");
        assert_eq!(mended("abc", &[safe(0, 1, "x"), safe(1, 2, "y")]), "xyc");
    }

    #[test]
    fn patches_that_overlap_wait() {
        assert_eq!(mended("abcd", &[safe(0, 3, "x"), safe(2, 4, "y")]), "xd");
        assert_eq!(mended("abcd", &[safe(1, 1, "x"), safe(1, 1, "y")]), "axbcd");
        assert_eq!(mended("abcd", &[safe(1, 1, "x"), safe(1, 2, "y")]), "axbcd");
    }

    #[test]
    fn guesses_choices_and_other_files_are_left_alone() {
        let span = Span::new(HERE, 0, 1);
        let guess = Diagnostic::new(Code::Syntax, "odd", span, "").suggest("so", span, "x");
        let choice = Diagnostic::new(Code::Syntax, "odd", span, "").suggest_choice("so", span, "x");
        let far = Span::new(SourceId(1), 0, 1);
        let other = Diagnostic::new(Code::Syntax, "odd", far, "").suggest_safe("so", far, "x");
        assert_eq!(mended("abc", &[guess, choice, other]), "abc");
    }

    #[test]
    fn a_place_outside_does_no_harm() {
        assert_eq!(mended("abc", &[safe(2, 99, "x"), safe(150, 160, "y")]), "abxy");
    }
}
