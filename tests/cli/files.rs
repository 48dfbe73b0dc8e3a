//! Files that are no rule files, and rule files that are broken.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{any_game, command, merel, merel_in, merel_reading};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("the file is written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn what_is_no_file_is_told() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    merel(&["check", path]).exits(2).says(&["it is a folder", "M0101"]);
    merel(&["check", "no/such/file.gdl"]).exits(2).says(&["there is no such file"]);
    #[cfg(unix)]
    merel(&["check", "/dev/zero"]).exits(2).says(&["it is not an ordinary file"]);
}

#[test]
fn what_is_no_text_is_told() {
    let folder = folder();
    let bytes = write(folder.path(), "bytes.gdl", b"game \"\xff\xfe\"");
    merel(&["check", &bytes]).exits(1).says(&["M0003"]);
    merel(&["moves", &bytes]).exits(1).says(&["M0003"]);
    merel(&["fmt", &bytes]).exits(1).says(&["not UTF-8"]);
    let long = write(folder.path(), "long.gdl", "x".repeat((1 << 20) + 1));
    merel(&["check", &long]).exits(1).says(&["M0004"]);
}

#[test]
fn match_files_that_make_no_sense_are_told() {
    let folder = folder();
    for text in ["", "format = 1", "format = 9\n", "[[[[", "game = \"\u{0}\""] {
        let path = write(folder.path(), "match.toml", text);
        merel(&["replay", &path]).exits(1).says(&["match.toml"]);
        merel(&["play", "--resume", &path]).exits(1).says(&["match.toml"]);
    }
    let text = "format = 1\ngame = \"no-such-game\"\nplayers = 2\nmoves = []\n";
    let path = write(folder.path(), "match.toml", text);
    merel(&["replay", &path]).exits(1).says(&["there is no game `no-such-game`"]);
}

#[test]
fn a_match_is_drawn_as_a_strip() {
    let folder = folder();
    let game = any_game();
    let told = merel(&["moves", &game, "--format", "json"]).exits(0).out;
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let first = told["options"][0].as_str().expect("an option").to_owned();
    let text = format!("format = 1\ngame = {game:?}\nplayers = 2\nmoves = [{first:?}]\n");
    write(folder.path(), "match.toml", text);
    merel_in(folder.path(), &["replay", "match.toml", "--svg", "strip.svg"]).exits(0);
    let strip = fs::read_to_string(folder.path().join("strip.svg")).expect("the strip is written");
    assert_eq!(strip.matches("class=\"frame\"").count(), 2, "the start, and what stands after the move");
    assert!(strip.contains(&format!("1. {first}")) && strip.trim_end().ends_with("</svg>"));
    merel_in(folder.path(), &["replay", "match.toml", "--svg", "no/such/strip.svg"]).exits(1).says(&["cannot write"]);
    let film =
        merel_in(folder.path(), &["replay", "match.toml", "--svg", "-", "--animate", "--theme", "dark"]).exits(0).out;
    // Four seconds: one for the start, three for what stands at the end, which is seen where nothing moves.
    assert_eq!(film.matches("class=\"frame\" visibility=\"hidden\"").count(), 1);
    assert!(film.contains("values=\"visible;hidden\" keyTimes=\"0.0000;0.2500\" dur=\"4s\""), "{film}");
    assert!(film.contains("values=\"hidden;visible\" keyTimes=\"0.0000;0.2500\" dur=\"4s\""), "{film}");
    merel_in(folder.path(), &["replay", "match.toml", "--animate"]).exits(2).says(&["--svg"]);
}

