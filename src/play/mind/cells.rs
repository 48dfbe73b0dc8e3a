//! Cells that are alike: classes by which weights are shared.

use std::collections::BTreeMap;

use crate::rules::Rules;
use crate::rules::board::CellId;
use crate::rules::model::ExprKind;
use crate::rules::walk;

/// On boards with more cells than this how central a cell is does not count.
const MOST_CELLS: usize = 400;

/// What makes two cells alike for a player: the row that he sees, whether they lie in his place or in the other's, how
/// many neighbours they have, how far all other cells are, and which site it is.
type Likeness = (Option<u16>, bool, bool, usize, u32, Option<(String, Option<bool>)>);

/// By player, the class of every cell, and how many classes there are.
pub fn classes(rules: &Rules) -> ([Vec<u16>; 2], usize) {
    let board = &rules.board;
    let oriented = asks_for_ranks(rules);
    let ways = board.neighbour_ways();
    let degree = |cell: CellId| ways.iter().filter(|way| board.step(cell, **way).is_some()).count();
    let far = |cell: CellId| match board.n_cells() <= MOST_CELLS {
        true => board.distances(cell).into_iter().flatten().map(u32::from).sum(),
        false => 0,
    };
    let all = || (0..board.n_cells() as u16).map(CellId);
    let plain: Vec<(usize, u32)> = all().map(|cell| (degree(cell), far(cell))).collect();
    let mut numbers: BTreeMap<Likeness, u16> = BTreeMap::new();
    let mut of_player = |player: usize| -> Vec<u16> {
        let facing = rules.players.get(player).and_then(|player| player.facing).filter(|_| oriented);
        let ranks = facing.map_or_else(|| vec![None; board.n_cells()], |facing| board.ranks(facing));
        let lies_in =
            |player: usize, cell: CellId| rules.players.get(player).is_some_and(|player| player.seat.contains(cell.0));
        all()
            .zip(plain.iter().zip(ranks))
            .map(|(cell, (&(degree, far), rank))| {
                let site = site(rules, cell, player);
                let likeness = (rank, lies_in(player, cell), lies_in(1 - player, cell), degree, far, site);
                let next = numbers.len() as u16;
                *numbers.entry(likeness).or_insert(next)
            })
            .collect()
    };
    let by_player = [of_player(0), of_player(1)];
    (by_player, numbers.len())
}

/// The name of a site, and, if each player has one of that name, whether it is that of this player; none for cells of the
/// grid.
fn site(rules: &Rules, cell: CellId, player: usize) -> Option<(String, Option<bool>)> {
    let cell = &rules.board.cells[cell.index()];
    let owned = |number: usize| {
        let name = rules.players.get(number)?.name.to_lowercase();
        cell.name.strip_suffix(&name)?.strip_suffix('-').map(str::to_owned)
    };
    let named = || match (owned(player), owned(1 - player)) {
        (Some(name), _) => (name, Some(true)),
        (None, Some(name)) => (name, Some(false)),
        (None, None) => (cell.name.clone(), None),
    };
    cell.site.then(named)
}

/// Whether a rule tells the sides of the board apart: which row a cell is in matters then.
pub fn asks_for_ranks(rules: &Rules) -> bool {
    let mut asks = false;
    walk::expressions(rules, &mut |expr| {
        asks |= matches!(expr.kind, ExprKind::Relative(..) | ExprKind::Ranks(..) | ExprKind::RankOf(..));
    });
    asks
}
