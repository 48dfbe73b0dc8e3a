//! The match file: who played what, from where, with which moves, as TOML.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::source::unseen::is_unseen;

mod told;
mod values;
mod variations;

pub use told::{Lists, Notes, Told};
pub use variations::{MAX_VARIATIONS, Variation, variations};

/// The version of the format without variations.
pub const FORMAT: i64 = 1;
/// The version of the format with variations. It is written where there are some, so that programs that do not know them
/// say so.
pub const VARIED: i64 = 2;
/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;
/// The most moves that are read.
pub const MAX_MOVES: usize = 1_000_000;
/// The longest text of a field or a move that is read, in bytes; none has more.
pub const MAX_FIELD: usize = 4096;
/// The most fields, options of the game included.
const MAX_FIELDS: usize = 1000;
/// What stands for an evaluation where there is none.
const UNKNOWN: i64 = -1;

/// A match as it is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The game: a name of the library or a path, as it was given.
    pub game: String,
    /// The title of the game, for people.
    pub title: String,
    /// The fingerprint of the rules; empty when the file does not say.
    pub rules: String,
    /// The options chosen, by name.
    pub options: BTreeMap<String, String>,
    /// How many players take part.
    pub players: u8,
    /// Who sits where, by player; may be empty.
    pub seats: Vec<String>,
    /// The seed of chance and of the machines.
    pub seed: u64,
    /// The name of the generator; empty when the file does not say.
    pub generator: String,
    /// The position from which play started, unless it was the usual one.
    pub start: Option<String>,
    /// The moves in notation, what Chance decided included.
    pub moves: Vec<String>,
    /// How the match ended, if it did.
    pub result: Option<String>,
    /// How the players ended it themselves, for instance `White resigns`; the rules know nothing of it.
    pub settled: Option<String>,
    /// What clocks the players have, for instance `5m+3s`.
    pub clock: Option<String>,
    /// What each player has left on the clock, in milliseconds; may be empty.
    pub left: Vec<u64>,
    /// Remarks on the moves, in the order of the moves; empty where there is none. May be shorter than the moves.
    pub comments: Vec<String>,
    /// What whoever moved thought of it, in the order of the moves. May be shorter than the moves.
    pub evaluations: Vec<Option<Evaluation>>,
    /// How long whoever moved thought, in milliseconds, in the order of the moves. May be shorter than the moves.
    pub times: Vec<u64>,
    /// Whatever else is to be known of the match, by name, for instance where it was played.
    pub tags: BTreeMap<String, String>,
    /// Lines of play beside the moves.
    pub variations: Vec<Variation>,
}

/// A place, in bytes, and what is wrong there.
type Mistake = (usize, String);

/// What a move was thought to be worth to whoever made it, in thousandths: 0 is lost, 1000 won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evaluation(u16);

impl Evaluation {
    /// An evaluation from 0 (lost) to 1 (won); what lies beyond counts as one of these.
    pub fn new(value: f64) -> Self {
        Self((value.clamp(0.0, 1.0) * 1000.0).round() as u16)
    }

    /// From 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Saved {
    /// What is told of its moves, those of its variations included.
    pub fn told(&self) -> Told<'_> {
        let mut told = Told::default();
        told.add(self.moves.iter(), 0, (&self.comments, &self.evaluations, &self.times));
        for one in &self.variations {
            told.add(one.line(&self.moves), one.after, (&one.comments, &one.evaluations, &one.times));
        }
        told
    }

    /// The same with what is told of its moves elsewhere, and nothing else.
    pub fn with_told(mut self, told: &Told) -> Self {
        let Notes { comments, evaluations, times } = told.along(self.moves.iter(), 0);
        (self.comments, self.evaluations, self.times) = (comments, evaluations, times);
        for one in &mut self.variations {
            let Notes { comments, evaluations, times } = told.along(one.line(&self.moves), one.after);
            (one.comments, one.evaluations, one.times) = (comments, evaluations, times);
        }
        self
    }

    /// The same with the tags of an earlier record of the match, and with what it tells of the moves as far as they are
    /// the same.
    pub fn with_notes_of(self, earlier: &Self) -> Self {
        Self { tags: earlier.tags.clone(), ..self.with_told(&earlier.told()) }
    }
}

/// What is wrong with a match file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The problem, in one sentence.
    pub message: String,
    /// The line and the column, in characters and from one, where the problem has a place.
    pub place: Option<(usize, usize)>,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl std::error::Error for RecordError {}

impl RecordError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }

    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        Self { message: message.into(), place: Some((line, column)) }
    }

    fn toml(text: &str, error: &toml::de::Error) -> Self {
        // Some messages of the parser span several lines; ours are one sentence.
        let message = error.message().replace('\n', ", ");
        match error.span() {
            Some(span) => Self::at(text, span.start, message),
            None => Self::new(message),
        }
    }
}

/// The only thing that is read before the version is known.
#[derive(Deserialize)]
struct Version {
    format: toml::Spanned<i64>,
}

