//! Who may stand in the way: whether the other player has a piece of the same kind ahead of one, in its column or in those
//! beside it.
//!
//! ```text
//!    z z z .      the zone (z) of the piece P of a player who goes up: a pawn
//!    z z z .      of chess that has no pawn of the other player there is passed
//!    . P . .
//! ```

use super::cells::asks_for_ranks;
use super::neighbours::{Standing, visit_cells};
use crate::rules::Rules;
use crate::rules::board::{Board, CellId, DirectionId};

/// On boards with more cells than this nobody looks ahead.
const MOST_CELLS: usize = 400;

/// What lies behind all cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    /// How many words a set of cells has; zero where nobody looks ahead.
    n_words: usize,
    /// By player, then by cell, the set of the cells in whose zones it lies.
    behind: [Vec<u64>; 2],
}

impl Ahead {
    /// The zones on the board of some rules, where the rules tell its sides apart.
    pub fn of(rules: &Rules) -> Self {
        let board = &rules.board;
        let facings = [0, 1].map(|player: usize| rules.players.get(player).and_then(|player| player.facing));
        let ([Some(one), Some(other)], true) = (facings, asks_for_ranks(rules)) else { return Self::default() };
        if board.n_cells() > MOST_CELLS {
            return Self::default();
        }
        let n_words = board.n_cells().div_ceil(64);
        Self { n_words, behind: [one, other].map(|facing| behind(board, facing, n_words)) }
    }

    /// Whether nobody looks ahead.
    pub fn is_empty(&self) -> bool {
        self.n_words == 0
    }

    /// Shows the cells of the pieces of a kind of a player that have none of the other player's of that kind in their zones.
    #[inline]
    pub fn visit_free(&self, (owner, kind): (usize, usize), standing: &Standing, mut see: impl FnMut(usize)) {
        let (behind, others) = (self.behind[owner].as_slice(), standing.plane(1 - owner, kind));
        for (word, &own) in standing.plane(owner, kind).iter().enumerate().filter(|(_, own)| **own != 0) {
            let mut free = own;
            visit_cells(others, |cell| free &= !behind[cell * self.n_words + word]);
            visit_cells(&[free], |bit| see(word * 64 + bit));
        }
    }
}

/// By cell, in the zones of which cells it lies: what lies ahead of these and of the cells beside them in the same row.
fn behind(board: &Board, facing: DirectionId, n_words: usize) -> Vec<u64> {
    let ranks = board.ranks(facing);
    let mut sets = vec![0; board.n_cells() * n_words];
    for cell in (0..board.n_cells() as u16).map(CellId) {
        let beside = board.neighbour_ways().into_iter().filter_map(|way| board.step(cell, way));
        let beside = beside.filter(|next| ranks[next.index()].is_some() && ranks[next.index()] == ranks[cell.index()]);
        for start in beside.chain([cell]) {
            let mut here = start;
            // A direction may run in a circle.
            for _ in 0..board.n_cells() {
                let Some(next) = board.step(here, facing).filter(|next| *next != start) else { break };
                sets[next.index() * n_words + cell.index() / 64] |= 1 << (cell.index() % 64);
                here = next;
            }
        }
    }
    sets
}
