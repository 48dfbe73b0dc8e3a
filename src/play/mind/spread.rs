//! How far apart the pieces of a player stand: where an end asks for pieces that stand together.

use crate::game::{Contents, PlayerId};
use crate::rules::Rules;
use crate::rules::board::CellId;
use crate::rules::model::{EndResult, Expr, ExprKind};
use crate::rules::walk;

/// On boards with more cells than this it is not measured.
const MOST_CELLS: usize = 256;
/// So many pieces of a player are measured at most.
const MOST_PIECES: usize = 64;
/// The distance of cells that no way joins.
const APART: u8 = 32;

/// The distances between all cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    n_cells: usize,
    distances: Vec<u8>,
}

impl Spread {
    /// The distances of the board, if an end asks whether pieces stand together: whether they are one group, or whether
    /// steps repeated lead from one to the others.
    pub fn of(rules: &Rules) -> Option<Self> {
        let n_cells = rules.board.n_cells();
        if n_cells > MOST_CELLS || !asks_for_groups(rules) {
            return None;
        }
        let near = |distance: Option<u16>| distance.map_or(APART, |steps| steps.min(u16::from(APART)) as u8);
        let from = |cell| rules.board.distances(CellId(cell)).into_iter().map(near);
        Some(Self { n_cells, distances: (0..n_cells as u16).flat_map(from).collect() })
    }

    /// Adds for each of the first two players how far his pieces stand from that one of them that is nearest to all.
    pub fn measure(&self, contents: &Contents, sums: &mut [u32; 2]) {
        let mut cells = [[0_u16; MOST_PIECES]; 2];
        let mut counts = [0; 2];
        for piece in &contents.pieces {
            let Some(PlayerId(owner @ 0..2)) = piece.owner else { continue };
            let owner = usize::from(owner);
            if counts[owner] < MOST_PIECES {
                cells[owner][counts[owner]] = piece.cell;
                counts[owner] += 1;
            }
        }
        for (player, sum) in sums.iter_mut().enumerate() {
            let own = &cells[player][..counts[player]];
            let from = |&centre: &u16| {
                let row = &self.distances[usize::from(centre) * self.n_cells..][..self.n_cells];
                own.iter().map(|&cell| u32::from(row[usize::from(cell)])).sum::<u32>()
            };
            *sum += own.iter().map(from).min().unwrap_or(0);
        }
    }
}

/// Whether an end that lets somebody win or lose asks for groups.
fn asks_for_groups(rules: &Rules) -> bool {
    let mut asked = vec![false; rules.functions.len()];
    let is_won = |result: &EndResult| matches!(result, EndResult::Someone(..) | EndResult::EachPlayer(_));
    let ends = rules.ends.iter().filter(|end| is_won(&end.result));
    ends.filter_map(|end| end.when.as_ref()).any(|when| asks_in(rules, when, &mut asked))
}

/// The same of an expression and of the definitions that it uses, each looked at once.
fn asks_in(rules: &Rules, expr: &Expr, asked: &mut [bool]) -> bool {
    let (mut asks, mut calls) = (false, Vec::new());
    walk::expression(expr, &mut |inner| match &inner.kind {
        ExprKind::Group(..) => asks = true,
        ExprKind::Reach { path, .. } => asks |= path.iter().any(|leg| leg.repeating),
        ExprKind::Call(function, _) => calls.push(*function),
        _ => {}
    });
    asks || calls.into_iter().any(|function| {
        !std::mem::replace(&mut asked[function], true) && asks_in(rules, &rules.functions[function].body, asked)
    })
}