/// The file as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    format: toml::Spanned<i64>,
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    options: BTreeMap<String, values::Plain>,
    players: toml::Spanned<u8>,
    #[serde(default)]
    seats: Option<toml::Spanned<Vec<String>>>,
    #[serde(default)]
    seed: values::Seed,
    #[serde(default)]
    generator: String,
    start: Option<String>,
    moves: toml::Spanned<Vec<String>>,
    result: Option<String>,
    settled: Option<String>,
    clock: Option<String>,
    #[serde(default)]
    left: Vec<u64>,
    #[serde(default)]
    comments: Option<toml::Spanned<Vec<String>>>,
    #[serde(default)]
    evaluations: Option<toml::Spanned<Vec<i64>>>,
    #[serde(default)]
    times: Option<toml::Spanned<Vec<u64>>>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    variations: Vec<variations::Read>,
}

/// What is written above the moves.
#[derive(Serialize)]
struct Head<'a> {
    format: i64,
    game: &'a str,
    title: &'a str,
    rules: &'a str,
    players: u8,
    seats: &'a [String],
    seed: values::Seed,
    generator: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<&'a str>,
    #[serde(skip_serializing_if = "<[u64]>::is_empty")]
    left: &'a [u64],
}

/// What is written below the moves.
#[derive(Serialize)]
struct Tail<'a> {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: &'a BTreeMap<String, String>,
}

/// Reads a match file.
///
/// # Errors
/// If it is too long, not TOML, of another version, or says something that makes no sense.
pub fn parse(text: &str) -> Result<Saved, RecordError> {
    if text.len() > MAX_BYTES {
        return Err(RecordError::new(format!("the file has more than {} MiB", MAX_BYTES >> 20)));
    }
    if n_fields(text) > MAX_FIELDS {
        return Err(RecordError::new(format!("there are more than {MAX_FIELDS} fields")));
    }
    let version: Version = toml::from_str(text).map_err(|error| RecordError::toml(text, &error))?;
    if !matches!(*version.format.get_ref(), FORMAT | VARIED) {
        let message = format!("format {} is not known, only {FORMAT} and {VARIED}", version.format.get_ref());
        return Err(RecordError::at(text, version.format.span().start, message));
    }
    let read: Read = toml::from_str(text).map_err(|error| RecordError::toml(text, &error))?;
    checked(read).map_err(|(offset, message)| RecordError::at(text, offset, message))
}

/// How many values are given to names, those in braces included.
fn n_fields(text: &str) -> usize {
    let mut quote = None;
    let mut n = 0;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            // Whatever stands behind it does not end the text.
            (Some(b'"'), b'\\') => drop(bytes.next()),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => n += 1,
            (Some(open), _) if byte == open || byte == b'\n' => quote = None,
            _ => {}
        }
    }
    n
}

fn checked(mut read: Read) -> Result<Saved, Mistake> {
    let players = *read.players.get_ref();
    if players == 0 {
        return Err((read.players.span().start, "a match has at least one player".into()));
    }
    let seats = match read.seats.take() {
        Some(seats) if !seats.get_ref().is_empty() && seats.get_ref().len() != usize::from(players) => {
            let message = format!("there are {} seats for {players} players", seats.get_ref().len());
            return Err((seats.span().start, message));
        }
        Some(seats) => seats.into_inner(),
        None => Vec::new(),
    };
    if read.moves.get_ref().len() > MAX_MOVES {
        return Err((read.moves.span().start, format!("there are more than {MAX_MOVES} moves")));
    }
    refuse_odd_texts(&read, &seats)?;
    if !read.variations.is_empty() && *read.format.get_ref() != VARIED {
        let message = format!("only files of format {VARIED} have variations");
        return Err((read.format.span().start, message));
    }
    let moves = read.moves.get_ref().len();
    let comments = notes("comments", read.comments, moves)?;
    let times = notes("times", read.times, moves)?;
    let evaluations = evaluations(read.evaluations, moves)?;
    let variations = variations::checked(read.variations, read.moves.get_ref())?;
    Ok(Saved {
        game: read.game,
        title: read.title,
        rules: read.rules,
        options: read.options.into_iter().map(|(name, value)| (name, value.0)).collect(),
        players,
        seats,
        seed: read.seed.0,
        generator: read.generator,
        start: read.start,
        moves: read.moves.into_inner(),
        result: read.result,
        settled: read.settled,
        clock: read.clock,
        left: read.left,
        comments,
        evaluations,
        times,
        tags: read.tags,
        variations,
    })
}

/// What is told of moves: no more than there are moves.
fn notes<T>(name: &str, told: Option<toml::Spanned<Vec<T>>>, moves: usize) -> Result<Vec<T>, Mistake> {
    match told {
        Some(told) if told.get_ref().len() > moves => {
            let message = format!("there are {} {name} for {moves} moves", told.get_ref().len());
            Err((told.span().start, message))
        }
        told => Ok(told.map(toml::Spanned::into_inner).unwrap_or_default()),
    }
}

