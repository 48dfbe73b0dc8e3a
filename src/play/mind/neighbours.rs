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
pub const RELATIONS: usize = 3;

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
    /// By cell, the pairs of which it is the one with the lower number.
    pairs: Vec<Vec<Pair>>,
    /// How pairs may lie.
    mutual: Vec<Mutual>,
}

/// Two cells beside each other: where what their lie is worth begins among the worths, and the other cell.
type Pair = (u32, u16);

/// How two cells lie to each other: by player, the one to the other and the other to the one, where one is beside the other.
type Mutual = [[Option<u8>; 2]; 2];

/// What stands on each cell, as the first of the two players sees it: nothing (0), or one more than the kind and as many kinds
/// more for what is the other player's, twice as many for what is nobody's.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    n_kinds: usize,
    n_words: usize,
    seen: Vec<u16>,
    occupied: Vec<u64>,
    /// By relation, then by kind, a bit for each cell.
    planes: Vec<u64>,
}

impl Standing {
    /// Reads what stands on a board of so many cells, on top where pieces are piled.
    pub fn read(&mut self, contents: &Contents, n_cells: usize, n_kinds: usize) {
        (self.n_kinds, self.n_words) = (n_kinds, n_cells.div_ceil(64));
        self.seen.clear();
        self.seen.resize(n_cells, 0);
        for (sets, n) in [(&mut self.occupied, 1), (&mut self.planes, RELATIONS * n_kinds)] {
            sets.clear();
            sets.resize(n * self.n_words, 0);
        }
        for piece in &contents.pieces {
            let relation = match piece.owner.map(|owner| owner.0) {
                Some(owner @ 0..2) => usize::from(owner),
                Some(_) => continue,
                None => 2,
            };
            let (stands, cell) = (relation * n_kinds + usize::from(piece.kind), usize::from(piece.cell));
            self.seen[cell] = 1 + stands as u16;
            self.occupied[cell / 64] |= 1 << (cell % 64);
            self.planes[stands * self.n_words + cell / 64] |= 1 << (cell % 64);
        }
    }

    /// By cell, what stands there as the first player sees it.
    pub fn seen(&self) -> &[u16] {
        &self.seen
    }

    /// A bit for each cell where a player has a piece of a kind, be it under others.
    #[inline]
    pub fn plane(&self, player: usize, kind: usize) -> &[u64] {
        &self.planes[(player * self.n_kinds + kind) * self.n_words..][..self.n_words]
    }

    /// Which of the two players has two pieces of a kind or more: one more if the first has, one less if the other has.
    pub fn seconds(&self, kind: usize) -> i64 {
        let has_second = |player| {
            let plane = self.plane(player, kind);
            let has_two = |cells: &u64| cells & cells.wrapping_sub(1) != 0;
            plane.iter().any(has_two) || plane.iter().filter(|cells| **cells != 0).count() > 1
        };
        i64::from(has_second(0)) - i64::from(has_second(1))
    }

    /// A bit for each cell where something stands.
    pub fn occupied(&self) -> &[u64] {
        &self.occupied
    }
}

