//! The same rules, but nobody drops a piece on a cell that own pieces enclose.
//!
//! ```text
//!   X X X
//!   X . X      whoever drops here fills what is his already: in some games that helps nobody,
//!   X X .      in others it is how his group loses its last free cell
//! ```
//!
//! Who plays at random makes more of games where that is bad if he plays by these rules. They are no other game: every
//! option is one of the rules as they are, and positions are the same.

use super::Rules;
use super::model::{Expr, ExprKind, Owner};
use super::types::{Domain, Set, Type, Value};

/// The rules without drops on cells of which all neighbours hold own pieces; none where nothing is dropped.
pub fn sparing(rules: &Rules) -> Option<Rules> {
    let mut spared = rules.clone();
    let open = open(rules);
    let travels = spared
        .moves
        .iter_mut()
        .flat_map(|played| &mut played.sentences)
        .filter_map(|sentence| sentence.travel.as_mut());
    let mut is_any = false;
    for travel in travels.filter(|travel| travel.drops) {
        let to = Box::new(travel.to.clone());
        travel.to.kind = ExprKind::Intersection(to, Box::new(open.clone()));
        is_any = true;
    }
    is_any.then_some(spared)
}

/// The cells beside which something else stands than own pieces, or nothing.
fn open(rules: &Rules) -> Expr {
    let span = rules.moves.first().map(|played| played.span).unwrap_or_default();
    let made = |kind: ExprKind, ty: Type| Box::new(Expr { kind, ty, span });
    let constant = |set: Set, domain: Domain| made(ExprKind::Constant(Value::Set(set)), Type::Set(domain));
    let me = made(ExprKind::Me, Type::One(Domain::Player));
    let mine = made(ExprKind::ToSet(me), Type::Set(Domain::Player));
    let own = made(ExprKind::Pieces(Set::below(rules.kinds.len()), Owner::Of(mine)), Type::Set(Domain::Cell));
    let all = constant(Set::below(rules.board.n_cells()), Domain::Cell);
    let others = made(ExprKind::Difference(all, own), Type::Set(Domain::Cell));
    let ways = rules.board.joining_ways().iter().map(|way| u16::from(way.0)).collect();
    let ways = constant(ways, Domain::Direction);
    *made(ExprKind::Shift(ways, others), Type::Set(Domain::Cell))
}
