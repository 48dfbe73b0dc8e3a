//! One game played out uniformly at random.

use crate::{
    game::{Actor, Contents, Ending, Game, Halt, Outcome, rng::Rng},
    play::chance,
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

/// How far a playout went. What its end was is known to the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The decisions that players took.
    pub decisions: u64,
    /// Whether the game is over.
    pub ended: bool,
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
    let Stretch { decisions, ended, halted } = go_on(game, position, rng, (0, max_decisions), halt);
    Playout { decisions, outcome: if ended { game.outcome(position) } else { None }, halted }
}

/// The same from a start, whatever was played in the position before.
pub fn run_from<G: Game>(
    game: &G,
    (position, start): (&mut G::Position, &G::Position),
    rng: &mut Rng,
    max_decisions: u64,
    halt: &dyn Halt,
) -> Stretch {
    game.restart(position, start);
    go_on(game, position, rng, (0, max_decisions), halt)
}

/// Plays games from a start one after the other, each with numbers of its own, and tells of each how far it went and how it
/// ended. After one that is called to halt there is none.
pub fn run_each<G: Game>(
    game: &G,
    (position, start): (&mut G::Position, &G::Position),
    numbers: &mut dyn Iterator<Item = Rng>,
    max_decisions: u64,
    halt: &dyn Halt,
    told: &mut dyn FnMut(Stretch, &dyn Ending),
) {
    let begins = matches!(game.actor(start), Some(Actor::Player(_))) && max_decisions > 0;
    loop {
        let over =
            &mut |decisions, ending: &dyn Ending| told(Stretch { decisions, ended: true, halted: false }, ending);
        let left = match begins && !halt.is_called() {
            true => game.play_games(position, start, numbers, max_decisions, halt, over),
            false => numbers.next().map(|rng| {
                game.restart(position, start);
                (rng, 0)
            }),
        };
        let Some((mut rng, decisions)) = left else { return };
        let stretch = go_on(game, position, &mut rng, (decisions, max_decisions), halt);
        told(stretch, &At(game, position));
        if stretch.halted {
            return;
        }
    }
}

/// How a game ended that stands at a position.
struct At<'a, G: Game>(&'a G, &'a G::Position);

impl<G: Game> Ending for At<'_, G> {
    fn is(&self, outcome: &Outcome) -> bool {
        self.0.ended_with(self.1, outcome)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome(self.1)
    }

    fn pieces(&self, into: &mut Contents) -> bool {
        self.0.contents(self.1, into)
    }
}

/// Plays on where players have taken some decisions of so many.
fn go_on<G: Game>(
    game: &G,
    position: &mut G::Position,
    rng: &mut Rng,
    (mut decisions, max_decisions): (u64, u64),
    halt: &dyn Halt,
) -> Stretch {
    let mut draws = 0;
    loop {
        match game.actor(position) {
            // What became of a game that was called to halt in the midst of a decision means nothing.
            None => {
                let halted = halt.is_called();
                return Stretch { decisions, ended: !halted, halted };
            }
            _ if halt.is_called() => return Stretch { decisions, ended: false, halted: true },
            // The evaluator may leave it to others to draw for Chance.
            Some(actor) if decisions < max_decisions && (draws == 0 || actor != Actor::Chance) => {
                let taken = game.play_on(position, rng, max_decisions - decisions, halt);
                decisions += taken;
                draws = u32::from(taken == 0);
            }
            Some(Actor::Chance) if draws < MOST_DRAWS_IN_A_ROW => {
                draws += 1;
                let option = chance::draw(game, position, rng);
                game.play(position, option);
            }
            _ => return Stretch { decisions, ended: false, halted: false },
        }
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
    fn games_that_begin_anew_go_as_games_go() {
        let never = AtomicBool::new(false);
        for game in [Heap { most: 1, die: Some(2), ..Heap::of(8) }, Heap { most: 3, ..Heap::of(9) }] {
            let start = game.initial();
            let mut position = start.clone();
            for most in [100, 3, 0] {
                let streams = || (0..4).map(|number| Rng::stream(1, number));
                let mut each = Vec::new();
                let mut told = |stretch, ending: &dyn Ending| each.push((stretch, ending.outcome()));
                run_each(&game, (&mut position, &start), &mut streams(), most, &never, &mut told);
                for (mut rng, (stretch, outcome)) in streams().zip(each) {
                    let once = run(&game, &mut game.initial(), &mut rng.clone(), most, &never);
                    let ended = once.outcome.is_some();
                    assert_eq!(stretch, Stretch { decisions: once.decisions, ended, halted: once.halted });
                    assert_eq!(outcome.filter(|_| ended), once.outcome);
                    assert_eq!(run_from(&game, (&mut position, &start), &mut rng, most, &never), stretch);
                }
            }
        }
    }

    #[test]
    fn heeds_the_stop_flag() {
        let stop = AtomicBool::new(true);
        let playout = run(&Squares, &mut Squares.initial(), &mut Rng::stream(1, 0), 100, &stop);
        assert_eq!(playout, Playout { decisions: 0, outcome: None, halted: true });
    }
}
