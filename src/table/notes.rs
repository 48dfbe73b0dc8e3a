//! What a match file tells beside its moves: a page keeps it with the match, and gives it back when the match is saved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::record::saved::{self, Evaluation, Saved, Told};

/// The largest number that a page holds exactly.
const MOST: u64 = 1 << 53;

/// What is told of a match beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Notes {
    /// The moves of which it is told.
    pub moves: Vec<String>,
    /// Remarks on the moves, in their order; empty where there is none. May be shorter than the moves.
    pub comments: Vec<String>,
    /// What whoever moved thought of it, from 0 (lost) to 1 (won). May be shorter than the moves.
    pub evaluations: Vec<Option<f64>>,
    /// How long whoever moved thought, in milliseconds. May be shorter than the moves.
    pub times: Vec<u64>,
    /// How the players ended the match themselves.
    pub settled: Option<String>,
    /// What clocks the players have.
    pub clock: Option<String>,
    /// What each player has left on the clock, in milliseconds.
    pub left: Vec<u64>,
    /// Whatever else is to be known of the match, by name.
    pub tags: BTreeMap<String, String>,
    /// What is told of moves on other lines.
    pub lines: Vec<Line>,
}

/// A line of play, and what is told of its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Line {
    /// The moves from the start of the match.
    pub moves: Vec<String>,
    /// Remarks on the moves, in their order; empty where there is none. May be shorter than the moves.
    pub comments: Vec<String>,
    /// What whoever moved thought of it, from 0 (lost) to 1 (won). May be shorter than the moves.
    pub evaluations: Vec<Option<f64>>,
    /// How long whoever moved thought, in milliseconds. May be shorter than the moves.
    pub times: Vec<u64>,
}

impl Notes {
    /// What a match file tells; nothing if it tells of the moves alone.
    pub(super) fn of(saved: &Saved) -> Option<Self> {
        let lines = told_lines(saved);
        let notes = Self {
            moves: Vec::new(),
            comments: saved.comments.clone(),
            evaluations: values(&saved.evaluations),
            times: bounded(&saved.times),
            settled: saved.settled.clone(),
            clock: saved.clock.clone(),
            left: bounded(&saved.left),
            tags: saved.tags.clone(),
            lines,
        };
        (notes != Self::default()).then(|| Self { moves: saved.moves.clone(), ..notes })
    }

    /// A match with what was told of it: of the moves as far as they are the same, and of how it was left if nothing was
    /// played after that.
    pub(super) fn kept_in(&self, saved: Saved) -> Saved {
        let is_left = saved.moves == self.moves;
        let judged = |values: &[Option<f64>]| values.iter().map(|told| told.map(Evaluation::new)).collect::<Vec<_>>();
        let evaluations = judged(&self.evaluations);
        let of_lines: Vec<_> = self.lines.iter().map(|line| judged(&line.evaluations)).collect();
        let mut told = Told::default();
        told.add(self.moves.iter(), 0, (&self.comments, &evaluations, &self.times));
        for (line, evaluations) in self.lines.iter().zip(&of_lines) {
            told.add(line.moves.iter(), 0, (&line.comments, evaluations, &line.times));
        }
        let saved = Saved { tags: self.tags.clone(), ..saved.with_told(&told) };
        match is_left {
            true => {
                Saved { settled: self.settled.clone(), clock: self.clock.clone(), left: self.left.clone(), ..saved }
            }
            false => saved,
        }
    }
}

/// What is told of the moves of variations; those of which nothing is told are left out.
fn told_lines(saved: &Saved) -> Vec<Line> {
    let told = saved.told();
    let line = |variation: &saved::Variation| {
        let moves: Vec<String> = variation.line(&saved.moves).cloned().collect();
        let saved::Notes { comments, evaluations, times } = told.along(moves.iter(), 0);
        Line { evaluations: values(&evaluations), times: bounded(&times), comments, moves }
    };
    let is_told =
        |one: &&saved::Variation| !(one.comments.is_empty() && one.evaluations.is_empty() && one.times.is_empty());
    saved.variations.iter().filter(is_told).map(line).collect()
}

fn bounded(times: &[u64]) -> Vec<u64> {
    times.iter().map(|&time| time.min(MOST)).collect()
}

fn values(evaluations: &[Option<Evaluation>]) -> Vec<Option<f64>> {
    evaluations.iter().map(|told| told.map(Evaluation::value)).collect()
}
