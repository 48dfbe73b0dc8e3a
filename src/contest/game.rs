//! One game of a tournament.

use std::time::Duration;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt, Outcome, PlayerId, Verdict};
use crate::play::chance;
use crate::play::matches::{Match, Next};
use crate::play::player::Clock;

/// So many openings are tried until one does not end the game.
const TRIES: usize = 100;
/// More decisions of Chance than this without one of a player are taken for endless.
const MOST_DRAWS: u64 = 10_000;

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// By its rules, or by a limit of the language.
    Over(Outcome),
    /// A machine could not go on, or played against the rules: it has lost.
    Forfeited {
        /// Whose machine.
        player: PlayerId,
        /// Why, in a sentence without a full stop.
        why: String,
    },
    /// It had as many decisions as were allowed.
    TooLong,
}

/// How a game ended, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One player won.
    Won(PlayerId),
    /// Several share the best place.
    Drawn,
    /// All lost.
    Nobody,
    /// A limit ended it.
    Unfinished,
}

impl End {
    /// What it comes to. Whoever forfeits among more than two leaves the best place to all others.
    pub fn kind(&self, players: usize) -> Kind {
        match self {
            Self::Over(outcome) => match outcome.verdict() {
                Verdict::Won(player) => Kind::Won(player),
                Verdict::Draw => Kind::Drawn,
                Verdict::Nobody => Kind::Nobody,
                Verdict::Unfinished => Kind::Unfinished,
            },
            Self::Forfeited { player, .. } if players == 2 => Kind::Won(PlayerId(1 - player.0)),
            Self::Forfeited { .. } => Kind::Drawn,
            Self::TooLong => Kind::Unfinished,
        }
    }

    /// What it is worth to each of so many players, from 0 (last, or all lost) to 1 (won alone); what no rule decided
    /// is shared out evenly.
    pub fn values(&self, players: usize) -> Vec<f64> {
        let all = (0..players).map(|player| PlayerId(player as u8));
        match self {
            Self::Over(outcome) if outcome.clause.is_some() => all.map(|player| outcome.value(player)).collect(),
            Self::Over(_) | Self::TooLong => vec![0.5; players],
            Self::Forfeited { player: loser, .. } => {
                // The others share the places before the last.
                let others = players as f64 / 2.0 / (players as f64 - 1.0);
                all.map(|player| if player == *loser { 0.0 } else { others }).collect()
            }
        }
    }
}

/// What whoever moved thought of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// What it is worth, from 0 (lost) to 1 (won); none if he did not look.
    pub value: Option<f64>,
    /// How long he thought.
    pub time: Duration,
}

/// A game that was played to its end. The moves are those of its match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// So many of the moves are the opening.
    pub opening: usize,
    /// What was thought of each move, the opening included.
    pub thoughts: Vec<Thought>,
    /// How it ended.
    pub end: End,
}

/// An opening: so many decisions of players, each option with the same probability, and what Chance decides between
/// them. None if all that were tried end the game.
pub fn opening<G: Game>(game: &G, start: &G::Position, plies: u32, rng: &mut Rng) -> Option<Vec<usize>> {
    (0..TRIES).find_map(|_| {
        let (mut position, mut taken, mut left, mut draws) = (start.clone(), Vec::new(), plies, 0);
        while left > 0 {
            let option = match game.actor(&position)? {
                Actor::Player(_) => {
                    (left, draws) = (left - 1, 0);
                    rng.index(game.n_options(&position))
                }
                Actor::Chance => {
                    draws += 1;
                    chance::draw(game, &position, rng)
                }
            };
            game.play(&mut position, option);
            taken.push(option);
            if game.actor(&position).is_none() || draws > MOST_DRAWS {
                return None;
            }
        }
        Some(taken)
    })
}

