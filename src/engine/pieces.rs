//! How pieces come to the board, change and leave it. A cell stands for its top piece.

use std::ops::Range;

use smallvec::SmallVec;

use crate::game::{Occupant, PlayerId};
use crate::program::Place;
use crate::program::node::NOBODY;
use crate::rules::model::{Captured, journey};

use super::bits::Bits;
use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;

/// The values of a piece's variables, in the order of the attributes.
pub type Attributes = SmallVec<[i64; 4]>;

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind.
    pub kind: u8,
    /// Whose it is, or [`NOBODY`].
    pub owner: u8,
    /// Whether it has moved in this game, where a rule asks for it.
    pub moved: bool,
    /// Its variables.
    pub attributes: Attributes,
}

impl<const W: usize> Machine<W> {
    /// A piece of a kind as it comes to the board.
    pub fn new_piece(&self, kind: u8, owner: u8) -> Piece {
        let neutral = self.program.rules.kinds[kind as usize].neutral;
        Piece {
            kind,
            owner: if neutral { NOBODY } else { owner },
            moved: false,
            attributes: SmallVec::from_slice(&self.program.new_attributes[kind as usize]),
        }
    }

    /// Whether a piece stands on a cell.
    #[inline]
    pub fn is_occupied(&self, st: &State, cell: u16) -> bool {
        (cell as usize) < self.program.geometry.n_cells && st.has(self.program.layout.occupied, cell)
    }

    /// The kind of the top piece of a cell.
    #[inline]
    pub fn kind_at(&self, st: &State, cell: u16) -> Option<u8> {
        if !self.is_occupied(st, cell) {
            return None;
        }
        let kinds = &self.program.layout.kinds;
        kinds.iter().position(|&plane| st.has(plane as usize, cell)).map(|kind| kind as u8)
    }

    /// The owner of the top piece of a cell.
    #[inline]
    pub fn owner_at(&self, st: &State, cell: u16) -> Option<u8> {
        if !self.is_occupied(st, cell) {
            return None;
        }
        (0..self.n_players()).find(|&player| st.has(self.program.layout.owners + player as usize * W, cell))
    }

    /// The terrain of a cell.
    pub fn terrain_at(&self, st: &State, terrain: u16, cell: u16) -> Option<u16> {
        if cell as usize >= self.program.geometry.n_cells {
            return None;
        }
        let first = self.program.layout.terrains[terrain as usize] as usize;
        let n_values = self.program.rules.terrains[terrain as usize].values.len();
        (0..n_values).find(|value| st.has(first + value * W, cell)).map(|value| value as u16)
    }

    /// Whether pieces may pile up on a cell.
    #[inline]
    pub fn holds_piles(&self, cell: u16) -> bool {
        self.program.geometry.has_piles && self.constant(self.program.geometry.piles).contains(cell)
    }

    /// The top piece of a cell.
    pub fn top(&self, st: &State, cell: u16) -> Option<Piece> {
        let kind = self.kind_at(st, cell)?;
        let layout = &self.program.layout;
        let attribute = |&number: &u16| st.value(layout.variables[number as usize], cell as usize);
        Some(Piece {
            kind,
            owner: self.owner_at(st, cell).unwrap_or(NOBODY),
            moved: layout.moved.is_some_and(|moved| st.has(moved, cell)),
            attributes: layout.attributes.iter().map(attribute).collect(),
        })
    }

    /// Turns the planes of a piece on a cell over: puts it there, or takes it from there.
    #[inline]
    fn flip(&self, st: &mut State, cell: u16, piece: &Piece) {
        let layout = &self.program.layout;
        st.flip(layout.occupied, cell);
        if layout.kinds.len() > 1 {
            st.flip(layout.kinds[piece.kind as usize] as usize, cell);
        }
        if piece.owner != NOBODY {
            st.flip(layout.owners + piece.owner as usize * W, cell);
        }
        if let Some(moved) = layout.moved.filter(|_| piece.moved) {
            st.flip(moved, cell);
        }
    }

    fn store_attributes(&self, st: &mut State, cell: u16, attributes: impl Iterator<Item = i64>) {
        let layout = &self.program.layout;
        for (&number, value) in layout.attributes.iter().zip(attributes) {
            if let Place::Scalars(at, width) = layout.variables[number as usize] {
                st.store(at, width, cell as usize, value);
            }
        }
    }

