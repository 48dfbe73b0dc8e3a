//! Runs the scenarios that stand in the rule files of the library and in the samples.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use merel::budget::{Budget, Limits, Used};
use merel::review;
use merel::rules::Module;
use merel::scenario::{self, Verification};
use merel::source::{SourceMap, Span};
use merel::syntax::ast::TestItem;

use crate::common;

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

/// What a file asks to be counted is no work that a person has asked for, so it earns no time.
#[test]
fn a_count_in_a_scenario_does_not_lengthen_the_usual_time() {
    let used = Arc::new(AtomicU64::new(0));
    let meter = used.clone();
    let meter = move || Used { time: Duration::from_micros(meter.load(Ordering::Relaxed)), memory: 0 };
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let budget = Budget::growing(limits, meter);
    let text = "language 1\ngame \"Count\"\nplayers White, Black\nboard square 3 by 3\npiece Man (Men)\n\
                setup { put Man of White on a1 put Man of Black on c3 }\nmove go { Man steps to empty }\n\
                turn { choose go }\nend after each turn { \"late\": draw when turns at least 9 }\n\
                test \"counted\" { perft 2 is 8 }\n";
    let mut sources = SourceMap::default();
    let (module, _) = Module::from_text(&common::Bounded(budget.clone()), "mine.gdl", text, &mut sources);
    let module = module.expect("a module");
    // Three ways out of the corner; then three for Black, but two if White stands on b2.
    assert!(matches!(scenario::run(&module, &module.tests[0]), Verification::Passed));
    used.store(5_000_000, Ordering::Relaxed);
    assert!(budget.look(), "the eight sequences were paid for");
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
