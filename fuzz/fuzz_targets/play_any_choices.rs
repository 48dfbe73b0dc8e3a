//! Whatever options are taken in a built-in game, undo restores the position.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use merel::game::Game;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

struct Library;

impl Loader for Library {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let found = merel::library::find(path).ok_or(LoadError::NotFound(None))?;
        Ok((found.file.to_string(), found.text.into()))
    }
}

fuzz_target!(|choices: &[u8]| {
    let Some((&first, rest)) = choices.split_first() else { return };
    let games: Vec<_> = merel::library::games().collect();
    let built_in = games[first as usize % games.len()];
    let (module, _) = Module::load(&Library, built_in.file, &mut SourceMap::default());
    let Some(Ok(rules)) = module.map(|module| module.rules(&Choices::default())) else { return };
    let game = Reference::new(Arc::new(rules));
    let mut position = game.initial();
    for &choice in rest.iter().take(200) {
        let n = game.n_options(&position);
        if n == 0 {
            return;
        }
        let before = position.clone();
        let undo = game.apply(&mut position, choice as usize % n);
        let after = position.clone();
        game.undo(&mut position, undo);
        assert_eq!(position, before);
        position = after;
    }
});
