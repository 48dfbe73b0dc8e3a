//! Positions: a state with the decision that is due in it, or the outcome.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::game::{Actor, NotAnOption, Outcome, Probability, find_option};
use crate::program::node::TurnOp;
use crate::rules::board::CellId;

use super::chance::Drawn;
use super::course::chosen_cell;
use super::ends::Ended;
use super::listed::{Entry, Listed, number_alike};
use super::machine::Machine;
use super::rush::Reached;
use super::scratch::Scratch;
use super::state::State;
use super::tally::Tally;
use super::turn::Taken;

/// The options of a decision.
#[derive(Clone, Debug)]
pub enum Options<const W: usize> {
    /// A player's, as a list.
    Listed(Listed),
    /// A player's, of which it is only known that there are some, or nobody has looked.
    Unlisted,
    /// A player's, in registers, while somebody looks ahead.
    Reached(Reached<W>),
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
pub enum Due<const W: usize> {
    /// Nothing yet.
    Nothing,
    /// Somebody decides.
    Decision {
        /// Who.
        actor: Actor,
        /// Between what.
        options: Options<W>,
    },
    /// The game is over.
    Over(Ended),
}

impl<const W: usize> Due<W> {
    /// How many options there are, as far as that is known without trying any.
    pub fn n_known(&self) -> usize {
        match self {
            Due::Decision { options: Options::Listed(listed), .. } => listed.entries.len(),
            Due::Decision { options: Options::Reached(reached), .. } => reached.options.len(),
            Due::Decision { options: Options::Drawn { draws, .. }, .. } => draws.len(),
            Due::Decision { options: Options::Unlisted, .. } | Due::Nothing | Due::Over(_) => 0,
        }
    }

    /// About how many bytes it holds.
    fn bytes(&self) -> usize {
        let options = match self {
            Due::Decision { options, .. } => options,
            Due::Nothing | Due::Over(_) => return 0,
        };
        match options {
            Options::Listed(listed) => {
                listed.entries.iter().map(|entry| size_of::<Entry>() + entry.state.bytes()).sum()
            }
            Options::Unlisted => 0,
            Options::Reached(reached) => reached.bytes(),
            Options::Drawn { draws, .. } => size_of_val(&draws[..]),
        }
    }
}

/// A position, with buffers for what is played from it.
pub struct Position<const W: usize> {
    /// The state.
    pub state: State,
    /// What is due.
    pub due: Due<W>,
    /// Buffers, and the history.
    pub scratch: Box<Scratch<W>>,
    /// How many words of the state are compared.
    compared: usize,
    /// Where the turns lie in which variables that last two turns were set.
    written: (usize, usize),
}

impl<const W: usize> Clone for Position<W> {
    fn clone(&self) -> Self {
        let mut scratch = Box::new(Scratch::new(self.scratch.scalars.len(), self.scratch.budget.clone()));
        scratch.history.clone_from(&self.scratch.history);
        let (compared, written) = (self.compared, self.written);
        Self { state: self.state.clone(), due: self.due.clone(), scratch, compared, written }
    }

    fn clone_from(&mut self, other: &Self) {
        self.scratch.retire(&mut self.due);
        self.return_to(other);
        self.due = match &other.due {
            Due::Decision { actor, options: Options::Listed(listed) } => {
                let mut own = std::mem::take(&mut self.scratch.listed);
                own.choices.clone_from(&listed.choices);
                own.text.clone_from(&listed.text);
                let copy = |entry: &Entry| Entry { state: self.scratch.copy(&entry.state), ..*entry };
                own.entries.extend(listed.entries.iter().map(copy));
                Due::Decision { actor: *actor, options: Options::Listed(own) }
            }
            Due::Decision { actor, options: Options::Reached(reached) } => {
                let mut own = self.scratch.reached.pop().unwrap_or_default();
                own.copy(reached);
                Due::Decision { actor: *actor, options: Options::Reached(own) }
            }
            due => due.clone(),
        };
    }
}

impl<const W: usize> fmt::Debug for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("state", &self.state).field("due", &self.due).finish_non_exhaustive()
    }
}

impl<const W: usize> Position<W> {
    /// The same position for counting ahead.
    pub fn for_counting(&self) -> Self {
        let mut scratch = Box::new(Scratch::new(self.scratch.scalars.len(), self.scratch.budget.clone()));
        scratch.history.clone_from(&self.scratch.history);
        let (compared, written) = (self.compared, self.written);
        Self { state: self.state.clone(), due: Due::Nothing, scratch, compared, written }
    }

    /// About how many bytes a copy takes.
    pub fn kept_bytes(&self) -> usize {
        let buffers = size_of::<Self>() + size_of::<Scratch<W>>();
        buffers + self.state.bytes() + self.scratch.history.bytes() + self.due.bytes()
    }

    /// Begins anew from a start; what is due is still to be told.
    pub fn return_to(&mut self, start: &Self) {
        start.copy_to(&mut self.state, &mut self.scratch);
    }

