//! The threads that share long work.

use rayon::{ThreadPool, ThreadPoolBuilder};

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
