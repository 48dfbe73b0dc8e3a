//! How long the editor service takes for a keystroke in the longest file of the library: from the change of the text to
//! what is wrong with it, and to the answers that an editor asks for after each change.
//!
//! The time is that of the processor where the system tells it, so that what else runs does no harm.
//! Ends with an error if one keystroke of a hundred takes longer than [`MOST`].

use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use merel::library::{self, Library};
use merel::rules::loader::Loader;
use merel::service::{Files, Service};
use serde_json::{Value, json};

/// The keystrokes that are measured.
const STROKES: usize = 300;
/// The time that one may take.
const MOST: Duration = Duration::from_millis(50);
/// What editors ask after each change.
const ASKED: [&str; 5] = [
    "textDocument/semanticTokens/full",
    "textDocument/inlayHint",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/codeLens",
];

struct Built;

impl Files for Built {
    fn loader(&self, _: &str) -> Box<dyn Loader> {
        Box::<Library>::default()
    }

    fn beside(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The times of all keystrokes: half of them took no longer than the first number, 99 of 100 no longer than the second.
fn told(what: &str, times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let (half, most) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("{what:36} p50 {:7.2} ms   p99 {:7.2} ms", half.as_secs_f64() * 1e3, most.as_secs_f64() * 1e3);
    most
}

/// The time that this thread has worked so far, or that has gone by where the system does not tell.
fn now() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let worked = told.ok().and_then(|told| told.split_whitespace().next()?.parse().ok());
    worked.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn main() -> ExitCode {
    let longest = library::games().max_by_key(|file| file.text.lines().count()).expect("there are games");
    let name = longest.file;
    // A comment is typed at the end of the line in the middle: so the file stays sound, and all of it is checked.
    let mut lines: Vec<String> = longest.text.lines().map(str::to_owned).collect();
    let line = lines.len() / 2;
    lines[line].push_str(" // ");
    let character = lines[line].encode_utf16().count();
    let text = lines.join("\n") + "\n";
    println!("{name}: {} lines, {} bytes", text.lines().count(), text.len());
    let mut service = Service::new(Box::new(Built));
    let uri = format!("file:///games/{name}");
    let document = json!({"uri": uri, "languageId": "merel", "version": 1, "text": text});
    service.notify("textDocument/didOpen", json!({"textDocument": document})).expect("it is a message");
    service.check_changed();
    let typed: Vec<char> = "a remark that grows while it is typed ".chars().cycle().take(STROKES).collect();
    let mut checks = Vec::new();
    let mut answers: Vec<Vec<Duration>> = vec![Vec::new(); ASKED.len()];
    for (stroke, sign) in typed.into_iter().enumerate() {
        let place = json!({"line": line, "character": character + stroke});
        let change = json!({"range": {"start": place, "end": place}, "text": sign.to_string()});
        let document = json!({"uri": uri, "version": stroke + 2});
        let begun = now();
        let params = json!({"textDocument": document, "contentChanges": [change]});
        service.notify("textDocument/didChange", params).expect("it is a message");
        let told = service.check_changed();
        checks.push(now().saturating_sub(begun));
        assert!(told.iter().all(|file| file.diagnostics.iter().all(|found| found.severity != ERROR)), "{told:?}");
        for (method, times) in ASKED.iter().zip(&mut answers) {
            let begun = now();
            let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": line, "character": 0}});
            let params = json!({"textDocument": {"uri": uri}, "range": range});
            let answer: Value = service.answer(method, params).expect("it is answered");
            times.push(now().saturating_sub(begun));
            assert!(!answer.is_null(), "{method}");
        }
    }
    let mut all: Vec<Duration> = checks.clone();
    for times in &answers {
        all.iter_mut().zip(times).for_each(|(sum, time)| *sum += *time);
    }
    told("diagnostics", &mut checks);
    for (method, times) in ASKED.iter().zip(&mut answers) {
        told(method, times);
    }
    match told("all together", &mut all) <= MOST {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// What must not be told of a sound file.
const ERROR: Option<lsp_types::DiagnosticSeverity> = Some(lsp_types::DiagnosticSeverity::ERROR);
