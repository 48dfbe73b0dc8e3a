//! What a referee must know of a match, without a picture of it.

use crate::game::{Actor, Game};
use crate::play::player::Clock;
use crate::play::seat::Seat;

use super::made::{Made, Reached};
use super::{Kernel, Refused, Table};

/// What happens next at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it is only looked at.
    Stand,
    /// A move, as people type it.
    Move(String),
    /// A decision of the machine, or of Chance where that decides.
    Advance(Option<Seat>),
}

/// What stands at a table.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The moves, as the game writes them.
    pub moves: Vec<String>,
    /// Who decides; none when the game is over.
    pub decider: Option<Actor>,
    /// The fingerprint of the rules and the options.
    pub fingerprint: String,
    /// The title of the game.
    pub title: String,
    /// The plain names of the players, in seating order.
    pub names: Vec<String>,
    /// The position, so that the moves are not played again for the next step.
    pub standing: Standing,
}

/// A position that was reached by some rules.
#[derive(Clone, Debug)]
pub struct Standing {
    fingerprint: String,
    reached: Reached,
}

impl Kernel {
    /// Takes a step at a table. Where `standing` is what stands there, the moves so far are not played again.
    ///
    /// # Errors
    /// As [`Kernel::answer`].
    pub fn rule(&self, table: &Table, step: &Step, standing: Option<&Standing>) -> Result<Ruled, Refused> {
        self.with(table, |made| made.ruled(table, step, standing, &self.clock))
    }
}

impl Made {
    fn ruled(
        &mut self,
        table: &Table,
        step: &Step,
        standing: Option<&Standing>,
        clock: &Clock,
    ) -> Result<Ruled, Refused> {
        let fingerprint = self.rules().fingerprint.clone();
        let fits = |standing: &&Standing| standing.fingerprint == fingerprint && standing.reached.is_of(table);
        let mut reached = match standing.filter(fits) {
            Some(standing) => standing.reached.clone(),
            None => self.play(table)?,
        };
        match step {
            Step::Stand => {}
            Step::Move(text) => self.step_meant(&mut reached, text, &table.language)?,
            Step::Advance(seat) => self.advance(&mut reached, table, *seat, clock)?,
        }
        let look = &self.rules().look;
        Ok(Ruled {
            moves: reached.moves.clone(),
            decider: self.engine.actor(&reached.position),
            title: look.title.plain.clone(),
            names: look.plain_names().into_iter().map(str::to_owned).collect(),
            standing: Standing { fingerprint: fingerprint.clone(), reached },
            fingerprint,
        })
    }
}
