//! Positions on the screen.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::rules::board::CellId;
use crate::view::theme::Theme;
use crate::view::{self, Panel, Scene, SvgOptions, TextOptions};

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
    /// For what it is drawn.
    pub theme: Theme,
    /// Whether the board is seen from the other side.
    pub flipped: bool,
    /// The latest move, as it is told beside a picture.
    pub latest: Option<String>,
    /// Whether the options are drawn on the board, with their numbers.
    pub options: bool,
}

/// Narrower pictures, in pixels, have what is told below the board: beside it the letters would be too small.
const NARROW: u32 = 500;
/// The width of a cell in a strip, in pixels.
const SMALL: f64 = 26.0;
/// The most positions in a strip; of longer matches the first ones.
const FRAMES: usize = 400;

impl Picture {
    /// The position as text, with a line break at the end.
    pub fn text<G: Game>(&self, game: &G, position: &G::Position) -> String {
        view::text(&self.scene(game, position), self.text_options())
    }

    /// How a position is written as text for the reader.
    pub fn text_options(&self) -> TextOptions {
        let Abilities { colour, unicode, .. } = self.abilities;
        TextOptions { colour, unicode, width: None }
    }

    /// The position as an SVG document, to be shown so many pixels wide if that is known.
    pub fn svg<G: Game>(&self, game: &G, position: &G::Position, width: Option<u32>) -> String {
        let panel = if width.is_some_and(|width| width < NARROW) { Panel::Below } else { Panel::Beside };
        let options = SvgOptions { theme: self.theme, panel, ..SvgOptions::default() };
        view::svg(&self.scene(game, position), options)
    }

    /// The positions of a match as one SVG document: its start, and what stands after each of the moves that can be played.
    pub fn strip<G: Game>(&self, game: &G, start: &G::Position, moves: &[String]) -> String {
        let options = SvgOptions { cell: SMALL, titles: false, theme: self.theme, ..SvgOptions::default() };
        view::strip(&self.frames(game, start, moves), options)
    }

    /// The same, one after the other on the same place.
    pub fn film<G: Game>(&self, game: &G, start: &G::Position, moves: &[String]) -> String {
        let options = SvgOptions { titles: false, theme: self.theme, ..SvgOptions::default() };
        view::film(&self.frames(game, start, moves), options)
    }

    fn frames<G: Game>(&self, game: &G, start: &G::Position, moves: &[String]) -> Vec<(String, Scene)> {
        let mut position = start.clone();
        let mut frames = vec![(String::new(), self.scene(game, &position))];
        for (number, text) in moves.iter().enumerate().take(FRAMES) {
            let Ok(option) = game.parse(&position, text) else { break };
            let last = game.cells_of(&position, option).into_iter().collect();
            game.play(&mut position, option);
            let picture = Picture { last, ..self.clone() };
            frames.push((format!("{}. {text}", number + 1), picture.scene(game, &position)));
        }
        frames
    }

    /// What a picture of the position shows.
    pub fn scene<G: Game>(&self, game: &G, position: &G::Position) -> Scene {
        let mut scene = Scene::of(game, position, &self.language);
        scene.marks.last = self.last.clone();
        scene.latest = self.latest.clone();
        if self.options {
            let all = 0..game.n_options(position);
            scene.marks.options = all.map(|option| game.cells_of(position, option)).collect();
        }
        if self.flipped {
            turn_round(&mut scene);
        }
        scene
    }
}

/// Turns a board by half a circle.
fn turn_round(scene: &mut Scene) {
    let turn = |place: &mut (f64, f64)| *place = (-place.0, -place.1);
    for site in &mut scene.sites {
        turn(&mut site.centre);
        site.outline.iter_mut().for_each(turn);
    }
}
