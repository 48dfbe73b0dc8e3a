//! Draws of Chance, with exact probabilities.

use super::Probability;

/// Draws one of so many outcomes with their probabilities; `below` gives a number below another, each with the same
/// probability.
///
/// Exact as long as the probabilities have a common denominator of 62 bits; beyond that each is off by
/// less than 2⁻⁶².
///
/// # Panics
/// If there is no outcome, or only impossible ones.
pub fn drawn<F: FnMut(u64) -> u64 + ?Sized>(
    n: usize,
    probability: impl Fn(usize) -> Probability,
    below: &mut F,
) -> usize {
    let common = (0..n).try_fold(1, |common, outcome| common_multiple(common, probability(outcome).denominator));
    let weight = |outcome: usize| {
        let Probability { numerator, denominator } = probability(outcome);
        common.map_or_else(|| rounded(probability(outcome)), |common| numerator * (common / denominator))
    };
    weighted(n, weight, below)
}

/// An index, each with the probability of its weight in the sum of all.
///
/// # Panics
/// If the weights sum to zero or to more than 64 bits hold.
fn weighted<F: FnMut(u64) -> u64 + ?Sized>(n: usize, weight: impl Fn(usize) -> u64, below: &mut F) -> usize {
    let sum = (0..n).try_fold(0u64, |sum, index| sum.checked_add(weight(index)));
    let mut rest = below(sum.expect("the sum of weights fits 64 bits"));
    for index in 0..n {
        let weight = weight(index);
        if rest < weight {
            return index;
        }
        rest -= weight;
    }
    unreachable!("the draw is below the sum of weights")
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

    #[test]
    fn common_multiples() {
        assert_eq!(common_multiple(1, 6), Some(6));
        assert_eq!(common_multiple(4, 6), Some(12));
        assert_eq!(common_multiple((1 << 61) + 1, 1 << 61), None);
        assert_eq!(rounded(Probability::new(1, 2)), LIMIT / 2);
    }

    #[test]
    fn outcomes_lie_one_after_the_other_in_the_sum_of_their_weights() {
        let weights = [1, 0, 2, 5];
        let index_of = |number: u64| {
            let mut asked = 0;
            let below = &mut |n: u64| {
                asked = n;
                number
            };
            let index = weighted(weights.len(), |index| weights[index], below);
            assert_eq!(asked, 8);
            index
        };
        assert_eq!((0..8).map(index_of).collect::<Vec<_>>(), [0, 2, 2, 3, 3, 3, 3, 3]);
    }

    #[test]
    fn fractions_are_brought_to_one_denominator() {
        // A sixth, a third, a half: the first sixth of the numbers, the next two, the last three.
        let fractions = [(1, 6), (1, 3), (1, 2)].map(|(above, below)| Probability::new(above, below));
        let outcome = |number: u64| drawn(3, |outcome| fractions[outcome], &mut |_| number);
        assert_eq!((0..6).map(outcome).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 2]);
    }
}
