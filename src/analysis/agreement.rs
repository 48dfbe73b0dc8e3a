//! Whether two evaluators play a game alike, and the shortest play that shows that they do not.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt};
use crate::play::chance;

mod ahead;

/// Games tried to find a shorter play once one was found.
const SHORTER: u64 = 400;
/// The time that comparing a decision may well take.
const DECISION: Duration = Duration::from_millis(30);
/// Every so manieth decision is also taken at random and looked ahead from, if it has no more options than that.
const STRIDE: usize = 3;
const FEW: usize = 120;
/// Positions looked at, from the start, to find the shortest play.
const NEAR: usize = 4000;

/// A position on which two evaluators disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The options that lead there.
    pub play: Vec<String>,
    /// What is not alike.
    pub about: &'static str,
    /// What the first says.
    pub one: String,
    /// What the second says.
    pub other: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let play =
            if self.play.is_empty() { "at the start".to_owned() } else { format!("after {}", self.play.join(" ")) };
        write!(f, "{play}: {} is {}, not {}", self.about, self.other, self.one)
    }
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Games played to their end, or to where they disagreed.
    pub games: u64,
    /// Decisions compared.
    pub decisions: u64,
    /// The shortest play found on which they disagree.
    pub disagreement: Option<Disagreement>,
}

/// Plays `n` random games with both evaluators and compares them at every decision. When they disagree a shorter play
/// is looked for that shows it.
pub fn run<A: Game, B: Game>(
    one: &A,
    other: &B,
    (n, seed): (u64, u64),
    max_decisions: usize,
    halt: &dyn Halt,
) -> Agreement {
    let mut agreement = Agreement { games: 0, decisions: 0, disagreement: None };
    for index in 0..n {
        if halt.is_called() {
            break;
        }
        let mut rng = Rng::stream(seed, index);
        let (decisions, found) = random_game(one, other, &mut rng, max_decisions, halt);
        if halt.is_called() {
            break;
        }
        agreement.games += 1;
        agreement.decisions += decisions as u64;
        if let Some(found) = found {
            agreement.disagreement = Some(shortest(one, other, found, seed, halt));
            break;
        }
    }
    agreement
}

/// One random game; how many decisions were compared, and where the evaluators disagree.
fn random_game<A: Game, B: Game>(
    one: &A,
    other: &B,
    rng: &mut Rng,
    max_decisions: usize,
    halt: &dyn Halt,
) -> (usize, Option<Disagreement>) {
    let (mut first, mut second) = (one.initial(), other.initial());
    let mut play = Vec::new();
    loop {
        // Who is called to halt in the middle of a decision leaves it unfinished.
        let found = difference(one, other, (&first, &second), &play);
        let found = found.or_else(|| strayed(other, &second, &play, rng, halt));
        let found = found.or_else(|| misled(other, &second, &play)).filter(|_| !halt.is_called());
        if found.is_some() || halt.is_called() {
            return (play.len(), found);
        }
        halt.is_done(DECISION);
        let option = match one.actor(&first) {
            Some(_) if play.len() >= max_decisions => return (play.len(), None),
            Some(Actor::Player(_)) => rng.index(one.n_options(&first)),
            Some(Actor::Chance) => chance::draw(one, &first, rng),
            None => return (play.len(), None),
        };
        play.push(one.notation(&first, option));
        one.apply(&mut first, option);
        other.apply(&mut second, option);
    }
}

/// What two positions that should be alike differ in.
fn difference<A: Game, B: Game>(
    one: &A,
    other: &B,
    (first, second): (&A::Position, &B::Position),
    play: &[String],
) -> Option<Disagreement> {
    let found = |about, one: String, other: String| {
        (one != other).then(|| Disagreement { play: play.to_vec(), about, one, other })
    };
    let chances = |texts: &[Option<crate::game::Probability>]| format!("{texts:?}");
    let n = one.n_options(first);
    found("who decides", format!("{:?}", one.actor(first)), format!("{:?}", other.actor(second)))
        .or_else(|| found("the outcome", format!("{:?}", one.outcome(first)), format!("{:?}", other.outcome(second))))
        .or_else(|| found("the options", one.notations(first).join(" "), other.notations(second).join(" ")))
        .or_else(|| {
            let of_one: Vec<_> = (0..n).map(|option| one.probability(first, option)).collect();
            let of_other: Vec<_> = (0..n).map(|option| other.probability(second, option)).collect();
            found("the probabilities", chances(&of_one), chances(&of_other))
        })
        .or_else(|| {
            let (one, other) = (one.snapshot(first), other.snapshot(second));
            (one != other).then(|| Disagreement {
                play: play.to_vec(),
                about: "the position",
                one: format!("{one:?}"),
                other: format!("{other:?}"),
            })
        })
}

