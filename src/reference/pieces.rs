//! How pieces come to the board, change and leave it. A cell stands for its top piece.

use crate::game::PlayerId;
use crate::rules::model::{Captured, Expr, Holder};
use crate::rules::types::Set;

use super::run::Run;
use super::state::{Piece, State, encode, fit};
use super::world::World;

/// The most pieces that are put at once.
const MANY: i64 = 10_000;

impl World<'_> {
    /// A piece of a kind as it comes to the board.
    pub fn new_piece(&self, kind: u16, owner: Option<PlayerId>) -> Piece {
        let owner = owner.filter(|_| !self.rules.kinds[kind as usize].neutral);
        Piece { kind, owner, moved: false, attributes: self.facts.attributes[kind as usize].clone() }
    }

    /// Whether several pieces may stand on a cell.
    pub(super) fn holds_stacks(&self, cell: u16) -> bool {
        self.rules.board.stacks || self.rules.board.cells[cell as usize].site
    }

    /// Puts a piece on a cell, on top of a stack or in the place of what stood there.
    pub fn place(&self, state: &mut State, cell: u16, piece: Piece) {
        let stack = state.stack_mut(cell);
        if !self.holds_stacks(cell) {
            stack.clear();
        }
        stack.push(piece);
    }

    /// Takes the top pieces of cells, at once or at the end of the move.
    pub fn take_all(&self, run: &mut Run, cells: &Set, at_end: bool) {
        for cell in cells.iter().filter(|&cell| run.state.top(cell).is_some()).collect::<Vec<u16>>() {
            run.state.note_taken(cell);
            if at_end {
                run.pending.insert(cell);
            } else if let Some(piece) = run.state.pop(cell) {
                self.capture(run, piece);
            }
        }
    }

    /// Takes what stands in the way of a piece that lands: on a stack what is not on its side, elsewhere all.
    pub fn take_way(&self, run: &mut Run, landing: u16, piece: &Piece) {
        let stays = |other: &Piece| self.holds_stacks(landing) && (other.owner == run.me || other.owner == piece.owner);
        let stack = std::mem::take(run.state.stack_mut(landing));
        let (staying, leaving): (Vec<Piece>, Vec<Piece>) = stack.into_iter().partition(stays);
        run.state.stack_mut(landing).extend(staying);
        for other in leaving {
            run.state.note_taken(landing);
            self.capture(run, other);
        }
    }

    /// Sends a taken piece where such pieces go. Neutral pieces leave the game, and so do the taker's own.
    pub(super) fn capture(&self, run: &mut Run, piece: Piece) {
        let Some(owner) = piece.owner.filter(|_| piece.owner != run.me) else {
            return;
        };
        match &self.rules.captured {
            Captured::Away => {}
            Captured::Hand => {
                let kind = self.rules.kinds[piece.kind as usize].captured_as.map_or(piece.kind, |kind| kind as u16);
                if let Some(count) = run.me.and_then(|me| run.state.hand_mut(me, kind)) {
                    *count += 1;
                }
            }
            Captured::Sites(sites) => {
                if let Some(&site) = sites.get(owner.index()) {
                    run.state.stack_mut(site).push(piece);
                }
            }
        }
    }

    /// Puts so many pieces of a kind on each of some cells, or in a hand.
    pub fn put(
        &self,
        run: &mut Run,
        number: &Expr,
        kind: &Expr,
        (owner, on, with): (Option<&Expr>, Option<&Expr>, &[(usize, Expr)]),
    ) {
        let mut scope = self.scope(&run.state, run.me);
        let number = scope.number(number).clamp(0, MANY);
        let Some(kind) = scope.one(kind) else { return };
        let owner = owner.map_or(run.me, |owner| scope.player(owner));
        let cells = on.map(|on| scope.set(on));
        let mut piece = self.new_piece(kind, owner);
        for (variable, value) in with {
            let variable = &self.rules.variables[*variable];
            let value = fit(scope.value(value), variable.ty);
            if variable.kinds.contains(kind) {
                piece.attributes[variable.offset] = encode(&value);
            }
        }
        let Some(cells) = cells else {
            if let Some(count) = owner.and_then(|owner| run.state.hand_mut(owner, kind)) {
                *count = count.saturating_add(number as u32);
            }
            return;
        };
        if !self.spend_pieces(&run.state, number as u64 * cells.iter().count() as u64) {
            return;
        }
        for cell in cells.iter() {
            (0..number).for_each(|_| self.place(&mut run.state, cell, piece.clone()));
        }
    }

    /// Changes the kind of pieces; variables that the new kind has too keep their values.
    pub fn change(&self, run: &mut Run, cells: &Expr, into: &Expr) {
        let mut scope = self.scope(&run.state, run.me);
        let (cells, Some(kind)) = (scope.set(cells), scope.one(into)) else {
            return;
        };
        for cell in cells.iter() {
            let Some(old) = run.state.top_mut(cell) else {
                continue;
            };
            let mut new = self.new_piece(kind, old.owner.or(run.me));
            new.moved = old.moved;
            for variable in self.rules.variables.iter().filter(|variable| variable.holder == Holder::Piece) {
                if variable.kinds.contains(old.kind) && variable.kinds.contains(kind) {
                    new.attributes[variable.offset] = old.attributes[variable.offset];
                }
            }
            *old = new;
        }
    }
}
