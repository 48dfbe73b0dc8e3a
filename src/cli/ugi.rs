//! `merel ugi`: plays for other programs, which speak to it over the standard input and output.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::game::Game as _;
use crate::play::seat::Seat;

use super::budget;
use super::ending::{Ending, Stop};
use super::load::{ChoiceArgs, load};
use super::screen::Screen;
use super::thinking::ThinkingArgs;

mod desk;
mod order;

use desk::Desk;
use order::{Limits, Order, Speech};

/// Play for other programs: the Universal Game Interface and its kin over the standard input and output
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/ugi.txt"))]
pub struct UgiArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// How programs speak; usually as they greet (`ugi`, `uci`, `usi`, `ucci`), and JSON in games for more than two
    #[arg(long, value_name = "WAY", value_parser = ["ugi", "uci", "usi", "ucci", "json"])]
    dialect: Option<String>,
    /// Who plays, unless `go` says how long to think
    #[arg(long, value_name = "WHO", default_value = "search")]
    seat: String,
    #[command(flatten)]
    means: ThinkingArgs,
    /// The seed of chance and of the machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// The longest line that is read, in bytes.
const LONGEST: u64 = 4 << 20;

/// What happens.
#[derive(Debug)]
enum Event {
    /// A line came in.
    Line(String),
    /// A line was too long.
    TooLong,
    /// The input has ended.
    Closed,
    /// A line goes out.
    Out(String),
    /// An order is done.
    Done,
}

/// Runs the command until it is told to quit or the input ends.
///
/// # Errors
/// If the game cannot be had, or the output cannot be written.
pub fn run(args: &UgiArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let seat: Seat = args.seat.parse().map_err(|error| Stop::usage(format!("{error}")))?;
    if seat == Seat::Human {
        return Err(Stop::usage("a person cannot play for another program"));
    }
    let loaded = load(&args.game)?;
    let (game, start) = args.choices.begin(loaded.clone(), None)?;
    let players = game.rules().look.players.len();
    let speech = match args.dialect.as_deref() {
        None if players == 2 => None,
        None => Some(Speech::Json),
        Some(name) => Speech::named(name),
    };
    if let Some(speech) = speech.filter(|speech| !speech.serves(game.rules())) {
        let message = format!("`{}` cannot be played in the dialect {}", args.game, speech.name());
        return Err(Stop::usage(message).help("`--dialect json` serves any game"));
    }
    let serves = Speech::all().filter(|speech| speech.serves(game.rules())).collect();
    let (events, happens) = mpsc::channel();
    let (orders, ordered) = mpsc::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let desk = Desk::new(args.clone(), (loaded, game, start), seat, Arc::clone(&stop));
    spawn("input", read_into(events.clone()))?;
    spawn("desk", move || work(desk, &ordered, &events))?;
    let session = Session {
        orders,
        stop,
        serves,
        speech,
        waiting: VecDeque::new(),
        busy: None,
        is_silent: false,
        held: Vec::new(),
        is_found: false,
        is_closed: false,
    };
    session.run(&happens, screen)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Stop> {
    // As much stack as the main thread usually has: positions are worked out on it.
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(8 << 20).spawn(work);
    thread.map(drop).map_err(|error| Stop::fault(format!("cannot start a thread: {error}")))
}

/// Reads lines, whatever they are, until the input ends.
fn read_into(events: Sender<Event>) -> impl FnOnce() + Send + 'static {
    move || {
        let mut input = io::stdin().lock();
        while let Some(event) = next_line(&mut input) {
            if events.send(event).is_err() {
                return;
            }
        }
        let _ = events.send(Event::Closed);
    }
}

