//! Who sits at a place, as people write it.

use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use crate::{
    game::{Game, rng::Rng},
    play::{
        level::Level,
        mind::Mind,
        player::{Clock, Player},
        random::RandomPlayer,
        search::{Config, SearchPlayer, Thinking, Way},
    },
};

/// What `search` means without an amount.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The time that one playout may well take.
const PLAYOUT: Duration = Duration::from_millis(20);
/// The longest time that a seat may ask for.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Who decides for a player: `human`, `random`, `search`, `search:2000`, `search:500ms`, `alphabeta:1s`, `mcts:2000`,
/// `level:3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person.
    Human,
    /// The player without any plan.
    Random,
    /// The searching player, by the better search.
    Search(Thinking),
    /// The player who looks ahead; what is counted are positions.
    AlphaBeta(Thinking),
    /// The player who searches by playouts.
    MonteCarlo(Thinking),
    /// One of ten players from weak to strong.
    Level(Level),
}

/// What machines have at hand, whatever their seats say.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// What is known of the game, so that nobody need learn it.
    pub mind: Option<Arc<Mind>>,
    /// With how many threads each thinks; one, unless told.
    pub threads: Option<usize>,
    /// How many bytes each remembers at most; as many as usual, unless told.
    pub bytes: Option<usize>,
}

impl Seat {
    /// The machine that sits here; none for a person.
    pub fn player<G: Game>(self, rng: Rng, clock: &Clock) -> Option<Box<dyn Player<G>>> {
        self.player_with(rng, clock, &Means::default())
    }

    /// The same machine; if it is one that searches, it has these means.
    pub fn player_with<G: Game>(self, rng: Rng, clock: &Clock, means: &Means) -> Option<Box<dyn Player<G>>> {
        if self == Seat::Random {
            return Some(Box::new(RandomPlayer::new(rng)));
        }
        Some(Box::new(self.searcher_with(rng, clock, means)?))
    }

    /// The machine that sits here, if it is one that searches, with these means. It keeps what it has found out from one
    /// decision to the next. Levels do not, and think with one thread, so that they are the same everywhere.
    pub fn searcher_with(self, rng: Rng, clock: &Clock, means: &Means) -> Option<SearchPlayer> {
        let mut player = self.searcher(rng, clock)?;
        if let Some(mind) = &means.mind {
            player = player.knowing(mind.clone());
        }
        if matches!(self, Seat::Level(_)) {
            return Some(player);
        }
        if let Some(bytes) = means.bytes {
            player = player.remembering(bytes);
        }
        Some(player.keeping().sharing(means.threads.unwrap_or(1)))
    }

    /// The machine that sits here, if it is one that searches.
    pub fn searcher(self, rng: Rng, clock: &Clock) -> Option<SearchPlayer> {
        let player = SearchPlayer::new(self.thinking()?, Config::default(), rng, clock.clone());
        Some(match self {
            Seat::AlphaBeta(_) => player.by(Way::AlphaBeta),
            Seat::MonteCarlo(_) => player.by(Way::MonteCarlo),
            Seat::Level(level) => player.seeing(level.positions()).slipping(level.slips()),
            Seat::Search(_) | Seat::Human | Seat::Random => player,
        })
    }

    /// How much the machine that sits here thinks, if it is one that searches.
    pub fn thinking(self) -> Option<Thinking> {
        match self {
            Seat::Human | Seat::Random => None,
            Seat::Search(thinking) | Seat::AlphaBeta(thinking) | Seat::MonteCarlo(thinking) => Some(thinking),
            Seat::Level(level) => Some(level.thinking()),
        }
    }

    /// The same seat for a machine that thinks so long at most, and counts so many playouts at most. Levels stay as they
    /// are.
    pub fn bounded(self, longest: Duration, most: u32) -> Self {
        let bounded = |thinking| match thinking {
            Thinking::Time(time) => Thinking::Time(time.min(longest)),
            Thinking::Playouts(n) => Thinking::Playouts(n.min(most)),
        };
        match self {
            Seat::Search(thinking) => Seat::Search(bounded(thinking)),
            Seat::AlphaBeta(thinking) => Seat::AlphaBeta(bounded(thinking)),
            Seat::MonteCarlo(thinking) => Seat::MonteCarlo(bounded(thinking)),
            Seat::Human | Seat::Random | Seat::Level(_) => self,
        }
    }

