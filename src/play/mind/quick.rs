//! What can be learnt of a game in a short time, by playing it at random.

use std::fmt;
use std::sync::Arc;

use crate::game::{Actor, Contents, Game, Halt};
use crate::play::chance;
use crate::play::rng::Rng;
use crate::rules::Rules;
use crate::rules::model::Instruction;

use super::features::Features;
use super::fit::{Restraint, Sample, explained, fit, probability};
use super::reach::Reach;
use super::weights::{Scales, Weights};

/// After so many decisions a random game is of no more use.
const MOST_DECISIONS: u64 = 1_500;
/// About so many positions of a game are looked at.
const LOOKS: u64 = 6;
/// In so many positions the options are counted.
const COUNTED: usize = 48;
/// One game in so many is held out at a time: what the others teach is tested on it.
pub const HELD_OUT: u64 = 4;
/// So many games at least, or nothing is learnt.
const LEAST: u64 = 24;
/// How strongly weights are held back, as [`Restraint::share`].
const SHARE: f64 = 0.02;
/// What of the results of random games must be foreseen for alpha-beta to be the better search where pieces move; less is
/// chance. See `docs/strength.md`.
const FORESEEN: f64 = 0.002;

/// How much is played to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schooling {
    /// So many games, unless it is called to halt before.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// What is known of a game.
#[derive(Clone, Debug)]
pub struct Mind {
    /// Which rules it is about: their fingerprint.
    pub rules: String,
    /// How positions are weighed; none if nothing was learnt that helps.
    pub scales: Option<Arc<Scales>>,
    /// The weights of those scales; empty if there are none.
    pub weights: Weights,
    /// How much of the results of games was foreseen, from 0 to 1, less what chance would do.
    pub foreseen: f64,
    /// Whether alpha-beta is the better search here.
    pub looks_ahead: bool,
}

impl Mind {
    /// Nothing known.
    pub fn blank(rules: &Rules) -> Self {
        let weights = Weights::default();
        Self { rules: rules.fingerprint.clone(), scales: None, weights, foreseen: 0.0, looks_ahead: false }
    }
}

impl Mind {
    /// The same with these weights.
    pub fn weighing(&self, features: &Features, weights: &Weights) -> Self {
        let scales = Some(Arc::new(Scales::new(features, weights)));
        Self { scales, weights: weights.clone(), ..self.clone() }
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = if self.looks_ahead { "alpha-beta" } else { "Monte Carlo" };
        write!(f, "{search}, {:.0} % of results foreseen", 100.0 * self.foreseen)
    }
}

/// Whether alpha-beta can play these rules: two players, no chance once the set-up is done, and nobody gains by the
/// other's loss of everything.
pub fn is_for_two(rules: &Rules) -> bool {
    let turns = rules.phases.iter().map(|phase| phase.entry).min().unwrap_or(0);
    let rolls = |instruction: &Instruction| matches!(instruction, Instruction::Roll(..));
    rules.players.len() == 2 && !rules.code.iter().skip(turns).any(rolls)
}

/// Learns what it can from random games, until so many were played or it is called to halt. The same schooling that is
/// not called to halt gives the same mind.
pub fn learn<G: Game>(game: &G, schooling: Schooling, halt: &dyn Halt) -> Mind {
    let rules = game.rules();
    let blank = Mind::blank(rules);
    let (true, Some(features)) = (is_for_two(rules), Features::of(rules)) else { return blank };
    let mut pupil = Pupil::new(game, features, schooling.seed);
    while pupil.games < schooling.games && !halt.is_called() {
        pupil.play(halt);
    }
    pupil.mind(blank)
}

/// Somebody who learns by playing at random.
struct Pupil<'a, G: Game> {
    game: &'a G,
    features: Features,
    rng: Rng,
    samples: Vec<Sample>,
    reach: Reach,
    counted: usize,
    games: u64,
    decisions: u64,
    contents: Contents,
}

impl<'a, G: Game> Pupil<'a, G> {
    fn new(game: &'a G, features: Features, seed: u64) -> Self {
        let reach = Reach::new(features.n_kinds);
        let rng = Rng::stream(seed, 1);
        let contents = Contents::default();
        Self { game, features, rng, samples: Vec::new(), reach, counted: 0, games: 0, decisions: 0, contents }
    }

