//! What other programs say: orders as words, or as JSON.

use std::time::Duration;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::rules::Rules;

/// How programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// Lines of JSON.
    Json,
}

const SPEECHES: [(&str, Speech); 5] =
    [("ugi", Speech::Ugi), ("uci", Speech::Uci), ("usi", Speech::Usi), ("ucci", Speech::Ucci), ("json", Speech::Json)];

impl Speech {
    /// All ways.
    pub fn all() -> impl Iterator<Item = Self> {
        SPEECHES.iter().map(|(_, speech)| *speech)
    }

    /// The way of that name.
    pub fn named(name: &str) -> Option<Self> {
        SPEECHES.iter().find(|(known, _)| *known == name).map(|(_, speech)| *speech)
    }

    /// Its name, with which it is greeted.
    pub fn name(self) -> &'static str {
        SPEECHES.iter().find(|(_, speech)| *speech == self).map_or("", |(name, _)| name)
    }

    /// How moves are written in it.
    pub fn dialect(self) -> Dialect {
        match self {
            Self::Ugi | Self::Json => Dialect::Own,
            Self::Uci => Dialect::Uci,
            Self::Usi => Dialect::Usi,
            Self::Ucci => Dialect::Ucci,
        }
    }

    /// Whether a game can be played in it.
    pub fn serves(self, rules: &Rules) -> bool {
        self == Self::Json || rules.look.players.len() == 2 && self.dialect().serves(rules)
    }
}

/// An order.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// An empty line.
    Nothing,
    /// Say who you are.
    Greet(Speech),
    /// Say when you are ready.
    Ready,
    /// A new game begins.
    New,
    /// Set an option.
    Set(String, String),
    /// Set up a position and play moves.
    Position(Option<String>, Vec<String>),
    /// Think.
    Go(Limits),
    /// Say something about the position.
    Query(String),
    /// Stop thinking.
    Stop,
    /// What was expected was played: think about it in earnest.
    Hit,
    /// End.
    Quit,
    /// Nothing that is known: what is wrong with it.
    Odd(String),
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So long.
    pub time: Option<Duration>,
    /// So many playouts.
    pub nodes: Option<u32>,
    /// What the first and the second player have left, and what is added after each decision.
    pub clocks: [Option<Duration>; 2],
    /// What is added.
    pub increments: [Duration; 2],
    /// How many decisions that time is for, if it is told.
    pub decisions: Option<u32>,
    /// Until it is told to stop.
    pub endless: bool,
    /// Until it is told to stop, or that the position has come about: then as long as the rest says.
    pub ponders: bool,
}

impl Limits {
    /// Whether it ends only when it is told to.
    pub fn is_endless(&self) -> bool {
        self.endless || self.ponders
    }
}

/// A line of words as an order.
pub fn words(line: &str, speech: Speech) -> Order {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Order::Nothing };
    let rest: Vec<&str> = words.collect();
    match first {
        "isready" => Order::Ready,
        "uginewgame" | "ucinewgame" | "usinewgame" => Order::New,
        "setoption" => option(&rest),
        "position" => position(&rest),
        "go" => go(&rest, speech),
        "query" => Order::Query(rest.join(" ")),
        "stop" => Order::Stop,
        "ponderhit" => Order::Hit,
        "quit" => Order::Quit,
        // Said by some, and nothing of ours depends on it.
        "debug" | "register" | "gameover" => Order::Nothing,
        name => match Speech::named(name).filter(|speech| *speech != Speech::Json) {
            Some(speech) => Order::Greet(speech),
            None => Order::Odd(format!("`{name}` is not known")),
        },
    }
}

