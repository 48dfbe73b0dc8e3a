//! Every mistake with its message under the place that it marks: `^` for the place, `-` for a further label.

use super::*;
use crate::diagnostic::{Label, law::breaks_the_law};

/// Compares what the parser tells with the lines of `^` in the text.
fn check(annotated: &str) {
    let annotated = annotated.strip_prefix('\n').unwrap_or(annotated);
    let is_note = |line: &&str| line.trim_start().starts_with(['^', '-']);
    let text: String = annotated.lines().filter(|line| !is_note(line)).map(|line| format!("{line}\n")).collect();
    let diagnostics = parsed(&text).diagnostics;
    for diagnostic in &diagnostics {
        assert_eq!(breaks_the_law(&diagnostic.message), None, "{}", diagnostic.message);
    }
    let found = annotate(&text, &diagnostics);
    assert!(found == annotated, "told:\n{found}\nexpected:\n{annotated}");
}

fn annotate(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut found = String::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        found.push_str(line);
        let end = start + line.len();
        let mut note = |label: &Label, mark: &str, message: &str| {
            let span = label.span.range();
            if (start..end).contains(&span.start) {
                let before = text[start..span.start].chars().count();
                let marks = text[span.clone()].chars().count().max(1);
                found.push_str(&format!("{}{} {message}\n", " ".repeat(before), mark.repeat(marks)));
            }
        };
        for diagnostic in diagnostics {
            let mut message = diagnostic.message.clone();
            let advice = diagnostic.suggestions.iter().map(|suggestion| &suggestion.message).chain(&diagnostic.help);
            advice.for_each(|advice| message = format!("{message}; {advice}"));
            note(&diagnostic.primary, "^", &message);
            diagnostic.labels.iter().for_each(|label| note(label, "-", &label.text));
        }
        start = end;
    }
    found
}

#[test]
fn an_operand_is_missing() {
    check(
        r"
define a =
board square 5
^^^^^ expected an expression, found `board`
",
    );
    check(
        r"
define a = b or
move m { Man steps }
^^^^ expected an expression, found `move`
",
    );
    check(
        r"
define a = b in + c
                ^ expected an expression, found `+`
",
    );
    check(
        r"
define a = f(b, )
                ^ expected an expression, found `)`
",
    );
    check(
        r"
move m { Man slides forward exactly to a }
                                    ^^ expected an expression, found `to`
",
    );
}

