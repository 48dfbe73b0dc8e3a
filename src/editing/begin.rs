//! The beginning of a rule file: a small game that can be played at once, or a variant that changes nothing yet.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::game::{Actor, Game};
use crate::reference::Reference;
use crate::rules::Module;
use crate::rules::check::Choices;
use crate::rules::loader::{Found, LoadError, Loader};
use crate::source::SourceMap;
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::format::format;

/// How the first player to get there wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many stones in a line.
    Line(u32),
    /// A man on the far row.
    Reach,
    /// All men of the other side taken.
    Capture,
    /// The other side has no move.
    Block,
    /// A chain of stones between one's own two sides.
    Connect,
}

/// The board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Columns and rows.
    Square(u32, u32),
    /// A hexagon with so many cells on a side.
    Hexagon(u32),
    /// A rhombus of hexagons with so many cells on a side.
    Rhombus(u32),
}

/// What is asked before a file is begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The title of the game.
    pub title: String,
    /// The board.
    pub shape: Shape,
    /// How many play.
    pub players: u32,
    /// How one wins.
    pub goal: Goal,
}

/// The names of players, in seating order.
const PLAYERS: [&str; 6] = ["White", "Black", "Red", "Blue", "Green", "Yellow"];

/// The fewest and the most cells on a side.
const SIDES: RangeInclusive<u32> = 3..=26;

impl Plan {
    /// The text of the file, with comments and a scenario.
    ///
    /// # Errors
    /// With one sentence, lower case, if these do not go together.
    pub fn text(&self) -> Result<String, String> {
        self.fits()?;
        let mut text = String::from("language 1\n");
        let _ = writeln!(text, "game \"{}\"", self.title);
        let names = PLAYERS.get(..self.players as usize).unwrap_or(&PLAYERS).join(", ");
        let _ = writeln!(text, "players {names}  // in seating order; the first one begins");
        let _ = writeln!(text, "board {}\n", self.board());
        text.push_str(&self.rules());
        text.push_str("\n// Scenarios are run by `merel test`, and by every `merel check`.\n");
        let first =
            first_options(&text).map_err(|found| found.first().map_or(String::new(), |one| one.message.clone()))?;
        text.push_str(&first);
        format(&text).map_err(|found| found.first().map_or(String::new(), |one| one.message.clone()))
    }

    fn fits(&self) -> Result<(), String> {
        let (sides, on_squares) = match self.shape {
            Shape::Square(columns, rows) => (vec![columns, rows], true),
            Shape::Hexagon(side) | Shape::Rhombus(side) => (vec![side], false),
        };
        let shortest = sides.iter().copied().min().unwrap_or(0);
        let most = if matches!(self.goal, Goal::Line(_)) { 6 } else { 2 };
        match self.goal {
            _ if self.title.trim().is_empty() || self.title.contains(['"', '\n', '\r']) => {
                Err("a title has letters, and no quotes or line breaks".to_owned())
            }
            _ if sides.iter().any(|side| !SIDES.contains(side)) => {
                Err(format!("a side has {} to {} cells", SIDES.start(), SIDES.end()))
            }
            _ if !(2..=most).contains(&self.players) => Err(format!("with this goal 2 to {most} may play")),
            Goal::Reach | Goal::Capture if !on_squares => Err("with this goal the board is square".to_owned()),
            Goal::Connect if !matches!(self.shape, Shape::Rhombus(_)) => {
                Err("with this goal the board is a rhombus".to_owned())
            }
            Goal::Line(n) if n < 3 || n > shortest.max(3) => Err(format!("a line has 3 to {} stones", shortest.max(3))),
            _ => Ok(()),
        }
    }

    fn board(&self) -> String {
        match self.shape {
            Shape::Square(columns, rows) => format!("square {columns} by {rows}"),
            Shape::Hexagon(side) => format!("hexagon {side}"),
            Shape::Rhombus(side) => format!("rhombus {side}"),
        }
    }

