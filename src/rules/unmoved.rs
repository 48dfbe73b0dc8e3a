//! Of which kinds of pieces rules ask whether they have moved. A knight that went out and came home makes no other
//! position where only kings and rooks are asked.

use std::collections::HashMap;

use super::Rules;
use super::model::{Expr, ExprKind};
use super::types::Set;
use super::walk;

/// The kinds of which a rule asks whether they have moved; all kinds where that cannot be told.
pub fn unmoved_kinds(rules: &Rules) -> Set {
    let mut kinds = Set::default();
    if !rules.asks_unmoved {
        return kinds;
    }
    let mut known = HashMap::new();
    for sentence in rules.moves.iter().flat_map(|each| &each.sentences) {
        if let Some(travel) = &sentence.travel
            && let Some(standing) = &travel.on
        {
            narrow(standing, Some(&travel.kinds), &mut known);
        }
    }
    walk::expressions(rules, &mut |expr| narrow(expr, None, &mut known));
    walk::expressions(rules, &mut |expr| {
        if let ExprKind::Unmoved = expr.kind {
            let all = || (0..rules.kinds.len() as u16).collect();
            let asked: Set = known.get(&std::ptr::from_ref(expr)).cloned().unwrap_or_else(all);
            asked.iter().for_each(|kind| kinds.insert(kind));
        }
    });
    kinds
}

/// Notes of every `unmoved` that stands in a set of pieces of which kinds they are.
fn narrow(expr: &Expr, kinds: Option<&Set>, known: &mut HashMap<*const Expr, Set>) {
    match &expr.kind {
        ExprKind::Unmoved => {
            if let Some(kinds) = kinds {
                known.entry(std::ptr::from_ref(expr)).or_insert_with(|| kinds.clone());
            }
        }
        ExprKind::Intersection(one, other) => {
            narrow(one, kinds_of(other).or(kinds), known);
            narrow(other, kinds_of(one).or(kinds), known);
        }
        ExprKind::Difference(one, other) => {
            narrow(one, kinds, known);
            narrow(other, kinds_of(one).or(kinds), known);
        }
        ExprKind::Union(one, other) => {
            narrow(one, kinds, known);
            narrow(other, kinds, known);
        }
        _ => {}
    }
}

/// The kinds of the pieces of a set, if it says so.
fn kinds_of(expr: &Expr) -> Option<&Set> {
    match &expr.kind {
        ExprKind::Pieces(kinds, _) => Some(kinds),
        ExprKind::Intersection(one, other) => kinds_of(one).or_else(|| kinds_of(other)),
        ExprKind::Difference(one, _) => kinds_of(one),
        _ => None,
    }
}
