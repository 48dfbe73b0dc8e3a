//! Match files: reading one with its game, and writing one.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use crate::game::rng::GENERATOR;
use crate::game::{Game, Outcome};
use crate::play::matches::Match;
use crate::record::replay;
use crate::record::result;
use crate::record::saved::{self, Saved};
use crate::rules::loader::LoadError;
use crate::rules::{Choices, Rules};

use super::ending::Stop;
use super::files;
use super::load::{
    ChoiceArgs, Evaluator, LoadedModule, Position, PositionText, built_in_games, load, load_opened, no_such_game,
};
use super::loader::{ENDING, FileLoader};
use super::phrases::{complaint, quoted};

/// Whether a match may be played with other rules than it was recorded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherRules {
    /// It may not.
    Refused,
    /// It may.
    Allowed,
}

/// A match file, read, with the game that it is about.
#[derive(Debug)]
pub struct Opened {
    /// What the file says.
    pub saved: Saved,
    /// The game.
    pub game: Arc<Evaluator>,
    /// The position before the first move.
    pub start: Position,
    /// Whether the rules are the recorded ones; none if the file does not say.
    pub same_rules: Option<bool>,
    /// The rule file.
    pub loaded: LoadedModule,
    /// What was chosen of its options.
    pub choices: Choices,
}

/// Reads a match file and its game: that of the file, unless another is given.
///
/// # Errors
/// If the file cannot be read or understood, if there is no such game, or if its rules are others.
pub fn open(path: &str, game: Option<&str>, other: OtherRules) -> Result<Opened, Stop> {
    let text = read(path)?;
    let saved = saved::parse(&text).map_err(|error| unread(path, &error))?;
    open_saved(saved, path, game, other)
}

/// That a text is no match.
pub fn unread(path: &str, error: &saved::RecordError) -> Stop {
    Stop::fault(complaint("match-unread", &[("file", &path), ("error", error)]))
}

/// The text of a match file.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &str) -> Result<String, Stop> {
    files::read_text_up_to(Path::new(path), saved::MAX_BYTES as u64).map_err(|error| error.about(path))
}

/// The game of a match that was read from a file.
///
/// # Errors
/// As [`open`].
pub fn open_saved(saved: Saved, path: &str, game: Option<&str>, other: OtherRules) -> Result<Opened, Stop> {
    let choices = ChoiceArgs {
        set: saved.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        players: Some(usize::from(saved.players)),
        ..ChoiceArgs::default()
    };
    let origin = format!("start of {path}");
    let start = saved.start.as_deref().map(|text| PositionText { origin: &origin, text });
    let loaded = game.map_or_else(|| recorded(path, &saved.game), load);
    let begun = loaded.and_then(|loaded| {
        let chosen = choices.choices(&loaded.module)?;
        let (game, start) = choices.begin(loaded.clone(), start)?;
        Ok((game, start, loaded, chosen))
    });
    let (game, start, loaded, choices) = begun.map_err(|stop| fault_of(path, stop))?;
    let same_rules = (!saved.rules.is_empty()).then(|| saved.rules == game.rules().fingerprint);
    if same_rules == Some(false) && other == OtherRules::Refused {
        return Err(other_rules(path, &saved, game.rules()));
    }
    Ok(Opened { saved, game: Arc::new(game), start, same_rules, loaded, choices })
}

/// The recorded game, seen from the current folder or else from that of the match file. Match files come from strangers,
/// so what they name is a built-in game or a rule file in one of these folders or below.
///
/// # Errors
/// If it is a file elsewhere, or none that rule files are called like, or if its text cannot be understood.
fn recorded(path: &str, name: &str) -> Result<LoadedModule, Stop> {
    if built_in_games().any(|game| game == name) {
        return load(name);
    }
    let folders = [Path::new(""), Path::new(path).parent().unwrap_or(Path::new(""))];
    let mut errors = Vec::new();
    for folder in folders {
        match FileLoader::open_below(folder, name) {
            Ok(loader) => return load_opened(&loader, loader.main().unwrap_or(name)),
            Err(error) => errors.push(error),
        }
    }
    let bare = !name.contains(['/', '\\', '.']);
    match errors.into_iter().find(|error| !matches!(error, LoadError::NotFound(_))) {
        None => Err(no_such_game(name)),
        Some(LoadError::NotRules) if bare => Err(no_such_game(name)),
        Some(LoadError::NotRules | LoadError::OutsideFolder) => {
            let holes: [(&str, &dyn Display); 3] = [("file", &path), ("name", &quoted(name)), ("ending", &ENDING)];
            Err(Stop::fault(complaint("match-no-rules", &holes)).help(complaint("match-trusted", &[])))
        }
        Some(error) => {
            let holes: [(&str, &dyn Display); 3] = [("file", &path), ("name", &quoted(name)), ("error", &error)];
            Err(Stop::fault(complaint("match-game-unread", &holes)))
        }
    }
}

/// What is wrong usage on the command line is a fault of the file when the file says it.
fn fault_of(path: &str, stop: Stop) -> Stop {
    match stop {
        Stop::Usage(mut told) => {
            told.message = complaint("pair", &[("a", &path), ("b", &told.message)]);
            Stop::Fault(told).help(complaint("match-moved", &[]))
        }
        stop => stop,
    }
}

fn other_rules(path: &str, saved: &Saved, rules: &Rules) -> Stop {
    Stop::fault(complaint("other-rules", &[("file", &path), ("name", &quoted(&saved.game))]))
        .help(complaint("fingerprints", &[("recorded", &saved.rules), ("today", &rules.fingerprint)]))
        .help(complaint("replay-anyway", &[]))
}

/// The names of the players, as match files write them.
pub fn player_names(rules: &Rules) -> Vec<&str> {
    rules.look.plain_names()
}

/// How the game ended, as match files write it.
pub fn result_text(rules: &Rules, outcome: &Outcome) -> String {
    result::text(outcome, &player_names(rules))
}

/// The match as a file.
pub fn to_saved(game: &str, start: Option<&str>, current: &Match<Evaluator>) -> Saved {
    let rules = current.game().rules();
    let outcome = current.game().outcome(current.position());
    Saved {
        game: game.to_owned(),
        title: rules.look.title.plain.clone(),
        rules: rules.fingerprint.clone(),
        options: rules.options.iter().cloned().collect(),
        players: u8::try_from(rules.look.players.len()).unwrap_or(u8::MAX),
        seats: current.seat_texts(),
        seed: current.seed(),
        generator: GENERATOR.to_owned(),
        start: start.map(str::to_owned),
        moves: current.moves().iter().map(|made| made.notation.clone()).collect(),
        result: outcome.map(|outcome| result_text(rules, &outcome)),
        ..Saved::default()
    }
}

/// The moves of each variation as the game writes them.
///
/// # Errors
/// If one of them is no option.
pub fn variations(
    opened: &Opened,
    replayed: &replay::Replayed<Position>,
) -> Result<Vec<Vec<String>>, replay::ReplayError> {
    replay::variations(&*opened.game, opened.start.clone(), &replayed.options, &opened.saved.variations)
}

/// Checks the recorded result, if there is one.
///
/// # Errors
/// If the moves lead to another.
pub fn check_result(opened: &Opened, replayed: &replay::Replayed<Position>) -> Result<(), replay::ReplayError> {
    match &opened.saved.result {
        Some(recorded) => replay::check_result(replayed, recorded, &player_names(opened.game.rules())),
        None => Ok(()),
    }
}
