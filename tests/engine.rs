//! The engine plays as the plain evaluator does: the same options in the same order, the same probabilities, the same
//! ends, in seeded random games of every game, whatever its options and its number of players.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use merel::budget::{Budget, Limits, Part, Used};
use merel::engine::{self, Engine};
use merel::game::rng::Rng;
use merel::game::{Actor, Contents, Game};
use merel::play::chance;
use merel::program::{Class, Program};
use merel::reference::{self, Reference};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use rayon::prelude::*;

use crate::common;

/// Decisions of one game that are compared; long games end there.
const DECISIONS: usize = 220;
/// Taking back is tried at every so manieth decision.
const STRIDE: usize = 13;

/// Every game with every value of every option and every number of players, on all cores.
fn every_game(look: impl Fn(&str, &Choices, &Module) + Sync) {
    let names = common::games();
    let all = names.iter().flat_map(|name| {
        let (module, _) = common::load(name);
        module.every_choice().into_iter().map(move |choices| (name, choices))
    });
    all.collect::<Vec<_>>().into_par_iter().for_each(|(name, choices)| {
        let (module, _) = common::load(name);
        look(name, &choices, &module);
    });
}

/// Plays one random game with both, up to so many decisions, and compares them at every decision.
fn compare(name: &str, reference: &Reference, engine: &Engine, (seed, decisions): (u64, usize)) {
    let mut rng = Rng::stream(seed, 0);
    let (mut expected, mut found) = (reference.initial(), engine.initial());
    let mut played: Vec<String> = Vec::new();
    for decision in 0..decisions {
        let place = || format!("{name} after {}", played.join(" "));
        assert_eq!(engine.actor(&found), reference.actor(&expected), "{}", place());
        assert_eq!(engine.outcome(&found), reference.outcome(&expected), "{}", place());
        let texts = reference.notations(&expected);
        assert_eq!(engine.notations(&found), texts, "{}", place());
        assert_eq!(engine.n_options(&found), texts.len(), "{}", place());
        let probability = |option| (engine.probability(&found, option), reference.probability(&expected, option));
        assert!((0..texts.len()).map(probability).all(|(one, other)| one == other), "{}", place());
        let Some(actor) = reference.actor(&expected) else { return };
        let option = match actor {
            Actor::Player(_) => rng.index(texts.len()),
            Actor::Chance => chance::draw(reference, &expected, &mut rng),
        };
        assert_eq!(engine.cells_of(&found, option), reference.cells_of(&expected, option), "{}", place());
        if decision % STRIDE == 0 {
            assert_eq!(engine.snapshot(&found), reference.snapshot(&expected), "{}", place());
            let before = found.clone();
            let undo = engine.apply(&mut found, option);
            engine.undo(&mut found, undo);
            assert_eq!(found, before, "{}", place());
            assert_eq!(engine.snapshot(&found), engine.snapshot(&before), "{}", place());
            assert_eq!(engine.notations(&found), texts, "{}", place());
        }
        if decision % STRIDE == 1 {
            let place = format!("{}, where {} is looked at", place(), texts[option]);
            compare_contents((reference, &mut expected), (engine, &mut found), option, &place);
        }
        played.push(texts[option].clone());
        engine.apply(&mut found, option);
        reference.apply(&mut expected, option);
    }
}

/// What a position holds, with its pieces in order.
fn in_order<G: Game>(game: &G, fill: impl FnOnce(&G, &mut Contents) -> bool) -> Contents {
    // What stood in the buffer before must not matter.
    let mut contents = Contents { numbers: vec![7], counters: vec![7], hands: vec![7], ..Contents::default() };
    assert!(fill(game, &mut contents), "the evaluator can tell");
    contents.pieces.sort_unstable();
    contents
}

/// What stands where, before an option and after it; and what comes of options that are tried.
fn compare_contents(
    (reference, expected): (&Reference, &mut reference::Position),
    (engine, found): (&Engine, &mut engine::Position),
    option: usize,
    place: &str,
) {
    let plain = in_order(reference, |game, into| game.contents(expected, into));
    assert_eq!(in_order(engine, |game, into| game.contents(found, into)), plain, "{place}");
    let after = in_order(reference, |game, into| game.contents_after(expected, option, into));
    assert_eq!(in_order(engine, |game, into| game.contents_after(found, option, into)), after, "{place}");
    let before = found.clone();
    let undo = engine.try_option(found, option);
    let plain_undo = reference.apply(expected, option);
    assert_eq!(engine.actor(found), reference.actor(expected), "{place}: tried");
    assert_eq!(engine.outcome(found), reference.outcome(expected), "{place}: tried");
    let plain = in_order(reference, |game, into| game.contents(expected, into));
    assert_eq!(in_order(engine, |game, into| game.contents(found, into)), plain, "{place}: tried");
    if matches!(engine.actor(found), Some(Actor::Player(_))) {
        let n_options = reference.n_options(expected);
        assert_eq!(engine.find_options(found), n_options, "{place}: tried");
        let leads = |option| in_order(reference, |game, into| game.contents_after(expected, option, into));
        let mut wanted: Vec<String> = (0..n_options).map(leads).map(|contents| format!("{contents:?}")).collect();
        let leads = |option| in_order(engine, |game, into| game.contents_after(found, option, into));
        let mut had: Vec<String> = (0..n_options).map(leads).map(|contents| format!("{contents:?}")).collect();
        wanted.sort_unstable();
        had.sort_unstable();
        assert_eq!(had, wanted, "{place}: tried");
    }
    engine.undo(found, undo);
    reference.undo(expected, plain_undo);
    assert_eq!(*found, before, "{place}");
    assert_eq!(engine.notations(found), reference.notations(expected), "{place}");
}

