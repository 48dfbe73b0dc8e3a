//! The one door out: the standard output, the standard error output, and what they can do. Nothing else in the program
//! prints.
//!
//! Texts come from strangers: rule files, matches, the names of files. What in them steers a terminal or is not seen is
//! written out, for instance `\u{1b}`. Colours pass only where [`Paint`] is asked for by name, for pictures and reports
//! whose makers have cleaned the texts in them.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::source::unseen::{is_unseen, shown, shown_in_json, shown_with_colours};

use super::budget;

mod whole;

pub use whole::{WholeScreen, leave as leave_raw};

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON value.
    Json,
}

/// The option `--format`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FormatArgs {
    /// How to write the result
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
}

impl FormatArgs {
    /// Whether a program reads the result.
    pub fn is_json(self) -> bool {
        self.format == Format::Json
    }
}

/// When colours are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// To a terminal that shows them, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

static COLOURS: OnceLock<When> = OnceLock::new();

/// Says when colours are written from now on. Only the first call counts.
pub fn set_colours(when: When) {
    let _ = COLOURS.set(when);
}

/// What a stream's reader can see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// It is a terminal.
    pub terminal: bool,
    /// It shows colours.
    pub colour: bool,
    /// It shows box characters.
    pub unicode: bool,
    /// What is read from the standard input can be seen on it.
    pub typed: bool,
    /// It can be drawn on anywhere, and keys can be read one by one.
    pub whole: bool,
}

impl Abilities {
    /// Those of the standard output.
    pub fn of_stdout() -> Self {
        Self::of(&io::stdout())
    }

    /// Those of the standard error output.
    pub fn of_stderr() -> Self {
        Self::of(&io::stderr())
    }

    fn of(stream: &impl IsTerminal) -> Self {
        let terminal = stream.is_terminal();
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
        Self {
            terminal,
            colour: match COLOURS.get().copied().unwrap_or_default() {
                When::Auto => terminal && !no_colour && !dumb,
                When::Always => true,
                When::Never => false,
            },
            unicode: terminal && !dumb && speaks_unicode(),
            typed: terminal && io::stdin().is_terminal(),
            whole: terminal && !dumb && io::stdin().is_terminal(),
        }
    }
}

/// Whether the locale says so; the first of these variables that is set decides.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    locale.is_some_and(|value| {
        let value = value.to_string_lossy().to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

/// The standard output, buffered; the wall of the budget prints what is in it before it ends the process.
pub type Out = Arc<Mutex<Buffer>>;

/// The buffer of the standard output.
#[derive(Debug)]
pub struct Buffer {
    out: BufWriter<Stdout>,
    is_untouched: bool,
}

impl Buffer {
    /// Whether nothing was printed yet.
    pub fn is_untouched(&self) -> bool {
        self.is_untouched
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_untouched = false;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The standard output.
#[derive(Debug)]
pub struct Screen {
    out: Out,
    /// What its reader can see.
    pub abilities: Abilities,
}

impl Screen {
    /// The screen of this process.
    pub fn new() -> Self {
        let buffer = Buffer { out: BufWriter::new(io::stdout()), is_untouched: true };
        Self { out: Arc::new(Mutex::new(buffer)), abilities: Abilities::of_stdout() }
    }

    /// Its buffer.
    pub fn out(&self) -> Out {
        self.out.clone()
    }

    /// Whether nothing was printed yet.
    pub fn is_untouched(&self) -> bool {
        self.buffer().is_untouched()
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a value as one line of JSON. If the budget is spent the value says so.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        match budget::in_json() {
            None => writeln!(self, "{}", json(value)?),
            Some(cut) => {
                let mut value = serde_json::to_value(value)?;
                if let Some(fields) = value.as_object_mut() {
                    fields.insert("cut".to_owned(), cut);
                }
                writeln!(self, "{}", json(&value)?)
            }
        }
    }

    /// Writes what is no text, for a file or another program.
    ///
    /// # Errors
    /// If the output cannot be written, or is a terminal.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.abilities.terminal {
            return Err(io::Error::other("it is a terminal, and this is no text"));
        }
        if !budget::current().print(bytes.len()) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        self.buffer().write_all(bytes)
    }

