//! What is told of moves, on whatever line of play they stand.

use std::collections::HashMap;

use super::Evaluation;

/// What is told of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Note<'a> {
    /// Empty where it is said that there is none.
    comment: Option<&'a str>,
    evaluation: Option<Evaluation>,
    /// Whether an evaluation is told, be it that there is none.
    is_judged: bool,
    time: Option<u64>,
}

/// What is told of moves, in their order, as match files have it: remarks, what they were thought to be worth, and how long
/// was thought. Each may be shorter than the moves.
pub type Lists<'a> = (&'a [String], &'a [Option<Evaluation>], &'a [u64]);

/// What is told of the moves of a line, as match files have it: in the order of the moves, and no longer than what is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Remarks; empty where there is none.
    pub comments: Vec<String>,
    /// What whoever moved thought of it.
    pub evaluations: Vec<Option<Evaluation>>,
    /// How long whoever moved thought, in milliseconds; 0 where that is not known.
    pub times: Vec<u64>,
}

/// What is told of moves, each known by the moves that lead to it. So it stays with a move whatever line is shown as the
/// match, and where it is told on several lines.
#[derive(Debug, Default)]
pub struct Told<'a> {
    /// Where a move leads, by where it is made (0 is the start) and its text. Each is the number of its note, from one.
    onward: HashMap<(usize, &'a str), usize>,
    notes: Vec<Note<'a>>,
}

impl<'a> Told<'a> {
    /// Adds what is told of the moves of a line after the first `after`; what was told of them before stays.
    pub fn add(
        &mut self,
        line: impl Iterator<Item = &'a String>,
        after: usize,
        (comments, evaluations, times): Lists<'a>,
    ) {
        let mut at = 0;
        for (number, text) in line.enumerate() {
            let next = self.notes.len() + 1;
            at = *self.onward.entry((at, text)).or_insert(next);
            if at == next {
                self.notes.push(Note::default());
            }
            let (Some(own), Some(note)) = (number.checked_sub(after), self.notes.get_mut(at - 1)) else { continue };
            if note.comment.is_none_or(str::is_empty) {
                note.comment = comments.get(own).map(String::as_str).or(note.comment);
            }
            note.evaluation = note.evaluation.or_else(|| evaluations.get(own).copied().flatten());
            note.is_judged |= own < evaluations.len();
            note.time = note.time.or_else(|| times.get(own).copied());
        }
    }

    /// What is told of the moves of a line after the first `after`.
    pub fn along<'b>(&self, line: impl Iterator<Item = &'b String>, after: usize) -> Notes {
        let mut at = Some(0);
        let mut step = |text: &String| {
            at = at.and_then(|at| self.onward.get(&(at, text.as_str())).copied());
            at.and_then(|at| self.notes.get(at - 1)).copied().unwrap_or_default()
        };
        let notes: Vec<Note> = line.map(&mut step).collect();
        let notes = notes.get(after..).unwrap_or_default();
        // Nothing is told after the last of which something is told.
        let length = |is_told: fn(&Note) -> bool| notes.iter().rposition(is_told).map_or(0, |last| last + 1);
        let (remarked, judged) = (length(|note| note.comment.is_some()), length(|note| note.is_judged));
        let timed = length(|note| note.time.is_some());
        Notes {
            comments: notes.iter().take(remarked).map(|note| note.comment.unwrap_or_default().to_owned()).collect(),
            evaluations: notes.iter().take(judged).map(|note| note.evaluation).collect(),
            times: notes.iter().take(timed).map(|note| note.time.unwrap_or_default()).collect(),
        }
    }
}
