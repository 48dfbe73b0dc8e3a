//! Ctrl-C: the first asks the program to stop, the second stops it.

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
