//! A position as a page shows it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::{Actor, Game, Outcome, PlayerId, Verdict};
use crate::phrases::localized;
use crate::rules::look::Look;
use crate::view::scene::Scene;
use crate::view::{self, Panel, SvgOptions};

use super::made::{Made, Reached};

/// So many options of a decision are listed; others must be typed.
const MOST_OPTIONS: usize = 20_000;
/// Of so many options it is told which piece they take from the hand.
const MOST_DROPS: usize = 1000;
/// The width of a piece in hand, in pixels.
const HELD: f64 = 48.0;

/// What stands, and what can be decided.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The title of the game.
    pub title: String,
    /// The players, in seating order.
    pub players: Vec<Seated>,
    /// Who decides; none when the game is over.
    pub decider: Option<Decider>,
    /// The number of completed turns.
    pub turns: u32,
    /// The picture of the board: an SVG document whose sites have their names in `data-site`.
    pub svg: String,
    /// The names of cells and extra sites, by number.
    pub cells: Vec<String>,
    /// What can be decided, in canonical order.
    pub options: Vec<Offer>,
    /// How many options there are.
    pub n_options: usize,
    /// Pieces in hand, by player.
    pub hands: Vec<Vec<Held>>,
    /// What the game remembers, in words.
    pub variables: Vec<(String, String)>,
    /// Which round it is of how many, in words, where an end counts rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// What the colours of cells mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<Ground>,
    /// The moves so far, as the game writes them.
    pub moves: Vec<String>,
    /// How moves and options are told in the language, by their texts; those that are told otherwise than they are written.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub told: BTreeMap<String, String>,
    /// The cells that the latest move touched, in the order of its choices.
    pub last: Vec<u16>,
    /// How the game ended; none while it goes on.
    pub ended: Option<Ended>,
    /// The fingerprint of the rules.
    pub fingerprint: String,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct Seated {
    /// The name.
    pub name: String,
    /// The colour, as `#rrggbb`.
    pub colour: String,
}

/// What a colour of cells means.
#[derive(Clone, Debug, Serialize)]
pub struct Ground {
    /// What is there, in words.
    pub name: String,
    /// The colour, as `#rrggbb`.
    pub colour: String,
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decider {
    /// The player of that number.
    Player(u8),
    /// Chance.
    Chance,
}

/// Something that can be decided.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    /// Its text, unique in its decision.
    pub text: String,
    /// The cells that it touches, in the order of its choices.
    pub cells: Vec<u16>,
    /// What is chosen in it, one by one; left out where that is the whole text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// How probable it is, where Chance decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// The number of the kind of which it takes a piece out of the hand of whoever decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<usize>,
}

/// Pieces of one kind in hand.
#[derive(Clone, Debug, Serialize)]
pub struct Held {
    /// The number of the kind.
    pub number: usize,
    /// The kind.
    pub kind: String,
    /// Its picture or its letter.
    pub sign: String,
    /// How many.
    pub count: u32,
    /// One of them as it is drawn on the board: an SVG document.
    pub svg: String,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct Ended {
    /// `won`, `draw`, `nobody` or `unfinished`.
    pub verdict: &'static str,
    /// Who won alone.
    pub winner: Option<u8>,
    /// The end that decided.
    pub by: String,
    /// The place of each player.
    pub places: Vec<u8>,
}

impl Made {
    /// The position as a page shows it.
    pub fn shown(&self, reached: &Reached, language: &str) -> Shown {
        let (rules, position) = (self.rules(), &reached.position);
        let scene = self.scene(reached, language);
        let n_options = self.engine.n_options(position);
        let hand = self.hand(reached, n_options);
        let options = (0..n_options.min(MOST_OPTIONS)).map(|option| self.offer(reached, option, hand.as_deref()));
        let options: Vec<Offer> = options.collect();
        let texts = reached.moves.iter().chain(options.iter().map(|offer| &offer.text));
        let told = texts.map(|text| (text, localized(&rules.look, text, language)));
        let told = told.filter(|(text, told)| *text != told).map(|(text, told)| (text.clone(), told)).collect();
        let hands = (0..scene.hands.len()).map(|player| held(&scene, player));
        Shown {
            title: scene.title.clone(),
            players: scene
                .players
                .iter()
                .map(|one| Seated { name: one.name.clone(), colour: one.colour.hex() })
                .collect(),
            decider: self.engine.actor(position).map(|actor| match actor {
                Actor::Player(PlayerId(player)) => Decider::Player(player),
                Actor::Chance => Decider::Chance,
            }),
            turns: scene.turns,
            svg: view::svg(&scene, SvgOptions { panel: Panel::Absent, ..SvgOptions::default() }),
            cells: rules.board.cells.iter().map(|cell| cell.name.clone()).collect(),
            options,
            n_options,
            hands: hands.collect(),
            variables: scene.variables.iter().cloned().chain(beside(&scene)).collect(),
            round: scene.round_told(),
            ground: (0..scene.terrains.len()).flat_map(|terrain| ground(&scene, terrain)).collect(),
            moves: reached.moves.clone(),
            told,
            last: reached.last.iter().map(|cell| cell.0).collect(),
            ended: self.engine.outcome(position).map(|outcome| ended(&rules.look, &outcome, language)),
            fingerprint: rules.fingerprint.clone(),
        }
    }