    fn rules(&self) -> String {
        match self.goal {
            Goal::Line(n) => format!(
                "piece Stone\n\n\
                // In each turn a player puts a stone on an empty cell.\n\
                move place {{ Stone drops }}\n\n\
                end after each turn {{\n\
                \"{n} in a line\": mover wins when landing in lines of {n} in my Stones\n\
                \"full board\": draw when no empty\n}}\n"
            ),
            Goal::Reach => "piece Man (Men)\n\
                setup for each player { put Man on my first row }\n\n\
                // A man steps ahead, and takes by a step aslant.\n\
                move advance {\n\
                Man steps forward to empty\n\
                Man steps forward-diagonal to empty or enemies\n}\n\n\
                end after each turn { \"far row\": mover wins when landing in my last row }\n\
                end before each turn { \"stuck\": mover loses when stuck }\n"
                .to_owned(),
            Goal::Capture => "piece Man (Men)\n\
                setup for each player { put Man on my first row }\n\n\
                // A man steps to any neighbour, and takes what it steps on.\n\
                move go { Man steps any to empty or enemies }\n\n\
                end after each turn { \"all taken\": mover wins when no enemy Men }\n\
                end before each turn {\n\
                \"nothing taken\": draw when 60 moves without taking\n\
                \"stuck\": mover loses when stuck\n}\n"
                .to_owned(),
            Goal::Block => "piece Stone\n\n\
                // A stone is put where no stone of the same player is beside it.\n\
                move place { Stone drops to those c in empty where no my Stones in neighbours of c }\n\n\
                end before each turn { \"stuck\": mover loses when stuck }\n"
                .to_owned(),
            Goal::Connect => "piece Stone\n\n\
                // In each turn a player puts a stone on an empty cell.\n\
                move place { Stone drops }\n\n\
                end after each turn {\n\
                \"north to south\": White wins when Stones of White joins north-side to south-side\n\
                \"west to east\": Black wins when Stones of Black joins west-side to east-side\n}\n"
                .to_owned(),
        }
    }
}

/// A scenario that counts the first options of a text.
fn first_options(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (module, found) = Module::from_text(&Nowhere, "new.gdl", text, &mut SourceMap::default());
    match module {
        Some(module) => counted(&module),
        None => Err(found),
    }
}

/// The scenario that counts the first options of a game: of its first player, or what Chance may bring.
fn counted(module: &Module) -> Result<String, Vec<Diagnostic>> {
    let game = Reference::new(Arc::new(module.rules(&Choices::default())?));
    let start = game.initial();
    let first = match game.actor(&start) {
        Some(Actor::Player(player)) => {
            let name = game.rules().players.get(player.index()).map_or("", |player| player.name.as_str());
            format!("  expect {name} to play\n")
        }
        _ => String::new(),
    };
    Ok(format!("test \"the first move\" {{\n{first}  options {}\n}}\n", game.n_options(&start)))
}

/// The text of a variant of a game: it changes nothing yet, and lists what can be replaced, with the line of each. `file`
/// is how the variant names the game.
///
/// # Errors
/// If the game cannot be played.
pub fn variant(title: &str, file: &str, module: &Module) -> Result<String, Vec<Diagnostic>> {
    let mut text = format!("language 1\ngame \"{title}\" extends \"{file}\"\n\n");
    let _ = writeln!(
        text,
        "// What can be replaced, with its line in the other file: take `//` away, and say it your way."
    );
    text.push_str("// `remove` with the word and the name takes away; what has a new name is added.\n");
    for item in &module.items {
        let Some(first) = replaceable(module, item) else { continue };
        let (line, _) = module.texts.line_column(item.span.span);
        let name = &module.texts.get(item.span.span.source).name;
        let name = name.rsplit(['/', '\\', ':']).next().unwrap_or(name);
        let _ = writeln!(text, "// replace {first}  // {name}:{line}");
    }
    text.push('\n');
    text.push_str(&counted(module)?);
    format(&text)
}

/// The first line of a declaration that can be replaced.
fn replaceable(module: &Module, item: &Item) -> Option<String> {
    use ItemKind::{Fact, Game, Language, Prose, Remove, Test, Text, Titles, Use};
    let prefix = match &item.kind {
        Language(_)
        | Game { .. }
        | Titles(_)
        | Prose(_)
        | Fact { .. }
        | Use(_)
        | Test(_)
        | Text { .. }
        | Remove { .. } => {
            return None;
        }
        ItemKind::Piece(_) => "piece ",
        _ => "",
    };
    let whole = module.texts.slice(item.span.span);
    let whole = whole.strip_prefix("replace").map_or(whole, str::trim_start);
    let mut lines = whole.lines();
    let first = lines.next()?.split("//").next()?.trim_end();
    let more = if lines.next().is_some() { " …" } else { "" };
    Some(format!("{prefix}{first}{more}"))
}

/// A loader without files.
struct Nowhere;

impl Loader for Nowhere {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}
