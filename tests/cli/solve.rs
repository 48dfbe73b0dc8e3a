//! Proofs and remarks, as they are asked for.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{command, merel, merel_in};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_proof_is_told_in_words_and_to_programs() {
    let run = merel(&["solve", "tic-tac-toe", "--after", "a1 b1 a2 b2"]).exits(0);
    assert!(run.out.starts_with("Tic-tac-toe: X wins in 1\n"), "{}", run.out);
    assert!(run.out.contains("  a3  X wins in 1\n") && run.out.ends_with("best play: a3\n"), "{}", run.out);
    let json = merel(&["solve", "mu-torere", "--format", "json"]).exits(0).json();
    assert_eq!(
        (&json["worth"]["is"], &json["positions"], &json["drawn"]),
        (&"drawn".into(), &1180.into(), &844.into())
    );
    assert_eq!(json["left_out"][0], "repetition");
    assert_eq!(json["options"][0]["option"], "d7-d4");
}

#[test]
fn what_cannot_be_proved_is_told_with_the_reason() {
    for (arguments, code, says) in [
        (&["solve", "backgammon"][..], 1, "Chance decides at the beginning"),
        (&["solve", "go"], 1, "repetition does more than to end this game"),
        (&["solve", "chinese-checkers", "--players", "3"], 1, "only games of two players"),
        (&["solve", "nowhere.gdl"], 2, "nowhere.gdl"),
        (&["solve", "tic-tac-toe", "--after", "a1 a1"], 1, "move 2 of `--after`"),
        (&["solve", "tic-tac-toe", "--most", "0"], 2, "0 is not in"),
    ] {
        merel(arguments).exits(code).says(&[says]);
    }
    let open = merel(&["solve", "tic-tac-toe", "--most", "100"]).exits(1);
    assert!(open.out.starts_with("Tic-tac-toe: not known\n"), "{open:?}");
}

#[test]
fn a_proof_goes_on_from_its_store() {
    let folder = folder();
    let at = ["solve", "nine-holes", "--store", "store.jsonl", "--format", "json"];
    let whole = merel(&["solve", "nine-holes", "--format", "json"]).exits(0).json();
    merel_in(folder.path(), &[&at[..], &["--most", "1000"]].concat()).exits(1);
    let store = folder.path().join("store.jsonl");
    let text = fs::read_to_string(&store).expect("the store is there");
    // A line that was cut off counts for nothing.
    fs::write(&store, &text[..text.len() - 7]).expect("the store is cut");
    let mut json = merel_in(folder.path(), &at).exits(0).json();
    assert_eq!(json["looked_at_before"], 0, "the only line of positions was cut");
    json = merel_in(folder.path(), &at).exits(0).json();
    assert_eq!(json["looked_at_before"], whole["positions"]);
    for field in ["worth", "options", "line", "positions", "wins", "drawn", "longest"] {
        assert_eq!(json[field], whole[field], "{field}");
    }
    for (arguments, says) in [
        (&["solve", "mu-torere", "--store", "store.jsonl"][..], "line 1: this store is about other rules or options"),
        (
            &["solve", "nine-holes", "--after", "a1", "--store", "store.jsonl"],
            "line 1: this store is about another start",
        ),
    ] {
        merel_in(folder.path(), arguments).exits(1).says(&[says]);
    }
    fs::write(folder.path().join("odd.jsonl"), "{}\n").expect("a file");
    let odd = ["solve", "nine-holes", "--store", "odd.jsonl"];
    merel_in(folder.path(), &odd).exits(1).says(&["line 1: it is no store of `merel solve`"]);
    let head = text.lines().next().expect("a first line");
    fs::write(folder.path().join("odd.jsonl"), format!("{head}\n[[1,2,9]]\n")).expect("a file");
    merel_in(folder.path(), &odd).exits(1).says(&["line 2: position 0 does not come of this game"]);
}

/// A proof that is killed in the midst of its work goes on from what it had kept.
#[cfg(unix)]
#[test]
fn a_proof_that_is_killed_loses_little() {
    let folder = folder();
    let arguments =
        ["solve", "connect-four", "--set", "wide=4", "--set", "high=4", "--store", "store.jsonl", "--most", "9000"];
    let mut run = command(&arguments).current_dir(folder.path()).stdout(Stdio::null()).spawn().expect("it starts");
    let store = folder.path().join("store.jsonl");
    let lines = || fs::File::open(&store).map(|file| BufReader::new(file).lines().count()).unwrap_or(0);
    let begun = Instant::now();
    while lines() < 3 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().expect("it is killed");
    run.wait().expect("it ends");
    let json = merel_in(folder.path(), &[&arguments[..], &["--format", "json"]].concat()).exits(1).json();
    assert!(json["looked_at_before"].as_u64().expect("a number") > 500, "{json}");
    let whole = merel(&[&arguments[..6], &["--most", "9000", "--format", "json"]].concat()).exits(1).json();
    assert_eq!((&json["positions"], &json["worth"]), (&whole["positions"], &whole["worth"]));
}

