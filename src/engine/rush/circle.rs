//! Turns in which nothing is done but to put a piece on a free cell: what happens in one of them.
//!
//! ```text
//!   ┌─► a cell is drawn ─► a piece is put there ─► questions ─┬─ no ──► the next turn ─┐
//!   │                                                         └─ yes ─► the end        │
//!   └──────────────────────────────────────────────────────────────────────────────────┘
//! ```

use crate::engine::bits::Bits;
use crate::game::rng::Rng;
use crate::program::node::NOTHING;

use super::Rush;
use super::deck::{ByCell, Deck};
use super::drops::{DropTurn, Drops, Test};
use super::lines::{Grown, Lines, Windows};
use super::supply::{Asks, Supply};

/// How a circle of turns came to an end.
pub enum End {
    /// There is no free cell.
    None,
    /// The answer to this one of the questions of the turn is yes.
    Asked(usize),
    /// Play stops before this instruction of a turn.
    Due(u32),
}

/// Turns that follow each other in a circle, from a position on.
pub struct Circle<'a, const W: usize> {
    rush: &'a Rush<W>,
    drops: &'a Drops,
    supply: &'a Supply<W>,
    /// By turn, what is asked in it.
    asks: &'a [Asks],
    lines: Option<&'a Lines>,
    /// The same on a board that fits into a word.
    windows: Windows<'a>,
    /// The cells with pieces before the first turn.
    occupied: Bits<W>,
    /// How many cells have none.
    n_free: usize,
    /// By cell, the one that may be chosen once this one is filled.
    behind: ByCell<W>,
    /// So many turns are played at most.
    most: usize,
}

/// How far a game has gone.
#[derive(Clone, Debug)]
pub struct Going<const W: usize> {
    /// The cells that are left.
    pub deck: Deck<W>,
    /// The cells of players on the lines of the board.
    pub lines: Grown,
    /// Whence numbers come.
    pub rng: Rng,
    /// The place of the turn in the circle.
    pub now: usize,
    /// How many cells have none of the pieces that the turns before put.
    pub rest: usize,
}

/// Where pieces are put, and what knows how they stand.
pub trait Board {
    /// A piece comes to a cell.
    fn put(&mut self, asks: &Asks, cell: u16);

    /// Whether the answer to a question of a turn is yes, after a piece was put on a cell.
    fn holds(&mut self, turn: &DropTurn, test: Test, cell: u16) -> bool;
}

impl<'a, const W: usize> Circle<'a, W> {
    /// Turns from a position with these cells occupied, so many at most.
    pub fn new((rush, drops, supply): (&'a Rush<W>, &'a Drops, &'a Supply<W>), occupied: Bits<W>, most: usize) -> Self {
        let lines = rush.lines.as_ref().filter(|_| supply.asks_rows);
        let windows = lines.map_or(Windows::NONE, Lines::windows);
        let n_free = drops.free.parted(rush, occupied).0.count();
        Self {
            rush,
            drops,
            supply,
            asks: &supply.asks,
            lines,
            windows,
            occupied,
            n_free,
            behind: supply.behind(occupied),
            most,
        }
    }

    /// The turns, in the order in which they follow each other.
    pub fn turns(&self) -> &'a [DropTurn] {
        &self.drops.turns
    }

    /// The cells without a piece before the first turn.
    pub fn n_free(&self) -> usize {
        self.n_free
    }

    /// A game before the first turn, with pieces of these owners, and with the room of another one for its lines.
    pub fn begun(&self, mut lines: Grown, rng: Rng, owners: &[Bits<W>]) -> Going<W> {
        let (free, waiting) = self.drops.free.parted(self.rush, self.occupied);
        if let Some(all) = self.lines {
            all.fill(&mut lines, owners);
        }
        Going { deck: self.supply.deck(free - waiting, self.n_free), lines, rng, now: 0, rest: self.n_free }
    }

    /// How many turns of a game have come to their end.
    #[inline(always)]
    pub fn n_turns(&self, going: &Going<W>) -> usize {
        self.n_free - going.rest
    }

    /// One turn: how the circle came to an end, if it did, and the landing that a question was asked about. Whether anything is asked
    /// but for rows of the player's own and whether the board is full, whether cells wait for others, and whether play may stop
    /// before the end, is known.
    #[inline(always)]
    pub fn turn<const MORE: bool, const WAITS: bool, const STOPS: bool>(
        &self,
        going: &mut Going<W>,
        board: &mut impl Board,
    ) -> Option<(End, i64)> {
        let asks = &self.asks[going.now];
        if going.deck.is_empty() {
            return Some((End::None, NOTHING));
        }
        let place = going.rng.below(going.deck.len() as u64) as usize;
        let rest = going.rest - 1;
        let cell = match WAITS {
            true => going.deck.draw_before(place, &self.behind, rest),
            false => going.deck.draw(place),
        };
        board.put(asks, cell);
        let lengths = if asks.rows != 0 { self.grow(going, asks, cell) } else { 0 };
        let is_full = rest == 0;
        if lengths & asks.rows != 0 || is_full && asks.covers || MORE && asks.more {
            let turn = &self.drops.turns[going.now];
            for (place, asked) in turn.tests.iter().enumerate() {
                let holds = match asked.test {
                    Test::Row(_, player, wanted) if asks.rows != 0 && player == turn.owner => lengths & wanted != 0,
                    Test::Covers(_) if asks.fills => is_full,
                    _ if !MORE => false,
                    test => board.holds(turn, test, cell),
                };
                if holds {
                    return Some((End::Asked(place), i64::from(cell)));
                }
            }
        }
        going.rest = rest;
        if STOPS && self.n_turns(going) >= self.most {
            return Some((End::Due(self.drops.turns[going.now].turn.2), NOTHING));
        }
        going.now = asks.next;
        None
    }

    /// The player of a turn gets a cell; the lengths of the rows of its cells through that one, as bits.
    #[inline(always)]
    fn grow(&self, going: &mut Going<W>, asks: &Asks, cell: u16) -> u64 {
        match self.windows.grow(&mut going.lines, asks.lines, cell) {
            Some(lengths) => lengths,
            None => self.lines.map_or(0, |all| all.grow(&mut going.lines, asks.lines, cell)),
        }
    }
}
