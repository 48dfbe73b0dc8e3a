//! The games that a player plays against itself to learn from, and what they teach.

use serde::{Deserialize, Serialize};

use super::{MEMORY, MOST_DECISIONS, Outcome, Piece, School, ahead};
use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Game, Halt, PlayerId};
use crate::play::alphabeta::{Memory, value_of};
use crate::play::chance;
use crate::play::mind::Mind;
use crate::play::mind::fit::Sample;
use crate::play::mind::fit::gained;

/// A game begins with fewer random decisions than this.
pub(super) const RANDOM_DECISIONS: u64 = 9;
/// Of a hundred decisions so many are random later.
pub(super) const SLIPS: u64 = 3;
/// Of what a position is taken to be worth so much comes from those behind it, and the rest from the search there.
const FARTHER: f64 = 0.95;
/// So many positions of a game are learnt from at most.
const SAMPLES: usize = 32;

/// A game that the player played against itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// So many decisions were random at its begin.
    pub opening: u64,
    /// The options taken, by players and by Chance.
    pub taken: Vec<u32>,
    /// By option taken, what the position before was worth to the first player by the search; none where nobody searched.
    pub scores: Vec<Option<i32>>,
}

/// A position that may be learnt from, and what is known of it.
struct Seen {
    sample: Option<Sample>,
    score: Option<i32>,
    is_free: bool,
}

impl<G: Game> School<'_, G> {
    /// Plays one game against itself.
    pub(super) fn lesson(&self, mind: &Mind, piece: Piece, halt: &dyn Halt) -> Option<Outcome> {
        let Piece::Lesson(number) = piece else { return None };
        let mut rng = Rng::stream(self.course.seed, 1_000 + number);
        let mut memory = Memory::of(MEMORY);
        let mut position = self.game.initial();
        let opening = rng.below(RANDOM_DECISIONS);
        let mut lesson = Lesson { opening, taken: Vec::new(), scores: Vec::new() };
        let mut decisions = 0;
        while decisions < MOST_DECISIONS && !halt.is_called() {
            let Some(actor) = self.game.actor(&position) else { break };
            let (option, score) = match actor {
                Actor::Chance => (chance::draw(self.game, &position, &mut rng), None),
                Actor::Player(_) if decisions < opening || rng.below(100) < SLIPS => {
                    (rng.index(self.game.n_options(&position)), None)
                }
                Actor::Player(player) => {
                    let (option, score) = ahead(self.game, &position, mind, &mut memory, halt).unwrap_or_default();
                    (option, score.map(|score| if player.0 == 0 { score } else { -score }))
                }
            };
            lesson.taken.push(option as u32);
            lesson.scores.push(score);
            self.game.play(&mut position, option);
            decisions += u64::from(actor != Actor::Chance);
        }
        Some(Outcome::Lesson(lesson))
    }

    /// The positions of a game that are quiet, so that what stands there says what they are worth, and what came of the
    /// game. A game that was written elsewhere counts as far as it is one.
    pub(super) fn samples_of(&self, lesson: &Lesson, number: u64) -> Vec<Sample> {
        let mut position = self.game.initial();
        let [mut before, mut after] = [Contents::default(), Contents::default()];
        let mut all: Vec<Seen> = Vec::new();
        let mut decisions = 0;
        for (index, &option) in lesson.taken.iter().enumerate() {
            let Some(actor) = self.game.actor(&position) else { break };
            if option as usize >= self.game.n_options(&position) {
                break;
            }
            let is_told = self.game.contents(&position, &mut before);
            let mut seen = Seen { sample: None, score: None, is_free: false };
            if let Actor::Player(player) = actor {
                seen.score = lesson.scores.get(index).copied().flatten();
                seen.is_free = seen.score.is_none() && self.game.n_options(&position) > 1;
                if decisions >= lesson.opening && is_told && !self.game.is_royal_attacked(&mut position) {
                    seen.sample = Some(self.sample(&before, player, number));
                }
                decisions += 1;
            }
            self.game.play(&mut position, option as usize);
            let takes = self.game.contents(&position, &mut after) && after.pieces.len() < before.pieces.len();
            seen.sample = seen.sample.filter(|_| !takes);
            all.push(seen);
        }
        let result = self.game.outcome(&position).map_or(0.5, |outcome| gained(&outcome));
        valued(all, result, number)
    }

    fn sample(&self, contents: &Contents, player: PlayerId, number: u64) -> Sample {
        Sample::of(&self.features, self.features.len(), contents, Some(player), number)
    }
}

/// Says of the positions of a game what they are worth: what the search there says, and what comes of those behind them up
/// to the next random decision. Some of them, evenly spread.
fn valued(all: Vec<Seen>, result: f64, number: u64) -> Vec<Sample> {
    let mut later = Some(result);
    let mut samples = Vec::new();
    for seen in all.into_iter().rev() {
        let own = seen.score.map(value_of);
        let worth = match (own, later) {
            (Some(own), Some(later)) => Some((1.0 - FARTHER) * own + FARTHER * later),
            (known, None) | (None, known) => known,
        };
        // What comes of a random decision says nothing of what was there before.
        later = if seen.is_free { None } else { worth };
        if let (Some(worth), Some(sample), true) = (worth, seen.sample, own.is_some()) {
            samples.push(Sample { target: worth, result, ..sample });
        }
    }
    let stride = samples.len().div_ceil(SAMPLES).max(1);
    samples.into_iter().skip(number as usize % stride).step_by(stride).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::alphabeta::CERTAIN;

    fn seen(score: Option<i32>, is_free: bool) -> Seen {
        let sample = Sample { features: Vec::new(), result: 0.5, target: 0.5, game: 0 };
        Seen { sample: Some(sample), score, is_free }
    }

    #[test]
    fn what_comes_of_a_random_decision_says_nothing_of_what_was_before() {
        let all = vec![seen(Some(0), false), seen(None, true), seen(Some(0), false)];
        let targets: Vec<f64> = valued(all, 1.0, 0).iter().map(|sample| sample.target).collect();
        // From the end: the search says a half and the game was won; before the random decision the search alone counts.
        assert_eq!(targets, [0.05 * 0.5 + 0.95, 0.5]);
    }

    #[test]
    fn certain_scores_are_won_and_lost() {
        let targets = |score| valued(vec![seen(Some(score), false)], 0.5, 0)[0].target;
        assert_eq!([targets(CERTAIN), targets(-CERTAIN)], [0.05 + 0.475, 0.475]);
    }
}