fn option(rest: &[&str]) -> Order {
    let value = rest.iter().position(|word| *word == "value");
    let (name, value) = match (rest, value) {
        (["name", ..], Some(at)) => (rest.get(1..at), rest.get(at + 1..)),
        (["name", name @ ..], None) => (Some(name), None),
        // In UCCI these two words are left out.
        ([_, value @ ..], _) => (rest.get(..1), Some(value)),
        _ => (None, None),
    };
    match name.filter(|name| !name.is_empty()) {
        Some(name) => Order::Set(name.join(" "), value.unwrap_or_default().join(" ")),
        None => Order::Odd("an option has a name: `setoption name NAME value VALUE`".to_owned()),
    }
}

fn position(rest: &[&str]) -> Order {
    let moves = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let played = rest.get(moves + 1..).unwrap_or_default().iter().map(|word| (*word).to_owned()).collect();
    match rest.get(..moves).unwrap_or_default() {
        ["startpos"] => Order::Position(None, played),
        ["fen" | "sfen", text @ ..] if !text.is_empty() => Order::Position(Some(text.join(" ")), played),
        _ => {
            Order::Odd("a position is `position startpos` or `position fen TEXT`, with `moves …` behind it".to_owned())
        }
    }
}

fn go(rest: &[&str], speech: Speech) -> Order {
    let mut limits = Limits::default();
    let mut words = rest.iter().copied();
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|text| text.parse::<i64>().ok()).map(|number| number.max(0).unsigned_abs());
        let time = |number: Option<u64>| number.map(Duration::from_millis);
        let nodes = |number: u64| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        match word {
            "movetime" | "byoyomi" => limits.time = time(number()).or(limits.time),
            "nodes" => limits.nodes = number().map(nodes).or(limits.nodes),
            // We know no depths: it is taken for thousands of playouts.
            "depth" => limits.nodes = number().map(|depth| nodes(depth.saturating_mul(1000))).or(limits.nodes),
            "p1time" | "p2time" | "wtime" | "btime" => {
                if let (Some(clock), left) = (limits.clocks.get_mut(side(word, speech)), time(number())) {
                    *clock = left.or(*clock);
                }
            }
            "p1inc" | "p2inc" | "winc" | "binc" => {
                if let (Some(increment), more) = (limits.increments.get_mut(side(word, speech)), time(number())) {
                    *increment = more.unwrap_or(*increment);
                }
            }
            // In UCCI this is the time of whoever is asked.
            "time" => {
                let left = time(number());
                limits.clocks = limits.clocks.map(|clock| left.or(clock));
            }
            "movestogo" => limits.decisions = number().map(nodes).or(limits.decisions),
            "infinite" => limits.endless = true,
            "ponder" => limits.ponders = true,
            _ => {}
        }
    }
    Order::Go(limits)
}

/// Whose clock a word means: in shogi Black is first, in chess White.
fn side(word: &str, speech: Speech) -> usize {
    let is_second = match word.chars().next() {
        Some('p') => word.starts_with("p2"),
        Some('b') => speech != Speech::Usi,
        _ => speech == Speech::Usi,
    };
    usize::from(is_second)
}

