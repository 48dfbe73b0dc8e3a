//! The screen of `merel play` on a real terminal: it is taken, drawn on, and given back however the program ends.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use merel::source::unseen::is_unseen;

use crate::hostile::HOSTILE;
use crate::support::command;

const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";

/// The program on a terminal of its own.
struct Terminal {
    child: Child,
    keys: Option<File>,
    slave: File,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    fn start(state: &Path, kind: &str, arguments: &[&str]) -> Self {
        Self::start_with(state, kind, &[], arguments)
    }

    /// The same with variables of the environment.
    fn start_with(state: &Path, kind: &str, variables: &[(&str, &str)], arguments: &[&str]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("it can be used");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("text");
        let slave = File::options().read(true).write(true).open(name).expect("the other side");
        size(&slave, 80, 24);
        // The program leads a session whose terminal this is, as one that a shell starts.
        let mut session = Command::new("setsid");
        let program = command(arguments);
        session.arg("-c").arg(program.get_program()).args(program.get_args());
        session.env_remove("NO_COLOR").env_remove("LC_ALL").env_remove("COLORTERM");
        session.env("TERM", kind).env("LANG", "C.UTF-8").env("XDG_STATE_HOME", state);
        session.envs(variables.iter().copied());
        let end = || Stdio::from(slave.try_clone().expect("another handle"));
        let child = session.stdin(end()).stdout(end()).stderr(end()).spawn().expect("the program starts");
        let keys = File::from(master);
        let (mut reader, seen) = (keys.try_clone().expect("another handle"), Arc::new(Mutex::new(Vec::new())));
        let kept = seen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                kept.lock().expect("the other thread lives").extend(&bytes[..n]);
            }
        });
        Self { child, keys: Some(keys), slave, seen }
    }

    fn seen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().expect("the other thread lives")).into_owned()
    }

    /// Waits until a text was written so many times.
    fn wait_for(&self, text: &str, times: usize) {
        let begun = Instant::now();
        while self.seen().matches(text).count() < times {
            assert!(begun.elapsed() < Duration::from_secs(120), "no {text:?} in {:?}", self.seen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Stops the machine that thinks, and ends.
    fn stops_and_quits(&mut self) {
        self.write("\x03");
        self.wait_for("stopped", 1);
        self.write("\x03");
        self.wait_for("Quit?", 1);
        self.write("\x03");
        assert_eq!(self.ends().code(), Some(0), "{:?}", self.seen());
    }

    fn write(&mut self, keys: &str) {
        self.keys.as_mut().expect("the terminal is there").write_all(keys.as_bytes()).expect("it reads");
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).expect("a number");
        kill_process(Pid::from_raw(id).expect("a process"), signal).expect("it lives");
    }

    fn ends(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", self.seen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether keys are given to the program one by one.
    fn is_raw(&self) -> bool {
        !tcgetattr(&self.slave).expect("a terminal").local_modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }
}

fn size(slave: &File, columns: u16, lines: u16) {
    let size = Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(slave, size).expect("it has a size");
}

fn human() -> [&'static str; 8] {
    ["play", "marelle", "--seat", "1=human", "--seat", "2=human", "--seed", "1"]
}

#[test]
fn a_match_on_a_terminal() {
    let state = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::start(state.path(), "xterm-256color", &human());
    terminal.wait_for("F1", 1);
    assert!(terminal.seen().contains(ENTERED) && terminal.is_raw(), "{:?}", terminal.seen());
    terminal.write("a1\r");
    terminal.wait_for("1 a1", 1);
    size(&terminal.slave, 40, 20);
    terminal.write("x");
    terminal.wait_for("White", 2);
    size(&terminal.slave, 1, 1);
    terminal.write("y\x15");
    size(&terminal.slave, 80, 24);
    let seen = quits(&mut terminal);
    assert!(seen.rfind(LEFT) > seen.rfind(ENTERED) && !terminal.is_raw(), "{seen:?}");
    assert!(seen.contains("\u{1b}[38;5;"), "colours: {seen:?}");
}

#[test]
fn keys_that_come_with_a_new_size_are_not_lost() {
    let state = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::start(state.path(), "xterm", &human());
    terminal.wait_for("F1", 1);
    // The moment when it sleeps, was woken by the one and has not looked for the other yet is short: many are tried.
    for round in 0..400_u16 {
        size(&terminal.slave, 80 - round % 2, 24);
        std::thread::sleep(Duration::from_micros(u64::from(round)));
        terminal.write("a1\rundo\r");
        terminal.wait_for("1 a1", usize::from(round) + 1);
    }
    terminal.write("quit\r");
    assert_eq!(terminal.ends().code(), Some(0), "{:?}", terminal.seen());
}

/// What is left of an output without what the program itself sends: commands of a terminal that move, colour and set modes.
fn without_commands(seen: &str) -> String {
    let mut parts = seen.split("\u{1b}[");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|sign: char| !(sign.is_ascii_digit() || "?;".contains(sign))).unwrap_or(part.len());
        // Moves, colours, modes, and clearing all or the rest of a line.
        let is_ours = part[end..].starts_with(['H', 'm', 'h', 'l', 'J', 'K', 'A', 'B', 'C', 'D', 'G']);
        left += if is_ours { &part[end + 1..] } else { part };
    }
    left.chars().filter(|sign| *sign != '\r').collect()
}

