//! Weights learnt from games that the player plays against itself, and their test.
//!
//! Every game has draws of its own, so what comes of it does not depend on threads. After each term the weights are fitted
//! anew to the positions of all games so far.

use std::ops::Range;

use rayon::prelude::*;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt};
use crate::play::alphabeta::{self, Bounds, Memory};
use crate::play::chance;
use crate::play::mind::fit::{Restraint, Sample, explained, fit, gained};
use crate::play::mind::known::is_for_two;
use crate::play::mind::net::Assessor;
use crate::play::mind::quick::HELD_OUT;
use crate::play::mind::text::Trial;
use crate::play::mind::{Features, Mind, Schooling, Weighing, WeighingError, Weights, learn};
use crate::play::playout;
use crate::play::search::{Config, Limit, search};

mod lessons;
mod policies;
mod rolls;

pub use lessons::Lesson;

/// So many random games are played before the first term.
const RANDOM: u64 = 400;
/// So many games are one term at least, and later a third of those before.
const TERM: u64 = 48;
/// So many positions are looked at for each decision.
const POSITIONS: u64 = 160;
/// So many playouts are made for each decision of the other search at least, and so many at most.
const PLAYOUTS: (f64, f64) = (16.0, 1_000.0);
/// A position that is looked at takes about as long as so many decisions of a playout: between 9 and 130 in eleven of twelve
/// games that were measured, and the clock must not be asked, since the same course gives the same weights.
const DECISIONS: f64 = 45.0;
/// So many random games tell how long one is.
const MEASURED: u64 = 32;
/// The first of their streams of random numbers.
const LENGTHS: u64 = 1 << 62;
/// After so many decisions a game is a draw.
const MOST_DECISIONS: u64 = 400;
/// How strongly weights are held back.
const SHARE: f64 = 0.0002;
/// As if so many positions with a feature more said that its weight is what it was. The positions of a game are much alike,
/// so this counts for less than it seems.
const DOUBT: f64 = 200.0;
/// The same of features that make a small difference where they make one: few pieces left, neighbours, who is in the way.
const FINER_DOUBT: f64 = 600.0;
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

/// What is played: a game to learn from, or one of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// A game to learn from, by its number.
    Lesson(u64),
    /// A game against a player who has learnt nothing (0) or against playouts (1), by its number.
    Trial(u8, u64),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// How it was played.
    Lesson(Lesson),
    /// What the player with the weights got, from 0 to 1.
    Trial(f64),
}

/// Games that were played before, perhaps elsewhere, and where those that are played now are kept.
pub trait Shelf: Sync {
    /// What came of a game, if it is known.
    fn known(&self, piece: Piece) -> Option<Outcome>;
    /// Whether a game is to be played here.
    fn wants(&self, piece: Piece) -> bool;
    /// Keeps a game; false if that cannot be done: then it is as if it were called to halt.
    fn keep(&self, piece: Piece, outcome: &Outcome) -> bool;
    /// Games are missing that are played elsewhere: whether it is worth to look again.
    fn wait(&self) -> bool;
}

/// Nothing is known, and nothing kept.
#[derive(Clone, Copy, Debug)]
pub struct NoShelf;

impl Shelf for NoShelf {
    fn known(&self, _: Piece) -> Option<Outcome> {
        None
    }

    fn wants(&self, _: Piece) -> bool {
        true
    }

    fn keep(&self, _: Piece, _: &Outcome) -> bool {
        true
    }

    fn wait(&self) -> bool {
        false
    }
}

/// How far a training came.
#[derive(Clone, Debug, PartialEq)]
pub enum Trained {
    /// To its end.
    Whole(Box<Weighing>),
    /// It was called to halt, or a game could not be kept.
    Cut,
    /// Games are missing that are played elsewhere.
    Waits,
}

