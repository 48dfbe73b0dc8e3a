//! `merel play`: a game in the terminal, or in a pipe.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::game::Game;
use crate::play::matches::Match;
use crate::play::player::Clock;
use crate::play::seat::Seat;
use crate::record::replay;

use super::ending::{Ending, Stop};
use super::load::{ChoiceArgs, Evaluator, StartArgs, load};
use super::matchfile::{self, OtherRules};
use super::picture::Picture;
use super::screen::Screen;

mod input;
mod listing;
mod seats;
mod session;

use session::{Origin, Session};

/// Play a game by typing moves, against people and machines
#[derive(Debug, clap::Args)]
#[command(
    after_help = include_str!("../../docs/examples/play.txt")
)]
pub struct PlayArgs {
    /// A rule file, or the name of a built-in game
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Who decides for a player, for instance `White=human` or `2=search:1s`
    #[arg(long, value_name = "PLAYER=WHO")]
    seat: Vec<String>,
    /// The seed of chance and of the machines
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with a saved match
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "players", "position", "after", "seed"])]
    resume: Option<String>,
    /// The language of names, for instance `fr`
    #[arg(long, value_name = "CODE", default_value = "", hide_default_value = true)]
    lang: String,
}

/// Runs the command.
///
/// # Errors
/// If the game or the saved match cannot be had, or the output cannot be written.
pub fn run(args: &PlayArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (current, origin) = match &args.resume {
        Some(file) => resumed(args, file)?,
        None => started(args)?,
    };
    let picture = Picture { abilities: screen.abilities, language: args.lang.clone(), ..Picture::default() };
    let thinking = thinking(args, &current)?;
    let mut session = Session::new(current, origin, picture, io::stdin().lock(), screen).thinking(thinking);
    session.run()?;
    Ok(Ending::Fine)
}

fn started(args: &PlayArgs) -> Result<(Match<Evaluator>, Origin), Stop> {
    let name = args.game.clone().unwrap_or_default();
    let (game, start) = args.choices.begin(load(&name)?, args.start.position_text())?;
    let game = Arc::new(game);
    let look = &game.rules().look;
    let seats = seats::seats(look, usual_seats(look.players.len()), &args.seat)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut current = Match::from_position(game, start, seats, seed, &clock());
    args.start.play(|text| current.play_text(text).map(|_| ()))?;
    Ok((current, Origin { game: name, start: args.start.position.clone(), file: None }))
}

fn resumed(args: &PlayArgs, file: &str) -> Result<(Match<Evaluator>, Origin), Stop> {
    let opened = matchfile::open(file, args.game.as_deref(), OtherRules::Refused)?;
    let look = &opened.game.rules().look;
    let seats = seats::seats(look, recorded_seats(&opened.saved.seats, look.players.len(), file)?, &args.seat)?;
    let told = |error: replay::ReplayError| Stop::fault(format!("{file}: {error}"));
    let replayed = replay::moves(&*opened.game, opened.start.clone(), &opened.saved.moves).map_err(told)?;
    matchfile::check_result(&opened, &replayed).map_err(told)?;
    let seed = opened.saved.seed;
    let mut current = Match::from_position(opened.game.clone(), opened.start, seats, seed, &clock());
    for option in replayed.options {
        current.play(option);
    }
    let game = args.game.clone().unwrap_or(opened.saved.game);
    Ok((current, Origin { game, start: opened.saved.start, file: Some(file.to_owned()) }))
}

/// How long a machine may think because the person asked for it: a match file may name seats, but asks for no time.
fn thinking(args: &PlayArgs, current: &Match<Evaluator>) -> Result<Duration, Stop> {
    let look = &current.game().rules().look;
    let n = look.players.len();
    let usual = if args.resume.is_some() { vec![Seat::Human; n] } else { usual_seats(n) };
    let asked = seats::seats(look, usual, &args.seat)?;
    Ok(asked.iter().filter_map(Seat::time).max().unwrap_or_default())
}

/// The first player is human, the others search.
fn usual_seats(n: usize) -> Vec<Seat> {
    let search = "search".parse().unwrap_or(Seat::Random);
    (0..n).map(|player| if player == 0 { Seat::Human } else { search }).collect()
}

fn recorded_seats(texts: &[String], n: usize, file: &str) -> Result<Vec<Seat>, Stop> {
    if texts.is_empty() {
        return Ok(usual_seats(n));
    }
    texts.iter().map(|text| text.parse().map_err(|error| Stop::fault(format!("{file}: {error}")))).collect()
}

fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Below 2^32, so that people can copy it.
    now.as_nanos() as u64 % (1 << 32)
}

fn clock() -> Clock {
    let start = Instant::now();
    Arc::new(move || start.elapsed())
}
