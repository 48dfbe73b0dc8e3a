//! What a run may take: time, memory and output. What a stranger's file may keep busy carries one [`Budget`].
//!
//! A budget reads no clock itself. Whoever makes one gives it a meter, and everything that works under it asks now and
//! then, which costs a glance at one number as long as nothing is spent. Once a part of it is spent all work under it
//! comes to its end with what it has.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::source::{SourceMap, Span};

mod halt;
mod text;

pub use halt::{Deadline, Halt, Never, worth_of_sequences};
pub use text::NotABudget;

/// So many places of a rule file are told apart when it is counted which of them cost most.
const PLACES: usize = 10_000;

/// How much of each part there is; none is as much as wished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time.
    pub time: Option<Duration>,
    /// The memory, in bytes.
    pub memory: Option<u64>,
    /// What is printed, in bytes.
    pub output: Option<u64>,
}

/// What was used so far, as a meter tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// The time since the budget was made.
    pub time: Duration,
    /// The memory that is in use now, in bytes; zero where nobody can tell.
    pub memory: u64,
}

/// A part of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The time.
    Time,
    /// The memory.
    Memory,
    /// What is printed.
    Output,
}

/// What of a budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The part that was spent first.
    pub part: Part,
    /// The limits, what was earned included.
    pub limits: Limits,
}

/// What tells how much was used.
type Meter = Box<dyn Fn() -> Used + Send + Sync>;

/// A budget, or a share in one: clones are the same budget. The usual one has no limits.
#[derive(Clone, Default)]
pub struct Budget(Option<Arc<Account>>);

struct Account {
    limits: Limits,
    /// Whether the time grows with the work that is done.
    grows: bool,
    meter: Meter,
    state: AtomicU8,
    /// Time beyond the limit, in microseconds.
    earned: Apart<AtomicU64>,
    /// Time that does not count, in microseconds: what was before it began anew, and waiting and resting since.
    left_out: AtomicU64,
    printed: AtomicU64,
    /// How many wait for somebody now.
    waits: AtomicU64,
    /// Since when it rests, as the meter tells the time.
    rests: Mutex<Option<Duration>>,
    /// How often each place was found at work.
    places: Mutex<HashMap<Span, u64>>,
    /// The texts in which the places lie.
    texts: Mutex<SourceMap>,
}

/// What is written often, so that it lies on no line of a processor's cache with what is read often.
#[repr(align(128))]
struct Apart<T>(T);

/// Nothing is spent.
const OPEN: u8 = 0;
/// It was called off.
const CALLED_OFF: u8 = 1;
/// A part is spent: its number is added.
const SPENT: u8 = 2;

impl Budget {
    /// A budget with these limits. The meter is asked from several threads, some hundred times a second.
    pub fn new(limits: Limits, meter: impl Fn() -> Used + Send + Sync + 'static) -> Self {
        Self::of(limits, false, Box::new(meter))
    }

    /// The same, but its time grows with the work that somebody asked for by number and that is done
    /// ([`Budget::paid`]): with every game that was played, every decision that was compared. So a great number of them
    /// is no reason to cut a run, and a single one is.
    pub fn growing(limits: Limits, meter: impl Fn() -> Used + Send + Sync + 'static) -> Self {
        Self::of(limits, true, Box::new(meter))
    }

    fn of(limits: Limits, grows: bool, meter: Meter) -> Self {
        Self(Some(Arc::new(Account {
            limits,
            grows,
            meter,
            state: AtomicU8::new(OPEN),
            earned: Apart(AtomicU64::new(0)),
            left_out: AtomicU64::new(0),
            printed: AtomicU64::new(0),
            waits: AtomicU64::new(0),
            rests: Mutex::default(),
            places: Mutex::default(),
            texts: Mutex::default(),
        })))
    }

