//! Another program as a player.

use crate::dialect::Dialect;
use crate::game::{Actor, Game, Halt, PlayerId};
use crate::play::course::{Course, Move};
use crate::play::player::Player;

use super::Guest;
use super::child::Silence;
use super::talk::Talk;
use super::told::Told;

/// A program that plays for one player of one game.
#[derive(Debug)]
pub struct GuestPlayer {
    guest: Guest,
    place: PlayerId,
    start: Option<String>,
    talk: Option<Talk>,
    /// The moves as the program reads them.
    told: Vec<(usize, String)>,
    opinion: Option<f64>,
    fault: Option<String>,
}

/// The longest text of a program's that is told.
const QUOTED: usize = 80;

impl GuestPlayer {
    /// A player whose program is not started yet. `start` is the text of the position from which play starts, unless it
    /// is the usual one.
    pub fn new(guest: Guest, place: PlayerId, start: Option<String>) -> Self {
        Self { guest, place, start, talk: None, told: Vec::new(), opinion: None, fault: None }
    }

    fn asked<G: Game>(&mut self, game: &G, course: &Course<'_, G>, halt: &dyn Halt) -> Result<usize, Silence> {
        let fault = |why: String| Err(Silence::Fault(why));
        if self.talk.is_none() {
            self.talk = Some(Talk::begin(&self.guest, halt)?);
        }
        let Some(talk) = &mut self.talk else { return fault("it is not there".to_owned()) };
        let dialect = talk.dialect();
        let has_chance = course.moves.iter().any(|made| made.actor == Actor::Chance);
        let players = game.rules().look.players.len();
        if !dialect.serves(game.rules()) || dialect != Dialect::Own && (has_chance || players != 2) {
            return fault(format!("this game cannot be told in the protocol {}", talk.name()));
        }
        if self.start.as_ref().is_some_and(|start| start.contains('\n')) {
            return fault("it cannot be told a position of several lines".to_owned());
        }
        tell(dialect, game, course, &mut self.told);
        let told = Told {
            start: self.start.as_deref(),
            moves: self.told.iter().map(|(_, text)| text.as_str()).collect(),
            by: course.moves.iter().map(|made| made.actor).collect(),
            place: self.place,
            size: crate::dialect::size(game.rules()),
        };
        let said = talk.ask(&self.guest, &told, halt)?;
        self.opinion = said.value;
        let option = dialect.option(game, course.position, &said.text);
        option.ok_or_else(|| Silence::Fault(format!("`{}` is not legal", quoted(&said.text))))
    }
}

/// Puts the moves into the words of a dialect; those that are told already stay.
fn tell<G: Game>(dialect: Dialect, game: &G, course: &Course<'_, G>, told: &mut Vec<(usize, String)>) {
    let is_same = |(told, made): &(&(usize, String), &Move)| told.0 == made.option;
    let same = told.iter().zip(course.moves).take_while(is_same).count();
    told.truncate(same);
    let mut position = course.start.clone();
    for (index, made) in course.moves.iter().enumerate() {
        if index >= same {
            let text = dialect.texts(game, &position).swap_remove(made.option);
            told.push((made.option, text));
        }
        game.play(&mut position, made.option);
    }
}

/// A text of a program, not too long.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(QUOTED).collect();
    short.escape_debug().to_string()
}

impl<G: Game> Player<G> for GuestPlayer {
    fn choose(&mut self, _: &G, _: &G::Position, _: &dyn Halt) -> Option<usize> {
        // Other programs are told moves, and know no positions.
        self.fault.get_or_insert_with(|| "it cannot be told a position without its moves".to_owned());
        None
    }

    fn choose_in(&mut self, game: &G, course: &Course<'_, G>, halt: &dyn Halt) -> Option<usize> {
        self.opinion = None;
        if self.fault.is_some() {
            return None;
        }
        match self.asked(game, course, halt) {
            Ok(option) => return Some(option),
            Err(Silence::Halted) => {}
            Err(Silence::Late) => self.fault = Some("it does not answer in time".to_owned()),
            Err(Silence::Fault(why)) => self.fault = Some(why),
        }
        // What it may still say must not be taken for a later answer.
        self.talk = None;
        None
    }

    fn opinion(&self) -> Option<f64> {
        self.opinion
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }
}
