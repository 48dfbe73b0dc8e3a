//! What a position holds, as numbers, read from its planes; and options that are taken only to look at what comes of
//! them.

use crate::game::contents::counted;
use crate::game::{Changes, Contents, Occupant, PlayerId};
use crate::program::node::{NOBODY, NOTHING};

use super::bits::Bits;
use super::machine::Machine;
use super::position::{Due, Options, Position};
use super::state::State;
use super::undo::Undo;

impl<const W: usize> Machine<W> {
    /// Fills a buffer with what a state holds.
    pub fn contents(&self, st: &State, into: &mut Contents) {
        let layout = &self.program.layout;
        into.clear();
        let occupied: Bits<W> = st.bits(layout.occupied);
        let mut neutral = occupied;
        for player in 0..self.n_players() {
            let own: Bits<W> = st.bits(layout.owners + usize::from(player) * W);
            neutral -= own;
            self.add_pieces(st, own & occupied, Some(PlayerId(player)), into);
        }
        if !neutral.is_empty() {
            self.add_pieces(st, neutral, None, into);
        }
        if !st.buried.is_empty() {
            into.pieces.extend(self.buried_occupants(st));
        }
        let n_kinds = self.program.rules.kinds.len();
        into.hands.resize(usize::from(self.n_players()) * n_kinds, 0);
        if layout.hands.is_some() {
            let hands = (0..self.n_players()).flat_map(|player| (0..n_kinds).map(move |kind| (player, kind)));
            into.hands.iter_mut().zip(hands).for_each(|(hand, (player, kind))| *hand = st.hand(layout, player, kind));
        }
        for (number, _) in counted(&self.program.rules) {
            let variable = &self.program.variables[number];
            let values = (0..variable.count).map(|index| variable.seen(st.value(variable.place, index)));
            into.numbers.extend(values.map(|value| if value == NOTHING { 0 } else { value }));
        }
        into.counters.extend(self.counters(st));
        (into.turns, into.rounds) = (st.turn.turns, st.turn.rounds);
        into.mover = (st.turn.mover != NOBODY).then_some(PlayerId(st.turn.mover));
    }

    /// By counter of the rules, how far it has come.
    pub fn counters(&self, st: &State) -> impl Iterator<Item = i64> {
        let first = self.program.layout.counters;
        let words = &st.words[first..first + self.program.rules.counters.len()];
        words.iter().map(|&count| i64::from(count as i32))
    }

    /// Adds the top pieces of some cells, all of one owner.
    fn add_pieces(&self, st: &State, mut rest: Bits<W>, owner: Option<PlayerId>, into: &mut Contents) {
        into.pieces.reserve(rest.count());
        for (kind, &plane) in (0..).zip(&self.program.layout.kinds) {
            if rest.is_empty() {
                break;
            }
            let cells = rest & st.bits(plane as usize);
            rest -= cells;
            for cell in cells.iter() {
                into.pieces.push(Occupant { cell, kind, owner });
            }
        }
    }

