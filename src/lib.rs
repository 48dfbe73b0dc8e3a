//! Merel plays board games from rules written as text.

pub mod analysis;
pub mod budget;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod contest;
pub mod cover;
pub mod diagnostic;
pub mod dialect;
pub mod diff;
pub mod editing;
pub mod engine;
pub mod game;
pub mod import;
pub mod intervals;
pub mod lesson;
pub mod library;
pub mod phrases;
pub mod play;
pub mod program;
pub mod quality;
pub mod record;
pub mod referee;
pub mod reference;
pub mod review;
pub mod rulebook;
pub mod rules;
pub mod scenario;
pub mod service;
pub mod solve;
pub mod source;
pub mod split;
pub mod syntax;
pub mod table;
pub mod view;
pub mod why;

#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(test)]
mod testing;
