//! Any text is checked, over all its options, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::rules::Module;
use merel::source::SourceMap;
use merel_fuzz::library;

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::default();
    if let (Some(module), _) = Module::from_text(&library(), "fuzz.gdl", text, &mut sources) {
        module.check();
    }
});
