//! The protocols by which programs are spoken to.
//!
//! # Source
//! UCI: Stefan Meyer-Kahlen's description of 2006. UGI: <https://github.com/kz04px/ugi>. USI:
//! <http://hgm.nubati.net/usi.html>. UCCI: the description of xqbase.com. CECP: Tim Mann and H. G. Muller,
//! <https://www.gnu.org/software/xboard/engine-intf.html>. GTP: Gunnar Farnebäck,
//! <https://www.lysator.liu.se/~gunnar/gtp/>.

use std::time::Duration;

use crate::contest::rating::score_of;
use crate::dialect::Dialect;
use crate::game::{Actor, Halt, PlayerId};
use crate::play::search::Thinking;

use super::child::{Child, Silence};
use super::told::{Said, Told};
use super::{Guest, Protocol};

/// How long a program may take to begin.
const BEGINNING: Duration = Duration::from_secs(10);
/// How long a program may take to answer to a protocol that it perhaps does not know.
const TRYING: Duration = Duration::from_secs(2);
/// How long a program may take to list its features.
const FEATURES: Duration = Duration::from_secs(2);

/// A program that is spoken to.
#[derive(Debug)]
pub struct Talk {
    child: Child,
    protocol: Protocol,
    /// The moves that a program knows which keeps the game itself; none before the first.
    known: Option<Vec<String>>,
    /// What a program of XBoard puts in front of moves.
    prefix: &'static str,
}

impl Talk {
    /// Starts a program and greets it.
    ///
    /// # Errors
    /// If it cannot be started or does not answer as its protocol wants.
    pub fn begin(guest: &Guest, halt: &dyn Halt) -> Result<Self, Silence> {
        let longest = BEGINNING.min(guest.patience.saturating_mul(2));
        if guest.protocol != Protocol::Found {
            return Self::greeted(guest, guest.protocol, longest, halt);
        }
        // Each is tried on a program that has heard nothing yet: what it does not know may confuse it.
        let order = [Protocol::Uci, Protocol::Ugi, Protocol::Gtp, Protocol::Xboard];
        let mut said = Silence::Late;
        for protocol in order {
            match Self::greeted(guest, protocol, longest.min(TRYING), halt) {
                Ok(talk) => return Ok(talk),
                Err(Silence::Halted) => return Err(Silence::Halted),
                Err(silence) => said = silence,
            }
        }
        Err(match said {
            Silence::Late => Silence::Fault("it answers to no protocol that is known".to_owned()),
            said => said,
        })
    }

    fn greeted(guest: &Guest, protocol: Protocol, time: Duration, halt: &dyn Halt) -> Result<Self, Silence> {
        let child = Child::start(&guest.words()).map_err(Silence::Fault)?;
        let mut talk = Self { child, protocol, known: None, prefix: "" };
        match protocol {
            Protocol::Gtp => drop(talk.gtp("protocol_version", time, halt)?),
            Protocol::Xboard => talk.greet_xboard(time, halt)?,
            _ => talk.greet(time, halt)?,
        }
        talk.set(guest, halt)?;
        Ok(talk)
    }

