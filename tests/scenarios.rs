//! Runs the scenarios that stand in the rule files of the library and in the samples.

use std::sync::atomic::{AtomicUsize, Ordering};

use merel::review;
use merel::scenario::{self, Verification};
use merel::source::{SourceMap, Span};
use merel::syntax::ast::TestItem;

mod common;

fn place(sources: &SourceMap, span: Span) -> String {
    let (line, _) = sources.line_column(span);
    format!("{}:{line}: {}", sources.get(span.source).name, sources.slice(span))
}

fn failures(name: &str) -> Vec<String> {
    let (module, sources) = common::load(name);
    let told = |test: &TestItem| match scenario::run(&module, test) {
        Verification::Passed => None,
        Verification::Failed(failure) => {
            let (place, help) = (place(&sources, failure.span), failure.help.unwrap_or_default());
            Some(format!("{place}\n    in \"{}\": {}\n    {help}", test.name.value, failure.message))
        }
        Verification::Broken(found) => {
            Some(format!("\"{}\" is broken: {}", test.name.value, common::told(&sources, &found)))
        }
    };
    module.tests.iter().filter_map(told).collect()
}

#[test]
fn every_scenario_of_the_library_holds() {
    let failed: Vec<String> = common::games().iter().flat_map(|game| failures(game)).collect();
    assert!(failed.is_empty(), "{} scenarios fail:\n{}", failed.len(), failed.join("\n"));
}

/// With every option and number of players, scenarios and play included.
#[test]
fn nothing_is_told_of_the_library_and_the_samples() {
    let names: Vec<String> = common::samples().into_iter().chain(common::games()).collect();
    let told = |name: &String| {
        let (module, sources) = common::load(name);
        let found = review::check(&module, &sources, true);
        (!found.is_empty()).then(|| common::told(&sources, &found))
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut all = Vec::new();
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            all.extend(told(name));
        }
        all
    };
    let all: Vec<String> = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().expect("no check panics")).collect()
    });
    assert!(all.is_empty(), "{}", all.join("\n"));
}
