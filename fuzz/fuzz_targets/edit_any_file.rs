//! Whatever is typed into open files and asked about them, the editor service answers or refuses, and its edits fit the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use merel::rules::loader::Loader;
use merel::service::{Files, Service};
use merel_fuzz::{Decisions, library, mutants, texts, words};
use serde_json::{Value, json};

/// Edits and questions of one conversation.
const STEPS: usize = 12;

/// Questions about a place or a whole text.
const QUESTIONS: [&str; 14] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/codeAction",
];

struct Shelf;

impl Files for Shelf {
    fn loader(&self, _: &str) -> Box<dyn Loader> {
        Box::new(library())
    }

    fn beside(&self, _: &str) -> Vec<String> {
        vec!["/games/other.gdl".to_owned()]
    }
}

/// A place, now and then beyond the text.
fn place(decisions: &mut Decisions) -> Value {
    json!({"line": decisions.below(300), "character": decisions.below(120)})
}

fn step(service: &mut Service, uri: &str, version: usize, decisions: &mut Decisions) {
    let document = json!({"uri": uri, "version": version});
    let (start, end) = (place(decisions), place(decisions));
    let range = json!({"start": start, "end": end});
    match decisions.below(4) {
        0 => {
            let text = match decisions.below(3) {
                0 => "",
                1 => words()[decisions.below(words().len())],
                _ => ["é", "\u{1F600}", "\r\n", "\"", "{", "}"][decisions.below(6)],
            };
            let changes = json!([{"range": range, "text": text}]);
            let _ =
                service.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
        }
        1 => {
            service.check_changed();
        }
        _ => {
            let question = QUESTIONS[decisions.below(QUESTIONS.len())];
            let name = ["x", "piece", "é", "a b", ""][decisions.below(5)];
            let context = json!({"diagnostics": [], "includeDeclaration": true});
            let params = json!({
                "textDocument": document, "position": start, "range": range, "newName": name, "context": context,
                "options": {"tabSize": 4, "insertSpaces": true},
            });
            let _ = service.answer(question, params);
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let mut decisions = Decisions(input);
    let mut service = Service::new(Box::new(Shelf));
    let uris = ["file:///games/fuzz.gdl", "file:///games/other.gdl"];
    for uri in uris {
        let text = texts()[decisions.below(texts().len())];
        let text = mutants::mixture(text, texts(), words(), &mut |n| decisions.below(n));
        let document = json!({"uri": uri, "languageId": "merel", "version": 0, "text": text});
        service.notify("textDocument/didOpen", json!({"textDocument": document})).expect("it is a message");
    }
    for version in 1..=STEPS {
        let uri = uris[decisions.below(2)];
        step(&mut service, uri, version, &mut decisions);
    }
    // Whatever became of the texts, they are checked.
    service.check_changed();
});
