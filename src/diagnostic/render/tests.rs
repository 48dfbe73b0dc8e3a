//! What people see: every rendering here was read and judged before it was accepted.

use insta::assert_snapshot;

use super::*;
use crate::{diagnostic::Code, source::SourceId};

mod odd;

const BREAKTHROUGH: &str = "language 1
game \"Breakthrough\"
players White, Black
board square 8 by 8
piece Man (Men)

move advance {
  Man steps foward
  Men steps forward-diagonal to empty or enemy
}
";

const PLAIN: Style = Style { colour: false, unicode: false };

/// The place of the first `words` in `text`.
fn at(source: u16, text: &str, words: &str) -> Span {
    let start = text.find(words).unwrap_or_default();
    Span::new(SourceId(source), start, start + words.len())
}

fn one_file(text: &str) -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("games/breakthrough.gdl", text);
    sources
}

fn shown(diagnostic: &Diagnostic, text: &str) -> String {
    render(diagnostic, &one_file(text), PLAIN)
}

fn slip() -> Diagnostic {
    let place = at(0, BREAKTHROUGH, "foward");
    Diagnostic::new(Code::NoDirection, "unknown direction `foward`", place, "the board has no such direction")
}

#[test]
fn one_label() {
    assert_snapshot!(shown(&slip(), BREAKTHROUGH), @r#"
    error[M0401]: unknown direction `foward`
     --> games/breakthrough.gdl:8:13
      |
    8 |   Man steps foward
      |             ^^^^^^ the board has no such direction
    "#);
}

#[test]
fn several_labels_with_advice() {
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        "`Men` is a set of cells, a kind of piece is wanted",
        at(0, BREAKTHROUGH, "Men steps"),
        "a sentence begins with the kind that moves",
    )
    .label(at(0, BREAKTHROUGH, "(Men)"), "declared here as the cells of `Man`")
    .label(at(0, BREAKTHROUGH, "Man steps"), "")
    .help("write `Man steps …`")
    .help("`merel explain M0301` tells more");
    assert_snapshot!(shown(&diagnostic, BREAKTHROUGH), @r#"
    error[M0301]: `Men` is a set of cells, a kind of piece is wanted
     --> games/breakthrough.gdl:9:3
      |
    5 | piece Man (Men)
      |           ----- declared here as the cells of `Man`
    ...
    8 |   Man steps foward
      |   ---------
    9 |   Men steps forward-diagonal to empty or enemy
      |   ^^^^^^^^^ a sentence begins with the kind that moves
      |
      = help: write `Man steps …`
      = help: `merel explain M0301` tells more
    "#);
}

#[test]
fn a_suggestion_is_a_patch() {
    let place = at(0, BREAKTHROUGH, "foward");
    let diagnostic = slip().suggest("a direction with a similar name exists", place, "forward");
    assert_snapshot!(shown(&diagnostic, BREAKTHROUGH), @r#"
    error[M0401]: unknown direction `foward`
     --> games/breakthrough.gdl:8:13
      |
    8 |   Man steps foward
      |             ^^^^^^ the board has no such direction
      |
    help: a direction with a similar name exists
      |
    8 |   Man steps forward
      |               +
    "#);
}

#[test]
fn suggestions_insert_lines_and_delete_them() {
    let end = BREAKTHROUGH.len();
    let line = Span::new(SourceId(0), BREAKTHROUGH.find("  Men").unwrap_or_default(), BREAKTHROUGH.len() - 2);
    let diagnostic = Diagnostic::new(Code::Missing, "the game never ends", at(0, BREAKTHROUGH, "game"), "")
        .suggest("add an end", Span::new(SourceId(0), end, end), "end after each turn {\n}\n")
        .suggest("remove the sentence", line, "");
    assert_snapshot!(shown(&diagnostic, BREAKTHROUGH), @r#"
    error[M0204]: the game never ends
      --> games/breakthrough.gdl:2:1
       |
     2 | game "Breakthrough"
       | ^^^^
       |
    help: add an end
       |
    11 + end after each turn {
    12 + }
       |
    help: remove the sentence
       |
     9 -   Men steps forward-diagonal to empty or enemy
       |
    "#);
}

#[test]
fn labels_in_two_files() {
    let mut sources = one_file(BREAKTHROUGH);
    let variant = "game \"Race\" extends \"breakthrough.gdl\"\nreplace move advnace { Man steps }\n";
    sources.add("games/race.gdl", variant);
    let place = at(1, variant, "advnace");
    let diagnostic = Diagnostic::new(Code::OverrideNothing, "no move `advnace` to replace", place, "")
        .label(at(0, BREAKTHROUGH, "advance"), "this move has a similar name")
        .suggest("replace the move that exists", place, "advance")
        .suggest("rename the move", at(0, BREAKTHROUGH, "advance"), "advnace");
    assert_snapshot!(render(&diagnostic, &sources, PLAIN), @r#"
    error[M0203]: no move `advnace` to replace
     --> games/race.gdl:2:14
      |
    2 | replace move advnace { Man steps }
      |              ^^^^^^^
      |
     ::: games/breakthrough.gdl:7:6
      |
    7 | move advance {
      |      ------- this move has a similar name
      |
    help: replace the move that exists
      |
    2 - replace move advnace { Man steps }
    2 + replace move advance { Man steps }
      |
    help: rename the move
     --> games/breakthrough.gdl:7:6
      |
    7 - move advance {
    7 + move advnace {
      |
    "#);
}

#[test]
fn the_end_of_the_file_is_after_its_last_word() {
    let text = "game \"Hex\"\nmove play {\n  Stone drops\n\n";
    let end = text.len();
    let diagnostic =
        Diagnostic::new(Code::Syntax, "expected `}`", Span::new(SourceId(0), end, end), "the file ends here")
            .label(at(0, text, "{"), "opened here");
    assert_snapshot!(shown(&diagnostic, text), @r#"
    error[M0001]: expected `}`
     --> games/breakthrough.gdl:3:14
      |
    2 | move play {
      |           - opened here
    3 |   Stone drops
      |              ^ the file ends here
    "#);
}

#[test]
fn an_empty_file_is_still_a_place() {
    let diagnostic = Diagnostic::new(Code::Empty, "the file holds no game", Span::default(), "expected `game`");
    assert_snapshot!(shown(&diagnostic, ""), @r#"
    error[M0005]: the file holds no game
     --> games/breakthrough.gdl:1:1
      |
    1 |
      | ^ expected `game`
    "#);
    assert_snapshot!(shown(&diagnostic, " \n\n"), @r#"
    error[M0005]: the file holds no game
     --> games/breakthrough.gdl:1:1
      |
    1 |  
      | ^ expected `game`
    "#);
}

#[test]
fn tabs_and_accents_stand_above_their_marks() {
    let text = "piece Épée, 歩兵\r\nmove va {\r\n\tÉpée\tsteps nord\r\n\t歩兵 steps sud\r\n}\r\n";
    let diagnostic = Diagnostic::new(Code::NoDirection, "unknown direction `nord`", at(0, text, "nord"), "here")
        .label(at(0, text, "sud"), "and here")
        .label(at(0, text, "歩兵"), "what moves")
        .suggest("use the English word", at(0, text, "nord"), "north");
    assert_snapshot!(shown(&diagnostic, text), @r#"
    error[M0401]: unknown direction `nord`
     --> games/breakthrough.gdl:3:13
      |
    1 | piece Épée, 歩兵
      |             ---- what moves
    2 | move va {
    3 |     Épée    steps nord
      |                   ^^^^ here
    4 |     歩兵 steps sud
      |                --- and here
      |
    help: use the English word
      |
    3 -     Épée    steps nord
    3 +     Épée    steps north
      |
    "#);
}

#[test]
fn frames_can_be_drawn_with_box_characters() {
    let style = Style { colour: false, unicode: true };
    let place = at(0, BREAKTHROUGH, "foward");
    let diagnostic = slip().label(at(0, BREAKTHROUGH, "square"), "this board").help("draw the board").suggest(
        "a direction with a similar name exists",
        place,
        "forward",
    );
    assert_snapshot!(render(&diagnostic, &one_file(BREAKTHROUGH), style), @r#"
    error[M0401]: unknown direction `foward`
      ╭▸ games/breakthrough.gdl:8:13
      │
    4 │ board square 8 by 8
      │       ────── this board
      ┆
    8 │   Man steps foward
      │             ━━━━━━ the board has no such direction
      │
      ╰ help: draw the board
    help: a direction with a similar name exists
      ╭╴
    8 │   Man steps forward
      ╰╴              +
    "#);
}

#[test]
fn colour_is_there_only_when_wanted() {
    let coloured = render(&slip(), &one_file(BREAKTHROUGH), Style { colour: true, unicode: false });
    assert!(coloured.contains("\u{1b}["));
    assert!(!shown(&slip(), BREAKTHROUGH).contains('\u{1b}'));
}

#[test]
fn many_are_shown_by_place_and_counted() {
    let unused = Diagnostic::new(Code::Unused, "nothing uses `Man`", at(0, BREAKTHROUGH, "Man"), "");
    let empty = Diagnostic::new(Code::Syntax, "expected `game`", at(0, BREAKTHROUGH, "language"), "");
    assert_snapshot!(render_all(&[slip(), unused, empty], &one_file(BREAKTHROUGH), PLAIN), @r#"
    error[M0001]: expected `game`
     --> games/breakthrough.gdl:1:1
      |
    1 | language 1
      | ^^^^^^^^

    warning[M0701]: nothing uses `Man`
     --> games/breakthrough.gdl:5:7
      |
    5 | piece Man (Men)
      |       ^^^

    error[M0401]: unknown direction `foward`
     --> games/breakthrough.gdl:8:13
      |
    8 |   Man steps foward
      |             ^^^^^^ the board has no such direction

    2 errors, 1 warning
    "#);
    assert_eq!(render_all(&[], &SourceMap::default(), PLAIN), "");
}

#[test]
fn what_does_not_fit_is_counted_and_errors_come_first() {
    let warning = Diagnostic::new(Code::Unused, "nothing uses `Man`", at(0, BREAKTHROUGH, "game"), "");
    let mut diagnostics = vec![warning; 60];
    diagnostics.push(slip());
    let text = render_all(&diagnostics, &one_file(BREAKTHROUGH), PLAIN);
    assert_eq!(text.lines().last(), Some("1 error, 60 warnings; 11 of them not shown"));
    assert_eq!(text.matches("-->").count(), SHOWN);
    assert!(text.contains("unknown direction"));
}
