//! How games end.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Contents, PlayerId};

/// The places of players in seating order; those of a few players lie in place.
pub type Places = SmallVec<[u8; 8]>;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The place of each player, 1 the best; equal places are shared.
    pub places: Places,
    /// Everybody lost: nobody has place 1.
    pub nobody: bool,
    /// The name of the end clause that decided, for instance `far row`.
    pub by: Arc<str>,
    /// The number of that clause in [`Rules::ends`](crate::rules::Rules::ends); none when a limit of the language ended the game.
    pub clause: Option<usize>,
}

/// What an outcome comes to, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player alone won.
    Won(PlayerId),
    /// Several share the best place.
    Draw,
    /// All lost.
    Nobody,
    /// A limit ended the game, not its rules.
    Unfinished,
}

impl Outcome {
    /// What it comes to.
    pub fn verdict(&self) -> Verdict {
        if self.clause.is_none() {
            return Verdict::Unfinished;
        }
        if self.nobody {
            return Verdict::Nobody;
        }
        let mut best = (0..self.places.len()).filter(|&player| self.places[player] == 1);
        match (best.next(), best.next()) {
            (Some(player), None) => Verdict::Won(PlayerId(player as u8)),
            _ => Verdict::Draw,
        }
    }

    /// What the outcome is worth to a player, from 0 (last, or all lost) to 1 (won alone); shared places
    /// share the mean of what they cover.
    pub fn value(&self, player: PlayerId) -> f64 {
        let n = self.places.len();
        if self.nobody || n < 2 {
            return 0.0;
        }
        let own = self.places[player.index()];
        let better = self.places.iter().filter(|&&place| place < own).count() as f64;
        let worse = self.places.iter().filter(|&&place| place > own).count() as f64;
        (worse + (n as f64 - 1.0 - better - worse) / 2.0) / (n as f64 - 1.0)
    }
}

/// How a game ended whose position is not told.
pub trait Ending {
    /// Whether it ended so.
    fn is(&self, outcome: &Outcome) -> bool;

    /// How it ended; none if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Fills a buffer with the pieces that stand there in the end; what else is in it means nothing. No if the evaluator does
    /// not tell.
    fn pieces(&self, into: &mut Contents) -> bool;
}