#[test]
fn the_engine_agrees_with_the_plain_evaluator_on_every_game() {
    every_game(|name, choices, module| {
        let rules = || module.rules(choices).unwrap_or_else(|_| panic!("{name} {choices:?}"));
        let (reference, engine) = (Reference::new(rules()), Engine::new(rules()));
        let told = format!("{name} {choices:?}");
        (0..2).for_each(|seed| compare(&told, &reference, &engine, (seed, DECISIONS)));
    });
}

#[test]
fn every_class_can_be_switched_off() {
    common::games().into_par_iter().for_each(|name| {
        let (module, _) = common::load(&name);
        let rules = || module.rules(&Choices::default()).unwrap_or_else(|_| panic!("{name}"));
        let reference = Reference::new(rules());
        for class in Class::NAMES {
            let mut program = Program::new(rules());
            if program.moves.iter().any(|each| each.class.name() == class) {
                program.switch_off(class);
                compare(&format!("{name} without {class}"), &reference, &Engine::of(program), (7, 40));
            }
        }
    });
}

/// Positions handed over as plain data go on alike.
#[test]
fn positions_are_handed_from_one_evaluator_to_the_other() {
    common::games().into_par_iter().for_each(|name| {
        let (module, _) = common::load(&name);
        let rules = || module.rules(&Choices::default()).unwrap_or_else(|_| panic!("{name}"));
        let (reference, engine) = (Reference::new(rules()), Engine::new(rules()));
        let mut rng = Rng::stream(11, 0);
        let mut position = reference.initial();
        for _ in 0..30 {
            let Some(actor) = reference.actor(&position) else { return };
            let option = match actor {
                Actor::Player(_) => rng.index(reference.n_options(&position)),
                Actor::Chance => chance::draw(&reference, &position, &mut rng),
            };
            reference.apply(&mut position, option);
        }
        if reference.snapshot(&position).mover.is_some() {
            let arrangement = reference.arrangement(&position);
            let (one, other) = (reference.begun_from(&arrangement), engine.arranged(&arrangement));
            assert_eq!(engine.notations(&other), reference.notations(&one), "{name}");
            let told = reference.text_of(&reference.arrangement(&one));
            assert_eq!(engine.situation_text(&other), told, "{name}");
            assert_eq!(engine.snapshot(&other), reference.snapshot(&one), "{name}");
        }
    });
}

/// The engine of a text without one of the classes, and its budget, which is spent when it was looked at so often. No
/// clock is asked, so that it is the same on any machine.
fn bounded(text: &str, without: &str, looks: u64) -> (Engine, Budget) {
    let looked = AtomicU64::new(0);
    let meter = move || Used { time: Duration::from_millis(looked.fetch_add(1, Ordering::Relaxed)), memory: 0 };
    let limits = Limits { time: Some(Duration::from_millis(looks)), ..Limits::default() };
    let budget = Budget::new(limits, meter);
    let (module, found) =
        Module::from_text(&common::Bounded(budget.clone()), "mine.gdl", text, &mut SourceMap::default());
    assert!(found.is_empty(), "{found:?}");
    let mut program = Program::new(module.expect("a module").rules(&Choices::default()).expect("rules"));
    program.native_after = Some(0);
    program.switch_off(without);
    assert!(budget.spent().is_none(), "the text alone was too much");
    (Engine::of(program), budget)
}

fn dearest(budget: &Budget) -> String {
    assert!(budget.spent().is_some_and(|spent| spent.part == Part::Time), "nothing was cut");
    let (texts, place) = budget.dearest().expect("a place");
    texts.slice(place).to_owned()
}

const MEN: &str = "piece Man (Men)\nturn { choose go }\nend after each turn { \"late\": draw when turns at least 9 }\n";

#[test]
fn rounds_within_rounds_are_cut_and_told_by_every_way_to_play() {
    let text = format!(
        "language 1\ngame \"Rounds\"\nplayers White, Black\nboard square 8 by 8\nremember total: 0 to 9\n{MEN}\
         setup {{ put Man of White on a1 put Man of Black on d4 }}\nmove go {{ Man steps to empty {{\n\
         each a in cells {{ each b in cells {{ each c in cells {{ each d in cells {{ set total to 1 }} }} }} }}\n}} }}\n"
    );
    for without in ["native", "rush", "sets"] {
        let (engine, budget) = bounded(&text, without, 20);
        let mut position = engine.initial();
        let (mut rng, halt) = (Rng::stream(0, 0), budget.clone());
        engine.play_on(&mut position, &mut rng, 100, &halt);
        assert_eq!(dearest(&budget), "set total to 1", "without {without}");
    }
}

#[test]
fn options_that_move_many_pieces_each_are_cut_among_them() {
    let text = format!(
        "language 1\ngame \"Towers\"\nplayers White, Black\nboard square 16 by 16 with stacks\n{MEN}\
         setup {{ put 1000 Man of White on a1 put Man of Black on d4 }}\n\
         move go {{ pick a from mine, b from cells {{ move all of a to b }} }}\n"
    );
    // 256 options, each a run of 1000 with 1000 pieces moved: a look at 65536 is one at every 33rd.
    let (engine, budget) = bounded(&text, "native", 4);
    engine.initial();
    assert_eq!(dearest(&budget), "move all of a to b");
    let (engine, budget) = bounded(&text, "native", 40);
    assert_eq!((engine.n_options(&engine.initial()), budget.spent().is_none()), (256, true));
}