    /// What the protocol is called.
    pub fn name(&self) -> &'static str {
        self.protocol.name()
    }

    /// How moves are written in it.
    pub fn dialect(&self) -> Dialect {
        match self.protocol {
            Protocol::Uci | Protocol::Xboard => Dialect::Uci,
            Protocol::Found | Protocol::Ugi => Dialect::Own,
            Protocol::Usi => Dialect::Usi,
            Protocol::Ucci => Dialect::Ucci,
            Protocol::Gtp => Dialect::Gtp,
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// If there is none.
    pub fn ask(&mut self, guest: &Guest, told: &Told<'_>, halt: &dyn Halt) -> Result<Said, Silence> {
        match self.protocol {
            Protocol::Gtp => self.ask_gtp(guest, told, halt),
            Protocol::Xboard => self.ask_xboard(guest, told, halt),
            _ => self.ask_for_best(guest, told, halt),
        }
    }

    fn greet(&self, time: Duration, halt: &dyn Halt) -> Result<(), Silence> {
        let name = self.name();
        let wanted = format!("{name}ok");
        self.child.say(name);
        let is_other = |line: &str| line.starts_with('?') || line.starts_with("Error");
        self.child.hear(time, halt, |line| match line {
            line if line == wanted => Some(Ok(())),
            line if is_other(line) => Some(Err(Silence::Fault(format!("it does not speak {name}")))),
            _ => None,
        })?
    }

    fn greet_xboard(&mut self, time: Duration, halt: &dyn Halt) -> Result<(), Silence> {
        self.child.say("xboard");
        self.child.say("protover 2");
        let mut prefix = "";
        let mut is_heard = false;
        let heard = self.child.hear(time.min(FEATURES), halt, |line| {
            let features = line.strip_prefix("feature ")?;
            is_heard = true;
            if features.contains("usermove=1") {
                prefix = "usermove ";
            }
            features.contains("done=1").then_some(())
        });
        self.prefix = prefix;
        match heard {
            // Old programs say nothing.
            Ok(()) | Err(Silence::Late) => Ok(()),
            Err(silence) => Err(silence),
        }
    }

    /// Tells a program its settings, and that a game begins.
    fn set(&mut self, guest: &Guest, halt: &dyn Halt) -> Result<(), Silence> {
        for (name, value) in &guest.settings {
            match self.protocol {
                Protocol::Gtp => drop(self.gtp(&format!("{name} {value}"), BEGINNING, halt)?),
                // The variant, the memory and the cores have commands of their own; they come after `new`.
                Protocol::Xboard => {}
                Protocol::Ucci => self.child.say(&format!("setoption {name} {value}")),
                _ => self.child.say(&format!("setoption name {name} value {value}")),
            }
        }
        match self.protocol {
            Protocol::Uci => self.child.say("ucinewgame"),
            Protocol::Ugi => self.child.say("uginewgame"),
            Protocol::Gtp | Protocol::Xboard => return Ok(()),
            _ => {}
        }
        self.child.say("isready");
        self.child.hear(BEGINNING, halt, |line| (line == "readyok").then_some(()))?;
        if self.protocol == Protocol::Usi {
            self.child.say("usinewgame");
        }
        Ok(())
    }

    /// Asks a program that is told the whole game each time.
    fn ask_for_best(&self, guest: &Guest, told: &Told<'_>, halt: &dyn Halt) -> Result<Said, Silence> {
        let word = if self.protocol == Protocol::Usi { "sfen" } else { "fen" };
        let start = told.start.map_or_else(|| "startpos".to_owned(), |start| format!("{word} {start}"));
        let moves = if told.moves.is_empty() { String::new() } else { format!(" moves {}", told.moves.join(" ")) };
        self.child.say(&format!("position {start}{moves}"));
        self.child.say(&match (self.protocol, guest.thinking) {
            (Protocol::Usi, Thinking::Time(time)) => format!("go btime 0 wtime 0 byoyomi {}", time.as_millis()),
            (_, Thinking::Time(time)) => format!("go movetime {}", time.as_millis()),
            (_, Thinking::Playouts(nodes)) => format!("go nodes {nodes}"),
        });
        let mut value = None;
        let text = self.child.hear(guest.longest(), halt, |line| {
            if let Some(told) = line.strip_prefix("info ") {
                value = score(told).or(value);
            }
            let best = line.strip_prefix("bestmove")?;
            Some(best.split_whitespace().next().unwrap_or_default().to_owned())
        })?;
        match text.as_str() {
            "resign" => Err(Silence::Fault("it resigns".to_owned())),
            "" | "(none)" => Err(Silence::Fault("it finds no move".to_owned())),
            _ => Ok(Said { text, value }),
        }
    }

    /// Asks a program of XBoard, which keeps the game itself.
    fn ask_xboard(&mut self, guest: &Guest, told: &Told<'_>, halt: &dyn Halt) -> Result<Said, Silence> {
        let fresh = self.unknown(&told.moves);
        if fresh.is_none() {
            self.child.say("new");
            for (name, value) in &guest.settings {
                match name.as_str() {
                    "variant" | "memory" | "cores" => self.child.say(&format!("{name} {value}")),
                    _ => self.child.say(&format!("option {name}={value}")),
                }
            }
            self.child.say("easy");
            self.child.say("post");
        }
        self.child.say("force");
        if let (None, Some(start)) = (fresh, told.start) {
            self.child.say(&format!("setboard {start}"));
        }
        for text in told.moves.iter().skip(fresh.unwrap_or(0)) {
            self.child.say(&format!("{}{text}", self.prefix));
        }
        match guest.thinking {
            Thinking::Time(time) => self.child.say(&format!("st {}", time.as_secs().max(1))),
            Thinking::Playouts(nodes) => self.child.say(&format!("sd {}", nodes.min(99))),
        }
        self.child.say("go");
        let mut value = None;
        let text = self.child.hear(guest.longest().max(Duration::from_secs(2)), halt, |line| {
            value = thinking(line).or(value);
            answer(line)
        })??;
        let mut known: Vec<String> = told.moves.iter().map(|text| (*text).to_owned()).collect();
        known.push(text.clone());
        self.known = Some(known);
        Ok(Said { text, value })
    }

    /// Asks a program of the Go Text Protocol, which keeps the game itself.
    fn ask_gtp(&mut self, guest: &Guest, told: &Told<'_>, halt: &dyn Halt) -> Result<Said, Silence> {
        let colour = |player: PlayerId| if player.0 == 0 { "black" } else { "white" };
        let fresh = self.unknown(&told.moves);
        if fresh.is_none() {
            if told.start.is_some() {
                return Err(Silence::Fault("it cannot be told a position in gtp".to_owned()));
            }
            if told.size.0 != told.size.1 {
                return Err(Silence::Fault("a board that is not square cannot be told in gtp".to_owned()));
            }
            self.gtp(&format!("boardsize {}", told.size.0), BEGINNING, halt)?;
            self.gtp("clear_board", BEGINNING, halt)?;
            if let Thinking::Time(time) = guest.thinking {
                // Programs that do not know it keep to their own.
                match self.gtp(&format!("time_settings 0 {} 1", time.as_secs().max(1)), BEGINNING, halt) {
                    Ok(_) | Err(Silence::Fault(_)) => {}
                    Err(silence) => return Err(silence),
                }
            }
        }
        for (text, by) in told.moves.iter().zip(&told.by).skip(fresh.unwrap_or(0)) {
            if let Actor::Player(player) = by {
                self.gtp(&format!("play {} {text}", colour(*player)), BEGINNING, halt)?;
            }
        }
        let text = self.gtp(&format!("genmove {}", colour(told.place)), guest.longest(), halt)?;
        if text.eq_ignore_ascii_case("resign") {
            return Err(Silence::Fault("it resigns".to_owned()));
        }
        let mut known: Vec<String> = told.moves.iter().map(|text| (*text).to_owned()).collect();
        known.push(text.clone());
        self.known = Some(known);
        Ok(Said { text, value: None })
    }

    /// How many of the moves a program knows; none if it must be told of a new game.
    fn unknown(&self, moves: &[&str]) -> Option<usize> {
        let known = self.known.as_ref()?;
        let is_same = known.len() <= moves.len() && known.iter().zip(moves).all(|(a, b)| a.eq_ignore_ascii_case(b));
        is_same.then_some(known.len())
    }

    /// A command of the Go Text Protocol and its answer.
    fn gtp(&self, command: &str, time: Duration, halt: &dyn Halt) -> Result<String, Silence> {
        self.child.say(command);
        self.child.hear(time, halt, |line| match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(answer), _) => Some(Ok(answer.trim().to_owned())),
            (_, Some(answer)) => {
                let short: String = answer.trim().chars().take(80).collect();
                Some(Err(Silence::Fault(format!("it refuses `{command}`: {}", short.escape_debug()))))
            }
            _ => None,
        })?
    }
}

