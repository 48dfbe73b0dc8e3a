//! Any text is checked, over all its options, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::source::SourceMap;

struct Library;

impl Loader for Library {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let found = merel::library::find(path).ok_or(LoadError::NotFound(None))?;
        Ok((found.file.to_string(), found.text.into()))
    }
}

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::default();
    if let (Some(module), _) = Module::from_text(&Library, "fuzz.gdl", text, &mut sources) {
        module.check();
    }
});