    /// Looks at the meter. Whether all work shall end.
    pub fn look(&self) -> bool {
        let Some(account) = &self.0 else { return false };
        if !self.is_called() {
            let used = (account.meter)();
            let is_over = |used: u64, limit: Option<u64>| limit.is_some_and(|limit| used >= limit);
            let time = account.time_limit().map(|limit| limit.saturating_add(account.left_out()));
            let waits = account.waits.load(Ordering::Relaxed) > 0;
            if !waits && time.is_some_and(|limit| used.time >= limit) {
                account.cut(Part::Time);
            } else if is_over(used.memory, account.limits.memory) {
                account.cut(Part::Memory);
            }
        }
        self.is_called()
    }

    /// As [`Budget::look`], and notes that this place of a rule file is at work.
    pub fn look_at(&self, place: Span) -> bool {
        let Some(account) = self.0.as_ref().filter(|_| place != Span::default()) else { return self.look() };
        let mut places = account.places.lock().unwrap_or_else(PoisonError::into_inner);
        let n = places.len();
        match places.get_mut(&place) {
            Some(times) => *times += 1,
            None if n < PLACES => drop(places.insert(place, 1)),
            None => {}
        }
        drop(places);
        self.look()
    }

    /// Spends some output, in bytes. Whether there was enough left.
    pub fn print(&self, bytes: usize) -> bool {
        let Some(account) = &self.0 else { return true };
        let printed = account.printed.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        let enough = account.limits.output.is_none_or(|limit| printed <= limit);
        if !enough {
            account.cut(Part::Output);
        }
        enough
    }