/// Thousandths, and [`UNKNOWN`] where nobody thought.
fn evaluations(told: Option<toml::Spanned<Vec<i64>>>, moves: usize) -> Result<Vec<Option<Evaluation>>, Mistake> {
    let place = told.as_ref().map_or(0, |told| told.span().start);
    let evaluation = |number: i64| match u16::try_from(number) {
        Ok(thousandths) if thousandths <= 1000 => Ok(Some(Evaluation(thousandths))),
        _ if number == UNKNOWN => Ok(None),
        _ => Err((place, format!("{number} is no evaluation, a number from 0 to 1000, or {UNKNOWN} for none"))),
    };
    notes("evaluations", told, moves)?.into_iter().map(evaluation).collect()
}

/// Refuses texts that are too long, and those that hold what cannot be seen.
fn refuse_odd_texts(read: &Read, seats: &[String]) -> Result<(), Mistake> {
    let moves = read.moves.span().start;
    let options = read.options.iter().flat_map(|(name, value)| [name, &value.0]);
    let fields = [&read.game, &read.title, &read.rules, &read.generator];
    let fields = fields.into_iter().chain(options).chain(seats);
    let fields = fields.chain(read.tags.iter().flat_map(|(name, value)| [name, value]));
    let fields = fields.chain(&read.result).chain(&read.settled).chain(&read.clock).map(|text| (0, text));
    let comments = read.comments.iter().flat_map(|told| told.get_ref().iter().map(|text| (told.span().start, text)));
    let moves = read.moves.get_ref().iter().map(|text| (moves, text));
    fields.chain(comments).chain(moves).try_for_each(|(place, text)| refuse_odd(place, text))?;
    if read.start.as_ref().is_some_and(|start| start.contains(is_unseen)) {
        return Err((0, "the start holds a sign that cannot be seen".into()));
    }
    Ok(())
}

/// Refuses a text that is too long, or that holds what cannot be seen.
fn refuse_odd(place: usize, text: &str) -> Result<(), Mistake> {
    if text.len() > MAX_FIELD {
        return Err((place, format!("a text has more than {MAX_FIELD} bytes")));
    }
    if text.contains(is_unseen) || text.contains('\n') {
        return Err((place, format!("`{}` holds a sign that cannot be seen", text.escape_debug())));
    }
    Ok(())
}

/// The match as a file that [`parse`] reads back.
pub fn to_text(saved: &Saved) -> String {
    let head = Head {
        format: if saved.variations.is_empty() { FORMAT } else { VARIED },
        game: &saved.game,
        title: &saved.title,
        rules: &saved.rules,
        players: saved.players,
        seats: &saved.seats,
        seed: values::Seed(saved.seed),
        generator: &saved.generator,
        start: saved.start.as_deref(),
        result: saved.result.as_deref(),
        settled: saved.settled.as_deref(),
        clock: saved.clock.as_deref(),
        left: &saved.left,
    };
    let tail = Tail { options: &saved.options, tags: &saved.tags };
    let mut text = written(&head) + &line(&saved.moves, (&saved.comments, &saved.evaluations, &saved.times));
    if !saved.options.is_empty() || !saved.tags.is_empty() {
        text += "\n";
        text += &written(&tail);
    }
    for one in &saved.variations {
        let moves = line(&one.moves, (&one.comments, &one.evaluations, &one.times));
        text += &format!("\n[[variations]]\nafter = {}\n{moves}", one.after);
    }
    text
}

/// Moves, and what is told of them.
fn line(moves: &[String], (comments, evaluations, times): Lists) -> String {
    let mut text = array("moves", moves.iter().map(|text| quoted(text)));
    if !comments.is_empty() {
        text += &array("comments", comments.iter().map(|text| quoted(text)));
    }
    if !evaluations.is_empty() {
        let number = |told: &Option<Evaluation>| told.map_or(UNKNOWN, |Evaluation(thousandths)| thousandths.into());
        text += &array("evaluations", evaluations.iter().map(|told| number(told).to_string()));
    }
    if !times.is_empty() {
        text += &array("times", times.iter().map(u64::to_string));
    }
    text
}

fn written(part: &impl Serialize) -> String {
    toml::to_string(part).expect("plain texts and numbers can be written as TOML")
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Values as an array in lines of at most 80 columns.
fn array(name: &str, values: impl ExactSizeIterator<Item = String>) -> String {
    const WIDTH: usize = 80;
    let mut text = format!("{name} = [");
    let mut column = WIDTH;
    let is_empty = values.len() == 0;
    for value in values {
        let width = value.chars().count() + 2;
        if column + width > WIDTH {
            text += "\n   ";
            column = 3;
        }
        text += " ";
        text += &value;
        text += ",";
        column += width;
    }
    text += if is_empty { "]\n" } else { "\n]\n" };
    text
}

#[cfg(test)]
mod tests;