    fn set_top(&self, st: &mut State, cell: u16, piece: &Piece) {
        self.flip(st, cell, piece);
        if !piece.attributes.is_empty() {
            self.store_attributes(st, cell, piece.attributes.iter().copied());
        }
    }

    fn clear_top(&self, st: &mut State, cell: u16, piece: &Piece) {
        self.flip(st, cell, piece);
        if !piece.attributes.is_empty() {
            let none = std::iter::repeat(crate::program::node::NOTHING);
            self.store_attributes(st, cell, none);
        }
    }

    /// Whether pieces neither pile up nor remember anything.
    #[inline]
    pub fn is_plain(&self) -> bool {
        !self.program.geometry.has_piles && self.program.layout.attributes.is_empty()
    }

    /// Moves the piece of a cell to another and takes what stands there, where pieces neither pile up nor remember
    /// anything.
    pub fn carry_plain(&self, st: &mut State, (origin, landing): (u16, u16)) {
        let Some(kind) = self.kind_at(st, origin) else { return };
        let owner = self.owner_at(st, origin);
        if origin == landing {
            // Who stays lands on nobody but itself.
            return;
        }
        if self.is_occupied(st, landing) {
            self.take_way(st, landing, owner.unwrap_or(NOBODY));
        }
        let layout = &self.program.layout;
        let mut both = |plane: usize| {
            st.flip(plane, origin);
            st.flip(plane, landing);
        };
        both(layout.occupied);
        if layout.kinds.len() > 1 {
            both(layout.kinds[kind as usize] as usize);
        }
        if let Some(owner) = owner {
            both(layout.owners + owner as usize * W);
        }
        if let Some(moved) = layout.moved {
            if st.has(moved, origin) {
                st.flip(moved, origin);
            }
            if !st.has(moved, landing) {
                st.flip(moved, landing);
            }
        }
    }

    /// Puts another piece in the place of the top piece of a cell.
    pub fn replace_top(&self, st: &mut State, cell: u16, old: &Piece, new: &Piece) {
        self.clear_top(st, cell, old);
        self.set_top(st, cell, new);
    }

    /// Takes the top piece of a cell away.
    pub fn pop(&self, st: &mut State, cell: u16) -> Option<Piece> {
        let piece = self.top(st, cell)?;
        self.clear_top(st, cell, &piece);
        if !st.buried.is_empty()
            && let Some(below) = self.unbury(st, cell)
        {
            self.set_top(st, cell, &below);
        }
        Some(piece)
    }

    /// Puts a piece on a cell, on top of what stands there.
    pub fn push(&self, st: &mut State, cell: u16, piece: &Piece) {
        self.pile(st, cell, std::slice::from_ref(piece));
    }

    /// The words of one buried piece.
    fn grave(&self) -> usize {
        1 + self.program.layout.attributes.len()
    }

    /// Where the buried pieces of a cell end.
    fn graves_end(&self, st: &State, cell: u16) -> usize {
        let size = self.grave();
        // They lie cell by cell, so the end is found by halves.
        let (mut low, mut high) = (0, st.buried.len() / size);
        while low < high {
            let middle = low.midpoint(high);
            if (st.buried[middle * size] >> 32) as u16 > cell { high = middle } else { low = middle + 1 }
        }
        low * size
    }

    /// Where the buried pieces of a cell lie.
    fn graves(&self, st: &State, cell: u16) -> Range<usize> {
        let start = cell.checked_sub(1).map_or(0, |before| self.graves_end(st, before));
        start..self.graves_end(st, cell)
    }

    /// Buries pieces on top of those that lie there, all at once: what lies behind them moves once.
    fn bury(&self, st: &mut State, cell: u16, pieces: &[Piece]) {
        let end = self.graves_end(st, cell);
        let words = pieces.iter().flat_map(|piece| {
            let head = u64::from(cell) << 32 | u64::from(piece.kind) << 16 | u64::from(piece.owner) << 8;
            let head = head | u64::from(piece.moved);
            std::iter::once(head).chain(piece.attributes.iter().map(|&value| value as u64))
        });
        let words: SmallVec<[u64; 8]> = words.collect();
        st.buried.splice(end..end, words);
    }

