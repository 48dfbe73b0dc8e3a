//! Draws for Chance, with the probabilities that the game gives.

use crate::{
    game::{Game, Probability},
    play::rng::Rng,
};

/// Draws an option of a decision of Chance.
///
/// Exact as long as the probabilities have a common denominator of 62 bits; beyond that each is off by
/// less than 2⁻⁶².
///
/// # Panics
/// If the decision has no option, or only impossible ones.
pub fn draw<G: Game>(game: &G, position: &G::Position, rng: &mut Rng) -> usize {
    let n = game.n_options(position);
    let even = Probability { numerator: 1, denominator: n as u64 };
    let probability = |option| game.probability(position, option).unwrap_or(even);
    let common = (0..n).try_fold(1, |common, option| common_multiple(common, probability(option).denominator));
    match common {
        Some(common) => rng.weighted((0..n).map(|option| {
            let Probability { numerator, denominator } = probability(option);
            numerator * (common / denominator)
        })),
        None => rng.weighted((0..n).map(|option| rounded(probability(option)))),
    }
}

const LIMIT: u64 = 1 << 62;

/// The least common multiple, unless it is too large.
fn common_multiple(a: u64, b: u64) -> Option<u64> {
    let reduced = Probability::new(a, b);
    a.checked_mul(reduced.denominator).filter(|&multiple| multiple <= LIMIT)
}

fn rounded(probability: Probability) -> u64 {
    let scaled = u128::from(probability.numerator) * u128::from(LIMIT) / u128::from(probability.denominator);
    scaled as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Heap;

    #[test]
    fn die_falls_with_its_probabilities() {
        let game = Heap { die: Some(3), ..Heap::of(9) };
        let mut rng = Rng::stream(5, 0);
        let mut counts = [0i32; 3];
        (0..40_000).for_each(|_| counts[draw(&game, &game.initial(), &mut rng)] += 1);
        for (count, expected) in counts.into_iter().zip([20_000, 10_000, 10_000]) {
            assert!((count - expected).abs() < 500, "{counts:?}");
        }
    }

    #[test]
    fn common_multiples() {
        assert_eq!(common_multiple(1, 6), Some(6));
        assert_eq!(common_multiple(4, 6), Some(12));
        assert_eq!(common_multiple((1 << 61) + 1, 1 << 61), None);
        assert_eq!(rounded(Probability::new(1, 2)), LIMIT / 2);
    }
}
