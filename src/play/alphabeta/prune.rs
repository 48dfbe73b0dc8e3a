//! What is not looked at, or less deep: heuristics, each of which may be wrong about a position.

use super::memory::{Bound, Entry};
use super::node::{Seen, Window};
use super::order::{Child, KILLER, MOST};
use super::{Actor, CERTAIN, Game, PlayerId, Search};

/// So few decisions before the horizon a position may be so good that it need not be looked at.
const SAFE_DEPTH: i32 = 6;
/// So few decisions before the horizon an option may come too late to be looked at.
const LATE_DEPTH: i32 = 4;
/// So few decisions after the root less is left out, so that a win in a few decisions is found soon.
const NEAR: usize = 3;
/// The same depths there.
const NEAR_DEPTHS: (i32, i32) = (3, 1);
/// From this depth on it is looked whether one option alone is good.
const ALONE_DEPTH: i32 = 6;
/// A passed turn is looked at from this depth on.
const PASS_DEPTH: i32 = 3;
/// So much less deep, and less again by one in so many.
const PASS_LESS: (i32, i32) = (3, 6);
/// From this depth on what a passed turn promises is looked at again without it.
const VERIFIED: i32 = 8;
/// Who has fewer pieces that are worth more than the cheapest may be hurt by having to move.
const HEAVY: usize = 2;
/// By number, sixteen times its natural logarithm.
const LOG: [i32; 64] = [
    0, 0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50, 51, 52, 52, 53, 53,
    54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 64, 65,
    65, 65, 66, 66, 66, 66,
];

/// What an option that was best before is beside the others.
#[derive(Clone, Copy, Debug)]
pub enum Alone {
    /// It is looked at so much deeper.
    More(i32),
    /// Others are good enough, too: the position is worth that.
    Others(i32),
}

/// How late an option comes.
#[derive(Clone, Copy, Debug)]
pub struct Late {
    /// So many decisions before the horizon.
    pub depth: i32,
    /// So many decisions after the root.
    pub ply: usize,
    /// After so many others.
    pub tried: usize,
    /// Whether who decides is better off than two decisions before.
    pub is_better: bool,
}

