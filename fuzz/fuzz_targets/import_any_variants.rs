//! Any text read as variants gives rule files or complaints; a rule file that is made has no mistakes and is played alike.
#![no_main]

use std::time::Instant;

use libfuzzer_sys::fuzz_target;
use merel::import;
use merel::source::SourceMap;
use merel_fuzz::alike;

/// So many variants of a file are imported.
const VARIANTS: usize = 3;

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::default();
    let source = sources.add("fuzz.ini", text);
    let (Some(file), _) = import::read(source, &mut sources) else { return };
    for name in file.names().into_iter().take(VARIANTS) {
        let (Some(imported), _) = file.import(name, "fuzz.ini") else { continue };
        let begun = Instant::now();
        // It is read once: a file of variants is one execution, however many are in it.
        let made = merel_fuzz::sound(&imported.text).as_ref().and_then(merel_fuzz::evaluators);
        // What was cut is no complaint about the text.
        assert!(made.is_some() || begun.elapsed() >= merel_fuzz::TIME, "{}", imported.text);
        if let Some((reference, engine)) = made {
            alike::compare("fuzz.gdl", &imported.text, &reference, &engine, 1);
        }
    }
});
