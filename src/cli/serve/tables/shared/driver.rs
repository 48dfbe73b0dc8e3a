//! What goes on at a table by itself: machines, Chance, and the clock of whoever thinks.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::sleep;

use crate::cli::serve::work::NoAnswer;
use crate::game::{Actor, PlayerId};
use crate::play::seat::Seat;
use crate::referee::Next;
use crate::table::{Ruled, Step};

use super::super::refusal::Refusal;
use super::super::state::State;
use super::{Inner, Shared, there};

/// After the first failure of a machine it waits so long, then twice as long, and so on.
const PAUSE: Duration = Duration::from_millis(500);
/// So often it tries.
const TRIES: u32 = 8;

impl Shared {
    /// Tells all what stands, and lets happen what goes on by itself.
    pub(super) fn go_on(self: &Arc<Self>, inner: &mut Inner) {
        self.tell(inner);
        if let Some(driver) = inner.driver.take() {
            driver.abort();
        }
        let (table, revision) = (self.clone(), inner.referee.revision());
        let drive: Pin<Box<dyn Future<Output = ()> + Send>> = match inner.referee.next() {
            Next::Nothing | Next::Person(None) => return,
            Next::Person(Some(left)) => Box::pin(async move {
                sleep(left).await;
                table.time_is_over(revision).await;
            }),
            Next::Chance => Box::pin(async move { table.advance(revision, None, None).await }),
            Next::Machine(seat) => {
                let player = match inner.referee.decider() {
                    Some(Actor::Player(player)) => Some(player),
                    _ => None,
                };
                Box::pin(async move { table.advance(revision, player, Some(seat)).await })
            }
        };
        inner.driver = Some(tokio::spawn(drive).abort_handle());
    }

    pub(super) fn tell(&self, inner: &Inner) {
        let present = there(&self.present.lock().unwrap_or_else(PoisonError::into_inner));
        let state = State::of(&inner.referee, present, (inner.trouble.clone(), inner.awake), self.now());
        self.state.send_replace(Arc::new(state));
    }

    async fn time_is_over(self: &Arc<Self>, revision: u64) {
        let mut inner = self.inner.lock().await;
        if inner.referee.revision() != revision {
            return;
        }
        // From here on this is not stopped any more.
        inner.driver = None;
        if let Err(refusal) = self.look_at_clocks(&mut inner).await {
            inner.trouble = Some(refusal.message);
        }
        self.go_on(&mut inner);
    }

    /// Lets Chance or a machine decide, and tries again for a while if that cannot be.
    async fn advance(self: &Arc<Self>, revision: u64, player: Option<PlayerId>, seat: Option<Seat>) {
        for tried in 0..TRIES {
            let (table, standing) = {
                let inner = self.inner.lock().await;
                (self.table_with(inner.referee.moves().to_vec()), inner.standing.clone())
            };
            let ruled = self.work.rule(table, Step::Advance(seat), standing).await;
            let mut inner = self.inner.lock().await;
            if inner.referee.revision() != revision {
                return;
            }
            let driver = inner.driver.take();
            match self.advanced(&mut inner, player, ruled).await {
                Ok(()) => {
                    inner.trouble = None;
                    self.go_on(&mut inner);
                    return;
                }
                Err(refusal) => {
                    inner.trouble = Some(refusal.message);
                    self.tell(&inner);
                    inner.driver = driver;
                }
            }
            drop(inner);
            sleep(PAUSE.saturating_mul(1 << tried)).await;
        }
    }

    async fn advanced(
        &self,
        inner: &mut Inner,
        player: Option<PlayerId>,
        ruled: Result<Ruled, NoAnswer>,
    ) -> Result<(), Refusal> {
        self.look_at_clocks(inner).await?;
        if inner.referee.decider().is_none() {
            return Ok(());
        }
        let ruled = self.same_rules(ruled.map_err(Refusal::of_work)?)?;
        let clocks = player.and_then(|player| inner.referee.clocks_after(player));
        self.take(inner, player, ruled, clocks).await
    }
}
