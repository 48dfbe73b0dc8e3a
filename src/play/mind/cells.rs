//! Cells that are alike: classes by which weights are shared.

use std::collections::BTreeMap;

use crate::rules::Rules;
use crate::rules::board::CellId;
use crate::rules::model::{Expr, ExprKind};
use crate::rules::types::{Domain, Set, Value};
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
    let likenesses = |player: usize| -> Vec<Likeness> {
        let facing = rules.players.get(player).and_then(|player| player.facing).filter(|_| oriented);
        let ranks = facing.map_or_else(|| vec![None; board.n_cells()], |facing| board.ranks(facing));
        let lies_in =
            |player: usize, cell: CellId| rules.players.get(player).is_some_and(|player| player.seat.contains(cell.0));
        all()
            .zip(plain.iter().zip(ranks))
            .map(|(cell, (&(degree, far), rank))| {
                let site = site(rules, cell, player);
                (rank, lies_in(player, cell), lies_in(1 - player, cell), degree, far, site)
            })
            .collect()
    };
    numbered([0, 1].map(likenesses))
}

/// The number of what makes each cell alike to others, by player and cell, and how many numbers there are.
fn numbered<K: Ord>(likenesses: [Vec<K>; 2]) -> ([Vec<u16>; 2], usize) {
    let mut numbers: BTreeMap<K, u16> = BTreeMap::new();
    let mut number = |likeness: K| {
        let next = numbers.len() as u16;
        *numbers.entry(likeness).or_insert(next)
    };
    let by_player = likenesses.map(|of_player| of_player.into_iter().map(&mut number).collect());
    (by_player, numbers.len())
}

/// Classes for what lies on cells: those of all cells, told apart too by what the rules give to each player by name, such as
/// `house of South`.
pub fn classes_by_name(rules: &Rules, classes: &[Vec<u16>; 2]) -> ([Vec<u16>; 2], usize) {
    let named = named_for_players(rules);
    let likenesses = |player: usize| -> Vec<(u16, Vec<[bool; 2]>)> {
        let lies = |cell: u16| {
            let lies_in = |cells: &[Set; 2]| [player, 1 - player].map(|player| cells[player].contains(cell));
            named.iter().map(lies_in).collect()
        };
        (0..).zip(&classes[player]).map(|(cell, &class)| (class, lies(cell))).collect()
    };
    numbered([0, 1].map(likenesses))
}

/// The cells that the rules give to the first two players, each time that they give some to both.
fn named_for_players(rules: &Rules) -> Vec<[Set; 2]> {
    let mut named: Vec<[Set; 2]> = Vec::new();
    walk::expressions(rules, &mut |expr| {
        let by_player = match &expr.kind {
            ExprKind::Table(..) | ExprKind::If(..) if expr.ty.domain() == Some(Domain::Cell) => {
                [0, 1].map(|player| cells_of(rules, expr, player))
            }
            _ => return,
        };
        if let [Some(one), Some(other)] = by_player
            && !one.is_empty()
            && !other.is_empty()
            && !named.contains(&[one.clone(), other.clone()])
        {
            named.push([one, other]);
        }
    });
    named
}

/// The cells that an expression means for a player, if they depend on nothing else.
fn cells_of(rules: &Rules, expr: &Expr, player: u16) -> Option<Set> {
    match &expr.kind {
        ExprKind::Constant(value) => Some(value.clone().set()),
        ExprKind::Table(table, key) if key.ty.domain() == Some(Domain::Player) => {
            Some(rules.tables[*table].at(Some(player.into())).clone().set())
        }
        ExprKind::If(asks, yes, no) => {
            let ExprKind::Same(who, of) = &asks.kind else { return None };
            let ExprKind::Constant(Value::One(Some(case))) = of.kind else { return None };
            let is_so = (who.ty.domain() == Some(Domain::Player)).then_some(case == player)?;
            cells_of(rules, if is_so { yes } else { no }, player)
        }
        ExprKind::ToSet(inner) | ExprKind::ToOne(inner) => cells_of(rules, inner, player),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sample::rules;

    #[test]
    fn what_lies_in_the_own_row_is_told_apart_from_what_lies_in_the_other() {
        let rules = rules(
            "language 1\ngame \"Test\"\nplayers South, North\nboard loop 6 { names A B south a b north }\n\
             define house of South = [A B]\ndefine house of North = [a b]\n\
             define store of South = south\ndefine store of North = north\n\
             remember seeds of each cell: 0 to 9\nsetup { set seeds of A to 9 }\n\
             move sow { pick pit from my house { set seeds of my store to seeds of pit set seeds of pit to 0 } }\n\
             turn { choose sow }\nend after each turn { \"full\": mover wins when seeds of my store is 9 }\n",
        );
        let (plain, n_plain) = classes(&rules);
        assert_eq!(n_plain, 1, "all cells of a loop are alike");
        let ([south, north], n_classes) = classes_by_name(&rules, &plain);
        // Own houses and own store, the other's houses and the other's store: each is the same for both.
        assert_eq!((south, north, n_classes), (vec![0, 0, 1, 2, 2, 3], vec![2, 2, 3, 0, 0, 1], 4));
    }
}
