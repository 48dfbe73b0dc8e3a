//! `merel explain`: what a diagnostic code means.

use std::io::Write;

use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Code, Severity, explain};

use super::ending::{Ending, Stop};
use super::screen::{FormatArgs, Screen};

/// What a diagnostic code means, with a failing and a mended example; without a code, all codes
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/explain.txt"))]
pub struct ExplainArgs {
    /// The code, for instance M0201
    code: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// If there is no such code or the output cannot be written.
pub fn run(args: &ExplainArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    match &args.code {
        Some(text) => one(parse(text)?, args.format.is_json(), screen)?,
        None => all(args.format.is_json(), screen)?,
    }
    Ok(Ending::Fine)
}

fn parse(text: &str) -> Result<Code, Stop> {
    text.parse().map_err(|()| {
        let codes = Code::ALL.iter().map(|code| code.as_str());
        Stop::usage(format!("there is no code `{text}`"))
            .did_you_mean(nearest(text, codes))
            .help("`merel explain` lists all codes")
    })
}

fn one(code: Code, json: bool, screen: &mut Screen) -> std::io::Result<()> {
    let page = explain::page(code);
    if !json {
        return screen.write_all(page.as_bytes());
    }
    let mut value = entry(code);
    if let Some(object) = value.as_object_mut() {
        object.insert("page".to_owned(), page.into());
    }
    screen.json(&value)
}

fn all(json: bool, screen: &mut Screen) -> std::io::Result<()> {
    if json {
        let codes: Vec<_> = Code::ALL.iter().map(|&code| entry(code)).collect();
        return screen.json(&serde_json::json!({ "codes": codes }));
    }
    for &code in Code::ALL {
        writeln!(screen, "{code}  {:7}  {}", grade(code), title(code))?;
    }
    Ok(())
}

fn entry(code: Code) -> serde_json::Value {
    serde_json::json!({ "code": code.as_str(), "severity": grade(code), "title": title(code) })
}

fn title(code: Code) -> &'static str {
    explain::title(explain::page(code)).unwrap_or_default()
}

fn grade(code: Code) -> &'static str {
    match code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