    fn unbury(&self, st: &mut State, cell: u16) -> Option<Piece> {
        let end = self.graves_end(st, cell);
        let start = end.checked_sub(self.grave())?;
        let piece = self.buried(&st.buried[start..end]);
        if (st.buried[start] >> 32) as u16 != cell {
            return None;
        }
        st.buried.drain(start..end);
        Some(piece)
    }

    /// The pieces that lie under others.
    pub fn buried_pieces(&self, st: &State) -> impl Iterator<Item = Piece> {
        st.buried.chunks(self.grave()).map(|words| self.buried(words))
    }

    /// The same as numbers.
    pub fn buried_occupants<'a>(&'a self, st: &'a State) -> impl Iterator<Item = Occupant> + 'a {
        st.buried.chunks(self.grave()).map(|words| Occupant {
            cell: (words[0] >> 32) as u16,
            kind: (words[0] >> 16 & 0xff) as u16,
            owner: Some((words[0] >> 8) as u8).filter(|&owner| owner != NOBODY).map(PlayerId),
        })
    }

    fn buried(&self, words: &[u64]) -> Piece {
        let head = words[0];
        Piece {
            kind: (head >> 16) as u8,
            owner: (head >> 8) as u8,
            moved: head & 1 == 1,
            attributes: words[1..].iter().map(|&value| value as i64).collect(),
        }
    }

    /// The pieces on a cell, bottom first.
    pub fn stack(&self, st: &State, cell: u16) -> Vec<Piece> {
        let graves = st.buried.chunks(self.grave()).filter(|words| (words[0] >> 32) as u16 == cell);
        graves.map(|words| self.buried(words)).chain(self.top(st, cell)).collect()
    }

    /// How many pieces stand on the board, those under others included.
    pub fn n_pieces(&self, st: &State) -> usize {
        st.buried.len() / self.grave() + st.bits::<W>(self.program.layout.occupied).count()
    }

    /// How many pieces stand on a cell.
    pub fn height(&self, st: &State, cell: u16) -> usize {
        let lies_there = |head: &&u64| (**head >> 32) as u16 == cell;
        let graves = match self.grave() {
            // The usual case, which the compiler does several words at a time.
            1 => st.buried.iter().filter(lies_there).count(),
            n => st.buried.iter().step_by(n).filter(lies_there).count(),
        };
        graves + usize::from(self.is_occupied(st, cell))
    }

    /// Takes every piece of a cell away.
    pub fn clear_cell(&self, st: &mut State, cell: u16) {
        if let Some(top) = self.top(st, cell) {
            self.clear_top(st, cell, &top);
            let graves = self.graves(st, cell);
            st.buried.drain(graves);
        }
    }

    /// Takes so many pieces off a cell, or all that are there; the lowest of them first.
    pub fn take_off(&self, st: &mut State, cell: u16, number: usize) -> Vec<Piece> {
        let mut stack = self.stack(st, cell);
        let taken = stack.split_off(stack.len().saturating_sub(number));
        self.clear_cell(st, cell);
        self.pile(st, cell, &stack);
        taken
    }

    /// Puts pieces on a cell, the first lowest, on top of what stands there.
    pub fn pile(&self, st: &mut State, cell: u16, pieces: &[Piece]) {
        let Some((top, others)) = pieces.split_last() else { return };
        if let Some(below) = self.top(st, cell) {
            self.clear_top(st, cell, &below);
            self.bury(st, cell, &[below]);
        }
        if !others.is_empty() {
            self.bury(st, cell, others);
        }
        self.set_top(st, cell, top);
    }

    /// Puts pieces on a cell, the first lowest, on top of a pile; elsewhere only the last stays.
    pub fn place_all(&self, st: &mut State, cell: u16, pieces: &[Piece]) {
        match pieces.split_last() {
            Some((last, _)) if !self.holds_piles(cell) => self.place(st, cell, last),
            _ => self.pile(st, cell, pieces),
        }
    }

    /// Puts a piece on a cell, on top of a pile or in the place of what stood there.
    pub fn place(&self, st: &mut State, cell: u16, piece: &Piece) {
        if self.is_occupied(st, cell) && !self.holds_piles(cell) {
            self.clear_cell(st, cell);
        }
        self.push(st, cell, piece);
    }

