//! Any text is parsed without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::source::SourceId;
use merel::syntax::{format, parser};

fuzz_target!(|text: &str| {
    let parsed = parser::parse(SourceId(0), text);
    if parsed.diagnostics.is_empty()
        && let Ok(formatted) = format::format(text)
    {
        assert_eq!(parser::parse_without_places(&formatted).file, parser::parse_without_places(text).file);
    }
});
