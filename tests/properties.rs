//! What holds for every game of the library, whatever its options and its number of players.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use merel::engine::Engine;
use merel::game::rng::{GENERATOR, Rng};
use merel::game::{Actor, Game, Verdict};
use merel::play::chance;
use merel::record::{replay, result, saved};
use merel::reference::{Position, Reference};
use merel::rules::{Choices, Module};
use merel::scenario;
use merel::source::SourceMap;
use merel::split::{Split, SplitPosition};
use merel::syntax::format;
use rayon::prelude::*;

use crate::common;

/// Positions of one game that are looked at closely; the rest is only played.
const CLOSE_LOOKS: usize = 6;
/// Close looks are taken at so many decisions from the start.
const OPENING: usize = 150;
/// So many decisions of the games whose positions are written and read, and their seeds: the plain evaluator goes along.
const READ: usize = 90;
const TOLD: [u64; 2] = [3, 12];
/// Where play goes on alike, options are read at every so manieth decision.
const READ_ALIKE: usize = 8;
/// It is seen to go on alike for so many decisions of the plain evaluator, and of the engine.
const ALIKE: [usize; 2] = [8, 60];
/// Positions with more options are not looked at in the split view.
const SPLIT: usize = 60;
/// Options of one position that are taken and taken back.
const OPTIONS: usize = 12;

/// Every game of the library with every value of every option and every number of players, on all cores.
fn every_game(look: impl Fn(&str, &Choices, &Reference) + Sync) {
    every_one_of(&common::games(), look);
}

fn every_one_of(names: &[String], look: impl Fn(&str, &Choices, &Reference) + Sync) {
    let all = names.iter().flat_map(|name| {
        let (module, _) = common::load(name);
        module.every_choice().into_iter().map(move |choices| (name, choices))
    });
    all.collect::<Vec<_>>().into_par_iter().for_each(|(name, choices)| {
        let (module, sources) = common::load(name);
        match module.rules(&choices) {
            Ok(rules) => look(name, &choices, &Reference::new(rules)),
            Err(diagnostics) => panic!("{name} {choices:?}: {}", common::told(&sources, &diagnostics)),
        }
    });
}

/// At most so many decisions of a random game: their texts, and where they lead. `look` sees every position.
fn random_game(
    game: &Reference,
    seed: u64,
    most: usize,
    mut look: impl FnMut(usize, &mut Position),
) -> (Vec<String>, Position) {
    let mut rng = Rng::stream(seed, 0);
    let mut position = game.initial();
    let mut texts = Vec::new();
    while let Some(actor) = game.actor(&position).filter(|_| texts.len() < most) {
        look(texts.len(), &mut position);
        let option = match actor {
            Actor::Player(_) => rng.index(game.n_options(&position)),
            Actor::Chance => chance::draw(game, &position, &mut rng),
        };
        texts.push(game.notation(&position, option));
        game.apply(&mut position, option);
    }
    (texts, position)
}

/// At most so many decisions of a random game that the engine plays, and where they lead. `look` sees every position.
fn random_play(
    game: &Engine,
    seed: u64,
    most: usize,
    mut look: impl FnMut(usize, &merel::engine::Position),
) -> (Vec<usize>, merel::engine::Position) {
    let mut rng = Rng::stream(seed, 0);
    let mut position = game.initial();
    let mut taken = Vec::new();
    while let Some(actor) = game.actor(&position).filter(|_| taken.len() < most) {
        look(taken.len(), &position);
        let option = match actor {
            Actor::Player(_) => rng.index(game.n_options(&position)),
            Actor::Chance => chance::draw(game, &position, &mut rng),
        };
        game.play(&mut position, option);
        taken.push(option);
    }
    (taken, position)
}

/// A position of the engine as the plain evaluator has it, at the beginning of the turn.
fn handed_over(game: &Reference, engine: &Engine, position: &merel::engine::Position) -> Position {
    game.begun_from(&engine.arrangement(position))
}

fn hash(position: &Position, hasher: &RandomState) -> u64 {
    hasher.hash_one(position)
}

