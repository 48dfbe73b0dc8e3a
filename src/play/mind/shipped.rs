//! The weights that the program has built in, those of `weights/`.

use super::quick::Mind;
use super::text::{Weighing, WeighingError};
use crate::rules::Rules;

include!(concat!(env!("OUT_DIR"), "/weights.rs"));

/// All of them.
pub fn all() -> impl Iterator<Item = Result<Weighing, WeighingError>> {
    WEIGHTS.iter().map(|(_, text)| Weighing::parse(text))
}

/// How many bytes they have.
pub fn n_bytes() -> usize {
    WEIGHTS.iter().map(|(_, text)| text.len()).sum()
}

/// What the program knows of some rules; none if it has no weights of them.
pub fn mind(rules: &Rules) -> Option<Mind> {
    let (_, text) = WEIGHTS.iter().find(|(fingerprint, _)| *fingerprint == rules.fingerprint)?;
    Weighing::parse(text).ok()?.mind(rules).ok()
}
