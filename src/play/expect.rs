//! The search for games with Chance of which a network knows what positions are worth: each option by what it leaves, the
//! best of them by the mean over what Chance may do next, if then whoever decides takes what is best for him.
//!
//! # Source
//! D. Michie, "Game-playing and game-learning automata", 1966: expectimax.

use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Game, Halt, PlayerId};
use crate::play::mind::fit::gained;
use crate::play::mind::net::{Assessor, Sight};

/// What is so much less probable to win than the best is not looked at any closer.
const MARGIN: f64 = 0.12;
/// So many options are looked at closer, at most.
const CLOSER: usize = 16;
/// A turn with so many decisions in a row is not played to its end.
const DECISIONS: u32 = 4;
/// Where Chance may do more than this in one draw it is not looked at what each thing leads to.
const DRAWS: usize = 64;

/// When a search ends.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// So many options are looked at, drawn by lot; one at least.
    pub options: usize,
    /// Nothing is looked at closer after so many positions.
    pub positions: u64,
    /// Whether the time is over.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Bounds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { options, positions, is_over: _ } = self;
        f.debug_struct("Bounds").field("options", options).field("positions", positions).finish_non_exhaustive()
    }
}

/// What an option is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The option.
    pub option: usize,
    /// How probable it is that who decides wins.
    pub value: f64,
    /// Whether it was looked at what Chance may do.
    pub is_close: bool,
    /// Whether the game ends there.
    pub ends: bool,
    /// How many positions were looked at behind it.
    pub positions: u64,
}

/// Looks at the positions of a game.
pub struct Look<'a, G: Game> {
    game: &'a G,
    assessor: &'a Assessor,
    bounds: Bounds<'a>,
    halt: &'a dyn Halt,
    sight: Sight,
    contents: Contents,
    /// How many positions were looked at.
    pub positions: u64,
}

impl<G: Game> std::fmt::Debug for Look<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Look").field("bounds", &self.bounds).field("positions", &self.positions).finish_non_exhaustive()
    }
}

impl<'a, G: Game> Look<'a, G> {
    /// Nothing looked at yet.
    pub fn new(game: &'a G, assessor: &'a Assessor, bounds: Bounds<'a>, halt: &'a dyn Halt) -> Self {
        Self { game, assessor, bounds, halt, sight: Sight::default(), contents: Contents::default(), positions: 0 }
    }

    fn is_stopped(&self) -> bool {
        self.positions >= self.bounds.positions || (self.bounds.is_over)() || self.halt.is_called()
    }

    /// What the options of a player's decision are worth, the best first. Those that were looked at closer come before the
    /// others, which are no better as far as can be seen. Empty only if it was called to halt.
    pub fn options(&mut self, position: &G::Position, player: PlayerId, rng: &mut Rng) -> Vec<Worth> {
        let mut position = position.clone();
        let n_options = self.game.n_options(&position);
        let mut order: Vec<usize> = (0..n_options).collect();
        let looked = self.bounds.options.clamp(1, n_options.max(1));
        if looked < n_options {
            (0..looked).for_each(|at| order.swap(at, at + rng.index(n_options - at)));
            order.truncate(looked);
        }
        let mut found = Vec::with_capacity(order.len());
        for option in order {
            // The time is kept, but one option must be looked at.
            if self.halt.is_called() || !found.is_empty() && (self.bounds.is_over)() {
                break;
            }
            found.push(self.at_a_glance(&mut position, option, player));
        }
        found.sort_by(|one: &Worth, other| other.value.total_cmp(&one.value));
        self.look_closer(&mut position, player, &mut found);
        found
    }

    /// The best option of a player's decision as the network sees what it leaves.
    pub fn best(&mut self, position: &mut G::Position, player: PlayerId) -> Option<usize> {
        let worths = (0..self.game.n_options(position)).map(|option| self.at_a_glance(position, option, player));
        worths.max_by(|one, other| one.value.total_cmp(&other.value)).map(|worth| worth.option)
    }

