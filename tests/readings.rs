//! Sentences with two readings are refused, and each of the two that are written out is accepted; sentences that only
//! look like them stay.

use merel::diagnostic::{Code, Diagnostic};
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::source::SourceMap;

struct Nothing;

impl Loader for Nothing {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

const FILE: &str = r#"
language 1
game "Example"
players White, Black
board square 8 by 8
piece Man (Men), King, Queen
remember flag: yes or no
remember moved: yes or no
remember n: 0 to 9
remember zone of each player: some cells
remember best of each player: player or none
table worth of number { 1: 2 }
define goal of White = row 8
define goal of Black = row 1
define goal-cell of White = a8
define goal-cell of Black = a1
define only(s) = kind of s is King
define X = row 3 or row 4
define Y = column b
define f of k = if k more than 3 then 1 else 2
setup for each player { put Man on my first row }
move go { any piece steps to empty }
turn { choose any move  let x be first of mine  let c be first of empty  let S be mine  let it be EXPRESSION }
end before each turn { "stuck": mover loses when stuck }
limit 10 moves
"#;

/// What is told about an expression, without warnings.
fn told(expression: &str) -> Vec<Diagnostic> {
    let mut sources = SourceMap::default();
    let text = FILE.replace("EXPRESSION", expression);
    let (module, mut told) = Module::from_text(&Nothing, "example", &text, &mut sources);
    told.extend(module.expect("a text gives a module").check());
    told.retain(|diagnostic| diagnostic.severity() == merel::diagnostic::Severity::Error);
    told
}

fn patches(diagnostic: &Diagnostic) -> Vec<&str> {
    diagnostic.suggestions.iter().map(|suggestion| suggestion.replacement.as_str()).collect()
}

/// The text, the reading that comes first, and the other one.
const REFUSED: &[[&str; 3]] = &[
    ["empty except X or Y", "(empty except X) or Y", "empty except (X or Y)"],
    ["X except Y in S", "(X except Y) in S", "X except (Y in S)"],
    ["X not in Y in S", "(X not in Y) in S", "X not in (Y in S)"],
    ["x not in Y in X", "x not in Y and x in X", "x not in (Y in X)"],
    ["x not in Y not in X", "x not in Y and x not in X", "x not in (Y not in X)"],
    ["X not in Y not in S", "(X not in Y) not in S", "X not in (Y not in S)"],
    ["X except Y not in S", "(X except Y) not in S", "X except (Y not in S)"],
    ["x not in Y except X", "x not in Y and x not in X", "x not in (Y except X)"],
    ["my Men in row 1 or row 2", "(my Men in row 1) or row 2", "my Men in (row 1 or row 2)"],
    ["X or Y in row 1", "X or (Y in row 1)", "(X or Y) in row 1"],
    ["not X in Y", "not (X in Y)", "(not X) in Y"],
    ["not X or Y", "(not X) or Y", "not (X or Y)"],
    ["not flag or moved", "(not flag) or moved", "not (flag or moved)"],
    ["flag and moved or flag", "(flag and moved) or flag", "flag and (moved or flag)"],
    ["flag or moved and flag", "flag or (moved and flag)", "(flag or moved) and flag"],
    ["X or else Y or S", "X or else (Y or S)", "(X or else Y) or S"],
    ["X or Y or else S", "(X or Y) or else S", "X or (Y or else S)"],
    ["X or else Y in S", "X or else (Y in S)", "(X or else Y) in S"],
    ["lines of 3 in S in X", "(lines of 3 in S) in X", "lines of 3 in (S in X)"],
    ["lines of 3 in S or X", "(lines of 3 in S) or X", "lines of 3 in (S or X)"],
    ["count of lines of 3 in S in X", "(lines of 3 in S) in X", "lines of 3 in (S in X)"],
    ["neighbours of S in X", "(neighbours of S) in X", "neighbours of (S in X)"],
    ["neighbours of x or X", "(neighbours of x) or X", "neighbours of (x or X)"],
    ["forward of x or X", "(forward of x) or X", "forward of (x or X)"],
    ["liberties of S in X", "(liberties of S) in X", "liberties of (S in X)"],
    ["group of S in X", "(group of S) in X", "group of (S in X)"],
    ["first of S in X", "(first of S) in X", "first of (S in X)"],
    ["first of S or X", "(first of S) or X", "first of (S or X)"],
    ["count of S in row n + 1", "(count of S in row n) + 1", "count of S in row (n + 1)"],
    ["worth of n + 1", "(worth of n) + 1", "worth of (n + 1)"],
    ["f of n + 1", "(f of n) + 1", "f of (n + 1)"],
    ["my Men or Kings", "(my Men) or Kings", "my Men or my Kings"],
    ["enemy Men or Kings or Queens", "(enemy Men) or Kings or Queens", "enemy Men or enemy Kings or enemy Queens"],
    ["Men or Kings of White", "Men or (Kings of White)", "Men of White or Kings of White"],
    ["flag is moved or flag", "(flag is moved) or flag", "flag is (moved or flag)"],
    ["flag or moved is no", "flag or (moved is no)", "(flag or moved) is no"],
    ["reach of S by slides in X", "(reach of S by slides) in X", "reach of (S in X) by slides"],
    [
        "reach of S by slides through empty in X",
        "reach of S by slides through (empty in X)",
        "(reach of S by slides through empty) in X",
    ],
    ["reach of S by slides to X or Y", "(reach of S by slides to X) or Y", "reach of S by slides to (X or Y)"],
    ["span of S by slides to X in Y", "span of S by slides to (X in Y)", "(span of S by slides to X) in Y"],
    ["those a in S where a in X or Y", "(those a in S where a in X) or Y", "those a in S where a in (X or Y)"],
    ["if flag then X else Y or S", "if flag then X else (Y or S)", "(if flag then X else Y) or S"],
    ["if flag then 1 else 2 + n", "if flag then 1 else (2 + n)", "(if flag then 1 else 2) + n"],
    ["if flag then X else Y in S", "if flag then X else (Y in S)", "(if flag then X else Y) in S"],
    ["not S is X", "not (S is X)", "(not S) is X"],
    ["X except Y or S except row 1", "(X except Y) or (S except row 1)", "X except (Y or S) except row 1"],
    ["zone of White or my zone in X", "zone of White or (my zone in X)", "(zone of White or my zone) in X"],
    ["best of White or Black", "(best of White) or Black", "best of White or best of Black"],
    ["count of S in my row n + 1", "(count of S in my row n) + 1", "count of S in my row (n + 1)"],
    ["x in neighbours of S in X", "x in (neighbours of S) in X", "x in neighbours of (S in X)"],
    ["opposite of forward or left", "(opposite of forward) or left", "opposite of (forward or left)"],
    ["those a in S where a in X or Y", "(those a in S where a in X) or Y", "those a in S where a in (X or Y)"],
    ["reach of S by slides in X", "(reach of S by slides) in X", "reach of (S in X) by slides"],
    ["x not in Y except X", "x not in Y and x not in X", "x not in (Y except X)"],
    ["x in reach of S by steps in X", "x in (reach of S by steps) in X", "x in reach of (S in X) by steps"],
    ["reach of S by hops over mine in X", "reach of S by hops over (mine in X)", "(reach of S by hops over mine) in X"],
    [
        "no those a in S where a in X and flag",
        "no those a in S where (a in X and flag)",
        "(no those a in S where a in X) and flag",
    ],
    [
        "x in those a in S where a in X and a in Y and n is 3",
        "x in those a in S where (a in X and a in Y and n is 3)",
        "(x in those a in S where a in X and a in Y) and n is 3",
    ],
    ["x in X or x in Y and flag", "x in X or (x in Y and flag)", "(x in X or x in Y) and flag"],
    ["x is X", "x in X", "x is first of X"],
    ["X is x", "x in X", "x is first of X"],
    ["S is x", "x in S", "x is first of S"],
    ["x is neighbours of c", "x in neighbours of c", "x is first of neighbours of c"],
    ["x is my last row", "x in my last row", "x is first of my last row"],
    ["owner of x is players", "owner of x in players", "owner of x is first of players"],
    [
        "kind of x is not (King or Queen)",
        "kind of x not in (King or Queen)",
        "kind of x is not first of (King or Queen)",
    ],
    ["x is not X", "x not in X", "x is not first of X"],
    ["x is empty", "x in empty", "x is first of empty"],
    ["x is my Men in X", "x in (my Men in X)", "x is first of (my Men in X)"],
    ["x is goal of White", "x in goal of White", "x is first of goal of White"],
];

/// Sentences of which English says words once, and these with the words said again.
const SAID_ONCE: &[[&str; 2]] = &[
    ["no Men and Kings", "no Men and no Kings"],
    ["some my Men and my Kings", "some my Men and some my Kings"],
    ["x in X and Y", "x in X and x in Y"],
    ["x not in X and Y", "x not in X and x not in Y"],
    ["count of Men and Kings at most 3", "count of (Men or Kings) at most 3"],
    ["count of Men and Kings and Queens is 3", "count of (Men or Kings or Queens) is 3"],
    ["count of Men or Kings or Queens is 3", "count of (Men or Kings or Queens) is 3"],
    ["kind of x is Man and King", "kind of x in (Man or King)"],
    ["kind of x is not Man and King", "kind of x not in (Man or King)"],
    ["those a in S where kind of a is Man or King", "those a in S where kind of a in (Man or King)"],
    ["no those a in S where row of a is 3 or 4", "no those a in S where row of a in (3 or 4)"],
    ["row 3 or 4", "row 3 or row 4"],
    ["my row 2 or 3", "my row 2 or my row 3"],
    ["column a or b or d", "column a or column b or column d"],
    ["Men in my row 2 or 3", "Men in (my row 2 or my row 3)"],
    ["x in row 3 or 4", "x in (row 3 or row 4)"],
    ["opposite of forward of x", "(opposite of forward) of x"],
    ["(Men or Kings) of White", "(Men of White or Kings of White)"],
    ["10 moves without taking or flag", "(10 moves without taking) or flag"],
];

#[test]
fn words_that_english_says_once_are_said_again() {
    for [text, reading] in SAID_ONCE {
        let told_of = told(text);
        assert!(matches!(&told_of[..], [only] if only.code == Code::WrongType), "{text}: {told_of:?}");
        assert_eq!(patches(&told_of[0]), [*reading], "{text}");
        assert_eq!(told(reading), [], "{reading}");
    }
}

/// `and` between sets: the members of either, and those of both.
#[test]
fn and_between_sets_is_one_of_two() {
    for [text, either, both] in [
        ["X and Y", "X or Y", "X in Y"],
        ["empty and neighbours of x", "empty or (neighbours of x)", "empty in (neighbours of x)"],
        ["not X and Y", "(not X) or Y", "(not X) in Y"],
        ["empty except X and Y", "(empty except X) or Y", "(empty except X) in Y"],
    ] {
        let told_of = told(text);
        assert!(matches!(&told_of[..], [only] if only.code == Code::WrongType), "{text}: {told_of:?}");
        assert_eq!(patches(&told_of[0]), [either, both], "{text}");
        assert_eq!([told(either), told(both)], [[], []], "{text}");
    }
}

/// `s is empty`: each of the readings.
#[test]
fn sets_are_compared_as_wholes_only_where_that_is_meant() {
    for (text, readings) in [
        ("S is empty", &["no S not in empty", "some S in empty", "no S"][..]),
        ("S is not empty", &["no S in empty", "some S not in empty", "some S"]),
        ("forward of x is empty", &["no forward of x not in empty", "some forward of x in empty", "no forward of x"]),
        ("my Kings is attacked", &["no my Kings not in attacked", "some my Kings in attacked"]),
    ] {
        let told_of = told(text);
        assert!(matches!(&told_of[..], [only] if only.code == Code::TwoReadings), "{text}: {told_of:?}");
        assert_eq!(patches(&told_of[0]), readings, "{text}");
        readings.iter().for_each(|reading| assert_eq!(told(reading), [], "{reading}"));
    }
}

/// Where one is wanted, several that are written out are never cut down to the first.
#[test]
fn several_are_not_one() {
    for text in [
        "worth of (1 or 2) is 2 and best of (White or Black) is White",
        "kind of (a1 or a2) is Man",
        "row of [a1 b1] is 1",
    ] {
        let told_of = told(text);
        assert!(told_of.iter().any(|told| told.message.ends_with("found several")), "{text}: {told_of:?}");
    }
    for text in ["kind of first of (a1 or a2) is Man", "kind of [a1] is Man", "row of x is 1", "x is first of mine"] {
        assert_eq!(told(text), [], "{text}");
    }
}

#[test]
fn sentences_with_two_readings_are_refused_with_both() {
    for [text, first, second] in REFUSED {
        let told = told(text);
        assert!(matches!(&told[..], [only] if only.code == Code::TwoReadings), "{text}: {told:?}");
        assert_eq!(patches(&told[0]), [*first, *second], "{text}");
    }
}

#[test]
fn each_of_the_readings_is_accepted() {
    for [_, first, second] in REFUSED {
        for reading in [first, second] {
            assert_eq!(told(reading), [], "{reading}");
        }
    }
}

#[test]
fn of_three_readings_two_are_told_at_a_time() {
    for text in ["X except neighbours of S in Y", "X except Y in S or X", "neighbours of forward of S in X"] {
        let asked = told(text);
        let again: Vec<_> = patches(&asked[0]).into_iter().map(told).collect();
        assert!(again.iter().flatten().all(|diagnostic| diagnostic.code == Code::TwoReadings), "{text}: {again:?}");
    }
}

#[test]
fn long_chains_are_looked_at_in_time() {
    let start = std::time::Instant::now();
    for one in ["X", "flag is no", "kind of x is King", "x in X", "neighbours of x", "no S in X"] {
        assert_eq!(told(&[one; 150].join(" or ")).iter().filter(|told| told.code != Code::TwoReadings).count(), 0);
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// Sentences that make sense only with brackets, and these.
const OFFERED: &[[&str; 2]] = &[
    ["x in X or Y", "x in (X or Y)"],
    ["x not in X or Y", "x not in (X or Y)"],
    ["row n + 1", "row (n + 1)"],
    ["Men of White or Black", "Men of (White or Black)"],
    ["forward or left of x", "forward of x or left of x"],
    ["kind of x is King or Queen", "kind of x in (King or Queen)"],
    ["kind of x is not King or Queen", "kind of x not in (King or Queen)"],
    ["n is 3 or 4", "n in (3 or 4)"],
    ["no Men or Kings", "no (Men or Kings)"],
    ["some Men or Kings", "some (Men or Kings)"],
    ["count of Men or Kings more than 3", "count of (Men or Kings) more than 3"],
    ["those a in S where a in X or a in Y", "those a in S where (a in X or a in Y)"],
    ["those a in S where flag or moved", "those a in S where (flag or moved)"],
    ["if flag then 1 else 2 is n", "(if flag then 1 else 2) is n"],
    ["S joins X to Y or row 1", "S joins X to (Y or row 1)"],
    ["X or S joins Y to X", "(X or S) joins Y to X"],
    ["my rows 1 to n + 1", "my rows 1 to (n + 1)"],
    ["count of Men or Kings more than 3", "count of (Men or Kings) more than 3"],
    ["X or S joins Y to X", "(X or S) joins Y to X"],
    ["my Men in rows 1 to n + 1", "my Men in rows 1 to (n + 1)"],
    ["S is X or Y", "S is (X or Y)"],
];

#[test]
fn the_only_reading_that_makes_sense_is_offered() {
    for [text, reading] in OFFERED {
        let told_of = told(text);
        assert!(matches!(&told_of[..], [only] if only.code == Code::WrongType), "{text}: {told_of:?}");
        assert_eq!(patches(&told_of[0]), [*reading], "{text}");
        assert_eq!(told(reading), [], "{reading}");
    }
}

#[test]
fn sentences_with_one_reading_stay() {
    for text in [
        "cells except X except Y",
        "X in Y in S",
        "X in Y except S except X",
        "x in Y in X",
        "x in Y except X",
        "x in Y not in X",
        "x in X or c in Y",
        "no X in Y or c in Y",
        "not x in S",
        "not flag and moved",
        "flag or not moved",
        "X or else Y or else S",
        "X in Y or S in row 1",
        "lines of 3 in S or lines of 4 in S",
        "neighbours of x in X",
        "orthogonal of x except X",
        "forward of x or left of x",
        "count of S in X",
        "count of S in X + 1",
        "1 + worth of n",
        "hand of White + 1",
        "row of x + 1",
        "n + 1 * 2",
        "n - 1 - 2",
        "my Men or my Kings",
        "my Men or empty",
        "Men of White or Kings of White",
        "kind of x is King or kind of x is Queen",
        "kind of x is King or flag",
        "flag is no and moved",
        "flag is no and moved is no",
        "flag is moved or moved is no or x in X",
        "not x is c",
        "mine or my goal",
        "reach of S by slides to X in Y",
        "reach of x by slides in X",
        "those a in S where a in X and a in Y",
        "no those a in S where a in X and a in Y",
        "count of those a in S where a in X and flag",
        "if flag then X else Y",
        "S joins X to Y in row 1",
        "10 moves without taking or go",
        "played go or flag",
        "x in neighbours of x or c in X",
        "x is forward of c",
        "x is [a1]",
        "S is X",
        "best of White is White",
    ] {
        assert_eq!(told(text), [], "{text}");
    }
}

/// Sets where one member is wanted, and what may be meant by them.
const MANY_FOR_ONE: &[(&str, &[&str])] = &[
    (
        "kind of neighbours of x is King",
        &[
            "some (those one in neighbours of x where kind of one is King)",
            "no (those one in neighbours of x where not (kind of one is King))",
            "first of neighbours of x",
        ],
    ),
    (
        "height of S more than 2 and flag",
        &[
            "total(height, S)",
            "some (those one in S where height of one more than 2)",
            "no (those one in S where not (height of one more than 2))",
            "first of S",
        ],
    ),
    ("n + row of (mine or X)", &["first of (mine or X)"]),
    ("distance(x, my Kings)", &["first of my Kings"]),
    ("best of players", &["first of players"]),
    ("only(S)", &["first of S"]),
];

/// Sets that have at most one member by their form.
const ONE_BY_FORM: &[&str] = &[
    "kind of forward of x is King",
    "forward of x is c",
    "row of (row n in column b) is 2",
    "kind of (my row 1 in column b) is Man",
    "kind of (row 3 in column b) is Man",
    "x is (my last row in column d)",
    "x is goal-cell of mover",
    "only(left of x)",
    "S is none",
    "S is X",
    "X is mine",
    "best of (players except White)",
    "owner of (if flag then forward of x else left of x)",
    "kind of (x or else forward of x)",
];

#[test]
fn a_set_for_one_is_refused_with_what_may_be_meant() {
    for (text, meant) in MANY_FOR_ONE {
        let told_of = told(text);
        assert!(matches!(&told_of[..], [only] if only.code == Code::ManyForOne), "{text}: {told_of:?}");
        assert_eq!(patches(&told_of[0]), *meant, "{text}");
    }
}

#[test]
fn a_set_that_has_one_member_by_its_form_stays() {
    for text in ONE_BY_FORM {
        assert_eq!(told(text), [], "{text}");
    }
}
