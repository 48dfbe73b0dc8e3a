//! One door out: whatever texts come in, and through whatever they come, nothing that is printed steers a terminal or
//! hides in it.

use std::fs;
use std::path::Path;

use merel::source::unseen::is_unseen;

use crate::support::{Run, any_game, merel, merel_in, merel_reading_in};

/// Signs of every kind: escapes that clear, colour and rename, their single byte, the bell, a return, marks of direction,
/// what has no width, a line separator, a tag, a mark of byte order inside, a soft hyphen, a blank letter.
pub const HOSTILE: &str = "x\u{1b}[2J\u{1b}[8m\u{1b}]0;t\u{7}\u{9b}2J\r\u{85}\u{202e}\u{2066}\u{200b}\u{2028}\u{e0041}\u{feff}\u{ad}\u{3164}y";

/// The same as it stands in a basic string of TOML.
fn escaped() -> String {
    HOSTILE.chars().map(|sign| format!("\\U{:08X}", u32::from(sign))).collect()
}

#[track_caller]
fn assert_harmless(run: &Run) {
    for text in [&run.out, &run.err] {
        assert!(!text.contains(is_unseen), "{run:?}");
    }
}

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = merel(&["--help"]).exits(0).out;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// What keeps a command from playing for a minute.
fn quickly(command: &str) -> &'static [&'static str] {
    match command {
        "report" => &["-n", "1", "--levels", "random"],
        "solve" => &["--most", "50"],
        "puzzles" => &["-n", "1", "--level", "random", "--seconds", "1"],
        "train" => &["--games", "2", "--tests", "2"],
        "playouts" => &["-n", "1"],
        "bench" => &["--seconds", "0.01"],
        _ => &[],
    }
}

/// The options of a command that take a value, as its help lists them.
fn options(command: &str) -> Vec<String> {
    let help = merel(&[command, "--help"]).exits(0).out;
    let words = help.lines().filter_map(|line| {
        let (option, value) = line[line.find("--")?..].split_once(" <")?;
        (line.trim_start().starts_with('-') && value.contains('>')).then(|| option.to_owned())
    });
    words.collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(name), text).expect("the file is written");
}

#[test]
fn all_commands_are_walked() {
    let commands = commands();
    assert!(
        commands.len() >= 15 && ["check", "import", "replay"].iter().all(|name| commands.contains(&(*name).into()))
    );
    assert!(options("show").contains(&"--svg".to_owned()), "{:?}", options("show"));
}

#[test]
fn arguments() {
    let folder = folder();
    let game = any_game();
    assert_harmless(&merel(&[HOSTILE]).exits(2));
    for command in &commands() {
        assert_harmless(&merel_in(folder.path(), &[command, HOSTILE]));
        assert_harmless(&merel_in(folder.path(), &[command, HOSTILE, "--format", "json"]));
        assert_harmless(&merel_in(folder.path(), &[command, &game, &game, &game, HOSTILE]));
        assert_harmless(&merel_in(folder.path(), &[command, &format!("--{HOSTILE}")]));
        for option in &options(command) {
            let value = format!("--set=start={HOSTILE}");
            for last in [[option.as_str(), HOSTILE], [option, value.as_str()]] {
                let arguments = [&[command, game.as_str()][..], &last, quickly(command)].concat();
                assert_harmless(&merel_in(folder.path(), &arguments));
            }
        }
    }
}

