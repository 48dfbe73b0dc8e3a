//! The table of planted rule errors, and comparing a game with its spoilt self.
#![allow(dead_code, reason = "the test and the benchmark use a part each")]

use std::time::{Duration, Instant};

use merel::diff::{Pace, Plan, Report, Side, diff};
use merel::game::Never;
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use serde::Deserialize;

use crate::common::{self, Library};

/// A rule error that a person could make.
#[derive(Debug, Deserialize)]
pub struct Planted {
    /// The file of `games/`.
    pub game: String,
    /// What is wrong then.
    pub what: String,
    /// What stands there.
    pub old: String,
    /// What stands there then.
    pub new: String,
    /// Whether the difference is found at once.
    #[serde(default)]
    pub quick: bool,
}

#[derive(Deserialize)]
struct Table {
    error: Vec<Planted>,
}

/// All planted errors.
pub fn all() -> Vec<Planted> {
    let text = include_str!("planted.toml");
    toml::from_str::<Table>(text).expect("the table can be read").error
}

/// A game with its error.
///
/// # Panics
/// If the old text is not there, or the spoilt file has errors.
pub fn spoilt(planted: &Planted) -> Module {
    let Planted { game, what, old, new, .. } = planted;
    let text = std::fs::read_to_string(common::folder().join(format!("{game}.gdl"))).expect("the game is there");
    let rules = text.split("\ntest ").next().unwrap_or_default();
    assert!(rules.contains(old.as_str()), "{game}, {what}: `{old}` is not in its rules");
    module(&format!("spoilt-{game}.gdl"), &text.replacen(old.as_str(), new, 1))
}

/// A rule file from its text.
///
/// # Panics
/// If it cannot be read at all.
pub fn module(name: &str, text: &str) -> Module {
    let mut sources = SourceMap::default();
    let (module, diagnostics) = Module::from_text(&Library, name, text, &mut sources);
    module.unwrap_or_else(|| panic!("{name}: {}", common::told(&sources, &diagnostics)))
}

/// Compares two files with their usual options.
///
/// # Panics
/// If one of them has errors.
pub fn compared(one: &Module, other: &Module, plan: &Plan, pace: Pace<'_>) -> Report {
    let choices = Choices::default();
    let side = |module, name| Side { module, choices: &choices, name };
    diff([side(one, "A"), side(other, "B")], plan, pace, &Never)
        .unwrap_or_else(|(_, found)| panic!("{}", common::told(&other.texts, &found)))
}

/// The same with a clock: so many seconds at most.
pub fn compared_within(one: &Module, other: &Module, plan: &Plan, seconds: u64) -> (Report, Duration) {
    let begun = Instant::now();
    let pace = Pace {
        now: &|| begun.elapsed(),
        search: Duration::from_secs(seconds),
        shorten: Duration::from_secs(seconds / 3),
    };
    let report = compared(one, other, plan, pace);
    (report, begun.elapsed())
}
