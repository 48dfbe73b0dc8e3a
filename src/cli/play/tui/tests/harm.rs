//! What a panic leaves of a real terminal. The program that comes to harm is this test binary, started again.

use std::env;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::*;
use crate::cli::ending::Stop;
use crate::cli::screen::{self, Screen};

/// Set for the program that comes to harm: where.
const WHERE: &str = "MEREL_TEST_HARM";
const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";

/// A match on the terminal of this process, whose screen panics when a match is loaded, or else whose machine does.
/// Nothing unless the tests below start it.
#[test]
fn a_match_that_comes_to_harm() {
    let Ok(place) = env::var(WHERE) else { return };
    screen::mind_panics();
    let signals = Signals::default();
    let mut screen = Screen::new();
    if place == "machine" {
        let mut whole = WholeScreen::enter(&mut screen).unwrap();
        let mut table = table("marelle");
        let shown = table.shown();
        let ui = (&mut table.ui, Depth::None);
        let done: io::Result<()> = while_busy(&mut whole, &shown, ui, &signals, |_| panic!("it was to be"));
        assert!(done.is_err(), "what the machine thought is told");
        drop(whole);
        panic!("the match ended");
    }
    let open = |_: &str, _: &str| -> Result<Host, Stop> { panic!("it was to be") };
    Tui::new(table("marelle").host, &signals, &open).run(&mut screen).unwrap();
}

struct Harmed {
    seen: String,
    is_raw: bool,
    code: Option<i32>,
}

/// Starts the match above on a terminal, types, and waits until it has ended.
fn harmed(place: &str, typed: &str) -> Harmed {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).and_then(|()| unlockpt(&master)).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let slave = File::options().read(true).write(true).open(name).unwrap();
    tcsetwinsize(&slave, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let state = tempfile::tempdir().unwrap();
    let test = concat!(module_path!(), "::a_match_that_comes_to_harm").split_once("::").unwrap().1;
    let end = || Stdio::from(slave.try_clone().unwrap());
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(WHERE, place).env("TERM", "xterm");
    program.env("LANG", "C.UTF-8").env("XDG_STATE_HOME", state.path()).env_remove("RUST_BACKTRACE");
    let mut child = program.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
    let mut keys = File::from(master);
    let mut reader = keys.try_clone().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(n @ 1..) = reader.read(&mut bytes) {
            if sender.send(String::from_utf8_lossy(&bytes[..n]).into_owned()).is_err() {
                return;
            }
        }
    });
    let (begun, mut seen, mut is_typed) = (Instant::now(), String::new(), typed.is_empty());
    let mut is_over = false;
    // What was written last may come after the end was seen.
    while !is_over || !seen.contains("it was to be") {
        assert!(begun.elapsed() < Duration::from_secs(120), "{is_over} {seen:?}");
        seen.extend(receiver.recv_timeout(Duration::from_millis(50)));
        if !is_typed && seen.contains("F1") {
            keys.write_all(typed.as_bytes()).unwrap();
            is_typed = true;
        }
        is_over = is_over || child.try_wait().unwrap().is_some();
    }
    let code = child.wait().unwrap().code();
    while let Ok(more) = receiver.recv_timeout(Duration::from_millis(300)) {
        seen += &more;
    }
    let modes = tcgetattr(&slave).unwrap().local_modes;
    let is_raw = !modes.contains(LocalModes::ICANON) || !modes.contains(LocalModes::ECHO);
    Harmed { seen, is_raw, code }
}

/// The terminal is as it was, and what the panic says stands on it, after all that was drawn.
fn is_given_back(harmed: &Harmed) {
    let Harmed { seen, is_raw, code } = harmed;
    assert!(!is_raw && *code == Some(101), "{code:?} {seen:?}");
    assert!(seen.contains(ENTERED), "the screen was taken: {seen:?}");
    let (_, after) = seen.rsplit_once(LEFT).unwrap_or_else(|| panic!("the screen was left: {seen:?}"));
    assert!(after.contains("it was to be") && after.contains("\u{1b}[?25h"), "{seen:?}");
    assert!(!after.contains(ENTERED) && !after.contains("\u{1b}[1;1H"), "nothing is drawn afterwards: {after:?}");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    is_given_back(&harmed("screen", "load x\r"));
}

#[test]
fn a_panic_of_a_machine_gives_the_terminal_back() {
    is_given_back(&harmed("machine", ""));
}
