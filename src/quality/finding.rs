//! What is said of a game in words.

use serde::Serialize;

/// What is said of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Of what.
    pub about: String,
    /// What it comes to.
    pub judgement: Judgement,
    /// In words.
    pub words: String,
    /// What makes the difference.
    pub threshold: String,
}

/// What something comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// As one wishes it.
    Good,
    /// Not so.
    Bad,
    /// It cannot be told yet.
    Open,
    /// A matter of taste.
    Told,
}

impl Judgement {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Open => "open",
            Self::Told => "told",
        }
    }
}
