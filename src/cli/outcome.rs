//! Outcomes and players in words.

use crate::game::{Actor, Game, Outcome, PlayerId, Verdict};
use crate::phrases::Phrases;
use crate::record::settled::Settled;
use crate::rules::look::Look;
use serde::Serialize;
use serde_json::{Map, Value};

pub use crate::phrases::{player_name, translated};

/// The language of names in rule files, for programs.
pub const PLAIN: &str = "";

/// An outcome for programs.
#[derive(Debug, Serialize)]
pub struct OutcomeJson {
    /// Who won alone, or `draw`, `nobody`, `unfinished`.
    result: String,
    /// The name of the end clause that decided.
    by: String,
    /// The place of each player.
    places: Map<String, Value>,
}

impl OutcomeJson {
    /// An outcome for programs.
    pub fn new(look: &Look, outcome: &Outcome) -> Self {
        let places = outcome.places.iter().enumerate();
        let places = places.map(|(index, &place)| (player_name(look, PlayerId(index as u8), PLAIN), place.into()));
        Self { result: result(look, outcome), by: outcome.by.to_string(), places: places.collect() }
    }
}

/// Who won alone, or `draw`, `nobody`, `unfinished`.
pub fn result(look: &Look, outcome: &Outcome) -> String {
    match outcome.verdict() {
        Verdict::Won(player) => player_name(look, player, PLAIN),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Nobody => "nobody".to_owned(),
        Verdict::Unfinished => "unfinished".to_owned(),
    }
}

/// How the players ended a match themselves, in a sentence.
pub fn settled(look: &Look, settled: Settled, language: &str) -> String {
    let words = Phrases::of(language);
    let named = |key: &str, player: PlayerId| words.say(key, &[("who", &player_name(look, player, language))]);
    match settled {
        Settled::Resigned(player) => named("settled-resigned", player),
        Settled::Late(player) => named("settled-late", player),
        Settled::Forfeited(player) => named("settled-forfeited", player),
        Settled::Agreed => words.word("settled-agreed"),
    }
}

/// For instance "White wins by `far row`".
pub fn sentence(look: &Look, outcome: &Outcome, language: &str) -> String {
    let words = Phrases::of(language);
    words.outcome(look, outcome, language, &words.quoted(translated(look, &outcome.by, language)))
}

/// The name of whoever decides; none when the game is over.
pub fn actor_name<G: Game>(game: &G, position: &G::Position, language: &str) -> Option<String> {
    game.actor(position).map(|actor| match actor {
        Actor::Player(player) => player_name(&game.rules().look, player, language),
        Actor::Chance => Phrases::of(language).word("chance"),
    })
}
