//! Tables that people share by a link: which there are, who may make one, and what becomes of them.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use crate::cli::ending::Stop;
use crate::cli::files;
use crate::cli::journal::{self, Journal};
use crate::play::clock::Control;
use crate::play::seat::Seat;
use crate::record::saved;
use crate::table::{Question, Ruled, Step, Table};

use super::guard;
use super::work::Work;

mod begun;
pub mod doors;
pub mod peers;
mod refusal;
mod shared;
mod socket;
mod state;
pub mod store;

use begun::Begun;
use peers::Peers;
use refusal::Refusal;
use shared::Shared;
use store::Store;

/// The most tables.
const MOST: usize = 1000;
/// The most tables that one address has made, unless it is this machine.
const MOST_OF_AN_ADDRESS: usize = 50;
/// The most bytes that the rule files of all tables have together.
const MOST_RULES: usize = 128 << 20;
/// The most moves from which a table begins.
const MOST_MOVES: usize = 10_000;
/// A table at which nothing was done for so long is removed.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// Between two looks for such tables.
const SWEEP: Duration = Duration::from_secs(60 * 60);
/// Between two looks whether all sockets are closed.
const PAUSE: Duration = Duration::from_millis(20);

/// All tables.
#[derive(Debug)]
pub struct Tables {
    all: Mutex<BTreeMap<String, Arc<Shared>>>,
    store: Store,
    work: Work,
    /// The sockets that are open, by address.
    pub peers: Arc<Peers>,
    /// Whether the server stops.
    closing: watch::Sender<bool>,
}

/// What somebody wants who makes a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    table: Table,
    /// Who sits where: `human`, or a machine.
    seats: Vec<String>,
    /// For instance `5m+3s`.
    #[serde(default)]
    clock: Option<String>,
}

impl Tables {
    /// The tables that are kept in a folder; they are read at once if there is such a folder.
    ///
    /// # Errors
    /// If another server keeps its tables there.
    pub fn new(store: Store, work: Work) -> Result<Self, Stop> {
        let tables =
            Self { all: Mutex::default(), store, work, peers: Arc::default(), closing: watch::Sender::new(false) };
        tables.store.take_up().map_err(|error| tables.no_store(&error))?;
        tables.store.sweep(KEPT, |_| true);
        for (id, path) in tables.store.all().into_iter().take(MOST) {
            match tables.restored(&id, &path) {
                Ok(table) => drop(tables.all().insert(id, Arc::new(table))),
                Err(message) => warn!(file = %path.display(), %message, "a table cannot be taken up"),
            }
        }
        Ok(tables)
    }

    fn no_store(&self, error: &io::Error) -> Stop {
        let folder = self.store.folder().display();
        let stop = Stop::fault(format!("cannot keep tables in `{folder}`: {error}"));
        stop.help("`--tables DIR` names another folder for them")
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Shared>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all().len()
    }

    fn find(&self, id: &str) -> Result<Arc<Shared>, Refusal> {
        let none = || Refusal::new(StatusCode::NOT_FOUND, "no-table", "there is no such table; it may be too old");
        self.all().get(id).cloned().ok_or_else(none)
    }

    fn restored(&self, id: &str, path: &std::path::Path) -> Result<Shared, String> {
        // More than a match file: the moves stand in lines of their own.
        let text = files::read_text_up_to(path, 4 * saved::MAX_BYTES as u64);
        let text = text.map_err(|error| format!("{error:?}"))?;
        let kept = journal::opened(&path.to_string_lossy(), &text);
        let said = |stop: Stop| stop.complaint().map_or_else(String::new, |complaint| complaint.message.clone());
        let begun = Begun::from_journal(kept.map_err(said)?, self.work.clock())?;
        Ok(Shared::new(id.to_owned(), begun, self.work.clone()))
    }