    /// Plays one game and remembers some of its positions.
    fn play(&mut self, halt: &dyn Halt) {
        let game = self.game;
        let mut position = game.initial();
        let first = self.samples.len();
        // The games before tell how long this one may be.
        let gap = (2 * self.decisions / self.games.max(1) / LOOKS).clamp(1, 100);
        let mut taken = 0;
        while taken < MOST_DECISIONS && !halt.is_called() {
            match game.actor(&position) {
                None => break,
                Some(Actor::Chance) => {
                    let option = chance::draw(game, &position, &mut self.rng);
                    game.play(&mut position, option);
                }
                Some(Actor::Player(_)) => {
                    let ahead = 1 + self.rng.below(gap);
                    let rng = &mut self.rng;
                    taken +=
                        game.play_on(&mut position, &mut |n| rng.below(n), ahead.min(MOST_DECISIONS - taken), halt);
                    self.look(&mut position);
                }
            }
        }
        if halt.is_called() {
            self.samples.truncate(first);
            return;
        }
        let result = game.outcome(&position).map_or(0.5, |outcome| gained(&outcome));
        self.samples[first..].iter_mut().for_each(|sample| sample.result = result);
        self.games += 1;
        self.decisions += taken;
    }

    /// Remembers a position in which a player decides.
    fn look(&mut self, position: &mut G::Position) {
        let Some(Actor::Player(mover)) = self.game.actor(position) else { return };
        if !self.game.contents(position, &mut self.contents) {
            return;
        }
        self.samples.push(Sample::of(&self.features, &self.contents, Some(mover), self.games));
        if self.counted < COUNTED {
            self.counted += 1;
            self.reach.count(self.game, position);
        }
    }

    /// What was learnt: the best of what foresees the results of the games that were held out.
    fn mind(mut self, blank: Mind) -> Mind {
        if self.games < LEAST {
            return blank;
        }
        let samples = std::mem::take(&mut self.samples);
        let by_reach = self.by_reach(&samples);
        // One number is fitted to all results, so little of what it foresees is chance.
        let luck = 1.0 / self.games as f64;
        let simple = explained(&samples, |sample| sample.expected(&by_reach)) - luck;
        let more = self.more_foreseen(&samples, &by_reach);
        let (foreseen, weights) = match more > 2.0 * luck {
            true => (simple.max(0.0) + more, self.fitted(&samples, &by_reach)),
            false => (simple, by_reach),
        };
        if weights.0.iter().all(|&weight| weight == 0.0) {
            return blank;
        }
        let foreseen = foreseen.max(0.0);
        // Where pieces only come to the board playouts are better.
        let looks_ahead = foreseen >= FORESEEN && self.reach.values().iter().any(|&value| value > 0.0);
        Mind { foreseen, looks_ahead, ..blank.weighing(&self.features, &weights) }
    }

    fn fitted(&mut self, samples: &[Sample], by_reach: &Weights) -> Weights {
        fit(samples, by_reach.clone(), Restraint { to: by_reach, share: SHARE }, &mut self.rng)
    }

    /// How much more weights foresee that are fitted in full: each part of the games is foreseen by what the others teach.
    fn more_foreseen(&mut self, samples: &[Sample], by_reach: &Weights) -> f64 {
        let mut more = 0.0;
        for part in 0..HELD_OUT {
            let (held_out, school): (Vec<Sample>, Vec<Sample>) =
                samples.iter().cloned().partition(|sample| sample.game % HELD_OUT == part);
            let fitted = self.fitted(&school, by_reach);
            let foreseen = |weights: &Weights| explained(&held_out, |sample| sample.expected(weights));
            more += (foreseen(&fitted) - foreseen(by_reach)) / HELD_OUT as f64;
        }
        more
    }

    /// Weights by which a kind is worth what it can do, times one number that is fitted to the results.
    fn by_reach(&self, school: &[Sample]) -> Weights {
        let values = self.reach.values();
        let mut unit = Weights(vec![0.0; self.features.len()]);
        for (kind, &value) in values.iter().enumerate() {
            unit.0[self.features.material(kind)] = value;
            unit.0[self.features.in_hand(kind)] = value;
        }
        let sums = school.iter().map(|sample| {
            let parts = sample.features.iter().map(|&(feature, value)| unit.0[feature as usize] * f64::from(value));
            (parts.sum::<f64>(), sample.result)
        });
        let factor = factor(&sums.collect::<Vec<_>>());
        unit.0.iter_mut().for_each(|weight| *weight *= factor);
        unit
    }
}

/// What the first player gained over the second, as a share: 1 if he won, 1/2 for equal places.
pub fn gained(outcome: &crate::game::Outcome) -> f64 {
    let value = |player| outcome.value(crate::game::PlayerId(player));
    0.5 + (value(0) - value(1)) / 2.0
}

/// The factor that makes sums logits, by Newton's method; held back a little, so that it is finite.
fn factor(sums: &[(f64, f64)]) -> f64 {
    let mut factor = 0.0;
    for _ in 0..20 {
        let (mut slope, mut bend) = (0.01 * factor, 0.01);
        for &(sum, result) in sums {
            let expected = probability(factor * sum);
            slope += (expected - result) * sum;
            bend += expected * (1.0 - expected) * sum * sum;
        }
        factor -= (slope / bend).clamp(-1.0, 1.0);
    }
    factor
}