/// What a program of XBoard answers: its move, or why there is none.
fn answer(line: &str) -> Option<Result<String, Silence>> {
    let lower = line.to_ascii_lowercase();
    let fault = |why: String| Some(Err(Silence::Fault(why)));
    let text = ["move ", "my move is: ", "my move is : ", "my move is "]
        .iter()
        .find(|start| lower.starts_with(*start))
        .and_then(|start| line.get(start.len()..))
        .and_then(|rest| rest.split_whitespace().next());
    if let Some(text) = text {
        return Some(Ok(text.to_owned()));
    }
    let is_result = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| lower.starts_with(result));
    match () {
        () if lower == "resign" || lower.contains("resign}") || lower.contains("resigns}") => {
            fault("it resigns".to_owned())
        }
        () if is_result => fault(format!("it says that the game is over: {}", quoted(line))),
        () if lower.starts_with("illegal move") => fault(format!("it refuses a move: {}", quoted(line))),
        () => None,
    }
}

fn quoted(line: &str) -> String {
    let short: String = line.chars().take(80).collect();
    short.escape_debug().to_string()
}

/// What the side to move may expect, by `score cp 35` or `score mate 3`.
fn score(told: &str) -> Option<f64> {
    let mut words = told.split_whitespace().skip_while(|word| *word != "score").skip(1);
    match (words.next()?, words.next()?.parse::<f64>().ok()?) {
        ("cp", points) => Some(expected(points)),
        ("mate", moves) => Some(if moves > 0.0 { 1.0 } else { 0.0 }),
        _ => None,
    }
}

