//! Positions on the screen.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::rules::board::CellId;
use crate::view::{self, Scene, SvgOptions, TextOptions};

use super::screen::Abilities;

/// How a position is shown.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// What the reader can see.
    pub abilities: Abilities,
    /// The language of names.
    pub language: String,
    /// The cells that the latest move touched.
    pub last: BTreeSet<CellId>,
}

impl Picture {
    /// The position as text, with a line break at the end.
    pub fn text<G: Game>(&self, game: &G, position: &G::Position) -> String {
        let Abilities { colour, unicode, .. } = self.abilities;
        view::text(&self.scene(game, position), TextOptions { colour, unicode, width: None })
    }

    /// The position as an SVG document.
    pub fn svg<G: Game>(&self, game: &G, position: &G::Position) -> String {
        view::svg(&self.scene(game, position), SvgOptions::default())
    }

    fn scene<G: Game>(&self, game: &G, position: &G::Position) -> Scene {
        let rules = game.rules();
        let mut scene = Scene::new(&rules.board, &rules.look, &game.snapshot(position), &self.language);
        scene.marks.last = self.last.clone();
        scene
    }
}
