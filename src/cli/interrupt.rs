//! Ctrl-C: the first asks the program to stop, the second stops it.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Listens to Ctrl-C from now on and gives the flag that it sets.
///
/// Where it cannot be listened to, Ctrl-C stops the program as usual.
pub fn flag() -> &'static AtomicBool {
    let handler = || {
        if STOP.swap(true, Ordering::SeqCst) {
            process::exit(130);
        }
    };
    // A second call in one process finds the handler in place.
    let _ = ctrlc::set_handler(handler);
    &STOP
}
