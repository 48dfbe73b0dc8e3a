//! `merel lsp`: the editor service over the standard input and output.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{Cancel, Exit, Notification as _, PublishDiagnostics};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use lsp_types::{CancelParams, InitializeResult, NumberOrString, PublishDiagnosticsParams, ServerInfo};
use serde::Serialize;
use serde_json::{Value, json};

use crate::budget::Budget;
use crate::rules::loader::Loader;
use crate::service::{Files, Refused, Service, abilities};

use super::budget;
use super::ending::{Ending, Stop};
use super::loader::FileLoader;
use super::screen::Screen;

/// The longest message that is read, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The longest line of a header.
const MOST_HEADER: u64 = 4096;

/// How long nothing is typed before scenarios and play are looked at.
const IDLE: Duration = Duration::from_millis(300);

/// How long scenarios and play may take.
const PLAY: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20_000 } else { 2000 });

/// Serve an editor: the Language Server Protocol over the standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/lsp.txt"))]
pub struct LspArgs {
    /// The way to speak to the editor; there is no other, and editors like to say it
    #[arg(long)]
    stdio: bool,
}

/// Runs the command until the editor ends it.
///
/// # Errors
/// If the editor is gone without saying so, or what it sends cannot be parted into messages.
pub fn run(_: &LspArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (sender, receiver) = mpsc::channel();
    let review = Review::default();
    let reviewed = review.clone();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let read = read_message(&mut input);
            let is_last = matches!(read, Err(Unread::Closed | Unread::Lost(_)));
            if sender.send(read).is_err() || is_last {
                return;
            }
            review.call_off();
        }
    });
    Session::new(receiver, reviewed, screen).run()
}

/// The budget of the play that goes on now, so that it ends as soon as a message comes, in the midst of a decision too.
#[derive(Clone, Debug, Default)]
struct Review(Arc<Mutex<Option<Budget>>>);

impl Review {
    fn of(&self, budget: Option<Budget>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = budget;
    }

    fn call_off(&self) {
        if let Some(budget) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            budget.call_off();
        }
    }
}

/// Why there is no message.
#[derive(Debug)]
enum Unread {
    /// The input has ended.
    Closed,
    /// What came is no message; the next one may be.
    Malformed(String),
    /// Where the next message begins is not known.
    Lost(String),
}

/// Reads one message: a header that tells the number of bytes, an empty line, and so many bytes of JSON.
fn read_message(input: &mut impl BufRead) -> Result<Message, Unread> {
    let lost = |error: io::Error| Unread::Lost(error.to_string());
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line).map_err(lost)? == 0 {
            return Err(Unread::Closed);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        match (text.is_empty(), length, text.split_once(':')) {
            (true, Some(length), _) => return body(input, length),
            // An empty line before any header does no harm.
            (true, None, _) => {}
            (false, _, Some((name, value))) if name.eq_ignore_ascii_case("content-length") => {
                let n = value.trim().parse::<usize>().ok().filter(|n| *n <= MOST_BYTES);
                length = Some(n.ok_or_else(|| Unread::Lost(format!("a message of `{}` bytes", value.trim())))?);
            }
            (false, _, Some(_)) => {}
            (false, ..) => return Err(Unread::Lost("a line of the header that is none".to_owned())),
        }
    }
}

fn body(input: &mut impl BufRead, length: usize) -> Result<Message, Unread> {
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes).map_err(|_| Unread::Closed)?;
    serde_json::from_slice(&bytes).map_err(|error| Unread::Malformed(error.to_string()))
}

/// How far the editor has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Silent,
    Serving,
    ShutDown,
}

/// A conversation with an editor.
struct Session<'a> {
    screen: &'a mut Screen,
    receiver: Receiver<Result<Message, Unread>>,
    review: Review,
    waiting: VecDeque<Message>,
    service: Service,
    stage: Stage,
    /// How the conversation ends, once that is known.
    ending: Option<Result<Ending, Stop>>,
}

impl<'a> Session<'a> {
    fn new(receiver: Receiver<Result<Message, Unread>>, review: Review, screen: &'a mut Screen) -> Self {
        let service = Service::new(Box::new(Disk));
        Self { screen, receiver, review, waiting: VecDeque::new(), service, stage: Stage::Silent, ending: None }
    }

    fn run(mut self) -> Result<Ending, Stop> {
        loop {
            self.gather()?;
            if let Some(ending) = self.ending.take().filter(|_| self.waiting.is_empty()) {
                return ending;
            }
            budget::begin_another();
            match self.waiting.pop_front() {
                Some(message) => self.heed(message)?,
                None => self.rest()?,
            }
            if budget::keeps_much() {
                self.service.forget();
            }
        }
    }

