//! Ctrl-C: the first asks the program to stop, the second stops it. Nor does a program go on for nobody to read what it finds.

use std::process;

use crate::budget::{Budget, Halt};

use super::budget;
use super::guest::child;

/// Listens to Ctrl-C from now on and gives the budget that it calls off.
///
/// Where it cannot be listened to, Ctrl-C stops the program as usual.
pub fn heed() -> Budget {
    let handler = || {
        let budget = budget::current();
        if budget.is_called() {
            child::end_all();
            process::exit(130);
        }
        budget.call_off();
    };
    // A second call in one process finds the handler in place.
    let _ = ctrlc::set_handler(handler);
    budget::current()
}

/// The same for a command of which nothing comes but what it prints at its end: it is called off too when nobody can read that any more.
///
/// Where that cannot be seen, it is seen when something is printed.
pub fn heed_with_reader() -> Budget {
    budget::end_with_reader();
    heed()
}

/// The same, unless something is written or kept elsewhere than where the command prints: then it goes on for that.
pub fn heed_with_reader_unless(is_kept: bool) -> Budget {
    if is_kept { heed() } else { heed_with_reader() }
}
