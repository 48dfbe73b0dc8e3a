//! How players end a match themselves; the rules know nothing of it.

use crate::game::PlayerId;
use crate::rules::look::Look;

use super::super::outcome::{PLAIN, player_name};
use super::super::phrases::Phrases;

/// An end that the players made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A player gave up.
    Resigned(PlayerId),
    /// They agreed on a draw.
    Agreed,
    /// A player has no time left.
    Late(PlayerId),
}

const RESIGNS: &str = " resigns";
const LATE: &str = " out of time";
const AGREED: &str = "draw agreed";

impl Settled {
    /// As a match file says it.
    pub fn text(self, look: &Look) -> String {
        match self {
            Self::Resigned(player) => player_name(look, player, PLAIN) + RESIGNS,
            Self::Late(player) => player_name(look, player, PLAIN) + LATE,
            Self::Agreed => AGREED.to_owned(),
        }
    }

    /// What a match file says; none if it says nothing that is known.
    pub fn read(text: &str, look: &Look) -> Option<Self> {
        let player = |name: &str| {
            let index = look.players.iter().position(|player| player.name.plain == name)?;
            Some(PlayerId(index as u8))
        };
        if text == AGREED {
            return Some(Self::Agreed);
        }
        let resigned = text.strip_suffix(RESIGNS).and_then(player).map(Self::Resigned);
        resigned.or_else(|| text.strip_suffix(LATE).and_then(player).map(Self::Late))
    }

    /// The same for people.
    pub fn sentence(self, look: &Look, words: Phrases, language: &str) -> String {
        let named = |key: &str, player: PlayerId| words.say(key, &[("who", &player_name(look, player, language))]);
        match self {
            Self::Resigned(player) => named("settled-resigned", player),
            Self::Late(player) => named("settled-late", player),
            Self::Agreed => words.word("settled-agreed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::look::{PlayerLook, Words};

    #[test]
    fn what_is_written_can_be_read() {
        let player = |name: &str| PlayerLook {
            name: Words { plain: name.to_owned(), ..Words::default() },
            ..PlayerLook::default()
        };
        let look = Look { players: vec![player("White"), player("Black")], ..Look::default() };
        for end in [Settled::Agreed, Settled::Late(PlayerId(0)), Settled::Resigned(PlayerId(1))] {
            assert_eq!(Settled::read(&end.text(&look), &look), Some(end));
        }
        assert_eq!(Settled::Resigned(PlayerId(1)).text(&look), "Black resigns");
        assert_eq!(Settled::read("Red resigns", &look), None);
        assert_eq!(Settled::read("", &look), None);
    }
}
