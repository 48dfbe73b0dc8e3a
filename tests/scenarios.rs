//! Runs the scenarios that stand in the rule files of the library.

use merel::diagnostic::Severity;
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

/// The games that are asked for with `GAME=name`, or all.
fn games() -> Vec<String> {
    let only = std::env::var("GAME").ok();
    common::games().into_iter().filter(|game| only.as_ref().is_none_or(|only| game == only)).collect()
}

#[test]
fn every_scenario_of_the_library_holds() {
    let failed: Vec<String> = games().iter().flat_map(|game| failures(game)).collect();
    assert!(failed.is_empty(), "{} scenarios fail:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn stacks_of_lasca_and_tak_move_as_models_and_counts_of_others_say() {
    let names = ["../tests/samples/lasca", "../tests/samples/tak"];
    let failed: Vec<String> = names.iter().flat_map(|name| failures(name)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_file_of_the_library_is_without_faults() {
    for game in games() {
        let (module, sources) = common::load(&game);
        let errors: Vec<_> = module.check().into_iter().filter(|found| found.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{}", common::told(&sources, &errors));
    }
}
