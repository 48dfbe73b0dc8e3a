//! A socket to a table: what stands is told at once and at every change, and what somebody does is answered.

use std::future::{Future as _, poll_fn};
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{self, Upgraded};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};
use tracing::info;

use crate::cli::serve::http::told;
use crate::game::PlayerId;

use super::peers::Peer;
use super::refusal::Refusal;
use super::shared::{Deed, Shared};
use super::state::State;

/// The most bytes of a message.
const MOST_BYTES: usize = 16 << 10;
/// How long the first message may take to come, and any to be taken.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the last word may take to come.
const PARTING: Duration = Duration::from_secs(1);
/// Between two signs of life.
const PING: Duration = Duration::from_secs(20);
/// Whoever gives so many signs not is gone.
const MISSED: u32 = 2;
/// So many messages at once are answered, and so many more each second.
const AT_ONCE: f64 = 40.0;
const A_SECOND: f64 = 10.0;
/// The most sockets at one table.
const MOST_AT_A_TABLE: usize = 100;

/// The first message.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    token: Option<String>,
    /// What the page knows already, if it was connected before.
    #[serde(default)]
    revision: Option<u64>,
}

/// Any other message.
#[derive(Debug, Deserialize)]
struct Sent {
    /// By this the page knows the answer.
    #[serde(default)]
    id: u64,
    #[serde(flatten)]
    deed: Deed,
}

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Answers a request to open a socket.
pub fn upgraded(mut request: Request, table: Arc<Shared>, peer: Peer, closing: watch::Receiver<bool>) -> Response {
    let Some(accept) = accept_key(request.headers()) else {
        return told(StatusCode::UPGRADE_REQUIRED, "a WebSocket (version 13) is wanted here");
    };
    if table.n_looking() >= MOST_AT_A_TABLE {
        return told(StatusCode::SERVICE_UNAVAILABLE, "too many look at this table");
    }
    let upgrade = upgrade::on(&mut request);
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let config = WebSocketConfig::default().max_message_size(Some(MOST_BYTES)).max_frame_size(Some(MOST_BYTES));
        let stream = TokioIo::new(upgraded);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        let talk = Talk { socket, table, closing, known: None, you: None, may: AT_ONCE, last: Instant::now() };
        talk.whole().await;
        drop(peer);
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    response
}

fn accept_key(headers: &HeaderMap) -> Option<HeaderValue> {
    let has = |name: header::HeaderName, wanted: &str| {
        let words = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        words.flat_map(|words| words.split(',')).any(|word| word.trim().eq_ignore_ascii_case(wanted))
    };
    let fits = has(header::CONNECTION, "upgrade")
        && has(header::UPGRADE, "websocket")
        && has(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| fits)?;
    HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok()
}

/// What is said over one socket.
struct Talk {
    socket: Socket,
    table: Arc<Shared>,
    closing: watch::Receiver<bool>,
    /// What the page was told last.
    known: Option<Arc<State>>,
    you: Option<PlayerId>,
    /// So many messages may come now.
    may: f64,
    last: Instant,
}

