//! Rule files that nobody wrote: those of the library with words exchanged, numbers changed and lines left out. Whatever
//! is still a game is played alike by the plain evaluator, the engine and a rush.

use std::sync::Arc;

use merel::engine::{Engine, Position};
use merel::game::{Actor, Game, Never};
use merel::play::{chance, rng::Rng};
use merel::program::Program;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use rayon::prelude::*;

mod common;

/// Mutants of each file.
const MUTANTS: u64 = 10;
/// Decisions of one game that are compared.
const DECISIONS: usize = 24;
/// The most options of a decision that are compared; games with more end there.
const OPTIONS: usize = 400;
/// The most options of a decision after which those of the next are counted.
const COUNTED: usize = 60;

/// Words that stand for each other without the file ceasing to be one.
const EXCHANGES: &[(&str, &str)] = &[
    ("orthogonal", "diagonal"),
    ("diagonal", "orthogonal"),
    ("forward-diagonal", "forward"),
    (" forward", " backward"),
    ("steps", "slides"),
    ("slides", "steps"),
    ("to enemies", "to empty or enemies"),
    ("empty or enemies", "empty"),
    ("enemies", "pieces"),
    ("over enemies", "over mine"),
    ("wins", "loses"),
    ("loses", "wins"),
    ("after each turn", "before each turn"),
    ("before each turn", "after each turn"),
    ("repeats", ""),
    (" may repeat", ""),
    ("some ", "no "),
    ("no ", "some "),
    (" or else ", " or "),
    (" or ", " or else "),
    ("when ", "when not "),
    (" my ", " enemy "),
    (" enemy ", " my "),
    ("last row", "first row"),
    (" and ", " or "),
];

/// One file under its own name, all others from the library.
struct One(String, Arc<str>);

impl Loader for One {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        match path.trim_end_matches(".gdl") == self.0 {
            true => Ok((format!("{}.gdl", self.0), self.1.clone())),
            false => common::Library.read(from, path),
        }
    }
}

/// The rules of a file with one to three changes; scenarios and texts are left out.
fn mutant(text: &str, rng: &mut Rng) -> String {
    let mut text: String = text.split("\ntest ").next().unwrap_or_default().to_owned();
    for _ in 0..=rng.index(3) {
        let lines: Vec<&str> = text.lines().collect();
        text = match rng.index(4) {
            0 => {
                let left_out = rng.index(lines.len());
                let kept = lines.iter().enumerate().filter(|(number, _)| *number != left_out);
                kept.map(|(_, line)| format!("{line}\n")).collect()
            }
            1 => {
                let digits: Vec<usize> =
                    text.char_indices().filter(|(_, c)| ('1'..='8').contains(c)).map(|(at, _)| at).collect();
                if digits.is_empty() {
                    continue;
                }
                let at = digits[rng.index(digits.len())];
                let digit = char::from(text.as_bytes()[at] + 1);
                format!("{}{digit}{}", &text[..at], &text[at + 1..])
            }
            _ => {
                let (word, other) = EXCHANGES[rng.index(EXCHANGES.len())];
                let places: Vec<usize> = text.match_indices(word).map(|(at, _)| at).collect();
                if places.is_empty() {
                    continue;
                }
                let at = places[rng.index(places.len())];
                format!("{}{other}{}", &text[..at], &text[at + word.len()..])
            }
        };
    }
    text
}

/// Sequences of two decisions that are counted without playing them are as many as there are.
fn count_two(place: &str, engine: &Engine, position: &Position) {
    let Some(counted) = engine.ahead(position, 2, &Never) else { return };
    let after = |option| {
        let mut next = position.clone();
        engine.apply(&mut next, option);
        engine.n_options(&next) as u64
    };
    let two: u64 = (0..engine.n_options(position)).map(after).sum();
    assert_eq!(counted, two, "{place}: two decisions from\n{}", engine.situation_text(position));
}

/// Plays one random game with all three.
fn compare(name: &str, text: &str, reference: &Reference, engine: &Engine) {
    let mut rng = Rng::stream(5, 0);
    let (mut expected, mut found) = (reference.initial(), engine.initial());
    for decision in 0..DECISIONS {
        let place = || format!("{name}\n{text}");
        assert_eq!(engine.outcome(&found), reference.outcome(&expected), "{}", place());
        assert_eq!(engine.actor(&found), reference.actor(&expected), "{}", place());
        let n = reference.n_options(&expected);
        if n == 0 || n > OPTIONS {
            return;
        }
        assert_eq!(engine.notations(&found), reference.notations(&expected), "{}", place());
        if n <= COUNTED && decision % 4 == 2 {
            count_two(&place(), engine, &found);
        }
        let option = match reference.actor(&expected) {
            Some(Actor::Chance) => chance::draw(reference, &expected, &mut rng),
            _ => {
                let mut rushed = found.clone();
                engine.play_on(&mut rushed, &mut |n| rng.below(n), 1, &Never);
                let after = (0..n).find(|&option| {
                    let mut next = found.clone();
                    engine.apply(&mut next, option);
                    next == rushed && engine.outcome(&next) == engine.outcome(&rushed)
                });
                assert!(after.is_some(), "{} rushes from\n{}", place(), engine.situation_text(&found));
                rng.index(n)
            }
        };
        engine.apply(&mut found, option);
        reference.apply(&mut expected, option);
    }
}

#[test]
fn mutants_of_the_library_are_played_alike() {
    let played: usize = common::games()
        .into_par_iter()
        .map(|name| {
            let path = common::folder().join(format!("{name}.gdl"));
            let text = std::fs::read_to_string(path).expect("the file is there");
            let mut played = 0;
            for number in 0..MUTANTS {
                let text = mutant(&text, &mut Rng::stream(17, number));
                let loader = One(name.clone(), Arc::from(text.as_str()));
                let (module, diagnostics) = Module::load(&loader, &name, &mut SourceMap::default());
                let Some(module) = module.filter(|_| diagnostics.is_empty()) else { continue };
                let rules = || module.rules(&Choices::default()).ok();
                let (Some(first), Some(second)) = (rules(), rules()) else { continue };
                let mut second = Program::new(second);
                second.native_after = Some(0);
                compare(&format!("{name} {number}"), &text, &Reference::new(first), &Engine::of(second));
                played += 1;
            }
            played
        })
        .sum();
    assert!(played > 100, "{played} mutants are still games");
}
