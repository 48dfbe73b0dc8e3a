//! Lines of play beside the moves of a match.

use serde::Deserialize;

use super::{Evaluation, Mistake, Saved, evaluations, notes, refuse_odd};

/// The most lines of play beside the moves that a file has.
pub const MAX_VARIATIONS: usize = 100;
/// The most bytes that these lines have, each written from the start of the match.
pub const MAX_VARIED: usize = 8 << 20;
/// What a move takes in a file beside its text.
const AROUND: usize = 4;

/// A line of play beside the moves of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// It goes on where so many moves of the match were made.
    pub after: usize,
    /// Its own moves, at least one.
    pub moves: Vec<String>,
    /// Remarks on its own moves, as of the match.
    pub comments: Vec<String>,
    /// What its own moves were thought to be worth, as of the match.
    pub evaluations: Vec<Option<Evaluation>>,
    /// How long was thought about its own moves, as of the match.
    pub times: Vec<u64>,
}

impl Variation {
    /// A line that is written from the start of a match with these moves, from where it parts from them. None if it is the
    /// beginning of the match, or the match itself.
    pub fn of_line(line: &[String], moves: &[String]) -> Option<Self> {
        let after = line.iter().zip(moves).take_while(|(one, other)| one == other).count();
        let own = line.get(after..).filter(|own| !own.is_empty())?;
        Some(Self { after, moves: own.to_vec(), ..Self::default() })
    }

    /// The line from the start of the match with these moves.
    pub fn line<'a>(&'a self, moves: &'a [String]) -> impl Iterator<Item = &'a String> {
        moves.iter().take(self.after).chain(&self.moves)
    }
}

impl Saved {
    /// The match as if it had gone like a variation of it, counted from one, with what is told of these moves; none if it
    /// has no such variation. How the match itself ended is not told.
    pub fn varied(&self, number: usize) -> Option<Self> {
        let one = self.variations.get(number.checked_sub(1)?)?;
        let moves = one.line(&self.moves).cloned().collect();
        let line =
            Self { moves, result: None, settled: None, left: Vec::new(), variations: Vec::new(), ..self.clone() };
        Some(line.with_told(&self.told()))
    }
}

/// Lines that are written from the start of a match with these moves, as variations of it; of more than a file can hold the
/// latest, which stand last.
pub fn variations(lines: &[Vec<String>], moves: &[String]) -> Vec<Variation> {
    let mut bytes = 0;
    let fits = |line: &&Vec<String>| {
        bytes += length(line.iter());
        bytes <= MAX_VARIED
    };
    let latest = lines.iter().rev().take_while(fits);
    let mut found: Vec<_> = latest.filter_map(|line| Variation::of_line(line, moves)).take(MAX_VARIATIONS).collect();
    found.reverse();
    found
}

/// How many bytes moves have in a file.
fn length<'a>(moves: impl Iterator<Item = &'a String>) -> usize {
    moves.map(|text| text.len() + AROUND).sum()
}

/// A variation as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    after: toml::Spanned<u32>,
    moves: toml::Spanned<Vec<String>>,
    #[serde(default)]
    comments: Option<toml::Spanned<Vec<String>>>,
    #[serde(default)]
    evaluations: Option<toml::Spanned<Vec<i64>>>,
    #[serde(default)]
    times: Option<toml::Spanned<Vec<u64>>>,
}

/// The variations of a match with these moves.
///
/// # Errors
/// If there are too many, or one says something that makes no sense: with the place.
pub(super) fn checked(read: Vec<Read>, moves: &[String]) -> Result<Vec<Variation>, Mistake> {
    if let Some(more) = read.get(MAX_VARIATIONS) {
        return Err((more.after.span().start, format!("there are more than {MAX_VARIATIONS} variations")));
    }
    let mut found = Vec::with_capacity(read.len());
    let mut bytes = 0;
    for one in read {
        let place = one.after.span().start;
        let variation = one.checked(moves.len())?;
        bytes += length(variation.line(moves));
        if bytes > MAX_VARIED {
            let message = format!("the variations have more than {} MiB, each from the start", MAX_VARIED >> 20);
            return Err((place, message));
        }
        found.push(variation);
    }
    Ok(found)
}

impl Read {
    /// The variation of a match with so many moves.
    fn checked(self, n_moves: usize) -> Result<Variation, Mistake> {
        let after = *self.after.get_ref() as usize;
        if after > n_moves {
            return Err((self.after.span().start, format!("the variation goes on after {after} of {n_moves} moves")));
        }
        let own = self.moves.get_ref();
        if own.is_empty() {
            return Err((self.moves.span().start, "a variation has at least one move".into()));
        }
        let told = self.comments.iter().flat_map(|told| told.get_ref().iter().map(|text| (told.span().start, text)));
        let moves = own.iter().map(|text| (self.moves.span().start, text));
        moves.chain(told).try_for_each(|(place, text)| refuse_odd(place, text))?;
        let n = own.len();
        Ok(Variation {
            after,
            comments: notes("comments", self.comments, n)?,
            evaluations: evaluations(self.evaluations, n)?,
            times: notes("times", self.times, n)?,
            moves: self.moves.into_inner(),
        })
    }
}
