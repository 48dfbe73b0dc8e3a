//! What stands in the way of a journey, and journeys that are followed all the same.

use crate::rules::board::DirectionId;
use crate::rules::types::Set;
use crate::source::Span;

use super::expression::Scope;
use super::path::{Journey, PlannedLeg};
use super::travel::step;

/// What stands in the way of a journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hindrance {
    /// A cell that may not be passed.
    Blocked {
        /// The cell.
        cell: u16,
        /// Where it is written what may be passed.
        through: Span,
        /// The leg.
        leg: Span,
    },
    /// A cell at which the leg stops.
    Stops {
        /// The cell.
        cell: u16,
        /// The leg.
        leg: Span,
    },
    /// A cell on which there is nothing to jump.
    NothingToJump {
        /// The cell.
        cell: u16,
        /// The leg.
        leg: Span,
    },
    /// There must be one thing to jump on the way, and there are so many.
    Hurdles {
        /// How many there are.
        n: u16,
        /// The leg.
        leg: Span,
    },
    /// Further than the leg goes.
    Far {
        /// How far it goes.
        most: u16,
        /// The leg.
        leg: Span,
    },
    /// Not as far as the leg goes at least.
    Near {
        /// How far it goes.
        least: u16,
        /// The leg.
        leg: Span,
    },
    /// A step for which what must hold does not.
    Step {
        /// The cell left.
        from: u16,
        /// The cell entered.
        here: u16,
        /// What must hold.
        condition: Span,
    },
    /// A landing that an alternative of a movement does not want.
    To {
        /// The cell.
        landing: u16,
        /// What it wants.
        to: Span,
    },
}

impl Hindrance {
    /// Further than the leg goes.
    pub(super) fn far(most: i64, leg: Span) -> Self {
        Hindrance::Far { most: most.clamp(0, i64::from(u16::MAX)) as u16, leg }
    }

    /// Not as far as the leg goes at least.
    pub(super) fn near(least: i64, leg: Span) -> Self {
        Hindrance::Near { least: least.clamp(0, i64::from(u16::MAX)) as u16, leg }
    }

    /// Where the rule stands that is not met.
    pub fn span(&self) -> Span {
        match *self {
            Hindrance::Blocked { leg, .. }
            | Hindrance::Stops { leg, .. }
            | Hindrance::NothingToJump { leg, .. }
            | Hindrance::Hurdles { leg, .. }
            | Hindrance::Far { leg, .. }
            | Hindrance::Near { leg, .. } => leg,
            Hindrance::Step { condition, .. } => condition,
            Hindrance::To { to, .. } => to,
        }
    }
}

impl PlannedLeg<'_> {
    /// Straight on to the edge: what is on the way is counted, for there must be one thing to jump.
    pub(super) fn hop_far_anyway(&self, scope: &Scope, start: &Journey, way: DirectionId, over: &Set) -> Vec<Journey> {
        let board = &scope.world.rules.board;
        let (mut found, mut n_hurdles, mut from) = (Vec::new(), 0, start.landing);
        let mut here = start.clone();
        for _ in 0..board.n_cells() {
            let next = step(board, &here, way).and_then(|next| self.allowed(scope, from, next));
            let Some(next) = next else { break };
            (here, from) = (next, here.landing);
            let cell = here.landing;
            let mut landed = here.clone();
            if n_hurdles == 1 || self.forgives(&mut landed, Hindrance::Hurdles { n: n_hurdles, leg: self.span }) {
                found.push(landed);
            }
            if over.contains(cell) {
                n_hurdles += 1;
                here.jumped.insert(cell);
            } else if self.lets_pass(&mut here, cell) {
                here.passed.insert(cell);
            }
        }
        found
    }

    /// The walks that meet least, one for each landing, and as short as can be.
    pub(super) fn walk_anyway(&self, scope: &Scope, start: &Journey, most: i64) -> Vec<Journey> {
        let board = &scope.world.rules.board;
        let mut best: Vec<Option<Journey>> = vec![None; board.n_cells()];
        let mut edge = vec![start.clone()];
        for _ in 0..most.min(board.n_cells() as i64) {
            let mut next_edge = Vec::new();
            for here in &edge {
                let mut from = here.clone();
                if here.landing != start.landing {
                    self.lets_pass(&mut from, here.landing);
                    from.passed.insert(here.landing);
                }
                for way in self.ways(board, &from) {
                    let next = step(board, &from, way).and_then(|next| self.allowed(scope, from.landing, next));
                    let Some(next) = next.filter(|next| next.landing != start.landing) else { continue };
                    let known = &mut best[next.landing as usize];
                    if known.as_ref().is_none_or(|known| next.hindered.len() < known.hindered.len()) {
                        *known = Some(next.clone());
                        next_edge.push(next);
                    }
                }
            }
            edge = next_edge;
        }
        best.into_iter().flatten().collect()
    }
}
