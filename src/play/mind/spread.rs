//! How far apart the pieces of a player stand: where an end asks for pieces that stand together.

use smallvec::SmallVec;

use crate::game::{Changes, Contents, Occupant, PlayerId};
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

/// The pieces of the first two players: their cells, each with how far all pieces of its owner are from it.
#[derive(Clone, Debug, Default)]
pub struct Apart([Vec<(u16, u32)>; 2]);

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

    /// Reads where the pieces of the first two players stand.
    pub fn read(&self, contents: &Contents, apart: &mut Apart) {
        apart.0.iter_mut().for_each(Vec::clear);
        for piece in &contents.pieces {
            let Some(PlayerId(owner @ 0..2)) = piece.owner else { continue };
            let own = &mut apart.0[usize::from(owner)];
            if own.len() < MOST_PIECES {
                own.push((piece.cell, 0));
            }
        }
        for own in &mut apart.0 {
            for at in 0..own.len() {
                let from = self.from(own[at].0);
                own[at].1 = own.iter().map(|&(cell, _)| u32::from(from[usize::from(cell)])).sum();
            }
        }
    }

    /// What [`Apart::measure`] would tell after some changes.
    pub fn after(&self, apart: &Apart, changes: &Changes) -> [u32; 2] {
        [0, 1].map(|player: u8| {
            let cells = |pieces: &[Occupant]| -> SmallVec<[u16; 4]> { of_owner(pieces, player).collect() };
            let (gone, come) = (cells(&changes.gone), cells(&changes.come));
            let before = &apart.0[usize::from(player)];
            if gone.is_empty() && come.is_empty() {
                return least(before.iter().map(|(_, sum)| *sum));
            }
            let stay = || before.iter().filter(|(cell, _)| !gone.contains(cell));
            let far = |from: &[u8], cells: &[u16]| -> u32 {
                cells.iter().map(|&cell| u32::from(from[usize::from(cell)])).sum()
            };
            let of_stay = stay().map(|&(cell, sum)| {
                let from = self.from(cell);
                (sum + far(from, &come)).saturating_sub(far(from, &gone))
            });
            let of_come = come.iter().map(|&cell| {
                let from = self.from(cell);
                stay().map(|&(other, _)| u32::from(from[usize::from(other)])).sum::<u32>() + far(from, &come)
            });
            least(of_stay.chain(of_come))
        })
    }

    /// The distances of all cells from one.
    fn from(&self, cell: u16) -> &[u8] {
        &self.distances[usize::from(cell) * self.n_cells..][..self.n_cells]
    }
}

impl Apart {
    /// For each of the first two players how far his pieces stand from that one of them that is nearest to all.
    pub fn measure(&self) -> [u32; 2] {
        self.0.each_ref().map(|own| least(own.iter().map(|(_, sum)| *sum)))
    }
}

/// The least of some sums; 0 if there is none.
fn least(sums: impl Iterator<Item = u32>) -> u32 {
    sums.min().unwrap_or(0)
}

/// The cells of the pieces of a player.
fn of_owner(pieces: &[Occupant], player: u8) -> impl Iterator<Item = u16> {
    pieces.iter().filter(move |piece| piece.owner == Some(PlayerId(player))).map(|piece| piece.cell)
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
