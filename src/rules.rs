//! What a rule file says: names resolved, types checked, board built.

pub mod board;
pub mod careful;
pub mod check;
pub mod essence;
pub mod loader;
pub mod look;
pub mod model;
pub mod module;
mod place;
#[cfg(test)]
pub mod sample;
mod sparing;
pub mod types;
pub mod unmoved;
pub mod walk;
pub mod written;

pub use check::Choices;
pub use model::Rules;
pub use module::Module;
