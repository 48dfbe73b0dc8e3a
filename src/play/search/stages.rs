//! Options chosen cell by cell, where there are very many: a queen, where it goes, where its arrow goes.
//!
//! ```text
//!   root ─┬─ d1 ─┬─ d1-d4 ─┬─ d1-d4/d9     2,176 options are four queens with some twenty landings and some
//!         │      │         └─ d1-d4/a7     twenty-five arrows: soon it is known which queen, then where to,
//!         │      └─ d1-f3 …                long before every option was tried once
//!         └─ g1 …
//! ```
//!
//! The nodes in between are no positions: nothing was played yet, only begun. At the root each of the first cells is settled on
//! after a part of the time, so that there is time left for telling the last ones apart.

use std::collections::BTreeMap;

use crate::game::{Actor, Changes, Game, Occupant};

/// From so many options on they are chosen cell by cell.
pub const MANY: usize = 150;

/// After so many visits the options of a position behind the root are found.
pub const YOUNG: u32 = 16;
/// In so many parts of the time it is settled on one cell after the other.
pub const CELLS: u32 = 3;
/// So many options times the root of the visits are tried: trying each once would leave no time for what is good.
pub const WIDTH: f64 = 2.0;

/// What was chosen of an option so far.
#[derive(Clone, Debug)]
pub struct Begun {
    /// How many cells.
    pub cells: usize,
    /// The options that begin so.
    pub options: Vec<u32>,
}

impl Begun {
    /// Nothing was chosen yet of so many options.
    pub fn all(n: usize) -> Self {
        Self { cells: 0, options: (0..n as u32).collect() }
    }

    /// Whether these are all options of a position, and so many that they may be chosen cell by cell.
    pub fn is_long(&self) -> bool {
        self.cells == 0 && self.options.len() >= MANY
    }

    /// Whether all that is chosen by the options is where a piece is dropped, whatever else becomes of it.
    pub fn only_drops<G: Game>(&self, game: &G, position: &G::Position) -> bool {
        self.options.iter().all(|&option| game.dropped_at(position, option as usize).is_some())
    }
}

/// The options told apart by the next cell that they touch; none where they are few, or that does not help.
pub fn parted<G: Game>(game: &G, position: &mut G::Position, begun: &Begun) -> Option<Vec<Begun>> {
    if begun.cells == 0 && !begun.is_long() {
        return None;
    }
    let mut changes = Changes::default();
    let touch = |&option: &u32| touched(game, position, option as usize, &mut changes);
    let all: Vec<Vec<u16>> = begun.options.iter().map(touch).collect();
    let most = all.iter().map(Vec::len).max().unwrap_or(0);
    (begun.cells..most).find_map(|at| {
        let mut parts: BTreeMap<Option<u16>, Vec<u32>> = BTreeMap::new();
        for (cells, &option) in all.iter().zip(&begun.options) {
            parts.entry(cells.get(at).copied()).or_default().push(option);
        }
        let helps = parts.len() > 1 && parts.len() < begun.options.len();
        helps.then(|| parts.into_values().map(|options| Begun { cells: at + 1, options }).collect())
    })
}

/// The cells that an option touches: whence own pieces go, where they come to, and where something else comes; none if that
/// cannot be told.
fn touched<G: Game>(game: &G, position: &mut G::Position, option: usize, changes: &mut Changes) -> Vec<u16> {
    let Some(Actor::Player(mover)) = game.actor(position) else { return Vec::new() };
    if !game.changes_after(position, option, changes) {
        return Vec::new();
    }
    let is_own = |piece: &&Occupant| piece.owner == Some(mover);
    let is_mover =
        |piece: &Occupant| changes.gone.iter().any(|gone| (gone.owner, gone.kind) == (piece.owner, piece.kind));
    let mut gone: Vec<u16> = changes.gone.iter().filter(is_own).map(|piece| piece.cell).collect();
    let mut come: Vec<(bool, u16)> = changes.come.iter().map(|piece| (!is_mover(piece), piece.cell)).collect();
    gone.sort_unstable();
    come.sort_unstable();
    gone.into_iter().chain(come.into_iter().map(|(_, cell)| cell)).collect()
}
