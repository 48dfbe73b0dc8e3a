//! Chains of hops, each over a piece that is taken: all of them are found without a copy of the position.

use crate::engine::bits::Bits;
use crate::program::Geometry;
use crate::program::node::NONE;

use super::code::{Chain, ChainPart};
use super::leaps::{Hop, Leaps};

/// The most chains of one decision; more than so many take too long to be found.
const MANY: usize = 200_000;

/// A chain that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending<const W: usize> {
    /// The cell that the piece left first.
    pub first: u16,
    /// The cell that it left last.
    pub origin: u16,
    /// The cell that it jumped over last.
    pub hurdle: u16,
    /// The direction of its last hop.
    pub way: u16,
    /// Where it lands.
    pub landing: u16,
    /// The cells of the pieces that it takes.
    pub taken: Bits<W>,
}

/// The search for chains.
pub struct Search<'a, const W: usize> {
    /// The board.
    pub geometry: &'a Geometry,
    /// What is searched for.
    pub chain: &'a Chain,
    /// The chains found.
    pub endings: &'a mut Vec<Ending<W>>,
    /// The cells that are empty when the piece has left.
    pub empty: Bits<W>,
    /// The cells that may be jumped over.
    pub over: Bits<W>,
}

impl<const W: usize> Search<'_, W> {
    /// Finds the chains that go on from a cell, with what was taken so far, by hops over the next cell. Whether there is
    /// any.
    pub fn near(&mut self, leaps: &Leaps<W>, (first, cell): (u16, u16), taken: Bits<W>) -> bool {
        let empty = if self.chain.at_end { self.empty } else { self.empty | taken };
        let over = self.over - taken;
        let mut found = false;
        for hop in leaps.of(cell).iter().filter(|hop| over.contains(hop.hurdle) && empty.contains(hop.landing)) {
            found = true;
            let taken = taken | Bits::of(hop.hurdle);
            let goes_on = self.endings.len() < MANY && self.near(leaps, (first, hop.landing), taken);
            if !goes_on || !self.chain.must {
                let Hop { hurdle, landing, way } = *hop;
                self.endings.push(Ending { first, origin: cell, hurdle, way, landing, taken });
            }
        }
        found
    }

    /// Finds the chains that go on from a cell, with what was taken so far, by hops from afar. Whether there is any.
    pub fn far(&mut self, part: &ChainPart, (first, cell): (u16, u16), taken: Bits<W>) -> bool {
        let empty = if self.chain.at_end { self.empty } else { self.empty | taken };
        let over = self.over - taken;
        let mut found = false;
        for &way in &part.ways[usize::from(cell)] {
            let mut hurdle = self.geometry.step(cell, way);
            while hurdle != NONE && empty.contains(hurdle) && !over.contains(hurdle) {
                hurdle = self.geometry.step(hurdle, way);
            }
            if hurdle == NONE || !over.contains(hurdle) {
                continue;
            }
            let mut landing = self.geometry.step(hurdle, way);
            while landing != NONE && empty.contains(landing) {
                found = true;
                let taken = taken | Bits::of(hurdle);
                let goes_on = self.endings.len() < MANY && self.far(part, (first, landing), taken);
                if !goes_on || !self.chain.must {
                    self.endings.push(Ending { first, origin: cell, hurdle, way, landing, taken });
                }
                landing = self.geometry.step(landing, way);
            }
        }
        found
    }

    /// Whether there were too many.
    pub fn is_too_long(&self) -> bool {
        self.endings.len() >= MANY
    }

    /// Keeps the chains that take most, and of those that come to the same position the first.
    pub fn choose(&mut self) {
        if self.endings.len() < 2 {
            return;
        }
        if self.chain.most {
            let most = self.endings.iter().map(|ending| ending.taken.count()).max();
            self.endings.retain(|ending| Some(ending.taken.count()) == most);
        }
        if self.chain.distinct {
            let result = |ending: &Ending<W>| (ending.first, ending.landing, ending.taken);
            let mut kept = 0;
            for index in 0..self.endings.len() {
                let ending = self.endings[index];
                if !self.endings[..kept].iter().any(|other| result(other) == result(&ending)) {
                    self.endings[kept] = ending;
                    kept += 1;
                }
            }
            self.endings.truncate(kept);
        }
    }
}