/// Plays a match from its start to its end: first the options of an opening, then as its machines decide. None if it is
/// called to halt before the end.
///
/// When players have taken `most` decisions the game is given up. `begins` is told who is about to think.
///
/// # Panics
/// If an option of the opening is none, or a person is to decide.
pub fn play<G: Game>(
    current: &mut Match<G>,
    opening: &[usize],
    most: u64,
    clock: &Clock,
    begins: &dyn Fn(PlayerId),
    halt: &dyn Halt,
) -> Option<Played> {
    for &option in opening {
        current.play(option);
    }
    let mut thoughts = vec![Thought::default(); opening.len()];
    let is_decision = |actor: Actor| matches!(actor, Actor::Player(_));
    let mut decisions = current.moves().iter().filter(|made| is_decision(made.actor)).count() as u64;
    let mut draws = 0;
    let end = loop {
        let player = match current.next() {
            // What became of a game that was called to halt in the midst of a decision means nothing.
            _ if halt.is_called() => return None,
            Next::Over(outcome) => break End::Over(outcome),
            Next::Human(player) => panic!("player {} has no machine", player.0),
            Next::Chance if draws >= MOST_DRAWS => break End::TooLong,
            Next::Chance => None,
            Next::Machine(_) if decisions >= most => break End::TooLong,
            Next::Machine(player) => Some(player),
        };
        let begun = clock();
        if let Some(player) = player {
            begins(player);
            decisions += 1;
        }
        draws = if player.is_some() { 0 } else { draws + 1 };
        let is_made = current.advance(halt).is_some();
        let time = clock().saturating_sub(begun);
        match player {
            _ if is_made => {}
            Some(player) if !halt.is_called() => {
                let why = current.fault(player).unwrap_or_else(|| "it does not move".to_owned());
                break End::Forfeited { player, why };
            }
            _ => return None,
        }
        let thought = |player| Thought { value: current.opinion(player), time };
        thoughts.push(player.map(thought).unwrap_or_default());
    };
    Some(Played { opening: opening.len(), thoughts, end })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::game::Never;
    use crate::play::course::Course;
    use crate::play::player::Player;
    use crate::play::seat::Seat;
    use crate::testing::{Heap, Squares};

    fn clock() -> Clock {
        Arc::new(|| Duration::ZERO)
    }

    fn random<G: Game>(game: G, seed: u64) -> Match<G> {
        Match::new(Arc::new(game), vec![Seat::Random; 2], seed, &clock())
    }

    fn played<G: Game>(current: &mut Match<G>, opening: &[usize], most: u64) -> Played {
        play(current, opening, most, &clock(), &|_| {}, &Never).expect("nobody calls to halt")
    }

    #[test]
    fn a_game_goes_from_its_opening_to_its_end() {
        let mut current = random(Squares, 1);
        let played = played(&mut current, &[0, 2], 100);
        assert_eq!(current.moves()[..2].iter().map(|made| made.option).collect::<Vec<_>>(), [0, 2]);
        assert_eq!((played.opening, played.thoughts.len()), (2, current.moves().len()));
        let End::Over(outcome) = &played.end else { panic!("{played:?}") };
        assert_eq!(current.next(), Next::Over(outcome.clone()));
        assert_eq!(played.end.values(2).iter().sum::<f64>(), 1.0);
    }

    #[test]
    fn a_game_that_is_too_long_is_shared() {
        let heap = Heap { most: 1, ..Heap::of(50) };
        let mut current = random(heap, 1);
        let played = played(&mut current, &[], 7);
        assert_eq!((current.moves().len(), &played.end), (7, &End::TooLong));
        assert_eq!((played.end.values(2), played.end.kind(2)), (vec![0.5, 0.5], Kind::Unfinished));
    }

    #[test]
    fn halted_games_count_for_nothing() {
        let halt = AtomicBool::new(true);
        assert_eq!(play(&mut random(Squares, 1), &[], 100, &clock(), &|_| {}, &halt), None);
    }

    #[test]
    fn openings_do_not_end_the_game() {
        let mut rng = Rng::stream(3, 0);
        let game = Heap::of(4);
        for _ in 0..50 {
            let taken = opening(&game, &game.initial(), 2, &mut rng).expect("there are some");
            let mut position = game.initial();
            taken.iter().for_each(|&option| game.play(&mut position, option));
            assert!(taken.len() == 2 && game.actor(&position).is_some());
        }
        assert_eq!(opening(&game, &game.initial(), 4, &mut rng), None, "four takings of one at least end it");
        assert_eq!(opening(&game, &game.initial(), 0, &mut rng), Some(Vec::new()));
        let dice = Heap { die: Some(3), ..Heap::of(30) };
        assert_eq!(opening(&dice, &dice.initial(), 2, &mut rng).map(|taken| taken.len()), Some(4), "a die before each");
    }

    /// It looks, says what it thinks, and then cannot go on.
    #[derive(Debug)]
    struct Tired(usize);

    impl<G: Game> Player<G> for Tired {
        fn choose(&mut self, _: &G, _: &G::Position, _: &dyn Halt) -> Option<usize> {
            self.0 = self.0.checked_sub(1)?;
            Some(0)
        }

        fn choose_in(&mut self, game: &G, course: &Course<'_, G>, halt: &dyn Halt) -> Option<usize> {
            let mut position = course.start.clone();
            course.moves.iter().for_each(|made| game.play(&mut position, made.option));
            assert_eq!(&position, course.position, "the course leads to the position");
            self.choose(game, course.position, halt)
        }

        fn opinion(&self) -> Option<f64> {
            Some(0.25)
        }

        fn fault(&self) -> Option<String> {
            (self.0 == 0).then(|| "it is tired".to_owned())
        }
    }

    #[test]
    fn a_machine_that_cannot_go_on_has_lost() {
        let mut current = random(Squares, 1);
        current.seat_guest(PlayerId(1), Box::new(Tired(1)), "tired".to_owned());
        assert_eq!(current.seat_texts(), ["random", "tired"]);
        let played = played(&mut current, &[], 100);
        assert_eq!(played.end, End::Forfeited { player: PlayerId(1), why: "it is tired".to_owned() });
        assert_eq!((played.end.values(2), played.end.kind(2)), (vec![1.0, 0.0], Kind::Won(PlayerId(0))));
        assert_eq!(current.moves().len(), 3);
        assert_eq!(played.thoughts[1].value, Some(0.25));
        assert_eq!(played.thoughts[0].value, None);
        // Of three players two share the places 1 and 2 of values 1 and ½.
        assert_eq!(played.end.values(3), [0.75, 0.0, 0.75]);
    }
}