    /// Writes a value as a message of the Language Server Protocol, at once: a header with its length, and JSON.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn message(&mut self, value: &impl Serialize) -> io::Result<()> {
        let body = json(value)?;
        let mut out = self.buffer();
        write!(out, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        out.flush()
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !budget::current().print(bytes.len()) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let text = String::from_utf8_lossy(bytes);
        self.buffer().write_all(shown(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.buffer().flush()
    }
}

/// Where pictures go that may have colours.
pub trait Paint: Write {
    /// Writes a text whose colours are ours, and no stranger's.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn paint(&mut self, text: &str) -> io::Result<()>;
}

impl Paint for Screen {
    fn paint(&mut self, text: &str) -> io::Result<()> {
        if !budget::current().print(text.len()) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        self.buffer().write_all(shown_with_colours(text).as_bytes())
    }
}

/// The standard output without a buffer of ours, for what gives the terminal back on the way out, or asks who reads.
fn bare() -> Stdout {
    io::stdout()
}

/// Whether nobody reads the output any more, as far as that can be told. A file always has a reader.
#[cfg(unix)]
pub fn is_left_by_reader() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let (output, at_once) = (bare(), Timespec { tv_sec: 0, tv_nsec: 0 });
    // Whether it is left is told whatever is asked for.
    let mut outputs = [PollFd::new(&output, PollFlags::empty())];
    let is_told = poll(&mut outputs, Some(&at_once)).is_ok();
    is_told && outputs[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// The same where it cannot be told.
#[cfg(not(unix))]
pub fn is_left_by_reader() -> bool {
    false
}

/// Writes a line to the standard error output; if nobody reads it, so be it.
pub fn to_stderr(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown(text));
}

/// The same for a text whose colours are ours, and no stranger's.
pub fn paint_stderr(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown_with_colours(text));
}

/// Tells what is wrong with the command line, or the help that was asked for; if nobody reads it, so be it.
pub fn usage(error: &clap::Error) {
    let odd = env::args_os().any(|typed| typed.to_string_lossy().contains(is_unseen));
    let told = |abilities: Abilities| complaint(&error.render(), abilities.colour && !odd);
    let _ = match error.use_stderr() {
        true => write!(io::stderr(), "{}", told(Abilities::of_stderr())),
        false => write!(io::stdout(), "{}", told(Abilities::of_stdout())),
    };
}

/// What the parser of the command line says. What was typed stands in it as it was typed, so there are colours only if
/// there is nothing odd in that.
fn complaint(told: &clap::builder::StyledStr, colour: bool) -> String {
    match colour {
        true => shown_with_colours(&told.ansi().to_string()).into_owned(),
        false => shown(&told.to_string()).into_owned(),
    }
}

/// From now on, what a panic says goes through the door as well: it may tell a stranger's text.
pub fn mind_panics() {
    std::panic::set_hook(Box::new(|panic| {
        leave_raw();
        to_stderr(&panic.to_string());
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            to_stderr(&trace.to_string());
        }
    }));
}

/// A value as JSON on one line, with blanks after colons and commas.
///
/// # Errors
/// If the value cannot be written as JSON.
pub fn json(value: &impl Serialize) -> io::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Spaced))?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok(shown_in_json(&text).into_owned())
}

/// JSON on one line that people can read too.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// Words in lines of at most `width` letters.
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn json_is_one_line_with_blanks() {
        let value = serde_json::json!({"to_move": "White", "options": ["a1", "b2"], "outcome": null});
        let expected = r#"{"to_move": "White", "options": ["a1", "b2"], "outcome": null}"#;
        assert_eq!(json(&value).ok().as_deref(), Some(expected));
    }

    #[test]
    fn what_was_typed_steers_nothing_in_a_complaint() {
        use clap::{Arg, Command};
        let parse = |typed: &str| Command::new("odd").arg(Arg::new("x")).try_get_matches_from(["odd", "a", typed]);
        let told = |typed: &str, colour| {
            complaint(&parse(typed).expect_err("there is one argument too many").render(), colour)
        };
        assert!(told("b", true).contains("\u{1b}["), "colours of ours");
        for typed in ["\u{1b}[8mb", "\u{9b}8mb", "\u{202e}b", "\u{1b}]0;t\u{7}b"] {
            assert!(!told(typed, false).contains(is_unseen), "{}", told(typed, false));
        }
    }

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrapped(["a1", "b2", "c3"], 5), "a1 b2\nc3");
        assert_eq!(wrapped(["longer-than-that", "x"], 5), "longer-than-that\nx");
        assert_eq!(wrapped([], 5), "");
    }
}
