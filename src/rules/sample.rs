//! Rules of small files, for the tests of rooms that need some.

use super::loader::{Found, LoadError, Loader};
use super::{Choices, Module, Rules};
use crate::source::SourceMap;

/// A world without other files.
struct NoFiles;

impl Loader for NoFiles {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

/// The rules of a file that needs no other.
///
/// # Panics
/// If it has any fault.
pub fn rules(text: &str) -> Rules {
    let (module, diagnostics) = Module::from_text(&NoFiles, "test.gdl", text, &mut SourceMap::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    module.and_then(|module| module.rules(&Choices::default()).ok()).expect("the rules are sound")
}
