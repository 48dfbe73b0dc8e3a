//! Why a run of a move is no option: what it fails at, and where that is written.

use crate::game::PlayerId;
use crate::rules::model::Expr;
use crate::rules::types::{Domain, Set};
use crate::source::Span;

use super::hindrance::Hindrance;
use super::inquiry::Moment;

/// Something at which a run of a move fails.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What it is.
    pub what: Obstruction,
    /// Where the rule stands that is not met.
    pub span: Span,
    /// The condition that does not hold, and when it was asked.
    pub condition: Option<Box<(Expr, Moment)>>,
    /// What stands in the way further on, if something stands in the way.
    pub further: Vec<Hindrance>,
}

/// What a run may fail at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// There is no piece on the cell.
    NoPiece {
        /// The cell.
        cell: u16,
    },
    /// The piece belongs to somebody else, or to nobody.
    NotYours {
        /// The cell.
        cell: u16,
        /// Whose it is.
        owner: Option<PlayerId>,
    },
    /// The sentence is about other kinds.
    OtherKind {
        /// The cell.
        cell: u16,
        /// The kind that stands there.
        kind: u16,
    },
    /// The piece does not stand where the sentence wants it (`on`).
    NotOn {
        /// The cell.
        cell: u16,
    },
    /// No piece of the kind is in hand.
    NotInHand {
        /// The kind.
        kind: u16,
    },
    /// The path does not lead there, whatever stands on the board.
    NotThatWay {
        /// From where.
        origin: u16,
        /// To where.
        landing: u16,
    },
    /// Something stands in the way.
    Hindered(Hindrance),
    /// The landing is not in the set of `to`.
    NotTo {
        /// The cell.
        landing: u16,
        /// Whether it would be in there if something else stood on it, or nothing.
        ever: bool,
    },
    /// What is picked is not in the set.
    NotPicked {
        /// What the member is.
        domain: Domain,
        /// Its number.
        member: u16,
        /// The kept name that it is picked for.
        name: usize,
    },
    /// A `when` does not hold.
    When,
    /// The `when` of a `pick` in a block does not hold.
    PickWhen,
    /// An `ensure` does not hold.
    Ensure,
    /// What must hold when the turn is over could not hold any more.
    TurnEnsure,
    /// Royal pieces would stand attacked.
    Royal {
        /// The royal pieces that are attacked.
        cells: Set,
        /// Those who attack them, as far as each does so alone.
        attackers: Set,
    },
    /// The piece has to go on.
    MustGoOn,
    /// The chain comes back to a position that it has been in.
    Circle,
    /// The choice that is due does not ask for the move.
    NotAsked,
    /// Other moves come first, and there is an option of them.
    Later {
        /// One of those options.
        first: String,
    },
    /// Another option has more, or less.
    NotMost {
        /// Whether the most is wanted.
        greatest: bool,
        /// The number after this run.
        own: i64,
        /// The best number there is.
        best: i64,
    },
    /// Another option leads to the same position.
    Same {
        /// That option.
        other: String,
    },
}

impl Obstruction {
    /// How far a run is from being an option: what could be meant least has most.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Obstruction::Royal { .. }
            | Obstruction::Ensure
            | Obstruction::TurnEnsure
            | Obstruction::MustGoOn
            | Obstruction::Circle
            | Obstruction::Later { .. }
            | Obstruction::NotMost { .. }
            | Obstruction::Same { .. } => 1,
            Obstruction::NotTo { ever: false, .. } => 9,
            Obstruction::When | Obstruction::PickWhen | Obstruction::NotPicked { .. } | Obstruction::NotTo { .. } => 2,
            Obstruction::Hindered(Hindrance::To { .. }) => 2,
            Obstruction::NotOn { .. } | Obstruction::NotInHand { .. } => 3,
            Obstruction::Hindered(Hindrance::Far { .. } | Hindrance::Near { .. }) => 9,
            Obstruction::Hindered(_) | Obstruction::NotAsked => 4,
            Obstruction::NotThatWay { .. } => 10,
            Obstruction::NoPiece { .. } | Obstruction::NotYours { .. } | Obstruction::OtherKind { .. } => 20,
        }
    }
}