    /// The same as somebody who may call to halt, and whose time grows with the work that is done, if that work was
    /// asked for by number and the budget grows. What a file asks for is no such work.
    pub fn paid(&self, is_asked: bool) -> Paid<'_> {
        Paid { budget: self, grows: is_asked && self.0.as_ref().is_some_and(|account| account.grows) }
    }

    /// Takes over which places of which texts another budget found at work.
    pub fn learn_places(&self, other: &Budget) {
        let (Some(account), Some(other)) = (&self.0, &other.0) else { return };
        let found = other.places.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut places = account.places.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, times) in found {
            *places.entry(place).or_default() += times;
        }
    }

    /// Adds time.
    pub fn earn(&self, time: Duration) {
        if let Some(account) = &self.0 {
            account.earned.0.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
        }
    }

    /// Begins anew, for instance with another file, or when somebody has answered who was waited for: nothing is
    /// spent any more. Work that was cut before must not go on.
    pub fn begin_anew(&self) {
        if let Some(account) = &self.0 {
            let now = (account.meter)().time;
            let mut rests = account.rests();
            *rests = rests.map(|_| now);
            drop(rests);
            account.left_out.store(now.as_micros() as u64, Ordering::Relaxed);
            account.earned.0.store(0, Ordering::Relaxed);
            account.printed.store(0, Ordering::Relaxed);
            account.places.lock().unwrap_or_else(PoisonError::into_inner).clear();
            let _ = account
                .state
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |state| (state >= SPENT).then_some(OPEN));
        }
    }

    /// Waits for somebody or something: that is no work, so its time does not count.
    pub fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        let Some(account) = &self.0 else { return wait() };
        let begun = (account.meter)().time;
        account.waits.fetch_add(1, Ordering::Relaxed);
        let waited_for = wait();
        account.leave_out((account.meter)().time.saturating_sub(begun));
        account.waits.fetch_sub(1, Ordering::Relaxed);
        waited_for
    }

    /// Stops the clock until [`Budget::go_on`], because nobody works under it meanwhile: a budget that pays for several
    /// pieces of work, with other work between them.
    pub fn rest(&self) {
        let Some(account) = &self.0 else { return };
        let now = (account.meter)().time;
        let mut rests = account.rests();
        if rests.is_none() {
            *rests = Some(now);
            account.waits.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Lets the clock run again.
    pub fn go_on(&self) {
        let Some(account) = &self.0 else { return };
        if let Some(since) = account.rests().take() {
            account.leave_out((account.meter)().time.saturating_sub(since));
            account.waits.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Ends all work, for instance because somebody wishes so.
    pub fn call_off(&self) {
        if let Some(account) = &self.0 {
            account.close(CALLED_OFF);
        }
    }

    /// Whether it was called off before anything was spent.
    pub fn is_called_off(&self) -> bool {
        self.state() == CALLED_OFF
    }

    /// What is spent; none as long as nothing is.
    pub fn spent(&self) -> Option<Spent> {
        let account = self.0.as_ref()?;
        let parts = [Part::Time, Part::Memory, Part::Output];
        let part = *parts.get(usize::from(self.state().checked_sub(SPENT)?))?;
        Some(Spent { part, limits: Limits { time: account.time_limit(), ..account.limits } })
    }

    /// Tells in which texts the places lie that work is done for.
    pub fn read_from(&self, texts: &SourceMap) {
        if let Some(account) = &self.0 {
            *account.texts.lock().unwrap_or_else(PoisonError::into_inner) = texts.clone();
        }
    }

    /// The place of a rule file that was found at work most often, and the texts in which it lies: of the dearest line
    /// the part that cost most. None if nothing was found at work.
    pub fn dearest(&self) -> Option<(SourceMap, Span)> {
        let account = self.0.as_ref()?;
        let texts = account.texts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let places = account.places.lock().unwrap_or_else(PoisonError::into_inner);
        let breaks = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<usize>>();
        let breaks: Vec<Vec<usize>> = texts.files().iter().map(|file| breaks(&file.text)).collect();
        let line = |place: &Span| {
            let breaks = breaks.get(usize::from(place.source.0))?;
            Some((place.source, breaks.partition_point(|&at| at < place.start as usize)))
        };
        let mut lines: HashMap<_, u64> = HashMap::new();
        for (place, times) in places.iter() {
            if let Some(line) = line(place) {
                *lines.entry(line).or_default() += times;
            }
        }
        // Of equals the first in the text.
        let (dearest, _) = lines.into_iter().max_by_key(|&(line, times)| (times, Reverse(line)))?;
        let on_it = places.iter().filter(|(place, _)| line(place) == Some(dearest));
        let place = on_it.max_by_key(|&(place, times)| (times, Reverse(*place))).map(|(place, _)| *place)?;
        Some((texts, place))
    }

    fn state(&self) -> u8 {
        self.0.as_ref().map_or(OPEN, |account| account.state.load(Ordering::Relaxed))
    }
}

impl Account {
    fn rests(&self) -> MutexGuard<'_, Option<Duration>> {
        self.rests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left_out(&self) -> Duration {
        Duration::from_micros(self.left_out.load(Ordering::Relaxed))
    }

    fn leave_out(&self, time: Duration) {
        self.left_out.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// The limit with what was earned.
    fn time_limit(&self) -> Option<Duration> {
        let earned = Duration::from_micros(self.earned.0.load(Ordering::Relaxed));
        self.limits.time.map(|limit| limit.saturating_add(earned))
    }

    fn cut(&self, part: Part) {
        self.close(SPENT + part as u8);
    }

    /// The first reason stays.
    fn close(&self, state: u8) {
        let _ = self.state.compare_exchange(OPEN, state, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// It calls to halt as soon as it is spent or called off.
impl Halt for Budget {
    fn is_called(&self) -> bool {
        self.state() != OPEN
    }
}

/// A budget that work is paid into which somebody asked for by number.
#[derive(Clone, Copy, Debug)]
pub struct Paid<'a> {
    budget: &'a Budget,
    grows: bool,
}

impl Halt for Paid<'_> {
    fn is_called(&self) -> bool {
        self.budget.is_called()
    }

    fn is_done(&self, worth: Duration) {
        if self.grows {
            self.budget.earn(worth);
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = self.0.as_ref().map(|account| account.limits).unwrap_or_default();
        f.debug_struct("Budget").field("limits", &limits).field("spent", &self.spent()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
