//! Outcomes and players in words.

use crate::game::{Outcome, PlayerId, Verdict};
use crate::rules::look::Look;

use super::Phrases;

impl Phrases {
    /// For instance "White wins by far row"; of more than two players with their places. `by` is the end that decided,
    /// as it is to be written. Names of players are in `language` where the file translates them.
    pub fn outcome(&self, look: &Look, outcome: &Outcome, language: &str, by: &str) -> String {
        let said = |key: &str| self.say(key, &[("by", &by)]);
        let what = match outcome.verdict() {
            Verdict::Won(player) => self.say("wins", &[("who", &player_name(look, player, language)), ("by", &by)]),
            Verdict::Draw => said("draw-by"),
            Verdict::Nobody => said("all-lose"),
            Verdict::Unfinished => said("unfinished-by"),
        };
        match places(look, outcome, language) {
            Some(places) => format!("{what} ({places})"),
            None => what,
        }
    }
}

/// The places in words, for more than two players.
fn places(look: &Look, outcome: &Outcome, language: &str) -> Option<String> {
    if outcome.places.len() < 3 || outcome.verdict() == Verdict::Unfinished {
        return None;
    }
    let mut ranked: Vec<(u8, usize)> = outcome.places.iter().copied().zip(0..).collect();
    ranked.sort_unstable();
    let words = ranked.iter().map(|&(place, index)| {
        let name = player_name(look, PlayerId(index as u8), language);
        format!("{place}. {name}")
    });
    Some(words.collect::<Vec<_>>().join(", "))
}

/// The name of a player.
pub fn player_name(look: &Look, player: PlayerId, language: &str) -> String {
    let found = look.players.get(player.index());
    let unnamed = || Phrases::of(language).counted("player-n", player.index() + 1);
    found.map_or_else(unnamed, |look| look.name.in_language(language).to_owned())
}

/// The name of a move, an end or a value in a language.
pub fn translated<'a>(look: &'a Look, name: &'a str, language: &str) -> &'a str {
    look.words.get(language).and_then(|words| words.get(name)).map_or(name, String::as_str)
}
