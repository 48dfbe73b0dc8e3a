//! Diagnostics in SARIF, the format in which tools of analysis exchange what they found.
//!
//! # Source
//! SARIF 2.1.0, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::json::{Place, place};
use super::{Certainty, Code, Diagnostic, Severity, Suggestion, explain, place::in_reading_order};
use crate::source::{SourceMap, Span};

/// Where the schema of the format is published.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// All diagnostics as one log with one run. Its rules are the codes that occur.
pub fn to_sarif(diagnostics: &[Diagnostic], sources: &SourceMap) -> Value {
    let codes: BTreeSet<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let results = in_reading_order(diagnostics).into_iter().map(|diagnostic| result(diagnostic, &codes, sources));
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "merel",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|&code| rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "utf16CodeUnits",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

/// A code with its page.
fn rule(code: Code) -> Value {
    let page = explain::page(code);
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": explain::title(page).unwrap_or_default() },
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": { "level": level(code) },
    })
}

fn level(code: Code) -> &'static str {
    match code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn result(diagnostic: &Diagnostic, codes: &[Code], sources: &SourceMap) -> Value {
    let mut location = location(diagnostic.primary.span, sources);
    if !diagnostic.primary.text.is_empty() {
        location["message"] = json!({ "text": diagnostic.primary.text });
    }
    let related = diagnostic.labels.iter().map(|label| {
        let mut location = self::location(label.span, sources);
        location["message"] = json!({ "text": label.text });
        location
    });
    let advice: String = diagnostic.help.iter().map(|help| format!("\nhelp: {help}")).collect();
    let mut result = json!({
        "ruleId": diagnostic.code.as_str(),
        "ruleIndex": codes.iter().position(|&code| code == diagnostic.code),
        "level": level(diagnostic.code),
        "message": { "text": diagnostic.message.clone() + &advice },
        "locations": [location],
    });
    if !diagnostic.labels.is_empty() {
        result["relatedLocations"] = related.collect();
    }
    if !diagnostic.suggestions.is_empty() {
        result["fixes"] = diagnostic.suggestions.iter().map(|suggestion| fix(suggestion, sources)).collect();
    }
    result
}

/// A patch. How sure it is stands in a property of its own: a reader applies only those that are safe unasked.
fn fix(suggestion: &Suggestion, sources: &SourceMap) -> Value {
    let place = place(suggestion.span, sources);
    let certainty = match suggestion.certainty {
        Certainty::Safe => "safe",
        Certainty::Guess => "guess",
        Certainty::Choice => "choice",
    };
    json!({
        "description": { "text": suggestion.message },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(&place.file) },
            "replacements": [{
                "deletedRegion": region(&place),
                "insertedContent": { "text": suggestion.replacement },
            }],
        }],
        "properties": { "certainty": certainty },
    })
}

fn location(span: Span, sources: &SourceMap) -> Value {
    let place = place(span, sources);
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&place.file) }, "region": region(&place) } })
}

/// Lines and columns count from one, the end is excluded, as here.
fn region(place: &Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.utf16_column,
        "endLine": place.end_line,
        "endColumn": place.utf16_end_column,
    })
}

/// The name of a file as a reference: relative as it was given, whole if it was whole.
fn uri(file: &str) -> String {
    if let Some(name) = file.strip_prefix("builtin:") {
        return format!("builtin:{}", escaped(name));
    }
    let path = escaped(&if cfg!(windows) { file.replace('\\', "/") } else { file.to_owned() });
    if path.starts_with('/') { format!("file://{path}") } else { path }
}

/// Everything that is no letter, digit or one of `-._~/`, as bytes.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                escaped.push(char::from(byte))
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    #[test]
    fn names_of_files_are_references() {
        assert_eq!(uri("games/my game.gdl"), "games/my%20game.gdl");
        assert_eq!(uri("/tmp/é.gdl"), "file:///tmp/%C3%A9.gdl");
        assert_eq!(uri("builtin:chess.gdl"), "builtin:chess.gdl");
        assert_eq!(uri("a:b"), "a%3Ab");
    }

    #[test]
    fn a_result_has_its_rule_places_and_fixes() {
        let mut sources = SourceMap::default();
        sources.add("a.gdl", "🂡 Poin\nPion\n");
        let (used, declared) = (Span::new(SourceId(0), 5, 9), Span::new(SourceId(0), 10, 14));
        let diagnostic = Diagnostic::new(Code::UnknownName, "unknown kind `Poin`", used, "not declared")
            .label(declared, "the only kind")
            .help("look")
            .suggest_safe("write it so", used, "Pion");
        let log = to_sarif(&[Diagnostic::new(Code::Unused, "odd", used, ""), diagnostic], &sources);
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "M0201");
        assert_eq!(run["tool"]["driver"]["rules"][1]["defaultConfiguration"]["level"], "warning");
        let region = |line: u32, start: u32, end: u32| json!({ "startLine": line, "startColumn": start, "endLine": line, "endColumn": end });
        let place = |region: Value| json!({ "artifactLocation": { "uri": "a.gdl" }, "region": region });
        assert_eq!(
            run["results"][0],
            json!({
                "ruleId": "M0201",
                "ruleIndex": 0,
                "level": "error",
                "message": { "text": "unknown kind `Poin`\nhelp: look" },
                "locations": [{ "physicalLocation": place(region(1, 4, 8)), "message": { "text": "not declared" } }],
                "relatedLocations": [
                    { "physicalLocation": place(region(2, 1, 5)), "message": { "text": "the only kind" } },
                ],
                "fixes": [{
                    "description": { "text": "write it so" },
                    "artifactChanges": [{
                        "artifactLocation": { "uri": "a.gdl" },
                        "replacements": [{
                            "deletedRegion": region(1, 4, 8),
                            "insertedContent": { "text": "Pion" },
                        }],
                    }],
                    "properties": { "certainty": "safe" },
                }],
            })
        );
        assert_eq!((&run["results"][1]["ruleIndex"], &run["results"][1]["level"]), (&json!(1), &json!("warning")));
    }
}
