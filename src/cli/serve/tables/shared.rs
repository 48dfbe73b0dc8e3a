//! One table that people share: whoever does something at it waits for whoever did something before.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde::Deserialize;
use tokio::sync::{Mutex as Turn, watch};
use tokio::task::{AbortHandle, spawn_blocking};
use tracing::{debug, warn};

use crate::cli::journal::{self, Entry, Journal};
use crate::cli::serve::guard;
use crate::cli::serve::work::{NoAnswer, Work};
use crate::game::PlayerId;
use crate::play::clock::Clocks;
use crate::record::settled::Settled;
use crate::referee::{Asked, Referee, Request, Verdict, Wish};
use crate::table::{Question, Refused, Ruled, Standing, Step, Table};

use super::begun::Begun;
use super::refusal::Refusal;
use super::state::State;

mod driver;

/// The longest text of a move, in bytes.
const MOST_TEXT: usize = 1024;
/// So often something is done at a table at most, so that its journal can be read again.
const MOST_DEEDS: u64 = 50_000;
/// After rules that asked too much, so long nothing is asked of them.
const REST: Duration = Duration::from_secs(20);

/// What somebody does at a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Deed {
    /// A move, by whoever has seen so many.
    Move { text: String, ply: usize },
    /// Asks to take back his last decision.
    Undo { ply: usize },
    /// Offers a draw.
    Draw { ply: usize },
    /// Agrees to what another asks for.
    Agree,
    /// Does not.
    Decline,
    /// Gives up.
    Resign,
    /// Wants machines and Chance to try again.
    Again,
}

/// A table.
#[derive(Debug)]
pub struct Shared {
    id: String,
    tokens: Vec<Option<String>>,
    names: Vec<String>,
    title: String,
    game: Table,
    fingerprint: String,
    /// From where it was made, unless it was this machine.
    pub creator: Option<IpAddr>,
    work: Work,
    state: watch::Sender<Arc<State>>,
    /// How many sockets each player has.
    present: Mutex<Vec<usize>>,
    inner: Turn<Inner>,
}

#[derive(Debug)]
struct Inner {
    referee: Referee,
    journal: Option<Journal>,
    /// What stands, unless the moves must be played again.
    standing: Option<Standing>,
    /// Whether it is known who decides.
    awake: bool,
    trouble: Option<String>,
    /// Until then nothing is asked of the rules.
    rests_until: Option<Instant>,
    driver: Option<AbortHandle>,
}

/// Somebody who is there, until it is dropped.
#[derive(Debug)]
pub struct Presence {
    table: Arc<Shared>,
    player: PlayerId,
}

impl Shared {
    /// A table as its journal tells it.
    pub fn new(id: String, begun: Begun, work: Work) -> Self {
        let Begun { game, title, fingerprint, head, referee, journal } = begun;
        let present = vec![0; head.tokens.len()];
        let state = State::of(&referee, vec![false; present.len()], (None, false), work.clock()());
        let inner = Inner {
            referee,
            journal: Some(journal),
            standing: None,
            awake: false,
            trouble: None,
            rests_until: None,
            driver: None,
        };
        Self {
            id,
            tokens: head.tokens,
            names: head.names,
            title,
            game,
            fingerprint,
            creator: head.from,
            work,
            state: watch::Sender::new(Arc::new(state)),
            present: Mutex::new(present),
            inner: Turn::new(inner),
        }
    }

