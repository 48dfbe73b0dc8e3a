//! Sentences as people write them who have not read the manual yet: what they are told, and that it helps.

use merel::diagnostic::mend::patched;
use merel::diagnostic::{Code, Diagnostic, Severity};
use merel::rules::Module;
use merel::source::SourceMap;

use crate::common;

/// A game to which one declaration is added.
const GAME: &str = r#"
language 1
game "Example"
option mode = easy, hard
option size = 5, 7
players White, Black
board square 8
piece Man (Men), King (Kings), Queen
type fruit = apple, pear
remember flag: yes or no
remember n: 0 to 9
remember m: 1 to 9
remember score of each player: 0 to 9
remember held of each player: fruit
remember tired of each Man: yes or no
define red = row 3 or row 4
define blue = column b
define late = turns more than 9
define rest = turns is 3
setup for each player { put Man on my row 2 }
move rest { pass }
end after each turn { "long": draw when turns is 40 }
"#;
/// What the game chooses, if the declaration does not say it.
const MOVE: &str = "move go { any piece steps to empty or enemies }\n";

/// The errors about a declaration, and the whole text.
fn told(declaration: &str) -> (Vec<Diagnostic>, String) {
    let go = if declaration.contains("move go") { "" } else { MOVE };
    let text = format!("{GAME}{go}{declaration}\n");
    let mut sources = SourceMap::default();
    let (module, mut told) = Module::from_text(&common::Library, "example", &text, &mut sources);
    if told.is_empty() {
        told.extend(module.expect("a text gives a module").check());
    }
    told.retain(|diagnostic| diagnostic.severity() == Severity::Error);
    (told, text)
}

/// What each patch makes of the declaration.
fn mended(declaration: &str) -> Vec<String> {
    let (told, text) = told(declaration);
    let made = told.iter().flat_map(|told| &told.suggestions).map(|patch| patched(&text, &[patch]));
    made.map(|text| text.trim_end().rsplit('\n').next().unwrap_or("").to_string()).collect()
}