    /// How long the machine that sits here may well think about one option; none for a person.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Seat::Human => None,
            Seat::Random => Some(Duration::ZERO),
            _ => self.thinking().map(|thinking| match thinking {
                Thinking::Time(time) => time,
                Thinking::Playouts(n) => PLAYOUT.saturating_mul(n),
            }),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => write!(f, "human"),
            Seat::Random => write!(f, "random"),
            Seat::Search(thinking) => write!(f, "search:{}", Amount(*thinking)),
            Seat::AlphaBeta(thinking) => write!(f, "alphabeta:{}", Amount(*thinking)),
            Seat::MonteCarlo(thinking) => write!(f, "mcts:{}", Amount(*thinking)),
            Seat::Level(level) => write!(f, "level:{level}"),
        }
    }
}

/// How much is thought, as it is written.
struct Amount(Thinking);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Thinking::Playouts(n) => write!(f, "{n}"),
            Thinking::Time(time) => match time.as_millis() {
                ms if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
                ms => write!(f, "{ms}ms"),
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
            "`{}` {}; a seat is `human`, `random`, `level:1` to `level:10`, `search` (one second), `search:500ms`, \
             `search:5s` or `search:2000` (playouts); by one search alone `alphabeta:1s` or `mcts:1s`",
            self.text, self.problem
        )
    }
}

impl std::error::Error for SeatError {}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        let words = text.trim().to_ascii_lowercase();
        let (who, amount) = words.split_once(':').map_or((words.as_str(), None), |(who, amount)| (who, Some(amount)));
        let thinking = || amount.map_or(Ok(Thinking::Time(DEFAULT_TIME)), thinking);
        match (who, amount) {
            ("human", None) => Ok(Seat::Human),
            ("random", None) => Ok(Seat::Random),
            ("search", _) => thinking().map(Seat::Search),
            ("alphabeta", _) => thinking().map(Seat::AlphaBeta),
            ("mcts", _) => thinking().map(Seat::MonteCarlo),
            ("level", Some(level)) => Level::named(level).map(Seat::Level).ok_or("is none of the levels 1 to 10"),
            _ => Err("is not a seat"),
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
        check("alphabeta", "AlphaBeta(Time(1s))");
        check("AlphaBeta:5000", "AlphaBeta(Playouts(5000))");
        check("mcts:250ms", "MonteCarlo(Time(250ms))");
        check("level:3", "Level(Level(3))");
        check("level:master", "Level(Level(10))");
    }

    #[test]
    fn what_is_no_seat() {
        check("", "`` is not a seat");
        check("robot", "`robot` is not a seat");
        check("search:", "`search:` does not say how much to search");
        check("search:s", "`search:s` does not say how much to search");
        check("search:+5", "`search:+5` does not say how much to search");
        check("search:1.5s", "`search:1.5s` does not say how much to search");
        check("level", "`level` is not a seat");
        check("level:11", "`level:11` is none of the levels 1 to 10");
        check("level:", "`level:` is none of the levels 1 to 10");
        check("human:3", "`human:3` is not a seat");
        check("mcts:0", "`mcts:0` leaves nothing to search");
        check("search:0", "`search:0` leaves nothing to search");
        check("search:0ms", "`search:0ms` leaves nothing to search");
        check("search:99999999999", "`search:99999999999` asks for too much");
        check("search:86401s", "`search:86401s` asks for more than a day");
    }

    #[test]
    fn errors_say_what_is_allowed() {
        let error = "robot".parse::<Seat>().unwrap_err().to_string();
        for allowed in ["`human`", "`random`", "`search`", "`search:500ms`", "`search:2000`", "`level:1`", "`mcts:1s`"]
        {
            assert!(error.contains(allowed), "{error}");
        }
    }
}
