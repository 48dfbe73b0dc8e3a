//! The board as tables: neighbours, shifts, ranks, leaps, lines.

use std::collections::BTreeMap;

use crate::rules::Rules;
use crate::rules::board::{CellId, DirectionId};

use super::node::NONE;
use super::pool::Pool;

/// The cells that step by the same difference of their numbers: one shift and one mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The number of the neighbour less the number of the cell.
    pub by: i32,
    /// The cells that have such a neighbour, in the pool of sets.
    pub from: u32,
}

/// Where leaps of one kind lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeapTable {
    /// How many cells across and along.
    pub offset: (u16, u16),
    /// By cell, all landings in the order of the cells.
    pub all: Vec<Vec<u16>>,
    /// By direction and cell, the landings toward that direction.
    pub toward: Vec<Vec<Vec<u16>>>,
}

/// The board as tables.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// How many cells there are.
    pub n_cells: usize,
    /// All cells, in the pool of sets.
    pub all: u32,
    /// How many directions there are.
    pub n_directions: usize,
    /// By direction and cell, the neighbour or [`NONE`].
    pub to: Vec<u16>,
    /// Whether a direction ever leads back to where it began.
    pub circles: bool,
    /// By direction, its steps as shifts.
    pub shifts: Vec<Vec<Shift>>,
    /// By direction, the direction back or [`NONE`].
    pub opposite: Vec<u16>,
    /// By player and cell, the rank or 0.
    pub ranks: Vec<Vec<u16>>,
    /// By player, the last rank.
    pub last_rank: Vec<u16>,
    /// By cell, the row and the column or 0.
    pub coordinates: Vec<(u16, u16)>,
    /// The directions by which groups hang together.
    pub joining: Vec<u16>,
    /// All steps by which groups hang together: the cells from which one leads so many cell numbers further.
    pub around: Vec<Shift>,
    /// Whether every cell is a neighbour of its neighbours by which groups hang together.
    pub is_mutual: bool,
    /// One of each two opposite directions in which rows run.
    pub straight: Vec<u16>,
    /// The declared lines, in the pool of sets.
    pub lines: Vec<u32>,
    /// By cell, the declared lines through it.
    pub lines_through: Vec<Vec<u32>>,
    /// The leaps that paths use.
    pub leaps: Vec<LeapTable>,
    /// Whether pieces may pile up on a cell, by cell in the pool of sets.
    pub piles: u32,
    /// Whether there is any such cell.
    pub has_piles: bool,
    /// Whether a turn may bring a piece onto another.
    pub may_pile: bool,
    /// By direction, the rays from each cell, from this set of the pool on, and whether the numbers of the cells
    /// ascend along them; none where they do neither, or where the direction leads in a circle.
    pub rays: Vec<Option<(u32, bool)>>,
    /// Whether every direction has rays and no two directions lead from a cell to the same one.
    pub has_plain_rays: bool,
    /// The steps between each two cells, if a rule asks for them.
    pub distances: Vec<u16>,
}

impl Geometry {
    /// The tables of a board.
    pub fn new(rules: &Rules, pool: &mut Pool) -> Self {
        let board = &rules.board;
        let n_cells = board.n_cells();
        let to: Vec<u16> = board
            .directions
            .iter()
            .flat_map(|direction| (0..n_cells).map(|cell| direction.to.get(cell).copied().flatten()))
            .map(|next| next.map_or(NONE, |next| next.0))
            .collect();
        let shifts: Vec<Vec<Shift>> = to.chunks(n_cells.max(1)).map(|to| shifts(to, pool)).collect();
        let joining = numbers(&board.joining_ways());
        let around = merged(joining.iter().flat_map(|&way| &shifts[usize::from(way)]), pool);
        let piles = |cell: &usize| board.stacks || board.cells[*cell].site;
        let pile_cells: Vec<u16> = (0..n_cells).filter(piles).map(|cell| cell as u16).collect();
        let lines: Vec<u32> =
            board.lines.iter().map(|line| pool.add(line.iter().map(|cell| cell.0).collect())).collect();
        let through = |cell: usize| {
            let numbered = board.lines.iter().zip(&lines);
            numbered.filter(|(line, _)| line.contains(&CellId(cell as u16))).map(|(_, &set)| set).collect()
        };
        let ranks = rules.players.iter().map(|player| {
            let ranks = player.facing.map_or_else(Vec::new, |facing| board.ranks(facing));
            (0..n_cells).map(|cell| ranks.get(cell).copied().flatten().unwrap_or(0)).collect()
        });
        let ranks: Vec<Vec<u16>> = ranks.collect();
        Self {
            n_cells,
            circles: to.chunks(n_cells.max(1)).any(has_circle),
            all: pool.add((0..n_cells as u16).collect()),
            n_directions: board.directions.len(),
            shifts,
            opposite: board.directions.iter().map(|way| way.opposite.map_or(NONE, |way| u16::from(way.0))).collect(),
            last_rank: ranks.iter().map(|ranks| ranks.iter().max().copied().unwrap_or(0)).collect(),
            ranks,
            coordinates: board.cells.iter().map(|cell| (cell.row.unwrap_or(0), cell.column.unwrap_or(0))).collect(),
            is_mutual: is_mutual(&to, n_cells, &joining),
            joining,
            around,
            straight: numbers(&board.straight_ways()),
            lines_through: (0..n_cells).map(through).collect(),
            lines,
            leaps: Vec::new(),
            has_piles: !pile_cells.is_empty(),
            may_pile: !pile_cells.is_empty(),
            piles: pool.add(pile_cells),
            distances: Vec::new(),
            has_plain_rays: false,
            rays: to.chunks(n_cells.max(1)).map(|to| rays(to, pool)).collect(),
            to,
        }
    }

