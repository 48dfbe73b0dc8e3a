//! Weights fitted to the ends of games.

use super::features::Features;
use super::weights::Weights;
use crate::game::rng::Rng;
use crate::game::{Contents, Outcome, PlayerId};

/// How often all samples are gone through.
const ROUNDS: usize = 12;
/// How far a weight goes at first.
const STRIDE: f64 = 0.1;

/// A position of a game, and what came of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The features that are there, with their values.
    pub features: Vec<(u32, f32)>,
    /// What the first player got, from 0 (lost) to 1 (won).
    pub result: f64,
    /// What the weights are to expect of it: the result, or what is known better.
    pub target: f64,
    /// The number of its game.
    pub game: u64,
}

impl Sample {
    /// A position, whose end is not known yet: what it has of so many features, from the first on.
    pub fn of(features: &Features, most: usize, contents: &Contents, mover: Option<PlayerId>, game: u64) -> Self {
        let mut found: Vec<(u32, f32)> = Vec::new();
        let mut see = |feature, value| found.push((feature as u32, value as f32));
        features.visit(contents, mover, &mut |feature, value| {
            if feature < most {
                see(feature, value);
            }
        });
        found.sort_unstable_by_key(|(feature, _)| *feature);
        found.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            first.1 += if is_same { later.1 } else { 0.0 };
            is_same
        });
        found.retain(|(_, value)| *value != 0.0);
        Self { features: found, result: 0.5, target: 0.5, game }
    }

    /// What the weights expect of it.
    pub fn expected(&self, weights: &Weights) -> f64 {
        probability(self.logit(weights))
    }

    /// The logarithm of the odds that the weights give it.
    pub fn logit(&self, weights: &Weights) -> f64 {
        self.features.iter().map(|&(feature, value)| weights.0[feature as usize] * f64::from(value)).sum()
    }
}

/// What the first player gained over the second, as a share: 1 if he won, 1/2 for equal places.
pub fn gained(outcome: &Outcome) -> f64 {
    let value = |player| outcome.value(PlayerId(player));
    0.5 + (value(0) - value(1)) / 2.0
}

/// The probability that a logit stands for.
pub fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// How the weights are held back: each is drawn to what it was before as if so many samples said so.
#[derive(Clone, Debug)]
pub struct Restraint<'a> {
    /// What they are drawn to.
    pub to: &'a Weights,
    /// How strongly: the share of the way back that a weight goes with each sample that has its feature.
    pub share: f64,
    /// By feature, as if so many samples beside those that have it said that its weight is what it was; none where there
    /// is no number.
    pub doubts: Vec<f64>,
    /// The only weights that change; none for all.
    pub only: Option<std::ops::Range<usize>>,
}

