//! Merel plays board games from rules written as text.

pub mod diagnostic;
pub mod game;
pub mod reference;
pub mod rules;
pub mod source;
pub mod syntax;
