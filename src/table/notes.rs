//! What a match file tells beside its moves: a page keeps it with the match, and gives it back when the match is saved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::record::saved::{Evaluation, Saved};

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
}

impl Notes {
    /// What a match file tells; nothing if it tells of the moves alone.
    pub(super) fn of(saved: &Saved) -> Option<Self> {
        let bounded = |times: &[u64]| times.iter().map(|&time| time.min(MOST)).collect();
        let notes = Self {
            moves: Vec::new(),
            comments: saved.comments.clone(),
            evaluations: saved.evaluations.iter().map(|told| told.map(Evaluation::value)).collect(),
            times: bounded(&saved.times),
            settled: saved.settled.clone(),
            clock: saved.clock.clone(),
            left: bounded(&saved.left),
            tags: saved.tags.clone(),
        };
        (notes != Self::default()).then(|| Self { moves: saved.moves.clone(), ..notes })
    }

    /// A match with what was told of it: of the moves as far as they are the same, and of how it was left if nothing was
    /// played after that.
    pub(super) fn kept_in(&self, saved: Saved) -> Saved {
        let is_left = saved.moves == self.moves;
        let earlier = Saved {
            moves: self.moves.clone(),
            comments: self.comments.clone(),
            evaluations: self.evaluations.iter().map(|told| told.map(Evaluation::new)).collect(),
            times: self.times.clone(),
            tags: self.tags.clone(),
            ..Saved::default()
        };
        let saved = saved.with_notes_of(earlier);
        match is_left {
            true => {
                Saved { settled: self.settled.clone(), clock: self.clock.clone(), left: self.left.clone(), ..saved }
            }
            false => saved,
        }
    }
}