    /// The neighbour of a cell in a direction, or [`NONE`].
    #[inline]
    pub fn step(&self, cell: u16, way: u16) -> u16 {
        self.to[way as usize * self.n_cells + cell as usize]
    }

    /// The cells ahead of another in a direction, the nearest first; once around where the direction leads in a circle.
    pub fn ahead(&self, cell: u16, way: u16) -> impl Iterator<Item = u16> {
        let next = move |&here: &u16| Some(self.step(here, way)).filter(|&next| next != NONE);
        std::iter::successors(next(&cell), next).take(self.n_cells)
    }

    /// The steps between two cells; 0 beyond the board, or if no rule asks for them.
    #[inline]
    pub fn distance(&self, from: u16, to: u16) -> u16 {
        self.distances.get(usize::from(from) * self.n_cells + usize::from(to)).copied().unwrap_or(0)
    }

    /// Finds out whether rays part for good at every cell.
    pub fn look_at_rays(&mut self, pool: &Pool) {
        let is_plain = |cell: u32| {
            let mut seen = vec![0_u64; pool.width];
            self.rays.iter().all(|ray| {
                let Some((first, _)) = ray else { return false };
                let words = &pool.words[(first + cell) as usize * pool.width..][..pool.width];
                let parts = words.iter().zip(&seen).all(|(word, seen)| word & seen == 0);
                seen.iter_mut().zip(words).for_each(|(seen, word)| *seen |= word);
                parts
            })
        };
        self.has_plain_rays = (0..self.n_cells as u32).all(is_plain);
    }

    /// The number of the table of a leap.
    pub fn leap(&mut self, rules: &Rules, across: u16, along: u16) -> u16 {
        let board = &rules.board;
        if let Some(known) = self.leaps.iter().position(|table| table.offset == (across, along)) {
            return known as u16;
        }
        let numbers = |cells: Vec<CellId>| cells.into_iter().map(|cell| cell.0).collect::<Vec<u16>>();
        let cells = || (0..self.n_cells as u16).map(CellId);
        let toward =
            |way: u8| cells().map(|cell| numbers(board.leaps_toward(cell, across, along, DirectionId(way)))).collect();
        let all = cells().map(|cell| numbers(board.leaps(cell, across, along))).collect();
        let toward = (0..self.n_directions).map(|way| toward(way as u8)).collect();
        self.leaps.push(LeapTable { offset: (across, along), all, toward });
        self.leaps.len() as u16 - 1
    }

    /// Works out the steps between all cells.
    pub fn measure(&mut self, rules: &Rules) {
        if !self.distances.is_empty() {
            return;
        }
        let far = self.n_cells as u16;
        let from = |cell: u16| rules.board.distances(CellId(cell)).into_iter().map(move |steps| steps.unwrap_or(far));
        self.distances = (0..far).flat_map(from).collect();
    }
}

/// The rays of a direction, if the numbers of the cells ascend or descend along all of them.
fn rays(to: &[u16], pool: &mut Pool) -> Option<(u32, bool)> {
    let steps = || (0_u16..).zip(to).filter(|(_, next)| **next != NONE);
    let ascending = steps().all(|(cell, &next)| next > cell);
    if !ascending && !steps().all(|(cell, &next)| next < cell) {
        return None;
    }
    let ray = |cell: u16| {
        let next = |&here: &u16| to.get(here as usize).copied().filter(|&next| next != NONE);
        std::iter::successors(next(&cell), next).collect()
    };
    Some((pool.add_all((0..to.len() as u16).map(ray)), ascending))
}

/// Whether a direction ever leads back to where it began.
fn has_circle(to: &[u16]) -> bool {
    (0..to.len() as u16).any(|start| {
        let mut here = start;
        (0..to.len()).any(|_| {
            here = if here == NONE { NONE } else { to[here as usize] };
            here == start
        })
    })
}

/// Whether every step in some directions can be taken back in one of them.
fn is_mutual(to: &[u16], n_cells: usize, ways: &[u16]) -> bool {
    let step = |cell: u16, way: u16| to[usize::from(way) * n_cells + usize::from(cell)];
    let comes_back = |cell: u16, next: u16| ways.iter().any(|&way| step(next, way) == cell);
    (0..n_cells as u16).all(|cell| {
        let next = ways.iter().map(|&way| step(cell, way)).filter(|&next| next != NONE);
        next.into_iter().all(|next| comes_back(cell, next))
    })
}

/// Shifts of several directions with those taken together that go equally far.
fn merged<'a>(shifts: impl Iterator<Item = &'a Shift>, pool: &mut Pool) -> Vec<Shift> {
    let mut all: BTreeMap<i32, Vec<u16>> = BTreeMap::new();
    shifts.for_each(|shift| all.entry(shift.by).or_default().extend(pool.set(shift.from).iter()));
    all.into_iter().map(|(by, from)| Shift { from: pool.add(from), by }).collect()
}

/// The steps of a direction as shifts, the commonest first.
fn shifts(to: &[u16], pool: &mut Pool) -> Vec<Shift> {
    let mut groups: Vec<(i32, Vec<u16>)> = Vec::new();
    for (cell, &next) in (0_u16..).zip(to).filter(|(_, next)| **next != NONE) {
        let by = i32::from(next) - i32::from(cell);
        match groups.iter_mut().find(|(known, _)| *known == by) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((by, vec![cell])),
        }
    }
    groups.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.len()));
    groups.into_iter().map(|(by, cells)| Shift { by, from: pool.add(cells) }).collect()
}

fn numbers(ways: &[DirectionId]) -> Vec<u16> {
    ways.iter().map(|way| u16::from(way.0)).collect()
}