/// The width and the height of a PNG.
fn pixels(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "it is a PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn a_picture_in_pixels() {
    let folder = folder();
    let game = any_game();
    merel_in(folder.path(), &["show", &game, "--png", "board.png", "--width", "320"]).exits(0);
    let (width, height) = pixels(&fs::read(folder.path().join("board.png")).unwrap());
    assert!(width == 320 && height > 100, "{width} x {height}");
    let printed = command(&["show", &game, "--png", "-", "--theme", "dark"]).output().expect("the program starts");
    let (wide, high) = pixels(&printed.stdout);
    // The same shape, twice as wide as the SVG is.
    let svg = merel(&["show", &game, "--svg", "-"]).exits(0).out;
    let told = |name: &str| {
        svg.split_once(&format!(" {name}=\"")).unwrap().1.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!((f64::from(wide), f64::from(high)), ((told("width") * 2.0).round(), (told("height") * 2.0).round()));
    for wrong in ["0", "4097", "wide"] {
        merel(&["show", &game, "--png", "x.png", "--width", wrong]).exits(2).says(&["--width"]);
    }
    merel(&["show", &game, "--width", "320"]).exits(2).says(&["--png"]);
    merel(&["show", &game, "--png", "a.png", "--svg", "a.svg"]).exits(2).says(&["cannot be used with"]);
    merel(&["show", &game, "--png", "a.png", "--text"]).exits(2).says(&["cannot be used with"]);
    merel_in(folder.path(), &["show", &game, "--png", "no/such/board.png"]).exits(1).says(&["cannot write"]);
}

#[test]
fn what_the_font_lacks_is_told() {
    let folder = folder();
    let text = fs::read_to_string("games/tic-tac-toe.gdl").expect("it is there");
    let named = text.lines().map(|line| if line.starts_with("game ") { "game \"\u{4e95}\u{5b57}\"" } else { line });
    write(folder.path(), "named.gdl", named.collect::<Vec<_>>().join("\n"));
    let run = merel_in(folder.path(), &["show", "named.gdl", "--png", "board.png"]).exits(0);
    // The title is told to those who hear the picture, and is not written in it.
    assert!(run.err.is_empty(), "{run:?}");
}

#[test]
fn options_are_drawn_with_their_numbers() {
    let numbered = merel(&["show", "marelle", "--svg", "-", "--options"]).exits(0).out;
    let layer = numbered.split_once("<g class=\"options\"").expect("there is a layer").1.split_once("</g>").unwrap().0;
    // One plate for each of the 24 points; men come from the hand, so there are no arrows.
    assert_eq!((layer.matches("<rect").count(), layer.matches("<line").count()), (24, 0));
    let chess = merel(&["show", "chess", "--svg", "-", "--options"]).exits(0).out;
    let layer = chess.split_once("<g class=\"options\"").expect("there is a layer").1.split_once("</g>").unwrap().0;
    // Twenty moves of twenty pairs of squares, each with an arrow: a line, its light rim and a head.
    assert_eq!((layer.matches("<rect").count(), layer.matches("<line").count()), (20, 40));
    assert_eq!(layer.matches("<polygon").count(), 20);
    assert!(!merel(&["show", "chess", "--svg", "-"]).exits(0).out.contains("class=\"options\""));
    merel(&["show", "chess", "--options"]).exits(2).says(&["--svg"]);
}

#[test]
fn a_picture_tells_the_latest_move_in_the_language() {
    let told = |lang: &str| {
        let after = ["show", "tic-tac-toe", "--svg", "-", "--after", "a1", "--lang", lang];
        let svg = merel(&after).exits(0).out;
        svg.split_once("aria-label=\"").unwrap().1.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(told("en"), "Noughts and crosses – Turn 2: O to move – The latest move: a1");
    assert_eq!(told("fr"), "Morpion – Tour 2 : à Rond de jouer – Dernier coup : a1");
}

#[test]
fn a_picture_is_written_to_a_file() {
    let folder = folder();
    merel_in(folder.path(), &["show", &any_game(), "--svg", "board.svg"]).exits(0);
    assert!(fs::read_to_string(folder.path().join("board.svg")).unwrap().starts_with("<svg"));
    let printed = merel(&["show", &any_game(), "--svg", "-", "--theme", "print"]).exits(0).out;
    assert!(printed.contains("class=\"page\"") && printed.contains("fill=\"#ffffff\""));
    merel(&["show", &any_game(), "--theme", "print"]).exits(2).says(&["--svg"]);
    merel_in(folder.path(), &["show", &any_game(), "--svg", "no/such/folder.svg"]).exits(1).says(&["cannot write"]);
}

#[test]
fn broken_files_are_not_formatted() {
    merel_reading(b"board board board {{{", &["fmt", "-"]).exits(1).says(&["M0001"]);
    merel(&["fmt", "no-such-file.gdl"]).exits(2);
}

/// The beginning of a rule file that extends another.
fn extending(path: &str) -> String {
    format!("language 1\ngame \"Mine\" extends \"{path}\"\n")
}

#[test]
fn files_extend_their_neighbours_and_built_in_games() {
    let folder = folder();
    let game = any_game();
    fs::create_dir(folder.path().join("deeper")).unwrap();
    write(folder.path(), "mine.gdl", extending(&format!("{game}.gdl")));
    write(folder.path(), "deeper/second.gdl", extending("../mine.gdl"));
    write(folder.path(), "third.gdl", extending("deeper/second.gdl"));
    merel_in(folder.path(), &["check", "mine.gdl", "third.gdl", "./third.gdl"]).exits(0);
    merel(&["check", &format!("{}/third.gdl", folder.path().display())]).exits(0);
    // Seen from its own folder, the second file reaches outside.
    merel_in(&folder.path().join("deeper"), &["check", "second.gdl"]).exits(1).says(&["M0103"]);
}

#[test]
fn paths_out_of_the_folder_are_refused() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let outside = write(folder.path(), "outside.gdl", "language 1\ngame \"Outside\"\n");
    for path in ["../outside.gdl", "x/../../outside.gdl", &outside, "/etc/passwd", "/dev/zero"] {
        write(&inner, "mine.gdl", extending(path));
        merel_in(&inner, &["check", "mine.gdl"]).exits(1).says(&["M0103", "mine.gdl:2"]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../outside.gdl", inner.join("link.gdl")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", inner.join("zero.gdl")).unwrap();
        for path in ["link.gdl", "zero.gdl"] {
            write(&inner, "mine.gdl", extending(path));
            merel_in(&inner, &["check", "mine.gdl"]).exits(1).says(&["M0103"]);
        }
    }
}

#[test]
fn missing_and_circular_files_are_told() {
    let folder = folder();
    write(folder.path(), "base.gdl", extending("mine.gdl"));
    write(folder.path(), "mine.gdl", extending("base.gdl"));
    merel_in(folder.path(), &["check", "mine.gdl"]).exits(1).says(&["M0102"]);
    write(folder.path(), "mine.gdl", extending("bsae.gdl"));
    merel_in(folder.path(), &["check", "mine.gdl"]).exits(1).says(&["M0101", "did you mean `base.gdl`"]);
    write(folder.path(), "mine.gdl", extending(""));
    merel_in(folder.path(), &["check", "mine.gdl"]).exits(1);
}

#[test]
fn warnings_fail_only_when_asked() {
    let folder = folder();
    let text = extending(&format!("{}.gdl", any_game())) + "define nobody-needs-this = 1\n";
    let path = write(folder.path(), "mine.gdl", text);
    merel(&["check", &path]).exits(0).says(&["M0701"]);
    merel(&["check", "--strict", &path]).exits(1).says(&["M0701"]);
    let report = merel(&["check", &path, &any_game(), "--format", "json"]).exits(0).json();
    assert_eq!((&report["warnings"], &report["diagnostics"][0]["span"]["line"]), (&1.into(), &3.into()));
}

#[test]
fn all_files_are_checked_even_if_one_is_missing() {
    let folder = folder();
    write(folder.path(), "broken.gdl", "language 1\ngame \"X\" {{{\n");
    let run = merel_in(folder.path(), &["check", "missing.gdl", "broken.gdl", &any_game()]).exits(2);
    let run = run.says(&["M0101", "M0001"]);
    assert!(run.out.contains("broken.gdl: errors") && run.out.contains(": fine"), "{run:?}");
}

#[test]
fn files_are_formatted_in_place() {
    let folder = folder();
    let path = write(folder.path(), "mine.gdl", "language   1 // kept\ngame \"Mine\"   extends \"marelle.gdl\"");
    let check = merel(&["fmt", "--check", &path]).exits(1);
    assert!(check.out.contains("mine.gdl"));
    merel(&["fmt", &path]).exits(0);
    merel(&["fmt", "--check", &path]).exits(0);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("// kept") && text.contains("game \"Mine\" extends \"marelle.gdl\""), "{text}");
    assert_eq!(merel_reading(text.as_bytes(), &["fmt", "-"]).exits(0).out, text);
    let broken = write(folder.path(), "broken.gdl", "game {");
    let run = merel(&["fmt", "no-such-file.gdl", &broken, &path]).exits(2);
    run.says(&["no-such-file.gdl", "broken.gdl"]);
}

