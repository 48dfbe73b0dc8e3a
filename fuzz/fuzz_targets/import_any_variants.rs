//! Any text read as variants gives rule files or complaints; a rule file that is made has no mistakes and is played alike.
#![no_main]

use std::time::Instant;

use libfuzzer_sys::fuzz_target;
use merel::import;
use merel::source::SourceMap;

/// So many variants of a file are imported.
const VARIANTS: usize = 3;

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::default();
    let source = sources.add("fuzz.ini", text);
    let (Some(file), _) = import::read(source, &mut sources) else { return };
    for name in file.names().into_iter().take(VARIANTS) {
        let (Some(imported), _) = file.import(name, "fuzz.ini") else { continue };
        let begun = Instant::now();
        let module = merel_fuzz::sound(&imported.text);
        let is_sound = module.is_some_and(|module| module.rules(&Default::default()).is_ok());
        // What was cut is no complaint about the text.
        assert!(is_sound || begun.elapsed() >= merel_fuzz::TIME, "{}", imported.text);
        merel_fuzz::play_alike(&imported.text, 1);
    }
});
