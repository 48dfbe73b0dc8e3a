//! The board beside the text: what stands in the scenario at the cursor, and where a kind of pieces goes.

use lsp_types::{Position as Place, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::checked::{Checked, OWN};
use super::{Refused, Service, read, written};
use crate::diagnostic::Diagnostic;
use crate::game::{Actor, Game};
use crate::phrases::{Phrases, player_name, translated};
use crate::reference::{Position, Reference};
use crate::rules::Rules;
use crate::rules::board::{Cell, CellId};
use crate::rules::check::Choices;
use crate::scenario::{self, Reached};
use crate::source::SourceId;
use crate::syntax::ast::TestItem;
use crate::view::{self, Scene, SvgOptions, TextOptions};

/// The request for the board; its parameters are those of a place in a text.
pub const METHOD: &str = "merel/board";

/// How many options are listed.
const OPTIONS: usize = 200;

/// What the editor asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardQuestion {
    /// The file.
    #[serde(rename = "textDocument")]
    pub text_document: TextDocumentIdentifier,
    /// A place: in a scenario what stands there, elsewhere the start of the game.
    pub position: Place,
    /// The language of the picture and of what is said of it, for instance `fr`; empty for the names as the file has them.
    #[serde(default)]
    pub language: String,
}

/// The board at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardAnswer {
    /// The scenario that the place is in; none elsewhere: then the game stands at its start.
    pub scenario: Option<String>,
    /// The picture, an SVG document.
    pub svg: String,
    /// The same as text.
    pub text: String,
    /// The options, at most two hundred.
    pub options: Vec<String>,
    /// For people: who is to play, or how the game ended; what does not hold before the place, if something does not; or
    /// why there is no position, and then the others are empty.
    pub message: String,
}

impl Service {
    /// The board at a place of a text.
    pub(super) fn board(&mut self, params: Value) -> Result<Value, Refused> {
        let BoardQuestion { text_document, position, language } = read(params)?;
        let (document, checked) = self.seen(&text_document.uri)?;
        // All that begins on the line of the cursor is done.
        let end_of_line = Place::new(position.line, u32::MAX);
        let at = document.offset(position);
        let offset = at.max(document.offset(end_of_line));
        // A scenario of one line ends before its line does.
        let test = scenario_at(checked, at).or_else(|| scenario_at(checked, offset));
        let none = |message| BoardAnswer { message, ..BoardAnswer::default() };
        let answer = board_at(checked, test, offset, &language).unwrap_or_else(none);
        written(checked.spent().map_or(answer, none))
    }
}

/// The scenario that a place is in.
pub fn scenario_at(checked: &Checked, offset: usize) -> Option<&TestItem> {
    let place = checked.own().declaration_at(offset)?;
    checked
        .scenarios()
        .iter()
        .find(|test| test.name.span.source == OWN && place.contains(&(test.name.span.start as usize)))
}

/// What stands in a scenario before a place, and what does not hold before it; without a scenario the start of the game.
pub fn standing_at(
    checked: &Checked,
    test: Option<&TestItem>,
    offset: usize,
) -> Result<(Reference, Position, Option<String>), String> {
    let module = &checked.standing()?.module;
    let broken = |found: Vec<Diagnostic>| {
        found.into_iter().next().map_or_else(|| "the file has errors".to_owned(), |found| found.message)
    };
    match test {
        Some(test) => {
            let Reached { game, position, failure } = scenario::reached(module, test, offset).map_err(broken)?;
            Ok((game, position, failure.map(|failure| failure.message)))
        }
        None => {
            let (game, position) = scenario::position(module, &Choices::default(), SourceId(0), "").map_err(broken)?;
            Ok((game, position, None))
        }
    }
}

fn board_at(checked: &Checked, test: Option<&TestItem>, offset: usize, language: &str) -> Result<BoardAnswer, String> {
    let (game, position, message) = standing_at(checked, test, offset)?;
    let scene = Scene::of(&game, &position, language);
    let status = || match language {
        "" => status(&game, &position),
        _ => status_in(&game, &position, &scene, language),
    };
    Ok(BoardAnswer {
        scenario: test.map(|test| test.name.value.clone()),
        svg: view::svg(&scene, SvgOptions::default()),
        text: view::text(&scene, TextOptions { unicode: true, ..TextOptions::default() }),
        options: game.notations(&position).into_iter().take(OPTIONS).collect(),
        message: format!("{}\n{}", message.unwrap_or_else(status), checked.left_out()).trim_end().to_owned(),
    })
}

fn status(game: &Reference, position: &Position) -> String {
    if let Some(outcome) = game.outcome(position) {
        return format!("the game is over by \"{}\"", outcome.by);
    }
    match game.actor(position) {
        Some(Actor::Player(player)) => {
            let name = game.rules().players.get(player.index()).map_or("", |player| player.name.as_str());
            format!("{name} to play")
        }
        Some(Actor::Chance) => "Chance to play".to_owned(),
        None => String::new(),
    }
}

/// The same in a language.
fn status_in(game: &Reference, position: &Position, scene: &Scene, language: &str) -> String {
    let (look, words) = (&game.rules().look, Phrases::of(language));
    if let Some(outcome) = game.outcome(position) {
        let by = words.quoted(translated(look, &outcome.by, language));
        return words.say("game-over", &[("how", &words.outcome(look, &outcome, language, &by))]);
    }
    match game.actor(position) {
        Some(Actor::Player(player)) => {
            let who = player_name(look, player, language);
            words.say("turn", &[("n", &scene.turns.saturating_add(1)), ("who", &who)])
        }
        Some(Actor::Chance) => words.word("chance-decides"),
        None => String::new(),
    }
}

/// Where a kind of pieces goes from the middle of the empty board, as text; nothing where that cannot be told.
pub fn reach_of(checked: &Checked, kind: &str) -> Option<String> {
    let module = &checked.standing().ok()?.module;
    let rules = checked.rules()?;
    let owner = rules.players.first()?.name.clone();
    let (middle, name) = middle(rules)?;
    let text = format!("put {kind} of {owner} on {name}\n{owner} to play");
    let (game, position) = scenario::position(module, &Choices::default(), SourceId(0), &text).ok()?;
    let mut scene = Scene::of(&game, &position, "");
    for option in 0..game.n_options(&position) {
        if let [from, to, ..] = game.cells_of(&position, option).as_slice()
            && *from == middle
        {
            scene.marks.targets.insert(*to);
        }
    }
    if scene.marks.targets.is_empty() {
        return None;
    }
    let picture = view::text(&scene, TextOptions::default());
    Some(format!("\nWhere it goes alone on the board:\n\n```text\n{picture}```\n"))
}

/// The cell nearest to the middle of the board, the first of several, and its name.
fn middle(rules: &Rules) -> Option<(CellId, String)> {
    let cells = || rules.board.cells.iter().enumerate().filter(|(_, cell)| !cell.site);
    let n = cells().count().max(1) as f64;
    let sum = cells().fold((0.0, 0.0), |sum, (_, cell)| (sum.0 + cell.centre.0, sum.1 + cell.centre.1));
    let far = |cell: &Cell| (cell.centre.0 - sum.0 / n).hypot(cell.centre.1 - sum.1 / n);
    let nearest = cells().min_by(|(_, one), (_, other)| far(one).total_cmp(&far(other)))?;
    Some((CellId(nearest.0 as u16), nearest.1.name.clone()))
}
