//! Several threads that search the same position and share what they find out of positions.
//!
//! # Source
//! "Lazy SMP", as told in <https://www.chessprogramming.org/Lazy_SMP>: nobody is told what to do. Half of the others look
//! one decision farther than the first, so that they come to other positions sooner.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::memory::Table;
use super::order::Order;
use super::{Bounds, Found, Game, Halt, Mind, Search};
use crate::game::Deadline;
use crate::play::beside;

/// Searches as one thread would, while others fill the table. What the first found out; the positions are those of all.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    mind: Option<&Mind>,
    (table, order): (&Table, &mut Order),
    bounds: Bounds<'_>,
    halt: &dyn Halt,
) -> Found {
    let is_done = AtomicBool::new(false);
    let each = Bounds { positions: (bounds.positions / bounds.threads as u64).max(1), ..bounds };
    thread::scope(|scope| {
        let others: Vec<_> = (1..bounds.threads)
            .filter_map(|number| {
                let (mut order, is_done) = (order.clone(), &is_done);
                let work = move || {
                    let is_over = || is_done.load(Ordering::Relaxed);
                    let halt = Deadline { or: halt, is_over: &is_over };
                    let first = 1 + (number % 2) as u32;
                    Search::new(game, mind, table, &mut order, (each, &halt)).deepen(position, first).positions
                };
                beside::spawn(scope, work)
            })
            .collect();
        let mut found = Search::new(game, mind, table, order, (each, halt)).deepen(position, 1);
        is_done.store(true, Ordering::Relaxed);
        found.positions += others.into_iter().filter_map(|other| other.join().ok()).sum::<u64>();
        found
    })
}
