//! Any text read as a position of a built-in game, whose name is the first line, gives a position or an error; what is
//! told of a position and leaves nothing out is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::game::Game;
use merel::rules::Choices;
use merel::scenario;
use merel::source::SourceId;

fuzz_target!(|input: &str| {
    let Some((name, text)) = input.split_once('\n') else { return };
    let Some(module) = merel_fuzz::built_in(name) else { return };
    let choices = Choices::default();
    let Ok((game, position)) = scenario::position(&module, &choices, SourceId::default(), text) else { return };
    let told = scenario::told(&module, &choices, &game, &position);
    if !told.left_out.is_empty() || merel_fuzz::is_cut(&game) {
        return;
    }
    let again = scenario::position(&module, &choices, SourceId::default(), &told.text);
    if merel_fuzz::is_cut(&game) {
        return;
    }
    let (again, same) = again.unwrap_or_else(|wrong| panic!("`{}` is told and not read: {wrong:?}", told.text));
    assert_eq!(again.notations(&same), game.notations(&position), "{}", told.text);
    assert_eq!(again.outcome(&same), game.outcome(&position), "{}", told.text);
});
