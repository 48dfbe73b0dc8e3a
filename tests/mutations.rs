//! Rule files that nobody wrote: those of the library with words exchanged, numbers changed and lines left out. Whatever
//! is still a game is played alike by the plain evaluator, the engine and a rush.

use std::sync::Arc;

use merel::engine::Engine;
use merel::game::rng::Rng;
use merel::program::Program;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use rayon::prelude::*;

#[path = "../fuzz/src/alike.rs"]
mod alike;
use crate::common;
#[allow(dead_code, reason = "the fuzz targets mix files too")]
#[path = "../fuzz/src/mutants.rs"]
mod mutants;

/// Mutants of each file.
const MUTANTS: u64 = 10;

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

/// Any number below another.
fn any_below(mut rng: Rng) -> impl FnMut(usize) -> usize {
    move |n| rng.index(n)
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
                let text = mutants::mutant(&text, &mut any_below(Rng::stream(17, number)));
                let loader = One(name.clone(), Arc::from(text.as_str()));
                let (module, diagnostics) = Module::load(&loader, &name, &mut SourceMap::default());
                let Some(module) = module.filter(|_| diagnostics.is_empty()) else { continue };
                let rules = || module.rules(&Choices::default()).ok();
                let (Some(first), Some(second)) = (rules(), rules()) else { continue };
                let mut second = Program::new(second);
                second.native_after = Some(0);
                alike::compare(&format!("{name} {number}"), &text, &Reference::new(first), &Engine::of(second), 5);
                played += 1;
            }
            played
        })
        .sum();
    assert!(played > 100, "{played} mutants are still games");
}
