//! The games of a tournament: what they come to, and the folder that keeps them.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::contest::standings::{Results, Table};
use crate::game::Game;
use crate::game::rng::GENERATOR;

use super::super::atomic;
use super::super::ending::Stop;
use super::super::files::{self, ReadError};
use super::super::ledger::Ledger;
use super::super::screen;
use super::super::shard::Shard;
use super::line::GameLine;
use super::{MatchArgs, Plan, complain, records};

/// The version of the format of the folder.
const FORMAT: u32 = 1;
/// The file with one game a line.
pub(super) const GAMES: &str = "games.jsonl";
/// The file that says what is played.
pub const MANIFEST: &str = "manifest.json";
/// The longest manifest, in bytes.
pub(super) const LONGEST: u64 = 16 << 20;

/// What is played, as the folder says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    #[serde(rename = "merel-match")]
    format: u32,
    /// The version of the program that played last.
    version: String,
    /// The command lines, the latest last.
    pub commands: Vec<Vec<String>>,
    pub games: u64,
    #[serde(flatten)]
    pub fixed: Fixed,
}

impl Manifest {
    /// Refuses what another version of the program wrote in another format; `told` is where it stands.
    ///
    /// # Errors
    /// If it is in another format.
    pub fn refuse_other_formats(&self, told: &str) -> Result<(), Stop> {
        match self.format {
            FORMAT => Ok(()),
            format => Err(Stop::fault(format!("`{told}`: format {format} is not known, only format {FORMAT}"))),
        }
    }
}

/// What must be the same when a tournament goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fixed {
    generator: String,
    seed: u64,
    opening: u32,
    pub swapped: bool,
    most: Option<u64>,
    pub seats: Vec<SeatEntry>,
    pub events: Vec<EventEntry>,
    /// Which part it is, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SeatEntry {
    name: String,
    seat: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EventEntry {
    file: String,
    title: String,
    /// The fingerprint of the rules with their options.
    rules: String,
    options: Vec<(String, String)>,
    pub players: usize,
    start: Option<String>,
    after: Option<String>,
}

impl Fixed {
    fn of(plan: &Plan, args: &MatchArgs) -> Self {
        let seat = |one: &super::Contestant| SeatEntry { name: one.name.clone(), seat: one.machine.text() };
        let event = |event: &super::Event| EventEntry {
            file: event.file.clone(),
            title: event.game.rules().look.title.plain.clone(),
            rules: event.game.rules().fingerprint.clone(),
            options: event.game.rules().options.clone(),
            players: event.places(),
            start: event.start_text.clone(),
            after: args.start.after.clone(),
        };
        Self {
            generator: GENERATOR.to_owned(),
            seed: plan.seed,
            opening: plan.opening,
            swapped: plan.swapped,
            most: plan.most,
            seats: plan.contestants.iter().map(seat).collect(),
            events: plan.events.iter().map(event).collect(),
            shard: plan.shard,
        }
    }