/// The same by a line of thinking of XBoard: depth, score, time, nodes, moves.
fn thinking(line: &str) -> Option<f64> {
    let mut numbers = line.split_whitespace().map(str::parse::<f64>);
    let first = line.split_whitespace().next()?.trim_end_matches(['.', '&', '+', '-']).parse::<f64>();
    let (_, score, _, _) = (first.ok()?, numbers.nth(1)?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
    Some(expected(score))
}

/// The score that so many hundredths of a pawn let one expect; a hundred count as a hundred Elo.
fn expected(points: f64) -> f64 {
    score_of(points.clamp(-10_000.0, 10_000.0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        assert_eq!(score("depth 3 score cp 0 nodes 10"), Some(0.5));
        assert!((score("score cp 400 pv e2e4").unwrap() - 10.0 / 11.0).abs() < 1e-9);
        assert_eq!((score("score mate 3"), score("score mate -2")), (Some(1.0), Some(0.0)));
        for nothing in ["", "score", "score cp", "score cp x", "depth 3", "score upper 3"] {
            assert_eq!(score(nothing), None, "{nothing}");
        }
        assert_eq!(thinking("9 0 120 4000 e2e4 e7e5"), Some(0.5));
        assert_eq!(thinking("move e2e4"), None);
    }

    #[test]
    fn answers_of_xboard_are_read() {
        assert_eq!(answer("move e7e8q"), Some(Ok("e7e8q".to_owned())));
        assert_eq!(answer("My move is: e7e5"), Some(Ok("e7e5".to_owned())));
        assert_eq!(answer("0-1 {White resigns}"), Some(Err(Silence::Fault("it resigns".to_owned()))));
        let over = "it says that the game is over: 1-0 {White mates}".to_owned();
        assert_eq!(answer("1-0 {White mates}"), Some(Err(Silence::Fault(over))));
        let refused = "it refuses a move: Illegal move: e2e5".to_owned();
        assert_eq!(answer("Illegal move: e2e5"), Some(Err(Silence::Fault(refused))));
        assert_eq!(answer("moves are 20"), None);
    }
}
