//! Questions about a text that is being written: the service for editors answers them, one by one.

use std::str::FromStr;
use std::time::Duration;

use lsp_types::Uri;
use serde_json::{Value, json};

use crate::diagnostic::Severity;
use crate::play::player::Clock;
use crate::rules::loader::Loader;
use crate::scenario::{self, Manner, Verification};
use crate::service::{self, Files, Service};

use super::{Draft, Refused, Shelf, module_of};

/// How long a text is played to find out what is probably not meant.
const PLAY: Duration = Duration::from_secs(2);
/// The most sequences that a `perft` of a scenario counts.
const COUNTED: u128 = 200_000;
/// What stands before the name of a file in its address.
const SCHEME: &str = "table:";
/// What of the protocol a page may ask.
const METHODS: [&str; 7] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/formatting",
    "textDocument/semanticTokens/full",
    "textDocument/documentSymbol",
    service::BOARD,
    service::COVER,
];

/// The files of a shelf, as the service asks for them.
struct Beside(Shelf);

impl Files for Beside {
    fn loader(&self, name: &str) -> Box<dyn Loader> {
        (self.0)(name.strip_prefix(SCHEME).unwrap_or(name))
    }

    fn beside(&self, _: &str) -> Vec<String> {
        // Names are exchanged in one text only.
        Vec::new()
    }
}

/// A service in which a text is open, and the address of the text.
fn opened(shelf: &Shelf, draft: &Draft) -> Result<(Service, String), Refused> {
    let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.');
    // What is odd in a name must not break its address.
    let name: String = draft.name.chars().map(|sign| if fits(sign) { sign } else { '-' }).take(200).collect();
    let uri = format!("{SCHEME}{name}");
    Uri::from_str(&uri).map_err(|error| Refused::Question { message: error.to_string() })?;
    let mut service = Service::new(Box::new(Beside(shelf.clone())));
    let document = json!({ "uri": uri, "languageId": "merel", "version": 1, "text": draft.text });
    let told = service.notify("textDocument/didOpen", json!({ "textDocument": document }));
    told.map_err(refused)?;
    Ok((service, uri))
}

fn refused(refused: service::Refused) -> Refused {
    match refused {
        service::Refused::Unknown => Refused::Question { message: "there is no such request".to_owned() },
        service::Refused::Malformed(message) | service::Refused::Failed(message) => Refused::Question { message },
    }
}

/// What is wrong with a text, and how it can be mended, as the Language Server Protocol says it.
pub(super) fn check(shelf: &Shelf, clock: &Clock, draft: &Draft, play: bool) -> Result<Value, Refused> {
    let (mut service, uri) = opened(shelf, draft)?;
    let mut told = service.check_changed().pop();
    if play {
        let begun = clock();
        told = service.review_next(&|| false, &|| clock().saturating_sub(begun) > PLAY, None).or(told);
    }
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": u32::MAX, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": whole, "context": { "diagnostics": [] } });
    let actions = service.answer("textDocument/codeAction", params).map_err(refused)?;
    Ok(json!({ "diagnostics": told.map(|told| told.diagnostics).unwrap_or_default(), "actions": actions, "uri": uri }))
}

/// A request of the protocol.
pub(super) fn edit(shelf: &Shelf, draft: &Draft, method: &str, params: &Value) -> Result<Value, Refused> {
    if !METHODS.contains(&method) {
        return Err(Refused::Question { message: format!("there is no request `{method}` here") });
    }
    let (mut service, uri) = opened(shelf, draft)?;
    let mut params = params.clone();
    match params.as_object_mut() {
        Some(fields) => drop(fields.insert("textDocument".to_owned(), json!({ "uri": uri }))),
        None => return Err(Refused::Question { message: "the parameters are no object".to_owned() }),
    }
    let mut answer = service.answer(method, params).map_err(refused)?;
    let told = match method {
        service::COVER => answer.get_mut("summary"),
        service::BOARD => answer.get_mut("message"),
        _ => None,
    };
    if let Some(Value::String(told)) = told {
        // For people a file is called what they called it.
        *told = told.replace(SCHEME, "");
    }
    Ok(answer)
}

/// What became of the scenarios of a text, with the place of each.
pub(super) fn scenarios(shelf: &Shelf, draft: &Draft) -> Result<Value, Refused> {
    let loader = shelf(&draft.name);
    let (module, found, texts) = module_of(&*loader, &draft.name, &draft.text);
    let is_sound = found.iter().all(|one| one.severity() < Severity::Error);
    let Some(module) = module.filter(|_| is_sound) else { return Err(Refused::rules(&found, &texts)) };
    let mut told = Vec::new();
    for test in &module.tests {
        let manner = Manner { counted: Some(COUNTED), ..Manner::default() };
        let (status, message, at) = match scenario::run_in(&module, test, manner) {
            Verification::Passed => ("passed", String::new(), None),
            Verification::Failed(failure) => {
                let message =
                    [Some(failure.message), failure.help].into_iter().flatten().collect::<Vec<_>>().join("\n");
                ("failed", message, Some(failure.span))
            }
            Verification::Broken(found) => {
                let message = found.first().map_or_else(String::new, |found| found.message.clone());
                ("broken", message, found.first().map(|found| found.primary.span))
            }
        };
        let (line, _) = texts.line_column(test.name.span);
        let end = test.lines.last().map_or(test.name.span, |line| line.span);
        let failed_on = at.filter(|span| span.source == test.name.span.source).map(|span| texts.line_column(span).0);
        told.push(json!({
            "name": test.name.value,
            "line": line,
            "end": texts.line_column(end).0,
            "status": status,
            "message": message,
            "failedOn": failed_on,
        }));
    }
    Ok(json!({ "scenarios": told }))
}