    /// What an option is worth as the network sees what it leaves.
    fn at_a_glance(&mut self, position: &mut G::Position, option: usize, player: PlayerId) -> Worth {
        let turns = self.turns(position);
        let before = self.positions;
        let undo = self.game.try_option(position, option);
        let value = share(self.settled(position, turns, DECISIONS), player);
        let ends = self.game.actor(position).is_none();
        self.game.undo(position, undo);
        Worth { option, value, is_close: false, ends, positions: self.positions - before }
    }

    /// Looks at the best options closer, as long as there is time.
    fn look_closer(&mut self, position: &mut G::Position, player: PlayerId, found: &mut [Worth]) {
        let Some(best) = found.first().map(|worth| worth.value) else { return };
        let near = found.iter().take(CLOSER).take_while(|worth| worth.value > best - MARGIN).count();
        if near < 2 || found[0].ends && best >= 1.0 {
            return;
        }
        let mut close = 0;
        for worth in &mut found[..near] {
            let before = self.positions;
            let undo = self.game.try_option(position, worth.option);
            let value = self.expected(position).map(|value| share(value, player));
            self.game.undo(position, undo);
            let Some(value) = value else { break };
            (worth.value, worth.is_close) = (value, true);
            worth.positions += self.positions - before;
            close += 1;
        }
        found[..close].sort_by(|one, other| other.value.total_cmp(&one.value));
        // What was not looked at closer is no better than what was.
        let least = close.checked_sub(1).map_or(1.0, |last| found[last].value);
        found[close..].iter_mut().for_each(|worth| worth.value = worth.value.min(least));
    }

    /// What a position is worth to the first player on the mean over what Chance may do; none if there was no time for all.
    fn expected(&mut self, position: &mut G::Position) -> Option<f64> {
        match self.game.actor(position) {
            Some(Actor::Chance) if self.game.n_options(position) <= DRAWS => {
                let mut sum = 0.0;
                for option in 0..self.game.n_options(position) {
                    let probability = self.game.probability(position, option)?.as_f64();
                    let undo = self.game.try_option(position, option);
                    let value = self.expected(position);
                    self.game.undo(position, undo);
                    sum += probability * value?;
                }
                Some(sum)
            }
            Some(Actor::Player(player)) => {
                if self.is_stopped() {
                    return None;
                }
                let turns = self.turns(position);
                Some(self.best_of(position, player, turns, DECISIONS))
            }
            _ => {
                let turns = self.turns(position);
                Some(self.settled(position, turns, 0))
            }
        }
    }

    /// What the best option of a player leaves, to the first player.
    fn best_of(&mut self, position: &mut G::Position, player: PlayerId, turns: u32, decisions: u32) -> f64 {
        let mut best = 0.0_f64;
        for option in 0..self.game.find_options(position) {
            let undo = self.game.try_option(position, option);
            best = best.max(share(self.settled(position, turns, decisions), player));
            self.game.undo(position, undo);
        }
        share(best, player)
    }

    /// What a position is worth to the first player. A turn that goes on, in which so many turns were over, is played to its
    /// end.
    fn settled(&mut self, position: &mut G::Position, turns: u32, decisions: u32) -> f64 {
        self.positions += 1;
        let actor = self.game.actor(position);
        if actor.is_none() {
            return self.game.outcome(position).map_or(0.5, |outcome| gained(&outcome));
        }
        let is_running = self.game.contents(position, &mut self.contents) && self.contents.turns == turns;
        match actor {
            Some(Actor::Player(player)) if is_running && decisions > 0 && !(self.bounds.is_over)() => {
                self.best_of(position, player, turns, decisions - 1)
            }
            _ => f64::from(self.assessor.net.weigh(&self.assessor.features, &self.contents, &mut self.sight)),
        }
    }

    fn turns(&mut self, position: &G::Position) -> u32 {
        self.game.contents(position, &mut self.contents);
        self.contents.turns
    }
}

/// The share of a player, of the share of the first; and the other way round.
fn share(of_first: f64, player: PlayerId) -> f64 {
    if player.0 == 0 { of_first } else { 1.0 - of_first }
}
