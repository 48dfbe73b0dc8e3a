//! Every page of a diagnostic code keeps its word: the failing example yields the code, the mended one is sound.

use merel::diagnostic::render::{Style, render_all};
use merel::diagnostic::{Code, Diagnostic, Severity, explain};
use merel::library::Library;
use merel::review;
use merel::rules::Module;
use merel::source::SourceMap;

fn diagnostics(text: &str) -> (Vec<Diagnostic>, String) {
    let mut sources = SourceMap::default();
    let (module, mut diagnostics) = Module::from_text(&Library::default(), "example.gdl", text, &mut sources);
    if diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error) {
        diagnostics.extend(module.map_or(Vec::new(), |module| review::check(&module, &sources, true)));
    }
    let shown = render_all(&diagnostics, &sources, Style::default());
    (diagnostics, shown)
}

#[test]
fn the_examples_of_every_page_do_what_the_page_says() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        let Some((failing, mended)) = explain::examples(explain::page(code)) else { continue };
        let (found, shown) = diagnostics(failing);
        if !found.iter().any(|diagnostic| diagnostic.code == code) {
            wrong.push(format!("{code}: the failing example does not yield it\n{failing}\n{shown}"));
        }
        let (found, shown) = diagnostics(mended);
        if found.iter().any(|diagnostic| diagnostic.severity() == Severity::Error || diagnostic.code == code) {
            wrong.push(format!("{code}: the mended example is not sound\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
