//! Where on the board things happen.

use serde::Serialize;

use crate::game::{Game, Snapshot};
use crate::rules::Rules;
use crate::rules::board::{Board, CellId};
use crate::rules::look::Look;
use crate::view::{self, Panel, Scene, SvgOptions};

use super::games::Heat;
use super::tally::Tally;

/// The width of a cell in a map, in pixels.
const CELL: f64 = 30.0;
/// The widest map, in pixels.
const WIDEST: f64 = 420.0;

/// What happened on the cells, in the order of the board.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Cells(pub Vec<CellHeat>);

/// What happened on a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellHeat {
    /// Its name.
    pub cell: String,
    /// The share of the decisions before which something stood there.
    pub stood: f64,
    /// The share of the decisions that chose it.
    pub chosen: f64,
    /// The share of the captures that took something there.
    pub taken: f64,
}

/// What a map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Where something stood.
    Stood,
    /// What was chosen.
    Chosen,
    /// Where something was captured.
    Taken,
}

impl Map {
    /// All of them, with what they are called.
    pub const ALL: [(Map, &'static str); 3] = [
        (Map::Stood, "where pieces stand"),
        (Map::Chosen, "what moves choose"),
        (Map::Taken, "where something is captured"),
    ];
}

impl CellHeat {
    /// What a map shows of it.
    pub fn of(&self, map: Map) -> f64 {
        match map {
            Map::Stood => self.stood,
            Map::Chosen => self.chosen,
            Map::Taken => self.taken,
        }
    }
}

impl Cells {
    pub(super) fn new(rules: &Rules, tally: &Tally) -> Self {
        let share = |count: u64, of: u64| if of == 0 { 0.0 } else { count as f64 / of as f64 };
        let cell = |(number, cell): (usize, &crate::rules::board::Cell)| {
            let Heat { stood, chosen, taken } = tally.heat.get(&number).copied().unwrap_or_default();
            CellHeat {
                cell: cell.name.clone(),
                stood: share(stood, tally.decisions),
                chosen: share(chosen, tally.decisions),
                taken: share(taken, tally.captures),
            }
        };
        Self(rules.board.cells.iter().enumerate().map(cell).collect())
    }

    /// The most that a map shows of any cell.
    pub fn most(&self, map: Map) -> f64 {
        self.0.iter().map(|cell| cell.of(map)).fold(0.0, f64::max)
    }
}

/// The board without a piece, to draw maps on.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    board: Board,
    look: Look,
    snapshot: Snapshot,
}

impl Picture {
    pub fn new<G: Game>(game: &G, start: &G::Position) -> Self {
        let rules = game.rules();
        let mut snapshot = game.snapshot(start);
        snapshot.cells.iter_mut().for_each(Vec::clear);
        snapshot.hands = Vec::new();
        snapshot.variables = Vec::new();
        snapshot.sources = Vec::new();
        snapshot.by_cell = Vec::new();
        snapshot.due = Vec::new();
        snapshot.mover = None;
        Self { board: rules.board.clone(), look: rules.look.clone(), snapshot }
    }

    /// A map as SVG: the more, the darker; the cell with the most has all the colour there is.
    pub fn map(&self, cells: &Cells, map: Map) -> String {
        let mut scene = Scene::new(&self.board, &self.look, &self.snapshot, "");
        let most = cells.most(map).max(f64::MIN_POSITIVE);
        let heat = cells.0.iter().enumerate().filter(|(_, cell)| cell.of(map) > 0.0);
        scene.marks.heat =
            heat.map(|(number, cell)| (CellId(number as u16), (100.0 * cell.of(map) / most).ceil() as u8)).collect();
        scene.dice = Vec::new();
        scene.round = None;
        let places = scene.sites.iter().map(|site| site.centre.0);
        let (left, right) = places.fold((0.0f64, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
        let cell = CELL.min(WIDEST / (right - left + 2.0));
        view::svg(&scene, SvgOptions { cell, panel: Panel::Absent, titles: false, ..SvgOptions::default() })
    }
}
