//! The game that is played for another program, and what is answered to orders.

use std::mem::discriminant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::budget::{Deadline, Halt as _};
use crate::contest::rating::elo_of;
use crate::game::rng::Rng;
use crate::game::{Actor, Game, Outcome, PlayerId, Verdict};
use crate::play::alphabeta::USUAL_BYTES;
use crate::play::chance;
use crate::play::mind::Mind;
use crate::play::player::{Clock, Player};
use crate::play::search::{SearchPlayer, Thinking};
use crate::play::seat::{Means, Seat};

use super::super::budget;
use super::super::load::{Evaluator, LoadedModule, Position, PositionText};
use super::super::outcome::{OutcomeJson, PLAIN, actor_name};
use super::super::thinking::{MOST_MEGABYTES, MOST_THREADS};
use super::super::{VERSION, screen, threads};
use super::UgiArgs;
use super::order::{Limits, Order, Speech};

/// A clock is meant for so many decisions, if it is not told for how many.
const DECISIONS: u32 = 30;
/// What is left on a clock when the decision is due, at least.
const SPARE: Duration = Duration::from_millis(30);
/// As long as it takes.
const ENDLESS: Duration = Duration::from_secs(24 * 60 * 60);
/// The megabytes that a machine remembers, unless told.
const USUAL_MEMORY: u32 = (USUAL_BYTES >> 20) as u32;
/// The greatest score in hundredths, so that no other is as great as a win that is proven.
const GREATEST: f64 = 9999.0;

/// The game.
pub struct Desk {
    args: UgiArgs,
    loaded: LoadedModule,
    game: Evaluator,
    seat: Seat,
    seed: u64,
    clock: Clock,
    stop: Arc<AtomicBool>,
    /// The machine that searched last, and its seat but for how long it thinks. It knows what it has learnt and remembers
    /// what it has seen.
    searcher: Option<(std::mem::Discriminant<Seat>, SearchPlayer)>,
    /// What the machine has learnt of the game.
    mind: Option<Arc<Mind>>,
    /// The text of the position from which play starts, unless it is the usual one, and that position.
    start: (Option<String>, Position),
    /// What was played since, as it was told.
    moves: Vec<String>,
    position: Position,
}

/// What is said when all orders are carried out.
pub fn ready(speech: Speech) -> String {
    match speech {
        Speech::Json => written(&json!({ "reply": "ready" })),
        _ => "readyok".to_owned(),
    }
}

fn written(value: &Value) -> String {
    screen::json(value).unwrap_or_default()
}

/// What a machine decides.
#[derive(Clone, Copy, Debug)]
struct Thought {
    option: usize,
    /// What it thinks of it, from 0 to 1.
    value: Option<f64>,
    /// How many playouts it made, or positions it saw.
    nodes: u32,
    /// How many decisions it looked ahead, if it did.
    depth: Option<u32>,
}

impl Thought {
    fn of(option: usize, value: Option<f64>) -> Self {
        Self { option, value, nodes: 0, depth: None }
    }
}

impl Desk {
    /// A game at its start. A search ends when the flag is raised.
    pub fn new(
        args: UgiArgs,
        (loaded, game, start): (LoadedModule, Evaluator, Position),
        seat: Seat,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let (seed, clock) = (args.seed, threads::clock());
        let position = start.clone();
        Self {
            args,
            loaded,
            game,
            seat,
            seed,
            clock,
            stop,
            searcher: None,
            mind: None,
            start: (None, start),
            moves: Vec::new(),
            position,
        }
    }

    /// Carries out an order and tells what came of it.
    pub fn obey(&mut self, speech: Speech, order: Order, out: &mut dyn FnMut(String)) {
        match order {
            Order::Greet(greeting) => self.greet(greeting, out),
            Order::Ready => out(ready(speech)),
            Order::New => {
                self.searcher = None;
                (self.moves, self.position) = (Vec::new(), self.game.initial());
                self.start = (None, self.position.clone());
            }
            Order::Set(name, value) => self.set(&name, &value).unwrap_or_else(|why| wrong(speech, &why, out)),
            Order::Position(start, moves) => match self.set_up(speech, start, moves) {
                Ok(()) if speech == Speech::Json => out(written(&self.described())),
                Ok(()) => {}
                Err(why) => wrong(speech, &why, out),
            },
            Order::Go(limits) => self.go(speech, limits, out),
            Order::Query(what) => match self.answer(&what) {
                Some(answer) => out(format!("response {answer}")),
                None => wrong(speech, &format!("`{what}` cannot be asked"), out),
            },
            Order::Odd(why) => wrong(speech, &why, out),
            Order::Nothing | Order::Stop | Order::Hit | Order::Quit => {}
        }
    }

