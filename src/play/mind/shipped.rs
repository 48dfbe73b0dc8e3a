//! The weights that the program has built in, those of `weights/`.

use super::known::Mind;
use super::text::{Weighing, WeighingError};
use crate::rules::Rules;

include!(concat!(env!("OUT_DIR"), "/weights.rs"));

/// All of them.
pub fn all() -> impl Iterator<Item = Result<Weighing, WeighingError>> {
    WEIGHTS.iter().map(|(_, _, text)| Weighing::parse(text))
}

/// How many bytes they have.
pub fn n_bytes() -> usize {
    WEIGHTS.iter().map(|(_, _, text)| text.len()).sum()
}

/// What the program knows of some rules; none if it has no weights of them.
pub fn mind(rules: &Rules) -> Option<Mind> {
    let (.., text) = WEIGHTS.iter().find(|(fingerprint, ..)| *fingerprint == rules.fingerprint)?;
    Weighing::parse(text).ok()?.mind(rules).ok()
}

/// What the program knows of the game that these rules change: of the same title with other options or words, or of the
/// nearest game that they extend; none if it has no weights of them.
pub fn related(rules: &Rules) -> Option<Weighing> {
    let titles = std::iter::once(&rules.look.title.plain).chain(&rules.parents);
    let is_other = |fingerprint: &str| fingerprint != rules.fingerprint;
    let mut found = titles.filter_map(|title| WEIGHTS.iter().find(|(of, game, _)| game == title && is_other(of)));
    let (.., text) = found.next()?;
    Weighing::parse(text).ok()
}
