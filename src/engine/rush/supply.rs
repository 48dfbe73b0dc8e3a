//! What turns that do nothing but drop pieces look up.

use crate::engine::bits::Bits;
use crate::program::node::{NOBODY, NONE};

use super::Rush;
use super::code::S;
use super::deck::{ByCell, Deck};
use super::drops::{DropTurn, Drops, Free, Sides, Test};
use super::joins::Reached;
use super::lane::{Lane, set};

/// What a circle of turns looks up.
#[derive(Debug)]
pub struct Supply<const W: usize> {
    /// The cells where a piece may be put on an empty board.
    open: Bits<W>,
    /// The same as a deck, with room for those that wait for them.
    deck: Deck<W>,
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
    /// The place of the turn that follows.
    pub next: usize,
    /// The register of the cells of whose piece it is, or of the kind if it is nobody's, or of all pieces if there is one kind.
    pub set: S,
    /// That of the kind, if it is another one.
    pub kind: Option<S>,
    /// Where the player's lines begin.
    pub lines: usize,
    /// Rows of the player's own cells of these lengths, as bits, told by the lines of the board.
    pub rows: u64,
    /// Whether it is asked if the board is full.
    pub covers: bool,
    /// Whether no other cells are asked about whether pieces cover them.
    pub fills: bool,
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
        let next = (1..drops.turns.len()).chain([0]);
        let asks = drops.turns.iter().zip(next).map(|(turn, next)| Asks::of(rush, &drops.free, turn, next));
        let asks: Vec<Asks> = asks.collect();
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
            deck: Deck::new(open.iter(), free.count()),
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

    /// Brings what is known of groups up to the position before the first turn, in which these cells are of these owners.
    pub(super) fn follow_groups(
        &self,
        (rush, drops): (&Rush<W>, &Drops),
        reached: &mut [Reached<W>],
        owners: &[Bits<W>],
    ) {
        if !rush.is_mutual {
            return;
        }
        let constant = |number: u16| rush.constants[usize::from(number)];
        for asked in drops.turns.iter().flat_map(|turn| &turn.tests) {
            match asked.test {
                Test::Joins(player, from, end, place) => {
                    let (of, reached) = (owners[usize::from(player)], &mut reached[usize::from(place)]);
                    reached.joined = reached.joins(&rush.beside, (of, constant(from), constant(end)));
                }
                Test::Touches(player, _, place) => {
                    let touches = |cell: u16| self.touching[usize::from(place)][usize::from(cell)];
                    reached[usize::from(place)].follow(&rush.beside, owners[usize::from(player)], touches);
                }
                Test::Row(..) | Test::Line(_) | Test::Covers(_) => {}
            }
        }
    }

    /// Whether cells may not be chosen before others are filled.
    #[inline(always)]
    pub fn waits(&self) -> bool {
        !self.behind.is_empty()
    }

    /// Whether a player's cells join two sets, after a piece was put on a cell in a turn. They are followed at a place in every turn of
    /// the player.
    #[inline(always)]
    pub(super) fn joins_now(
        &self,
        rush: &Rush<W>,
        reached: &mut [Reached<W>],
        (player, end, place): (u8, u16, u8),
        (turn, cell): (&DropTurn, u16),
    ) -> bool {
        let reached = &mut reached[usize::from(place)];
        let mut joins = reached.joined;
        if !joins && player == turn.owner {
            let touches = self.touching[usize::from(place)][usize::from(cell)] & 1 == 1;
            joins = reached.joins_with(&rush.beside, (cell, touches), rush.constants[usize::from(end)]);
        }
        if joins {
            reached.clear();
        }
        joins
    }

    /// Whether the group of a cell touches some sets, after its player has put a piece there. His groups were followed at a place.
    #[inline(always)]
    pub(super) fn touches_now(
        &self,
        rush: &Rush<W>,
        reached: &mut [Reached<W>],
        (sides, place): (Sides, u8),
        cell: u16,
    ) -> bool {
        let place = usize::from(place);
        let touches = self.touching[place][usize::from(cell)];
        reached[place].touches_with(&rush.beside, (cell, touches)) == sides.every()
    }

    /// The free cells as a deck, with room for so many; without those that wait for others.
    #[inline(always)]
    pub fn deck(&self, free: Bits<W>, room: usize) -> Deck<W> {
        if free == self.open { self.deck.clone() } else { Deck::new(free.iter(), room) }
    }

    /// The cells with pieces, while those that were put down are only in the sets of the turns.
    #[inline(always)]
    pub(super) fn occupied(&self, lane: &Lane<W>, rush: &Rush<W>) -> Bits<W> {
        let before = set!(lane, rush.registers.occupied);
        self.asks.iter().fold(before, |occupied, asks| occupied | set!(lane, asks.set))
    }

    /// By cell, the one that may be chosen once this one is filled, if any, where some are occupied before the first turn.
    pub fn behind(&self, occupied: Bits<W>) -> ByCell<W> {
        let mut behind = [[NONE; 64]; W];
        let is_free = |&&next: &&u16| next != NONE && !occupied.contains(next);
        for (next, to) in self.behind.iter().zip(behind.as_flattened_mut()) {
            *to = Some(next).filter(is_free).copied().unwrap_or(NONE);
        }
        behind
    }
}

impl Free {
    /// Whether a question is whether no cell is free.
    pub(super) fn is_covered<const W: usize>(&self, rush: &Rush<W>, test: &Test) -> bool {
        matches!(*test, Test::Covers(all) if rush.constants[usize::from(all)] == rush.constants[usize::from(self.cells)])
    }

    /// The free cells while some are occupied, and the cells that wait for them.
    #[inline(always)]
    pub(super) fn parted<const W: usize>(&self, rush: &Rush<W>, occupied: Bits<W>) -> (Bits<W>, Bits<W>) {
        let free = rush.constants[usize::from(self.cells)] - occupied;
        let waiting = self.hidden.map(|(_, _, from, by)| (free & rush.constants[usize::from(from)]).moved(by.into()));
        (free, waiting.unwrap_or(Bits::EMPTY))
    }
}

impl Asks {
    fn of<const W: usize>(rush: &Rush<W>, free: &Free, turn: &DropTurn, next: usize) -> Self {
        let registers = &rush.registers;
        let own = (turn.owner != NOBODY).then(|| registers.owners + turn.owner);
        let kind = (registers.kinds.len() > 1).then(|| registers.kinds[usize::from(turn.kind)]);
        let is_full = |test: &Test| free.is_covered(rush, test);
        let rows = if rush.lines.is_some() { turn.own_rows() } else { 0 };
        let is_told = |test: &Test| rows != 0 && matches!(*test, Test::Row(_, player, _) if player == turn.owner);
        let tests = || turn.tests.iter().map(|asked| &asked.test);
        Self {
            next,
            set: own.or(kind).unwrap_or(registers.occupied),
            kind: kind.filter(|_| own.is_some()),
            lines: rush.lines.as_ref().filter(|_| rows != 0).map_or(0, |lines| lines.first_of(turn.owner)),
            rows,
            covers: tests().any(is_full),
            fills: tests().all(|test| is_full(test) || !matches!(test, Test::Covers(_))),
            more: tests().any(|test| !is_full(test) && !is_told(test)),
        }
    }
}
