//! Lines above scenarios and the game, by which the author runs and shows them.

use lsp_types::{CodeLens, Command, ExecuteCommandParams, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::checked::{Checked, OWN};
use super::documents::Document;
use super::questions::WHY_COMMAND;
use super::{Refused, Service, read, written};
use crate::diagnostic::Code;
use crate::scenario::{self, Manner, Verification};
use crate::syntax::lexer::{self, TokenKind};
use crate::syntax::parser::mentions::{Declared, Role};

/// The command that runs a scenario: the address of a file and the name of the scenario.
pub const RUN: &str = "merel.runScenario";

/// Commands of the editor's own: to play a game from a file, to show its board, and what of the file is ever used.
const PLAY: &str = "merel.play";
const SHOW: &str = "merel.showBoard";
const COVERAGE: &str = "merel.showCoverage";

/// The most sequences that a `perft` of a scenario counts here.
const COUNTED: u128 = 200_000;

/// The lenses of a text.
pub fn lenses(document: &Document, checked: &Checked) -> Option<Vec<CodeLens>> {
    let uri = document.uri.as_str();
    let mut lenses = Vec::new();
    let mut words = lexer::lex(&document.text).filter(|token| token.kind == TokenKind::Word);
    if let Some(game) = words.find(|word| word.text == "game") {
        let range = document.range(game.start, game.start);
        // Only a whole file is played; of others the part is shown that stands.
        let offered = [("▶ play", PLAY), ("show the board", SHOW), ("show what is used", COVERAGE)];
        for (title, command) in offered.into_iter().skip(usize::from(!checked.is_whole())) {
            lenses.push(lens(range, title.to_owned(), command, vec![json!(uri)]));
        }
    }
    for name in checked.own().mentions() {
        if name.role == Role::Declares(Declared::Scenario) {
            let range = document.range(name.start, name.end());
            let failed = checked.found.iter().find(|found| {
                found.code == Code::Scenario
                    && found
                        .labels
                        .iter()
                        .any(|label| label.span.source == OWN && label.span.range().contains(&name.start))
            });
            let title = match failed {
                Some(found) => format!("✗ run: {}", found.message),
                None => "▶ run".to_owned(),
            };
            lenses.push(lens(range, title, RUN, vec![json!(uri), json!(name.name)]));
        }
    }
    Some(lenses)
}

fn lens(range: lsp_types::Range, title: String, command: &str, arguments: Vec<Value>) -> CodeLens {
    let command = Command { title, command: command.to_owned(), arguments: Some(arguments) };
    CodeLens { range, command: Some(command), data: None }
}

/// What came of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// Whether every line holds.
    pub holds: bool,
    /// What does not hold, for people; empty if all does.
    pub message: String,
}

impl Service {
    /// Carries out a command.
    pub(super) fn command(&mut self, params: Value) -> Result<Value, Refused> {
        let ExecuteCommandParams { command, arguments, .. } = read(params)?;
        if command == WHY_COMMAND {
            return self.why_command(&arguments);
        }
        let (RUN, [uri, name, ..]) = (command.as_str(), arguments.as_slice()) else {
            return Err(Refused::Failed(format!("there is no command `{command}` with these arguments")));
        };
        let (uri, name): (Uri, String) = (read(uri.clone())?, read(name.clone())?);
        let (_, checked) = self.seen(&uri)?;
        let module = &checked.standing().map_err(Refused::Failed)?.module;
        let Some(test) = module.tests.iter().find(|test| test.name.value == name) else {
            return Err(Refused::Failed(format!("there is no scenario \"{name}\"")));
        };
        let manner = Manner { counted: Some(COUNTED), ..Manner::default() };
        let ran = scenario::run_in(module, test, manner);
        if let Some(message) = checked.spent() {
            return written(Ran { holds: false, message });
        }
        let message = match ran {
            Verification::Passed => String::new(),
            Verification::Failed(failure) => [Some(failure.message), failure.help, failure.picture]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("\n"),
            Verification::Broken(found) => found.into_iter().map(|found| found.message).collect::<Vec<_>>().join("\n"),
        };
        written(Ran { holds: message.is_empty(), message })
    }
}
