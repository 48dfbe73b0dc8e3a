//! What programs read: the shapes of JSON, for all games.

use serde_json::{Value, json};

use crate::support::{Run, any_game, games, merel, options, text};

fn json_of(arguments: &[&str]) -> Value {
    let mut arguments = arguments.to_vec();
    arguments.extend(["--format", "json"]);
    merel(&arguments).exits(0).json()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn list_tells_names_titles_players_and_options() {
    let list = json_of(&["list"]);
    for game in list["games"].as_array().unwrap() {
        assert_eq!(keys(game), ["name", "title", "players", "options"]);
        assert!(game["players"]["least"].as_u64() <= game["players"]["most"].as_u64());
        assert!(game["players"]["numbers"].as_array().is_some_and(|numbers| !numbers.is_empty()));
        for option in game["options"].as_array().unwrap() {
            assert!(option["values"].is_array() && option["name"].is_string(), "{option}");
        }
    }
}

#[test]
fn moves_tell_who_moves_and_how() {
    for game in games() {
        let moves = json_of(&["moves", &game]);
        assert_eq!(keys(&moves), ["to_move", "options", "outcome"]);
        assert!(!options(&moves).is_empty());
        assert_eq!(moves["outcome"], Value::Null);
        for option in moves["options"].as_array().unwrap() {
            match moves["to_move"].as_str() {
                Some("Chance") => assert_eq!(keys(option), ["option", "probability"]),
                _ => assert!(option.is_string()),
            }
        }
    }
}

#[test]
fn moves_can_be_played_to_the_end() {
    let game = "arene";
    let (mut after, mut moves) = (String::new(), json_of(&["moves", game]));
    while let Some(option) = options(&moves).pop() {
        after = format!("{after} {option}");
        moves = json_of(&["moves", game, "--after", &after]);
    }
    assert_eq!(moves["to_move"], Value::Null);
    assert_eq!(keys(&moves["outcome"]), ["result", "by", "places"]);
    merel(&["moves", game, "--after", &format!("{after} x")]).exits(1).says(&["the game is over"]);
}

#[test]
fn an_illegal_move_is_told_with_what_is_legal() {
    let game = any_game();
    let legal = options(&json_of(&["moves", &game])).remove(0);
    let run = merel(&["moves", &game, "--after", &format!("{legal} no-such-move"), "--format", "json"]).exits(1);
    let run = run.says(&["move 2", "`no-such-move`", "options:"]);
    assert!(text(&run.json()["error"]).contains("no-such-move"));
}

#[test]
fn perft_begins_with_the_number_of_options() {
    for game in games() {
        let n = options(&json_of(&["moves", &game])).len();
        let perft = json_of(&["perft", &game, "1"]);
        assert_eq!(perft, json!({ "depths": [{ "depth": 1, "nodes": n }] }));
    }
}

#[test]
fn playouts_do_not_depend_on_threads() {
    for game in games() {
        let run =
            |threads| merel(&["playouts", &game, "-n", "2", "--seed", "5", "--threads", threads, "--format", "json"]);
        let (one, two): (Run, Run) = (run("1").exits(0), run("2").exits(0));
        assert_eq!(one.out, two.out);
        let json = one.json();
        assert_eq!(keys(&json), ["games", "decisions", "outcomes", "longest", "unfinished", "ends"]);
        let outcomes = json["outcomes"].as_object().unwrap();
        let counted: u64 = outcomes.values().filter_map(Value::as_u64).sum();
        assert_eq!(counted + json["unfinished"].as_u64().unwrap(), 2);
    }
}

#[test]
fn show_tells_cells_and_draws_pictures() {
    for game in games() {
        let shown = json_of(&["show", &game]);
        assert!(shown["cells"].is_array() && shown["to_move"].is_string());
        let picture = merel(&["show", &game, "--svg", "-"]).exits(0).out;
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        assert!(!merel(&["show", &game]).exits(0).out.contains('\x1b'), "no colour in a pipe");
    }
}

#[test]
fn built_in_games_are_checked_and_tested() {
    let games = games();
    let names: Vec<&str> = games.iter().map(String::as_str).collect();
    let report = json_of(&[&["check"], names.as_slice()].concat());
    assert_eq!(keys(&report), ["version", "errors", "warnings", "diagnostics"]);
    assert_eq!(report["errors"], 0);
    let tests = json_of(&[&["test"], names.as_slice()].concat());
    assert_eq!(tests["failed"], 0);
    assert_eq!(tests["files"].as_array().map(Vec::len), Some(names.len()));
}

#[test]
fn codes_are_explained() {
    let all = json_of(&["explain"]);
    let first = &all["codes"][0];
    assert_eq!(keys(first), ["code", "severity", "title"]);
    let page = json_of(&["explain", &text(&first["code"]).to_lowercase()]);
    assert!(text(&page["page"]).starts_with("# "));
}

#[test]
fn positions_are_given_as_text() {
    let position = ["moves", "marelle", "--position", "put Man of White on a1 Black to play"];
    let moves = json_of(&position);
    assert_eq!((&moves["to_move"], options(&moves).len()), (&"Black".into(), 23));
    let moves = json_of(&[&position[..], &["--after", "d1"]].concat());
    assert_eq!((&moves["to_move"], options(&moves).len()), (&"White".into(), 22));
    let run = merel(&["moves", "marelle", "--position", "Blak to play"]).exits(1);
    run.says(&["M0201", "--position:1:1", "Black"]);
    merel(&["moves", "marelle", "--position", "((((((("]).exits(1).says(&["M0001"]);
}

/// Positions in one line that cannot be, with a part of what is said and where.
const IMPOSSIBLE: [(&str, &str, &str); 12] = [
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBKR w - - 0 1", "one king each"),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNP w - - 0 1", "pawns on the way"),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBN1 w - - 0 1", "sixteen men"),
    ("chess", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black is not to move, and is in check"),
    ("chess", "4k3/8/8/8/8/8/8/K3R3 x - - 0 1", ":1:22"),
    ("chess", "4k3/8/8/8/8/8/8/K3R3 b K - 0 1", "castling"),
    ("chess", "4k3/8/8/8/8/8/8/K3R4 b - - 0 1", ":1:17"),
    ("chess", "4k3/8/8/8/8/8/8/K3X3 b - - 0 1", ":1:19"),
    ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1", "is never in hand"),
    ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1", "eighteen pawns"),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b +P 1", "is never in hand"),
    ("xiangqi", "4k4/9/4K4/9/9/9/9/9/9/9 w - - 0 1", "palace"),
];