#[test]
fn a_failing_scenario_is_shown() {
    let folder = folder();
    let text = extending("marelle.gdl") + "test \"good\" { play \"a1\" }\ntest \"bad\" {\n  play \"a1 a1\"\n}\n";
    let path = write(folder.path(), "mine.gdl", text);
    let run = merel(&["test", &path]).exits(1).says(&["M0801", "mine.gdl:5", "^^"]);
    assert!(run.out.contains("ok    good") && run.out.contains("FAIL  bad"), "{run:?}");
    assert!(run.out.contains("1 passed, 1 failed"), "{run:?}");
    let json = merel(&["test", &path, "--format", "json"]).exits(1).json();
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &1.into()));
    assert_eq!(json["report"]["diagnostics"][0]["span"]["line"], 5);
}

/// What steers a terminal, in the order of its danger: escapes, their single byte, marks of direction, what is not seen.
const STEERING: [&str; 6] = ["\u{1b}[2J", "\u{9b}2J", "\u{7}", "\u{202e}", "\u{200b}", "\u{2028}"];

/// Nothing in a text steers the terminal that shows it.
fn assert_harmless(text: &str) {
    let steers = STEERING.iter().find(|sign| text.contains(&sign[..sign.chars().next().map_or(0, char::len_utf8)]));
    assert_eq!(steers, None, "{text:?}");
}