    /// What a picture of the position shows.
    pub fn scene(&self, reached: &Reached, language: &str) -> Scene {
        let mut scene = Scene::of(&self.engine, &reached.position, language);
        scene.marks.last = reached.last.iter().copied().collect();
        let look = &self.rules().look;
        scene.latest = reached.moves.last().map(|text| localized(look, text, language));
        scene
    }

    /// What whoever decides has in hand, by kind, where it can be told of each option what it takes from there.
    fn hand(&self, reached: &Reached, n_options: usize) -> Option<Vec<u32>> {
        let Some(Actor::Player(player)) = self.engine.actor(&reached.position) else { return None };
        let hand = self.engine.snapshot(&reached.position).hands.get(player.index()).cloned()?;
        (n_options <= MOST_DROPS && hand.iter().any(|&count| count > 0)).then_some(hand)
    }

    /// The kind of which an option takes a piece out of the hand of whoever decides.
    fn dropped(&self, reached: &Reached, option: usize, hand: &[u32]) -> Option<usize> {
        let Some(Actor::Player(player)) = self.engine.actor(&reached.position) else { return None };
        let mut position = reached.position.clone();
        self.engine.play(&mut position, option);
        let after = self.engine.snapshot(&position).hands.get(player.index()).cloned()?;
        let fewer = |kind: &usize| after.get(*kind) < hand.get(*kind);
        let mut kinds = (0..hand.len()).filter(fewer);
        kinds.next().filter(|_| kinds.next().is_none())
    }

    fn offer(&self, reached: &Reached, option: usize, hand: Option<&[u32]>) -> Offer {
        let (game, position) = (&self.engine, &reached.position);
        let mut steps = game.steps(position, option);
        if steps.len() < 2 {
            steps.clear();
        }
        Offer {
            text: game.notation(position, option),
            cells: game.cells_of(position, option).iter().map(|cell| cell.0).collect(),
            steps,
            probability: game.probability(position, option).map(|probability| probability.to_string()),
            held: hand.and_then(|hand| self.dropped(reached, option, hand)),
        }
    }
}

/// What the picture shows without words: the cells of marks and what they are called, and of each player what is on the board no more.
fn beside(scene: &Scene) -> Vec<(String, String)> {
    let noted = scene.noted.iter().chain(&scene.marked);
    let noted = noted.map(|(what, cells)| (what.clone(), scene.names_of(cells)));
    let lost = scene.gone.iter().zip(&scene.players).filter(|(lost, _)| !lost.is_empty());
    let lost = lost.map(|(lost, player)| {
        let kind = |kind: usize| scene.kinds.get(kind).map_or("?", |kind| kind.name.as_str());
        let words: Vec<String> = lost.iter().map(|held| format!("−{} {}", held.count, kind(held.kind))).collect();
        (player.name.clone(), words.join(", "))
    });
    noted.chain(lost).collect()
}

fn ground(scene: &Scene, terrain: usize) -> impl Iterator<Item = Ground> {
    scene.ground(terrain).map(|(_, value)| Ground { name: value.name.clone(), colour: value.colour.hex() })
}

fn held(scene: &Scene, player: usize) -> Vec<Held> {
    let owner = Some(PlayerId(player as u8));
    let of_player = scene.hands.get(player).into_iter().flatten();
    let told = of_player.filter_map(|held| {
        let kind = scene.kinds.get(held.kind)?;
        let sign = scene.glyph(held.kind, owner).unwrap_or(&kind.letter).to_owned();
        let svg = view::piece(scene, held.kind, owner.filter(|_| !kind.neutral), HELD);
        Some(Held { number: held.kind, kind: kind.name.clone(), sign, count: held.count, svg })
    });
    told.collect()
}

fn ended(look: &Look, outcome: &Outcome, language: &str) -> Ended {
    let by = look.words.get(language).and_then(|words| words.get(&*outcome.by));
    let (verdict, winner) = match outcome.verdict() {
        Verdict::Won(PlayerId(player)) => ("won", Some(player)),
        Verdict::Draw => ("draw", None),
        Verdict::Nobody => ("nobody", None),
        Verdict::Unfinished => ("unfinished", None),
    };
    let by = by.cloned().unwrap_or_else(|| outcome.by.to_string());
    Ended { verdict, winner, by, places: outcome.places.to_vec() }
}