    /// Exchanges what stands on two cells.
    pub fn swap(&self, st: &mut State, one: u16, other: u16) {
        if one == other {
            return;
        }
        let (first, second) = (self.stack(st, one), self.stack(st, other));
        self.clear_cell(st, one);
        self.clear_cell(st, other);
        let moved = |piece: Piece| Piece { moved: self.program.layout.moved.is_some(), ..piece };
        self.pile(st, one, &second.into_iter().map(moved).collect::<Vec<_>>());
        self.pile(st, other, &first.into_iter().map(moved).collect::<Vec<_>>());
    }

    /// Adds a cell to those whose pieces were taken in this move.
    #[inline]
    pub fn note_taken(&self, st: &mut State, cell: u16) {
        let layout = &self.program.layout;
        let mut taken: Bits<W> = st.name_set(layout, journey::TAKEN);
        taken.insert(cell);
        st.keep_set(layout, journey::TAKEN, taken);
    }

    /// No piece was taken.
    pub fn forget_taken(&self, st: &mut State) {
        st.keep_set(&self.program.layout, journey::TAKEN, Bits::<W>::EMPTY);
    }

    /// The cells whose pieces were taken in this move.
    #[inline]
    pub fn taken(&self, st: &State) -> Bits<W> {
        st.name_set(&self.program.layout, journey::TAKEN)
    }

    /// The cells whose pieces leave at the end of the move.
    pub fn pending(&self, st: &State) -> Bits<W> {
        Bits::load(&st.registers[self.pending_at()..])
    }

    /// Sets the cells whose pieces leave at the end of the move.
    pub fn set_pending(&self, st: &mut State, cells: Bits<W>) {
        let at = self.pending_at();
        cells.store(&mut st.registers[at..]);
    }

    fn pending_at(&self) -> usize {
        self.program.n_registers + self.program.n_set_registers * W
    }

    /// Takes the top pieces of cells, at once or at the end of the move.
    pub fn take_all(&self, sc: &mut Scratch<W>, st: &mut State, cells: Bits<W>, at_end: bool) {
        for cell in (cells & st.bits(self.program.layout.occupied)).iter() {
            self.note_taken(st, cell);
            if at_end {
                let mut pending = self.pending(st);
                pending.insert(cell);
                self.set_pending(st, pending);
            } else if let Some(piece) = self.pop(st, cell) {
                self.capture(st, piece);
                sc.glance_at_piles(st);
                if sc.is_exhausted() {
                    return;
                }
            }
        }
    }

    /// Takes what stands in the way of a piece that lands: on a pile what is not on its side, elsewhere all.
    pub fn take_way(&self, st: &mut State, landing: u16, owner: u8) {
        if !self.is_occupied(st, landing) {
            return;
        }
        let who = st.turn.who;
        let piles = self.holds_piles(landing);
        if !piles {
            if let Some(piece) = self.pop(st, landing) {
                self.note_taken(st, landing);
                self.capture(st, piece);
            }
            return;
        }
        let stays = |piece: &Piece| piece.owner == who || piece.owner == owner;
        let (staying, leaving): (Vec<Piece>, Vec<Piece>) = self.stack(st, landing).into_iter().partition(stays);
        self.clear_cell(st, landing);
        self.pile(st, landing, &staying);
        for piece in leaving {
            self.note_taken(st, landing);
            self.capture(st, piece);
        }
    }

    /// Sends a taken piece where such pieces go. Neutral pieces leave the game, and so do the taker's own.
    pub fn capture(&self, st: &mut State, piece: Piece) {
        let who = st.turn.who;
        if piece.owner == NOBODY || piece.owner == who {
            return;
        }
        let rules = &self.program.rules;
        match &rules.captured {
            Captured::Away => {}
            Captured::Hand if who == NOBODY => {}
            Captured::Hand => {
                let kind = rules.kinds[piece.kind as usize].captured_as.unwrap_or(piece.kind as usize);
                let layout = &self.program.layout;
                let count = st.hand(layout, who, kind) + 1;
                st.set_hand(layout, who, kind, count);
            }
            Captured::Sites(sites) => {
                if let Some(&site) = sites.get(piece.owner as usize) {
                    self.push(st, site, &piece);
                }
            }
        }
    }
}
