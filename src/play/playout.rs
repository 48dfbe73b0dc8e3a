//! One game played out uniformly at random.

use crate::{
    game::{Actor, Game, Halt, Outcome},
    play::{chance, rng::Rng},
};

/// More draws of Chance than this without a player's decision between them are taken for endless.
pub const MOST_DRAWS_IN_A_ROW: u32 = 10_000;

/// How a playout went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The decisions that players took.
    pub decisions: u64,
    /// The end; none when the limit came first, or a call to halt.
    pub outcome: Option<Outcome>,
    /// Whether it was called to halt before the end and the limit.
    pub halted: bool,
}

/// Plays on from `position` until the game ends, players have taken `max_decisions` decisions, or it is called to halt.
/// The position ends up where play ended.
pub fn run<G: Game>(
    game: &G,
    position: &mut G::Position,
    rng: &mut Rng,
    max_decisions: u64,
    halt: &dyn Halt,
) -> Playout {
    let mut decisions = 0;
    let mut draws = 0;
    loop {
        match game.actor(position) {
            None => return ended(decisions, game.outcome(position), halt),
            _ if halt.is_called() => return Playout { decisions, outcome: None, halted: true },
            Some(Actor::Player(_)) if decisions < max_decisions => {
                draws = 0;
                decisions += game.play_on(position, &mut |n| rng.below(n), max_decisions - decisions, halt);
            }
            Some(Actor::Chance) if draws < MOST_DRAWS_IN_A_ROW => {
                draws += 1;
                let option = chance::draw(game, position, rng);
                game.play(position, option);
            }
            _ => return Playout { decisions, outcome: None, halted: false },
        }
    }
}

/// A playout to the end. What became of a game that was called to halt in the midst of a decision means nothing.
fn ended(decisions: u64, outcome: Option<Outcome>, halt: &dyn Halt) -> Playout {
    match halt.is_called() {
        true => Playout { decisions, outcome: None, halted: true },
        false => Playout { decisions, outcome, halted: false },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::testing::{Heap, Squares};

    fn play<G: Game>(game: &G, max_decisions: u64) -> Playout {
        run(game, &mut game.initial(), &mut Rng::stream(1, 0), max_decisions, &AtomicBool::new(false))
    }

    #[test]
    fn plays_to_the_end() {
        let playout = play(&Squares, 100);
        assert!((5..=9).contains(&playout.decisions));
        assert!(playout.outcome.is_some());
    }

    #[test]
    fn counts_decisions_of_players_only() {
        let game = Heap { most: 1, die: Some(1), ..Heap::of(8) };
        assert_eq!(play(&game, 100).decisions, 8);
    }

    #[test]
    fn stops_at_the_limit_and_not_before_the_end() {
        let game = Heap { most: 1, ..Heap::of(8) };
        assert_eq!(play(&game, 7), Playout { decisions: 7, outcome: None, halted: false });
        assert!(play(&game, 8).outcome.is_some());
    }

    #[test]
    fn heeds_the_stop_flag() {
        let stop = AtomicBool::new(true);
        let playout = run(&Squares, &mut Squares.initial(), &mut Rng::stream(1, 0), 100, &stop);
        assert_eq!(playout, Playout { decisions: 0, outcome: None, halted: true });
    }
}
