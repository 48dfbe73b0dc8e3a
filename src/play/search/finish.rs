//! How a playout goes on from where the tree ends.

use super::foresight;
use super::gains::Gains;
use super::tree::Tree;
use crate::game::{Game, Halt, rng::Rng};
use crate::play::playout;

impl<G: Game> Tree<'_, G> {
    /// Plays on from where the tree ends: what comes of it; none if it was called to halt before that was known.
    pub fn play_out(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> Option<Gains> {
        if self.config.spares
            && let Some(gains) = self.play_out_sparingly(position, rng, halt)
        {
            return gains;
        }
        if let Some(gains) = self.play_until_foreseen(position, rng, halt) {
            return Some(gains);
        }
        let playout = playout::run(self.game, position, rng, self.config.max_decisions, halt);
        self.see(position);
        (!playout.halted).then(|| Gains::of(playout.outcome.as_ref()))
    }

    /// Plays some decisions, after which it may be foreseen who wins; none if it is not, and has to be played on.
    fn play_until_foreseen(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> Option<Gains> {
        let foresight = self.foresight.as_mut()?;
        self.game.play_glancing(position, rng, foresight::AHEAD, halt);
        if halt.is_called() {
            return None;
        }
        let actor = self.game.actor(position);
        foresight.look(actor, |contents| self.game.contents(position, contents))
    }

    /// Plays out by who spares the cells that own pieces enclose; none where that cannot be done.
    fn play_out_sparingly(&mut self, start: &G::Position, rng: &mut Rng, halt: &dyn Halt) -> Option<Option<Gains>> {
        let mut position = self.spared.take().unwrap_or_else(|| self.game.initial());
        let played = self.game.play_sparingly(&mut position, start, rng, self.config.max_decisions, halt);
        if played.is_some() {
            self.see(&position);
        }
        let gains = (!halt.is_called()).then(|| Gains::of(self.game.outcome(&position).as_ref()));
        self.spared = Some(position);
        played.map(|_| gains)
    }
}
