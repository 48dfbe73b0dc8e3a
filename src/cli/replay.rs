//! `merel replay`: plays a saved match again and checks it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::game::Game;
use crate::record::replay::{self, ReplayError, Replayed};
use crate::record::saved::{Evaluation, Saved, Variation};
use crate::view::theme::Theme;
use serde::Serialize;

use super::atomic;
use super::ending::{Ending, Stop};
use super::load::Position;
use super::matchfile::{self, Opened, OtherRules};
use super::outcome::{self, OutcomeJson, PLAIN};
use super::picture::Picture;
use super::screen::{FormatArgs, Paint as _, Screen, wrapped};

/// Plays a saved match again and checks its moves and its result
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/replay.txt"))]
pub struct ReplayArgs {
    /// The match file
    #[arg(value_name = "MATCH.toml")]
    file: String,
    /// Replay with this rule file or built-in game instead of the recorded one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Replay even if the rules have changed since
    #[arg(long)]
    anyway: bool,
    /// Play and draw this variation of the match, counted from 1, in place of its own moves
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    variation: Option<u32>,
    /// Write the positions of the match as one picture to this file, or to the standard output if it is `-`
    #[arg(long, value_name = "OUT", conflicts_with = "format")]
    svg: Option<String>,
    /// Draw the positions one after the other on the same place, as an animation
    #[arg(long, requires = "svg")]
    animate: bool,
    /// Draw for a light or a dark page, or for print
    #[arg(long, value_name = "THEME", value_parser = ["light", "dark", "print"], default_value = "light", hide_default_value = true, requires = "svg")]
    theme: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct ReplayJson<'a> {
    game: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<u32>,
    moves: usize,
    same_rules: Option<bool>,
    to_move: Option<String>,
    outcome: Option<OutcomeJson>,
    recorded_result: Option<&'a str>,
    error: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    comments: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationJson<'a>>,
}

/// A line of play beside the match, and what is told of its own moves.
#[derive(Debug, Serialize)]
struct VariationJson<'a> {
    after: usize,
    moves: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    comments: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<Option<f64>>,
}

/// Runs the command.
///
/// # Errors
/// If the match cannot be had or the output cannot be written.
pub fn run(args: &ReplayArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let other = if args.anyway { OtherRules::Allowed } else { OtherRules::Refused };
    let mut opened = matchfile::open(&args.file, args.game.as_deref(), other)?;
    let varied = args.variation.map(|number| varied(&args.file, &opened.saved, number)).transpose()?;
    let mut replayed = replay::moves(&*opened.game, opened.start.clone(), &opened.saved.moves);
    let checked = match &replayed {
        Ok(replayed) => matchfile::check_result(&opened, replayed)
            .and_then(|()| matchfile::variations(&opened, replayed).map(|_| ())),
        Err(error) => Err(error.clone()),
    };
    // All of the file is sound before one line of it is gone along.
    if let (Some(saved), Ok(_)) = (varied, &checked) {
        opened.saved = saved;
        replayed = replay::moves(&*opened.game, opened.start.clone(), &opened.saved.moves);
    }
    if let (Some(file), Ok(_)) = (args.svg.as_deref(), &checked) {
        let picture = Picture { theme: Theme::named(&args.theme).unwrap_or_default(), ..Picture::default() };
        let strip = match args.animate {
            true => picture.film(&*opened.game, &opened.start, &opened.saved.moves),
            false => picture.strip(&*opened.game, &opened.start, &opened.saved.moves),
        };
        if file == "-" {
            screen.write_all(strip.as_bytes())?;
            return Ok(Ending::Fine);
        }
        atomic::save(file, strip.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    }
    if args.format.is_json() {
        let told = describe(&opened, replayed.as_ref().ok(), checked.as_ref().err());
        screen.json(&ReplayJson { variation: args.variation, ..told })?;
    } else {
        let replayed = replayed.map_err(|error| Stop::fault(format!("{}: {error}", args.file)))?;
        if let Some(number) = args.variation {
            writeln!(screen, "variation {number}:")?;
        }
        print(&opened, &replayed, screen)?;
        if let Err(error) = &checked {
            return Err(Stop::fault(format!("{}: {error}", args.file)));
        }
    }
    Ok(Ending::fine_if(checked.is_ok()))
}

/// The match as if it had gone like one of its variations.
fn varied(file: &str, saved: &Saved, number: u32) -> Result<Saved, Stop> {
    let n = saved.variations.len();
    saved
        .varied(number as usize)
        .ok_or_else(|| Stop::usage(format!("{file} has no variation {number}, but {n} in all")))
}

fn describe<'a>(
    opened: &'a Opened,
    replayed: Option<&Replayed<Position>>,
    error: Option<&ReplayError>,
) -> ReplayJson<'a> {
    let look = &opened.game.rules().look;
    let outcome = replayed.and_then(|replayed| replayed.outcome.as_ref());
    ReplayJson {
        game: &opened.saved.game,
        title: &look.title.plain,
        variation: None,
        moves: opened.saved.moves.len(),
        same_rules: opened.same_rules,
        to_move: replayed.and_then(|replayed| outcome::actor_name(&*opened.game, &replayed.position, PLAIN)),
        outcome: outcome.map(|outcome| OutcomeJson::new(look, outcome)),
        recorded_result: opened.saved.result.as_deref(),
        error: error.map(ToString::to_string),
        tags: &opened.saved.tags,
        comments: &opened.saved.comments,
        evaluations: values(&opened.saved.evaluations),
        variations: opened.saved.variations.iter().map(VariationJson::of).collect(),
    }
}

