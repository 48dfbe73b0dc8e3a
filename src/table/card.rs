//! What the library tells of a game.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use crate::editing::begin;
use crate::engine;
use crate::game::rng::Rng;
use crate::game::{Actor, Game};
use crate::library;
use crate::phrases::Phrases;
use crate::play::playout;
use crate::rules::board::Shape;
use crate::rules::look::Words;
use crate::syntax::lexer::{self, TokenKind};
use crate::view::{self, Panel, SvgOptions};

use super::made::{Made, Reached};
use super::{Refused, Table, written};

/// The width of a cell in the picture of a card, in pixels.
const CELL: f64 = 24.0;

/// From so many decisions on a match is of medium length, and from so many on it is long.
const MEDIUM: u64 = 60;
const LONG: u64 = 150;
/// So many matches are played at random to find out; none further than that.
const SAMPLES: u64 = 5;

/// The most decisions of chance that set up a board for its picture.
const DRAWS: usize = 100;

/// Words of the language, and the mechanism that they tell of. A word that only a library says counts where it is used.
const MECHANISMS: &[(&str, &[&str])] = &[
    ("placement", &["drops"]),
    ("movement", &["steps", "slides", "leaps", "walks", "rides", "betza"]),
    ("jumps", &["hops", "jumped"]),
    ("capture", &["taking", "take", "captured", "taken"]),
    ("lines", &["lines"]),
    ("connection", &["joins"]),
    ("enclosure", &["surrounded", "enclosed", "liberties"]),
    ("royal", &["royal"]),
    ("hands", &["in-hand", "hand"]),
    ("sowing", &["sow"]),
    ("dice", &["dice", "die", "roll"]),
    ("stacks", &["height", "pile"]),
    ("pushing", &["push", "swap"]),
];

/// A game in the list of the library.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
}

/// A game as the library shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its title, in the language that was asked for.
    pub title: String,
    /// Its titles in all languages, by code; the plain one has none.
    pub titles: BTreeMap<String, String>,
    /// How many may play.
    pub players: Vec<usize>,
    /// The names of those who play.
    pub seats: Vec<String>,
    /// What can be chosen.
    pub options: Vec<Choice>,
    /// The shape of the board: `square`, `hex`, `lines`, `track` or `graph`.
    pub board: &'static str,
    /// How many cells the board has.
    pub cells: usize,
    /// What one does in the game, for instance `capture`.
    pub mechanisms: Vec<&'static str>,
    /// How many decisions a match takes, played at random: `short`, `middling` or `long`.
    pub length: &'static str,
    /// The author, the year and so on.
    pub info: Vec<(String, String)>,
    /// The rules in prose.
    pub prose: Option<String>,
    /// A small picture of its start.
    pub svg: String,
}

/// What can be chosen of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// The name of the option.
    pub name: String,
    /// The same in the language that was asked for.
    pub title: String,
    /// The values, the usual one first.
    pub values: Vec<String>,
    /// The same in that language.
    pub titles: Vec<String>,
    /// What is chosen now.
    pub chosen: String,
    /// Whether it can be a picture, too.
    pub picture: bool,
}

/// The games of the library.
pub(super) fn entries() -> Vec<Entry> {
    library::games().map(|game| Entry { name: game.name() }).collect()
}

/// Whether a game of that name is built in.
pub(super) fn is_built_in(name: &str) -> bool {
    library::games().any(|game| game.name() == name)
}

