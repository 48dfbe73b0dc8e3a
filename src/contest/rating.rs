//! How much stronger one player is than another, by the scores between them.
//!
//! A difference of Elo is a score that is to be expected: `score = 1 / (1 + 10^(-elo/400))`. What is estimated is the
//! mean score of a *unit*: a game, or better a set of games from the same opening with the seats changed round, whose
//! results hang together. With pairs and two players that is the pentanomial model. Its interval comes from the variance
//! of the units.
//!
//! # Source
//! Michel Van den Bergh, "Normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo.pdf>; fastchess
//! (`matchmaking/elo/elo_pentanomial.cpp`, `elo_wdl.cpp`), whose figures the tests have.

use crate::intervals::{Interval, Z, wilson};

/// The score that a difference of Elo lets one expect, from 0 to 1.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference of Elo that lets one expect a score; infinite at 0 and 1 and beyond them.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Even is zero, and not minus zero.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The scores of some units, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    n: u64,
    sum: f64,
    squares: f64,
}

impl Scores {
    /// Adds the score of a unit.
    pub fn add(&mut self, score: f64) {
        self.add_many(score, 1);
    }

    /// Adds so many units with the same score.
    pub fn add_many(&mut self, score: f64, n: u64) {
        self.n += n;
        self.sum += score * n as f64;
        self.squares += score * score * n as f64;
    }

    /// How many units there are.
    pub fn n(&self) -> u64 {
        self.n
    }

    fn mean(&self) -> f64 {
        self.sum / self.n as f64
    }

    /// The variance of a unit; what is left of rounding counts as none.
    fn variance(&self) -> f64 {
        let variance = self.squares / self.n as f64 - self.mean() * self.mean();
        if variance < 1e-12 { 0.0 } else { variance }
    }
}

/// What scores say about strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean score.
    pub score: f64,
    /// Between these the score to be expected lies, with 95 %; cut at 0 and 1.
    pub scores: (f64, f64),
    /// How many standard deviations the score is away from one half; none if all units have the same score.
    deviations: Option<f64>,
}

impl Rating {
    /// What some scores say; none if there is none.
    ///
    /// Where all units have the same score their variance says nothing. The interval is then that of Wilson for a share
    /// of so many units.
    pub fn of(scores: &Scores) -> Option<Self> {
        if scores.n == 0 {
            return None;
        }
        let (score, n, variance) = (scores.mean(), scores.n as f64, scores.variance());
        if variance == 0.0 {
            let Interval { low, high } = wilson(scores.sum, scores.n);
            return Some(Self { score, scores: (low, high), deviations: None });
        }
        let error = (variance / n).sqrt();
        let (low, high) = (score - Z * error, score + Z * error);
        Some(Self { score, scores: (low.max(0.0), high.min(1.0)), deviations: Some((score - 0.5) / error) })
    }

    /// The difference of Elo, perhaps infinite.
    pub fn elo(&self) -> f64 {
        elo_of(self.score)
    }

    /// Between these the difference of Elo lies, with 95 %; perhaps infinite.
    pub fn elos(&self) -> (f64, f64) {
        (elo_of(self.scores.0), elo_of(self.scores.1))
    }

    /// Half of the interval of Elo, if it has two ends.
    pub fn error(&self) -> Option<f64> {
        let (low, high) = self.elos();
        Some((high - low) / 2.0).filter(|error| error.is_finite())
    }

    /// How probable it is that the player is the stronger one, if nothing was known before; none if all units have the
    /// same score.
    pub fn superiority(&self) -> Option<f64> {
        self.deviations.map(|deviations| (1.0 + erf(deviations / std::f64::consts::SQRT_2)) / 2.0)
    }
}

/// The error function, to seven digits.
///
/// # Source
/// Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26.
fn erf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = series.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    (1.0 - sum * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(scores: &[(f64, u64)]) -> Rating {
        let mut all = Scores::default();
        scores.iter().for_each(|&(score, n)| all.add_many(score, n));
        Rating::of(&all).expect("there are some")
    }

    /// Won, drawn and lost games.
    fn games(won: u64, drawn: u64, lost: u64) -> Rating {
        of(&[(1.0, won), (0.5, drawn), (0.0, lost)])
    }

    /// Pairs that came to 0, ½, 1, 1½ and 2 points.
    fn pairs(counts: [u64; 5]) -> Rating {
        of(&[(0.0, counts[0]), (0.25, counts[1]), (0.5, counts[2]), (0.75, counts[3]), (1.0, counts[4])])
    }

    #[track_caller]
    fn near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() <= by, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_score_are_two_words_for_one_thing() {
        // 400 Elo are ten to one.
        near(score_of(400.0), 10.0 / 11.0, 1e-12);
        near(elo_of(0.75), 190.848_501_887_865, 1e-9);
        assert_eq!(elo_of(0.5), 0.0);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// The figures of fastchess's own test, `app/tests/elo_test.cpp` at 74deac2, with two decimals.
    #[test]
    fn games_are_rated_as_fastchess_rates_them() {
        let rating = games(136, 111, 96);
        near(rating.elo(), 40.70, 0.005);
        near(rating.error().unwrap(), 30.43, 0.005);
        near(rating.superiority().unwrap(), 0.9960, 5e-5);
        near(games(76, 123, 89).superiority().unwrap(), 0.1553, 5e-5);
    }

    /// The same for pairs. Its counts there are LL, LD, WL, DD, WD, WW; those of WL and DD are one here.
    #[test]
    fn pairs_are_rated_as_fastchess_rates_them() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let rating = pairs(counts);
            near(rating.elo(), elo, 0.005);
            near(rating.error().unwrap(), error, 0.005);
            near(rating.superiority().unwrap(), superiority, 5e-5);
        }
    }

    /// Worked out with a pencil: three points of four in the pairs ½+½, 1+1.
    #[test]
    fn a_small_example() {
        let rating = pairs([0, 0, 1, 0, 1]);
        assert_eq!(rating.score, 0.75);
        // Variance ((¼)² + (¼)²) / 2 = 1/16; error √(1/32) = 0.17678; 0.75 - 1.96 · 0.17678 = 0.40352.
        near(rating.scores.0, 0.403_52, 1e-5);
        assert_eq!(rating.scores.1, 1.0);
        assert_eq!((rating.elos().1, rating.error()), (f64::INFINITY, None));
    }

    #[test]
    fn games_that_all_end_alike_do_not_make_it_sure() {
        let rating = games(10, 0, 0);
        assert_eq!((rating.elo(), rating.superiority()), (f64::INFINITY, None));
        // Wilson's lower end for ten of ten is n / (n + z²) = 10 / 13.8415.
        near(rating.scores.0, 0.722_467, 1e-5);
        near(games(0, 2, 0).scores.0, 0.5 - 0.405_5, 1e-4);
        assert_eq!(Rating::of(&Scores::default()), None);
    }

    #[test]
    fn the_error_function_has_its_values() {
        near(erf(0.0), 0.0, 1e-6);
        near(erf(1.0), 0.842_700_793, 2e-7);
        near(erf(-2.0), -0.995_322_265, 2e-7);
    }
}
