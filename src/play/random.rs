//! The player without any plan.

use crate::{
    game::{Actor, Game, Halt, rng::Rng},
    play::player::Player,
};

/// Chooses every option with the same probability.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Rng,
}

impl RandomPlayer {
    /// A player who draws from this generator.
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<usize> {
        let decides = matches!(game.actor(position), Some(Actor::Player(_)));
        (decides && !halt.is_called()).then(|| self.rng.index(game.n_options(position)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::testing::{Heap, Squares, position_after};

    #[test]
    fn chooses_all_options_alike() {
        let mut player = RandomPlayer::new(Rng::stream(8, 0));
        let stop = AtomicBool::new(false);
        let mut counts = [0; 9];
        for _ in 0..9_000 {
            counts[player.choose(&Squares, &Squares.initial(), &stop).unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (880..1120).contains(count)), "{counts:?}");
    }

    #[test]
    fn chooses_nothing_for_chance_and_after_the_end() {
        let mut player = RandomPlayer::new(Rng::stream(8, 0));
        let stop = AtomicBool::new(false);
        let dice = Heap { die: Some(6), ..Heap::of(3) };
        assert_eq!(player.choose(&dice, &dice.initial(), &stop), None);
        let over = position_after(&Heap::of(3), &["take 3"]);
        assert_eq!(player.choose(&Heap::of(3), &over, &stop), None);
        assert_eq!(player.choose(&Squares, &Squares.initial(), &AtomicBool::new(true)), None);
    }
}
