//! What stands of a file with errors, and that answers are about that and say what they leave out.

use merel::budget::Budget;
use merel::diagnostic::Diagnostic;
use merel::game::rng::Rng;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::module::Standing;
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use merel::why::{self, Status};

use super::Asked;

/// A small game: each player has five frogs on his first row.
const FROGS: &str = r#"language 1
game "Frogs"
players Green, Brown
board square 5 by 5
piece Frog
define pads = [b3 c3 d3]
setup for each player { put Frog on my first row }
move walk { Frog steps orthogonal }
move hop {
  Frog hops over Frogs taking jumped in enemies
  Frog leaps 1 by 2 when no enemy Frogs
}
turn {
  choose hop or walk
  if some taken { may choose hop }
}
ensure landing not in corners
end after each turn {
  "three pads": mover wins when count of my Frogs in pads is 3
  "too few frogs": mover wins when count of enemy Frogs less than 3
}
end before each turn { "blocked": mover loses when stuck }
text notation { hop: "{origin}x{landing}" }
"#;

/// Finds no other file.
struct Alone;

impl Loader for Alone {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }

    fn budget(&self) -> Budget {
        Budget::default()
    }
}

fn standing(text: &str) -> (Result<Standing, Box<Diagnostic>>, SourceMap) {
    let mut texts = SourceMap::default();
    let (module, found) = Module::from_text(&Alone, "frogs.gdl", text, &mut texts);
    let module = module.expect("there is a text");
    (module.standing(&found, &[Choices::default()]), texts)
}

/// What is left out, as it is written, where one piece of the text is another.
fn left_out(from: &str, to: &str) -> Result<Vec<String>, String> {
    assert_eq!(FROGS.matches(from).count(), 1, "{from}");
    let (standing, texts) = standing(&FROGS.replace(from, to));
    let told = |found: Box<Diagnostic>| format!("{}; {}", found.message, found.help.join("; "));
    let standing = standing.map_err(told)?;
    assert!(standing.module.rules(&Choices::default()).is_ok(), "{from} → {to}");
    Ok(standing.left_out.iter().map(|part| texts.quoted(part.span)).collect())
}

#[test]
fn what_is_wrong_is_left_out_with_all_that_needs_it() {
    let cases: [(&str, &str, &[&str]); 12] = [
        ("[b3 c3 d3]", "[b3 c3 d3]", &[]),
        // The end that asks for the pads goes with them.
        (
            "[b3 c3 d3]",
            "[b3 c3 d9]",
            &["define pads = [b3 c3 d9]", "\"three pads\": mover wins when count of my Frogs in pads is 3"],
        ),
        ("in pads is 3", "in pods is 3", &["\"three pads\": mover wins when count of my Frogs in pods is 3", "pads"]),
        // A declaration that does not follow the grammar is left out as a whole.
        ("leaps 1 by 2", "leaps 1 by 2 over Toads", &["move hop", "hop", "may choose hop"]),
        // One of two sentences; the other one stands.
        ("no enemy Frogs\n", "no enemy Toads\n", &["Frog leaps 1 by 2 when no enemy Toads"]),
        // The only sentence, and with it the move; in turns its name is left out, or what offers nothing else.
        ("Frog steps orthogonal", "Toad steps orthogonal", &["move walk", "walk"]),
        ("hop or walk", "hop or wlak", &["move walk", "wlak"]),
        ("if some taken", "if some tkaen", &["if some tkaen"]),
        ("put Frog on my first row", "put Frog on my first row put Toad on c3", &["put Toad on c3"]),
        ("not in corners", "not in conrers", &["ensure landing not in conrers"]),
        ("\"{origin}x{landing}\"", "\"{origin}x{lnading}\"", &["text notation"]),
        (
            "\"blocked\": mover loses when stuck",
            "\"blocked\": mover loses when stcuk",
            &["\"blocked\": mover loses when stcuk"],
        ),
    ];
    for (from, to, parts) in cases {
        let found = left_out(from, to).unwrap_or_else(|why| panic!("{from} → {to}: {why}"));
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let parts: Vec<&str> = parts.iter().copied().filter(|part| *part != "pads").collect();
        assert_eq!(found, parts, "{from} → {to}");
    }
}

#[test]
fn nothing_stands_without_what_all_rests_on() {
    let cases = [
        ("board square 5 by 5", "board sqare 5 by 5", "without the board"),
        ("board square 5 by 5", "board square 5 by", "without the board"),
        ("players Green, Brown", "players Green Brown", "without the players"),
        ("choose hop or walk\n", "choos hop or walk\n", "without the turn"),
        ("turn {\n  choose", "trun {\n  choose", "without the turn"),
        (
            "turn {\n  choose hop or walk\n  if some taken { may choose hop }\n}",
            "turn { choose wlak }",
            "there is no move `wlak`",
        ),
        ("language 1", "language 9", "language 9 is not known"),
        ("game \"Frogs\"", "game \"Frogs\" extends \"toads.gdl\"", "`toads.gdl` cannot be read"),
    ];
    for (from, to, why) in cases {
        match left_out(from, to) {
            Ok(found) => panic!("{from} → {to}: {found:?} is left out"),
            Err(told) => assert!(told.contains(why), "{from} → {to}: {told}"),
        }
    }
}

#[test]
fn answers_are_about_what_stands() {
    let asked = |text: &str| {
        let (standing, texts) = standing(text);
        Asked::of(&standing.expect("a part of it stands").module, texts, None, None, "")
    };
    // A brace is missing: the move cannot be read. Frogs still walk.
    let broken = asked(&FROGS.replace("leaps 1 by 2 when no enemy Frogs", "leaps 1 by"));
    assert_eq!(broken.why("c1-c2").status, Status::Legal);
    let across = broken.why("c1-c3");
    assert_eq!((across.status, across.reason.map(|reason| reason.kind)), (Status::Illegal, Some("not-that-way")));
    // Of the ends only those are told of that stand.
    let broken = asked(&FROGS.replace("[b3 c3 d3]", "[b3 c3 d9]"));
    let ends = why::ends(&broken.game, &broken.position, &broken.texts);
    let names: Vec<&str> = ends.ends.iter().map(|end| end.name.as_str()).collect();
    assert_eq!(names, ["too few frogs", "blocked"]);
}

/// Whatever becomes of a word of a game: something stands that can be played, or it is said why nothing does.
#[test]
fn what_stands_is_sound() {
    let games = [FROGS.to_owned()].into_iter().chain(["marelle", "breakthrough", "oware"].map(|name| {
        std::fs::read_to_string(super::common::folder().join(format!("{name}.gdl"))).expect("the game is there")
    }));
    let mut rng = Rng::stream(7, 0);
    let (mut stood, mut fell) = (0, 0);
    for text in games {
        let words: Vec<(usize, &str)> =
            text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect();
        for _ in 0..25 {
            let (at, word) = words[rng.index(words.len())];
            let other = ["", "wrong", "}", "\"", "9", words[rng.index(words.len())].1][rng.index(6)];
            let spoilt = format!("{}{other}{}", &text[..at], &text[at + word.len()..]);
            match standing(&spoilt).0 {
                Ok(Standing { module, .. }) => {
                    assert!(module.rules(&Choices::default()).is_ok(), "`{word}` → `{other}` at {at}");
                    stood += 1;
                }
                Err(why) => {
                    assert!(!why.message.is_empty());
                    fell += 1;
                }
            }
        }
    }
    assert!(stood > fell, "{stood} stood, {fell} fell");
}