    fn greet(&self, speech: Speech, out: &mut dyn FnMut(String)) {
        let title = &self.game.rules().look.title.plain;
        if speech == Speech::Json {
            let players = self.game.rules().look.plain_names();
            out(written(
                &json!({ "reply": "hello", "name": "merel", "version": VERSION, "game": title, "players": players }),
            ));
            return;
        }
        if !speech.serves(self.game.rules()) {
            let name = speech.name();
            return wrong(speech, &format!("{title} cannot be played in the dialect {name}"), out);
        }
        out(format!("id name merel {} ({title})", env!("CARGO_PKG_VERSION")));
        out("id author the people of merel".to_owned());
        let (option, kind, default) = match speech {
            Speech::Ucci => ("option", "type", "default"),
            _ => ("option name", "type", "default"),
        };
        out(format!("{option} Seat {kind} string {default} {}", self.args.seat));
        out(format!("{option} Seed {kind} spin {default} {} min 0 max {}", self.args.seed, i64::MAX));
        let (threads, memory) = self.args.means.told();
        out(format!("{option} Threads {kind} spin {default} {threads} min 1 max {MOST_THREADS}"));
        let memory = memory.unwrap_or(USUAL_MEMORY);
        out(format!("{option} Hash {kind} spin {default} {memory} min 1 max {MOST_MEGABYTES}"));
        out(format!("{}ok", speech.name()));
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "seat" => match value.parse() {
                Ok(Seat::Human) => return Err("a person cannot play for another program".to_owned()),
                Ok(seat) => self.seat = seat,
                Err(error) => return Err(format!("{error}")),
            },
            "seed" => self.seed = value.parse().map_err(|_| format!("`{value}` is no seed"))?,
            name => {
                // Other programs set what they set everywhere.
                if self.args.means.set(name, value)? {
                    self.searcher = None;
                }
            }
        }
        Ok(())
    }

    /// Sets up a position; one that is wrong changes nothing.
    fn set_up(&mut self, speech: Speech, start: Option<String>, moves: Vec<String>) -> Result<(), String> {
        let goes_on = start == self.start.0 && moves.starts_with(&self.moves);
        let (begun, mut position, known) = match goes_on {
            true => (None, self.position.clone(), self.moves.len()),
            false => {
                let begun = self.begun(start.as_deref())?;
                (Some(begun.clone()), begun, 0)
            }
        };
        for (number, text) in (1..).zip(&moves).skip(known) {
            let option = speech.dialect().option(&self.game, &position, text);
            let option = option.ok_or_else(|| format!("move {number}, `{text}`, is not legal"))?;
            self.game.play(&mut position, option);
            if budget::current().is_called() {
                return Err("this takes too long".to_owned());
            }
        }
        if let Some(begun) = begun {
            self.start = (start, begun);
        }
        (self.moves, self.position) = (moves, position);
        Ok(())
    }

    fn begun(&self, start: Option<&str>) -> Result<Position, String> {
        match start {
            None => Ok(self.game.initial()),
            Some(text) => {
                let text = PositionText { origin: "position", text };
                let begun = self.args.choices.begin(self.loaded.clone(), Some(text));
                begun.map(|(_, position)| position).map_err(|stop| match stop {
                    super::Stop::Rules(errors) => {
                        let first = errors.diagnostics.into_iter().next();
                        first.map_or_else(|| "it is no position".to_owned(), |first| first.message)
                    }
                    stop => {
                        stop.complaint().map_or_else(|| "it is no position".to_owned(), |told| told.message.clone())
                    }
                })
            }
        }
    }

    fn answer(&self, what: &str) -> Option<String> {
        let outcome = self.game.outcome(&self.position);
        match what {
            "p1turn" => Some((self.game.actor(&self.position) == Some(Actor::Player(PlayerId(0)))).to_string()),
            "gameover" => Some(outcome.is_some().to_string()),
            "result" => Some(outcome.as_ref().map_or("none", result).to_owned()),
            _ => None,
        }
    }

    fn described(&self) -> Value {
        let look = &self.game.rules().look;
        let outcome = self.game.outcome(&self.position);
        json!({
            "reply": "position",
            "to_move": actor_name(&self.game, &self.position, PLAIN),
            "chance": self.game.actor(&self.position) == Some(Actor::Chance),
            "options": self.game.notations(&self.position),
            "outcome": outcome.map(|outcome| OutcomeJson::new(look, &outcome)),
        })
    }

    fn go(&mut self, speech: Speech, limits: Limits, out: &mut dyn FnMut(String)) {
        let begun = (self.clock)();
        let texts = speech.dialect().texts(&self.game, &self.position);
        let Some(actor) = self.game.actor(&self.position) else {
            return match speech {
                Speech::Json => wrong(speech, "the game is over", out),
                _ => out("bestmove (none)".to_owned()),
            };
        };
        let mut rng = Rng::stream(self.seed, self.moves.len() as u64);
        let Thought { option, value, nodes, depth } = match actor {
            Actor::Chance => Thought::of(chance::draw(&self.game, &self.position, &mut rng), None),
            Actor::Player(player) => self.thought(player, limits, rng),
        };
        let time = (self.clock)().saturating_sub(begun);
        let text = texts.get(option).cloned().unwrap_or_default();
        if speech == Speech::Json {
            let by = actor_name(&self.game, &self.position, PLAIN);
            let value =
                json!({ "reply": "move", "move": text, "by": by, "value": value, "ms": time.as_millis() as u64 });
            return out(written(&value));
        }
        let ms = time.as_millis().max(1);
        let rate = u128::from(nodes) * 1000 / ms;
        let score = value.map(|value| format!(" score cp {:.0}", elo_of(value).clamp(-GREATEST, GREATEST)));
        let depth = depth.map_or_else(String::new, |depth| format!("depth {depth} "));
        out(format!("info {depth}nodes {nodes} time {ms} nps {rate}{} pv {text}", score.unwrap_or_default()));
        out(format!("bestmove {text}"));
    }

    /// What the machine decides.
    fn thought(&mut self, player: PlayerId, limits: Limits, rng: Rng) -> Thought {
        let seat = match (self.seat, self.thinking(player, limits)) {
            (Seat::Search(_), Some(thinking)) => Seat::Search(thinking),
            (Seat::AlphaBeta(_), Some(thinking)) => Seat::AlphaBeta(thinking),
            (Seat::MonteCarlo(_), Some(thinking)) => Seat::MonteCarlo(thinking),
            // The others have a measure of their own.
            (seat, _) => seat,
        };
        let process = budget::current();
        let time = seat.thinking().is_none_or(|thinking| matches!(thinking, Thinking::Time(_)));
        budget::allow(if time { seat.time().unwrap_or_default() } else { ENDLESS });
        let stop = Arc::clone(&self.stop);
        let is_over = || stop.load(Ordering::Relaxed);
        let halt = Deadline { or: &process, is_over: &is_over };
        if let Some(mut searcher) = self.searcher(seat, &rng) {
            let report = searcher.judge(&self.game, &self.position, &halt);
            // What it has learnt of the game it knows the next time, unless it was disturbed.
            let learnt = searcher.mind().filter(|_| self.mind.is_none() && !is_over()).cloned();
            if self.mind.is_some() || learnt.is_some() {
                self.searcher = Some((discriminant(&seat), searcher));
            }
            self.mind = self.mind.take().or(learnt.map(Arc::new));
            let Some(report) = report else { return Thought::of(0, None) };
            let best = report.options.first().map_or((0, None), |best| (best.option, Some(best.value)));
            return Thought { nodes: report.playouts, depth: report.depth, ..Thought::of(best.0, best.1) };
        }
        let machine: Option<Box<dyn Player<Evaluator>>> = seat.player_with(rng, &self.clock, &self.means());
        let Some(mut machine) = machine else { return Thought::of(0, None) };
        // Called to halt before it has chosen anything, any option is as good as another.
        let option = machine.choose(&self.game, &self.position, &halt).unwrap_or(0);
        Thought::of(option, machine.opinion())
    }

    fn means(&self) -> Means {
        Means { mind: self.mind.clone(), ..self.args.means.means() }
    }

    /// The machine that searches on this seat: the one that did so last, if it is the same; none of a level.
    fn searcher(&mut self, seat: Seat, rng: &Rng) -> Option<SearchPlayer> {
        let thinking = seat.thinking().filter(|_| !matches!(seat, Seat::Level(_)))?;
        match self.searcher.take() {
            Some((same, mut searcher)) if same == discriminant(&seat) => {
                searcher.think(thinking, rng.clone());
                Some(searcher)
            }
            _ => seat.searcher_with(rng.clone(), &self.clock, &self.means()),
        }
    }

    /// How long to think; none if the seat says it.
    fn thinking(&self, player: PlayerId, limits: Limits) -> Option<Thinking> {
        let index = player.index();
        let clock = limits.clocks.get(index).copied().flatten();
        let increment = limits.increments.get(index).copied().unwrap_or_default();
        let of_clock = clock.map(|left| {
            let share = left / limits.decisions.unwrap_or(DECISIONS).clamp(1, 1000) + increment * 4 / 5;
            share.min(left.saturating_sub(SPARE) / 2)
        });
        match limits {
            limits if limits.is_endless() => Some(Thinking::Time(ENDLESS)),
            Limits { nodes: Some(nodes), .. } => Some(Thinking::Playouts(nodes)),
            Limits { time, .. } => {
                let time = time.or(of_clock)?;
                Some(Thinking::Time(time.clamp(Duration::from_millis(1), ENDLESS)))
            }
        }
    }
}

/// Says what is wrong.
fn wrong(speech: Speech, why: &str, out: &mut dyn FnMut(String)) {
    match speech {
        Speech::Json => out(written(&json!({ "reply": "error", "error": why }))),
        _ => out(format!("info string {}", why.replace('\n', " "))),
    }
}

/// How a game of two ended.
fn result(outcome: &Outcome) -> &'static str {
    match outcome.verdict() {
        Verdict::Won(PlayerId(0)) => "p1win",
        Verdict::Won(_) => "p2win",
        Verdict::Draw | Verdict::Nobody | Verdict::Unfinished => "draw",
    }
}
