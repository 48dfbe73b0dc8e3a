//! Positions: a state with the decision that is due in it, or the outcome.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::game::{Actor, NotAnOption, Outcome, Probability};
use crate::rules::board::CellId;

use super::chance::Drawn;
use super::listed::{Listed, number_alike};
use super::machine::Machine;
use super::run::chosen_cell;
use super::scratch::Scratch;
use super::state::State;
use super::text;
use super::turn::Taken;

/// The options of a decision.
#[derive(Clone, Debug)]
pub enum Options {
    /// A player's, as a list.
    Listed(Listed),
    /// What Chance can draw.
    Drawn {
        /// The draw.
        draw: u32,
        /// What can be drawn.
        draws: Vec<Drawn>,
    },
}

/// What is due in a position.
#[derive(Clone, Debug)]
pub enum Due {
    /// Nothing yet.
    Nothing,
    /// Somebody decides.
    Decision {
        /// Who.
        actor: Actor,
        /// Between what.
        options: Options,
    },
    /// The game is over.
    Over(Box<Outcome>),
}

impl Due {
    /// The end of the game.
    pub fn over(outcome: Outcome) -> Self {
        Self::Over(Box::new(outcome))
    }

    /// How many options there are.
    pub fn n_options(&self) -> usize {
        match self {
            Due::Decision { options: Options::Listed(listed), .. } => listed.entries.len(),
            Due::Decision { options: Options::Drawn { draws, .. }, .. } => draws.len(),
            Due::Nothing | Due::Over(_) => 0,
        }
    }
}

/// A position, with buffers for what is played from it.
pub struct Position<const W: usize> {
    /// The state.
    pub state: State,
    /// What is due.
    pub due: Due,
    /// Buffers, and the history.
    pub scratch: Box<Scratch<W>>,
    key: u64,
}

/// What takes an option back.
#[derive(Debug)]
pub struct Undo {
    state: State,
    due: Due,
    history: usize,
    key: u64,
}

impl<const W: usize> Clone for Position<W> {
    fn clone(&self) -> Self {
        let mut scratch = Box::new(Scratch::new(self.scratch.scalars.len()));
        scratch.history.clone_from(&self.scratch.history);
        Self { state: self.state.clone(), due: self.due.clone(), scratch, key: self.key }
    }
}

impl<const W: usize> fmt::Debug for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("state", &self.state).field("due", &self.due).finish_non_exhaustive()
    }
}

impl<const W: usize> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<const W: usize> Eq for Position<W> {}

impl<const W: usize> Hash for Position<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl<const W: usize> Machine<W> {
    /// The position before the first decision.
    pub fn initial(&self) -> Position<W> {
        self.position(State::new(&self.program))
    }

    /// The position that a state leads to.
    pub fn position(&self, state: State) -> Position<W> {
        let mut position = Position { state, due: Due::Nothing, scratch: Box::new(self.scratch()), key: 0 };
        self.advance(&mut position.scratch, &mut position.state, &mut position.due);
        position.key = self.key(&position.state);
        position
    }

    /// The position of a state in which the game is over, or goes on.
    pub fn begun(&self, mut scratch: Box<Scratch<W>>, mut state: State, outcome: Option<Outcome>) -> Position<W> {
        let mut due = Due::Nothing;
        match outcome {
            Some(outcome) => due = Due::over(outcome),
            None => self.advance(&mut scratch, &mut state, &mut due),
        }
        let key = self.key(&state);
        Position { state, due, scratch, key }
    }

    /// Who decides; none when the game is over.
    pub fn actor(&self, position: &Position<W>) -> Option<Actor> {
        match &position.due {
            Due::Decision { actor, .. } => Some(*actor),
            Due::Nothing | Due::Over(_) => None,
        }
    }

    /// The probability of an option of Chance; none for a player's.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn probability(&self, position: &Position<W>, option: usize) -> Option<Probability> {
        assert!(option < position.due.n_options(), "there is such an option");
        match &position.due {
            Due::Decision { options: Options::Drawn { draws, .. }, .. } => Some(draws[option].probability),
            _ => None,
        }
    }

    /// The texts of all options.
    pub fn notations(&self, position: &Position<W>) -> Vec<String> {
        match &position.due {
            Due::Decision { options: Options::Listed(listed), .. } => {
                (0..listed.entries.len()).map(|option| listed.text_of(option).to_owned()).collect()
            }
            Due::Decision { options: Options::Drawn { draw, draws }, .. } => {
                let mut texts: Vec<String> = draws.iter().map(|drawn| self.drawn_text(*draw, drawn)).collect();
                number_alike(&mut texts);
                texts
            }
            Due::Nothing | Due::Over(_) => Vec::new(),
        }
    }

    /// The text of an option.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn notation(&self, position: &Position<W>, option: usize) -> String {
        match &position.due {
            Due::Decision { options: Options::Listed(listed), .. } => listed.text_of(option).to_owned(),
            _ => self.notations(position).swap_remove(option),
        }
    }

    /// The option that a text means.
    ///
    /// # Errors
    /// If no option is meant.
    pub fn parse(&self, position: &Position<W>, text: &str) -> Result<usize, NotAnOption> {
        text::parse(self.notations(position), text)
    }

    /// Takes an option, so that it cannot be taken back.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn play(&self, position: &mut Position<W>, option: usize) {
        let Position { state, due, scratch, key } = position;
        let taken = match due {
            Due::Decision { options: Options::Listed(listed), .. } => {
                let entry = &mut listed.entries[option];
                std::mem::swap(state, &mut entry.state);
                Some(Taken { number: entry.number, took: entry.took })
            }
            Due::Decision { options: Options::Drawn { draw, draws }, .. } => {
                let name = self.program.draws[*draw as usize].0 as usize;
                state.keep(&self.program.layout, name, i64::from(draws[option].member));
                None
            }
            Due::Nothing | Due::Over(_) => panic!("the game is over"),
        };
        self.take(state, taken);
        self.advance(scratch, state, due);
        *key = self.key(state);
    }

    /// Takes an option.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn apply(&self, position: &mut Position<W>, option: usize) -> Undo {
        let undo = Undo {
            state: position.state.clone(),
            due: position.due.clone(),
            history: position.scratch.history.len(),
            key: position.key,
        };
        self.play(position, option);
        undo
    }

    /// Takes the latest option back.
    pub fn undo(&self, position: &mut Position<W>, undo: Undo) {
        position.state = undo.state;
        position.due = undo.due;
        position.key = undo.key;
        position.scratch.history.truncate(undo.history);
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        match &position.due {
            Due::Over(outcome) => Some(outcome.as_ref().clone()),
            Due::Nothing | Due::Decision { .. } => None,
        }
    }

    /// The cells that an option touches, in the order of its choices.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn cells_of(&self, position: &Position<W>, option: usize) -> Vec<CellId> {
        let mut cells: Vec<CellId> = match &position.due {
            Due::Decision { options: Options::Listed(listed), .. } => {
                listed.choices_of(option).iter().filter_map(|&choice| chosen_cell(choice)).map(CellId).collect()
            }
            Due::Decision { options: Options::Drawn { draws, .. }, .. } => match draws[option] {
                Drawn { domain: crate::rules::types::Domain::Cell, member, .. } => vec![CellId(member)],
                _ => Vec::new(),
            },
            Due::Nothing | Due::Over(_) => Vec::new(),
        };
        cells.dedup();
        cells
    }
}
