//! What is seen while rules are played, for whoever wants to know which of them ever come to anything.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use crate::rules::model::{Statement, StatementKind};
use crate::source::Span;

use super::run::Run;
use super::used::Used;
use super::world::World;

/// What became of a sentence, by how far it came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentenceSeen {
    /// How often it was looked at for options.
    pub looks: u64,
    /// How often a piece stood ready for it, or something was there to pick.
    pub departures: u64,
    /// How often its guard was asked, and how often it held.
    pub guards: u64,
    /// See `guards`.
    pub held: u64,
    /// How many options came of it.
    pub options: u64,
}

/// Everything that was seen, by place in the text.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What became of each sentence.
    pub sentences: HashMap<Span, SentenceSeen>,
    /// Options that took a piece of the mover's own, by the set that allowed the landing.
    pub own_taken: HashMap<Span, u64>,
    /// Pieces that a set-up put where one stood already: the cell.
    pub overwritten: HashMap<Span, u16>,
    /// How often a set-up put pieces on some cells, and how often on none.
    pub put: HashMap<Span, [u64; 2]>,
    /// How often each end held.
    pub ends: HashMap<Span, u64>,
    /// The effort that was spent.
    pub effort: u64,
    /// What was used in play, if the watch asks for it.
    pub used: Used,
}

/// Collects what is seen.
#[derive(Debug, Default)]
pub struct Watch {
    seen: Mutex<Seen>,
    /// Whether what options taken do is told as well.
    follows: bool,
}

impl Watch {
    /// A watch that is told as well what the options do that are taken, and what stands then.
    pub fn following() -> Self {
        Self { follows: true, ..Self::default() }
    }

    /// Whether what options taken do is told.
    pub(super) fn follows(&self) -> bool {
        self.follows
    }

    /// What was seen so far.
    pub fn seen(&self) -> Seen {
        self.lock().clone()
    }

    /// The effort that was spent so far.
    pub fn effort(&self) -> u64 {
        self.lock().effort
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl World<'_> {
    /// Tells whoever watches.
    pub(super) fn tell(&self, what: impl FnOnce(&mut Seen)) {
        if let Some(watch) = self.watch {
            what(&mut watch.lock());
        }
    }

    /// Tells what becomes of a sentence.
    pub(super) fn tell_sentence(&self, sentence: Span, what: impl FnOnce(&mut SentenceSeen)) {
        self.tell(|seen| what(seen.sentences.entry(sentence).or_default()));
    }

    /// Tells of pieces that a set-up puts on cells.
    pub(super) fn tell_put(&self, statement: &Statement, run: &Run) {
        let StatementKind::Put { on: Some(on), .. } = &statement.kind else { return };
        if self.watch.is_none() || run.state.mover.is_some() {
            return;
        }
        let cells = self.scope(&run.state, run.me).set(on);
        let taken = cells.iter().find(|&cell| !self.holds_stacks(cell) && run.state.top(cell).is_some());
        self.tell(|seen| {
            seen.put.entry(statement.span).or_default()[usize::from(cells.is_empty())] += 1;
            if let Some(cell) = taken {
                seen.overwritten.entry(statement.span).or_insert(cell);
            }
        });
    }
}
