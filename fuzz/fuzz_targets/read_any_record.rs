//! Any text read as a saved match gives a match or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::record::saved;

fuzz_target!(|text: &str| {
    if let Ok(match_) = saved::parse(text) {
        assert_eq!(saved::parse(&saved::to_text(&match_)).ok(), Some(match_));
    }
});