impl<G: Game> Search<'_, G> {
    /// Whether a position is so much better than it has to be that few decisions will not change that.
    pub fn is_safe(&self, worth: i32, (depth, ply): (i32, usize), window: Window) -> bool {
        let swing = self.swing();
        depth <= if ply > NEAR { SAFE_DEPTH } else { NEAR_DEPTHS.0 }
            && self.is_calm
            && window.is_narrow()
            && window.most.abs() < CERTAIN
            && worth.saturating_sub(swing.saturating_mul(2 * depth + 1)) >= window.most
    }

    /// Whether a player is better off than two decisions before.
    pub fn is_improving(&self, player: PlayerId, ply: usize) -> bool {
        let sign = if player.0 == 0 { 1 } else { -1 };
        ply >= 2 && sign * (self.worths[ply] - self.worths[ply - 2]) > 0
    }

    /// Whether the option that was best before is alone in being as good: then it is looked at deeper, for what comes of it
    /// matters most. If another is good enough, too, that is the score.
    ///
    /// # Source
    /// Singular extensions: T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions: adding selectivity to
    /// brute-force searching", Artificial Intelligence 43, 1990.
    pub fn singled_out(
        &mut self,
        position: &mut G::Position,
        (seen, player): (Seen, PlayerId),
        (entry, depth): (Entry, i32),
        window: Window,
        ply: usize,
    ) -> Alone {
        let swing = self.swing();
        let asks = depth >= ALONE_DEPTH
            && ply > 0
            && ply < 2 * self.depth as usize
            && swing < i32::MAX
            && self.is_calm
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Most
            && entry.score.abs() < CERTAIN;
        if !asks {
            return Alone::More(0);
        }
        let least = entry.score - swing.saturating_mul(depth) / 16;
        self.left_out = entry.change;
        let others = Window { least: least - 1, most: least };
        let score = self.score(position, seen.met, (player, (depth - 1) / 2), others, ply);
        match score {
            _ if self.is_stopped => Alone::More(0),
            _ if score < least => Alone::More(1),
            _ if least >= window.most => Alone::Others(least),
            _ => Alone::More(if entry.score >= window.most { -1 } else { 0 }),
        }
    }

    /// What a position is worth at least that is good enough even if the turn is passed; none if that is not so, or says
    /// nothing: where having to move may hurt.
    pub fn passed(
        &mut self,
        position: &mut G::Position,
        seen: Seen,
        (player, depth): (PlayerId, i32),
        window: Window,
        ply: usize,
    ) -> Option<i32> {
        let may_pass = depth >= PASS_DEPTH
            && self.takes_by_landing
            && seen.n_heavy >= HEAVY
            && !self.has_passed
            && window.is_narrow()
            && window.most.abs() < CERTAIN
            && seen.worth(player) >= window.most;
        if !may_pass || self.is_stopped() {
            return None;
        }
        let undo = self.game.try_pass(position)?;
        self.positions += 1;
        let next = self.meet(position);
        let less = depth - PASS_LESS.0 - depth / PASS_LESS.1;
        let mut score = -CERTAIN;
        if matches!(next.actor, Some(Actor::Player(other)) if other != player) {
            self.path.push(seen.met.key);
            self.has_passed = true;
            self.played[ply] = 0;
            score = self.reply(position, next, (player, less), window, ply + 1);
            self.has_passed = false;
            self.path.pop();
        }
        self.game.undo(position, undo);
        if self.is_stopped {
            return Some(seen.worth(player));
        }
        if score < window.most {
            return None;
        }
        self.guesses += 1;
        if depth >= VERIFIED {
            self.has_passed = true;
            let again = self.score(position, seen.met, (player, less), window, ply);
            self.has_passed = false;
            return (again >= window.most || self.is_stopped).then_some(window.most);
        }
        Some(window.most)
    }

    /// Whether an option just before the horizon is too bad to be looked at.
    pub fn is_hopeless(&self, worth: i32, child: &Child, late: Late, open: Window) -> bool {
        let (swing, Late { depth, ply, tried, is_better }) = (self.swing(), late);
        let most = if ply > NEAR { LATE_DEPTH } else { NEAR_DEPTHS.1 };
        if depth > most || swing == i32::MAX || !open.is_narrow() || open.least <= -CERTAIN {
            return false;
        }
        let is_quiet = child.gain < swing && child.rank < KILLER;
        let many = 4 + 2 * depth * depth * if is_better { 2 } else { 1 };
        let is_late = self.is_calm && is_quiet && tried as i32 >= many;
        let hoped = worth.saturating_add(child.gain).saturating_add(swing.saturating_mul(2 + 2 * depth));
        (depth <= 1 || self.is_calm && is_quiet) && hoped <= open.least || is_late
    }

    /// How much less deep an option is looked at that comes late and gains nothing. Where it matters how good a position is
    /// it is looked at deeper than where it only matters whether it is good enough.
    pub fn reduction(
        &self,
        child: &Child,
        (player, depth): (PlayerId, i32),
        (open, place): (Window, usize),
        ply: usize,
    ) -> i32 {
        if depth < 3 || place < 2 || child.gain >= self.swing() {
            return 0;
        }
        let logs = LOG[depth.min(63) as usize] * LOG[place.min(63)];
        // How good it was elsewhere counts as much as a killer.
        let renown = self.order.renown(child.change, self.place(player, ply)).clamp(-MOST, MOST);
        let less = (logs + 256) / 512 - i32::from(child.rank >= KILLER) - i32::from(!open.is_narrow())
            + i32::from(!self.is_improving(player, ply))
            - renown / (MOST / 2);
        less.clamp(0, depth - 2)
    }

    /// Whether what takes there is taken back by what is worth less, so that it only loses: the option was tried, and the
    /// other decides.
    pub fn is_taken_back(&self, position: &mut G::Position, child: &Child) -> bool {
        child.stake > child.gain && self.game.may_land(position, child.cell)
    }
}
