//! Reports and puzzles, as they are asked for.

use std::fs;

use crate::support::{merel, merel_in};

/// Two men meet, and White takes: three decisions without a choice.
const DUEL: &str = "language 1\ngame \"Duel\"\nplayers White, Black\nboard square 1 by 4\npiece Man (Men)\n\
setup { put Man of White on a1  put Man of Black on a4 }\nmove advance { Man steps forward to empty or enemies }\n\
end after each turn { \"taken\": mover wins when no enemy Men  \"far\": mover wins when landing in my last row }\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("duel.gdl"), DUEL).expect("a rule file");
    folder
}

#[test]
fn a_report_is_written_in_every_form() {
    let folder = folder();
    let arguments = "report duel.gdl -n 2 --levels random,mcts:2 --html out.html --csv tables --games games/kept";
    let run = merel_in(folder.path(), &arguments.split(' ').collect::<Vec<_>>()).exits(0);
    assert!(run.out.contains("bad   balance, random: unbalanced, White is too strong"), "{}", run.out);
    // Two games are followed, forty counted, and in one both search.
    assert!(run.out.contains("dead rules: never used in 43 games: \"far\""), "{}", run.out);
    assert!(run.err.is_empty(), "{run:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file is written");
    assert!(read("out.html").contains("<h2>Verdict</h2>"));
    for name in ["results", "levels", "lengths", "openings", "ends", "cells", "use", "verdict"] {
        assert!(read(&format!("tables/{name}.csv")).lines().count() > 1, "{name}");
    }
    assert!(read("tables/ends.csv").contains("random,far,0,0\r\n"), "{}", read("tables/ends.csv"));
    assert!(read("tables/lengths.csv").contains("random,3,40\r\n"), "{}", read("tables/lengths.csv"));
    // The duel is found from its own folder, as everything that a match names.
    for name in ["shortest-random", "longest-random", "shortest-mcts-2"] {
        let replayed = merel_in(folder.path(), &["replay", &format!("games/kept/{name}.toml")]).exits(0);
        assert!(replayed.out.contains("3 moves; White wins"), "{replayed:?}");
    }
    let json = merel_in(folder.path(), &["report", "duel.gdl", "-n", "2", "--levels", "random", "--format", "json"]);
    let json = json.exits(0).json();
    assert_eq!(json["levels"][0]["ends"][1]["games"], 0);
    let never = json["used"]["items"].as_array().expect("a list").iter().find(|item| item["name"] == "\"far\"");
    assert_eq!(never.expect("ends that never held are told")["used"]["random"], 0);
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    let with = |threads: &str| {
        let html = format!("{threads}.html");
        let arguments = ["report", "tic-tac-toe", "-n", "2", "--levels", "random,mcts:3", "--format", "json"];
        let more = ["--threads", threads, "--seed", "9", "--html", &html, "--csv", threads];
        let run = merel_in(folder.path(), &[&arguments[..], &more].concat()).exits(0);
        let read = |name: &str| fs::read(folder.path().join(name)).expect("the file is written");
        (run.out, read(&html), read(&format!("{threads}/openings.csv")))
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn what_cannot_be_reported_is_told_at_once() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").expect("a file");
    for (arguments, code, says) in [
        ("report duel.gdl -n 0", 2, "0 is not in 1..=100000"),
        ("report duel.gdl --levels human", 2, "`human` is no level"),
        ("report duel.gdl --levels search:1s", 2, "no level"),
        ("report duel.gdl --levels best", 2, "is not a seat"),
        ("report duel.gdl --certainty 0", 2, "points from 0.5 to 50"),
        ("report duel.gdl --seconds nan", 2, "seconds from 0.01"),
        ("report duel.gdl -n 2 --seconds 3", 2, "cannot be used with"),
        ("report nowhere.gdl", 2, "nowhere.gdl"),
        ("report duel.gdl --against nowhere.gdl -n 1 --levels random", 2, "nowhere.gdl"),
        ("report duel.gdl --html no/such/out.html", 1, "there is no such folder"),
        ("report duel.gdl --html .", 1, "it is a folder"),
        ("report duel.gdl --csv file", 1, "cannot make the folder"),
        ("report duel.gdl --games file/below", 1, "cannot make the folder"),
        ("puzzles duel.gdl --least 5", 2, "more than `--most`"),
        ("puzzles duel.gdl -n 0", 2, "0 is not in 1..=1000"),
    ] {
        merel_in(folder.path(), &arguments.split(' ').collect::<Vec<_>>()).exits(code).says(&[says]);
    }
}

#[test]
fn a_certainty_that_is_reached_ends_the_play() {
    let folder = folder();
    let arguments = ["report", "duel.gdl", "--certainty", "20", "--levels", "random", "--format", "json"];
    let json = merel_in(folder.path(), &arguments).exits(0).json();
    // White always wins: after ten rounds the interval is 28 points wide, half of it 14.
    assert_eq!(json["rounds"], 10);
}

#[test]
fn two_files_are_compared() {
    let folder = folder();
    let line = "report duel.gdl --against tic-tac-toe -n 30 --levels random --html both.html";
    let run = merel_in(folder.path(), &line.split(' ').collect::<Vec<_>>()).exits(0);
    assert!(run.out.contains("\nDuel against Tic-tac-toe\n"), "{}", run.out);
    assert!(run.out.contains("random, decisions a game: 3.0 against "), "{}", run.out);
    let page = fs::read_to_string(folder.path().join("both.html")).expect("the page");
    assert!(page.contains("<h2>Against Tic-tac-toe</h2>"));
}

#[test]
fn puzzles_have_one_winning_move_each() {
    let arguments = ["puzzles", "tic-tac-toe", "-n", "4", "--level", "random", "--most", "3", "--format", "json"];
    let json = merel(&arguments).exits(0).json();
    let puzzles = json["puzzles"].as_array().expect("a list");
    assert_eq!(puzzles.len(), 4);
    for puzzle in puzzles {
        let texts = |name: &str| -> Vec<String> {
            let texts = puzzle[name].as_array().expect("a list");
            texts.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
        };
        let (after, solution) = (texts("after"), texts("solution"));
        assert_eq!(solution.len() as u64, puzzle["decisions"], "{puzzle}");
        // The solution is played to its end, and that is a win of the one who is to move.
        let line = after.iter().chain(&solution).map(String::as_str).collect::<Vec<_>>().join(" ");
        let moves = merel(&["moves", "tic-tac-toe", "--after", &line, "--format", "json"]).exits(0).json();
        assert_eq!(moves["outcome"]["result"], puzzle["player"], "{moves}");
    }
}