    /// What it is called where others may read it: by this nobody finds it.
    pub fn name(&self) -> &str {
        self.id.get(..6).unwrap_or_default()
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// The bytes of its rule file.
    pub fn rules_len(&self) -> usize {
        self.game.text.as_ref().map_or(0, String::len)
    }

    /// The game with these moves, as those at the table may know it.
    pub fn seen_with(&self, moves: Vec<String>, language: String) -> Table {
        Table { moves, language, seed: 0, ..self.game.clone() }
    }

    /// What stands, now and from now on.
    pub fn watch(&self) -> watch::Receiver<Arc<State>> {
        self.state.subscribe()
    }

    pub fn is_looked_at(&self) -> bool {
        self.n_looking() > 0
    }

    /// How many look at it over sockets.
    pub fn n_looking(&self) -> usize {
        self.state.receiver_count()
    }

    /// The time, as clocks have it.
    pub fn now(&self) -> Duration {
        self.work.clock()()
    }

    /// Whose seat a token is; none is a spectator.
    ///
    /// # Errors
    /// If it is nobody's.
    pub fn seat_of(&self, token: Option<&str>) -> Result<Option<PlayerId>, Refusal> {
        let Some(token) = token else { return Ok(None) };
        let is_it = |known: &Option<String>| known.as_deref().is_some_and(|known| guard::same(token, known));
        let wrong = || Refusal::new(StatusCode::FORBIDDEN, "token", "this link has no seat at this table");
        let seat = self.tokens.iter().position(is_it).ok_or_else(wrong)?;
        Ok(Some(PlayerId(seat as u8)))
    }

    /// Somebody comes.
    pub fn enter(self: &Arc<Self>, player: PlayerId) -> Presence {
        self.count(player, 1);
        Presence { table: self.clone(), player }
    }

    fn count(&self, player: PlayerId, by: isize) {
        let present = {
            let mut all = self.present.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(count) = all.get_mut(player.index()) {
                *count = count.saturating_add_signed(by);
            }
            there(&all)
        };
        self.state.send_if_modified(|state| {
            let is_new = state.present != present;
            if is_new {
                *state = Arc::new(state.with(present));
            }
            is_new
        });
    }

    /// A table that was just made, where it is known what stands.
    pub async fn made(id: String, begun: Begun, work: Work, ruled: Ruled) -> Arc<Self> {
        let table = Arc::new(Self::new(id, begun, work));
        let mut inner = table.inner.lock().await;
        inner.referee.stands(ruled.decider);
        inner.standing = Some(ruled.standing);
        inner.awake = true;
        table.go_on(&mut inner);
        drop(inner);
        table
    }

    /// Finds out who decides, and lets machines and Chance go on. It needs not be waited for.
    pub fn wake_up(self: &Arc<Self>) {
        let table = self.clone();
        tokio::spawn(async move {
            let mut inner = table.inner.lock().await;
            // What is wrong is told to whoever does something.
            let _ = table.wake(&mut inner).await;
        });
    }

    /// Does something.
    ///
    /// # Errors
    /// Why it is not done. Then nothing has changed.
    pub async fn act(self: &Arc<Self>, who: Option<PlayerId>, deed: Deed) -> Result<u64, Refusal> {
        let table = self.clone();
        // Whoever goes away meanwhile leaves nothing half done.
        let done = tokio::spawn(async move {
            let mut inner = table.inner.lock().await;
            let done = table.done(&mut inner, who, deed).await;
            match &done {
                Ok(revision) => debug!(table = table.name(), revision, "done"),
                Err(refusal) => debug!(table = table.name(), kind = refusal.kind, "refused"),
            }
            done
        });
        done.await.unwrap_or_else(|_| Err(Refusal::broken()))
    }

    async fn done(self: &Arc<Self>, inner: &mut Inner, who: Option<PlayerId>, deed: Deed) -> Result<u64, Refusal> {
        self.wake(inner).await?;
        self.look_at_clocks(inner).await?;
        let (request, text) = match deed {
            Deed::Move { text, .. } if text.len() > MOST_TEXT => return Err(Refusal::unfit("the move is too long")),
            Deed::Move { text, ply } => (Request::Move { ply }, text),
            Deed::Undo { ply } => (Request::Undo { ply }, String::new()),
            Deed::Draw { ply } => (Request::Draw { ply }, String::new()),
            Deed::Agree => (Request::Agree, String::new()),
            Deed::Decline => (Request::Decline, String::new()),
            Deed::Resign => (Request::Resign, String::new()),
            Deed::Again => {
                // Who only looks on, or is impatient, stops no machine that thinks.
                if who.is_some() && inner.trouble.take().is_some() {
                    self.go_on(inner);
                }
                return Ok(inner.referee.revision());
            }
        };
        if inner.referee.revision() >= MOST_DEEDS {
            let message = "so much was done at this table that no more is written down";
            return Err(Refusal::new(StatusCode::INSUFFICIENT_STORAGE, "many", message));
        }
        let asked = inner.referee.asked().cloned();
        let verdict = inner.referee.judge(who, request)?;
        if let Err(refusal) = self.carry_out(inner, verdict, text).await {
            inner.referee.takes_back(asked);
            return Err(refusal);
        }
        inner.trouble = None;
        self.go_on(inner);
        Ok(inner.referee.revision())
    }

    async fn carry_out(&self, inner: &mut Inner, verdict: Verdict, text: String) -> Result<(), Refusal> {
        match verdict {
            Verdict::Move(player) => self.moved(inner, player, text).await?,
            Verdict::Back(to) => self.went_back(inner, to).await?,
            Verdict::Settle(how) => self.settle(inner, how).await?,
            Verdict::Seat(player, seat) => {
                let entry = Entry::Seat { player: player.index(), seat: seat.to_string() };
                self.commit(inner, entry).await?;
                inner.referee.seat(player, seat);
            }
            Verdict::Told => {
                let asked = inner.referee.asked().cloned();
                self.commit(inner, Entry::Ask { asked: asked.as_ref().map(written) }).await?;
                inner.referee.asks(asked);
            }
        }
        Ok(())
    }

    /// Finds out who decides.
    async fn wake(self: &Arc<Self>, inner: &mut Inner) -> Result<(), Refusal> {
        if inner.awake {
            return Ok(());
        }
        let ruled = match self.rule(inner, inner.referee.moves().to_vec(), Step::Stand).await {
            Ok(ruled) => ruled,
            Err(refusal) => {
                inner.trouble = Some(refusal.message.clone());
                self.tell(inner);
                return Err(refusal);
            }
        };
        inner.trouble = None;
        inner.referee.stands(ruled.decider);
        inner.standing = Some(ruled.standing);
        inner.awake = true;
        self.go_on(inner);
        Ok(())
    }

    fn table_with(&self, moves: Vec<String>) -> Table {
        Table { moves, ..self.game.clone() }
    }

    /// Asks what the rules make of a step.
    async fn rule(&self, inner: &mut Inner, moves: Vec<String>, step: Step) -> Result<Ruled, Refusal> {
        if inner.rests_until.is_some_and(|until| Instant::now() < until) {
            return Err(Refusal::of_work(NoAnswer::Refused(Refused::Spent {
                message: "the rules asked too much a moment ago; they rest".to_owned(),
            })));
        }
        let ruled = self.work.rule(self.table_with(moves), step, inner.standing.clone()).await;
        if let Err(NoAnswer::Refused(Refused::Spent { .. })) = ruled {
            inner.rests_until = Some(Instant::now() + REST);
        }
        self.same_rules(ruled.map_err(Refusal::of_work)?)
    }

    fn same_rules(&self, ruled: Ruled) -> Result<Ruled, Refusal> {
        if ruled.fingerprint == self.fingerprint {
            return Ok(ruled);
        }
        Err(Refusal::unfit("this table was begun with other rules than the game has now"))
    }

    async fn moved(&self, inner: &mut Inner, player: PlayerId, text: String) -> Result<(), Refusal> {
        let clocks = inner.referee.clocks_after(player);
        let moves = inner.referee.moves().to_vec();
        let ruled = match self.rule(inner, moves.clone(), Step::Move(text.clone())).await {
            Ok(ruled) => ruled,
            Err(refusal) if refusal.kind == "illegal" => return Err(self.with_reason(refusal, moves, text).await),
            Err(refusal) => return Err(refusal),
        };
        self.take(inner, Some(player), ruled, clocks).await
    }

    /// The refusal of a move, with the reason.
    async fn with_reason(&self, refusal: Refusal, moves: Vec<String>, text: String) -> Refusal {
        let why = self.work.answer(Question::Why { table: self.table_with(moves), text }).await;
        Refusal { why: why.ok(), ..refusal }
    }

    /// Writes a move down and makes it.
    async fn take(
        &self,
        inner: &mut Inner,
        by: Option<PlayerId>,
        ruled: Ruled,
        clocks: Option<Clocks>,
    ) -> Result<(), Refusal> {
        let text = ruled.moves.last().cloned().ok_or_else(Refusal::broken)?;
        let shown = clocks.as_ref().map(Clocks::all);
        let left = shown.or_else(|| inner.referee.clocks().map(|(left, _)| left));
        let entry = Entry::Play { text: text.clone(), left, by: by.map(|player| player.0) };
        self.commit(inner, entry).await?;
        inner.referee.moved(text, by, ruled.decider, clocks);
        inner.standing = Some(ruled.standing);
        Ok(())
    }

    async fn went_back(&self, inner: &mut Inner, to: usize) -> Result<(), Refusal> {
        let moves = inner.referee.moves().get(..to).unwrap_or_default().to_vec();
        let ruled = self.rule(inner, moves, Step::Stand).await?;
        self.commit(inner, Entry::Back { moves: to }).await?;
        inner.referee.went_back(to, ruled.decider);
        inner.standing = Some(ruled.standing);
        Ok(())
    }

    async fn settle(&self, inner: &mut Inner, how: Settled) -> Result<(), Refusal> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        self.commit(inner, Entry::Settle { how: how.text(&names) }).await?;
        inner.referee.settle(how);
        Ok(())
    }

