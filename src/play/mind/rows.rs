//! Rows that a rule asks for: how far each is filled by one player alone.

use std::collections::BTreeSet;

use crate::game::Contents;
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
}

/// All rows that the rules ask for, by length: straight ones of so many cells, and the declared lines of the board.
pub fn rows(rules: &Rules) -> Vec<Rows> {
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
            Rows { length, cells: lines.into_iter().flatten().map(|cell| cell.0).collect() }
        })
        .collect();
    let lines = || rules.board.lines.iter().filter(|line| (2..=LONGEST).contains(&line.len()));
    if declared && let Some(length) = lines().map(Vec::len).max() {
        let cells = lines().filter(|line| line.len() == length).flatten().map(|cell| cell.0);
        all.push(Rows { length, cells: cells.collect() });
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
            self.0[usize::from(piece.cell)] = match piece.owner {
                Some(owner) if owner.0 < 2 => owner.0 + 1,
                _ => 3,
            };
        }
    }
}

impl Rows {
    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.cells.len() / self.length
    }

    /// Shows every row in which only one of the first two players has pieces: which of them, and how many.
    #[inline]
    pub fn one_sided(&self, owners: &Owners, mut see: impl FnMut(usize, usize)) {
        for row in self.cells.chunks_exact(self.length) {
            let mut counts = [0_u8; 4];
            row.iter().for_each(|&cell| counts[usize::from(owners.0[usize::from(cell)])] += 1);
            match counts {
                [_, own, 0, 0] if own > 0 => see(0, usize::from(own)),
                [_, 0, own, 0] if own > 0 => see(1, usize::from(own)),
                _ => {}
            }
        }
    }
}