/// Trains weights. `is_over` ends the games to learn from; the test is played all the same. Whoever calls to halt ends
/// all: then there are no weights. The same course that is not ended before gives the same weights, wherever its games are
/// played.
///
/// # Errors
/// If the game has no weights.
pub fn train<G: Game>(
    game: &G,
    course: Course,
    shelf: &dyn Shelf,
    is_over: &(dyn Fn(u64) -> bool + Sync),
    halt: &dyn Halt,
) -> Result<Trained, WeighingError> {
    let rules = game.rules();
    let features = Features::of(rules).ok_or(WeighingError::NotForTwo)?;
    if !is_for_two(rules) {
        return rolls::train(game, features, course, shelf, is_over, halt);
    }
    let untrained = learn(game, Schooling { games: RANDOM, seed: course.seed }, halt);
    if untrained.drops && !asks_for_rows(&features) {
        return policies::train(game, features, &untrained, course, shelf, is_over, halt);
    }
    let mut school = School { game, features, course, weights: untrained.weights.clone(), samples: Vec::new() };
    school.weights.0.resize(school.features.len(), 0.0);
    let first = school.weights.clone();
    let mut played = 0;
    while played < course.games && !is_over(played) && !halt.is_called() {
        let mind = school.mind(&untrained);
        let term = played..course.games.min(played + TERM.max(played / 3));
        let lessons = match lessons_of(term.clone(), shelf, halt, &|piece| school.lesson(&mind, piece, halt)) {
            Ok(lessons) => lessons,
            Err(trained) => return Ok(trained),
        };
        for (number, lesson) in lessons {
            school.samples.extend(school.samples_of(&lesson, number));
        }
        played = term.end;
        // What was played by who knew little teaches little.
        school.samples.retain(|sample| sample.game >= played / 4);
        school.fit(&first);
    }
    if halt.is_called() {
        return Ok(Trained::Cut);
    }
    let mut weighing = Weighing::new(rules, &school.features, &school.weights);
    (weighing.options, weighing.landings) = (untrained.options, untrained.takes_by_landing);
    // What is tested is what is written: rounded.
    let mut mind = weighing.mind(rules)?;
    mind.looks_ahead = true;
    let config = Config { drops: untrained.drops, is_careful: untrained.is_careful, ..Config::default() };
    let playouts = playouts_as_long(game, course.seed, halt);
    let others = [Player::Ahead(&untrained), Player::Playouts(playouts, &config)];
    let (test, searches) = match school.tested(Player::Ahead(&mind), others, shelf, halt) {
        Ok(trials) => trials,
        Err(trained) => return Ok(trained),
    };
    let searches = searches.against(playouts);
    weighing.search = if searches.score >= 0.5 { "alphabeta" } else { "mcts" }.to_owned();
    (weighing.seed, weighing.games) = (course.seed, played);
    weighing.foreseen = (school.foreseen(&school.weights).max(0.0) * 10_000.0).round() / 10_000.0;
    (weighing.test, weighing.searches) = (Some(test), Some(searches));
    Ok(if halt.is_called() { Trained::Cut } else { Trained::Whole(Box::new(weighing)) })
}

/// Whether there is anything to learn of what stands on the board but where pieces stand.
fn asks_for_rows(features: &Features) -> bool {
    !features.unpriced().is_empty()
}

/// So many playouts of the game take about as long as the positions of a decision.
fn playouts_as_long<G: Game>(game: &G, seed: u64, halt: &dyn Halt) -> u32 {
    let length = |number| {
        let mut rng = Rng::stream(seed, LENGTHS + number);
        playout::run(game, &mut game.initial(), &mut rng, MOST_DECISIONS, halt).decisions.max(1) as f64
    };
    let mean = (0..MEASURED).map(length).sum::<f64>() / MEASURED as f64;
    (POSITIONS as f64 * DECISIONS / mean).clamp(PLAYOUTS.0, PLAYOUTS.1) as u32
}

impl Course {
    /// The games of one test: as many on each side.
    pub fn trials(&self) -> u64 {
        2 * self.tests.div_ceil(2)
    }
}

/// The lessons of the games with these numbers, each with its own.
fn lessons_of(
    numbers: Range<u64>,
    shelf: &dyn Shelf,
    halt: &dyn Halt,
    play: &(dyn Fn(Piece) -> Option<Outcome> + Sync),
) -> Result<Vec<(u64, Lesson)>, Trained> {
    let pieces: Vec<Piece> = numbers.clone().map(Piece::Lesson).collect();
    let outcomes = numbers.zip(gathered(&pieces, shelf, halt, play)?);
    let lesson = |(number, outcome)| match outcome {
        Outcome::Lesson(lesson) => Some((number, lesson)),
        Outcome::Trial(_) => None,
    };
    Ok(outcomes.filter_map(lesson).collect())
}

/// What came of each of some games, in their order: those that are known, those that are played here, and those that come
/// from elsewhere.
fn gathered(
    pieces: &[Piece],
    shelf: &dyn Shelf,
    halt: &dyn Halt,
    play: &(dyn Fn(Piece) -> Option<Outcome> + Sync),
) -> Result<Vec<Outcome>, Trained> {
    let own = |piece: &Piece| match shelf.known(*piece) {
        None if shelf.wants(*piece) && !halt.is_called() => {
            let played = play(*piece).filter(|_| !halt.is_called());
            // What cannot be kept counts as not played.
            played.filter(|outcome| shelf.keep(*piece, outcome)).ok_or(Trained::Cut).map(Some)
        }
        None if shelf.wants(*piece) => Err(Trained::Cut),
        known => Ok(known),
    };
    let mut found: Vec<Option<Outcome>> = pieces.par_iter().map(own).collect::<Result<_, _>>()?;
    loop {
        for (outcome, piece) in found.iter_mut().zip(pieces).filter(|(outcome, _)| outcome.is_none()) {
            *outcome = shelf.known(*piece);
        }
        if found.iter().all(Option::is_some) {
            return Ok(found.into_iter().flatten().collect());
        }
        if halt.is_called() {
            return Err(Trained::Cut);
        }
        if !shelf.wait() {
            return Err(Trained::Waits);
        }
    }
}

