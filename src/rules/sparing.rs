//! The same rules, but nobody drops a piece on a cell that own pieces enclose.
//!
//! ```text
//!   X X X
//!   X . X      whoever drops here fills what is his already: in some games that helps nobody,
//!   X X .      in others it is how his group loses its last free cell
//!
//!   X X O
//!   X . X      two of the other's aslant, or one at the edge, part what encloses the cell:
//!   . X O      it may be taken piece by piece, so this cell is not spared
//! ```
//!
//! Who plays at random makes more of games where that is bad if he plays by these rules. They are no other game: every
//! option is one of the rules as they are, and positions are the same.

use super::Rules;
use super::board::{CellId, DirectionId};
use super::model::{Expr, ExprKind, Owner};
use super::types::{Domain, Set, Type, Value};
use crate::source::Span;

/// The rules without drops on cells that own pieces enclose; none where nothing is dropped.
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

/// The cells that own pieces do not enclose: beside which something else stands, or nothing; and those where what encloses them is
/// parted, on boards where pieces that lie aslant do not hang together.
fn open(rules: &Rules) -> Expr {
    let (board, made) = (&rules.board, Maker::of(rules));
    let joining = board.joining_ways();
    let aslant: Vec<DirectionId> = board.neighbour_ways().into_iter().filter(|way| !joining.contains(way)).collect();
    let all = made.cells(Set::below(board.n_cells()));
    let mut open = made.beside(&joining, made.both(ExprKind::Difference, all, made.own()));
    let parts = |ways: &[DirectionId]| made.beside(ways, made.enemies());
    for (index, &one) in aslant.iter().enumerate() {
        for &other in &aslant[..index] {
            open = made.both(ExprKind::Union, open, made.both(ExprKind::Intersection, parts(&[one]), parts(&[other])));
        }
    }
    let is_at_edge = |cell: &u16| aslant.iter().any(|&way| board.step(CellId(*cell), way).is_none());
    let edge: Set = (0..board.n_cells() as u16).filter(is_at_edge).collect();
    if !aslant.is_empty() {
        open = made.both(ExprKind::Union, open, made.both(ExprKind::Intersection, made.cells(edge), parts(&aslant)));
    }
    open
}

/// Makes expressions.
struct Maker {
    n_kinds: usize,
    span: Span,
}

impl Maker {
    fn of(rules: &Rules) -> Self {
        let span = rules.moves.first().map(|played| played.span).unwrap_or_default();
        Self { n_kinds: rules.kinds.len(), span }
    }

    fn make(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty, span: self.span }
    }

    fn cells(&self, cells: Set) -> Expr {
        self.make(ExprKind::Constant(Value::Set(cells)), Type::Set(Domain::Cell))
    }

    /// What two sets of cells make.
    fn both(&self, kind: fn(Box<Expr>, Box<Expr>) -> ExprKind, one: Expr, other: Expr) -> Expr {
        self.make(kind(Box::new(one), Box::new(other)), Type::Set(Domain::Cell))
    }

    /// The cells beside others in some ways.
    fn beside(&self, ways: &[DirectionId], cells: Expr) -> Expr {
        let ways = Value::Set(ways.iter().map(|way| u16::from(way.0)).collect());
        let ways = self.make(ExprKind::Constant(ways), Type::Set(Domain::Direction));
        self.make(ExprKind::Shift(Box::new(ways), Box::new(cells)), Type::Set(Domain::Cell))
    }

    /// The cells of the pieces of some players.
    fn pieces(&self, of: impl FnOnce(Box<Expr>) -> ExprKind) -> Expr {
        let me = self.make(ExprKind::Me, Type::One(Domain::Player));
        let players = self.make(of(Box::new(me)), Type::Set(Domain::Player));
        let pieces = ExprKind::Pieces(Set::below(self.n_kinds), Owner::Of(Box::new(players)));
        self.make(pieces, Type::Set(Domain::Cell))
    }

    fn own(&self) -> Expr {
        self.pieces(ExprKind::ToSet)
    }

    fn enemies(&self) -> Expr {
        self.pieces(ExprKind::Enemies)
    }
}
