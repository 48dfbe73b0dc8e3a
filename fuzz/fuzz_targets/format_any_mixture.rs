//! Laying out a file of parts of files changes neither its tree nor, the second time, anything at all.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::source::SourceId;
use merel::syntax::{format, parser};

fuzz_target!(|input: &[u8]| {
    let (text, _) = merel_fuzz::mixture(input);
    let parsed = parser::parse(SourceId(0), &text);
    let Ok(formatted) = format::format(&text) else {
        assert!(!parsed.diagnostics.is_empty(), "this text cannot be laid out:\n{text}");
        return;
    };
    // That the tree is the same is looked at by the formatter, which refuses if it is not.
    assert!(parser::parse(SourceId(0), &formatted).diagnostics.is_empty());
    assert_eq!(format::format(&formatted).as_ref(), Ok(&formatted));
});
