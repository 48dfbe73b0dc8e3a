//! What people type.

use std::io::{self, BufRead, Read};

use crate::game::{Game, NotAnOption};

use super::super::phrases::{Phrases, folded};
use super::desk::Desk;

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
    /// To make again what was taken back.
    Redo,
    /// To go to where so many moves had been made.
    Back(usize),
    /// The lines of play that were left, or one of them, counted from zero.
    Branch(Option<usize>),
    /// That a machine that was stopped goes on.
    Go,
    /// To give up.
    Resign,
    /// To offer a draw.
    Draw,
    /// To agree.
    Yes,
    /// Not to agree.
    No,
    /// That the clocks stand.
    Pause,
    /// What a search finds best.
    Hint,
    /// All options, or those that have to do with a text.
    Moves(Option<String>),
    /// Why a move is legal or not, or what the ends lack.
    Why(Option<String>),
    /// The rules.
    Rules,
    /// To save the match, in this file if one is named.
    Save(Option<String>),
    /// To take up the match of this file.
    Load(Option<String>),
    /// What is remarked on the moves, or this remark on the latest one.
    Note(Option<String>),
    /// Another language.
    Lang(Option<String>),
    /// The board from the other side.
    Flip,
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

/// The keys of the commands in the tables of phrases, without those that ask for more than a word.
const PLAIN: [(&str, Request); 14] = [
    ("command-undo", Request::Undo),
    ("command-redo", Request::Redo),
    ("command-go", Request::Go),
    ("command-resign", Request::Resign),
    ("command-draw", Request::Draw),
    ("command-yes", Request::Yes),
    ("command-no", Request::No),
    ("command-pause", Request::Pause),
    ("command-hint", Request::Hint),
    ("command-rules", Request::Rules),
    ("command-flip", Request::Flip),
    ("command-show", Request::Show),
    ("command-help", Request::Help),
    ("command-quit", Request::Quit),
];

/// The same for those that may ask for more.
const ASKING: [&str; 8] = [
    "command-back",
    "command-branch",
    "command-moves",
    "command-why",
    "command-note",
    "command-save",
    "command-load",
    "command-lang",
];

/// What a line asks for where play stands.
///
/// The exact text of an option comes first, then the commands, then the numbers of options, then whatever names one
/// option.
///
/// # Errors
/// If it is neither a command nor an option.
pub fn understand(desk: &Desk, line: &str) -> Result<Request, Misunderstood> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(Request::Nothing);
    }
    let (game, position) = (desk.game(), desk.position());
    let n = game.n_options(position);
    if let Some(option) = (0..n).find(|&option| game.notation(position, option) == line) {
        return Ok(Request::Play(option));
    }
    if let Some(request) = command(desk.words(), line) {
        return Ok(request);
    }
    match line.parse::<usize>() {
        Ok(number) if (1..=n).contains(&number) => return Ok(Request::Play(number - 1)),
        Ok(_) => return Err(Misunderstood::NoSuchNumber(line.to_owned())),
        Err(_) => {}
    }
    desk.meant(line).map(Request::Play).map_err(Misunderstood::NotAnOption)
}

fn command(words: Phrases, line: &str) -> Option<Request> {
    let plain = folded(line);
    let plain = plain.split_whitespace().collect::<Vec<&str>>().join(" ");
    let is_one = |key: &str| words.commands(key).contains(&plain);
    if let Some((_, request)) = PLAIN.iter().find(|(key, _)| is_one(key)) {
        return Some(request.clone());
    }
    ASKING.iter().find_map(|key| {
        let typed = words.commands(key);
        let begins = |word: &&String| plain == **word || plain.starts_with(&format!("{word} "));
        let word = typed.iter().filter(begins).max_by_key(|word| word.len())?;
        asking(key, behind(line, word.split(' ').count()))
    })
}

/// What stands behind the first words of a line.
fn behind(line: &str, words: usize) -> &str {
    (0..words).fold(line, |rest, _| rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start()))
}

fn asking(key: &str, rest: &str) -> Option<Request> {
    let text = (!rest.is_empty()).then(|| rest.to_owned());
    let number = || rest.parse::<usize>().ok();
    match key {
        "command-back" => number().map(Request::Back),
        "command-branch" if rest.is_empty() => Some(Request::Branch(None)),
        "command-branch" => number()?.checked_sub(1).map(|number| Request::Branch(Some(number))),
        "command-moves" => Some(Request::Moves(text)),
        "command-why" => Some(Request::Why(text)),
        "command-note" => Some(Request::Note(text)),
        "command-save" => Some(Request::Save(text)),
        "command-load" => Some(Request::Load(text)),
        "command-lang" => Some(Request::Lang(text)),
        _ => None,
    }
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

    fn in_english(line: &str) -> Option<Request> {
        command(Phrases::of("en"), line)
    }

    #[test]
    fn commands_are_known() {
        assert_eq!(in_english("UNDO"), Some(Request::Undo));
        assert_eq!(in_english("save a  file.toml"), Some(Request::Save(Some("a  file.toml".to_owned()))));
        assert_eq!(in_english("save"), Some(Request::Save(None)));
        assert_eq!(in_english("undo it"), None);
        assert_eq!(in_english("a1"), None);
        assert_eq!(in_english("back to 12"), Some(Request::Back(12)));
        assert_eq!(in_english("back 12"), Some(Request::Back(12)));
        assert_eq!(in_english("back to the start"), None);
        assert_eq!(in_english("branch 2"), Some(Request::Branch(Some(1))));
        assert_eq!(in_english("branch 0"), None);
        assert_eq!(in_english("draw?"), Some(Request::Draw));
        assert_eq!(in_english("moves g1"), Some(Request::Moves(Some("g1".to_owned()))));
        assert_eq!(in_english("note"), Some(Request::Note(None)));
        assert_eq!(in_english("note 12 is  good"), Some(Request::Note(Some("12 is  good".to_owned()))));
        assert_eq!(in_english("lang fr"), Some(Request::Lang(Some("fr".to_owned()))));
    }

    #[test]
    fn commands_are_known_in_the_language_and_in_english() {
        let in_french = |line: &str| command(Phrases::of("fr"), line);
        assert_eq!(in_french("Annuler"), Some(Request::Undo));
        assert_eq!(in_french("undo"), Some(Request::Undo));
        assert_eq!(in_french("règles"), Some(Request::Rules));
        assert_eq!(in_french("regles"), Some(Request::Rules));
        assert_eq!(in_french("revenir à 3"), Some(Request::Back(3)));
        assert_eq!(in_french("enregistrer Été.toml"), Some(Request::Save(Some("Été.toml".to_owned()))));
        assert_eq!(in_french("Remarque très fort"), Some(Request::Note(Some("très fort".to_owned()))));
        assert_eq!(in_english("annuler"), None);
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
