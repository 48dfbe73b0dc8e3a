//! Other programs as players: which are named on the command line, and how.
//!
//! A program is started for each game, told the moves, and asked for its own. Whatever it does, it does not keep us
//! waiting for longer than was said, fill our memory or stay behind: if it hangs, ends, floods or plays against the rules
//! it has lost the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::game::PlayerId;
use crate::play::search::Thinking;
use crate::play::seat::Seat;

pub mod child;
mod player;
mod talk;
mod told;

use child::Child;
pub use player::GuestPlayer;

/// How long a program may think where nothing is said.
const USUAL: Thinking = Thinking::Time(Duration::from_secs(1));
/// How much longer than its time a program may take where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a program may take for a number of nodes.
const FOR_NODES: Duration = Duration::from_secs(60);
/// The setting that says how much longer than its time a program may take.
const PATIENCE_NAME: &str = "patience";

/// By what a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Whatever it answers to.
    Found,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// The Chess Engine Communication Protocol, of XBoard.
    Xboard,
    /// The Go Text Protocol.
    Gtp,
}

/// The protocols by the names that they have in seats.
const PROTOCOLS: [(&str, Protocol); 8] = [
    ("engine", Protocol::Found),
    ("uci", Protocol::Uci),
    ("ugi", Protocol::Ugi),
    ("usi", Protocol::Usi),
    ("ucci", Protocol::Ucci),
    ("xboard", Protocol::Xboard),
    ("cecp", Protocol::Xboard),
    ("gtp", Protocol::Gtp),
];

impl Protocol {
    fn name(self) -> &'static str {
        PROTOCOLS.iter().find(|(_, protocol)| *protocol == self).map_or("engine", |(name, _)| name)
    }
}

/// Another program: `engine:COMMAND`, `uci/500ms/Hash=16:COMMAND`.
#[derive(Clone, Debug, PartialEq)]
pub struct Guest {
    protocol: Protocol,
    thinking: Thinking,
    /// How much longer than its time it may take.
    patience: Duration,
    /// Its own settings, in order.
    settings: Vec<(String, String)>,
    command: String,
}

impl Guest {
    /// How long it may take for one option before it has lost.
    pub fn longest(&self) -> Duration {
        match self.thinking {
            Thinking::Time(time) => time.saturating_add(self.patience),
            Thinking::Playouts(_) => FOR_NODES.saturating_add(self.patience),
        }
    }

    /// The program as a player who has a place at the board. `start` is the text of the position from which play starts,
    /// unless it is the usual one.
    pub fn player(&self, place: PlayerId, start: Option<&str>) -> GuestPlayer {
        GuestPlayer::new(self.clone(), place, start.map(str::to_owned))
    }

    /// Starts the program once and lets it end.
    ///
    /// # Errors
    /// If it cannot be started: why, in a sentence without a full stop.
    pub fn try_out(&self) -> Result<(), String> {
        Child::start(&self.words()).map(drop)
    }

    /// The words of the command: at blanks, except between quotes.
    fn words(&self) -> Vec<String> {
        words(&self.command)
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = Seat::Search(self.thinking).to_string();
        write!(f, "{}/{}", self.protocol.name(), seat.trim_start_matches("search:"))?;
        if self.patience != PATIENCE {
            write!(f, "/{PATIENCE_NAME}={}ms", self.patience.as_millis())?;
        }
        for (name, value) in &self.settings {
            write!(f, "/{name}={value}")?;
        }
        write!(f, ":{}", self.command)
    }
}

impl FromStr for Guest {
    /// None if the text does not speak of another program; else what is wrong with it.
    type Err = Option<String>;

    fn from_str(text: &str) -> Result<Self, Option<String>> {
        let (head, command) = text.trim().split_once(':').ok_or(None)?;
        let mut parts = head.split('/').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let (_, protocol) = *PROTOCOLS.iter().find(|(known, _)| *known == name).ok_or(None)?;
        let mut guest = Self {
            protocol,
            thinking: USUAL,
            patience: PATIENCE,
            settings: Vec::new(),
            command: command.trim().to_owned(),
        };
        if guest.words().is_empty() {
            return Err(Some(format!("`{text}` names no program; write `{name}:COMMAND`")));
        }
        if text.contains(char::is_control) {
            return Err(Some(format!("`{}` holds a sign that cannot be seen", text.escape_debug())));
        }
        for part in parts {
            match part.split_once('=') {
                Some((PATIENCE_NAME, time)) => match amount(time) {
                    Some(Thinking::Time(time)) => guest.patience = time,
                    _ => return Err(Some(format!("`{part}` says no time; write `{PATIENCE_NAME}=2s`"))),
                },
                Some((name, value)) => guest.settings.push((name.trim().to_owned(), value.trim().to_owned())),
                None => {
                    let wrong =
                        || format!("`{part}` is no amount of thinking; write `500ms`, `2s` or a number of nodes");
                    guest.thinking = amount(part).ok_or_else(|| Some(wrong()))?;
                }
            }
        }
        Ok(guest)
    }
}

/// A time or a number of nodes, written as for a seat that searches.
fn amount(text: &str) -> Option<Thinking> {
    match format!("search:{text}").parse() {
        Ok(Seat::Search(thinking)) => Some(thinking),
        _ => None,
    }
}

/// The words of a command, as simple shells read them: blanks part them, except between single or double quotes.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut is_open) = (None, false);
    for sign in command.chars() {
        match (quote, sign) {
            (Some(closing), _) if sign == closing => quote = None,
            (None, '"' | '\'') => {
                quote = Some(sign);
                if !is_open {
                    words.push(String::new());
                }
                is_open = true;
            }
            (None, sign) if sign.is_whitespace() => is_open = false,
            _ => {
                if !is_open {
                    words.push(String::new());
                }
                is_open = true;
                words.iter_mut().last().into_iter().for_each(|word| word.push(sign));
            }
        }
    }
    words
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Guest, Option<String>> {
        text.parse()
    }

    #[test]
    fn programs_are_read_and_written() {
        let guest = read("uci/500ms/Hash=16/UCI_Variant=crazy:fish -x 'a b'").unwrap();
        assert_eq!((guest.protocol, guest.thinking), (Protocol::Uci, Thinking::Time(Duration::from_millis(500))));
        assert_eq!(guest.words(), ["fish", "-x", "a b"]);
        assert_eq!(guest.to_string(), "uci/500ms/Hash=16/UCI_Variant=crazy:fish -x 'a b'");
        for text in ["engine:fish", "CECP:fish", "gtp/2000:go --mode gtp", "usi/patience=20ms:x"] {
            let guest = read(text).unwrap();
            assert_eq!(read(&guest.to_string()), Ok(guest), "{text}");
        }
        assert_eq!(read("uci/2s:x").unwrap().longest(), Duration::from_secs(7));
    }

    #[test]
    fn what_is_no_program_is_told() {
        assert_eq!(read("search:200"), Err(None));
        assert_eq!(read("random"), Err(None));
        assert!(read("uci: ''").is_ok(), "an empty name is a word, which cannot be started");
        assert!(read("uci:  ").unwrap_err().unwrap().contains("names no program"));
        assert!(read("uci/fast:x").unwrap_err().unwrap().starts_with("`fast` is no amount of thinking"));
        assert!(read("uci/patience=2:x").unwrap_err().unwrap().contains("says no time"));
        assert!(read("uci:a\u{1b}b").unwrap_err().unwrap().contains("cannot be seen"));
    }
}
