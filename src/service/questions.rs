//! Why a move is legal or not, and what of the file is ever used: asked from the editor.

use lsp_types::{Command, Location, Position as Place, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::{scenario_at, standing_at};
use super::checked::Checked;
use super::documents::Document;
use super::{Refused, Service, read, written};
use crate::cover::{self, LineUse, Plan};
use crate::rules::Choices;
use crate::scenario::words;
use crate::syntax::ast::TestLineKind;
use crate::why;

/// The request for the reason of a move, and the command of the same meaning.
pub const WHY: &str = "merel/why";
/// The command: the address of a file, a place, and the move.
pub const WHY_COMMAND: &str = "merel.why";
/// The request for what of a file is ever used.
pub const COVER: &str = "merel/cover";

/// How much is played for coverage beside a text: so much that it is soon there.
const PLAN: Plan = Plan { games: 2, more: 200, searched: 0, playouts: 1, decisions: 120, seed: 0, only: None };

/// What the editor asks about a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhyQuestion {
    /// The file.
    #[serde(rename = "textDocument")]
    pub text_document: TextDocumentIdentifier,
    /// A place: in a scenario what stands before it, elsewhere the start of the game.
    pub position: Place,
    /// The move as it is typed; empty for what the ends of the game lack.
    #[serde(rename = "move")]
    pub asked: String,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WhyAnswer {
    /// The same as `merel why` prints, or why there is no answer.
    pub message: String,
    /// The rule that is not met, where it is written.
    pub place: Option<Location>,
}

/// What of a text is ever used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoverAnswer {
    /// The lines on which something can be used, counted from one.
    pub lines: Vec<LineUse>,
    /// What was never used, with the reasons, and how much was; or why there is no answer.
    pub summary: String,
}

impl Service {
    /// Why a move is legal or not at a place.
    pub(super) fn why(&mut self, params: Value) -> Result<Value, Refused> {
        let WhyQuestion { text_document, position, asked } = read(params)?;
        let (document, checked) = self.seen(&text_document.uri)?;
        let offset = document.offset(position);
        let none = |message| WhyAnswer { message, place: None };
        let answer = why_at(checked, offset, &asked).unwrap_or_else(none);
        written(checked.spent().map_or(answer, none))
    }

    /// The same as a command.
    pub(super) fn why_command(&mut self, arguments: &[Value]) -> Result<Value, Refused> {
        let [uri, position, asked, ..] = arguments else {
            return Err(Refused::Failed(format!("`{WHY_COMMAND}` wants a file, a place and a move")));
        };
        self.why(json!({"textDocument": {"uri": uri}, "position": position, "move": asked}))
    }

    /// What of a text is ever used, with the options as they are if nobody chooses.
    pub(super) fn cover(&mut self, params: Value) -> Result<Value, Refused> {
        let super::WholeText { text_document } = read(params)?;
        let (_, checked) = self.seen(&text_document.uri)?;
        let module = match checked.standing() {
            Ok(standing) => &standing.module,
            Err(summary) => return written(CoverAnswer { summary, lines: Vec::new() }),
        };
        let plan = Plan { only: Some(Choices::default()), ..PLAN };
        let covered = cover::cover(module, &checked.sources, &plan, &module.budget);
        if let Some(summary) = checked.spent() {
            return written(CoverAnswer { summary, lines: Vec::new() });
        }
        written(match covered {
            Ok(coverage) => {
                let summary = checked.left_out() + &coverage.summary();
                CoverAnswer { lines: coverage.used_by_line(), summary }
            }
            Err(found) => {
                let messages: Vec<String> = found.into_iter().map(|found| found.message).collect();
                CoverAnswer { lines: Vec::new(), summary: messages.join("\n") }
            }
        })
    }
}

fn why_at(checked: &Checked, offset: usize, asked: &str) -> Result<WhyAnswer, String> {
    let (game, position, failed) = standing_at(checked, scenario_at(checked, offset), offset)?;
    if let Some(failed) = failed {
        return Err(format!("what stands before does not hold: {failed}"));
    }
    let answer = match asked.trim() {
        "" => why::ends(&game, &position, &checked.sources),
        asked => why::why(&game, &position, &checked.sources, asked, false),
    };
    let place = answer.reason.as_ref().and_then(|reason| checked.location(reason.place.as_ref()?.span));
    Ok(WhyAnswer { message: checked.left_out() + &answer.to_string(), place })
}

/// The question about the move of a scenario that stands at a place of its text.
pub fn question_at(document: &Document, checked: &Checked, offset: usize) -> Option<Command> {
    let test = scenario_at(checked, offset)?;
    let texts = test.lines.iter().filter_map(|line| match &line.value {
        TestLineKind::Play(texts)
        | TestLineKind::Legal(texts)
        | TestLineKind::Illegal(texts)
        | TestLineKind::Only(texts) => Some(texts),
        _ => None,
    });
    let holds = |span: crate::source::Span| (span.start as usize..=span.end as usize).contains(&offset);
    let (asked, span) = texts.flat_map(|texts| words(texts)).find(|(_, span)| holds(*span))?;
    let place = document.position(span.start as usize);
    Some(Command {
        title: format!("Why `{asked}`?"),
        command: WHY_COMMAND.to_owned(),
        arguments: Some(vec![json!(document.uri.as_str()), json!(place), json!(asked)]),
    })
}
