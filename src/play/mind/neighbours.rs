//! What stands next to what: pieces on neighbouring cells, told apart by how the one lies to the other as its owner sees
//! it.
//!
//! ```text
//!    f f f      ahead (f), beside (b) and behind (h) the piece in the middle,
//!    b P b      each straight or aslant: what lies to the left is as what
//!    h h h      lies to the right
//! ```

use std::collections::BTreeMap;

use super::cells::asks_for_ranks;
use crate::game::Contents;
use crate::rules::Rules;
use crate::rules::board::CellId;

/// On boards with more cells than this nobody looks at neighbours.
const MOST_CELLS: usize = 400;
/// Where there would be more features than this neither.
const MOST_FEATURES: usize = 6_000;
/// Of this many relations two are always there: own pieces and the other player's.
const OF_PLAYERS: usize = 2;

/// How a neighbour lies to a cell, as a player sees it: how many rows ahead, and whether straight.
type Lie = (i32, bool);

/// The neighbours of all cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    n_kinds: usize,
    /// Own pieces, the other's, and those of nobody if there may be any.
    n_relations: usize,
    /// How many ways a neighbour may lie.
    n_lies: usize,
    /// By player, then by cell, the neighbours: how they lie, and their cells.
    links: [Vec<Vec<(u8, u16)>>; 2],
}

/// What stands on each cell: nothing (0), or a number that tells whose it is and of which kind.
#[derive(Clone, Debug, Default)]
pub struct Standing(Vec<u16>);

impl Standing {
    /// Reads what stands on a board of so many cells, on top where pieces are piled.
    pub fn read(&mut self, contents: &Contents, n_cells: usize, n_kinds: usize) {
        self.0.clear();
        self.0.resize(n_cells, 0);
        for piece in &contents.pieces {
            let owner = piece.owner.map_or(OF_PLAYERS, |owner| owner.index());
            if owner <= OF_PLAYERS {
                self.0[usize::from(piece.cell)] = (1 + owner * n_kinds + usize::from(piece.kind)) as u16;
            }
        }
    }
}

impl Neighbours {
    /// The neighbours on the board of some rules; none where there would be too many features.
    pub fn of(rules: &Rules) -> Self {
        let board = &rules.board;
        let n_kinds = rules.kinds.len();
        if board.n_cells() > MOST_CELLS {
            return Self::default();
        }
        let straight = board.joining_ways();
        let oriented = asks_for_ranks(rules);
        let mut numbers: BTreeMap<Lie, u8> = BTreeMap::new();
        let mut of_player = |player: usize| -> Vec<Vec<(u8, u16)>> {
            let facing = rules.players.get(player).and_then(|player| player.facing).filter(|_| oriented);
            let ranks = facing.map_or_else(|| vec![None; board.n_cells()], |facing| board.ranks(facing));
            let links_of = |cell: u16| {
                let mut links: Vec<(u8, u16)> = Vec::new();
                for way in board.neighbour_ways() {
                    let Some(next) = board.step(CellId(cell), way).filter(|next| next.0 != cell) else { continue };
                    let rank = |cell: CellId| ranks[cell.index()].map_or(0, i32::from);
                    let ahead = (rank(next) - rank(CellId(cell))).signum();
                    let number = numbers.len() as u8;
                    let lie = *numbers.entry((ahead, straight.contains(&way))).or_insert(number);
                    if !links.iter().any(|(_, other)| *other == next.0) {
                        links.push((lie, next.0));
                    }
                }
                links
            };
            (0..board.n_cells() as u16).map(links_of).collect()
        };
        let links = [of_player(0), of_player(1)];
        let n_relations = OF_PLAYERS + usize::from(rules.kinds.iter().any(|kind| kind.neutral));
        let found = Self { n_kinds, n_relations, n_lies: numbers.len(), links };
        if found.len() > MOST_FEATURES { Self::default() } else { found }
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.n_kinds * self.n_relations * self.n_kinds * self.n_lies
    }

    /// How many ways a neighbour may lie.
    pub fn n_lies(&self) -> usize {
        self.n_lies
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shows every pair of neighbours that begins with a piece of one of the players: which of them, and the feature.
    #[inline]
    pub fn visit(&self, contents: &Contents, standing: &Standing, mut see: impl FnMut(usize, usize)) {
        for piece in &contents.pieces {
            let Some(owner) = piece.owner.map(|owner| owner.index()).filter(|owner| *owner < OF_PLAYERS) else {
                continue;
            };
            let from = usize::from(piece.kind) * self.n_relations;
            for &(lie, cell) in &self.links[owner][usize::from(piece.cell)] {
                let Some(other) = usize::from(standing.0[usize::from(cell)]).checked_sub(1) else { continue };
                let (whose, kind) = (other / self.n_kinds, other % self.n_kinds);
                let relation = if whose < OF_PLAYERS { usize::from(whose != owner) } else { OF_PLAYERS };
                if relation < self.n_relations {
                    see(owner, ((from + relation) * self.n_kinds + kind) * self.n_lies + usize::from(lie));
                }
            }
        }
    }
}