    /// Fills a buffer with what would stand if an option were taken, before play goes on.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn contents_after(&self, position: &mut Position<W>, option: usize, into: &mut Contents) {
        let Position { state, due, .. } = &*position;
        match due {
            Due::Decision { options: Options::Listed(listed), .. } => {
                self.contents(&listed.entries[option].state, into);
            }
            Due::Decision { options: Options::Reached(_), .. } => {
                self.contents_reached(position, option, into);
            }
            // Whatever Chance draws is kept as a name.
            Due::Decision { options: Options::Unlisted | Options::Drawn { .. }, .. } | Due::Nothing | Due::Over(_) => {
                self.contents(state, into);
            }
        }
    }

    /// Finds only those options of a position that an option was tried to by which a piece lands where an enemy of who
    /// chooses stands, if that is told by landings; else all. How many there are.
    pub fn find_landings_on_enemies(&self, position: &mut Position<W>) -> usize {
        self.reach_choice(position);
        if self.find_reached(position, true).is_some() {
            self.strike_reached(position);
            return position.due.n_known();
        }
        self.find_options(position)
    }

    /// The cells of the pieces of all players but one.
    pub(super) fn of_others(&self, state: &State, player: u8) -> Bits<W> {
        let owned = |player: u8| state.bits(self.program.layout.owners + usize::from(player) * W);
        let all = (0..self.n_players()).fold(Bits::EMPTY, |all: Bits<W>, other| all | owned(other));
        all - owned(player)
    }

    /// Fills a buffer with what an option changes of the pieces, before play goes on; no if more changes than that.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn changes_after(&self, position: &mut Position<W>, option: usize, into: &mut Changes) -> bool {
        let Position { state, due, .. } = &*position;
        match due {
            Due::Decision { options: Options::Listed(listed), .. } => {
                self.changes(state, &listed.entries[option].state, into)
            }
            Due::Decision { options: Options::Reached(_), .. } => {
                self.changes_reached(position, option, into).unwrap_or(false)
            }
            Due::Decision { options: Options::Unlisted | Options::Drawn { .. }, .. } | Due::Nothing | Due::Over(_) => {
                false
            }
        }
    }

    /// The pieces that differ between two states; no if counted variables differ too, or pieces lie under others.
    pub(super) fn changes(&self, before: &State, after: &State, into: &mut Changes) -> bool {
        let layout = &self.program.layout;
        into.clear();
        if layout.hands.is_some() {
            let n_kinds = layout.kinds.len();
            for player in 0..self.n_players() {
                for kind in 0..n_kinds {
                    let [before, after] = [before, after].map(|st| st.hand(layout, player, kind) as i32);
                    if before != after {
                        into.hands.push(((usize::from(player) * n_kinds + kind) as u16, after - before));
                    }
                }
            }
        }
        let are_numbers_same = counted(&self.program.rules).all(|(number, _)| {
            let variable = &self.program.variables[number];
            (0..variable.count).all(|index| before.value(variable.place, index) == after.value(variable.place, index))
        });
        if !are_numbers_same || !before.buried.is_empty() || !after.buried.is_empty() {
            return false;
        }
        let differing = |plane: usize| -> Bits<W> {
            let (before, after) = (before.bits::<W>(plane), after.bits(plane));
            (before | after) - (before & after)
        };
        let owners = (0..usize::from(self.n_players())).map(|player| layout.owners + player * W);
        let planes = owners.chain(layout.kinds.iter().map(|&plane| plane as usize)).chain([layout.occupied]);
        let cells = planes.fold(Bits::EMPTY, |cells, plane| cells | differing(plane));
        into.gone.extend(cells.iter().filter_map(|cell| self.occupant(before, cell)));
        into.come.extend(cells.iter().filter_map(|cell| self.occupant(after, cell)));
        true
    }

    /// Fills a buffer with the top piece of each cell.
    pub(super) fn tops(&self, st: &State, into: &mut Vec<Option<Occupant>>) {
        let layout = &self.program.layout;
        into.clear();
        into.resize(self.program.geometry.n_cells, None);
        let occupied: Bits<W> = st.bits(layout.occupied);
        for (kind, &plane) in (0..).zip(&layout.kinds) {
            let cells = occupied & st.bits(plane as usize);
            cells.iter().for_each(|cell| into[usize::from(cell)] = Some(Occupant { cell, kind, owner: None }));
        }
        for player in 0..self.n_players() {
            let own = occupied & self.of_player(st, player);
            for cell in own.iter() {
                if let Some(piece) = &mut into[usize::from(cell)] {
                    piece.owner = Some(PlayerId(player));
                }
            }
        }
    }

    /// The top piece of a cell.
    pub(super) fn occupant(&self, st: &State, cell: u16) -> Option<Occupant> {
        let kind = self.kind_at(st, cell)?;
        Some(Occupant { cell, kind: u16::from(kind), owner: self.owner_at(st, cell).map(PlayerId) })
    }

    /// The cell on which an option drops a piece, whatever else becomes of it.
    pub fn dropped_at(&self, position: &Position<W>, option: usize) -> Option<u16> {
        match &position.due {
            Due::Decision { options: Options::Reached(_), .. } => self.dropped_reached(position, option),
            Due::Decision { options: Options::Listed(listed), .. } => listed.entries[option].dropped,
            _ => None,
        }
    }

    /// Takes an option to look at what comes of it; the options of the next decision are found barely.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn try_option(&self, position: &mut Position<W>, option: usize) -> Undo<W> {
        if let Some(undo) = self.take_reached(position, option) {
            return undo;
        }
        position.barely(|position| self.apply(position, option))
    }

    /// Finds the options of a position that an option was tried to: all that there are, but without texts and in any
    /// order. How many there are.
    pub fn find_options(&self, position: &mut Position<W>) -> usize {
        self.find_likely_options(position);
        self.strike_reached(position);
        position.due.n_known()
    }
}
