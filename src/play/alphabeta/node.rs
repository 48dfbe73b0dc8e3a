//! One position of the search.

use std::hash::{Hash, Hasher};

use super::drift::Foreseen;
use super::hasher::PositionHasher;
use super::memory::{Bound, Entry, NO_OPTION};
use super::order::{Child, bring};
use super::prune::{Alone, Late};
use super::sight::Sight;
use super::{Actor, CERTAIN, DEEPEST, ENDLESS, Game, LOOKS, PlayerId, Search, WON, Weighed};

/// How far a counter may be from where a rule asks for it, for it not to matter in a search.
const FAR: i64 = 24;

/// So deep a look at a position of which nothing is known is one decision less deep.
const UNKNOWN: i32 = 4;

/// Where the options of a position are looked at.
#[derive(Clone, Copy, Debug)]
struct Around {
    seen: Seen,
    player: PlayerId,
    depth: i32,
    ply: usize,
    is_threatened: bool,
    /// The change of an option that is not looked at; 0 if all are.
    left_out: u64,
    /// So much deeper the first option is looked at.
    first_more: i32,
}

/// What is known of a position that was come to and not weighed.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// Who decides.
    pub actor: Option<Actor>,
    /// Its key.
    pub key: u64,
    /// Its key without counters, which make it worth no more and no less.
    pieces: u64,
}

/// What is seen of a position before its options are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The position.
    pub met: Met,
    /// What it is worth to the first player, and what marks it.
    pub weighed: Weighed,
    /// Whether it was not weighed, since what was foreseen is enough: then nothing marks it.
    pub is_foreseen: bool,
    /// How many pieces who decides has on the board that are worth more than the cheapest; counted only where pieces are
    /// taken by landing on them.
    pub n_heavy: usize,
}

impl Seen {
    /// What the position is worth to a player.
    pub fn worth(&self, player: PlayerId) -> i32 {
        if player.0 == 0 { self.weighed.score } else { -self.weighed.score }
    }
}

/// The scores between which it matters what a position is worth.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Less is as good as this.
    pub least: i32,
    /// More is as good as this.
    pub most: i32,
}

impl Window {
    /// The same for the other player.
    pub fn turned(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }

    /// Whether it only asks if the score is greater than its least.
    pub fn is_narrow(self) -> bool {
        self.most - self.least <= 1
    }

    fn narrow(self) -> Self {
        Self { most: self.least + 1, ..self }
    }
}

