//! The work on rule files: bounded in number, time and memory, and away from the threads that listen.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cli::budget;
use crate::play::player::Clock;
use crate::table::{Kernel, Question, Refused, Ruled, Shelf, Standing, Step, Table};

use super::folder::RuleFolder;

/// So many answers are worked on at once that take as long as they need, and as many that take as long as they may.
const LANE: usize = 4;
/// So many of these in each lane may be about one file that is not built in: what it takes is left to itself.
const OF_A_FILE: usize = LANE / 2;
/// So many in each lane may be about files that are not built in, so that these never take all places.
const OF_STRANGERS: usize = LANE - 1;
/// So many may wait in a lane who ask.
const WAITING: usize = 64;
/// So many may wait for a step at a table, more than there can be tables: each takes one step after the other, so nobody is
/// told to come back in the midst of a match.
const TABLES_WAITING: usize = 2048;
/// Above the budget of an answer, how long somebody waits for one.
const PATIENCE: Duration = Duration::from_secs(20);
/// With more memory in use than this, in bytes, no rules are kept.
const MOST_KEPT: u64 = 512 << 20;
/// Between two looks at the memory.
const PAUSE: Duration = Duration::from_millis(5);

/// What does the work.
#[derive(Clone)]
pub struct Work {
    kernel: Arc<Kernel>,
    clock: Clock,
    quick: Lane,
    long: Lane,
    watch: Watch,
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("quick", &self.quick).field("long", &self.long).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
struct Lane {
    places: Arc<Semaphore>,
    /// The places that files may take that are not built in.
    of_strangers: Arc<Semaphore>,
    /// The places of each file that somebody asks about now.
    of_files: Arc<Mutex<BTreeMap<String, Arc<Semaphore>>>>,
    waiting: Arc<AtomicUsize>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The question is refused.
    Refused(Refused),
    /// Too many ask.
    Busy,
    /// It takes too long.
    Late,
    /// The program has a mistake.
    Broken,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => f.write_str(refused.message()),
            Self::Busy => f.write_str("too many ask at once; try again"),
            Self::Late => f.write_str("the answer takes too long"),
            Self::Broken => f.write_str("the program has a mistake; what you did is kept"),
        }
    }
}

impl Work {
    /// The most threads that work, with one for files.
    pub const THREADS: usize = 2 * LANE + 2;

    /// Work on the files of a folder and the built-in ones.
    pub fn new(folder: RuleFolder) -> Self {
        let shelf: Shelf = Arc::new(move |_: &str| folder.loader(budget::for_an_answer()));
        let begun = Instant::now();
        let clock: Clock = Arc::new(move || begun.elapsed());
        let lane = || Lane {
            places: Arc::new(Semaphore::new(LANE)),
            of_strangers: Arc::new(Semaphore::new(OF_STRANGERS)),
            of_files: Arc::default(),
            waiting: Arc::default(),
        };
        let kernel = Arc::new(Kernel::new(shelf, clock.clone()));
        Self { kernel, clock, quick: lane(), long: lane(), watch: Watch::begin() }
    }

    /// The time since it began.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If it is refused, or nobody has the time.
    pub async fn answer(&self, question: Question) -> Result<Value, NoAnswer> {
        let (is_long, file) = (question.is_long(), question.file().map(str::to_owned));
        self.run((is_long, WAITING), file.as_deref(), move |kernel| kernel.answer(&question)).await
    }

    /// Takes a step at a table.
    ///
    /// # Errors
    /// If it is refused, or nobody has the time.
    pub async fn rule(&self, table: Table, step: Step, standing: Option<Standing>) -> Result<Ruled, NoAnswer> {
        let is_long = matches!(step, Step::Advance(Some(_)));
        let file = table.own_file().map(str::to_owned);
        let ask = (is_long, TABLES_WAITING);
        self.run(ask, file.as_deref(), move |kernel| kernel.rule(&table, &step, standing.as_ref())).await
    }

    async fn run<T: Send + 'static>(
        &self,
        (is_long, most_waiting): (bool, usize),
        file: Option<&str>,
        ask: impl FnOnce(&Kernel) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let lane = if is_long { &self.long } else { &self.quick };
        let patience = budget::of_an_answer().time.unwrap_or(PATIENCE).saturating_mul(2) + PATIENCE;
        let answered = timeout(patience, async {
            let place = lane.enter(file, most_waiting).await?;
            let (kernel, watch) = (self.kernel.clone(), self.watch.clone());
            let answer = spawn_blocking(move || {
                // It is held until the work is done, also when nobody waits for it any more.
                let (_place, _looked_at) = (place, watch.look());
                let answer = ask(&kernel);
                if budget::look_at_memory() > MOST_KEPT {
                    kernel.forget();
                }
                answer
            });
            answer.await.map_err(|_| NoAnswer::Broken)?.map_err(NoAnswer::Refused)
        });
        answered.await.unwrap_or(Err(NoAnswer::Late))
    }
}

impl Lane {
    /// Waits for a place with no more than so many others, for a question about a file if it is about one.
    async fn enter(&self, file: Option<&str>, most: usize) -> Result<[Option<OwnedSemaphorePermit>; 3], NoAnswer> {
        // Who waits for others that ask about the same file stands in nobody's way.
        let of_file = match file {
            Some(file) => Some(self.of_file(file).acquire_owned().await.map_err(|_| NoAnswer::Broken)?),
            None => None,
        };
        let of_strangers = match file {
            Some(_) => Some(self.of_strangers.clone().acquire_owned().await.map_err(|_| NoAnswer::Broken)?),
            None => None,
        };
        let _queue = Counted::new(&self.waiting);
        if self.waiting.load(Ordering::Relaxed) > most {
            return Err(NoAnswer::Busy);
        }
        let place = self.places.clone().acquire_owned().await.map_err(|_| NoAnswer::Broken)?;
        Ok([of_file, of_strangers, Some(place)])
    }

    fn of_file(&self, file: &str) -> Arc<Semaphore> {
        let mut all = self.of_files.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, places| Arc::strong_count(places) > 1);
        all.entry(file.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(OF_A_FILE))).clone()
    }
}

/// One of those that are counted, until it is dropped.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(counter: &Arc<AtomicUsize>) -> Self {
        counter.fetch_add(1, Ordering::Relaxed);
        Self(counter.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A thread that looks at the memory while there is work.
#[derive(Clone, Debug)]
struct Watch {
    working: Arc<AtomicUsize>,
    thread: Option<Thread>,
}

impl Watch {
    fn begin() -> Self {
        let working = Arc::new(AtomicUsize::new(0));
        let counted = working.clone();
        budget::look_at_memory();
        let watch = move || {
            loop {
                match counted.load(Ordering::Relaxed) {
                    0 => thread::park(),
                    _ => thread::sleep(PAUSE),
                }
                budget::look_at_memory();
            }
        };
        let thread = thread::Builder::new().name("memory".to_owned()).spawn(watch);
        Self { working, thread: thread.ok().map(|thread| thread.thread().clone()) }
    }

    fn look(&self) -> Counted {
        let counted = Counted::new(&self.working);
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
        counted
    }
}
