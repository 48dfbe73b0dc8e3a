//! What can be learnt of a game in a short time, by playing it at random.

use std::ops::Range;

use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Game, Halt};
use crate::play::chance;
use crate::rules::Rules;
use crate::rules::model::{EndResult, ExprKind};
use crate::rules::walk;

use super::careful;
use super::features::Features;
use super::fit::{Restraint, Sample, explained, fit, gained, probability};
use super::heritage::inherited;
use super::known::{Mind, forces, is_for_two};
use super::prior::prior;
use super::shipped;
use super::survey::Survey;
use super::weights::Weights;

/// After so many decisions a random game is of no more use.
const MOST_DECISIONS: u64 = 1_500;
/// About so many positions of a game are looked at.
const LOOKS: u64 = 6;
/// In so many positions it is looked at what the options do.
const SURVEYED: u64 = 400;
/// So many of them for each game.
const SURVEYED_OF_A_GAME: u64 = 3;
/// One game in so many is held out at a time: what the others teach is tested on it.
pub const HELD_OUT: u64 = 4;
/// So many games at least, or their results teach nothing.
const LEAST: u64 = 24;
/// So many options at least are looked at, whatever effort that takes.
const LEAST_SEEN: u64 = 1_000;
/// So many positions at least, or what options do is not known.
const LEAST_SURVEYED: u64 = 6;
/// How strongly weights are held back, as [`Restraint::share`].
const SHARE: f64 = 0.02;
/// Who plays at random makes little of what he has. Results are taken to say so at least, or to say no more than this of
/// it, as a factor of the logit; or the contrary, where it is good to have little.
const AT_RANDOM: (f64, f64) = (0.15, 1.0);
/// Results say the contrary of what rules say if that foresees so many times as much as luck does.
const CONTRARY: f64 = 6.0;
/// With so many options a decision it is not looked ahead.
const TOO_MANY: u64 = 250;
/// What *e* times as many options are worth, as a part of a logit, where the game is about having options and nothing else.
const FREEDOM: f64 = 1.5;

/// How much is played to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schooling {
    /// So many games, unless it is called to halt before.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// Learns what it can from random games, until so many were played or it is called to halt. The same schooling that is
/// not called to halt gives the same mind.
pub fn learn<G: Game>(game: &G, schooling: Schooling, halt: &dyn Halt) -> Mind {
    match Pupil::new(game, schooling.seed) {
        Some(mut pupil) => {
            pupil.play_until(game, schooling.games, halt);
            pupil.mind(game, halt)
        }
        None => Mind::blank(game.rules()),
    }
}

/// Somebody who learns a game by playing it at random, and may go on later.
#[derive(Clone, Debug)]
pub struct Pupil {
    features: Features,
    rng: Rng,
    samples: Vec<Sample>,
    survey: Survey,
    games: u64,
    decisions: u64,
    /// The effort that may still be spent on looking at what options do.
    effort: u64,
    contents: Contents,
    /// Whether it is better to be careful, once that was tried.
    is_careful: Option<bool>,
}

impl Pupil {
    /// Somebody who knows nothing yet; none for games that have no weights.
    pub fn new<G: Game>(game: &G, seed: u64) -> Option<Self> {
        let features = Features::of(game.rules()).filter(|_| is_for_two(game.rules()))?;
        let survey = Survey::new(&features);
        let rng = Rng::stream(seed, 1);
        Some(Self {
            features,
            rng,
            samples: Vec::new(),
            survey,
            games: 0,
            decisions: 0,
            effort: u64::MAX,
            contents: Contents::default(),
            is_careful: None,
        })
    }

