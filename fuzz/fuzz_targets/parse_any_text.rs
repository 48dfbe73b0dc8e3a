//! Any text is parsed without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::source::SourceId;
use merel::syntax::{format, parser};

fuzz_target!(|text: &str| {
    let parsed = parser::parse(SourceId(0), text);
    if parsed.diagnostics.is_empty() {
        // That the tree is the same is looked at by the formatter, which refuses if it is not.
        let formatted = format::format(text).expect("what has no mistake can be laid out");
        assert!(parser::parse(SourceId(0), &formatted).diagnostics.is_empty());
    }
});
