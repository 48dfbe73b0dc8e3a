//! The budget of this process: `--budget`, and the wall behind it.
//!
//! All work looks at the budget and ends by itself when it is spent. Should some work not look in time, a thread that
//! does nothing else ends the process: it prints what there is so far, says what is spent and on which line, and exits
//! as any other fault does. The same thread sees when nobody reads any more what a command prints, and calls its work
//! off; a thread of its own for that would take 64 MiB of addresses.

use std::io::Write;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Once, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::budget::{Budget, Limits, NotABudget, Used};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::render_all;
use crate::diagnostic::spent::spent;
use crate::source::SourceMap;

use super::ending::{Complaint, Ending, Stop};
use super::files;
use super::guest::child;
use super::report;
use super::screen::{self, Abilities, Out, paint_stderr};

/// What is built for development is slower.
const SLOWNESS: u32 = if cfg!(debug_assertions) { 20 } else { 1 };
/// The time of a command, or of each of several files.
const TIME: Duration = Duration::from_secs(8).saturating_mul(SLOWNESS);
/// The time of an answer that somebody waits for while typing.
const SHORT_TIME: Duration = Duration::from_secs(1).saturating_mul(SLOWNESS);
/// So many budgets of an answer may one message use, at most.
const ANSWERS_OF_A_MESSAGE: u32 = 4;
/// The memory of the process, in bytes.
const MEMORY: u64 = 256 << 20;
/// The usual memory of a command that keeps what it has seen is that of so many others: 4 GiB, for some 70,000 games of chess.
const KEEPERS: usize = 16;
/// What a command prints, in bytes.
const OUTPUT: u64 = 64 << 20;

/// Between two looks of the wall, and the same when much memory is in use.
const PAUSE: Duration = Duration::from_millis(10);
const SHORT_PAUSE: Duration = Duration::from_millis(2);
/// How old what is known of the memory may be when work looks at its budget: where other programs keep the processors
/// busy the wall may not get to look.
const STALE: Duration = Duration::from_millis(20);
/// How long work may take to see that the budget is spent.
const GRACE: Duration = Duration::from_millis(750).saturating_mul(if cfg!(debug_assertions) { 4 } else { 1 });
/// How much memory work may take until it sees that, in bytes.
const SLACK: u64 = 64 << 20;
/// What a command may hold between the messages that it answers beside the memory of an answer: one part of so many.
const HELD_BETWEEN: u64 = 8;
/// The stack of the wall, in bytes.
const STACK: usize = 512 << 10;

static CURRENT: OnceLock<Process> = OnceLock::new();
/// What each answer may take of a command that answers many.
static OF_AN_ANSWER: OnceLock<Limits> = OnceLock::new();
/// The memory of the process when the wall last looked, in bytes.
static IN_USE: AtomicU64 = AtomicU64::new(0);
/// When that was, in microseconds since the first look.
static LOOKED_AT: AtomicU64 = AtomicU64::new(0);
static FIRST_LOOK: OnceLock<Instant> = OnceLock::new();
/// Whether it was said that the budget is spent.
static IS_TOLD: AtomicBool = AtomicBool::new(false);
/// Whether the work is for whoever reads what is printed alone.
static IS_FOR_READER: AtomicBool = AtomicBool::new(false);
/// Whether the wall saw that the reader of such work has gone.
static IS_LEFT: AtomicBool = AtomicBool::new(false);

/// The budget of this process and what it was made from.
#[derive(Debug)]
struct Process {
    budget: Budget,
    /// Whether no time was asked for, so that it grows with what is done.
    grows: bool,
    /// Whether a program reads the result.
    json: bool,
    /// How the command ends that cannot do its work.
    trouble: Ending,
    limits: Limits,
    out: Out,
    wall: Once,
}

/// The option `--budget`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct BudgetArgs {
    /// The most time, memory and output that the command may take, for instance `5s,256MiB,out:64MiB`, or `none`. What
    /// is left out is as usual: 8s (more for many games and great counts), 256MiB (16 times as much to learn), out:64MiB
    #[arg(long, global = true, value_name = "LIMITS", value_parser = asked, help_heading = "Options for all commands")]
    budget: Option<Asked>,
    /// Whether the time is begun anew again and again although it was asked for.
    #[arg(skip)]
    is_of_parts: bool,
    /// For how many that work at the same time the usual memory is.
    #[arg(skip)]
    workers: Option<usize>,
}

impl BudgetArgs {
    /// What is asked for, and what is usual where nothing is.
    fn limits(&self) -> Limits {
        let memory = MEMORY.saturating_mul(self.workers.unwrap_or(1) as u64);
        let usual = Limits { time: Some(TIME), memory: Some(memory), output: Some(OUTPUT) };
        match self.budget {
            None => usual,
            Some(None) => Limits::default(),
            Some(Some(asked)) => Limits {
                time: asked.time.or(usual.time),
                memory: asked.memory.or(usual.memory),
                output: asked.output.or(usual.output),
            },
        }
    }

    /// For a command with so many that think at the same time: the usual memory is for each of them.
    pub fn for_each_thread(self, threads: usize) -> Self {
        Self { workers: Some(threads), ..self }
    }

