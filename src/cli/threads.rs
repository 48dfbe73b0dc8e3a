//! The threads that share long work.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::play::player::Clock;

use super::ending::Stop;

/// The stack of a thread, in bytes: as much as the main thread usually has.
const STACK: usize = 8 << 20;

/// So many threads, or one for each core.
///
/// # Errors
/// If the system does not give them.
pub fn pool(threads: Option<u16>) -> Result<ThreadPool, Stop> {
    ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .stack_size(STACK)
        .build()
        .map_err(|error| Stop::fault(format!("cannot start the threads: {error}")))
}

/// How many threads that is.
pub fn number(threads: Option<u16>) -> usize {
    threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The time since now.
pub fn clock() -> Clock {
    let start = Instant::now();
    Arc::new(move || start.elapsed())
}
