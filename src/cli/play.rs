//! `merel play`: a game in the terminal, or in a pipe.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::game::Game;
use crate::play::clock::Control;
use crate::play::matches::Match;
use crate::play::mind::{Weighing, text};
use crate::play::player::Clock;
use crate::play::seat::Seat;
use crate::record::{replay, saved};

use super::ending::{Ending, Stop};
use super::files;
use super::guest::Guest;
use super::journal::{self, Kept};
use super::load::{ChoiceArgs, Evaluator, StartArgs, load};
use super::matchfile::{self, Opened, OtherRules};
use super::phrases::{self, Phrases, complaint, quoted};
use super::picture::Picture;
use super::screen::{self, Abilities, Screen};
use super::spoken::spoken;
use super::thinking::ThinkingArgs;
use super::threads;

mod desk;
mod host;
mod input;
mod judge;
mod panel;
mod replies;
mod seats;
mod session;
mod signals;
mod tui;

use desk::{Desk, Origin};
use host::Host;
use judge::Judge;
use session::Session;
use signals::Signals;
use tui::Tui;

/// Play a game by typing moves, against people and machines
#[derive(Clone, Debug, clap::Args)]
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
    /// Who decides for a player, for instance `White=human`, `2=search:1s` or `2=level:3`
    #[arg(long, value_name = "PLAYER=WHO")]
    seat: Vec<String>,
    /// The seed of chance and of the machines
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with a saved match, or with the latest one that was not saved if no file is named
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with_all = ["set", "players", "position", "after", "seed"]
    )]
    resume: Option<String>,
    /// How long each player has, for instance `5m`, or `5m+3s` for three more seconds after each decision
    #[arg(long, value_name = "TIME")]
    clock: Option<String>,
    /// The language, for instance `fr`; unless told, that of the environment (`LANG`) if it is known
    #[arg(long, value_name = "CODE", default_value = "", hide_default_value = true)]
    lang: String,
    /// What the machines know of the game, as `merel train` wrote it; without it they learn a little at the beginning
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    #[command(flatten)]
    means: ThinkingArgs,
    /// Line by line, with positions told in words
    #[arg(long)]
    plain: bool,
}

/// Runs the command.
///
/// # Errors
/// If the game or the saved match cannot be had, or the output cannot be written.
pub fn run(args: &PlayArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut args = args.clone();
    args.lang = phrases::chosen(&args.lang);
    let abilities = screen.abilities;
    let host = begin(&args, abilities)?;
    let signals = Signals::listen(host.desk.words().word("once-more"));
    let open = |file: &str, language: &str| {
        let (resume, lang) = (Some(file.to_owned()), language.to_owned());
        begin(&PlayArgs { game: None, seat: Vec::new(), resume, lang, clock: None, ..args.clone() }, abilities)
    };
    if abilities.whole && !args.plain {
        Tui::new(host, &signals, &open).run(screen)?;
        return Ok(Ending::Fine);
    }
    let mut input = io::stdin().lock();
    Session::new(host, &signals, &open, (&mut input, screen), args.plain).run()?;
    Ok(Ending::Fine)
}

/// The match that is asked for, ready to be played.
fn begin(args: &PlayArgs, abilities: Abilities) -> Result<Host, Stop> {
    phrases::complain_in(&args.lang);
    let (desk, judge) = match &args.resume {
        Some(file) if file.is_empty() => {
            let latest = journal::latest().map(|path| path.display().to_string());
            let none = || Stop::usage(complaint("no-latest", &[("folder", &journal::own_folder().display())]));
            resumed(args, &latest.ok_or_else(none)?)?
        }
        Some(file) => resumed(args, file)?,
        None => started(args)?,
    };
    spoken(&args.lang, desk.look())?;
    let picture = Picture { abilities, language: args.lang.clone(), ..Picture::default() };
    let thinking = thinking(args, &desk.current)?;
    Ok(Host { desk, judge, picture, thinking, paused: false })
}

fn control(asked: Option<&str>) -> Result<Option<(String, Control)>, Stop> {
    let wrong = |text: &str| Stop::usage(complaint("no-time", &[("text", &quoted(text))]));
    let read = |text: &str| text.parse().map(|control| (text.to_owned(), control)).map_err(|_| wrong(text));
    asked.map(read).transpose()
}

fn started(args: &PlayArgs) -> Result<(Desk, Judge), Stop> {
    let name = args.game.clone().unwrap_or_default();
    let control = control(args.clock.as_deref())?;
    let loaded = load(&name)?;
    let choices = args.choices.choices(&loaded.module)?;
    let (game, start) = args.choices.begin(loaded.clone(), args.start.position_text())?;
    let game = Arc::new(game);
    let look = &game.rules().look;
    let seats = seats::seats(look, usual_seats(look.players.len()), &args.seat)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let time = threads::clock();
    let mut current = Match::from_position(game, start, seats, seed, &time);
    teach(args, &mut current, &time)?;
    seat_guests(args, args.start.position.as_deref(), &mut current)?;
    args.start.play(|text| current.play_text(text).map(|_| ()))?;
    let origin = Origin { game: name, start: args.start.position.clone(), file: None };
    let desk = Desk::new(current, origin, args.lang.clone(), time).with_clocks(control, &[]).begun(None);
    Ok((desk, Judge::new(loaded, choices)))
}

