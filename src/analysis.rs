//! What can be measured about a game: many random games, exact counts, whether two evaluators agree.

pub mod agreement;
pub mod perft;
pub mod playouts;