    /// The same, who looks no more at what options do once that took so much effort, as [`Game::effort`] counts; some
    /// are looked at in any case.
    pub fn within(self, effort: u64) -> Self {
        Self { effort, ..self }
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether enough was seen of what options do to know what pieces are worth, though perhaps no game was played to its
    /// end.
    pub fn has_seen_enough(&self) -> bool {
        self.survey.positions >= LEAST_SURVEYED
    }

    /// Plays on until there were so many games in all, or until it is called to halt.
    pub fn play_until<G: Game>(&mut self, game: &G, games: u64, halt: &dyn Halt) {
        while self.games < games && !halt.is_called() {
            self.play(game, halt);
        }
    }

    /// Plays one game and remembers some of its positions.
    fn play<G: Game>(&mut self, game: &G, halt: &dyn Halt) {
        let mut position = game.initial();
        let first = self.samples.len();
        // The games before tell how long this one may be.
        let gap = (2 * self.decisions / self.games.max(1) / LOOKS).clamp(1, 100);
        // Where games are long and time is short the first may be all that is seen.
        let share = if self.games == 0 { LEAST_SURVEYED } else { SURVEYED_OF_A_GAME };
        let surveyed = self.survey.positions + share;
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
                    taken += game.play_on(&mut position, rng, ahead.min(MOST_DECISIONS - taken), halt);
                    self.look(game, &position, surveyed.min(SURVEYED), halt);
                }
            }
        }
        if halt.is_called() {
            self.samples.truncate(first);
            return;
        }
        let result = game.outcome(&position).map_or(0.5, |outcome| gained(&outcome));
        self.samples[first..].iter_mut().for_each(|sample| (sample.result, sample.target) = (result, result));
        self.games += 1;
        self.decisions += taken;
    }

    /// Remembers a position in which a player decides.
    fn look<G: Game>(&mut self, game: &G, position: &G::Position, surveyed: u64, halt: &dyn Halt) {
        let Some(Actor::Player(mover)) = game.actor(position) else { return };
        if !game.contents(position, &mut self.contents) {
            return;
        }
        let simple = self.features.tempo() + 1;
        self.samples.push(Sample::of(&self.features, simple, &self.contents, Some(mover), self.games));
        if self.survey.positions < surveyed && (self.effort > 0 || self.survey.seen < LEAST_SEEN) {
            let mut position = position.clone();
            let before = game.effort(&position);
            self.survey.count(game, &self.features, &mut position, halt);
            self.effort = self.effort.saturating_sub(game.effort(&position) - before);
        }
    }

    /// What was learnt so far: what pieces are worth by what they do, and what numbers and rows are worth by the results
    /// of games, if the games that were held out say that this helps.
    pub fn mind<G: Game>(&mut self, game: &G, halt: &dyn Halt) -> Mind {
        let rules = game.rules();
        let mut mind = Mind::blank(rules);
        if !self.has_seen_enough() {
            return mind;
        }
        let moves = self.survey.options.iter().any(|&options| options > 0.0);
        let (weights, foreseen) = self.priced(self.start(rules), moves);
        // One option in ten may take something, or pieces change hands too often to tell who has come where.
        mind.drops = !moves && self.survey.takings * 10 <= self.survey.seen;
        if mind.drops && self.is_careful.is_none() && !halt.is_called() {
            self.is_careful = careful::is_better(game, halt);
        }
        mind.is_careful = mind.drops && self.is_careful == Some(true);
        let is_empty = self.samples.iter().all(|sample| !self.has_pieces(sample));
        // Where every option takes, or none, having pieces says nothing: what counts is to have options.
        let says_nothing = self.survey.takings == 0 || self.survey.takings == self.survey.seen;
        mind.options = if moves && says_nothing && asks_who_is_stuck(rules) { FREEDOM } else { 0.0 };
        mind.forces = forces(rules);
        mind.takes_by_landing = self.survey.landings * 10 >= self.survey.takings * 9;
        let knows = weights.0.iter().any(|&weight| weight != 0.0);
        if knows || mind.options > 0.0 {
            mind = Mind { foreseen, ..mind.weighing(&self.features, &weights) };
        }
        // Where pieces only come to the board playouts are better, and where there are too many options to look at all of them.
        let are_few = self.survey.all < self.survey.positions * TOO_MANY;
        mind.looks_ahead = mind.scales.is_some() && are_few && (moves || is_empty);
        mind
    }

    fn has_pieces(&self, sample: &Sample) -> bool {
        sample.features.iter().any(|&(feature, _)| (feature as usize) < self.features.number_features().start)
    }

    /// What is known before results are looked at in detail: what the program knows of the game that is changed here, unless
    /// results say the contrary, or what the rules say.
    fn start(&self, rules: &Rules) -> Weights {
        let prior = prior(rules, &self.features, &self.survey);
        let related = shipped::related(rules).and_then(|other| inherited(&other, rules, &self.features, &prior));
        let says_contrary = |weights: &Weights| self.games >= LEAST && scale(&self.samples, weights) < 0.0;
        related.filter(|weights| !says_contrary(weights)).unwrap_or(prior)
    }

    /// The weights with those that results teach, and how much they foresee.
    fn priced(&mut self, prior: Weights, moves: bool) -> (Weights, f64) {
        if self.games < LEAST {
            return (prior, 0.0);
        }
        let samples = std::mem::take(&mut self.samples);
        // One number is fitted to all results, so little of what it foresees is chance.
        let luck = 1.0 / self.games as f64;
        let scale = scale(&samples, &prior);
        let scaled = Weights(prior.0.iter().map(|weight| weight * scale).collect());
        let simple = explained(&samples, |sample| sample.expected(&scaled)) - luck;
        let only = moves.then(|| self.features.unpriced());
        let more = self.more_foreseen(&samples, &scaled, &only);
        let found = match more > 2.0 * luck {
            true => {
                let fitted = self.fitted(&samples, &scaled, &only);
                (Weights(fitted.0.iter().map(|weight| weight / scale.abs()).collect()), simple.max(0.0) + more)
            }
            false => (Weights(prior.0.iter().map(|weight| weight * scale.signum()).collect()), simple.max(0.0)),
        };
        self.samples = samples;
        found
    }

    fn fitted(&mut self, samples: &[Sample], to: &Weights, only: &Option<Range<usize>>) -> Weights {
        let only = only.clone();
        fit(samples, to.clone(), Restraint { to, share: SHARE, doubts: Vec::new(), only }, &mut self.rng)
    }

    /// How much more weights foresee that are fitted: each part of the games is foreseen by what the others teach.
    fn more_foreseen(&mut self, samples: &[Sample], to: &Weights, only: &Option<Range<usize>>) -> f64 {
        if only.as_ref().is_some_and(Range::is_empty) {
            return 0.0;
        }
        let mut more = 0.0;
        for part in 0..HELD_OUT {
            let (held_out, school): (Vec<Sample>, Vec<Sample>) =
                samples.iter().cloned().partition(|sample| sample.game % HELD_OUT == part);
            let fitted = self.fitted(&school, to, only);
            let foreseen = |weights: &Weights| explained(&held_out, |sample| sample.expected(weights));
            more += (foreseen(&fitted) - foreseen(to)) / HELD_OUT as f64;
        }
        more
    }
}

/// Whether who has no option wins or loses by that.
fn asks_who_is_stuck(rules: &Rules) -> bool {
    rules.ends.iter().filter(|end| matches!(end.result, EndResult::Someone(..))).any(|end| {
        let mut asks = false;
        end.when.iter().for_each(|when| {
            walk::expression(when, &mut |expr| asks |= matches!(expr.kind, ExprKind::Stuck(_)));
        });
        asks
    })
}

/// By which factor the logits of these weights come nearest to the results, within [`AT_RANDOM`]; less than nothing if results
/// clearly say the contrary.
fn scale(samples: &[Sample], weights: &Weights) -> f64 {
    if weights.0.iter().all(|&weight| weight == 0.0) {
        return 1.0;
    }
    let sums: Vec<(f64, f64)> = samples.iter().map(|sample| (sample.logit(weights), sample.result)).collect();
    let factor = factor(&sums);
    let games = samples.last().map_or(1, |sample| sample.game + 1) as f64;
    let foreseen = explained(samples, |sample| probability(factor * sample.logit(weights)));
    let sign = if factor < 0.0 && foreseen > CONTRARY / games { -1.0 } else { 1.0 };
    sign * (sign * factor).clamp(AT_RANDOM.0, AT_RANDOM.1)
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
