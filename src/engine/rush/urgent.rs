//! Where who plays carefully looks first: the other's group that has one free cell left beside it is taken, the own one saved.
//!
//! ```text
//!   . X o .      o has just come to the middle of the second row. The X above it has one free cell left: whoever plays X looks
//!   X o . .      there first, if the group gets more room by that, and at the last free cells of those o that touch it
//!   . . . .
//! ```
//!
//! That is a way to play and no rule. Only what the latest drop touches is looked at, which is told from what stood at the
//! decision before: so that is remembered, and with it who was the first to drop a piece on each cell.

use smallvec::SmallVec;

use crate::engine::bits::Bits;

use super::Rush;
use super::lane::Lane;
use super::run::Runner;

/// Sets of cells by player; of most games two play.
type Owned<const W: usize> = SmallVec<[Bits<W>; 2]>;

/// What stood at the latest decision of careful play, and who was the first to drop a piece on each cell since its start.
#[derive(Clone, Debug, Default)]
pub struct Latest<const W: usize> {
    /// What stood there by player; nothing before the first decision.
    stood: Owned<W>,
    first: Owned<W>,
    /// The cell of the drop before the start, if it is known.
    dropped: Option<u16>,
}

impl<const W: usize> Latest<W> {
    /// Begins anew where a piece has been dropped on a cell at last, if that is known.
    pub fn begin(&mut self, dropped: Option<u16>) {
        self.stood.clear();
        self.first.clear();
        self.dropped = dropped;
    }

    /// By player, the cells on which he was the first to drop a piece; nothing if nobody asked.
    pub fn first(&self) -> &[Bits<W>] {
        &self.first
    }

    /// The piece that was dropped since the decision before, by its player and its cell. What stands now is noted.
    fn come(&mut self, owners: &[Bits<W>]) -> Option<(usize, u16)> {
        if self.stood.is_empty() {
            self.stood.extend_from_slice(owners);
            self.first.resize(owners.len(), Bits::EMPTY);
            let cell = self.dropped?;
            return Some((owners.iter().position(|own| own.contains(cell))?, cell));
        }
        let seen = self.first.iter().fold(Bits::EMPTY, |seen, first| seen | *first);
        let mut latest = None;
        for (owner, now) in owners.iter().enumerate() {
            let come = *now - self.stood[owner];
            self.stood[owner] = *now;
            self.first[owner] |= come - seen;
            latest = come.first().map(|cell| (owner, cell)).or(latest);
        }
        latest
    }
}

/// A group with one free cell beside it at most.
struct Pressed<const W: usize> {
    cells: Bits<W>,
    free: Bits<W>,
}

impl<const W: usize> Rush<W> {
    /// The group of a cell in the cells of a player, if it has one free cell beside it at most.
    fn pressed(&self, own: Bits<W>, cell: u16, empty: Bits<W>) -> Option<Pressed<W>> {
        let mut free = Bits::EMPTY;
        let has_more = |near: Bits<W>, _: Bits<W>| {
            free |= near & empty;
            free.count() > 1
        };
        let (cells, has_more) = self.group_until(own, cell, has_more);
        (!has_more).then_some(Pressed { cells, free })
    }

    /// The last free cells of those groups of a player that hold some of his cells, and have but one.
    fn last_free(&self, own: Bits<W>, mut cells: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let mut last = Bits::EMPTY;
        while let Some(cell) = cells.pop() {
            if let Some(pressed) = self.pressed(own, cell, empty) {
                cells -= pressed.cells;
                last |= pressed.free;
            }
        }
        last
    }

    /// The cells on which a player takes or saves something once another has dropped a piece on a cell.
    fn urgent(&self, owners: &[Bits<W>], me: usize, (by, cell): (usize, u16)) -> Bits<W> {
        let (own, empty) = (owners[me], owners.iter().fold(self.all, |empty, own| empty - *own));
        let mut urgent = self.last_free(owners[by], Bits::of(cell), empty);
        let mut touched = self.grown(Bits::of(cell)) & own;
        while let Some(start) = touched.pop() {
            let Some(Pressed { cells, free }) = self.pressed(own, start, empty) else { continue };
            touched -= cells;
            let around = self.grown(cells);
            for (_, other) in owners.iter().enumerate().filter(|(owner, _)| *owner != me) {
                urgent |= self.last_free(*other, around & *other, empty);
            }
            // It is of no use where the group is left with one free cell again.
            let saves = |cell: &u16| self.pressed(own | Bits::of(*cell), *cell, empty - Bits::of(*cell)).is_none();
            urgent |= free.iter().filter(saves).collect::<Bits<W>>();
        }
        urgent
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The cells at which a player looks first.
    pub(super) fn urgent(&mut self, lane: &Lane<W>, me: u8) -> Bits<W> {
        let first = usize::from(self.rush.registers.owners);
        let owners = &lane.sets[first..first + usize::from(self.slow.machine.n_players())];
        match self.slow.scratch.latest.come(owners) {
            Some((by, cell)) if by != usize::from(me) => self.rush.urgent(owners, me.into(), (by, cell)),
            _ => Bits::EMPTY,
        }
    }
}
