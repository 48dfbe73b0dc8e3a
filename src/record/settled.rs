//! How players end a match themselves; the rules know nothing of it.

use crate::game::PlayerId;

/// An end that the players made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A player gave up.
    Resigned(PlayerId),
    /// They agreed on a draw.
    Agreed,
    /// A player has no time left.
    Late(PlayerId),
    /// A machine could not go on, or played against the rules.
    Forfeited(PlayerId),
}

const RESIGNS: &str = " resigns";
const LATE: &str = " out of time";
const FORFEITS: &str = " forfeits";
const AGREED: &str = "draw agreed";

impl Settled {
    /// As a match file says it, with the plain names of the players.
    pub fn text(self, names: &[&str]) -> String {
        let name = |player: PlayerId| names.get(player.index()).copied().unwrap_or_default();
        match self {
            Self::Resigned(player) => format!("{}{RESIGNS}", name(player)),
            Self::Late(player) => format!("{}{LATE}", name(player)),
            Self::Forfeited(player) => format!("{}{FORFEITS}", name(player)),
            Self::Agreed => AGREED.to_owned(),
        }
    }

    /// What a match file says; none if it says nothing that is known.
    pub fn read(text: &str, names: &[&str]) -> Option<Self> {
        let player = |name: &str| Some(PlayerId(names.iter().position(|known| *known == name)? as u8));
        if text == AGREED {
            return Some(Self::Agreed);
        }
        let resigned = text.strip_suffix(RESIGNS).and_then(player).map(Self::Resigned);
        let late = || text.strip_suffix(LATE).and_then(player).map(Self::Late);
        resigned.or_else(late).or_else(|| text.strip_suffix(FORFEITS).and_then(player).map(Self::Forfeited))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let names = ["White", "Black"];
        let white = PlayerId(0);
        let ends = [Settled::Late(white), Settled::Resigned(PlayerId(1)), Settled::Forfeited(white)];
        for end in ends.into_iter().chain([Settled::Agreed]) {
            assert_eq!(Settled::read(&end.text(&names), &names), Some(end));
        }
        assert_eq!(Settled::Resigned(PlayerId(1)).text(&names), "Black resigns");
        assert_eq!(Settled::read("Red resigns", &names), None);
        assert_eq!(Settled::read("", &names), None);
    }
}
