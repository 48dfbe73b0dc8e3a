//! What a rule file says: names resolved, types checked, board built.

pub mod board;
pub mod look;
pub mod model;
pub mod types;

pub use model::Rules;
