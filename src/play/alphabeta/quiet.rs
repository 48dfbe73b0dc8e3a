//! Beyond the horizon only what changes much is looked at, so that no piece hangs when a position is weighed.

use super::memory::NO_OPTION;
use super::node::{Seen, Window, answered};
use super::order::Child;
use super::{Actor, CERTAIN, DEEPEST, ENDLESS, Game, PlayerId, Search};

/// So many options that gain much follow each other at most.
const FARTHEST: usize = 8;

impl<G: Game> Search<'_, G> {
    /// What a position is worth to the player who decides there, when only options are taken that gain much; he may
    /// leave it at what it is, unless all his options gain much, so that he is forced to.
    pub fn quiet(
        &mut self,
        position: &mut G::Position,
        seen: Seen,
        player: PlayerId,
        window: Window,
        (ply, far): (usize, usize),
    ) -> i32 {
        let (swing, is_stopped) = (self.swing(), self.is_stopped());
        let worth = self.guess(seen, player) + self.freedom(position, ply);
        if self.is_calm && worth >= window.most {
            return worth;
        }
        if swing == i32::MAX || far >= FARTHEST || ply >= DEEPEST || is_stopped {
            return worth;
        }
        let known = self.table.get(seen.met.key);
        if let Some(score) = known.filter(|_| window.is_narrow()).and_then(|entry| answered(entry, window, ply)) {
            return score;
        }
        let n_options = match self.takes_by_landing {
            true => self.game.find_likely_landings(position),
            false => self.find_options(position),
        };
        let mut children = self.children_at(ply);
        self.look_at_options(position, seen, player, n_options, &mut children);
        // Where somebody may be forced to take all that was found is an option.
        let is_forced = !self.is_calm && children.iter().all(|child| child.gain >= swing);
        if !is_forced && worth >= window.most {
            self.children[ply] = children;
            return worth;
        }
        let mut open = window;
        let mut best = -ENDLESS;
        let mut change = 0;
        if !is_forced {
            best = worth;
            open.least = open.least.max(worth);
            // What gains too little even if it costs nothing is left out.
            let wanted = open.least.saturating_sub(worth).saturating_sub(swing.saturating_mul(2)).max(swing);
            children.retain(|child| child.gain >= wanted);
        }
        children.sort_by_key(|child| child.stake / 16 - child.gain);
        for child in &children {
            if best > -ENDLESS && self.is_stopped() {
                break;
            }
            let Some(score) = self.gaining(position, child, (seen, player), open, (ply, far)) else { continue };
            if score > best {
                (best, change) = (score, child.change);
            }
            open.least = open.least.max(score);
            if open.least >= open.most {
                break;
            }
        }
        self.children[ply] = children;
        if !is_forced {
            // What is left out might be better than what is certain to lose.
            best = best.max(-CERTAIN + 1);
        }
        // What was looked at deeper is not forgotten for this.
        if best > -ENDLESS && !self.is_stopped && known.is_none_or(|entry| entry.depth == 0) {
            self.remember(seen.met.key, ((change, NO_OPTION), best), window, (0, false), ply);
        }
        best
    }

    /// What it is worth to have more options than the other had before, where that counts.
    fn freedom(&mut self, position: &mut G::Position, ply: usize) -> i32 {
        let Some(scale) = self.scales.map(|scales| scales.options).filter(|&options| options != 0) else { return 0 };
        let n_options = self.game.find_options(position);
        self.note_options(ply, n_options);
        let [own, other] = [n_options, ply.checked_sub(1).map_or(n_options, |before| self.n_options[before])];
        (f64::from(scale) * ((own as f64 + 1.0) / (other as f64 + 1.0)).ln()) as i32
    }

    /// What an option is worth that gains much; none if it turns out to be none, or loses more than it gains.
    fn gaining(
        &mut self,
        position: &mut G::Position,
        child: &Child,
        (seen, player): (Seen, PlayerId),
        open: Window,
        (ply, far): (usize, usize),
    ) -> Option<i32> {
        let undo = match self.is_brief {
            true => self.game.try_at_horizon(position, child.option as usize)?,
            false => self.game.try_likely(position, child.option as usize)?,
        };
        self.positions += 1;
        let replies = matches!(self.game.actor(position), Some(Actor::Player(other)) if other != player);
        if self.takes_by_landing && replies && self.is_taken_back(position, child) {
            self.game.undo(position, undo);
            self.guesses += 1;
            return None;
        }
        // What is foreseen of a position says too little of those behind it.
        let foreseen = self.foresee(seen.worth(player), child).filter(|_| !seen.is_foreseen);
        let next = self.see_within(position, foreseen.map(|foreseen| (foreseen, player, open)));
        let score = match next.met.actor {
            Some(Actor::Player(other)) if other == player => {
                self.quiet(position, next, other, open, (ply + 1, far + 1))
            }
            Some(Actor::Player(other)) => -self.quiet(position, next, other, open.turned(), (ply + 1, far + 1)),
            _ => self.reply(position, next.met, (player, 0), open, ply + 1),
        };
        self.game.undo(position, undo);
        Some(score)
    }
}
