//! Networks for games with Chance, and the weights that the program has built in.

use std::sync::Arc;
use std::time::Duration;

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Game, Never};
use merel::library;
use merel::play::mind::{Weighing, WeighingError, shipped};
use merel::play::search::{Config, SearchPlayer, Thinking};
use merel::play::train::{Course, NoShelf, Trained, train};

use super::common;
use super::mind::engine;

/// A short game with dice.
const UR: &str = "../tests/samples/ur";

/// The weights that so many threads learn.
pub fn trained(engine: &Engine, course: Course, threads: usize) -> Weighing {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    match pool.install(|| train(engine, course, &NoShelf, &|_| false, &Never)).expect("it has weights") {
        Trained::Whole(weighing) => *weighing,
        other => panic!("nobody calls to halt: {other:?}"),
    }
}

fn player(thinking: Thinking) -> SearchPlayer {
    SearchPlayer::new(thinking, Config::default(), Rng::stream(3, 0), Arc::new(|| Duration::ZERO))
}

/// The position of the first decision of a player.
fn rolled(game: &Engine) -> Position {
    let mut position = game.initial();
    while game.actor(&position) == Some(Actor::Chance) {
        // The first may begin, and throws the least and then what comes next to it.
        game.play(&mut position, 0);
    }
    position
}

#[test]
fn a_network_learns_a_game_with_dice() {
    let course = Course { games: 60, tests: 2, seed: 4 };
    let game = engine(UR);
    let one = trained(&game, course, 1);
    let text = one.to_text();
    assert_eq!(text, trained(&game, course, 2).to_text(), "whatever the number of threads");
    assert_eq!((one.games, one.search.as_str()), (60, "expectation"));
    let read = Weighing::parse(&text).expect("weights");
    assert_eq!(read, one);
    let rules = game.rules().clone();
    let mind = read.mind(&rules).expect("they fit");
    assert!(mind.assessor.is_some() && !mind.looks_ahead);
    // Networks of other inputs, or with a weight that is no number, do not fit.
    let mended = |change: fn(&mut Weighing)| {
        let mut other = read.clone();
        change(&mut other);
        other.mind(&rules).map(|mind| mind.rules)
    };
    let unfit = |change| assert!(matches!(mended(change), Err(WeighingError::Unfit(_))));
    unfit(|weighing| weighing.net = None);
    unfit(|weighing| drop(weighing.net.as_mut().and_then(|net| net.first.pop())));
    unfit(|weighing| weighing.net.iter_mut().for_each(|net| net.last[0] = f64::INFINITY));
    let others = engine("backgammon");
    assert!(matches!(read.mind(others.rules()), Err(WeighingError::OtherRules { .. })));
}

/// The same count of thoughts gives the same decision, one that is looked at closer; who thinks little looks at few options.
#[test]
fn dice_are_looked_at_as_far_as_thoughts_go() {
    let game = engine("backgammon");
    let position = rolled(&game);
    let decided = |n| player(Thinking::Playouts(n)).decide(&game, &position, &Never);
    let (option, report) = decided(400).expect("a decision");
    assert_eq!(Some((option, report.clone())), decided(400));
    assert_eq!((report.depth, report.options[0].option), (Some(2), option));
    assert_eq!(report.options.len(), game.n_options(&position));
    assert_eq!(decided(3).expect("a decision").1.options.len(), 3);
}

/// Weights in the program are of games of the library as they are today, are better than none, and have two megabytes at
/// most; they are used without being asked for.
#[test]
fn weights_that_are_built_in_fit_and_are_used() {
    assert!(shipped::n_bytes() <= 2 << 20);
    let games = || library::games().map(|game| common::game(game.name(), "", None).rules().clone());
    for weighing in shipped::all() {
        let weighing = weighing.expect("a file of weights");
        let rules = games().find(|rules| rules.fingerprint == weighing.rules);
        let rules = rules.unwrap_or_else(|| panic!("the rules of {} have changed: train it anew", weighing.game));
        let test = weighing.test.as_ref().expect("the record of a test");
        assert!(test.low > 0.5, "{}: {test}", weighing.game);
        assert!(shipped::mind(&rules).is_some(), "{}", weighing.game);
    }
    let game = engine("backgammon");
    let mut player = player(Thinking::Playouts(1));
    player.judge(&game, &rolled(&game), &Never).expect("a decision");
    assert!(player.mind().is_some_and(|mind| mind.assessor.is_some()), "backgammon is known");
}