#[test]
fn positions_that_cannot_be_are_refused_with_their_place() {
    for (game, text, said) in IMPOSSIBLE {
        let run = merel(&["moves", game, "--position", text]).exits(1);
        assert!(run.out.is_empty(), "{game}: {text}");
        run.says(&["error[M0", "--position:1:", said]);
    }
}

#[test]
fn positions_are_printed_as_they_are_read() {
    for (game, text) in [
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 9 +1+2"),
        ("crazyhouse", "rnb1kbnr/ppppQ~ppp/8/8/8/8/PPPPPPP1/RNBQKBNR[Pq] b KQkq - 0 7"),
        ("shogi", "lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w Bb 6"),
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
    ] {
        let shown = merel(&["show", game, "--text", "--position", text]).exits(0).out;
        assert_eq!(shown.trim_end(), text, "{game}");
    }
}

/// Lines that cannot be, with the code and a part of what is said.
const WRONG_LINES: [(&str, &str, &str, &str); 8] = [
    ("marelle", "White to play play \"a1\" play \"a1\"", "M0802", "`a1` is not legal here"),
    ("marelle", "play \"a1\" Black to play", "M0802", "stands behind `play`"),
    ("marelle", "turns 99999999999999999999", "M0403", "greater than the greatest number"),
    ("marelle", "5 moves without flying White to play", "M0201", "flying"),
    ("marelle", "Green is out", "M0201", "Green"),
    ("marelle", "moved [z9]", "M0201", "z9"),
    ("marelle", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "M0001", "--position:1:9"),
    ("chess", "3 moves without taking White to play", "M0802", "no rule of this game asks for this count"),
];

#[test]
fn lines_that_cannot_be_are_refused() {
    for (game, text, code, said) in WRONG_LINES {
        let run = merel(&["moves", game, "--position", text]).exits(1);
        assert!(run.out.is_empty(), "{game}: {text}");
        run.says(&[code, "--position:1:", said]);
    }
}

#[test]
fn a_position_in_the_middle_of_a_turn_is_printed_and_read() {
    // Chance has said who begins, and that player has chosen a posture, but not yet moved.
    let after = ["arena", "--after", "Red aggressive"];
    let shown = merel(&[&["show", "--text"], &after[..]].concat()).exits(0).out;
    assert!(shown.contains("play \""), "{shown}");
    let (one, other) =
        (json_of(&[&["moves"], &after[..]].concat()), json_of(&["moves", "arena", "--position", &shown]));
    assert_eq!(one, other);
    // In chess the line tells everything but what stood before, which repetition asks for.
    let told = merel(&["show", "chess", "--text", "--after", "e2-e4 e7-e5"]).exits(0);
    assert_eq!(told.out.trim_end(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    told.says(&["note: not in the text: what stood before"]);
}

/// Whoever writes a position tells that the history is not in it, where a rule asks for it and there is one.
#[test]
fn history_is_told_to_be_left_out_where_a_rule_asks_for_it() {
    let what = "what stood before: how often a position is repeated counts from here";
    for (game, after, is_told) in [
        ("chess", "e2-e4 e7-e5", true),
        ("marelle", "a1 d1", true),
        ("chess", "", false),
        ("marelle", "", false),
        ("connect-four", "a1 a2", false),
    ] {
        let shown = |how: &[&str]| merel(&[&["show", game, "--after", after], how].concat()).exits(0);
        let told = shown(&["--text"]);
        assert_eq!(told.err.contains(what), is_told, "{game}: {told:?}");
        // A line in the form of the file has no comments.
        assert_eq!(told.out.contains(what), is_told && game != "chess", "{game}: {told:?}");
        let json = shown(&["--format", "json"]).json();
        let left_out = json["left_out"].as_array().cloned().unwrap_or_default();
        assert_eq!(left_out.iter().any(|told| told == what), is_told, "{game}: {json}");
    }
    // So is what was chosen of an option in the split view.
    let split = merel(&["show", "amazons", "--split", "--text", "--after", "a4-a5"]).exits(0);
    assert!(split.out.contains("// not in it: what was chosen of the next option: a4-a5"), "{split:?}");
}

#[test]
fn options_are_typed_without_their_signs() {
    let after = |text: &str| json_of(&["moves", "chess", "--after", text]);
    assert_eq!(after("E2E4 d7xd5 e4d5"), after("e2-e4 d7-d5 e4xd5"));
    let run = merel(&["moves", "chess", "--after", "e2"]).exits(1);
    run.says(&["move 1 of `--after`: `e2` could be `e2-e3` or `e2-e4`"]);
}

#[test]
fn options_are_set_and_players_chosen() {
    let start = |value: &str| merel(&["show", "arene", "--set", &format!("start={value}")]).exits(0).out;
    assert_ne!(start("classic"), start("camp"));
    let five = json_of(&["show", "arena", "--players", "5"]);
    assert_eq!(five["hands"].as_object().map(|hands| hands.len()), Some(5));
}
