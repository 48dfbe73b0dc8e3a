//! Texts and places that nobody writes on purpose: nothing panics, and nothing floods the screen.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::{PLAIN, at, shown};
use crate::{
    diagnostic::{
        Code, Diagnostic,
        render::{Style, render},
    },
    source::{SourceId, SourceMap, Span},
};

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("game \"Long\" {} Man steps foward {}\n", "a b c ".repeat(80_000), "d e f ".repeat(90_000));
    let place = at(0, &text, "foward");
    let diagnostic = Diagnostic::new(Code::NoDirection, "unknown direction `foward`", place, "not a direction")
        .label(at(0, &text, "Long"), "the game")
        .suggest("a direction with a similar name exists", place, "forward");
    assert_snapshot!(shown(&diagnostic, &text), @r#"
    error[M0401]: unknown direction `foward`
     --> games/breakthrough.gdl:1:480024
      |
    1 | ... a b c a b c a b c a b c a b c a b c a b c  Man steps foward d e f d e f d e f d e f d e f d e f d e f d e f d e f d e f d e f d e...
      |                                                          ^^^^^^ not a direction
      |
     ::: games/breakthrough.gdl:1:7
      |
    1 | game "Long" a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a b c a...
      |       ---- the game
      |
      = help: a direction with a similar name exists: `forward`
    "#);
}

#[test]
fn a_place_as_long_as_the_file_is_cut() {
    let text = "many words ".repeat(100_000);
    let whole = Span::new(SourceId(0), 0, text.len());
    let diagnostic = Diagnostic::new(Code::TooLong, "the file is too long", whole, "all of this");
    assert_snapshot!(shown(&diagnostic.suggest("begin again", whole, text.clone()), &text), @r#"
    error[M0004]: the file is too long
     --> games/breakthrough.gdl:1:1
      |
    1 | many words many words many words many words many words many words many words many words many words many words many words many words m...
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ all of this
      |
      = help: begin again
    "#);
    let lines = "move play {\n  Stone drops\n}\n".repeat(20_000);
    let whole = Span::new(SourceId(0), 0, lines.len());
    let diagnostic = Diagnostic::new(Code::TooLong, "the file is too long", whole, "all of this");
    assert_snapshot!(shown(&diagnostic.suggest("begin again", whole, ""), &lines), @r#"
    error[M0004]: the file is too long
         --> games/breakthrough.gdl:1:1
          |
        1 | / move play {
        2 | |   Stone drops
        3 | | }
        4 | | move play {
    ...     |
    59999 | |   Stone drops
    60000 | | }
          | |_^ all of this
          |
          = help: begin again
    "#);
}

#[test]
fn a_huge_word_is_cut_wherever_it_is_said() {
    let word = "long".repeat(100_000);
    let place = Span::new(SourceId(0), 0, word.len());
    let diagnostic = Diagnostic::new(Code::UnknownName, format!("unknown name `{word}`"), place, word.clone())
        .label(place, word.clone())
        .help(word.clone())
        .suggest(word.clone(), place, word.clone());
    assert!(shown(&diagnostic, &word).len() < 4_000);
}

#[test]
fn escape_codes_of_the_author_do_not_reach_the_screen() {
    let text = "game \"\u{1b}[31mred\"\n";
    let place = Span::new(SourceId(0), 5, 14);
    let diagnostic = Diagnostic::new(Code::Syntax, "odd \u{1b}[31m", place, "\u{1b}[31m").help("\u{1b}[31m").suggest(
        "\u{1b}[31m",
        place,
        "\u{1b}[31m",
    );
    let mut sources = SourceMap::default();
    sources.add("a\u{1b}[31m\nb.gdl", text);
    let text = render(&diagnostic, &sources, PLAIN);
    assert!(!text.contains('\u{1b}'));
    assert_snapshot!(text, @r#"
    error[M0001]: odd ␛[31m
     --> a␛[31m b.gdl:1:6
      |
    1 | game "␛[31mred"
      |      ^^^^^^^^^ ␛[31m
      |
      = help: ␛[31m
    help: ␛[31m
      |
    1 - game "␛[31mred"
    1 + game ␛[31m"
      |
    "#);
}

#[test]
fn a_place_in_no_file_leaves_the_message() {
    let nowhere = Span { source: SourceId(7), start: 3, end: 2 };
    let diagnostic = Diagnostic::new(Code::Unreadable, "cannot read `chess.gdl`", nowhere, "here")
        .help("is it in the same folder?")
        .suggest("name another file", nowhere, "go.gdl");
    assert_snapshot!(shown(&diagnostic, ""), @r#"
    error[M0101]: cannot read `chess.gdl`
     |
     = help: is it in the same folder?
     = help: name another file: `go.gdl`
    "#);
}

/// Text with everything that makes places hard.
fn odd_text() -> impl Strategy<Value = String> {
    let pieces = ["a", "é", "漢", "\n", "\n", "\r\n", "\r", "\t", " ", "\u{301}", "\u{200d}", "\0", "}", "word word"];
    let words = prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|parts| parts.concat());
    prop_oneof![9 => words.clone(), 1 => words.prop_map(|text| text.repeat(30))]
}

fn odd_span() -> impl Strategy<Value = Span> {
    let offset = prop_oneof![9 => 0..60u32, 1 => any::<u32>()];
    (0..3u16, offset.clone(), offset).prop_map(|(source, start, end)| Span { source: SourceId(source), start, end })
}

proptest! {
    #[test]
    fn nothing_panics_and_nothing_is_endless(
        texts in prop::collection::vec(odd_text(), 1..3),
        spans in prop::collection::vec(odd_span(), 6),
        replacements in (odd_text(), odd_text()),
        (colour, unicode) in any::<(bool, bool)>(),
    ) {
        let mut sources = SourceMap::default();
        for text in texts {
            sources.add("odd.gdl", text);
        }
        let [primary, first, second, third, patch, other] = spans[..] else { return Ok(()) };
        let diagnostic = Diagnostic::new(Code::Syntax, "odd", primary, "label")
            .label(first, "first")
            .label(second, "")
            .label(third, "third")
            .suggest("replace", patch, replacements.0)
            .suggest("replace", other, replacements.1);
        let text = render(&diagnostic, &sources, Style { colour, unicode });
        prop_assert!(text.len() < 30_000, "{} bytes", text.len());
    }
}
