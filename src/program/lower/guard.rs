//! What a guard asks about.

use crate::rules::model::{Expr, ExprKind, journey};
use crate::rules::walk;

/// Whether a guard may ask about the travel itself, or about anything that differs before it. One that surely does not
/// is asked once, before any travel.
///
/// # Proof
/// Between the choice of a piece and its travel nothing changes but the names of the travel. A definition may
/// read them, so a guard that uses definitions is looked through as well.
pub(super) fn asks_of_travel(guard: &Expr) -> bool {
    let mut asks = false;
    walk::expression(guard, &mut |expr| {
        asks |= match expr.kind {
            ExprKind::Kept(name) => name < journey::COUNT,
            ExprKind::Call(..) => true,
            _ => false,
        };
    });
    asks
}