/// A match from its file, or from a journal alone.
fn resumed(args: &PlayArgs, file: &str) -> Result<(Desk, Judge), Stop> {
    let text = matchfile::read(file)?;
    let (base, kept, origin_file) = match journal::is_journal(&text) {
        true => {
            let kept = journal::opened(file, &text)?;
            (kept.head.base.clone(), Some(kept), None)
        }
        false => {
            let kept = journal::found_beside(file, &text)?;
            (text, kept, Some(file.to_owned()))
        }
    };
    let saved = saved::parse(&base).map_err(|error| matchfile::unread(file, &error))?;
    // Only what lies in the user's own folder may say where a rule file is.
    let folder = kept.as_ref().and_then(|kept| kept.head.folder.clone());
    let folder = folder.filter(|_| Path::new(file).parent() == Some(&journal::own_folder()));
    let recorded = folder.map(|folder| folder.join(&saved.game)).filter(|path| path.is_file());
    let recorded = recorded.map(|path| path.display().to_string());
    let game = args.game.as_deref().or(recorded.as_deref());
    let opened = matchfile::open_saved(saved, file, game, OtherRules::Refused)?;
    let name = game.map_or_else(|| opened.saved.game.clone(), str::to_owned);
    let origin = Origin { game: name, start: opened.saved.start.clone(), file: origin_file };
    replayed(args, opened, origin, (file, base), kept)
}

fn replayed(
    args: &PlayArgs,
    opened: Opened,
    origin: Origin,
    (file, base): (&str, String),
    kept: Option<Kept>,
) -> Result<(Desk, Judge), Stop> {
    let look = &opened.game.rules().look;
    let seats = seats::seats(look, recorded_seats(&opened.saved.seats, look.players.len(), file)?, &args.seat)?;
    let told = |error: replay::ReplayError| about(file, "match-differs", &error);
    let replayed = replay::moves(&*opened.game, opened.start.clone(), &opened.saved.moves).map_err(told)?;
    matchfile::check_result(&opened, &replayed).map_err(told)?;
    let variations = matchfile::variations(&opened, &replayed).map_err(told)?;
    let Opened { mut saved, game, start, loaded, choices, .. } = opened;
    let control = control(args.clock.as_deref().or(saved.clock.as_deref()))?;
    let time = threads::clock();
    let mut current = Match::from_position(game, start, seats, saved.seed, &time);
    teach(args, &mut current, &time)?;
    seat_guests(args, saved.start.as_deref(), &mut current)?;
    for option in replayed.options {
        current.play(option);
    }
    // Moves may be typed in several ways; what is told of them goes with those that the game writes.
    saved.moves = current.moves().iter().map(|made| made.notation.clone()).collect();
    for (variation, moves) in saved.variations.iter_mut().zip(variations) {
        variation.moves = moves;
    }
    let left: &[u64] = if args.clock.is_some() { &[] } else { &saved.left };
    let mut desk = Desk::new(current, origin, args.lang.clone(), time)
        .with_clocks(control, left)
        .with_settled(saved.settled.as_deref())
        .with_told(saved)
        .begun(Some(base));
    if let Some(Kept { entries, journal, .. }) = kept {
        let path = journal.path().display().to_string();
        let wrong = |number: usize| journal::wrong_line(&path, number + 1, &complaint("journal-cannot", &[]));
        desk.take_up(&entries, journal).map_err(wrong)?;
    }
    Ok((desk, Judge::new(loaded, choices)))
}

/// Gives the machines their means, and tells them what a file of weights says.
fn teach(args: &PlayArgs, current: &mut Match<Evaluator>, time: &Clock) -> Result<(), Stop> {
    current.equip(args.means.means(), time);
    let Some(file) = &args.weights else { return Ok(()) };
    let text = files::read_text_up_to(Path::new(file), text::MAX_BYTES).map_err(|error| error.about(file))?;
    let mind = Weighing::parse(&text).and_then(|weighing| weighing.mind(current.game().rules()));
    let mind = mind.map_err(|error| about(file, "weights-unread", &error))?;
    current.teach(mind, time);
    Ok(())
}

/// What is wrong with a file that was named.
fn about(file: &str, key: &str, error: &dyn fmt::Display) -> Stop {
    Stop::fault(complaint(key, &[("file", &file), ("error", error)]))
}

/// Gives other programs their seats.
fn seat_guests(args: &PlayArgs, start: Option<&str>, current: &mut Match<Evaluator>) -> Result<(), Stop> {
    for (player, guest) in seats::guests(&current.game().rules().look, &args.seat)? {
        guest.try_out().map_err(Stop::usage)?;
        let machine = guest.player(player, start);
        current.seat_guest(player, Box::new(machine), guest.to_string());
    }
    Ok(())
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

/// The seats of a match file. It names no program that is started: that is for whoever goes on with it.
fn recorded_seats(texts: &[String], n: usize, file: &str) -> Result<Vec<Seat>, Stop> {
    if texts.is_empty() {
        return Ok(usual_seats(n));
    }
    let seat = |(number, text): (usize, &String)| match text.parse::<Guest>() {
        Err(None) => text.parse().map_err(|error| about(file, "match-differs", &error)),
        _ => {
            let place = number + 1;
            let words = complaint("guest-left", &[("place", &place), ("text", text)]);
            screen::to_stderr(&complaint("pair", &[("a", &complaint("remark", &[])), ("b", &words)]));
            Ok(Seat::Human)
        }
    };
    texts.iter().enumerate().map(seat).collect()
}

fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Below 2^32, so that people can copy it.
    now.as_nanos() as u64 % (1 << 32)
}

/// Why a file cannot be read or written, in the words of a language.
fn reason_of(words: Phrases, error: &anyhow::Error) -> String {
    match error.downcast_ref::<io::Error>() {
        Some(error) => phrases::reason(words, error),
        None => words.say("error-other", &[("error", error)]),
    }
}
