//! From text to a tree with places.

pub mod ast;
pub mod parser;
pub mod tokens;