#[test]
fn a_bracket_is_missing() {
    check(
        r"
define a = (b c) or d
              ^ expected `)` or an operator such as `and`, found `c`
",
    );
    check(
        r"
define a = f(b c)
               ^ expected `)` or `,`, found `c`
",
    );
    check(
        r"
define a = [b (c d]
                 ^ expected an expression or `)`, found `d`
",
    );
    check(
        r"
setup {
  put Man on [a1
}
^ expected an expression or `]`, found `}`
",
    );
    check(
        r"
move m { Man steps to (empty when x) { again } }
                             ^^^^ expected `)` or an operator such as `and`, found `when`
",
    );
}

#[test]
fn a_brace_is_missing() {
    check(
        r"
move m {
       - this brace is never closed
  Man steps
end after each move { }
^^^ expected a direction, `}`, `taking`, `then`, `to` or `when`, found `end`
",
    );
    check(
        r"
turn {
     - this brace is never closed
  if a { again
}
limit 5 moves
^^^^^ expected `}`, `otherwise` or a statement, found `limit`
",
    );
    check(
        r"
setup {
       ^ expected `}` or a statement, found the end of the file
      - this brace is never closed
",
    );
}

#[test]
fn words_that_expressions_need() {
    check(
        r"
define a = those p in q when r
                        ^^^^ expected `where` or an operator such as `and`, found `when`
",
    );
    check(
        r"
define a = if b then c
limit 5 moves
^^^^^ expected `else` or an operator such as `and`, found `limit`
",
    );
    check(
        r"
define a = if b else c
                ^^^^ expected `then` or an operator such as `and`, found `else`
",
    );
    check(
        r"
define a = reach of b to c
                      ^^ expected `by` or an operator such as `and`, found `to`
",
    );
    check(
        r"
define a = b joins c and d
                     ^^^ expected `to` or an operator such as `and`, found `and`
",
    );
    check(
        r"
define a = lines of 3
                     ^ expected an operator such as `and`, found the end of the file
",
    );
    check(
        r"
define a = b at c
                ^ expected `any`, `least` or `most`, found `c`
",
    );
}

#[test]
fn slips_of_the_pen() {
    check(
        r"
bord square 5 by 5
^^^^ no declaration begins with `bord`; did you mean `board`?
",
    );
    check(
        r"
language 1
pieces Man
^^^^^^ no declaration begins with `pieces`; did you mean `piece`?
",
    );
    check(
        r"
move m {
  Man step forward
      ^^^^ expected a verb such as `steps`, `on` or `or`, found `step`; did you mean `steps`?
}
",
    );
    check(
        r"
setup {
  pt Man on a1
  ^^ expected `}` or a statement, found `pt`; did you mean `put`?
}
",
    );
    check(
        r"
end after eech move { }
          ^^^^ expected `each`, found `eech`; did you mean `each`?
",
    );
    check(
        r#"
end after each move {
  "a": everyone lose
                ^^^^ expected `loses`, found `lose`; did you mean `loses`?
}
"#,
    );
    check(
        r#"
test "a" {
  expct White wins
        ^^^^^ expected `is`, `or` or `to`, found `White`; did you mean `expect`?
}
"#,
    );
    check(
        r#"
test "a" {
  play "a1"
  legel "a2"
        ^^^^ expected `is`, `or` or `to`, found `"a2"`; did you mean `legal`?
}
"#,
    );
    check(
        r"
define a = b adn c
             ^^^ expected an operator such as `and` or the end of the declaration, found `adn`; did you mean `and`?
",
    );
    check(
        r"
piece Man roial
          ^^^^^ expected `(`, `,`, a word such as `royal` or the end of the declaration, found `roial`; did you mean `royal`?
",
    );
}

#[test]
fn reserved_words_are_no_names() {
    check(
        r"
option end = 3
       ^^^ expected a name, found `end`; `end` is a word of the language and cannot be a name
",
    );
    check(
        r"
define move = a
       ^^^^ expected a name, found `move`; `move` is a word of the language and cannot be a name
",
    );
    check(
        r"
setup { put each on a1 }
            ^^^^ expected a name or an expression, found `each`; `each` is a word of the language and cannot be a name
",
    );
}

#[test]
fn statements_out_of_order() {
    check(
        r"
setup { put Man in a1 }
                   ^^ expected `hand`, found `a1`
",
    );
    check(
        r"
setup { put Man }
                ^ expected a name, `at`, `in`, `of`, `on` or `(`, found `}`
",
    );
    check(
        r"
setup { give a b }
               ^ expected `to` or an operator such as `and`, found `b`
",
    );
    check(
        r"
turn { repeat 3 { again } }
                ^ expected `times` or an operator such as `and`, found `{`
",
    );
    check(
        r"
turn { otherwise { again } }
       ^^^^^^^^^ expected `}` or a statement, found `otherwise`
",
    );
    check(
        r"
turn { choose }
              ^ expected the name of a move, found `}`
",
    );
    check(
        r"
define a = 3 moves without }
                           ^ expected what has not happened, such as `taking`, found `}`
",
    );
}

#[test]
fn marks_that_mean_nothing() {
    check(
        r"
define a = b ? c
             ^ expected an operator such as `and` or the end of the declaration, found `?`
",
    );
    check(
        r"
}
^ no declaration begins with `}`; declarations begin with a word such as `board`, `piece`, `move`, `define` or `end`
",
    );
    check(
        r"
players White Black
              ^^^^^ expected `,`, `facing` or the end of the declaration, found `Black`
",
    );
    check(
        r#"
define a = "b
           ^ this text is never closed; end it with a second `"`
"#,
    );
    check(
        r#"
text fr {
        - this brace is never closed
  Man: "pion
       ----- this text goes on over lines; perhaps its second quote is missing
  King: "dame"
             ^^^^^^^^^^^^ expected `:`, found `"…`
  stuck: "bloque"
}
"#,
    );
    check(
        r"
board square 5 by 5 { hole a1; }
                             ^ no `;` is needed: every sentence begins with a word of its own; leave it out
",
    );
    check(
        r"
§
^ no declaration begins with `§`; declarations begin with a word such as `board`, `piece`, `move`, `define` or `end`
",
    );
    check(
        r#"
text fr { Man "pion" }
              ^^^^^^ expected `:`, found `"pion"`
"#,
    );
}

#[test]
fn many_mistakes_at_a_time() {
    check(
        r"
language 1
regoin a = b
^^^^^^ no declaration begins with `regoin`; declarations begin with a word such as `board`, `piece`, `move`, `define` or `end`
players White,, Black
              ^ expected a name, found `,`
board square 5 by
piece Man (Men
^^^^^ expected an expression, found `piece`
define a = (b c)
              ^ expected `)` or an operator such as `and`, found `c`
stup { }
^^^^ no declaration begins with `stup`; did you mean `setup`?
setup { put 2 Man on }
                     ^ expected an expression, found `}`
turn { choose a }
",
    );
}

#[test]
fn what_follows_a_mistake_is_read() {
    let parsed = parsed("define a = (\ndefine b = c\npiece = 3\nlimit 5 moves\n");
    assert_eq!(parsed.file.items.len(), 1);
    assert_eq!(parsed.diagnostics.len(), 2);
}

#[test]
fn numbers_have_a_limit() {
    check(
        r"
limit 1000000001 moves
      ^^^^^^^^^^ `1000000001` is greater than the greatest number, 1000000000
",
    );
    check(
        r"
limit 1000000000 moves
",
    );
}

#[test]
fn a_file_without_declarations() {
    for text in ["", "\n\n", "// nothing here\n", "\u{FEFF}"] {
        let codes: Vec<_> = parsed(text).diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::Empty], "{text:?}");
    }
}

#[test]
fn situations_tell_their_mistakes() {
    let told = |text| annotate(text, &parse_situation(SourceId::default(), text).1);
    assert_eq!(
        told("put Man\n"),
        "put Man\n       ^ expected a name, `at`, `in`, `of`, `on` or `(`, found the end of the file\n"
    );
    assert_eq!(
        told("position \"a/b\" White to ply\n"),
        "position \"a/b\" White to ply\n                        ^^^ expected `play`, found `ply`; did you mean `play`?\n"
    );
    assert_eq!(
        told("put Man on (a1\n"),
        "put Man on (a1\n              ^ expected `)` or an operator such as `and`, found the end of the file\n"
    );
    assert_eq!(told("set a to )\nphase b\n"), "set a to )\n         ^ expected an expression, found `)`\nphase b\n");
}

#[test]
fn the_reserved_words_are_those_of_the_grammar() {
    let grammar = merel_grammar::TEXT;
    let rule = grammar.split("reserved = _{").nth(1).and_then(|rest| rest.split('}').next()).unwrap_or_default();
    let mut in_grammar: Vec<_> = rule.split('"').skip(1).step_by(2).collect();
    let mut in_messages = words::RESERVED.to_vec();
    in_grammar.sort_unstable();
    in_messages.sort_unstable();
    assert_eq!(in_grammar, in_messages);
    for word in words::RESERVED {
        assert!(Grammar::parse(Rule::name, word).is_err(), "{word}");
    }
}
