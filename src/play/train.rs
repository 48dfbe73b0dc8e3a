//! Weights learnt from games that the player plays against itself, and their test.
//!
//! Every game has draws of its own, so what comes of it does not depend on threads. After each term the weights are fitted
//! anew to the positions of all games so far.

use rayon::prelude::*;

use crate::game::{Actor, Contents, Game, Halt, PlayerId};
use crate::play::alphabeta::{self, Bounds, Memory};
use crate::play::chance;
use crate::play::mind::fit::{Restraint, Sample, explained, fit};
use crate::play::mind::quick::{HELD_OUT, gained, is_for_two};
use crate::play::mind::text::Trial;
use crate::play::mind::{Features, Mind, Schooling, Weighing, WeighingError, Weights, learn};
use crate::play::rng::Rng;
use crate::play::search::{Config, Limit, search};

/// So many random games are played before the first term.
const RANDOM: u64 = 400;
/// So many games are one term.
const TERM: u64 = 48;
/// So many positions are looked at for each decision.
const POSITIONS: u64 = 160;
/// So many playouts are made for each decision of the other search: about as much work.
const PLAYOUTS: u32 = 16;
/// A game begins with fewer random decisions than this.
const RANDOM_DECISIONS: u64 = 9;
/// Of a hundred decisions so many are random later.
const SLIPS: u64 = 4;
/// After so many decisions a game is a draw.
const MOST_DECISIONS: u64 = 400;
/// How strongly weights are held back.
const SHARE: f64 = 0.0005;
/// The bytes that a player remembers.
const MEMORY: usize = 1 << 18;

/// What training is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// So many games to learn from.
    pub games: u64,
    /// So many games to test what was learnt, against nothing learnt, and as many against the other search; the number
    /// is made even.
    pub tests: u64,
    /// The seed.
    pub seed: u64,
}

/// Trains weights. `is_over` ends the games to learn from; the test is played all the same. Whoever calls to halt ends
/// all: then there are no weights. The same course that is not ended before gives the same weights.
///
/// # Errors
/// If the game has no weights.
pub fn train<G: Game>(
    game: &G,
    course: Course,
    is_over: &(dyn Fn(u64) -> bool + Sync),
    halt: &dyn Halt,
) -> Result<Option<Weighing>, WeighingError> {
    let rules = game.rules();
    let features = Features::of(rules).filter(|_| is_for_two(rules)).ok_or(WeighingError::NotForTwo)?;
    let untrained = learn(game, Schooling { games: RANDOM, seed: course.seed }, halt);
    let mut school = School { game, features, course, weights: untrained.weights.clone(), samples: Vec::new() };
    school.weights.0.resize(school.features.len(), 0.0);
    let first = school.weights.clone();
    let mut played = 0;
    while played < course.games && !is_over(played) && !halt.is_called() {
        let mind = school.mind(&untrained);
        let numbers: Vec<u64> = (played..course.games.min(played + TERM)).collect();
        played += numbers.len() as u64;
        let games: Vec<Vec<Sample>> = numbers.into_par_iter().map(|number| school.play(&mind, number, halt)).collect();
        school.samples.extend(games.into_iter().flatten());
        school.fit(&first);
    }
    if halt.is_called() {
        return Ok(None);
    }
    let mut weighing = Weighing::new(rules, &school.features, &school.weights);
    weighing.options = untrained.options;
    // What is tested is what is written: rounded.
    let mut mind = weighing.mind(rules)?;
    mind.looks_ahead = true;
    let pairs = course.tests.div_ceil(2);
    let test = school.trial(pairs, halt, |seat| if seat { Player::Ahead(&mind) } else { Player::Ahead(&untrained) });
    let searches = school.trial(pairs, halt, |seat| if seat { Player::Ahead(&mind) } else { Player::Playouts });
    weighing.search = if searches.score >= 0.5 { "alphabeta" } else { "mcts" }.to_owned();
    (weighing.seed, weighing.games) = (course.seed, played);
    weighing.foreseen = (school.foreseen(&school.weights) * 10_000.0).round() / 10_000.0;
    (weighing.test, weighing.searches) = (Some(test), Some(searches));
    Ok((!halt.is_called()).then_some(weighing))
}

/// Who plays in a test.
#[derive(Clone, Copy)]
enum Player<'a> {
    /// Alpha-beta with what is known.
    Ahead(&'a Mind),
    /// Playouts.
    Playouts,
}

struct School<'a, G: Game> {
    game: &'a G,
    features: Features,
    course: Course,
    weights: Weights,
    samples: Vec<Sample>,
}

