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
/// These and pieces of nobody.
const RELATIONS: usize = 3;

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

/// What stands on each cell, as each of the two players sees it: nothing (0), or one more than the kind and as many kinds
/// more for what is the other player's, twice as many for what is nobody's.
#[derive(Clone, Debug, Default)]
pub struct Standing([Vec<u16>; 2]);

impl Standing {
    /// Reads what stands on a board of so many cells, on top where pieces are piled.
    pub fn read(&mut self, contents: &Contents, n_cells: usize, n_kinds: usize) {
        let n_kinds = n_kinds as u16;
        let [one, other] = &mut self.0;
        for cells in [&mut *one, &mut *other] {
            cells.clear();
            cells.resize(n_cells, 0);
        }
        for piece in &contents.pieces {
            let relations = match piece.owner.map(|owner| owner.index()) {
                Some(0) => [0, 1],
                Some(1) => [1, 0],
                Some(_) => continue,
                None => [2, 2],
            };
            let [first, second] = relations.map(|relation| 1 + relation * n_kinds + piece.kind);
            one[usize::from(piece.cell)] = first;
            other[usize::from(piece.cell)] = second;
        }
    }
}

impl Standing {
    /// By cell, what stands there as one of the two players sees it.
    pub fn seen_by(&self, player: usize) -> &[u16] {
        &self.0[player]
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

    /// What features are worth, for [`sum`](Self::sum): by the kind of a piece, then by what stands on its neighbour, nothing
    /// first, then by how that lies.
    pub fn worths(&self, worth_of: impl Fn(usize) -> i32) -> Vec<i32> {
        let n_others = self.n_relations * self.n_kinds;
        let by_kind = |kind: usize| {
            let nothing = std::iter::repeat_n(0, self.n_lies);
            let of_nobody = std::iter::repeat_n(0, (RELATIONS - self.n_relations) * self.n_kinds * self.n_lies);
            let first = kind * n_others * self.n_lies;
            nothing.chain((first..first + n_others * self.n_lies).map(&worth_of)).chain(of_nobody)
        };
        (0..self.n_kinds).flat_map(by_kind).collect()
    }

    /// What all pairs of neighbours are worth to the first player, by what [`worths`](Self::worths) has given.
    pub fn sum(&self, contents: &Contents, standing: &Standing, worths: &[i32]) -> i64 {
        let n_worths = (1 + RELATIONS * self.n_kinds) * self.n_lies;
        let mut sums = [0; 2];
        for piece in &contents.pieces {
            let Some(owner) = piece.owner.map(|owner| owner.index()).filter(|owner| *owner < OF_PLAYERS) else {
                continue;
            };
            let worths = &worths[usize::from(piece.kind) * n_worths..][..n_worths];
            let stands = &standing.0[owner];
            // What is empty is worth nothing, so nobody asks whether it is: that could not be foreseen.
            let worth = |&(lie, cell): &(u8, u16)| {
                i64::from(worths[usize::from(stands[usize::from(cell)]) * self.n_lies + usize::from(lie)])
            };
            sums[owner] += self.links[owner][usize::from(piece.cell)].iter().map(worth).sum::<i64>();
        }
        sums[0] - sums[1]
    }

    /// Shows every pair of neighbours that begins with a piece of one of the players: which of them, and the feature.
    #[inline]
    pub fn visit(&self, contents: &Contents, standing: &Standing, mut see: impl FnMut(usize, usize)) {
        for piece in &contents.pieces {
            let Some(owner) = piece.owner.map(|owner| owner.index()).filter(|owner| *owner < OF_PLAYERS) else {
                continue;
            };
            let n_others = self.n_relations * self.n_kinds;
            let from = usize::from(piece.kind) * n_others;
            let stands = &standing.0[owner];
            for &(lie, cell) in &self.links[owner][usize::from(piece.cell)] {
                let Some(other) = usize::from(stands[usize::from(cell)]).checked_sub(1) else { continue };
                if other < n_others {
                    see(owner, (from + other) * self.n_lies + usize::from(lie));
                }
            }
        }
    }
}