    /// Ends the match if the time of whoever decides is over.
    async fn look_at_clocks(&self, inner: &mut Inner) -> Result<(), Refusal> {
        match inner.referee.late() {
            Some(player) => self.settle(inner, Settled::Late(player)).await,
            None => Ok(()),
        }
    }

    /// Writes down what is done; it is on the disk then.
    async fn commit(&self, inner: &mut Inner, entry: Entry) -> Result<(), Refusal> {
        let mut journal = inner.journal.take().ok_or_else(Refusal::broken)?;
        let written = spawn_blocking(move || {
            let written = journal.commit(&entry);
            (journal, written)
        });
        let (journal, written) = written.await.map_err(|_| Refusal::broken())?;
        inner.journal = Some(journal);
        written.map_err(|error| {
            warn!(table = self.name(), %error, "it cannot be written down");
            Refusal::not_kept(&error)
        })
    }
}

/// What is asked, as it is written down.
fn written(asked: &Asked) -> journal::Asked {
    let back = match asked.wish {
        Wish::Undo(to) => Some(to),
        Wish::Draw => None,
    };
    journal::Asked { by: asked.by.0, back, agreed: asked.agreed.iter().map(|player| player.0).collect() }
}

fn there(counts: &[usize]) -> Vec<bool> {
    counts.iter().map(|&count| count > 0).collect()
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.table.count(self.player, -1);
    }
}