/// A line of JSON as an order.
pub fn json(line: &str) -> Order {
    if line.is_empty() {
        return Order::Nothing;
    }
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return Order::Odd(format!("it is no JSON: {error}")),
    };
    let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    match text("do").as_deref() {
        Some("hello") => Order::Greet(Speech::Json),
        Some("ready") => Order::Ready,
        Some("new") => Order::New,
        Some("set") => match (text("name"), text("value")) {
            (Some(name), value) => Order::Set(name, value.unwrap_or_default()),
            (None, _) => Order::Odd("an option has a `name` and a `value`".to_owned()),
        },
        Some("position") => {
            let moves = value.get("moves").map_or(Some(Vec::new()), |moves| {
                moves.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
            });
            match moves {
                Some(moves) => Order::Position(text("start"), moves),
                None => Order::Odd("`moves` is a list of texts".to_owned()),
            }
        }
        Some("go") => Order::Go(Limits {
            time: number("ms").map(Duration::from_millis),
            nodes: number("nodes").map(|nodes| u32::try_from(nodes.max(1)).unwrap_or(u32::MAX)),
            ..Limits::default()
        }),
        Some("stop") => Order::Stop,
        Some("quit") => Order::Quit,
        Some(other) => Order::Odd(format!("`{other}` is not known")),
        None => Order::Odd("an order says what to `do`".to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a test may panic")]
mod tests {
    use super::*;

    fn limits(line: &str, speech: Speech) -> Limits {
        match words(line, speech) {
            Order::Go(limits) => limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn positions_and_options_are_read() {
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(words("position startpos", Speech::Ugi), Order::Position(None, Vec::new()));
        let order = Order::Position(Some("8/8 w - 1".to_owned()), moves);
        assert_eq!(words("  position fen 8/8  w - 1 moves e2e4 e7e5 ", Speech::Uci), order);
        assert!(matches!(words("position fen", Speech::Uci), Order::Odd(_)));
        assert!(matches!(words("position", Speech::Uci), Order::Odd(_)));
        let set = |name: &str, value: &str| Order::Set(name.to_owned(), value.to_owned());
        assert_eq!(words("setoption name Own Book value a b", Speech::Ugi), set("Own Book", "a b"));
        assert_eq!(words("setoption name Clear", Speech::Ugi), set("Clear", ""));
        assert_eq!(words("setoption usemillisec true", Speech::Ucci), set("usemillisec", "true"));
        assert!(matches!(words("setoption", Speech::Ugi), Order::Odd(_)));
        assert_eq!(words("", Speech::Ugi), Order::Nothing);
        assert_eq!(words("uci", Speech::Ugi), Order::Greet(Speech::Uci));
        assert!(matches!(words("json", Speech::Ugi), Order::Odd(_)));
    }

    #[test]
    fn limits_are_read() {
        let ms = Duration::from_millis;
        assert_eq!(limits("go movetime 500", Speech::Ugi).time, Some(ms(500)));
        assert_eq!(limits("go nodes 77", Speech::Ugi).nodes, Some(77));
        assert_eq!(limits("go p1time 10 p2time 20 p1inc 1 p2inc 2", Speech::Ugi).clocks, [Some(ms(10)), Some(ms(20))]);
        let chess = limits("go wtime 10 btime 20 winc 1 binc 2 movestogo 9", Speech::Uci);
        assert_eq!((chess.clocks, chess.increments), ([Some(ms(10)), Some(ms(20))], [ms(1), ms(2)]));
        assert_eq!(chess.decisions, Some(9));
        let shogi = limits("go btime 10 wtime 20 binc 1 winc 2", Speech::Usi);
        assert_eq!((shogi.clocks, shogi.increments), ([Some(ms(10)), Some(ms(20))], [ms(1), ms(2)]));
        assert!(limits("go infinite", Speech::Ugi).is_endless() && !limits("go", Speech::Ugi).is_endless());
        assert!(!limits("go depth 3", Speech::Ugi).is_endless());
        // Odd numbers are no reason to stumble.
        let odd = limits("go movetime -5 nodes 99999999999999 wtime x btime", Speech::Uci);
        assert_eq!((odd.time, odd.nodes, odd.clocks), (Some(ms(0)), Some(u32::MAX), [None, None]));
    }

    #[test]
    fn json_is_read() {
        let order = Order::Position(Some("x".to_owned()), vec!["a1".to_owned()]);
        assert_eq!(json(r#"{"do": "position", "start": "x", "moves": ["a1"]}"#), order);
        assert_eq!(
            json(r#"{"do": "go", "ms": 5}"#),
            Order::Go(Limits { time: Some(Duration::from_millis(5)), ..Limits::default() })
        );
        for odd in ["{", "1", "null", r#"{"do": 1}"#, r#"{"do": "position", "moves": [1]}"#, r#"{"do": "dance"}"#] {
            assert!(matches!(json(odd), Order::Odd(_)), "{odd}");
        }
    }
}
