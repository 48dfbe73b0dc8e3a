//! Rows by what becomes of the choices in the text of their options, and what is known of that text.
//!
//! ```text
//!   pieces that step into the zone, where they may be promoted
//!
//!   those that are not:  the first kind is picked    no piece changes, and all that must hold does     nothing is left to do
//!   those that are:      the second is picked        all that is asked before a piece changes is so    it changes
//! ```

use super::blocks::Picks;
use super::options::Plan;

/// A row with what becomes of the choices in its text.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// The row.
    pub plan: Plan,
    /// What becomes of choices.
    pub picks: Picks,
    /// What has been picked, and its name.
    pub made: Option<(u32, u16)>,
    /// What is known of its text.
    pub outcome: Outcome,
}

/// What is known of the text of options, which says what happens once a piece has gone, and what must hold then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    /// It may be that something does not hold.
    Open,
    /// All that must hold does, so that options fail at most where they lay a royal piece open.
    Sure,
    /// The same, and the text leaves all as it is.
    Unchanged,
    /// The same, and whatever is asked before a piece is changed is so.
    Changed,
}

impl Outcome {
    /// Whether all that must hold does.
    pub fn is_sure(self) -> bool {
        self != Self::Open
    }
}

/// What is left to do of an option once its sentence is over: the move, what becomes of choices, and what is known of the text.
pub(super) type Tail = (u16, Picks, Outcome);

impl Variant {
    /// What is left to do of its options.
    pub fn tail(&self) -> Tail {
        (self.plan.number, self.picks, self.outcome)
    }
}
