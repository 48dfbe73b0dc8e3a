//! Typical mistakes of authors: each file in `tests/mistakes` says in its first line what must be told of it, and where.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use merel::diagnostic::render::{Style, render_all};
use merel::diagnostic::{Diagnostic, Severity};
use merel::review::{self, Measure};
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::source::SourceMap;

/// No other file is needed.
struct Alone;

impl Loader for Alone {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

/// What `merel check` tells of a text.
fn told(name: &str, text: &str) -> (Vec<Diagnostic>, SourceMap) {
    told_within(name, text, Measure::default())
}

fn told_within(name: &str, text: &str, measure: Measure<'_>) -> (Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let (module, mut found) = Module::from_text(&Alone, name, text, &mut sources);
    if found.iter().all(|diagnostic| diagnostic.severity() < Severity::Error) {
        found.extend(module.map_or(Vec::new(), |module| review::check_within(&module, &sources, Some(measure))));
    }
    (found, sources)
}

/// What is wrong with what is told of a file, if anything is.
fn complaint(name: &str, text: &str) -> Option<String> {
    let (found, sources) = told(name, text);
    let shown = || render_all(&found, &sources, Style::default());
    let expected = text.lines().next()?.strip_prefix("// ")?.split(':').next()?;
    if expected == "right" {
        return (!found.is_empty()).then(|| format!("{name} is right, but\n{}", shown()));
    }
    let (code, line) = expected.split_once(" at line ").unwrap_or_else(|| panic!("{name}: {expected}"));
    let is_it = |diagnostic: &Diagnostic| {
        diagnostic.code.as_str() == code && sources.line_column(diagnostic.primary.span).0.to_string() == line
    };
    (!found.iter().any(is_it)).then(|| format!("{name}: no {code} at line {line}\n{}", shown()))
}

#[test]
fn typical_mistakes_are_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("there are mistakes").flatten().map(|file| file.path()).collect();
    files.sort();
    assert!(files.len() >= 50, "only {} files", files.len());
    let mut complaints = Vec::new();
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        complaints.extend(complaint(&name, &fs::read_to_string(&path).expect("it can be read")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn the_same_file_gives_the_same_findings() {
    let text = include_str!("mistakes/white-for-mover.gdl");
    let (first, _) = told("a.gdl", text);
    let (second, _) = told("a.gdl", text);
    assert_eq!(first, second);
    assert!(!first.is_empty());
}

/// What a clock leaves out is left out; it makes no warning up.
#[test]
fn a_clock_makes_no_warnings_up() {
    for text in [
        include_str!("mistakes/white-for-mover.gdl"),
        include_str!("mistakes/phase-never-left.gdl"),
        include_str!("mistakes/to-and-fro.gdl"),
        include_str!("mistakes/turn-never-passes.gdl"),
    ] {
        let (whole, _) = told("a.gdl", text);
        for looks in [0_u32, 10, 100, 1000] {
            let left = Cell::new(looks);
            let time_is_up = || left.replace(left.get().saturating_sub(1)) == 0;
            let (cut, _) = told_within("a.gdl", text, Measure { time_is_up: &time_is_up, ..Measure::default() });
            let made_up = cut.iter().find(|one| whole.iter().all(|other| one.code != other.code));
            assert_eq!(made_up, None, "after {looks} looks at the clock");
        }
    }
}
