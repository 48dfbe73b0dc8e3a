//! When a match has gone on long enough: the sequential probability ratio test.
//!
//! Two guesses are weighed against each other: that the first player is stronger by `elo0`, and that he is by `elo1`.
//! After each unit (a game, or a pair of games with the same opening) the logarithm of the ratio of their likelihoods is
//! looked at, and the match ends as soon as it leaves the bounds that the two rates of error give.
//!
//! # Source
//! Michel Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution", <https://www.cantate.be/Fishtest/comparing_approximations.pdf>, and "Comments on normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>; fastchess (`matchmaking/sprt/sprt.cpp`), whose figures
//! the tests have.

use std::fmt;
use std::str::FromStr;

use super::rating::score_of;

/// In which measure the two guesses are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Elo as everybody knows it: what score is to be expected.
    #[default]
    Logistic,
    /// Elo in units of the standard deviation of a game, so that draws do not matter.
    Normalized,
}

/// The test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is too small.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often `elo1` may be taken for true where `elo0` is.
    pub alpha: f64,
    /// How often `elo0` may be taken for true where `elo1` is.
    pub beta: f64,
    /// What is meant by Elo.
    pub model: Model,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The difference is not more than `elo0`.
    Small,
    /// The difference is `elo1` at least.
    Great,
}

/// A text that is no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATest(String);

impl fmt::Display for NotATest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no test; write `elo0,elo1` with the smaller first, or `elo0,elo1,alpha,beta` with two rates of error \
             above 0 and below 0.5",
            self.0
        )
    }
}

impl std::error::Error for NotATest {}

impl FromStr for Sprt {
    type Err = NotATest;

    fn from_str(text: &str) -> Result<Self, NotATest> {
        let wrong = || NotATest(text.to_owned());
        let numbers: Vec<f64> =
            text.split(',').map(|part| part.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let test = |elo0, elo1, alpha, beta| Self { elo0, elo1, alpha, beta, model: Model::default() };
        let test = match numbers[..] {
            [elo0, elo1] => test(elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => test(elo0, elo1, alpha, beta),
            _ => return Err(wrong()),
        };
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        let is_test = is_elo(test.elo0) && is_elo(test.elo1) && test.elo0 < test.elo1;
        (is_test && is_rate(test.alpha) && is_rate(test.beta)).then_some(test).ok_or_else(wrong)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// How many units came to each score. With three counts they are games that were lost, drawn and won, with five pairs
/// that came to 0, ½, 1, 1½ and 2 points.
pub type Counts<const N: usize> = [u64; N];

/// A distribution of scores, and the same number of scores evenly from 0 to 1.
type Shares<const N: usize> = [f64; N];

/// What stands for a count of zero, so that no likelihood is zero; fishtest and fastchess take the same.
const LEAST: f64 = 1e-3;

impl Sprt {
    /// Below the first `elo0` is taken for true, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the ratio of the likelihoods.
    pub fn ratio<const N: usize>(&self, counts: &Counts<N>) -> f64 {
        let weights = counts.map(|count| if count == 0 { LEAST } else { count as f64 });
        let total: f64 = weights.iter().sum();
        let seen = weights.map(|weight| weight / total);
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, score_of(elo)),
            // A pair is two games: its deviation in scores is smaller by the root of two.
            Model::Normalized => with_ratio(&seen, elo / (800.0 / 10f64.ln()) * if N == 5 { 2f64.sqrt() } else { 1.0 }),
        };
        let (zero, one) = (likeliest(self.elo0), likeliest(self.elo1));
        total * (0..N).map(|class| seen[class] * (one[class].ln() - zero[class].ln())).sum::<f64>()
    }

    /// What a ratio says; none as long as more games are needed.
    pub fn found(&self, ratio: f64) -> Option<Found> {
        let (low, high) = self.bounds();
        match ratio {
            ratio if ratio <= low => Some(Found::Small),
            ratio if ratio >= high => Some(Found::Great),
            _ => None,
        }
    }
}

fn score<const N: usize>(class: usize) -> f64 {
    class as f64 / (N - 1) as f64
}

/// The likeliest distribution with this mean where another was seen (proposition 1.1 of the first paper).
fn with_mean<const N: usize>(seen: &Shares<N>, mean: f64) -> Shares<N> {
    let distances: Shares<N> = std::array::from_fn(|class| score::<N>(class) - mean);
    tilted(seen, &distances)
}

/// The likeliest distribution whose mean is so many standard deviations away from one half (section 4.1 of the second
/// paper), by its iteration.
fn with_ratio<const N: usize>(seen: &Shares<N>, ratio: f64) -> Shares<N> {
    let mut shares = [1.0 / N as f64; N];
    for _ in 0..10 {
        let mean: f64 = (0..N).map(|class| shares[class] * score::<N>(class)).sum();
        let variance: f64 = (0..N).map(|class| shares[class] * (score::<N>(class) - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let distances = std::array::from_fn(|class| {
            let from_mean = (score::<N>(class) - mean) / deviation;
            score::<N>(class) - 0.5 - 0.5 * ratio * deviation * (1.0 + from_mean * from_mean)
        });
        let next = tilted(seen, &distances);
        let change = (0..N).map(|class| (next[class] - shares[class]).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-4 {
            break;
        }
    }
    shares
}

/// `seen / (1 + θ distance)` for the θ that makes the mean distance of it zero.
fn tilted<const N: usize>(seen: &Shares<N>, distances: &Shares<N>) -> Shares<N> {
    let (least, most) = distances.iter().fold((0f64, 0f64), |(least, most), &d| (least.min(d), most.max(d)));
    // Between its poles the sum falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = (0..N).map(|class| seen[class] * distances[class] / (1.0 + middle * distances[class])).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|class| seen[class] / (1.0 + theta * distances[class]))
}

#[cfg(test)]
mod tests;
