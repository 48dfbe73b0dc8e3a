//! One game played out uniformly at random.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{
    game::{Actor, Game, Outcome},
    play::{chance, rng::Rng},
};

/// More draws of Chance than this without a player's decision between them are taken for endless.
const MOST_DRAWS_IN_A_ROW: u32 = 10_000;

/// How a playout went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The decisions that players took.
    pub decisions: u64,
    /// The end; none when the limit came first.
    pub outcome: Option<Outcome>,
}

/// Plays on from `position` until the game ends or players have taken `max_decisions` decisions; none if
/// the stop flag was raised meanwhile. The position ends up where play ended.
pub fn run<G: Game>(
    game: &G,
    position: &mut G::Position,
    rng: &mut Rng,
    max_decisions: u64,
    stop: &AtomicBool,
) -> Option<Playout> {
    let mut decisions = 0;
    let mut draws = 0;
    while !stop.load(Ordering::Relaxed) {
        let option = match game.actor(position) {
            Some(Actor::Player(_)) if decisions < max_decisions => {
                decisions += 1;
                draws = 0;
                rng.index(game.n_options(position))
            }
            Some(Actor::Chance) if draws < MOST_DRAWS_IN_A_ROW => {
                draws += 1;
                chance::draw(game, position, rng)
            }
            _ => return Some(Playout { decisions, outcome: game.outcome(position) }),
        };
        game.play(position, option);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Heap, Squares};

    fn play<G: Game>(game: &G, max_decisions: u64) -> Option<Playout> {
        run(game, &mut game.initial(), &mut Rng::stream(1, 0), max_decisions, &AtomicBool::new(false))
    }

    #[test]
    fn plays_to_the_end() {
        let playout = play(&Squares, 100).unwrap();
        assert!((5..=9).contains(&playout.decisions));
        assert!(playout.outcome.is_some());
    }

    #[test]
    fn counts_decisions_of_players_only() {
        let game = Heap { most: 1, die: Some(1), ..Heap::of(8) };
        assert_eq!(play(&game, 100).unwrap().decisions, 8);
    }

    #[test]
    fn stops_at_the_limit_and_not_before_the_end() {
        let game = Heap { most: 1, ..Heap::of(8) };
        assert_eq!(play(&game, 7).unwrap(), Playout { decisions: 7, outcome: None });
        assert!(play(&game, 8).unwrap().outcome.is_some());
    }

    #[test]
    fn heeds_the_stop_flag() {
        let stop = AtomicBool::new(true);
        let playout = run(&Squares, &mut Squares.initial(), &mut Rng::stream(1, 0), 100, &stop);
        assert_eq!(playout, None);
    }
}