/// What the first player sees, as a player sees it where there are so many kinds.
pub fn as_seen_by(player: usize, stands: usize, n_kinds: usize) -> usize {
    match stands {
        1.. if player == 1 && stands <= n_kinds => stands + n_kinds,
        1.. if player == 1 && stands <= 2 * n_kinds => stands - n_kinds,
        _ => stands,
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
        let (pairs, mutual) = pairs(&links, n_standing(n_kinds));
        let found = Self { n_kinds, n_relations, n_lies: numbers.len(), links, pairs, mutual };
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

    /// The feature of a kind beside which something stands, as its owner sees it, that lies so to it; none where nothing stands.
    fn feature(&self, kind: usize, to: usize, lie: u8) -> Option<usize> {
        let n_others = self.n_relations * self.n_kinds;
        let other = to.checked_sub(1).filter(|other| *other < n_others)?;
        Some((kind * n_others + other) * self.n_lies + usize::from(lie))
    }

    /// What pairs of neighbours are worth to the first player, for [`sum`](Self::sum): by how they lie, then by what stands on the one,
    /// then by what stands on the other.
    pub fn worths(&self, worth_of: impl Fn(usize) -> i32) -> Vec<i32> {
        // What stands on a cell beside what stands on another that lies so to it, as each player sees that.
        let one_sided = |from: usize, to: usize, lies: [Option<u8>; 2]| {
            let owner = from.checked_sub(1).map(|from| from / self.n_kinds).filter(|owner| *owner < OF_PLAYERS);
            let Some(owner) = owner else { return 0 };
            let (kind, to) = ((from - 1) % self.n_kinds, as_seen_by(owner, to, self.n_kinds));
            let worth = lies[owner].and_then(|lie| self.feature(kind, to, lie)).map_or(0, &worth_of);
            if owner == 0 { worth } else { -worth }
        };
        let n = n_standing(self.n_kinds);
        let of_pair = |mutual: &Mutual, one: usize, other: usize| {
            let [there, back] = [0, 1].map(|way| mutual.map(|lies| lies[way]));
            one_sided(one, other, there).saturating_add(one_sided(other, one, back))
        };
        let of_lie = |mutual: Mutual| (0..n * n).map(move |both| of_pair(&mutual, both / n, both % n));
        self.mutual.iter().copied().flat_map(of_lie).collect()
    }

    /// What all pairs of neighbours are worth to the first player, by what [`worths`](Self::worths) has given.
    pub fn sum(&self, standing: &Standing, worths: &[i32]) -> i64 {
        let (n, stands) = (n_standing(self.n_kinds), standing.seen());
        let mut sum = 0;
        visit_cells(standing.occupied(), |cell| {
            let own = usize::from(stands[cell]) * n;
            // What is empty is worth nothing, so nobody asks whether it is: that could not be foreseen.
            for &(lie, other) in &self.pairs[cell] {
                let both = lie as usize + own + usize::from(stands[usize::from(other)]);
                sum += i64::from(worths[both]);
            }
        });
        sum
    }

    /// Shows every pair of neighbours of which the first has a piece of one of the players on top: which of them, and the feature.
    #[inline]
    pub fn visit(&self, standing: &Standing, mut see: impl FnMut(usize, usize)) {
        let stands = standing.seen();
        for (cell, &from) in stands.iter().enumerate() {
            let Some(from) = usize::from(from).checked_sub(1) else { continue };
            let (owner, kind) = (from / self.n_kinds, from % self.n_kinds);
            if owner >= OF_PLAYERS {
                continue;
            }
            for &(lie, next) in &self.links[owner][cell] {
                let to = as_seen_by(owner, usize::from(stands[usize::from(next)]), self.n_kinds);
                if let Some(feature) = self.feature(kind, to, lie) {
                    see(owner, feature);
                }
            }
        }
    }
}

/// Shows the cells of a set, a bit for each.
#[inline]
pub fn visit_cells(set: &[u64], mut see: impl FnMut(usize)) {
    for (word, &cells) in set.iter().enumerate() {
        let mut rest = cells;
        while rest != 0 {
            see(word * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// What may stand on a cell: nothing, or a kind in one of the relations.
pub fn n_standing(n_kinds: usize) -> usize {
    1 + RELATIONS * n_kinds
}

/// The pairs of neighbours by the cell with the lower number, and how pairs may lie.
fn pairs(links: &[Vec<Vec<(u8, u16)>>; 2], n_standing: usize) -> (Vec<Vec<Pair>>, Vec<Mutual>) {
    let mut mutual: Vec<Mutual> = Vec::new();
    let lie = |player: usize, from: usize, to: usize| {
        let links = &links[player][from];
        links.iter().find(|(_, cell)| usize::from(*cell) == to).map(|(lie, _)| *lie)
    };
    let n_cells = links[0].len();
    let mut pairs_of = |one: usize| {
        let lies = |other: usize| [0, 1].map(|player| [lie(player, one, other), lie(player, other, one)]);
        let mut number = |lies: Mutual| {
            let known = mutual.iter().position(|known| *known == lies);
            known.unwrap_or_else(|| {
                mutual.push(lies);
                mutual.len() - 1
            })
        };
        let beside = (one + 1..n_cells).map(|other| (other, lies(other)));
        let beside = beside.filter(|(_, lies)| lies.as_flattened().iter().any(Option::is_some));
        beside.map(|(other, lies)| ((number(lies) * n_standing * n_standing) as u32, other as u16)).collect()
    };
    let pairs = (0..n_cells).map(&mut pairs_of).collect();
    (pairs, mutual)
}
