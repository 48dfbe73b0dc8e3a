//! Piles: how high they are, what is taken from them and laid onto them.

use crate::program::node::{Id, Node};
use crate::rules::model::Comparison;

use super::super::code::{Code, S};
use super::super::registers::DEEP;
use super::lift::Asked;
use super::recall::Part;
use super::{Made, Maker};

impl Maker<'_> {
    /// Whether piles are told by registers, and nothing changes what stands on cells without knowing of them.
    pub(super) fn keeps_piles(&self) -> bool {
        !self.program.geometry.may_pile || self.regs.buried.is_some() && !self.script.code.iter().any(knows_no_piles)
    }

    /// All cells on which so many pieces stand as a condition asks, if that is all it asks of the cell.
    pub(super) fn lift_height(&mut self, how: Option<Comparison>, (a, b): (Id, Id), asked: Asked) -> Made<S> {
        let first = self.regs.buried.ok_or("pieces that do not pile up")?;
        let is_height = |id: Id| matches!(self.node(id), Node::Height(cell) if asked.is(self.node(*cell)));
        let (how, other) = match (is_height(a), is_height(b)) {
            (true, false) => (how, b),
            (false, true) => (how.map(super::values::turned), a),
            _ => return Err("no height"),
        };
        let other = self.fixed_number(other).ok_or("a height that is compared with what is worked out")?;
        let holds = |height: i64| how.map_or(height == other, |how| how.holds(height, other));
        let mask = (0..1_i64 << DEEP).filter(|&buried| holds(buried + 1)).map(|buried| 1 << buried).sum();
        let occupied = self.regs.occupied;
        let piles = match self.masked((mask, DEEP), first)? {
            Part::None => None,
            Part::All => Some(occupied),
            Part::Is(cells) => Some(self.join(Code::And, cells, occupied)?),
        };
        match (piles, holds(0)) {
            (Some(piles), false) => Ok(piles),
            (None, false) => self.fixed(&crate::rules::types::Set::default()),
            (piles, true) => {
                let empty = self.all_but(occupied)?;
                piles.map_or(Ok(empty), |piles| self.join(Code::Or, piles, empty))
            }
        }
    }

    /// The top pieces of cells are taken.
    pub(super) fn take_tops(&mut self, cells: Id) -> Made<()> {
        let unalike = self.unalike.ok_or("piles that are changed where no option is looked for")?;
        let (cells, past) = (self.set(cells)?, self.label());
        // Mostly nothing stands there.
        let cells = self.join(Code::And, cells, self.regs.occupied)?;
        self.put(Code::IfEmpty(cells, past));
        self.put(Code::TakeTops(cells, unalike));
        self.here(past);
        Ok(())
    }

    /// The top piece of a cell goes onto another.
    pub(super) fn stack(&mut self, from: Id, onto: Id) -> Made<()> {
        let unalike = self.unalike.ok_or("piles that are changed where no option is looked for")?;
        let (from, onto) = (self.number(from)?, self.number(onto)?);
        self.put(Code::Stack(from, onto, unalike));
        Ok(())
    }
}

/// Whether an instruction changes what stands on cells as if one piece at most stood there, or lets the machine change it.
fn knows_no_piles(code: &Code) -> bool {
    use Code as C;
    matches!(
        code,
        C::Toggle(..)
            | C::Drop(..)
            | C::Drops(_)
            | C::Chains(..)
            | C::Carry(..)
            | C::CarryOneOf(..)
            | C::CarryAny(..)
            | C::Place(..)
            | C::Put(..)
            | C::Take(_)
            | C::Lift(_)
            | C::Change(..)
            | C::Give(..)
            | C::Push(..)
            | C::Perform(..)
            | C::Engine(..)
    )
}
