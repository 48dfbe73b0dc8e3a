//! What is probably not meant in a rule file that is sound: found by running its scenarios and by playing a little.
//!
//! Play is random, from a seed, and bounded by effort, so that the same file gives the same findings everywhere. What a
//! scenario shows to happen is never said not to.

mod findings;
mod games;
mod sentences;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::engine::Engine;
use crate::reference::{Reference, Watch};
use crate::rules::{Choices, Module, Rules};
use crate::scenario::{self, Verification};
use crate::source::SourceMap;
use crate::syntax::ast::TestItem;
use crate::syntax::notes;

use games::Played;

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The effort of the plain evaluator, which sees what becomes of each sentence.
    pub effort: u64,
    /// The options that the engine may be offered; it plays many games and sees how they end.
    pub options: u64,
}

/// What is said of a place in the text, not of the whole game.
const OF_PLACES: [Code; 4] = [Code::NeverPlayed, Code::NeverReached, Code::SetupClash, Code::OwnTaken];

impl Default for Measure {
    fn default() -> Self {
        Self { effort: 2_000_000, options: 100_000 }
    }
}

/// All that there is to say of a module: what its text shows and, if it is to be played and is sound, what scenarios and
/// play show. Warnings that notes silence are left out.
pub fn check(module: &Module, sources: &SourceMap, play: bool) -> Vec<Diagnostic> {
    let mut found = module.check();
    let sound = found.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
    if play && sound {
        found.extend(review(module, Measure::default()));
    }
    notes::heed(found, sources, module.start.source, play && sound)
}

/// What there is to say of a scenario; nothing if all its lines hold.
pub fn told(test: &TestItem, verification: Verification) -> Vec<Diagnostic> {
    match verification {
        Verification::Passed => Vec::new(),
        Verification::Failed(failure) => {
            let failed = Diagnostic::new(Code::Scenario, failure.message, failure.span, "")
                .label(test.name.span, "in this scenario");
            vec![failure.help.into_iter().fold(failed, Diagnostic::help)]
        }
        Verification::Broken(diagnostics) => diagnostics,
    }
}

/// Runs the scenarios of a sound file and plays it with every option and number of players.
///
/// # Examples
/// A scenario that fails is an error, and then nothing is played.
pub fn review(module: &Module, measure: Measure) -> Vec<Diagnostic> {
    let watch = Arc::new(Watch::default());
    let run = |test: &TestItem| told(test, scenario::run_watched(module, test, Some(watch.clone())));
    let failures: Vec<Diagnostic> = module.tests.iter().flat_map(run).collect();
    if failures.iter().any(|failure| failure.severity() == Severity::Error) {
        return failures;
    }
    let all = module.every_choice();
    let mut seen = Reviewed { rules: Vec::new(), played: Vec::new(), shown: watch.seen() };
    for (index, choices) in all.iter().enumerate() {
        let Ok(rules) = module.rules(choices) else { continue };
        let share = |whole: u64| match (index, all.len() as u64 - 1) {
            (_, 0) => whole,
            (0, _) => whole / 2,
            (_, others) => whole / 2 / others,
        };
        let (rules, watch) = (Arc::new(rules), Arc::new(Watch::default()));
        let plain = Reference::new(rules.clone()).watched(watch.clone());
        let mut played = games::play_watched(&plain, &watch, share(measure.effort));
        games::play_many(&Engine::new(rules.clone()), share(measure.options), &mut played);
        seen.rules.push((choices.clone(), rules));
        seen.played.push(played);
    }
    let mut found = failures;
    found.extend(seen.findings());
    found.extend(seen.sentences());
    // What another file says is judged with the scenarios of that file.
    let inherited = |found: &Diagnostic| found.primary.span.source != module.start.source;
    found.retain(|found| !(OF_PLACES.contains(&found.code) && inherited(found)));
    found.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    found.dedup();
    found
}

/// What scenarios and play have shown.
struct Reviewed {
    rules: Vec<(Choices, Arc<Rules>)>,
    /// By choices, in the same order.
    played: Vec<Played>,
    /// What the scenarios have shown.
    shown: crate::reference::Seen,
}