/// Undo restores everything; options are what notation and parsing say; probabilities are whole.
fn examine(game: &Reference, position: &mut Position) {
    let hasher = RandomState::new();
    let before = position.clone();
    let texts = game.notations(position);
    assert_eq!(texts.len(), game.n_options(position));
    assert!(!texts.is_empty(), "who decides has an option");
    assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len(), "two options read alike: {texts:?}");
    let stride = texts.len().div_ceil(OPTIONS);
    for (option, text) in texts.iter().enumerate().step_by(stride) {
        assert!(!text.is_empty() && !text.contains(char::is_whitespace), "`{text}` is one word");
        assert_eq!(game.parse(position, text).as_ref(), Ok(&option), "`{text}` parses back");
        let mut other = before.clone();
        let undo = game.apply(position, option);
        game.apply(&mut other, option);
        assert_eq!(*position, other, "`{text}` does the same to a clone");
        assert_eq!(hash(position, &hasher), hash(&other, &hasher), "equal positions have equal hashes");
        assert_eq!(game.notations(position), game.notations(&other), "equal positions have equal options");
        game.undo(position, undo);
        assert_eq!(*position, before, "`{text}` is taken back");
        assert_eq!(hash(position, &hasher), hash(&before, &hasher), "`{text}` is taken back to the hash");
        assert_eq!(game.snapshot(position), game.snapshot(&before), "`{text}` is taken back to the picture");
    }
    assert_eq!(game.notations(position), texts, "the options are the same again");
    assert!(game.parse(position, "no-such-option").is_err());
    probabilities_are_whole(game, position);
}

fn probabilities_are_whole(game: &Reference, position: &Position) {
    let of = |option| game.probability(position, option);
    let n = game.n_options(position);
    if game.actor(position) != Some(Actor::Chance) {
        assert!((0..n).all(|option| of(option).is_none()), "players' options have no probability");
        return;
    }
    let (mut numerator, mut denominator) = (0_u128, 1_u128);
    for probability in (0..n).map(|option| of(option).expect("options of Chance have a probability")) {
        let (a, b) = (u128::from(probability.numerator), u128::from(probability.denominator));
        assert!(a > 0, "what cannot happen is no option");
        (numerator, denominator) = (numerator * b + a * denominator, denominator * b);
        let divisor = gcd(numerator, denominator);
        (numerator, denominator) = (numerator / divisor, denominator / divisor);
    }
    assert_eq!((numerator, denominator), (1, 1), "probabilities sum to one");
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn undo_options_notation_and_probabilities_agree_in_random_games() {
    every_game(|_, _, game| {
        let length = random_game(game, 1, OPENING, |_, _| ()).0.len();
        let stride = length.div_ceil(CLOSE_LOOKS);
        random_game(game, 1, OPENING, |ply, position| {
            if ply % stride == 0 {
                examine(game, position);
            }
        });
    });
}

/// At the beginning of turns the laws of the game hold.
#[test]
fn positions_obey_their_laws() {
    every_game(|name, choices, game| {
        let (engine, mut turns) = (Engine::new(game.shared_rules()), None);
        random_play(&engine, 3, OPENING, |ply, position| {
            let now = engine.snapshot(position).turns;
            let begins = turns.replace(now) != Some(now) && engine.actor(position) != Some(Actor::Chance);
            if begins {
                let position = handed_over(game, &engine, position);
                assert_eq!(game.unlawful(&position), None, "{name} {choices:?} at decision {ply}");
            }
        });
    });
}

/// A game with both evaluators.
struct Both<'a> {
    place: String,
    module: &'a Module,
    choices: &'a Choices,
    plain: &'a Reference,
    engine: Engine,
}

/// Every position, wherever in a turn or in the set-up it stands, is written and read back to an equal one, from which
/// play goes on alike. Where repetition counts the text says that it leaves the history out.
#[test]
fn positions_are_read_back_from_their_text() {
    let names = [common::games(), common::samples()].concat();
    every_one_of(&names, |name, choices, plain| {
        let (module, _) = common::load(name);
        let engine = Engine::new(plain.shared_rules());
        let both = Both { place: format!("{name} {choices:?}"), module: &module, choices, plain, engine };
        for seed in TOLD {
            let (taken, _) = random_play(&both.engine, seed, READ, |_, _| ());
            // Shifted, so that games of two decisions a turn are not always met at its beginning.
            let looks = (0..=CLOSE_LOOKS).map(|look| (look * taken.len() / CLOSE_LOOKS + look % 2).min(taken.len()));
            let looks: HashSet<usize> = looks.collect();
            let (mut one, mut other) = (plain.initial(), both.engine.initial());
            for ply in 0..=taken.len() {
                if looks.contains(&ply) {
                    read_back(&both, &one, &other);
                }
                if let Some(&option) = taken.get(ply) {
                    plain.apply(&mut one, option);
                    both.engine.apply(&mut other, option);
                }
            }
        }
    });
}

