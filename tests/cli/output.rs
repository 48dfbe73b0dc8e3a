//! Outputs that are full or closed.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Run, any_game, command, merel};

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let game = any_game();
    let all: [&[&str]; 13] = [
        &["list"],
        &["explain", "M0001"],
        &["moves", &game, "--format", "json"],
        &["perft", &game, "1"],
        &["show", &game, "--svg", "-"],
        &["play", &game],
        &["diff", "hex", "--with", "size=5", "--against", "size=7"],
        &["cover", "hex"],
        &["report", "hex"],
        &["rules", "hex"],
        &["solve", "hex"],
        &["bench", "hex"],
        &["verify", "hex", "--budget", "none"],
    ];
    for arguments in all {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("the program starts");
        let run = Run::from(output);
        assert!([0, 141].contains(&run.code) && run.err.is_empty(), "{arguments:?}: {run:?}");
    }
}

/// Who prints at the end alone would not notice before.
#[cfg(unix)]
#[test]
fn nothing_is_played_for_a_reader_who_has_gone() {
    for arguments in [
        ["playouts", "hex", "-n", "99999999999"].as_slice(),
        &["perft", "marelle", "30"],
        &["bench", "hex", "--seconds", "600"],
        &["verify", "hex", "-n", "999999"],
        &["cover", "hex", "--more", "99999999", "--searched", "0"],
        &["report", "hex", "-n", "99999", "--levels", "random"],
        &["match", "hex", "--seat", "random", "--seat", "random", "-n", "9999999"],
        &["puzzles", "hex", "--seconds", "600"],
        &["solve", "hex"],
    ] {
        let begun = Instant::now();
        let mut child =
            command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().expect("it is ours").is_none(), "{arguments:?} goes on as long as somebody reads");
        drop(child.stdout.take());
        let run = Run::from(child.wait_with_output().expect("the program ends"));
        assert!(run.code == 141 && run.err.is_empty(), "{arguments:?}: {run:?}");
        assert!(begun.elapsed() < Duration::from_secs(6), "{arguments:?} went on for {:?}", begun.elapsed());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = File::options().write(true).open("/dev/full").expect("the device");
    let output = command(&["list"]).stdout(full).stderr(Stdio::piped()).output().expect("the program starts");
    Run::from(output).exits(1).says(&["cannot write the output"]);
}

/// Runs the program and presses Ctrl-C after a while.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Run {
    let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill works");
    assert!(killed.success(), "the program ended before it could be interrupted");
    child.wait_with_output().expect("the program ends").into()
}

#[cfg(unix)]
#[test]
fn a_long_count_that_is_interrupted_prints_what_it_has() {
    let run = interrupted(&["perft", "marelle", "30"]).exits(130);
    assert!(run.out.contains(" 1 ") && run.out.contains("interrupted"), "{run:?}");
    let json = interrupted(&["perft", "marelle", "30", "--format", "json"]).exits(130).json();
    assert_eq!((&json["interrupted"], &json["depths"][0]["nodes"]), (&true.into(), &24.into()));
}

#[cfg(unix)]
#[test]
fn a_rulebook_that_is_interrupted_is_whole_but_for_what_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("slow.gdl");
    let text = "language 1\ngame \"Slow\"\nplayers White, Black\nboard square 32\npiece Man (Men)\n\
        setup { put Man of White on a1 put Man of Black on b2 }\nmove go { Man walks exactly 32 to empty }\n\
        turn { choose go }\nend after each turn { \"late\": draw when turns at least 50 }\n";
    std::fs::write(&file, text).expect("the file is written");
    let run = interrupted(&["rules", file.to_str().expect("a path in UTF-8")]).exits(130);
    assert!(run.out.contains("at least 50 turns") && run.out.contains("\ninterrupted: diagrams"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_comparison_that_is_interrupted_says_how_far_it_came() {
    let run = interrupted(&["diff", "chess", "king-of-the-hill"]);
    // It may have found the hill before.
    assert!(run.code == 130 && run.out.contains("ended before all was done") || run.code == 1, "{run:?}");
}

#[cfg(unix)]
#[test]
fn whatever_runs_long_ends_soon_after_it_is_interrupted() {
    let large = ["--set", "size=19"];
    for arguments in
        [["perft", "go", "4"].as_slice(), &["bench", "go", "--seconds", "600"], &["playouts", "go", "-n", "9999999"]]
    {
        let begun = Instant::now();
        interrupted(&[arguments, &large].concat()).exits(130);
        // A tenth of a second is promised; the program is slower here, and so is the machine when all tests run.
        assert!(begun.elapsed() < Duration::from_secs(6), "{arguments:?} went on for {:?}", begun.elapsed());
    }
}

#[test]
fn a_bench_keeps_its_time() {
    let begun = Instant::now();
    merel(&["bench", "amazons", "--seconds", "0.05"]).exits(0);
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn random_games_that_are_interrupted_are_counted_as_far_as_they_went() {
    let json = interrupted(&["playouts", "marelle", "-n", "100000000", "--format", "json"]).exits(130).json();
    assert_eq!(json["interrupted"], true);
    let games = json["games"].as_u64().unwrap();
    assert!(games < 100_000_000);
    // The same number of games gives the same result when nobody interrupts.
    if games > 0 {
        let whole = ["playouts", "marelle", "-n", &games.to_string(), "--format", "json"];
        assert_eq!(Run::from(command(&whole).output().unwrap()).json()["outcomes"], json["outcomes"]);
    }
}

#[test]
fn too_little_use_fails() {
    let played = ["cover", "breakthrough", "--games", "1", "--searched", "0", "--summary", "--fail-under"];
    // No scenario is without a move, and hardly any game is.
    merel(&[&played[..], &["100"]].concat()).exits(1);
    let run = merel(&[&played[..], &["50"]].concat()).exits(0);
    assert!(run.out.contains("\"stuck\": asked"), "{run:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let page_name = page.to_str().expect("names are text");
    merel(&["cover", "tic-tac-toe", "--games", "1", "--searched", "0", "--html", page_name]).exits(0);
    assert!(std::fs::read_to_string(page).expect("the page is there").ends_with("</html>\n"));
}

#[test]
fn rulebooks() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let page_name = page.to_str().expect("names are text");
    let run = merel(&["rules", "tic-tac-toe", "--lang", "fr", "--html", page_name]).exits(0);
    assert_eq!(run.out, "");
    let written = std::fs::read_to_string(&page).expect("the page is there");
    assert!(written.contains("<html lang=\"fr\">") && written.ends_with("</html>\n"));
    let json = merel(&["rules", "tic-tac-toe", "--lang", "de", "--format", "json"]).exits(0).json();
    assert_eq!(json["language"], "de");
    assert_eq!(json["chapters"][0]["number"], "1");
    let run = merel(&["rules", "tic-tac-toe", "--lang", "fx"]).exits(2);
    assert!(run.err.contains("no book in the language `fx`") && run.err.contains("`es` (Español)"), "{run:?}");
    let name = folder.path().to_str().expect("names are text");
    let run = merel(&["rules", "tic-tac-toe", "--html", name]);
    assert!(run.code != 0 && run.out.is_empty(), "{run:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing else was written");
}
