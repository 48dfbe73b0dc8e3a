//! `merel ugi`: other programs speak to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{command, merel, merel_reading};

/// What is printed when all of this is typed.
fn said(arguments: &[&str], lines: &str) -> Vec<String> {
    let run = merel_reading(lines.as_bytes(), &[&["ugi"], arguments].concat()).exits(0);
    assert_eq!(run.err, "");
    run.out.lines().map(str::to_owned).collect()
}

/// The program, with lines that come and go.
struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut command = command(&[&["ugi"], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (heard, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| heard.send(line).is_ok()));
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads");
    }

    /// The next line that begins so.
    #[track_caller]
    fn hears(&self, start: &str) -> String {
        loop {
            let line =
                self.lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no `{start}` comes"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn ends(mut self) {
        self.say("quit");
        let until = Instant::now() + Duration::from_secs(20);
        while self.child.try_wait().expect("it can be waited for").is_none() {
            assert!(Instant::now() < until, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_game_by_the_protocol() {
    let lines = "ugi\nisready\nuginewgame\nposition startpos\nquery p1turn\nquery gameover\nquery result\n\
                 position startpos moves a1 b1 a2 b2\nquery p1turn\ngo nodes 50\n";
    let out = said(&["tic-tac-toe"], lines);
    assert!(out[0].starts_with("id name merel ") && out[1].starts_with("id author "), "{out:?}");
    assert!(out.iter().any(|line| line.starts_with("option name Seat type string default search")), "{out:?}");
    let rest: Vec<&str> = out.iter().skip_while(|line| *line != "ugiok").map(String::as_str).collect();
    assert_eq!(rest[..6], ["ugiok", "readyok", "response true", "response false", "response none", "response true"]);
    assert!(rest[6].starts_with("info nodes ") && rest[6].contains(" score cp "), "{rest:?}");
    assert_eq!(rest[7], "bestmove a3");
    let over =
        said(&["tic-tac-toe"], "position startpos moves a1 b1 a2 b2 a3\nquery gameover\nquery result\ngo nodes 5\n");
    assert_eq!(over, ["response true", "response p1win", "bestmove (none)"]);
}

/// Threads and megabytes are set as other programs set them, or by the command line.
#[test]
fn threads_and_memory_can_be_set() {
    let place = "position startpos moves a1 b1 a2 b2";
    let lines = format!(
        "ugi\nsetoption name Threads value 0\nsetoption name Hash value 65537\nsetoption name Threads value 3\n\
         setoption name Hash value 1\n{place}\ngo nodes 50\n{place}\ngo nodes 50\n"
    );
    let out = said(&["tic-tac-toe"], &lines);
    for option in ["Threads type spin default 1 min 1 max 1024", "Hash type spin default 24 min 1 max 65536"] {
        assert!(out.iter().any(|line| line.strip_prefix("option name ") == Some(option)), "{out:?}");
    }
    let wrong: Vec<&String> = out.iter().filter(|line| line.starts_with("info string")).collect();
    assert_eq!(
        wrong,
        ["info string `0` is no number from 1 to 1024", "info string `65537` is no number from 1 to 65536"]
    );
    let best = |out: &[String]| out.iter().filter(|line| *line == "bestmove a3").count();
    assert_eq!(best(&out), 2, "{out:?}");
    for game in ["tic-tac-toe", "breakthrough"] {
        let out = said(&[game, "--threads", "2", "--memory", "2"], "go nodes 40\n");
        assert!(out[out.len() - 1].starts_with("bestmove "), "{game}: {out:?}");
    }
    merel(&["ugi", "chess", "--threads", "0"]).exits(2).says(&["--threads"]);
    merel(&["play", "chess", "--memory", "0"]).exits(2).says(&["--memory"]);
}

#[test]
fn greetings_choose_the_dialect() {
    let out = said(&["chess"], "uci\nposition startpos moves e2e4 e7e5\ngo nodes 2\n");
    assert!(out.contains(&"uciok".to_owned()), "{out:?}");
    assert!(out.iter().any(|line| line.starts_with("info depth ")), "{out:?}");
    let best = out.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(best.len() == 4 && !best.contains('-'), "{best}");
    let mate = "position fen 7k/P7/5K2/6Q1/8/8/8/8 w - - 0 1\ngo nodes 20\n";
    assert_eq!(said(&["chess", "--dialect", "uci"], mate).last().map(String::as_str), Some("bestmove g5g7"));
    let out = said(&["shogi"], "usi\nposition startpos moves 7g7f\ngo nodes 1\n");
    assert!(out.contains(&"usiok".to_owned()), "{out:?}");
    let best = out.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(best.starts_with(|sign: char| sign.is_ascii_digit()), "{best}");
    // A board that is called by numbers does not pretend to know it.
    let out = said(&["english-draughts"], "uci\n");
    assert!(out.len() == 1 && out[0].starts_with("info string "), "{out:?}");
    merel(&["ugi", "english-draughts", "--dialect", "uci"]).exits(2).says(&["cannot be played in the dialect uci"]);
}

#[test]
fn odd_input_is_no_reason_to_stumble() {
    let lines = "dance\nposition\nposition fen\nposition fen nonsense\nposition startpos moves z9\nsetoption\n\
                 setoption name Seat value robot\nsetoption name Hash value 16\nquery colour\ngo movetime x nodes\n\u{1b}[2J\nstop\nstop\nisready\n";
    // `go` without a measure thinks as long as the seat does.
    let out = said(&["tic-tac-toe"], lines);
    assert_eq!(out.iter().filter(|line| line.starts_with("info string ")).count(), 9, "{out:?}");
    assert!(out.iter().any(|line| line.contains("move 1, `z9`, is not legal")), "{out:?}");
    assert!(out.iter().any(|line| line == "readyok"), "{out:?}");
    assert_eq!(out.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{out:?}");
    assert!(!out.concat().contains('\u{1b}'), "{out:?}");
    let long = format!("position startpos moves {}\nisready\n", "a1 ".repeat(2_000_000));
    let out = said(&["tic-tac-toe"], &long);
    assert_eq!(out, ["info string a line has more than 4 MiB", "readyok"]);
    let bytes = merel_reading(b"\xff\xfe\x00\nisready\n", &["ugi", "tic-tac-toe"]).exits(0);
    assert!(bytes.out.ends_with("readyok\n"), "{bytes:?}");
    let wrong = said(&["tic-tac-toe"], "position startpos moves a1\nposition startpos moves a1 a1\nquery p1turn\n");
    assert_eq!(wrong.last().map(String::as_str), Some("response false"), "what is wrong changes nothing: {wrong:?}");
}

/// It answers while it thinks, and stops when it is told to. Twenty milliseconds are what an optimised build takes.
#[test]
fn it_listens_while_it_thinks() {
    let mut program = Program::start(&["breakthrough"]);
    program.say("ugi");
    program.hears("ugiok");
    program.say("position startpos");
    for _ in 0..3 {
        program.say("go infinite");
        thread::sleep(Duration::from_millis(300));
        program.say("isready");
        program.hears("readyok");
        let told = Instant::now();
        program.say("stop");
        program.hears("bestmove ");
        let most = Duration::from_millis(if cfg!(debug_assertions) { 10_000 } else { 20 });
        assert!(told.elapsed() < most, "{:?}", told.elapsed());
    }
    program.say("go infinite");
    program.ends();
}

#[test]
fn json_serves_any_game() {
    let lines =
        "{\"do\": \"hello\"}\n{\"do\": \"position\"}\n{\"do\": \"go\", \"nodes\": 1}\nnonsense\n{\"do\": \"ready\"}\n";
    let out = said(&["arena", "--players", "3"], lines);
    let replies: Vec<Value> = out.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&str> = replies.iter().filter_map(|reply| reply["reply"].as_str()).collect();
    assert_eq!(kinds, ["hello", "position", "move", "error", "ready"]);
    assert_eq!(replies[0]["players"].as_array().map(Vec::len), Some(3));
    let options = replies[1]["options"].as_array().expect("options");
    assert!(options.contains(&replies[2]["move"]), "{replies:?}");
    // Chance draws what it is asked for.
    let out = said(&["backgammon", "--dialect", "json"], "{\"do\": \"position\"}\n{\"do\": \"go\", \"nodes\": 1}\n");
    let replies: Vec<Value> = out.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(replies[0]["options"].as_array().expect("options").contains(&replies[1]["move"]), "{replies:?}");
    merel(&["ugi", "arena", "--players", "3", "--dialect", "ugi"]).exits(2).says(&["--dialect json"]);
}

#[test]
fn it_ponders_until_it_is_told_otherwise() {
    let mut program = Program::start(&["breakthrough"]);
    program.say("ugi");
    program.hears("ugiok");
    // Expected and played: from then on the time counts, and one answer is given.
    program.say("position startpos moves a2-a3");
    program.say("go ponder movetime 300");
    thread::sleep(Duration::from_millis(700));
    assert!(program.lines.try_recv().is_err(), "nothing is answered before it is asked for");
    program.say("ponderhit");
    program.hears("bestmove ");
    program.say("isready");
    assert_eq!(program.hears(""), "readyok", "it answers once");
    // Expected and not played: what was thought so far is answered at once.
    program.say("go ponder movetime 100000");
    thread::sleep(Duration::from_millis(100));
    program.say("stop");
    program.hears("bestmove ");
    // Told to hurry after all.
    program.say("go ponder movetime 100000");
    program.say("ponderhit");
    program.say("stop");
    program.hears("bestmove ");
    program.ends();
    // What is found before it is asked for is held back; without more to read it is told.
    let mut program = Program::start(&["tic-tac-toe"]);
    program.say("position startpos moves a1 b1 a2 b2");
    program.say("go ponder nodes 10");
    thread::sleep(Duration::from_millis(700));
    assert!(program.lines.try_recv().is_err(), "nothing is answered before it is asked for");
    program.say("ponderhit");
    assert_eq!(program.hears("bestmove "), "bestmove a3");
    program.ends();
    // It ends when it is told to, whether it ponders still or has found what there is.
    for (game, line) in [("breakthrough", "position startpos"), ("tic-tac-toe", "position startpos moves a1 b1 a2 b2")]
    {
        let mut program = Program::start(&[game]);
        program.say(line);
        program.say("go ponder nodes 10");
        thread::sleep(Duration::from_millis(700));
        program.ends();
    }
    let told = said(&["tic-tac-toe"], "position startpos moves a1 b1 a2 b2\ngo ponder nodes 10\n");
    assert!(told.last().is_some_and(|last| last.starts_with("bestmove ")), "{told:?}");
}
