//! Rows that a rule asks for: how far each is filled by one player alone.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::game::{Contents, Occupant};
use crate::rules::Rules;
use crate::rules::model::ExprKind;
use crate::rules::types::Value;
use crate::rules::walk;

/// The longest row that is looked at.
const LONGEST: usize = 12;

/// The rows of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// How many cells each has.
    pub length: usize,
    /// The cells of all of them, one row after the other.
    cells: Vec<u16>,
    /// By cell, the numbers of the rows in which it lies.
    through: Vec<Vec<u32>>,
}

/// All rows that the rules ask for, by length: straight ones of so many cells, and the declared lines of the board.
pub fn rows(rules: &Rules) -> Vec<Rows> {
    let n_cells = rules.board.n_cells();
    let (mut lengths, mut declared) = (BTreeSet::new(), false);
    walk::expressions(rules, &mut |expr| match &expr.kind {
        ExprKind::Lines(None, _) => declared = true,
        ExprKind::Lines(Some((_, length)), _) => {
            if let ExprKind::Constant(Value::Number(length)) = length.kind {
                lengths.insert(usize::try_from(length).unwrap_or(0));
            }
        }
        _ => {}
    });
    let straight = lengths.into_iter().filter(|length| (2..=LONGEST).contains(length));
    let mut all: Vec<Rows> = straight
        .map(|length| {
            let lines = rules.board.straight_lines(length);
            Rows::of(length, lines.into_iter().flatten().map(|cell| cell.0).collect(), n_cells)
        })
        .collect();
    let lines = || rules.board.lines.iter().filter(|line| (2..=LONGEST).contains(&line.len()));
    if declared && let Some(length) = lines().map(Vec::len).max() {
        let cells = lines().filter(|line| line.len() == length).flatten().map(|cell| cell.0);
        all.push(Rows::of(length, cells.collect(), n_cells));
    }
    all.retain(|rows| !rows.cells.is_empty());
    all
}

/// Whose piece stands on each cell: one and two for the first players, three for anybody else's.
#[derive(Clone, Debug, Default)]
pub struct Owners(Vec<u8>);

impl Owners {
    /// Reads what stands on a board of so many cells.
    pub fn read(&mut self, contents: &Contents, n_cells: usize) {
        self.0.clear();
        self.0.resize(n_cells, 0);
        for piece in &contents.pieces {
            self.0[usize::from(piece.cell)] = owner_of(piece);
        }
    }
}

impl Owners {
    /// Takes pieces away, and puts others.
    pub fn change(&mut self, gone: &[Occupant], come: &[Occupant]) {
        gone.iter().for_each(|piece| self.0[usize::from(piece.cell)] = 0);
        come.iter().for_each(|piece| self.0[usize::from(piece.cell)] = owner_of(piece));
    }
}

/// One and two for the first players, three for anybody else.
fn owner_of(piece: &Occupant) -> u8 {
    match piece.owner {
        Some(owner) if owner.0 < 2 => owner.0 + 1,
        _ => 3,
    }
}

impl Rows {
    /// Rows of so many cells each on a board of so many.
    fn of(length: usize, cells: Vec<u16>, n_cells: usize) -> Self {
        let mut through = vec![Vec::new(); n_cells];
        for (number, row) in (0..).zip(cells.chunks_exact(length)) {
            row.iter().for_each(|&cell| through[usize::from(cell)].push(number));
        }
        Self { length, cells, through }
    }

    /// Adds the numbers of the rows in which a cell lies, unless they are there already.
    pub fn add_through(&self, cell: u16, into: &mut SmallVec<[u32; 16]>) {
        for &number in &self.through[usize::from(cell)] {
            if !into.contains(&number) {
                into.push(number);
            }
        }
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.cells.len() / self.length
    }

    /// Shows every row in which only one of the first two players has pieces: which of them, and how many.
    #[inline]
    pub fn one_sided(&self, owners: &Owners, mut see: impl FnMut(usize, usize)) {
        for row in self.cells.chunks_exact(self.length) {
            if let Some((player, own)) = filled(row, owners) {
                see(player, own);
            }
        }
    }

    /// Who alone has pieces in the row with a number, and how many, if that is one of the first two players.
    #[inline]
    pub fn filled(&self, number: u32, owners: &Owners) -> Option<(usize, usize)> {
        filled(&self.cells[number as usize * self.length..][..self.length], owners)
    }
}

#[inline]
fn filled(row: &[u16], owners: &Owners) -> Option<(usize, usize)> {
    let mut counts = [0_u8; 4];
    row.iter().for_each(|&cell| counts[usize::from(owners.0[usize::from(cell)])] += 1);
    match counts {
        [_, own, 0, 0] if own > 0 => Some((0, usize::from(own))),
        [_, 0, own, 0] if own > 0 => Some((1, usize::from(own))),
        _ => None,
    }
}
