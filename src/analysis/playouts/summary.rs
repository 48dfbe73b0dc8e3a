//! The counts of many games with names and means, ready to be written.

use serde::{Serialize, Serializer};

use super::Tally;

/// What came of many games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many games were played.
    pub games: u64,
    /// How many decisions players took in a game; those of Chance do not count.
    pub decisions: Spread,
    /// How the games ended.
    pub outcomes: Outcomes,
    /// The most decisions of a game.
    pub longest: u64,
    /// How many games were given up, or ended by a limit of the language.
    pub unfinished: u64,
    /// How many games each end clause decided, in the order of the file.
    #[serde(serialize_with = "as_map")]
    pub ends: Vec<(String, u64)>,
}

/// Mean and standard deviation of a sample; zero where there are too few values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with the denominator n−1.
    pub sd: f64,
}

/// How many games ended in each way. Written as one table: the players by name, then `draw` and `nobody`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Games won alone, by player.
    pub won: Vec<(String, u64)>,
    /// Games in which several share the best place.
    pub draw: u64,
    /// Games that all lost.
    pub nobody: u64,
}

impl Summary {
    /// The summary of a tally with the names of the players in seating order.
    pub fn new(tally: &Tally, names: &[String]) -> Self {
        let won = |player: usize| tally.won.get(player).copied().unwrap_or(0);
        Self {
            games: tally.games,
            decisions: Spread::new(tally.games, tally.decisions, tally.decisions_squared),
            outcomes: Outcomes {
                won: names.iter().enumerate().map(|(player, name)| (name.clone(), won(player))).collect(),
                draw: tally.drawn,
                nobody: tally.nobody,
            },
            longest: tally.longest,
            unfinished: tally.unfinished,
            ends: ends(tally),
        }
    }
}

/// Clauses of one name are counted together, at the place of the first.
fn ends(tally: &Tally) -> Vec<(String, u64)> {
    let mut ends: Vec<(String, u64)> = Vec::new();
    for ((_, name), count) in &tally.ends {
        match ends.iter_mut().find(|(known, _)| **known == **name) {
            Some((_, sum)) => *sum += count,
            None => ends.push((name.to_string(), *count)),
        }
    }
    ends
}

impl Spread {
    /// From whole numbers: how many values, their sum and the sum of their squares.
    fn new(n: u64, sum: u128, squares: u128) -> Self {
        if n == 0 {
            return Self { mean: 0.0, sd: 0.0 };
        }
        let count = u128::from(n);
        let mean = sum as f64 / n as f64;
        // n times the sum of squared deviations, exact unless 128 bits are too few.
        let deviation = match (count.checked_mul(squares), sum.checked_mul(sum)) {
            (Some(a), Some(b)) => a.saturating_sub(b) as f64,
            _ => (n as f64 * squares as f64 - sum as f64 * sum as f64).max(0.0),
        };
        let variance = if n < 2 { 0.0 } else { deviation / n as f64 / (n - 1) as f64 };
        Self { mean, sd: variance.sqrt() }
    }
}

impl Serialize for Outcomes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let won = self.won.iter().map(|(name, count)| (name.as_str(), *count));
        serializer.collect_map(won.chain([("draw", self.draw), ("nobody", self.nobody)]))
    }
}

fn as_map<S: Serializer>(pairs: &[(String, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, count)| (name, count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_come_from_sums() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared deviations 32.
        let spread = Spread::new(8, 40, 232);
        assert_eq!(spread.mean, 5.0);
        assert!((spread.sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Spread::new(1, 7, 49), Spread { mean: 7.0, sd: 0.0 });
        assert_eq!(Spread::new(0, 0, 0), Spread { mean: 0.0, sd: 0.0 });
        let large = Spread::new(u64::MAX, u128::MAX >> 3, u128::MAX);
        assert!(large.sd.is_finite());
    }

    #[test]
    fn summaries_are_written_in_a_fixed_order() {
        let tally = Tally {
            games: 4,
            decisions: 20,
            decisions_squared: 100,
            longest: 5,
            won: vec![0, 2],
            drawn: 1,
            nobody: 0,
            unfinished: 1,
            ends: [((2, "line".into()), 1), ((0, "far row".into()), 1), ((1, "line".into()), 1)].into(),
        };
        let names = ["White", "Black", "Red"].map(String::from);
        assert_eq!(
            serde_json::to_string(&Summary::new(&tally, &names)).unwrap(),
            r#"{"games":4,"decisions":{"mean":5.0,"sd":0.0},"outcomes":{"White":0,"Black":2,"Red":0,"draw":1,"nobody":0},"longest":5,"unfinished":1,"ends":{"far row":1,"line":2}}"#
        );
    }
}
