//! Who sits at a place, as people write it.

use std::{fmt, str::FromStr, time::Duration};

use crate::{
    game::Game,
    play::{
        player::{Clock, Player},
        random::RandomPlayer,
        rng::Rng,
        search::{Config, SearchPlayer, Thinking},
    },
};

/// What `search` means without an amount.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The time that one playout may well take.
const PLAYOUT: Duration = Duration::from_millis(20);
/// The longest time that a seat may ask for.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Who decides for a player: `human`, `random`, `search`, `search:2000`, `search:500ms`, `search:1s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person.
    Human,
    /// The player without any plan.
    Random,
    /// The searching player.
    Search(Thinking),
}

impl Seat {
    /// The machine that sits here; none for a person.
    pub fn player<G: Game>(self, rng: Rng, clock: &Clock) -> Option<Box<dyn Player<G>>> {
        match self {
            Seat::Human => None,
            Seat::Random => Some(Box::new(RandomPlayer::new(rng))),
            Seat::Search(thinking) => {
                Some(Box::new(SearchPlayer::new(thinking, Config::default(), rng, clock.clone())))
            }
        }
    }
}

impl Seat {
    /// How long the machine that sits here may well think about one option; none for a person.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Seat::Human => None,
            Seat::Random => Some(Duration::ZERO),
            Seat::Search(Thinking::Time(time)) => Some(*time),
            Seat::Search(Thinking::Playouts(n)) => Some(PLAYOUT.saturating_mul(*n)),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => write!(f, "human"),
            Seat::Random => write!(f, "random"),
            Seat::Search(Thinking::Playouts(n)) => write!(f, "search:{n}"),
            Seat::Search(Thinking::Time(time)) => match time.as_millis() {
                ms if ms % 1000 == 0 => write!(f, "search:{}s", ms / 1000),
                ms => write!(f, "search:{ms}ms"),
            },
        }
    }
}

/// A text that describes no seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatError {
    text: String,
    problem: &'static str,
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` {}; a seat is `human`, `random`, `search` (one second), `search:500ms`, `search:5s` \
             or `search:2000` (playouts)",
            self.text, self.problem
        )
    }
}

impl std::error::Error for SeatError {}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        let words = text.trim().to_ascii_lowercase();
        match words.as_str() {
            "human" => Ok(Seat::Human),
            "random" => Ok(Seat::Random),
            "search" => Ok(Seat::Search(Thinking::Time(DEFAULT_TIME))),
            _ => match words.strip_prefix("search:") {
                Some(amount) => thinking(amount).map(Seat::Search),
                None => Err("is not a seat"),
            },
        }
        .map_err(|problem| SeatError { text: text.to_owned(), problem })
    }
}

fn thinking(amount: &str) -> Result<Thinking, &'static str> {
    let (digits, milliseconds) = if let Some(digits) = amount.strip_suffix("ms") {
        (digits, Some(1))
    } else if let Some(digits) = amount.strip_suffix('s') {
        (digits, Some(1000))
    } else {
        (amount, None)
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("does not say how much to search");
    }
    let number: u32 = digits.parse().map_err(|_| "asks for too much")?;
    match milliseconds {
        _ if number == 0 => Err("leaves nothing to search"),
        None => Ok(Thinking::Playouts(number)),
        Some(unit) => match Duration::from_millis(u64::from(number) * unit) {
            time if time > LONGEST_TIME => Err("asks for more than a day"),
            time => Ok(Thinking::Time(time)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = match text.parse::<Seat>() {
            Ok(seat) => {
                assert_eq!(seat.to_string().parse(), Ok(seat), "what is written can be read");
                format!("{seat:?}")
            }
            Err(error) => error.to_string().split(';').next().unwrap_or_default().to_owned(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn seats() {
        check("human", "Human");
        check(" Random ", "Random");
        check("search", "Search(Time(1s))");
        check("search:1s", "Search(Time(1s))");
        check("search:500ms", "Search(Time(500ms))");
        check("search:2000", "Search(Playouts(2000))");
    }

    #[test]
    fn what_is_no_seat() {
        check("", "`` is not a seat");
        check("robot", "`robot` is not a seat");
        check("search:", "`search:` does not say how much to search");
        check("search:s", "`search:s` does not say how much to search");
        check("search:+5", "`search:+5` does not say how much to search");
        check("search:1.5s", "`search:1.5s` does not say how much to search");
        check("search:0", "`search:0` leaves nothing to search");
        check("search:0ms", "`search:0ms` leaves nothing to search");
        check("search:99999999999", "`search:99999999999` asks for too much");
        check("search:86401s", "`search:86401s` asks for more than a day");
    }

    #[test]
    fn errors_say_what_is_allowed() {
        let error = "robot".parse::<Seat>().unwrap_err().to_string();
        for allowed in ["`human`", "`random`", "`search`", "`search:500ms`", "`search:2000`"] {
            assert!(error.contains(allowed), "{error}");
        }
    }
}
