//! What turns that do nothing but drop pieces look up.

use crate::engine::bits::Bits;
use crate::program::node::{NOBODY, NONE};

use super::Rush;
use super::code::S;
use super::deck::Deck;
use super::drops::{DropTurn, Drops, Free, Test};
use super::lane::{Lane, set};

/// What a circle of turns looks up.
#[derive(Debug)]
pub struct Supply<const W: usize> {
    /// The cells where a piece may be put on an empty board.
    open: Bits<W>,
    /// The same, one after the other.
    cells: Vec<u16>,
    /// By cell, the one that may be chosen once this one is filled, if it is free; empty where none ever waits for another.
    behind: Vec<u16>,
    /// By turn, what is asked in it.
    pub asks: Vec<Asks>,
    /// Whether in any of them it is asked for rows of the player's own.
    pub asks_rows: bool,
    /// Whether in any of them more is asked than that and whether the board is full.
    pub asks_more: bool,
    /// By place where groups are followed, by cell which of the sets that are asked about it belongs to, as bits.
    pub touching: Vec<Vec<u8>>,
    /// The places where groups are followed in every turn of their player, as bits.
    steady: u64,
}

/// What is done and asked in a turn.
#[derive(Clone, Copy, Debug)]
pub struct Asks {
    /// The register of the cells of whose piece it is, or of the kind if it is nobody's, or of all pieces if there is one kind.
    pub set: S,
    /// That of the kind, if it is another one.
    pub kind: Option<S>,
    /// Where the player's lines begin; none if the piece is nobody's.
    pub lines: Option<usize>,
    /// Rows of the player's own cells of these lengths, as bits, told by the lines of the board.
    pub rows: u64,
    /// Whether it is asked if the board is full.
    pub covers: bool,
    /// Whether anything else is asked.
    pub more: bool,
}

impl<const W: usize> Supply<W> {
    /// What a circle looks up.
    pub(super) fn of(rush: &Rush<W>, drops: &Drops) -> Self {
        let cells = rush.constants[usize::from(drops.free.cells)];
        let behind = |cell: u16, (from, by): (u16, i16)| {
            let from = rush.constants[usize::from(from)];
            let next = (Bits::of(cell) & from).moved(by.into()) & cells;
            next.first().unwrap_or(NONE)
        };
        let behind = match drops.free.hidden {
            Some((_, _, from, by)) => (0..rush.beside.len() as u16).map(|cell| behind(cell, (from, by))).collect(),
            None => Vec::new(),
        };
        let (free, waiting) = drops.free.parted(rush, Bits::EMPTY);
        let open = free - waiting;
        let asks: Vec<Asks> = drops.turns.iter().map(|turn| Asks::of(rush, &drops.free, turn)).collect();
        let mut touching = vec![Vec::new(); rush.script.n_joins];
        let mut steady = 0;
        for (place, player, sides) in drops.turns.iter().flat_map(DropTurn::followed) {
            touching[usize::from(place)] = rush.touching(&sides);
            let mut turns = drops.turns.iter().filter(|turn| turn.owner == player);
            if place < 64 && turns.all(|turn| turn.followed().any(|(also, ..)| also == place)) {
                steady |= 1 << place;
            }
        }
        Self {
            open,
            cells: open.iter().collect(),
            behind,
            asks_rows: asks.iter().any(|asks| asks.rows != 0),
            asks_more: asks.iter().any(|asks| asks.more),
            asks,
            touching,
            steady,
        }
    }

    /// Whether groups are followed at a place in every turn of their player.
    #[inline(always)]
    pub fn is_steady(&self, place: u8) -> bool {
        place < 64 && self.steady >> place & 1 == 1
    }

    /// Whether groups are followed at all.
    #[inline(always)]
    pub fn follows_groups(&self) -> bool {
        !self.touching.is_empty()
    }

    /// Whether cells may not be chosen before others are filled.
    #[inline(always)]
    pub fn waits(&self) -> bool {
        !self.behind.is_empty()
    }

    /// Fills a list with the cells where a piece may be put.
    #[inline(always)]
    pub fn deal(&self, deck: &mut Vec<u16>, row: Bits<W>) {
        deck.clear();
        match row == self.open {
            true => deck.extend_from_slice(&self.cells),
            false => deck.extend(row.iter()),
        }
    }

    /// The cells with pieces, while those that were put down are only in the sets of the turns.
    #[inline(always)]
    pub(super) fn occupied(&self, lane: &Lane<W>, rush: &Rush<W>) -> Bits<W> {
        let before = set!(lane, rush.registers.occupied);
        self.asks.iter().fold(before, |occupied, asks| occupied | set!(lane, asks.set))
    }

    /// Draws the cell at a place of a deck, where cells wait for others. A cell that waits is free if it was before the first turn.
    #[inline(always)]
    pub fn draw(&self, deck: &mut Deck<'_>, place: usize, occupied: &Bits<W>) -> u16 {
        let cell = deck.at(place);
        match self.behind.get(usize::from(cell)) {
            Some(&next) if next != NONE && !occupied.contains(next) => deck.replace(place, next),
            _ => _ = deck.draw(place),
        }
        cell
    }
}

impl Free {
    /// The free cells while some are occupied, and the cells that wait for them.
    #[inline(always)]
    pub(super) fn parted<const W: usize>(&self, rush: &Rush<W>, occupied: Bits<W>) -> (Bits<W>, Bits<W>) {
        let free = rush.constants[usize::from(self.cells)] - occupied;
        let waiting = self.hidden.map(|(_, _, from, by)| (free & rush.constants[usize::from(from)]).moved(by.into()));
        (free, waiting.unwrap_or(Bits::EMPTY))
    }
}

impl Asks {
    fn of<const W: usize>(rush: &Rush<W>, free: &Free, turn: &DropTurn) -> Self {
        let registers = &rush.registers;
        let own = (turn.owner != NOBODY).then(|| registers.owners + turn.owner);
        let kind = (registers.kinds.len() > 1).then(|| registers.kinds[usize::from(turn.kind)]);
        let fills = |all: u16| rush.constants[usize::from(all)] == rush.constants[usize::from(free.cells)];
        let is_full = |test: &Test| matches!(*test, Test::Covers(all) if fills(all));
        let rows = if rush.lines.is_some() { turn.own_rows() } else { 0 };
        let is_told = |test: &Test| rows != 0 && matches!(*test, Test::Row(_, player, _) if player == turn.owner);
        let tests = || turn.tests.iter().map(|asked| &asked.test);
        Self {
            set: own.or(kind).unwrap_or(registers.occupied),
            kind: kind.filter(|_| own.is_some()),
            lines: own.and(rush.lines.as_ref()).map(|lines| lines.first_of(turn.owner)),
            rows,
            covers: tests().any(is_full),
            more: tests().any(|test| !is_full(test) && !is_told(test)),
        }
    }
}