/// Where a decision that an evaluator takes at random leads, if none of its options leads there: random games are played by a way of
/// their own.
fn strayed<G: Game>(
    game: &G,
    position: &G::Position,
    play: &[String],
    rng: &Rng,
    halt: &dyn Halt,
) -> Option<Disagreement> {
    let n = game.n_options(position);
    if !is_looked_at(n, play) || !matches!(game.actor(position), Some(Actor::Player(_))) {
        return None;
    }
    let mut random = position.clone();
    if game.play_on(&mut random, &mut rng.clone(), 1, halt) != 1 {
        return None;
    }
    let (there, mut next) = (game.snapshot(&random), position.clone());
    let leads_there = (0..n).any(|option| {
        let undo = game.apply(&mut next, option);
        let is_there = game.snapshot(&next) == there;
        game.undo(&mut next, undo);
        is_there
    });
    (!leads_there).then(|| Disagreement {
        play: play.to_vec(),
        about: "where a random decision leads",
        one: format!("where one of {n} options leads"),
        other: format!("{there:?}"),
    })
}

/// Where an evaluator misleads whoever looks ahead.
fn misled<G: Game>(game: &G, position: &G::Position, play: &[String]) -> Option<Disagreement> {
    let n = game.n_options(position);
    let mistake = || ahead::mistake(game, position, play.len() % n.max(1));
    let (about, one, other) = is_looked_at(n, play).then(mistake).flatten()?;
    Some(Disagreement { play: play.to_vec(), about, one, other })
}

/// Whether more than the options is looked at where there are so many behind a play.
fn is_looked_at(n: usize, play: &[String]) -> bool {
    play.len().is_multiple_of(STRIDE) && n <= FEW
}

/// A shorter play that shows a disagreement: by more random games, and by looking at what is near the start.
fn shortest<A: Game, B: Game>(one: &A, other: &B, mut best: Disagreement, seed: u64, halt: &dyn Halt) -> Disagreement {
    for index in 0..SHORTER {
        if best.play.is_empty() || halt.is_called() {
            break;
        }
        let mut rng = Rng::stream(seed ^ 0x5eed, index);
        if let (_, Some(found)) = random_game(one, other, &mut rng, best.play.len() - 1, halt) {
            best = found;
        }
    }
    nearest(one, other, best.play.len(), halt).unwrap_or(best)
}

/// The first disagreement within fewer decisions than so many, as far as the positions near the start go.
fn nearest<A: Game, B: Game>(one: &A, other: &B, below: usize, halt: &dyn Halt) -> Option<Disagreement> {
    let mut queue = VecDeque::from([(one.initial(), other.initial(), Vec::new())]);
    let mut seen = 0;
    while let Some((first, second, play)) = queue.pop_front() {
        let found = difference(one, other, (&first, &second), &play).filter(|_| !halt.is_called());
        if found.is_some() || halt.is_called() {
            return found;
        }
        for option in 0..one.n_options(&first) {
            if seen >= NEAR || play.len() + 1 >= below {
                break;
            }
            seen += 1;
            let (mut next, mut twin) = (first.clone(), second.clone());
            let mut longer = play.clone();
            longer.push(one.notation(&first, option));
            one.apply(&mut next, option);
            other.apply(&mut twin, option);
            queue.push_back((next, twin, longer));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Never;
    use crate::testing::Heap;

    fn compare(one: &Heap, other: &Heap) -> Agreement {
        run(one, other, (20, 1), 100, &Never)
    }

    #[test]
    fn a_game_agrees_with_itself() {
        let game = Heap::of(8);
        let agreement = compare(&game, &game);
        assert_eq!((agreement.games, agreement.disagreement), (20, None));
        assert!(agreement.decisions > 20);
    }

    #[test]
    fn the_shortest_play_is_told() {
        // From five counters on nothing differs; with more than that the second lets take one more at a time.
        let found = compare(&Heap::of(8), &Heap { most: 2, ..Heap::of(8) }).disagreement.unwrap();
        assert_eq!((found.play.len(), found.about), (0, "the options"));
    }
}
