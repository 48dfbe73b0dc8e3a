//! The plain evaluator beside the one that plays: it tells why.

use crate::game::Game;
use crate::reference::{Position, Reference};
use crate::rules::Choices;
use crate::scenario;
use crate::source::SourceMap;
use crate::why::{self, Answer};

use super::super::load::LoadedModule;
use super::desk::Desk;

/// The rule file, and the position of the plain evaluator that was asked for last.
#[derive(Debug)]
pub struct Judge {
    /// The rule file.
    pub loaded: LoadedModule,
    /// What was chosen of its options.
    pub choices: Choices,
    reached: Option<Reached>,
}

#[derive(Debug)]
struct Reached {
    game: Reference,
    texts: SourceMap,
    start: Position,
    position: Position,
    options: Vec<usize>,
}

impl Judge {
    /// For a game with these choices.
    pub fn new(loaded: LoadedModule, choices: Choices) -> Self {
        Self { loaded, choices, reached: None }
    }

    /// Why a text is an option where a match stands or none; without a text, what the ends lack. None if the position
    /// cannot be had again.
    pub fn why(&mut self, desk: &Desk, question: Option<&str>) -> Option<Answer> {
        let reached = self.reach(desk)?;
        let (game, position, texts) = (&reached.game, &reached.position, &reached.texts);
        Some(match question {
            Some(question) => why::why(game, position, texts, question, false),
            None => why::ends(game, position, texts),
        })
    }

    fn reach(&mut self, desk: &Desk) -> Option<&Reached> {
        let options: Vec<usize> = desk.current.moves().iter().map(|made| made.option).collect();
        if self.reached.is_none() {
            let mut texts = self.loaded.sources.clone();
            let begun = match &desk.origin.start {
                None => self.loaded.module.rules(&self.choices).map(|rules| {
                    let game = Reference::new(rules);
                    let position = game.initial();
                    (game, position)
                }),
                Some(text) => {
                    let source = texts.add("--position", text.as_str());
                    scenario::position(&self.loaded.module, &self.choices, source, text)
                }
            };
            let (game, start) = begun.ok()?;
            self.reached = Some(Reached { game, texts, position: start.clone(), start, options: Vec::new() });
        }
        let reached = self.reached.as_mut()?;
        if !options.starts_with(&reached.options) {
            (reached.position, reached.options) = (reached.start.clone(), Vec::new());
        }
        for &option in options.get(reached.options.len()..).unwrap_or_default() {
            if option >= reached.game.n_options(&reached.position) {
                return None;
            }
            reached.game.play(&mut reached.position, option);
            reached.options.push(option);
        }
        Some(reached)
    }
}