    /// Makes a table: its name, and what each person at it must know.
    async fn make(&self, wanted: Wanted, from: IpAddr) -> Result<Value, Refusal> {
        self.has_room(from)?;
        let control = wanted.clock.as_deref().map(str::parse::<Control>).transpose();
        control.map_err(|error| Refusal::unfit(error.to_string()))?;
        let seats = wanted.seats.iter().map(|seat| seat.parse::<Seat>()).collect::<Result<Vec<_>, _>>();
        let seats = seats.map_err(|error| Refusal::unfit(error.to_string()))?;
        let no_token = |_| Refusal::broken();
        let tokens = seats.iter().map(|seat| (*seat == Seat::Human).then(guard::token).transpose());
        let tokens = tokens.collect::<Result<Vec<_>, _>>().map_err(no_token)?;
        if tokens.iter().all(Option::is_none) {
            return Err(Refusal::unfit("nobody would play; one seat at least is a person's"));
        }
        let mut table = wanted.table;
        if table.moves.len() > MOST_MOVES {
            return Err(Refusal::unfit("the match is too long already"));
        }
        table.seed = getrandom::u64().map_err(no_token)? >> 1;
        table.language = String::new();
        let ruled = self.rules_of(&mut table, seats.len()).await?;
        let base = self.base(&table, &wanted.seats, wanted.clock).await?;
        let creator = Some(from).filter(|from| !from.is_loopback());
        let (names, rules) = (ruled.names.clone(), table.text);
        let head = journal::Shared { tokens: tokens.clone(), names, rules, from: creator };
        let id = guard::token().map_err(no_token)?;
        let journal = self.begin_journal(&id, base.clone(), head.clone()).await?;
        let begun = Begun::new(&base, head, journal, self.work.clock()).map_err(Refusal::unfit)?;
        let shared = Shared::made(id.clone(), begun, self.work.clone(), ruled).await;
        info!(table = shared.name(), seats = seats.len(), %from, "a table is made");
        self.all().insert(id.clone(), shared);
        Ok(json!({ "id": id, "seats": tokens }))
    }

    fn has_room(&self, from: IpAddr) -> Result<(), Refusal> {
        let all = self.all();
        let full = |message: &str| Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "many", message));
        if all.len() >= MOST || all.values().map(|table| table.rules_len()).sum::<usize>() > MOST_RULES {
            return full("there are too many tables; try again later");
        }
        let theirs = all.values().filter(|table| table.creator == Some(from)).count();
        if !from.is_loopback() && theirs >= MOST_OF_AN_ADDRESS {
            return full("there are too many tables from where you are");
        }
        Ok(())
    }

    /// What stands at a new table. A rule file is taken as it is now.
    async fn rules_of(&self, table: &mut Table, seats: usize) -> Result<Ruled, Refusal> {
        if table.own_file().is_some() && table.text.is_none() {
            let text = self.work.answer(Question::Text { table: table.clone() }).await.map_err(Refusal::of_work)?;
            table.text = text_of(&text).map(str::to_owned);
        }
        let ruled = self.work.rule(table.clone(), Step::Stand, None).await.map_err(Refusal::of_work)?;
        if ruled.names.len() != seats {
            let players = ruled.names.len();
            return Err(Refusal::unfit(format!("there are {seats} seats for {players} players")));
        }
        if ruled.decider.is_none() {
            return Err(Refusal::unfit("the match is over already"));
        }
        Ok(ruled)
    }

    /// The match as a file.
    async fn base(&self, table: &Table, seats: &[String], clock: Option<String>) -> Result<String, Refusal> {
        let question = Question::Match { table: table.clone(), seats: seats.to_vec(), notes: None, others: Vec::new() };
        let record = self.work.answer(question).await.map_err(Refusal::of_work)?;
        let saved = saved::parse(text_of(&record).unwrap_or_default());
        let saved = saved.map_err(|error| Refusal::unfit(error.to_string()))?;
        Ok(saved::to_text(&saved::Saved { clock, ..saved }))
    }

    async fn begin_journal(&self, id: &str, base: String, head: journal::Shared) -> Result<Journal, Refusal> {
        self.store.make().map_err(|error| Refusal::not_kept(&error))?;
        let path = self.store.path(id);
        let begun = spawn_blocking(move || Journal::of_table(path, base, head)).await;
        begun.map_err(|_| Refusal::broken())?.map_err(|error| {
            warn!(%error, "a table cannot be kept");
            Refusal::not_kept(&error)
        })
    }

    /// Removes tables at which nothing was done for long, again and again.
    pub async fn sweep(self: Arc<Self>) {
        loop {
            sleep(SWEEP).await;
            let tables = self.clone();
            // Nobody looks at it, and nobody will find it.
            let removed = spawn_blocking(move || {
                let may_go = |id: &str| tables.all().get(id).is_none_or(|table| !table.is_looked_at());
                let gone = tables.store.sweep(KEPT, may_go);
                gone.iter().for_each(|id| drop(tables.all().remove(id)));
                gone.len()
            });
            let removed = removed.await.unwrap_or_default();
            info!(removed, "old tables are swept");
        }
    }

    /// Whether the server stops, now and from now on.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells all who are connected that the server stops, and waits a little until they are gone.
    pub async fn close(&self, patience: Duration) {
        self.closing.send_replace(true);
        let _ = timeout(patience, async {
            while self.peers.count() > 0 {
                sleep(PAUSE).await;
            }
        })
        .await;
    }
}

/// The text that is an answer.
fn text_of(answer: &Value) -> Option<&str> {
    answer.get("text")?.as_str()
}

#[cfg(test)]
mod tests;