#[test]
fn nothing_in_a_file_steers_the_terminal() {
    let folder = folder();
    for sign in STEERING {
        let text = format!("language 1\ngame \"Odd{sign}\" // {sign}\nplayers White, Black\nboard square 3\n");
        let game = write(folder.path(), "odd.gdl", text);
        for command in ["check", "moves", "show", "playouts", "verify", "test", "fmt", "play"] {
            let run = merel(&[command, &game]).exits(1);
            assert_harmless(&run.out);
            assert_harmless(&run.err);
        }
        let json = merel(&["check", &game, "--format", "json"]).exits(1);
        assert_harmless(&json.out);
        assert_eq!(json.json()["diagnostics"][0]["code"], "M0006", "{sign:?}");
        let escaped = sign.chars().map(|sign| format!("\\U{:08X}", u32::from(sign))).collect::<String>();
        for field in ["title", "result", "generator"] {
            let text = format!("format = 1\ngame = \"marelle\"\nplayers = 2\n{field} = \"x{escaped}\"\nmoves = []\n");
            let path = write(folder.path(), "match.toml", text);
            assert_harmless(&merel(&["replay", &path]).exits(1).says(&["cannot be seen"]).err);
        }
    }
    let variants = write(folder.path(), "variants.ini", "[a\u{1b}[2J:chess]\nstartFen = \u{9b}2J\n");
    let run = merel(&["import", &variants, "--to", folder.path().to_str().unwrap()]);
    assert_harmless(&run.out);
    assert_harmless(&run.err);
}

#[test]
fn a_match_names_no_file_elsewhere() {
    let folder = folder();
    fs::create_dir(folder.path().join("inner")).unwrap();
    let outer = write(folder.path(), "outer.gdl", "secret of the house");
    write(&folder.path().join("inner"), "note.txt", "secret of the house");
    for game in [outer.as_str(), "../outer.gdl", "/etc/passwd", "/proc/kmsg", "note.txt"] {
        let text = format!("format = 1\ngame = \"{game}\"\nplayers = 2\nmoves = []\n");
        write(&folder.path().join("inner"), "match.toml", text);
        for command in [["replay", "match.toml"].as_slice(), &["play", "--resume", "match.toml"]] {
            let run = merel_in(&folder.path().join("inner"), command).exits(1).says(&["match.toml", "or below"]);
            assert!(!run.err.contains("secret") && !run.err.contains("root"), "{run:?}");
        }
    }
}

#[test]
fn a_move_of_a_match_is_no_book() {
    let folder = folder();
    let text = format!("format = 1\ngame = \"marelle\"\nplayers = 2\nmoves = [\"{}\"]\n", "a1 ".repeat(3_000_000));
    let path = write(folder.path(), "match.toml", text);
    merel(&["replay", &path]).exits(1).says(&["more than 4096 bytes"]);
}

/// A rule file with these declarations behind the least that a game needs.
fn game_with(more: &str) -> String {
    format!(
        "language 1\ngame \"Race\"\nplayers White, Black\nboard square 5\npiece Man (Men)\n\
         setup for each player {{ put Man on my first row }}\n\
         end before each turn {{ \"stuck\": mover loses when stuck }}\n{more}\n"
    )
}

#[test]
fn what_multiplies_is_told_and_soon() {
    let folder = folder();
    let doubled = |level: usize| format!("action a{} {{ do a{level} do a{level} }}\n", level + 1);
    let actions: String = (0..40).map(doubled).collect();
    let actions = format!("action a0 {{ remove empty }}\n{actions}");
    let inside = game_with(&format!("{actions}move go {{ Man steps forward {{ do a40 }} }}"));
    let between = game_with(&format!("{actions}move go {{ Man steps forward }}\nturn {{ choose go do a40 }}"));
    let name = |letter: &str| letter.repeat(20_000);
    let names = format!("define {} = empty\nmove go {{ Man steps to {} }}", name("o"), name("u"));
    for text in [inside, between, game_with(&names)] {
        let path = write(folder.path(), "huge.gdl", text);
        let begun = Instant::now();
        merel(&["check", &path]).exits(1).says(&["M0403"]);
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