/// The next line; none at the end.
fn next_line(input: &mut impl BufRead) -> Option<Event> {
    let mut line = Vec::new();
    let n = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok()?;
    if n == 0 {
        return None;
    }
    if n as u64 == LONGEST && line.last() != Some(&b'\n') {
        loop {
            line.clear();
            let n = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok()?;
            if n == 0 || line.last() == Some(&b'\n') {
                return Some(Event::TooLong);
            }
        }
    }
    Some(Event::Line(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Carries out one order after the other.
fn work(mut desk: Desk, orders: &Receiver<(Speech, Order)>, events: &Sender<Event>) {
    while let Ok((speech, order)) = budget::current().wait(|| orders.recv()) {
        budget::begin_another();
        let mut out = |line: String| drop(events.send(Event::Out(line)));
        desk.obey(speech, order, &mut out);
        if events.send(Event::Done).is_err() {
            return;
        }
    }
}

/// Who may speak when.
#[derive(Debug)]
struct Session {
    orders: Sender<(Speech, Order)>,
    /// Ends the search.
    stop: Arc<AtomicBool>,
    /// How the game can be told.
    serves: Vec<Speech>,
    /// How we speak; none before the other program has greeted.
    speech: Option<Speech>,
    /// What came while an order was carried out, and whether it is to be stopped at once.
    waiting: VecDeque<(Speech, Order, bool)>,
    /// What is carried out now: whether it is a search, and whether that ends only when it is told to.
    busy: Option<Busy>,
    /// Whether what is answered now is not told: what was pondered on is searched again in earnest.
    is_silent: bool,
    /// What was answered while pondering, and whether that is all.
    held: Vec<String>,
    is_found: bool,
    is_closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Busy {
    Other,
    Search,
    EndlessSearch,
    /// What is done when it is told that the position has come about.
    Pondering(Limits),
}

impl Busy {
    /// Whether it ends only when it is told to.
    fn is_endless(self) -> bool {
        matches!(self, Self::EndlessSearch | Self::Pondering(_))
    }
}

impl Session {
    fn run(mut self, happens: &Receiver<Event>, screen: &mut Screen) -> Result<Ending, Stop> {
        while let Ok(event) = happens.recv() {
            match event {
                Event::Out(_) if self.is_silent => {}
                Event::Out(line) if self.is_pondering() => self.held.push(line),
                Event::Out(line) => {
                    writeln!(screen, "{line}")?;
                    screen.flush()?;
                }
                // What is found while pondering is told when that ends.
                Event::Done if self.is_pondering() => self.is_found = true,
                Event::Done => self.done(),
                Event::Line(line) => self.take(&line, screen)?,
                Event::TooLong => self.queue(Order::Odd(format!("a line has more than {} MiB", LONGEST >> 20))),
                Event::Closed => {
                    self.is_closed = true;
                    self.ponder_no_more(screen)?;
                    // Nobody can end it any more.
                    if self.busy.is_some_and(Busy::is_endless) {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            if self.is_closed && self.busy.is_none() && self.waiting.is_empty() {
                break;
            }
        }
        Ok(Ending::Fine)
    }

    fn speech(&self) -> Speech {
        self.speech.unwrap_or(Speech::Ugi)
    }

    fn take(&mut self, line: &str, screen: &mut Screen) -> io::Result<()> {
        let order = match self.speech {
            Some(Speech::Json) => order::json(line),
            speech => order::words(line, speech.unwrap_or(Speech::Ugi)),
        };
        match order {
            Order::Nothing => {}
            Order::Quit => {
                self.stop.store(true, Ordering::Relaxed);
                self.waiting.clear();
                self.is_closed = true;
                self.ponder_no_more(screen)?;
            }
            Order::Hit => self.hit(screen)?,
            Order::Stop if self.ponder_no_more(screen)? => {}
            Order::Stop => {
                // The search that was ordered last is meant; one before it may be at its end, and not known to be.
                let last = self.waiting.iter_mut().rev().find(|(_, order, _)| matches!(order, Order::Go(_)));
                if let Some((_, _, is_stopped)) = last {
                    *is_stopped = true;
                }
                if self.busy.is_some_and(|busy| busy != Busy::Other) {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            Order::Ready if self.busy.is_some_and(|busy| busy != Busy::Other) => {
                writeln!(screen, "{}", desk::ready(self.speech()))?;
                screen.flush()?;
            }
            Order::Greet(speech) => {
                if self.serves.contains(&speech) {
                    self.speech.get_or_insert(speech);
                }
                self.queue(Order::Greet(speech));
            }
            order => self.queue(order),
        }
        Ok(())
    }

    /// An order is carried out.
    fn done(&mut self) {
        (self.busy, self.is_silent) = (None, false);
        self.next();
    }

    fn is_pondering(&self) -> bool {
        matches!(self.busy, Some(Busy::Pondering(_)))
    }

    /// Pondering becomes a search like others; what it has found already is told. Whether it was at its end.
    fn ponder_no_more(&mut self, screen: &mut Screen) -> io::Result<bool> {
        if !self.is_pondering() {
            return Ok(false);
        }
        self.busy = Some(Busy::EndlessSearch);
        for line in std::mem::take(&mut self.held) {
            writeln!(screen, "{line}")?;
        }
        screen.flush()?;
        let is_found = std::mem::take(&mut self.is_found);
        if is_found {
            self.done();
        }
        Ok(is_found)
    }

    /// The position that was pondered on has come about: from now on the time counts. What was seen is remembered.
    fn hit(&mut self, screen: &mut Screen) -> io::Result<()> {
        let waits = |(_, order, _): &&mut (Speech, Order, bool)| matches!(order, Order::Go(limits) if limits.ponders);
        match (self.busy, self.waiting.iter_mut().find(waits)) {
            (Some(Busy::Pondering(_)), _) if self.is_found => {
                self.ponder_no_more(screen)?;
            }
            (Some(Busy::Pondering(limits)), _) => {
                (self.busy, self.is_silent) = (Some(Busy::Search), true);
                self.held.clear();
                self.stop.store(true, Ordering::Relaxed);
                let order = Order::Go(Limits { ponders: false, ..limits });
                self.waiting.push_front((self.speech(), order, false));
            }
            (_, Some((_, Order::Go(limits), _))) => limits.ponders = false,
            _ => {}
        }
        Ok(())
    }

    fn queue(&mut self, order: Order) {
        self.waiting.push_back((self.speech(), order, false));
        self.next();
    }

    /// Gives the next order to the desk, if it is free.
    fn next(&mut self) {
        if self.busy.is_some() {
            return;
        }
        let Some((speech, order, is_stopped)) = self.waiting.pop_front() else { return };
        self.busy = Some(match &order {
            Order::Go(limits) if limits.ponders && !is_stopped && !self.is_closed => Busy::Pondering(*limits),
            Order::Go(limits) if limits.is_endless() => Busy::EndlessSearch,
            Order::Go(_) => Busy::Search,
            _ => Busy::Other,
        });
        let is_stopped = is_stopped || self.is_closed && self.busy.is_some_and(Busy::is_endless);
        self.stop.store(is_stopped, Ordering::Relaxed);
        if self.orders.send((speech, order)).is_err() {
            self.is_closed = true;
            self.busy = None;
        }
    }
}
