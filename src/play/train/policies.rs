//! Training for games in which pieces only come to the board: which drops are worth a look, learnt from games that the search by
//! playouts plays against itself.

use std::sync::Arc;

use super::lessons::{RANDOM_DECISIONS, SLIPS};
use super::{Course, Lesson, MOST_DECISIONS, Outcome, Piece, Player, School, Shelf, TERM, Trained, lessons_of};
use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt};
use crate::play::chance;
use crate::play::mind::policy::{Choice, PolicyWeights, explained, fit};
use crate::play::mind::quick::HELD_OUT;
use crate::play::mind::traits::{EARLIER, Traits};
use crate::play::mind::{Features, Mind, UNIT, Weighing, WeighingError, Weights};
use crate::play::search::{Config, Limit, search};

/// So many playouts are made for each decision.
const PLAYOUTS: u32 = 600;
/// So many choices of a game are learnt from at most.
const SAMPLES: usize = 48;

/// Trains a policy as [`super::train`] says.
pub(super) fn train<G: Game>(
    game: &G,
    features: Features,
    untrained: &Mind,
    course: Course,
    shelf: &dyn Shelf,
    is_over: &(dyn Fn(u64) -> bool + Sync),
    halt: &dyn Halt,
) -> Result<Trained, WeighingError> {
    let rules = game.rules();
    let traits = Traits::of(rules).ok_or(WeighingError::NotForTwo)?;
    let n_traits = traits.n_traits();
    let bare = Config { drops: true, is_careful: untrained.is_careful, ..Config::default() };
    let mut weights = vec![0.0; n_traits];
    let (mut played, mut choices) = (0, Vec::<Choice>::new());
    while played < course.games && !is_over(played) && !halt.is_called() {
        let policy = PolicyWeights::of(&weights, untrained.is_careful).of_traits(traits.clone()).filter(|_| played > 0);
        let config = Config { policy: policy.map(Arc::new), ..bare.clone() };
        let term = played..course.games.min(played + TERM.max(played / 3));
        let play = |piece| lesson(game, &config, course.seed, piece, halt);
        let lessons = match lessons_of(term.clone(), shelf, halt, &play) {
            Ok(lessons) => lessons,
            Err(trained) => return Ok(trained),
        };
        for (number, lesson) in &lessons {
            choices.extend(choices_of(game, &traits, lesson, *number));
        }
        played = term.end;
        let (_, school) = parted(&choices);
        weights = fit(&school, n_traits, &mut Rng::stream(course.seed, 2));
    }
    if halt.is_called() {
        return Ok(Trained::Cut);
    }
    let mut weighing = Weighing::new(rules, &features, &Weights::default());
    (weighing.seed, weighing.games, weighing.search) = (course.seed, played, "mcts".to_owned());
    weighing.foreseen = (explained(&parted(&choices).0, &weights).max(0.0) * 10_000.0).round() / 10_000.0;
    weighing.policy = Some(PolicyWeights::of(&weights, untrained.is_careful));
    // What is tested is what is written: rounded.
    let policy = weighing.mind(rules)?.policy;
    let (with, plain) = (Config { policy, ..bare.clone() }, Config::default());
    let school = School { game, features, course, weights: Weights::default(), samples: Vec::new() };
    let others = [Player::Playouts(PLAYOUTS, &bare), Player::Playouts(PLAYOUTS, &plain)];
    let (test, searches) = match school.tested(Player::Playouts(PLAYOUTS, &with), others, shelf, halt) {
        Ok(trials) => trials,
        Err(trained) => return Ok(trained),
    };
    (weighing.test, weighing.searches) = (Some(test), Some(searches.against(PLAYOUTS)));
    Ok(if halt.is_called() { Trained::Cut } else { Trained::Whole(Box::new(weighing)) })
}

/// The choices that are held out, and those to learn from.
fn parted(choices: &[Choice]) -> (Vec<&Choice>, Vec<&Choice>) {
    choices.iter().partition(|choice| choice.game % HELD_OUT == 0)
}

/// Plays one game against itself.
fn lesson<G: Game>(game: &G, config: &Config, seed: u64, piece: Piece, halt: &dyn Halt) -> Option<Outcome> {
    let Piece::Lesson(number) = piece else { return None };
    let mut rng = Rng::stream(seed, 1_000 + number);
    let mut position = game.initial();
    let opening = rng.below(RANDOM_DECISIONS);
    let mut lesson = Lesson { opening, taken: Vec::new(), scores: Vec::new() };
    let mut decisions = 0;
    while decisions < MOST_DECISIONS && !halt.is_called() {
        let Some(actor) = game.actor(&position) else { break };
        let n_options = game.n_options(&position);
        let (option, score) = match actor {
            Actor::Chance => (chance::draw(game, &position, &mut rng), None),
            Actor::Player(_) if n_options == 1 => (0, None),
            Actor::Player(_) if decisions < opening || rng.below(100) < SLIPS => (rng.index(n_options), None),
            Actor::Player(player) => {
                let report = search(game, &position, Limit::Playouts(PLAYOUTS), config, &mut rng, halt)?;
                let best = &report.options[0];
                (best.option, Some(if player.0 == 0 { score(best.value) } else { -score(best.value) }))
            }
        };
        lesson.taken.push(option as u32);
        lesson.scores.push(score);
        game.play(&mut position, option);
        decisions += u64::from(actor != Actor::Chance);
    }
    Some(Outcome::Lesson(lesson))
}

/// A share of a win as a score.
fn score(value: f64) -> i32 {
    let value = value.clamp(0.001, 0.999);
    ((value / (1.0 - value)).ln() * UNIT) as i32
}

/// The choices of a game that somebody thought about, some of them, evenly spread. A game that was written elsewhere counts as far
/// as it is one.
fn choices_of<G: Game>(game: &G, traits: &Traits, lesson: &Lesson, number: u64) -> Vec<Choice> {
    let n_thought = lesson.scores.iter().flatten().count();
    let stride = n_thought.div_ceil(SAMPLES).max(1);
    let mut position = game.initial();
    let (mut earlier, mut seen) = ([None; EARLIER], number as usize);
    let mut choices = Vec::new();
    for (&option, score) in lesson.taken.iter().zip(&lesson.scores) {
        let option = option as usize;
        if game.actor(&position).is_none() || option >= game.n_options(&position) {
            break;
        }
        if score.is_some() {
            seen += 1;
            if seen.is_multiple_of(stride) {
                choices.extend(choice(game, traits, &position, (option, earlier), number));
            }
        }
        earlier.rotate_right(1);
        earlier[0] = game.dropped_at(&position, option).map(|cell| cell.0);
        game.play(&mut position, option);
    }
    choices
}

/// How the options of a position look, of which this one is taken.
fn choice<G: Game>(
    game: &G,
    traits: &Traits,
    position: &G::Position,
    (option, earlier): (usize, [Option<u16>; EARLIER]),
    number: u64,
) -> Option<Choice> {
    let dropped = game.dropped_at(position, option);
    let mut position = position.clone();
    let looks = traits.look(game, &mut position, earlier);
    // Options may have other numbers there.
    let taken = (0..looks.len()).find(|&option| game.dropped_at(&position, option) == dropped)?;
    Some(Choice { looks, taken, game: number })
}
