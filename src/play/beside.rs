//! Threads that think beside the first.

use std::thread::{self, Scope, ScopedJoinHandle};

/// The stack of a thread, in bytes.
const STACK: usize = 8 << 20;

/// Does some work in a thread beside the others; none where there are no more threads, so that those that are there do
/// the work.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
}