fn values(evaluations: &[Option<Evaluation>]) -> Vec<Option<f64>> {
    evaluations.iter().map(|value| value.map(Evaluation::value)).collect()
}

impl<'a> VariationJson<'a> {
    fn of(variation: &'a Variation) -> Self {
        let Variation { after, moves, comments, evaluations, .. } = variation;
        Self { after: *after, moves, comments, evaluations: values(evaluations) }
    }
}

/// The tags, the variations, and the moves of which something is told.
fn print_notes(saved: &Saved, screen: &mut Screen) -> io::Result<()> {
    for (name, value) in &saved.tags {
        writeln!(screen, "{name}: {value}")?;
    }
    print_told(0, &saved.moves, (&saved.comments, &saved.evaluations), screen)?;
    for (number, one) in (1..).zip(&saved.variations) {
        writeln!(screen, "variation {number} from move {}:", one.after + 1)?;
        writeln!(screen, "{}", wrapped(one.moves.iter().map(String::as_str), 80))?;
        print_told(one.after, &one.moves, (&one.comments, &one.evaluations), screen)?;
    }
    Ok(())
}

/// The moves of which something is told; so many were made before the first.
fn print_told(
    before: usize,
    moves: &[String],
    (comments, evaluations): (&[String], &[Option<Evaluation>]),
    screen: &mut Screen,
) -> io::Result<()> {
    for (index, text) in moves.iter().enumerate() {
        let number = before + index + 1;
        let comment = comments.get(index).map(String::as_str).unwrap_or_default();
        let value = evaluations.get(index).copied().flatten();
        let value = value.map(|value| format!("worth {:.3}", value.value()));
        let notes: Vec<&str> = value.as_deref().into_iter().chain((!comment.is_empty()).then_some(comment)).collect();
        if !notes.is_empty() {
            writeln!(screen, "{number:4} {text}: {}", notes.join("; "))?;
        }
    }
    Ok(())
}

fn print(opened: &Opened, replayed: &Replayed<Position>, screen: &mut Screen) -> io::Result<()> {
    let game = &*opened.game;
    let moves = &opened.saved.moves;
    let picture = Picture { abilities: screen.abilities, ..Picture::default() };
    screen.paint(&picture.text(game, &replayed.position))?;
    writeln!(screen, "{}", wrapped(moves.iter().map(String::as_str), 80))?;
    print_notes(&opened.saved, screen)?;
    let state = match &replayed.outcome {
        Some(outcome) => outcome::sentence(&game.rules().look, outcome, PLAIN),
        None => {
            let who = outcome::actor_name(game, &replayed.position, PLAIN);
            format!("the game goes on, {} to move", who.unwrap_or_default())
        }
    };
    writeln!(screen, "{} moves; {state}", moves.len())?;
    if opened.same_rules == Some(false) {
        writeln!(screen, "the rules have changed since the match was recorded")?;
    }
    Ok(())
}
