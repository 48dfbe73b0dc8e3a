//! Positions written as text, and what such a text does not tell.

use crate::game::{Arrangement, Game, Standing, Start};
use crate::reference::{Position, Reference};
use crate::rules::{Choices, Module};
use crate::source::SourceId;

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The text. What it leaves out stands in comments behind its lines; one line in the form of the file has none.
    pub text: String,
    /// What it leaves out.
    pub left_out: Vec<String>,
    /// Whether it is one line in the form of the file.
    in_form: bool,
}

impl Told {
    /// Tells of something more that the text leaves out.
    pub fn leave_out(&mut self, what: String) {
        if !self.in_form {
            self.text.push_str("\n// not in it: ");
            self.text.push_str(&what);
        }
        self.left_out.push(what);
    }
}

/// The position as text: in one line if the file says how and the line tells everything, else as lines of a scenario.
///
/// What is written is read again, so that nothing is left out in silence.
pub fn told(module: &Module, choices: &Choices, game: &Reference, position: &Position) -> Told {
    let history = "what stood before: how often a position is repeated counts from here";
    let history = game.has_history(position).then(|| history.to_owned());
    let missing = |text: &str| missing(module, choices, (game, position), text);
    let in_form = game.written(position).filter(|text| missing(text).is_empty());
    let (in_form, text) = (in_form.is_some(), in_form.unwrap_or_else(|| game.situation_text(position)));
    let left_out = if in_form { Vec::new() } else { missing(&text) };
    let mut told = Told { text, left_out: Vec::new(), in_form };
    left_out.into_iter().chain(history).for_each(|what| told.leave_out(what));
    told
}

/// What a text does not tell of a position, but for its history.
fn missing(module: &Module, choices: &Choices, (game, position): (&Reference, &Position), text: &str) -> Vec<String> {
    let (read, Start { arrangement, taken }) = match super::start(module, choices, SourceId::default(), text) {
        Ok(start) => start,
        Err(wrong) => {
            let why = wrong.first().map_or("", |diagnostic| diagnostic.message.as_str());
            return vec![format!("all of it, for a position like this is refused: {why}")];
        }
    };
    let mut missing = match (game.turn_began(position), arrangement) {
        (Some(wanted), Some(found)) => differences(&read, &wanted, &found),
        (None, None) => Vec::new(),
        _ => vec!["where it begins".to_owned()],
    };
    if taken.len() != game.taken_since(position).len() {
        missing.push("what was played in this turn".to_owned());
    }
    missing
}

/// What two beginnings of a turn do not have in common.
fn differences(game: &Reference, one: &Arrangement, other: &Arrangement) -> Vec<String> {
    let rules = game.rules();
    let stands = |standing: &Standing| Standing { moved: standing.moved && rules.asks_unmoved, ..standing.clone() };
    let cells = |arrangement: &Arrangement| -> Vec<Vec<Standing>> {
        arrangement.cells.iter().map(|stack| stack.iter().map(stands).collect()).collect()
    };
    let parts = [
        (cells(one) != cells(other), "the pieces as they stand"),
        (one.hands != other.hands, "hands"),
        (one.terrain != other.terrain, "terrain"),
        (one.counters != other.counters, "how long no such move was made"),
        (one.out != other.out, "who is out"),
        (one.phase != other.phase, "the phase"),
        (one.mover != other.mover, "who is to play"),
        (one.starter != other.starter, "the starter"),
        (one.turns != other.turns, "the number of the turn"),
        (one.rounds != other.rounds, "the number of the round"),
    ];
    let parts = parts.iter().filter(|(differs, _)| *differs).map(|(_, what)| (*what).to_owned());
    let variables =
        (rules.variables.iter().enumerate()).filter(|(number, _)| one.variables[*number] != other.variables[*number]);
    parts.chain(variables.map(|(_, variable)| format!("the value of `{}`", variable.name))).collect()
}
