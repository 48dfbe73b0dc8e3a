//! What of a file with errors an answer could not take into account.

use serde::Serialize;

use crate::rules::module;
use crate::source::SourceMap;

use super::Place;

/// A part of a file that was left out because something in it is wrong: the answer is about the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The part.
    pub place: Option<Place>,
    /// What is wrong in it.
    pub message: String,
    /// The code of that.
    pub code: &'static str,
}

impl LeftOut {
    /// These parts of some texts.
    pub fn all(parts: &[module::LeftOut], texts: &SourceMap) -> Vec<Self> {
        let told = |part: &module::LeftOut| Self {
            place: Place::of(texts, part.span),
            message: part.because.message.clone(),
            code: part.because.code.as_str(),
        };
        parts.iter().map(told).collect()
    }

    /// These parts as text for people, a few lines; nothing if there are none. `of` says what they are left out of, as in
    /// ` of A`, if that is not plain.
    pub fn text(parts: &[Self], of: &str) -> String {
        if parts.is_empty() {
            return String::new();
        }
        let mut told = format!("left out{of}, for something is wrong there:\n");
        for part in parts {
            if let Some(place) = &part.place {
                told += &format!("  {place}  {}\n", place.text);
            }
            told += &format!("      {} ({})\n", part.message, part.code);
        }
        told
    }
}
