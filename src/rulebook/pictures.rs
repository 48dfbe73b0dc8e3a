//! Boards in a book, as SVG and as text.

use std::collections::BTreeSet;

use crate::game::Snapshot;
use crate::rules::Rules;
use crate::rules::board::{CellId, Shape};
use crate::view::{self, Panel, Scene, SvgOptions, TextOptions};

use super::diagrams::Diagram;
use super::{Block, Plan};

/// The width of a cell in a large picture and in a small one, in pixels.
const LARGE: f64 = 44.0;
const SMALL: f64 = 30.0;
/// A track of more places is laid in two rows.
const LONGEST_ROW: usize = 16;

/// Draws boards.
#[derive(Clone, Copy, Debug)]
pub struct Pictures<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// How the book is written.
    pub plan: &'a Plan,
}

impl Pictures<'_> {
    /// The board without a piece.
    pub fn empty(&self, snapshot: &Snapshot, caption: String) -> Block {
        let mut bare = snapshot.clone();
        bare.cells.iter_mut().for_each(Vec::clear);
        self.position(&bare, &[], caption)
    }

    /// A position, before anything is thrown.
    pub fn position(&self, snapshot: &Snapshot, touched: &[CellId], caption: String) -> Block {
        let mut scene = self.scene(snapshot);
        scene.dice = Vec::new();
        scene.marks.last = touched.iter().copied().collect();
        self.block(&scene, LARGE, caption)
    }

    /// A diagram of a move.
    pub fn diagram(&self, diagram: &Diagram, caption: String) -> Block {
        let mut scene = self.scene(&diagram.snapshot);
        scene.marks.last = diagram.origin.into_iter().collect();
        scene.marks.targets = diagram.targets.clone();
        scene.marks.taken = diagram.taken.clone();
        self.block(&scene, SMALL, caption)
    }

    fn scene(&self, snapshot: &Snapshot) -> Scene {
        let rules = self.rules;
        let mut scene = Scene::new(&rules.board, &rules.look, snapshot, &self.plan.language.code);
        // Whose turn it is, hands and what is remembered are told in the words of the book.
        scene.mover = None;
        scene.hands = Vec::new();
        scene.variables = Vec::new();
        scene.due = Vec::new();
        scene.round = None;
        scene
    }

    fn block(&self, scene: &Scene, cell: f64, caption: String) -> Block {
        let options = SvgOptions { panel: Panel::Absent, titles: false, ..SvgOptions::default() };
        let text =
            view::text::boards_alone(scene, TextOptions { unicode: self.plan.unicode, ..TextOptions::default() });
        let folded = self.folded(scene);
        let options = SvgOptions { cell: cell.min(self.widest(folded.as_ref().unwrap_or(scene))), ..options };
        Block::Board { caption, svg: view::svg(folded.as_ref().unwrap_or(scene), options), text }
    }

    /// A long track laid in two rows, one there and one back, so that it can be seen on a page.
    fn folded(&self, scene: &Scene) -> Option<Scene> {
        let Shape::Track(n) = self.rules.board.shape else { return None };
        if n <= LONGEST_ROW {
            return None;
        }
        let half = n.div_ceil(2);
        let mut folded = scene.clone();
        let first = folded.sites.first()?.centre;
        // The file may have laid it in rows of its own.
        if scene.sites.iter().take(n).any(|site| (site.centre.1 - first.1).abs() > 0.01) {
            return None;
        }
        for (at, site) in folded.sites.iter_mut().enumerate() {
            let (x, y) = site.centre;
            let (to_x, to_y) = match at {
                at if at < half => (x, y),
                at if at < n => (first.0 + (n - 1 - at) as f64, first.1 + 1.5),
                // What lies beside it comes nearer.
                _ => (x - (n - half) as f64, y),
            };
            site.centre = (to_x, to_y);
            for corner in &mut site.outline {
                *corner = (corner.0 + to_x - x, corner.1 + to_y - y);
            }
        }
        Some(folded)
    }

    /// So wide a cell may be that the board fits on a page.
    fn widest(&self, scene: &Scene) -> f64 {
        let columns: BTreeSet<i64> = scene.sites.iter().map(|site| (site.centre.0 * 10.0) as i64).collect();
        let width = columns.last().unwrap_or(&0) - columns.first().unwrap_or(&0);
        640.0 / (width as f64 / 10.0 + 2.0)
    }
}