/// Why it ends.
type End = Option<(CloseCode, &'static str)>;

impl Talk {
    async fn whole(mut self) {
        let end = match self.greeted().await {
            Ok(revision) => {
                let _present = self.you.map(|player| self.table.enter(player));
                let seat = self.you.map(|player| player.0);
                info!(table = self.table.name(), seat, "somebody comes");
                let end = self.talk(revision).await;
                info!(table = self.table.name(), seat, "somebody goes");
                end
            }
            Err(end) => end,
        };
        if let Some((code, reason)) = end {
            let frame = CloseFrame { code, reason: reason.into() };
            let parting = async {
                self.socket.close(Some(frame)).await?;
                // What comes meanwhile is read, or the word of parting would be lost with it.
                while self.socket.next().await.transpose()?.is_some() {}
                Ok::<(), Error>(())
            };
            let _ = timeout(PARTING, parting).await;
        }
    }

    /// Finds out who it is.
    async fn greeted(&mut self) -> Result<Option<u64>, End> {
        let first =
            timeout(PATIENCE, self.socket.next()).await.map_err(|_| Some((CloseCode::Policy, "say who you are")))?;
        let Some(Ok(Message::Text(text))) = first else { return Err(Some((CloseCode::Policy, "say who you are"))) };
        let hello: Hello =
            serde_json::from_str(&text).map_err(|_| Some((CloseCode::Policy, "what is sent is not understood")))?;
        match self.table.seat_of(hello.token.as_deref()) {
            Ok(you) => {
                self.you = you;
                Ok(hello.revision)
            }
            Err(refusal) => {
                let _ = self.send(&refused(0, &refusal)).await;
                Err(Some((CloseCode::Policy, "this link has no seat at this table")))
            }
        }
    }

    async fn talk(&mut self, revision: Option<u64>) -> End {
        let mut states = self.table.watch();
        let begun = states.borrow_and_update().clone();
        // Who was here before is told only what is new.
        self.known = revision.filter(|&revision| revision == begun.revision).map(|_| begun.clone());
        if self.tell(begun).await.is_break() {
            return None;
        }
        let mut ticks = interval(PING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent = 0;
        loop {
            match happens(&mut self.socket, &mut states, &mut ticks, &mut self.closing).await {
                Happens::Heard(message) => {
                    silent = 0;
                    if let ControlFlow::Break(end) = self.heard(message).await {
                        return end;
                    }
                }
                Happens::Changed => {
                    let state = states.borrow_and_update().clone();
                    if self.tell(state).await.is_break() {
                        return None;
                    }
                }
                Happens::Tick => {
                    if silent >= MISSED || self.send_message(Message::Ping(Vec::new().into())).await.is_break() {
                        return None;
                    }
                    silent += 1;
                }
                Happens::Closing => {
                    let _ = self.send(&json!({ "is": "stopping" })).await;
                    return Some((CloseCode::Away, "the server stops"));
                }
            }
        }
    }

    async fn heard(&mut self, message: Option<Result<Message, Error>>) -> ControlFlow<End> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return self.paid(),
            Some(Ok(Message::Binary(_))) => return ControlFlow::Break(Some((CloseCode::Unsupported, "texts only"))),
            Some(Err(Error::Capacity(_))) => {
                return ControlFlow::Break(Some((CloseCode::Size, "the message is too long")));
            }
            _ => return ControlFlow::Break(None),
        };
        self.paid()?;
        let Ok(sent) = serde_json::from_str::<Sent>(&text) else {
            return ControlFlow::Break(Some((CloseCode::Policy, "what is sent is not understood")));
        };
        let answer = match self.table.act(self.you, sent.deed).await {
            Ok(revision) => json!({ "is": "done", "id": sent.id, "revision": revision }),
            Err(refusal) => refused(sent.id, &refusal),
        };
        self.send(&answer).await.map_break(|()| None)
    }

    /// Ends the talk of whoever sends too much.
    fn paid(&mut self) -> ControlFlow<End> {
        let now = Instant::now();
        self.may = (self.may + now.duration_since(self.last).as_secs_f64() * A_SECOND).min(AT_ONCE) - 1.0;
        self.last = now;
        if self.may < 0.0 {
            return ControlFlow::Break(Some((CloseCode::Policy, "too many messages")));
        }
        ControlFlow::Continue(())
    }

    /// Tells what stands, but for the moves that are known.
    async fn tell(&mut self, state: Arc<State>) -> ControlFlow<()> {
        let from = self.known.as_ref().map_or(0, |known| state.common(&known.moves));
        let told = state.told(self.you, from, self.table.now());
        self.known = Some(state);
        self.send(&told).await
    }

    async fn send(&mut self, value: &Value) -> ControlFlow<()> {
        self.send_message(Message::Text(value.to_string().into())).await
    }

    async fn send_message(&mut self, message: Message) -> ControlFlow<()> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            // It takes nothing, or is gone.
            _ => ControlFlow::Break(()),
        }
    }
}

/// What happens next.
enum Happens {
    Heard(Option<Result<Message, Error>>),
    Changed,
    Tick,
    Closing,
}

async fn happens(
    socket: &mut Socket,
    states: &mut watch::Receiver<Arc<State>>,
    ticks: &mut Interval,
    closing: &mut watch::Receiver<bool>,
) -> Happens {
    if *closing.borrow_and_update() {
        return Happens::Closing;
    }
    let (mut changed, mut closes) = (pin!(states.changed()), pin!(closing.changed()));
    poll_fn(|context| {
        if closes.as_mut().poll(context).is_ready() {
            return Poll::Ready(Happens::Closing);
        }
        if let Poll::Ready(message) = socket.poll_next_unpin(context) {
            return Poll::Ready(Happens::Heard(message));
        }
        if changed.as_mut().poll(context).is_ready() {
            return Poll::Ready(Happens::Changed);
        }
        ticks.poll_tick(context).map(|_| Happens::Tick)
    })
    .await
}

fn refused(id: u64, refusal: &Refusal) -> Value {
    let Refusal { kind, message, why, .. } = refusal;
    json!({ "is": "refused", "id": id, "kind": kind, "message": message, "why": why })
}
