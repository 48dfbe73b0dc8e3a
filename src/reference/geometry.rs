//! Expressions about where things lie: neighbours, ranks, rows, lines, groups, distances.

use std::iter::successors;

use crate::rules::board::{CellId, DirectionId};
use crate::rules::model::Expr;
use crate::rules::types::Set;

use super::expression::Scope;

impl Scope<'_> {
    pub(super) fn shift(&mut self, ways: &Expr, cells: &Expr) -> Set {
        let (ways, cells) = (self.set(ways), self.set(cells));
        let mut shifted = Set::default();
        for way in ways.iter() {
            for cell in cells.iter() {
                if let Some(next) = self.step(cell, DirectionId(way as u8)) {
                    shifted.insert(next);
                }
            }
        }
        shifted
    }

    fn step(&self, cell: u16, way: DirectionId) -> Option<u16> {
        self.world.rules.board.step(CellId(cell), way).map(|next| next.0)
    }

    pub(super) fn relative(&mut self, player: &Expr, notches: &[i32]) -> Set {
        let Some(player) = self.player(player) else {
            return Set::default();
        };
        let rules = self.world.rules;
        let Some(facing) = rules.players[player.index()].facing else {
            return Set::default();
        };
        let ways = notches.iter().filter_map(|&notches| rules.board.turned(facing, notches));
        ways.map(|way| u16::from(way.0)).collect()
    }

    pub(super) fn opposite(&mut self, ways: &Expr) -> Set {
        let directions = &self.world.rules.board.directions;
        let opposite = |way: u16| directions.get(way as usize).and_then(|direction| direction.opposite);
        self.set(ways).iter().filter_map(opposite).map(|way| u16::from(way.0)).collect()
    }

    pub(super) fn ranks(&mut self, player: &Expr, from: Option<&Expr>, to: Option<&Expr>) -> Set {
        let Some(player) = self.player(player) else {
            return Set::default();
        };
        let last = i64::from(self.world.facts.last_rank(player.index()));
        let from = from.map_or(last, |from| self.number(from));
        let to = to.map_or(last, |to| self.number(to));
        let rank = |cell: u16| self.world.facts.rank(player.index(), cell as usize);
        self.cells().filter(|&cell| rank(cell).is_some_and(|rank| (from..=to).contains(&i64::from(rank)))).collect()
    }

    pub(super) fn rank_of(&mut self, cell: &Expr, player: &Expr) -> i64 {
        let (cell, player) = (self.one(cell), self.player(player));
        let rank = cell.zip(player).and_then(|(cell, player)| self.world.facts.rank(player.index(), cell as usize));
        rank.map_or(0, i64::from)
    }

    fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.world.rules.board.n_cells() as u16
    }

    fn place(&self, column: bool, cell: u16) -> Option<i64> {
        let cell = self.world.rules.board.cells.get(cell as usize)?;
        if column { cell.column } else { cell.row }.map(i64::from)
    }

    pub(super) fn coordinate(&mut self, column: bool, cell: &Expr) -> i64 {
        let cell = self.one(cell);
        cell.and_then(|cell| self.place(column, cell)).unwrap_or(0)
    }

    pub(super) fn rows(&mut self, column: bool, from: &Expr, to: &Expr) -> Set {
        let range = self.number(from)..=self.number(to);
        self.cells().filter(|&cell| self.place(column, cell).is_some_and(|place| range.contains(&place))).collect()
    }

    pub(super) fn declared_lines(&mut self, set: &Expr) -> Set {
        let set = self.set(set);
        let lines = self.world.rules.board.lines.iter();
        let inside = lines.filter(|line| line.iter().all(|cell| set.contains(cell.0)));
        inside.flatten().map(|cell| cell.0).collect()
    }

    pub(super) fn straight_lines(&mut self, exactly: bool, n: &Expr, set: &Expr) -> Set {
        let (n, set) = (self.number(n), self.set(set));
        let is_long = |length: i64| if exactly { length == n } else { length >= n };
        let ways = &self.world.facts.straight;
        set.iter().filter(|&cell| ways.iter().any(|&way| is_long(self.row_length(cell, way, &set)))).collect()
    }

    /// How many cells the straight row through a cell has inside a set.
    fn row_length(&self, cell: u16, way: DirectionId, set: &Set) -> i64 {
        let board = &self.world.rules.board;
        let next = |here: u16, way| self.step(here, way).filter(|&next| next != cell && set.contains(next));
        let onward = |way| successors(Some(cell), move |&here| next(here, way)).take(board.n_cells());
        let opposite = board.directions[way.index()].opposite;
        onward(way).chain(opposite.into_iter().flat_map(onward)).collect::<Set>().len() as i64
    }

    pub(super) fn joins(&mut self, set: &Expr, from: &Expr, to: &Expr) -> bool {
        let (set, from, to) = (self.set(set), self.set(from), self.set(to));
        !self.spread(&set, &from).intersection(&to).is_empty()
    }

    pub(super) fn group(&mut self, set: &Expr, cells: &Expr) -> Set {
        let (set, cells) = (self.set(set), self.set(cells));
        self.spread(&set, &cells)
    }

    pub(super) fn surrounded(&mut self) -> Set {
        let empty = self.state.empty();
        let mut surrounded = Set::default();
        for player in 0..self.world.rules.players.len() as u8 {
            let own = self.state.cells_with(|piece| piece.owner.is_some_and(|owner| owner.0 == player));
            let breathing = self.spread(&own, &self.around(&empty));
            surrounded = surrounded.union(&own.difference(&breathing));
        }
        surrounded
    }

    pub(super) fn enclosed(&mut self, set: &Expr, border: &Expr) -> Set {
        let (set, border) = (self.set(set), self.set(border));
        let mut enclosed = Set::default();
        let mut rest = set.clone();
        while let Some(cell) = rest.first() {
            let region = self.spread(&set, &std::iter::once(cell).collect());
            let outside = self.around(&region).difference(&region);
            rest = rest.difference(&region);
            if !outside.is_empty() && outside.is_subset(&border) {
                enclosed = enclosed.union(&region);
            }
        }
        enclosed
    }

    /// The cells of a set that are joined, inside it, to some of these cells of it.
    fn spread(&self, set: &Set, from: &Set) -> Set {
        let mut reached = from.clone().intersection(set);
        let mut latest = reached.clone();
        while !latest.is_empty() {
            latest = self.around(&latest).intersection(set).difference(&reached);
            reached = reached.union(&latest);
        }
        reached
    }

    /// The neighbours of any of these cells.
    fn around(&self, cells: &Set) -> Set {
        let neighbours = &self.world.facts.neighbours;
        cells.iter().fold(Set::default(), |around, cell| around.union(&neighbours[cell as usize]))
    }

    /// The steps between two cells; more than any way has if there is none.
    pub(super) fn distance(&mut self, from: &Expr, to: &Expr) -> i64 {
        let Some((from, to)) = self.one(from).zip(self.one(to)) else {
            return 0;
        };
        let board = &self.world.rules.board;
        board.distance(CellId(from), CellId(to)).map_or(board.n_cells() as i64, i64::from)
    }
}
