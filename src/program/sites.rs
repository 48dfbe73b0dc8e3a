//! What is counted while a program runs: the places of the rules where something is done.

use crate::source::Span;

/// The places that are counted.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// All of them, by number.
    pub all: Vec<Site>,
    /// By instruction of the turn that is a condition, the sites for that it does not hold and for that it does.
    pub asked: Vec<Option<[u16; 2]>>,
}

/// A place that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Where it is written.
    pub span: Span,
    /// What is counted there.
    pub what: What,
}

/// What is counted at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// That a sentence is followed, or a statement done.
    Done,
    /// That the condition of an `if` holds (yes) or does not.
    Branch(bool),
    /// That a guard in a block holds.
    Guard,
}

impl Sites {
    /// The number of a new site; none if there are too many.
    pub(super) fn add(&mut self, span: Span, what: What) -> Option<u16> {
        let number = u16::try_from(self.all.len()).ok()?;
        self.all.push(Site { span, what });
        Some(number)
    }
}
