//! What is probably not meant in a rule file that is sound: found by running its scenarios and by playing a little.
//!
//! Play is random, from a seed, and bounded by effort, so that the same file gives the same findings everywhere. What a
//! scenario shows to happen is never said not to.

mod circles;
mod findings;
mod games;
mod sentences;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Severity, spent::spent};
use crate::engine::Engine;
use crate::reference::{Reference, Watch};
use crate::rules::{Module, Rules};
use crate::scenario::{self, Manner, Verification};
use crate::source::SourceMap;
use crate::syntax::ast::TestItem;
use crate::syntax::notes;

use circles::Circle;
use games::Played;

/// How much is played.
#[derive(Clone, Copy)]
pub struct Measure<'a> {
    /// The effort of the plain evaluator, which sees what becomes of each sentence.
    pub effort: u64,
    /// The options that the engine may be offered; it plays many games and sees how they end.
    pub options: u64,
    /// Whether no more time is to be spent. What was seen until then is told; what was not seen is told only if all
    /// was played, so that a clock leaves warnings out and makes none up.
    pub time_is_up: &'a dyn Fn() -> bool,
}

/// A count of a scenario (`perft`) is left to `merel test` if it would come to more sequences than this.
const COUNTED: u128 = 5000;

/// What is said of a place in the text, not of the whole game.
const OF_PLACES: [Code; 4] = [Code::NeverPlayed, Code::NeverReached, Code::SetupClash, Code::OwnTaken];

impl Default for Measure<'_> {
    fn default() -> Self {
        Self { effort: 6_000_000, options: 100_000, time_is_up: &|| false }
    }
}

impl std::fmt::Debug for Measure<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Measure").field("effort", &self.effort).field("options", &self.options).finish_non_exhaustive()
    }
}

/// All that there is to say of a module: what its text shows and, if it is to be played and is sound, what scenarios and
/// play show. Warnings that notes silence are left out.
pub fn check(module: &Module, sources: &SourceMap, play: bool) -> Vec<Diagnostic> {
    check_within(module, sources, play.then(Measure::default))
}

/// The same, with a measure of play; none if nothing is to be played.
pub fn check_within(module: &Module, sources: &SourceMap, measure: Option<Measure<'_>>) -> Vec<Diagnostic> {
    let mut found = module.check();
    let sound = found.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
    if let Some(measure) = measure.filter(|_| sound) {
        let reviewed = review(module, measure);
        if let Some(spent) = spent(&module.budget) {
            found.push(spent);
            return notes::heed(found, sources, module.start.source, false);
        }
        // What play shows of endlessness is surer than what the text shows.
        found.retain(|diagnostic| diagnostic.code != Code::Endless || !reviewed.tells_of_endlessness);
        found.extend(reviewed.found);
    }
    notes::heed(found, sources, module.start.source, measure.is_some() && sound)
}

/// What there is to say of a scenario; nothing if all its lines hold.
pub fn told(test: &TestItem, verification: Verification) -> Vec<Diagnostic> {
    match verification {
        Verification::Passed => Vec::new(),
        Verification::Failed(failure) => {
            let failed = Diagnostic::new(Code::Scenario, failure.message, failure.span, "")
                .label(test.name.span, "in this scenario");
            let failed = Diagnostic { picture: failure.picture, ..failed };
            vec![failure.help.into_iter().fold(failed, Diagnostic::help)]
        }
        Verification::Broken(diagnostics) => diagnostics,
    }
}

/// What scenarios and play have shown.
#[derive(Debug, Default)]
struct Review {
    found: Vec<Diagnostic>,
    /// Whether play has shown that there is a circle, or that none is to be found.
    tells_of_endlessness: bool,
}

/// Runs the scenarios of a sound file and plays it with every option and number of players.
///
/// # Examples
/// A scenario that fails is an error, and then nothing is played.
fn review(module: &Module, measure: Measure<'_>) -> Review {
    let watch = Arc::new(Watch::default());
    let run = |test: &TestItem| {
        let manner = Manner { watch: Some(watch.clone()), counted: Some(COUNTED) };
        told(test, scenario::run_in(module, test, manner))
    };
    let failures: Vec<Diagnostic> = module.tests.iter().flat_map(run).collect();
    if failures.iter().any(|failure| failure.severity() == Severity::Error) {
        return Review { found: failures, tells_of_endlessness: false };
    }
    let mut seen = Reviewed { games: Vec::new(), shown: watch.seen(), complete: false };
    let all = module.every_choice();
    for (index, choices) in all.iter().enumerate() {
        let Ok(rules) = module.rules(choices) else { continue };
        let share = |whole: u64| match (index, all.len() as u64 - 1) {
            (_, 0) => whole,
            (0, _) => whole / 2,
            (_, others) => whole / 2 / others,
        };
        let share = Measure { effort: share(measure.effort), options: share(measure.options), ..measure };
        seen.games.push(played(rules, share));
    }
    seen.complete = !(measure.time_is_up)();
    let mut found = failures;
    found.extend(seen.findings());
    found.extend(seen.sentences());
    let tells_of_endlessness = seen.endless(&mut found);
    // What another file says is judged with the scenarios of that file.
    let inherited = |found: &Diagnostic| found.primary.span.source != module.start.source;
    found.retain(|found| !(OF_PLACES.contains(&found.code) && inherited(found)));
    found.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    found.dedup();
    Review { found, tells_of_endlessness }
}

/// Plays with one choice of options and players.
fn played(rules: Rules, measure: Measure<'_>) -> PlayedWith {
    let (rules, watch) = (Arc::new(rules), Arc::new(Watch::default()));
    let plain = Reference::new(rules.clone()).watched(watch.clone());
    let mut played = games::play_watched(&plain, &watch, measure.effort, measure.time_is_up);
    let engine = Engine::new(rules.clone());
    games::play_many(&engine, measure.options, measure.time_is_up, &mut played);
    let circle = circles::search(&engine, measure.options / 2, measure.time_is_up);
    PlayedWith { rules, played, circle }
}

/// What play with one choice of options and players has shown.
struct PlayedWith {
    rules: Arc<Rules>,
    played: Played,
    circle: Circle,
}

/// What scenarios and play have shown.
struct Reviewed {
    games: Vec<PlayedWith>,
    /// What the scenarios have shown.
    shown: crate::reference::Seen,
    /// Whether all was played that was to be; otherwise what was not seen means nothing.
    complete: bool,
}
