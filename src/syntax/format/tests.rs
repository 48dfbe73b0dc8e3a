//! The layout, example by example.

use super::*;

/// The layout of a text, which must be its own layout.
fn laid_out(text: &str) -> String {
    let formatted = format(text).unwrap_or_else(|told| panic!("{told:?}"));
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted));
    formatted
}

/// Compares a layout with what is expected, both without the first line break.
fn check(text: &str, expected: &str) {
    let found = laid_out(text);
    assert!(found == expected.trim_start_matches('\n'), "laid out:\n{found}\nexpected:{expected}");
}

#[test]
fn words_are_one_blank_apart() {
    check("game   \"A\"\tlimit\t5 moves", "\ngame \"A\" limit 5 moves\n");
    check("players White ,Black,  Red", "\nplayers White, Black, Red\n");
    check("define a( b ,c )=d+e*( f- 1 )", "\ndefine a(b, c) = d + e * (f - 1)\n");
    check("define a = [ b c , d ] in [ ]", "\ndefine a = [b c, d] in []\n");
    check("define a = b-c  -  d-1", "\ndefine a = b-c - d-1\n");
    check("option a=b \"c\" ,2", "\noption a = b \"c\", 2\n");
}

#[test]
fn brackets_of_calls_touch_their_name_and_others_do_not() {
    check("piece Man( Men )", "\npiece Man (Men)\n");
    check("define a = f (b) in(c) or row(d)", "\ndefine a = f(b) in (c) or row (d)\n");
    check("board square(n+1)by(n)", "\nboard square (n + 1) by (n)\n");
    check("action a (b) { do c (d) }", "\naction a(b) { do c(d) }\n");
    check("move m { Man slides forward(n) or more }", "\nmove m { Man slides forward (n) or more }\n");
}

#[test]
fn entries_of_one_line_are_two_blanks_apart() {
    check("setup { set a to 1 add 2 to b }", "\nsetup { set a to 1  add 2 to b }\n");
    check("table t of n { 1 :a 2: b }", "\ntable t of n { 1: a  2: b }\n");
    check("title en \"A\" fr \"B\" year 2000", "\ntitle en \"A\" fr \"B\" year 2000\n");
    check("turn{if a{again}otherwise{end turn}}", "\nturn { if a { again } otherwise { end turn } }\n");
}

#[test]
fn blocks_and_what_goes_on_stand_further_in() {
    check(
        "
move m{
Man steps
to a
{
set b to c
}
    // a remark
  King slides
  when d { again
  } afterwards { again }
      }",
        "
move m {
  Man steps
    to a
    {
      set b to c
    }
  // a remark
  King slides
    when d { again
    }  afterwards { again }
}
",
    );
}

#[test]
fn otherwise_stands_below_its_if() {
    check(
        "turn {\nif a {\nagain }\notherwise if b {\nagain\n} otherwise {\nagain\n}\n}",
        "
turn {
  if a {
    again }
  otherwise if b {
    again
  } otherwise {
    again
  }
}
",
    );
}

#[test]
fn braces_of_one_line_count_one_by_one() {
    check("setup { if a {\nagain\n}\nagain\n}", "\nsetup { if a {\n    again\n  }\n  again\n}\n");
    check("setup\n{\nagain\n}", "\nsetup\n{\n  again\n}\n");
    check("setup { }\nturn {}", "\nsetup { }\nturn { }\n");
}

#[test]
fn lists_over_lines_close_below_their_beginning() {
    check("define a = [\nb\n  c\n]\npiece Man,\nKing", "\ndefine a = [\n  b\n  c\n]\npiece Man,\n  King\n");
}

#[test]
fn empty_lines_are_single_and_never_at_an_edge() {
    check(
        "\n\nlimit 5 moves\n\n\n\nsetup {\n\n  again\n\n\n  again // a\n\n}\n\n\n",
        "\nlimit 5 moves\n\nsetup {\n  again\n\n  again  // a\n}\n",
    );
    check("setup { // a\n\nagain\n}", "\nsetup {  // a\n  again\n}\n");
}

#[test]
fn comments_of_lines_in_a_row_stand_in_one_column() {
    check(
        "
// the first
limit 5 moves// a
define longer = name // b
//c

define a = b      // d
define é = [
  // e
  b]",
        "
// the first
limit 5 moves         // a
define longer = name  // b
//c

define a = b  // d
define é = [
  // e
  b]
",
    );
    check("limit 5 moves\n    // the end\n", "\nlimit 5 moves\n// the end\n");
}

#[test]
fn pictures_keep_their_cells() {
    check(
        "
setup {
| a  b .
      |.  .  c  // the last
  where \"c\" is
Man
paint d as
| x y
|z
}
tiles t for d { one: | a / b
| c / d
  two:
    | a
      | b
}
",
        "
setup {
  | a  b .
  |.  .  c  // the last
    where \"c\" is
    Man
  paint d as
    | x y
    |z
}
tiles t for d { one: | a / b
                     | c / d
  two:
    | a
    | b
}
",
    );
}

#[test]
fn line_ends_are_alike() {
    check(
        "\u{FEFF}limit 5 moves\r\n\r\n\r\nsetup {\r\n| a \r\n}  \t\r\n// b \r\n",
        "\nlimit 5 moves\n\nsetup {\n  | a\n}\n// b\n",
    );
    check("note \"a\n  b  \n c\" limit\n5 moves", "\nnote \"a\n  b  \n c\" limit\n  5 moves\n");
}

#[test]
fn a_comment_behind_any_is_no_part_of_it() {
    check(
        "define a = reach of b by slides any// c\nlimit 5 moves",
        "\ndefine a = reach of b by slides any  // c\nlimit 5 moves\n",
    );
}

#[test]
fn a_text_with_mistakes_is_left_alone() {
    let told = format("piece = 3").unwrap_err();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].primary.span.range(), 6..7);
    assert_eq!(format("").unwrap_err()[0].code, Code::Empty);
}

#[test]
fn whole_files_keep_what_they_say() {
    insta::glob!("../../../", "{games,tests/samples}/**/*.gdl", |path| {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        laid_out(&text);
    });
}