impl<G: Game> School<'_, G> {
    fn mind(&self, untrained: &Mind) -> Mind {
        untrained.weighing(&self.features, &self.weights)
    }

    fn fit(&mut self, first: &Weights) {
        let mut rng = Rng::stream(self.course.seed, 2);
        let restraint = Restraint { to: first, share: SHARE, only: None };
        let school: Vec<Sample> = self.samples.iter().filter(|sample| sample.game % HELD_OUT != 0).cloned().collect();
        let fitted = fit(&school, self.weights.clone(), restraint, &mut rng);
        // Weights that foresee less than those of random games are not worth playing with.
        if self.foreseen(&fitted) > self.foreseen(first) {
            self.weights = fitted;
        }
    }

    /// How much of the results was foreseen in games that were held out.
    fn foreseen(&self, weights: &Weights) -> f64 {
        let held_out: Vec<Sample> = self.samples.iter().filter(|sample| sample.game % HELD_OUT == 0).cloned().collect();
        explained(&held_out, |sample| sample.expected(weights)).max(0.0)
    }

    /// Plays one game against itself; its positions.
    fn play(&self, mind: &Mind, number: u64, halt: &dyn Halt) -> Vec<Sample> {
        let mut rng = Rng::stream(self.course.seed, 1_000 + number);
        let mut memory = Memory::of(MEMORY);
        let mut position = self.game.initial();
        let opening = rng.below(RANDOM_DECISIONS);
        let mut contents = Contents::default();
        let mut samples = Vec::new();
        let mut decisions = 0;
        while decisions < MOST_DECISIONS && !halt.is_called() {
            let Some(actor) = self.game.actor(&position) else { break };
            let Actor::Player(player) = actor else {
                let option = chance::draw(self.game, &position, &mut rng);
                self.game.play(&mut position, option);
                continue;
            };
            if decisions >= opening && self.game.contents(&position, &mut contents) {
                samples.push(Sample::of(&self.features, &contents, Some(player), number));
            }
            let is_random = decisions < opening || rng.below(100) < SLIPS;
            let option = match is_random {
                true => rng.index(self.game.n_options(&position)),
                false => ahead(self.game, &position, mind, &mut memory, halt).unwrap_or(0),
            };
            self.game.play(&mut position, option);
            decisions += 1;
        }
        let result = self.game.outcome(&position).map_or(0.5, |outcome| gained(&outcome));
        samples.iter_mut().for_each(|sample| sample.result = result);
        samples
    }

    /// Plays pairs of games from the same opening with seats exchanged; `player` gives the two who play. What came of it
    /// for the first of them.
    fn trial<'b>(&self, pairs: u64, halt: &dyn Halt, player: impl Fn(bool) -> Player<'b> + Sync) -> Trial {
        let results: Vec<f64> = (0..2 * pairs)
            .into_par_iter()
            .map(|number| {
                let own = PlayerId((number % 2) as u8);
                let seats = [player(own.0 == 0), player(own.0 == 1)];
                let result = self.compete(seats, number / 2, halt);
                if own.0 == 0 { result } else { 1.0 - result }
            })
            .collect();
        let count = |is_so: fn(f64) -> bool| results.iter().filter(|&&result| is_so(result)).count() as u64;
        Trial::of(count(|result| result > 0.5), count(|result| result == 0.5), count(|result| result < 0.5))
    }

    /// One game between two players. What the first player gets.
    fn compete(&self, seats: [Player<'_>; 2], opening: u64, halt: &dyn Halt) -> f64 {
        // The draws of the opening are those of both games of a pair, and none that were learnt from.
        let mut rng = Rng::stream(self.course.seed, u64::MAX - opening);
        let mut position = self.game.initial();
        let mut memories = [Memory::of(MEMORY), Memory::of(MEMORY)];
        let (mut decisions, random) = (0, 2 + 2 * (opening % 3));
        while decisions < MOST_DECISIONS && !halt.is_called() {
            let Some(actor) = self.game.actor(&position) else { break };
            let option = match actor {
                Actor::Chance => chance::draw(self.game, &position, &mut rng),
                Actor::Player(_) if decisions < random => rng.index(self.game.n_options(&position)),
                Actor::Player(player) => {
                    let chosen = match seats[player.index()] {
                        Player::Ahead(mind) => ahead(self.game, &position, mind, &mut memories[player.index()], halt),
                        Player::Playouts => {
                            let limit = Limit::Playouts(PLAYOUTS);
                            let report = search(self.game, &position, limit, &Config::default(), &mut rng, halt);
                            report.map(|report| report.options[0].option)
                        }
                    };
                    chosen.unwrap_or(0)
                }
            };
            decisions += u64::from(actor != Actor::Chance);
            self.game.play(&mut position, option);
        }
        self.game.outcome(&position).map_or(0.5, |outcome| gained(&outcome))
    }
}

fn ahead<G: Game>(
    game: &G,
    position: &G::Position,
    mind: &Mind,
    memory: &mut Memory,
    halt: &dyn Halt,
) -> Option<usize> {
    if game.n_options(position) == 1 {
        return Some(0);
    }
    let bounds = Bounds { positions: POSITIONS, is_over: &|| false, depth: 20, lines: 1, threads: 1 };
    let found = alphabeta::search(game, position, Some(mind), memory, bounds, halt);
    found.lines.first().map(|line| line.options[0])
}
