//! The standard output and what it can do. Nothing else in the program prints.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::source::unseen::{shown_in_json, shown_with_colours};

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
            colour: terminal && !no_colour && !dumb,
            unicode: terminal && !dumb && speaks_unicode(),
            typed: terminal && io::stdin().is_terminal(),
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

/// The standard output, buffered.
#[derive(Debug)]
pub struct Screen {
    out: BufWriter<Stdout>,
    /// What its reader can see.
    pub abilities: Abilities,
}

impl Screen {
    /// The screen of this process.
    pub fn new() -> Self {
        Self { out: BufWriter::new(io::stdout()), abilities: Abilities::of_stdout() }
    }

    /// Writes a value as one line of JSON.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        writeln!(self, "{}", json(value)?)
    }
}

impl Write for Screen {
    /// What steers a terminal is written out, but for colours: texts of rule files and matches come from strangers.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.out.write_all(shown_with_colours(text).as_bytes())?,
            Err(_) => self.out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
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
mod tests {
    use super::*;

    #[test]
    fn json_is_one_line_with_blanks() {
        let value = serde_json::json!({"to_move": "White", "options": ["a1", "b2"], "outcome": null});
        let expected = r#"{"to_move": "White", "options": ["a1", "b2"], "outcome": null}"#;
        assert_eq!(json(&value).ok().as_deref(), Some(expected));
    }

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrapped(["a1", "b2", "c3"], 5), "a1 b2\nc3");
        assert_eq!(wrapped(["longer-than-that", "x"], 5), "longer-than-that\nx");
        assert_eq!(wrapped([], 5), "");
    }
}
