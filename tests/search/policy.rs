//! Which drops are worth a look: what a drop takes and saves is seen, and a policy is learnt, written and read.

use merel::engine::Engine;
use merel::game::rng::Rng;
use merel::game::{Game, Never};
use merel::play::mind::traits::Traits;
use merel::play::mind::{Weighing, WeighingError, shipped};
use merel::play::search::{Config, Limit, search};
use merel::play::train::Course;

use super::learnt::trained;
use super::mind::engine;
use super::{common, set_up};

/// Black takes three stones on d4, the last free cell of their group, and White saves them there; elsewhere nobody takes or saves any.
#[test]
fn what_a_drop_takes_and_saves_is_seen() {
    let lines = "| . . . . . . . . .\n| . . . . . . . . .\n| . . . . . . . . .\n| . . . . . . . . .\n| . . . . . . . . .\n\
                 | . . . . . . . . .\n| . . S s S . . . .\n| . S s s S . . . .\n| . . S S . . . . .\n";
    for (mover, saves) in [("Black", false), ("White", true)] {
        let (engine, mut position) = set_up("go", &format!("position\n{lines}{mover} to play\n"));
        let traits = Traits::of(engine.rules()).expect("two play");
        let n_options = engine.n_options(&position);
        let looks = traits.look(&engine, &mut position, [None, None]);
        assert_eq!(looks.len(), n_options);
        // The other may take what the mover saves by a drop on the same cell.
        let wanted = traits.taking(saves, 3) as u32;
        let likely: Vec<usize> = (0..looks.len()).filter(|&option| looks[option].contains(&wanted)).collect();
        let cell = |option: usize| engine.dropped_at(&position, option).map(|cell| cell.index());
        let d4 = engine.rules().board.cell("d4").map(|cell| cell.index());
        assert_eq!(likely.iter().map(|&option| cell(option)).collect::<Vec<_>>(), [d4], "{mover}");
        let others = (1..=4).flat_map(|pieces| [(false, pieces), (true, pieces)]).filter(|&pair| pair != (saves, 3));
        let others: Vec<u32> = others.map(|(saves, pieces)| traits.taking(saves, pieces) as u32).collect();
        assert!(!looks.iter().flatten().any(|trait_| others.contains(trait_)), "{mover}");
        // To pass is no drop.
        assert_eq!(looks.iter().filter(|look| look.is_empty()).count(), 1);
    }
}

#[test]
fn what_is_near_the_last_drops_is_seen() {
    let engine = Engine::new(common::game("hex", "size=5", None).rules().clone());
    let mut position = engine.initial();
    let traits = Traits::of(engine.rules()).expect("two play");
    let cell = |name: &str| engine.rules().board.cell(name).expect("a cell");
    let looks = traits.look(&engine, &mut position, [Some(cell("a1").0), None]);
    let look = |name: &str| {
        let option = (0..looks.len()).find(|&option| engine.dropped_at(&position, option) == Some(cell(name)));
        &looks[option.expect("a drop")]
    };
    // The pattern, the class, the steps from the last drop, and that nothing is taken and nothing saved.
    assert!(looks.iter().all(|look| look.len() == 5), "{looks:?}");
    assert_eq!(look("a2")[2], look("b1")[2], "both are beside it");
    assert_eq!(look("a3")[2], look("a2")[2] + 1);
    assert_eq!(look("c3")[0], look("b3")[0], "nothing is beside either");
    assert_ne!(look("c3")[0], look("a3")[0], "the edge is beside the latter");
}

/// Few playouts try what looks probable, and not what chance names: four that nobody chose, and then what looks best of the rest.
#[test]
fn few_playouts_try_what_looks_probable() {
    let engine = engine("go");
    let policy = shipped::mind(engine.rules()).and_then(|mind| mind.policy).expect("a policy of go is built in");
    let position = engine.initial();
    let looks = policy.judge(&engine, &mut position.clone(), [None; 2]);
    let config = Config { drops: true, policy: Some(policy), ..Config::default() };
    let report = search(&engine, &position, Limit::Playouts(16), &config, &mut Rng::stream(3, 0), &Never)
        .expect("somebody decides");
    let mut tried: Vec<f32> = report.options.iter().map(|judgement| looks[judgement.option]).collect();
    tried.sort_by(|one, other| other.total_cmp(one));
    let mut best = looks.to_vec();
    best.sort_by(|one, other| other.total_cmp(one));
    assert!(tried.len() > 4, "{tried:?}");
    let (chosen, all) = (&tried[..tried.len() - 4], &best[..tried.len()]);
    assert!(chosen.iter().all(|look| all.contains(look)), "{tried:?} of {best:?}");
}

#[test]
fn a_policy_is_learnt_and_repeats() {
    let engine = Engine::new(common::game("hex", "size=4", None).rules().clone());
    let course = Course { games: 12, tests: 2, seed: 4 };
    let one = trained(&engine, course, 1);
    let text = one.to_text();
    assert_eq!(text, trained(&engine, course, 2).to_text(), "whatever the number of threads");
    assert_eq!((one.games, one.search.as_str()), (12, "mcts"));
    let (test, searches) = (one.test.clone().expect("a test"), one.searches.clone().expect("a test"));
    assert_eq!((test.won + test.lost, searches.won + searches.lost, searches.playouts), (2, 2, Some(600)));
    assert!(one.foreseen > 0.02, "what is taken is less of a surprise: {}", one.foreseen);
    let read = Weighing::parse(&text).expect("weights");
    assert_eq!(read, one);
    let mind = read.mind(engine.rules()).expect("they fit");
    assert!(mind.policy.is_some() && mind.drops && !mind.looks_ahead);
    // Traits that are not there, and weights that are no numbers, do not fit.
    let unfit = |number: u32, weight: f64| {
        let mut other = read.clone();
        other.policy.iter_mut().for_each(|policy| policy.traits.push((number, weight)));
        assert!(matches!(other.mind(engine.rules()), Err(WeighingError::Unfit(_))));
    };
    unfit(u32::MAX, 0.5);
    unfit(0, f64::NAN);
    unfit(0, 1e9);
}