#[test]
fn nothing_on_the_screen_steers_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // The screen tells where the journal lies.
    let state = folder.path().join(HOSTILE);
    std::fs::create_dir(&state).expect("a folder");
    let mut terminal = Terminal::start(&state, "xterm-256color", &human());
    terminal.wait_for("F1", 1);
    let typed = "\u{9b}2J\u{202e}\u{200b}\u{2028}\u{e0041}\u{ad}\u{3164}";
    for line in [format!("a1{typed}"), format!("save {typed}.toml"), format!("load {typed}"), format!("why {typed}")] {
        terminal.write(&line);
        terminal.write("\r");
    }
    terminal.write("a1\r");
    terminal.wait_for("1 a1", 1);
    let seen = quits(&mut terminal);
    let left = without_commands(&seen);
    let odd: String = left.chars().filter(|sign| is_unseen(*sign)).collect();
    assert!(odd.is_empty() && !seen.contains("\u{1b}[8m") && !seen.contains("]0;t\u{7}"), "{odd:?} in {seen:?}");
}

#[test]
fn the_terminal_is_given_back_when_the_program_is_ended() {
    let state = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::start(state.path(), "xterm", &human());
    terminal.wait_for("F1", 1);
    terminal.write("a1\r");
    terminal.wait_for("1 a1", 1);
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.ends().code(), Some(143));
    terminal.wait_for(LEFT, 1);
    assert!(!terminal.is_raw());
    let mut terminal = Terminal::start(state.path(), "xterm", &["play", "--resume"]);
    terminal.wait_for("1 a1", 1);
    // The window is closed.
    terminal.signal(Signal::HUP);
    assert_eq!(terminal.ends().code(), Some(129));
}

/// Leaves the game, which is kept; all that was seen.
fn quits(terminal: &mut Terminal) -> String {
    terminal.write("quit\r");
    assert_eq!(terminal.ends().code(), Some(0), "{:?}", terminal.seen());
    terminal.wait_for("The match is kept in", 1);
    terminal.seen()
}

/// The parameters of all commands that colour, for instance `38;5;120`.
fn colours(seen: &str) -> Vec<String> {
    let parameters = |part: &str| {
        let end = part.find(|sign: char| !(sign.is_ascii_digit() || sign == ';'))?;
        part[end..].starts_with('m').then(|| part[..end].to_owned())
    };
    // Bold, underlined, turned round and their ends are no colours; 39 and 49 are the terminal's own.
    let is_colour = |all: &String| {
        let numbers = all.split(';').filter_map(|number| number.parse::<u32>().ok());
        numbers.into_iter().any(|number| matches!(number, 30..=38 | 40..=48 | 90..=107))
    };
    seen.split("\u{1b}[").filter_map(parameters).filter(is_colour).collect()
}

