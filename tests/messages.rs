//! What authors are told, word for word: slips of people who know other languages, and where they are led.

use merel::diagnostic::render::{Style, render_all};
use merel::diagnostic::{Diagnostic, Severity};
use merel::library;
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::source::SourceMap;

/// The built-in files alone.
struct Library;

impl Loader for Library {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let found = library::find(path).ok_or(LoadError::NotFound(None))?;
        Ok((found.file.to_string(), found.text.into()))
    }
}

fn diagnostics(text: &str) -> (Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let (module, mut diagnostics) = Module::from_text(&Library, "example.gdl", text, &mut sources);
    if diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error) {
        diagnostics.extend(module.map_or(Vec::new(), |module| module.check()));
    }
    (diagnostics, sources)
}

/// What is said about a whole file.
fn told(text: &str) -> String {
    let (diagnostics, sources) = diagnostics(text);
    render_all(&diagnostics, &sources, Style::default())
}

#[test]
fn words_that_stand_twice() {
    insta::assert_snapshot!(told("rules en \"a\"\nrules fr \"b\"\ntext fr { Man: \"pion\" Man: \"homme\" }\nnote \"a\"\nnote \"b\"\n"), @r#"
    error[M0202]: `rules` stands twice in one file
     --> example.gdl:2:1
      |
    1 | rules en "a"
      | ----- first here
    2 | rules fr "b"
      | ^^^^^ again here
      |
      = help: put all languages into one: `rules en "…" fr "…"`

    error[M0202]: `Man` stands twice in `text fr`
     --> example.gdl:3:23
      |
    3 | text fr { Man: "pion" Man: "homme" }
      |           ---         ^^^ again here
      |           |
      |           first here

    2 errors
    "#);
}
