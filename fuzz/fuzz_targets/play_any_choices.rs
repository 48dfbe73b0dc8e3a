//! Whatever options are taken in a built-in game, both evaluators say the same, and undo restores the position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::game::Game;

/// So many options are taken.
const MOVES: usize = 60;

fuzz_target!(|choices: &[u8]| {
    let Some((&first, rest)) = choices.split_first() else { return };
    let games: Vec<_> = merel::library::games().collect();
    let built_in = games[usize::from(first) % games.len()];
    let made = merel_fuzz::evaluated(built_in.file).expect("a built-in game has no fault");
    let (reference, engine) = (&made.reference, &made.engine);
    let (mut expected, mut found) = (reference.initial(), engine.initial());
    for &choice in rest.iter().take(MOVES) {
        if merel_fuzz::is_cut(reference) {
            return;
        }
        let n = reference.n_options(&expected);
        assert_eq!(engine.n_options(&found), n);
        assert_eq!(engine.outcome(&found), reference.outcome(&expected));
        if n == 0 {
            return;
        }
        let option = usize::from(choice) % n;
        assert_eq!(engine.notation(&found, option), reference.notation(&expected, option));
        let before = found.clone();
        let undo = engine.apply(&mut found, option);
        let after = found.clone();
        engine.undo(&mut found, undo);
        assert_eq!(found, before);
        found = after;
        reference.apply(&mut expected, option);
    }
});
