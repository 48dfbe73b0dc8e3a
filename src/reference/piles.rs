//! Piles: several pieces of a cell at once, and pieces that stand under others.

use crate::rules::model::{Expr, Owner};
use crate::rules::types::Set;

use super::expression::Scope;
use super::run::Run;
use super::state::{Piece, Stack};
use super::world::World;

impl World<'_> {
    /// Moves so many pieces from the top of a cell to another, in their order: on top of what is there or under it.
    pub(super) fn move_pile(&self, run: &mut Run, number: &Expr, (from, to): (&Expr, &Expr), under: bool) {
        let mut scope = self.scope(&run.state, run.me);
        let number = usize::try_from(scope.number(number)).unwrap_or(0);
        let Some((from, to)) = scope.one(from).zip(scope.one(to)) else { return };
        let stack = run.state.stack_mut(from);
        let mut pile: Stack = stack.drain(stack.len().saturating_sub(number)..).collect();
        pile.iter_mut().for_each(|piece| piece.moved |= from != to);
        if under {
            if run.state.top(to).is_some() && !self.holds_stacks(to) {
                return;
            }
            pile.extend(std::mem::take(run.state.stack_mut(to)));
        }
        self.spend(pile.len() as u64);
        pile.into_iter().for_each(|piece| self.place(&mut run.state, to, piece));
    }
}

impl Scope<'_> {
    /// The cells where a piece of some kinds and owners stands, under others too.
    pub(super) fn at_any_height(&mut self, kinds: &Set, owner: &Owner) -> Set {
        let owners = match owner {
            Owner::Any => None,
            Owner::Of(players) => Some(self.set(players)),
        };
        let is_owned = |piece: &Piece| {
            owners.as_ref().is_none_or(|owners| piece.owner.is_some_and(|owner| owners.contains(owner.0.into())))
        };
        let is_meant = |piece: &Piece| kinds.contains(piece.kind) && is_owned(piece);
        let numbered = (0..).zip(self.state.stacks.iter());
        numbered.filter(|(_, stack)| stack.iter().any(is_meant)).map(|(cell, _)| cell).collect()
    }
}
