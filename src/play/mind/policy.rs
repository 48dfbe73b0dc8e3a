//! Which drops are worth a look: what their traits are worth, learnt from what was taken by who thought about it.
//!
//! # Source
//! R. Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", ICGA Journal 30, 2007: traits of a move have worths that
//! add up, and the softmax of these is the probability that it is taken. The traits here are those that any rules tell.

use serde::{Deserialize, Serialize};

use super::traits::{EARLIER, Look, Traits};
use super::weights::{GREATEST, rounded};
use crate::game::Game;
use crate::game::rng::Rng;

/// How often all choices are gone through.
const ROUNDS: usize = 10;
/// How far a weight goes at first.
const STRIDE: f64 = 0.1;
/// As if so many choices more said of each trait that it makes no difference.
const DOUBT: f64 = 4.0;

/// What the traits of drops are worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyWeights {
    /// Whether playouts are careful.
    #[serde(rename = "careful", alias = "spares")]
    pub is_careful: bool,
    /// The traits that are worth anything, by number.
    pub traits: Vec<(u32, f64)>,
}

impl PolicyWeights {
    /// Worths as they are written: rounded.
    pub fn of(weights: &[f64], is_careful: bool) -> Self {
        let written = (0..).zip(weights).map(|(number, &weight)| (number, rounded(weight)));
        Self { is_careful, traits: written.filter(|(_, weight)| *weight != 0.0).collect() }
    }

    /// The policy, if the traits are among these.
    pub fn of_traits(&self, traits: Traits) -> Option<Policy> {
        let mut weights = vec![0.0; traits.n_traits()];
        for &(number, weight) in &self.traits {
            let is_fit = weight.is_finite() && weight.abs() <= GREATEST;
            *weights.get_mut(number as usize).filter(|_| is_fit)? = weight as f32;
        }
        Some(Policy { traits, weights })
    }
}

/// What the traits of drops are worth: which are worth a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// The traits.
    pub traits: Traits,
    /// By trait, its worth as a part of the logarithm of the odds.
    pub weights: Vec<f32>,
}

impl Policy {
    /// How probable each option looks to be the one to take; all together are one.
    pub fn judge<G: Game>(&self, game: &G, position: &mut G::Position, earlier: [Option<u16>; EARLIER]) -> Box<[f32]> {
        let looks = self.traits.look(game, position, earlier);
        let worth = |look: &Look| look.iter().map(|&feature| f64::from(self.weights[feature as usize])).sum();
        softmax(looks.iter().map(worth).collect()).into_iter().map(|probability| probability as f32).collect()
    }
}

/// Probabilities whose logarithms are these, but for a number that all share.
fn softmax(worths: Vec<f64>) -> Vec<f64> {
    let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = worths.into_iter().map(|worth| (worth - best).exp()).collect();
    let sum: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / sum).collect()
}

/// A choice that somebody made who thought about it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// How the options looked.
    pub looks: Vec<Look>,
    /// The one that was taken.
    pub taken: usize,
    /// The number of its game.
    pub game: u64,
}

impl Choice {
    /// By option, how probable it is that it is taken.
    fn probabilities(&self, weights: &[f64]) -> Vec<f64> {
        let worth = |look: &Look| look.iter().map(|&feature| weights[feature as usize]).sum();
        softmax(self.looks.iter().map(worth).collect())
    }
}

/// Weights by which what was taken is as probable as can be, held back where little was seen; strides as in
/// [`fit`](super::fit::fit).
pub fn fit(choices: &[&Choice], n_traits: usize, rng: &mut Rng) -> Vec<f64> {
    let mut weights = vec![0.0; n_traits];
    let mut moved = vec![1e-3; n_traits];
    let mut seen = vec![0.0_f64; n_traits];
    for look in choices.iter().flat_map(|choice| &choice.looks) {
        look.iter().for_each(|&feature| seen[feature as usize] += 1.0);
    }
    let mut order: Vec<usize> = (0..choices.len()).collect();
    for _ in 0..ROUNDS {
        rng.shuffle(&mut order);
        for choice in order.iter().map(|&index| choices[index]) {
            let probabilities = choice.probabilities(&weights);
            for (option, (look, probability)) in choice.looks.iter().zip(probabilities).enumerate() {
                let wrong = probability - f64::from(u8::from(option == choice.taken));
                for &feature in look {
                    let feature = feature as usize;
                    let slope = wrong + DOUBT / seen[feature] * weights[feature];
                    moved[feature] += slope * slope;
                    weights[feature] -= STRIDE * slope / f64::sqrt(moved[feature]);
                }
            }
        }
    }
    weights
}

/// How much less surprising choices are than if all options looked alike: 1 if they are known before, 0 or less if the weights
/// are no help.
pub fn explained(choices: &[&Choice], weights: &[f64]) -> f64 {
    let surprise = |choice: &Choice| -choice.probabilities(weights)[choice.taken].max(1e-9).ln();
    let blind: f64 = choices.iter().map(|choice| (choice.looks.len() as f64).ln()).sum();
    let sum: f64 = choices.iter().map(|choice| surprise(choice)).sum();
    if blind == 0.0 { 0.0 } else { 1.0 - sum / blind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_found_again() {
        // Of two options the one with the first trait is taken three times in four; both have the last one.
        let looks = vec![vec![0, 2], vec![1, 2]];
        let one = |game: u64| Choice { looks: looks.clone(), taken: usize::from(game % 4 == 3), game };
        let choices: Vec<Choice> = (0..1_600).map(one).collect();
        let choices: Vec<&Choice> = choices.iter().collect();
        let weights = fit(&choices, 3, &mut Rng::stream(1, 0));
        assert!((weights[0] - weights[1] - 3.0_f64.ln()).abs() < 0.1, "{weights:?}");
        // Blind one is surprised by ln 2 = 0.693, who knows that by 3/4 ln 4/3 + 1/4 ln 4 = 0.562.
        let explained = explained(&choices, &weights);
        assert!((explained - 0.189).abs() < 0.01, "{explained}");
    }
}