fn read_back(both: &Both<'_>, one: &Position, other: &merel::engine::Position) {
    let Both { place, module, choices, plain, engine } = both;
    let told = scenario::told(module, choices, plain, one);
    let place = format!("{place}:\n{}", told.text);
    let has_history = told.left_out.iter().any(|what| what.starts_with("what stood before"));
    assert_eq!(told.left_out.len(), usize::from(has_history), "{place}");
    assert!(plain.rules().asks_repetition || !has_history, "{place}");
    let mut sources = SourceMap::default();
    let source = sources.add("position", told.text.as_str());
    let (_, start) = scenario::start(module, choices, source, &told.text)
        .unwrap_or_else(|diagnostics| panic!("{place}: {}", common::told(&sources, &diagnostics)));
    let begun = (start.arrangement.as_ref())
        .map(|arrangement| (plain.begun_from(arrangement), engine.arranged(arrangement)))
        .unwrap_or_else(|| (plain.initial(), engine.initial()));
    let (mut read_plain, mut read_engine) = begun;
    for &option in &start.taken {
        plain.apply(&mut read_plain, option);
        engine.apply(&mut read_engine, option);
    }
    // An end by repetition is the one thing that the text cannot know.
    let is_over = plain.outcome(one).is_some() && has_history;
    assert!(is_over || *one == read_plain && *other == read_engine, "{place}");
    go_on_alike(&place, *plain, (one.clone(), read_plain), (has_history, ALIKE[0]));
    go_on_alike(&place, engine, (other.clone(), read_engine), (has_history, ALIKE[1]));
}

/// From two equal positions a random game goes on alike, but for ends by repetition.
fn go_on_alike<G: Game>(
    place: &str,
    game: &G,
    (mut one, mut other): (G::Position, G::Position),
    (repeats, most): (bool, usize),
) {
    let mut rng = Rng::stream(7, 1);
    for decision in 0..=most {
        let over = |position| (game.outcome(position).is_some(), game.snapshot(position).turns);
        if repeats && over(&one) != over(&other) {
            return;
        }
        assert_eq!(game.outcome(&one), game.outcome(&other), "{place}");
        assert_eq!(game.snapshot(&one), game.snapshot(&other), "{place}");
        assert_eq!(game.actor(&one), game.actor(&other), "{place}");
        let n_options = game.n_options(&one);
        assert_eq!(n_options, game.n_options(&other), "{place}");
        if n_options == 0 {
            return;
        }
        if decision % READ_ALIKE == 0 {
            assert_eq!(game.notations(&one), game.notations(&other), "{place}");
        }
        let option = rng.index(n_options);
        game.play(&mut one, option);
        game.play(&mut other, option);
    }
}

/// An option that is typed without its signs and in small letters is found, or the options that it may mean are told.
#[test]
fn options_are_found_without_signs_and_capitals() {
    every_game(|name, choices, game| {
        let engine = Engine::new(game.shared_rules());
        random_play(&engine, 6, OPENING, |ply, position| {
            if ply % 30 != 7 {
                return;
            }
            let position = &handed_over(game, &engine, position);
            if game.actor(position).is_none() {
                return;
            }
            let texts = game.notations(position);
            let lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
            let typed = |text: &str| text.replace(|letter| "-x@:/=#().,".contains(letter), "");
            let bare: Vec<String> = lower.iter().map(|text| typed(text)).collect();
            let stride = texts.len().div_ceil(OPTIONS);
            for option in (0..texts.len()).step_by(stride) {
                let alike = (0..texts.len()).filter(|other| bare[*other] == bare[option]);
                let alike: Vec<String> = alike.map(|other| texts[other].clone()).collect();
                // What is typed may be another option to the letter.
                if bare[option].is_empty() || texts.contains(&bare[option]) {
                    continue;
                }
                match game.parse(position, &bare[option]) {
                    Ok(found) => assert_eq!((found, alike.len()), (option, 1), "{name} {choices:?}: {}", texts[option]),
                    Err(error) => {
                        assert_eq!(error.meant, alike, "{name} {choices:?}: {}", texts[option]);
                        assert!(alike.len() > 1 && alike.contains(&texts[option]));
                    }
                }
            }
        });
    });
}

