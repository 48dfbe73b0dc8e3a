//! Training for games with Chance: a network learns from games that it plays against itself, in which every option is
//! looked at.

use rayon::prelude::*;

use super::{Course, Lesson, MOST_DECISIONS, Outcome, Piece, Player, School, Shelf, TERM, Trained, lessons_of};
use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Game, Halt};
use crate::play::chance;
use crate::play::expect::{Bounds, Look};
use crate::play::mind::fit::gained;
use crate::play::mind::net::{Assessor, Moment, Net, Sight, look, n_inputs};
use crate::play::mind::text::NetWeights;
use crate::play::mind::{Features, Mind, Weighing, WeighingError, Weights};
use crate::play::search::Config;

/// So many neurons lie between what is seen and the answer at most, and fewer where much is seen.
const HIDDEN: usize = 40;
/// There are about so many weights at most.
const WEIGHTS: usize = 60_000;
/// So many playouts a decision the others make in the tests.
const PLAYOUTS: [u32; 2] = [16, 128];
/// How far weights go at first for a position.
const RATE: f32 = 0.04;
/// After so many games they go half as far.
const HALF: f32 = 12_000.0;

/// Trains a network as [`super::train`] says.
pub(super) fn train<G: Game>(
    game: &G,
    features: Features,
    course: Course,
    shelf: &dyn Shelf,
    is_over: &(dyn Fn(u64) -> bool + Sync),
    halt: &dyn Halt,
) -> Result<Trained, WeighingError> {
    let rules = game.rules();
    let inputs = n_inputs(&features);
    if inputs > WEIGHTS {
        return Err(WeighingError::Unfit("there is too much to see on the board"));
    }
    let net = Net::new(inputs, (WEIGHTS / inputs).clamp(1, HIDDEN), &mut Rng::stream(course.seed, 3));
    let mut assessor = Assessor { features, net };
    let (mut played, mut sight) = (0, Sight::default());
    while played < course.games && !is_over(played) && !halt.is_called() {
        let term = played..course.games.min(played + TERM);
        let play = |piece| lesson(game, &assessor, course.seed, piece, halt);
        let lessons = match lessons_of(term.clone(), shelf, halt, &play) {
            Ok(lessons) => lessons,
            Err(trained) => return Ok(trained),
        };
        let seen = |(number, lesson): &(u64, Lesson)| (*number, moments(game, &assessor.features, lesson));
        let all: Vec<(u64, (Vec<Moment>, f32))> = lessons.par_iter().map(seen).collect();
        for (number, (moments, result)) in all {
            let rate = RATE / (1.0 + number as f32 / HALF);
            assessor.net.learn(&moments, result, rate, &mut sight);
        }
        played = term.end;
    }
    if halt.is_called() {
        return Ok(Trained::Cut);
    }
    let mut weighing = Weighing::new(rules, &assessor.features, &Weights::default());
    (weighing.seed, weighing.games) = (course.seed, played);
    (weighing.search, weighing.net) = ("expectation".to_owned(), Some(NetWeights::of(&assessor.net)));
    // What is tested is what is written: rounded.
    let mind = weighing.mind(rules)?;
    tested(game, weighing, &mind, (course, shelf), halt)
}

/// Adds what comes of games against playouts, few and many.
fn tested<G: Game>(
    game: &G,
    mut weighing: Weighing,
    mind: &Mind,
    (course, shelf): (Course, &dyn Shelf),
    halt: &dyn Halt,
) -> Result<Trained, WeighingError> {
    let Some(assessor) = mind.assessor.as_deref() else { return Err(WeighingError::NotForTwo) };
    let school =
        School { game, features: assessor.features.clone(), course, weights: Weights::default(), samples: Vec::new() };
    let config = Config::default();
    let others = PLAYOUTS.map(|playouts| Player::Playouts(playouts, &config));
    let (few, many) = match school.tested(Player::Looks(assessor), others, shelf, halt) {
        Ok(trials) => trials,
        Err(trained) => return Ok(trained),
    };
    (weighing.test, weighing.searches) = (Some(few.against(PLAYOUTS[0])), Some(many.against(PLAYOUTS[1])));
    Ok(if halt.is_called() { Trained::Cut } else { Trained::Whole(Box::new(weighing)) })
}

/// The option that a network takes.
pub(super) fn chosen<G: Game>(
    game: &G,
    position: &mut G::Position,
    assessor: &Assessor,
    halt: &dyn Halt,
) -> Option<usize> {
    let Some(Actor::Player(player)) = game.actor(position) else { return None };
    if game.n_options(position) == 1 {
        return Some(0);
    }
    let bounds = Bounds { options: usize::MAX, positions: 0, is_over: &|| false };
    Look::new(game, assessor, bounds, halt).best(position, player)
}

/// Plays one game against itself.
fn lesson<G: Game>(game: &G, assessor: &Assessor, seed: u64, piece: Piece, halt: &dyn Halt) -> Option<Outcome> {
    let Piece::Lesson(number) = piece else { return None };
    let mut rng = Rng::stream(seed, 1_000 + number);
    let mut position = game.initial();
    let mut taken = Vec::new();
    let mut decisions = 0;
    while decisions < MOST_DECISIONS && !halt.is_called() {
        let Some(actor) = game.actor(&position) else { break };
        let option = match actor {
            Actor::Chance => chance::draw(game, &position, &mut rng),
            Actor::Player(_) => chosen(game, &mut position, assessor, halt).unwrap_or(0),
        };
        taken.push(option as u32);
        game.play(&mut position, option);
        decisions += u64::from(actor != Actor::Chance);
    }
    Some(Outcome::Lesson(Lesson { opening: 0, taken, scores: Vec::new() }))
}

/// What was seen at the beginning of each turn of a game, and what the first player got. A game that was written elsewhere
/// counts as far as it is one.
fn moments<G: Game>(game: &G, features: &Features, lesson: &Lesson) -> (Vec<Moment>, f32) {
    let (mut position, mut contents, mut sight) = (game.initial(), Contents::default(), Sight::default());
    let (mut moments, mut turns) = (Vec::new(), None);
    for &option in &lesson.taken {
        if game.actor(&position).is_none() || option as usize >= game.n_options(&position) {
            break;
        }
        if game.contents(&position, &mut contents)
            && let Some(mover) = contents.mover.filter(|_| turns != Some(contents.turns))
        {
            turns = Some(contents.turns);
            look(features, &contents, mover, &mut sight);
            moments.push(Moment { active: sight.active().clone(), mover });
        }
        game.play(&mut position, option as usize);
    }
    (moments, game.outcome(&position).map_or(0.5, |outcome| gained(&outcome)) as f32)
}