#[test]
fn fields_of_rule_files() {
    let folder = folder();
    let fields = [
        "game \"Odd@\"",
        "title en \"Odd@\"",
        "rules en \"Odd@\"",
        "author \"A@\"",
        "source \"A@\"",
        "note \"A@\"",
        "option size = 1 \"small@\", 2",
        "players White@, Black",
        "piece M@an",
        "define o@dd = empty",
        "end before each turn { \"stuck@\": mover loses when stuck }",
        "text en { Man: \"M@\" }",
        "text letters { Man: \"@\" }",
        "test \"one@\" { play \"a1@\" }",
        "game \"Odd\" extends \"other@.gdl\"",
        "use \"other@.gdl\"",
        "// A comment@",
        "| @ |",
    ];
    let games: Vec<String> =
        commands().into_iter().filter(|name| !["list", "import", "replay"].contains(&&**name)).collect();
    for field in fields {
        let head = if field.starts_with("game") { "" } else { "game \"Odd\"\n" };
        let text = format!("language 1\n{head}{}\n", field.replace('@', HOSTILE));
        write(folder.path(), "odd.gdl", &text);
        for command in &games {
            assert_harmless(&merel_in(folder.path(), &[command, "odd.gdl", "1"]));
        }
        let json = merel_in(folder.path(), &["check", "odd.gdl", "--format", "json"]).exits(1);
        assert_harmless(&json);
        assert_eq!(json.json()["diagnostics"][0]["code"], "M0006", "{field}: {json:?}");
        for format in ["sarif", "github"] {
            assert_harmless(&merel_in(folder.path(), &["check", "odd.gdl", "--format", format]).exits(1));
        }
        for command in ["check", "fmt"] {
            assert_harmless(&merel_reading_in(folder.path(), text.as_bytes(), &[command, "-"]).exits(1));
        }
        assert_harmless(&merel_in(folder.path(), &["check", "--fix", "odd.gdl"]));
    }
}

/// A match with one field that is replaced, or one line more.
fn match_with(field: &str) -> String {
    let name = field.split(' ').next().unwrap_or_default();
    let usual = ["format = 2", "game = \"marelle\"", "players = 2", "moves = [\"a1\"]"];
    let others = usual.iter().filter(|line| line.split(' ').next() != Some(name)).map(|line| format!("{line}\n"));
    // A table ends the fields before it.
    others.collect::<String>() + field + "\n"
}

#[test]
fn fields_of_matches() {
    let folder = folder();
    let fields = [
        "format = \"@\"",
        "game = \"@\"",
        "game = \"@.gdl\"",
        "title = \"@\"",
        "rules = \"@\"",
        "seats = [\"@\", \"human\"]",
        "seed = \"@\"",
        "players = \"@\"",
        "generator = \"@\"",
        "start = \"@\"",
        "moves = [\"@\"]",
        "result = \"@\"",
        "\"@\" = 1",
        "[options]\n\"@\" = \"x\"",
        "[[variations]]\nafter = 0\nmoves = [\"@\"]",
        "[[variations]]\nafter = 0\nmoves = [\"a1\"]\ncomments = [\"@\"]",
        "[[variations]]\nafter = \"@\"\nmoves = [\"a1\"]",
        "[[variations]]\nafter = 0\nmoves = [\"a1\"]\n\"@\" = 1",
        "[options]\nstart = \"@\"",
        "[\"@\"]",
    ];
    for field in fields {
        for hostile in [escaped(), HOSTILE.to_owned()] {
            write(folder.path(), "match.toml", match_with(&field.replace('@', &hostile)));
            for command in [
                &["replay", "match.toml"][..],
                &["replay", "match.toml", "--anyway", "--format", "json"],
                &["replay", "match.toml", "--game", "marelle"],
                &["play", "--resume", "match.toml"],
            ] {
                assert_harmless(&merel_in(folder.path(), command).exits(1));
            }
        }
    }
}

/// A match may come with a journal beside it.
#[test]
fn fields_of_journals() {
    let folder = folder();
    let base = "format = 1\ngame = \"marelle\"\nplayers = 2\nmoves = []\n";
    let head = serde_json::json!({"merel-journal": 1, "base": base, "folder": "/"}).to_string();
    let huge = u64::MAX;
    for entry in [
        serde_json::json!({"do": HOSTILE}),
        serde_json::json!({"do": "play", "text": HOSTILE}),
        serde_json::json!({"do": "settle", "how": HOSTILE}),
        serde_json::json!({"do": "settle", "how": "resign 99"}),
        serde_json::json!({"do": "seat", "player": 0, "seat": HOSTILE}),
        serde_json::json!({"do": "seat", "player": huge, "seat": "random"}),
        serde_json::json!({"do": "branch", "number": huge}),
        serde_json::json!({HOSTILE: 1}),
    ] {
        write(folder.path(), "match.toml", base);
        write(folder.path(), "match.toml.journal", format!("{head}\n{entry}\n"));
        let run = merel_in(folder.path(), &["play", "--resume", "match.toml"]).exits(1);
        assert_harmless(&run);
        assert!(run.err.contains("match.toml.journal: line 2: "), "{run:?}");
    }
    write(folder.path(), "match.toml.journal", format!("{{\"merel-journal\": 1, \"{HOSTILE}\n"));
    assert_harmless(&merel_in(folder.path(), &["play", "--resume", "match.toml"]).exits(1));
}

