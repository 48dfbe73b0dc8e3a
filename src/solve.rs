//! Proofs: what a small game comes to if nobody errs.
//!
//! Every position that can be reached is looked at once, those that take fewest decisions first ([`Explorer`]). What
//! each is worth is then found backwards from the ends, decision by decision ([`Values`]): a position is won if an option
//! leads to one that is lost for the others, lost if all options lead to such as they win, and drawn if neither is ever the
//! case. So games that may go round in circles are proved as well: a draw is what neither player can win.
//!
//! # Equality of positions
//! Positions are kept by everything that [`Game::Position`](crate::game::Game::Position) compares, bit by bit, and not by a
//! number made of it: two different positions are never taken for one. What comes of a position may depend on
//! more than that: on how often it stood before, and on counters. [`timeless`] says how that is heeded.
//!
//! # Source
//! Retrograde analysis: T. Ströhlein, "Untersuchungen über kombinatorische Spiele" (1970); here without a list of
//! predecessors: in round *n* all undecided positions are looked at, and those are decided that take *n* decisions.

mod explore;
mod graph;
mod packing;
pub mod timeless;
mod told;
mod value;

pub use explore::{Bounds, Expanded, Explorer, Extent, Trouble};
pub use graph::Graph;
pub use timeless::Timeless;
pub use told::{Choice, Solution, Worth, solution};
pub use value::Values;
