//! `merel test`: the scenarios in rule files.

use std::io::{self, Write};

use crate::budget::Halt;
use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;
use serde::Serialize;

use super::budget;
use super::ending::{Ending, Stop};
use super::load::{Module, has_errors, load_or_tell};
use super::report;
use super::screen::{FormatArgs, Screen};
use crate::diagnostic::json::{Report, to_json};
use crate::review;
use crate::scenario;
use crate::syntax::ast::TestItem;

/// Run the scenarios in rule files
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/test.txt"))]
pub struct TestArgs {
    /// Rule files, or names of built-in games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What came of all scenarios.
#[derive(Debug, Serialize)]
struct TestJson {
    passed: usize,
    failed: usize,
    files: Vec<FileJson>,
    report: Report,
}

#[derive(Debug, Serialize)]
struct FileJson {
    file: String,
    tests: Vec<ScenarioJson>,
}

#[derive(Debug, Serialize)]
struct ScenarioJson {
    name: String,
    passed: bool,
}

/// What came of the scenarios of some files.
#[derive(Debug, Default)]
struct Tested {
    files: Vec<FileJson>,
    diagnostics: Vec<Diagnostic>,
    missing: bool,
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &TestArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut sources = SourceMap::default();
    let mut tested = Tested::default();
    for file in &args.files {
        budget::begin_another();
        test(file, &mut sources, &mut tested);
    }
    let results = || tested.files.iter().flat_map(|file| &file.tests);
    let passed = results().filter(|test| test.passed).count();
    let failed = results().count() - passed;
    let (missing, at_fault) = (tested.missing, has_errors(&tested.diagnostics));
    if args.format.is_json() {
        let report = to_json(&tested.diagnostics, &sources);
        screen.json(&TestJson { passed, failed, files: tested.files, report })?;
    } else {
        print(&tested.files, screen)?;
        report::diagnostics(&tested.diagnostics, &sources, screen, false)?;
        writeln!(screen, "{passed} passed, {failed} failed")?;
    }
    Ok(if missing { Ending::Usage } else { Ending::fine_if(!at_fault) })
}

fn test(file: &str, sources: &mut SourceMap, tested: &mut Tested) {
    let mut examined = load_or_tell(file, sources);
    tested.missing |= !examined.found;
    let mut tests = Vec::new();
    if let Some(module) = &examined.module {
        let errors = module.check().into_iter().filter(|found| has_errors(std::slice::from_ref(found)));
        examined.diagnostics.extend(errors);
        if !has_errors(&examined.diagnostics) {
            tests = scenarios(module, &mut examined.diagnostics);
        }
    }
    tested.files.push(FileJson { file: file.to_owned(), tests });
    tested.diagnostics.extend(examined.diagnostics);
}

fn scenarios(module: &Module, diagnostics: &mut Vec<Diagnostic>) -> Vec<ScenarioJson> {
    let mut one = |test: &TestItem| {
        let name = test.name.value.clone();
        let told = review::told(test, scenario::run(module, test));
        let passed = told.is_empty();
        diagnostics.extend(told);
        ScenarioJson { name, passed }
    };
    // The scenario that was cut says so; those behind it are not run.
    module.tests.iter().take_while(|_| !module.budget.is_called()).map(&mut one).collect()
}

fn print(files: &[FileJson], out: &mut impl Write) -> io::Result<()> {
    for file in files {
        writeln!(out, "{}", file.file)?;
        for test in &file.tests {
            writeln!(out, "  {}  {}", if test.passed { "ok  " } else { "FAIL" }, test.name)?;
        }
    }
    Ok(())
}
