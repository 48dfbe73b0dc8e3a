//! Any text that is a game is played alike by the plain evaluator and by the engine with native code.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| merel_fuzz::play_alike(text, text.len() as u64));