    /// For a command that keeps what it has seen in many games until it is done: the usual memory is that of [`KEEPERS`].
    pub fn for_what_is_kept(self) -> Self {
        self.for_each_thread(KEEPERS)
    }

    /// For a command that lives as long as somebody asks it something: each answer has what is asked for, and the
    /// process has no limits.
    pub fn for_each_answer(self) -> Self {
        let _ = OF_AN_ANSWER.set(self.limits());
        Self { budget: Some(None), ..self }
    }

    /// For a command that answers one message after the other: each answer has what is asked for, and usually
    /// [`SHORT_TIME`]. A message for which that is not enough by far ends the process, so that somebody starts it anew.
    pub fn for_each_message(self) -> Self {
        let time = self.budget.map_or(Some(SHORT_TIME), |asked| asked?.time.or(Some(SHORT_TIME)));
        let limits = Limits { time, ..self.limits() };
        let _ = OF_AN_ANSWER.set(limits);
        let wall = Limits {
            time: time.map(|time| time.saturating_mul(ANSWERS_OF_A_MESSAGE) + TIME),
            memory: limits.memory.map(|memory| memory.max(MEMORY).saturating_add(memory / HELD_BETWEEN)),
            output: None,
        };
        Self { budget: Some(Some(wall).filter(|wall| *wall != Limits::default())), is_of_parts: true, workers: None }
    }
}

/// What is asked for; none if there shall be no limits.
type Asked = Option<Limits>;

fn asked(text: &str) -> Result<Asked, NotABudget> {
    if text == "none" { Ok(None) } else { text.parse().map(Some) }
}

/// The budget of this process. Nothing is limited before [`begin`].
pub fn current() -> Budget {
    CURRENT.get().map(|process| process.budget.clone()).unwrap_or_default()
}

/// Begins the budget that was asked for, and puts up the wall.
pub fn begin(args: &BudgetArgs, json: bool, out: Out, trouble: Ending) {
    let limits = args.limits();
    let is_unasked = args.budget.is_none_or(|asked| asked.is_some_and(|asked| asked.time.is_none()));
    let grows = is_unasked || args.is_of_parts;
    let begun = Instant::now();
    let meter = move || Used { time: begun.elapsed(), memory: memory_lately() };
    let budget = if grows { Budget::growing(limits, meter) } else { Budget::new(limits, meter) };
    let process = CURRENT.get_or_init(|| Process { budget, grows, json, trouble, limits, out, wall: Once::new() });
    if limits != Limits::default() {
        process.put_up_wall();
    }
}

impl Process {
    /// Begins the thread that watches, unless it was begun.
    fn put_up_wall(&'static self) {
        self.wall.call_once(|| {
            let wall = thread::Builder::new().name("budget".to_owned()).stack_size(STACK);
            // Without the wall there is still what looks by itself.
            let _ = wall.spawn(|| watch(&self.budget, self.limits, &self.out));
        });
    }
}

/// From now on the budget is called off too when nobody reads any more what is printed.
pub fn end_with_reader() {
    IS_FOR_READER.store(true, Ordering::Relaxed);
    if let Some(process) = CURRENT.get() {
        process.put_up_wall();
    }
}

/// Whether the budget was called off because nobody reads what is printed.
pub fn is_left_by_reader() -> bool {
    IS_LEFT.load(Ordering::Relaxed)
}

/// What an answer may take.
pub fn of_an_answer() -> Limits {
    OF_AN_ANSWER.get().copied().unwrap_or_default()
}

/// A budget for one answer. Its memory is what the process has more of than now.
pub fn for_an_answer() -> Budget {
    let (begun, had) = (Instant::now(), IN_USE.load(Ordering::Relaxed));
    let more = move || memory_lately().saturating_sub(had);
    Budget::new(Limits { output: None, ..of_an_answer() }, move || Used { time: begun.elapsed(), memory: more() })
}

/// A budget for work that nobody waits for and that ends by itself after some time. It is far from spent then.
pub fn for_work_of(time: Duration) -> Budget {
    let budget = for_an_answer();
    budget.earn(time);
    budget
}

/// Whether what is kept between two answers takes half as much memory as an answer may take.
pub fn keeps_much() -> bool {
    of_an_answer().memory.is_some_and(|limit| look_at_memory() > limit / 2)
}

/// Looks how much memory is in use, in bytes.
pub fn look_at_memory() -> u64 {
    LOOKED_AT.store(now(), Ordering::Relaxed);
    let in_use = memory_in_use();
    IN_USE.store(in_use, Ordering::Relaxed);
    in_use
}

/// What is known of it, if that is not too old.
fn memory_lately() -> u64 {
    let age = now().saturating_sub(LOOKED_AT.load(Ordering::Relaxed));
    if u128::from(age) > STALE.as_micros() { look_at_memory() } else { IN_USE.load(Ordering::Relaxed) }
}

/// Microseconds since the first look.
fn now() -> u64 {
    FIRST_LOOK.get_or_init(Instant::now).elapsed().as_micros() as u64
}

