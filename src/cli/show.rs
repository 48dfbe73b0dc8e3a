//! `merel show`: a position as text, as a picture, or for programs.

use std::io::Write;

use crate::game::{Game, PieceView};
use crate::scenario::Told;
use crate::view::theme::Theme;
use serde::Serialize;
use serde_json::{Map, Value};

use super::atomic;
use super::ending::{Ending, Stop};
use super::load::{GameArgs, StartArgs};
use super::outcome::{self, OutcomeJson, PLAIN};
use super::phrases::{Phrases, localized};
use super::picture::Picture;
use super::png::{self, Png};
use super::screen::{self, FormatArgs, Paint as _, Screen};
use super::spoken::spoken;

/// Show a position as text, or as a picture in SVG or PNG
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/show.txt"))]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Write a picture to this file, or to the standard output if it is `-`
    #[arg(long, value_name = "OUT", group = "picture", conflicts_with = "format")]
    svg: Option<String>,
    /// The same in pixels
    #[arg(long, value_name = "OUT", group = "picture", conflicts_with = "format")]
    png: Option<String>,
    /// The width of the picture, in pixels; unless told, twice that of the SVG. What stands beside the board
    /// stands below it if the picture is narrower than 500 pixels
    #[arg(long, value_name = "PIXELS", requires = "png", value_parser = clap::value_parser!(u32).range(1..=i64::from(png::MOST)))]
    width: Option<u32>,
    /// Draw the picture for a light or a dark page, or for print
    #[arg(long, value_name = "THEME", value_parser = ["light", "dark", "print"], default_value = "light", hide_default_value = true, requires = "picture")]
    theme: String,
    /// Draw the options on the board, with the numbers that `merel moves` gives them
    #[arg(long, requires = "picture")]
    options: bool,
    /// Print the position as text, which `--position` reads
    #[arg(long, conflicts_with_all = ["format", "picture"])]
    text: bool,
    /// The language of names, for instance `fr`
    #[arg(long, value_name = "CODE", default_value = "", hide_default_value = true)]
    lang: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// A position for programs.
#[derive(Debug, Serialize)]
struct ShowJson {
    title: String,
    to_move: Option<String>,
    turns: u32,
    position: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    cells: Vec<CellJson>,
    hands: Map<String, Value>,
    variables: Map<String, Value>,
    outcome: Option<OutcomeJson>,
}

#[derive(Debug, Serialize)]
struct CellJson {
    name: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    terrain: Map<String, Value>,
    pieces: Vec<PieceJson>,
}

#[derive(Debug, Serialize)]
struct PieceJson {
    kind: String,
    owner: Option<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    attributes: Map<String, Value>,
}

/// Runs the command.
///
/// # Errors
/// If the position cannot be had or an output cannot be written.
pub fn run(args: &ShowArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if args.text || args.format.is_json() {
        return tell(args, screen);
    }
    if args.svg.is_some() || args.png.is_some() {
        return draw(args, screen);
    }
    let (game, position) = args.game.start(&args.start)?;
    spoken(&args.lang, &game.rules().look)?;
    let picture = Picture { abilities: screen.abilities, language: args.lang.clone(), ..Picture::default() };
    screen.paint(&picture.text(&game, &position))?;
    if let Some(outcome) = game.outcome(&position) {
        let how = outcome::sentence(&game.rules().look, &outcome, &args.lang);
        writeln!(screen, "{}", Phrases::of(&args.lang).say("game-over", &[("how", &how)]))?;
    }
    Ok(Ending::Fine)
}

/// The position as a picture, with the latest move where moves were played.
fn draw(args: &ShowArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut picture = Picture {
        language: args.lang.clone(),
        theme: Theme::named(&args.theme).unwrap_or_default(),
        options: args.options,
        ..Picture::default()
    };
    let (game, position) = args.game.start_watched(&args.start, &mut |game, position, option| {
        picture.last = game.cells_of(position, option).into_iter().collect();
        let text = game.notation(position, option);
        picture.latest = Some(localized(&game.rules().look, &text, &args.lang));
    })?;
    spoken(&args.lang, &game.rules().look)?;
    let svg = picture.svg(&game, &position, args.width);
    let fault = |error: anyhow::Error| Stop::fault(format!("{error:#}"));
    match (args.svg.as_deref(), args.png.as_deref()) {
        (Some("-"), _) => screen.write_all(svg.as_bytes())?,
        (Some(file), _) => atomic::save(file, svg.as_bytes()).map_err(fault)?,
        (None, file) => {
            let Png { bytes, left_out } = png::png(&svg, args.width).map_err(fault)?;
            match file {
                Some("-") | None => screen.bytes(&bytes)?,
                Some(file) => atomic::save(file, &bytes).map_err(fault)?,
            }
            if !left_out.is_empty() {
                let left_out = String::from_iter(left_out);
                screen::to_stderr(&format!("note: the font of PNG pictures lacks {left_out}; `--svg` has all letters"));
            }
        }
    }
    Ok(Ending::Fine)
}

/// The position for programs, or as text alone; what the text leaves out is told beside it.
fn tell(args: &ShowArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (game, position, told) = args.game.told(&args.start)?;
    if args.format.is_json() {
        screen.json(&describe(&game, &position, told))?;
        return Ok(Ending::Fine);
    }
    writeln!(screen, "{}", told.text)?;
    for what in &told.left_out {
        screen::to_stderr(&format!("note: not in the text: {what}"));
    }
    Ok(Ending::Fine)
}

fn describe<G: Game>(game: &G, position: &G::Position, told: Told) -> ShowJson {
    let rules = game.rules();
    let look = &rules.look;
    let snapshot = game.snapshot(position);
    let cells = rules.board.cells.iter().enumerate().map(|(index, cell)| CellJson {
        name: cell.name.clone(),
        terrain: terrain(game, &snapshot.terrain, index),
        pieces: snapshot.cells.get(index).into_iter().flatten().map(|piece| piece_json(game, piece)).collect(),
    });
    let kind_name = |kind: usize| look.kinds.get(kind).map_or_else(String::new, |kind| kind.name.plain.clone());
    let hands = snapshot.hands.iter().enumerate().map(|(player, counts)| {
        let held = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let held: Map<String, Value> = held.map(|(kind, &count)| (kind_name(kind), count.into())).collect();
        let player = crate::game::PlayerId(player as u8);
        (outcome::player_name(look, player, PLAIN), held.into())
    });
    ShowJson {
        title: look.title.plain.clone(),
        to_move: outcome::actor_name(game, position, PLAIN),
        turns: snapshot.turns,
        position: told.text,
        left_out: told.left_out,
        cells: cells.collect(),
        hands: hands.collect(),
        variables: snapshot.variables.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect(),
        outcome: game.outcome(position).map(|outcome| OutcomeJson::new(look, &outcome)),
    }
}

fn terrain<G: Game>(game: &G, values: &[Vec<Option<usize>>], cell: usize) -> Map<String, Value> {
    let named = game.rules().look.terrains.iter().zip(values).filter_map(|(terrain, cells)| {
        let value = terrain.values.get((*cells.get(cell)?)?)?;
        Some((terrain.name.plain.clone(), value.name.plain.clone().into()))
    });
    named.collect()
}

fn piece_json<G: Game>(game: &G, piece: &PieceView) -> PieceJson {
    let look = &game.rules().look;
    PieceJson {
        kind: look.kinds.get(piece.kind).map_or_else(String::new, |kind| kind.name.plain.clone()),
        owner: piece.owner.map(|owner| outcome::player_name(look, owner, PLAIN)),
        attributes: piece.attributes.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect(),
    }
}
