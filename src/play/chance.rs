//! Draws for Chance, with the probabilities that the game gives.

use crate::game::{Game, Probability, chance, rng::Rng};

/// Draws an option of a decision of Chance, each with its probability.
///
/// # Panics
/// If the decision has no option, or only impossible ones.
pub fn draw<G: Game>(game: &G, position: &G::Position, rng: &mut Rng) -> usize {
    let n = game.n_options(position);
    let even = Probability { numerator: 1, denominator: n as u64 };
    let probability = |option| game.probability(position, option).unwrap_or(even);
    chance::drawn(n, probability, &mut |n| rng.below(n))
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
}