    /// Takes in what has come, and strikes requests that were cancelled meanwhile.
    fn gather(&mut self) -> Result<(), Stop> {
        loop {
            match self.receiver.try_recv() {
                Ok(read) => self.take_in(read)?,
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    let gone = || Err(Stop::fault("the editor is gone without a word"));
                    self.ending.get_or_insert_with(gone);
                    return Ok(());
                }
            }
        }
    }

    fn take_in(&mut self, read: Result<Message, Unread>) -> Result<(), Stop> {
        match read {
            Ok(Message::Notification(told)) if told.method == Cancel::METHOD => self.cancel(told.params),
            Ok(message) => {
                self.waiting.push_back(message);
                Ok(())
            }
            Err(Unread::Malformed(why)) => self.send(malformed(why)),
            Err(Unread::Closed) => {
                let ending = match self.stage {
                    Stage::ShutDown => Ok(Ending::Fine),
                    _ => Err(Stop::fault("the editor is gone without a word")),
                };
                self.ending.get_or_insert(ending);
                Ok(())
            }
            Err(Unread::Lost(why)) => {
                let stop = Stop::fault(format!("what the editor sends cannot be parted into messages: {why}"));
                self.ending.get_or_insert(Err(stop));
                Ok(())
            }
        }
    }

    fn cancel(&mut self, params: Value) -> Result<(), Stop> {
        let Ok(CancelParams { id }) = serde_json::from_value(params) else { return Ok(()) };
        let id = match id {
            NumberOrString::Number(number) => RequestId::from(number),
            NumberOrString::String(text) => RequestId::from(text),
        };
        let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == id);
        if let Some(at) = self.waiting.iter().position(is_it) {
            self.waiting.remove(at);
            return self.send(refusal(id, ErrorCode::RequestCanceled, "the request was cancelled".to_owned()));
        }
        Ok(())
    }

    fn heed(&mut self, message: Message) -> Result<(), Stop> {
        match message {
            Message::Request(request) => {
                let response = self.answer(request);
                self.send(Message::Response(response))
            }
            Message::Notification(told) if told.method == Exit::METHOD => {
                let fine = self.stage == Stage::ShutDown;
                self.ending = Some(Ok(Ending::fine_if(fine)));
                self.waiting.clear();
                Ok(())
            }
            Message::Notification(Notification { method, params }) if self.stage == Stage::Serving => {
                // Nobody waits for an answer to what is malformed.
                let _ = self.service.notify(&method, params);
                Ok(())
            }
            Message::Notification(_) | Message::Response(_) => Ok(()),
        }
    }

    fn answer(&mut self, Request { id, method, params }: Request) -> Response {
        let result = match (self.stage, method.as_str()) {
            (Stage::Silent, Initialize::METHOD) => {
                self.stage = Stage::Serving;
                let version = Some(env!("CARGO_PKG_VERSION").to_owned());
                let server_info = Some(ServerInfo { name: "merel".to_owned(), version });
                Ok(json!(InitializeResult { capabilities: abilities(), server_info }))
            }
            (Stage::Silent, _) => Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned())),
            (Stage::ShutDown, _) => Err((ErrorCode::InvalidRequest, "the service was shut down".to_owned())),
            (Stage::Serving, Shutdown::METHOD) => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Serving, _) => self.service.answer(&method, params).map_err(|refused| match refused {
                Refused::Unknown => (ErrorCode::MethodNotFound, format!("there is no request `{method}`")),
                Refused::Malformed(why) => (ErrorCode::InvalidParams, why),
                Refused::Failed(why) => (ErrorCode::RequestFailed, why),
            }),
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        }
    }

    /// Uses the time in which nothing was asked, or waits.
    fn rest(&mut self) -> Result<(), Stop> {
        if let Some(told) = self.service.check_next() {
            // Others may have asked meanwhile.
            return self.publish(told);
        }
        self.service.refill();
        let wait = if self.service.is_busy() { IDLE } else { Duration::from_secs(3600) };
        match budget::current().wait(|| self.receiver.recv_timeout(wait)) {
            Ok(read) => self.take_in(read),
            Err(RecvTimeoutError::Disconnected) => Ok(()),
            Err(RecvTimeoutError::Timeout) => self.review(),
        }
    }

    /// Looks at scenarios and play until something is typed.
    fn review(&mut self) -> Result<(), Stop> {
        let (begun, budget) = (Instant::now(), budget::for_work_of(PLAY));
        self.review.of(Some(budget.clone()));
        let (receiver, come) = (&self.receiver, std::cell::RefCell::new(None));
        let halts = || {
            let mut come = come.borrow_mut();
            if come.is_none() {
                *come = receiver.try_recv().ok();
            }
            come.is_some()
        };
        // What came before the budget was there calls nothing off.
        let told = match halts() {
            true => None,
            false => self.service.review_next(&halts, &|| begun.elapsed() > PLAY, Some(&budget)),
        };
        self.review.of(None);
        if let Some(read) = come.into_inner() {
            self.take_in(read)?;
        }
        told.map_or(Ok(()), |told| self.publish(told))
    }

    fn publish(&mut self, told: PublishDiagnosticsParams) -> Result<(), Stop> {
        self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), told)))
    }

    fn send(&mut self, message: Message) -> Result<(), Stop> {
        Ok(self.screen.message(&Sent { jsonrpc: "2.0", message })?)
    }
}

fn malformed(why: String) -> Message {
    // What could not be read has no number to answer to.
    refusal(RequestId::from(String::new()), ErrorCode::ParseError, why)
}

fn refusal(id: RequestId, code: ErrorCode, message: String) -> Message {
    Message::Response(Response::new_err(id, code as i32, message))
}

/// A message as it is sent.
#[derive(Debug, Serialize)]
struct Sent {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: Message,
}

/// The files of this machine.
#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn loader(&self, name: &str) -> Box<dyn Loader> {
        match Path::new(name).is_absolute() {
            true => {
                let loader = FileLoader::open(name).unwrap_or_else(|_| FileLoader::beside(Path::new(name)));
                Box::new(loader.under(budget::for_an_answer()))
            }
            false => Box::new(FileLoader::built_in().under(budget::for_an_answer())),
        }
    }

    fn beside(&self, name: &str) -> Vec<String> {
        let mut others = FileLoader::beside(Path::new(name)).others();
        others.retain(|other| other != name);
        others
    }
}
