//! Nothing that was played is lost: journals, Ctrl-C, a full disk.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Run, any_game, command};

/// The program with a folder of its own for what is kept, and with pipes.
fn piped(state: &Path, arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    command.env("XDG_STATE_HOME", state).current_dir(state);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn typing(mut command: Command, lines: &str) -> Run {
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends").into()
}

fn both_human() -> [String; 6] {
    ["play", &any_game(), "--seat", "1=human", "--seat", "2=human"].map(str::to_owned)
}

fn new_match(state: &Path, lines: &str) -> Run {
    let arguments = both_human();
    typing(piped(state, &arguments.each_ref().map(String::as_str)), lines)
}

/// How many moves the program says there were when its input ended.
fn moves(run: &Run) -> usize {
    let told = run.out.split("The input ended after ").nth(1).unwrap_or_else(|| panic!("{run:?}"));
    told.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{run:?}"))
}

fn journals(state: &Path) -> Vec<String> {
    let entries = fs::read_dir(state.join("merel")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path().display().to_string()).collect()
}

#[test]
fn a_match_that_was_not_saved_goes_on() {
    let state = tempfile::tempdir().expect("a folder");
    let run = new_match(state.path(), "1\n1\n1\nquit\n").exits(0);
    let [journal] = &journals(state.path())[..] else { panic!("{run:?}") };
    assert!(run.out.contains(&format!("Every move is saved at once, in {journal}")), "{run:?}");
    assert!(run.out.contains(&format!("The match is kept in {journal}")), "{run:?}");
    let run = typing(piped(state.path(), &["play", "--resume"]), "undo\n1\n1\n").exits(0);
    assert_eq!(moves(&run), 4, "{run:?}");
    let run = typing(piped(state.path(), &["play", "--resume", journal]), "").exits(0);
    assert_eq!(moves(&run), 4, "{run:?}");
    let run = typing(piped(state.path(), &["play", "--resume"]), "save m.toml\n1\nquit\n").exits(0);
    assert!(journals(state.path()).is_empty(), "{run:?}");
    assert!(!state.path().join("m.toml.journal").exists(), "{run:?}");
    let run = typing(piped(state.path(), &["play", "--resume", "m.toml"]), "").exits(0);
    assert_eq!(moves(&run), 5, "what was played after saving is in the file: {run:?}");
    let run = typing(piped(state.path(), &["play", "--resume"]), "");
    assert_eq!(run.code, 2, "nothing is left to go on with: {run:?}");
}

#[test]
fn a_match_without_a_move_leaves_nothing() {
    let state = tempfile::tempdir().expect("a folder");
    new_match(state.path(), "help\nquit\n").exits(0);
    assert!(journals(state.path()).is_empty());
}

#[test]
fn what_was_taken_back_and_left_comes_back_with_the_journal() {
    let state = tempfile::tempdir().expect("a folder");
    let lines = "a1\nd1\ng1\nback to 1\nb2\nbranch\nbranch 1\nresign\n";
    let run = new_match(state.path(), lines).exits(0);
    assert!(run.out.contains("1 after 1 move: d1 g1"), "{run:?}");
    assert!(run.out.contains("The game is over: Black resigns."), "{run:?}");
    let run = typing(piped(state.path(), &["play", "--resume"]), "branch\nundo\n").exits(0);
    assert!(run.out.contains("The game is over: Black resigns."), "{run:?}");
    assert!(run.out.contains("1 after 1 move: b2"), "{run:?}");
    assert_eq!(moves(&run), 2, "{run:?}");
}

#[test]
fn branches_are_in_the_match_file() {
    let state = tempfile::tempdir().expect("a folder");
    let folder = state.path();
    // A line is left for another, and of that one the last move is taken back.
    let lines = "a1\nd1\ng1\nback to 1\nb2\nd2\nundo\nsave m.toml\n";
    new_match(folder, lines).exits(0);
    let text = fs::read_to_string(folder.join("m.toml")).expect("it is saved");
    assert!(text.starts_with("format = 2\n") && text.matches("[[variations]]").count() == 2, "{text}");
    let run = typing(piped(folder, &["play", "--resume", "m.toml"]), "branch\nredo\nbranch 1\nbranch\nquit\n").exits(0);
    assert!(run.out.contains("1 after 1 move: d1 g1"), "{run:?}");
    assert!(run.out.contains("Made 1 move again.") && run.out.contains("Now 3 moves have been made."), "{run:?}");
    assert!(run.out.contains("1 after 1 move: b2 d2"), "{run:?}");
    // The line that is shown is the match now, and the other one is still there.
    let run = typing(piped(folder, &["replay", "m.toml"]), "").exits(0);
    assert!(run.out.contains("\na1 d1 g1\nvariation 1 from move 2:\nb2 d2\n3 moves;"), "{run:?}");
    let json = typing(piped(folder, &["replay", "m.toml", "--format", "json"]), "").exits(0);
    let told: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(told["variations"], serde_json::json!([{ "after": 1, "moves": ["b2", "d2"] }]));
    // A variation is gone along and drawn in place of the match.
    let one = ["replay", "m.toml", "--variation", "1", "--svg", "one.svg"];
    let run = typing(piped(folder, &one), "").exits(0);
    assert!(run.out.starts_with("variation 1:\n") && run.out.contains("\na1 b2 d2\n3 moves;"), "{run:?}");
    let drawn = fs::read_to_string(folder.join("one.svg")).expect("a picture");
    assert!(drawn.contains("3. d2") && !drawn.contains("3. g1"), "{drawn}");
    let run = typing(piped(folder, &["replay", "m.toml", "--variation", "2"]), "").exits(2);
    assert!(run.err.contains("m.toml has no variation 2, but 1 in all"), "{run:?}");
    let look = ["annotate", "m.toml", "--seat", "search:20", "--to", "looked.toml"];
    let run = typing(piped(folder, &look), "").exits(0);
    assert!(run.out.contains("its variation was not looked at, and stays as it is"), "{run:?}");
    let looked = fs::read_to_string(folder.join("looked.toml")).expect("it is written");
    assert_eq!(looked.split("[[variations]]").nth(1), text_of(folder, "m.toml").split("[[variations]]").nth(1));
    // A journal that follows on a file counts the branches of the file.
    let mut child = piped(folder, &["play", "--resume", "m.toml"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"back to 0\nd2\nbranch 2\nsave n.toml\nback to 0\nbranch 1\n").expect("it reads");
    let late = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(folder.join("n.toml.journal")).is_ok_and(|text| text.contains("\"branch\"")) {
        assert!(Instant::now() < late, "the branch is written down");
        std::thread::sleep(Duration::from_millis(20));
    }
    kill(child);
    drop(stdin);
    let run = typing(piped(folder, &["play", "--resume", "n.toml"]), "branch\n").exits(0);
    assert!(run.out.contains("1 after 0 moves: d2\n  2 after 1 move: d1 g1\n"), "{run:?}");
    assert_eq!(moves(&run), 3, "{run:?}");
    // One that cannot be played is refused, with its place.
    fs::write(folder.join("o.toml"), text.replace("\"g1\"", "\"d1\"")).expect("a file");
    for command in [["replay", "o.toml", "--format", "text"], ["play", "--resume", "o.toml", "--plain"]] {
        let run = typing(piped(folder, &command), "").exits(1);
        assert!(run.err.contains("variation 1, move 3: `d1`"), "{run:?}");
    }
}

fn text_of(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("a file")
}

#[test]
fn notes_are_kept_with_their_moves() {
    let state = tempfile::tempdir().expect("a folder");
    let folder = state.path();
    let lines = "note too soon\nnote\na1\nnote the  corner\td1\nd1\nnote weak\nnote\n";
    let run = new_match(folder, lines).exits(0);
    for told in
        ["There is no move yet.", "No notes were written", "Noted on d1.", "\n   1 a1: the  corner d1\n   2 d1: weak\n"]
    {
        assert!(run.out.contains(told), "{told}: {run:?}");
    }
    // They come back with the journal, and go with the moves to another line and into the file; the other line keeps its own.
    let lines = "note poor\nback to 1\nb2\nnote better\nnote\nsave m.toml\n";
    let run = typing(piped(folder, &["play", "--resume"]), lines).exits(0);
    assert!(run.out.contains("\nNote: weak\n"), "told beside the board: {run:?}");
    assert!(run.out.contains("\n   1 a1: the  corner d1\n   2 b2: better\n"), "{run:?}");
    let run = typing(piped(folder, &["replay", "m.toml"]), "").exits(0);
    assert!(run.out.contains("variation 1 from move 2:\nd1\n   2 d1: poor\n"), "{run:?}");
    let run = typing(piped(folder, &["replay", "m.toml", "--variation", "1"]), "").exits(0);
    assert!(run.out.contains("\na1 d1\n   1 a1: the  corner d1\n   2 d1: poor\n2 moves;"), "{run:?}");
    // A kill loses none of them: the journal follows on the file.
    let mut child = piped(folder, &["play", "--resume", "m.toml"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"note -\nbranch 1\nnote not so poor\n").expect("it reads");
    let late = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(folder.join("m.toml.journal")).is_ok_and(|text| text.contains("not so")) {
        assert!(Instant::now() < late, "the note is written down");
        std::thread::sleep(Duration::from_millis(20));
    }
    let out = kill(child);
    drop(stdin);
    assert!(out.contains("There is no note on b2 any more."), "{out}");
    let run = typing(piped(folder, &["play", "--resume", "m.toml"]), "note\nbranch 1\nnote\n").exits(0);
    assert!(run.out.contains("\n   1 a1: the  corner d1\n   2 d1: not so poor\n"), "{run:?}");
    assert_eq!(run.out.matches(": better").count(), 0, "it was taken away: {run:?}");
}

/// A child that was killed, and what it had written.
fn kill(mut child: Child) -> String {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    out
}

#[test]
fn a_kill_at_any_instant_loses_no_move_that_was_acknowledged() {
    let state = tempfile::tempdir().expect("a folder");
    // A game of many cells, which does not end so soon.
    let begun = ["play", "hex", "--seat", "1=human", "--seat", "2=human"];
    typing(piped(state.path(), &begun), "1\n").exits(0);
    let (mut before, mut noise) = (1, 0x9e37_79b9_u32);
    for round in 0..10 {
        let mut child = piped(state.path(), &["play", "--resume"]).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let typed = 1 + round % 2;
        stdin.write_all("undo\n1\n2\n3\n".repeat(typed).as_bytes()).expect("it reads");
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        std::thread::sleep(Duration::from_millis(u64::from(noise >> 16) % 400));
        let out = kill(child);
        drop(stdin);
        // Every prompt but the first acknowledges a line.
        let acknowledged = out.matches("> ").count().saturating_sub(1).min(4 * typed);
        let after = |lines: usize| before + 2 * (lines / 4) + [1, 0, 1, 2][lines % 4] - 1;
        let run = typing(piped(state.path(), &["play", "--resume"]), "").exits(0);
        let now = moves(&run);
        let possible: Vec<usize> = (acknowledged..=4 * typed).map(after).collect();
        assert!(possible.contains(&now), "{now} of {possible:?} after {acknowledged} of {}: {out}", 4 * typed);
        before = now;
    }
}

#[test]
fn a_journal_that_was_cut_or_spoiled() {
    let state = tempfile::tempdir().expect("a folder");
    new_match(state.path(), "1\n1\n1\n").exits(0);
    let journal = journals(state.path()).remove(0);
    let whole = fs::read_to_string(&journal).expect("a journal");
    let resume = || typing(piped(state.path(), &["play", "--resume"]), "");
    fs::write(&journal, &whole[..whole.len() - 5]).expect("it is written");
    assert_eq!(moves(&resume().exits(0)), 2, "half a line counts for nothing");
    let wrong = whole.replacen("\"do\":\"play\"", "\"do\":\"fly\"", 1);
    fs::write(&journal, wrong).expect("it is written");
    resume().exits(1).says(&["line 2", "fly"]);
    let wrong = whole.replacen("\"text\":\"", "\"text\":\"zz", 1);
    fs::write(&journal, wrong).expect("it is written");
    resume().exits(1).says(&["line 2: it cannot be done there"]);
    fs::write(&journal, "{\"merel-journal\":9}\n").expect("it is written");
    resume().exits(1).says(&["line 1"]);
}

#[test]
fn a_match_is_played_once_at_a_time() {
    let state = tempfile::tempdir().expect("a folder");
    new_match(state.path(), "1\n").exits(0);
    let journal = journals(state.path()).remove(0);
    let mut first = piped(state.path(), &["play", "--resume", &journal]).spawn().expect("the program starts");
    let mut out = first.stdout.take().expect("a pipe");
    wait_for(&mut out, "> ");
    typing(piped(state.path(), &["play", "--resume", &journal]), "").exits(1).says(&["is being played"]);
    drop(first.stdin.take());
    first.wait().expect("it ends");
}

/// Reads until a text has been written.
fn wait_for(out: &mut impl Read, text: &str) -> String {
    let (mut found, mut byte) = (Vec::new(), [0]);
    let begun = Instant::now();
    while !String::from_utf8_lossy(&found).contains(text) {
        assert!(begun.elapsed() < Duration::from_secs(120), "{}", String::from_utf8_lossy(&found));
        assert_eq!(out.read(&mut byte).expect("it writes"), 1, "{}", String::from_utf8_lossy(&found));
        found.push(byte[0]);
    }
    String::from_utf8_lossy(&found).into_owned()
}

#[test]
fn ctrl_c_stops_the_machine_and_then_asks() {
    let state = tempfile::tempdir().expect("a folder");
    let game = any_game();
    let seats = ["play", &game, "--seat", "1=human", "--seat", "2=search:600s"];
    let mut child = piped(state.path(), &seats).spawn().expect("the program starts");
    let (mut stdin, mut out) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    wait_for(&mut out, "> ");
    stdin.write_all(b"a1\n").expect("it reads");
    wait_for(&mut out, "a1\n");
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    // The machine may have found a move until then, as when its time is over.
    let told = wait_for(&mut out, "> ");
    if told.contains("was stopped") {
        stdin.write_all(b"d1\n").expect("it reads");
        wait_for(&mut out, "> ");
    }
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    let run = typing(piped(state.path(), &["play", "--resume", "--seat", "2=human"]), "").exits(0);
    assert_eq!(moves(&run), 2, "{run:?}");
}

fn interrupt(child: &Child) {
    let id = i32::try_from(child.id()).expect("a number");
    let process = rustix::process::Pid::from_raw(id).expect("a process");
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("it lives");
}

#[test]
fn where_nothing_can_be_kept_it_is_said_and_the_game_goes_on() {
    let state = tempfile::tempdir().expect("a folder");
    let arguments = both_human();
    let mut command = piped(state.path(), &arguments.each_ref().map(String::as_str));
    command.env("XDG_STATE_HOME", "/proc/nowhere");
    let run = typing(command, "1\n1\n").exits(0);
    assert_eq!(run.out.matches("This cannot be saved in /proc/nowhere").count(), 1, "{run:?}");
    assert_eq!(moves(&run), 2, "{run:?}");
}

#[test]
fn a_disk_that_fills_up_is_told_and_the_game_goes_on() {
    let state = tempfile::tempdir().expect("a folder");
    let script = "ulimit -f 1; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_merel")]).args(both_human());
    command.env("XDG_STATE_HOME", state.path()).env("LANG", "C").env_remove("LC_ALL").current_dir(state.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = typing(command, &"1\n".repeat(14)).exits(0);
    assert_eq!(run.out.matches("This cannot be saved in").count(), 1, "{run:?}");
    assert!(run.out.contains("there is no room left"), "{run:?}");
    assert_eq!(moves(&run), 14, "{run:?}");
    assert!(run.out.contains("The latest moves are not in"), "{run:?}");
    // What is there is whole lines, and can be taken up.
    let run = typing(piped(state.path(), &["play", "--resume"]), "").exits(0);
    assert!((1..14).contains(&moves(&run)), "{run:?}");
}

#[test]
fn clocks_run_and_are_kept() {
    let state = tempfile::tempdir().expect("a folder");
    let mut arguments = both_human().to_vec();
    arguments.extend(["--clock", "2m+3s"].map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = typing(piped(state.path(), &arguments), "pause\n1\nquit\n").exits(0);
    assert!(run.out.contains("Clock: White 2:00   Black 2:00"), "{run:?}");
    assert!(run.out.contains("Clock: White 2:0"), "{run:?}");
    let run = typing(piped(state.path(), &["play", "--resume"]), "save m.toml\n").exits(0);
    assert!(run.out.contains("Clock: White 2:0") && run.out.contains("Black 2:00"), "{run:?}");
    let saved = fs::read_to_string(state.path().join("m.toml")).expect("a match");
    assert!(saved.contains("clock = \"2m+3s\""), "{saved}");
    let wrong = typing(piped(state.path(), &["play", &any_game(), "--clock", "soon"]), "");
    assert_eq!(wrong.code, 2, "{wrong:?}");
}