#[test]
fn no_color_is_heeded_on_the_whole_screen() {
    let state = tempfile::tempdir().expect("a folder");
    let play = |variables: &[(&str, &str)], more: &[&str]| {
        let arguments: Vec<&str> = human().into_iter().chain(more.iter().copied()).collect();
        let mut terminal = Terminal::start_with(state.path(), "xterm-256color", variables, &arguments);
        terminal.wait_for("F1", 1);
        terminal.write("a1\r");
        terminal.wait_for("1 a1", 1);
        let seen = quits(&mut terminal);
        assert!(seen.contains(ENTERED), "it is a screen all the same: {seen:?}");
        colours(&seen)
    };
    let none: [String; 0] = [];
    assert_eq!(play(&[("NO_COLOR", "1")], &[]), none);
    assert_eq!(play(&[], &["--color", "never"]), none);
    // An empty value is none, and what is said on the command line comes first.
    assert_ne!(play(&[("NO_COLOR", "")], &[]), none);
    assert_ne!(play(&[("NO_COLOR", "1")], &["--color", "always"]), none);
}

#[test]
fn ctrl_c_stops_the_machine_and_asks_before_it_ends() {
    let state = tempfile::tempdir().expect("a folder");
    let seats = ["play", "marelle", "--seat", "1=human", "--seat", "2=search:600s", "--seed", "1"];
    let mut terminal = Terminal::start(state.path(), "xterm", &seats);
    terminal.wait_for("F1", 1);
    terminal.write("a1\r");
    terminal.wait_for("thinks", 1);
    terminal.stops_and_quits();
    assert!(!terminal.is_raw());
}

/// All that the journals in a folder say.
fn journals(state: &Path) -> String {
    let folder = std::fs::read_dir(state.join("merel")).into_iter().flatten().flatten();
    let journals = folder.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "journal"));
    journals.map(|entry| std::fs::read_to_string(entry.path()).expect("it is text")).collect()
}

#[test]
fn a_line_that_is_typed_while_the_machine_thinks_is_obeyed_after_it() {
    let state = tempfile::tempdir().expect("a folder");
    let seats = ["play", "chess", "--seat", "White=human", "--seat", "Black=search:2s", "--seed", "1"];
    let mut terminal = Terminal::start(state.path(), "xterm", &seats);
    terminal.wait_for("F1", 1);
    // The second line comes before the machine has answered the first.
    terminal.write("e4\rd4\r");
    let begun = Instant::now();
    while !journals(state.path()).contains("d2-d4") {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", terminal.seen());
        std::thread::sleep(Duration::from_millis(20));
    }
    let kept = journals(state.path());
    assert!(kept.find("e2-e4") < kept.find("d2-d4") && begun.elapsed() >= Duration::from_secs(1), "{kept}");
    terminal.stops_and_quits();
}

#[test]
fn ctrl_z_gives_the_terminal_back_for_a_while() {
    let state = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::start(state.path(), "xterm", &human());
    terminal.wait_for("F1", 1);
    terminal.write("\x1a");
    terminal.wait_for(LEFT, 1);
    let stopped = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", terminal.child.id())).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
    };
    let begun = Instant::now();
    // A session without a shell cannot be stopped by the terminal; then it is as if `fg` came at once.
    while !stopped() && terminal.seen().matches(ENTERED).count() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", terminal.seen());
        std::thread::sleep(Duration::from_millis(20));
    }
    terminal.signal(Signal::CONT);
    terminal.wait_for(ENTERED, 2);
    terminal.write("quit\r");
    assert_eq!(terminal.ends().code(), Some(0), "{:?}", terminal.seen());
}

#[test]
fn dumb_terminals_and_plain_play_go_line_by_line() {
    let state = tempfile::tempdir().expect("a folder");
    for (kind, more) in [("dumb", None), ("xterm", Some("--plain"))] {
        let arguments: Vec<&str> = human().into_iter().chain(more).collect();
        let mut terminal = Terminal::start(state.path(), kind, &arguments);
        terminal.wait_for("White> ", 1);
        terminal.write("quit\n");
        let status = terminal.ends();
        assert_eq!(status.code(), Some(0), "{status:?} {:?}", status.signal());
        assert!(!terminal.seen().contains(ENTERED), "{:?}", terminal.seen());
    }
}
