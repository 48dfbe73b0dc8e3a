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
    assert_eq!(parser::parse_without_places(&formatted).file, parser::parse_without_places(&text).file);
    assert_eq!(format::format(&formatted).as_ref(), Ok(&formatted));
});