/// Begins the time anew for another file, or for another answer of somebody, unless a time was asked for.
pub fn begin_another() {
    if let Some(process) = CURRENT.get().filter(|process| process.grows) {
        process.budget.begin_anew();
    }
}

/// Adds time that was asked for in other words, for instance for a machine to think.
pub fn allow(time: Duration) {
    if let Some(process) = CURRENT.get().filter(|process| process.grows) {
        process.budget.earn(time);
    }
}

/// How a command ends whose run may have been cut.
pub fn ending(budget: &Budget, ending: Ending) -> Ending {
    match (budget.spent(), budget.is_called_off()) {
        (Some(_), _) => Ending::Fault,
        (None, true) => Ending::Interrupted,
        (None, false) => ending,
    }
}

/// Goes on only if nothing is spent, so that nothing is printed of what was cut.
///
/// # Errors
/// If something is spent.
pub fn go_on() -> Result<(), Stop> {
    if current().spent().is_some() { Err(Stop::Cut) } else { Ok(()) }
}

/// The word for why a run ended before it was done.
pub fn cut_word(budget: &Budget) -> &'static str {
    if budget.spent().is_some() { "cut" } else { "interrupted" }
}

/// Notes whether diagnostics that are told say that the budget is spent.
pub fn note_told(found: &[Diagnostic]) {
    if found.iter().any(|diagnostic| diagnostic.code == crate::diagnostic::Code::Spent) {
        IS_TOLD.store(true, Ordering::Relaxed);
    }
}

/// Says on the standard error output that the budget is spent, if it is and nobody has said so. Whether it is.
pub fn tell() -> bool {
    let budget = current();
    let Some(diagnostic) = spent(&budget) else { return false };
    if !IS_TOLD.swap(true, Ordering::Relaxed) {
        paint_stderr(&shown(&budget, diagnostic));
    }
    true
}

fn shown(budget: &Budget, diagnostic: Diagnostic) -> String {
    let abilities = Abilities::of_stderr();
    match budget.dearest() {
        Some((texts, _)) => render_all(&[diagnostic], &texts, report::style(abilities)),
        None => {
            let Diagnostic { code, message, help, .. } = diagnostic;
            report::complaint_text(&Complaint { code: Some(code), message, help }, abilities.colour)
        }
    }
}

/// What is spent, for programs; none as long as nothing is.
pub fn in_json() -> Option<Value> {
    let budget = current();
    let Diagnostic { code, message, .. } = spent(&budget)?;
    let at = |(texts, place): (SourceMap, crate::source::Span)| {
        let (line, column) = texts.line_column(place);
        json!({ "file": texts.get(place.source).name, "line": line, "column": column, "text": texts.slice(place) })
    };
    Some(json!({ "code": code.as_str(), "message": message, "dearest": budget.dearest().map(at) }))
}

/// The same as the whole result of a command.
pub fn error_in_json() -> Option<Value> {
    let cut = in_json()?;
    Some(json!({ "error": cut.get("message"), "code": cut.get("code"), "cut": cut }))
}

/// Looks again and again whether anybody reads, and ends the process if it goes on although the budget is spent.
fn watch(budget: &Budget, limits: Limits, out: &Out) {
    let mut spent_since = None;
    loop {
        let in_use = look_at_memory();
        budget.look();
        if IS_FOR_READER.load(Ordering::Relaxed) && screen::is_left_by_reader() {
            IS_LEFT.store(true, Ordering::Relaxed);
            budget.call_off();
        }
        let since = budget.spent().map(|_| *spent_since.get_or_insert_with(Instant::now));
        spent_since = since;
        let is_late = since.is_some_and(|since| since.elapsed() >= GRACE);
        let is_great = limits.memory.is_some_and(|limit| in_use >= limit.saturating_add(SLACK));
        if since.is_some() && (is_late || is_great) {
            end(out);
        }
        let is_much = limits.memory.is_some_and(|limit| in_use > limit / 2);
        thread::sleep(if is_much { SHORT_PAUSE } else { PAUSE });
    }
}

/// Prints what there is so far and ends the process.
fn end(out: &Out) -> ! {
    let json = CURRENT.get().is_some_and(|process| process.json);
    // Whoever holds the output is printing; there may be nothing to wait for.
    if let Ok(mut out) = out.try_lock() {
        let cut = error_in_json().filter(|_| json && out.is_untouched());
        if let Some(Ok(cut)) = cut.map(|cut| screen::json(&cut)) {
            let _ = writeln!(out, "{cut}");
        }
        let _ = out.flush();
    }
    tell();
    child::end_all();
    let trouble = CURRENT.get().map_or(Ending::Fault, |process| process.trouble);
    process::exit(i32::from(trouble.number()));
}

/// The memory of this process that is in use, in bytes; zero where the system does not tell.
fn memory_in_use() -> u64 {
    let status = files::read_text(Path::new("/proc/self/status")).unwrap_or_default();
    status_bytes(&status, "VmRSS:")
}

/// A number of bytes in what the system tells of a process.
pub fn status_bytes(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
}