    /// What differs from another, in a word or two; nothing if they are the same.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let rules = |fixed: &Self| fixed.events.iter().map(|event| event.rules.clone()).collect::<Vec<_>>();
        let pairs = [
            (self.seed != other.seed, "seed"),
            (self.seats != other.seats, "machines"),
            (self.opening != other.opening, "openings"),
            (self.swapped != other.swapped, "order of seats"),
            (self.most != other.most, "most decisions"),
            (self.events.len() != other.events.len(), "rule files"),
            (rules(self) != rules(other), "rules"),
            (self.shard != other.shard, "part"),
            (self != other, "start or options"),
        ];
        pairs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

/// The games, while they are played.
#[derive(Debug)]
pub struct Store {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// By rule file.
    results: Vec<Results>,
    /// Which faults were told, by who and why.
    told: Vec<(String, String)>,
    /// How many games came from the folder.
    found: u64,
    ledger: Option<Ledger>,
}

/// What a tournament has come to.
#[derive(Debug)]
pub struct Kept {
    /// By rule file.
    pub tables: Vec<Table>,
    /// How many games had been played before.
    pub found: u64,
    /// The files that were written.
    pub files: Vec<String>,
}

impl Store {
    /// A store without games, or with those of the folder.
    ///
    /// # Errors
    /// If the folder holds another tournament, or cannot be read or written.
    pub fn open(plan: &Plan, args: &MatchArgs) -> Result<Self, Stop> {
        let results = |event: &super::Event| Results::new(event.schedule.clone(), plan.contestants.len(), plan.test);
        let mut inner =
            Inner { results: plan.events.iter().map(results).collect(), told: Vec::new(), found: 0, ledger: None };
        if let Some(folder) = &args.out {
            let folder = Path::new(folder);
            let begun = manifest(plan, args, folder)?;
            let mut each = |text: &str| inner.take(plan, text);
            let ledger = Ledger::open(&folder.join(GAMES), &mut each)?;
            begun.write(folder)?;
            inner.found = inner.len();
            inner.ledger = Some(ledger);
        }
        Ok(Self { inner: Mutex::new(inner) })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a game is played already, or not needed any more.
    pub fn needs_no(&self, event: usize, game: u64) -> bool {
        let inner = self.inner();
        inner.results.get(event).is_none_or(|results| results.is_decided() || results.has(game))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// If it cannot be written down; then it counts as not played.
    pub fn keep(&self, line: GameLine, plan: &Plan) -> Result<(), Stop> {
        let mut inner = self.inner();
        let inner = &mut *inner;
        if let Some(ledger) = &mut inner.ledger
            && let Err(error) = ledger.add(&line)
        {
            let path = ledger.path().display();
            let message = format!("cannot write `{path}`: {error}");
            return Err(
                Stop::fault(message).help("all games up to this one are kept; the same command goes on from there")
            );
        }
        if let (Some(why), Some(who)) = (&line.why, line.forfeited.and_then(|place| line.seats.get(usize::from(place))))
        {
            let fault = (who.clone(), why.clone());
            if !inner.told.contains(&fault) && inner.told.len() < 20 {
                complain(&format!("{who} loses game {}: {why}", line.game + 1));
                inner.told.push(fault);
            }
        }
        if let (Some(score), Some(results)) = (line.score(plan), inner.results.get_mut(line.event)) {
            results.add(line.game, score);
        }
        Ok(())
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.inner().len()
    }

    /// Whether everything is played that is asked for.
    pub fn is_done(&self, plan: &Plan) -> bool {
        let is_done = |(event, results): (&super::Event, &Results)| {
            results.is_decided() || (0..plan.games).all(|game| !plan.has(event, game) || results.has(game))
        };
        plan.events.iter().zip(&self.inner().results).all(is_done)
    }

    /// By rule file, how all stand now.
    pub fn tables(&self) -> Vec<Table> {
        self.inner().results.iter().map(Results::table).collect()
    }

    /// Writes what is made from the games, and tells what they come to; and what could not be written, while the games are
    /// kept all the same.
    pub fn finish(self, plan: &Plan, args: &MatchArgs) -> (Kept, Option<Stop>) {
        let tables = self.tables();
        let mut inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut kept = Kept { tables, found: inner.found, files: Vec::new() };
        let (Some(ledger), Some(folder)) = (&mut inner.ledger, &args.out) else { return (kept, None) };
        let path = ledger.path().display().to_string();
        let synced = ledger.sync().map_err(|error| Stop::fault(format!("cannot write `{path}`: {error}")));
        kept.files.push(path);
        match synced.and_then(|()| records::write(plan, args, Path::new(folder), ledger)) {
            Ok(files) => {
                kept.files.extend(files);
                (kept, None)
            }
            Err(stop) => (kept, Some(stop)),
        }
    }
}

impl Inner {
    fn len(&self) -> u64 {
        self.results.iter().map(Results::len).sum()
    }

    /// Takes a line of the folder over.
    fn take(&mut self, plan: &Plan, text: &str) -> Result<(), String> {
        let line: GameLine = serde_json::from_str(text).map_err(|error| format!("it is no game: {error}"))?;
        let score = line.score(plan).ok_or("it is no game of this match")?;
        let results = self.results.get_mut(line.event).ok_or("it is no game of this match")?;
        match results.add(line.game, score) {
            true => Ok(()),
            false => Err(format!("game {} stands there twice", line.game + 1)),
        }
    }
}

/// A manifest that is to be written.
#[derive(Debug)]
struct Begun(String);

impl Begun {
    fn write(&self, folder: &Path) -> Result<(), Stop> {
        let path: PathBuf = folder.join(MANIFEST);
        atomic::save(&path.display().to_string(), self.0.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))
    }
}

/// The manifest of the folder with this command line added.
fn manifest(plan: &Plan, args: &MatchArgs, folder: &Path) -> Result<Begun, Stop> {
    let path = folder.join(MANIFEST);
    let told = path.display();
    let fixed = Fixed::of(plan, args);
    let mut commands = Vec::new();
    match files::read_text_up_to(&path, LONGEST) {
        Err(ReadError::Missing) => {}
        Err(error) => return Err(Stop::fault(format!("cannot read `{told}`: {error}"))),
        Ok(text) => {
            let wrong = |error| Stop::fault(format!("`{told}` is no manifest of a match: {error}"));
            let old: Manifest = serde_json::from_str(&text).map_err(wrong)?;
            old.refuse_other_formats(&told.to_string())?;
            if let Some(what) = old.fixed.difference(&fixed) {
                let stop = Stop::usage(format!("`{}` holds another match: its {what} differ", folder.display()));
                return Err(stop.help("name another folder with `--out`, or play the match that is there"));
            }
            if old.version != super::super::VERSION {
                complain(&format!("the games before were played by version {}", old.version));
            }
            commands = old.commands;
        }
    }
    commands.push(env::args_os().map(|word| word.to_string_lossy().into_owned()).collect());
    let manifest =
        Manifest { format: FORMAT, version: super::super::VERSION.to_owned(), commands, games: plan.games, fixed };
    let json = screen::json(&manifest).map_err(|error| Stop::fault(format!("cannot write `{told}`: {error}")))?;
    Ok(Begun(json + "\n"))
}