/// Fits weights to the results of samples by logistic regression, held back. The samples are gone through in an order
/// drawn from `rng`; the strides get shorter with what a weight has moved. The mean of the later rounds is taken, which has
/// less of the noise of the last samples.
///
/// # Source
/// Results as logistic functions of evaluations: P. Österlund, "Texel's Tuning Method",
/// <https://www.chessprogramming.org/Texel%27s_Tuning_Method>. Strides: J. Duchi, E. Hazan, Y. Singer, "Adaptive
/// Subgradient Methods for Online Learning and Stochastic Optimization", JMLR 12, 2011.
pub fn fit(samples: &[Sample], start: Weights, restraint: Restraint<'_>, rng: &mut Rng) -> Weights {
    let mut weights = start;
    let mut moved = vec![1e-3; weights.0.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut back = vec![0.0_f64; weights.0.len()];
    samples.iter().flat_map(|sample| &sample.features).for_each(|&(feature, _)| back[feature as usize] += 1.0);
    for (feature, back) in back.iter_mut().enumerate() {
        let doubt = restraint.doubts.get(feature).copied().unwrap_or(0.0);
        // The logistic curve bends by a quarter at most.
        *back = restraint.share + doubt / back.max(1.0) / 4.0;
    }
    let mut mean = vec![0.0; weights.0.len()];
    for round in 0..ROUNDS {
        rng.shuffle(&mut order);
        for sample in order.iter().map(|&index| &samples[index]) {
            let wrong = sample.expected(&weights) - sample.target;
            for &(feature, value) in &sample.features {
                let feature = feature as usize;
                if restraint.only.as_ref().is_some_and(|only| !only.contains(&feature)) {
                    continue;
                }
                let back = back[feature] * (weights.0[feature] - restraint.to.0[feature]);
                let slope = wrong * f64::from(value) + back;
                moved[feature] += slope * slope;
                weights.0[feature] -= STRIDE * slope / f64::sqrt(moved[feature]);
            }
        }
        if round >= ROUNDS / 2 {
            let share = 1.0 / (ROUNDS - ROUNDS / 2) as f64;
            mean.iter_mut().zip(&weights.0).for_each(|(mean, weight)| *mean += share * weight);
        }
    }
    Weights(mean)
}

/// How much less wrong the expectations are than if the mean result were expected of each: 1 if they are all right, 0
/// or less if they are no help. Measured by squares.
pub fn explained(samples: &[Sample], expected: impl Fn(&Sample) -> f64) -> f64 {
    let n = samples.len().max(1) as f64;
    let mean = samples.iter().map(|sample| sample.result).sum::<f64>() / n;
    let square = |x: f64| x * x;
    let spread: f64 = samples.iter().map(|sample| square(sample.result - mean)).sum();
    let wrong: f64 = samples.iter().map(|sample| square(sample.result - expected(sample))).sum();
    if spread == 0.0 { 0.0 } else { 1.0 - wrong / spread }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples in which the first feature makes a win three times as probable as a loss, and the second nothing.
    fn samples(n: usize) -> Vec<Sample> {
        let one = |index: usize| {
            let sign = if index % 8 < 4 { 1.0 } else { -1.0 };
            let noise = if (index / 8).is_multiple_of(2) { 1.0 } else { -1.0 };
            let is_usual = index % 4 != 3;
            let result = if (sign > 0.0) == is_usual { 1.0 } else { 0.0 };
            Sample { features: vec![(0, sign), (1, noise)], result, target: result, game: index as u64 }
        };
        (0..n).map(one).collect()
    }

    #[test]
    fn odds_are_found_again() {
        let samples = samples(1600);
        let none = Weights(vec![0.0; 2]);
        let restraint = Restraint { to: &none, share: 0.0, doubts: Vec::new(), only: None };
        let found = fit(&samples, none.clone(), restraint, &mut Rng::stream(1, 0));
        // Odds of three to one are a logit of ln 3 = 1.0986.
        assert!((found.0[0] - 1.0986).abs() < 0.1, "{found:?}");
        assert!(found.0[1].abs() < 0.1, "{found:?}");
        // The variance of results is 1/4, what is left is 3/4 · 1/4: three quarters of it.
        let explained = explained(&samples, |sample| sample.expected(&found));
        assert!((explained - 0.25).abs() < 0.02, "{explained}");
    }

    #[test]
    fn restraint_holds_weights_back() {
        let none = Weights(vec![0.0; 2]);
        let held = Restraint { to: &none, share: 1.0, doubts: Vec::new(), only: None };
        let found = fit(&samples(1600), none.clone(), held, &mut Rng::stream(1, 0));
        // Half of the samples pull by 1/2 at most, so the weight stays where its pull back is as strong: 1/4.
        assert!((0.1..0.3).contains(&found.0[0]), "{found:?}");
    }

    #[test]
    fn what_expects_the_mean_explains_nothing() {
        assert_eq!(explained(&samples(16), |_| 0.5), 0.0);
        assert_eq!(explained(&[], |_| 0.5), 0.0);
    }
}
