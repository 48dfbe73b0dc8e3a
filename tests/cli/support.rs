//! Runs the program and looks at what comes out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What came of one run.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }

    /// Asserts that the error output holds all these texts.
    #[track_caller]
    pub fn says(self, texts: &[&str]) -> Self {
        texts.iter().for_each(|text| assert!(self.err.contains(text), "`{text}` is missing: {self:?}"));
        self
    }

    /// Asserts that the standard output holds all these texts.
    #[track_caller]
    pub fn tells(self, texts: &[&str]) -> Self {
        texts.iter().for_each(|text| assert!(self.out.contains(text), "`{text}` is missing: {self:?}"));
        self
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        let run = Self { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) };
        assert!(!run.err.contains("panicked"), "{run:?}");
        run
    }
}

/// The program, with nothing in its environment that changes the output.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merel"));
    command.args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
    // Matches that are not saved are kept where nobody looks for his own, and the language is that of the tests.
    let state = Path::new(env!("CARGO_TARGET_TMPDIR")).join("state");
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C").env("XDG_STATE_HOME", state);
    command
}

/// Runs the program.
pub fn merel(arguments: &[&str]) -> Run {
    command(arguments).output().expect("the program starts").into()
}

/// Runs the program in a folder.
pub fn merel_in(folder: &Path, arguments: &[&str]) -> Run {
    command(arguments).current_dir(folder).output().expect("the program starts").into()
}

/// Runs the program with something to read.
pub fn merel_reading(input: &[u8], arguments: &[&str]) -> Run {
    merel_reading_in(Path::new("."), input, arguments)
}

/// Runs the program in a folder with something to read.
pub fn merel_reading_in(folder: &Path, input: &[u8], arguments: &[&str]) -> Run {
    let mut command = command(arguments);
    command.current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    output.into()
}

/// The built-in games.
pub fn games() -> Vec<String> {
    let list = merel(&["list", "--format", "json"]).exits(0).json();
    let games = list["games"].as_array().expect("a list of games");
    games.iter().map(|game| text(&game["name"])).collect()
}

/// One of the built-in games, with a small board.
pub fn any_game() -> String {
    "marelle".to_owned()
}

/// The options of a position of a player, or the texts of those of Chance.
pub fn options(moves: &Value) -> Vec<String> {
    let options = moves["options"].as_array().expect("a list of options");
    options.iter().map(|option| option.get("option").map_or_else(|| text(option), text)).collect()
}

/// A JSON string.
#[track_caller]
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