impl<G: Game> Search<'_, G> {
    /// Looks at a position.
    pub fn see(&mut self, position: &G::Position) -> Seen {
        let met = self.meet(position);
        self.seen(position, met)
    }

    /// Comes to a position.
    pub fn meet(&mut self, position: &G::Position) -> Met {
        let mut key = PositionHasher::default();
        position.hash(&mut key);
        let pieces = key.finish();
        if !self.counts.is_empty() && self.game.counters(position, &mut self.counters) {
            // A counter matters only where it may come to what a rule asks for.
            for (&count, asked) in self.counters.iter().zip(&self.counts) {
                let is_near = asked.is_some_and(|asked| count + FAR >= asked);
                key.write_u64(if is_near { count as u64 } else { u64::MAX });
            }
        }
        Met { actor: self.game.actor(position), key: key.finish(), pieces }
    }

    /// What is seen of a position that was come to.
    pub fn seen(&mut self, position: &G::Position, met: Met) -> Seen {
        let known = self.sighted.get(met.pieces);
        let Sight { weighed, n_heavy } = known.or_else(|| self.weigh(position, met)).unwrap_or_default();
        Seen { met, weighed, is_foreseen: false, n_heavy }
    }

    /// What is foreseen of a position to which an option leads from one that is worth so much to who makes it.
    pub fn foresee(&self, worth: i32, child: &Child) -> Option<Foreseen> {
        let scales = self.scales?;
        Some(self.drift.foresee(worth, child.gain, child.gain >= scales.swing))
    }

    /// Looks at a position of which something is foreseen for who made an option; it is weighed only if that is not enough for the
    /// window.
    pub fn see_within(&mut self, position: &G::Position, foreseen: Option<(Foreseen, PlayerId, Window)>) -> Seen {
        let met = self.meet(position);
        let Some((foreseen, player, window)) = foreseen else { return self.seen(position, met) };
        if foreseen.is_enough(window) && self.sighted.get(met.pieces).is_none() {
            let score = if player.0 == 0 { foreseen.worth } else { -foreseen.worth };
            return Seen { met, weighed: Weighed { score, mark: 0 }, is_foreseen: true, n_heavy: 0 };
        }
        let seen = self.seen(position, met);
        self.drift.learn(foreseen, seen.worth(player));
        seen
    }

    /// Weighs a position, if anything is known of the worth of its pieces.
    fn weigh(&mut self, position: &G::Position, met: Met) -> Option<Sight> {
        let scales = self.scales.filter(|_| self.game.contents(position, &mut self.contents))?;
        let mover = match met.actor {
            Some(Actor::Player(player)) => Some(player),
            _ => None,
        };
        let weighed = scales.weigh(&self.contents, mover, &mut self.sights);
        let counted = mover.filter(|_| self.takes_by_landing);
        let n_heavy = counted.map_or(0, |mover| scales.n_heavy(&self.contents, mover));
        let seen = Sight { weighed, n_heavy };
        self.sighted.put(met.pieces, seen);
        Some(seen)
    }

    /// Whether the search is over. The time is looked at now and then.
    pub fn is_stopped(&mut self) -> bool {
        if !self.is_stopped && self.positions >= self.next_look {
            self.next_look = self.positions + LOOKS;
            self.is_stopped = (self.bounds.is_over)() || self.halt.is_called();
        }
        self.is_stopped |= self.positions >= self.bounds.positions;
        self.is_stopped
    }

    /// What a position is worth to who made the option that led there.
    pub fn reply(
        &mut self,
        position: &mut G::Position,
        met: Met,
        (player, depth): (PlayerId, i32),
        window: Window,
        ply: usize,
    ) -> i32 {
        match met.actor {
            None => self.ended(position, player, ply),
            Some(Actor::Chance) => {
                let seen = self.seen(position, met);
                self.guess(seen, player)
            }
            Some(Actor::Player(next)) if next == player => self.score(position, met, (next, depth), window, ply),
            Some(Actor::Player(next)) => -self.score(position, met, (next, depth), window.turned(), ply),
        }
    }

    /// What a position is worth to a player that is not looked at any further.
    pub fn guess(&mut self, seen: Seen, player: PlayerId) -> i32 {
        self.guesses += 1;
        seen.worth(player)
    }

    /// What the end of the game is worth to a player.
    fn ended(&self, position: &G::Position, player: PlayerId, ply: usize) -> i32 {
        let Some(outcome) = self.game.outcome(position) else { return 0 };
        let gained = outcome.value(player) - outcome.value(PlayerId(1 - player.0.min(1)));
        if gained == 0.0 {
            return 0;
        }
        ((WON - ply as i32) as f64 * gained) as i32
    }

    /// What a position is worth to the player who decides there.
    pub(super) fn score(
        &mut self,
        position: &mut G::Position,
        met: Met,
        (player, depth): (PlayerId, i32),
        mut window: Window,
        ply: usize,
    ) -> i32 {
        let left_out = std::mem::take(&mut self.left_out);
        if self.is_stopped() || ply >= DEEPEST {
            let seen = self.seen(position, met);
            return self.guess(seen, player);
        }
        // Nothing is better than to win with the next option, and nothing worse than to have lost already.
        window.least = window.least.max(ply as i32 - WON);
        window.most = window.most.min(WON - ply as i32 - 1);
        if window.least >= window.most {
            return window.least;
        }
        if self.repeats && self.path.contains(&met.key) {
            self.guesses += 1;
            return 0;
        }
        // Who is threatened is not left there.
        let is_threatened = self.has_royals && ply < 2 * self.depth as usize && self.game.is_royal_attacked(position);
        let depth = depth + i32::from(is_threatened);
        if depth <= 0 {
            let seen = self.seen(position, met);
            return self.quiet(position, seen, player, window, (ply, 0));
        }
        let known = self.table.get(met.key);
        let is_deep = |entry: &Entry| entry.is_final || i32::from(entry.depth) >= depth;
        if left_out == 0
            && let Some(entry) = known.filter(|entry| is_deep(entry) && window.is_narrow())
            && let Some(score) = answered(entry, window, ply)
        {
            self.guesses += u64::from(!entry.is_final);
            return score;
        }
        let seen = self.seen(position, met);
        self.worths[ply] = seen.weighed.score;
        if left_out == 0 && !is_threatened && self.is_safe(seen.worth(player), (depth, ply), window) {
            self.guesses += 1;
            return seen.worth(player);
        }
        if left_out == 0
            && !is_threatened
            && let Some(score) = self.passed(position, seen, (player, depth), window, ply)
        {
            return score;
        }
        // Where nothing is known of a position a look that is less deep finds what is best sooner.
        let depth = if depth >= UNKNOWN && known.is_none_or(|entry| entry.depth == 0) { depth - 1 } else { depth };
        let n_options = self.find_options(position);
        self.note_options(ply, n_options);
        let mut children = self.children_at(ply);
        // What was best before often refutes what led here, and then nothing else needs to be looked at.
        match known.and_then(|entry| self.known(position, seen, player, n_options, entry)) {
            Some(child) => children.push(child),
            None => self.list(position, seen, player, (n_options, ply), known, &mut children),
        }
        // A forced option is no decision.
        let depth = if n_options == 1 && ply < 2 * self.depth as usize { depth + 1 } else { depth };
        let mut around = Around { seen, player, depth, ply, is_threatened, left_out, first_more: 0 };
        if let Some(first) = children.first().copied().filter(|_| left_out == 0)
            && let Some(entry) = known.filter(|entry| entry.change == first.change)
        {
            match self.singled_out(position, (seen, player), (entry, depth), window, ply) {
                Alone::More(more) => around.first_more = more,
                Alone::Others(score) => {
                    self.children[ply] = children;
                    return score;
                }
            }
        }
        self.path.push(met.key);
        let score = self.best_of(position, around, window, (&mut children, n_options, known));
        self.path.pop();
        self.children[ply] = children;
        score
    }

    /// Goes through the options in their order.
    fn best_of(
        &mut self,
        position: &mut G::Position,
        around: Around,
        window: Window,
        (children, n_options, known): (&mut Vec<Child>, usize, Option<Entry>),
    ) -> i32 {
        let Around { seen, player, depth, ply, is_threatened, left_out, first_more } = around;
        let is_better = self.is_improving(player, ply) && !is_threatened;
        let worth = seen.worth(player);
        let mut tried = 0;
        let mut open = window;
        let mut best = -ENDLESS;
        let mut choice = (0, NO_OPTION);
        let guesses = self.guesses;
        for place in 0..n_options {
            if place == children.len() {
                self.list(position, seen, player, (n_options, ply), known, children);
            }
            if place > 0 {
                bring(children, place);
            }
            let child = &children[place].clone();
            if left_out != 0 && child.change == left_out {
                continue;
            }
            let late = Late { depth, ply, tried, is_better };
            if tried > 0 && best > -CERTAIN && !is_threatened && self.is_hopeless(worth, child, late, open) {
                best = best.max(worth.saturating_add(child.gain).min(open.least));
                self.guesses += 1;
                continue;
            }
            let place_of = if is_threatened { tried.min(2) } else { tried };
            let depth = if place == 0 { depth + first_more } else { depth };
            let Some(score) = self.option(position, child, (player, depth), (open, place_of), ply) else { continue };
            tried += 1;
            if self.is_stopped() {
                return best.max(worth.min(window.least));
            }
            if score > best {
                (best, choice) = (score, (child.change, child.option));
            }
            open.least = open.least.max(score);
            if open.least >= open.most {
                if child.gain < self.swing() {
                    self.order.reward(child.change, &children[..place], depth, self.place(player, ply));
                }
                break;
            }
        }
        if tried == 0 {
            return if left_out == 0 { self.guess(seen, player) } else { window.least };
        }
        if left_out != 0 {
            return best;
        }
        let is_final = self.guesses == guesses;
        self.remember(seen.met.key, (choice, best), window, (depth, is_final), ply);
        best
    }

    /// Remembers what was found out about a position in a window: the change and the option that are best, and the score.
    pub fn remember(
        &self,
        key: u64,
        (choice, best): ((u64, u32), i32),
        window: Window,
        looked: (i32, bool),
        ply: usize,
    ) {
        let bound = match best {
            _ if best >= window.most => Bound::Least,
            _ if best > window.least => Bound::Exact,
            _ => Bound::Most,
        };
        self.table.put(key, choice, to_here(best, ply), looked, bound);
    }

    /// What an option is worth; none if it turns out to be none. The first of a position is looked at with open eyes, the
    /// others only to see whether they are better.
    pub fn option(
        &mut self,
        position: &mut G::Position,
        child: &Child,
        (player, depth): (PlayerId, i32),
        (open, place): (Window, usize),
        ply: usize,
    ) -> Option<i32> {
        if self.is_brief && depth <= 1 && ply > 0 {
            let window = if place > 0 { open.narrow() } else { open };
            if let Some(score) = self.option_at_horizon(position, child, player, (window, open), ply)? {
                return Some(score);
            }
        }
        let undo = self.game.try_likely(position, child.option as usize)?;
        let outside = std::mem::take(&mut self.has_passed);
        self.positions += 1;
        self.played[ply] = child.change;
        let next = self.meet(position);
        let mut score = 0;
        let mut is_better = true;
        if place > 0 {
            let less = self.reduction(child, (player, depth), (open, place), ply);
            score = self.reply(position, next, (player, depth - 1 - less), open.narrow(), ply + 1);
            if less > 0 && score > open.least {
                score = self.reply(position, next, (player, depth - 1), open.narrow(), ply + 1);
            }
            is_better = score > open.least && score < open.most;
        }
        if is_better && (place == 0 || !open.is_narrow()) {
            score = self.reply(position, next, (player, depth - 1), open, ply + 1);
        }
        self.has_passed = outside;
        self.game.undo(position, undo);
        Some(score)
    }
}