/// X lets a win go with its third move, and O takes one.
const MATCH: &str = "format = 1\ngame = \"tic-tac-toe\"\nplayers = 2\nmoves = [\"a1\", \"a2\", \"b1\", \"b2\", \"c3\", \"c2\"]\n\
comments = [\"\", \"\", \"\", \"\", \"was it? annotated: blunder: old\", \"hello\"]\n";

#[test]
fn a_match_is_annotated() {
    let folder = folder();
    fs::write(folder.path().join("match.toml"), MATCH).expect("a match");
    let arguments = ["annotate", "match.toml", "--seat", "mcts:300", "--to", "out.toml"];
    let run = merel_in(folder.path(), &arguments).exits(0);
    assert!(run.out.contains("   5 X c3: missed win: c3 "), "{}", run.out);
    assert!(
        run.out.contains("; best c1 wins in 1\n") && run.out.contains("X, 3 decisions: 1 missed win"),
        "{}",
        run.out
    );
    // The same again, also with more threads.
    let again = merel_in(folder.path(), &[&arguments[..], &["--threads", "3"]].concat()).exits(0);
    assert_eq!(run.out, again.out);
    let replayed = merel_in(folder.path(), &["replay", "out.toml"]).exits(0);
    assert!(replayed.out.contains("annotator: mcts:300, merel "), "{}", replayed.out);
    assert!(replayed.out.contains("; hello\n"), "{}", replayed.out);
    let missed = replayed.out.lines().find(|line| line.starts_with("   5 c3: ")).expect("the move is told of");
    assert!(missed.contains("; was it? annotated: missed win: ") && !missed.contains("old"), "{missed}");
    // Annotating it anew changes nothing, and it may be the same file.
    let text = fs::read_to_string(folder.path().join("out.toml")).expect("the file is there");
    merel_in(folder.path(), &["annotate", "out.toml", "--seat", "mcts:300", "--to", "out.toml"]).exits(0);
    assert_eq!(fs::read_to_string(folder.path().join("out.toml")).expect("the file is there"), text);
    let json =
        merel_in(folder.path(), &["annotate", "match.toml", "--seat", "mcts:300", "--most", "5", "--format", "json"]);
    let json = json.exits(0).json();
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(5), "{json}");
    assert_eq!(json["moves"][4]["kind"], "missed-win");
    assert_eq!(json["moves"][4]["best"]["line"][0], "c1");
    assert_eq!(json["players"][0]["missed_wins"], 1);
}

#[test]
fn too_little_is_not_told_as_an_opinion() {
    let folder = folder();
    fs::write(folder.path().join("match.toml"), MATCH).expect("a match");
    let run = merel_in(folder.path(), &["annotate", "match.toml", "--seat", "mcts:3", "--most", "1"]).exits(0);
    assert!(run.out.contains("   1 X a1: not enough seen\n"), "{}", run.out);
}

#[test]
fn matches_that_cannot_be_annotated_are_told() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("the file is written");
    let head = "format = 1\ngame = \"tic-tac-toe\"\nplayers = 2\n";
    write("empty.toml", &format!("{head}moves = []\n"));
    write("other.toml", &format!("{head}rules = \"0123\"\nmoves = [\"a1\"]\n"));
    write("wrong.toml", &format!("{head}moves = [\"a1\", \"a1\"]\n"));
    write("result.toml", &format!("{head}result = \"X wins: three in a row\"\nmoves = [\"a1\"]\n"));
    write("half.toml", "format = 1\ngame = \"tic");
    for (arguments, code, says) in [
        ("annotate empty.toml", 1, "no moves were made in this match"),
        ("annotate other.toml", 1, "was played with other rules"),
        ("annotate wrong.toml", 1, "move 2: `a1` is not an option here"),
        ("annotate result.toml", 1, "the recorded result is"),
        ("annotate half.toml", 1, "line 2, column"),
        ("annotate nowhere.toml", 2, "nowhere.toml"),
        ("annotate other.toml --seat random", 2, "`random` does not search"),
        ("annotate other.toml --anyway --seat search:5 --to no/such/out.toml", 1, "cannot write"),
    ] {
        merel_in(folder.path(), &arguments.split(' ').collect::<Vec<_>>()).exits(code).says(&[says]);
    }
}

/// Whoever is cut in the midst of a position finds no options there any more, and so none whose text could be told.
#[test]
fn what_is_cut_in_the_midst_of_a_position_is_told() {
    for tenths in 4..12 {
        let budget = format!("{tenths}00ms");
        merel(&["solve", "hex", "--set", "size=5", "--budget", &budget]).exits(1).says(&["M0410"]);
    }
}