/// A declaration of one line, the code that it is told, and what its patches make of it.
type Row = (&'static str, Code, &'static [&'static str]);

fn check(rows: &[Row]) {
    for (text, code, patches) in rows {
        let (told, _) = told(text);
        assert_eq!(told.first().map(|told| told.code), Some(*code), "{text}: {told:?}");
        assert_eq!(mended(text), *patches, "{text}: {told:?}");
    }
}

#[test]
fn what_a_slip_makes_of_a_sentence_is_mended() {
    let sentences: &[[&str; 2]] = &[
        ["Man slides (n)", "Man slides exactly (n)"],
        ["Man steps where here in red repeating", "Man steps repeating where here in red"],
        ["Man steps forward and left", "Man steps forward or left"],
        ["Man and King steps", "Man or King steps"],
        ["Man on red or blue steps", "Man on (red or blue) steps"],
        ["Man steps forward or left then right", "Man steps forward or left then steps right"],
        ["Man steps forward or slides left", "Man steps forward Man slides left"],
        ["Man slides up to 3 forward", "Man slides forward up to 3"],
        ["Man goes on red", "Man goes to red"],
        ["Man steps to enemies but not Kings", "Man steps to enemies except Kings"],
        ["Man steps to pieces not mine", "Man steps to pieces not in mine"],
        ["Man steps to empty neighbours of mine", "Man steps to empty in neighbours of mine"],
        ["Man steps when count of mine is 3 or more", "Man steps when count of mine at least 3"],
        ["Man steps when count of mine is 3 or less", "Man steps when count of mine at most 3"],
        ["Man steps when n at least 3 and at most 5", "Man steps when n at least 3 and n at most 5"],
        ["Man steps when n between 3 and 5", "Man steps when n at least 3 and n at most 5"],
        ["Man steps when n in 3 to 5", "Man steps when n at least 3 and n at most 5"],
        ["Man steps when n is m plus 1", "Man steps when n is m + 1"],
        ["Man steps when at most 2 of mine in red", "Man steps when count of mine in red at most 2"],
        ["Man steps when landing in red or in blue", "Man steps when landing in red or landing in blue"],
        ["Man steps when landing in red and not in blue", "Man steps when landing in red and landing not in blue"],
        ["Man steps to neighbours of a1 or of b1", "Man steps to neighbours of a1 or neighbours of b1"],
        ["Man steps to lines of n + 1 in mine", "Man steps to lines of (n + 1) in mine"],
        ["Man steps to lines of 3 or 4 in mine", "Man steps to lines of 3 in mine"],
        [
            "Man steps to those a in red or blue where a in empty",
            "Man steps to those a in (red or blue) where a in empty",
        ],
        ["Man steps when landing on row 8", "Man steps when landing in row 8"],
        ["Man steps when landing beside a1", "Man steps when landing in neighbours of a1"],
        ["Man steps when landing next to a1", "Man steps when landing in neighbours of a1"],
        ["Man steps when all mine in red", "Man steps when no mine not in red"],
        ["Man steps when not all mine in red", "Man steps when some mine not in red"],
        ["Man steps when no moves", "Man steps when stuck"],
        [
            "Man steps when distance(a1, b1) less than 2 or more than 5",
            "Man steps when distance(a1, b1) less than 2 or distance(a1, b1) more than 5",
        ],
        ["Man steps when origin is Man", "Man steps when kind of origin is Man"],
        ["Man steps when origin is White", "Man steps when owner of origin is White"],
        ["Man steps when enemies is 3", "Man steps when count of enemies is 3"],
        ["Man steps when enemies more than 3", "Man steps when count of enemies more than 3"],
        ["Man steps when not attacked", "Man steps when no attacked"],
        ["Man steps when origin and landing in red", "Man steps when origin in red and landing in red"],
        ["Man steps to my (Men or Kings)", "Man steps to (my Men or my Kings)"],
        [
            "Man steps { each a in mine where a in red { take a } }",
            "Man steps { each a in those a in mine where a in red { take a } }",
        ],
    ];
    for [slip, right] in sentences {
        assert_eq!(mended(&format!("move go {{ {slip} }}")), [format!("move go {{ {right} }}")], "{slip}");
        let (left, _) = told(&format!("move go {{ {right} }}"));
        assert!(left.iter().all(|told| told.code == Code::TwoReadings), "{right}: {left:?}");
    }
}

#[test]
fn slips_with_several_ways_out() {
    check(&[
        (
            "move go { Man slides (n) to (m) }",
            Code::WrongType,
            &["move go { Man slides any (n) to (m) }", "move go { Man slides exactly (n) to (m) }"],
        ),
        (
            "move go { Man slides 2 }",
            Code::Syntax,
            &["move go { Man slides exactly 2 }", "move go { Man slides up to 2 }"],
        ),
        ("move go { Man steps (n) }", Code::WrongType, &[]),
        (
            "move go { Man steps forward taking enemies }",
            Code::TwoReadings,
            &["move go { Man steps forward to enemies }", "move go { Man steps forward taking enemies in cells }"],
        ),
        ("move go { King steps if flag then forward else left }", Code::Syntax, &[]),
        (
            "turn { choose go then rest }",
            Code::Syntax,
            &["turn { choose go choose rest }", "turn { choose go or rest }"],
        ),
        (
            "move go { Man steps when here in red }",
            Code::UnknownName,
            &["move go { Man steps when landing in red }", "move go { Man steps when origin in red }"],
        ),
        (
            "ensure 10 moves without taking or rest",
            Code::TwoReadings,
            &["ensure 10 moves without rest or taking", "ensure (10 moves without taking) or rest"],
        ),
    ]);
}

#[test]
fn values_of_options_and_types_are_listed() {
    for (condition, values) in [("mode is medium", "`easy`, `hard`"), ("held of mover is grape", "`apple`, `pear`")] {
        let (told, _) = told(&format!("define x = {condition}\nensure x"));
        assert!(told[0].help.iter().any(|help| help.contains(values)), "{condition}: {told:?}");
    }
    assert_eq!(mended("ensure mode is hrad"), ["ensure mode is hard"]);
    assert_eq!(mended("ensure either flag or n is 3"), ["ensure flag or n is 3"]);
}

#[test]
fn one_is_not_several() {
    for statement in [
        "set held of mover to apple or pear",
        "give landing to White or Black",
        "change landing into (King or Queen)",
        "push enemies [north east]",
    ] {
        let (told, _) = told(&format!("move go {{ any piece steps {{ {statement} }} }}"));
        assert!(matches!(&told[..], [only] if only.message.ends_with("found several")), "{statement}: {told:?}");
    }
    check(&[(
        "ensure number of my Men is 3",
        Code::TwoReadings,
        &["ensure count of my Men is 3", "ensure number of first of my Men is 3"],
    )]);
}

/// A name of a travel that was forgotten, or is asked before there is one.
#[test]
fn what_no_travel_tells() {
    for declaration in [
        "end before each turn { \"x\": draw when landing in red }",
        "end before each turn { \"x\": draw when some taken }",
        "end before each turn { \"x\": draw when played go }",
        "turn a until landing in red { choose go } turn b { choose rest }",
        "turn { if landing in red { choose go or rest } }",
        "turn { if some taken { choose go } otherwise { choose rest } }",
        "setup { if landing in red { set n to 1 } }",
        "define f(a) = kind of a is King\nend after each turn { \"x\": draw when f(origin) }",
        "end after each move { \"x\": draw when origin in Kings }",
        "end after each round { \"x\": draw when kind of origin is King }",
        "afterwards { if kind of origin is King { set n to 1 } }",
        "afterwards { set tired of origin to yes }",
        "ensure kind of origin is Man",
        "ensure after each turn origin in unmoved",
        "turn { choose go if kind of origin is Man { choose rest } }",
    ] {
        let (told, _) = told(declaration);
        assert!(matches!(&told[..], [only] if only.code == Code::Moment), "{declaration}: {told:?}");
    }
    for declaration in [
        "end after each turn { \"x\": draw when landing in red }",
        "end after each round { \"x\": draw when played go and some taken }",
        "turn { choose go if landing in red { choose rest } }",
        "turn { repeat 2 times { if not some taken { choose go or rest } } }",
        "afterwards { if origin in red and kind of landing is King { set n to 1 } }",
        "move go { Man steps { put King on origin } } afterwards { if kind of origin is King { set n to 1 } }",
        "move go { Man stays } ensure kind of origin is Man",
        "setup { push Men of White north if some taken { set n to 1 } }",
    ] {
        let (told, _) = told(declaration);
        assert!(told.is_empty(), "{declaration}: {told:?}");
    }
}

/// Words about the mover where another player is spoken of.
#[test]
fn whose_turn_is_it() {
    check(&[
        (
            "end before each turn { \"x\": opponent loses when stuck }",
            Code::TwoReadings,
            &[
                "end before each turn { \"x\": opponent loses when stuck of opponent }",
                "end before each turn { \"x\": opponent loses when stuck of mover }",
            ],
        ),
        ("end after each turn { \"x\": each player loses when no Men of opponent }", Code::TwoReadings, &[]),
        ("setup for each player { put King of opponent on a1 }", Code::Misplaced, &[]),
        ("setup { put King of mover on a1 }", Code::Misplaced, &[]),
    ]);
    for declaration in [
        "end before each turn { \"x\": mover loses when stuck }",
        "end before each turn { \"x\": opponent wins when stuck }",
        "end after each turn { \"x\": opponent loses when stuck of opponent }",
        "end after each turn { \"x\": each player loses when no my Men }",
    ] {
        let (told, _) = told(declaration);
        assert!(told.is_empty(), "{declaration}: {told:?}");
    }
}