impl Made {
    /// The game as the library shows it.
    pub fn card(&mut self, table: &Table) -> Result<Value, Refused> {
        let reached = self.play(&Table { moves: Vec::new(), start: None, ..table.clone() })?;
        let (rules, language) = (self.rules(), table.language.as_str());
        let look = &rules.look;
        let say = |plain: &str| {
            look.words.get(language).and_then(|words| words.get(plain)).map_or_else(|| plain.to_owned(), String::clone)
        };
        let words = Phrases::of(language);
        let valued = |value: &str| match say(value) {
            said if said == value => words.own_value(value).unwrap_or(said),
            said => said,
        };
        let scene = self.scene(&self.set_up(reached.clone()), language);
        let options = self.module.options().into_iter().map(|option| Choice {
            title: say(&option.name),
            titles: option.values.iter().map(|value| valued(value)).collect(),
            chosen: rules
                .options
                .iter()
                .find(|(name, _)| *name == option.name)
                .map_or_else(String::new, |one| one.1.clone()),
            name: option.name,
            values: option.values,
            picture: option.picture,
        });
        let Words { plain, translated } = &look.title;
        let mut titles = translated.clone();
        titles.insert(String::new(), plain.clone());
        let prose = [language, "en"].into_iter().find_map(|code| look.prose.get(code)).or(look.prose.values().next());
        written(Card {
            name: self.name().to_owned(),
            title: scene.title.clone(),
            titles,
            players: self.module.players(),
            seats: scene.players.iter().map(|player| player.name.clone()).collect(),
            options: options.collect(),
            board: board(rules.board.shape),
            cells: rules.board.cells.len(),
            mechanisms: self.mechanisms(),
            length: self.length(&reached.position),
            info: look.info.clone(),
            prose: prose.cloned(),
            svg: view::svg(
                &scene,
                SvgOptions {
                    cell: CELL,
                    coordinates: false,
                    panel: Panel::Absent,
                    titles: false,
                    ..SvgOptions::default()
                },
            ),
        })
    }

    /// The start; where the board is empty there because chance sets it up, what one draw makes of it: a board without its
    /// pieces is no picture of such a game.
    fn set_up(&self, mut reached: Reached) -> Reached {
        let position = &mut reached.position;
        if self.engine.snapshot(position).cells.iter().any(|stack| !stack.is_empty()) {
            return reached;
        }
        let mut rng = Rng::stream(0, 0);
        for _ in 0..DRAWS {
            if self.engine.actor(position) != Some(Actor::Chance) {
                break;
            }
            let option = rng.below(self.engine.n_options(position) as u64) as usize;
            self.engine.play(position, option);
        }
        reached
    }

    /// The text of a variant of the game.
    pub fn variant(&mut self, title: &str) -> Result<Value, Refused> {
        let text = begin::variant(title, self.file(), &self.module);
        let text = text.map_err(|found| Refused::rules(&found, &self.module.texts))?;
        Ok(json!({ "text": text }))
    }

    /// How long matches are, played at random from a position.
    fn length(&self, start: &engine::Position) -> &'static str {
        let decisions = |number: u64| {
            let mut rng = Rng::stream(0, number);
            playout::run(&self.engine, &mut start.clone(), &mut rng, LONG, &self.module.budget).decisions
        };
        let mut lengths: Vec<u64> = (0..SAMPLES).map(decisions).collect();
        lengths.sort_unstable();
        match lengths.get(lengths.len() / 2).copied().unwrap_or_default() {
            median if median < MEDIUM => "short",
            median if median < LONG => "middling",
            _ => "long",
        }
    }

    fn mechanisms(&self) -> Vec<&'static str> {
        let own = self.module.texts.files().iter().filter(|file| !file.name.contains('/'));
        let words: BTreeSet<&str> = own
            .flat_map(|file| lexer::lex(&file.text))
            .filter(|token| token.kind == TokenKind::Word)
            .map(|token| token.text)
            .collect();
        let has = |told: &[&str]| told.iter().any(|word| words.contains(word));
        MECHANISMS.iter().filter(|(_, told)| has(told)).map(|(name, _)| *name).collect()
    }
}

fn board(shape: Shape) -> &'static str {
    match shape {
        Shape::Square { .. } => "square",
        Shape::Hexagon(_) | Shape::Rhombus { .. } | Shape::Triangle(_) | Shape::Star(_) => "hex",
        Shape::Morris { .. } => "lines",
        Shape::Track(_) | Shape::Loop(_) => "track",
        Shape::Graph => "graph",
    }
}
