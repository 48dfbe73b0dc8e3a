//! From where a sentence could reach a cell at all, whatever stands on the board: worked out once for all cells, so
//! that the question whether a cell is attacked looks only at pieces that could matter.

use std::collections::HashMap;

use crate::game::PlayerId;
use crate::rules::model::{Dirs, Expr, ExprKind, Leg, Move, Owner, Path, Sentence, Verb, journey};
use crate::rules::types::Set;

use super::path::Journey;
use super::state::State;
use super::world::World;

/// By player, move and sentence: for each cell the cells from which it could be reached. A sentence that is missing
/// could lead anywhere.
pub type Aims = HashMap<(PlayerId, usize, usize), Vec<Set>>;

impl World<'_> {
    /// The aims of all sentences whose path does not depend on the position but for what stands in the way.
    pub fn aims(&self) -> Aims {
        let blank = State::new(self.rules, self.facts);
        let mut aims = Aims::new();
        for player in (0..self.rules.players.len() as u8).map(PlayerId) {
            for (number, text) in self.rules.moves.iter().enumerate() {
                for (place, path) in travels(text) {
                    aims.insert((player, number, place), self.aims_of(&blank, player, &path));
                }
            }
        }
        aims
    }

    fn aims_of(&self, blank: &State, player: PlayerId, path: &Path) -> Vec<Set> {
        let n_cells = self.rules.board.n_cells();
        let mut aims = vec![Set::default(); n_cells];
        let mut scope = self.scope(blank, Some(player));
        let plan = scope.plan(path, true).unhindered(n_cells);
        for origin in 0..n_cells as u16 {
            for reached in plan.extend(&scope, Journey::start(origin)) {
                aims[reached.landing as usize].insert(origin);
            }
        }
        aims
    }

    /// Whether a set, asked for a cell, looks at nothing but this cell and the players: then it may be asked before
    /// any piece is lifted from another cell.
    pub fn is_local(&self, set: &Expr) -> bool {
        match &set.kind {
            ExprKind::Constant(_) | ExprKind::Me | ExprKind::Mover | ExprKind::Empty => true,
            ExprKind::Kept(name) => *name >= journey::COUNT,
            ExprKind::Pieces(_, Owner::Any) | ExprKind::Variable(_, None) => true,
            ExprKind::Pieces(_, Owner::Of(inner)) | ExprKind::ToSet(inner) | ExprKind::Enemies(inner) => {
                self.is_local(inner)
            }
            ExprKind::Union(a, b) | ExprKind::Intersection(a, b) | ExprKind::Difference(a, b) => {
                self.is_local(a) && self.is_local(b)
            }
            ExprKind::Ranks(player, from, to) => {
                [Some(player), from.as_ref(), to.as_ref()].into_iter().flatten().all(|part| self.is_local(part))
            }
            ExprKind::Call(function, arguments) => {
                arguments.is_empty() && self.is_local(&self.rules.functions[*function].body)
            }
            _ => false,
        }
    }
}

/// The paths of a move's sentences that can be followed on a board without pieces.
fn travels(text: &Move) -> impl Iterator<Item = (usize, Path)> {
    let path = |(place, sentence): (usize, &Sentence)| {
        let travel = sentence.travel.as_ref().filter(|travel| !travel.drops)?;
        travel.path.iter().all(is_fixed_leg).then(|| (place, travel.path.clone()))
    };
    text.sentences.iter().enumerate().filter_map(path)
}

/// Whether directions and lengths of a leg are always the same for a player.
fn is_fixed_leg(leg: &Leg) -> bool {
    let goes_fixed_ways = match &leg.dirs {
        None | Some(Dirs::Onward(_)) => true,
        Some(Dirs::Set(ways)) => is_fixed(ways),
    };
    goes_fixed_ways
        && match &leg.verb {
            Verb::Steps | Verb::Leaps(..) | Verb::Rides(..) | Verb::Hops { .. } => true,
            Verb::Slides { range, .. } => {
                range.as_ref().is_none_or(|(least, most)| is_fixed(least) && most.as_ref().is_none_or(is_fixed))
            }
            Verb::LeapsStraight(n) | Verb::RidesStraight(n) => is_fixed(n),
            Verb::OneOf(paths) => paths.iter().all(|(path, _)| path.iter().all(is_fixed_leg)),
            Verb::Walks(..) | Verb::Goes | Verb::Stays => false,
        }
}

/// Whether an expression depends on nothing but who `my` is.
fn is_fixed(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Me => true,
        ExprKind::Relative(inner, _) | ExprKind::ToSet(inner) | ExprKind::ToOne(inner) => is_fixed(inner),
        ExprKind::Union(a, b) => is_fixed(a) && is_fixed(b),
        _ => false,
    }
}