/// Where the choices of the split view lead, each whole option once.
fn split_ends(game: &Split<&Reference>, position: &mut SplitPosition<Position>, ends: &mut Vec<Position>) {
    let before = position.clone();
    for option in 0..game.n_options(position) {
        let undo = game.apply(position, option);
        match position.is_whole() {
            true => ends.push(position.whole().clone()),
            false => split_ends(game, position, ends),
        }
        game.undo(position, undo);
        assert_eq!(*position, before, "a choice is taken back");
    }
}

#[test]
fn the_split_view_leads_to_every_option_once() {
    every_game(|name, choices, game| {
        let split = Split::new(game, true);
        random_game(game, 4, 18, |ply, position| {
            let n = game.n_options(position);
            if ![4, 17].contains(&ply) || n > SPLIT {
                return;
            }
            let mut ends = Vec::new();
            split_ends(&split, &mut SplitPosition::new(position.clone()), &mut ends);
            let wholes = (0..n).map(|option| {
                let mut whole = position.clone();
                game.apply(&mut whole, option);
                whole
            });
            let hasher = RandomState::new();
            let counted = |ends: Vec<Position>| {
                let mut hashes: Vec<u64> = ends.iter().map(|end| hash(end, &hasher)).collect();
                hashes.sort_unstable();
                hashes
            };
            assert_eq!(counted(ends), counted(wholes.collect()), "{name} {choices:?} at decision {ply}");
        });
    });
}

#[test]
fn the_same_seed_gives_the_same_game() {
    every_game(|name, choices, game| {
        let once = random_game(game, 2, OPENING, |_, _| ());
        assert_eq!(once, random_game(game, 2, OPENING, |_, _| ()), "{name} {choices:?}");
    });
}

#[test]
fn every_random_game_ends_by_its_rules_and_is_played_again_from_its_file() {
    every_game(|name, choices, game| {
        let engine = Engine::new(game.shared_rules());
        let (taken, end) = random_play(&engine, 5, usize::MAX, |_, _| ());
        let mut position = engine.initial();
        let text_of = |&option: &usize| {
            let text = engine.notation(&position, option);
            engine.play(&mut position, option);
            text
        };
        let moves: Vec<String> = taken.iter().map(text_of).collect();
        let outcome = engine.outcome(&end).expect("a game without a decision is over");
        assert_eq!(engine.n_options(&end), 0, "a game that is over has no options");
        assert_ne!(outcome.verdict(), Verdict::Unfinished, "{name} {choices:?}: {}", outcome.by);
        let names: Vec<String> = game.rules().players.iter().map(|player| player.name.clone()).collect();
        let written = saved::Saved {
            game: name.to_owned(),
            title: game.rules().look.title.plain.clone(),
            options: choices.options.clone(),
            players: names.len() as u8,
            seed: 5,
            generator: GENERATOR.to_owned(),
            moves,
            result: Some(result::text(&outcome, &names)),
            ..saved::Saved::default()
        };
        let read = saved::parse(&saved::to_text(&written)).expect("a saved match can be read");
        assert_eq!(read, written);
        let replayed = replay::moves(game, game.initial(), &read.moves).expect("its moves are legal");
        assert_eq!(game.n_options(&replayed.position), 0, "a game that is over has no options");
        assert_eq!(game.snapshot(&replayed.position), engine.snapshot(&end), "{name} {choices:?}");
        assert_eq!(replayed.outcome, Some(outcome));
        replay::check_result(&replayed, &read.result.unwrap_or_default(), &names).expect("it ends alike");
    });
}

#[test]
fn the_layout_of_every_file_keeps_its_meaning_and_is_its_own_layout() {
    for name in common::games() {
        let text = std::fs::read_to_string(common::folder().join(format!("{name}.gdl"))).expect("files can be read");
        let once = format::format(&text).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        assert_eq!(format::format(&once).as_deref(), Ok(once.as_str()), "{name}: laid out twice");
        let rules = |text: &str| {
            let (module, _) = Module::from_text(&common::Library, &name, text, &mut SourceMap::default());
            module
                .and_then(|module| module.rules(&Choices::default()).ok())
                .map(|rules| (rules.fingerprint, rules.look))
        };
        assert!(rules(&once).is_some() && rules(&text) == rules(&once), "{name}: the layout changes the meaning");
    }
}
