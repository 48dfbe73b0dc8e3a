//! A game played with the plain evaluator, the engine and a rush with native code: nothing may differ.

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Game, Never, Outcome};
use merel::play::chance;
use merel::reference::Reference;

/// Decisions of one game that are compared.
const DECISIONS: usize = 16;
/// The most options of a decision that are compared; games with more end there.
const OPTIONS: usize = 150;
/// The most options of a decision after which those of the next are counted.
const COUNTED: usize = 30;

/// Sequences of two decisions that are counted without playing them are as many as there are.
fn count_two(place: &str, engine: &Engine, position: &Position) {
    let Some(counted) = engine.ahead(position, 2, &Never) else { return };
    let after = |option| {
        let mut next = position.clone();
        engine.apply(&mut next, option);
        engine.n_options(&next) as u64
    };
    let two: u64 = (0..engine.n_options(position)).map(after).sum();
    assert!(
        counted == two || is_cut(engine),
        "{place}: {counted}, not {two}, from\n{}",
        engine.situation_text(position)
    );
}

/// Whether the budget of a game is spent: what came of it means nothing then.
pub fn is_cut(game: &impl Game) -> bool {
    game.rules().budget.look()
}

/// Whether a game was ended because a decision was too much to work out.
fn is_too_much(outcome: &Option<Outcome>) -> bool {
    outcome.as_ref().is_some_and(|outcome| outcome.clause.is_none() && *outcome.by == *"too much to work out")
}

/// Plays one random game with all three.
///
/// # Panics
/// If anything differs.
pub fn compare(name: &str, text: &str, reference: &Reference, engine: &Engine, seed: u64) {
    let mut rng = Rng::stream(seed, 0);
    let (mut expected, mut found) = (reference.initial(), engine.initial());
    for decision in 0..DECISIONS {
        let place = || format!("{name}\n{text}");
        let (own, meant) = (engine.outcome(&found), reference.outcome(&expected));
        if is_cut(reference) || own != meant && [&own, &meant].into_iter().any(is_too_much) {
            // Effort is counted where work is done: both evaluators end such a game, but not always at one decision.
            return;
        }
        assert_eq!(own, meant, "{}", place());
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
                engine.play_on(&mut rushed, &mut rng, 1, &Never);
                let after = (0..n).find(|&option| {
                    let mut next = found.clone();
                    engine.apply(&mut next, option);
                    next == rushed && engine.outcome(&next) == engine.outcome(&rushed)
                });
                assert!(
                    after.is_some() || is_cut(engine),
                    "{} rushes from\n{}",
                    place(),
                    engine.situation_text(&found)
                );
                rng.index(n)
            }
        };
        engine.apply(&mut found, option);
        reference.apply(&mut expected, option);
    }
}