#[test]
fn fields_of_variant_files() {
    let folder = folder();
    for text in [
        "[@:chess]\nmustCapture = true\n",
        "[odd:@]\n",
        "[odd:chess]\n@ = true\n",
        "[odd:chess]\nstartFen = @\n",
        "[odd:chess]\ncustomPiece1 = a:@\n",
        "# odd @\n[odd:chess]\nmustCapture = true\n",
        "@\n",
    ] {
        write(folder.path(), "variants.ini", text.replace('@', HOSTILE));
        for more in [&[][..], &["odd"], &["--list"], &["--to", "."], &["--format", "json"], &[HOSTILE]] {
            let run = merel_in(folder.path(), &[&["import", "variants.ini"][..], more].concat()).exits(1);
            assert_harmless(&run);
            assert!(run.err.contains("M0006") || run.out.contains("M0006"), "{run:?}");
        }
    }
}

/// What a file system takes as a name.
#[cfg(unix)]
#[test]
fn names_of_files() {
    let folder = folder();
    let inside = folder.path().join(HOSTILE);
    fs::create_dir(&inside).expect("a folder");
    let name = |ending: &str| format!("{HOSTILE}/{HOSTILE}{ending}");
    write(folder.path(), &name(".gdl"), "language 1\ngame \"Odd\" extends \"marelle.gdl\"\n");
    write(folder.path(), &name("2.gdl"), "language 1\ngame \"Odd\" extends \"marelle.gdl\"\ndefine idle = empty\n}\n");
    write(folder.path(), &name(".toml"), match_with("title = \"T\""));
    write(folder.path(), &name(".ini"), "[odd:chess]\nmustCapture = true\npocketSize = 6\ntwoBoards = true\n");
    for command in commands() {
        for ending in [".gdl", "2.gdl", ".toml", ".ini", "missing.gdl"] {
            let file = name(ending);
            for more in [&["1"][..], &[]] {
                let arguments = [&[command.as_str(), &file], more, quickly(&command)].concat();
                assert_harmless(&merel_in(folder.path(), &arguments));
            }
        }
    }
    let file = name("2.gdl");
    let json = merel_in(folder.path(), &["check", &file, "--format", "json"]).exits(1);
    assert_harmless(&json);
    assert_eq!(json.json()["diagnostics"][0]["span"]["file"], file.as_str(), "programs get the name as it is");
    let to = merel_in(folder.path(), &["import", &name(".ini"), "--to", &name(".folder")]);
    assert_harmless(&to.exits(0));
    merel_in(folder.path(), &["check", &format!("{}/odd.gdl", name(".folder"))]).exits(0);
    write(folder.path(), "mine.gdl", "language 1\ngame \"Odd\" extends \"other.gdl\"\n");
    write(folder.path(), "other\u{1b}[8m.gdl", "");
    let near = merel_in(folder.path(), &["check", "mine.gdl"]).exits(1);
    assert_harmless(&near);
}

#[test]
fn what_is_typed() {
    let folder = folder();
    let input = format!("{HOSTILE}\nsave {HOSTILE}.toml\nsave no/{HOSTILE}\na1{HOSTILE}\n9{HOSTILE}\nquit\n");
    let run = merel_reading_in(folder.path(), input.as_bytes(), &["play", &any_game(), "--seat", "2=human"]).exits(0);
    assert_harmless(&run);
    assert!(run.out.contains("\\u{1b}[2J"), "{run:?}");
}
