//! The file that keeps where the options of positions lead, so that a proof goes on after whatever ended it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::budget::Halt;
use crate::game::Game;
use crate::solve::Explorer;

use super::super::VERSION;
use super::super::ending::Stop;
use super::super::ledger::Ledger;
use super::super::load::{Evaluator, StartArgs};

/// The version of the format.
const FORMAT: u32 = 1;
/// So many options are one line, at least.
const LINE: usize = 4096;
/// The time that taking a position over may well take.
const POSITION: std::time::Duration = std::time::Duration::from_micros(500);

/// The first line: what is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    #[serde(rename = "merel-solve")]
    format: u32,
    version: String,
    /// The fingerprint of the rules with their options.
    rules: String,
    start: Option<String>,
    after: Option<String>,
    /// Whether the plain evaluator plays, whose options may have another order.
    plain: bool,
}

impl Head {
    /// What differs from another; nothing if they are the same.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let pairs = [
            (self.format != other.format, "another format"),
            (self.version != other.version, "another version of the program"),
            (self.rules != other.rules, "other rules or options"),
            (self.start != other.start || self.after != other.after, "another start"),
            (self.plain != other.plain, "another evaluator"),
        ];
        pairs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

/// The file, held by this process.
#[derive(Debug)]
pub struct Store {
    ledger: Ledger,
    /// What is not written yet: by position, where its options lead.
    pending: Vec<Vec<u32>>,
    /// How many options that are.
    options: usize,
}

impl Store {
    /// Opens a file or begins a new one, and takes over what is in it.
    ///
    /// # Errors
    /// If it cannot be read or written, if it is about something else, or if it was called to halt.
    pub fn open(
        file: &str,
        game: &Evaluator,
        start: &StartArgs,
        explorer: &mut Explorer<'_, Evaluator>,
        halt: &dyn Halt,
    ) -> Result<Self, Stop> {
        let head = Head {
            format: FORMAT,
            version: VERSION.to_owned(),
            rules: game.rules().fingerprint.clone(),
            start: start.position.clone(),
            after: start.after.clone(),
            plain: game.whole().is_plain(),
        };
        let mut is_begun = false;
        let mut each = |line: &str| {
            if !is_begun {
                let found: Head =
                    serde_json::from_str(line).map_err(|_| "it is no store of `merel solve`".to_owned())?;
                is_begun = true;
                return found.difference(&head).map_or(Ok(()), |what| Err(format!("this store is about {what}")));
            }
            let positions: Vec<Vec<u32>> =
                serde_json::from_str(line).map_err(|error| format!("it tells no positions: {error}"))?;
            for next in positions {
                if halt.is_called() {
                    return Err("it was not read to its end; a greater `--budget` helps".to_owned());
                }
                halt.is_done(POSITION);
                explorer.again(&next).map_err(|trouble| trouble.to_string())?;
            }
            Ok(())
        };
        let ledger = Ledger::open(Path::new(file), &mut each)?;
        let mut store = Self { ledger, pending: Vec::new(), options: 0 };
        if !is_begun {
            store.add(&head)?;
        }
        Ok(store)
    }

    /// Keeps where the options of the next position lead.
    ///
    /// # Errors
    /// If it cannot be written; then what is in the file stays as it was.
    pub fn keep(&mut self, next: &[u32]) -> Result<(), Stop> {
        self.pending.push(next.to_vec());
        self.options += next.len();
        if self.options.max(self.pending.len()) < LINE {
            return Ok(());
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), Stop> {
        self.options = 0;
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() { Ok(()) } else { self.add(&pending) }
    }

    /// Writes all that was kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self) -> Result<(), Stop> {
        self.write()?;
        let synced = self.ledger.sync();
        synced.map_err(|error| Stop::fault(format!("cannot write `{}`: {error}", self.ledger.path().display())))
    }

    fn add(&mut self, line: &impl Serialize) -> Result<(), Stop> {
        let written = self.ledger.add(line);
        written.map_err(|error| {
            let stop = Stop::fault(format!("cannot write `{}`: {error}", self.ledger.path().display()));
            stop.help("what was kept before is there; the same command goes on from it")
        })
    }
}