/// The results of a test.
fn counted(results: &[Outcome]) -> Trial {
    let shares = results.iter().filter_map(|result| match result {
        Outcome::Trial(share) => Some(*share),
        Outcome::Lesson(_) => None,
    });
    let shares: Vec<f64> = shares.collect();
    let count = |is_so: fn(f64) -> bool| shares.iter().filter(|&&share| is_so(share)).count() as u64;
    Trial::of(count(|share| share > 0.5), count(|share| share == 0.5), count(|share| share < 0.5))
}

/// Who plays in a test.
#[derive(Clone, Copy)]
enum Player<'a> {
    /// Alpha-beta with what is known.
    Ahead(&'a Mind),
    /// So many playouts, made like that.
    Playouts(u32, &'a Config),
    /// A network that looks at all options.
    Looks(&'a Assessor),
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
        let doubt = |feature| if feature <= self.features.tempo() { DOUBT } else { FINER_DOUBT };
        let doubts = (0..self.features.len()).map(doubt).collect();
        let restraint = Restraint { to: first, share: SHARE, doubts, only: None };
        let school: Vec<Sample> = self.samples.iter().filter(|sample| sample.game % HELD_OUT != 0).cloned().collect();
        let fitted = fit(&school, self.weights.clone(), restraint, &mut rng);
        // Weights that foresee less than those of random games are not worth playing with.
        if self.foreseen(&fitted) > self.foreseen(first) {
            self.weights = fitted;
        }
    }

    /// How much of the results was foreseen in games that were held out; less than nothing by who is too sure of himself.
    fn foreseen(&self, weights: &Weights) -> f64 {
        let held_out: Vec<Sample> = self.samples.iter().filter(|sample| sample.game % HELD_OUT == 0).cloned().collect();
        explained(&held_out, |sample| sample.expected(weights))
    }

    /// What comes of the tests of a player, one against each of two others.
    fn tested(
        &self,
        player: Player<'_>,
        others: [Player<'_>; 2],
        shelf: &dyn Shelf,
        halt: &dyn Halt,
    ) -> Result<(Trial, Trial), Trained> {
        let n = self.course.trials();
        let pieces: Vec<Piece> = (0..2).flat_map(|test| (0..n).map(move |number| Piece::Trial(test, number))).collect();
        let trial = |piece| match piece {
            Piece::Trial(test, number) => self.trial(player, others[usize::from(test != 0)], number, halt),
            Piece::Lesson(_) => None,
        };
        let results = gathered(&pieces, shelf, halt, &trial)?;
        let (first, second) = results.split_at(n as usize);
        Ok((counted(first), counted(second)))
    }

    /// Plays one game of a test between two players: the games of a pair have the same opening and exchanged seats. What
    /// the first of them got.
    fn trial(&self, one: Player<'_>, other: Player<'_>, number: u64, halt: &dyn Halt) -> Option<Outcome> {
        let sits_first = number.is_multiple_of(2);
        let seats = if sits_first { [one, other] } else { [other, one] };
        let result = self.compete(seats, number / 2, halt);
        Some(Outcome::Trial(if sits_first { result } else { 1.0 - result }))
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
                        Player::Ahead(mind) => {
                            let found = ahead(self.game, &position, mind, &mut memories[player.index()], halt);
                            found.map(|(option, _)| option)
                        }
                        Player::Looks(assessor) => rolls::chosen(self.game, &mut position, assessor, halt),
                        Player::Playouts(playouts, config) => {
                            let limit = Limit::Playouts(playouts);
                            let report = search(self.game, &position, limit, config, &mut rng, halt);
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

/// The option that alpha-beta takes, and what it is worth to who takes it; that is not known where there is only one.
fn ahead<G: Game>(
    game: &G,
    position: &G::Position,
    mind: &Mind,
    memory: &mut Memory,
    halt: &dyn Halt,
) -> Option<(usize, Option<i32>)> {
    if game.n_options(position) == 1 {
        return Some((0, None));
    }
    let bounds = Bounds { positions: POSITIONS, is_over: &|| false, depth: 20, lines: 1, replies: false, threads: 1 };
    let found = alphabeta::search(game, position, Some(mind), memory, bounds, halt);
    found.lines.first().map(|line| (line.options[0], Some(line.score)))
}
