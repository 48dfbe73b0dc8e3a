//! The levels that a report plays at, from the weakest up, and the machines that play there.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::game::rng::Rng;
use crate::game::{Game, Halt};
use crate::play::player::Clock;
use crate::play::search::{SearchPlayer, Thinking};
use crate::play::seat::{Seat, SeatError};

/// The usual levels: at random, and three that search with so many playouts for each decision, each with five times
/// those of the one below.
pub const USUAL: [&str; 4] = ["random", "mcts:8", "mcts:40", "mcts:200"];

/// How long a decision at random may well take, with all that is counted of it.
const AT_RANDOM: Duration = Duration::from_millis(1);

/// How well somebody plays. The same level plays the same game from the same numbers on any machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Seat);

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotALevel {
    /// It names nobody at all.
    Seat(SeatError),
    /// Who is named plays no two games alike from the same numbers, or is no machine.
    NotRepeatable(String),
}

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(error) => write!(f, "{error}"),
            Self::NotRepeatable(text) => {
                write!(f, "`{text}` is no level: that is `random`, `level:3`, or `mcts:200` with a number of playouts")
            }
        }
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        let seat: Seat = text.parse().map_err(NotALevel::Seat)?;
        match seat.thinking() {
            None if seat == Seat::Random => Ok(Self(seat)),
            Some(Thinking::Playouts(_)) => Ok(Self(seat)),
            _ => Err(NotALevel::NotRepeatable(text.to_owned())),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Level {
    /// The usual ones.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn usual() -> Vec<Level> {
        USUAL.iter().map(|text| text.parse().expect("the usual levels can be read")).collect()
    }

    /// Whether it plays without looking at anything.
    pub fn is_random(self) -> bool {
        self.0 == Seat::Random
    }

    /// How long one of its decisions may well take.
    pub fn worth(self) -> Duration {
        self.0.time().unwrap_or_default().max(AT_RANDOM)
    }

    /// Whoever plays at this level, drawing from `rng`.
    pub fn machine(self, rng: Rng) -> Machine {
        // A number of playouts asks no clock.
        let clock: Clock = Arc::new(|| Duration::ZERO);
        match self.0.searcher(rng.clone(), &clock) {
            Some(player) => Machine::Search(Box::new(player)),
            None => Machine::Random(rng),
        }
    }
}

/// Somebody who decides, and says how good the position looks.
#[derive(Debug)]
pub enum Machine {
    /// Takes any option.
    Random(Rng),
    /// Searches.
    Search(Box<SearchPlayer>),
}

/// What was chosen, and what the position is worth to the player who chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The option.
    pub option: usize,
    /// From 0, lost, to 1, won, with the best option; none from those who do not look, and where there is no choice.
    pub value: Option<f64>,
}

impl Machine {
    /// Decides for the player whose decision it is; none when it was called to halt.
    pub fn decide<G: Game>(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<Decision> {
        if halt.is_called() {
            return None;
        }
        let n = game.n_options(position);
        match self {
            Self::Random(rng) => Some(Decision { option: rng.index(n), value: None }),
            Self::Search(_) if n == 1 => Some(Decision { option: 0, value: None }),
            Self::Search(player) => {
                let (option, report) = player.decide(game, position, halt).filter(|_| !halt.is_called())?;
                Some(Decision { option, value: report.options.first().map(|best| best.value) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        assert_eq!(Level::usual().iter().map(ToString::to_string).collect::<Vec<_>>(), USUAL);
        for wrong in ["human", "search", "search:1s", "best", "search:0", ""] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
        assert!("search:1s".parse::<Level>().unwrap_err().to_string().contains("`mcts:200`"));
    }
}
