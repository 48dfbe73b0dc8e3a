//! A game of a tournament as a line of JSON.

use serde::{Deserialize, Serialize};

use crate::contest::game::Kind;
use crate::contest::standings::Score;
use crate::game::PlayerId;

use super::Plan;

/// The seed of one game. Programs that read JSON know whole numbers of 53 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// A seed of 53 of these bits.
    pub fn new(bits: u64) -> Self {
        Self(bits >> 11)
    }
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the rule file, from zero.
    pub event: usize,
    /// The number of the game, from zero.
    pub game: u64,
    /// Who sat where, by name.
    pub seats: Vec<String>,
    /// The seed of the game.
    pub seed: Seed,
    /// So many of the moves are the opening.
    pub opening: usize,
    /// The moves, what Chance decided included.
    pub moves: Vec<String>,
    /// Who made them, by place from zero; none for Chance.
    pub by: Vec<Option<u8>>,
    /// `won` and a place from zero, `drawn`, `nobody` or `unfinished`.
    pub ending: String,
    /// What it was worth, by place, from 0 to 1.
    pub values: Vec<f64>,
    /// The place whose machine could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<u8>,
    /// How it ended by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How it ended without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<String>,
    /// Why a machine could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What whoever moved thought of it, from 0 to 1.
    pub evaluations: Vec<Option<f64>>,
    /// How long it took, in milliseconds.
    pub times: Vec<u64>,
}

impl GameLine {
    /// What it comes to; none if the line does not say it, or says it of another tournament.
    pub fn score(&self, plan: &Plan) -> Option<Score> {
        let event = plan.events.get(self.event)?;
        let places = event.places();
        let sits = |who: &usize| plan.contestants.get(*who).map(|one| &one.name);
        let fixture = event.schedule.fixture(self.game);
        let is_same = fixture.places.iter().map(sits).eq(self.seats.iter().map(Some));
        let are_values = self.values.len() == places && self.values.iter().all(|value| (0.0..=1.0).contains(value));
        let is_place = |place: &u8| usize::from(*place) < places;
        let kind = match (self.ending.as_str(), self.ending.strip_prefix("won ")) {
            ("drawn", _) => Kind::Drawn,
            ("nobody", _) => Kind::Nobody,
            ("unfinished", _) => Kind::Unfinished,
            (_, Some(place)) => Kind::Won(PlayerId(place.parse().ok().filter(is_place)?)),
            _ => return None,
        };
        let forfeited = self.forfeited.map(usize::from).filter(|place| *place < places);
        (is_same && are_values).then(|| Score { kind, values: self.values.clone(), forfeited })
    }
}