    /// Copies where it stands, and the history, to the parts of another one.
    #[inline]
    pub fn copy_to(&self, state: &mut State, scratch: &mut Scratch<W>) {
        scratch.history.clone_from(&self.scratch.history);
        state.clone_from(&self.state);
    }

    /// Does something with the options of what comes then listed without texts and in any order.
    pub fn barely<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.scratch.is_bare = true;
        let done = act(self);
        self.scratch.is_bare = false;
        done
    }

    /// All that positions are compared by but for what lasts two turns.
    fn essence(&self) -> (&[u64], &[u64], [u32; 4]) {
        let turn = &self.state.turn;
        let place = [turn.pc, u32::from(turn.phase), u32::from(turn.mover), u32::from(turn.me)];
        (&self.state.words[..self.compared], &self.state.buried, place)
    }

    /// Which of the variables that last two turns will last this turn.
    fn lasting(&self) -> impl Iterator<Item = bool> + '_ {
        let turns = u64::from(self.state.turn.turns);
        self.state.words[self.written.0..self.written.1].iter().map(move |&written| written > turns)
    }
}

impl<const W: usize> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        self.essence() == other.essence() && self.lasting().eq(other.lasting())
    }
}

impl<const W: usize> Eq for Position<W> {}

impl<const W: usize> Hash for Position<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.essence().hash(state);
        self.lasting().for_each(|lasts| lasts.hash(state));
    }
}

impl<const W: usize> Machine<W> {
    /// The position before the first decision.
    pub fn initial(&self) -> Position<W> {
        self.position(State::new(&self.program))
    }

    /// The position that a state leads to.
    pub fn position(&self, mut state: State) -> Position<W> {
        let (mut scratch, mut due) = (Box::new(self.scratch()), Due::Nothing);
        scratch.tally = Tally::new(&self.program);
        self.advance(&mut scratch, &mut state, &mut due);
        self.with_due(scratch, state, due)
    }

    /// The position of a state in which something is due.
    pub fn with_due(&self, scratch: Box<Scratch<W>>, state: State, due: Due<W>) -> Position<W> {
        let layout = &self.program.layout;
        let (first, _, n) = layout.written_compared;
        Position { state, due, scratch, compared: layout.compared_end, written: (first, first + n) }
    }

    /// The effort that was spent on the position and on those before it.
    pub fn effort(&self, position: &Position<W>) -> u64 {
        position.scratch.effort_spent()
    }

    /// How many options the decision has.
    pub fn n_options(&self, position: &Position<W>) -> usize {
        position.due.n_known()
    }

    /// Finds the options of a player's decision once more, in the place of those that are there.
    pub(super) fn offer_again(&self, position: &mut Position<W>) {
        let Position { state, due, scratch, .. } = position;
        let Some(TurnOp::Choose(choose)) = self.program.turn.get(state.turn.pc as usize) else { return };
        scratch.refill_unasked();
        let found = self.offers(scratch, state, state.turn.who, *choose);
        if let (Due::Decision { options, .. }, Some(found)) = (due, found) {
            match std::mem::replace(options, found) {
                Options::Listed(listed) => scratch.retire_listed(listed),
                Options::Reached(_) | Options::Unlisted | Options::Drawn { .. } => {}
            }
        }
    }

    /// The same without texts and in any order.
    pub(super) fn offer_barely(&self, position: &mut Position<W>) {
        position.barely(|position| self.offer_again(position));
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
        assert!(option < self.n_options(position), "there is such an option");
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
            Due::Decision { options: Options::Reached(_) | Options::Unlisted, .. } | Due::Nothing | Due::Over(_) => {
                Vec::new()
            }
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
        find_option(text, &self.notations(position))
    }

    /// Takes an option, so that it cannot be taken back.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn play(&self, position: &mut Position<W>, option: usize) {
        let Position { state, due, scratch, .. } = position;
        self.tally_position(scratch, state);
        scratch.refill_unasked();
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
            Due::Decision { options: Options::Reached(_) | Options::Unlisted, .. } => {
                panic!("who looks ahead takes options as he tries them")
            }
            Due::Nothing | Due::Over(_) => panic!("the game is over"),
        };
        self.tally_option(scratch, taken);
        self.take(state, taken);
        self.advance_taken(scratch, state, due);
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        match &position.due {
            Due::Over(ended) => Some(self.outcome_of(ended)),
            Due::Nothing | Due::Decision { .. } => None,
        }
    }

    /// Whether the game ended so.
    pub fn ended_with(&self, position: &Position<W>, outcome: &Outcome) -> bool {
        matches!(&position.due, Due::Over(ended) if self.is_outcome(ended, outcome))
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
            Due::Decision { options: Options::Reached(_) | Options::Unlisted, .. } | Due::Nothing | Due::Over(_) => {
                Vec::new()
            }
        };
        cells.dedup();
        cells
    }
}
