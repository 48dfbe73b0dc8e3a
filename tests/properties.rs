//! What holds for every game of the library, whatever its options and its number of players.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use merel::game::{Actor, Game, Verdict};
use merel::play::{
    chance,
    rng::{GENERATOR, Rng},
};
use merel::record::{replay, result, saved};
use merel::reference::{Position, Reference};
use merel::rules::{Choices, Module};
use merel::scenario;
use merel::source::SourceMap;
use merel::split::{Split, SplitPosition};
use merel::syntax::format;
use rayon::prelude::*;

mod common;

/// Positions of one game that are looked at closely; the rest is only played.
const CLOSE_LOOKS: usize = 6;
/// Close looks are taken at so many decisions from the start.
const OPENING: usize = 150;
/// Positions with more options are not looked at in the split view.
const SPLIT: usize = 120;
/// Options of one position that are taken and taken back.
const OPTIONS: usize = 24;

/// Every game with every value of every option and every number of players, on all cores.
fn every_game(look: impl Fn(&str, &Choices, &Reference) + Sync) {
    let names = common::games();
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

/// At the beginning of turns the laws of the game hold, and the position as text sets up one with the same options.
#[test]
fn positions_obey_their_laws_and_are_set_up_again_from_their_text() {
    every_game(|name, choices, game| {
        let mut turns = None;
        let mut looks = 0;
        random_game(game, 3, OPENING, |ply, position| {
            let now = game.snapshot(position).turns;
            let begins = turns.replace(now) != Some(now) && game.actor(position) != Some(Actor::Chance);
            if !begins {
                return;
            }
            assert_eq!(game.unlawful(position), None, "{name} {choices:?} at decision {ply}");
            if ply > 0 && looks < CLOSE_LOOKS {
                looks += 1;
                set_up_again(name, choices, game, position);
            }
        });
    });
}

fn set_up_again(name: &str, choices: &Choices, game: &Reference, position: &Position) {
    let text = game.position_text(position);
    let (module, mut sources) = common::load(name);
    let source = sources.add("position", text.as_str());
    let (again, other) = scenario::position(&module, choices, source, &text)
        .unwrap_or_else(|diagnostics| panic!("{name}: {text}: {}", common::told(&sources, &diagnostics)));
    assert_eq!(game.notations(position), again.notations(&other), "{name} {choices:?}: {text}");
    assert_eq!(again.position_text(&other), text, "{name} {choices:?}");
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
        let (moves, position) = random_game(game, 5, usize::MAX, |_, _| ());
        let outcome = game.outcome(&position).expect("a game without a decision is over");
        assert_eq!(game.n_options(&position), 0, "a game that is over has no options");
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
        assert_eq!(replayed.position, position);
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
