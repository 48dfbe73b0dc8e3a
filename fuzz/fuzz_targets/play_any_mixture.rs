//! Files of the library with parts of each other are played alike by the plain evaluator and by the engine with native code.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let (text, mut rest) = merel_fuzz::mixture(input);
    merel_fuzz::play_alike(&text, rest.below(256) as u64);
});
