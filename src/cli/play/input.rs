//! What people type.

use std::io::{self, BufRead, Read};

use crate::game::{Game, NotAnOption};

/// A longer line is not read to its end.
const LONGEST_LINE: u64 = 4096;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Nothing.
    Nothing,
    /// To take this option.
    Play(usize),
    /// To go back to the latest decision of a person.
    Undo,
    /// What a search finds best.
    Hint,
    /// All options.
    Moves,
    /// The rules.
    Rules,
    /// To save the match, in this file if one is named.
    Save(Option<String>),
    /// The board.
    Show,
    /// The commands.
    Help,
    /// To stop.
    Quit,
}

/// Why a line cannot be obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misunderstood {
    /// It is no option.
    NotAnOption(NotAnOption),
    /// It is a number, but there are not so many options.
    NoSuchNumber(String),
}

/// What a line asks for where play stands.
///
/// The exact text of an option comes first, then the commands, then the numbers of options, then texts
/// that are nearly an option.
///
/// # Errors
/// If it is neither a command nor an option.
pub fn understand<G: Game>(game: &G, position: &G::Position, line: &str) -> Result<Request, Misunderstood> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(Request::Nothing);
    }
    let n = game.n_options(position);
    if let Some(option) = (0..n).find(|&option| game.notation(position, option) == line) {
        return Ok(Request::Play(option));
    }
    if let Some(request) = command(line) {
        return Ok(request);
    }
    match line.parse::<usize>() {
        Ok(number) if (1..=n).contains(&number) => return Ok(Request::Play(number - 1)),
        Ok(_) => return Err(Misunderstood::NoSuchNumber(line.to_owned())),
        Err(_) => {}
    }
    game.parse(position, line).map(Request::Play).map_err(Misunderstood::NotAnOption)
}

fn command(line: &str) -> Option<Request> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let request = match word.to_ascii_lowercase().as_str() {
        "save" => return Some(Request::Save((!rest.is_empty()).then(|| rest.to_owned()))),
        "undo" => Request::Undo,
        "hint" => Request::Hint,
        "moves" => Request::Moves,
        "rules" => Request::Rules,
        "show" | "board" => Request::Show,
        "help" | "?" => Request::Help,
        "quit" | "exit" => Request::Quit,
        _ => return None,
    };
    rest.is_empty().then_some(request)
}

/// The next line, without its break; none at the end of the input. Of a line that is too long only the
/// beginning is given.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}

/// Skips what is left of a line, without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known() {
        assert_eq!(command("UNDO"), Some(Request::Undo));
        assert_eq!(command("save a file.toml"), Some(Request::Save(Some("a file.toml".to_owned()))));
        assert_eq!(command("save"), Some(Request::Save(None)));
        assert_eq!(command("undo it"), None);
        assert_eq!(command("a1"), None);
    }

    #[test]
    fn lines_are_bounded() -> io::Result<()> {
        let long = "x".repeat(10_000);
        let text = format!("a1\r\n\n{long}\nb2");
        let mut input = text.as_bytes();
        assert_eq!(next_line(&mut input)?.as_deref(), Some("a1"));
        assert_eq!(next_line(&mut input)?.as_deref(), Some(""));
        assert_eq!(next_line(&mut input)?.map(|line| line.len()), Some(LONGEST_LINE as usize));
        assert_eq!(next_line(&mut input)?.as_deref(), Some("b2"));
        assert_eq!(next_line(&mut input)?, None);
        Ok(())
    }
}
