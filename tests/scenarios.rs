//! Runs the scenarios that stand in the rule files of the library and in the samples.

use merel::diagnostic::Severity;
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

#[test]
fn every_file_of_the_library_is_without_faults() {
    for game in common::games() {
        let (module, sources) = common::load(&game);
        let errors: Vec<_> = module.check().into_iter().filter(|found| found.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{}", common::told(&sources, &errors));
    }
}

#[test]
fn every_sample_is_without_faults_and_warnings_and_its_scenarios_hold() {
    for sample in common::samples() {
        let (module, sources) = common::load(&sample);
        let found = review::check(&module, &sources, true);
        assert!(found.is_empty(), "{sample}: {}", common::told(&sources, &found));
    }
}