impl<G: Game> Search<'_, G> {
    /// What an option is worth behind which only a quiet look follows, first in a window that may be narrower than what is
    /// open. None if it turns out to be none; none inside where it has to be looked at deeper.
    fn option_at_horizon(
        &mut self,
        position: &mut G::Position,
        child: &Child,
        player: PlayerId,
        (window, open): (Window, Window),
        ply: usize,
    ) -> Option<Option<i32>> {
        let undo = self.game.try_at_horizon(position, child.option as usize)?;
        self.positions += 1;
        let worth = if player.0 == 0 { self.worths[ply] } else { -self.worths[ply] };
        let foreseen = self.foresee(worth, child).map(|foreseen| (foreseen, player, open));
        let next = self.see_within(position, foreseen);
        let score = match next.met.actor {
            Some(Actor::Player(other)) if other != player => self.brief(position, next, other, (window, open), ply + 1),
            Some(_) => None,
            None => Some(self.ended(position, player, ply + 1)),
        };
        self.game.undo(position, undo);
        // What has to be looked at deeper is counted there.
        self.positions -= u64::from(score.is_none());
        Some(score)
    }

    /// What a position at the horizon is worth to the other player; none where the one who decides there is threatened.
    fn brief(
        &mut self,
        position: &mut G::Position,
        seen: Seen,
        player: PlayerId,
        (window, open): (Window, Window),
        ply: usize,
    ) -> Option<i32> {
        if self.repeats && self.path.contains(&seen.met.key) {
            self.guesses += 1;
            return Some(0);
        }
        if self.has_royals && ply < 2 * self.depth as usize && self.game.is_royal_attacked(position) {
            return None;
        }
        let score = -self.quiet(position, seen, player, window.turned(), (ply, 0));
        let is_better = score > open.least && score < open.most && window.most < open.most;
        Some(if is_better { -self.quiet(position, seen, player, open.turned(), (ply, 0)) } else { score })
    }
}

/// The score that the table has for a window, if it has one.
pub fn answered(entry: Entry, window: Window, ply: usize) -> Option<i32> {
    let score = from_here(entry.score, ply);
    let answers = match entry.bound {
        Bound::Exact => true,
        Bound::Least => score >= window.most,
        Bound::Most => score <= window.least,
    };
    answers.then_some(score)
}

/// A score from the root, for the table: certain ones count from the position on.
fn to_here(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= CERTAIN => score + ply as i32,
        _ if score <= -CERTAIN => score - ply as i32,
        _ => score,
    }
}

/// A score of the table, from the root.
fn from_here(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= CERTAIN => score - ply as i32,
        _ if score <= -CERTAIN => score + ply as i32,
        _ => score,
    }
}
