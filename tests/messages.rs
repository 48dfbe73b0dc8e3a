//! What authors are told, word for word: slips of people who know other languages, and where they are led.

use merel::diagnostic::Certainty::{self, Choice, Guess, Safe};
use merel::diagnostic::mend::patched;
use merel::diagnostic::render::{Style, render_all};
use merel::diagnostic::{Code, Diagnostic, Severity};
use merel::library::Library;
use merel::rules::Module;
use merel::source::SourceMap;

fn diagnostics(text: &str) -> (Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let (module, mut diagnostics) = Module::from_text(&Library::default(), "example.gdl", text, &mut sources);
    if diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error) {
        diagnostics.extend(module.map_or(Vec::new(), |module| module.check()));
    }
    (diagnostics, sources)
}

/// What is said about a whole file, warnings included.
fn told(text: &str) -> String {
    let (diagnostics, sources) = diagnostics(text);
    render_all(&diagnostics, &sources, Style::default())
}

#[test]
fn words_that_stand_twice() {
    insta::assert_snapshot!(told("rules en \"a\"\nrules fr \"b\"\ntext fr { Man: \"pion\" Man: \"homme\" }\nnote \"a\"\nnote \"b\"\n"), @r#"
    error[M0202]: `rules` stands twice in one file
     --> example.gdl:2:1
      |
    1 | rules en "a"
      | ----- first here
    2 | rules fr "b"
      | ^^^^^ again here
      |
      = help: put all languages into one: `rules en "…" fr "…"`

    error[M0202]: `Man` stands twice in `text fr`
     --> example.gdl:3:23
      |
    3 | text fr { Man: "pion" Man: "homme" }
      |           ---         ^^^ again here
      |           |
      |           first here

    2 errors
    "#);
}

/// A declaration with one slip: the message, and what each of its patches makes of the text.
#[track_caller]
fn slip(text: &str, message: &str, patches: &[(Certainty, &str)]) {
    let (found, _) = diagnostics(text);
    let [diagnostic] = found.as_slice() else { panic!("{text}: {found:?}") };
    assert_eq!(diagnostic.message, message, "{text}");
    let made: Vec<(Certainty, String)> =
        diagnostic.suggestions.iter().map(|patch| (patch.certainty, patched(text, &[patch]))).collect();
    let made: Vec<(Certainty, &str)> = made.iter().map(|(certainty, text)| (*certainty, text.as_str())).collect();
    assert_eq!(made, patches, "{text}");
    for (_, mended) in made.iter().filter(|(certainty, _)| *certainty == Safe) {
        let (left, _) = diagnostics(mended);
        assert!(left.iter().all(|left| left.code != Code::Syntax), "{mended}: {left:?}");
    }
}

/// The same for a condition.
#[track_caller]
fn condition(slipped: &str, message: &str, certainty: Certainty, mended: &str) {
    let whole = |condition: &str| format!("define a = {condition}\n");
    slip(&whole(slipped), message, &[(certainty, &whole(mended))]);
}

#[test]
fn signs_between_operands() {
    condition("b == 3", "`==` is written `is`", Safe, "b is 3");
    condition("b = 3", "`=` is written `is`", Safe, "b is 3");
    condition("b != 3", "`!=` is written `is not`", Safe, "b is not 3");
    condition("b<>3", "`<>` is written `is not`", Safe, "b is not 3");
    condition("b ≠ 3", "`≠` is written `is not`", Safe, "b is not 3");
    condition("b<3", "`<` is written `less than`", Safe, "b less than 3");
    condition("b > 3", "`>` is written `more than`", Safe, "b more than 3");
    condition("(b) <= 3", "`<=` is written `at most`", Safe, "(b) at most 3");
    condition("b >= 3", "`>=` is written `at least`", Safe, "b at least 3");
    condition("(b ≥ 3)", "`≥` is written `at least`", Safe, "(b at least 3)");
    condition("b && c", "`&&` is written `and`", Safe, "b and c");
    condition("b || c", "`||` is written `or`", Safe, "b or c");
    condition("not b and !c", "`!` is written `not`", Safe, "not b and not c");
    condition("b is more than 3", "`is more than` is written `more than`", Safe, "b more than 3");
    condition("b is at least 3", "`is at least` is written `at least`", Safe, "b at least 3");
    condition("b is greater than 3", "`is greater than` is written `more than`", Safe, "b more than 3");
    condition("b greater than 3", "`greater than` is written `more than`", Safe, "b more than 3");
    condition("b is in c", "`is in` is written `in`", Safe, "b in c");
    condition("b is not in c", "`is not in` is written `not in`", Safe, "b not in c");
    condition("b are 3", "`are` is written `is`", Safe, "b is 3");
    condition(
        "king.cell is b",
        "what belongs to something is told with `of`: `cell of king`",
        Guess,
        "cell of king is b",
    );
    condition(
        "king's cell is b",
        "what belongs to something is told with `of`: `cell of king`",
        Guess,
        "cell of king is b",
    );
    condition("if b 1 else 2", "`then` is missing before `1`", Guess, "if b then 1 else 2");
    slip("define a = b / 2\n", "there is no `/`: numbers are added, subtracted and multiplied", &[]);
    slip("define a = b % 2\n", "there is no `%`: numbers are added, subtracted and multiplied", &[]);
}

#[test]
fn signs_that_are_not_needed_and_comments() {
    slip(
        "board square 8 by 8;\n",
        "no `;` is needed: every sentence begins with a word of its own",
        &[(Safe, "board square 8 by 8\n")],
    );
    slip(
        "# a race\nboard square 5\n",
        "comments begin with `//`, not with `#`",
        &[(Safe, "// a race\nboard square 5\n")],
    );
    slip(
        "; a race\nboard square 5\n",
        "comments begin with `//`, not with `;`",
        &[(Safe, "// a race\nboard square 5\n")],
    );
    slip(
        "-- a race\nboard square 5\n",
        "comments begin with `//`, not with `--`",
        &[(Safe, "// a race\nboard square 5\n")],
    );
    slip(
        "/* a\n * race */\nboard square 5\n",
        "comments begin with `//` and end with their line",
        &[(Safe, "// a\n// race\nboard square 5\n")],
    );
    slip("/* a race\nboard square 5\n", "comments begin with `//` and end with their line", &[]);
    slip(
        "text colours { White: #fff }\n",
        "a colour is a text in quotes",
        &[(Safe, "text colours { White: \"#fff\" }\n")],
    );
    slip("game “My race”\n", "texts stand in straight quotes", &[(Safe, "game \"My race\"\n")]);
    slip("game « Ma course »\n", "texts stand in straight quotes", &[(Safe, "game \"Ma course\"\n")]);
    slip("game 'Race'\n", "texts stand in straight quotes", &[(Safe, "game \"Race\"\n")]);
    slip(
        "move go { Man steps forward, King steps }\n",
        "no `,` is needed here",
        &[(Safe, "move go { Man steps forward King steps }\n")],
    );
    slip(
        "move go { Man steps forward, backward }\n",
        "`,` between these is written `or`",
        &[(Guess, "move go { Man steps forward or backward }\n")],
    );
}

#[test]
fn measures_and_ranges() {
    slip("board square 8x8\n", "`8x8` is written `8 by 8`", &[(Safe, "board square 8 by 8\n")]);
    slip("board square 8 × 8\n", "`×` is written `by`", &[(Safe, "board square 8 by 8\n")]);
    slip("board square 8,8\n", "between width and height stands `by`", &[(Safe, "board square 8 by 8\n")]);
    slip("board square (8,8)\n", "between width and height stands `by`", &[]);
    slip("move go { Man leaps 1x2 }\n", "`1x2` is written `1 by 2`", &[(Safe, "move go { Man leaps 1 by 2 }\n")]);
    slip("remember score: 0..9\n", "`..` is written `to`", &[(Safe, "remember score: 0 to 9\n")]);
    slip("remember score: -5 to 5\n", "no number is written with a sign", &[(Guess, "remember score: 0 - 5 to 5\n")]);
}

/// The same for a statement.
#[track_caller]
fn statement(slipped: &str, message: &str, patches: &[(Certainty, &str)]) {
    let whole = |statement: &str| format!("action a {{ {statement} }}\n");
    let mended: Vec<(Certainty, String)> = patches.iter().map(|(sure, text)| (*sure, whole(text))).collect();
    let mended: Vec<(Certainty, &str)> = mended.iter().map(|(sure, text)| (*sure, text.as_str())).collect();
    slip(&whole(slipped), message, &mended);
}

#[test]
fn statements_of_other_languages() {
    statement("let x = 3", "`=` is written `be`", &[(Safe, "let x be 3")]);
    statement("set b = 3", "`=` is written `to`", &[(Safe, "set b to 3")]);
    statement("b of c = 3", "a value is given by `set b of c to …`", &[(Safe, "set b of c to 3")]);
    statement("b += 2", "a number is changed by `add … to b`", &[(Guess, "add 2 to b")]);
    statement("b of c -= 2", "a number is changed by `subtract … from b of c`", &[(Guess, "subtract 2 from b of c")]);
    statement("for each c in b { again }", "`for each` is written `each`", &[(Safe, "each c in b { again }")]);
    statement("for c in b { again }", "`for` is written `each`", &[(Safe, "each c in b { again }")]);
    statement("every c in b { again }", "`every` is written `each`", &[(Safe, "each c in b { again }")]);
    statement("if b then { again }", "no `then` stands before the block of a statement", &[(Safe, "if b { again }")]);
    statement(
        "if b { again } else { again }",
        "`else` is written `otherwise`",
        &[(Safe, "if b { again } otherwise { again }")],
    );
    statement(
        "while b { again }",
        "`while` stands behind `repeat`",
        &[(Guess, "repeat up to 100 times while b { again }")],
    );
    statement("capture c", "no statement begins with `capture`", &[(Guess, "take c")]);
    statement(
        "pick a from b, c from d remove a",
        "in a block each `pick` picks one thing",
        &[(Safe, "pick a from b pick c from d remove a")],
    );
    slip(
        "setup for every player { again }\n",
        "`every` is written `each`",
        &[(Safe, "setup for each player { again }\n")],
    );
    slip("setup for all player { again }\n", "`all` is written `each`", &[(Safe, "setup for each player { again }\n")]);
}

/// The same for a sentence of a move.
#[track_caller]
fn sentence(slipped: &str, message: &str, patches: &[(Certainty, &str)]) {
    let whole = |sentence: &str| format!("move go {{ {sentence} }}\n");
    let mended: Vec<(Certainty, String)> = patches.iter().map(|(sure, text)| (*sure, whole(text))).collect();
    let mended: Vec<(Certainty, &str)> = mended.iter().map(|(sure, text)| (*sure, text.as_str())).collect();
    slip(&whole(slipped), message, &mended);
}

#[test]
fn sentences_of_moves() {
    sentence(
        "Man slides forward through empty or enemies to empty",
        "several sets behind `through` stand in brackets",
        &[(Safe, "Man slides forward through (empty or enemies) to empty")],
    );
    for (wrong, word, right) in [
        ("Man steps not [north] to empty", "steps", "Man steps (not [north]) to empty"),
        ("Man slides not [north] 2 to 3", "slides", "Man slides (not [north]) 2 to 3"),
        ("Man steps when count of not gone is 3", "of", "Man steps when count of (not gone) is 3"),
        ("Man steps to reach of mine by steps to not gone", "to", "Man steps to reach of mine by steps to (not gone)"),
    ] {
        sentence(wrong, &format!("what stands behind `{word}` is put in brackets"), &[(Guess, right)]);
    }
    sentence("Man steps forward if b", "`if` is written `when`", &[(Safe, "Man steps forward when b")]);
    sentence(
        "Man steps forward unless b",
        "`unless` is written `when not`",
        &[(Guess, "Man steps forward when not b")],
    );
    sentence("all Men steps forward", "`all` is no word of this language", &[(Guess, "Men steps forward")]);
    sentence(
        "Man steps forward capturing enemies",
        "`capturing` is no word of this language",
        &[(Choice, "Man steps forward to enemies"), (Choice, "Man steps forward taking enemies")],
    );
    sentence("Man steps 2 forward", "a step goes one cell and has no number", &[]);
    sentence(
        "Man moves forward",
        "`moves` is followed by `as` and the name of a `movement`",
        &[(Choice, "Man steps forward"), (Choice, "Man slides forward")],
    );
    slip(
        "test \"a\" { play a2-a3 }\n",
        "options behind `play` stand in quotes",
        &[(Safe, "test \"a\" { play \"a2-a3\" }\n")],
    );
    slip(
        "end after each turn { \"a\": win mover }\n",
        "who wins or loses stands before the verdict: `mover wins`",
        &[(Guess, "end after each turn { \"a\": mover wins }\n")],
    );
}

#[test]
fn keywords_with_a_slip_in_them() {
    condition(
        "score fo mover is 3",
        "expected an operator such as `and` or the end of the declaration, found `fo`",
        Guess,
        "score of mover is 3",
    );
    statement(
        "swap landing wiht origin",
        "expected `at`, `of`, `with` or `(`, found `wiht`",
        &[(Guess, "swap landing with origin")],
    );
}

/// What is said about a whole file of which one part is wrong.
fn told_of(part: &str, wrong: &str) -> String {
    let sound = "language 1\ngame \"Race\"\noption size = 5, 7\nplayers White, Black\nboard square size by size\n\
        piece Man (Men)\nremember score: 0 to 9\nsetup for each player { put Man on my first row }\n\
        move go { Man steps forward }\nend after each turn { \"home\": mover wins when landing in my last row }\n\
        end before each turn { \"stuck\": mover loses when stuck }\ntest \"a\" { with size is 7 }\n\
        afterwards { set score to 9 } end after each move { \"nine\": draw when score is 9 }\n";
    assert!(sound.contains(part), "{part}");
    told(&sound.replace(part, wrong))
}

#[test]
fn names_of_other_languages() {
    insta::assert_snapshot!(told_of("Man steps", "Toad steps"), @r#"
    error[M0201]: there is no kind of piece `Toad`
     --> example.gdl:9:11
      |
    9 | move go { Toad steps forward }
      |           ^^^^ not declared

    1 error
    "#);
    insta::assert_snapshot!(told_of("on my first row", "on j3"), @r#"
    error[M0201]: there is nothing called `j3`
     --> example.gdl:8:36
      |
    8 | setup for each player { put Man on j3 }
      |                                    ^^ not declared
      |
      = help: the board has columns a to e and rows 1 to 5

    1 error
    "#);
    insta::assert_snapshot!(told_of("0 to 9", "boolean"), @r#"
    error[M0201]: there is no type `boolean`
     --> example.gdl:7:17
      |
    7 | remember score: boolean
      |                 ^^^^^^^ not declared
      |
    help: it is written `yes or no` here
      |
    7 - remember score: boolean
    7 + remember score: yes or no
      |

    1 error
    "#);
    insta::assert_snapshot!(told_of("when stuck", "when true"), @r#"
    error[M0201]: there is nothing called `true`
      --> example.gdl:11:50
       |
    11 | end before each turn { "stuck": mover loses when true }
       |                                                  ^^^^ not declared
       |
    help: it is called `yes` here
       |
    11 - end before each turn { "stuck": mover loses when true }
    11 + end before each turn { "stuck": mover loses when yes }
       |

    1 error
    "#);
    insta::assert_snapshot!(told_of("size is 7", "size is 6"), @r#"
    error[M0501]: option `size` cannot be `6`
      --> example.gdl:12:25
       |
    12 | test "a" { with size is 6 }
       |                         ^
       |
       = help: it can be `5`, `7`

    1 error
    "#);
    insta::assert_snapshot!(told_of("with size", "with sise"), @r#"
    error[M0501]: the game has no option `sise`
      --> example.gdl:12:17
       |
    12 | test "a" { with sise is 7 }
       |                 ^^^^
       |
       = help: did you mean `size`?

    1 error
    "#);
}

#[test]
fn files_of_other_programs() {
    insta::assert_snapshot!(told("[mygame:chess]\n"), @r#"
    error[M0001]: no declaration begins with `[`
     --> example.gdl:1:1
      |
    1 | [mygame:chess]
      | ^
      |
      = help: variant files of Fairy-Stockfish are read by `merel import`

    1 error
    "#);
    insta::assert_snapshot!(told("(game \"Tic-Tac-Toe\" (players 2))\n"), @r#"
    error[M0001]: no declaration begins with `(`
     --> example.gdl:1:1
      |
    1 | (game "Tic-Tac-Toe" (players 2))
      | ^
      |
      = help: declarations stand without brackets: `game "…"`, `players …`

    1 error
    "#);
}

/// Options that read alike have the name of the move in front, also where the file says how they are written.
#[test]
fn texts_that_would_read_alike_are_no_mistake() {
    let text = "language 1 game \"Race\" players White, Black board square 3 by 3 piece Man (Men) remember done: yes or no\n\
        setup for each player { put Man on my first row }\nmove go { Man steps forward to empty }\n\
        move rest { Man steps forward to empty when not done { set done to yes } }\nend before each turn { \"stuck\": mover loses when stuck }\n\
        text notation { go: \"{origin}-{landing}\" rest: \"{origin}-{landing}\" }\n\
        test \"a\" { legal \"go:a1-a2\" \"rest:a1-a2\" }\n";
    assert_eq!(told(text), "");
    let mut sources = SourceMap::default();
    let (module, _) = Module::from_text(&Library::default(), "example.gdl", text, &mut sources);
    let module = module.expect("a text gives a module");
    let run = merel::scenario::run(&module, &module.tests[0]);
    assert!(matches!(run, merel::scenario::Verification::Passed), "{run:?}");
}

#[test]
fn a_player_without_a_seat() {
    let file = |text: &str| {
        told(&format!(
            "language 1 game \"Three\" players 2 to 3: White, Black, Green board square 3 piece Man (Men)
            move go {{ Man drops }} turn {{ choose go }} {text}"
        ))
    };
    for text in ["test \"a\" { put Man of Green on a1 }", "test \"b\" { Green to play }", "ensure no Men of Green"] {
        assert!(file(text).contains("error[M0201]: Green does not play when 2 play"), "{}", file(text));
    }
    assert!(!file("test \"c\" { players 3 put Man of Green on a1 Green to play }").contains("does not play"));
    assert!(!file("test \"d\" { Red to play }").contains("does not play"));
}

#[test]
fn a_name_keeps_its_range() {
    let codes = |text: &str| -> Vec<Code> {
        let file = format!(
            "language 1 game \"Sum\" players White, Black board square 3 piece Man (Men) remember k: 0 to 3
            move go {{ pick c from empty {{ {text} put Man on c }} }} turn {{ choose go }}"
        );
        let (diagnostics, _) = diagnostics(&file);
        diagnostics.iter().map(|each| each.code).filter(|code| *code == Code::OutOfRange).collect()
    };
    assert_eq!(codes("let n be 0 add 1 to n set k to n"), [Code::OutOfRange]);
    assert_eq!(codes("let n be 3 repeat 5 times { subtract 1 from n } set k to n"), [Code::OutOfRange]);
    assert_eq!(codes("let n be k if n less than 3 { add 1 to n } set k to n"), []);
    assert_eq!(codes("let n be k set n to smaller(3, n + 2) set k to n"), []);
}

#[test]
fn a_template_that_hides_a_pick_of_a_block() {
    let file = |template: &str| {
        told(&format!(
            "language 1 game \"Picks\" players White, Black board square 3 piece Man (Men)
            move go {{ pick start from empty {{ repeat 2 times {{ pick left from 1 to 3 }} pick last from 1 to 2 put Man on start }} }}
            turn {{ choose go }} text notation {{ go: \"{template}\" }}"
        ))
    };
    assert!(file("{start}{last}").contains("error[M0602]: the notation of `go` does not show `each left`"));
    assert!(file("{start}{each left}").contains("error[M0602]: the notation of `go` does not show `each last`"));
    assert!(file("{start}{each start}").contains("it is picked once, before the block: write `{start}`"));
    assert!(file("{start}{each lift}").contains("did you mean `{each left}`?"));
    for right in ["{start}{each left}{last}", "{start}{each left}/{each last}"] {
        assert!(!file(right).contains("error"), "{}", file(right));
    }
}

/// What is told of the scenarios of a small game.
fn failed(scenario: &str) -> (String, String) {
    let text = format!(
        "language 1 game \"Race\" players White, Black board square 3 by 3 piece Man (Men)\n\
        setup for each player {{ put Man on my first row }}\nmove go {{ Man steps forward to empty }}\n\
        end before each turn {{ \"stuck\": mover loses when stuck }}\ntest \"a\" {{ {scenario} }}\n"
    );
    let mut sources = SourceMap::default();
    let (module, found) = Module::from_text(&Library::default(), "example.gdl", &text, &mut sources);
    let module = module.filter(|_| found.is_empty()).unwrap_or_else(|| panic!("{found:?}"));
    let told = merel::review::told(&module.tests[0], merel::scenario::run(&module, &module.tests[0]));
    let [diagnostic] = told.as_slice() else { panic!("{scenario}: {told:?}") };
    assert_eq!(diagnostic.code, Code::Scenario);
    (
        format!("{}: {}", sources.slice(diagnostic.primary.span), diagnostic.message),
        render_all(&told, &sources, Style::default()),
    )
}

#[test]
fn a_failed_expectation_says_which_half_failed_and_what_is_on_both_sides() {
    for (condition, told) in [
        (
            "count of my Men is 3 and count of enemy Men is 4",
            "count of enemy Men is 4: the second half does not hold: `count of enemy Men` is 3, not 4",
        ),
        (
            "count of my Men at least 4 and count of enemy Men is 3",
            "count of my Men at least 4: the first half does not hold: `count of my Men` is 3, not at least 4",
        ),
        ("some Men and a2 in Men and no my Men", "a2 in Men: part 2 of 3 does not hold: `Men` is [a1 b1 c1 a3 b3 c3]"),
        (
            "count of my Men more than count of enemy Men",
            "count of my Men more than count of enemy Men: `count of my Men` is 3, and `count of enemy Men` is 3",
        ),
        ("no my Men", "no my Men: `my Men` is [a1 b1 c1]"),
        ("some (empty in row 1)", "some (empty in row 1): `empty in row 1` is nothing"),
        (
            "owner of a1 is Black or stuck",
            "owner of a1 is Black or stuck: neither half holds: `owner of a1` is White, not Black; and `stuck` does not hold",
        ),
        ("not (count of Men is 6)", "not (count of Men is 6): `count of Men` is 6"),
    ] {
        assert_eq!(failed(&format!("expect {condition}")).0, told);
    }
}

#[test]
fn a_failed_scenario_shows_the_board() {
    insta::assert_snapshot!(failed("play \"b1-b2\" expect some enemy Men and b2 in empty").1, @r#"
    error[M0801]: the second half does not hold: `empty` is [b1 a2 c2]
     --> example.gdl:5:51
      |
    5 | test "a" { play "b1-b2" expect some enemy Men and b2 in empty }
      |      --- in this scenario                         ^^^^^^^^^^^
      |
      = help: the options of Black are a3-a2 c3-c2
      = note: what stands then:
              Race
              3 m  m  m 3
              2 .  M  . 2
              1 M  .  M 1
                a  b  c
              Turn 2: Black to move
              Players: White in upper case   Black in lower case
              Pieces: M Man

    1 error
    "#);
}
