//! What can be measured about a game: many random games, and exact counts.

pub mod perft;
pub mod playouts;
